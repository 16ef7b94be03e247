//! Shortest service demand first. The key is the runtime, or the number of messages if messages determine the runtime.

use super::Key;

pub(super) const KEY: Key = Key::Fixed(|jobs, job| jobs.demand(job));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduling::orders::tests::{keys, keys_with_messages};

    #[test]
    fn the_least_demand_comes_first() {
        assert_eq!(keys(KEY), [50, 10, 70, 10, 30]);
        assert_eq!(keys_with_messages(KEY), [4, 2, 2, 9, 1]);
    }
}
