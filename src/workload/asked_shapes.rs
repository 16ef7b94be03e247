//! The shapes and groupings that jobs of a log ask for. There are few different ones.

use super::{Column, Grouping};
use crate::machine::{Coordinates, MAX_DIMENSIONS};
use std::collections::BTreeMap;

/// The most different shapes or groupings of a log. The whole mix of a pod has 26.
pub const MOST_SHAPES: usize = 1 << 16;

/// The shape of each job of a log that asks for one.
pub type AskedShapes = Asked<Coordinates>;

/// The grouping of each job of a log that asks for one.
pub type AskedGroupings = Asked<Grouping>;

/// The wish of each job of a log that has one, for instance a shape. A log without wishes uses no memory here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked<T> {
    /// For each job the number of its shape, counted from 1, or 0 without a shape. It ends at the last job with a
    /// shape.
    which: Column<u32>,
    /// The shapes in the order of the first job with each.
    distinct: Vec<T>,
    /// The numbers of the shapes.
    numbers: BTreeMap<T, u32>,
}

impl<T> Default for Asked<T> {
    fn default() -> Asked<T> {
        Asked { which: Column::default(), distinct: Vec::new(), numbers: BTreeMap::new() }
    }
}

impl<T: Copy + Ord> Asked<T> {
    /// Notes that the job at this place asks for `extents`; it follows all jobs with a shape so far. Returns whether
    /// there is space for the shape: [`MOST_SHAPES`] different ones are possible. Cost: O(log shapes).
    pub fn add(&mut self, job: usize, extents: T) -> bool {
        let number = match self.numbers.get(&extents) {
            Some(&number) => number,
            None if self.distinct.len() == MOST_SHAPES => return false,
            None => {
                self.distinct.push(extents);
                let number = self.distinct.len() as u32;
                self.numbers.insert(extents, number);
                number
            }
        };
        while self.which.len() < job {
            self.which.push(0);
        }
        self.which.push(number);
        true
    }

    /// Drops the jobs with `stays` false.
    pub(super) fn retain(&mut self, stays: &[bool]) {
        let all = std::mem::take(self);
        let kept = (0..stays.len()).filter(|&job| stays[job]).map(|job| all.of(job));
        for (job, extents) in kept.enumerate() {
            if let Some(extents) = extents {
                self.add(job, *extents);
            }
        }
    }

    /// The extents that the job at this place asks for; `None` if it asks for a count.
    pub fn of(&self, job: usize) -> Option<&T> {
        let number = self.which.get(job)?;
        self.distinct.get((number as usize).checked_sub(1)?)
    }

    /// Whether no job asks for a shape.
    pub fn is_empty(&self) -> bool {
        self.distinct.is_empty()
    }

    /// The different shapes, in the order of the first job with each.
    pub fn distinct(&self) -> &[T] {
        &self.distinct
    }

    /// The shapes of this many jobs from this place on.
    pub(super) fn part(&self, from: usize, jobs: usize) -> Asked<T> {
        let mut part = Asked::default();
        for job in 0..jobs {
            if let Some(extents) = self.of(from + job) {
                part.add(job, *extents);
            }
        }
        part
    }

    /// The number of the shape of each of this many jobs, counted from 1, or 0 without a shape.
    pub(super) fn numbers(&self, jobs: usize) -> Vec<i64> {
        (0..jobs).map(|job| self.which.get(job).unwrap_or(0).into()).collect()
    }
}

/// Extents as bytes: their number, then each of them.
pub(super) fn write(extents: &Coordinates, bytes: &mut Vec<u8>) {
    bytes.push(extents.len() as u8);
    extents.iter().for_each(|extent| bytes.extend(extent.to_le_bytes()));
}

/// Removes extents from the beginning of the bytes.
pub(super) fn read(bytes: &mut &[u8]) -> Option<Coordinates> {
    let (&dimensions, rest) = bytes.split_first()?;
    let (values, rest) = rest.split_at_checked(usize::from(dimensions) * 4)?;
    let values: Vec<u32> = values.as_chunks().0.iter().map(|value| u32::from_le_bytes(*value)).collect();
    *bytes = rest;
    ((1..=MAX_DIMENSIONS).contains(&values.len())).then(|| Coordinates::new(&values))
}

/// A grouping as bytes: its segment, then its flags.
pub(super) fn write_grouping(grouping: &Grouping, bytes: &mut Vec<u8>) {
    bytes.extend(grouping.segment.to_le_bytes());
    bytes.push(u8::from(grouping.spread) | u8::from(grouping.consolidate) << 1);
}

/// Removes a grouping from the beginning of the bytes.
pub(super) fn read_grouping(bytes: &mut &[u8]) -> Option<Grouping> {
    let (segment, rest) = bytes.split_first_chunk()?;
    let (flags, rest) = rest.split_first()?;
    *bytes = rest;
    Some(Grouping { segment: u32::from_le_bytes(*segment), spread: flags & 1 != 0, consolidate: flags & 2 != 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_with_and_without_a_shape() {
        let (cube, line) = (Coordinates::splat(4, 3), Coordinates::new(&[9]));
        let mut shapes = AskedShapes::default();
        assert!(shapes.is_empty() && shapes.of(0).is_none());
        for (job, extents) in [(1, cube), (2, line), (4, cube)] {
            assert!(shapes.add(job, extents));
        }
        let found: Vec<_> = (0..6).map(|job| shapes.of(job).copied()).collect();
        assert_eq!(found, [None, Some(cube), Some(line), None, Some(cube), None]);
        assert_eq!(shapes.distinct(), [cube, line]);
        let part = shapes.part(2, 4);
        assert_eq!((part.numbers(4), part.distinct()), (vec![1, 0, 2, 0], &[line, cube][..]));
    }

    #[test]
    fn there_is_no_space_for_more_than_the_most() {
        let mut shapes = AskedShapes::default();
        for job in 0..MOST_SHAPES {
            assert!(shapes.add(job, Coordinates::new(&[job as u32 + 1])));
        }
        assert!(!shapes.add(MOST_SHAPES, Coordinates::new(&[1, 1])));
        assert!(shapes.add(MOST_SHAPES, Coordinates::new(&[7])));
    }
}
