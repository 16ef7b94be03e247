//! The boxes that one job gets under `gabl`: of one shape after the other, each turned as there is room for it.
//!
//! Whatever is taken, a box that had no room turned one way has none: so each way to turn a shape is searched for once, and has the
//! bases that are left of those that were found then. The searches begin with what all ways have in common. From there the
//! longest side grows first, which has room in the fewest places: where it has none along a dimension, no way has that has it
//! there.

use super::marked::MarkedBusyList;
use super::planes::Planes;
use crate::allocation::contiguous::BaseSearch;
use crate::allocation::free_nodes::Bases;
use crate::allocation::orientations::{Orientations, Rotation};
use crate::machine::{Block, Coordinates};

/// On machines of no more words than these, to look at a layer takes as long as to look at all.
const FEW_WORDS: usize = 32;

/// Takes boxes for one job after the other. What it knows holds for one job only, while nobody else takes or gives.
#[derive(Clone, Default)]
pub struct Pieces {
    /// The bases of boxes of the extents [`Pieces::common_of`], if these are known.
    common: Bases,
    common_of: Option<Coordinates>,
    /// By dimension, the bases of such boxes with a side of this length along it, as far as somebody has asked.
    longest: u32,
    long: Vec<Bases>,
    is_long_found: Vec<bool>,
    /// The bases of one way, and those in the first layer.
    bases: Bases,
    in_first_layer: Bases,
    planes: Planes,
}

impl Pieces {
    /// Another job begins.
    pub fn begin(&mut self) {
        self.common_of = None;
    }

    /// Takes boxes of these extents one after the other, up to so many, as long as there is room for one however it is turned:
    /// each where [`place_turned`](crate::allocation::contiguous::place_turned) would find it then. Appends them to `boxes`.
    ///
    /// Cost: about log2(volume) passes over the machine's words for what all ways have in common, unless that is known of the shape
    /// before; for each way about log2(longest / shortest side) over the layers that have a base of that.
    pub fn take(&mut self, busy: &mut MarkedBusyList, extents: &Coordinates, most: u32, boxes: &mut Vec<Block>) {
        let Some(smallest) = within_all_ways(extents, busy.limits()) else { return };
        if busy.refused.has(&smallest, Rotation::Never) {
            return;
        }
        if self.common_of != Some(smallest) {
            self.common_of = None;
        }
        let all = boxes.len() + most as usize;
        self.take_in_first_layer(busy, extents, all, boxes);
        if boxes.len() < all {
            self.take_turned(busy, extents, &smallest, all, boxes);
        }
    }

    /// Takes boxes on the plane of the imaginary b0, which comes first.
    fn take_in_first_layer(
        &mut self,
        busy: &mut MarkedBusyList,
        extents: &Coordinates,
        all: usize,
        boxes: &mut Vec<Block>,
    ) {
        let has_none = || self.common_of.is_some() && !self.common.any_in_layer(0);
        if busy.free.words().len() <= FEW_WORDS || !is_within(extents, busy.limits()) || has_none() {
            return;
        }
        while boxes.len() < all {
            self.in_first_layer.find_in_layer(&busy.free, 0, extents);
            let Some(base) = self.in_first_layer.first() else { return };
            self.common_of = None;
            boxes.push(take_at(busy, base, extents));
        }
    }

    /// Takes boxes way after way.
    fn take_turned(
        &mut self,
        busy: &mut MarkedBusyList,
        extents: &Coordinates,
        smallest: &Coordinates,
        all: usize,
        boxes: &mut Vec<Block>,
    ) {
        let longest = extents.iter().copied().max().unwrap_or_default();
        if self.common_of.is_none() {
            self.common.find_first_on_rings(&busy.free, smallest);
        }
        if self.common_of.take().is_none() || self.longest != longest {
            self.forget_long(extents.len());
            self.longest = longest;
        }
        if self.common.is_empty() {
            return busy.refused.add(smallest, Rotation::Never);
        }
        for way in ways(*extents, &Coordinates::new(busy.limits())) {
            let taken = boxes.len();
            self.take_one_way(busy, &way, smallest, all, boxes);
            if boxes.len() == all {
                return;
            }
            if boxes.len() > taken {
                boxes[taken..].iter().for_each(|block| self.common.remove(&busy.list.prohibited(block, smallest)));
                self.forget_long(extents.len());
            }
        }
        self.common_of = Some(*smallest);
    }

    /// Takes boxes that are turned one way.
    fn take_one_way(
        &mut self,
        busy: &mut MarkedBusyList,
        way: &Coordinates,
        smallest: &Coordinates,
        all: usize,
        boxes: &mut Vec<Block>,
    ) {
        let Pieces { common, long, is_long_found, bases, planes, .. } = self;
        let along = (0..way.len()).max_by_key(|&dimension| way[dimension]).expect("a shape has dimensions");
        let mut long_extents = *smallest;
        long_extents[along] = way[along];
        let long = &mut long[along];
        if !std::mem::replace(&mut is_long_found[along], true) {
            long.grow(common, smallest, &long_extents);
        }
        if long.is_empty() {
            return;
        }
        if long_extents == *way {
            return take_from(busy, long, planes, way, all, boxes);
        }
        bases.grow(long, &long_extents, way);
        take_from(busy, bases, planes, way, all, boxes);
    }

    /// Other bases of boxes with a long side are asked for.
    fn forget_long(&mut self, dimensions: usize) {
        self.long.resize_with(dimensions, Bases::default);
        self.is_long_found.clear();
        self.is_long_found.resize(dimensions, false);
    }
}

/// The ways to turn a box on a machine of these lengths. The first is mostly as it is: then the others are not even listed.
fn ways(extents: Coordinates, limits: &[u32]) -> impl Iterator<Item = Coordinates> {
    let others = Orientations::new(&extents, limits).filter(move |way| *way != extents);
    is_within(&extents, limits).then_some(extents).into_iter().chain(others)
}

fn is_within(extents: &[u32], limits: &[u32]) -> bool {
    extents.iter().zip(limits).all(|(extent, length)| extent <= length)
}

/// The largest box that is within all ways to turn another one on a machine of these lengths.
fn within_all_ways(extents: &Coordinates, limits: &[u32]) -> Option<Coordinates> {
    if extents.iter().max() <= limits.iter().min() {
        // Every side may be anywhere.
        return extents.iter().min().map(|shortest| Coordinates::splat(*shortest, extents.len()));
    }
    Orientations::new(extents, limits).reduce(|mut least, way| {
        least.iter_mut().zip(way.iter()).for_each(|(least, extent)| *least = (*least).min(*extent));
        least
    })
}

/// Takes boxes that have one of these bases, of which there are as many less then; all that are wanted, if it can.
fn take_from(
    busy: &mut MarkedBusyList,
    bases: &mut Bases,
    planes: &mut Planes,
    extents: &Coordinates,
    all: usize,
    boxes: &mut Vec<Block>,
) {
    planes.begin();
    while let Some(first) = bases.first() {
        let wanted = all - boxes.len();
        let base = if first[0] == 0 { first } else { planes.first(busy, bases, extents, wanted) };
        let block = take_at(busy, base, extents);
        boxes.push(block);
        if wanted == 1 {
            return;
        }
        bases.remove(&busy.list.prohibited(&block, extents));
        planes.note_taken(busy, bases, &block);
    }
}

fn take_at(busy: &mut MarkedBusyList, base: Coordinates, extents: &Coordinates) -> Block {
    let block = Block { base, extents: *extents };
    busy.take(&block);
    block
}
