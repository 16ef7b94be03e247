//! The buddy tree of a mesh: the structure under `mbs`, `as-mb` and `2dbs` (Thesis 2008 section 2.2 and appendix A).
//!
//! A *buddy* is a square with a side of `2^level` nodes. Its base is a multiple of its side in both dimensions, and it
//! lies within the mesh. Four buddies of one level form a buddy of the next level if that buddy lies within the mesh
//! too. So the roots of the tree are the largest buddies. They are exactly the initial blocks of appendix A, which cuts
//! them off the mesh square by square. The reason: a remaining strip starts at a multiple of the squares beside it. It
//! is narrower than twice its own squares, so no larger square fits there.
//!
//! The *available* buddies are the largest buddies with only free nodes. They are a function of the set of free nodes:
//! the order of splits and merges has no effect.

use super::copying::clone_by_field;
use super::free_nodes::FreeNodes;
use super::free_set::word_at;
use super::plane;
use crate::machine::{Block, Coordinates};

/// A buddy, by the level of its size and its place among the buddies of that level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Buddy {
    /// The base-2 logarithm of its side.
    pub level: u32,
    column: u32,
    row: u32,
}

impl Buddy {
    /// The buddy of the next level that contains this one.
    fn parent(self) -> Buddy {
        self.ancestor(self.level + 1)
    }

    fn ancestor(self, level: u32) -> Buddy {
        let doublings = level - self.level;
        Buddy { level, column: self.column >> doublings, row: self.row >> doublings }
    }

    /// Its four quarters in order of rows, then columns.
    fn children(self) -> [Buddy; 4] {
        let Buddy { level, column, row } = self;
        [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, up)| Buddy {
            level: level - 1,
            column: 2 * column + right,
            row: 2 * row + up,
        })
    }

    /// The number of nodes.
    pub fn volume(self) -> u32 {
        1 << (2 * self.level)
    }

    /// The nodes, x (the column) first.
    pub fn block(self) -> Block {
        let base = Coordinates::new(&[self.column << self.level, self.row << self.level]);
        Block { base, extents: Coordinates::splat(1 << self.level, 2) }
    }

    /// The buddy that covers just this block.
    pub fn of(block: &Block) -> Buddy {
        let level = block.extents[0].trailing_zeros();
        Buddy { level, column: block.base[0] >> level, row: block.base[1] >> level }
    }
}

/// The buddies of one size: which of them are available, as bits in order of rows, then columns.
#[derive(Clone, Copy)]
struct Level {
    columns: u32,
    rows: u32,
    /// Where its bits start in [`Buddies::words`].
    start: u32,
    /// How many of them are set.
    available: u32,
    /// No word before this one has a bit set. This is only a hint that shortens the search; it depends on history.
    lowest_word: u32,
}

/// The available buddies of a mesh.
///
/// Taking or giving back a buddy costs O(levels). Finding one reads the words of its level. A copy takes a sixth of a
/// byte per node.
pub(super) struct Buddies {
    levels: Vec<Level>,
    words: Vec<u64>,
    free: u32,
}

clone_by_field!(Buddies { levels, words, free });

impl Buddies {
    /// A free mesh of this width and length (x and y).
    pub fn new([width, length]: [u32; 2]) -> Buddies {
        let (mut levels, mut words) = (Vec::new(), 0);
        for level in 0..=width.min(length).ilog2() {
            let (columns, rows) = (width >> level, length >> level);
            levels.push(Level { columns, rows, start: words, available: 0, lowest_word: words });
            words += (columns * rows).div_ceil(u64::BITS);
        }
        let mut buddies = Buddies { levels, words: vec![0; words as usize], free: 0 };
        buddies.fill(&plane::free_rows([width, length]));
        buddies
    }

    /// Replaces the state: exactly the nodes in `rows` are free now; they have x and y exchanged.
    ///
    /// Linear in the words of all levels; each step handles several buddies.
    pub fn fill(&mut self, rows: &FreeNodes) {
        self.words.fill(0);
        // A node's bit has the same position in both sets, because both count row by row.
        self.words[..rows.words().len()].copy_from_slice(rows.words());
        for level in 1..self.levels.len() {
            self.merge_into(level);
        }
        let mut end = self.words.len();
        for level in self.levels.iter_mut().rev() {
            let words = &self.words[level.start as usize..end];
            level.available = words.iter().map(|word| word.count_ones()).sum();
            level.lowest_word = level.start;
            end = level.start as usize;
        }
        self.free = rows.count();
    }

    /// Makes one buddy of this level from every four available buddies that form it.
    fn merge_into(&mut self, level: usize) {
        let Level { columns, rows, start, .. } = self.levels[level];
        let below = self.levels[level - 1];
        for row in 0..rows {
            for column in (0..columns).step_by(u64::BITS as usize / 2) {
                let count = (2 * (columns - column)).min(u64::BITS);
                let lower = below.start * u64::BITS + 2 * row * below.columns + 2 * column;
                let upper = lower + below.columns;
                let both = bits(&self.words, lower, count) & bits(&self.words, upper, count);
                let complete = both & both >> 1 & EVEN_BITS;
                flip(&mut self.words, lower, complete | complete << 1);
                flip(&mut self.words, upper, complete | complete << 1);
                flip(&mut self.words, start * u64::BITS + row * columns + column, gather_even(complete));
            }
        }
    }

    /// The number of free nodes.
    pub fn free(&self) -> u32 {
        self.free
    }

    /// The number of levels, from 0 to that of the largest buddy.
    pub fn levels(&self) -> u32 {
        self.levels.len() as u32
    }

    /// A buddy of this level with only free nodes. This is the first available one in order of rows, then columns. If
    /// there is none, it is cut from the first of the smallest larger buddies, always from the quarter at the base.
    pub fn smallest(&self, level: u32) -> Option<Buddy> {
        let sufficient = (level..self.levels()).find(|&level| self.levels[level as usize].available > 0)?;
        let found = self.first(sufficient);
        let doublings = sufficient - level;
        Some(Buddy { level, column: found.column << doublings, row: found.row << doublings })
    }

    /// Takes a buddy with only free nodes. The rest of the available buddy that contained it becomes available.
    pub fn take(&mut self, buddy: Buddy) {
        let mut whole = buddy;
        while !self.is_available(whole) {
            whole = whole.parent();
        }
        self.clear(whole);
        self.free -= buddy.volume();
        while whole.level > buddy.level {
            let next = buddy.ancestor(whole.level - 1);
            whole.children().into_iter().filter(|&child| child != next).for_each(|child| self.set(child));
            whole = next;
        }
    }

    /// Takes squares of exactly this many processors in total, largest first. Nothing changes if fewer are free.
    ///
    /// A digit of the number in base 4 that no free buddy can serve becomes four of the next smaller size. So every
    /// number up to the number of free nodes can be served.
    pub fn take_digits(&mut self, processors: u32) -> Option<Vec<Block>> {
        if processors > self.free {
            return None;
        }
        let mut blocks = Vec::new();
        let mut rest = processors;
        for level in (0..self.levels()).rev() {
            // The rest still includes what the larger sizes could not serve.
            for _ in 0..rest >> (2 * level) {
                let Some(buddy) = self.smallest(level) else { break };
                self.take(buddy);
                rest -= buddy.volume();
                blocks.push(buddy.block());
            }
        }
        Some(blocks)
    }

    /// Gives back a buddy that was taken. It merges with its three neighbours if they are available, and the result
    /// merges in the same way.
    pub fn give_back(&mut self, buddy: Buddy) {
        self.free += buddy.volume();
        let mut merged = buddy;
        loop {
            let parent = merged.parent();
            if !self.contains(parent) {
                break;
            }
            let siblings = parent.children().into_iter().filter(|&sibling| sibling != merged);
            if !siblings.clone().all(|sibling| self.is_available(sibling)) {
                break;
            }
            siblings.for_each(|sibling| self.clear(sibling));
            merged = parent;
        }
        self.set(merged);
    }

    /// Whether the buddy lies within the mesh.
    fn contains(&self, buddy: Buddy) -> bool {
        self.levels
            .get(buddy.level as usize)
            .is_some_and(|level| buddy.column < level.columns && buddy.row < level.rows)
    }

    /// The first available buddy of a level. The level must have one.
    fn first(&self, level: u32) -> Buddy {
        let Level { columns, start, lowest_word, .. } = self.levels[level as usize];
        let mut word = lowest_word;
        while self.words[word as usize] == 0 {
            word += 1;
        }
        let bit = (word - start) * u64::BITS + self.words[word as usize].trailing_zeros();
        Buddy { level, column: bit % columns, row: bit / columns }
    }

    /// The word that holds a buddy's bit, and the bit.
    fn place(&self, buddy: Buddy) -> (usize, u64) {
        let Level { columns, start, .. } = self.levels[buddy.level as usize];
        let bit = buddy.row * columns + buddy.column;
        ((start + bit / u64::BITS) as usize, 1 << (bit % u64::BITS))
    }

    fn is_available(&self, buddy: Buddy) -> bool {
        let (word, bit) = self.place(buddy);
        self.words[word] & bit != 0
    }

    fn set(&mut self, buddy: Buddy) {
        let (word, bit) = self.place(buddy);
        self.words[word] |= bit;
        let level = &mut self.levels[buddy.level as usize];
        level.available += 1;
        level.lowest_word = level.lowest_word.min(word as u32);
    }

    fn clear(&mut self, buddy: Buddy) {
        let (word, bit) = self.place(buddy);
        self.words[word] &= !bit;
        let level = &mut self.levels[buddy.level as usize];
        level.available -= 1;
        if level.lowest_word as usize == word && self.words[word] == 0 {
            level.lowest_word += 1;
        }
    }
}

const EVEN_BITS: u64 = u64::MAX / 3;

/// `count` bits from this one on, at most 64.
fn bits(words: &[u64], from: u32, count: u32) -> u64 {
    word_at(words, from) & u64::MAX >> (u64::BITS - count)
}

/// Flips the bits from this one on where `mask` is set.
fn flip(words: &mut [u64], from: u32, mask: u64) {
    let (word, shift) = ((from / u64::BITS) as usize, from % u64::BITS);
    words[word] ^= mask << shift;
    let beyond = mask >> 1 >> (u64::BITS - 1 - shift);
    if beyond != 0 {
        words[word + 1] ^= beyond;
    }
}

/// Moves bits 0, 2, 4, ... next to each other; the other bits are not set.
fn gather_even(mask: u64) -> u64 {
    // Each step halves the number of gaps and doubles their width: divisors 1 + 4, 1 + 16, ... repeat the masks.
    [(1, 5), (2, 17), (4, 257), (8, 65_537), (16, (1 << 32) + 1)]
        .into_iter()
        .fold(mask, |mask, (shift, divisor)| (mask | mask >> shift) & (u64::MAX / divisor))
}
