//! The free time of the torus before the deadline: the profile of Gupta and Srimani 1997, section 3.
//!
//! The torus is a row of `m` columns, and a job of size `d` needs `d` neighbouring ones (a *p-interval*). Jobs come
//! largest first, so the width of every interval is a multiple of the current job's. All intervals have different
//! amounts of time left, which increase from left to right (the profile is *stair-like*). Two neighbours in the order
//! of this time are enough for a job.

/// Time left before the deadline in ticks, and its growth in ticks per tick of a later deadline.
///
/// The order is by time, then by growth. With a growth of 1 for the empty torus, the profile is that of a deadline that
/// is later by an infinitesimal amount. With a growth of 0 it is that of the deadline itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimeSlack {
    /// Ticks before the deadline.
    pub ticks: u128,
    /// Additional ticks per tick of a later deadline; at most the number of columns.
    pub growth: u64,
}

/// The first and the last of neighbouring columns.
pub type Interval = [u32; 2];

/// The columns of a piece of a job and its times, in ticks before the deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its columns.
    pub interval: Interval,
    /// Its start, in ticks before the deadline.
    pub from: u128,
    /// Its end, in ticks before the deadline.
    pub to: u128,
}

/// The intervals with time left, the least time first. There are never more of them than columns, so a plain list is
/// enough.
pub struct Profile(Vec<(TimeSlack, Interval)>);

impl Profile {
    /// An empty torus of `columns` columns, with this much time left.
    pub fn new(columns: u32, room: TimeSlack) -> Profile {
        Profile(vec![(room, [0, columns - 1])])
    }

    /// Plans a job of `ticks` on `columns` columns, a divisor of the number of columns of every earlier job. Returns
    /// its pieces in the order of columns. Of two pieces, the first ends at the deadline and the second stops before
    /// the first starts. Fails with the most time left if the job is longer than that.
    ///
    /// The cost is the logarithm of the number of intervals, and moving some of them.
    pub fn place(&mut self, columns: u32, ticks: u128) -> Result<[Option<Piece>; 2], TimeSlack> {
        let job = TimeSlack { ticks, growth: 0 };
        let none = TimeSlack { ticks: 0, growth: 0 };
        let most = self.0.last().map_or(none, |(room, _)| *room);
        if most < job {
            return Err(most);
        }
        // Steps 3 and 4: use up the largest time that is not too much. In step 2 every time is too much.
        let mut next = self.0.partition_point(|(room, _)| *room <= job);
        let used_up = next.checked_sub(1).map(|position| {
            let room = self.0[position].0;
            let (interval, is_all) = self.cut(position, columns);
            next -= usize::from(is_all);
            (room, Piece { interval, from: room.ticks, to: 0 })
        });
        let (before, first) = used_up.map_or((none, None), |(room, piece)| (room, Some(piece)));
        if before == job {
            return Ok([first, None]);
        }
        // Steps 2 and 4: the rest of the job goes to the start of the next larger time. It exists, because the largest
        // time is not less than the job.
        let room = self.0[next].0;
        let (interval, _) = self.cut(next, columns);
        let left = TimeSlack { ticks: room.ticks + before.ticks - ticks, growth: room.growth + before.growth };
        self.0.insert(next, (left, interval));
        Ok([first, Some(Piece { interval, from: room.ticks, to: left.ticks })])
    }

    /// Takes the leftmost columns of an interval, and returns whether that was all of it. The rest stays. The printed
    /// step 4 of the paper loses the rest, and misses deadlines that can be met.
    fn cut(&mut self, position: usize, columns: u32) -> (Interval, bool) {
        let [first, last] = &mut self.0[position].1;
        let taken = [*first, *first + columns - 1];
        let is_all = taken[1] == *last;
        if is_all {
            self.0.remove(position);
        } else {
            *first = taken[1] + 1;
        }
        (taken, is_all)
    }

    /// Every interval with its time left, the least first.
    #[cfg(test)]
    pub fn intervals(&self) -> impl Iterator<Item = (Interval, TimeSlack)> {
        self.0.iter().map(|(room, interval)| (*interval, *room))
    }
}
