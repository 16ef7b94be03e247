//! Reservations where it matters which nodes are free.

use super::changes::Changes;
use super::profile::Profile;
use super::timeline::{Broken, Candidate, Timeline};
use super::{Reservations, Reserved, estimated_runtime, processors};
use crate::scheduling::state::State;
use crate::time::Time;
use std::collections::BTreeSet;

/// What is known of a job's reservation.
#[derive(Clone, Copy, Default)]
struct Promise {
    start: Time,
    /// At no time before it could the job start when there had been so many changes.
    changes: u32,
    /// Whoever stood against that did so at most so long after the time that was tried.
    reach: Time,
}

/// The reservations of all waiting jobs where they are placed: a [`Profile`] of free processors says at which times it is worth
/// while to replay the [`Timeline`] on copies of the machine.
pub struct Placed {
    reservations: BTreeSet<Reserved>,
    /// By job.
    promises: Vec<Promise>,
    profile: Profile,
    /// All processors of the machine.
    processors: u32,
    timeline: Timeline,
    /// Only what gives processors back or takes a place.
    changes: Changes,
    /// How many of them there were when reservations were last compressed.
    compressed: u32,
}

/// A job that looks for a start.
#[derive(Clone, Copy)]
struct Search {
    now: Time,
    job: usize,
    rank: u32,
    class: usize,
    duration: Time,
    processors: u32,
    /// Its present reservation, if it has one.
    present: Option<Time>,
    /// See [`Promise`].
    reach: Time,
}

impl Placed {
    /// No reservations yet.
    pub fn new(state: &State) -> Placed {
        let processors = state.allocator.free_processors();
        Placed {
            reservations: BTreeSet::new(),
            promises: vec![Promise::default(); state.jobs.jobs.len()],
            profile: Profile::new(Time::MIN, processors),
            processors,
            timeline: Timeline::default(),
            changes: Changes::default(),
            compressed: 0,
        }
    }

    /// Takes one job out and puts it back at the earliest time that all other reservations allow.
    fn move_earlier(&mut self, state: &State, now: Time, job: usize) -> Result<(), Broken> {
        let Promise { start: old, changes, reach } = self.promises[job];
        let from = self.changes.since(changes).saturating_sub(reach).max(now);
        if from >= old && self.timeline.works_out() {
            self.promises[job].changes = self.changes.count();
            return Ok(());
        }
        let mut search =
            Search { reach: if from == now { 0 } else { reach }, ..self.search(state, now, job, Some(old)) };
        let found = self.earliest(state, &mut search, from)?;
        if found.is_none() && !self.timeline.works_out() && !self.can_start(state, &mut search, old)? {
            return Err(Broken);
        }
        if let Some(start) = found {
            self.cancel(state, job);
            self.promise(&search, start);
        }
        self.promises[job].changes = self.changes.count();
        self.promises[job].reach = search.reach;
        Ok(())
    }

    /// All reservations are made anew, in the order of the queue.
    fn make_anew(&mut self, state: &State, now: Time, waiting: &[usize]) {
        self.reservations.clear();
        self.profile = Profile::new(now, self.processors);
        self.changes.note(now);
        self.timeline.start_over(now);
        for run in state.running.iter() {
            let end = run.estimated_end.max(now + 1);
            self.profile.take(now, end, processors(state, run.job));
            self.timeline.add_end(end);
        }
        for &job in waiting {
            self.reserve(state, now, job);
        }
    }

    fn promise(&mut self, search: &Search, start: Time) {
        let Search { job, duration, processors, reach, .. } = *search;
        let end = start.saturating_add(duration);
        self.reservations.insert(Reserved { start, rank: search.rank, job });
        self.profile.take(start, end, processors);
        self.timeline.add_end(end);
        self.changes.note(start);
        self.promises[job] = Promise { start, changes: self.changes.count(), reach };
    }

    /// Takes out the reservation of a job that will start earlier.
    fn cancel(&mut self, state: &State, job: usize) {
        let start = self.promises[job].start;
        let duration = estimated_runtime(state.job(job).estimate);
        let end = start.saturating_add(duration);
        self.reservations.remove(&Reserved { start, rank: state.waiting.rank(job), job });
        self.profile.give_back(start, end, processors(state, job));
        self.timeline.remove_end(end);
    }

    fn search(&self, state: &State, now: Time, job: usize, present: Option<Time>) -> Search {
        Search {
            now,
            job,
            rank: state.waiting.rank(job),
            class: state.waiting.class(job),
            duration: estimated_runtime(state.job(job).estimate),
            processors: processors(state, job),
            present,
            reach: 0,
        }
    }

    /// The earliest time from `from` on, and before its present reservation, at which all reservations allow a job to start.
    ///
    /// Its own reservation takes nothing from it: a window of free processors is long enough if it reaches that.
    fn earliest(&mut self, state: &State, search: &mut Search, from: Time) -> Result<Option<Time>, Broken> {
        let before = search.present.unwrap_or(Time::MAX);
        let mut next = from;
        while let Some((start, end)) = self.profile.next_run(next, search.processors).filter(|run| run.0 < before) {
            let last = if end >= before { before } else { (end - search.duration + 1).max(start) };
            if end < before {
                search.reach = search.reach.max(end - start);
            }
            next = start;
            while next < last {
                let candidate = self.timeline.next_candidate(next, search.class, search.rank, &self.changes);
                let Some(candidate) = candidate else { return Ok(None) };
                if candidate >= last {
                    next = candidate;
                } else if self.can_start(state, search, candidate)? {
                    return Ok(Some(candidate));
                } else {
                    next = candidate + 1;
                }
            }
            next = next.max(end);
        }
        Ok(None)
    }

    /// Whether a job could start at this time; then it must.
    fn can_start(&mut self, state: &State, search: &mut Search, start: Time) -> Result<bool, Broken> {
        let candidate = Candidate {
            reserved: Reserved { start, rank: search.rank, job: search.job },
            class: search.class,
            duration: search.duration,
            present: search.present,
        };
        let known = self.timeline.known(&self.reservations, &self.changes, &candidate);
        let failed = match known {
            Some(failed) => Some(failed),
            None => self.timeline.attempt(state, &self.reservations, &self.changes, search.now, &candidate)?,
        };
        search.reach = search.reach.max(failed.map_or(0, |failed| failed - start));
        Ok(failed.is_none())
    }
}

/// Who waits since before this arrival, in the order of the queue.
fn earlier_arrivals(state: &State, first_arrival: usize) -> Vec<usize> {
    state.waiting.iter().filter(|&job| job < first_arrival).collect()
}

impl Reservations for Placed {
    fn go_on(&mut self, now: Time) {
        self.profile.go_on_smoothly(now);
        self.timeline.go_on(now);
    }

    fn complete(&mut self, state: &State, now: Time, job: usize) {
        let estimated_end = state.estimated_end(job).max(self.promises[job].start + 1);
        if estimated_end > now {
            self.profile.give_back(now, estimated_end, processors(state, job));
            self.changes.note(now);
            self.timeline.forget();
            self.timeline.remove_end(estimated_end);
        } else if estimated_end < now {
            // The timeline is as it was, without the job. But who waits tries to start at estimated ends, and now; and nobody was
            // estimated to end now.
            self.changes.note(now);
        }
    }

    fn compress(&mut self, state: &State, now: Time, first_arrival: usize) {
        if self.compressed == self.changes.count() {
            return;
        }
        self.compressed = self.changes.count();
        let waiting = earlier_arrivals(state, first_arrival);
        for &job in &waiting {
            if self.move_earlier(state, now, job).is_err() {
                return self.make_anew(state, now, &waiting);
            }
        }
    }

    fn start_over(&mut self, state: &State, now: Time, first_arrival: usize) {
        self.make_anew(state, now, &earlier_arrivals(state, first_arrival));
    }

    fn reserve(&mut self, state: &State, now: Time, job: usize) {
        let mut search = self.search(state, now, job, None);
        // On the empty machine every job fits at last. Only code that answers the same question differently from time to
        // time can take back what reservations stand on.
        let found = self.earliest(state, &mut search, now).ok().flatten();
        self.promise(&search, found.unwrap_or_else(|| self.profile.empty_from().max(now)));
    }

    fn next_start(&self) -> Option<Time> {
        self.reservations.first().map(|reserved| reserved.start)
    }

    fn pop_due(&mut self, state: &State, now: Time) -> Option<usize> {
        let due = self.reservations.first().copied().filter(|reserved| reserved.start <= now)?;
        self.reservations.pop_first();
        self.timeline.start(state, &due);
        Some(due.job)
    }

    fn promised(&self, job: usize) -> Time {
        self.promises[job].start
    }
}
