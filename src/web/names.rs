//! Everything with a name, and what is seen of it; and small questions about texts.

use super::{received, sent, thrown};
use crate::allocation::catalogue;
use crate::diagnostic::Diagnostic;
use crate::machine::{Machine, MachineError};
use crate::report::catalogue::Catalogue;
use crate::report::strategy::{self, Pictures, StrategyPage};
use crate::report::{Inspection, LinkView, link_map};
use crate::torus_batch::permalink;
use tsify::Ts;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// The names the page shows and what they mean.
#[wasm_bindgen]
pub fn catalogue() -> Ts<Catalogue> {
    sent(&Catalogue::new())
}

/// The names of a list separated by commas; commas within a name's parentheses do not count.
#[wasm_bindgen]
pub fn split_list(text: &str) -> Vec<String> {
    catalogue::split_list(text).into_iter().filter(|name| !name.is_empty()).map(String::from).collect()
}

/// Whether a link is that of a batch experiment.
#[wasm_bindgen]
pub fn is_batch(text: &str) -> bool {
    permalink::is_batch(text)
}

/// The strategy of this full name, which need not be one of the catalogue's examples; nothing where there is none.
#[wasm_bindgen]
pub fn strategy(name: &str) -> Option<Ts<StrategyPage>> {
    strategy::strategy(name).map(|page| sent(&page))
}

/// The pictures of a strategy at work on a light or dark background.
#[wasm_bindgen]
pub fn strategy_pictures(name: &str, dark: bool) -> Ts<Pictures> {
    sent(&strategy::pictures(name, dark))
}

/// The map of the links that a worker has watched.
#[wasm_bindgen]
pub fn link_view(inspection: Ts<Inspection>, dark: bool) -> Result<Ts<LinkView>, JsValue> {
    let (machine, loads) = links(inspection)?;
    Ok(sent(&link_map::view(&machine, &loads, dark)))
}

/// The same as comma-separated values.
#[wasm_bindgen]
pub fn link_csv(inspection: Ts<Inspection>) -> Result<String, JsValue> {
    let (machine, loads) = links(inspection)?;
    Ok(link_map::csv(&machine, &loads))
}

fn links(inspection: Ts<Inspection>) -> Result<(Machine, Vec<f64>), JsValue> {
    let Inspection::Links { machine, loads } = received(inspection)?;
    let machine = machine.parse().map_err(|error: MachineError| thrown(Diagnostic::at("machine", &error)))?;
    Ok((machine, loads))
}
