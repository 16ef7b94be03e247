//! Where the nodes of a machine lie among the bits of a set, and what shifting them means.

use super::{Links, words_of_run};
use crate::machine::{Block, Coordinates, Machine};
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
        let stride = self.strides[last];
        let runs = self.intervals(block, last).map(|(from, to)| (from * stride, (to - from) * stride));
        // In most boxes nothing wraps around.
        let runs = if runs[0].1 == 0 { &runs[1..] } else { &runs[..] };
        self.runs_from(block, 0, last, 0, runs, visit).break_value()
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
            return visit_runs(start, runs, visit);
        }
        for (from, to) in self.intervals(block, dimension) {
            for x in from..to {
                let start = start + x * self.strides[dimension];
                // Not by another call: these are most of the steps.
                if dimension + 1 == last {
                    visit_runs(start, runs, visit)?;
                } else {
                    self.runs_from(block, dimension + 1, last, start, runs, visit)?;
                }
            }
        }
        ControlFlow::Continue(())
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
        let mut reached = 1;
        while reached < extent {
            let step = reached.min(extent - reached);
            if self.rings[dimension] {
                let stays = self.mask(dimension, length - step, mask);
                and_around(bases, next, (step * stride) as usize, ((length - step) * stride) as usize, stays);
            } else {
                and_ahead(bases, next, (step * stride) as usize);
            }
            std::mem::swap(bases, next);
            reached += step;
        }
        // Along the first dimension, what leaves the line leaves the set.
        if extent > 1 && !self.rings[dimension] && dimension > 0 {
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

/// Visits runs whose offsets count from `start`.
#[inline(always)]
fn visit_runs<B>(
    start: u32,
    runs: &[(u32, u32)],
    visit: &mut impl FnMut(u32, u32) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for &(offset, length) in runs {
        visit(start + offset, length)?;
    }
    ControlFlow::Continue(())
}

/// Sets `next` to the members of `set` that have another member `distance` bits ahead.
fn and_ahead(set: &[u64], next: &mut [u64], distance: usize) {
    let (whole, bits) = (distance / 64, distance as u32 % 64);
    let reach = set.len().saturating_sub(whole);
    let (inside, outside) = next.split_at_mut(reach);
    outside.fill(0);
    if let Some((last, inside)) = inside.split_last_mut() {
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
}

/// Likewise around rings: the other member is `ahead` where `stays` has the node, and elsewhere `behind` bits behind.
fn and_around(set: &[u64], next: &mut [u64], ahead: usize, behind: usize, stays: &[u64]) {
    and_ahead(set, next, ahead);
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
