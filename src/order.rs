//! Sorting by number, once for all: every further kind of sort weighs some ten kilobytes of the page. (To collect into a
//! map is to sort, too; to extend one is not.)

/// The positions of these keys in ascending order, equal keys in the order in which they stand. O(n log n).
pub(crate) fn ascending(keys: &[i64]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..keys.len() as u32).collect();
    if !keys.is_sorted() {
        order.sort_by_key(|&position| keys[position as usize]);
    }
    order
}

/// A key that orders as the number does; NaN comes last, or first with its sign set.
pub(crate) fn number(value: f64) -> i64 {
    let bits = value.to_bits() as i64;
    // Negative numbers ascend in magnitude: all their bits but the sign turn over.
    bits ^ ((bits >> 63) as u64 >> 1) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_keep_their_order() {
        assert_eq!(ascending(&[3, 1, 3, -5, 1]), [3, 1, 4, 0, 2]);
        assert_eq!(ascending(&[1, 1, 2]), [0, 1, 2]);
        assert!(ascending(&[]).is_empty());
    }

    #[test]
    fn keys_order_as_numbers_do() {
        let numbers = [f64::NEG_INFINITY, -2.5, -1e-300, -0.0, 0.0, 1e-300, 0.5, 7.0, f64::INFINITY, f64::NAN];
        assert!(numbers.map(number).is_sorted_by(|one, next| one < next));
    }
}
