//! A link gives the same numbers, bit for bit, in all versions (and in the browser: `tests/wasm.rs`).

#[path = "../frozen/mod.rs"]
mod sweep;

#[test]
fn frozen_sweeps_are_the_same_natively() {
    for frozen in sweep::SWEEPS {
        assert_eq!(frozen.run(), frozen.digest);
    }
}
