//! Where the nodes of a machine lie among the bits of a set, and what shifting them means.

use super::{Links, words_of_run};
use crate::machine::{Block, Coordinates, MAX_DIMENSIONS, Machine};
use std::ops::ControlFlow;

/// Masks are kept when all of them take no more than this many words; larger machines make them on demand.
const KEPT_WORDS: usize = 1 << 16;

/// The shape of a machine as the bits see it.
pub(super) struct Layout {
    extents: Coordinates,
    /// Bits from a node to the next along each dimension.
    strides: Coordinates,
    rings: Vec<bool>,
    words: usize,
    /// For every dimension and every `limit` up to its extent, one after the other, the nodes below the limit; empty
    /// on large machines.
    masks: Vec<u64>,
    /// The number of the first mask of each dimension.
    first_mask: Coordinates,
}

impl Layout {
    pub(super) fn new(machine: &Machine, links: Links) -> Layout {
        let extents = Coordinates::new(machine.extents());
        let mut strides = Coordinates::splat(1, extents.len());
        let mut first_mask = Coordinates::splat(0, extents.len());
        for dimension in (1..extents.len()).rev() {
            strides[dimension - 1] = strides[dimension] * extents[dimension];
        }
        for dimension in 1..extents.len() {
            first_mask[dimension] = first_mask[dimension - 1] + extents[dimension - 1];
        }
        let rings = machine.rings().iter().map(|&ring| ring && links == Links::Followed).collect();
        let words = machine.node_count().div_ceil(u64::BITS) as usize;
        let mut layout = Layout { extents, strides, rings, words, masks: Vec::new(), first_mask };
        if extents.iter().sum::<u32>() as usize * words <= KEPT_WORDS {
            let mut mask = Vec::new();
            for dimension in 0..extents.len() {
                for limit in 0..extents[dimension] {
                    layout.make_mask(dimension, limit, &mut mask);
                    layout.masks.extend_from_slice(&mask);
                }
            }
        }
        layout
    }

    pub(super) fn extents(&self) -> &[u32] {
        &self.extents
    }

    /// The nodes that share a first coordinate.
    pub(super) fn layer_size(&self) -> u32 {
        self.strides[0]
    }

    pub(super) fn coordinates(&self, node: u32) -> Coordinates {
        let mut rest = node;
        let mut coordinates = self.extents;
        for (x, &stride) in coordinates.iter_mut().zip(&*self.strides) {
            *x = rest / stride;
            rest %= stride;
        }
        coordinates
    }

    /// Visits the runs of consecutive indices that make up a box, around rings where it wraps, in ascending order,
    /// until a visit breaks off with an answer.
    pub(super) fn runs<B>(&self, block: &Block, visit: &mut impl FnMut(u32, u32) -> ControlFlow<B>) -> Option<B> {
        // Dimensions that the box fills join their nodes to one run.
        let last = (0..block.extents.len()).rev().find(|&d| block.extents[d] != self.extents[d]).unwrap_or(0);
        let wraps = |d: usize| block.base[d] + block.extents[d] > self.extents[d];
        if !(0..=last).any(wraps) {
            return self.rows(block, last, visit).break_value();
        }
        let stride = self.strides[last];
        let runs = self.intervals(block, last).map(|(from, to)| (from * stride, (to - from) * stride));
        self.runs_from(block, 0, last, 0, &runs[usize::from(runs[0].1 == 0)..], visit).break_value()
    }

    /// The same where nothing wraps around, which is nearly always: the rows of the box along its `last` dimension.
    #[inline]
    fn rows<B>(
        &self,
        block: &Block,
        last: usize,
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let length = block.extents[last] * self.strides[last];
        let mut start: u32 = (0..=last).map(|d| block.base[d] * self.strides[d]).sum();
        // How far the rows have come in each dimension before the last.
        let mut passed = [0; MAX_DIMENSIONS];
        loop {
            visit(start, length)?;
            // One further in the last dimension where there is one more, from the start again in those behind it.
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

    fn runs_from<B>(
        &self,
        block: &Block,
        dimension: usize,
        last: usize,
        start: u32,
        runs: &[(u32, u32)],
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if dimension == last {
            return runs.iter().try_for_each(|&(offset, length)| visit(start + offset, length));
        }
        self.intervals(block, dimension).into_iter().flat_map(|(from, to)| from..to).try_for_each(|x| {
            self.runs_from(block, dimension + 1, last, start + x * self.strides[dimension], runs, visit)
        })
    }

    /// The coordinates of a box in one dimension, from and up to, in ascending order: what wraps around, if anything,
    /// and the rest.
    fn intervals(&self, block: &Block, dimension: usize) -> [(u32, u32); 2] {
        let (base, length) = (block.base[dimension], self.extents[dimension]);
        let end = base + block.extents[dimension];
        match end.saturating_sub(length) {
            // All around: one interval instead of two.
            wrapped if wrapped == base => [(0, 0), (0, end - wrapped)],
            wrapped => [(0, wrapped), (base, end - wrapped)],
        }
    }

    /// Keeps of the `bases` of free boxes those that stay bases when the boxes grow from 1 to `extent` along
    /// `dimension`. `next` and `mask` are room to compute in.
    pub(super) fn narrow(
        &self,
        dimension: usize,
        extent: u32,
        bases: &mut Vec<u64>,
        next: &mut Vec<u64>,
        mask: &mut Vec<u64>,
    ) {
        let (length, stride) = (self.extents[dimension], self.strides[dimension]);
        if extent == 1 {
            return;
        }
        if self.rings[dimension] {
            for step in doublings(extent) {
                let stays = self.mask(dimension, length - step, mask);
                and_around(bases, next, (step * stride) as usize, ((length - step) * stride) as usize, stays);
                std::mem::swap(bases, next);
            }
            return;
        }
        if dimension > 0 && (extent - 1) * stride < u64::BITS {
            return and_near(bases, extent, stride, self.mask(dimension, length - extent + 1, mask));
        }
        let mut reach = bases.len();
        for step in doublings(extent) {
            reach = and_ahead(&bases[..reach], next, (step * stride) as usize);
            std::mem::swap(bases, next);
        }
        bases[reach..].fill(0);
        // Along the first dimension, what leaves the line leaves the set.
        if dimension > 0 {
            let inside = self.mask(dimension, length - extent + 1, mask);
            bases.iter_mut().zip(inside).for_each(|(word, inside)| *word &= inside);
        }
    }

    /// The nodes whose coordinate in `dimension` is below `limit`, less than the extent.
    fn mask<'a>(&'a self, dimension: usize, limit: u32, room: &'a mut Vec<u64>) -> &'a [u64] {
        if self.masks.is_empty() {
            self.make_mask(dimension, limit, room);
            return room;
        }
        let number = (self.first_mask[dimension] + limit) as usize;
        &self.masks[number * self.words..][..self.words]
    }

    fn make_mask(&self, dimension: usize, limit: u32, mask: &mut Vec<u64>) {
        mask.clear();
        mask.resize(self.words, 0);
        let mut below = Block { base: Coordinates::splat(0, self.extents.len()), extents: self.extents };
        below.extents[dimension] = limit;
        self.runs(&below, &mut |start, length| {
            words_of_run(start, length).for_each(|(word, bits)| mask[word] |= bits);
            ControlFlow::<()>::Continue(())
        });
    }
}

/// The steps by which a row of free nodes grows from 1 to `extent`, each at most as long as the row is by then.
fn doublings(extent: u32) -> impl Iterator<Item = u32> {
    let mut reached = 1;
    std::iter::from_fn(move || {
        let step = reached.min(extent - reached);
        reached += step;
        (step > 0).then_some(step)
    })
}

/// All steps of a row of `extent` nodes in one pass, where it reaches no further than into the next word; then keeps what
/// is `inside`.
fn and_near(set: &mut [u64], extent: u32, stride: u32, inside: &[u64]) {
    let mut shifts = [0; 6];
    shifts.iter_mut().zip(doublings(extent)).for_each(|(shift, step)| *shift = step * stride);
    // As many as are known beforehand, or the compiler could not take several words at a time.
    match shifts {
        [a, 0, ..] => and_shifted(set, [a], inside),
        [a, b, 0, ..] => and_shifted(set, [a, b], inside),
        [a, b, c, 0, ..] => and_shifted(set, [a, b, c], inside),
        _ => and_shifted(set, shifts, inside),
    }
}

/// Keeps the members of `set` that are `inside` and still there when the set has been shifted and intersected with
/// itself once for each of `shifts`, which sum up to less than a word; a shift of 0 changes nothing.
#[inline(always)]
fn and_shifted<const STEPS: usize>(set: &mut [u64], shifts: [u32; STEPS], inside: &[u64]) {
    let narrowed = |mut here: u64, mut ahead: u64| {
        for shift in shifts {
            here &= here >> shift | ahead << 1 << (63 - shift);
            ahead &= ahead >> shift;
        }
        here
    };
    let last = set.len() - 1;
    for word in 0..last {
        set[word] = narrowed(set[word], set[word + 1]) & inside[word];
    }
    set[last] = narrowed(set[last], 0) & inside[last];
}

/// Sets `next` to the members of `set` that have another member `distance` bits ahead; returns how many words can hold
/// any, for the others are left as they are.
fn and_ahead(set: &[u64], next: &mut [u64], distance: usize) -> usize {
    let (whole, bits) = (distance / 64, distance as u32 % 64);
    let reach = set.len().saturating_sub(whole);
    if let Some((last, inside)) = next[..reach].split_last_mut() {
        let low = &set[whole..][..inside.len()];
        if bits == 0 {
            inside.iter_mut().zip(set).zip(low).for_each(|((next, here), low)| *next = here & low);
        } else {
            let high = &set[whole + 1..][..inside.len()];
            for (((next, here), low), high) in inside.iter_mut().zip(set).zip(low).zip(high) {
                *next = here & (low >> bits | high << (64 - bits));
            }
        }
        *last = set[reach - 1] & set[set.len() - 1] >> bits;
    }
    reach
}

/// Likewise around rings: the other member is `ahead` where `stays` has the node, and elsewhere `behind` bits behind.
fn and_around(set: &[u64], next: &mut [u64], ahead: usize, behind: usize, stays: &[u64]) {
    let reach = and_ahead(set, next, ahead);
    next[reach..].fill(0);
    next.iter_mut().zip(stays).for_each(|(next, stays)| *next &= stays);
    let (whole, bits) = (behind / 64, behind as u32 % 64);
    let leaving = || set[whole..].iter().zip(&stays[whole..]).map(|(here, stays)| here & !stays);
    if let Some((first, rest)) = next[whole..].split_first_mut() {
        *first |= leaving().next().unwrap_or(0) & set[0] << bits;
        for (((next, leaving), low), high) in rest.iter_mut().zip(leaving().skip(1)).zip(set).zip(&set[1..]) {
            *next |= leaving & (high << bits | low >> 1 >> (63 - bits));
        }
    }
}
