//! What must hold in WebAssembly as it does natively. Runs in a real browser: `make test-wasm`.
#![cfg(target_arch = "wasm32")]

#[path = "frozen/mod.rs"]
mod sweep;
#[path = "frozen/traffic.rs"]
mod traffic;

use std::collections::BTreeSet;
use subtorus::simulation::METRICS;
use subtorus::time::{Decimal, SECOND};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn decimal(text: &str) -> Decimal {
    text.parse().expect("a decimal number")
}

/// The paper's sweep: 0.05 has no exact binary form, so that adding it up in floats would end at 1.9999999999999998.
#[wasm_bindgen_test]
fn the_sweep_of_runtime_coefficients_is_exact() {
    let sweep = Decimal::range(decimal("0.2"), decimal("2"), decimal("0.05"), 1000).expect("a valid range");
    let texts: Vec<String> = sweep.iter().map(Decimal::to_string).collect();
    assert_eq!(texts.len(), 37);
    assert_eq!([&texts[0], &texts[1], &texts[36]], ["0.2", "0.25", "2"]);
}

/// Products with a decimal need 128 bits, which WebAssembly has no instruction for.
#[wasm_bindgen_test]
fn long_times_are_stretched_exactly() {
    let century = 100 * 365 * 86_400 * SECOND;
    assert_eq!(decimal("1.000000001").stretch(century), century + 3_153_600);
}

#[wasm_bindgen_test]
fn every_metric_has_a_name_of_its_own() {
    let names: BTreeSet<&str> = METRICS.iter().map(|metric| metric.name).collect();
    assert_eq!(names.len(), METRICS.len());
    assert!(names.contains("mean_bounded_slowdown"));
}

#[wasm_bindgen_test]
fn frozen_sweeps_are_the_same_in_the_browser() {
    for frozen in sweep::SWEEPS {
        assert_eq!(frozen.run(), frozen.digest);
    }
}

#[wasm_bindgen_test]
fn frozen_traffic_is_the_same_in_the_browser() {
    for (machine, which, ties, digest) in traffic::TRAFFIC {
        assert_eq!(traffic::digest(machine, which, ties), digest);
    }
}
