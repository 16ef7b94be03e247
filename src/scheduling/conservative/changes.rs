//! What has changed along the timeline, and since when: what was found out before a change holds as far as it does not
//! reach so far.

use crate::time::Time;

/// Changes of the timeline in the order in which they were made, each by the time from which on it shows.
///
/// Only what the answers need is kept: a change that shows no later than an earlier one hides it. Noting a change is O(1)
/// amortised, asking O(log changes kept).
#[derive(Default)]
pub struct Changes {
    count: u32,
    /// (number of the change, time), both ascending.
    kept: Vec<(u32, Time)>,
}

impl Changes {
    /// From this time on the timeline is another.
    pub fn note(&mut self, time: Time) {
        while self.kept.last().is_some_and(|&(_, kept)| kept >= time) {
            self.kept.pop();
        }
        self.kept.push((self.count, time));
        self.count += 1;
    }

    /// How many there have been.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The earliest time from which on the timeline is another than when there had been `count` changes; the end of time where
    /// it is the same.
    pub fn since(&self, count: u32) -> Time {
        if count == self.count {
            return Time::MAX;
        }
        let first = self.kept.partition_point(|&(number, _)| number < count);
        self.kept.get(first).map_or(Time::MAX, |&(_, time)| time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_earliest_change_since_then_is_known(times in prop::collection::vec(0i64..20, 0..30)) {
            let mut changes = Changes::default();
            for (number, &time) in times.iter().enumerate() {
                prop_assert_eq!(changes.count() as usize, number);
                changes.note(time);
                for count in 0..=number + 1 {
                    let earliest = times[count..number + 1].iter().min().copied();
                    prop_assert_eq!(changes.since(count as u32), earliest.unwrap_or(Time::MAX));
                }
            }
        }
    }
}
