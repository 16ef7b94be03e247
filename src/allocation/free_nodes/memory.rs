//! What is remembered of searches on a large machine: where the first base of some extents was, or that there was none.
//!
//! Whatever is taken, no base comes to be; and what is given back makes new ones only where a box has a node of it. So
//! the first base is the lowest one in the windows around what has been given back since, or else it is no lower than it
//! was.

use super::super::orientations::Rotation;
use super::super::refused::Refused;
use super::layer_search::{LayerSearch, Searched};
use super::layout::Layout;
use super::reach::Reach;
use super::window::Room;
use crate::machine::{Block, Coordinates};
use std::cell::{OnceCell, RefCell};
use std::collections::VecDeque;

/// Behind the last node: no base there is.
const NOWHERE: u32 = u32::MAX;

/// So many of the boxes given back last are remembered.
const MOST_GIVEN: usize = 256;

/// Others mostly end the search early: it passes over about this part, one in so many, of what one of the whole machine does.
const LAYER_BY_LAYER: u64 = 10;

/// What is known of boxes of some extents.
#[derive(Clone, Copy)]
struct Known {
    /// The number of the extents: that of the node at the far corner of such a box with its base at 0.
    number: u32,
    /// No lower node is a base,
    from: u32,
    /// ... as far as what had been given back up to then leaves it so: that many boxes.
    given: u64,
}

/// A box that was given back, and how far others can reach that were not free before, once somebody has asked. It may be found
/// later: whatever has been taken since is in the way of all that come, and what has been given back since has a reach of its own.
struct Given {
    block: Block,
    reach: OnceCell<Reach>,
}

impl Given {
    fn reach(&self, layout: &Layout, words: &[u64]) -> &Reach {
        self.reach.get_or_init(|| layout.reach_of(words, &self.block))
    }
}

/// How many nodes are free in each layer, and what the searches on one machine remember. A copy of the machine remembers
/// nothing.
pub(super) struct Memory {
    /// By first coordinate, how many nodes are free.
    layers: Vec<u32>,
    remembered: RefCell<Remembered>,
}

#[derive(Default)]
struct Remembered {
    /// By number of extents: one more than the place in `known`, or 0.
    places: Vec<u32>,
    known: Vec<Known>,
    /// The boxes that were given back last, and how many there have been in all.
    given: VecDeque<Given>,
    count: u64,
    /// So many of these are sure to have been asked for their reach.
    asked: u64,
    /// Extents without a base.
    refused: Refused,
    /// While something is tried: how what is known was before it changed.
    trials: Vec<usize>,
    before: Vec<(usize, Known)>,
    room: Room,
    layers: LayerSearch,
    windows: Vec<Block>,
}

impl Clone for Memory {
    fn clone(&self) -> Memory {
        Memory { layers: self.layers.clone(), remembered: RefCell::default() }
    }

    fn clone_from(&mut self, other: &Memory) {
        self.layers.clone_from(&other.layers);
        let Remembered { places, known, given, count, asked, refused, trials, before, .. } = self.remembered.get_mut();
        known.drain(..).for_each(|known| places[known.number as usize] = 0);
        given.clear();
        trials.clear();
        before.clear();
        *refused = Refused::default();
        (*count, *asked) = (0, 0);
    }
}

impl Memory {
    /// Boxes of these extents on this machine, to be searched for layer by layer.
    pub fn searched<'a>(&'a self, layout: &'a Layout, words: &'a [u64], extents: &'a [u32]) -> Searched<'a> {
        Searched { layout, words, counts: &self.layers, extents }
    }

    /// That of a machine which is free.
    pub fn new(layout: &Layout) -> Memory {
        let layers = vec![layout.strides()[0]; layout.extents()[0] as usize];
        Memory { layers, remembered: RefCell::default() }
    }

    /// The layers of a block, and how many of its nodes are in each.
    fn layers_of(&mut self, block: &Block) -> (impl Iterator<Item = &mut u32>, u32) {
        let (first, count) = (block.base[0] as usize, block.extents[0] as usize);
        let (before, behind) = self.layers.split_at_mut(first);
        (behind.iter_mut().chain(before).take(count), block.volume() / block.extents[0])
    }

    /// A box is taken.
    pub fn note_taken(&mut self, block: &Block) {
        let (layers, nodes) = self.layers_of(block);
        layers.for_each(|free| *free -= nodes);
    }

    /// A box has been given back.
    pub fn note_given(&mut self, layout: &Layout, words: &[u64], block: &Block) {
        let (layers, nodes) = self.layers_of(block);
        layers.for_each(|free| *free += nodes);
        let remembered = self.remembered.get_mut();
        if remembered.given.len() == MOST_GIVEN {
            remembered.given.pop_front();
        }
        let given = Given { block: *block, reach: OnceCell::new() };
        if !remembered.refused.is_empty() {
            remembered.refused.weaken(&given.reach(layout, words).row, layout.extents(), Rotation::Never);
        }
        remembered.given.push_back(given);
        remembered.count += 1;
    }

    /// See [`super::FreeNodes::last_reach`].
    pub fn last_reach(&self, layout: &Layout, words: &[u64]) -> Option<Coordinates> {
        self.remembered.borrow().given.back().map(|given| given.reach(layout, words).row)
    }

    /// A box was never taken.
    pub fn take_back_taken(&mut self, block: &Block) {
        let (layers, nodes) = self.layers_of(block);
        layers.for_each(|free| *free += nodes);
    }

    /// The box that was given back last never was.
    pub fn take_back_given(&mut self, block: &Block) {
        self.note_taken(block);
        let remembered = self.remembered.get_mut();
        remembered.given.pop_back();
        remembered.count -= 1;
        remembered.asked = remembered.asked.min(remembered.count);
    }

    /// From now on it is kept how to go back.
    pub fn begin_trial(&mut self, layout: &Layout, words: &[u64]) {
        let remembered = self.remembered.get_mut();
        // What is only tried is in nobody's way afterwards.
        let others = (remembered.count - remembered.asked) as usize;
        remembered.given.iter().rev().take(others).for_each(|given| _ = given.reach(layout, words));
        remembered.asked = remembered.count;
        remembered.trials.push(remembered.before.len());
        remembered.refused.begin_trial();
    }

    /// What was found out since the last trial began is forgotten.
    pub fn end_trial(&mut self) {
        let remembered = self.remembered.get_mut();
        let start = remembered.trials.pop().expect("a trial has begun");
        for (place, known) in remembered.before.drain(start..).rev() {
            remembered.known[place] = known;
        }
        remembered.refused.end_trial();
    }

    /// The first base of free boxes of these extents, which the machine can hold, by its node.
    pub fn first_base(&self, layout: &Layout, words: &[u64], extents: &[u32]) -> Option<u32> {
        let remembered = &mut *self.remembered.borrow_mut();
        if remembered.refused.has(&Coordinates::new(extents), Rotation::Never) {
            return None;
        }
        let place = remembered.place(layout, extents);
        let known = remembered.known[place];
        let (from, found) = remembered.since(layout, words, extents, known);
        let first = found.or_else(|| {
            if from == NOWHERE {
                return None;
            }
            // Often nothing has happened since, or nothing there.
            let block = Block { base: layout.coordinates(from), extents: Coordinates::new(extents) };
            if layout.is_place(&block) && layout.is_free(words, &block) {
                return Some(from);
            }
            if !layout.has_large_layers() {
                return remembered.layers.find_all(layout, words, extents);
            }
            let first = from / layout.layer_size();
            remembered.layers.begin();
            let layer = remembered.layers.next(self.searched(layout, words, extents), first, first)?;
            remembered.layers.lowest().map(|node| layer * layout.layer_size() + node)
        });
        if first.is_none() {
            remembered.refused.add(extents, Rotation::Never);
        }
        if !remembered.trials.is_empty() {
            remembered.before.push((place, known));
        }
        remembered.known[place] = Known { from: first.unwrap_or(NOWHERE), given: remembered.count, ..known };
        first
    }
}

impl Remembered {
    /// Where in `known` these extents are.
    fn place(&mut self, layout: &Layout, extents: &[u32]) -> usize {
        let number: u32 = extents.iter().zip(layout.strides()).map(|(extent, stride)| (extent - 1) * stride).sum();
        if self.places.is_empty() {
            self.places.resize((layout.strides()[0] * layout.extents()[0]) as usize, 0);
        }
        if self.places[number as usize] == 0 {
            self.known.push(Known { number, from: 0, given: 0 });
            self.places[number as usize] = self.known.len() as u32;
        }
        self.places[number as usize] as usize - 1
    }

    /// The first base that has come to be below those that are known of, if there is any; and from where on others are.
    fn since(&mut self, layout: &Layout, words: &[u64], extents: &[u32], known: Known) -> (u32, Option<u32>) {
        if known.from == 0 || known.given == self.count {
            return (known.from, None);
        }
        let missed = (self.count - known.given) as usize;
        if missed > self.given.len() {
            return (0, None);
        }
        let news =
            self.given.range(self.given.len() - missed..).map(|given| (&given.block, given.reach(layout, words)));
        let news = news.filter(|(_, reach)| reach.admits(extents));
        let part = if layout.has_large_layers() { LAYER_BY_LAYER } else { 1 };
        let (most, mut work, mut lowest) = (layout.work_in_all(words.len(), extents) / part, 0, known.from);
        self.windows.clear();
        for (block, reach) in news {
            let window = layout.window_around(block, reach, extents);
            let low = layout.lowest_of(&window);
            if low < known.from {
                work += layout.work_in(&window, extents);
                lowest = lowest.min(low);
                self.windows.push(window);
            }
            if work > most && lowest == 0 {
                break;
            }
        }
        if work > most {
            return (lowest, None);
        }
        let mut found: Option<u32> = None;
        for window in &self.windows {
            let base = self.room.first_base(layout, words, window, extents);
            found = found.into_iter().chain(base.filter(|base| *base < known.from)).min();
        }
        (known.from, found)
    }
}
