//! Last come, first served.

use super::Key;

pub(super) const KEY: Key = Key::Fixed(|jobs, job| -jobs.jobs.submit.at(job));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduling::orders::tests::keys;

    #[test]
    fn the_latest_comes_first() {
        assert_eq!(keys(KEY), [0, -3, -3, -4, -9]);
    }
}
