//! The availability matrix: the time until which each interleaved subtorus is held.

use crate::torus_batch::binary::Binary;
use std::cmp::Ordering;

/// The matrix of CNP_Alloc at the level of the last placed job. The paper counts times from now on, and copies those of
/// a large job to every entry that it holds. Here an entry names its job, and jobs have absolute times. Passing time
/// and the slowdown of a large job then change at most one number.
pub struct Availability {
    /// The number of rows, and of columns.
    subtori: usize,
    /// The last job in each subtorus, row by row, by its position in planning order.
    holders: Vec<Option<u32>>,
    /// The end of each job, as known so far.
    finishes: Vec<Binary>,
    /// The last job that slowed each job down, or the job itself.
    last_met: Vec<usize>,
    now: Binary,
    /// The most words of a number after the binary point.
    words: usize,
    exact: bool,
}

impl Availability {
    /// An empty torus. Its times have at most this many words after the binary point.
    pub fn new(words: usize) -> Availability {
        let (holders, now) = (vec![None], Binary::default());
        Availability { subtori: 1, holders, finishes: Vec::new(), last_met: Vec::new(), now, words, exact: true }
    }

    /// Starts a job of `ticks` on one of `subtori` x `subtori` subtori (a power of two, at least as many as for the job
    /// before) as soon as one is free. It takes the one with the least load, and of those the lexicographically first.
    /// Returns its row and column; [`Availability::now`] is its start.
    pub fn place(&mut self, subtori: u32, ticks: u128) -> (u32, u32) {
        self.expand(subtori as usize);
        let free = self.wait();
        let (entry, load) = self.least_loaded(&free, ticks);
        let mut finish = self.now.clone();
        finish += &ticks.into();
        finish += &self.share_of(load);
        self.slow_down_neighbours(entry, ticks);
        self.holders[entry] = Some(self.finishes.len() as u32);
        self.last_met.push(self.finishes.len());
        self.finishes.push(finish);
        ((entry / self.subtori) as u32, (entry % self.subtori) as u32)
    }

    /// The start of the last placed job.
    pub fn now(&self) -> &Binary {
        &self.now
    }

    /// The end of each job, in planning order.
    pub fn finishes(&self) -> &[Binary] {
        &self.finishes
    }

    /// The end of the last job.
    pub fn length(&self) -> &Binary {
        self.finishes.iter().max().unwrap_or(&self.now)
    }

    /// Whether nothing was cut off so far.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// Divides the torus into smaller subtori: each old one is the union of those with the same row and column modulo
    /// the old number.
    pub(super) fn expand(&mut self, subtori: usize) {
        if subtori == self.subtori {
            return;
        }
        let (old, holders) = (self.subtori, &self.holders);
        let entries = (0..subtori * subtori).map(|entry| (entry / subtori % old, entry % subtori % old));
        self.holders = entries.map(|(row, column)| holders[row * old + column]).collect();
        self.subtori = subtori;
    }

    /// Advances the time until a subtorus is free, and returns all free ones.
    pub(super) fn wait(&mut self) -> Vec<usize> {
        let none = Binary::default();
        let (mut earliest, mut free): (Option<&Binary>, Vec<usize>) = (None, Vec::new());
        for (entry, holder) in self.holders.iter().enumerate() {
            let available = holder.map_or(&none, |job| &self.finishes[job as usize]);
            match earliest.map_or(Ordering::Less, |earliest| available.cmp(earliest)) {
                Ordering::Greater => continue,
                Ordering::Less => free.clear(),
                Ordering::Equal => {}
            }
            earliest = Some(available);
            free.push(entry);
        }
        self.now = earliest.unwrap_or(&none).clone();
        free
    }

    /// The free entry with the least total time in which a job of `ticks` meets others, the first of several; and that
    /// time. Every entry of its row and column counts, so a larger job counts as often as the job meets it.
    pub(super) fn least_loaded(&self, free: &[usize], ticks: u128) -> (usize, Binary) {
        let (mut rows, mut columns) = (vec![None; self.subtori], vec![None; self.subtori]);
        let loads = free.iter().map(|&entry| {
            let (row, column) = (entry / self.subtori, entry % self.subtori);
            let mut load =
                rows[row].get_or_insert_with(|| self.overlap(row * self.subtori, 1, self.subtori, ticks)).clone();
            load += columns[column].get_or_insert_with(|| self.overlap(column, self.subtori, self.subtori, ticks));
            (entry, load)
        });
        loads.reduce(|best, next| if next.1 < best.1 { next } else { best }).expect("a free subtorus")
    }

    /// The total time for which a job of `ticks` that starts now meets the holders of `count` entries from the first
    /// on: for each the remaining time, at most the whole job. The remaining times are summed as ends, and the current
    /// time is subtracted once.
    fn overlap(&self, first: usize, stride: usize, count: usize, ticks: u128) -> Binary {
        let mut end = self.now.clone();
        end += &ticks.into();
        let (mut sum, mut sooner, mut later) = (Binary::default(), 0, 0);
        let holders = self.holders[first..].iter().step_by(stride).take(count);
        for finish in holders.filter_map(|holder| Some(&self.finishes[(*holder)? as usize])) {
            if *finish >= end {
                later += 1;
            } else if *finish > self.now {
                sooner += 1;
                sum += finish;
            }
        }
        (0..sooner).for_each(|_| sum -= &self.now);
        sum += &(later * ticks).into();
        sum
    }

    /// Slows down every job in this entry's row or column by its share of the time for which the new job meets it;
    /// once, even if it holds several entries there.
    pub(super) fn slow_down_neighbours(&mut self, entry: usize, ticks: u128) {
        let (row, column) = (entry / self.subtori, entry % self.subtori);
        for neighbour in 0..2 * self.subtori {
            let along = neighbour / 2;
            let entry = if neighbour % 2 == 0 { row * self.subtori + along } else { along * self.subtori + column };
            let Some(holder) = self.holders[entry].map(|holder| holder as usize) else { continue };
            let last_met = std::mem::replace(&mut self.last_met[holder], self.finishes.len());
            if last_met < self.finishes.len() {
                let share = self.share_of(self.overlap(entry, 1, 1, ticks));
                self.finishes[holder] += &share;
            }
        }
    }

    /// The contention model: time that overlaps with another job costs that time divided by the largest number of
    /// subtori that can share a link.
    fn share_of(&mut self, load: Binary) -> Binary {
        let (share, exact) = load.shifted_right(self.subtori.ilog2(), self.words);
        self.exact &= exact;
        share
    }

    /// An entry as the paper prints it: the time until it is free, and its job (by the position in planning order)
    /// while it is not free.
    #[cfg(test)]
    pub fn entry(&self, row: usize, column: usize) -> (Binary, Option<u32>) {
        let holder = self.holders[row * self.subtori + column];
        let Some(finish) = holder.map(|job| &self.finishes[job as usize]).filter(|finish| **finish > self.now) else {
            return (Binary::default(), None);
        };
        let mut remaining = finish.clone();
        remaining -= &self.now;
        (remaining, holder)
    }
}
