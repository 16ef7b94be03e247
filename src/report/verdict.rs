//! Whether a printed value and a computed one agree. The table next to the chart and the gallery use the same rule.

use crate::experiment::curves::Saturation;
use crate::experiment::{Curve, CurvePoint};
use crate::figure::{Unit, reading};
use crate::papers::{Printed, Published};
use serde::{Deserialize, Serialize};

/// How far a mean may be from the printed one, as a share of it: the precision of the papers' own runs.
const SHARE: f64 = 0.05;

/// How far a utilisation or a load may be from the value that a paper reads off its curves: a twentieth, about a step
/// of the sweeps.
const STEP: f64 = 0.05;

/// The rule, as a text.
pub const RULE: &str = "A mean agrees with the printed one if it is within 5 % of it, or if the two 95 % intervals meet. The \
    utilisation at which a curve saturates, which papers read off their figures, is compared with an interval: from the \
    last run before saturation to the first saturated one. It agrees if it is in there or within 5 points of it (one \
    printed as above a value, if that value is at most 5 points above it); a printed load agrees if it is within 0.05 of \
    that of the first saturated run.";

/// The verdict on a figure's printed values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All values agree.
    Agrees,
    /// Some values do not agree.
    Differs,
    /// No printed value is compared.
    NothingPrinted,
    /// Nothing has been computed yet.
    NotDrawn,
}

/// A mean: the computed one for a printed one, or that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComputedValue {
    /// The mean.
    pub mean: f64,
    /// Half the width of its 95 % confidence interval, if there is one.
    pub half_width: Option<f64>,
}

impl ComputedValue {
    /// That of a run on a curve.
    pub fn of(point: &CurvePoint) -> ComputedValue {
        ComputedValue { mean: point.y, half_width: point.half_width }
    }

    /// `12.3 h ± 0.5 h`.
    pub fn text(&self, unit: &Unit) -> String {
        let interval = self.half_width.map(|half_width| format!(" ± {}", reading(half_width, unit)));
        reading(self.mean, unit) + &interval.unwrap_or_default()
    }
}

/// Whether a printed value agrees with a curve; `found` is the computed value for a printed mean. A missing value does
/// not agree.
pub fn agrees(printed: &Printed, curve: &Curve, found: Option<ComputedValue>) -> bool {
    match *printed {
        Printed::Saturation { utilization, load, above } => curve.saturation.is_some_and(|found| {
            let loads_meet = load.is_none_or(|load| (found.load - load).abs() <= STEP);
            loads_meet && is_near(gap(utilization, above, [least(&found), found.at]))
        }),
        Printed::Mean { mean, half_width, .. } => found.is_some_and(|found| {
            let apart = (found.mean - mean).abs();
            apart <= SHARE * mean.abs() || apart <= half_width.unwrap_or(0.0) + found.half_width.unwrap_or(0.0)
        }),
    }
}

/// The last utilisation before saturation; 0 if all runs are saturated.
pub fn least(found: &Saturation) -> f64 {
    if found.below.is_nan() { 0.0 } else { found.below }
}

/// How far a printed utilisation is from an interval; 0 within. One that the paper only says to be exceeded has no
/// lower bound.
pub fn gap(utilization: f64, above: bool, [least, most]: [f64; 2]) -> f64 {
    let beneath = if above { 0.0 } else { least - utilization };
    (utilization - most).max(beneath).max(0.0)
}

/// Whether a gap is small enough, to the tenth of a point with which it is shown.
pub fn is_near(gap: f64) -> bool {
    (1000.0 * gap).round() <= 1000.0 * STEP
}

/// A printed value that names none of several machines holds for each.
pub fn is_about(value: &Published, curve: &Curve) -> bool {
    (value.allocation, value.scheduling) == (&*curve.allocation, &*curve.scheduling)
}

/// The verdict on all values of a figure, from whether each agrees.
pub fn verdict(values: &[bool]) -> Verdict {
    match (values.is_empty(), values.iter().all(|agrees| *agrees)) {
        (true, _) => Verdict::NothingPrinted,
        (_, true) => Verdict::Agrees,
        (_, false) => Verdict::Differs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Curves, Experiment};
    use crate::simulation::metrics;

    fn curve(saturation: Option<[f64; 4]>) -> Curve {
        let experiment = Experiment::default();
        let mut curve = Curves::empty(&experiment, experiment.plot).curves.remove(0);
        curve.saturation = saturation.map(|[below, at, load, plateau]| Saturation { below, at, load, plateau });
        curve
    }

    #[test]
    fn a_mean_agrees_within_a_twentieth_or_within_the_intervals() {
        let agrees = |mean, half_width, here, around| {
            let printed = Printed::Mean { metric: &metrics::MEAN_RESPONSE, at: 1.0, mean, half_width };
            agrees(&printed, &curve(None), Some(ComputedValue { mean: here, half_width: around }))
        };
        assert!(agrees(100.0, None, 105.0, None) && agrees(100.0, None, 95.0, None));
        assert!(!agrees(100.0, None, 105.1, None) && !agrees(100.0, None, 94.9, None));
        // Table 4.2 of the thesis: GABL and first fit, as in docs/reproduction.md.
        assert!(!agrees(5174.6, Some(155.24), 5809.0, Some(220.0)));
        assert!(agrees(18850.4, Some(188.5), 18419.0, Some(340.0)));
        assert!(agrees(100.0, Some(4.0), 109.0, Some(5.0)) && !agrees(100.0, Some(4.0), 109.1, Some(5.0)));
        let printed = Printed::Mean { metric: &metrics::MEAN_RESPONSE, at: 1.0, mean: 1.0, half_width: None };
        assert!(!super::agrees(&printed, &curve(None), None), "it was not run");
    }

    #[test]
    fn a_saturation_agrees_between_a_little_below_and_a_little_above() {
        let agrees = |utilization, load, found| {
            super::agrees(&Printed::Saturation { utilization, load, above: false }, &curve(Some(found)), None)
        };
        // Mao 2005, figures 3, 5 and 7, as in docs/reproduction.md.
        assert!(agrees(0.65, None, [0.604, 0.627, 0.7, 0.715]));
        assert!(!agrees(0.45, None, [0.510, 0.556, 0.56, 0.584]));
        assert!(!agrees(0.85, Some(0.8), [0.960, 0.971, 1.07, 0.997]));
        assert!(agrees(0.6, Some(0.62), [0.602, 0.635, 0.65, 0.642]));
        assert!(!agrees(0.6, Some(0.59), [0.602, 0.635, 0.65, 0.642]), "the load is another");
        assert!(agrees(0.3, None, [f64::NAN, 0.6, 0.65, 0.64]), "all runs are saturated");
        let above = Printed::Saturation { utilization: 0.8, load: None, above: true };
        assert!(super::agrees(&above, &curve(Some([0.96, 0.97, 1.0, 0.99])), None), "above 80 % has no upper end");
        let printed = Printed::Saturation { utilization: 0.8, load: None, above: false };
        assert!(!super::agrees(&printed, &curve(None), None), "it does not saturate");
    }

    #[test]
    fn a_figure_agrees_if_all_its_values_do() {
        assert_eq!(verdict(&[]), Verdict::NothingPrinted);
        assert_eq!(verdict(&[true, true]), Verdict::Agrees);
        assert_eq!(verdict(&[true, false]), Verdict::Differs);
    }
}
