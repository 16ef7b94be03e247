//! What is left of the torus before the deadline: the profile of Gupta and Srimani 1997, section 3.
//!
//! The torus is a row of `m` columns, and a job of size `d` needs `d` neighbouring ones (a *p-interval*). Jobs come largest
//! first, so every interval is a whole number of times as wide as the job at hand. All intervals have different amounts of
//! room left, and more of it the further right they lie (the profile is *stair-like*): two neighbours in the order of
//! room are all that a job needs.

use std::collections::BTreeMap;
use std::ops::Bound::{Excluded, Unbounded};

/// Time left before the deadline, in ticks, and how many ticks it grows per tick by which the deadline is moved.
///
/// The order is by time, then by growth: with a growth of 1 for the empty torus, the profile is that of a deadline later
/// by less than anything that could make a difference. With a growth of 0 it is that of the deadline itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Room {
    /// Ticks before the deadline.
    pub ticks: u128,
    /// Ticks more, per tick of a later deadline; at most the number of columns.
    pub growth: u64,
}

/// Columns `first..=last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The first column.
    pub first: u32,
    /// The last column.
    pub last: u32,
}

/// Where a job runs and when, in ticks before the deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its columns.
    pub interval: Interval,
    /// When it starts, in ticks before the deadline.
    pub from: u128,
    /// When it stops, in ticks before the deadline.
    pub to: u128,
}

/// What is left of every interval that is not used up.
pub struct Profile(BTreeMap<Room, Interval>);

impl Profile {
    /// An empty torus of `columns` columns, with this much room.
    pub fn new(columns: u32, room: Room) -> Profile {
        Profile(BTreeMap::from([(room, Interval { first: 0, last: columns - 1 })]))
    }

    /// Plans a job of `ticks` on `columns` columns, which divide those of every earlier job. Gives its pieces in the order
    /// of columns: where two, the first ends at the deadline and the second stops before the first starts. Fails where
    /// the job is longer than the most room there is, and returns that.
    ///
    /// Costs the logarithm of the number of intervals, which is at most that of columns.
    pub fn place(&mut self, columns: u32, ticks: u128) -> Result<[Option<Piece>; 2], Room> {
        let job = Room { ticks, growth: 0 };
        let most = self.0.last_key_value().map_or(Room { ticks: 0, growth: 0 }, |(room, _)| *room);
        if most < job {
            return Err(most);
        }
        // Steps 3 and 4: use up the most room that is not too much. In step 2 there is none so small.
        let used_up = self.0.range(..=job).next_back().map(|(room, _)| *room);
        let first = used_up.map(|room| Piece { interval: self.cut(room, columns), from: room.ticks, to: 0 });
        if used_up == Some(job) {
            return Ok([first, None]);
        }
        // Steps 2 and 4: what remains of the job goes to the start of the next larger room.
        let next = self.0.range((Excluded(job), Unbounded)).next().map(|(room, _)| *room);
        let next = next.expect("the most room is not less than the job, and none is equal to it");
        let interval = self.cut(next, columns);
        let before = used_up.unwrap_or(Room { ticks: 0, growth: 0 });
        let left = Room { ticks: next.ticks + before.ticks - ticks, growth: next.growth + before.growth };
        self.0.insert(left, interval);
        Ok([first, Some(Piece { interval, from: next.ticks, to: left.ticks })])
    }

    /// Takes the leftmost columns of the interval with this room. The rest of it stays: the step 4 that the paper prints
    /// gives it away, and with it deadlines that can be met.
    fn cut(&mut self, room: Room, columns: u32) -> Interval {
        let interval = self.0.get_mut(&room).expect("the room of an interval");
        let taken = Interval { first: interval.first, last: interval.first + columns - 1 };
        if taken.last == interval.last {
            self.0.remove(&room);
        } else {
            interval.first = taken.last + 1;
        }
        taken
    }

    /// Every interval with its room, the least room first.
    #[cfg(test)]
    pub fn intervals(&self) -> impl Iterator<Item = (Interval, Room)> {
        self.0.iter().map(|(room, interval)| (*interval, *room))
    }
}
