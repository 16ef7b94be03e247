//! Why jobs wait at a moment, in a few words each. A worker finds the reasons by running the cell again up to the end,
//! and asking for reasons at that instant only (`crate::run::waits`).

use super::RunExplorer;
use super::panel::{Answer, QueriedRun, Query};
use crate::experiment::Plan;
use crate::figure::Clock;
use crate::report::inspection::{Aspect, Inspection};
use crate::report::words::counted;
use crate::run::WaitingAt;
use crate::scheduling::Reason;
use crate::simulation::RunFailure;
use crate::time::Time;
use crate::view::SimulatedTime;
use crate::workload::number_of;
use serde::{Deserialize, Serialize};

/// Why jobs wait after an instant, until the next event.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MomentReasons {
    /// The instant, in the form of permalinks.
    pub instant: String,
    /// The jobs, by their index in the run.
    pub jobs: Vec<u32>,
    /// Why each of them waits.
    pub words: Vec<String>,
}

impl MomentReasons {
    /// Finds why the jobs of a cell wait at an instant of its run. Costs as much as the run. If the text is not a
    /// moment, no job waits.
    pub fn find(plan: &Plan, cell: usize, instant: &str) -> Result<MomentReasons, RunFailure> {
        let mut reasons = MomentReasons { instant: instant.into(), ..MomentReasons::default() };
        let Ok(SimulatedTime(at)) = instant.parse() else { return Ok(reasons) };
        let (jobs, ids) = (plan.jobs(cell)?, plan.ids(cell));
        let mut waits = WaitingAt::new(at);
        plan.observe(cell, &jobs, &mut waits)?;
        let clock = Clock::of_run(plan.experiment().communication.uses_network());
        let name = |job: usize| number_of(&ids, job);
        for (job, reason) in &waits.waiting {
            reasons.jobs.push(*job as u32);
            reasons.words.push(words(reason, &name, clock));
        }
        Ok(reasons)
    }

    /// The query for the reasons at the cursor if they are unknown.
    pub(super) fn queries(run: &RunExplorer) -> Vec<Query> {
        let instant = run.instant();
        // An imported schedule cannot run again.
        let known = run.moment.waiting.is_empty() || run.trace.origin().is_some() || run.reasons.instant == instant;
        if known { Vec::new() } else { vec![Query::here(Aspect::Waits(instant))] }
    }

    pub(super) fn take_answer(run: &mut RunExplorer, query: &Query, answer: Answer) {
        if let (QueriedRun::Here, Ok(Inspection::Waits(reasons))) = (query.run, answer)
            && reasons.instant == run.instant()
        {
            run.reasons = reasons.clone();
        }
    }

    /// Why a job waits, if known.
    pub(super) fn of(&self, job: usize) -> Option<String> {
        let place = self.jobs.iter().position(|other| *other as usize == job)?;
        self.words.get(place).cloned()
    }
}

/// A reason in a few words.
pub(super) fn words(reason: &Reason, name: &dyn Fn(usize) -> i64, clock: Clock) -> String {
    let by = |promised: Option<Time>| match promised {
        Some(promised) => format!("; at the latest at {}", clock.moment(promised)),
        None => String::new(),
    };
    match *reason {
        Reason::BehindHead { head } => format!("behind job {}, which heads the queue", name(head)),
        Reason::TooFewProcessors { missing, promised } => {
            format!("{} too few{}", counted(missing as usize, "processor"), by(promised))
        }
        Reason::NoPlace { promised } => format!("no place, though enough processors are free{}", by(promised)),
        Reason::BeyondDepth => "too far behind the head to be tried".into(),
        Reason::WouldDelayHead { head, shadow } => {
            format!("would delay job {}, which is to start at {}", name(head), clock.moment(shadow))
        }
        Reason::Reserved { start } => format!("reserved for {}", clock.moment(start)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::SECOND;

    #[test]
    fn every_reason_has_its_words() {
        let said = |reason: Reason| words(&reason, &|job| job as i64 + 1, Clock::Seconds);
        let noon = Some(43_200 * SECOND);
        for (reason, expected) in [
            (Reason::BehindHead { head: 3 }, "behind job 4, which heads the queue"),
            (Reason::TooFewProcessors { missing: 1, promised: None }, "1 processor too few"),
            (
                Reason::TooFewProcessors { missing: 12, promised: noon },
                "12 processors too few; at the latest at 0 d 12:00:00",
            ),
            (Reason::NoPlace { promised: None }, "no place, though enough processors are free"),
            (Reason::BeyondDepth, "too far behind the head to be tried"),
            (
                Reason::WouldDelayHead { head: 0, shadow: 43_200 * SECOND },
                "would delay job 1, which is to start at 0 d 12:00:00",
            ),
            (Reason::Reserved { start: 43_200 * SECOND }, "reserved for 0 d 12:00:00"),
        ] {
            assert_eq!(said(reason), expected);
        }
    }
}
