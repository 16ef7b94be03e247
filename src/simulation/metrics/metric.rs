//! What a metric is, and how it is declared.

use super::finished::Finished;
use crate::names::named;
use std::fmt;

named! {
    /// The unit of a metric's values.
    MetricUnit, "unit" {
        /// Pure numbers.
        One = "",
        /// Shares of a whole, which is 1; shown in per cent.
        Share = "%",
        /// Seconds.
        Seconds = "s",
        /// Billionths of a second.
        Nanoseconds = "ns",
        /// Cycles of the network.
        Cycles = "cycles",
        /// Jobs in a second.
        JobsPerSecond = "jobs/s",
        /// Jobs in a cycle of the network.
        JobsPerCycle = "jobs/cycle",
    }
}

impl MetricUnit {
    /// The unit of the same values where a network sets the pace: there a unit of time is a cycle.
    pub fn by_network(self) -> MetricUnit {
        match self {
            MetricUnit::Seconds => MetricUnit::Cycles,
            MetricUnit::JobsPerSecond => MetricUnit::JobsPerCycle,
            unit => unit,
        }
    }
}

named! {
    /// What a metric is about: menus group them by it.
    MetricFamily, "family of metrics" {
        /// Work and what the machine offers.
        Load = "load" => "How much work there is, and how much of the machine is used.",
        /// Slowdowns of jobs.
        Slowdown = "slowdown" => "How much longer a job takes than it would alone.",
        /// Waits of jobs.
        Wait = "wait" => "How long a job waits before it starts.",
        /// Response times of jobs.
        Response = "response" => "How long a job takes from its arrival to its end.",
        /// Lengths of runs and of what jobs do.
        Duration = "duration" => "How long the run and its jobs last.",
        /// Tori that jobs can use.
        Tori = "tori" => "What torus a job can make of its block.",
        /// Blocks of allocations.
        Blocks = "blocks" => "In how many pieces jobs run.",
        /// Processors that no job can use.
        Fragmentation = "fragmentation" => "Processors that no job can use.",
        /// What allocation costs.
        Overhead = "overhead" => "What the computer that allocates has to do.",
        /// Reasons for waiting.
        Reasons = "reasons" => "What jobs wait for: how much of the waiting is fragmentation.",
        /// Packets and links.
        Network = "network" => "What becomes of the packets of jobs that communicate.",
    }
}

/// One number a run yields. There is one of each, a `static`; it is the same metric only if it is the same entry.
pub struct Metric {
    /// The name in links, CSV and JSON, for example `mean_bounded_slowdown`.
    pub name: &'static str,
    /// The short name used on axes and in permalinks, if there is one.
    pub short_name: Option<&'static str>,
    /// The axis title, for example "Mean bounded slowdown".
    pub title: &'static str,
    /// The unit of its values.
    pub unit: MetricUnit,
    /// What it is about.
    pub family: MetricFamily,
    /// One or two sentences that define it.
    pub definition: &'static str,
    /// Whether a clock measures it: then only where it is asked for, and differently on every computer.
    pub needs_clock: bool,
    /// Its value for a run; NaN where it does not apply.
    pub(super) value: fn(&Finished) -> f64,
}

impl Metric {
    /// The name under which links and menus have it.
    pub fn preferred_name(&self) -> &'static str {
        self.short_name.unwrap_or(self.name)
    }

    /// Whether its values span decades, so that an axis is logarithmic unless the user sets the scale.
    pub fn spans_decades(&self) -> bool {
        matches!(self.family, MetricFamily::Slowdown | MetricFamily::Wait | MetricFamily::Response)
    }

    /// Whether it is about why jobs wait: then only where it is asked for, since to record reasons takes time.
    pub fn needs_reasons(&self) -> bool {
        self.family == MetricFamily::Reasons
    }
}

impl PartialEq for Metric {
    fn eq(&self, other: &Metric) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Metric {}

impl fmt::Debug for Metric {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(self.name)
    }
}

/// Declares metrics: a `static` for each, and the list of all of them as `METRICS`.
macro_rules! metrics {
    ($(
        $metric:ident {
            name: $name:literal,
            title: $title:literal,
            unit: $unit:ident,
            family: $family:ident,
            definition: $definition:literal,
            value: $value:expr,
            $($option:ident: $given:expr,)*
        }
    )+) => {
        use super::metric::{Metric, MetricFamily, MetricUnit};

        $(
            #[doc = $definition]
            pub static $metric: Metric = Metric {
                $($option: $given,)*
                ..Metric {
                    name: $name,
                    short_name: None,
                    title: $title,
                    unit: MetricUnit::$unit,
                    family: MetricFamily::$family,
                    definition: $definition,
                    needs_clock: false,
                    value: $value,
                }
            };
        )+

        /// All of these, in this order.
        pub(super) static METRICS: &[&Metric] = &[$(&$metric),+];
    };
}

pub(super) use metrics;
