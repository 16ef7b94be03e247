//! How many cases a property is tested with, also in unit tests.

use proptest::test_runner::Config;

/// As many cases as a property was given, times those that `PROPTEST_CASES` asks for, out of the 256 that are usual: with 64
/// it is a quarter (`make test`), without it all (`make test-long`, `cargo test`).
pub fn cases(all: u32) -> Config {
    let usual = Config::default();
    Config { cases: (all * usual.cases).div_ceil(256), failure_persistence: None, ..usual }
}
