//! A small container for what is on its way through the network.

use std::collections::VecDeque;

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
