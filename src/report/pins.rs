//! Pinned runs, which stay in the chart beneath later ones.

use super::ShownResults;
use super::words::{counted, decapitalised};
use crate::experiment::{Experiment, Quantity, Results};
use serde::Serialize;

/// The most runs that can be pinned: more cannot be distinguished.
pub const MOST_PINS: usize = 3;

/// A pinned run, in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PinNote {
    /// The name of its curves.
    pub name: String,
    /// Its jobs, its machines and the number of its curves.
    pub subject: String,
    /// Why it is not shown; else empty.
    pub problem: String,
}

/// `pinned`, or with its number if there are several.
pub(super) fn pinned_label(pin: usize, count: usize) -> String {
    if count > 1 { format!("pinned {}", pin + 1) } else { "pinned".into() }
}

impl<'a> ShownResults<'a> {
    /// The pinned runs.
    pub(super) fn pin_notes(&self) -> Vec<PinNote> {
        let note = |pin: usize| {
            let results = &self.pins[pin];
            let Experiment { machines, allocation, scheduling, .. } = results.experiment();
            let curves = results.experiment().facet_count() * machines.len() * allocation.len() * scheduling.len();
            let heading = ShownResults { results, ..*self }.heading();
            PinNote {
                name: pinned_label(pin, self.pins.len()),
                subject: format!("{heading}, {}", counted(curves, "curve")),
                problem: self.pin_problem(pin),
            }
        };
        (0..self.pins.len()).map(note).collect()
    }

    /// The links of the pinned runs that are drawn.
    pub(super) fn pinned_links(&self) -> Vec<String> {
        let drawn = (0..self.pins.len()).filter(|&pin| self.pin_problem(pin).is_empty());
        drawn.map(|pin| ShownResults { results: &self.pins[pin], ..*self }.link()).collect()
    }

    /// The part of a pinned run that is shown with these results: if they are of one facet, the facet with the same
    /// value. A run without facets is shown in each facet. None if there is no such facet.
    pub(super) fn pinned_part(&self, pin: usize) -> Option<&'a Results> {
        let pinned = &self.pins[pin];
        let Some((_, value)) = self.results.facet() else { return Some(pinned) };
        let same = |part: &&Results| part.facet().is_none_or(|(_, other)| other == value);
        pinned.parts().iter().find(same)
    }

    /// Why a pinned run cannot be shown on these axes; else empty.
    pub(super) fn pin_problem(&self, pin: usize) -> String {
        let (one, other) = (self.results.experiment(), self.pins[pin].experiment());
        let plot = self.edited.plot;
        let differs = |quantity: Quantity| {
            let shown = |experiment| (quantity.title(experiment), quantity.unit(experiment));
            (shown(one) != shown(other)).then(|| {
                let (title, unit) = shown(other);
                let unit = if unit.name().is_empty() { String::new() } else { format!(" in {unit}") };
                format!("not shown: it has the {}{unit} on this axis", decapitalised(title))
            })
        };
        let divided = |experiment: &Experiment| experiment.facets().map(|facet| facet.varied);
        let foreign = divided(other).filter(|varied| divided(one) != Some(*varied));
        let foreign = foreign.map(|varied| format!("not shown: it is divided by {varied}, which these charts are not"));
        foreign.or_else(|| [plot.x, plot.y].into_iter().find_map(differs)).unwrap_or_default()
    }
}
