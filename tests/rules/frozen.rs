//! The same link gives the same numbers, bit for bit, from version to version (`tests/wasm.rs`: and in the browser).

#[path = "../frozen/mod.rs"]
mod sweep;

#[test]
fn frozen_sweeps_are_the_same_natively() {
    for frozen in sweep::SWEEPS {
        assert_eq!(frozen.run(), frozen.digest);
    }
}
