//! The number of cases of a property, also in unit tests.

use proptest::test_runner::Config;

/// The number of cases, scaled by `PROPTEST_CASES` relative to the usual 256: with 64 it is a quarter (`make test`),
/// without it all (`make test-long`, `cargo test`).
pub fn cases(all: u32) -> Config {
    let usual = Config::default();
    Config { cases: (all * usual.cases).div_ceil(256), failure_persistence: None, ..usual }
}
