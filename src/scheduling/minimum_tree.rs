//! The first of many slots whose value does not exceed a bound.

use crate::time::Time;

/// A complete binary tree of minima over slots, each empty or holding a time. O(log slots) per operation.
pub struct MinimumTree {
    /// Node 1 is the root, the children of node k are 2k and 2k + 1, the slots are the last `leaves` nodes.
    minima: Vec<Time>,
    leaves: usize,
}

/// The value of an empty slot: no bound that is asked for reaches it.
const EMPTY: Time = Time::MAX;

impl MinimumTree {
    /// A tree of empty slots.
    pub fn new(slots: usize) -> MinimumTree {
        let leaves = slots.max(1).next_power_of_two();
        MinimumTree { minima: vec![EMPTY; 2 * leaves], leaves }
    }

    /// Whether every slot is empty.
    pub fn is_empty(&self) -> bool {
        self.minima[1] == EMPTY
    }

    /// Puts a value (less than `Time::MAX`) into a slot.
    pub fn fill(&mut self, slot: usize, value: Time) {
        let mut node = self.leaves + slot;
        while node > 0 && self.minima[node] > value {
            self.minima[node] = value;
            node /= 2;
        }
    }

    /// Empties a slot.
    pub fn clear(&mut self, slot: usize) {
        let mut node = self.leaves + slot;
        self.minima[node] = EMPTY;
        while node > 1 {
            node /= 2;
            let least = self.minima[2 * node].min(self.minima[2 * node + 1]);
            if self.minima[node] == least {
                return;
            }
            self.minima[node] = least;
        }
    }

    /// The first slot at or after `slot` whose value is at most `bound` (which is less than `Time::MAX`).
    pub fn first_within(&self, slot: usize, bound: Time) -> Option<usize> {
        if slot >= self.leaves {
            return None;
        }
        let mut node = self.leaves + slot;
        while self.minima[node] > bound {
            // The next subtree to the right: up while coming from the right, then across.
            while node % 2 == 1 {
                node /= 2;
            }
            if node == 0 {
                return None;
            }
            node += 1;
        }
        while node < self.leaves {
            node *= 2;
            if self.minima[node] > bound {
                node += 1;
            }
        }
        Some(node - self.leaves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_a_plain_list(slots in 1usize..70, changes in prop::collection::vec((any::<prop::sample::Index>(), 0i64..20, any::<bool>()), 0..200), bound in 0i64..20) {
            let (mut tree, mut plain) = (MinimumTree::new(slots), vec![None; slots]);
            for (slot, value, fill) in changes {
                let slot = slot.index(slots);
                tree.clear(slot);
                plain[slot] = None;
                if fill { tree.fill(slot, value); plain[slot] = Some(value); }
                prop_assert_eq!(tree.is_empty(), plain.iter().all(Option::is_none));
                for from in 0..=slots + 2 {
                    let wanted = (from..slots).find(|&slot| plain[slot].is_some_and(|value| value <= bound));
                    prop_assert_eq!(tree.first_within(from, bound), wanted);
                }
            }
        }
    }
}
