//! Curves in the page's style, and the printed values of figures, as JSON.

use serde_json::{Value, json};
use subtorus::experiment::{Curve, Curves, Results};
use subtorus::figure::{DASHES, Theme};
use subtorus::papers::{Preset, Printed, Published};
use subtorus::report::verdict::{ComputedValue, agrees, is_about};

/// A number of JSON; `null` if it is not finite.
fn number(value: f64) -> Value {
    if value.is_finite() { json!(value) } else { Value::Null }
}

/// The charts of a sweep, one per facet: axes, and curves with colour, dash, marker and points.
pub fn charts(results: &Results) -> String {
    let charts: Vec<Value> = results.parts().iter().map(chart).collect();
    Value::from(charts).to_string()
}

fn chart(results: &Results) -> Value {
    let Curves { x, y, curves } = Curves::new(results);
    let title = results.facet_label().unwrap_or_default();
    let curves: Vec<Value> = curves.iter().map(curve).collect();
    json!({ "title": title, "x": x.title, "y": y.title, "logarithmic": y.logarithmic, "curves": curves })
}

fn curve(curve: &Curve) -> Value {
    let colour = Theme::of(false).colour(curve.colour);
    let points = curve.points.iter().map(|point| {
        json!([number(point.x), number(point.y), number(point.half_width.unwrap_or(f64::NAN)), point.saturated])
    });
    json!({
        "label": curve.label,
        "colour": format!("#{:02x}{:02x}{:02x}", colour.0, colour.1, colour.2),
        "dash": DASHES[curve.dash % DASHES.len()],
        "marker": curve.marker,
        "points": points.collect::<Vec<_>>(),
    })
}

/// The printed values of a figure beside those of the results, a row for each value and curve.
pub fn printed(preset: &Preset, results: &Results) -> String {
    let curves = Curves::new(results).curves;
    let rows = preset
        .published
        .iter()
        .flat_map(|value| curves.iter().filter(|curve| is_about(value, curve)).map(|curve| row(value, curve)));
    Value::from(rows.collect::<Vec<_>>()).to_string()
}

fn row(value: &Published, curve: &Curve) -> Value {
    let names = json!({
        "machine": curve.machine, "allocation": curve.allocation, "scheduling": curve.scheduling,
    });
    let (statement, found) = match value.printed {
        Printed::Saturation { utilization, load, .. } => {
            let found = curve.saturation;
            let statement = json!({
                "what": "saturation", "at": load, "printed": utilization, "printed_half_width": null,
                "found": number(found.map_or(f64::NAN, |found| found.plateau)), "found_half_width": null,
            });
            (statement, None)
        }
        Printed::Mean { metric, at, mean, half_width } => {
            let found = curve.points.iter().find(|point| point.coefficient == at);
            let found = found.map(|point| ComputedValue { mean: point.y, half_width: point.half_width });
            let statement = json!({
                "what": metric.name, "at": at, "printed": mean, "printed_half_width": half_width,
                "found": number(found.map_or(f64::NAN, |found| found.mean)),
                "found_half_width": found.and_then(|found| found.half_width),
            });
            (statement, found)
        }
    };
    let agrees = json!({ "agrees": agrees(&value.printed, curve, found) });
    let parts = [names, statement, agrees].into_iter().filter_map(|part| part.as_object().cloned());
    Value::Object(parts.flatten().collect())
}
