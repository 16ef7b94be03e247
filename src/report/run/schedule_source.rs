//! The notes on an imported schedule: its source, and what is unknown.

use super::RunExplorer;
use crate::report::words::counted;
use crate::run::ScheduleSource;
use crate::run::series::Measure;

/// On a run in an own order of the queue.
const OWN_ORDER: &str = "The queue is listed in order of arrival: only the code of the policy knows its order.";

impl RunExplorer {
    /// A few sentences; empty for a run of the simulator with an order of the catalogue.
    pub(super) fn origin(&self) -> String {
        let (trace, machine) = (&self.trace, self.trace.machine());
        let machine = machine.map_or(String::new(), |machine| machine.to_string());
        let placed = if trace.is_placed() { "its blocks" } else { "its jobs" };
        let kept = "It is kept until this page is closed; a link names it and cannot carry it.";
        let mut words = match trace.origin() {
            None if trace.is_own_order() => return OWN_ORDER.into(),
            None => return String::new(),
            Some(ScheduleSource::Log) => {
                "What really happened, by the wait times of the log; where jobs ran it does not say.".into()
            }
            Some(ScheduleSource::File) => {
                format!("A schedule from a file, on the {machine} of this experiment. {kept}")
            }
            Some(ScheduleSource::FileAlone) => {
                format!(
                    "A schedule from a file, which names no machine: {machine} is the least that holds {placed}. {kept}"
                )
            }
            Some(ScheduleSource::Batch) => {
                "A batch, planned as a whole: every job is there from the beginning.".to_string()
            }
        };
        words += match trace.origin() {
            Some(ScheduleSource::Batch) => {
                " They wait in the order of planning, the largest first; a job that is stopped waits until it goes on."
            }
            _ => " The queue stands in order of arrival, for no other is known; why jobs waited is not known either.",
        };
        if trace.left_out() > 0 {
            let jobs = counted(trace.left_out() as usize, "job");
            words += &format!(" {jobs} of which it is not known how long they waited are left out.");
        }
        let most = self.course.most(Measure::Busy);
        if most > f64::from(trace.processors()) {
            let all = trace.processors();
            words += &format!(" At times jobs hold more processors than the {all} there are, up to {most}.");
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::report::RunAction;
    use crate::run::{ImportedJob, Trace};
    use crate::time::SECOND;

    /// On four processors, in seconds: job 1 holds three from 0 to 10, and job 2 holds two from 5 to 8. Job 3 arrives
    /// at 6 and starts at 9.
    fn watch(origin: ScheduleSource, left_out: u32) -> RunExplorer {
        let life = |(id, submit, start, end, held): (i64, i64, i64, i64, u32)| ImportedJob {
            id,
            submit: submit * SECOND,
            start: start * SECOND,
            end: end * SECOND,
            estimate: -1,
            asked: held,
            held,
            blocks: Vec::new(),
        };
        let lives = [(1, 0, 0, 10, 3), (2, 5, 5, 8, 2), (3, 6, 9, 12, 1)].map(life).to_vec();
        RunExplorer::new(Trace::from_import(&Machine::mesh(&[4]), lives, origin, left_out), false).unwrap()
    }

    #[test]
    fn a_log_with_more_processors_in_use_than_exist_has_a_note() {
        let mut watch = watch(ScheduleSource::Log, 2);
        let state = watch.apply_action(RunAction::Open { moment: "6".into(), job: "3".into() });
        assert_eq!(
            state.origin,
            "What really happened, by the wait times of the log; where jobs ran it does not say. The queue stands in order \
             of arrival, for no other is known; why jobs waited is not known either. 2 jobs of which it is not known how long \
             they waited are left out. At times jobs hold more processors than the 4 there are, up to 5."
        );
        assert_eq!(
            state.sentence,
            "2 jobs run on 5 processors, 1 more than the 4 there are; 1 job waits. Job 3, at the head, needs 1: 1 more than are free."
        );
        assert_eq!(state.queue.cells, [["1", "3", "1", "0 s", "unknown", "3 s"]]);
        assert_eq!(state.queries, [], "no worker can find out why");
        let facts = state.job.unwrap().facts;
        assert!(facts.iter().all(|(name, _)| name != "estimated to run"), "{facts:?}");
        let line = watch.line(472.0);
        assert_eq!(
            (line.strips[0].most, line.overview.iter().fold(0.0, |most: f64, share| most.max(*share))),
            (5.0, 1.0)
        );
        let later = watch.apply_action(RunAction::Type { moment: "8.5".into() }).sentence;
        assert!(later.ends_with("Job 3, at the head, needs 1, and 1 are free, but it does not start."), "{later}");
    }

    #[test]
    fn every_source_has_its_words() {
        let said = |origin| watch(origin, 0).apply_action(RunAction::Whole).origin;
        assert!(
            said(ScheduleSource::File)
                .starts_with("A schedule from a file, on the mesh:4 of this experiment. It is kept until")
        );
        assert!(
            said(ScheduleSource::FileAlone)
                .contains("names no machine: mesh:4 is the least that holds its jobs. It is kept")
        );
        assert!(
            said(ScheduleSource::Batch).contains("the largest first; a job that is stopped waits until it goes on.")
        );
        let run = Trace { origin: Vec::new(), ..watch(ScheduleSource::Log, 0).trace };
        assert_eq!(RunExplorer::new(run, false).unwrap().apply_action(RunAction::Whole).origin, "");
    }
}
