//! Quotients that may not apply, means that are exact, quantiles.

use crate::time::{SECOND, Time, seconds};

/// A quotient, or NaN for a divisor of 0.
pub(super) fn quotient(numerator: f64, denominator: f64) -> f64 {
    if denominator == 0.0 { f64::NAN } else { numerator / denominator }
}

/// The mean of so many times, in seconds. Their sum is exact, whatever the order of summation.
pub(super) fn mean_seconds(times: impl Iterator<Item = Time>, count: usize) -> f64 {
    quotient(times.map(i128::from).sum::<i128>() as f64 / SECOND as f64, count as f64)
}

/// How a quantity is spread over the jobs of a run; all NaN without jobs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spread {
    pub mean: f64,
    /// The least value that half of all do not exceed.
    pub median: f64,
    /// The least value that 90 % of all do not exceed.
    pub p90: f64,
    /// The least value that 95 % of all do not exceed.
    pub p95: f64,
    /// The least value that 99 % of all do not exceed.
    pub p99: f64,
    pub largest: f64,
}

impl Spread {
    /// The spread of so many numbers, which are summed in their order. O(values); memory for a million at most.
    pub fn of_numbers(count: usize, values: impl Iterator<Item = f64> + Clone) -> Spread {
        let sum = values.clone().fold(0.0, |sum, value| sum + value);
        Spread::of(quotient(sum, count as f64), selected(count, values.map(ascending)), number)
    }

    /// The spread of so many times, which are not negative, in seconds. O(times); memory as for numbers.
    pub fn of_times(count: usize, times: impl Iterator<Item = Time> + Clone) -> Spread {
        let mean = mean_seconds(times.clone(), count);
        Spread::of(mean, selected(count, times.map(|time| time as u64)), |key| seconds(key as Time))
    }

    /// The spread with these keys at the places of its quantiles, if there are any; `value` is what a key stands for.
    fn of(mean: f64, keys: Option<[u64; 5]>, value: fn(u64) -> f64) -> Spread {
        let [median, p90, p95, p99, largest] = keys.map_or([f64::NAN; 5], |keys| keys.map(value));
        Spread { mean, median, p90, p95, p99, largest }
    }
}

/// Only so many keys at a time are written down.
const MANY: u64 = if cfg!(test) { 16 } else { 1 << 20 };

/// Where quantiles stand among so many keys in ascending order: the ranks of shares in per cent, in whole numbers, which are
/// ceil(n k / 100), counted from 1.
fn places(count: usize) -> [usize; 5] {
    [50, 90, 95, 99, 100].map(|share| (count as u64 * share).div_ceil(100) as usize - 1)
}

/// The keys of quantiles among so many; nothing where there are none.
fn selected(count: usize, keys: impl Iterator<Item = u64> + Clone) -> Option<[u64; 5]> {
    if count as u64 > MANY {
        return Some(places(count).map(|place| nth(place, count as u64, keys.clone())));
    }
    selected_of(keys.collect())
}

/// The same where they are written down.
fn selected_of(mut keys: Vec<u64>) -> Option<[u64; 5]> {
    let (count, mut below) = (keys.len(), 0);
    // Values below one place need not be searched for the next.
    let key = |place: usize| {
        let key = *keys[below..].select_nth_unstable(place - below).1;
        below = place;
        key
    };
    (count > 0).then(|| places(count).map(key))
}

/// The key at this place of all `count` keys in ascending order. They are counted by their leading sixteen bits, of those that
/// have the same as the wanted one by the sixteen behind these, and so on until few are left, or all bits are known.
fn nth(mut place: usize, mut count: u64, keys: impl Iterator<Item = u64> + Clone) -> u64 {
    let (mut known, mut rest) = (0, u64::BITS);
    while count > MANY && rest > 0 {
        let mut counts = vec![0u32; 1 << 16];
        for key in keys.clone().filter(|key| leading(*key, rest) == known) {
            counts[leading(key, rest - 16) as u16 as usize] += 1;
        }
        rest -= 16;
        let mut bits = 0;
        while counts[bits] as usize <= place {
            place -= counts[bits] as usize;
            bits += 1;
        }
        (known, count) = (known << 16 | bits as u64, counts[bits].into());
    }
    if rest == 0 {
        return known;
    }
    let mut few: Vec<u64> = keys.filter(|key| leading(*key, rest) == known).collect();
    *few.select_nth_unstable(place).1
}

/// A key without so many bits at its end.
fn leading(key: u64, rest: u32) -> u64 {
    key.checked_shr(rest).unwrap_or(0)
}

/// A key that ascends with the number.
fn ascending(value: f64) -> u64 {
    let bits = value.to_bits();
    if value.is_sign_negative() { !bits } else { bits | 1 << 63 }
}

/// The number of a key.
fn number(key: u64) -> f64 {
    f64::from_bits(if key >> 63 == 0 { !key } else { key & !(1 << 63) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The 20th, 36th, 38th, 40th (39.6) and 40th of 40; of 21 the 11th (10.5 values are half of them), the 19th (18.9), the
    /// 20th (19.95) and twice the 21st (20.79); of 200 the 198th.
    #[test]
    fn quantiles_are_values_that_occur() {
        let spread = |most: i64| Spread::of_times(most as usize, (1..=most).rev().map(|time| time * SECOND));
        assert_eq!(spread(40), Spread { mean: 20.5, median: 20.0, p90: 36.0, p95: 38.0, p99: 40.0, largest: 40.0 });
        assert_eq!(spread(21), Spread { mean: 11.0, median: 11.0, p90: 19.0, p95: 20.0, p99: 21.0, largest: 21.0 });
        assert_eq!((spread(200).p90, spread(200).p99), (180.0, 198.0));
        let alone = Spread { mean: 7.5, median: 7.5, p90: 7.5, p95: 7.5, p99: 7.5, largest: 7.5 };
        assert_eq!(Spread::of_numbers(1, [7.5].into_iter()), alone);
    }

    proptest! {
        #[test]
        fn many_values_are_selected_from_as_few_are(
            mut values in prop::collection::vec(
                prop_oneof![any::<f64>(), Just(0.0), -1.0..1.0, Just(1.0), (0u64..40).prop_map(next_to_one)],
                17..200,
            ),
            place: prop::sample::Index,
        ) {
            let (count, place) = (values.len(), place.index(values.len()));
            let keys: Vec<u64> = values.iter().copied().map(ascending).collect();
            let found = nth(place, count as u64, keys.iter().copied());
            let [many, few] = [selected(count, keys.iter().copied()), selected_of(keys.clone())];
            values.sort_by(f64::total_cmp);
            prop_assert_eq!(number(found).to_bits(), values[place].to_bits());
            let there = |place: usize| ascending(values[place]);
            prop_assert_eq!([many, few], [Some(places(count).map(there)); 2]);
        }
    }

    /// Numbers that differ only in their last bits.
    fn next_to_one(bits: u64) -> f64 {
        f64::from_bits(1.0_f64.to_bits() + bits)
    }

    #[test]
    fn nothing_has_no_mean_and_no_quantiles() {
        let Spread { mean, median, p90, p95, p99, largest } = Spread::of_numbers(0, std::iter::empty());
        assert!(
            [mean, median, p90, p95, p99, largest, mean_seconds(std::iter::empty(), 0), quotient(1.0, 0.0)]
                .iter()
                .all(|value| value.is_nan())
        );
        assert_eq!(quotient(0.0, 4.0), 0.0);
    }
}
