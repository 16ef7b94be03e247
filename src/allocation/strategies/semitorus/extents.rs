//! The extents of semitori, which are powers of two.

use crate::machine::MAX_DIMENSIONS;

/// Base-2 logarithms of a semitorus's extents.
pub(super) type Exponents = [u8; MAX_DIMENSIONS];

/// `2^wanted` nodes within `limit`. Each doubling goes to the shortest dimension that may still grow; ties go to the
/// last.
pub(super) fn fill_evenly(limit: &Exponents, wanted: u8) -> Exponents {
    let mut extents = [0; MAX_DIMENSIONS];
    for _ in 0..wanted {
        let growable = (0..MAX_DIMENSIONS).rev().filter(|&dimension| extents[dimension] < limit[dimension]);
        let shortest = growable.min_by_key(|&dimension| extents[dimension]).expect("a cut is smaller than its parent");
        extents[shortest] += 1;
    }
    extents
}
