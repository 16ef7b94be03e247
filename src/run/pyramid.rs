//! Summaries of many numbers in levels: a question about a range reads only a few of them.

use std::ops::Range;

/// How many numbers of one level make one number of the next.
pub const GROUP: usize = 16;

/// The levels above `values`. Each number is `pick` of a group of the level below. The last level is a single group.
pub fn levels<T: Copy>(values: &[T], pick: fn(T, T) -> T) -> Vec<Vec<T>> {
    let mut levels: Vec<Vec<T>> = Vec::new();
    loop {
        let below = levels.last().map_or(values, |level| level);
        if below.len() <= GROUP {
            return levels;
        }
        let above = below.chunks(GROUP).filter_map(|group| group.iter().copied().reduce(pick)).collect();
        levels.push(above);
    }
}

/// `pick` of a range of `values`, by their levels; none for an empty range. Cost: O(log values).
pub fn within<T: Copy>(values: &[T], levels: &[Vec<T>], pick: fn(T, T) -> T, range: Range<usize>) -> Option<T> {
    let (mut from, mut to, mut picked) = (range.start, range.end, None);
    let mut take = |value: T| picked = Some(picked.map_or(value, |other| pick(other, value)));
    for depth in 0..=levels.len() {
        let level = depth.checked_sub(1).map_or(values, |above| &levels[above]);
        let last = depth == levels.len();
        while from < to && (last || from % GROUP != 0) {
            take(level[from]);
            from += 1;
        }
        while from < to && to % GROUP != 0 {
            to -= 1;
            take(level[to]);
        }
        (from, to) = (from / GROUP, to / GROUP);
    }
    picked
}

/// Calls `found` with every position before `end` with a value above `bound`, in ascending order. `levels` have the
/// greatest values. Cost: O(log values) for each result.
pub fn above(values: &[i64], levels: &[Vec<i64>], end: usize, bound: i64, found: &mut dyn FnMut(usize)) {
    let top = levels.last().map_or(values.len(), Vec::len);
    (0..top).for_each(|place| descend(values, levels, levels.len(), place, end, bound, found));
}

/// The same below one number, which is `depth` levels above the values.
fn descend(
    values: &[i64],
    levels: &[Vec<i64>],
    depth: usize,
    place: usize,
    end: usize,
    bound: i64,
    found: &mut dyn FnMut(usize),
) {
    let Some(above) = depth.checked_sub(1) else {
        if place < end && values[place] > bound {
            found(place);
        }
        return;
    };
    let begins = (0..depth).fold(place, |place, _| place.saturating_mul(GROUP));
    if begins >= end || levels[above][place] <= bound {
        return;
    }
    let below = above.checked_sub(1).map_or(values.len(), |level| levels[level].len());
    for place in place * GROUP..(place * GROUP + GROUP).min(below) {
        descend(values, levels, above, place, end, bound, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_range_is_summed_up_as_number_by_number(
            values in prop::collection::vec(-50i64..50, 0..900),
            ends in (0usize..900, 0usize..900),
            bound in -50i64..50,
        ) {
            let greatest = levels(&values, i64::max);
            let (from, to) = (ends.0.min(ends.1).min(values.len()), ends.0.max(ends.1).min(values.len()));
            prop_assert_eq!(within(&values, &greatest, i64::max, from..to), values[from..to].iter().copied().max());
            let least = levels(&values, i64::min);
            prop_assert_eq!(within(&values, &least, i64::min, from..to), values[from..to].iter().copied().min());
            let mut found = Vec::new();
            above(&values, &greatest, to, bound, &mut |place| found.push(place));
            prop_assert_eq!(found, (0..to).filter(|&place| values[place] > bound).collect::<Vec<_>>());
        }
    }
}
