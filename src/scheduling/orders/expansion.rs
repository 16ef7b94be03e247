//! Largest expansion factor first. The factor is the one of a start at the present time.

use super::{Key, QueuedJob};

pub(super) const KEY: Key = Key::Changing(key);

/// (w + e) / e, as binary64 in this order.
fn key(job: &QueuedJob) -> f64 {
    let (waited, estimate) = job.waited_and_estimate();
    (waited + estimate) / estimate
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduling::orders::tests::keys_at_13;

    #[test]
    fn who_has_waited_longest_for_his_estimate_comes_first() {
        assert_eq!(keys_at_13(KEY), [1.13, 1.1, 1.1, 1.09, 1.04]);
        assert_eq!(key(&QueuedJob { waited: 3, estimate: 0, processors: 2, user: -1 }), 4.0);
    }
}
