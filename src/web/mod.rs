//! What both WebAssembly modules of the page have in common: how values go to and from the browser. The modules are the
//! programs `page`, which every visit loads, and `run_view`, which is fetched to open a run, links or a file, to plan a
//! batch, or for the gallery. They parse, call and serialise, and make no decisions. TypeScript types come from the Rust types.

mod arrays;
mod canvas;
mod editing;

pub use arrays::{TraceArrays, trace_in, trace_out};
pub use canvas::draw_on;

use crate::diagnostic::{Diagnostic, DiagnosticMessage, Explain};
use crate::workload::{Columns, Header, Log};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::RefCell;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::{Blob, FileReaderSync};

thread_local! {
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs once when the module is loaded. It stores the message of a panic, because the trap that follows has no message.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| LAST_PANIC.with_borrow_mut(|last| *last = panic.to_string())));
}

/// The message of the last panic; empty if there was none. After a panic the instance can only answer this question.
#[wasm_bindgen]
pub fn last_panic() -> String {
    LAST_PANIC.with_borrow(String::clone)
}

/// A value as plain JavaScript objects, arrays, strings and numbers, of its generated type.
pub fn sent<T: Tsify + Serialize>(value: &T) -> Ts<T> {
    Ts::from_rust(value).expect("plain data can be sent")
}

/// Several values.
pub fn all_sent<T: Tsify + Serialize>(values: impl IntoIterator<Item = T>) -> Vec<Ts<T>> {
    values.into_iter().map(|value| sent(&value)).collect()
}

/// A value from the page. Throws the library's message if it is not of its type.
pub fn received<T: Tsify + DeserializeOwned>(value: Ts<T>) -> Result<T, JsValue> {
    Ok(serde_wasm_bindgen::from_value(value.into())?)
}

/// An error of the library as a `DiagnosticMessage`.
pub fn explained(error: &(impl Explain + ?Sized)) -> JsValue {
    thrown(Diagnostic::of(error))
}

/// The value that is thrown to the page: a `DiagnosticMessage`.
pub fn thrown(diagnostic: Diagnostic) -> JsValue {
    sent(&DiagnosticMessage::from(diagnostic)).into()
}

/// The log with the columns that the browser keeps; they are read piece by piece.
pub fn log_of(columns: &Blob, header: Header, malformed: u32) -> Result<Log, JsValue> {
    let reader = FileReaderSync::new()?;
    let read = |piece: Blob| reader.read_as_array_buffer(&piece).map(|bytes| js_sys::Uint8Array::new(&bytes).to_vec());
    let piece = |from, to| columns.slice_with_f64_and_f64(from as f64, to as f64).and_then(read).ok();
    Columns::fetched(columns.size() as usize, piece)
        .and_then(|columns| Log::from_columns(header, columns, malformed))
        .map_err(|error| explained(&error))
}

/// Diagnostics, one after the other.
pub fn complaints(diagnostics: Vec<Diagnostic>) -> Vec<Ts<DiagnosticMessage>> {
    all_sent(diagnostics.into_iter().map(DiagnosticMessage::from))
}
