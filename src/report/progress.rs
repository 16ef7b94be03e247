//! How a run stands, in words.

use super::words::duration;
use serde::Deserialize;

/// Whether a run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// It does.
    Running,
    /// It has ended by itself.
    Done,
    /// Somebody has ended it.
    Cancelled,
}

/// A run in progress, or one that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Progress {
    /// Whether it goes on.
    pub stage: Stage,
    /// The share of the work that is done, 0 to 1.
    pub share: f64,
    /// Runs that have ended.
    pub finished: u32,
    /// Runs that were asked for so far; replications are added as they prove necessary.
    pub asked: u32,
    /// Seconds since the run began, or for which it went on.
    pub seconds: f64,
}

/// Less than this is too little to tell what is left from it.
const TELLING: f64 = 0.02;

impl Progress {
    /// `40 % of the work done, about 3.0 s left`, `computed in 3.0 s`, or `cancelled after 3 of 37 runs and 3.0 s`.
    pub fn words(&self) -> String {
        let Progress { stage, share, finished, asked, seconds } = *self;
        match stage {
            Stage::Running if share > TELLING => {
                let left = duration(seconds / share * (1.0 - share));
                format!("{}, about {left} left", done(share))
            }
            Stage::Running => done(share),
            Stage::Done => format!("computed in {}", duration(seconds)),
            Stage::Cancelled => format!("cancelled after {finished} of {asked} runs and {}", duration(seconds)),
        }
    }
}

fn done(share: f64) -> String {
    format!("{} % of the work done", (share * 100.0).floor())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_says_what_is_left_once_it_can_tell() {
        let at = |stage, share| Progress { stage, share, finished: 3, asked: 37, seconds: 2.0 }.words();
        assert_eq!(at(Stage::Running, 0.01), "1 % of the work done");
        assert_eq!(at(Stage::Running, 0.4), "40 % of the work done, about 3.0 s left");
        assert_eq!(at(Stage::Done, 1.0), "computed in 2.0 s");
        assert_eq!(at(Stage::Cancelled, 0.4), "cancelled after 3 of 37 runs and 2.0 s");
    }
}
