//! The machine along the timeline of running jobs and reservations, for strategies where it matters which nodes are
//! free.

use super::Reserved;
use super::replay::Replay;
use crate::scheduling::state::State;
use crate::time::Time;
use std::collections::BTreeSet;

/// Copies of the machine now and at each later time at which jobs are estimated to end. With these snapshots a replay
/// starts at the first change instead of at the present.
pub struct Timeline {
    /// In order of time. Each snapshot is the machine before jobs start at its time.
    snapshots: Vec<Replay>,
    /// A copy for trials.
    scratch: Replay,
    /// Whether all reserved jobs are known to find room together.
    works: bool,
}

impl Timeline {
    /// A timeline of the present machine, without reservations.
    pub fn new(state: &State, now: Time) -> Timeline {
        let mut timeline = Timeline { snapshots: Vec::new(), scratch: Replay::new(state, now), works: false };
        timeline.refresh(state, &BTreeSet::new(), now);
        timeline
    }

    /// Moves the present forward, if all jobs have ended as estimated.
    pub fn go_on(&mut self, now: Time) {
        let first = self.snapshot_at(now);
        self.snapshots.drain(..first);
        self.snapshots[0].end_until(now);
    }

    /// The last snapshot up to this time. Only ends make snapshots, so that no job ends between the two times.
    fn snapshot_at(&self, time: Time) -> usize {
        self.snapshots.partition_point(|snapshot| snapshot.time <= time).saturating_sub(1)
    }

    /// Takes the snapshots anew, after an event at another time than estimated. Returns the time up to which the
    /// snapshots differ.
    pub fn refresh(&mut self, state: &State, reserved: &BTreeSet<Reserved>, now: Time) -> Time {
        let mut replay = Replay::new(state, now);
        let mut fresh = vec![replay.fork()];
        let known = if self.works { &self.snapshots[..] } else { &[] };
        let mut same = None;
        let all = replay.play(state, reserved.iter(), |replay| {
            same = find_like(known, replay);
            if same.is_none() {
                fresh.push(replay.fork());
            }
            same.is_some()
        });
        self.works = all.is_ok();
        let end = same.map_or(Time::MAX, |same| known[same].time);
        self.snapshots.splice(..same.unwrap_or(self.snapshots.len()), fresh);
        end
    }

    /// Whether all reserved jobs are known to find room together.
    pub fn works(&self) -> bool {
        self.works
    }

    /// The first time from this time on at which jobs are estimated to end, or the present.
    pub fn next_end(&self, from: Time) -> Option<Time> {
        let place = self.snapshots.partition_point(|snapshot| snapshot.time < from);
        self.snapshots.get(place).map(|snapshot| snapshot.time)
    }

    /// Adds a job if all reserved jobs find room together with it. A reservation of the job at `present` does not
    /// count. Returns the time up to which the timeline changes. If a job finds no room, the call fails with the time
    /// of that job and changes nothing.
    pub fn add(
        &mut self,
        state: &State,
        reserved: &BTreeSet<Reserved>,
        job: Reserved,
        present: Option<Time>,
    ) -> Result<Time, Time> {
        let place = self.snapshot_at(job.start);
        let from = &self.snapshots[place];
        let others = |reserved: &&Reserved| reserved.job != job.job;
        let ahead = reserved.range(Reserved::first_at(from.time)..job).filter(others);
        let is_necessary = state.allocator.is_monotone() || ahead.clone().next().is_none();
        if is_necessary && !from.fits(state, job.job) {
            return Err(job.start);
        }
        let starts = ahead.chain([&job]).chain(reserved.range(job..).filter(others));
        let known = &self.snapshots[place + 1..];
        // Before the present reservation, equal machines may still go on differently.
        let last = if self.works { present.unwrap_or(job.start).max(job.start) } else { Time::MAX };
        let mut same = None;
        self.scratch.copy_from(from);
        self.scratch.play(state, starts.clone(), |replay| {
            if replay.time > last {
                same = find_like(known, replay);
            }
            same.is_some()
        })?;
        let end = same.map_or(Time::MAX, |same| known[same].time);
        let changed = place + 1..same.map_or(self.snapshots.len(), |same| place + 1 + same);
        // Played again for the snapshots: most attempts fail, and a snapshot costs a copy of the machine.
        let mut fresh = Vec::new();
        self.scratch.copy_from(from);
        let again = self.scratch.play(state, starts, |replay| {
            let is_changed = replay.time < end;
            if is_changed {
                fresh.push(replay.fork());
            }
            !is_changed
        });
        self.snapshots.splice(changed, fresh);
        self.works = again.is_ok();
        Ok(end)
    }

    /// Starts a reserved job.
    pub fn start(&mut self, state: &State, job: usize) {
        self.snapshots[0].start(state, job);
    }
}

/// The snapshot of the time of a replay, if the machine is the same there.
fn find_like(known: &[Replay], replay: &mut Replay) -> Option<usize> {
    let same = known.binary_search_by_key(&replay.time, |known| known.time).ok()?;
    replay.is_like(&known[same]).then_some(same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocation::Allocator;
    use crate::allocation::catalogue::{self, Setting};
    use crate::machine::Machine;
    use crate::scheduling::Order;
    use crate::workload::{Job, Jobs, Request};
    use proptest::prelude::*;

    /// Jobs of `2^k` processors, with their estimates.
    fn jobs(list: &[(u32, Time)]) -> Jobs {
        let job = |&(request, estimate): &(u32, Time)| Job { submit: 0, runtime: estimate, estimate, request };
        let requests = (0..4).map(|exponent| Request::processors(1 << exponent)).collect();
        Jobs { jobs: list.iter().map(job).collect(), requests, ..Jobs::default() }
    }

    /// Eight nodes under `nep`.
    fn machine() -> Box<dyn Allocator> {
        let machine = Machine::torus(&[2, 2, 2]);
        catalogue::find("nep").unwrap().make(&Setting { machine: &machine, seed: 1, replication: 0 }).unwrap()
    }

    fn reserved(start: Time, job: usize) -> Reserved {
        Reserved { start, rank: job as u32, job }
    }

    #[test]
    fn a_job_may_start_early_if_it_ends_before_another_needs_its_nodes() {
        let jobs = jobs(&[(2, 10), (3, 5), (2, 12), (2, 10)]);
        let mut observer = ();
        let mut state = State::new(&jobs, machine(), Order::Fcfs, &mut observer);
        state.waiting.insert(0);
        state.start(0, 0);
        let mut timeline = Timeline::new(&state, 0);
        let mut all = BTreeSet::new();
        assert_eq!((timeline.next_end(0), timeline.next_end(1), timeline.next_end(11)), (Some(0), Some(10), None));
        assert_eq!(timeline.add(&state, &all, reserved(0, 1), None), Err(0), "half of the machine is held");
        assert_eq!(timeline.add(&state, &all, reserved(10, 1), None), Ok(Time::MAX));
        all.insert(reserved(10, 1));
        assert_eq!(timeline.add(&state, &all, reserved(0, 2), None), Err(10), "job 1 finds no room");
        assert_eq!(timeline.add(&state, &all, reserved(0, 3), None), Ok(10), "from 10 on all is as before");
        assert!(timeline.works());
    }

    proptest! {
        /// Adds jobs and moves them to earlier times. The snapshots must always equal those of a replay from the
        /// present.
        #[test]
        fn snapshots_are_those_of_a_replay_from_the_present(
            list in prop::collection::vec((0u32..4, 0i64..9), 1..24),
            steps in prop::collection::vec((any::<prop::sample::Index>(), 0i64..40), 24),
        ) {
            let jobs = jobs(&list);
            let mut observer = ();
            let state = State::new(&jobs, machine(), Order::Fcfs, &mut observer);
            let mut timeline = Timeline::new(&state, 0);
            let mut all = BTreeSet::new();
            for (job, (moved, first)) in steps.iter().enumerate().take(list.len()) {
                for (job, mut from) in [(job, *first), (moved.index(job + 1), 0)] {
                    let present = all.iter().find(|reserved: &&Reserved| reserved.job == job).copied();
                    while let Some(start) = timeline.next_end(from) {
                        if present.is_some_and(|present| start >= present.start) {
                            break;
                        }
                        if timeline.add(&state, &all, reserved(start, job), present.map(|present| present.start)).is_ok() {
                            all.retain(|reserved| Some(*reserved) != present);
                            all.insert(reserved(start, job));
                            break;
                        }
                        from = start + 1;
                    }
                }
                let mut plain = Timeline::new(&state, 0);
                plain.refresh(&state, &all, 0);
                prop_assert!(plain.works() && timeline.works());
                let times = |timeline: &Timeline| timeline.snapshots.iter().map(|at| at.time).collect::<Vec<_>>();
                prop_assert_eq!(times(&timeline), times(&plain));
                for (found, expected) in timeline.snapshots.iter_mut().zip(&plain.snapshots) {
                    prop_assert!(found.is_like(expected), "at {}", expected.time);
                }
            }
        }
    }
}
