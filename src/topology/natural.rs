//! The natural order of names: `n9` before `n10`.

use std::cmp::Ordering;

/// Compares two names by character codes, and where two runs of digits meet, by their numbers. If one of the runs
/// begins with 0, they compare digit by digit, as fractions do. Only equal names are equal.
pub fn natural_order(one: &str, other: &str) -> Ordering {
    let (mut one, mut other) = (one.as_bytes(), other.as_bytes());
    while let (Some(a), Some(b)) = (one.first(), other.first()) {
        // The bytes of UTF-8 have the order of the characters.
        let (length, order) = if a.is_ascii_digit() && b.is_ascii_digit() {
            let (left, right) = (digits(one), digits(other));
            let fraction = *a == b'0' || *b == b'0';
            let by_length = if fraction { Ordering::Equal } else { left.len().cmp(&right.len()) };
            (left.len(), by_length.then_with(|| left.cmp(right)))
        } else {
            (1, a.cmp(b))
        };
        if order.is_ne() {
            return order;
        }
        (one, other) = (&one[length..], &other[length..]);
    }
    one.len().cmp(&other.len())
}

/// The digits at the beginning.
fn digits(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_compare_as_numbers_and_zeros_as_fractions() {
        let ascending =
            ["n", "n0", "n00", "n001", "n01", "n010", "n1", "n1a", "n2", "n2-9", "n2-10", "n10", "na", "o1"];
        for (place, one) in ascending.iter().enumerate() {
            for (other_place, other) in ascending.iter().enumerate() {
                assert_eq!(natural_order(one, other), place.cmp(&other_place), "{one} {other}");
            }
        }
    }

    proptest! {
        /// Sorting needs a total order.
        #[test]
        fn the_order_is_total(names in prop::collection::vec("[a0-2é]{0,5}", 3)) {
            let [a, b, c] = [&*names[0], &*names[1], &*names[2]];
            prop_assert_eq!(natural_order(a, b), natural_order(b, a).reverse());
            prop_assert_eq!(natural_order(a, b).is_eq(), a == b);
            if natural_order(a, b).is_le() && natural_order(b, c).is_le() {
                prop_assert!(natural_order(a, c).is_le());
            }
        }
    }
}
