//! Users, queues and partitions, which files call by numbers or by names.

use crate::diagnostic::shortened_bytes;
use crate::workload::Column;
use std::collections::BTreeMap;

/// The most different ones that are told apart; whoever comes later is unknown.
const MOST: usize = 1 << 18;

/// One of these for each job. Where all are whole numbers, they are these numbers; else they are numbered 1, 2, ... in the order
/// in which they come first.
#[derive(Default)]
pub(super) struct Labels {
    /// By the order in which they came, counted from 0; -1 where there is none.
    which: Column<i32>,
    seen: BTreeMap<Box<[u8]>, i32>,
}

/// What stands where there is none, in files of numbers.
const NONE: &[u8] = b"-1";

fn number(label: &[u8]) -> Option<i32> {
    std::str::from_utf8(label).ok()?.parse().ok()
}

impl Labels {
    /// The next job's; nothing where the file has none.
    pub fn add(&mut self, label: &[u8]) {
        let next = self.seen.len() as i32;
        let place = match self.seen.get(label) {
            Some(&place) => place,
            None if label.is_empty() || label == NONE || self.seen.len() == MOST => -1,
            None => {
                self.seen.insert(label.into(), next);
                next
            }
        };
        self.which.push(place);
    }

    /// The first of their names with their numbers, where they are not all numbers themselves: `1 batch`.
    pub fn names(&self, most: usize) -> Vec<String> {
        if self.seen.keys().all(|label| number(label).is_some()) {
            return Vec::new();
        }
        let mut names = vec![String::new(); self.seen.len().min(most)];
        for (label, &place) in &self.seen {
            if let Some(name) = names.get_mut(place as usize) {
                *name = format!("{} {}", place + 1, shortened_bytes(label.trim_ascii())).trim().into();
            }
        }
        names
    }

    /// The jobs' numbers, -1 where there is none.
    pub fn finish(self) -> Column<i32> {
        let numbers: Option<BTreeMap<i32, i32>> =
            self.seen.iter().map(|(label, &place)| Some((place, number(label)?))).collect();
        let number = |place: i32| match &numbers {
            Some(numbers) => numbers.get(&place).copied().unwrap_or(-1),
            None if place < 0 => -1,
            None => place + 1,
        };
        self.which.iter().map(number).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(labels: &[&str]) -> Vec<i32> {
        let mut all = Labels::default();
        labels.iter().for_each(|label| all.add(label.as_bytes()));
        all.finish().to_vec()
    }

    #[test]
    fn numbers_are_kept_and_names_are_counted() {
        assert_eq!(numbers(&["7", "-1", "", "7", "300"]), [7, -1, -1, 7, 300]);
        assert_eq!(numbers(&["eve", "7", "", "adam", "eve", "-1"]), [1, 2, -1, 3, 1, -1]);
        assert_eq!(numbers(&["99999999999"]), [1]);
        assert_eq!(numbers(&[]), [0; 0]);
    }

    #[test]
    fn names_are_told_with_their_numbers() {
        let mut all = Labels::default();
        ["batch", "", "debug", "batch", "long"].iter().for_each(|label| all.add(label.as_bytes()));
        assert_eq!(all.names(2), ["1 batch", "2 debug"]);
        let mut numbers = Labels::default();
        ["4", "2"].iter().for_each(|label| numbers.add(label.as_bytes()));
        assert_eq!(numbers.names(9), [""; 0]);
    }
}
