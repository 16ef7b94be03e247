//! Most processors first.

use super::Key;

pub(super) const KEY: Key = Key::Fixed(|jobs, job| -i64::from(jobs.size(job)));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduling::orders::tests::keys;

    #[test]
    fn the_most_processors_come_first() {
        assert_eq!(keys(KEY), [-8, -1, -16, -8, -2]);
    }
}
