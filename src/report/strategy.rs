//! The description of a strategy on the page: what it does, with pictures.

use super::words::sentence;
use crate::allocation::catalogue;
use crate::allocation::demonstration::{Attempt, Demonstration};
use crate::allocation::own::OwnName;
use crate::budget::Budget;
use crate::diagnostic::Diagnostic;
use crate::experiment::{Experiment, curves};
use crate::figure::{MachineIcon, Patch, PlacementPicture, svg};
use crate::machine::{Block, Machine};
use crate::scheduling::Scheduling;
use serde::Serialize;

/// A strategy in the page's list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StrategyPage {
    /// Its full name, with arguments.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// What it does, and its origin.
    pub definition: String,
    /// What it does, in a sentence.
    pub line: String,
    /// The heading under which it is listed.
    pub family: String,
}

/// One picture and its description.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Picture {
    /// The picture as SVG.
    pub svg: String,
    /// Its description.
    pub caption: String,
    /// Whether the request has to wait.
    pub waits: bool,
}

/// The pictures of a strategy at work.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Pictures {
    /// A sentence about all pictures, or why there are none.
    pub scene: String,
    /// The pictures with their descriptions.
    pub pictures: Vec<Picture>,
}

/// Every strategy to choose from, family by family.
pub fn strategies() -> Vec<StrategyPage> {
    catalogue::entries().flat_map(|entry| entry.examples).filter_map(|name| strategy(name)).collect()
}

/// The strategy with this full name, which may be missing in the catalogue's examples; none if it does not exist.
pub fn strategy(name: &str) -> Option<StrategyPage> {
    let choice = catalogue::find(name).ok()?;
    // The author's title comes first, because a tile shows no more.
    let title = OwnName::of(name).map_or_else(|| choice.title(), |own| format!("{} (own)", own.title));
    let catalogue::Choice { entry, name, .. } = choice;
    let definition = format!("{} {}.", entry.summary, entry.source);
    let line = first_sentence(entry.summary).into();
    Some(StrategyPage { title, name, definition, line, family: entry.family.name().into() })
}

/// A text up to the end of its first sentence.
fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |end| &text[..=end])
}

/// Why an experiment cannot use a strategy.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Refusal {
    /// The strategy's full name.
    pub name: String,
    /// Why it cannot be used for the experiment or on one of its machines; else empty.
    pub reason: String,
}

/// The strategies that an experiment can use; all of them if it is too large to run anyway. Makes an allocator for each
/// on each machine, which takes a tenth of a second on the largest machines.
pub fn refusals(experiment: &Experiment, names: &[String]) -> Vec<Refusal> {
    let affordable = experiment.check_size(&Budget::USUAL).is_ok();
    // Errors of the unit are not about the strategies.
    let machines = experiment.machines.iter().filter(|machine| affordable && experiment.portions(machine).is_ok());
    let reason = |name: &str| machines.clone().find_map(|machine| refusal(experiment, machine, name));
    names.iter().map(|name| Refusal { name: name.clone(), reason: reason(name).unwrap_or_default() }).collect()
}

fn refusal(experiment: &Experiment, machine: &Machine, name: &str) -> Option<String> {
    let reason = Diagnostic::of(&experiment.suited(name, machine).err()?).message();
    Some(if experiment.machines.len() > 1 { format!("{machine}: {reason}") } else { reason })
}

/// The names of a list separated by commas; commas within a name's parentheses do not count.
pub fn names_in(list: &str) -> Vec<String> {
    catalogue::split_list(list).into_iter().filter(|name| !name.is_empty()).map(String::from).collect()
}

/// The name of a scheduling policy for people; the text itself if it is no policy.
pub fn policy_title(name: &str) -> String {
    name.parse().map_or(name.into(), Scheduling::title)
}

/// The shape of a machine as a small picture, as SVG; empty if the text is no machine.
pub fn machine_icon(machine: &str, dark: bool) -> String {
    let icon = |machine: Machine| svg(&MachineIcon { extents: machine.extents().to_vec() }, dark, "");
    machine.parse().map(icon).unwrap_or_default()
}

/// A strategy at work, on a light or dark background.
pub fn pictures(name: &str, dark: bool) -> Pictures {
    match Demonstration::new(name) {
        Err(error) => Pictures { scene: sentence(&Diagnostic::of(&error).message()), pictures: Vec::new() },
        Ok(shown) => Pictures {
            scene: shown.scene(),
            pictures: shown.attempts.iter().map(|attempt| picture(name, &shown, attempt, dark)).collect(),
        },
    }
}

fn picture(name: &str, shown: &Demonstration, attempt: &Attempt, dark: bool) -> Picture {
    let placement = PlacementPicture {
        extents: pair(shown.machine.extents()),
        busy: shown.busy.iter().flat_map(|block| patches(block, &shown.machine)).collect(),
        taken: attempt.blocks.iter().map(|block| patches(block, &shown.machine)).collect(),
        colour: curves::colour(name),
    };
    let (caption, waits) = (attempt.sentence(), attempt.blocks.is_empty());
    Picture { svg: svg(&placement, dark, &caption), caption, waits }
}

/// A block, in pieces if it goes around the edges of the plane.
fn patches(block: &Block, machine: &Machine) -> Vec<Patch> {
    let mut pieces = Vec::new();
    block.unwrap_onto(machine, &mut pieces);
    pieces.iter().map(|piece| Patch { base: pair(&piece.base), extents: pair(&piece.extents) }).collect()
}

fn pair(values: &[u32]) -> [u32; 2] {
    [values[0], values[1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strategy_is_refused_with_its_machine() {
        let experiment = |machine| {
            let mut experiment = Experiment::default();
            experiment.set("machine", machine).unwrap();
            experiment
        };
        let names = ["2dbs", "flat"].map(String::from);
        let [cube, flat] = &refusals(&experiment("mesh:4x4x4"), &names)[..] else { panic!("two answers") };
        assert!(!cube.reason.is_empty() && flat.reason.is_empty());
        let both = refusals(&experiment("mesh:8x8,mesh:4x4x4"), &names);
        assert!(both[0].reason.starts_with("mesh:4x4x4: "), "{}", both[0].reason);
    }

    #[test]
    fn every_strategy_has_a_page_and_pictures_if_it_has_places() {
        for StrategyPage { name, definition, line, .. } in strategies() {
            assert!(definition.len() > 40, "{name}");
            assert!(line.ends_with('.') && line.len() > 15 && definition.starts_with(&line), "{name}: {line}");
            let Pictures { scene, pictures } = pictures(&name, false);
            assert!(scene.ends_with('.'), "{name}: {scene}");
            // The scene is a plane.
            let none = name == "flat" || name.starts_with("slurm-torus3d");
            assert_eq!(pictures.is_empty(), none, "{name}: {scene}");
            assert!(pictures.iter().all(|picture| picture.svg.starts_with("<svg") && !picture.caption.is_empty()));
            assert!(none || pictures.iter().any(|picture| !picture.waits), "{name}");
            assert!(pictures.iter().all(|picture| picture.waits == picture.caption.ends_with(" has to wait.")));
        }
        assert!(strategy("midplane(3)").is_some() && strategy("best").is_none());
        let own = OwnName::new("Mine", "a code").to_string();
        assert_eq!(strategy(&own).map(|page| (page.title, page.name)), Some(("mine (own)".into(), own)));
    }
}
