//! First come, first served.

use super::{Definition, Key};

pub(super) const DEFINITION: Definition =
    Definition { name: "fcfs", synonyms: &[], meaning: "The queue is in order of arrival.", key: Key::Fixed(|_, _| 0) };

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduling::orders::tests::keys;

    #[test]
    fn arrival_alone_decides() {
        assert_eq!(keys(&DEFINITION), [0; 5]);
    }
}
