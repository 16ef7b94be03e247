//! Two small containers for what is on its way through the network.

use std::collections::VecDeque;
use std::ops::{Index, IndexMut};

/// Values with numbers; the numbers of removed values are used again.
pub struct Slots<T> {
    values: Vec<Option<T>>,
    unused: Vec<usize>,
}

impl<T> Default for Slots<T> {
    fn default() -> Slots<T> {
        Slots { values: Vec::new(), unused: Vec::new() }
    }
}

impl<T> Slots<T> {
    /// Keeps a value; returns its number.
    pub fn insert(&mut self, value: T) -> usize {
        let slot = self.unused.pop().unwrap_or(self.values.len());
        if slot == self.values.len() {
            self.values.push(None);
        }
        self.values[slot] = Some(value);
        slot
    }

    /// Takes out the value with this number.
    pub fn remove(&mut self, slot: usize) -> T {
        self.unused.push(slot);
        self.values[slot].take().expect("a value of this number")
    }
}

impl<T> Index<usize> for Slots<T> {
    type Output = T;
    fn index(&self, slot: usize) -> &T {
        self.values[slot].as_ref().expect("a value of this number")
    }
}

impl<T> IndexMut<usize> for Slots<T> {
    fn index_mut(&mut self, slot: usize) -> &mut T {
        self.values[slot].as_mut().expect("a value of this number")
    }
}

/// What is known of things that come with ascending numbers, one after the other, and go in any order. Memory: from the
/// oldest that is there to the newest.
pub struct IdWindow<T> {
    first: usize,
    values: VecDeque<Option<T>>,
}

impl<T> Default for IdWindow<T> {
    fn default() -> IdWindow<T> {
        IdWindow { first: 0, values: VecDeque::new() }
    }
}

impl<T> IdWindow<T> {
    /// Keeps the value of the next number.
    pub fn insert(&mut self, number: usize, value: T) {
        debug_assert_eq!(number, self.first + self.values.len());
        self.values.push_back(Some(value));
    }

    /// Takes out the value of a number.
    pub fn remove(&mut self, number: usize) -> T {
        let value = self.values[number - self.first].take().expect("a value of this number");
        while let Some(None) = self.values.front() {
            self.values.pop_front();
            self.first += 1;
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_used_again() {
        let mut slots = Slots::default();
        assert_eq!([slots.insert('a'), slots.insert('b'), slots.insert('c')], [0, 1, 2]);
        assert_eq!(slots.remove(1), 'b');
        assert_eq!((slots.insert('d'), slots[1], slots[2]), (1, 'd', 'c'));
    }

    #[test]
    fn what_is_gone_takes_no_memory() {
        let mut outstanding = IdWindow::default();
        (0..4).for_each(|number| outstanding.insert(number, number * 10));
        assert_eq!((outstanding.remove(2), outstanding.values.len()), (20, 4));
        assert_eq!((outstanding.remove(0), outstanding.values.len()), (0, 3));
        assert_eq!((outstanding.remove(1), outstanding.values.len()), (10, 1));
        outstanding.insert(4, 40);
        assert_eq!((outstanding.remove(4), outstanding.remove(3)), (40, 30));
        assert!(outstanding.values.is_empty() && outstanding.first == 5);
    }
}
