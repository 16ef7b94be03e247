//! Axes: their range, their ticks, and the places of values.

use super::numbers::{Unit, labels, logarithmic_labels, shown_unit};
use super::span::AxisSpan;

/// One axis of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What is measured, for example "Mean wait"; the unit is added when drawing.
    pub title: String,
    /// The unit of the values.
    pub unit: Unit,
    /// Whether equal distances are equal ratios. Values of zero or less are then left out and counted.
    pub logarithmic: bool,
    /// The least and the greatest value shown; `None` (and limits that make no range) fits the axis to the points.
    pub limits: Option<(f64, f64)>,
}

/// Values beyond this, or nearer to zero than its inverse on a logarithmic axis, are not drawn: nothing measured is so
/// large, and within it no difference or ratio overflows.
const HUGE: f64 = 1e100;

/// The most steps between ticks.
const MOST: usize = 12;

/// A place on an axis that has a label.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    /// The value, in the unit shown.
    pub value: f64,
    /// Its text.
    pub label: String,
}

/// An axis fitted to its values: the range, the ticks, and the place of each value.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    /// The least value, in the unit shown.
    pub low: f64,
    /// The greatest value, in the unit shown.
    pub high: f64,
    /// Whether equal distances are equal ratios.
    pub logarithmic: bool,
    /// What values are multiplied by to be in the unit shown.
    pub factor: f64,
    /// The labelled places, ascending, all within the range.
    pub ticks: Vec<Tick>,
    /// Places between decades that get a short stroke only.
    pub minor: Vec<f64>,
    /// The title with its unit.
    pub caption: String,
}

/// Whether `axis` has a place for `value`.
pub(super) fn placeable(axis: &Axis, value: f64) -> bool {
    value.abs() <= HUGE && (!axis.logarithmic || value >= 1.0 / HUGE)
}

impl Scale {
    /// Fits `axis` to the placeable `values` on `length` pixels. `room` tells how many pixels a label needs from the
    /// middle of one neighbour to the middle of the next; there are as many ticks as that allows.
    pub fn fit(axis: &Axis, values: impl Iterator<Item = f64>, length: f64, room: impl Fn(&str) -> f64) -> Scale {
        let limits = axis.limits.filter(|&(low, high)| placeable(axis, low) && placeable(axis, high) && low < high);
        let (low, high) = limits.unwrap_or_else(|| range(axis, values));
        let (factor, unit) = shown_unit(&axis.unit, if axis.logarithmic { low } else { high.abs().max(low.abs()) });
        let bare = Scale {
            low: low * factor,
            high: high * factor,
            logarithmic: axis.logarithmic,
            factor,
            ticks: Vec::new(),
            minor: Vec::new(),
            caption: caption(axis, unit),
        };
        let most = ((length / 24.0) as usize).clamp(1, MOST);
        let mut sparsest = bare.clone();
        for candidate in candidates(&bare, limits.is_some(), most) {
            let places: Vec<f64> = candidate.ticks.iter().map(|tick| candidate.place(tick.value) * length).collect();
            let roomy = (1..places.len()).all(|index| {
                let pair = &candidate.ticks[index - 1..=index];
                places[index] - places[index - 1] >= (room(&pair[0].label) + room(&pair[1].label)) / 2.0
            });
            if roomy && (2..=MOST + 1).contains(&candidate.ticks.len()) {
                return candidate;
            }
            if sparsest.ticks.is_empty() || candidate.ticks.len() < sparsest.ticks.len() {
                sparsest = candidate;
            }
        }
        sparsest.ticks.truncate(1);
        sparsest
    }

    /// The range between two places.
    pub fn span(&self, first: f64, last: f64) -> AxisSpan {
        let (low, high) = (self.low / self.factor, self.high / self.factor);
        AxisSpan { first, last, low, high, logarithmic: self.logarithmic }
    }

    /// How far along the axis a value lies, 0 at the least and 1 at the greatest; outside the range, outside of that.
    pub fn fraction(&self, value: f64) -> f64 {
        self.place(value * self.factor)
    }

    /// The same for a value that already is in the unit shown.
    pub fn place(&self, shown: f64) -> f64 {
        if self.logarithmic {
            libm::log10(shown / self.low) / libm::log10(self.high / self.low)
        } else {
            (shown - self.low) / (self.high - self.low)
        }
    }
}

/// The title with the unit, and whether it is logarithmic.
fn caption(axis: &Axis, unit: &str) -> String {
    match (unit, axis.logarithmic) {
        ("", false) => axis.title.clone(),
        ("", true) => format!("{} (log scale)", axis.title),
        (unit, false) => format!("{} ({unit})", axis.title),
        (unit, true) => format!("{} ({unit}, log scale)", axis.title),
    }
}

/// The least and the greatest of `values`, apart enough to make an axis; from zero when that is not far away.
fn range(axis: &Axis, values: impl Iterator<Item = f64>) -> (f64, f64) {
    let ends = (f64::INFINITY, f64::NEG_INFINITY);
    let wider = |(low, high): (f64, f64), value: f64| (low.min(value), high.max(value));
    let (low, high) = values.filter(|&value| placeable(axis, value)).fold(ends, wider);
    if low > high {
        return if axis.logarithmic { (1.0, 100.0) } else { (0.0, 1.0) };
    }
    let level = high - low <= 1e-9 * high.abs().max(low.abs());
    match (axis.logarithmic, level) {
        (true, true) => (low / 2.0, high * 2.0),
        (true, false) => (low, high),
        (false, true) if high.abs() < 1.0 / HUGE => (0.0, 1.0),
        (false, true) => (low - low.abs() / 2.0, high + high.abs() / 2.0),
        (false, false) if low > 0.0 && low < high / 4.0 => (0.0, high),
        (false, false) if high < 0.0 && high > low / 4.0 => (low, 0.0),
        (false, false) => (low, high),
    }
}

/// Ways to put ticks on a scale, from many ticks to few. Unless `fixed`, the range grows to round numbers.
fn candidates(bare: &Scale, fixed: bool, most: usize) -> Vec<Scale> {
    let linear = (1..=most).rev().map(|count| linear(bare, fixed, count));
    if !bare.logarithmic {
        return linear.collect();
    }
    let bare = if fixed { bare.clone() } else { rounded(bare) };
    let decades = libm::log10(bare.high / bare.low);
    let mut scales: Vec<Scale> = [&[1.0, 2.0, 3.0, 5.0][..], &[1.0, 2.0, 5.0], &[1.0, 3.0], &[1.0]]
        .iter()
        .filter(|multiples| multiples.len() == 1 || decades * multiples.len() as f64 <= most.min(6) as f64)
        .map(|multiples| logarithmic(&bare, multiples, 1))
        .collect();
    scales.extend((2..=(decades as i32).max(2)).map(|stride| logarithmic(&bare, &[1.0], stride)));
    // Within a decade there may be no power of ten at all; ticks at equal steps then read best.
    let steps = if decades < 1.0 { most.min(4) } else { 0 };
    scales.extend((1..=steps).rev().map(|count| self::linear(&bare, true, count)));
    scales
}

/// Ticks at multiples of 1, 2 or 5 times a power of ten, about `count` steps of them.
fn linear(bare: &Scale, fixed: bool, count: usize) -> Scale {
    let step = round_step((bare.high - bare.low) / count as f64);
    let (mut low, mut high) = (bare.low, bare.high);
    if !fixed {
        low = libm::floor(low / step + 1e-9) * step;
        high = libm::ceil(high / step - 1e-9) * step;
    }
    let first = libm::ceil(low / step - 1e-9);
    let steps = libm::floor(high / step + 1e-9) - first;
    let values: Vec<f64> =
        (0..=steps as u32).map(|index| ((first + f64::from(index)) * step).clamp(low, high)).collect();
    let ticks = ticked(&values, labels(&values));
    Scale { low, high, ticks, ..bare.clone() }
}

/// The least of 1, 2, 5 times a power of ten that is not below `least`.
fn round_step(least: f64) -> f64 {
    let decade = libm::pow(10.0, libm::floor(libm::log10(least)));
    let multiple = [1.0, 2.0, 5.0].into_iter().find(|multiple| multiple * decade >= least * (1.0 - 1e-9));
    multiple.unwrap_or(10.0) * decade
}

/// Ticks at `multiples` of every power of ten, or of every `stride`-th one.
fn logarithmic(bare: &Scale, multiples: &[f64], stride: i32) -> Scale {
    let decades = libm::floor(libm::log10(bare.low)) as i32..=libm::ceil(libm::log10(bare.high)) as i32;
    let first = libm::ceil(libm::log10(bare.low) - 1e-9) as i32;
    let within = |value: &f64| *value >= bare.low * (1.0 - 1e-9) && *value <= bare.high * (1.0 + 1e-9);
    let at = |multiples: &[f64], stride: i32| -> Vec<f64> {
        let chosen = decades.clone().filter(|decade| (decade - first) % stride == 0);
        let values = chosen.flat_map(|decade| multiples.iter().map(move |&multiple| decimal(multiple, decade)));
        values.filter(within).map(|value| value.clamp(bare.low, bare.high)).collect()
    };
    let values = at(multiples, stride);
    let minor = if stride == 1 && decades.clone().count() <= 8 {
        at(&[2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0], 1)
    } else {
        Vec::new()
    };
    let ticks = ticked(&values, logarithmic_labels(&values));
    Scale { ticks, minor, ..bare.clone() }
}

/// The range of a logarithmic scale grown to 1, 2 or 5 times a power of ten at both ends.
fn rounded(bare: &Scale) -> Scale {
    let exponent = |value: f64| libm::floor(libm::log10(value)) as i32;
    let grown = |multiple: f64, value: f64| decimal(multiple, exponent(value));
    let below = [5.0, 2.0, 1.0].map(|multiple| grown(multiple, bare.low));
    let above = [1.0, 2.0, 5.0].map(|multiple| grown(multiple, bare.high));
    let low = below.into_iter().find(|&low| low <= bare.low * (1.0 + 1e-9)).unwrap_or(grown(0.5, bare.low));
    let high = above.into_iter().find(|&high| high >= bare.high * (1.0 - 1e-9)).unwrap_or(grown(10.0, bare.high));
    Scale { low, high, ..bare.clone() }
}

/// `multiple` times ten to the power of `exponent`, exactly rounded: the parser is, multiplication is not.
fn decimal(multiple: f64, exponent: i32) -> f64 {
    format!("{multiple}e{exponent}").parse().unwrap_or(f64::NAN)
}

/// Values and their labels as ticks.
fn ticked(values: &[f64], labels: Vec<String>) -> Vec<Tick> {
    values.iter().zip(labels).map(|(&value, label)| Tick { value, label }).collect()
}

#[cfg(test)]
pub(super) mod tests;
