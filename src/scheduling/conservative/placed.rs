//! Reservations where it matters which nodes are free.

use super::availability::Availability;
use super::changes::Changes;
use super::timeline::{Broken, Candidate, Timeline};
use super::{Reservations, Reserved, estimated_runtime, processors};
use crate::scheduling::state::State;
use crate::time::Time;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What stands against an earlier start of a job than its reservation: at no time before that could it start when there had been so
/// many changes.
#[derive(Default)]
struct Against {
    changes: u32,
    /// Times that were tried, ascending, each with the later one at which somebody found no place then.
    tried: Vec<(Time, Time)>,
    /// From other times on there are enough processors for at most so long, which is too short.
    reach: Time,
}

/// The reservations of all waiting jobs where they are placed: the [`Availability`] of processors says at which times it is worth
/// while to replay the [`Timeline`] on copies of the machine.
pub struct Placed {
    reservations: BTreeSet<Reserved>,
    /// By job, when it is to start.
    promised: Vec<Time>,
    /// By job that waits.
    against: FxHashMap<usize, Against>,
    availability: Availability,
    /// All processors of the machine.
    processors: u32,
    timeline: Timeline,
    /// Only what gives processors back or takes a place.
    changes: Changes,
    /// How many of them there were when reservations were last compressed.
    compressed: u32,
}

/// A job that looks for a start.
struct Search {
    now: Time,
    job: usize,
    rank: u32,
    class: usize,
    duration: Time,
    processors: u32,
    /// Its present reservation, if it has one.
    present: Option<Time>,
    /// What was known to stand against a start before that.
    known: Option<Against>,
    /// Of the times that were tried those at which that may no longer be so, ascending.
    doubtful: Vec<Time>,
    /// What stands against it now.
    against: Against,
}

impl Placed {
    /// No reservations yet.
    pub fn new(state: &State) -> Placed {
        let processors = state.allocator.free_processors();
        Placed {
            reservations: BTreeSet::new(),
            promised: vec![Time::default(); state.jobs.jobs.len()],
            against: FxHashMap::default(),
            availability: Availability::new(Time::MIN, processors),
            processors,
            timeline: Timeline::default(),
            changes: Changes::default(),
            compressed: 0,
        }
    }

    /// Takes one job out and puts it back at the earliest time that all other reservations allow.
    fn move_earlier(&mut self, state: &State, now: Time, job: usize) -> Result<(), Broken> {
        let old = self.promised[job];
        let mut search = self.search(state, now, job, Some(old));
        let from = self.next_open(&mut search, now);
        if from < old || !self.timeline.works_out() {
            let found = self.earliest(state, &mut search, from)?;
            if found.is_none() && !self.timeline.works_out() && !self.can_start(state, &mut search, old)? {
                return Err(Broken);
            }
            if let Some(start) = found {
                self.cancel(state, job);
                self.promise(&search, start);
            }
        }
        self.keep(search);
        Ok(())
    }

    /// The first time from this one on at which a job is not known to find no start. What stands against those passed still does.
    fn next_open(&self, search: &mut Search, time: Time) -> Time {
        let Some(known) = &search.known else { return time };
        let touched = self.changes.since(known.changes, time).saturating_sub(known.reach).max(time);
        let doubtful = search.doubtful.get(search.doubtful.partition_point(|&doubtful| doubtful < time));
        let open = doubtful.map_or(touched, |&doubtful| doubtful.min(touched));
        if open > time {
            search.against.reach = search.against.reach.max(known.reach);
        }
        open
    }

    /// Keeps what a search has found out. Where its own job is reserved makes no difference to that.
    fn keep(&mut self, search: Search) {
        let mut against = Against { changes: self.changes.count(), ..search.against };
        against.tried.retain(|tried| tried.0 < self.promised[search.job]);
        against.tried.sort_unstable();
        self.against.insert(search.job, against);
    }

    /// All reservations are made anew, in the order of the queue.
    fn make_anew(&mut self, state: &State, now: Time, waiting: &[usize]) {
        self.reservations.clear();
        self.availability = Availability::new(now, self.processors);
        self.changes.note(now..=Time::MAX);
        self.timeline.start_over(now);
        for run in state.running.iter() {
            let end = run.estimated_end.max(now + 1);
            self.availability.take(now, end, processors(state, run.job));
            self.timeline.add_end(end);
        }
        for &job in waiting {
            self.reserve(state, now, job);
        }
    }

    fn promise(&mut self, search: &Search, start: Time) {
        let Search { job, duration, processors, .. } = *search;
        let end = start.saturating_add(duration);
        self.reservations.insert(Reserved { start, rank: search.rank, job });
        self.availability.take(start, end, processors);
        self.timeline.add_end(end);
        self.promised[job] = start;
    }

    /// Takes out the reservation of a job that will start earlier.
    fn cancel(&mut self, state: &State, job: usize) {
        let start = self.promised[job];
        let duration = estimated_runtime(state.estimated_runtime(job));
        let end = start.saturating_add(duration);
        self.reservations.remove(&Reserved { start, rank: state.waiting.rank(job), job });
        self.availability.give_back(start, end, processors(state, job));
        self.timeline.remove_end(end);
    }

    fn search(&mut self, state: &State, now: Time, job: usize, present: Option<Time>) -> Search {
        let known = self.against.remove(&job).filter(|_| present.is_some());
        let (mut doubtful, mut against) = (Vec::new(), Against::default());
        if let Some(Against { changes, tried, .. }) = &known {
            for &(time, failed) in tried.iter().filter(|tried| tried.0 >= now) {
                match self.changes.spare(time..=failed, *changes) {
                    true => against.tried.push((time, failed)),
                    false => doubtful.push(time),
                }
            }
        }
        Search {
            now,
            job,
            rank: state.waiting.rank(job),
            class: state.waiting.class(job),
            duration: estimated_runtime(state.estimated_runtime(job)),
            processors: processors(state, job),
            present,
            known,
            doubtful,
            against,
        }
    }

    /// The earliest time from `from` on, and before its present reservation, at which all reservations allow a job to start.
    ///
    /// Its own reservation takes nothing from it: a window of free processors is long enough if it reaches that.
    fn earliest(&mut self, state: &State, search: &mut Search, from: Time) -> Result<Option<Time>, Broken> {
        let before = search.present.unwrap_or(Time::MAX);
        let mut next = from;
        while let Some((start, end)) = self.availability.next_run(next, search.processors).filter(|run| run.0 < before)
        {
            let last = if end >= before { before } else { (end - search.duration + 1).max(start) };
            if end < before {
                search.against.reach = search.against.reach.max(end - start);
            }
            next = start;
            while next < last {
                let open = self.next_open(search, next);
                if open > next {
                    next = open;
                    continue;
                }
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
        if search.against.tried.iter().any(|tried| tried.0 == start) {
            return Ok(false);
        }
        let candidate = Candidate {
            reserved: Reserved { start, rank: search.rank, job: search.job },
            class: search.class,
            duration: search.duration,
            present: search.present,
        };
        let known = self.timeline.known(&self.reservations, &self.changes, &candidate);
        let failed = match known {
            Some(failed) => Some(failed),
            None => self.timeline.attempt(state, &self.reservations, &mut self.changes, search.now, &candidate)?,
        };
        let Some(failed) = failed else { return Ok(true) };
        // Who finds no place itself does so then and there.
        if failed > start {
            search.against.tried.push((start, failed));
        }
        Ok(false)
    }
}

/// Who waits since before this arrival, in the order of the queue.
fn earlier_arrivals(state: &State, first_arrival: usize) -> Vec<usize> {
    state.waiting.iter().filter(|&job| job < first_arrival).collect()
}

impl Reservations for Placed {
    fn go_on(&mut self, now: Time) {
        self.availability.go_on(now);
        self.timeline.go_on(now);
        self.changes.go_on(now);
    }

    fn complete(&mut self, state: &State, now: Time, job: usize) {
        let estimated_end = state.estimated_end(job).max(self.promised[job] + 1);
        if estimated_end > now {
            self.availability.give_back(now, estimated_end, processors(state, job));
            self.timeline.surprise();
            self.timeline.remove_end(estimated_end);
        } else if estimated_end < now {
            // The timeline is as it was, without the job. But who waits tries to start at estimated ends, and now; and nobody was
            // estimated to end now.
            self.changes.note(now..=Time::MAX);
        }
    }

    fn compress(&mut self, state: &State, now: Time, first_arrival: usize) {
        self.timeline.settle(state, &self.reservations, &mut self.changes, now);
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
        match found {
            Some(start) => self.promise(&search, start),
            None => {
                let start = self.availability.empty_from().max(now);
                self.promise(&search, start);
                self.changes.note(start..=Time::MAX);
            }
        }
        self.keep(search);
    }

    fn next_start(&self) -> Option<Time> {
        self.reservations.first().map(|reserved| reserved.start)
    }

    fn pop_due(&mut self, state: &State, now: Time) -> Option<usize> {
        let due = self.reservations.first().copied().filter(|reserved| reserved.start <= now)?;
        self.reservations.pop_first();
        self.timeline.start(state, &due);
        self.against.remove(&due.job);
        Some(due.job)
    }

    fn promised(&self, job: usize) -> Time {
        self.promised[job]
    }
}
