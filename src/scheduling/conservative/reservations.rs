//! The reservations of all waiting jobs.

use super::changes::Changes;
use super::profile::Profile;
use super::timeline::Timeline;
use super::{Reserved, estimated_runtime, processors};
use crate::scheduling::state::State;
use crate::time::Time;
use std::collections::BTreeSet;

/// The reservations of all waiting jobs. The profile of free processors says when a job may find room. Where it matters
/// which nodes are free, the timeline says whether the job does find room.
pub struct Reservations {
    reserved: BTreeSet<Reserved>,
    /// The start that each job was last promised, by job.
    promised: Vec<Time>,
    profile: Profile,
    /// `None` if every job finds room wherever enough processors are free.
    timeline: Option<Timeline>,
    /// Whether jobs have ended at other times than estimated, which makes the timeline out of date.
    is_surprised: bool,
    /// What has changed since the last check of all jobs. A change may allow a job to start earlier.
    changes: Changes,
    /// All processors of the machine.
    processors: u32,
}

/// A job that looks for a start.
struct Candidate {
    /// The job, and the earliest time at which it may start.
    job: Reserved,
    processors: u32,
    duration: Time,
    /// Its present reservation, if it has one.
    present: Option<Time>,
}

impl Candidate {
    fn new(state: &State, now: Time, job: usize, present: Option<Time>) -> Candidate {
        let (processors, duration) = (processors(state, job), estimated_runtime(state, job));
        Candidate { job: Reserved { start: now, rank: state.waiting.rank(job), job }, processors, duration, present }
    }
}

impl Reservations {
    /// No reservations yet.
    pub fn new(state: &State) -> Reservations {
        let processors = state.allocator.free_processors();
        let counts = state.allocator.needs_only_a_count();
        Reservations {
            reserved: BTreeSet::new(),
            promised: vec![Time::default(); state.jobs.jobs.len()],
            profile: Profile::new(Time::MIN, processors),
            timeline: (!counts).then(|| Timeline::new(state, Time::MIN)),
            is_surprised: false,
            changes: Changes::default(),
            processors,
        }
    }

    /// Moves the present forward. Every pass begins with this call. Time alone changes no reservation as long as jobs
    /// end as estimated.
    pub fn go_on(&mut self, now: Time) {
        self.profile.go_on(now);
        if let Some(timeline) = &mut self.timeline {
            timeline.go_on(now);
        }
    }

    /// Records the end of a job. An end before the estimate leaves a gap. An end after the estimate may let jobs start
    /// at a time at which no job was estimated to end.
    pub fn complete(&mut self, state: &State, now: Time, job: usize) {
        let estimated_end = state.estimated_end(job).max(self.promised[job] + 1);
        if estimated_end > now {
            self.profile.give_back(now, estimated_end, processors(state, job));
        }
        if estimated_end != now {
            self.is_surprised = true;
            self.changes.note(now..=estimated_end.max(now));
        }
    }

    /// Looks for earlier starts for the jobs that waited before the first arrival, in the order of the queue. Each job
    /// is taken out and put back at the earliest time that all other reservations allow, its old time at the latest. If
    /// even the old time is not allowed, all reservations are made anew.
    pub fn compress(&mut self, state: &State, now: Time, first_arrival: usize) {
        if let Some(timeline) = self.timeline.as_mut().filter(|_| std::mem::take(&mut self.is_surprised)) {
            self.changes.note(now..=timeline.refresh(state, &self.reserved, now));
        }
        if self.changes.is_empty() {
            return;
        }
        let seen = self.changes.count();
        let waiting = earlier_arrivals(state, first_arrival);
        for &job in &waiting {
            let candidate = Candidate::new(state, now, job, Some(self.promised[job]));
            if !self.look(state, &candidate) && !self.works_with(state, job, self.promised[job]) {
                return self.make_anew(state, now, &waiting);
            }
        }
        self.changes.forget(seen);
    }

    /// Makes all reservations anew, except those of arrivals, in the order of the queue. This is necessary when running
    /// jobs outrun the estimates on which the promises to other jobs rest.
    pub fn start_over(&mut self, state: &State, now: Time, first_arrival: usize) {
        self.make_anew(state, now, &earlier_arrivals(state, first_arrival));
    }

    fn make_anew(&mut self, state: &State, now: Time, waiting: &[usize]) {
        self.reserved.clear();
        self.changes = Changes::default();
        self.profile = Profile::new(now, self.processors);
        for run in state.running.iter() {
            self.profile.take(now, run.estimated_end.max(now + 1), processors(state, run.job));
        }
        self.timeline = self.timeline.take().map(|_| Timeline::new(state, now));
        for &job in waiting {
            self.reserve(state, now, job);
        }
    }

    /// Gives an arrived job the earliest time that all reservations allow.
    pub fn reserve(&mut self, state: &State, now: Time, job: usize) {
        // Every job fits on the empty machine, so that a start always exists. It can be missing only if an own strategy
        // answers the same question differently at different times.
        let candidate = Candidate::new(state, now, job, None);
        if !self.look(state, &candidate) {
            let start = self.profile.empty_from().max(now);
            self.promise(&candidate, start);
            self.changes.note(start..=Time::MAX);
            self.is_surprised = true;
        }
    }

    /// Promises a job the earliest time from now on that all other reservations allow. If the job has a reservation,
    /// the new time must be before it. Returns whether there is a time.
    ///
    /// The job's own reservation takes no processors from it: processors need to be free only up to that reservation.
    fn look(&mut self, state: &State, candidate: &Candidate) -> bool {
        let found = self.earliest(state, candidate);
        if let Some(start) = found {
            if let Some(present) = candidate.present {
                self.reserved.remove(&Reserved { start: present, ..candidate.job });
                self.profile.give_back(present, present.saturating_add(candidate.duration), candidate.processors);
            }
            self.promise(candidate, start);
        }
        found.is_some()
    }

    /// Finds the earliest time for a job. The caller must then promise this time to the job.
    fn earliest(&mut self, state: &State, candidate: &Candidate) -> Option<Time> {
        let Candidate { job, processors, duration, present } = *candidate;
        let (now, before) = (job.start, present.unwrap_or(Time::MAX));
        let Some(timeline) = &mut self.timeline else {
            let start = self.profile.next_start(now, before, processors, duration)?;
            present.into_iter().for_each(|present| self.changes.note(start..=present));
            return Some(start);
        };
        let unseen = self.changes.unseen(job.job);
        let (first, last) = unseen.hull()?;
        // An attempt may also have failed because too few processors were free during the run of the job.
        let (mut from, mut reach) = (now.max(first), unseen.reach.max(duration));
        let mut found = None;
        while let Some(start) = self.profile.next_start(from, before, processors, duration) {
            let Some(end) = timeline.next_end(start).filter(|&end| end <= last) else { break };
            from = end.max(start + 1);
            if end > start || !unseen.concern(start) {
                continue;
            }
            match timeline.add(state, &self.reserved, Reserved { start, ..job }, present) {
                Ok(until) => {
                    found = Some((start, until));
                    break;
                }
                Err(failed) => reach = reach.max(failed - start),
            }
        }
        found.into_iter().for_each(|(start, until)| self.changes.note(start..=until));
        self.changes.see(job.job, reach);
        found.map(|found| found.0)
    }

    /// Whether all reservations find room if this job keeps its own.
    fn works_with(&mut self, state: &State, job: usize, present: Time) -> bool {
        let Some(timeline) = &mut self.timeline else { return true };
        let reserved = Reserved { start: present, rank: state.waiting.rank(job), job };
        timeline.works() || timeline.add(state, &self.reserved, reserved, Some(present)).is_ok()
    }

    fn promise(&mut self, candidate: &Candidate, start: Time) {
        self.reserved.insert(Reserved { start, ..candidate.job });
        self.profile.take(start, start.saturating_add(candidate.duration), candidate.processors);
        self.promised[candidate.job.job] = start;
    }

    /// The next time at which a reservation falls due.
    pub fn next_start(&self) -> Option<Time> {
        self.reserved.first().map(|reserved| reserved.start)
    }

    /// Removes and returns the first reservation that is due; its job starts.
    pub fn pop_due(&mut self, state: &State, now: Time) -> Option<usize> {
        let job = self.reserved.first().filter(|reserved| reserved.start <= now)?.job;
        self.reserved.pop_first();
        if let Some(timeline) = &mut self.timeline {
            timeline.start(state, job);
            self.changes.remove(job);
        }
        Some(job)
    }

    /// The start that a job was last promised.
    pub fn promised(&self, job: usize) -> Time {
        self.promised[job]
    }
}

/// The jobs that have waited since before this arrival, in the order of the queue.
fn earlier_arrivals(state: &State, first_arrival: usize) -> Vec<usize> {
    state.waiting.iter().filter(|&job| job < first_arrival).collect()
}
