//! The machine at some time of the timeline, and its progress from there.

use super::{Reserved, estimated_runtime};
use crate::allocation::{Allocation, Allocator};
use crate::scheduling::state::State;
use crate::time::Time;
use std::rc::Rc;

/// The machine at `time` according to the reservations. Jobs that start before `time` have started. Jobs that are
/// estimated to end by `time` have ended.
pub struct Replay {
    /// The time.
    pub time: Time,
    allocator: Box<dyn Allocator>,
    /// The running jobs, the last end first.
    held: Vec<Held>,
}

/// The estimated end of a job, the job, and the nodes that it holds.
type Held = (Time, usize, Rc<Allocation>);

impl Replay {
    /// The present.
    pub fn new(state: &State, now: Time) -> Replay {
        let held = state.running.iter().map(|run| (run.estimated_end, run.job, Rc::new(run.allocation.clone())));
        let mut held: Vec<_> = held.collect();
        held.reverse();
        Replay { time: now, allocator: state.allocator.fork(), held }
    }

    /// An independent copy.
    pub fn fork(&self) -> Replay {
        Replay { time: self.time, allocator: self.allocator.fork(), held: self.held.clone() }
    }

    /// Becomes a copy of `other`.
    pub fn copy_from(&mut self, other: &Replay) {
        self.time = other.time;
        self.allocator.copy_from(other.allocator.as_ref());
        self.held.clone_from(&other.held);
    }

    /// Whether a job could start now.
    pub fn fits(&self, state: &State, job: usize) -> bool {
        self.allocator.fits(state.waiting.request(state.waiting.class(job)))
    }

    /// Moves the time forward to `time`: jobs that are estimated to end by then end.
    pub fn end_until(&mut self, time: Time) {
        self.time = time;
        while let Some((_, _, allocation)) = self.held.pop_if(|(end, _, _)| *end <= time) {
            self.allocator.release(&allocation);
        }
    }

    /// Starts a job; returns whether it has found room.
    pub fn start(&mut self, state: &State, job: usize) -> bool {
        let request = state.waiting.request(state.waiting.class(job));
        let Some(allocation) = self.allocator.allocate(request) else { return false };
        debug_assert!(allocation.processors >= request.processors, "processors are counted by what is asked for");
        let end = self.time.saturating_add(estimated_runtime(state, job));
        let place = self.held.partition_point(|held| (held.0, held.1) > (end, job));
        self.held.insert(place, (end, job, Rc::new(allocation)));
        true
    }

    /// Starts these jobs at their times, in this order, and lets all of them end. `visit` sees the machine at each time
    /// at which jobs have ended, before other jobs start. The replay stops where `visit` returns `true`. If a job finds
    /// no room, the replay fails with the time of that job.
    pub fn play<'r>(
        &mut self,
        state: &State,
        reserved: impl Iterator<Item = &'r Reserved>,
        mut visit: impl FnMut(&mut Replay) -> bool,
    ) -> Result<(), Time> {
        for reserved in reserved {
            if self.end_all_until(reserved.start, &mut visit) {
                return Ok(());
            }
            self.time = reserved.start;
            if !self.start(state, reserved.job) {
                return Err(reserved.start);
            }
        }
        self.end_all_until(Time::MAX, &mut visit);
        Ok(())
    }

    /// Lets jobs end up to some time, with no start in between. Returns whether the replay stops.
    fn end_all_until(&mut self, time: Time, visit: &mut impl FnMut(&mut Replay) -> bool) -> bool {
        while let Some(&(end, ..)) = self.held.last().filter(|held| held.0 <= time) {
            self.end_until(end);
            if visit(self) {
                return true;
            }
        }
        false
    }

    /// Whether the same jobs hold the same nodes for the same time, so that both machines go on alike. It returns
    /// `false` where this is not known.
    pub fn is_like(&mut self, other: &Replay) -> bool {
        let is_alike = |(here, there): (&Held, &Held)| {
            (here.0, here.1) == (there.0, there.1)
                && (Rc::ptr_eq(&here.2, &there.2)
                    || self.allocator.holds_alike(&here.2, other.allocator.as_ref(), &there.2))
        };
        self.held.len() == other.held.len() && self.held.iter().zip(&other.held).all(is_alike)
    }
}
