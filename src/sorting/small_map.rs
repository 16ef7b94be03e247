//! A map of few entries, thousands at most. Each type of `BTreeMap` adds about five kilobytes to the page, a sorted list a few hundred bytes
//! (docs/performance.md).

use serde::{Serialize, Serializer};
use std::borrow::Borrow;
use std::ops::Index;

/// Entries in the order of their keys, each key once. Finding takes O(log n), a new key O(n).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallMap<K, V>(Vec<(K, V)>);

/// Some of the entries.
type Entries<'a, K, V> = &'a [(K, V)];

impl<K, V> Default for SmallMap<K, V> {
    fn default() -> SmallMap<K, V> {
        SmallMap::new()
    }
}

impl<K, V> SmallMap<K, V> {
    /// Without entries.
    pub const fn new() -> SmallMap<K, V> {
        SmallMap(Vec::new())
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The entries in the order of their keys.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// The keys in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    /// The values in the order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }

    /// Keeps the entries for which this holds.
    pub fn retain(&mut self, stays: impl Fn(&K, &V) -> bool) {
        self.0.retain(|(key, value)| stays(key, value));
    }
}

impl<K: Ord, V> SmallMap<K, V> {
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.0.binary_search_by(|(known, _)| known.borrow().cmp(key))
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|place| &self.0[place].1)
    }

    /// The value of a key, which is made if it is missing.
    pub fn get_or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let place = match self.find(&key) {
            Ok(place) => place,
            Err(place) => {
                self.0.insert(place, (key, make()));
                place
            }
        };
        &mut self.0[place].1
    }

    /// Sets the value of a key.
    pub fn insert(&mut self, key: K, value: V) {
        match self.find(&key) {
            Ok(place) => self.0[place].1 = value,
            Err(place) => self.0.insert(place, (key, value)),
        }
    }

    /// The entries with smaller keys, and the others.
    pub fn split(&self, key: &K) -> (Entries<'_, K, V>, Entries<'_, K, V>) {
        self.0.split_at(self.find(key).unwrap_or_else(|place| place))
    }

    /// Takes an entry out, and returns its value.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        self.find(key).ok().map(|place| self.0.remove(place).1)
    }
}

impl<K: Ord, V> Extend<(K, V)> for SmallMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        entries.into_iter().for_each(|(key, value)| self.insert(key, value));
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SmallMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> SmallMap<K, V> {
        let mut map = SmallMap::new();
        map.extend(entries);
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for SmallMap<K, V> {
    fn from(entries: [(K, V); N]) -> SmallMap<K, V> {
        entries.into_iter().collect()
    }
}

impl<K, V> IntoIterator for SmallMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<Q: Ord + ?Sized, K: Ord + Borrow<Q>, V> Index<&Q> for SmallMap<K, V> {
    type Output = V;

    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("the map has the key")
    }
}

impl<K: Serialize, V: Serialize> Serialize for SmallMap<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn it_is_a_map(steps in prop::collection::vec((0u8..4, 0u8..9, 0u8..9), 0..60)) {
            let (mut map, mut plain) = (SmallMap::new(), BTreeMap::new());
            for (step, key, value) in steps {
                match step {
                    0 => {
                        plain.insert(key, value);
                        map.insert(key, value);
                    }
                    1 => prop_assert_eq!(map.remove(&key), plain.remove(&key)),
                    2 => prop_assert_eq!(map.get_or_insert_with(key, || value), plain.entry(key).or_insert(value)),
                    _ => {
                        map.retain(|other, _| *other != key);
                        plain.retain(|other, _| *other != key);
                    }
                }
                prop_assert_eq!(map.get(&key), plain.get(&key));
                prop_assert!(map.iter().eq(plain.iter()) && map.keys().eq(plain.keys()) && map.values().eq(plain.values()));
                let (below, above) = map.split(&key);
                prop_assert!(below.iter().all(|entry| entry.0 < key) && above.iter().all(|entry| entry.0 >= key));
                prop_assert_eq!((map.len(), map.is_empty()), (plain.len(), plain.is_empty()));
            }
            let again: SmallMap<u8, u8> = plain.clone().into_iter().rev().collect();
            prop_assert!(again.clone().into_iter().eq(plain.clone()) && again.keys().all(|key| again[key] == plain[key]));
            prop_assert_eq!(serde_json::to_string(&again).unwrap(), serde_json::to_string(&plain).unwrap());
            prop_assert_eq!(again, map);
        }
    }
}
