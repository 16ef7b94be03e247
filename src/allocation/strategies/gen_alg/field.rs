//! The free nodes at one moment, prepared for counting around centres.

use super::side::{Side, Span, twice_distance_along, twice_distance_round};
use crate::machine::Machine;

/// A machine's free nodes, row by row.
pub(super) struct Field {
    /// All dimensions but the last two, which are `rows` and `columns`; those of extent 1 are left out.
    others: Vec<Side>,
    rows: Side,
    columns: Side,
    /// For each plane, where in [`Counts`] its coordinates are.
    places: Vec<u32>,
    /// For each row, which goes on on both sides as far as its dimension is looked [beyond](Side::beyond): how many free nodes come
    /// before each of its places; one entry more than places.
    before: Vec<u32>,
    /// How many entries of `before` a row has.
    stride: u32,
    /// What a disc has of a row, by how much the row is nearer than the disc's radius: the last also for all that are nearer still.
    spans: Vec<Span>,
}

/// What lies around the centres of one row.
#[derive(Default)]
pub(super) struct Surroundings {
    row: u32,
    /// The coordinate of the row in its plane.
    line: u32,
    /// How far from the row what is here goes.
    reach: u32,
    /// The planes within reach, in the order of their indices, with their distances.
    planes: Vec<(u32, u32)>,
    /// How many columns there are beyond either end of a row.
    margin: u32,
    /// For each distance up to the reach, for each column: how many free nodes are in rows that are no farther.
    columns: Vec<u32>,
}

/// A centre, the least radius within which there are enough free nodes, and how many there are nearer.
#[derive(Clone, Copy, Default)]
pub(super) struct Disc {
    pub centre: u32,
    pub radius: u32,
    pub within: u32,
}

/// How many nodes of a set have each coordinate.
pub(super) struct Counts {
    /// Of all dimensions but the last two, the last of them first.
    others: Vec<u32>,
    rows: Vec<u32>,
    /// By how much they are higher than the centre's, from as far below it as the dimension is looked [beyond](Side::beyond).
    columns: Vec<u32>,
}

impl Field {
    pub fn new(machine: &Machine, free: impl Iterator<Item = u32>) -> Field {
        let sides = machine.extents().iter().zip(machine.rings()).map(|(&extent, &ring)| Side { extent, ring });
        let mut others: Vec<Side> = sides.filter(|side| side.extent > 1).collect();
        let single = Side { extent: 1, ring: false };
        let columns = others.pop().unwrap_or(single);
        let rows = others.pop().unwrap_or(single);
        let planes = others.iter().map(|side| side.extent).product::<u32>();
        let mut places = Vec::with_capacity(planes as usize * others.len());
        for plane in 0..planes {
            let (mut rest, mut first) = (plane, 0);
            for side in others.iter().rev() {
                places.push(first + rest % side.extent);
                rest /= side.extent;
                first += side.extent;
            }
        }
        let beyond = columns.beyond();
        let stride = columns.extent + 2 * beyond + 1;
        let mut before = vec![0; (planes * rows.extent * stride) as usize];
        for node in free {
            before[(node / columns.extent * stride + beyond + node % columns.extent + 1) as usize] = 1;
        }
        for row in before.chunks_exact_mut(stride as usize) {
            if columns.ring {
                let (beyond, width) = (beyond as usize, columns.extent as usize);
                row.copy_within(width + 1..width + beyond + 1, 1);
                row.copy_within(beyond + 1..2 * beyond + 1, width + beyond + 1);
            }
            let mut sum = 0;
            row.iter_mut().for_each(|count| {
                sum += *count;
                *count = sum;
            });
        }
        let spans = (0..=columns.beyond() + 1).map(|reach| columns.span(reach)).collect();
        Field { others, rows, columns, places, before, stride, spans }
    }

    pub fn counts(&self) -> Counts {
        Counts {
            others: vec![0; self.others.iter().map(|side| side.extent as usize).sum()],
            rows: vec![0; self.rows.extent as usize],
            columns: vec![0; 2 * self.columns.beyond() as usize + 2],
        }
    }

    /// How far the farthest rows are apart.
    fn farthest(&self) -> u32 {
        self.others.iter().chain([&self.rows]).map(|side| side.farthest()).sum()
    }

    #[inline]
    fn row(&self, row: u32) -> &[u32] {
        &self.before[(row * self.stride) as usize..][..self.stride as usize]
    }

    /// Finds what is around a row.
    fn look_around(&self, row: u32, reach: u32, around: &mut Surroundings) {
        let (plane, line) = (row / self.rows.extent, row % self.rows.extent);
        around.planes.clear();
        around.planes.push((0, 0));
        let mut rest = plane;
        let mut centre: Vec<u32> = self.others.iter().rev().map(|side| {
            let x = rest % side.extent;
            rest /= side.extent;
            x
        }).collect();
        for side in &self.others {
            let x = centre.pop().expect("a coordinate");
            let mut planes = Vec::new();
            for &(plane, distance) in &around.planes {
                let near = side.within(x, reach - distance).into_iter().flatten();
                planes.extend(near.map(|other| (plane * side.extent + other, distance + side.apart(other, x))));
            }
            around.planes = planes;
        }
        let margin = if self.columns.ring { self.columns.beyond() } else { 0 };
        let width = (self.columns.extent + 2 * margin) as usize;
        let first = (self.columns.beyond() - margin) as usize;
        around.columns.clear();
        around.columns.resize((reach.min(self.farthest()) as usize + 1) * width, 0);
        for &(plane, distance) in &around.planes {
            for other in self.rows.within(line, reach - distance).into_iter().flatten() {
                let row = &self.row(plane * self.rows.extent + other)[first..][..width + 1];
                let distance = distance + self.rows.apart(other, line);
                let columns = &mut around.columns[distance as usize * width..][..width];
                for (column, (before, after)) in columns.iter_mut().zip(row.iter().zip(&row[1..])) {
                    *column += after - before;
                }
            }
        }
        for place in width..around.columns.len() {
            around.columns[place] += around.columns[place - width];
        }
        (around.row, around.line, around.reach, around.margin) = (row, line, reach, margin);
    }

    /// For each column at most `radius` from the centre's: its offset, and how many free nodes it has that are at most `radius` from the centre.
    #[inline]
    fn near(&self, around: &Surroundings, column: u32, radius: u32, mut show: impl FnMut(i32, u32)) {
        let width = (self.columns.extent + 2 * around.margin) as usize;
        let last = around.columns.len() / width - 1;
        let centre = (around.margin + column) as usize;
        for offset in self.columns.offsets(column, radius) {
            let level = ((radius - offset.unsigned_abs()) as usize).min(last);
            show(offset, around.columns[level * width + centre.wrapping_add_signed(offset as isize)]);
        }
    }

    #[inline]
    fn span(&self, reach: u32) -> Span {
        self.spans[(reach as usize).min(self.spans.len() - 1)]
    }

    /// The disc around a centre that holds `wanted` free nodes, searched from a guess at its radius.
    pub fn disc(&self, around: &mut Surroundings, centre: u32, wanted: u32, guess: u32) -> Disc {
        let (row, column) = (centre / self.columns.extent, centre % self.columns.extent);
        if around.columns.is_empty() || around.row != row {
            self.look_around(row, around.reach.max(guess), around);
        }
        let mut count = |radius: u32| {
            if radius > around.reach {
                self.look_around(row, radius, around);
            }
            let mut sum = 0;
            self.near(around, column, radius, |_, count| sum += count);
            sum
        };
        let mut radius = guess;
        let mut nearer = None;
        let mut inside = count(radius);
        while inside < wanted {
            radius += 1;
            nearer = Some(inside);
            inside = count(radius);
        }
        loop {
            let within = nearer.unwrap_or_else(|| if radius == 0 { 0 } else { count(radius - 1) });
            if within < wanted {
                return Disc { centre, radius, within };
            }
            radius -= 1;
        }
    }

    /// Twice the sum of the distances between all pairs of the set of a disc, unless it is at least `least`.
    pub fn twice_distance(
        &self, around: &Surroundings, disc: &Disc, wanted: u32, counts: &mut Counts, least: u64,
    ) -> Option<u64> {
        let column = disc.centre % self.columns.extent;
        self.tally(around, disc, wanted, counts);
        let window = self.columns.beyond() as usize;
        let mut sum = match self.columns.is_round(disc.radius) {
            true => twice_distance_round(&counts.columns[..self.columns.extent as usize], wanted),
            false => {
                let span = self.columns.offsets(column, disc.radius);
                let at = |offset: i32| window.wrapping_add_signed(offset as isize);
                twice_distance_along(counts.columns[at(span.start)..at(span.end)].iter(), wanted)
            }
        };
        sum += self.rows.twice_distance(&counts.rows, around.line, disc.radius, wanted);
        let mut rest = around.row / self.rows.extent;
        let mut counts = &counts.others[..];
        for side in self.others.iter().rev() {
            if sum >= least {
                return None;
            }
            let centre = rest % side.extent;
            rest /= side.extent;
            let (own, others) = counts.split_at(side.extent as usize);
            counts = others;
            sum += side.twice_distance(own, centre, disc.radius, wanted);
        }
        Some(sum).filter(|&sum| sum < least)
    }

    /// Counts the nodes of a disc's set.
    fn tally(&self, around: &Surroundings, disc: &Disc, wanted: u32, counts: &mut Counts) {
        let column = disc.centre % self.columns.extent;
        let Counts { others, rows, columns } = counts;
        if !others.is_empty() {
            others.fill(0);
        }
        rows.fill(0);
        let beyond = self.columns.beyond() as usize;
        columns.fill(0);
        if disc.radius > 0 {
            self.near(around, column, disc.radius - 1, |offset, count| columns[beyond.wrapping_add_signed(offset as isize)] = count);
        }
        let centre = beyond + column as usize;
        let mut missing = wanted - disc.within;
        for &(plane, distance) in &around.planes {
            if distance > disc.radius {
                continue;
            }
            let reach = disc.radius - distance;
            let mut nodes = 0;
            for stretch in self.rows.within(around.line, reach) {
                for other in stretch {
                    let reach = reach - self.rows.apart(other, around.line);
                    let row = self.row(plane * self.rows.extent + other);
                    let span = self.span(reach);
                    let before = |offset: i32| row[centre.wrapping_add_signed(offset as isize)];
                    let (inner_from, inner_to) = (before(span.inner_from), before(span.inner_to));
                    let mut count = inner_to - inner_from;
                    if missing > 0 {
                        let mut low = inner_from - before(span.from);
                        let mut high = before(span.to) - inner_to;
                        if low + high > missing {
                            // One of two, that of the lower index.
                            let goes_round = self.columns.ring && (column as i32 + span.from < 0 || column as i32 + span.inner_to >= self.columns.extent as i32);
                            (low, high) = if goes_round { (0, 1) } else { (1, 0) };
                        }
                        missing -= low + high;
                        count += low + high;
                        columns[beyond.wrapping_add_signed(span.from as isize)] += low;
                        columns[beyond.wrapping_add_signed(span.inner_to as isize)] += high;
                    }
                    rows[other as usize] += count;
                    nodes += count;
                }
            }
            for &place in &self.places[plane as usize * self.others.len()..][..self.others.len()] {
                others[place as usize] += nodes;
            }
        }
    }

    /// The nodes of the set of a disc.
    pub fn set(&self, disc: &Disc, wanted: u32, free: impl Iterator<Item = u32>) -> Vec<u32> {
        let mut missing = wanted - disc.within;
        let set = free.filter(|&node| {
            let distance = self.distance(disc.centre, node);
            let is_missing = distance == disc.radius && missing > 0;
            missing -= u32::from(is_missing);
            distance < disc.radius || is_missing
        });
        set.collect()
    }

    fn distance(&self, mut a: u32, mut b: u32) -> u32 {
        let mut sum = 0;
        for side in [self.columns, self.rows].iter().chain(self.others.iter().rev()) {
            sum += side.apart(a % side.extent, b % side.extent);
            (a, b) = (a / side.extent, b / side.extent);
        }
        sum
    }
}
