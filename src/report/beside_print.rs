//! The printed values of a figure beside the frozen results, in numbers, for its card in the gallery.

use super::gallery::GalleryFigure;
use super::table::unit;
use super::verdict::{ComputedValue, RULE, gap, is_near, least};
use crate::experiment::{Curve, Experiment, Quantity};
use crate::papers::{LESSON, MIRA_2018, Preset, Printed, Published};
use serde::Serialize;

/// What the gallery says of a figure: its printed values beside the computed ones.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BesidePrint {
    /// How many are near, how many are within the computed interval, and the largest gap; if nothing is compared, why not.
    /// Empty for a figure of no paper.
    pub summary: String,
    /// A line for each printed value: `First come, first served, Equal partition: 60-63 %, printed 65 %`.
    pub lines: Vec<String>,
    /// What its paper found.
    pub finding: &'static str,
    /// When a printed value agrees.
    pub rule: &'static str,
}

/// One printed value.
struct Compared {
    line: String,
    /// How far the printed value is from the computed interval, in points or per cent; 0 within.
    gap: f64,
}

impl GalleryFigure {
    /// The printed values beside the frozen ones.
    pub fn beside_print(&self) -> BesidePrint {
        let mut all = Vec::new();
        let mut points = false;
        self.each_printed(|value, curve, found, experiment| {
            points |= matches!(value.printed, Printed::Saturation { .. });
            all.push(compared(value, curve, found, experiment));
        });
        let preset = self.preset();
        let finding = preset.map_or("", |preset| preset.paper.finding);
        let said = BesidePrint { finding, rule: RULE, ..BesidePrint::default() };
        if all.is_empty() {
            return BesidePrint { summary: preset.map_or("", nothing_compared).into(), ..said };
        }
        let within = all.iter().filter(|one| one.gap == 0.0).count();
        let near = all.iter().filter(|one| is_near(one.gap / 100.0)).count();
        let largest = all.iter().map(|one| one.gap).filter(|gap| gap.is_finite()).fold(0.0, f64::max);
        let (unit, tolerance) = if points { ("points", "5 points") } else { ("%", "5 % or the intervals") };
        let gap = if largest > 0.0 { format!(", largest gap {largest:.1} {unit}") } else { String::new() };
        let summary = format!("{near} of {} within {tolerance}, {within} inside the interval{gap}", all.len());
        BesidePrint { summary, lines: all.into_iter().map(|one| one.line).collect(), ..said }
    }
}

/// Why no printed value of a figure is compared; empty if it is of no paper.
fn nothing_compared(preset: &Preset) -> &'static str {
    match preset.paper {
        paper if *paper == LESSON || *paper == MIRA_2018 => "",
        _ if preset.is_batch() => "its printed times are not compared here",
        _ => "the paper prints curves only",
    }
}

fn compared(value: &Published, curve: &Curve, found: Option<ComputedValue>, experiment: &Experiment) -> Compared {
    let (here, printed, gap) = match value.printed {
        Printed::Saturation { utilization, above, .. } => {
            let printed = format!("{}{} %", if above { "above " } else { "" }, whole(utilization));
            match curve.saturation {
                None => ("does not saturate".into(), printed, f64::NAN),
                Some(found) => {
                    let saturates = [least(&found), found.at];
                    let here = format!("{} %", saturates.map(whole).join("-"));
                    (here, printed, 100.0 * gap(utilization, above, saturates))
                }
            }
        }
        Printed::Mean { metric, mean, half_width, .. } => {
            let unit = unit(Quantity::Metric(metric).unit(experiment));
            let here = found.map_or("not run".into(), |found| found.text(&unit));
            let gap = found.map_or(f64::NAN, |found| {
                let widths = half_width.unwrap_or(0.0) + found.half_width.unwrap_or(0.0);
                let apart = (found.mean - mean).abs();
                if apart <= widths { 0.0 } else { 100.0 * apart / mean.abs() }
            });
            (here, ComputedValue { mean, half_width }.text(&unit), gap)
        }
    };
    Compared { line: format!("{}: {here}, printed {printed}", curve.title), gap }
}

/// A share in whole per cent.
fn whole(share: f64) -> String {
    format!("{:.0}", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::papers;

    fn figures() -> Vec<GalleryFigure> {
        let stored: serde_json::Value = serde_json::from_str(include_str!("../../www/figures.json")).unwrap();
        serde_json::from_value(stored["figures"].clone()).unwrap()
    }

    fn beside(name: &str) -> BesidePrint {
        let link = &papers::all().find(|preset| preset.to_string() == name).unwrap().link;
        figures().iter().find(|figure| figure.link == *link).unwrap().beside_print()
    }

    #[test]
    fn values_near_an_interval_are_not_said_to_be_in_it_and_inequalities_stay() {
        let BesidePrint { summary, lines, .. } = beside("Mao, Chen and Watson 2005, figure 3");
        assert_eq!(summary, "4 of 4 within 5 points, 0 inside the interval, largest gap 5.0 points");
        assert!(lines[0].ends_with(": 60-63 %, printed 65 %"), "{lines:?}");
        assert!(lines[3].ends_with(": 83-85 %, printed above 90 %"), "{lines:?}");
        assert!(
            beside("Mao, Chen and Watson 2005, figure 4").lines[0].ends_with("does not saturate, printed above 80 %")
        );
        let batch = beside("Gupta and Srimani 1997, section 3 (figure 5)");
        assert_eq!(batch.summary, "its printed times are not compared here");
        assert!(batch.lines.is_empty() && batch.finding.starts_with("A batch"));
    }

    #[test]
    fn the_count_of_near_values_and_the_largest_gap_go_together() {
        let BesidePrint { summary, lines, .. } = beside("Mao, Chen and Watson 2005, figure 3, easy(20)");
        assert!(lines[3].ends_with(": 76-79 %, printed above 90 %"), "{lines:?}");
        assert!(
            summary.starts_with("3 of 4 within 5 points") && summary.ends_with("largest gap 11.2 points"),
            "{summary}"
        );
    }

    #[test]
    fn a_card_counts_as_its_badge_does() {
        let mut wrong = Vec::new();
        for figure in figures().iter().filter(|figure| figure.printed[1] > 0) {
            let [agreeing, all] = figure.printed;
            let summary = figure.beside_print().summary;
            let is_right = figure.judged().iter().filter(|agrees| **agrees).count() == agreeing;
            if !is_right || !summary.starts_with(&format!("{agreeing} of {all} within 5 ")) {
                wrong.push(format!("{}: {agreeing} of {all}, {summary}", figure.link));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn a_figure_of_no_paper_is_not_said_to_be_of_one() {
        for figure in figures().iter().filter(|figure| figure.printed[1] == 0) {
            let (said, paper) = (figure.beside_print(), figure.preset().unwrap().paper);
            assert_eq!(said.summary.is_empty(), said.finding.starts_with("No paper"), "{}", paper.title);
        }
    }
}
