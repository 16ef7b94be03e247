//! What one job's search has found out for others: where there is no gap for a job, there is none for a wider or longer one.

use super::grades::{Fineness, Grades};
use super::profile::Profile;
use crate::time::Time;
use std::ops::Range;

/// Up to which time the profile is known to have no gap, for jobs of so many processors and so long a duration.
///
/// Jobs that are alike share a cell of a table, and what is known of a cell goes for the narrowest and shortest job of it, so for
/// all. Neither along rows nor along columns does the table ever descend. Whoever takes processors changes nothing in it.
pub struct Searched {
    widths: Grades,
    lengths: Grades,
    /// By length, then by width: no gap ends before or at this time.
    until: Vec<Time>,
}

/// A cell of the table, by its place in it.
#[derive(Clone, Copy)]
pub struct Cell(u32);

impl Searched {
    /// Nothing is known yet of gaps for jobs of these numbers of processors and these durations. Cost: O(numbers).
    pub fn new(processors: impl Iterator<Item = u32>, durations: impl Iterator<Item = Time>) -> Searched {
        let widths = Grades::new(Fineness(0), processors.map(i64::from));
        let lengths = Grades::new(Fineness(4), durations);
        let until = vec![Time::MIN; widths.count() * lengths.count()];
        Searched { widths, lengths, until }
    }

    /// All is forgotten.
    pub fn forget(&mut self) {
        self.until.fill(Time::MIN);
    }

    /// The cell of a job.
    pub fn cell(&self, processors: u32, duration: Time) -> Cell {
        let (width, length) = (self.widths.grade(i64::from(processors)), self.lengths.grade(duration));
        Cell(self.at(width, length) as u32)
    }

    fn at(&self, width: usize, length: usize) -> usize {
        length * self.widths.count() + width
    }

    fn width_and_length(&self, cell: Cell) -> (usize, usize) {
        (cell.0 as usize % self.widths.count(), cell.0 as usize / self.widths.count())
    }

    /// The least processors and the least duration of a cell.
    pub fn least(&self, cell: Cell) -> (u32, Time) {
        let (width, length) = self.width_and_length(cell);
        (self.widths.least(width) as u32, self.lengths.least(length))
    }

    /// No gap for this cell ends before or at this time.
    pub fn until(&self, cell: Cell) -> Time {
        self.until[cell.0 as usize]
    }

    /// No gap for this cell ends before or at this time, as has been found out.
    pub fn note(&mut self, cell: Cell, until: Time) {
        let (width, length) = self.width_and_length(cell);
        for row in self.until.chunks_exact_mut(self.widths.count()).skip(length) {
            let mut less = row[width..].iter_mut().take_while(|known| **known < until).peekable();
            if less.peek().is_none() {
                return;
            }
            less.for_each(|known| *known = until);
        }
    }

    /// During these steps there are more free processors than before: nothing is known any more of gaps that reach into them.
    /// Cost: the cells that change, a step for each grade of width, and the steps around these for each row with a change and for
    /// one more; mostly no cell changes.
    pub fn open(&mut self, profile: &Profile, steps: Range<usize>) {
        let from = profile.start_of(&steps);
        let widths = self.widths.up_to(profile.most_free(&steps).into());
        let (mut width, mut lengths) = (0, self.lengths.count());
        // Whoever is wider has no more room around than the narrower: what they have none for, he need not ask for.
        while lengths > 0 {
            let longest = &self.until[self.at(0, lengths - 1)..][width..widths];
            if longest.last().is_none_or(|&widest| widest <= from) {
                return;
            }
            width += longest.iter().take_while(|known| **known <= from).count();
            lengths = self.lengths.up_to(profile.length_around(&steps, self.widths.least(width) as u32));
            for length in (0..lengths).rev() {
                let place = self.at(width, length);
                if self.until[place] <= from {
                    break;
                }
                self.until[place] = from;
            }
            width += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::profile::tests::{drawn, jobs};
    use super::*;
    use proptest::prelude::*;

    impl Searched {
        /// Checks against the profile's steps what is known of every cell, and that the table does not descend.
        fn check(&self, profile: &Profile) {
            for (place, &until) in self.until.iter().enumerate() {
                let cell = Cell(place as u32);
                let (width, length) = self.width_and_length(cell);
                let (processors, duration) = self.least(cell);
                let gap = profile.first_gap(0, Time::MAX, processors, duration).unwrap();
                assert!(
                    gap.saturating_add(duration) > until,
                    "a gap for {processors}, {duration} ends by {until}: {gap}"
                );
                assert!(length == 0 || self.until[self.at(width, length - 1)] <= until);
                assert!(width == 0 || self.until[self.at(width - 1, length)] <= until);
            }
        }
    }

    impl Searched {
        /// What is to be known of each cell once these steps are opened, each asked for by itself.
        fn plainly_opened(&self, profile: &Profile, steps: &Range<usize>) -> Vec<Time> {
            let cells = (0..self.until.len()).map(|place| Cell(place as u32));
            let reaches = |cell: Cell| {
                let (processors, duration) = self.least(cell);
                profile.most_free(steps) >= processors && profile.length_around(steps, processors) >= duration
            };
            let opened = profile.start_of(steps);
            cells.map(|cell| if reaches(cell) { self.until(cell).min(opened) } else { self.until(cell) }).collect()
        }
    }

    #[test]
    fn the_wider_and_the_longer_find_no_gap_either_until_one_opens() {
        let mut profile = Profile::new(0, 8);
        profile.take(0, 20, 6);
        profile.take(20, 50, 4);
        profile.take(20, 30, 4);
        profile.take(30, 45, 4);
        profile.take(45, 50, 4);
        let mut searched = Searched::new([1, 2, 4, 8].into_iter(), [5, 10, 30].into_iter());
        let until = |searched: &Searched, processors, duration| searched.until(searched.cell(processors, duration));
        searched.note(searched.cell(4, 10), 50);
        assert_eq!((until(&searched, 4, 10), until(&searched, 8, 30)), (50, 50));
        assert_eq!(
            [(2, 10), (4, 5)].map(|(processors, duration)| until(&searched, processors, duration)),
            [Time::MIN; 2]
        );
        // Four processors are free from 30 to 45: nobody needs to look at what ends before, nor does whoever is wider or longer.
        let opened = profile.give_back(30, 45, 4);
        searched.open(&profile, opened);
        assert_eq!((until(&searched, 4, 10), until(&searched, 8, 10), until(&searched, 4, 30)), (30, 50, 50));
        searched.forget();
        assert_eq!(until(&searched, 8, 30), Time::MIN);
    }

    proptest! {
        #[test]
        fn what_is_known_stays_true(jobs in jobs(), steps in prop::collection::vec((0usize..24, 0usize..8, 0i64..50), 1..20)) {
            let (mut profile, ..) = drawn(&jobs);
            let sizes: Vec<(u32, Time)> = vec![(4, 3), (9, 9), (40, 1), (30, 9), (40, 20), (41, 21), (44, 30), (48, 30)];
            let mut searched = Searched::new(sizes.iter().map(|size| size.0), sizes.iter().map(|size| size.1));
            let mut jobs = jobs;
            for (job, size, before) in steps {
                let cell = searched.cell(sizes[size].0, sizes[size].1);
                let (processors, duration) = searched.least(cell);
                let from = searched.until(cell).saturating_sub(duration - 1).max(0);
                let found = profile.first_gap(from, before, processors, duration);
                prop_assert_eq!(found, profile.first_gap(0, before, processors, duration));
                searched.note(cell, found.map_or(before + duration - 1, |start| start + duration - 1));
                searched.check(&profile);
                if let Some((start, duration, processors)) = jobs.get(job).copied() {
                    jobs.remove(job);
                    let opened = profile.give_back(start, start + duration, processors);
                    let plain = searched.plainly_opened(&profile, &opened);
                    searched.open(&profile, opened);
                    prop_assert_eq!(&searched.until, &plain);
                    searched.check(&profile);
                }
            }
        }
    }
}
