//! What a sweep can vary.

use super::sweep::MAX_COEFFICIENT;
use crate::names::named;

/// The most jobs of a model: enough for any study, and few enough for a browser's memory.
pub const MAX_MODEL_JOBS: u32 = 1_000_000;

named! {
    /// What a sweep varies.
    Varied, "quantity to vary" {
        /// Runtimes and estimates are multiplied by the value: higher is more load.
        Runtime = "runtime",
        /// Arrival times are multiplied by the value: lower is more load.
        Arrival = "arrival",
        /// The model's jobs arrive the value times as often as published: higher is more load.
        Rate = "rate",
        /// Every extent of the machine is the value, and the model makes jobs for that machine.
        Side = "side",
        /// Of the policies with `skip` or `easy`, so many jobs behind the head are tried in a pass.
        Depth = "depth",
        /// Arrival times are stretched until the jobs that run offer the machine this load.
        Load = "load",
        /// Sizes are multiplied by the value.
        SizeScale = "size-scale",
        /// The excess of estimates over runtimes is multiplied by the value.
        EstimateExcess = "estimate-excess",
        /// The model makes so many jobs.
        Jobs = "jobs",
        /// Jobs send so many messages on average, or rounds of them.
        Messages = "messages",
        /// Packets have so many flits.
        PacketLength = "packet-length",
        /// Routers take so many cycles for a header.
        RoutingDelay = "routing-delay",
        /// Of the strategies `paging`, pages have the side 2^value.
        PageSize = "page-size",
        /// Of the nodes that are drawn to be out of service, the share that is in service: lower is less machine.
        Availability = "availability",
    }
}

impl Varied {
    /// The parameter that the values replace; for `side`, `depth`, `page-size` and `availability`, which replace none,
    /// the name.
    pub fn parameter(self) -> &'static str {
        match self {
            Varied::Runtime => "runtime-coefficient",
            Varied::Arrival => "arrival-factor",
            _ => self.name(),
        }
    }

    /// The name of a column of the values, which no metric has.
    pub fn column(self) -> String {
        match self {
            Varied::Load => "offered_load".into(),
            Varied::Jobs => "model_jobs".into(),
            _ => self.parameter().replace('-', "_"),
        }
    }

    /// The title of an axis of the values.
    pub fn title(self) -> &'static str {
        match self {
            Varied::Runtime => "Runtime coefficient",
            Varied::Arrival => "Arrival factor",
            Varied::Rate => "Arrival rate",
            Varied::Side => "Side of the machine",
            Varied::Depth => "Depth of backfilling",
            Varied::Load => "Offered load",
            Varied::SizeScale => "Scale of sizes",
            Varied::EstimateExcess => "Excess of estimates",
            Varied::Jobs => "Number of jobs",
            Varied::Messages => "Mean number of messages",
            Varied::PacketLength => "Packet length",
            Varied::RoutingDelay => "Routing delay",
            Varied::PageSize => "Size index of pages",
            Varied::Availability => "Availability of hosts",
        }
    }

    /// Whether values are whole numbers.
    pub fn is_whole(self) -> bool {
        use Varied::{Depth, Jobs, PacketLength, PageSize, RoutingDelay, Side, SizeScale};
        matches!(self, Side | Depth | SizeScale | Jobs | PacketLength | RoutingDelay | PageSize)
    }

    /// Whether 0 is a value.
    pub fn takes_zero(self) -> bool {
        matches!(self, Varied::EstimateExcess | Varied::RoutingDelay | Varied::PageSize | Varied::Availability)
    }

    /// The largest value.
    pub fn most(self) -> i64 {
        match self {
            Varied::Jobs => MAX_MODEL_JOBS.into(),
            Varied::Availability => 1,
            _ => MAX_COEFFICIENT,
        }
    }

    /// Whether a model makes other jobs at each value.
    pub(super) fn makes_jobs(self) -> bool {
        matches!(self, Varied::Rate | Varied::Side | Varied::Jobs)
    }

    /// Whether the value decides which of the same jobs can be placed, and by which strategies.
    pub(super) fn decides_what_fits(self) -> bool {
        matches!(self, Varied::SizeScale | Varied::PageSize)
    }

    /// Whether the value changes a run's memory or messages.
    pub(super) fn decides_cost(self) -> bool {
        matches!(self, Varied::Side | Varied::Jobs | Varied::Messages | Varied::PacketLength | Varied::SizeScale)
    }
}
