//! The free nodes at one moment, prepared for counting around centres.

use super::side::{Side, Span};
use super::surroundings::{Disc, Surroundings};
use crate::machine::Machine;

/// A machine's free nodes, row by row. A *plane* is the rows that differ only in the last coordinate but one.
pub(super) struct Field {
    /// All dimensions except the last two, without those of extent 1.
    others: Vec<Side>,
    /// The last dimension but one: the rows of a plane lie along it.
    pub rows: Side,
    /// The last dimension.
    pub columns: Side,
    /// The positions in [`Counts::others`] of each plane's coordinates.
    counted_at: Vec<u32>,
    /// For each row, the number of free nodes before each of its places. The row extends at both ends as far as
    /// [`Side::beyond`] says. There is one entry more than places.
    before: Vec<u32>,
    /// The number of a row's entries in `before`.
    stride: usize,
    /// The part of a row in a disc, by how much nearer the row is than the radius. The last entry holds for all rows
    /// that are nearer still.
    spans: Vec<Span>,
}

/// The number of nodes of a set at each coordinate.
pub(super) struct Counts {
    /// In all dimensions except the last two, one after the other.
    others: Vec<u32>,
    /// For the second-last dimension.
    rows: Vec<u32>,
    /// In the last dimension, counted from as far below the centre's coordinate as [`Side::beyond`] says.
    columns: Vec<u32>,
}

impl Field {
    /// The field of the `free` nodes of a machine. Cost: O(nodes).
    pub fn new(machine: &Machine, free: impl Iterator<Item = u32>) -> Field {
        let sides = machine.extents().iter().zip(machine.rings()).map(|(&extent, &ring)| Side { extent, ring });
        let mut others: Vec<Side> = sides.filter(|side| side.extent > 1).collect();
        let single = Side { extent: 1, ring: false };
        let columns = others.pop().unwrap_or(single);
        let rows = others.pop().unwrap_or(single);
        let (width, beyond) = (columns.extent as usize, columns.beyond() as usize);
        let stride = width + 2 * beyond + 1;
        let mut before = vec![0; machine.node_count() as usize / width * stride];
        free.map(|node| node as usize).for_each(|node| before[node / width * stride + beyond + node % width + 1] = 1);
        for row in before.chunks_exact_mut(stride) {
            if columns.ring {
                row.copy_within(width + 1..=width + beyond, 1);
                row.copy_within(beyond + 1..=2 * beyond, width + beyond + 1);
            }
            let mut sum = 0;
            row.iter_mut().for_each(|count| {
                sum += *count;
                *count = sum;
            });
        }
        let spans = (0..=columns.beyond() + 1).map(|reach| columns.span(reach)).collect();
        Field { counted_at: counted_at(&others), others, rows, columns, before, stride, spans }
    }

    /// Memory for counting.
    pub fn counts(&self) -> Counts {
        let zeros = |count: u32| vec![0; count as usize];
        // One more than the number of coordinates, because clearing an empty list is slow in some C libraries.
        let others = zeros(self.others.iter().map(|side| side.extent).sum::<u32>() + 1);
        Counts { others, rows: zeros(self.rows.extent), columns: zeros(2 * self.columns.beyond() + 2) }
    }

    /// The largest distance between two rows.
    pub fn farthest_row(&self) -> u32 {
        self.others.iter().chain([&self.rows]).map(|side| side.farthest()).sum()
    }

    /// [`Side::beyond`] of the dimension along a row.
    pub fn beyond(&self) -> usize {
        self.columns.beyond() as usize
    }

    /// The number of places with nodes beyond each end of a row: they exist only on a ring.
    pub fn margin(&self) -> usize {
        if self.columns.ring { self.beyond() } else { 0 }
    }

    /// The number of places of a row with its margins.
    pub fn places(&self) -> usize {
        self.columns.extent as usize + 2 * self.margin()
    }

    /// The number of free nodes before each place of a row.
    #[inline]
    pub fn row(&self, row: u32) -> &[u32] {
        &self.before[row as usize * self.stride..][..self.stride]
    }

    /// The part in a disc of a row that is by `reach` nearer than the disc's radius.
    #[inline]
    pub fn span(&self, reach: u32) -> &Span {
        &self.spans[(reach as usize).min(self.spans.len() - 1)]
    }

    /// Lists the planes at most `reach` from a plane, in the order of their indices, each with its distance.
    pub fn list_planes(&self, plane: u32, reach: u32, planes: &mut Vec<(u32, u32)>) {
        planes.clear();
        planes.push((0, 0));
        for (side, x) in self.coordinates(plane) {
            let mut longer = Vec::new();
            for &(plane, distance) in &*planes {
                let near = side.within(x, reach - distance).into_iter().flatten();
                longer.extend(near.map(|other| (plane * side.extent + other, distance + side.apart(other, x))));
            }
            *planes = longer;
        }
    }

    /// The counters for the coordinates of a plane.
    fn counted_at(&self, plane: u32) -> &[u32] {
        &self.counted_at[plane as usize * self.others.len()..][..self.others.len()]
    }

    /// The coordinates of a plane, each with its dimension.
    fn coordinates(&self, plane: u32) -> impl Iterator<Item = (Side, u32)> {
        let mut first = 0;
        self.others.iter().zip(self.counted_at(plane)).map(move |(side, place)| {
            let x = place - first;
            first += side.extent;
            (*side, x)
        })
    }

    /// Twice the sum of the distances between all pairs of a disc's set, if that is less than `least`. Cost: O(rows
    /// within the radius x (1 + dimensions / rows of a plane)), and O(radius) for each dimension.
    pub fn twice_distance(
        &self,
        around: &Surroundings,
        disc: &Disc,
        wanted: u32,
        counts: &mut Counts,
        least: u64,
    ) -> Option<u64> {
        self.count_set(around, disc, wanted, counts);
        let columns = self.columns.offsets(disc.column, self.columns.counted(disc.radius));
        let columns = &counts.columns[self.place_of(columns.start)..self.place_of(columns.end)];
        let mut sum = self.columns.twice_distance_along(&[], columns, disc.radius, wanted);
        sum += self.rows.twice_distance(&counts.rows, around.line, disc.radius, wanted);
        let mut rest = &counts.others[..];
        for (side, x) in self.coordinates(disc.centre / (self.rows.extent * self.columns.extent)) {
            if sum >= least {
                return None;
            }
            let (own, others) = rest.split_at(side.extent as usize);
            sum += side.twice_distance(own, x, disc.radius, wanted);
            rest = others;
        }
        Some(sum).filter(|&sum| sum < least)
    }

    /// The place in [`Counts::columns`] of the column that is this much higher than the centre's.
    #[inline]
    fn place_of(&self, offset: i32) -> usize {
        self.beyond().wrapping_add_signed(offset as isize)
    }

    /// Counts the set of a disc: all free nodes nearer than its radius, and the first ones at the radius.
    fn count_set(&self, around: &Surroundings, disc: &Disc, wanted: u32, counts: &mut Counts) {
        let Counts { others, rows, columns } = counts;
        [&mut *others, rows, columns].into_iter().for_each(|counts| counts.fill(0));
        if disc.radius > 0 {
            around.write_columns(self, disc.column, disc.radius - 1, columns, self.place_of(0));
        }
        let centre = self.place_of(disc.column as i32);
        let mut missing = wanted - disc.within;
        for &(plane, distance) in around.planes.iter().filter(|(_, distance)| *distance <= disc.radius) {
            let reach = disc.radius - distance;
            let mut nodes = 0;
            self.rows.within(around.line, reach).into_iter().flatten().for_each(|line| {
                let span = self.span(reach - self.rows.apart(line, around.line));
                let row = self.row(plane * self.rows.extent + line);
                let before = |offset: i32| row[centre.wrapping_add_signed(offset as isize)];
                let (inner_from, inner_to) = (before(span.inner_from), before(span.inner_to));
                let mut count = inner_to - inner_from;
                if missing > 0 {
                    let (mut low, mut high) = (inner_from - before(span.from), before(span.to) - inner_to);
                    if low + high > missing {
                        (low, high) = if self.is_cut(disc.column, span) { (0, 1) } else { (1, 0) };
                    }
                    missing -= low + high;
                    count += low + high;
                    columns[self.place_of(span.from)] += low;
                    columns[self.place_of(span.inner_to)] += high;
                }
                rows[line as usize] += count;
                nodes += count;
            });
            self.counted_at(plane).iter().for_each(|&place| others[place as usize] += nodes);
        }
    }

    /// Whether the end of a ring lies in a span around a column. Then higher columns have lower indices there.
    fn is_cut(&self, column: u32, span: &Span) -> bool {
        let column = column as i32;
        self.columns.ring && (column + span.from < 0 || column + span.inner_to >= self.columns.extent as i32)
    }

    /// The nodes of a disc's set among all free nodes, both in the order of their indices.
    pub fn set(&self, disc: &Disc, wanted: u32, free: impl Iterator<Item = u32>) -> Vec<u32> {
        let mut missing = wanted - disc.within;
        let is_in_set = |node: &u32| {
            let distance = self.distance(disc.centre, *node);
            let is_first = distance == disc.radius && missing > 0;
            missing -= u32::from(is_first);
            distance < disc.radius || is_first
        };
        free.filter(is_in_set).collect()
    }

    /// The distance between two nodes.
    fn distance(&self, mut a: u32, mut b: u32) -> u32 {
        let mut sum = 0;
        for side in [self.columns, self.rows].iter().chain(self.others.iter().rev()) {
            sum += side.apart(a % side.extent, b % side.extent);
            (a, b) = (a / side.extent, b / side.extent);
        }
        sum
    }
}

/// See [`Field::counted_at`]: for all planes of a machine with these dimensions and two more.
fn counted_at(others: &[Side]) -> Vec<u32> {
    let planes: u32 = others.iter().map(|side| side.extent).product();
    let mut places = Vec::with_capacity(planes as usize * others.len());
    for plane in 0..planes {
        let (mut first, mut alike) = (0, planes);
        for side in others {
            alike /= side.extent;
            places.push(first + plane / alike % side.extent);
            first += side.extent;
        }
    }
    places
}
