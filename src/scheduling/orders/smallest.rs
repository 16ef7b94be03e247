//! Fewest processors first.

use super::{Definition, Key};

pub(super) const DEFINITION: Definition = Definition {
    name: "smallest",
    synonyms: &[],
    meaning: "The job with the fewest processors comes first in the queue.",
    key: Key::Fixed(|jobs, job| jobs.size(job).into()),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduling::orders::tests::keys;

    #[test]
    fn the_fewest_processors_come_first() {
        assert_eq!(keys(&DEFINITION), [8, 1, 16, 8, 2]);
    }
}
