//! The seam between the house and the browser: parse, call, serialise, and no decisions. [`laboratory`] is what a worker
//! holds (a log, a plan, its runs), [`study`] what the page holds (an experiment and its results), [`view`] what is seen of it,
//! [`comparison`] what a paper prints beside it, [`links`] the network's links, [`catalogue`] everything the page shows by
//! name, [`strategy`] what a strategy does, [`canvas`] what charts are drawn on, [`batch`] a batch experiment.

pub mod batch;
pub mod canvas;
pub mod catalogue;
pub mod comparison;
pub mod laboratory;
pub mod links;
pub mod strategy;
pub mod study;
pub mod view;

use serde::Serialize;
use std::cell::RefCell;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

thread_local! {
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs once when the module is loaded: remembers what a panic says, for the trap that follows says nothing.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| LAST_PANIC.with_borrow_mut(|last| *last = panic.to_string())));
}

/// What the last panic said; empty if there was none. After a panic the instance is only good for this question.
#[wasm_bindgen]
pub fn last_panic() -> String {
    LAST_PANIC.with_borrow(String::clone)
}

/// The version of the package, as the page and its downloads print it.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_string()
}

/// A value as plain JavaScript objects, arrays, strings and numbers.
fn plain<T: Serialize + ?Sized>(value: &T) -> JsValue {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).unwrap_or_else(|error| error.into())
}
