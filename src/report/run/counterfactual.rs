//! The counterfactual starts of the chosen job, in rows that appear as runs end.

use super::{RunExplorer, clock};
use crate::report::counterfactual::{COLUMNS, row};
use crate::report::words::counted;
use crate::time::Time;
use serde::Serialize;

/// The counterfactual starts of a job.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CounterfactualState {
    /// Whether other runs can be asked for; not for an imported schedule.
    pub asks: bool,
    /// The progress or the result; empty before a request.
    pub sentence: String,
    /// The titles of the columns.
    pub columns: Vec<String>,
    /// This run, then each other one; none before a request.
    pub rows: Vec<Vec<String>>,
    /// Whether some runs have not answered yet.
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
    /// A run with this name and without an answer.
    pub fn new(name: String) -> CounterfactualRun {
        CounterfactualRun { name, outcome: Outcome::Awaited }
    }

    /// Whether it has not answered yet.
    pub fn is_awaited(&self) -> bool {
        self.outcome == Outcome::Awaited
    }

    /// Takes the start of the job, or why it is unknown.
    pub fn answer(&mut self, start: &str, problem: &str) {
        self.outcome = match clock::read(start) {
            Ok(start) if problem.is_empty() => Outcome::Starts(start),
            _ => Outcome::Unknown(problem.into()),
        };
    }

    /// Stops waiting for its answer.
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
    /// The state of the counterfactual starts of the job.
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
            return format!("{} of {} have answered.", others.len() - awaited, counted(others.len(), "run"));
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
