//! Most processors first.

use super::{Definition, Key};

pub(super) const DEFINITION: Definition = Definition {
    name: "largest",
    synonyms: &[],
    meaning: "The job with the most processors comes first in the queue.",
    key: Key::Fixed(|jobs, job| -i64::from(jobs.size(job))),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduling::orders::tests::keys;

    #[test]
    fn the_most_processors_come_first() {
        assert_eq!(keys(&DEFINITION), [-8, -1, -16, -8, -2]);
    }
}
