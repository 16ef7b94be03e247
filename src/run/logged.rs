//! A log's own schedule: when its jobs started and ended on the original machine.

use super::{ImportedJob, ScheduleSource, Trace, record};
use crate::diagnostic::Explain;
use crate::experiment::{AS_LOGGED, Plan};
use crate::machine::{MAX_NODES, Machine};
use crate::simulation::RunFailure;
use crate::time::Time;
use crate::workload::{Log, Selection};

/// Why there is no schedule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoLoggedSchedule {
    /// The cell cannot be run.
    #[error(transparent)]
    Run(#[from] RunFailure),
    /// The jobs come from a model.
    #[error("the jobs come from a model, which has no schedule")]
    NoLog,
    /// None of this many jobs has a wait time.
    #[error("none of the log's {0} jobs has a wait time")]
    NoWaits(usize),
}

impl Explain for NoLoggedSchedule {
    fn expected(&self) -> String {
        match self {
            NoLoggedSchedule::Run(failure) => failure.expected(),
            NoLoggedSchedule::NoLog => String::new(),
            NoLoggedSchedule::NoWaits(_) => "a number of seconds in the third field of a job".into(),
        }
    }

    fn remedy(&self) -> String {
        match self {
            NoLoggedSchedule::Run(failure) => failure.remedy(),
            NoLoggedSchedule::NoLog => "take a log".into(),
            NoLoggedSchedule::NoWaits(_) => "take a log that has wait times".into(),
        }
    }
}

/// A cell of a plan, run once more and recorded. For [`AS_LOGGED`], the original schedule of the jobs that the plan's
/// experiment takes from the log.
pub fn open(plan: &Plan, log: Option<&Log>, cell: usize) -> Result<Trace, NoLoggedSchedule> {
    if cell != AS_LOGGED {
        return Ok(record(plan, cell)?);
    }
    as_logged(log.ok_or(NoLoggedSchedule::NoLog)?, &plan.experiment().selection)
}

/// The original schedule of the jobs that a selection takes from a log. Each job started its wait time after its
/// submission and ran for its runtime. It held the processors that it was given, or that it asked for if the log does
/// not say how many it was given. Time 0 is the submission of the first selected job, as in a simulation. The machine
/// is a line of the log's processors, and jobs have no places on it. Times and sizes are the log's, even if the
/// experiment changes them. Jobs without a wait time are left out and counted. Fails if all are left out. Cost: O(n log
/// n).
pub fn as_logged(log: &Log, selection: &Selection) -> Result<Trace, NoLoggedSchedule> {
    let (places, _) = log.places(selection);
    let columns = &log.columns;
    let first = places.first().map_or(0, |&job| columns.submit.at(job as usize));
    let known = |time: Time| if time > 0 { time } else { -1 };
    let life = |job: usize| {
        let submit = columns.submit.at(job) - first;
        let (start, asked) = (submit + columns.wait.at(job), log.size(job));
        let held = u32::try_from(columns.allocated.at(job)).ok().filter(|&held| held > 0).unwrap_or(asked);
        let (id, estimate) = (columns.id.at(job), known(columns.requested_time.at(job)));
        ImportedJob {
            id,
            submit,
            start,
            end: start + columns.runtime.at(job),
            estimate,
            asked,
            held,
            blocks: Vec::new(),
        }
    };
    let lives: Vec<ImportedJob> =
        places.iter().map(|&job| job as usize).filter(|&job| columns.wait.at(job) >= 0).map(life).collect();
    if lives.is_empty() {
        return Err(NoLoggedSchedule::NoWaits(places.len()));
    }
    let largest = lives.iter().map(|life| life.held).max().unwrap_or(1);
    let processors = log.header.max_procs().unwrap_or(largest).min(MAX_NODES);
    let left_out = (places.len() - lives.len()) as u32;
    Ok(Trace::from_import(&Machine::mesh(&[processors]), lives, ScheduleSource::Log, left_out))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::permalink;
    use crate::formats;
    use crate::time::SECOND;

    /// Four processors. Job 1 waits 5 s for two processors, was given three, and runs 10 s. The times of job 2 are
    /// unknown. Job 3 asks for four and does not wait, so seven are held. Job 4 is of another queue.
    const LOG: &str = "; MaxProcs: 4
        1 100 5 10 3 -1 -1 2 60 -1 1 1 1 1 1 1 -1 -1
        2 101 -1 10 3 -1 -1 2 60 -1 1 1 1 1 1 1 -1 -1
        3 107 0 4.5 -1 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1
        4 107 0 10 4 -1 -1 4 60 -1 1 1 1 1 2 1 -1 -1";

    #[test]
    fn a_log_by_hand() {
        let (log, complaints) = formats::read(LOG.as_bytes());
        assert_eq!(complaints, []);
        let trace = as_logged(&log, &Selection { queue: Some(1), ..Selection::default() }).unwrap();
        assert_eq!((trace.check(), trace.origin(), trace.left_out()), (Ok(()), Some(ScheduleSource::Log), 1));
        assert_eq!((&trace.id[..], &trace.submit[..]), (&[1, 3][..], &[0, 7 * SECOND][..]));
        assert_eq!((&trace.start[..], &trace.end[..]), (&[5 * SECOND, 7 * SECOND][..], &[15 * SECOND, 11_500_000][..]));
        assert_eq!((&trace.asked[..], &trace.held[..]), (&[2, 4][..], &[3, 4][..]));
        assert_eq!(trace.estimate, [60 * SECOND, -1]);
        assert_eq!((trace.processors(), trace.is_placed(), &trace.free[..]), (4, false, &[4, 1, 0, 1, 4][..]));
    }

    #[test]
    fn a_log_without_waits_is_refused() {
        let (log, _) = formats::read(b"1 100 -1 10 3 -1 -1 2 60 -1 1 1 1 1 1 1 -1 -1");
        let error = as_logged(&log, &Selection::default()).unwrap_err();
        assert_eq!(error, NoLoggedSchedule::NoWaits(1));
        assert!(crate::diagnostic::Diagnostic::of(&error).message().ends_with("; take a log that has wait times"));
    }

    #[test]
    fn a_plan_opens_its_cells_and_its_log() {
        let experiment = permalink::read("#v=1&machine=mesh:2x4&allocation=ff&scheduling=fcfs&vary=none&log=l.swf").0;
        let (log, _) = formats::read(LOG.as_bytes());
        let (workload, _) = log.select(&experiment.selection);
        let plan = Plan::new(&experiment, &workload).unwrap();
        assert_eq!(open(&plan, Some(&log), AS_LOGGED), as_logged(&log, &experiment.selection));
        assert_eq!(open(&plan, Some(&log), 0).unwrap(), record(&plan, 0).unwrap());
        assert_eq!(open(&plan, None, AS_LOGGED), Err(NoLoggedSchedule::NoLog));
    }
}
