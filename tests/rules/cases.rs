//! The number of cases of a property, also in unit tests.

use proptest::test_runner::Config;
use std::env;

/// This many cases, or that part of them which `CASES_DIVIDED_BY` asks for: 4 for a quarter (`make test`). Without it all
/// (`make test-long`, `cargo test`). `PROPTEST_CASES` could not do that: it gives every property the same number.
pub fn cases(all: u32) -> Config {
    let divisor = env::var("CASES_DIVIDED_BY").map_or(1, |text| text.parse().expect("CASES_DIVIDED_BY is a number"));
    Config { cases: all.div_ceil(divisor), failure_persistence: None, ..Config::default() }
}
