//! Columns of a log as bytes, for another thread of the same program: as narrow as in memory.
//!
//! Blocks of jobs follow each other, each with all columns, so the beginning of the bytes is the beginning of the log.

use super::asked_shapes;
use super::packed::{BLOCK, Block};
use super::{Asked, Column, Columns, ColumnsError, Whole};
use std::iter;

/// The number of bytes that are handed out and fetched at once: at least a block.
const PIECE: usize = 1 << 20;

impl Columns {
    /// The columns as bytes, block by block. Linear in them; needs memory for one block, at most two thirds of a
    /// megabyte.
    fn blocks(&self) -> impl Iterator<Item = Vec<u8>> {
        (0..self.len()).step_by(BLOCK).map(|from| self.block_to_bytes(from))
    }

    /// The same in pieces of a megabyte or a little more, each of whole blocks. All bytes at once would occupy memory
    /// permanently, because WebAssembly never returns it.
    pub fn pieces(&self) -> impl Iterator<Item = Vec<u8>> {
        let mut blocks = self.blocks();
        iter::from_fn(move || {
            let mut piece = blocks.next()?;
            while piece.len() < PIECE
                && let Some(block) = blocks.next()
            {
                piece.extend(block);
            }
            Some(piece)
        })
    }

    /// The columns of this many bytes, which are fetched piece by piece, from one position up to another, for the same
    /// reason. Fails if a piece cannot be fetched, or is incomplete.
    pub fn fetched(length: usize, fetch: impl Fn(usize, usize) -> Option<Vec<u8>>) -> Result<Columns, ColumnsError> {
        let (mut columns, mut from) = (Columns::default(), 0);
        while from < length {
            let piece = fetch(from, length.min(from.saturating_add(PIECE))).ok_or(ColumnsError::Lost)?;
            let taken = columns.take(&piece);
            if taken == 0 {
                return Err(ColumnsError::Torn);
            }
            from += taken;
        }
        Ok(columns)
    }

    fn block_to_bytes(&self, from: usize) -> Vec<u8> {
        let jobs = BLOCK.min(self.len() - from) as u32;
        let mut bytes = vec![0; 4];
        bytes.extend(jobs.to_le_bytes());
        self.write_blocks(from, &mut bytes);
        self.shapes.write(from, jobs as usize, &mut bytes, asked_shapes::write);
        self.groupings.write(from, jobs as usize, &mut bytes, asked_shapes::write_grouping);
        let length = bytes.len() as u32;
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        bytes
    }

    /// The jobs of the first whole blocks of these bytes. The first MiB has at least 16 000 jobs, or all of them.
    pub fn beginning_of(bytes: &[u8]) -> Columns {
        let mut columns = Columns::default();
        columns.take(bytes);
        columns
    }

    /// Adds the jobs of whole blocks of these bytes, and returns the number of bytes in these blocks; 0 if the first
    /// block is incomplete.
    pub fn take(&mut self, bytes: &[u8]) -> usize {
        let mut rest = bytes;
        while let Some(next) = self.take_block(rest) {
            rest = next;
        }
        bytes.len() - rest.len()
    }

    /// Takes a block of jobs; `None` if it is incomplete.
    fn take_block<'a>(&mut self, bytes: &'a [u8]) -> Option<&'a [u8]> {
        let length = u32::from_le_bytes(*bytes.first_chunk()?) as usize;
        let (mut block, rest) = bytes.split_at_checked(length)?;
        block = &block[4.min(length)..];
        let jobs = u32::from_le_bytes(take(&mut block)?) as usize;
        if !self.len().is_multiple_of(BLOCK) || jobs > BLOCK {
            return None;
        }
        self.read_blocks(jobs, &mut block)?;
        self.shapes.read(self.len() - jobs, jobs, &mut block, asked_shapes::read)?;
        self.groupings.read(self.len() - jobs, jobs, &mut block, asked_shapes::read_grouping)?;
        block.is_empty().then_some(rest)
    }
}

/// Removes the first bytes.
fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

impl<T: Copy + Ord> Asked<T> {
    /// Writes the wishes of the block of jobs that begins at a place.
    fn write(&self, from: usize, jobs: usize, bytes: &mut Vec<u8>, write: fn(&T, &mut Vec<u8>)) {
        let part = self.part(from, jobs);
        Block::of(&part.numbers(jobs)).write(bytes);
        bytes.extend((part.distinct().len() as u32).to_le_bytes());
        part.distinct().iter().for_each(|wish| write(wish, bytes));
    }

    fn read(&mut self, from: usize, jobs: usize, bytes: &mut &[u8], read: fn(&mut &[u8]) -> Option<T>) -> Option<()> {
        let numbers = Block::read(jobs, bytes)?;
        let distinct = u32::from_le_bytes(take(bytes)?);
        let distinct: Vec<T> = (0..distinct).map(|_| read(bytes)).collect::<Option<_>>()?;
        for (job, number) in (0..jobs).map(|job| (job, numbers.at(job))).filter(|(_, number)| *number != 0) {
            let wish = distinct.get(usize::try_from(number).ok()? - 1)?;
            self.add(from + job, *wish).then_some(())?;
        }
        Some(())
    }
}

impl<T: Whole> Column<T> {
    /// Writes the block that begins at a place.
    pub(super) fn write(&self, from: usize, bytes: &mut Vec<u8>) {
        match self.block(from / BLOCK) {
            Ok(block) => block.write(bytes),
            Err(last) => Block::of(last).write(bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Coordinates;
    use crate::workload::{Grouping, Record};
    use proptest::prelude::*;

    fn columns(jobs: usize, spread: i64) -> Columns {
        let mut columns = Columns::default();
        for job in 0..jobs as i64 {
            let value = (job * 7919) % spread.max(1);
            columns.push(&Record {
                id: job + 1,
                submit: value * 1_000_000,
                wait: value - 1,
                runtime: value.wrapping_mul(value),
                allocated: value as i32,
                requested_processors: -1,
                requested_time: if value % 2 == 0 { i64::MIN } else { i64::MAX },
                status: value as i16,
                user: (value % 255) as i32,
                queue: 7,
                partition: value as i32,
            });
            if value % 3 == 1 {
                let extents = [value as u32 % 5 + 1, value as u32 % 7 + 1, 4];
                columns.shapes.add(job as usize, Coordinates::new(&extents[..1 + value as usize % 3 * 2]));
                let grouping = Grouping { segment: value as u32 % 3, spread: value % 2 == 0, consolidate: true };
                columns.groupings.add(job as usize, grouping);
            }
        }
        columns
    }

    proptest! {
        #[test]
        fn written_columns_are_read(
            jobs in prop::sample::select(vec![0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 5]),
            spread in 1i64..1 << 40,
            cut: prop::sample::Index,
        ) {
            let columns = columns(jobs, spread);
            let bytes = columns.blocks().collect::<Vec<_>>().concat();
            let cut = cut.index(bytes.len() + 1);
            let mut read = Columns::default();
            let taken = read.take(&bytes[..cut]);
            prop_assert!(read.len() % BLOCK == 0 || cut == bytes.len());
            prop_assert!(read.id.iter().eq(columns.id.iter().take(read.len())));
            prop_assert_eq!(taken == cut, columns.blocks().scan(0, |end, block| { *end += block.len(); Some(*end) }).any(|end| end == cut) || cut == 0);
            prop_assert_eq!(read.take(&bytes[taken..]), bytes.len() - taken);
            prop_assert!(read == columns);
            let pieces: Vec<Vec<u8>> = columns.pieces().collect();
            prop_assert!(pieces.concat() == bytes);
            // Each can be read without the next. Only the last is small, and none is much larger than necessary.
            prop_assert!(pieces.iter().try_fold(Columns::default(), |mut all, piece| (all.take(piece) == piece.len()).then_some(all)).is_some());
            prop_assert!(pieces.iter().rev().skip(1).all(|piece| piece.len() >= PIECE));
            prop_assert!(pieces.iter().all(|piece| piece.len() < PIECE + columns.blocks().map(|block| block.len()).max().unwrap_or(0)));
            let fetched = |length: usize, there: usize| {
                Columns::fetched(length, |from, to| (from < there).then(|| bytes[from..to].to_vec()))
            };
            prop_assert!(fetched(bytes.len(), bytes.len()).is_ok_and(|fetched| fetched == columns));
            prop_assert_eq!(fetched(cut, cut).err(), (taken != cut).then_some(ColumnsError::Torn));
            prop_assert_eq!(fetched(bytes.len(), 0).err(), (!bytes.is_empty()).then_some(ColumnsError::Lost));
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), jobs in 0usize..5) {
            Columns::beginning_of(&bytes);
            let mut damaged: Vec<u8> = columns(jobs, 1000).blocks().flatten().collect();
            for (place, byte) in bytes.iter().enumerate().filter(|(place, _)| place % 7 == 0) {
                let length = damaged.len().max(1);
                if let Some(there) = damaged.get_mut(place * 31 % length) {
                    *there = *byte;
                }
            }
            Columns::beginning_of(&damaged);
        }
    }
}
