//! Sets of nodes, moved around rings.
//!
//! Where the rings of a dimension lie in words as a whole, nothing leaves its word or its words, and one look at each is enough.

use super::layout::and_ahead;

/// Sets `next` to the members of `set` that have another one further around their ring, `ahead` bits ahead where `stays` has the
/// node, and elsewhere `behind` bits behind: where every word holds whole rings.
pub(super) fn and_in_words(set: &[u64], next: &mut [u64], ahead: u32, behind: u32, stays: u64) {
    for (next, here) in next.iter_mut().zip(set) {
        *next = here & (here >> ahead & stays | here << behind & !stays);
    }
}

/// Sets `next` to the members of `set` that have another one `ahead` bits further around their ring: where a ring fills so many
/// words.
pub(super) fn and_words<const WORDS: usize>(set: &[u64], next: &mut [u64], ahead: u32) {
    debug_assert!(set.len().is_multiple_of(WORDS) && next.len() == set.len(), "a set has whole rings");
    let (whole, bits) = ((ahead / u64::BITS) as usize, ahead % u64::BITS);
    for (set, next) in set.chunks_exact(WORDS).zip(next.chunks_exact_mut(WORDS)) {
        for word in 0..WORDS {
            let (low, high) = (set[(word + whole) % WORDS], set[(word + whole + 1) % WORDS]);
            next[word] = set[word] & (low >> bits | high << 1 << (u64::BITS - 1 - bits));
        }
    }
}

/// Sets `next` to the members of `set` that have another member further around their ring: `ahead` bits ahead where `stays` has
/// the node, and elsewhere `behind` bits behind.
pub(super) fn and_around(set: &[u64], next: &mut [u64], ahead: u32, behind: u32, stays: &[u64]) {
    let reach = and_ahead(set, next, ahead);
    next[reach..].fill(0);
    for next in next.chunks_mut(stays.len()) {
        next.iter_mut().zip(stays).for_each(|(next, stays)| *next &= stays);
    }
    let (whole, bits) = ((behind / u64::BITS) as usize, behind % u64::BITS);
    if whole >= next.len() {
        return;
    }
    next[whole] |= set[whole] & !stays[whole % stays.len()] & set[0] << bits;
    let mut start = whole + 1;
    while start < next.len() {
        let stays = &stays[start % stays.len()..];
        let end = next.len().min(start + stays.len());
        let low = &set[start - whole - 1..];
        let rest = next[start..end].iter_mut().zip(&set[start..end]).zip(stays).zip(low).zip(&low[1..]);
        for ((((next, here), stays), low), high) in rest {
            *next |= here & !stays & (high << bits | low >> 1 >> (63 - bits));
        }
        start = end;
    }
}

/// The same along the first dimension: whoever has no node `ahead` in the set goes around.
pub(super) fn and_around_all(set: &[u64], next: &mut [u64], ahead: u32, behind: u32) {
    let reach = and_ahead(set, next, ahead);
    next[reach..].fill(0);
    let (whole, bits) = ((behind / u64::BITS) as usize, behind % u64::BITS);
    if let Some((first, rest)) = next[whole..].split_first_mut() {
        *first |= set[whole] & set[0] << bits;
        for (((next, here), low), high) in rest.iter_mut().zip(&set[whole + 1..]).zip(set).zip(&set[1..]) {
            *next |= here & (high << bits | low >> 1 >> (63 - bits));
        }
    }
}
