//! The plotted quantities: one against another, written `slowdown-utilization`.

use super::Experiment;
use crate::diagnostic::Explain;
use crate::names::{UnknownName, named, plain};
use crate::simulation::metrics::{self, METRICS, Metric, MetricUnit};
use std::fmt;
use std::str::FromStr;

/// A quantity of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A metric.
    Metric(&'static Metric),
    /// The varied coefficient.
    Coefficient,
}

/// The name of the varied coefficient as a quantity.
const COEFFICIENT: &str = "coefficient";

impl Quantity {
    /// The metric with this full name, if there is one.
    pub fn metric(name: &str) -> Option<Quantity> {
        Metric::find(name).map(Quantity::Metric)
    }

    /// Every quantity, in the order of menus.
    pub fn all() -> impl Iterator<Item = Quantity> {
        METRICS.iter().copied().map(Quantity::Metric).chain([Quantity::Coefficient])
    }

    /// The names of all quantities, as they are written.
    pub fn names() -> Vec<&'static str> {
        Quantity::all().map(Quantity::name).collect()
    }

    /// The name in permalinks and menus: the short name of a metric, if it has one.
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Metric(metric) => metric.preferred_name(),
            Quantity::Coefficient => COEFFICIENT,
        }
    }

    /// The title of its axis in an experiment.
    pub fn title(self, experiment: &Experiment) -> &'static str {
        match self {
            Quantity::Metric(metric) => metric.title,
            Quantity::Coefficient => experiment.varied().title(),
        }
    }

    /// The unit of its values in an experiment. With a network, the unit of time is a cycle.
    pub fn unit(self, experiment: &Experiment) -> MetricUnit {
        match self {
            Quantity::Metric(metric) if experiment.communication.uses_network() => metric.unit.by_network(),
            Quantity::Metric(metric) => metric.unit,
            Quantity::Coefficient => MetricUnit::One,
        }
    }

    /// Its meaning, in a sentence or two.
    pub fn definition(self) -> &'static str {
        match self {
            Quantity::Metric(metric) => metric.definition,
            Quantity::Coefficient => "The value of what the sweep varies.",
        }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Quantity {
    type Err = UnknownName;

    /// Reads the name of a quantity, or the full name of a metric with a short one.
    fn from_str(text: &str) -> Result<Quantity, UnknownName> {
        let written = plain(text);
        let named = Quantity::all().find(|quantity| quantity.name() == written);
        let unknown = || UnknownName { what: "quantity", text: text.to_string(), known: Quantity::names() };
        named.or_else(|| Quantity::metric(&written)).ok_or_else(unknown)
    }
}

/// The quantities of the two axes. Written `y-x`: `slowdown-utilization` is slowdown (vertical) against utilisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plot {
    /// The vertical axis.
    pub y: Quantity,
    /// The horizontal axis.
    pub x: Quantity,
}

/// An error in the text of a plot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlotError {
    /// There is one word, but two are needed.
    #[error("'{0}' has no hyphen between two quantities")]
    OneWord(String),
    /// One of the two words is not a quantity.
    #[error(transparent)]
    Quantity(#[from] UnknownName),
}

impl Explain for PlotError {
    fn passed_on(&self) -> Option<&dyn Explain> {
        if let PlotError::Quantity(unknown) = self { Some(unknown) } else { None }
    }

    fn expected(&self) -> String {
        match self {
            PlotError::OneWord(_) => "y-x".into(),
            PlotError::Quantity(unknown) => unknown.expected(),
        }
    }
}

impl Plot {
    /// Whether an axis shows a metric that a clock measures (the allocation overhead). It is measured only then.
    pub fn shows_overhead(self) -> bool {
        self.shows(|metric| metric.needs_clock)
    }

    /// Whether an axis shows reasons for waiting. They are recorded only then.
    pub fn shows_reasons(self) -> bool {
        self.shows(Metric::needs_reasons)
    }

    fn shows(self, is_it: fn(&Metric) -> bool) -> bool {
        [self.x, self.y].iter().any(|quantity| matches!(quantity, Quantity::Metric(metric) if is_it(metric)))
    }

    /// Whether a run for the plot `other` recorded everything that this plot shows. Overhead and reasons are recorded
    /// only if they are plotted.
    pub fn is_recorded_for(self, other: Plot) -> bool {
        (!self.shows_overhead() || other.shows_overhead()) && (!self.shows_reasons() || other.shows_reasons())
    }
}

impl Default for Plot {
    fn default() -> Plot {
        Plot { y: Quantity::Metric(&metrics::MEAN_BOUNDED_SLOWDOWN), x: Quantity::Metric(&metrics::UTILIZATION) }
    }
}

impl fmt::Display for Plot {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}-{}", self.y, self.x)
    }
}

impl FromStr for Plot {
    type Err = PlotError;

    fn from_str(text: &str) -> Result<Plot, PlotError> {
        let (y, x) = text.split_once('-').ok_or_else(|| PlotError::OneWord(text.to_string()))?;
        Ok(Plot { y: y.parse()?, x: x.parse()? })
    }
}

named! {
    /// The scale of the y axis.
    #[derive(Default)]
    Scale, "scale" {
        /// It depends on the quantity.
        #[default]
        Auto = "auto" => "Logarithmic for slowdowns, waits and response times, which span decades; linear for everything else.",
        /// Logarithmic.
        Log = "log" => "Logarithmic.",
        /// Linear.
        Linear = "linear" => "Linear.",
    }
}

impl Scale {
    /// Whether the y axis of this plot is logarithmic.
    pub fn is_logarithmic(self, plot: Plot) -> bool {
        match (self, plot.y) {
            (Scale::Log, _) => true,
            (Scale::Linear, _) | (Scale::Auto, Quantity::Coefficient) => false,
            (Scale::Auto, Quantity::Metric(metric)) => metric.spans_decades(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostic;

    #[test]
    fn every_pair_of_quantities_round_trips() {
        for y in Quantity::names() {
            for x in Quantity::names() {
                let text = format!("{y}-{x}");
                assert_eq!(text.parse::<Plot>().unwrap().to_string(), text);
            }
        }
        assert_eq!("mean_bounded_slowdown-utilization".parse(), Ok(Plot::default()), "a full name is the same one");
    }

    #[test]
    fn an_unknown_quantity_gets_the_known_ones_or_a_suggestion() {
        let complaint = |text: &str| Diagnostic::of(&text.parse::<Plot>().unwrap_err()).message();
        let reason = complaint("slowness-load");
        assert!(
            reason.starts_with("unknown quantity 'slowness' (expected one of load, utilization, slowdown, "),
            "{reason}"
        );
        assert!(reason.ends_with(" others, which the page and 'subtorus list' name)"), "{reason}");
        assert_eq!(complaint("slowdwon-load"), "unknown quantity 'slowdwon'; did you mean slowdown?");
        assert_eq!("Slowdown - Utilization".parse(), Ok(Plot::default()));
        assert_eq!(complaint("slowdown"), "'slowdown' has no hyphen between two quantities (expected y-x)");
    }

    #[test]
    fn axes_have_titles_units_and_definitions() {
        let mut experiment = Experiment::default();
        let quantity = |name: &str| name.parse::<Quantity>().unwrap();
        let said = |experiment: &Experiment, name: &str| {
            let quantity = quantity(name);
            (quantity.title(experiment), quantity.unit(experiment).name())
        };
        experiment.set("vary", "arrival:1").unwrap();
        assert_eq!(said(&experiment, "wait"), ("Mean wait", "s"));
        assert_eq!(said(&experiment, "arrival_rate"), ("Arrival rate", "jobs/s"));
        assert_eq!(said(&experiment, "coefficient"), ("Arrival factor", ""));
        experiment.set("service", "communication").unwrap();
        assert_eq!(said(&experiment, "wait"), ("Mean wait", "cycles"));
        assert_eq!(said(&experiment, "load"), ("Load", "%"));
        assert_eq!(quantity("wait").definition(), "Mean over jobs of the time from arrival to start.");
        assert_eq!(quantity("coefficient").definition(), "The value of what the sweep varies.");
    }

    #[test]
    fn a_clock_is_needed_if_the_overhead_is_on_an_axis() {
        let shows = |text: &str| text.parse::<Plot>().unwrap().shows_overhead();
        assert!(shows("allocation_overhead-load") && shows("wait-allocation_overhead"));
        assert!(!shows("wait-coefficient") && !shows("coefficient-placements_per_job"));
    }

    #[test]
    fn a_plot_with_quantities_recorded_on_demand_shows_them() {
        let plot = |text: &str| text.parse::<Plot>().unwrap();
        let (usual, reasons) = (Plot::default(), plot("mean_wait_placement-load"));
        let (share, overhead) = (plot("wait-share_wait_placement"), plot("allocation_overhead-load"));
        assert!(
            reasons.shows_reasons() && share.shows_reasons() && !usual.shows_reasons() && !overhead.shows_reasons()
        );
        assert!(reasons.is_recorded_for(share) && share.is_recorded_for(reasons) && usual.is_recorded_for(reasons));
        assert!(
            !reasons.is_recorded_for(usual) && !reasons.is_recorded_for(overhead) && !overhead.is_recorded_for(reasons)
        );
        assert!(overhead.is_recorded_for(overhead) && usual.is_recorded_for(usual));
    }

    #[test]
    fn slowdowns_are_logarithmic_unless_set_otherwise() {
        let plot = |text: &str| text.parse::<Plot>().unwrap();
        assert!(Scale::Auto.is_logarithmic(plot("slowdown-load")));
        assert!(Scale::Auto.is_logarithmic(plot("p95_wait-load")));
        assert!(!Scale::Auto.is_logarithmic(plot("utilization-load")));
        assert!(Scale::Log.is_logarithmic(plot("utilization-load")));
        assert!(!Scale::Linear.is_logarithmic(plot("slowdown-load")));
        assert!(!Scale::Auto.is_logarithmic(plot("coefficient-slowdown")));
        assert!(Scale::Log.is_logarithmic(plot("coefficient-slowdown")));
    }
}
