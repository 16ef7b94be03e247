//! What a paper prints beside what came out here, as a table and as marks on the chart.

use super::plain;
use super::study::Study;
use super::view::{SATURATION, Table, column, decapitalised};
use crate::experiment::presets::{self, Preset, Printed, Published};
use crate::experiment::{Curve, Curves, Plot, Quantity, Summary, link};
use crate::figure::{self, Unit, reading};
use crate::simulation::metrics;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen]
impl Study {
    /// What a paper prints about the curves of its figure beside what came out here: `{ columns, rows }`, or `undefined`
    /// where the results are of no published figure, or the paper prints no values of it.
    pub fn comparison(&self) -> JsValue {
        let (Some(preset), Some(Curves { curves, .. })) = (self.preset(), self.curves()) else {
            return JsValue::UNDEFINED;
        };
        let rows = |value: &'static Published| {
            curves.iter().filter(|curve| is_about(value, curve)).map(|curve| {
                let [quantity, printed, here] = self.compare(value, curve);
                vec![curve.label.clone(), quantity, printed, here]
            })
        };
        let rows: Vec<Vec<String>> = preset.published.iter().flat_map(rows).collect();
        if rows.is_empty() {
            return JsValue::UNDEFINED;
        }
        let saturates = preset.published.iter().any(|value| matches!(value.printed, Printed::Saturation { .. }));
        let columns = vec![
            column("scheduling / allocation", ""),
            column("Quantity", if saturates { SATURATION } else { "" }),
            column(&format!("As printed ({preset})"), ""),
            column("Here", ""),
        ];
        plain(&Table { columns, rows })
    }
}

impl Study {
    /// The quantity, what is printed, and what came out.
    fn compare(&self, value: &Published, curve: &Curve) -> [String; 3] {
        let share = |value| reading(value, &Unit::Share);
        match value.printed {
            Printed::Saturation { utilization, load } => {
                let load = load.map_or(String::new(), |load| format!(" from load {load}"));
                let here = curve.saturation.map_or("does not saturate".into(), |found| {
                    format!("between {} and {}, at most {}", share(found.below), share(found.at), share(found.plateau))
                });
                ["Saturates at utilisation".into(), format!("{}{load}", share(utilization)), here]
            }
            Printed::Mean { metric: name, at, mean, half_width } => {
                let printed = quantity(name);
                let unit = Unit::from(printed.unit(&self.experiment).name());
                let number = |mean, half_width: Option<f64>| {
                    let interval = half_width.map(|half_width| format!(" ± {}", reading(half_width, &unit)));
                    reading(mean, &unit) + &interval.unwrap_or_default()
                };
                let results = self.results.as_ref();
                let summary = results.and_then(|results| {
                    let label = |run: &Summary| results.experiment().curve(run.machine, run.allocation, run.scheduling);
                    results.summaries().find(|run| run.value.to_f64() == at && label(run) == curve.label)
                });
                let here = summary.map_or("not run".into(), |summary| {
                    let half_width = summary.half_width(printed);
                    number(summary.quantity(printed), (!half_width.is_nan()).then_some(half_width))
                });
                let varied = results.map_or("", |results| results.experiment().varied().title());
                let quantity = format!("{} at {} {at}", printed.title(&self.experiment), decapitalised(varied));
                [quantity, number(mean, half_width), here]
            }
        }
    }

    /// What a paper prints about this curve, where the chart has a place for it: utilisation at a load, or the metric
    /// that is plotted at a value of what is varied.
    pub(super) fn published(&self, curve: &Curve, preset: Option<&Preset>) -> Vec<figure::Published> {
        let Some(preset) = preset else { return Vec::new() };
        let place = |value: &Published| {
            let (plot, x, y) = match value.printed {
                Printed::Saturation { utilization, load } => {
                    let (y, x) = (Quantity::Metric(&metrics::UTILIZATION), Quantity::Metric(&metrics::LOAD));
                    (Plot { y, x }, load?, utilization)
                }
                Printed::Mean { metric: name, at, mean, .. } => {
                    (Plot { y: quantity(name), x: Quantity::Coefficient }, at, mean)
                }
            };
            (self.experiment.plot == plot).then(|| figure::Published { x, y, source: preset.to_string() })
        };
        preset.published.iter().filter(|value| is_about(value, curve)).filter_map(place).collect()
    }

    /// The paper's figure whose experiment the results are of, whatever is plotted.
    pub(super) fn preset(&self) -> Option<&'static Preset> {
        let results = self.results.as_ref()?;
        let shown = self.as_shown(results.experiment());
        presets::all().find(|preset| self.as_shown(&link::read(&preset.link).0) == shown)
    }
}

/// A metric as a quantity; every name that a paper's values have is a metric's.
fn quantity(name: &str) -> Quantity {
    Quantity::metric(name).unwrap_or(Quantity::Coefficient)
}

/// What a paper prints without naming one of several machines, it prints about each of them.
fn is_about(value: &Published, curve: &Curve) -> bool {
    (value.allocation, value.scheduling) == (&*curve.allocation, &*curve.scheduling)
}
