//! Schedules that no run of the simulator has made: as a log has them, from a file, of a batch that was planned.

use super::{NO_JOB, Trace};
use crate::machine::{Block, Machine};
use crate::sorting::{ascending, sorted};
use crate::time::Time;

/// Where a schedule comes from that is no run of the simulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScheduleSource {
    /// The wait times of a log.
    Log,
    /// A file, on a machine that somebody has named.
    File,
    /// A file, on the least machine that holds all of it.
    FileAlone,
    /// A batch that was planned, each stretch of a job by itself.
    Batch,
}

impl ScheduleSource {
    const ALL: [ScheduleSource; 4] =
        [ScheduleSource::Log, ScheduleSource::File, ScheduleSource::FileAlone, ScheduleSource::Batch];
}

/// One job of such a schedule; times in microseconds, `0 <= submit <= start <= end`.
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
    /// How long it was estimated to run; negative where nobody knows.
    pub estimate: Time,
    /// Processors it asked for.
    pub asked: u32,
    /// Processors it held.
    pub held: u32,
    /// Where; nothing where nobody knows.
    pub blocks: Vec<Block>,
}

impl Trace {
    /// A schedule from elsewhere, in whichever order its jobs come; `left_out` more are not known well enough to be in it. Who
    /// waits stands in order of arrival, for no other order is known. More processors may be held than the machine has: then
    /// none is free. Blocks lie on the machine. Cost: O(n log n).
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

    /// Where it comes from; nothing of a run of the simulator.
    pub fn origin(&self) -> Option<ScheduleSource> {
        ScheduleSource::ALL.into_iter().find(|origin| self.origin.first() == Some(&(*origin as u32)))
    }

    /// How many jobs are left out, since nobody knows when they ran.
    pub fn left_out(&self) -> u32 {
        self.origin.get(1).copied().unwrap_or(0)
    }

    /// Finds out from starts and ends what was free when, and who headed the queue.
    fn settle(&mut self) {
        let [starts, ends] = [&self.start, &self.end].map(|times| ascending(times.iter().copied()));
        let (mut started, mut ended, mut busy, mut head) = (0, 0, 0u64, 0);
        let moments = [&self.submit[..], &self.start, &self.end].concat();
        for now in ascending(moments.iter().copied()).into_iter().map(|place| moments[place as usize]) {
            while let Some(&job) = starts.get(started).filter(|job| self.start[**job as usize] <= now) {
                busy += u64::from(self.held[job as usize]);
                started += 1;
            }
            while let Some(&job) = ends.get(ended).filter(|job| self.end[**job as usize] <= now) {
                busy -= u64::from(self.held[job as usize]);
                ended += 1;
            }
            // Who has not started, in order of arrival: the first of them arrived first, if anybody did.
            while self.start.get(head).is_some_and(|&start| start <= now) {
                head += 1;
            }
            let waits = self.submit.get(head).is_some_and(|&submit| submit <= now);
            let state =
                (u64::from(self.processors()).saturating_sub(busy) as u32, if waits { head as u32 } else { NO_JOB });
            // Of equal moments the first takes in all that happens.
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

    /// The jobs of a run, as if it came from elsewhere.
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

    /// On four processors: job 9 takes three from 0 to 10; job 2 arrives at 1 and starts at 12 only; job 5 arrives at 3 and
    /// starts at 4 with two, one more than there are; job 7 comes before it in the list, has no length, and waits at its start
    /// only.
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
    fn every_origin_is_known_by_its_number() {
        for origin in ScheduleSource::ALL {
            let trace = Trace::from_import(&Machine::mesh(&[1]), Vec::new(), origin, 0);
            assert_eq!((trace.origin(), trace.check()), (Some(origin), Ok(())));
        }
    }

    proptest! {
        /// What was free and who headed the queue follows from starts and ends, wherever the queue stands in order of arrival.
        #[test]
        fn a_run_that_comes_from_elsewhere_is_the_run(run in runs()) {
            let trace = Trace::from_import(&run.machine().unwrap(), lives(&run), ScheduleSource::File, 0);
            prop_assert_eq!(trace.check(), Ok(()));
            let by_arrival = run.rank.is_sorted() && run.order.is_empty();
            let mut expected = Trace { origin: trace.origin.clone(), effective: run.asked.clone(), ..run.clone() };
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
