//! The free nodes at one moment, prepared for counting around centres.

use super::side::Side;
use crate::machine::Machine;

/// A machine's free nodes, row by row.
pub(super) struct Field {
    /// All dimensions but the last two, which are `rows` and `columns`; those of extent 1 are left out.
    others: Vec<Side>,
    rows: Side,
    columns: Side,
    /// For each plane, where in [`Counts`] its coordinates are.
    places: Vec<u32>,
    /// For each node of a row, and for as many on either side of it as `beyond` says, how many free ones come before it there;
    /// one entry more than nodes.
    before: Vec<u32>,
    /// How far a row goes on around its ring: half of it on both sides.
    beyond: u32,
    stride: u32,
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

/// How many nodes of a set have each coordinate, dimension after dimension.
pub(super) struct Counts {
    counts: Vec<u32>,
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
        let beyond = if columns.ring { columns.extent / 2 } else { 0 };
        let stride = columns.extent + 2 * beyond + 1;
        let mut before = vec![0; (planes * rows.extent * stride) as usize];
        let place = |row: u32, column: u32| (row * stride + beyond + column) as usize;
        for node in free {
            before[place(node / columns.extent, node % columns.extent) + 1] = 1;
        }
        for row in 0..planes * rows.extent {
            let row = &mut before[(row * stride) as usize..][..stride as usize];
            let (beyond, width) = (beyond as usize, columns.extent as usize);
            row.copy_within(width + 1..width + beyond + 1, 1);
            row.copy_within(beyond + 1..2 * beyond + 1, width + beyond + 1);
            let mut sum = 0;
            row.iter_mut().for_each(|count| {
                sum += *count;
                *count = sum;
            });
        }
        Field { others, rows, columns, places, before, beyond, stride }
    }

    pub fn counts(&self) -> Counts {
        let sides = self.others.iter().chain([&self.rows, &self.columns]);
        Counts { counts: vec![0; sides.map(|side| side.extent as usize).sum()] }
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
        let reach = reach.min(self.farthest());
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
        let width = self.columns.extent as usize;
        around.columns.clear();
        around.columns.resize((reach as usize + 1) * width, 0);
        for &(plane, distance) in &around.planes {
            for other in self.rows.within(line, reach - distance).into_iter().flatten() {
                let row = &self.row(plane * self.rows.extent + other)[self.beyond as usize..][..width + 1];
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
        (around.row, around.line, around.reach) = (row, line, reach);
    }

    /// How many free nodes at most `radius` from the centre are in each column near it.
    fn stacked(&self, around: &Surroundings, column: u32, radius: u32) -> impl Iterator<Item = (u32, u32)> {
        self.columns.within(column, radius).into_iter().flatten().map(move |other| {
            let reach = (radius - self.columns.apart(other, column)).min(around.reach);
            (other, around.columns[(reach * self.columns.extent + other) as usize])
        })
    }

    /// The disc around a centre that holds `wanted` free nodes, searched from a guess at its radius.
    pub fn disc(&self, around: &mut Surroundings, centre: u32, wanted: u32, guess: u32) -> Disc {
        let (row, column) = (centre / self.columns.extent, centre % self.columns.extent);
        if around.columns.is_empty() || around.row != row {
            self.look_around(row, around.reach.max(guess), around);
        }
        let mut count = |radius: u32| {
            if radius > around.reach && around.reach < self.farthest() {
                self.look_around(row, radius, around);
            }
            self.stacked(around, column, radius).map(|(_, count)| count).sum::<u32>()
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
        let counts = &mut counts.counts[..];
        counts.fill(0);
        let (counts, columns) = counts.split_at_mut(counts.len() - self.columns.extent as usize);
        let (counts, rows) = counts.split_at_mut(counts.len() - self.rows.extent as usize);
        if disc.radius > 0 {
            self.stacked(around, column, disc.radius - 1).for_each(|(other, count)| columns[other as usize] = count);
        }
        let mut missing = wanted - disc.within;
        for (place, &(plane, distance)) in around.planes.iter().enumerate() {
            let _ = place;
            if distance > disc.radius {
                continue;
            }
            let reach = disc.radius - distance;
            let mut nodes = 0;
            for other in self.rows.within(around.line, reach).into_iter().flatten() {
                let reach = reach - self.rows.apart(other, around.line);
                let row = self.row(plane * self.rows.extent + other);
                let mut count = if reach > 0 { self.count(row, column, reach - 1) } else { 0 };
                if missing > 0 {
                    for other in self.columns.at(column, reach).into_iter().flatten() {
                        let place = (self.beyond + other) as usize;
                        if missing > 0 && row[place] != row[place + 1] {
                            missing -= 1;
                            count += 1;
                            columns[other as usize] += 1;
                        }
                    }
                }
                rows[other as usize] += count;
                nodes += count;
            }
            for &place in &self.places[plane as usize * self.others.len()..][..self.others.len()] {
                counts[place as usize] += nodes;
            }
        }
        let mut sum = self.columns.twice_distance(columns, column, disc.radius, wanted);
        sum += self.rows.twice_distance(rows, around.line, disc.radius, wanted);
        let mut rest = around.row / self.rows.extent;
        let mut counts = &counts[..];
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

    /// The free nodes of a row that are at most `reach` columns from one.
    #[inline]
    fn count(&self, row: &[u32], column: u32, reach: u32) -> u32 {
        let (centre, beyond, width) = (column as i32, self.beyond as i32, self.columns.extent as i32);
        let from = (centre - reach as i32).max(-beyond);
        let to = (centre + reach as i32 + 1).min(width + beyond).min(from + width);
        row[(to + beyond) as usize] - row[(from + beyond) as usize]
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
