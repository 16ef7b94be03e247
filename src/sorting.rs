//! Sorting, and maps of few entries, with one instance of the standard library's sort for the whole program. Each further type or comparison
//! would add an instance of five kilobytes to the page (docs/performance.md).

mod small_map;

pub use small_map::SmallMap;

use std::cmp::Ordering;
use std::collections::BTreeSet;

/// The positions below `count` in the order of `compare`, which is given two of them; equal ones ascend. O(n log n)
/// comparisons, O(n) where there is nothing to do.
pub fn positions(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut positions: Vec<usize> = (0..count).collect();
    positions.sort_by(|&one, &other| compare(one, other));
    positions
}

/// The positions of these numbers from the least to the greatest; equal ones ascend.
pub fn ascending(numbers: impl Iterator<Item = i64>) -> Vec<u32> {
    let numbers: Vec<i64> = numbers.collect();
    let order = positions(numbers.len(), &|one, other| numbers[one].cmp(&numbers[other]));
    order.into_iter().map(|position| position as u32).collect()
}

/// These values in the order of `compare`; equal ones stay in theirs.
pub fn sorted<T>(values: Vec<T>, compare: impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    let order = positions(values.len(), &|one, other| compare(&values[one], &values[other]));
    let mut values: Vec<Option<T>> = values.into_iter().map(Some).collect();
    order.into_iter().filter_map(|position| values[position].take()).collect()
}

/// These numbers from the least to the greatest, each once.
pub fn distinct(numbers: impl IntoIterator<Item = u32>) -> Vec<u32> {
    let mut numbers: Vec<u32> = numbers.into_iter().collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// The values without repetition. (To collect them into a set directly would sort them first.)
pub fn set<T: Ord>(values: impl Iterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(values);
    set
}

/// The number in the middle of these if they were sorted, of an even count the second there; nothing where there is none. Linear.
pub fn middle(mut numbers: Vec<i64>) -> Option<i64> {
    let place = numbers.len() / 2;
    (place < numbers.len()).then(|| *numbers.select_nth_unstable(place).1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn equal_numbers_keep_their_order() {
        assert_eq!(ascending([5, 3, 5, -1, 3].into_iter()), [3, 1, 4, 0, 2]);
    }

    proptest! {
        #[test]
        fn the_middle_is_where_sorting_puts_it(numbers in prop::collection::vec(-9i64..9, 0..40)) {
            let order = sorted(numbers.clone(), i64::cmp);
            prop_assert_eq!(middle(numbers), order.get(order.len() / 2).copied());
        }

        #[test]
        fn values_are_sorted_as_the_standard_library_does(values in prop::collection::vec((0u8..9, 0u8..9), 0..40)) {
            let mut expected = values.clone();
            expected.sort_by_key(|value| value.0);
            prop_assert_eq!(sorted(values, |one, other| one.0.cmp(&other.0)), expected);
        }
    }
}
