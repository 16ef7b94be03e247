//! `conservative`: every waiting job holds a reservation that no later job may delay (docs/semantics.md 5).

mod changes;
mod profile;
mod timeline;

use super::state::{Instant, State};
use super::{Reason, ReasonKind};
use crate::time::Time;
use changes::Changes;
use profile::Profile;
use std::collections::BTreeSet;
use timeline::{Broken, Candidate, Timeline};

/// A waiting job's reserved start. Orders by time, then by the order of the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Reserved {
    start: Time,
    rank: u32,
    job: usize,
}

/// How long a job runs on the timeline: an estimate of 0 counts as one microsecond.
fn estimated_runtime(estimate: Time) -> Time {
    estimate.max(1)
}

/// What is known of a job's reservation.
#[derive(Clone, Copy, Default)]
struct Promise {
    start: Time,
    /// At no time before it could the job start when there had been so many changes.
    changes: u32,
    /// Whoever stood against that did so at most so long after the time that was tried.
    reach: Time,
}

/// The policy `conservative`, with its reservations.
///
/// Where enough free processors are all that a request needs, the timeline is a [`Profile`] of free processors. Where
/// it matters which nodes are free, the profile says at which times it is worth while to replay the timeline on copies of
/// the machine ([`timeline`]). Either way a job is looked at again only where something has changed since it was last, and
/// time that passes as it was estimated to changes nothing.
pub struct Conservative {
    reservations: BTreeSet<Reserved>,
    /// By job.
    promises: Vec<Promise>,
    profile: Profile,
    /// All processors of the machine.
    processors: u32,
    /// `None` where counting free processors is enough.
    timeline: Option<Timeline>,
    /// Where it is, only what gives processors back; reservations that take some let nobody start earlier.
    changes: Changes,
    /// How many of them there were when reservations were last compressed.
    compressed: u32,
    /// Whether the reservations are known to work out together.
    works_out: bool,
    /// For each class of requests whether it could be placed, and in which state of the machine (its version, from 1) that
    /// was found out; only where somebody asks why jobs wait.
    room: Vec<(u64, bool)>,
}

impl Conservative {
    /// No reservations yet.
    pub fn new(state: &State) -> Conservative {
        let processors = state.allocator.free_processors();
        Conservative {
            reservations: BTreeSet::new(),
            promises: vec![Promise::default(); state.jobs.jobs.len()],
            profile: Profile::new(processors),
            processors,
            timeline: (!state.allocator.needs_only_a_count()).then(Timeline::default),
            changes: Changes::default(),
            compressed: 0,
            works_out: true,
            room: Vec::new(),
        }
    }

    /// The next time at which a reservation falls due.
    pub fn next_start(&self) -> Option<Time> {
        self.reservations.first().map(|reserved| reserved.start)
    }

    /// One scheduling pass.
    pub fn pass(&mut self, state: &mut State, instant: &Instant) {
        let now = instant.now;
        self.profile.forget_before(now);
        if let Some(timeline) = &mut self.timeline {
            timeline.go_on(now);
        }
        for &job in instant.completed {
            self.note_completion(state, now, job);
        }
        let first_arrival = instant.arrived.start;
        if instant.extended {
            let waiting: Vec<usize> = state.waiting.iter().filter(|&job| job < first_arrival).collect();
            self.start_over(state, now, &waiting);
        } else if !instant.completed.is_empty() && self.compressed != self.changes.count() {
            self.compress(state, now, first_arrival);
        }
        for job in instant.arrived.clone() {
            self.reserve_earliest(state, now, job);
        }
        while let Some(due) = self.reservations.first().copied().filter(|reserved| reserved.start <= now) {
            self.reservations.pop_first();
            if let Some(timeline) = &mut self.timeline {
                timeline.start(state, &due);
            }
            state.start(due.job, now);
        }
        if state.wants_reasons || state.wants_tally || !state.asked.is_empty() {
            self.room.resize(state.waiting.class_count(), (0, false));
        }
        state.explain_asked(instant.now, |state, job| self.reason(state, job));
        if state.wants_reasons {
            state.explain(instant.now, |state, job| self.reason(state, job));
        } else if state.wants_tally {
            self.tally(state);
        }
    }

    /// Why a job waits that does not start in this pass, which is over.
    fn reason(&mut self, state: &State, job: usize) -> Reason {
        let start = self.promises[job].start;
        if self.has_room(state, state.waiting.class(job)) {
            return Reason::Reserved { start };
        }
        state.obstacle(job, Some(start))
    }

    /// Whether a job of this class could be placed now; found out once per state of the machine.
    fn has_room(&mut self, state: &State, class: usize) -> bool {
        if self.room[class].0 != state.version + 1 {
            self.room[class] = (state.version + 1, state.has_room(class));
        }
        self.room[class].1
    }

    /// Counts the reasons: they are the same for all jobs of a class.
    fn tally(&mut self, state: &mut State) {
        let mut next = state.waiting.occupied_class_from(0);
        while let Some(class) = next {
            let kind = match state.missing(class) {
                0 if self.has_room(state, class) => ReasonKind::Reserved,
                0 => ReasonKind::Placement,
                _ => ReasonKind::Processors,
            };
            state.count(kind, state.waiting.count_of(class));
            next = state.waiting.occupied_class_from(class + 1);
        }
    }

    /// A job that ends before its estimate leaves a gap.
    fn note_completion(&mut self, state: &State, now: Time, job: usize) {
        let estimated_end = state.estimated_end(job).max(self.promises[job].start + 1);
        if estimated_end > now {
            self.profile.give_back(now, estimated_end, processors(state, job));
            self.changes.note(now);
            if let Some(timeline) = &mut self.timeline {
                timeline.forget();
                timeline.remove_end(estimated_end);
                self.works_out = false;
            }
        }
    }

    /// Each waiting job, in the order of the queue, is taken out and put back at the earliest time that all other
    /// reservations allow.
    fn compress(&mut self, state: &State, now: Time, first_arrival: usize) {
        self.compressed = self.changes.count();
        let waiting: Vec<usize> = state.waiting.iter().filter(|&job| job < first_arrival).collect();
        for &job in &waiting {
            if self.move_earlier(state, now, job).is_err() {
                return self.start_over(state, now, &waiting);
            }
        }
        self.works_out = true;
    }

    /// Takes one job out and puts it back at the earliest time that all other reservations allow.
    fn move_earlier(&mut self, state: &State, now: Time, job: usize) -> Result<(), Broken> {
        let Promise { start: old, changes, reach } = self.promises[job];
        let from = self.changes.since(changes).saturating_sub(reach).max(now);
        if from >= old && self.works_out {
            self.promises[job].changes = self.changes.count();
            return Ok(());
        }
        let mut search =
            Search { reach: if from == now { 0 } else { reach }, ..self.search(state, now, job, Some(old)) };
        let found = self.earliest(state, &mut search, from)?;
        if found.is_none() && !self.works_out && !self.can_start(state, &mut search, old)? {
            return Err(Broken);
        }
        self.works_out = true;
        if let Some(start) = found {
            self.cancel(state, job, start);
            self.reserve(&search, start);
        }
        self.promises[job].changes = self.changes.count();
        self.promises[job].reach = search.reach;
        Ok(())
    }

    /// All reservations are made anew, in the order of the queue: running jobs take longer than was estimated when others were
    /// promised their processors; or on a topology the early end of a job has changed where others go until the timeline no
    /// longer works out, with or without the job at hand.
    fn start_over(&mut self, state: &State, now: Time, waiting: &[usize]) {
        self.reservations.clear();
        self.profile = Profile::new(self.processors);
        self.changes.note(now);
        self.works_out = true;
        for run in state.running.iter() {
            self.profile.take(now, run.estimated_end.max(now + 1), processors(state, run.job));
        }
        if let Some(timeline) = &mut self.timeline {
            timeline.forget_all();
            state.running.iter().for_each(|run| timeline.add_end(run.estimated_end.max(now + 1)));
        }
        for &job in waiting {
            self.reserve_earliest(state, now, job);
        }
    }

    fn reserve_earliest(&mut self, state: &State, now: Time, job: usize) {
        let mut search = self.search(state, now, job, None);
        // On the empty machine every job fits at last. Only code that answers the same question differently from time to
        // time can take back what reservations stand on.
        let found = self.earliest(state, &mut search, now).ok().flatten();
        self.reserve(&search, found.unwrap_or_else(|| self.profile.empty_from().max(now)));
    }

    fn reserve(&mut self, search: &Search, start: Time) {
        let Search { job, duration, processors, reach, .. } = *search;
        let end = start.saturating_add(duration);
        self.reservations.insert(Reserved { start, rank: search.rank, job });
        self.profile.take(start, end, processors);
        if let Some(timeline) = &mut self.timeline {
            timeline.add_end(end);
            self.changes.note(start);
        }
        self.promises[job] = Promise { start, changes: self.changes.count(), reach };
    }

    /// Takes out the reservation of a job that will start earlier.
    fn cancel(&mut self, state: &State, job: usize, earlier: Time) {
        let start = self.promises[job].start;
        let duration = estimated_runtime(state.job(job).estimate);
        let end = start.saturating_add(duration);
        self.reservations.remove(&Reserved { start, rank: state.waiting.rank(job), job });
        self.profile.give_back(start, end, processors(state, job));
        match &mut self.timeline {
            Some(timeline) => timeline.remove_end(end),
            None => self.changes.note(start.max(earlier.saturating_add(duration))),
        }
    }

    fn search(&self, state: &State, now: Time, job: usize, present: Option<Time>) -> Search {
        Search {
            now,
            job,
            rank: state.waiting.rank(job),
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
            if self.timeline.is_none() && start < last {
                return Ok(Some(start));
            }
            let mut time = start;
            while let Some(candidate) = self.next_candidate(search, time).filter(|candidate| *candidate < last) {
                if self.can_start(state, search, candidate)? {
                    return Ok(Some(candidate));
                }
                time = candidate + 1;
            }
            next = end;
        }
        Ok(None)
    }

    /// The first time from this one on that is worth trying on a topology: now, or when something is estimated to end.
    fn next_candidate(&self, search: &Search, time: Time) -> Option<Time> {
        if time == search.now { Some(time) } else { self.timeline.as_ref()?.next_end(time) }
    }

    /// Whether a job could start at this time, on a topology; then it must.
    fn can_start(&mut self, state: &State, search: &mut Search, start: Time) -> Result<bool, Broken> {
        let Some(timeline) = &mut self.timeline else { return Ok(true) };
        let candidate = Candidate {
            reserved: Reserved { start, rank: search.rank, job: search.job },
            class: state.waiting.class(search.job),
            duration: search.duration,
            present: search.present,
        };
        let known = timeline.known(&self.reservations, &self.changes, &candidate);
        let failed = match known {
            Some(failed) => Some(failed),
            None => timeline.attempt(state, &self.reservations, &self.changes, search.now, &candidate)?,
        };
        search.reach = search.reach.max(failed.map_or(0, |failed| failed - start));
        Ok(failed.is_none())
    }
}

/// A job that looks for a start.
#[derive(Clone, Copy)]
struct Search {
    now: Time,
    job: usize,
    rank: u32,
    duration: Time,
    processors: u32,
    /// Its present reservation, if it has one.
    present: Option<Time>,
    /// See [`Promise`].
    reach: Time,
}

/// The processors a job takes from the machine.
fn processors(state: &State, job: usize) -> u32 {
    state.waiting.request(state.waiting.class(job)).processors
}
