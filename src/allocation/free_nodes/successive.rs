//! The bases of free boxes of some extents, one after the other, while boxes are placed.

use super::FreeNodes;
use super::bases::remove;
use super::layer_search::{LayerSearch, Searched};
use crate::machine::{Block, Coordinates};

/// What has been looked at of the bases of some extents.
#[derive(Clone, Default)]
pub struct SuccessiveBases {
    /// The bases of one layer, or of a machine that is not searched layer by layer, as the first boxes have left them: so many.
    search: LayerSearch,
    placed: usize,
    /// The layer of these; 0 where they are those of all.
    layer: u32,
    /// The first that has not been looked at.
    ahead: u32,
}

impl SuccessiveBases {
    /// Another search begins.
    pub fn begin(&mut self) {
        self.search.begin();
        (self.placed, self.layer, self.ahead) = (0, 0, 0);
    }

    /// The lexicographically first base of a free box of these extents, which the machine can hold. Since the search began the extents
    /// are the same, and `placed` have been taken, the latest at the end.
    ///
    /// Cost: that of a search of the whole machine for all together, and for each base a look at what has been placed since its layer was
    /// searched.
    pub fn first(&mut self, free: &FreeNodes, extents: &Coordinates, placed: &[Block]) -> Option<Coordinates> {
        let FreeNodes { layout, words, memory, .. } = free;
        let by_layers = memory.as_ref().filter(|_| layout.has_large_layers());
        let by_layers = by_layers.map(|memory| memory.searched(layout, words, extents));
        loop {
            while let Some(node) = self.search.lowest() {
                let base = layout.coordinates(self.layer * layout.layer_size() + node);
                let block = Block { base, extents: *extents };
                let is_in_the_way = |other: &&Block| other.meets(&block, layout.extents());
                let Some(other) = placed[self.placed..].iter().rfind(is_in_the_way) else { return Some(base) };
                let mut met = layout.bases_that_meet(other, extents);
                if by_layers.is_some() {
                    (met.base[0], met.extents[0]) = (0, 1);
                }
                remove(layout, &mut self.search.bases, &met);
            }
            if self.placed < placed.len() {
                self.search.begin();
                self.placed = placed.len();
            }
            match by_layers {
                Some(searched) => self.go_on(searched)?,
                None if self.ahead > 0 => return None,
                None => {
                    self.ahead = 1;
                    self.search.find_all(layout, words, extents)?;
                }
            }
        }
    }

    /// The bases become those of the next layer that has any.
    fn go_on(&mut self, searched: Searched) -> Option<()> {
        let layer = self.search.next(searched, self.ahead, 0);
        // Behind the last there is none, however often somebody asks.
        self.ahead = layer.map_or(u32::MAX, |layer| layer + 1);
        self.layer = layer?;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Links;
    use super::*;
    use crate::machine::Machine;
    use proptest::prelude::*;

    /// Those that are searched as a whole, and then, layer by layer, those whose layers are words or are not.
    const MACHINES: &[&str] = &[
        "mesh:16x22",
        "torus:5x4x3x2",
        "mixed:8rx3x7r",
        "torus:24x5x10x2x2",
        "mixed:63rx70",
        "mesh:12x5x7x2x5",
        "mixed:3x11rx9rx5x1x7r",
        "mesh:40x16x16",
        "torus:21x16x20",
        "torus:7x64x8",
        "mixed:30x320r",
        "torus:9x5x7x2x5x3",
    ];

    proptest! {
        #![proptest_config(crate::cases::cases(300))]

        /// Whatever sizes follow each other, each gets the first base that a search of all that is left finds; none is found twice.
        #[test]
        fn each_base_is_the_first_of_what_is_left(
            machine in prop::sample::select(MACHINES),
            taken in prop::collection::vec((any::<u32>(), prop::collection::vec(0u32..20, 6)), 0..40),
            sides in prop::collection::vec(prop::collection::vec(0u32..400, 6), 1..5),
            wanted in prop::collection::vec(any::<usize>(), 1..60),
            mut searches in 1u32..3,
        ) {
            let machine: Machine = machine.parse().unwrap();
            let extents = |sides: &Vec<u32>| {
                // Mostly small.
                let side = |(&side, &length): (&u32, &u32)| 1 + side % (side % 16 + 1) % length;
                Coordinates::new(&sides.iter().zip(machine.extents()).map(side).collect::<Vec<_>>())
            };
            let mut free = FreeNodes::new(&machine, Links::Followed);
            for (node, sides) in &taken {
                let block = Block { base: machine.coordinates(node % machine.node_count()), extents: extents(sides) };
                if block.lies_on(&machine) && free.is_box_free(&block) {
                    free.take(&block);
                }
            }
            let mut sizes: Vec<_> = sides.iter().map(|sides| (extents(sides), SuccessiveBases::default())).collect();
            let mut placed = Vec::new();
            while searches > 0 {
                sizes.iter_mut().for_each(|(_, bases)| bases.begin());
                placed.clear();
                for which in &wanted {
                    let (extents, bases) = &mut sizes[which % sides.len()];
                    let expected = free.bases(extents).and_then(|bases| bases.first());
                    prop_assert_eq!(bases.first(&free, extents, &placed), expected, "{} {:?}", machine, extents);
                    let Some(base) = expected else { continue };
                    placed.push(Block { base, extents: *extents });
                    free.take(placed.last().unwrap());
                }
                searches -= 1;
            }
        }
    }
}
