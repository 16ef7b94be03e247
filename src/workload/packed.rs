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
    above: Above,
}

/// The difference of each value from the least, in units.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Above {
    Nothing,
    Byte(Arc<[u8]>),
    Two(Arc<[u16]>),
    Four(Arc<[u32]>),
    /// The values themselves, if their differences are too large for any number.
    Plain(Arc<[i64]>),
}

impl Block {
    pub(super) fn of(values: &[i64]) -> Block {
        let bounds = values.iter().fold((i64::MAX, i64::MIN), |(low, high), &value| (low.min(value), high.max(value)));
        let (least, most) = bounds;
        let Some(range) = most.checked_sub(least).filter(|&range| range / SECOND <= u32::MAX.into()) else {
            return Block { least: 0, unit: 1, above: Above::Plain(values.into()) };
        };
        // Differences are positive and the divisor is a constant, so neither operation needs a division instruction.
        let above = |value: &i64| (value - least) as u64;
        if range >= SECOND && values.iter().all(|value| above(value).is_multiple_of(SECOND as u64)) {
            return Block::counted(values, least, SECOND, range / SECOND, |value| above(value) / SECOND as u64);
        }
        Block::counted(values, least, 1, range, above)
    }

    /// The block of values with differences from the least of at most `range` units. `above` computes a difference.
    #[inline]
    fn counted(values: &[i64], least: i64, unit: i64, range: i64, above: impl Fn(&i64) -> u64) -> Block {
        let above = values.iter().map(above);
        let above = match range {
            0 => Above::Nothing,
            1..=0xFF => Above::Byte(above.map(|above| above as u8).collect()),
            0x100..=0xFFFF => Above::Two(above.map(|above| above as u16).collect()),
            0x1_0000..=0xFFFF_FFFF => Above::Four(above.map(|above| above as u32).collect()),
            _ => return Block { least: 0, unit: 1, above: Above::Plain(values.into()) },
        };
        Block { least, unit, above }
    }

    /// The block of the results of [`Block::shape`] and [`Block::above`], with this many bytes a value. `None` for
    /// another width.
    pub(super) fn with(least: i64, unit: i64, width: u8, above: &[u8]) -> Option<Block> {
        let above = match width {
            0 => Above::Nothing,
            1 => Above::Byte(above.into()),
            2 => Above::Two(numbers(above, u16::from_le_bytes)),
            4 => Above::Four(numbers(above, u32::from_le_bytes)),
            8 => Above::Plain(numbers(above, i64::from_le_bytes)),
            _ => return None,
        };
        Some(Block { least, unit, above })
    }

    /// The least value, the unit, the bytes of each difference, and the number of differences.
    pub(super) fn shape(&self) -> (i64, i64, u8, usize) {
        let (width, count) = match &self.above {
            Above::Nothing => (0, 0),
            Above::Byte(above) => (1, above.len()),
            Above::Two(above) => (2, above.len()),
            Above::Four(above) => (4, above.len()),
            Above::Plain(values) => (8, values.len()),
        };
        (self.least, self.unit, width, count)
    }

    /// The difference of a value from the least, in units.
    #[inline]
    pub(super) fn above(&self, place: usize) -> i64 {
        match &self.above {
            Above::Nothing => 0,
            Above::Byte(above) => above[place].into(),
            Above::Two(above) => above[place].into(),
            Above::Four(above) => above[place].into(),
            Above::Plain(values) => values[place],
        }
    }

    /// Adds all packed values, BLOCK in number.
    pub(super) fn unpack(&self, values: &mut Vec<i64>) {
        let value = |above: i64| self.least.wrapping_add(self.unit.wrapping_mul(above));
        match &self.above {
            Above::Nothing => values.resize(BLOCK, self.least),
            Above::Byte(above) => values.extend(above.iter().map(|&above| value(above.into()))),
            Above::Two(above) => values.extend(above.iter().map(|&above| value(above.into()))),
            Above::Four(above) => values.extend(above.iter().map(|&above| value(above.into()))),
            Above::Plain(plain) => values.extend_from_slice(plain),
        }
    }

    /// The same values minus `amount`. The packed values are shared.
    pub(super) fn less(&self, amount: i64) -> Block {
        match &self.above {
            Above::Plain(values) => {
                Block::of(&values.iter().map(|value| value.wrapping_sub(amount)).collect::<Vec<_>>())
            }
            _ => Block { least: self.least.wrapping_sub(amount), ..self.clone() },
        }
    }

    /// The least value.
    pub(super) fn least(&self) -> i64 {
        match &self.above {
            Above::Plain(values) => values.iter().copied().min().unwrap_or(i64::MAX),
            _ => self.least,
        }
    }

    /// The address of the packed values.
    #[cfg(test)]
    pub(super) fn address(&self) -> *const u8 {
        match &self.above {
            Above::Nothing => std::ptr::null(),
            Above::Byte(above) => above.as_ptr(),
            Above::Two(above) => above.as_ptr().cast(),
            Above::Four(above) => above.as_ptr().cast(),
            Above::Plain(values) => values.as_ptr().cast(),
        }
    }

    #[inline]
    pub(super) fn at(&self, place: usize) -> i64 {
        self.least.wrapping_add(self.unit.wrapping_mul(self.above(place)))
    }
}

/// Numbers of N bytes each.
fn numbers<const N: usize, T>(bytes: &[u8], number: fn([u8; N]) -> T) -> Arc<[T]> {
    bytes.as_chunks().0.iter().map(|bytes| number(*bytes)).collect()
}
