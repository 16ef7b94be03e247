//! Reservations on machines where it matters which nodes are free: the timeline is replayed on copies of the machine.
//!
//! A replay is what the policy's rule is made of, and nothing cheaper is exact; but little of it has to be done again.
//! Copies of the machine stand along the timeline, and those before a change are as good as before. Where a request was
//! tried and found no place, or left none to somebody reserved, the time of that is kept beside the time at which it was tried:
//! it is the same for every job of its class that would last until then, for as long as nothing changes before. Candidates
//! at which too few processors are free for too short a time are not tried at all.

use super::changes::Changes;
use super::{Reserved, estimated_runtime};
use crate::allocation::{Allocation, Allocator};
use crate::scheduling::state::State;
use crate::time::Time;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// At least so many starts lie between two copies of the machine along the timeline.
const SPACING: usize = 16;
/// About so many copies stand along a long timeline.
const COPIES: usize = 64;

fn spacing(reservations: &BTreeSet<Reserved>) -> usize {
    (reservations.len() / COPIES).max(SPACING)
}

/// The machine as the reservations will leave it at some time: what starts before then has started, what is estimated to end
/// by then has ended.
struct Replay {
    time: Time,
    allocator: Box<dyn Allocator>,
    /// What is held, by (estimated end, job), the last end first.
    held: Vec<(Time, usize, Rc<Allocation>)>,
}

impl Replay {
    /// The present.
    fn new(state: &State, now: Time) -> Replay {
        let held = state.running.iter().map(|run| (run.estimated_end, run.job, Rc::new(run.allocation.clone())));
        let mut held: Vec<_> = held.collect();
        held.reverse();
        Replay { time: now, allocator: state.allocator.fork(), held }
    }

    fn fork(&self) -> Replay {
        Replay { time: self.time, allocator: self.allocator.fork(), held: self.held.clone() }
    }

    fn copy_from(&mut self, other: &Replay) {
        self.time = other.time;
        self.allocator.copy_from(other.allocator.as_ref());
        self.held.clone_from(&other.held);
    }

    /// Ends what is estimated to end by `time`.
    fn end_until(&mut self, time: Time) {
        self.time = time;
        while let Some((_, _, allocation)) = self.held.pop_if(|(end, _, _)| *end <= time) {
            self.allocator.release(&allocation);
        }
    }

    /// Starts a reserved job, or says that it cannot be placed.
    fn start(&mut self, state: &State, reserved: &Reserved) -> bool {
        self.end_until(reserved.start);
        let request = state.waiting.request(state.waiting.class(reserved.job));
        let Some(allocation) = self.allocator.allocate(request) else { return false };
        debug_assert!(allocation.processors >= request.processors, "processors are counted by what is asked for");
        let end = reserved.start.saturating_add(estimated_runtime(state.job(reserved.job).estimate));
        let place = self.held.partition_point(|held| (held.0, held.1) > (end, reserved.job));
        self.held.insert(place, (end, reserved.job, Rc::new(allocation)));
        true
    }

    /// Starts these, in their order, and leaves copies of the machine behind. Fails with the time of the first that cannot be
    /// placed.
    fn start_all<'r>(
        &mut self,
        state: &State,
        reserved: impl Iterator<Item = &'r Reserved>,
        spacing: usize,
        copies: &mut Vec<Replay>,
    ) -> Result<(), Time> {
        let (mut count, mut last) = (0, Time::MIN);
        for reserved in reserved {
            if count >= spacing && reserved.start > last {
                self.end_until(reserved.start);
                copies.push(self.fork());
                count = 0;
            }
            if !self.start(state, reserved) {
                return Err(reserved.start);
            }
            (count, last) = (count + 1, reserved.start);
        }
        Ok(())
    }
}

/// What was found when a job of a class was tried at some time, with so many starts of that instant before it: when there were
/// so many changes of the timeline, somebody found no place at `failed` if the job lasted for longer.
struct Verdict {
    class: usize,
    ahead: usize,
    changes: u32,
    failed: Time,
}

/// A time at which somebody is estimated to end, and so a candidate for others to start.
#[derive(Default)]
struct End {
    count: u32,
    verdicts: Vec<Verdict>,
}

/// A waiting job that looks for a start.
#[derive(Clone, Copy)]
pub struct Candidate {
    pub reserved: Reserved,
    pub class: usize,
    pub duration: Time,
    /// Its present reservation, if it has one: it is as if it had none.
    pub present: Option<Time>,
}

/// The timeline of running jobs and reservations.
#[derive(Default)]
pub struct Timeline {
    /// The machine as it is; `None` where that is not known from what was estimated.
    present: Option<Replay>,
    /// Copies at some times from now on, ascending.
    copies: Vec<Replay>,
    /// The machine at the candidate tried last.
    cursor: Option<Replay>,
    /// A copy to try on.
    scratch: Option<Replay>,
    ends: BTreeMap<Time, End>,
}

impl Timeline {
    /// What was estimated up to now has come true: time goes on.
    pub fn go_on(&mut self, now: Time) {
        if let Some(present) = &mut self.present {
            present.end_until(now);
        }
        let past = self.copies.partition_point(|copy| copy.time <= now);
        self.copies.drain(..past);
        self.cursor = self.cursor.take().filter(|cursor| cursor.time > now);
        while self.ends.first_key_value().is_some_and(|(end, _)| *end < now) {
            self.ends.pop_first();
        }
    }

    /// Something else has come than was estimated.
    pub fn forget(&mut self) {
        (self.present, self.cursor) = (None, None);
        self.copies.clear();
    }

    /// Forgets the ends as well.
    pub fn forget_all(&mut self) {
        self.forget();
        self.ends.clear();
    }

    /// A job is reserved or runs until this time.
    pub fn add_end(&mut self, end: Time) {
        self.ends.entry(end).or_default().count += 1;
    }

    /// It no longer is.
    pub fn remove_end(&mut self, end: Time) {
        let Some(known) = self.ends.get_mut(&end) else { return };
        known.count -= 1;
        if known.count == 0 {
            self.ends.remove(&end);
        }
    }

    /// A reserved job really starts.
    pub fn start(&mut self, state: &State, reserved: &Reserved) {
        if let Some(present) = &mut self.present {
            present.start(state, reserved);
        }
    }

    /// A reservation at this time has been made or dropped.
    pub fn change(&mut self, time: Time) {
        let same = self.copies.partition_point(|copy| copy.time <= time);
        self.copies.truncate(same);
        self.cursor = self.cursor.take().filter(|cursor| cursor.time <= time);
    }

    /// The first time from this one on at which something is estimated to end.
    pub fn next_end(&self, from: Time) -> Option<Time> {
        self.ends.range(from..).next().map(|(end, _)| *end)
    }

    /// The time at which the job, or somebody reserved, is known not to be placed if the job starts at its time.
    pub fn known(&self, reservations: &BTreeSet<Reserved>, changes: &Changes, job: &Candidate) -> Option<Time> {
        let verdicts = &self.ends.get(&job.reserved.start)?.verdicts;
        let mut of_class = verdicts.iter().filter(|verdict| verdict.class == job.class).peekable();
        of_class.peek()?;
        let ahead = ahead(reservations, job);
        let verdict = of_class.find(|verdict| verdict.ahead == ahead)?;
        let failed = verdict.failed;
        let holds = changes.since(verdict.changes) > failed && job.present.is_none_or(|present| failed < present);
        (holds && job.reserved.start.saturating_add(job.duration) > failed).then_some(failed)
    }

    /// Tries a job at a time. `Ok(None)` where all reservations work out with it; then that reservation is to be made.
    /// `Ok(Some(time))` where somebody finds no place at that time. `Err` where the reservations before it do not work out.
    pub fn attempt(
        &mut self,
        state: &State,
        reservations: &BTreeSet<Reserved>,
        changes: &Changes,
        now: Time,
        job: &Candidate,
    ) -> Result<Option<Time>, Broken> {
        let start = job.reserved.start;
        self.move_cursor(state, reservations, now, start)?;
        let cursor = self.cursor.as_ref().expect("it was moved");
        let scratch = self.scratch.get_or_insert_with(|| cursor.fork());
        scratch.copy_from(cursor);
        let spacing = spacing(reservations);
        let others = |reserved: &&Reserved| reserved.job != job.reserved.job;
        let before = reservations.range(at(start)..job.reserved).filter(others);
        let behind = reservations.range(job.reserved..).filter(others);
        let mut copies = Vec::new();
        match scratch.start_all(state, before.chain([&job.reserved]).chain(behind), spacing, &mut copies) {
            Ok(()) => {
                self.change(start);
                self.copies.append(&mut copies);
                Ok(None)
            }
            Err(failed) => {
                let is_held = start.saturating_add(job.duration) > failed;
                if is_held && job.present.is_none_or(|present| failed < present) {
                    self.note(reservations, changes, job, failed);
                }
                Ok(Some(failed))
            }
        }
    }

    fn note(&mut self, reservations: &BTreeSet<Reserved>, changes: &Changes, job: &Candidate, failed: Time) {
        let Some(end) = self.ends.get_mut(&job.reserved.start) else { return };
        let ahead = ahead(reservations, job);
        let verdict = Verdict { class: job.class, ahead, changes: changes.count(), failed };
        match end.verdicts.iter_mut().find(|verdict| (verdict.class, verdict.ahead) == (job.class, ahead)) {
            Some(known) => *known = verdict,
            None => end.verdicts.push(verdict),
        }
    }

    /// Brings the cursor to this time, at which nothing has started yet.
    fn move_cursor(
        &mut self,
        state: &State,
        reservations: &BTreeSet<Reserved>,
        now: Time,
        time: Time,
    ) -> Result<(), Broken> {
        let copy = self.copies[..self.copies.partition_point(|copy| copy.time <= time)].last();
        let nearest = copy.map_or(now, |copy| copy.time);
        let is_near = |cursor: &Replay| (nearest..=time).contains(&cursor.time);
        if !self.cursor.as_ref().is_some_and(is_near) {
            let from = copy.unwrap_or_else(|| self.present.get_or_insert_with(|| Replay::new(state, now)));
            match &mut self.cursor {
                Some(cursor) => cursor.copy_from(from),
                None => self.cursor = Some(from.fork()),
            }
        }
        let cursor = self.cursor.as_mut().expect("it was set");
        let mut copies = Vec::new();
        let between = reservations.range(at(cursor.time)..at(time));
        if cursor.start_all(state, between, spacing(reservations), &mut copies).is_err() {
            self.cursor = None;
            return Err(Broken);
        }
        cursor.end_until(time);
        if self.copies.last().is_none_or(|last| last.time <= nearest) {
            self.copies.append(&mut copies);
        }
        Ok(())
    }
}

/// The reservations before some time do not work out.
pub struct Broken;

/// Where the reservations of this time begin.
fn at(time: Time) -> Reserved {
    Reserved { start: time, rank: 0, job: 0 }
}

/// How many of those that are reserved at the same time go before this job.
fn ahead(reservations: &BTreeSet<Reserved>, job: &Candidate) -> usize {
    reservations.range(at(job.reserved.start)..job.reserved).count()
}
