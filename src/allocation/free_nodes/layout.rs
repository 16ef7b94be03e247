//! The positions of a machine's nodes among the bits of a set, and the effect of shifts.

use super::{WrapAround, and_from};
use crate::allocation::free_set::words_of_run;
use crate::machine::{Block, Coordinates, MAX_DIMENSIONS, Machine};
use std::cell::OnceCell;
use std::ops::{ControlFlow, Range};

/// Masks are periodic. At least this many words of one are kept, or the words of the whole machine.
const KEPT_WORDS: usize = 64;

/// The shape of a machine in bits.
pub(super) struct Layout {
    /// Its rings are those around which boxes may wrap.
    machine: Machine,
    /// Bits from a node to the next along each dimension.
    strides: Coordinates,
    /// The nodes below a limit, for every dimension except the first and every `limit` up to its extent, one after the
    /// other. A mask is made on first use. It has a whole number of periods, after which the words repeat.
    masks: Vec<OnceCell<Vec<u64>>>,
    /// The number of the first mask of each dimension.
    first_mask: Coordinates,
}

impl Layout {
    pub(super) fn new(machine: &Machine, wrap_around: WrapAround) -> Layout {
        let extents = machine.extents();
        let mut strides = Coordinates::splat(1, extents.len());
        let mut first_mask = Coordinates::splat(0, extents.len());
        for dimension in (1..extents.len()).rev() {
            strides[dimension - 1] = strides[dimension] * extents[dimension];
        }
        let mut masks = 0;
        for dimension in 1..extents.len() {
            first_mask[dimension] = masks;
            masks += extents[dimension];
        }
        let machine = match wrap_around {
            WrapAround::Followed => machine.clone(),
            WrapAround::Ignored => Machine::mesh(extents),
        };
        Layout { machine, strides, masks: vec![OnceCell::new(); masks as usize], first_mask }
    }

    /// Bits from a node to the next along each dimension.
    pub(super) fn strides(&self) -> &[u32] {
        &self.strides
    }

    /// Whether all nodes of a box are members of a set; the box may wrap around rings.
    pub(super) fn is_free(&self, words: &[u64], block: &Block) -> bool {
        let all_free = |run| {
            let free = words_of_run(run).all(|(word, bits)| words[word] & bits == bits);
            if free { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        self.runs(block, &mut { all_free }).is_continue()
    }

    /// In which dimensions boxes may wrap around.
    pub(super) fn rings(&self) -> &[bool] {
        self.machine.rings()
    }

    pub(super) fn extents(&self) -> &[u32] {
        self.machine.extents()
    }

    /// The number of nodes with the same first coordinate.
    pub(super) fn layer_size(&self) -> u32 {
        self.strides[0]
    }

    pub(super) fn coordinates(&self, node: u32) -> Coordinates {
        self.machine.coordinates(node)
    }

    /// Visits the runs of consecutive indices that form a box, in each of its [parts](Layout::parts) in ascending
    /// order. Stops at the first visit that breaks.
    pub(super) fn runs<B>(
        &self,
        block: &Block,
        visit: &mut impl FnMut(Range<u32>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match self.parts(block) {
            Some(parts) => parts.iter().try_for_each(|part| self.runs(part, visit)),
            None => self.rows(block, visit),
        }
    }

    /// Visits all runs.
    #[inline]
    pub(super) fn each_run(&self, block: &Block, mut visit: impl FnMut(Range<u32>)) {
        let _ = self.runs(block, &mut |run| {
            visit(run);
            ControlFlow::<()>::Continue(())
        });
    }

    /// The two parts of a box that wraps around, cut at the end of the first such ring; each may wrap around another.
    pub(super) fn parts(&self, block: &Block) -> Option<[Block; 2]> {
        let wraps = |d: &usize| block.base[*d] + block.extents[*d] > self.extents()[*d];
        let dimension = (0..=self.last(block)).find(wraps)?;
        let (mut around, mut ahead) = (*block, *block);
        ahead.extents[dimension] = self.extents()[dimension] - block.base[dimension];
        around.base[dimension] = 0;
        around.extents[dimension] -= ahead.extents[dimension];
        Some([around, ahead])
    }

    /// The dimension of a box's runs. It fills those behind, which join their nodes into one run.
    fn last(&self, block: &Block) -> usize {
        (0..block.extents.len()).rev().find(|&d| block.extents[d] != self.extents()[d]).unwrap_or(0)
    }

    /// The runs of a box that does not wrap around: its rows along one dimension.
    #[inline]
    pub(super) fn rows<B>(
        &self,
        block: &Block,
        visit: &mut impl FnMut(Range<u32>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let last = self.last(block);
        let length = block.extents[last] * self.strides[last];
        let mut start: u32 = (0..=last).map(|d| block.base[d] * self.strides[d]).sum();
        // The current row in each dimension before the last.
        let mut passed = [0; MAX_DIMENSIONS];
        loop {
            visit(start..start + length)?;
            // Advances by one in the last dimension that has another row, and restarts the dimensions behind it.
            let goes_on = (0..last).rev().any(|d| {
                passed[d] += 1;
                start += self.strides[d];
                if passed[d] == block.extents[d] {
                    start -= passed[d] * self.strides[d];
                    passed[d] = 0;
                }
                passed[d] > 0
            });
            if !goes_on {
                return ControlFlow::Continue(());
            }
        }
    }

    /// The number of possible coordinates of a base in a dimension, from 0 on, for boxes of this length.
    pub(super) fn bases_along(&self, dimension: usize, extent: u32, kept: OnRings) -> u32 {
        let length = self.extents()[dimension];
        if self.wraps(dimension, extent, kept) { length } else { length - extent + 1 }
    }

    /// Whether boxes may begin at any coordinate of a dimension.
    fn wraps(&self, dimension: usize, extent: u32, kept: OnRings) -> bool {
        self.rings()[dimension] && (kept == OnRings::All || extent < self.extents()[dimension])
    }

    /// Keeps the `bases` of rows of `extent` nodes along `dimension`, among those of rows of one node. The set has the
    /// given number of nodes. These are the whole machine or, if `dimension` is not the first, some of its layers.
    /// `next` is working memory.
    pub(super) fn narrow(
        &self,
        dimension: usize,
        extent: u32,
        kept: OnRings,
        nodes: u32,
        bases: &mut Vec<u64>,
        next: &mut Vec<u64>,
    ) {
        let (length, stride) = (self.extents()[dimension], self.strides[dimension]);
        let wraps = self.wraps(dimension, extent, kept);
        // A shift beyond the end of a single line leaves the set. On a single ring it comes in again at the other end.
        let is_alone = nodes == length * stride;
        if wraps && !is_alone && u64::BITS.is_multiple_of(length * stride) {
            return self.narrow_in_words(dimension, extent, bases);
        }
        next.resize(bases.len(), 0);
        for step in steps(extent) {
            if wraps && is_alone {
                next.copy_from_slice(bases);
                and_from(next, nodes, step * stride, bases);
                continue;
            }
            and_ahead(bases, next, step * stride);
            if wraps {
                let stays = self.mask(dimension, length - step);
                keep_masked(next, stays);
                or_behind(bases, next, (length - step) * stride, stays);
            }
            std::mem::swap(bases, next);
        }
        if !wraps && !is_alone && extent > 1 {
            keep_masked(bases, self.mask(dimension, length - extent + 1));
        }
    }

    /// The same along rings that each lie in one word: all steps for a word at once.
    fn narrow_in_words(&self, dimension: usize, extent: u32, bases: &mut [u64]) {
        let (length, stride) = (self.extents()[dimension], self.strides[dimension]);
        // Six doublings give a row of 64 nodes.
        let mut moves = [(0, 0, u64::MAX); 6];
        for (step, place) in steps(extent).zip(&mut moves) {
            *place = (step * stride, (length - step) * stride, self.mask(dimension, length - step)[0]);
        }
        // With a constant number of steps, the compiler handles several words at a time.
        match moves {
            [a, (0, ..), ..] => and_moved(bases, [a]),
            [a, b, (0, ..), ..] => and_moved(bases, [a, b]),
            [a, b, c, (0, ..), ..] => and_moved(bases, [a, b, c]),
            [a, b, c, d, (0, ..), ..] => and_moved(bases, [a, b, c, d]),
            _ => and_moved(bases, moves),
        }
    }

    /// The nodes with a coordinate below `limit` in `dimension`. This is not the first dimension, and `limit` is less
    /// than its extent. The result is the words of some whole periods, after which they repeat.
    fn mask(&self, dimension: usize, limit: u32) -> &[u64] {
        let number = self.first_mask[dimension] + limit;
        self.masks[number as usize].get_or_init(|| {
            let (inside, period) = (limit * self.strides[dimension], self.strides[dimension - 1]);
            let words = (period >> period.trailing_zeros().min(u64::BITS.trailing_zeros())) as usize;
            let mut mask = vec![0; words * KEPT_WORDS.div_ceil(words)];
            for start in (0..mask.len() as u32 * u64::BITS).step_by(period as usize) {
                words_of_run(start..start + inside).for_each(|(word, bits)| mask[word] |= bits);
            }
            mask
        })
    }
}

/// Which bases count for a box that fills a ring: it is free from all of them or from none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OnRings {
    /// All bases.
    All,
    /// The base at coordinate 0.
    First,
}

/// The steps by which a row of one node grows to `extent`. Each step is at most as long as the row before it.
fn steps(extent: u32) -> impl Iterator<Item = u32> {
    let mut reached = 1;
    std::iter::from_fn(move || {
        let step = reached.min(extent - reached);
        reached += step;
        (step > 0).then_some(step)
    })
}

fn keep_masked(set: &mut [u64], mask: &[u64]) {
    for set in set.chunks_mut(mask.len()) {
        set.iter_mut().zip(mask).for_each(|(word, mask)| *word &= mask);
    }
}

/// Keeps in each word the bits that remain after a series of moves. Each move requires a bit the given distance ahead
/// if the mask contains it, and another distance behind otherwise.
fn and_moved<const MOVES: usize>(words: &mut [u64], moves: [(u32, u32, u64); MOVES]) {
    for word in words {
        for (ahead, behind, stays) in moves {
            *word &= *word >> ahead & stays | *word << behind & !stays;
        }
    }
}

/// Sets `next` to the members of `set` that have another member `distance` bits ahead.
fn and_ahead(set: &[u64], next: &mut [u64], distance: u32) {
    let (whole, bits) = ((distance / u64::BITS) as usize, distance % u64::BITS);
    let reach = set.len().saturating_sub(whole);
    next[reach..].fill(0);
    let Some((last, inside)) = next[..reach].split_last_mut() else { return };
    let low = &set[whole..][..inside.len()];
    if bits == 0 {
        inside.iter_mut().zip(set).zip(low).for_each(|((next, here), low)| *next = here & low);
    } else {
        let high = &set[whole + 1..][..inside.len()];
        for (((next, here), low), high) in inside.iter_mut().zip(set).zip(low).zip(high) {
            *next = here & (low >> bits | high << (u64::BITS - bits));
        }
    }
    *last = set[reach - 1] & set[set.len() - 1] >> bits;
}

/// Adds to `next` the members of `set` that have another member `distance` bits behind, except those in `stays`. The
/// words of `stays` repeat.
fn or_behind(set: &[u64], next: &mut [u64], distance: u32, stays: &[u64]) {
    let (whole, bits) = ((distance / u64::BITS) as usize, distance % u64::BITS);
    if whole >= set.len() {
        return;
    }
    next[whole] |= set[whole] & !stays[whole % stays.len()] & set[0] << bits;
    let mut word = whole + 1;
    while word < set.len() {
        let stays = &stays[word % stays.len()..];
        let end = set.len().min(word + stays.len());
        let (before, behind) = (&set[word - whole - 1..], &set[word - whole..]);
        let words = next[word..end].iter_mut().zip(&set[word..end]).zip(stays).zip(before).zip(behind);
        for ((((next, here), stays), before), behind) in words {
            *next |= here & !stays & (behind << bits | before >> 1 >> (u64::BITS - 1 - bits));
        }
        word = end;
    }
}
