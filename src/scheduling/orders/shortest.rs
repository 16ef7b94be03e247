//! Shortest service demand first: the least runtime, or the fewest messages where those determine it.

use super::{Definition, Key};

pub(super) const DEFINITION: Definition = Definition {
    name: "sjf",
    synonyms: &["ssd"],
    meaning: "The job with the shortest runtime comes first in the queue.",
    key: Key::Fixed(|jobs, job| jobs.demand(job)),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduling::orders::tests::{keys, keys_with_messages};

    #[test]
    fn the_least_demand_comes_first() {
        assert_eq!(keys(&DEFINITION), [50, 10, 70, 10, 30]);
        assert_eq!(keys_with_messages(&DEFINITION), [4, 2, 2, 9, 1]);
    }
}
