//! Last come, first served.

use super::{Definition, Key};

pub(super) const DEFINITION: Definition = Definition {
    name: "lcfs",
    synonyms: &[],
    meaning: "The latest arrival comes first in the queue.",
    key: Key::Fixed(|jobs, job| -jobs.jobs.submit.at(job)),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduling::orders::tests::keys;

    #[test]
    fn the_latest_comes_first() {
        assert_eq!(keys(&DEFINITION), [0, -3, -3, -4, -9]);
    }
}
