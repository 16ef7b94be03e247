//! The reservations of all waiting jobs.

use super::profile::Profile;
use super::timeline::Timeline;
use super::{Reserved, estimated_runtime, processors};
use crate::scheduling::state::State;
use crate::time::Time;
use std::collections::BTreeSet;

/// The reservations of all waiting jobs. The profile of free processors says when a job may find room; where it matters which
/// nodes are free, the timeline says whether it does.
pub struct Reservations {
    reserved: BTreeSet<Reserved>,
    /// By job, the start that it was last promised.
    promised: Vec<Time>,
    profile: Profile,
    /// `None` where a job finds room wherever enough processors are free.
    timeline: Option<Timeline>,
    /// Whether jobs have ended otherwise than they were estimated to, so that the timeline is another.
    is_surprised: bool,
    /// Whether something has changed since all jobs were last looked at, so that one may start earlier.
    may_move: bool,
    /// All processors of the machine.
    processors: u32,
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
            may_move: false,
            processors,
        }
    }

    /// Time goes on, as it was estimated to: that alone changes nothing. Every pass begins with it.
    pub fn go_on(&mut self, now: Time) {
        self.profile.go_on(now);
        if let Some(timeline) = &mut self.timeline {
            timeline.go_on(now);
        }
    }

    /// A job has ended. If it ends before its estimate it leaves a gap; if it ends after its estimate, jobs may start at a time at
    /// which none was estimated to end.
    pub fn complete(&mut self, state: &State, now: Time, job: usize) {
        let estimated_end = state.estimated_end(job).max(self.promised[job] + 1);
        if estimated_end > now {
            self.profile.give_back(now, estimated_end, processors(state, job));
        }
        if estimated_end != now {
            (self.is_surprised, self.may_move) = (true, true);
        }
    }

    /// Each waiting job before the first arrival, in the order of the queue, is taken out and put back at the earliest time that
    /// all other reservations allow, its old time at the latest. If not even that is allowed, all reservations are made anew.
    pub fn compress(&mut self, state: &State, now: Time, first_arrival: usize) {
        if let Some(timeline) = self.timeline.as_mut().filter(|_| std::mem::take(&mut self.is_surprised)) {
            timeline.refresh(state, &self.reserved, now);
        }
        if !std::mem::take(&mut self.may_move) {
            return;
        }
        let waiting = earlier_arrivals(state, first_arrival);
        for &job in &waiting {
            let present = self.promised[job];
            if let Some(start) = self.earliest(state, now, job, Some(present)) {
                self.cancel(state, job);
                self.promise(state, job, start);
            } else if !self.works_with(state, job, present) {
                return self.make_anew(state, now, &waiting);
            }
        }
    }

    /// All reservations but those of arrivals are made anew, in the order of the queue: running jobs take longer than they were
    /// estimated to when others were promised their processors.
    pub fn start_over(&mut self, state: &State, now: Time, first_arrival: usize) {
        self.make_anew(state, now, &earlier_arrivals(state, first_arrival));
    }

    fn make_anew(&mut self, state: &State, now: Time, waiting: &[usize]) {
        self.reserved.clear();
        self.profile = Profile::new(now, self.processors);
        for run in state.running.iter() {
            self.profile.take(now, run.estimated_end.max(now + 1), processors(state, run.job));
        }
        self.timeline = self.timeline.take().map(|_| Timeline::new(state, now));
        for &job in waiting {
            self.reserve(state, now, job);
        }
    }

    /// A job that has arrived gets the earliest time that all reservations allow.
    pub fn reserve(&mut self, state: &State, now: Time, job: usize) {
        // On the empty machine every job fits at last. Only code that answers the same question differently from time to time can
        // take back what reservations stand on.
        let start = self.earliest(state, now, job, None).unwrap_or_else(|| self.profile.empty_from().max(now));
        self.promise(state, job, start);
    }

    /// The earliest time from now on, before its present reservation if it has one, at which all reservations allow a job to start.
    /// The job must then be promised this time.
    ///
    /// Its own reservation takes nothing from it: processors need to be free up to that only.
    fn earliest(&mut self, state: &State, now: Time, job: usize, present: Option<Time>) -> Option<Time> {
        let (processors, duration) = (processors(state, job), estimated_runtime(state, job));
        let before = present.unwrap_or(Time::MAX);
        let mut from = now;
        while let Some(start) = self.profile.next_start(from, before, processors, duration) {
            let Some(timeline) = &mut self.timeline else { return Some(start) };
            let end = timeline.next_end(start)?;
            let candidate = Reserved { start, rank: state.waiting.rank(job), job };
            if end == start && timeline.add(state, &self.reserved, candidate, present) {
                return Some(start);
            }
            from = end.max(start + 1);
        }
        None
    }

    /// Whether all reservations find room if this job keeps its own.
    fn works_with(&mut self, state: &State, job: usize, present: Time) -> bool {
        let Some(timeline) = &mut self.timeline else { return true };
        let reserved = Reserved { start: present, rank: state.waiting.rank(job), job };
        timeline.works() || timeline.add(state, &self.reserved, reserved, Some(present))
    }

    fn promise(&mut self, state: &State, job: usize, start: Time) {
        self.reserved.insert(Reserved { start, rank: state.waiting.rank(job), job });
        let end = start.saturating_add(estimated_runtime(state, job));
        self.profile.take(start, end, processors(state, job));
        self.promised[job] = start;
        self.may_move = true;
    }

    fn cancel(&mut self, state: &State, job: usize) {
        let start = self.promised[job];
        self.reserved.remove(&Reserved { start, rank: state.waiting.rank(job), job });
        let end = start.saturating_add(estimated_runtime(state, job));
        self.profile.give_back(start, end, processors(state, job));
    }

    /// The next time at which a reservation falls due.
    pub fn next_start(&self) -> Option<Time> {
        self.reserved.first().map(|reserved| reserved.start)
    }

    /// Takes out the first reservation that is due; its job starts.
    pub fn pop_due(&mut self, state: &State, now: Time) -> Option<usize> {
        let job = self.reserved.first().filter(|reserved| reserved.start <= now)?.job;
        self.reserved.pop_first();
        if let Some(timeline) = &mut self.timeline {
            timeline.start(state, job);
        }
        Some(job)
    }

    /// The start that a job was last promised.
    pub fn promised(&self, job: usize) -> Time {
        self.promised[job]
    }
}

/// The jobs that wait since before this arrival, in the order of the queue.
fn earlier_arrivals(state: &State, first_arrival: usize) -> Vec<usize> {
    state.waiting.iter().filter(|&job| job < first_arrival).collect()
}
