//! What a stretch of successive layers has in common, while the stretch slides along the machine.
//!
//! As in a queue of two stacks: the layers up to some middle are intersected from there back, each result kept, those behind it from
//! there on. Two of these sets are what a stretch across the middle has in common; one that begins behind it has a middle of its
//! own. So a layer is looked at twice, however long the stretch is and however often it moves.

use super::layer::{and, and_from};
use super::layout::Layout;

/// Stretches of one length on a machine that does not change, each further on than the last.
#[derive(Clone, Default)]
pub(super) struct Stretch {
    /// For each layer from `first` up to `middle`, one after the other, what it and those up to there have in common; at last all nodes.
    up_to: Vec<u64>,
    /// What those from `middle` up to `end` have in common.
    from: Vec<u64>,
    first: u32,
    middle: u32,
    end: u32,
}

impl Stretch {
    /// Others begin.
    pub fn begin(&mut self) {
        (self.first, self.middle, self.end) = (0, 0, 0);
    }

    /// Sets `common` to the nodes, numbered as in the first layer, that are free in all of the `count` layers from `x` on, around the
    /// ring where there is one; or tells how many stretches have none in common for sure, from this one on.
    ///
    /// Cost: for each layer that was not in the last stretch a pass over it, and mostly another one later.
    pub fn common(
        &mut self,
        layout: &Layout,
        words: &[u64],
        x: u32,
        count: u32,
        common: &mut Vec<u64>,
    ) -> Result<(), u32> {
        if x >= self.middle {
            self.end_at(layout, words, x, count)?;
        }
        let start = |x: u32| x % layout.extents()[0] * layout.layer_size();
        while self.end < x + count {
            if !and_from(words, start(self.end), &mut self.from) {
                // All that reach from the middle so far.
                return Err(self.middle + 1 - x);
            }
            self.end += 1;
        }
        let before = &self.up_to[(x - self.first) as usize * self.from.len()..];
        common.resize(self.from.len(), 0);
        if and(&self.from, before, common) { Ok(()) } else { Err(1) }
    }

    /// The middle is where the stretch from `x` on ends.
    fn end_at(&mut self, layout: &Layout, words: &[u64], x: u32, count: u32) -> Result<(), u32> {
        let size = layout.layer_size();
        self.begin();
        self.from.clear();
        self.from.resize(size.div_ceil(u64::BITS) as usize, u64::MAX);
        *self.from.last_mut().expect("a layer has a node") >>= self.from.len() as u32 * u64::BITS - size;
        let row = self.from.len();
        self.up_to.resize((count as usize + 1) * row, 0);
        self.up_to[count as usize * row..].copy_from_slice(&self.from);
        // From the far end: where nothing is left, all stretches that reach so far are passed over.
        for layer in (0..count).rev() {
            let (this, others) = self.up_to[layer as usize * row..].split_at_mut(row);
            this.copy_from_slice(&others[..row]);
            if !and_from(words, size * ((x + layer) % layout.extents()[0]), this) {
                return Err(layer + 1);
            }
        }
        (self.first, self.middle, self.end) = (x, x + count, x + count);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FreeNodes, Links};
    use super::*;
    use crate::machine::Machine;
    use proptest::prelude::*;

    proptest! {
        /// Node by node, wherever the stretch goes on; and what is passed over has nothing in common.
        #[test]
        fn a_stretch_has_in_common_what_all_its_layers_have(
            machine in prop::sample::select(vec!["torus:9x4x5", "mesh:12x8x8", "mixed:11rx13", "torus:7x64", "mesh:16x100"]),
            taken in prop::collection::vec(any::<u32>(), 0..120),
            count in 1u32..7,
            moves in prop::collection::vec(1u32..5, 1..12),
        ) {
            let machine: Machine = machine.parse().unwrap();
            let mut free = FreeNodes::new(&machine, Links::Followed);
            for node in taken.into_iter().map(|node| node % machine.node_count()) {
                if free.is_free(node) {
                    free.take_node(node);
                }
            }
            let (length, size) = (machine.extents()[0], free.layout.layer_size());
            let is_common = |x: u32, node: &u32| (x..x + count).all(|x| free.is_free(x % length * size + node));
            let (mut stretch, mut common) = (Stretch::default(), Vec::new());
            let mut x = 0;
            for step in moves {
                if x + count > if machine.rings()[0] { length + count - 1 } else { length } {
                    break;
                }
                let expected: Vec<u32> = (0..size).filter(|node| is_common(x, node)).collect();
                match stretch.common(&free.layout, &free.words, x, count, &mut common) {
                    Ok(()) => prop_assert_eq!(super::super::ones(&common).collect::<Vec<_>>(), expected),
                    Err(none) => {
                        prop_assert!(none > 0 && (x..x + none).all(|x| (0..size).all(|node| !is_common(x, &node))));
                    }
                }
                x += step;
            }
        }
    }
}
