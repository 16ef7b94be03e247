//! Users, queues and partitions, which files give as numbers or as names.

use crate::diagnostic::shortened_bytes;
use crate::workload::Column;
use std::collections::BTreeMap;

/// The most labels that are distinguished. Later ones are unknown.
const MOST: usize = 1 << 18;

/// A label for each job. If all labels are whole numbers, they keep them. Otherwise they get the numbers 1, 2, ... in
/// order of appearance.
#[derive(Default)]
pub(super) struct Labels {
    /// By order of appearance, from 0; -1 for a job without a label.
    which: Column<i32>,
    places: BTreeMap<Box<[u8]>, i32>,
}

/// The text for "no label" in files of numbers.
const NONE: &[u8] = b"-1";

fn number(label: &[u8]) -> Option<i32> {
    std::str::from_utf8(label).ok()?.parse().ok()
}

impl Labels {
    /// Adds the label of the next job; empty if the file has none.
    pub fn add(&mut self, label: &[u8]) {
        let next = self.places.len() as i32;
        let place = match self.places.get(label) {
            Some(&place) => place,
            None if label.is_empty() || label == NONE || self.places.len() == MOST => -1,
            None => {
                self.places.insert(label.into(), next);
                next
            }
        };
        self.which.push(place);
    }

    /// The first names with their numbers, unless all names are numbers: `1 batch`.
    pub fn names(&self, most: usize) -> Vec<String> {
        if self.places.keys().all(|label| number(label).is_some()) {
            return Vec::new();
        }
        let mut names = vec![String::new(); self.places.len().min(most)];
        for (label, &place) in &self.places {
            if let Some(name) = names.get_mut(place as usize) {
                *name = format!("{} {}", place + 1, shortened_bytes(label.trim_ascii())).trim().into();
            }
        }
        names
    }

    /// The numbers of the jobs, -1 for a job without a label.
    pub fn finish(self) -> Column<i32> {
        let numbers: Option<BTreeMap<i32, i32>> =
            self.places.iter().map(|(label, &place)| Some((place, number(label)?))).collect();
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
    fn names_are_listed_with_their_numbers() {
        let mut all = Labels::default();
        ["batch", "", "debug", "batch", "long"].iter().for_each(|label| all.add(label.as_bytes()));
        assert_eq!(all.names(2), ["1 batch", "2 debug"]);
        let mut numbers = Labels::default();
        ["4", "2"].iter().for_each(|label| numbers.add(label.as_bytes()));
        assert_eq!(numbers.names(9), [""; 0]);
    }
}
