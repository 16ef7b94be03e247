//! How a run stands, in words.

use super::words::duration;

/// A run in progress, or one that has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
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
    /// `40 % of the work done, about 3.0 s left`.
    pub fn words(&self) -> String {
        let Progress { share, seconds, .. } = *self;
        let left = if share > TELLING {
            format!(", about {} left", duration(seconds / share * (1.0 - share)))
        } else {
            String::new()
        };
        format!("{} % of the work done{left}", (share * 100.0).floor())
    }

    /// `computed in 3.0 s`, of a run that has ended by itself.
    pub fn done(&self) -> String {
        format!("computed in {}", duration(self.seconds))
    }

    /// `cancelled after 3 of 37 runs and 3.0 s`.
    pub fn cancelled(&self) -> String {
        let Progress { finished, asked, seconds, .. } = *self;
        format!("cancelled after {finished} of {asked} runs and {}", duration(seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_says_what_is_left_once_it_can_tell() {
        let at = |share| Progress { share, finished: 3, asked: 37, seconds: 2.0 };
        assert_eq!(at(0.01).words(), "1 % of the work done");
        assert_eq!(at(0.4).words(), "40 % of the work done, about 3.0 s left");
        assert_eq!(at(1.0).done(), "computed in 2.0 s");
        assert_eq!(at(0.4).cancelled(), "cancelled after 3 of 37 runs and 2.0 s");
    }
}
