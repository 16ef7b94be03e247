//! The same link gives the same numbers, bit for bit, from version to version (`tests/wasm.rs`: and in the browser).

#[path = "frozen/mod.rs"]
mod sweep;

#[test]
fn a_frozen_sweep_is_the_same_natively() {
    assert_eq!(sweep::digest(), sweep::DIGEST);
}
