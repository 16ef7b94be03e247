//! Reservations on machines where it matters which nodes are free: the timeline is replayed on copies of the machine.
//!
//! A replay is what the policy's rule is made of, and nothing cheaper is exact; but little of it has to be done.
//! - Copies of the machine stand along the timeline, and those before a change are as good as before. Those behind it are, too,
//!   from where on the machine is like one of them again: there the replay ends, which is usually soon.
//! - Where a job found no place, none of its class does that goes behind it, and where it left none to somebody reserved, none
//!   does that would last until then: for as long as nothing changes before (`ends`).
//! - Where the machine is like before when a job's present reservation comes, what goes on without the job is the same for all times
//!   that it tries.
//! - Times at which too few processors are free for too short a time are not tried at all.

use super::Reserved;
use super::changes::Changes;
use super::ends::{Ends, Hopeless, Verdict};
use super::replay::Replay;
use crate::scheduling::state::State;
use crate::time::Time;
use std::collections::BTreeSet;

/// At least so many starts lie between two copies of the machine along the timeline.
const SPACING: usize = 16;
/// About so many copies stand along a long timeline.
const COPIES: usize = 64;

fn spacing(reservations: &BTreeSet<Reserved>) -> usize {
    (reservations.len() / COPIES).max(SPACING)
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
    ends: Ends,
    /// Whether something has come otherwise than estimated since all reservations were last known to work out together.
    is_in_doubt: bool,
    /// Who finds no place if a job leaves its reservation and all is as it was until then, when there were so many changes: the
    /// answer is the same wherever that job goes, and one job at a time looks for a start.
    stranded: Option<(Leaving, Reserved)>,
}

/// A job that leaves its reservation, and how many changes of the timeline there were.
type Leaving = (usize, u32);

impl Timeline {
    /// What was estimated up to now has come true: time goes on.
    pub fn go_on(&mut self, now: Time) {
        if let Some(present) = &mut self.present {
            present.end_until(now);
        }
        let past = self.copies.partition_point(|copy| copy.time <= now);
        self.copies.drain(..past);
        self.cursor = self.cursor.take().filter(|cursor| cursor.time > now);
        self.ends.go_on(now);
    }

    /// Something else has come than was estimated.
    pub fn forget(&mut self) {
        (self.present, self.cursor) = (None, None);
        self.copies.clear();
        self.is_in_doubt = true;
    }

    /// No reservations are left.
    pub fn start_over(&mut self, now: Time) {
        self.forget();
        self.ends.start_over(now);
        self.is_in_doubt = false;
    }

    /// Whether all reservations are known to work out together.
    pub fn works_out(&self) -> bool {
        !self.is_in_doubt
    }

    /// A job is reserved or runs until this time.
    pub fn add_end(&mut self, end: Time) {
        self.ends.add(end);
    }

    /// It no longer is.
    pub fn remove_end(&mut self, end: Time) {
        self.ends.remove(end);
    }

    /// A reserved job really starts.
    pub fn start(&mut self, state: &State, reserved: &Reserved) {
        if let Some(present) = &mut self.present {
            present.start(state, reserved);
        }
    }

    /// The first time from this one on that is worth trying, now or when something is estimated to end, and at which a job of this
    /// class and rank is not known to find no place itself.
    pub fn next_candidate(&mut self, from: Time, class: usize, rank: u32, changes: &Changes) -> Option<Time> {
        self.ends.next_hopeful(from, class, rank, changes)
    }

    /// The time at which somebody reserved is known not to be placed if the job starts at its time.
    pub fn known(&self, reservations: &BTreeSet<Reserved>, changes: &Changes, job: &Candidate) -> Option<Time> {
        let start = job.reserved.start;
        let end = start.saturating_add(job.duration);
        let holds = |verdict: &&Verdict| {
            verdict.class == job.class
                && end > verdict.failed
                && job.present.is_none_or(|present| verdict.failed < present)
                && changes.since(verdict.changes) > verdict.failed
                && verdict.ahead == ahead(reservations, job)
        };
        self.ends.verdicts(start).iter().find(holds).map(|verdict| verdict.failed)
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
        let Err(refused) = self.go_through(state, reservations, changes, job) else {
            self.is_in_doubt = false;
            return Ok(None);
        };
        let failed = refused.start;
        let is_held = start.saturating_add(job.duration) > failed;
        if is_held && job.present.is_none_or(|present| failed < present) {
            let (class, changes) = (job.class, changes.count());
            // With more started before it, it would find no place all the more.
            if refused.job == job.reserved.job && state.allocator.is_monotone() {
                self.ends.note_hopeless(start, class, Hopeless { rank: job.reserved.rank, changes });
            } else {
                self.ends.note(start, Verdict { class, ahead: ahead(reservations, job), changes, failed });
            }
        }
        Ok(Some(failed))
    }

    /// Starts a job where the cursor is, and all who are reserved behind; if they find places, copies of the machine with it
    /// take the place of those without. Fails with the first that finds none.
    fn go_through(
        &mut self,
        state: &State,
        reservations: &BTreeSet<Reserved>,
        changes: &Changes,
        job: &Candidate,
    ) -> Result<(), Reserved> {
        let (start, works_out) = (job.reserved.start, self.works_out());
        let cursor = self.cursor.as_ref().expect("it was moved");
        let is_first = reservations.range(at(start)..job.reserved).next().is_none();
        if is_first && !cursor.allocator.fits(state.waiting.request(job.class)) {
            return Err(job.reserved);
        }
        let scratch = self.scratch.get_or_insert_with(|| cursor.fork());
        scratch.copy_from(cursor);
        let spacing = spacing(reservations);
        let place = |time: Time| self.copies.partition_point(|copy| copy.time <= time);
        // Up to its present reservation all would be as it is, but for its new one.
        let present = job.present.filter(|&present| present > start);
        let (from, end) = (place(start), present.map_or(self.copies.len(), place));
        let before = reservations.range(at(start)..job.reserved).chain([&job.reserved]);
        let others = |reserved: &&Reserved| reserved.job != job.reserved.job;
        let is_before = |reserved: &&Reserved| present.is_none_or(|present| reserved.start < present);
        let behind = reservations.range(job.reserved..).take_while(is_before).filter(others);
        let known = if present.is_some() || works_out { &self.copies[from..end] } else { &[] };
        let mut copies = Vec::new();
        let alike = scratch.start_all(state, before.chain(behind), spacing, &mut copies, known)?;
        let changed = from..alike.map_or(end, |alike| from + alike);
        if let Some(present) = present {
            // And from there on all would be as it is, but for that.
            let leaving = alike.map(|_| (job.reserved.job, changes.count()));
            if let Some((_, refused)) = self.stranded.filter(|(known, _)| Some(*known) == leaving) {
                return Err(refused);
            }
            let mut goes_on = present;
            if alike.is_some() {
                scratch.copy_from(&self.copies[end - 1]);
                goes_on = scratch.time;
            }
            let behind = reservations.range(at(goes_on)..).filter(others);
            let known = if works_out { &self.copies[end..] } else { &[] };
            let mut copies = Vec::new();
            let all = scratch.start_all(state, behind, spacing, &mut copies, known);
            let alike = all.inspect_err(|refused| self.stranded = leaving.map(|leaving| (leaving, *refused)))?;
            let changed = end..alike.map_or(self.copies.len(), |alike| end + alike);
            self.copies.splice(changed, copies);
        }
        self.copies.splice(changed, copies);
        self.cursor = self.cursor.take().filter(|cursor| cursor.time <= start);
        Ok(())
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
        if cursor.start_all(state, between, spacing(reservations), &mut copies, &[]).is_err() {
            self.cursor = None;
            return Err(Broken);
        }
        cursor.end_until(time);
        let place = self.copies.partition_point(|copy| copy.time <= nearest);
        self.copies.splice(place..place, copies);
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
