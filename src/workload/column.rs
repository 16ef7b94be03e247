//! A column of whole numbers in as little memory as its values need.

use super::packed::{BLOCK, Block};
use std::marker::PhantomData;

/// The values of a column: whole numbers of at most 64 bits.
pub trait Whole: Copy + PartialEq {
    /// The number.
    fn widened(self) -> i64;

    /// The number from its wide form.
    fn narrowed(wide: i64) -> Self;
}

macro_rules! whole {
    ($($type:ty),+) => {$(
        impl Whole for $type {
            #[inline]
            fn widened(self) -> i64 {
                self as i64
            }

            #[inline]
            fn narrowed(wide: i64) -> Self {
                wide as $type
            }
        }
    )+};
}

whole!(i16, i32, i64, u32);

/// Values in the order in which they were added. Every 4096 of them are packed: their differences from the least of
/// them, in whole seconds if all are whole seconds, in as few bytes as possible. A column of equal values takes almost
/// no memory, and a column of times two to four bytes a value instead of eight. It grows without being copied. Columns
/// of equal values are equal, and a copy shares the packed values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column<T> {
    packed: Vec<Block>,
    /// The values behind the last block, fewer than a block.
    last: Vec<i64>,
    kind: PhantomData<T>,
}

impl<T: Whole> Column<T> {
    /// The number of values.
    pub fn len(&self) -> usize {
        self.packed.len() * BLOCK + self.last.len()
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.packed.is_empty() && self.last.is_empty()
    }

    /// Adds a value at the end.
    #[inline]
    pub fn push(&mut self, value: T) {
        self.last.push(value.widened());
        if self.last.len() == BLOCK {
            self.pack();
        }
    }

    #[cold]
    fn pack(&mut self) {
        self.packed.push(Block::of(&self.last));
        self.last.clear();
    }

    /// The block of this number, or the values behind the last block.
    pub(super) fn block(&self, number: usize) -> Result<&Block, &[i64]> {
        self.packed.get(number).ok_or(&self.last)
    }

    /// Adds the values of a block behind whole blocks.
    pub(super) fn append(&mut self, block: Block, values: usize) {
        debug_assert!(self.last.is_empty());
        if values == BLOCK {
            self.packed.push(block);
        } else {
            self.last = (0..values).map(|place| block.at(place)).collect();
        }
    }

    /// The value at a place, counted from 0. Panics if there is none.
    #[inline]
    pub fn at(&self, place: usize) -> T {
        let wide = match self.packed.get(place / BLOCK) {
            Some(block) => block.at(place % BLOCK),
            None => self.last[place - self.packed.len() * BLOCK],
        };
        T::narrowed(wide)
    }

    /// The value at a place, if there is one.
    pub fn get(&self, place: usize) -> Option<T> {
        (place < self.len()).then(|| self.at(place))
    }

    /// The first value, if there is one.
    pub fn first(&self) -> Option<T> {
        self.get(0)
    }

    /// The last value, if there is one.
    pub fn last(&self) -> Option<T> {
        self.get(self.len().checked_sub(1)?)
    }

    /// The values in their order. Memory: that of 4096 values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + Clone + '_ {
        let mut values = self.unpacked();
        (0..self.len()).map(move |place| values.at(place))
    }

    /// The same values, unpacked block by block, for callers that read most of them in order.
    pub fn unpacked(&self) -> Unpacked<'_, T> {
        Unpacked { column: self, number: usize::MAX, values: Vec::new() }
    }

    /// Keeps the values with `stays` true, in the same order.
    pub fn retain(&mut self, stays: &[bool]) {
        *self = self.iter().zip(stays).filter(|(_, stays)| **stays).map(|(value, _)| value).collect();
    }

    /// The same values minus `amount`. The packed values are shared.
    pub fn less(&self, amount: i64) -> Column<T> {
        let last = self.last.iter().map(|value| value.wrapping_sub(amount)).collect();
        Column { packed: self.packed.iter().map(|block| block.less(amount)).collect(), last, kind: PhantomData }
    }

    /// The same values as numbers of another type, which can hold all of them. The packed values are shared.
    pub fn of_kind<U: Whole>(&self) -> Column<U> {
        Column { packed: self.packed.clone(), last: self.last.clone(), kind: PhantomData }
    }

    /// The least value, if there is one. Cost: mostly one step for each 4096 values.
    pub fn least(&self) -> Option<T> {
        self.packed.iter().map(Block::least).chain(self.last.iter().copied()).min().map(T::narrowed)
    }

    /// Whether both share the memory of the packed values.
    #[cfg(test)]
    pub(super) fn shares(&self, other: &Column<T>) -> bool {
        self.packed.iter().map(Block::address).eq(other.packed.iter().map(Block::address))
    }

    /// The values one by one.
    pub fn to_vec(&self) -> Vec<T> {
        self.iter().collect()
    }
}

/// A column with one unpacked block at a time. Memory: that of 4096 values.
#[derive(Clone)]
pub struct Unpacked<'a, T> {
    column: &'a Column<T>,
    /// The number of the unpacked block.
    number: usize,
    values: Vec<i64>,
}

impl<T: Whole> Unpacked<'_, T> {
    /// The value at a place, counted from 0. Panics if there is none. Cost: 4096 steps if the previous value was in
    /// another block.
    #[inline]
    pub fn at(&mut self, place: usize) -> T {
        if place / BLOCK != self.number {
            self.unpack(place / BLOCK);
        }
        T::narrowed(self.values[place % BLOCK])
    }

    #[cold]
    fn unpack(&mut self, number: usize) {
        self.number = number;
        self.values.clear();
        match self.column.block(number) {
            Ok(block) => block.unpack(&mut self.values),
            Err(last) => self.values.extend_from_slice(last),
        }
    }
}

impl<T: Whole> FromIterator<T> for Column<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Column<T> {
        let mut column = Column { packed: Vec::new(), last: Vec::new(), kind: PhantomData };
        values.into_iter().for_each(|value| column.push(value));
        column
    }
}

impl<T: Whole> From<Vec<T>> for Column<T> {
    fn from(values: Vec<T>) -> Column<T> {
        values.into_iter().collect()
    }
}

/// A column and a list of the same values are equal.
impl<T: Whole, L: AsRef<[T]>> PartialEq<L> for Column<T> {
    fn eq(&self, other: &L) -> bool {
        self.iter().eq(other.as_ref().iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::SECOND;
    use proptest::prelude::*;

    fn bytes(values: impl Iterator<Item = i64>) -> usize {
        let column: Column<i64> = values.take(BLOCK).collect();
        column.packed[0].width().into()
    }

    #[test]
    fn values_take_as_much_memory_as_they_need() {
        assert_eq!(bytes(std::iter::repeat(-1)), 0);
        assert_eq!(bytes((0..).map(|value| value % 256 - 1)), 1);
        assert_eq!(bytes((0..).map(|value| value % 257 - 1)), 2);
        assert_eq!(bytes(1_000_000..), 2, "numbers of jobs");
        assert_eq!(bytes((0..).map(|value| value % 7 * 86_400 * SECOND)), 4, "runtimes");
        assert_eq!(bytes((0..).map(|value| (value % 7) * 9000 * SECOND)), 2, "shorter ones");
        assert_eq!(bytes((0..).map(|value| value % 2 * ((1 << 32) - 1))), 4);
        assert_eq!(bytes((0..).map(|value| value % 2 * ((1 << 32) + 1))), 8);
        assert_eq!(bytes((0..).map(|value| value % 2 * SECOND * (1 << 32))), 8);
        assert_eq!(bytes((0..).map(|value| if value % 2 == 0 { i64::MIN } else { i64::MAX })), 8);
    }

    proptest! {
        #[test]
        fn added_values_are_there(
            base in any::<i64>(),
            bits in 0u32..64,
            unit in prop::sample::select(vec![1, SECOND]),
            length in prop::sample::select(vec![0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK]),
            odd in any::<Option<(prop::sample::Index, i64)>>(),
        ) {
            let mask = (1i64 << bits).wrapping_sub(1) as u64;
            let value = |place: usize| (place as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
            let mut values: Vec<i64> =
                (0..length).map(|place| (value(place) as i64).wrapping_mul(unit).wrapping_add(base)).collect();
            if let Some((place, value)) = odd.filter(|_| length > 0) {
                let place = place.index(length);
                values[place] = value;
            }
            let column: Column<i64> = values.iter().copied().collect();
            prop_assert_eq!((column.len(), column.is_empty()), (length, length == 0));
            prop_assert!(column == values && column.to_vec() == values);
            prop_assert_eq!(column.get(length), None);
            let mut unpacked = column.unpacked();
            prop_assert!((0..length).chain((0..length).rev().step_by(997)).all(|place| unpacked.at(place) == values[place]));
            prop_assert_eq!(column.least(), values.iter().copied().min());
            let less = values.iter().map(|value| value.wrapping_sub(base)).collect::<Column<i64>>();
            prop_assert_eq!(column.less(base), less);
            let stays: Vec<bool> = (0..length).map(|place| value(place) % 3 > 0).collect();
            let (mut fewer, mut kept) = (column.clone(), stays.iter());
            fewer.retain(&stays);
            values.retain(|_| *kept.next().unwrap());
            prop_assert_eq!(fewer, Column::from(values));
        }
    }

    #[test]
    fn numbers_of_every_kind_come_back() {
        assert_eq!(Column::from(vec![i16::MIN, -1, i16::MAX]), [i16::MIN, -1, i16::MAX]);
        assert_eq!(Column::from(vec![i32::MIN, -1, i32::MAX]), [i32::MIN, -1, i32::MAX]);
        assert_eq!(Column::from(vec![0, u32::MAX]), [0, u32::MAX]);
        let many: Vec<u32> = (1..=BLOCK as u32 + 1).collect();
        assert_eq!(many.iter().map(|&value| value as i32).collect::<Column<i32>>().of_kind::<u32>(), many);
    }
}
