//! Whole numbers packed together, each in as many bytes as it needs.

use crate::time::SECOND;
use std::sync::Arc;

/// The number of values that are packed together.
pub(super) const BLOCK: usize = 1 << 12;

/// Packed values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    least: i64,
    /// The unit of the differences from the least value.
    unit: i64,
    /// The bytes of each difference: 0 if all are 0, 1, 2 or 4; or 8 of each value itself, if the differences are too
    /// large for any number. The least value is then 0, and the unit 1.
    width: u8,
    /// The difference of each value from the least, in units.
    above: Arc<[u8]>,
}

impl Block {
    pub(super) fn of(values: &[i64]) -> Block {
        let bounds = values.iter().fold((i64::MAX, i64::MIN), |(low, high), &value| (low.min(value), high.max(value)));
        let (least, most) = bounds;
        let plain = || Block { least: 0, unit: 1, width: 8, above: bytes(values, |value| value.to_le_bytes()) };
        let Some(range) = most.checked_sub(least).filter(|&range| range / SECOND <= u32::MAX.into()) else {
            return plain();
        };
        // Differences are positive and the divisor is a constant, so neither operation needs a division instruction.
        let above = |value: &i64| (value - least) as u64;
        if range >= SECOND && values.iter().all(|value| above(value).is_multiple_of(SECOND as u64)) {
            let counted = Block::counted(values, least, SECOND, range / SECOND, |value| above(value) / SECOND as u64);
            return counted.unwrap_or_else(plain);
        }
        Block::counted(values, least, 1, range, above).unwrap_or_else(plain)
    }

    /// The block of values with differences from the least of at most `range` units, unless these are too large. `above`
    /// computes a difference.
    #[inline]
    fn counted(values: &[i64], least: i64, unit: i64, range: i64, above: impl Fn(&i64) -> u64) -> Option<Block> {
        let (width, above) = match range {
            0 => (0, Arc::default()),
            1..=0xFF => (1, bytes(values, |value| [above(value) as u8])),
            0x100..=0xFFFF => (2, bytes(values, |value| (above(value) as u16).to_le_bytes())),
            0x1_0000..=0xFFFF_FFFF => (4, bytes(values, |value| (above(value) as u32).to_le_bytes())),
            _ => return None,
        };
        Some(Block { least, unit, width, above })
    }

    /// The difference of a value from the least, in units.
    #[inline]
    fn above(&self, place: usize) -> i64 {
        match self.width {
            0 => 0,
            1 => self.above[place].into(),
            2 => u16::from_le_bytes(self.above.as_chunks().0[place]).into(),
            4 => u32::from_le_bytes(self.above.as_chunks().0[place]).into(),
            _ => i64::from_le_bytes(self.above.as_chunks().0[place]),
        }
    }

    #[inline]
    pub(super) fn at(&self, place: usize) -> i64 {
        self.least.wrapping_add(self.unit.wrapping_mul(self.above(place)))
    }

    /// Adds all packed values, BLOCK in number. A loop for each width takes a quarter of the time of one with [`Block::at`].
    pub(super) fn unpack(&self, values: &mut Vec<i64>) {
        let value = |above: i64| self.least.wrapping_add(self.unit.wrapping_mul(above));
        match self.width {
            0 => values.resize(BLOCK, self.least),
            1 => values.extend(self.above.iter().map(|&above| value(above.into()))),
            2 => values.extend(self.above.as_chunks().0.iter().map(|above| value(u16::from_le_bytes(*above).into()))),
            4 => values.extend(self.above.as_chunks().0.iter().map(|above| value(u32::from_le_bytes(*above).into()))),
            _ => values.extend(self.above.as_chunks().0.iter().map(|above| value(i64::from_le_bytes(*above)))),
        }
    }

    /// The same values minus `amount`. The packed values are shared.
    pub(super) fn less(&self, amount: i64) -> Block {
        match self.width {
            8 => Block::of(
                &(0..self.above.len() / 8).map(|place| self.at(place).wrapping_sub(amount)).collect::<Vec<_>>(),
            ),
            _ => Block { least: self.least.wrapping_sub(amount), ..self.clone() },
        }
    }

    /// The least value.
    pub(super) fn least(&self) -> i64 {
        match self.width {
            8 => (0..self.above.len() / 8).map(|place| self.at(place)).min().unwrap_or(i64::MAX),
            _ => self.least,
        }
    }

    /// Adds the block to bytes for another thread of the same program.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.least.to_le_bytes());
        bytes.extend(self.unit.to_le_bytes());
        bytes.push(self.width);
        bytes.extend_from_slice(&self.above);
    }

    /// Removes a block of this many jobs from the beginning of such bytes. `None` if it is incomplete.
    pub(super) fn read(jobs: usize, bytes: &mut &[u8]) -> Option<Block> {
        let (least, rest) = bytes.split_first_chunk()?;
        let (unit, rest) = rest.split_first_chunk()?;
        let (&width, rest) = rest.split_first()?;
        let (above, rest) = rest.split_at_checked(jobs.checked_mul(width.into())?)?;
        *bytes = rest;
        let (least, unit) = (i64::from_le_bytes(*least), i64::from_le_bytes(*unit));
        matches!(width, 0 | 1 | 2 | 4 | 8).then(|| Block { least, unit, width, above: above.into() })
    }

    /// The bytes of each difference.
    #[cfg(test)]
    pub(super) fn width(&self) -> u8 {
        self.width
    }

    /// The address of the packed values.
    #[cfg(test)]
    pub(super) fn address(&self) -> *const u8 {
        if self.width == 0 { std::ptr::null() } else { self.above.as_ptr() }
    }
}

/// The bytes of N that a function gives for each value.
fn bytes<const N: usize>(values: &[i64], number: impl Fn(&i64) -> [u8; N]) -> Arc<[u8]> {
    values.iter().map(number).collect::<Vec<_>>().as_flattened().into()
}
