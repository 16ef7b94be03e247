//! The progress of a run, in words.

use super::words::{counted, duration};
use crate::experiment::{Agenda, Experiment};
use serde::{Deserialize, Serialize};

/// The stage of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// It is running.
    Running,
    /// It has completed.
    Done,
    /// The user cancelled it.
    Cancelled,
}

/// A run, in progress or ended.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Progress {
    /// Its stage.
    pub stage: Stage,
    /// Seconds since the run began, until now or until its end.
    pub seconds: f64,
    /// The number of workers.
    pub workers: u32,
    /// The number of runs that were taken from files.
    pub given: u32,
}

/// The progress of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RunProgress {
    /// The sentence.
    pub words: String,
    /// The slow runs that come last, as long as others run: `2 runs with Backfilling (EASY) are slow and come last`.
    pub slow: Option<String>,
    /// The share of the work that is done, 0 to 1.
    pub share: f64,
    /// The seconds that are left, if they can be estimated.
    pub left: Option<f64>,
    /// The number of runs asked for so far; replications are added as needed.
    pub asked: u32,
    /// How many of them have no outcome yet.
    pub missing: u32,
}

/// With less than this share of the work done, the time left cannot be estimated. In a long run a smaller share
/// suffices, because its cells take more than milliseconds.
const TELLING: f64 = 0.05;
const TELLING_OF_LONG: f64 = 0.02;
/// A run of this many seconds is long.
const LONG: f64 = 5.0;
/// If fewer seconds are left, slow cells are not named: they would end before the user has read it.
const WORTH_NAMING: f64 = 2.0;

impl Progress {
    /// The progress of an experiment's run, from its agenda.
    pub fn standing(&self, agenda: &Agenda, experiment: &Experiment) -> RunProgress {
        let (share, left) = (agenda.share(self.seconds), agenda.left(self.workers, self.seconds));
        let telling = if self.seconds < LONG { TELLING } else { TELLING_OF_LONG };
        let soon = left.is_some_and(|left| left <= WORTH_NAMING);
        let slow = slow_last(agenda, experiment).filter(|_| self.stage == Stage::Running && !soon);
        let left = left.filter(|_| self.stage == Stage::Running && share > telling);
        let asked = agenda.asked() as u32;
        let words = self.words(agenda, experiment, share, left);
        RunProgress { words, slow, share, left, asked, missing: asked - agenda.finished() }
    }

    /// `5 of 37 runs, 40 % of the work, 3 s to 6 s left`, `3 runs with Backfilling (EASY) remain, 2 min to
    /// 3 min`, `computed in 3.0 s`, `37 runs computed in 3.0 s, 30 taken from files, 222 kept from before`,
    /// `all 222 runs kept from before`,
    /// `cancelled after 3 of 37 runs and 3.0 s`, or `3 of 37 runs known`.
    fn words(&self, agenda: &Agenda, experiment: &Experiment, share: f64, left: Option<f64>) -> String {
        let (computed, kept, took) = (agenda.computed(), agenda.kept(), duration(self.seconds));
        let before = kept - self.given.min(kept);
        let part = |count: u32, what: &str| if count > 0 { format!(", {count} {what}") } else { String::new() };
        let known = part(self.given, "taken from files") + &part(before, "kept from before");
        match (self.stage, left) {
            (Stage::Running, Some(left)) => {
                let slow = if left > WORTH_NAMING { slow(agenda, experiment) } else { None };
                let left = range(left, share);
                slow.map_or(format!("{}, {left} left", done(agenda, share)), |slow| format!("{slow}, {left}"))
            }
            (Stage::Running, None) => done(agenda, share),
            (Stage::Done, _) if kept == 0 => format!("computed in {took}"),
            (Stage::Done, _) if computed > 0 => {
                format!("{} computed in {took}{known}", counted(computed as usize, "run"))
            }
            (Stage::Done, _) => {
                let runs = if kept == 1 { "its only run".into() } else { format!("all {kept} runs") };
                match (self.given, before) {
                    (0, _) => format!("{runs} kept from before"),
                    (_, 0) => format!("{runs} taken from files"),
                    _ => format!("{runs} known{known}"),
                }
            }
            // Opened results of a shard: nothing has run here.
            (Stage::Cancelled, _) if computed == 0 && kept > 0 => format!("{kept} of {} runs known", agenda.asked()),
            (Stage::Cancelled, _) => {
                format!("cancelled after {} of {} runs and {took}{known}", agenda.finished(), agenda.asked())
            }
        }
    }
}

fn done(agenda: &Agenda, share: f64) -> String {
    format!("{} of {} runs, {} % of the work", agenda.finished(), agenda.asked(), (share * 100.0).floor())
}

/// The time left as a range that narrows to the end: an estimate from little work can be wrong by half or twice.
fn range(left: f64, share: f64) -> String {
    let doubt = 2.0 - share;
    // One unit is as much as an estimate is worth.
    let rough = |seconds: f64| match seconds.max(1.0) {
        seconds if seconds < 90.0 => format!("{seconds:.0} s"),
        seconds if seconds < 5400.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.0} h", seconds / 3600.0),
    };
    let [least, most] = [left / doubt, left * doubt].map(rough);
    if least == most { format!("about {least}") } else { format!("{least} to {most}") }
}

/// `3 runs with Backfilling (EASY) remain`, if only slow ones do.
fn slow(agenda: &Agenda, experiment: &Experiment) -> Option<String> {
    let (count, policy) = agenda.slow_ones()?;
    let runs = slow_runs(count, policy, experiment).unwrap_or_else(|| counted(count, "slow run"));
    Some(format!("{runs} {}", if count == 1 { "remains" } else { "remain" }))
}

/// `2 runs with Backfilling (EASY)`, if they have one policy.
fn slow_runs(count: usize, policy: Option<usize>, experiment: &Experiment) -> Option<String> {
    policy.map(|policy| format!("{} with {}", counted(count, "run"), experiment.scheduling[policy].title()))
}

/// `2 runs with Backfilling (EASY) are slow and come last`, from the beginning until only they remain.
fn slow_last(agenda: &Agenda, experiment: &Experiment) -> Option<String> {
    let (count, policy) = agenda.slow_last().filter(|_| agenda.slow_ones().is_none())?;
    let runs = slow_runs(count, policy, experiment).unwrap_or_else(|| counted(count, "run"));
    Some(format!("{runs} {} last", if count == 1 { "is slow and comes" } else { "are slow and come" }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Cell;

    /// Ten cells of `fcfs` that take a second, and two of `conservative` that take a minute. `kept` were known before,
    /// and one worker has run `runs`. Also returns the time that this took.
    fn after(runs: usize, kept: usize) -> (Agenda, Experiment, f64) {
        let mut experiment = Experiment::default();
        for (name, value) in [("allocation", "flat"), ("scheduling", "fcfs,conservative"), ("vary", "runtime:1..10:1")]
        {
            experiment.set(name, value).unwrap();
        }
        let weigh = |cell: Cell| Cell { weight: if cell.scheduling == 1 { 60.0 } else { 1.0 }, ..cell };
        let cells: Vec<Cell> = Cell::all(&experiment, &[]).into_iter().map(weigh).collect();
        let (mut agenda, mut now) = (Agenda::new(&experiment, &cells), 0.0);
        agenda.ask((0..10).chain([11, 13]));
        (0..kept).for_each(|cell| agenda.settle(cell, None, 0.0));
        for _ in 0..runs {
            let cell = agenda.next(now).unwrap();
            let took = if cell < 10 { 1.0 } else { 60.0 };
            now += took;
            agenda.settle(cell, Some(took), now);
        }
        (agenda, experiment, now)
    }

    #[test]
    fn progress_has_the_time_left_once_it_can_be_estimated() {
        let said = |runs, kept, stage| {
            let (agenda, experiment, now) = after(runs, kept);
            let seconds = if stage == Stage::Running { now } else { 2.0 };
            Progress { stage, seconds, workers: 1, given: 0 }.standing(&agenda, &experiment).words
        };
        use Stage::{Cancelled, Done, Running};
        assert_eq!(said(0, 0, Running), "0 of 12 runs, 0 % of the work");
        assert_eq!(said(2, 0, Running), "2 of 12 runs, 1 % of the work");
        assert_eq!(said(4, 0, Running), "4 of 12 runs, 3 % of the work", "after four seconds");
        assert_eq!(said(5, 0, Running), "5 of 12 runs, 3 % of the work, 64 s to 4 min left");
        assert_eq!(said(12, 0, Done), "computed in 2.0 s");
        assert_eq!(said(9, 3, Done), "9 runs computed in 2.0 s, 3 kept from before");
        assert_eq!(said(1, 3, Done), "1 run computed in 2.0 s, 3 kept from before");
        assert_eq!(said(0, 3, Done), "all 3 runs kept from before");
        assert_eq!(said(0, 1, Done), "its only run kept from before");
        assert_eq!(said(4, 0, Cancelled), "cancelled after 4 of 12 runs and 2.0 s");
        assert_eq!(said(0, 2, Cancelled), "2 of 12 runs known");
        assert_eq!(said(0, 0, Cancelled), "cancelled after 0 of 12 runs and 2.0 s");
        assert_eq!(said(4, 2, Cancelled), "cancelled after 6 of 12 runs and 2.0 s, 2 kept from before");
    }

    #[test]
    fn runs_from_files_are_not_runs_kept() {
        let (agenda, experiment, _) = after(4, 5);
        let said =
            |stage, given| Progress { stage, seconds: 2.0, workers: 1, given }.standing(&agenda, &experiment).words;
        assert_eq!(said(Stage::Done, 5), "4 runs computed in 2.0 s, 5 taken from files");
        assert_eq!(said(Stage::Done, 2), "4 runs computed in 2.0 s, 2 taken from files, 3 kept from before");
        let (none, ..) = after(0, 5);
        let from =
            |given| Progress { stage: Stage::Done, seconds: 2.0, workers: 1, given }.standing(&none, &experiment);
        assert_eq!(from(5).words, "all 5 runs taken from files");
        assert_eq!(from(2).words, "all 5 runs known, 2 taken from files, 3 kept from before");
        assert_eq!(said(Stage::Cancelled, 5), "cancelled after 9 of 12 runs and 2.0 s, 5 taken from files");
    }

    #[test]
    fn slow_cells_are_named_once_only_they_remain() {
        let said = |runs| {
            let (agenda, experiment, seconds) = after(runs, 0);
            Progress { stage: Stage::Running, seconds, workers: 1, given: 0 }.standing(&agenda, &experiment).words
        };
        assert_eq!(said(9), "9 of 12 runs, 6 % of the work, 63 s to 4 min left");
        assert_eq!(said(10), "2 runs with Conservative backfilling remain, 62 s to 4 min");
        assert_eq!(said(11), "1 run with Conservative backfilling remains, 41 s to 88 s");
    }

    #[test]
    fn slow_cells_are_named_from_the_start_until_only_they_remain() {
        let said = |runs, stage| {
            let (agenda, experiment, seconds) = after(runs, 0);
            Progress { stage, seconds, workers: 1, given: 0 }.standing(&agenda, &experiment).slow
        };
        let named = Some("2 runs with Conservative backfilling are slow and come last".into());
        assert_eq!((said(0, Stage::Running), said(9, Stage::Running)), (named.clone(), named));
        assert_eq!(
            (said(10, Stage::Running), said(11, Stage::Running)),
            (None, None),
            "the sentence says that they remain"
        );
        assert_eq!(said(4, Stage::Cancelled), None);
    }
}
