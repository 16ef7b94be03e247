//! By the expansion factor that a job would have if it started now.

use super::{Definition, Key, Standing};

pub(super) const DEFINITION: Definition = Definition {
    name: "expansion",
    synonyms: &[],
    meaning: "The job whose wait and estimate together are the largest multiple of its estimate comes first in the queue, which \
              is sorted anew in every pass.",
    key: Key::Changing(key),
};

/// (w + e) / e, as binary64 in this order.
fn key(standing: &Standing) -> f64 {
    let (waited, estimate) = standing.waited_and_estimate();
    (waited + estimate) / estimate
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduling::orders::tests::keys_at_13;

    #[test]
    fn who_has_waited_longest_for_his_estimate_comes_first() {
        assert_eq!(keys_at_13(&DEFINITION), [1.13, 1.1, 1.1, 1.09, 1.04]);
        assert_eq!(key(&Standing { waited: 3, estimate: 0, processors: 2 }), 4.0);
    }
}
