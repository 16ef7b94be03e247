//! Jobs in an order: one sort for all of the room, for each kind of sort is code of its own.

/// The places of these numbers from the least to the greatest; equal ones in their order. Cost: O(n log n).
pub fn ascending(numbers: impl Iterator<Item = i64>) -> Vec<u32> {
    let mut places: Vec<(i64, u32)> = numbers.zip(0..).collect();
    sort(&mut places);
    places.into_iter().map(|(_, place)| place).collect()
}

/// Sorts by number, then by place. Not for every caller anew.
#[inline(never)]
fn sort(places: &mut [(i64, u32)]) {
    places.sort_unstable();
}

#[cfg(test)]
mod tests {
    #[test]
    fn equal_numbers_keep_their_order() {
        assert_eq!(super::ascending([5, 3, 5, -1, 3].into_iter()), [3, 1, 4, 0, 2]);
    }
}
