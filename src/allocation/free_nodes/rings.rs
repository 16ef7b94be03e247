//! Sets of nodes, moved around rings.
//!
//! Where the rings of a dimension lie in words as a whole, nothing leaves its word or its words, and one look at each is enough.

use super::layout::and_ahead;

/// A step around rings that lie within words.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// Bits from a node to the one that far around, where `stays` has the node, and elsewhere back to it.
    pub ahead: u32,
    pub behind: u32,
    pub stays: u64,
}

/// Keeps the members of `set` that are still there when it has been moved around the rings and intersected with itself once for
/// each step, as far as steps are not 0: where every word holds whole rings.
pub(super) fn and_in_words(set: &mut [u64], steps: [u32; 6], step: impl Fn(u32) -> Step) {
    // As many as are known beforehand, or the compiler could not take several words at a time.
    match steps {
        [a, 0, ..] => and_steps(set, [a].map(step)),
        [a, b, 0, ..] => and_steps(set, [a, b].map(step)),
        [a, b, c, 0, ..] => and_steps(set, [a, b, c].map(step)),
        _ => steps.into_iter().filter(|&steps| steps > 0).for_each(|steps| and_steps(set, [step(steps)])),
    }
}

#[inline(always)]
fn and_steps<const STEPS: usize>(set: &mut [u64], steps: [Step; STEPS]) {
    for word in set {
        for Step { ahead, behind, stays } in steps {
            *word &= *word >> ahead & stays | *word << behind & !stays;
        }
    }
}

/// Sets `next` to the members of `set` that have another one `ahead` bits further around their ring: where a ring fills so many
/// words.
pub(super) fn and_words<const WORDS: usize>(set: &[u64], next: &mut [u64], ahead: u32) {
    debug_assert!(set.len().is_multiple_of(WORDS) && next.len() == set.len(), "a set has whole rings");
    let (whole, bits) = ((ahead / u64::BITS) as usize, ahead % u64::BITS);
    // Words that are known beforehand are taken several at a time.
    match (whole, bits) {
        (_, 0) if whole == WORDS / 2 => and_whole::<WORDS>(set, next, WORDS / 2),
        (_, 0) if whole == WORDS / 4 => and_whole::<WORDS>(set, next, WORDS / 4),
        (_, 0) => and_whole::<WORDS>(set, next, whole),
        (0, _) => and_moved::<WORDS>(set, next, 0, bits),
        (1, _) => and_moved::<WORDS>(set, next, 1, bits),
        _ => and_moved::<WORDS>(set, next, whole, bits),
    }
}

#[inline(always)]
fn and_whole<const WORDS: usize>(set: &[u64], next: &mut [u64], whole: usize) {
    for (set, next) in set.chunks_exact(WORDS).zip(next.chunks_exact_mut(WORDS)) {
        for word in 0..WORDS {
            next[word] = set[word] & set[(word + whole) % WORDS];
        }
    }
}

#[inline(always)]
fn and_moved<const WORDS: usize>(set: &[u64], next: &mut [u64], whole: usize, bits: u32) {
    for (set, next) in set.chunks_exact(WORDS).zip(next.chunks_exact_mut(WORDS)) {
        for word in 0..WORDS {
            let (low, high) = (set[(word + whole) % WORDS], set[(word + whole + 1) % WORDS]);
            next[word] = set[word] & (low >> bits | high << (u64::BITS - bits));
        }
    }
}

/// The same along the first dimension, where layers are whole words.
pub(super) fn and_layers(set: &[u64], next: &mut [u64], ahead: u32) {
    let whole = (ahead / u64::BITS) as usize;
    let stays = set.len() - whole;
    debug_assert!(ahead.is_multiple_of(u64::BITS) && set.len() == next.len(), "a set has whole layers");
    let (first, rest) = next.split_at_mut(stays);
    for ((next, here), other) in first.iter_mut().zip(set).zip(&set[whole..]) {
        *next = here & other;
    }
    for ((next, here), other) in rest.iter_mut().zip(&set[stays..]).zip(set) {
        *next = here & other;
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Bit by bit: who is there and has another one so far around its ring of `period` bits.
    fn plain(set: &[u64], period: u32, ahead: u32) -> Vec<u64> {
        let has = |node: u32| set[(node / u64::BITS) as usize] >> (node % u64::BITS) & 1 == 1;
        let stays = |node: u32| has(node) && has(node / period * period + (node % period + ahead) % period);
        let word = |word: u32| (0..u64::BITS).map(|bit| u64::from(stays(word * u64::BITS + bit)) << bit).sum();
        (0..set.len() as u32).map(word).collect()
    }

    proptest! {
        #[test]
        fn who_goes_around_is_told_bit_by_bit(set in prop::collection::vec(any::<u64>(), 16), step in 1u32..1024) {
            let moved = |and: fn(&[u64], &mut [u64], u32), ahead: u32| {
                let mut next = vec![0; set.len()];
                and(&set, &mut next, ahead);
                next
            };
            prop_assert_eq!(moved(and_words::<2>, step % 128), plain(&set, 128, step % 128));
            prop_assert_eq!(moved(and_words::<4>, step % 256), plain(&set, 256, step % 256));
            prop_assert_eq!(moved(and_words::<8>, step % 512), plain(&set, 512, step % 512));
            prop_assert_eq!(moved(and_words::<16>, step), plain(&set, 1024, step));
            let layers = step.div_ceil(64).min(15) * 64;
            prop_assert_eq!(moved(and_layers, layers), plain(&set, 1024, layers));
        }
    }
}
