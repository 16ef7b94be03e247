//! What has changed along the timeline, and since when: what was found out before a change holds as far as it does not
//! touch that.

use crate::time::Time;
use std::ops::RangeInclusive;

/// Changes of the timeline, numbered in the order in which they were made, each with the times that it touches.
///
/// Only what the answers need is kept: for each time the last change that touches it. Noting a change moves the pieces behind it
/// in memory, asking takes O(log pieces) and a step for each piece that is passed.
#[derive(Default)]
pub struct Changes {
    count: u32,
    /// Where a piece of times begins, ascending, and how many changes there were with the last that touches it.
    pieces: Vec<(Time, u32)>,
}

impl Changes {
    /// At these times, which are some, the timeline is another.
    pub fn note(&mut self, times: RangeInclusive<Time>) {
        self.count += 1;
        let behind = times.end().saturating_add(1);
        let from = self.pieces.partition_point(|piece| piece.0 < *times.start());
        let to = self.pieces.partition_point(|piece| piece.0 <= behind);
        let last = to.checked_sub(1).map_or(0, |last| self.pieces[last].1);
        let goes_on = (behind < Time::MAX).then_some((behind, last));
        self.pieces.splice(from..to, [(*times.start(), self.count)].into_iter().chain(goes_on));
    }

    /// Time goes on; what lies before is not asked for any longer.
    pub fn go_on(&mut self, now: Time) {
        let past = self.pieces.partition_point(|piece| piece.0 <= now);
        self.pieces.drain(..past.saturating_sub(1));
    }

    /// How many there have been.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The earliest time from this one on at which the timeline is another than when there had been `count` changes; the end of
    /// time where it is the same.
    pub fn since(&self, count: u32, from: Time) -> Time {
        if count == self.count {
            return Time::MAX;
        }
        let place = self.pieces.partition_point(|piece| piece.0 <= from).saturating_sub(1);
        let changed = self.pieces[place..].iter().find(|piece| piece.1 > count);
        changed.map_or(Time::MAX, |piece| piece.0.max(from))
    }

    /// Whether the timeline is the same at all these times as when there had been `count` changes.
    pub fn spare(&self, times: RangeInclusive<Time>, count: u32) -> bool {
        self.since(count, *times.start()) > *times.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_earliest_change_since_then_is_known(
            noted in prop::collection::vec((0i64..20, prop_oneof![4 => 0i64..10, 1 => Just(Time::MAX)], 0i64..3), 0..30),
        ) {
            let (mut changes, mut now) = (Changes::default(), 0);
            let mut plain: Vec<RangeInclusive<Time>> = Vec::new();
            for (start, length, passes) in noted {
                prop_assert_eq!(changes.count() as usize, plain.len());
                let times = start..=start.saturating_add(length);
                changes.note(times.clone());
                plain.push(times);
                now += passes / 2;
                changes.go_on(now);
                for count in 0..=plain.len() {
                    for from in now..40 {
                        let touched = |&time: &Time| plain[count..].iter().any(|times| times.contains(&time));
                        let earliest = (from..40).find(touched).unwrap_or(Time::MAX);
                        prop_assert_eq!(changes.since(count as u32, from), earliest, "{} from {}", count, from);
                        prop_assert_eq!(changes.spare(from..=from + 3, count as u32), earliest > from + 3);
                    }
                }
            }
        }
    }
}
