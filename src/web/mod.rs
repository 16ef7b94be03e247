//! Seam
use wasm_bindgen::prelude::wasm_bindgen;

/// The version of the package, as the page and its downloads print it.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_string()
}
