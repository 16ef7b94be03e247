//! The rows that each job occupies in a picture of the machine against time.

use super::Trace;
use super::snapshot::JobIntervals;
use crate::machine::{Block, Machine};
use crate::sorting::ascending;
use crate::time::Time;
use std::ops::Range;

/// The most rows of a picture.
pub const MOST_ROWS: u32 = 128;

/// The rows of a run. On a machine with more nodes than [`MOST_ROWS`], each row stands for several consecutive nodes.
///
/// If jobs have no places (`flat`), each takes as many free lanes as it holds processors, lowest numbers first. The
/// lanes then show only how many processors are held.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The number of rows.
    pub count: u32,
    /// Whether the rows are nodes and not only lanes.
    pub placed: bool,
    /// For each job, a bit for each row in which it has a node.
    jobs: Vec<u128>,
    /// How many rows apart neighbours along a dimension of the machine may be.
    steps: Vec<u32>,
}

/// What jobs hold of a group of rows in a part of a window.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Held {
    /// The held share of the processors, from 0 to 1.
    pub share: f32,
    /// The job that holds most of it; 0 if there is none.
    pub job: u32,
}

impl Rows {
    /// Finds the rows of each job. Cost: O(stretches of nodes in blocks); on `flat` O(n · stretches of free lanes).
    pub fn new(trace: &Trace, lives: &JobIntervals) -> Rows {
        let (nodes, placed) = (trace.processors().max(1), trace.is_placed());
        let count = nodes.min(MOST_ROWS);
        let scale = Scale { nodes: nodes.into(), count: count.into() };
        match trace.machine().ok().filter(|_| placed) {
            Some(machine) => {
                let jobs = (0..trace.len()).map(|job| scale.rows_of(trace, &machine, job)).collect();
                Rows { count, placed, jobs, steps: scale.steps(&machine) }
            }
            None => Rows { count, placed, jobs: lanes(trace, lives, &scale), steps: vec![1] },
        }
    }

    /// A bit for each row of a job.
    pub fn mask(&self, job: usize) -> u128 {
        self.jobs[job]
    }

    /// A bit for each row of a job, and for rows next to it along a dimension of the machine.
    pub fn surroundings(&self, job: usize) -> u128 {
        let rows = self.jobs[job];
        self.steps.iter().fold(rows, |all, step| all | rows << step | rows >> step)
    }

    /// The rows of a job, stretch by stretch.
    pub fn of(&self, job: usize) -> Vec<Range<u32>> {
        let (mut rest, mut stretches, mut from) = (self.jobs[job], Vec::new(), 0);
        while rest != 0 {
            let skipped = rest.trailing_zeros();
            rest >>= skipped;
            let length = rest.trailing_ones();
            stretches.push(from + skipped..from + skipped + length);
            from += skipped + length;
            rest = rest.checked_shr(length).unwrap_or(0);
        }
        stretches
    }

    /// Whether a job occupies a row.
    pub fn has(&self, job: usize, row: u32) -> bool {
        self.jobs[job].checked_shr(row).is_some_and(|rows| rows & 1 == 1)
    }

    /// What is held in each of `bands` groups of consecutive rows, in each of `columns` equal parts of a window, band by
    /// band. Cost: O(jobs in the window · bands), and O(1) for each job in each part.
    pub fn density(
        &self,
        trace: &Trace,
        lives: &JobIntervals,
        window: Range<Time>,
        columns: usize,
        bands: u32,
    ) -> Vec<Held> {
        let bands = bands.clamp(1, self.count);
        let width = columns + 1;
        let cells = bands as usize * width;
        let mut sums = HeldSums { part: vec![0.0; cells], rise: vec![0.0; cells], most: vec![(0.0, 0); cells], width };
        let masks: Vec<u128> = (0..bands).map(|band| mask(rows_of_band(band, bands, self.count))).collect();
        let per_row = f64::from(trace.processors()) / f64::from(self.count);
        let scale = columns as f64 / (window.end - window.start).max(1) as f64;
        let column = |time: Time| ((time - window.start) as f64 * scale).clamp(0.0, columns as f64);
        lives.running.overlapping(window.clone(), &mut |job| {
            let rows = self.jobs[job];
            let share = f64::from(trace.held[job]) / (f64::from(rows.count_ones().max(1)) * per_row);
            let (from, to) = (column(trace.start[job]), column(trace.end[job]));
            for (band, mask) in masks.iter().enumerate().filter(|(_, mask)| rows & **mask != 0) {
                let weight = share * f64::from((rows & mask).count_ones()) / f64::from(mask.count_ones());
                sums.add(band, from, to, weight as f32);
                sums.add_holder(band, from..to, weight as f32, job as u32);
            }
        });
        sums.finish(columns)
    }
}

/// The rows of one band.
pub fn rows_of_band(band: u32, bands: u32, rows: u32) -> Range<u32> {
    band * rows / bands..(band + 1) * rows / bands
}

/// A bit for each of these rows.
fn mask(rows: Range<u32>) -> u128 {
    let length = rows.end - rows.start;
    if length == 0 { 0 } else { (u128::MAX >> (128 - length)) << rows.start }
}

/// What is held, by band and column: the part within a column, the beginnings and ends of whole columns, and the largest
/// part of one job with that job.
struct HeldSums {
    part: Vec<f32>,
    rise: Vec<f32>,
    most: Vec<(f32, u32)>,
    width: usize,
}

impl HeldSums {
    fn add(&mut self, band: usize, from: f64, to: f64, weight: f32) {
        let (first, last) = (from as usize, to as usize);
        let row = band * self.width;
        if first == last {
            self.part[row + first] += weight * (to - from) as f32;
            return;
        }
        self.part[row + first] += weight * (first as f64 + 1.0 - from) as f32;
        self.part[row + last] += weight * (to - last as f64) as f32;
        self.rise[row + first + 1] += weight;
        self.rise[row + last] -= weight;
    }

    fn add_holder(&mut self, band: usize, time: Range<f64>, weight: f32, job: u32) {
        for column in time.start as usize..(time.end.ceil() as usize).min(self.width) {
            let part = time.end.min(column as f64 + 1.0) - time.start.max(column as f64);
            let most = &mut self.most[band * self.width + column];
            if part as f32 * weight > most.0 {
                *most = (part as f32 * weight, job);
            }
        }
    }

    fn finish(self, columns: usize) -> Vec<Held> {
        let mut all = Vec::new();
        for band in (0..self.part.len()).step_by(self.width) {
            let mut whole = 0.0;
            for cell in band..band + columns {
                whole += self.rise[cell];
                all.push(Held { share: (self.part[cell] + whole).clamp(0.0, 1.0), job: self.most[cell].1 });
            }
        }
        all
    }
}

/// Converts numbers of nodes to rows.
struct Scale {
    nodes: u64,
    count: u64,
}

impl Scale {
    /// The rows of this many consecutive nodes.
    fn rows(&self, first: u32, length: u32) -> u128 {
        let row = |node: u64| (node * self.count / self.nodes) as u32;
        if length == 0 { 0 } else { mask(row(first.into())..row(u64::from(first) + u64::from(length) - 1) + 1) }
    }

    /// How many rows apart neighbours along a dimension may be, also around rings.
    fn steps(&self, machine: &Machine) -> Vec<u32> {
        let (mut steps, mut stride) = (Vec::new(), 1);
        for (&extent, &ring) in machine.extents().iter().zip(machine.rings()).rev() {
            let times = [1, u64::from(extent) - 1];
            for apart in times.into_iter().take(1 + usize::from(ring)).filter(|_| extent > 1) {
                let apart = apart * stride * self.count;
                steps.extend([apart / self.nodes, apart.div_ceil(self.nodes)].map(|step| step.min(127) as u32));
            }
            stride *= u64::from(extent);
        }
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    fn rows_of(&self, trace: &Trace, machine: &Machine, job: usize) -> u128 {
        let mut rows = 0;
        trace
            .blocks_of(job)
            .for_each(|block| stretches(machine, &block, 0, 0, &mut |from, length| rows |= self.rows(from, length)));
        rows
    }
}

/// Calls `found` with the first number and the length of every stretch of consecutive nodes of a block, in the part of
/// the machine with these coordinates up to `dimension`.
fn stretches(machine: &Machine, block: &Block, dimension: usize, base: u32, found: &mut dyn FnMut(u32, u32)) {
    let extents = machine.extents();
    let (from, length, extent) = (block.base[dimension], block.extents[dimension], extents[dimension]);
    let inner = dimension + 1..extents.len();
    let stride: u32 = extents[inner.clone()].iter().product();
    if inner.clone().all(|inner| block.extents[inner] == extents[inner]) {
        // On a ring, the stretch may go around.
        let before = length.min(extent - from);
        found((base + from) * stride, before * stride);
        found(base * stride, (length - before) * stride);
        return;
    }
    for step in 0..length {
        let base = base + (from + step) % extent;
        stretches(machine, block, dimension + 1, base * extents[dimension + 1], found);
    }
}

/// Lanes for jobs without places: the free lanes with the lowest numbers.
fn lanes(trace: &Trace, lives: &JobIntervals, scale: &Scale) -> Vec<u128> {
    let mut jobs = vec![0; trace.len()];
    let mut ends = ascending(trace.end.iter().copied()).into_iter().map(|job| job as usize).peekable();
    let mut taken: Vec<Vec<Range<u32>>> = vec![Vec::new(); trace.len()];
    let mut free: Vec<Range<u32>> = std::iter::once(0..trace.processors()).collect();
    for &job in lives.running.by_beginning() {
        let job = job as usize;
        if trace.start[job] == trace.end[job] {
            continue;
        }
        while let Some(ended) = ends.next_if(|&other| trace.end[other] <= trace.start[job]) {
            std::mem::take(&mut taken[ended]).into_iter().for_each(|stretch| give_back(&mut free, stretch));
        }
        taken[job] = take(&mut free, trace.held[job]);
        jobs[job] = taken[job]
            .iter()
            .map(|lanes| scale.rows(lanes.start, lanes.end - lanes.start))
            .fold(0, |rows, more| rows | more);
    }
    jobs
}

/// Takes this many lanes, or all that are free.
fn take(free: &mut Vec<Range<u32>>, count: u32) -> Vec<Range<u32>> {
    let (mut taken, mut missing, mut emptied) = (Vec::new(), count, 0);
    for stretch in free.iter_mut() {
        let length = missing.min(stretch.end - stretch.start);
        taken.push(stretch.start..stretch.start + length);
        stretch.start += length;
        missing -= length;
        if stretch.start < stretch.end {
            break;
        }
        emptied += 1;
    }
    free.drain(..emptied);
    taken
}

/// Returns lanes, and merges stretches that touch.
fn give_back(free: &mut Vec<Range<u32>>, mut stretch: Range<u32>) {
    let mut place = free.partition_point(|other| other.start < stretch.start);
    if place < free.len() && free[place].start == stretch.end {
        stretch.end = free.remove(place).end;
    }
    if place > 0 && free[place - 1].end == stretch.start {
        place -= 1;
        stretch.start = free.remove(place).start;
    }
    free.insert(place, stretch);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::testing::{jobs, run, runs};
    use proptest::prelude::*;

    fn rows(trace: &Trace) -> Rows {
        Rows::new(trace, &JobIntervals::new(trace))
    }

    /// Three jobs of 2, 1 and 3 processors on a machine of four without places. The third takes the lanes of the first
    /// and the unused one.
    #[test]
    fn lanes_are_the_free_ones_with_the_least_numbers() {
        let trace =
            run(&jobs(&[(0, 5, 2), (0, 9, 1), (5, 3, 3)]), &Machine::mesh(&[4]), "flat", "fcfs".parse().unwrap());
        let rows = rows(&trace);
        let of = [rows.of(0), rows.of(1), rows.of(2)].concat();
        assert_eq!(of, [0..2, 2..3, 0..2, 3..4], "two lanes, one, and three in two pieces");
        assert_eq!((rows.count, rows.placed, rows.has(2, 3), rows.has(2, 2)), (4, false, true, false));
    }

    #[test]
    fn a_block_that_goes_around_a_ring_is_cut_into_stretches() {
        let machine = Machine::torus(&[3, 4]);
        let block = |base: [u32; 2], extents: [u32; 2]| Block {
            base: crate::machine::Coordinates::new(&base),
            extents: crate::machine::Coordinates::new(&extents),
        };
        let all = |block: &Block| {
            let mut found = Vec::new();
            stretches(&machine, block, 0, 0, &mut |from, length| found.extend(from..from + length));
            found
        };
        for block in [block([2, 3], [2, 2]), block([1, 0], [2, 4]), block([2, 2], [2, 4]), block([0, 0], [3, 4])] {
            let mut found = all(&block);
            found.sort();
            let mut nodes: Vec<u32> = block.nodes(&machine).collect();
            nodes.sort();
            assert_eq!(found, nodes, "{block}");
        }
    }

    proptest! {
        /// With rows of one node each, no two jobs share a row, and every job has as many rows as nodes. The density of
        /// a row is the share of time for which it is held.
        #[test]
        fn rows_are_nodes(trace in runs(), from in 0i64..30, length in 1i64..60) {
            let rows = rows(&trace);
            let lives = JobIntervals::new(&trace);
            for moment in 0..trace.last_end() {
                let mut used = 0u128;
                for job in lives.running.at(moment) {
                    prop_assert_eq!(used & rows.jobs[job], 0, "two jobs share a row at {}", moment);
                    used |= rows.jobs[job];
                    prop_assert_eq!(rows.jobs[job].count_ones(), trace.held[job]);
                    let stretches: u32 = rows.of(job).iter().map(|rows| rows.end - rows.start).sum();
                    prop_assert_eq!(stretches, trace.held[job]);
                }
            }
            let held = |row: u32, moment: i64| lives.running.at(moment).into_iter().any(|job| rows.has(job, row));
            let density = rows.density(&trace, &lives, from..from + length, length as usize, 16);
            for row in 0..16 {
                for column in 0..length {
                    let Held { share, job } = density[(i64::from(row) * length + column) as usize];
                    prop_assert_eq!(share > 0.999, held(row, from + column), "{} {}", row, column);
                    let holds = lives.running.at(from + column).contains(&(job as usize)) && rows.has(job as usize, row);
                    prop_assert_eq!(share > 0.0, holds, "{} {}", row, column);
                }
            }
            let coarse = rows.density(&trace, &lives, from..from + length, 1, 2);
            for (band, held) in (0u32..).zip(&coarse) {
                let part = |job: usize| (from..from + length).map(|moment| {
                    (band * 8..band * 8 + 8).filter(|&row| rows.has(job, row) && lives.running.at(moment).contains(&job)).count()
                }).sum::<usize>();
                let most = (0..trace.len()).map(part).max().unwrap_or(0);
                prop_assert_eq!(part(held.job as usize), most, "the job that holds most of band {}", band);
            }
            let plain = |band: u32| (from..from + length).map(|moment| {
                (band * 8..band * 8 + 8).filter(|&row| held(row, moment)).count()
            }).sum::<usize>() as f32 / (8 * length) as f32;
            prop_assert!((coarse[0].share - plain(0)).abs() < 1e-4 && (coarse[1].share - plain(1)).abs() < 1e-4);
        }
    }
}
