//! When the job that is looked at would have started otherwise, row by row as runs tell.

use super::{RunExplorer, clock};
use crate::report::counterfactual::{COLUMNS, row};
use crate::report::words::counted;
use crate::time::Time;
use serde::Serialize;

/// What is told of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CounterfactualState {
    /// Whether other runs can be asked: not of a schedule from elsewhere.
    pub asks: bool,
    /// How far it is, or what came of it; empty where nobody has asked.
    pub sentence: String,
    /// What stands in each column.
    pub columns: Vec<String>,
    /// This run, then each other; none where nobody has asked.
    pub rows: Vec<Vec<String>>,
    /// Whether some are still to tell.
    pub running: bool,
}

/// One of the other runs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CounterfactualRun {
    name: String,
    outcome: Outcome,
}

#[derive(Clone, Debug, PartialEq)]
enum Outcome {
    Awaited,
    Starts(Time),
    Unknown(String),
}

impl CounterfactualRun {
    /// A run of this name that has told nothing yet.
    pub fn new(name: String) -> CounterfactualRun {
        CounterfactualRun { name, outcome: Outcome::Awaited }
    }

    /// Whether it has not told yet.
    pub fn is_awaited(&self) -> bool {
        self.outcome == Outcome::Awaited
    }

    /// It has told when the job starts, or why nobody knows.
    pub fn answer(&mut self, start: &str, problem: &str) {
        self.outcome = match clock::read(start) {
            Ok(start) if problem.is_empty() => Outcome::Starts(start),
            _ => Outcome::Unknown(problem.into()),
        };
    }

    /// It need not tell any more.
    pub fn cancel(&mut self) {
        if self.is_awaited() {
            self.outcome = Outcome::Unknown("cancelled".into());
        }
    }

    fn start(&self) -> Option<Time> {
        if let Outcome::Starts(start) = self.outcome { Some(start) } else { None }
    }
}

impl RunExplorer {
    /// What is told of when the job would have started otherwise.
    pub(super) fn counterfactual_state(&self, job: usize) -> CounterfactualState {
        let (others, trace) = (&self.panels.explanation.others, &self.trace);
        if others.is_empty() {
            return CounterfactualState { asks: trace.origin().is_none(), ..CounterfactualState::default() };
        }
        let (submit, own) = (trace.submit[job], trace.start[job]);
        let mut this = row("this run", own, submit, own, self.clock);
        this[3].clear();
        let cells = |other: &CounterfactualRun| match &other.outcome {
            Outcome::Starts(start) => row(&other.name, *start, submit, own, self.clock),
            Outcome::Awaited => [other.name.clone(), "running it …".into(), String::new(), String::new()],
            Outcome::Unknown(why) => [other.name.clone(), String::new(), String::new(), why.clone()],
        };
        let rows = [this].into_iter().chain(others.iter().map(cells)).map(Vec::from).collect();
        let awaited = others.iter().filter(|other| other.is_awaited()).count();
        let columns = COLUMNS.map(String::from).to_vec();
        CounterfactualState { asks: true, sentence: self.sum_up(awaited, own), columns, rows, running: awaited > 0 }
    }

    fn sum_up(&self, awaited: usize, own: Time) -> String {
        let others = &self.panels.explanation.others;
        if awaited > 0 {
            return format!("{} of {} have told.", others.len() - awaited, counted(others.len(), "run"));
        }
        let starts = || others.iter().filter_map(|other| Some((other.start()?, &other.name)));
        let earlier = starts().filter(|(start, _)| *start < own).count();
        let first = starts().filter(|(start, _)| *start < own).min_by_key(|(start, _)| *start);
        match first {
            None => "In none of them it would have started earlier.".into(),
            Some((start, name)) => {
                let length = self.clock.length(own - start);
                format!(
                    "It would have started earlier in {earlier} of {}, earliest {length} earlier under {name}.",
                    counted(starts().count(), "run")
                )
            }
        }
    }
}
