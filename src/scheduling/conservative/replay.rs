//! The machine at some time of the timeline, and how it goes on from there.

use super::{Reserved, estimated_runtime};
use crate::allocation::{Allocation, Allocator};
use crate::scheduling::state::State;
use crate::time::Time;
use std::rc::Rc;

/// The machine as the reservations will leave it at some time: what starts before then has started, what is estimated to end
/// by then has ended.
pub struct Replay {
    /// The time.
    pub time: Time,
    /// The machine.
    pub allocator: Box<dyn Allocator>,
    /// What is held, the last end first.
    held: Vec<Held>,
}

/// What a job holds: its estimated end, the job, its nodes.
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

    /// Ends what is estimated to end by `time`.
    pub fn end_until(&mut self, time: Time) {
        self.time = time;
        while let Some((_, _, allocation)) = self.held.pop_if(|(end, _, _)| *end <= time) {
            self.allocator.release(&allocation);
        }
    }

    /// Starts a reserved job, or says that it cannot be placed.
    pub fn start(&mut self, state: &State, reserved: &Reserved) -> bool {
        self.end_until(reserved.start);
        let request = state.waiting.request(state.waiting.class(reserved.job));
        let Some(allocation) = self.allocator.allocate(request) else { return false };
        debug_assert!(allocation.processors >= request.processors, "processors are counted by what is asked for");
        let end = reserved.start.saturating_add(estimated_runtime(state.estimated_runtime(reserved.job)));
        let place = self.held.partition_point(|held| (held.0, held.1) > (end, reserved.job));
        self.held.insert(place, (end, reserved.job, Rc::new(allocation)));
        true
    }

    /// Starts these, in their order, and leaves copies of the machine behind. Fails with the first that cannot be placed.
    ///
    /// `known` are later copies, in the order of time, from each of which on all that is still to start is known to find a place.
    /// Where the machine has become like one of them nothing more is started; returns which one that is.
    pub fn start_all<'r>(
        &mut self,
        state: &State,
        reserved: impl Iterator<Item = &'r Reserved>,
        spacing: usize,
        copies: &mut Vec<Replay>,
        known: &[Replay],
    ) -> Result<Option<usize>, Reserved> {
        let (mut count, mut last, mut passed) = (0, Time::MIN, 0);
        for reserved in reserved {
            while let Some(later) = known.get(passed).filter(|later| later.time <= reserved.start) {
                self.end_until(later.time);
                if self.is_like(later) {
                    return Ok(Some(passed));
                }
                passed += 1;
            }
            if count >= spacing && reserved.start > last {
                self.end_until(reserved.start);
                copies.push(self.fork());
                count = 0;
            }
            if !self.start(state, reserved) {
                return Err(*reserved);
            }
            (count, last) = (count + 1, reserved.start);
        }
        Ok(None)
    }

    /// Whether the same jobs hold the same for as long, so that both machines go on alike. "No" where that is not known.
    fn is_like(&mut self, other: &Replay) -> bool {
        // What both have from a machine that they are copies of is the same piece of memory.
        let is_alike = |(here, there): (&Held, &Held)| {
            (here.0, here.1) == (there.0, there.1)
                && (Rc::ptr_eq(&here.2, &there.2)
                    || self.allocator.holds_alike(&here.2, other.allocator.as_ref(), &there.2))
        };
        self.held.len() == other.held.len() && self.held.iter().zip(&other.held).all(is_alike)
    }
}
