//! What one job waited for. A worker finds it by running the cell again and asking for the reasons of that job only.

use super::moment_reasons::words;
use crate::experiment::Plan;
use crate::figure::Clock;
use crate::report::shortage;
use crate::run::Waits;
use crate::run::waits::Interval;
use crate::scheduling::Reason;
use crate::simulation::RunFailure;
use crate::view::SimulatedTime;
use crate::workload::number_of;
use serde::{Deserialize, Serialize};

/// What a job waited for from its arrival to its start, without gaps.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct JobWaits {
    /// The index of the job in the run.
    pub job: u32,
    /// The beginning of each interval of waiting and the end of the last, in the form of permalinks; none if it did not
    /// wait.
    pub moments: Vec<String>,
    /// The index of the kind of each reason.
    pub kinds: Vec<u32>,
    /// The first reasons in words.
    pub words: Vec<String>,
}

/// The most intervals that have words.
pub(super) const MOST_WORDS: usize = 200;

impl JobWaits {
    /// Finds what a job of a cell waited for. Costs slightly more than the run. An index without a job has not waited.
    pub fn find(plan: &Plan, cell: usize, job: u32) -> Result<JobWaits, RunFailure> {
        let mut job_waits = JobWaits { job, ..JobWaits::default() };
        let (jobs, machine, ids) = (plan.jobs(cell)?, plan.machine(cell), plan.ids(cell));
        if job as usize >= jobs.jobs.len() {
            return Ok(job_waits);
        }
        let empty = plan.allocator(cell)?;
        let waits = Waits::of(&jobs, &machine, job as usize).without(&machine, &plan.boxes_down(cell));
        let mut waits = waits.under(&*empty);
        plan.observe(cell, &jobs, &mut waits)?;
        let clock = Clock::of_run(plan.experiment().communication.uses_network());
        let name = |job: usize| number_of(&ids, job);
        let intervals = waits.intervals();
        let ends = intervals.iter().map(|interval| interval.from).chain(intervals.last().map(|last| last.to));
        job_waits.moments = ends.map(|end| SimulatedTime(end).to_string()).collect();
        job_waits.kinds = intervals.iter().map(|interval| interval.reason.kind() as u32).collect();
        job_waits.words = intervals.iter().take(MOST_WORDS).map(|interval| in_words(interval, &name, clock)).collect();
        Ok(job_waits)
    }
}

/// Why a job waited, with the free processors at that time.
fn in_words(interval: &Interval, name: &dyn Fn(usize) -> i64, clock: Clock) -> String {
    let (words, free) = (words(&interval.reason, name, clock), interval.free);
    match interval.reason {
        Reason::TooFewProcessors { .. } => format!("{words} ({free} free)"),
        Reason::NoPlace { .. } => match (&interval.shortage, &interval.largest) {
            (Some(shortage), _) => format!("{words} ({free}; {})", shortage::words(shortage, name)),
            (None, Some(largest)) => format!("{words} ({free}; the largest free box {})", largest.joined("x")),
            (None, None) => format!("{words} ({free})"),
        },
        _ => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Coordinates;

    #[test]
    fn the_largest_free_box_is_named_if_it_matters() {
        let job_waits = |reason, largest: Option<&[u32]>| {
            let largest = largest.map(Coordinates::new);
            let interval = Interval { from: 0, to: 1, reason, free: 9, largest, shortage: None };
            in_words(&interval, &|job| job as i64, Clock::Seconds)
        };
        let [missing, no_place] = [3, 0].map(|missing| match missing {
            0 => Reason::NoPlace { promised: None },
            _ => Reason::TooFewProcessors { missing, promised: None },
        });
        assert_eq!(job_waits(missing, None), "3 processors too few (9 free)");
        let nowhere = "no place, though enough processors are free (9";
        assert_eq!(job_waits(no_place, Some(&[2, 4])), format!("{nowhere}; the largest free box 2x4)"));
        assert_eq!(job_waits(no_place, None), format!("{nowhere})"));
        assert_eq!(job_waits(Reason::BehindHead { head: 4 }, Some(&[1])), "behind job 4, which heads the queue");
    }
}
