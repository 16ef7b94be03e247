//! What will happen when, to which packet, channel or node.

use super::Cycle;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Events that are announced in the order in which they happen.
#[derive(Default)]
pub(super) struct Sequence(VecDeque<(Cycle, u32)>);

impl Sequence {
    pub fn push(&mut self, time: Cycle, what: u32) {
        debug_assert!(self.0.back().is_none_or(|(last, _)| *last <= time));
        self.0.push_back((time, what));
    }

    /// When the next event happens.
    pub fn time(&self) -> Option<Cycle> {
        self.0.front().map(|(time, _)| *time)
    }

    /// Takes out the next event that is due.
    pub fn take(&mut self, now: Cycle) -> Option<u32> {
        if self.time()? > now {
            return None;
        }
        self.0.pop_front().map(|(_, what)| what)
    }
}

/// Events that are announced in any order. Of equal times, the smallest comes first.
#[derive(Default)]
pub(super) struct Agenda(BinaryHeap<Reverse<(Cycle, u32)>>);

impl Agenda {
    pub fn push(&mut self, time: Cycle, what: u32) {
        self.0.push(Reverse((time, what)));
    }

    /// When the next event happens.
    pub fn time(&self) -> Option<Cycle> {
        self.0.peek().map(|Reverse((time, _))| *time)
    }

    /// Takes out the next event that is due.
    pub fn take(&mut self, now: Cycle) -> Option<u32> {
        if self.time()? > now {
            return None;
        }
        self.0.pop().map(|Reverse((_, what))| what)
    }
}
