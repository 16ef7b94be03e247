//! First come, first served.

use super::Key;

pub(super) const KEY: Key = Key::Fixed(|_, _| 0);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduling::orders::tests::keys;

    #[test]
    fn arrival_alone_decides() {
        assert_eq!(keys(KEY), [0; 5]);
    }
}
