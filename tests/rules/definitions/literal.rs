//! Strategies as defined in docs/semantics.md 6.2 and 6.3, node by node and without data structures: the reference for
//! `fs`, `as`, `2dbs`, `mbs`, `anca` and `as-mb`.

use std::collections::BTreeSet;
use subtorus::machine::{Block, Coordinates, Machine};
use subtorus::workload::Request;

/// A machine with held blocks.
#[derive(Clone)]
pub struct Held {
    pub machine: Machine,
    pub blocks: Vec<Block>,
    pub nodes: BTreeSet<u32>,
}

pub fn block(base: &[u32], extents: &[u32]) -> Block {
    Block { base: Coordinates::new(base), extents: Coordinates::new(extents) }
}

impl Held {
    pub fn nothing(machine: &Machine) -> Held {
        Held { machine: machine.clone(), blocks: Vec::new(), nodes: BTreeSet::new() }
    }

    pub fn take(&mut self, block: &Block) {
        for node in block.nodes(&self.machine) {
            assert!(self.nodes.insert(node), "{block}: node {node} is held already");
        }
        self.blocks.push(*block);
    }

    pub fn give_back(&mut self, block: &Block) {
        let place = self.blocks.iter().position(|other| other == block).expect("a block that is held");
        self.blocks.remove(place);
        block.nodes(&self.machine).for_each(|node| assert!(self.nodes.remove(&node)));
    }

    pub fn free(&self) -> u32 {
        self.machine.node_count() - self.nodes.len() as u32
    }

    fn side(&self, dimension: usize) -> u32 {
        self.machine.extents()[dimension]
    }

    /// Whether the block lies on the machine, around its rings if it `wraps`, and is free.
    fn is_free(&self, block: &Block, wraps: bool) -> bool {
        let on_machine = (0..self.machine.dimensions()).all(|dimension| {
            let (extent, side) = (block.extents[dimension], self.side(dimension));
            let around = wraps && self.machine.rings()[dimension];
            extent <= side && (around || block.base[dimension] + extent <= side)
        });
        on_machine && block.nodes(&self.machine).all(|node| !self.nodes.contains(&node))
    }

    /// The allocation by the strategy with this name.
    pub fn place(&self, strategy: &str, request: &Request) -> Option<Vec<Block>> {
        let extents = request.extents.expect("a request with extents");
        let pair = || [extents[0], extents[1]];
        match strategy {
            "fs" => Some(vec![self.slide_frames(pair())?]),
            "as" => Some(vec![self.scan_adaptively(pair())?]),
            "2dbs" => Some(vec![self.smallest_square(pair())?]),
            "mbs" => self.squares(request.processors),
            "anca" => self.parts(extents),
            "as-mb" => match self.scan_adaptively(pair()) {
                Some(block) => Some(vec![block]),
                None => self.squares(request.processors),
            },
            _ => panic!("no definition of {strategy}"),
        }
    }

    fn slide_frames(&self, [width, length]: [u32; 2]) -> Option<Block> {
        let [machine_width, machine_length] = [self.side(0), self.side(1)];
        let nodes = (0..machine_length).flat_map(|y| (0..machine_width).map(move |x| (x, y)));
        let starts = |&(x, y): &(u32, u32)| {
            let inside = x + width <= machine_width && y + length <= machine_length;
            inside && !self.nodes.contains(&self.machine.index(&[x, y]))
        };
        let (first_x, first_y) = nodes.into_iter().find(starts)?;
        let (mut x, mut y) = (first_x, first_y);
        while y + length <= machine_length {
            while x + width <= machine_width {
                let frame = block(&[x, y], &[width, length]);
                if self.is_free(&frame, false) {
                    return Some(frame);
                }
                x += width;
            }
            x = first_x % width;
            y += length;
        }
        None
    }

    fn scan_adaptively(&self, [width, length]: [u32; 2]) -> Option<Block> {
        for extents in [[width, length], [length, width]] {
            for y in 0..self.side(1) {
                let mut x = 0;
                while x + extents[0] <= self.side(0) && y + extents[1] <= self.side(1) {
                    let frame = block(&[x, y], &extents);
                    let Some(blocking) = self.blocks.iter().find(|held| held.intersection(&frame).is_some()) else {
                        return Some(frame);
                    };
                    x = blocking.base[0] + blocking.extents[0];
                }
            }
        }
        None
    }

    fn smallest_square(&self, [width, length]: [u32; 2]) -> Option<Block> {
        let side = width.max(length).next_power_of_two();
        let free = self.largest_free(vec![Block::whole(&self.machine)]);
        let sufficient = free.iter().filter(|square| square.extents[0] >= side);
        let chosen = sufficient.min_by_key(|square| (square.extents[0], square.base))?;
        Some(block(&chosen.base, &[side, side]))
    }

    /// The free squares of the buddy trees over some roots with parents that are not free.
    fn largest_free(&self, roots: Vec<Block>) -> Vec<Block> {
        let mut open = roots;
        let mut free = Vec::new();
        while let Some(square) = open.pop() {
            if self.is_free(&square, false) {
                free.push(square);
            } else if square.extents[0] > 1 {
                open.extend(quarters(&square));
            }
        }
        free
    }

    fn squares(&self, processors: u32) -> Option<Vec<Block>> {
        if processors > self.free() {
            return None;
        }
        let mut free = self.largest_free(initial_blocks(&Block::whole(&self.machine)));
        let mut digits: Vec<u32> = (0..16).map(|place| processors >> (2 * place) & 3).collect();
        let mut blocks = Vec::new();
        for place in (0..digits.len()).rev() {
            let wanted = 1 << place;
            for _ in 0..digits[place] {
                let sufficient = free.iter().enumerate().filter(|(_, square)| square.extents[0] >= wanted);
                let smallest = sufficient.min_by_key(|(_, square)| (square.extents[0], square.base[1], square.base[0]));
                let Some((index, _)) = smallest else {
                    digits[place - 1] += 4;
                    continue;
                };
                let mut square = free.remove(index);
                while square.extents[0] > wanted {
                    let [first, others @ ..] = quarters(&square);
                    free.extend(others);
                    square = first;
                }
                blocks.push(square);
            }
        }
        Some(blocks)
    }

    fn parts(&self, extents: Coordinates) -> Option<Vec<Block>> {
        let mut parts = vec![extents];
        loop {
            let mut scratch = self.clone();
            let placed: Option<Vec<Block>> = parts.iter().map(|part| scratch.fit_first(part)).collect();
            if placed.is_some() {
                return placed;
            }
            let mut halves = Vec::new();
            for part in parts {
                let longest = *part.iter().max().unwrap();
                if longest == 1 {
                    return None;
                }
                let dimension = part.iter().position(|&extent| extent == longest).unwrap();
                for half in [longest - longest / 2, longest / 2] {
                    halves.push(part);
                    halves.last_mut().unwrap()[dimension] = half;
                }
            }
            parts = halves;
        }
    }

    fn fit_first(&mut self, extents: &Coordinates) -> Option<Block> {
        let bases = (0..self.machine.node_count()).map(|node| self.machine.coordinates(node));
        let found = bases.map(|base| Block { base, extents: *extents }).find(|block| self.is_free(block, true))?;
        self.take(&found);
        Some(found)
    }
}

/// The four quarters of a square, ordered by y, then x.
fn quarters(square: &Block) -> [Block; 4] {
    let half = square.extents[0] / 2;
    let corner = |x, y| block(&[square.base[0] + x * half, square.base[1] + y * half], &[half, half]);
    [corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)]
}

/// The tiling of a region: its squares, then the tiling of the strip next to them, then that of the strip above.
pub fn initial_blocks(region: &Block) -> Vec<Block> {
    let [x, y, width, length] = [region.base[0], region.base[1], region.extents[0], region.extents[1]];
    if width == 0 || length == 0 {
        return Vec::new();
    }
    let side = (0..).map(|power| 1 << power).take_while(|&side| side <= width && side <= length).last().unwrap();
    let (beside, above) = (width % side, length % side);
    let mut blocks = Vec::new();
    for row in (0..length - above).step_by(side as usize) {
        for column in (0..width - beside).step_by(side as usize) {
            blocks.push(block(&[x + column, y + row], &[side, side]));
        }
    }
    blocks.extend(initial_blocks(&block(&[x + width - beside, y], &[beside, length - above])));
    blocks.extend(initial_blocks(&block(&[x, y + length - above], &[width, above])));
    blocks
}
