//! Reservations where enough free processors are all that a request needs: a plain profile of free processors.
//!
//! A job can be moved earlier in two ways. There may be a gap for it between the reservations of others; whoever has looked for
//! one has looked for all that are wider or longer ([`Searched`]). Or the processors that it needs are free just before its
//! own reservation, so that it can be brought forward.

use super::profile::{Profile, Span};
use super::searched::{Cell, Searched};
use super::{Reservations, estimated_runtime, processors};
use crate::scheduling::state::State;
use crate::time::Time;

/// What a job asks for.
#[derive(Clone, Copy)]
struct Request {
    duration: Time,
    processors: u32,
    cell: Cell,
}

/// A waiting job that holds a reservation.
#[derive(Clone, Copy)]
struct Waiting {
    request: Request,
    span: Span,
    rank: u32,
    job: u32,
}

/// The reservations of all waiting jobs where processors are counted.
pub struct Counted {
    profile: Profile,
    searched: Searched,
    /// In the order of the queue.
    queue: Vec<Waiting>,
    /// In the same order, when they are to start.
    starts: Vec<Time>,
    /// The first start of all; the end of time where nobody waits.
    next_start: Time,
    /// Whether somebody may find an earlier start: others have given processors back since he was looked at.
    may_move: bool,
    /// By job, the start that it was last promised.
    promised: Vec<Time>,
    /// All processors of the machine.
    processors: u32,
}

impl Counted {
    /// No reservations yet.
    pub fn new(state: &State) -> Counted {
        let processors = state.allocator.free_processors();
        let widths = (0..state.waiting.class_count()).map(|class| state.waiting.request(class).processors);
        let durations = state.jobs.jobs.estimate.iter().map(estimated_runtime);
        Counted {
            profile: Profile::new(Time::MIN, processors),
            searched: Searched::new(widths, durations),
            queue: Vec::new(),
            starts: Vec::new(),
            next_start: Time::MAX,
            may_move: false,
            promised: vec![0; state.jobs.jobs.len()],
            processors,
        }
    }

    /// The earliest gap that lasts for the whole job, from `now` on. It starts before `before`, if there is one. Cost: mostly a
    /// look at what is known.
    fn gap(&mut self, now: Time, before: Time, job: Request) -> Option<Time> {
        let until = self.searched.until(job.cell);
        if until >= before { None } else { self.search(now, until, before, job) }
    }

    /// The same where no gap is known to end by `until` only. Kept out of line, as one look in twenty comes here.
    #[cold]
    fn search(&mut self, now: Time, until: Time, before: Time, job: Request) -> Option<Time> {
        let (processors, duration) = self.searched.least(job.cell);
        let from = until.saturating_sub(duration - 1).max(now);
        let last = before.saturating_sub(duration - 1);
        if from >= last {
            return None;
        }
        let alike = self.profile.first_gap(from, last, processors, duration);
        self.searched.note(job.cell, alike.map_or(before, |start| start.saturating_add(duration - 1)));
        let last = before.saturating_sub(job.duration - 1);
        alike.filter(|&start| start < last).and_then(|start| {
            let is_least = (processors, duration) == (job.processors, job.duration);
            if is_least { alike } else { self.profile.first_gap(start, last, job.processors, job.duration) }
        })
    }

    /// Moves a job to the earliest time from `now` on that all other reservations allow, if that is earlier.
    fn move_earlier(&mut self, now: Time, place: usize) {
        let (start, mut job) = (self.starts[place], self.queue[place]);
        let Request { duration, processors, .. } = job.request;
        let (earlier, opened) = if let Some(gap) = self.gap(now, start, job.request) {
            job.span = self.profile.take(gap, gap.saturating_add(duration), processors);
            (gap, self.profile.give_back(start, start.saturating_add(duration), processors))
        } else {
            let run = self.profile.run_before(job.span, processors);
            if run.is_empty() {
                return;
            }
            self.profile.bring_forward(run, &mut job.span, duration, processors)
        };
        self.searched.open(&self.profile, opened);
        self.promised[job.job as usize] = earlier;
        (self.starts[place], self.queue[place]) = (earlier, job);
        self.may_move = true;
    }
}

impl Reservations for Counted {
    fn go_on(&mut self, now: Time) {
        self.profile.go_on(now);
    }

    fn complete(&mut self, state: &State, now: Time, job: usize) {
        let estimated_end = state.estimated_end(job).max(self.promised[job] + 1);
        if estimated_end > now {
            let opened = self.profile.give_back(now, estimated_end, processors(state, job));
            self.searched.open(&self.profile, opened);
            self.may_move = true;
        }
    }

    fn compress(&mut self, _: &State, now: Time, _: usize) {
        if !std::mem::take(&mut self.may_move) {
            return;
        }
        self.next_start = Time::MAX;
        for place in 0..self.queue.len() {
            self.move_earlier(now, place);
            self.next_start = self.next_start.min(self.starts[place]);
        }
    }

    fn start_over(&mut self, state: &State, now: Time, _: usize) {
        self.profile = Profile::new(now, self.processors);
        self.searched.forget();
        (self.next_start, self.may_move) = (Time::MAX, false);
        for run in state.running.iter() {
            self.profile.take(now, run.estimated_end.max(now + 1), processors(state, run.job));
        }
        self.starts.clear();
        for job in std::mem::take(&mut self.queue) {
            self.reserve(state, now, job.job as usize);
        }
    }

    fn reserve(&mut self, state: &State, now: Time, job: usize) {
        let duration = estimated_runtime(state.estimated_runtime(job));
        let (processors, rank) = (processors(state, job), state.waiting.rank(job));
        let cell = self.searched.cell(processors, duration);
        let request = Request { duration, processors, cell };
        let start = self.gap(now, Time::MAX, request).unwrap_or_else(|| self.profile.empty_from());
        let span = self.profile.take(start, start.saturating_add(duration), processors);
        let waiting = Waiting { request, span, rank, job: job as u32 };
        self.promised[job] = start;
        self.next_start = self.next_start.min(start);
        let place = self.queue.partition_point(|before| before.rank < rank);
        self.queue.insert(place, waiting);
        self.starts.insert(place, start);
    }

    fn next_start(&self) -> Option<Time> {
        (self.next_start < Time::MAX).then_some(self.next_start)
    }

    fn pop_due(&mut self, _: &State, now: Time) -> Option<usize> {
        if self.next_start > now {
            return None;
        }
        let due = self.starts.iter().position(|&start| start == self.next_start)?;
        let job = self.queue.remove(due).job as usize;
        self.starts.remove(due);
        self.next_start = self.starts.iter().copied().min().unwrap_or(Time::MAX);
        Some(job)
    }

    fn promised(&self, job: usize) -> Time {
        self.promised[job]
    }
}
