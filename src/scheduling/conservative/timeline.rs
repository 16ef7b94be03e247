//! Reservations on machines where it matters which nodes are free: the timeline is replayed on copies of the machine.
//!
//! A replay is what the policy's rule is made of, and nothing cheaper is exact; but little of it has to be done.
//! - Copies of the machine stand along the timeline, and those before a change are as good as before. Those behind it are, too,
//!   from where on the machine is like one of them again: there the replay ends, which is usually soon.
//! - Where a job found no place, none of its class does that goes behind it, and where it left none to somebody reserved, none
//!   does that would last until then: for as long as nothing changes from the one time to the other (`ends`).
//! - Where the machine is like before when a job's present reservation comes, what goes on without the job is the same for all times
//!   that it tries.
//! - Where a replay ends, a change has ended, too: it touches no later time (`changes`). That of an early end is followed once, before
//!   anybody is tried.
//! - Times at which too few processors are free for too short a time are not tried at all.

use super::Reserved;
use super::changes::Changes;
use super::ends::{Ends, Hopeless, Verdict};
use super::replay::Replay;
use crate::scheduling::state::State;
use crate::time::Time;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

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
    /// Whether something has come otherwise than estimated, so that copies are of the machine as it would have been.
    is_surprised: bool,
    /// Whether that may be in the way of reservations: they are not known to work out together.
    is_in_doubt: bool,
    /// By job, what was found out last of its leaving its reservation, where all is as it was until then: the answer is the same
    /// wherever the job goes.
    stranded: FxHashMap<usize, Stranded>,
    /// The times at which the timeline is another when the job that was tried last goes where it was tried.
    touched: Vec<RangeInclusive<Time>>,
}

/// When there had been so many changes, somebody found no place once a job had left its reservation of this time.
struct Stranded {
    present: Time,
    changes: u32,
    refused: Reserved,
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
        self.ends.go_on(now);
    }

    /// Something else has come than was estimated. Before anybody is tried, [`Timeline::settle`].
    pub fn surprise(&mut self) {
        (self.present, self.cursor) = (None, None);
        self.is_surprised = true;
    }

    /// Finds out what has changed by what came otherwise than estimated, and whether all reservations work out all the same.
    ///
    /// Cost: that of a replay of them, up to where the machine is as it would have been.
    pub fn settle(&mut self, state: &State, reservations: &BTreeSet<Reserved>, changes: &mut Changes, now: Time) {
        if !std::mem::take(&mut self.is_surprised) {
            return;
        }
        let present = Replay::new(state, now);
        let replay = self.scratch.get_or_insert_with(|| present.fork());
        replay.copy_from(&present);
        let known = if self.is_in_doubt { &[] } else { &self.copies[..] };
        let mut copies = Vec::new();
        let alike = replay.start_all(state, reservations.iter(), spacing(reservations), &mut copies, known);
        self.present = Some(present);
        self.is_in_doubt = alike.is_err();
        let alike = alike.unwrap_or_default();
        changes.note(now..=alike.map_or(Time::MAX, |alike| self.copies[alike].time));
        self.copies.splice(..alike.unwrap_or(self.copies.len()), copies);
    }

    /// No reservations are left.
    pub fn start_over(&mut self, now: Time) {
        (self.present, self.cursor) = (None, None);
        self.copies.clear();
        (self.is_surprised, self.is_in_doubt) = (false, false);
        self.ends.start_over(now);
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
        self.stranded.remove(&reserved.job);
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
                && changes.spare(start..=verdict.failed, verdict.changes)
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
        changes: &mut Changes,
        now: Time,
        job: &Candidate,
    ) -> Result<Option<Time>, Broken> {
        let start = job.reserved.start;
        self.move_cursor(state, reservations, now, start)?;
        let Err(refused) = self.go_through(state, reservations, changes, job) else {
            self.is_in_doubt = false;
            if job.present != Some(start) {
                self.touched.drain(..).for_each(|times| changes.note(times));
            }
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
        self.touched.clear();
        self.touched.push(start..=alike.map_or(Time::MAX, |alike| self.copies[from + alike].time));
        if let Some(present) = present {
            self.go_on_without(state, reservations, changes, job.reserved.job, (present, end), alike.is_some())?;
        }
        self.copies.splice(changed, copies);
        self.cursor = self.cursor.take().filter(|cursor| cursor.time <= start);
        Ok(())
    }

    /// Goes on with what has been started up to where a job leaves its `present` reservation, which so many copies stand before. By then
    /// the machine is like them again, or not.
    fn go_on_without(
        &mut self,
        state: &State,
        reservations: &BTreeSet<Reserved>,
        changes: &Changes,
        job: usize,
        (present, before): (Time, usize),
        is_alike: bool,
    ) -> Result<(), Reserved> {
        let scratch = self.scratch.as_mut().expect("the job was started there");
        let mut goes_on = present;
        if is_alike {
            let known = self.stranded.get(&job).filter(|known| known.present == present);
            let holds = |known: &&Stranded| changes.spare(present..=known.refused.start, known.changes);
            if let Some(Stranded { refused, .. }) = known.filter(holds) {
                return Err(*refused);
            }
            scratch.copy_from(&self.copies[before - 1]);
            goes_on = scratch.time;
            self.touched.push(present..=present);
        }
        let behind = reservations.range(at(goes_on)..).filter(|reserved| reserved.job != job);
        let known = if self.is_in_doubt { &[] } else { &self.copies[before..] };
        let mut copies = Vec::new();
        let all = scratch.start_all(state, behind, spacing(reservations), &mut copies, known);
        // Where reservations are in doubt, somebody may find no place before that.
        if let Some(refused) = all.err().filter(|refused| is_alike && refused.start >= present) {
            self.stranded.insert(job, Stranded { present, changes: changes.count(), refused });
        }
        let alike = all?;
        let last = self.touched.last_mut().expect("one was noted");
        *last = *last.start()..=alike.map_or(Time::MAX, |alike| self.copies[before + alike].time);
        let changed = before..alike.map_or(self.copies.len(), |alike| before + alike);
        self.copies.splice(changed, copies);
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
