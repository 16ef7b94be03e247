//! The columns of nodes of a map, or its rows: where each lies, and which coordinates it stands for.

/// One dimension among those that lie in the same direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// How many coordinates, or rows or columns of a fold.
    pub count: u32,
    /// From one to the next, in node indices.
    pub stride: u32,
    /// From a node to its neighbour along the dimension, and how many there are of them.
    pub unit: u32,
    /// See `unit`.
    pub extent: u32,
    /// The number of the dimension.
    pub dimension: usize,
    /// Whether the highest coordinate comes first.
    pub descends: bool,
    /// Whether this is the folded dimension.
    pub is_fold: bool,
    /// How deep it is nested: 0 for the nodes of a tile.
    pub depth: u32,
}

/// The columns from left to right, or the rows from the top. Lanes are those of single nodes; where nodes are too small to be
/// seen, `group` lanes share a place.
#[derive(Clone, Debug, Default)]
pub(super) struct Lanes {
    /// The innermost first.
    pub levels: Vec<Level>,
    /// What each lane adds to the index of its nodes.
    pub node: Vec<u32>,
    /// What each lane adds to the folded coordinate.
    pub folded: Vec<u32>,
    /// Where each lane is among the places.
    pub place: Vec<u32>,
    /// The first lane of each place, and the number of lanes.
    pub first: Vec<u32>,
    /// Where each place begins, in CSS pixels from the beginning of all.
    pub start: Vec<f64>,
}

/// The gap in CSS pixels between the parts of a level: wider the further out, none where the parts are hardly to be seen.
fn gap(level: &Level, cell: f64, part: f64) -> f64 {
    let (least, more) = match cell {
        6.0.. => (3.0, 6.0),
        3.0.. => (2.0, 4.0),
        _ => (1.0, 2.0),
    };
    match level.depth {
        0 => 0.0,
        _ if part < 6.0 && !level.is_fold => 0.0,
        depth => least + more * f64::from(depth - 1),
    }
}

/// The gap at each level, and the length of all.
pub(super) fn measured(levels: &[Level], cell: f64, group: u32) -> (Vec<f64>, f64) {
    let mut length = cell;
    let mut gaps = Vec::with_capacity(levels.len());
    let inner = inner(levels);
    for (number, level) in levels.iter().enumerate() {
        let count = if Some(number) == inner { level.count.div_ceil(group) } else { level.count };
        let gap = gap(level, cell, length);
        gaps.push(gap);
        length = f64::from(count) * length + f64::from(count - 1) * gap;
    }
    (gaps, length)
}

/// The place of the innermost level that is to be seen.
fn inner(levels: &[Level]) -> Option<usize> {
    levels.iter().position(|level| level.count > 1)
}

impl Lanes {
    /// All lanes of these levels, each place `cell` pixels wide.
    pub fn new(levels: Vec<Level>, cell: f64, group: u32) -> Lanes {
        let (gaps, _) = measured(&levels, cell, group);
        let inner = inner(&levels);
        let count = levels.iter().map(|level| level.count).product();
        let mut lanes = Lanes::default();
        let mut at = 0.0;
        for lane in 0..count {
            let (mut rest, mut node, mut folded, mut gap, mut begins) = (lane, 0, 0, 0.0, true);
            let mut carried = lane > 0;
            for (number, level) in levels.iter().enumerate() {
                let digit = rest % level.count;
                rest /= level.count;
                let coordinate = if level.descends { level.count - 1 - digit } else { digit };
                node += coordinate * level.stride;
                if level.is_fold {
                    folded = coordinate * level.stride;
                }
                // The level at which this lane goes one further; those within have come around to their beginning.
                if carried && digit > 0 {
                    gap = gaps[number];
                    carried = false;
                }
                if Some(number) == inner {
                    begins = digit % group == 0;
                }
            }
            if begins {
                at += if lane > 0 { cell + gap } else { 0.0 };
                lanes.start.push(at);
                lanes.first.push(lane);
            }
            lanes.node.push(node);
            lanes.folded.push(folded);
            lanes.place.push(lanes.start.len() as u32 - 1);
        }
        lanes.first.push(count);
        lanes.levels = levels;
        lanes
    }

    /// The innermost level that is to be seen.
    pub fn inner(&self) -> Option<&Level> {
        self.levels.get(inner(&self.levels)?)
    }

    /// How many places there are.
    pub fn places(&self) -> usize {
        self.start.len()
    }

    /// The lanes that share a place.
    pub fn lanes(&self, place: usize) -> std::ops::Range<usize> {
        self.first[place] as usize..self.first[place + 1] as usize
    }

    /// The lane of a node.
    pub fn lane(&self, node: u32) -> usize {
        let mut lane = 0;
        for level in self.levels.iter().rev() {
            let coordinate = node / level.unit % level.extent / (level.stride / level.unit) % level.count;
            let digit = if level.descends { level.count - 1 - coordinate } else { coordinate };
            lane = lane * level.count + digit;
        }
        lane as usize
    }

    /// The place at a position, if one is there: places are `cell` pixels wide.
    pub fn place_at(&self, position: f64, cell: f64) -> Option<usize> {
        let place = self.start.partition_point(|&start| start <= position).checked_sub(1)?;
        (position < self.start[place] + cell).then_some(place)
    }

    /// The places that lie edge to edge, as ranges: the sides of the tiles.
    pub fn spans(&self, cell: f64) -> Vec<std::ops::Range<usize>> {
        let mut end = 0;
        let span = |places: &[f64]| {
            end += places.len();
            end - places.len()..end
        };
        self.start.chunk_by(|one, next| next - one == cell).map(span).collect()
    }
}
