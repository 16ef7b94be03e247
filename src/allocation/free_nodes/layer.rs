//! The bases in one layer of a machine: the nodes that share a first coordinate. A search that goes layer after layer ends with
//! the first that has one, and passes over those that cannot.

use super::is_empty;
use super::layout::{Growth, Layout};

impl Layout {
    /// Sets `bases` to those of free boxes of these extents in layer `x`, numbered as in the first; of a box that fills a ring
    /// the first only. Returns how many layers have none for sure, from this one on.
    ///
    /// Cost: a pass over as many layers as the box reaches into, at most, and about log2(volume) over one.
    pub(super) fn bases_in_layer(
        &self,
        words: &[u64],
        x: u32,
        extents: &[u32],
        bases: &mut Vec<u64>,
        next: &mut Vec<u64>,
    ) -> u32 {
        let size = self.layer_size();
        bases.clear();
        bases.resize(size.div_ceil(u64::BITS) as usize, u64::MAX);
        *bases.last_mut().expect("a layer has a node") >>= bases.len() as u32 * u64::BITS - size;
        // From the far end: where nothing is left, all boxes that reach so far are passed over.
        for behind in (0..extents[0]).rev() {
            if !and_from(words, size * ((x + behind) % self.extents()[0]), bases) {
                return behind + 1;
            }
        }
        self.narrow_in_layer(extents, bases, next);
        u32::from(is_empty(bases))
    }

    /// Keeps of the nodes of a layer the bases of boxes that have these extents in it.
    pub(super) fn narrow_in_layer(&self, extents: &[u32], bases: &mut Vec<u64>, next: &mut Vec<u64>) {
        next.resize(bases.len(), 0);
        for (dimension, extent) in extents.iter().enumerate().skip(1) {
            self.narrow_to_first(dimension, Growth::to(*extent), bases, next);
        }
    }

    /// Whether layer `x` has a free node next to one in the layer before that is taken. Where not, no box begins that could not
    /// begin one layer earlier.
    pub(super) fn begins_in_layer(&self, words: &[u64], x: u32) -> bool {
        let size = self.layer_size();
        let (before, here) = (size * (x - 1), size * x);
        if size.is_multiple_of(u64::BITS) {
            let word = |node: u32| (node / u64::BITS) as usize;
            let [before, here] = [before, here].map(|start| &words[word(start)..word(start + size)]);
            return before.iter().zip(here).any(|(before, here)| here & !before != 0);
        }
        let count = size.div_ceil(u64::BITS);
        (0..count).any(|word| {
            let bits = (size - word * u64::BITS).min(u64::BITS);
            let taken = !part(words, before + word * u64::BITS) & u64::MAX >> (u64::BITS - bits);
            part(words, here + word * u64::BITS) & taken != 0
        })
    }
}

/// Sets `common` to the members of both. Whether there are any.
pub(super) fn and(one: &[u64], other: &[u64], common: &mut [u64]) -> bool {
    let mut any = 0;
    for ((word, one), other) in common.iter_mut().zip(one).zip(other) {
        *word = one & other;
        any |= *word;
    }
    any != 0
}

/// Keeps of `set` the members that those of `words` from bit `start` on have, too. Whether any are left.
pub(super) fn and_from(words: &[u64], start: u32, set: &mut [u64]) -> bool {
    let (low, bits) = (&words[(start / u64::BITS) as usize..], start % u64::BITS);
    let (last, others) = set.split_last_mut().expect("a layer has a node");
    let mut any = 0;
    if bits == 0 {
        for (word, low) in others.iter_mut().zip(low) {
            *word &= low;
            any |= *word;
        }
    } else {
        for ((word, low), high) in others.iter_mut().zip(low).zip(&low[1..]) {
            *word &= low >> bits | high << (u64::BITS - bits);
            any |= *word;
        }
    }
    *last &= part(words, start + others.len() as u32 * u64::BITS);
    any | *last != 0
}

/// The word from bit `start` on; what is behind the end is not there.
fn part(words: &[u64], start: u32) -> u64 {
    let (word, bits) = ((start / u64::BITS) as usize, start % u64::BITS);
    let high = words.get(word + 1).copied().unwrap_or(0);
    words[word] >> bits | high << 1 << (u64::BITS - 1 - bits)
}
