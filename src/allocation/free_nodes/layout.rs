//! Where the nodes of a machine lie among the bits of a set, and what shifting them means.

use super::{Links, SMALL_WORDS, rings, words_of_run};
use crate::machine::{Block, Coordinates, MAX_DIMENSIONS, Machine};
use std::cell::OnceCell;
use std::ops::{ControlFlow, Range};

/// Masks repeat themselves; one is kept for at least so many words, or for the whole machine.
const KEPT_WORDS: usize = 64;

/// The last dimensions, as far as they come to so many nodes, are not worth being told apart.
const WHOLE: u32 = 32;

/// The shape of a machine as the bits see it.
pub(super) struct Layout {
    extents: Coordinates,
    /// Bits from a node to the next along each dimension.
    strides: Coordinates,
    rings: Vec<bool>,
    /// No mask needs more words: by then it covers every set, or many periods.
    most_words: usize,
    /// For every dimension but the first and every `limit` up to its extent, one after the other, the nodes below the limit,
    /// as far as somebody has asked for them: a whole number of periods, after which the words come again.
    masks: Vec<OnceCell<Vec<u64>>>,
    /// The number of the first mask of each dimension.
    first_mask: Coordinates,
    /// How many dimensions stand before those that come, together, to at most [`WHOLE`] nodes; at least one.
    outer: usize,
}

impl Layout {
    pub(super) fn new(machine: &Machine, links: Links) -> Layout {
        let extents = Coordinates::new(machine.extents());
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
        let rings = machine.rings().iter().map(|&ring| ring && links == Links::Followed).collect();
        let words = machine.node_count().div_ceil(u64::BITS) as usize;
        let outer = strides.iter().position(|&stride| stride <= WHOLE).expect("the last stride is 1") + 1;
        // Only on large machines there are sets of more nodes than these have: windows, rings unrolled.
        let most_words = if words > SMALL_WORDS { words.max(2 * KEPT_WORDS) } else { words };
        Layout { extents, strides, rings, most_words, masks: vec![OnceCell::new(); masks as usize], first_mask, outer }
    }

    /// Bits from a node to the next along each dimension.
    pub(super) fn strides(&self) -> &[u32] {
        &self.strides
    }

    /// Whether a box at this base is on the machine.
    pub(super) fn is_place(&self, block: &Block) -> bool {
        let ends = |dimension: usize| block.base[dimension] + block.extents[dimension] <= self.extents[dimension];
        (0..self.extents.len()).all(|dimension| self.rings[dimension] || ends(dimension))
    }

    /// Whether all nodes of a box are among those of a set, around rings where it wraps.
    pub(super) fn is_free(&self, words: &[u64], block: &Block) -> bool {
        let all_free = |start, length| {
            let free = words_of_run(start, length).all(|(word, bits)| words[word] & bits == bits);
            if free { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        self.runs(block, &mut { all_free }).is_none()
    }

    /// How many dimensions stand before the last ones that come to few nodes together.
    pub(super) fn outer(&self) -> usize {
        self.outer
    }

    /// Which dimensions boxes go around.
    pub(super) fn rings(&self) -> &[bool] {
        &self.rings
    }

    pub(super) fn extents(&self) -> &[u32] {
        &self.extents
    }

    /// The nodes that share a first coordinate.
    pub(super) fn layer_size(&self) -> u32 {
        self.strides[0]
    }

    /// As few of so many words as are whole layers and have those of the span among them; the last layers may end within a word.
    pub(super) fn whole_layers(&self, span: &Range<usize>, words: usize) -> Range<usize> {
        let whole = whole_words(self.layer_size());
        span.start / whole * whole..span.end.next_multiple_of(whole).min(words)
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

    /// Keeps of the `bases` of free boxes those that stay bases when the boxes grow along `dimension`, around its ring where it
    /// is one. `next` is room to compute in.
    pub(super) fn narrow(&self, dimension: usize, growth: Growth, bases: &mut Vec<u64>, next: &mut Vec<u64>) {
        if self.rings[dimension] {
            self.narrow_ring(dimension, growth, bases, next);
        } else {
            self.narrow_line(dimension, growth, bases, next);
        }
    }

    /// The same, but of the bases of boxes that fill their ring, which are free everywhere or nowhere, only the first is kept.
    pub(super) fn narrow_to_first(&self, dimension: usize, growth: Growth, bases: &mut Vec<u64>, next: &mut Vec<u64>) {
        if self.goes_around(dimension, growth.to) {
            self.narrow_ring(dimension, growth, bases, next);
        } else {
            self.narrow_line(dimension, growth, bases, next);
        }
    }

    fn narrow_ring(&self, dimension: usize, growth: Growth, bases: &mut Vec<u64>, next: &mut Vec<u64>) {
        let (length, stride) = (self.extents[dimension], self.strides[dimension]);
        let period = length * stride;
        if u64::BITS.is_multiple_of(period) && growth.from < growth.to {
            return self.narrow_ring_in_words(dimension, growth, bases);
        }
        for step in growth.steps() {
            let (ahead, behind) = (step * stride, (length - step) * stride);
            match (dimension, period) {
                // As many words as are known beforehand, or the compiler could not take them without counting.
                (_, 128) => rings::and_words::<2>(bases, next, ahead),
                (_, 256) => rings::and_words::<4>(bases, next, ahead),
                (_, 512) => rings::and_words::<8>(bases, next, ahead),
                (_, 1024) => rings::and_words::<16>(bases, next, ahead),
                (0, _) if stride.is_multiple_of(u64::BITS) => rings::and_layers(bases, next, ahead),
                (0, _) => rings::and_around_all(bases, next, ahead, behind),
                _ => rings::and_around(bases, next, ahead, behind, self.mask(dimension, length - step)),
            }
            std::mem::swap(bases, next);
        }
    }

    /// All steps in one pass, where every word holds whole rings.
    fn narrow_ring_in_words(&self, dimension: usize, growth: Growth, bases: &mut [u64]) {
        let (length, stride) = (self.extents[dimension], self.strides[dimension]);
        let step = |step: u32| {
            let (ahead, behind) = (step * stride, (length - step) * stride);
            // The first dimension has no masks: its only ring is the whole set.
            let stays = if dimension == 0 { (1 << behind) - 1 } else { self.mask(dimension, length - step)[0] };
            rings::Step { ahead, behind, stays }
        };
        rings::and_in_words(bases, growth.first_steps(), step);
    }

    /// The same where boxes end at the edge, as on a line. The sets may be those of the first nodes of the machine only, for
    /// all dimensions that these have whole; they are narrowed as far as boxes lie among these.
    pub(super) fn narrow_line(&self, dimension: usize, growth: Growth, bases: &mut Vec<u64>, next: &mut Vec<u64>) {
        let (length, stride) = (self.extents[dimension], self.strides[dimension]);
        let Growth { from, to } = growth;
        if from == to {
            return;
        }
        if dimension > 0 && (to - from) * stride < u64::BITS {
            let inside = self.mask(dimension, length - to + 1);
            return match u64::BITS.is_multiple_of(length * stride) {
                true => and_within(bases, growth, stride, inside[0]),
                false => and_near(bases, growth, stride, inside),
            };
        }
        narrow_ahead(growth, stride, bases, next);
        // Along the first dimension, and in a set of one line, what leaves the line leaves the set, but for bases that go around already.
        if dimension > 0 && (from > 1 || bases.len() as u32 * u64::BITS > length * stride) {
            let inside = self.mask(dimension, length - to + 1);
            for bases in bases.chunks_mut(inside.len()) {
                bases.iter_mut().zip(inside).for_each(|(word, inside)| *word &= inside);
            }
        }
    }

    /// The nodes whose coordinate in `dimension`, which is not the first, is below `limit`, less than the extent.
    pub(super) fn mask(&self, dimension: usize, limit: u32) -> &[u64] {
        let number = self.first_mask[dimension] + limit;
        self.masks[number as usize].get_or_init(|| {
            let (inside, period) = (limit * self.strides[dimension], self.strides[dimension - 1]);
            let words = whole_words(period);
            let mut mask = vec![0; (words * KEPT_WORDS.div_ceil(words)).min(self.most_words)];
            let end = mask.len() as u32 * u64::BITS;
            for start in (0..end).step_by(period as usize) {
                words_of_run(start, inside.min(end - start)).for_each(|(word, bits)| mask[word] |= bits);
            }
            mask
        })
    }
}

/// The fewest words that are a multiple of so many nodes.
fn whole_words(nodes: u32) -> usize {
    (nodes >> nodes.trailing_zeros().min(u64::BITS.trailing_zeros())) as usize
}

/// The extent of boxes in one dimension, and what it becomes, which is no less.
#[derive(Clone, Copy)]
pub(super) struct Growth {
    pub from: u32,
    pub to: u32,
}

impl Growth {
    /// From single nodes.
    pub fn to(to: u32) -> Growth {
        Growth { from: 1, to }
    }

    /// The steps by which a row of free nodes grows, each at most as long as the row is by then.
    pub fn steps(self) -> impl Iterator<Item = u32> {
        let mut reached = self.from;
        std::iter::from_fn(move || {
            let step = reached.min(self.to - reached);
            reached += step;
            (step > 0).then_some(step)
        })
    }

    /// The same, and 0 behind them: all where that takes no more than six.
    fn first_steps(self) -> [u32; 6] {
        let mut first = [0; 6];
        first.iter_mut().zip(self.steps()).for_each(|(first, step)| *first = step);
        first
    }
}

/// Keeps of a set of rows those that have as many other members ahead, `stride` bits apart, as to grow so far.
pub(super) fn narrow_ahead(growth: Growth, stride: u32, bases: &mut Vec<u64>, next: &mut Vec<u64>) {
    let mut reach = bases.len();
    for step in growth.steps() {
        reach = and_ahead(&bases[..reach], next, step * stride);
        std::mem::swap(bases, next);
    }
    bases[reach..].fill(0);
}

/// All steps of a row in one pass, where every word holds whole lines; then keeps what is `inside`.
fn and_within(set: &mut [u64], growth: Growth, stride: u32, inside: u64) {
    let shifts = growth.first_steps().map(|step| step * stride);
    match shifts {
        [a, 0, ..] => and_shifted_within(set, [a], inside),
        [a, b, 0, ..] => and_shifted_within(set, [a, b], inside),
        [a, b, c, 0, ..] => and_shifted_within(set, [a, b, c], inside),
        [a, b, c, d, 0, ..] => and_shifted_within(set, [a, b, c, d], inside),
        _ => and_shifted_within(set, shifts, inside),
    }
}

#[inline(always)]
fn and_shifted_within<const STEPS: usize>(set: &mut [u64], shifts: [u32; STEPS], inside: u64) {
    for word in set {
        *word = shifts.into_iter().fold(*word, |here, shift| here & here >> shift) & inside;
    }
}

/// All steps of a row in one pass, where it grows no further than into the next word; then keeps what is `inside`.
fn and_near(set: &mut [u64], growth: Growth, stride: u32, inside: &[u64]) {
    let shifts = growth.first_steps().map(|step| step * stride);
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
    for start in (0..last).step_by(inside.len()) {
        let inside = &inside[..inside.len().min(last - start)];
        for (word, inside) in (start..).zip(inside) {
            set[word] = narrowed(set[word], set[word + 1]) & inside;
        }
    }
    set[last] = narrowed(set[last], 0) & inside[last % inside.len()];
}

/// Sets `next` to the members of `set` that have another member `distance` bits ahead; returns how many words can hold
/// any, for the others are left as they are.
pub(super) fn and_ahead(set: &[u64], next: &mut [u64], distance: u32) -> usize {
    let (whole, bits) = ((distance / u64::BITS) as usize, distance % u64::BITS);
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
