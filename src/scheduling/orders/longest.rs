//! Longest service demand first.

use super::{Definition, Key};

pub(super) const DEFINITION: Definition = Definition {
    name: "ljf",
    synonyms: &["lpt"],
    meaning: "The job with the longest runtime comes first in the queue.",
    key: Key::Fixed(|jobs, job| -jobs.demand(job)),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduling::orders::tests::{keys, keys_with_messages};

    #[test]
    fn the_greatest_demand_comes_first() {
        assert_eq!(keys(&DEFINITION), [-50, -10, -70, -10, -30]);
        assert_eq!(keys_with_messages(&DEFINITION), [-4, -2, -2, -9, -1]);
    }
}
