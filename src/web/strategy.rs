//! A strategy's page in the interface: what it is, and pictures of what it does.

use super::plain;
use super::study::Study;
use crate::allocation::Allocator;
use crate::allocation::Family;
use crate::allocation::catalogue::{self, Setting};
use crate::allocation::demonstration::{Attempt, Demonstration};
use crate::diagnostic::{Diagnostic, Explain};
use crate::experiment::Experiment;
use crate::experiment::curves;
use crate::figure::{Patch, Placement, placement_svg};
use crate::machine::{Block, Machine};
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A strategy as the page lists it.
#[derive(Serialize)]
pub(super) struct Strategy {
    name: String,
    title: String,
    definition: String,
    family: &'static str,
}

/// One picture and what is seen in it.
#[derive(Serialize)]
struct Picture {
    svg: String,
    caption: String,
}

/// The pictures of a strategy: a sentence about all of them (or why there are none), and each.
#[derive(Serialize)]
struct Pictures {
    scene: String,
    pictures: Vec<Picture>,
}

/// Every strategy to choose from, family by family.
pub(super) fn strategies() -> Vec<Strategy> {
    let of = |family| catalogue::entries().filter(move |entry| entry.family == family).flat_map(|entry| entry.examples);
    Family::ALL.iter().copied().flat_map(of).filter_map(|name| described(name)).collect()
}

fn described(name: &str) -> Option<Strategy> {
    let catalogue::Choice { entry, name, .. } = catalogue::find(name).ok()?;
    let definition = format!("{} {}.", entry.summary, entry.source);
    Some(Strategy { title: name.clone(), name, definition, family: entry.family.name() })
}

/// The strategy of this full name, which need not be one of the catalogue's examples; nothing where there is none.
#[wasm_bindgen]
pub fn strategy(name: &str) -> JsValue {
    plain(&described(name))
}

/// The pictures of a strategy at work on a light or dark background.
#[wasm_bindgen]
pub fn strategy_pictures(name: &str, dark: bool) -> JsValue {
    plain(&match Demonstration::new(name) {
        Err(error) => Pictures { scene: Diagnostic::of(&error).message(), pictures: Vec::new() },
        Ok(shown) => Pictures {
            scene: shown.scene(),
            pictures: shown.attempts.iter().map(|attempt| picture(name, &shown, attempt, dark)).collect(),
        },
    })
}

fn picture(name: &str, shown: &Demonstration, attempt: &Attempt, dark: bool) -> Picture {
    let placement = Placement {
        extents: pair(shown.machine.extents()),
        busy: shown.busy.iter().flat_map(|block| patches(block, &shown.machine)).collect(),
        taken: attempt.blocks.iter().map(|block| patches(block, &shown.machine)).collect(),
        colour: curves::colour(name),
    };
    Picture { svg: placement_svg(&placement, dark), caption: attempt.sentence() }
}

/// A block, in pieces where it goes around the edges of the plane.
fn patches(block: &Block, machine: &Machine) -> Vec<Patch> {
    let mut pieces = Vec::new();
    block.unwrap_onto(machine, &mut pieces);
    pieces.iter().map(|piece| Patch { base: pair(&piece.base), extents: pair(&piece.extents) }).collect()
}

fn pair(values: &[u32]) -> [u32; 2] {
    [values[0], values[1]]
}

#[wasm_bindgen]
impl Study {
    /// Why the experiment, or one of its machines, is not for the strategy of this name; empty where all are.
    pub fn refusal(&self, name: &str) -> String {
        let Experiment { machines, seed, .. } = &self.experiment;
        let make = |machine: &Machine| -> Result<Box<dyn Allocator>, Box<dyn Explain>> {
            Ok(catalogue::find(name)?.make(&Setting { machine, seed: *seed, replication: 0 })?)
        };
        let refusal = |machine: &Machine| match make(machine) {
            Err(error) => Some(Diagnostic::of(&*error).message()),
            Ok(empty) => {
                let which = if machines.len() > 1 { format!("{machine}: ") } else { String::new() };
                self.experiment.objection(machine, empty.as_ref()).map(|reason| which + reason)
            }
        };
        machines.iter().find_map(refusal).unwrap_or_default()
    }
}
