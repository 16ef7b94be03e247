//! The order of Cobalt, the scheduler of Mira. Jobs with a long wait relative to the estimate, and with many
//! processors, come first.

use super::{Key, QueuedJob};

pub(super) const KEY: Key = Key::Changing(key);

/// x * x * x * n with x = w / e, as binary64 in this order.
fn key(job: &QueuedJob) -> f64 {
    let (waited, estimate) = job.waited_and_estimate();
    let x = waited / estimate;
    x * x * x * f64::from(job.processors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduling::orders::tests::keys_at_13;

    /// The waits are 13, 10, 10, 9 and 4 with estimates of 100, for jobs of 8, 1, 16, 8 and 2 processors.
    #[test]
    fn the_long_waiting_and_the_large_come_first() {
        let expected = [(0.13, 8.0), (0.1, 1.0), (0.1, 16.0), (0.09, 8.0), (0.04, 2.0)].map(|(x, n)| x * x * x * n);
        assert_eq!(keys_at_13(KEY), expected);
    }

    #[test]
    fn an_estimate_of_nothing_counts_as_a_microsecond() {
        assert_eq!(key(&QueuedJob { waited: 3, estimate: 0, processors: 2, user: -1 }), 54.0);
        assert_eq!(key(&QueuedJob { waited: 0, estimate: 0, processors: 2, user: -1 }), 0.0);
    }
}
