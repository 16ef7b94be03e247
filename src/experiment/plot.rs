//! What a chart shows: one quantity against another, written `slowdown-utilization`.

use super::Experiment;
use crate::names::named;
use crate::simulation::{ALLOCATION_OVERHEAD, METRICS};
use std::fmt;
use std::str::FromStr;

/// Something an axis can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A metric, by its position in [`METRICS`].
    Metric(usize),
    /// The varied coefficient.
    Coefficient,
}

/// Short names of the metrics people plot most.
pub const SHORT_NAMES: &[(&str, &str)] =
    &[("slowdown", "mean_bounded_slowdown"), ("wait", "mean_wait"), ("response", "mean_response")];

/// The name of the varied coefficient as a quantity.
const COEFFICIENT: &str = "coefficient";

impl Quantity {
    /// The metric with this full name, if there is one.
    pub fn metric(name: &str) -> Option<Quantity> {
        METRICS.iter().position(|metric| metric.name == name).map(Quantity::Metric)
    }

    /// The unit of its values in an experiment: where a network sets the pace, a unit of time is a cycle.
    pub fn unit(self, experiment: &Experiment) -> &'static str {
        match self {
            Quantity::Coefficient => "",
            Quantity::Metric(metric) => match METRICS[metric].unit {
                "s" if experiment.communication.uses_network() => "cycles",
                "jobs/s" if experiment.communication.uses_network() => "jobs/cycle",
                unit => unit,
            },
        }
    }

    /// The names of all quantities, in the form in which they are written.
    pub fn names() -> Vec<String> {
        let metrics = (0..METRICS.len()).map(|metric| Quantity::Metric(metric).to_string());
        metrics.chain([COEFFICIENT.to_string()]).collect()
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let name = match self {
            Quantity::Coefficient => COEFFICIENT,
            Quantity::Metric(metric) => METRICS[*metric].name,
        };
        out.write_str(SHORT_NAMES.iter().find(|(_, full)| *full == name).map_or(name, |(short, _)| short))
    }
}

impl FromStr for Quantity {
    type Err = String;

    fn from_str(text: &str) -> Result<Quantity, String> {
        if text == COEFFICIENT {
            return Ok(Quantity::Coefficient);
        }
        let full = SHORT_NAMES.iter().find(|(short, _)| *short == text).map_or(text, |(_, full)| full);
        Quantity::metric(full)
            .ok_or_else(|| format!("'{text}' is not a quantity (known: {})", Quantity::names().join(", ")))
    }
}

/// What the two axes show. Written `y-x`: `slowdown-utilization` is slowdown (upwards) against utilisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plot {
    /// Upwards.
    pub y: Quantity,
    /// To the right.
    pub x: Quantity,
}

impl Plot {
    /// Whether an axis shows the allocation overhead, which is measured only then.
    pub fn shows_overhead(self) -> bool {
        let overhead = Quantity::metric(ALLOCATION_OVERHEAD);
        [Some(self.x), Some(self.y)].contains(&overhead)
    }
}

impl Default for Plot {
    fn default() -> Plot {
        "slowdown-utilization".parse().expect("two metrics")
    }
}

impl fmt::Display for Plot {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}-{}", self.y, self.x)
    }
}

impl FromStr for Plot {
    type Err = String;

    fn from_str(text: &str) -> Result<Plot, String> {
        let (y, x) = text.split_once('-').ok_or("no hyphen between the two quantities")?;
        Ok(Plot { y: y.parse()?, x: x.parse()? })
    }
}

named! {
    /// How the y axis is divided.
    #[derive(Default)]
    Scale, "scale" {
        /// Logarithmic for slowdowns, waits and response times (which span decades), linear for everything else.
        #[default]
        Auto = "auto",
        /// Logarithmic.
        Log = "log",
        /// Linear.
        Linear = "linear",
    }
}

impl Scale {
    /// Whether the y axis of this plot is logarithmic.
    pub fn is_logarithmic(self, plot: Plot) -> bool {
        match (self, plot.y) {
            (Scale::Log, _) => true,
            (Scale::Linear, _) | (Scale::Auto, Quantity::Coefficient) => false,
            (Scale::Auto, Quantity::Metric(metric)) => {
                ["slowdown", "wait", "response"].iter().any(|kind| METRICS[metric].name.ends_with(kind))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_quantities_round_trips() {
        for y in Quantity::names() {
            for x in Quantity::names() {
                let text = format!("{y}-{x}");
                assert_eq!(text.parse::<Plot>().unwrap().to_string(), text);
            }
        }
        assert_eq!("mean_bounded_slowdown-utilization".parse(), Ok(Plot::default()), "a full name is the short one");
    }

    #[test]
    fn an_unknown_quantity_lists_the_known_ones() {
        let reason = "slowness-load".parse::<Plot>().unwrap_err();
        assert!(reason.contains("'slowness'") && reason.contains("slowdown") && reason.contains("coefficient"));
        assert!("slowdown".parse::<Plot>().unwrap_err().contains("hyphen"));
    }

    #[test]
    fn slowdowns_are_logarithmic_unless_told_otherwise() {
        let plot = |text: &str| text.parse::<Plot>().unwrap();
        assert!(Scale::Auto.is_logarithmic(plot("slowdown-load")));
        assert!(Scale::Auto.is_logarithmic(plot("p95_wait-load")));
        assert!(!Scale::Auto.is_logarithmic(plot("utilization-load")));
        assert!(Scale::Log.is_logarithmic(plot("utilization-load")));
        assert!(!Scale::Linear.is_logarithmic(plot("slowdown-load")));
    }
}
