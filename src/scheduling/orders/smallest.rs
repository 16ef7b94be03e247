//! Fewest processors first.

use super::Key;

pub(super) const KEY: Key = Key::Fixed(|jobs, job| jobs.size(job).into());

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduling::orders::tests::keys;

    #[test]
    fn the_fewest_processors_come_first() {
        assert_eq!(keys(KEY), [8, 1, 16, 8, 2]);
    }
}
