//! Imported schedules, which no run of the simulator made: from a log, from a file, or of a planned batch.

use super::{NO_JOB, Trace};
use crate::machine::{Block, Machine};
use crate::sorting::{ascending, sorted};
use crate::time::Time;

/// The source of an imported schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScheduleSource {
    /// The wait times of a log.
    Log,
    /// A file, on a machine that the user has named.
    File,
    /// A file, on the smallest machine that holds all of it.
    FileAlone,
    /// A planned batch; each run of a job is an entry.
    Batch,
}

impl ScheduleSource {
    const ALL: [ScheduleSource; 4] =
        [ScheduleSource::Log, ScheduleSource::File, ScheduleSource::FileAlone, ScheduleSource::Batch];
}

/// One job of an imported schedule; times in microseconds, `0 <= submit <= start <= end`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedJob {
    /// Its number.
    pub id: i64,
    /// When it arrived.
    pub submit: Time,
    /// When it started.
    pub start: Time,
    /// When it ended.
    pub end: Time,
    /// Its estimate; negative if unknown.
    pub estimate: Time,
    /// Processors it asked for.
    pub asked: u32,
    /// Processors it held.
    pub held: u32,
    /// Its blocks; empty if unknown.
    pub blocks: Vec<Block>,
}

impl Trace {
    /// An imported schedule, with its jobs in any order. `left_out` more jobs lack the times to be in it. Waiting jobs
    /// are in order of arrival, because no other order is known. Jobs may hold more processors than the machine has;
    /// then no processor is free. The blocks must lie on the machine. Cost: O(n log n).
    pub fn from_import(machine: &Machine, lives: Vec<ImportedJob>, origin: ScheduleSource, left_out: u32) -> Trace {
        let mut trace = Trace {
            extents: machine.extents().to_vec(),
            rings: machine.rings().iter().map(|&ring| ring.into()).collect(),
            rank: (0..lives.len() as u32).collect(),
            origin: vec![origin as u32, left_out],
            ..Trace::default()
        };
        for life in sorted(lives, |one, other| one.submit.cmp(&other.submit)) {
            trace.id.push(life.id);
            trace.submit.push(life.submit);
            trace.runtime.push(life.end - life.start);
            trace.estimate.push(life.estimate);
            trace.start.push(life.start);
            trace.end.push(life.end);
            trace.asked.push(life.asked);
            trace.effective.push(life.asked);
            trace.held.push(life.held);
            trace.first_block.push(trace.block_count());
            trace.place(life.blocks.iter().copied());
        }
        trace.first_block.push(trace.block_count());
        trace.settle();
        trace
    }

    /// The source of an imported schedule; none for a run of the simulator.
    pub fn origin(&self) -> Option<ScheduleSource> {
        ScheduleSource::ALL.into_iter().find(|origin| self.origin.first() == Some(&(*origin as u32)))
    }

    /// The number of jobs that are left out because their times are unknown.
    pub fn left_out(&self) -> u32 {
        self.origin.get(1).copied().unwrap_or(0)
    }

    /// Derives the free processors and the head of the queue over time from the starts and ends.
    fn settle(&mut self) {
        let (jobs, mut busy, mut head) = (self.len(), 0u64, 0);
        // All arrivals by job, then all starts, then all ends.
        let moments = [&self.submit[..], &self.start, &self.end].concat();
        let mut events = ascending(moments.iter().copied()).into_iter().map(|event| event as usize).peekable();
        while let Some(now) = events.peek().map(|&event| moments[event]) {
            while let Some(event) = events.next_if(|&event| moments[event] == now) {
                match event / jobs {
                    0 => {}
                    1 => busy += u64::from(self.held[event - jobs]),
                    _ => busy -= u64::from(self.held[event - 2 * jobs]),
                }
            }
            // The jobs that have not started, in order of arrival. The first of them is the head if it has arrived.
            while self.start.get(head).is_some_and(|&start| start <= now) {
                head += 1;
            }
            let waits = self.submit.get(head).is_some_and(|&submit| submit <= now);
            let state =
                (u64::from(self.processors()).saturating_sub(busy) as u32, if waits { head as u32 } else { NO_JOB });
            if (self.free.last(), self.head.last()) != (Some(&state.0), Some(&state.1)) {
                self.settled.push(now);
                self.free.push(state.0);
                self.head.push(state.1);
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::run::testing::runs;
    use proptest::prelude::*;

    /// The jobs of a run, as an import would list them.
    pub fn lives(trace: &Trace) -> Vec<ImportedJob> {
        let life = |job: usize| ImportedJob {
            id: trace.id[job],
            submit: trace.submit[job],
            start: trace.start[job],
            end: trace.end[job],
            estimate: trace.estimate[job],
            asked: trace.asked[job],
            held: trace.held[job],
            blocks: trace.blocks_of(job).collect(),
        };
        (0..trace.len()).map(life).collect()
    }

    fn life(id: i64, [submit, start, end]: [Time; 3], held: u32) -> ImportedJob {
        ImportedJob { id, submit, start, end, estimate: -1, asked: held, held, blocks: Vec::new() }
    }

    /// On four processors. Job 9 holds three from 0 to 10. Job 2 arrives at 1 and starts at 12. Job 5 arrives at 3 and
    /// starts at 4 with two processors, one more than there are. Job 7 precedes it in the list, has no length, and
    /// waits only at its start.
    #[test]
    fn a_schedule_by_hand() {
        let list =
            vec![life(9, [0, 0, 10], 3), life(7, [12, 12, 12], 4), life(2, [1, 12, 20], 1), life(5, [3, 4, 8], 2)];
        let trace = Trace::from_import(&Machine::mesh(&[4]), list, ScheduleSource::Log, 3);
        assert_eq!(trace.check(), Ok(()));
        assert_eq!((&trace.id[..], &trace.rank[..]), (&[9, 2, 5, 7][..], &[0, 1, 2, 3][..]));
        assert_eq!((trace.origin(), trace.left_out()), (Some(ScheduleSource::Log), 3));
        assert_eq!(trace.settled, [0, 1, 4, 8, 10, 12, 20]);
        assert_eq!(trace.free, [1, 1, 0, 1, 4, 3, 4]);
        assert_eq!(trace.head, [NO_JOB, 1, 1, 1, 1, NO_JOB, NO_JOB]);
        assert_eq!((Trace::default().origin(), Trace::default().left_out()), (None, 0));
    }

    #[test]
    fn every_source_is_found_by_its_number() {
        for origin in ScheduleSource::ALL {
            let trace = Trace::from_import(&Machine::mesh(&[1]), Vec::new(), origin, 0);
            assert_eq!((trace.origin(), trace.check()), (Some(origin), Ok(())));
        }
    }

    proptest! {
        /// The free processors and the head follow from the starts and ends if the queue is in order of arrival.
        #[test]
        fn a_run_that_is_imported_stays_the_same(run in runs()) {
            let trace = Trace::from_import(&run.machine().unwrap(), lives(&run), ScheduleSource::File, 0);
            prop_assert_eq!(trace.check(), Ok(()));
            let by_arrival = run.rank.is_sorted() && run.order.is_empty();
            // A schedule does not say by which topology it was placed, nor for which user.
            let (scored, fragmentation, user) = (Vec::new(), Vec::new(), Vec::new());
            let of_import = Trace { origin: trace.origin.clone(), effective: run.asked.clone(), ..run.clone() };
            let mut expected = Trace { scored, fragmentation, user, ..of_import };
            if !by_arrival {
                let (rank, head, settled, free) = (trace.rank.clone(), trace.head.clone(), trace.settled.clone(), trace.free.clone());
                for (at, &now) in settled.iter().enumerate() {
                    prop_assert_eq!(free[at], run.settled_at(now).0);
                    let waits = |job: &usize| run.submit[*job] <= now && now < run.start[*job];
                    prop_assert_eq!(head[at], (0..run.len()).find(waits).map_or(NO_JOB, |job| job as u32));
                }
                expected = Trace { rank, order: Vec::new(), head, settled, free, ..expected };
            }
            prop_assert_eq!(trace, expected);
        }
    }
}
