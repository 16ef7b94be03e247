//! The machine along the timeline of running jobs and reservations, where it matters which nodes are free.

use super::Reserved;
use super::replay::Replay;
use crate::scheduling::state::State;
use crate::time::Time;
use std::collections::BTreeSet;

/// Copies of the machine now and at each later time at which jobs are estimated to end, so that a replay starts where something
/// changes.
pub struct Timeline {
    /// In order of time; each is the machine before jobs start at its time.
    snapshots: Vec<Replay>,
    /// A copy to try on.
    scratch: Replay,
    /// Whether all reserved jobs are known to find room together.
    works: bool,
}

impl Timeline {
    /// The machine as it is, without reservations.
    pub fn new(state: &State, now: Time) -> Timeline {
        let mut timeline = Timeline { snapshots: Vec::new(), scratch: Replay::new(state, now), works: false };
        timeline.refresh(state, &BTreeSet::new(), now);
        timeline
    }

    /// Time goes on, and everything has come as it was estimated to.
    pub fn go_on(&mut self, now: Time) {
        let first = self.snapshot_at(now);
        self.snapshots.drain(..first);
        self.snapshots[0].end_until(now);
    }

    /// The last snapshot up to this time. Only ends make snapshots, so that nothing ends between both.
    fn snapshot_at(&self, time: Time) -> usize {
        self.snapshots.partition_point(|snapshot| snapshot.time <= time).saturating_sub(1)
    }

    /// Something has come otherwise than it was estimated to: takes the snapshots anew. Returns up to when they are others.
    pub fn refresh(&mut self, state: &State, reserved: &BTreeSet<Reserved>, now: Time) -> Time {
        let mut replay = Replay::new(state, now);
        let mut fresh = vec![replay.fork()];
        let known = if self.works { &self.snapshots[..] } else { &[] };
        let mut same = None;
        let all = replay.play(state, reserved.iter(), |replay| {
            same = known.binary_search_by_key(&replay.time, |known| known.time).ok();
            same = same.filter(|&same| replay.is_like(&known[same]));
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

    /// The first time from this one on at which jobs are estimated to end, or the present.
    pub fn next_end(&self, from: Time) -> Option<Time> {
        let place = self.snapshots.partition_point(|snapshot| snapshot.time < from);
        self.snapshots.get(place).map(|snapshot| snapshot.time)
    }

    /// Adds a job where all reserved jobs find room together with it; its reservation at `present`, if it has one, counts as none.
    /// Returns up to when the timeline is another; fails with the time at which a job finds no room, and changes nothing.
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
        // Before its present reservation, machines are alike that go on otherwise.
        let last = if self.works { present.unwrap_or(job.start).max(job.start) } else { Time::MAX };
        let mut same = None;
        self.scratch.copy_from(from);
        self.scratch.play(state, starts.clone(), |replay| {
            if replay.time > last {
                same = known.binary_search_by_key(&replay.time, |known| known.time).ok();
                same = same.filter(|&same| replay.is_like(&known[same]));
            }
            same.is_some()
        })?;
        let end = same.map_or(Time::MAX, |same| known[same].time);
        let changed = place + 1..same.map_or(self.snapshots.len(), |same| place + 1 + same);
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

    /// A reserved job really starts.
    pub fn start(&mut self, state: &State, job: usize) {
        self.snapshots[0].start(state, job);
    }
}
