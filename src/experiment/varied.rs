//! The quantities that a sweep can vary.

use super::sweep::MAX_COEFFICIENT;
use crate::names::named;

/// The most jobs of a model: enough for any study, and few enough for a browser's memory.
pub const MAX_MODEL_JOBS: u32 = 1_000_000;

named! {
    /// A varied quantity. Its meaning is the title of an axis of its values.
    Varied, "quantity to vary" {
        /// Multiplies runtimes and estimates: higher is more load.
        Runtime = "runtime" => "Runtime coefficient",
        /// Multiplies arrival times: lower is more load.
        Arrival = "arrival" => "Arrival factor",
        /// The arrival rate of the model's jobs, relative to the published one: higher is more load.
        Rate = "rate" => "Arrival rate",
        /// Every extent of the machine. The model makes jobs for that machine.
        Side = "side" => "Side of the machine",
        /// The number of jobs behind the head that policies with `skip` or `easy` try in a pass.
        Depth = "depth" => "Depth of backfilling",
        /// The load on the machine of the jobs that run; arrival times are stretched to reach it.
        Load = "load" => "Offered load",
        /// Multiplies sizes.
        SizeScale = "size-scale" => "Scale of sizes",
        /// Multiplies the excess of estimates over runtimes.
        EstimateExcess = "estimate-excess" => "Excess of estimates",
        /// The number of the model's jobs.
        Jobs = "jobs" => "Number of jobs",
        /// The mean number of messages of a job, or of rounds.
        Messages = "messages" => "Mean number of messages",
        /// The number of flits of a packet.
        PacketLength = "packet-length" => "Packet length",
        /// The cycles that a router takes for a header.
        RoutingDelay = "routing-delay" => "Routing delay",
        /// The size index of pages of the strategies `paging`: their side is 2^value.
        PageSize = "page-size" => "Size index of pages",
        /// The share of nodes in service, if those out of service are drawn: lower is less machine.
        Availability = "availability" => "Availability of hosts",
    }
}

impl Varied {
    /// The parameter that the values replace. `side`, `depth`, `page-size` and `availability` replace none, and return
    /// their own name.
    pub fn parameter(self) -> &'static str {
        match self {
            Varied::Runtime => "runtime-coefficient",
            Varied::Arrival => "arrival-factor",
            _ => self.name(),
        }
    }

    /// The name of a column of the values. No metric has this name.
    pub fn column(self) -> String {
        match self {
            Varied::Load => "offered_load".into(),
            Varied::Jobs => "model_jobs".into(),
            _ => self.parameter().replace('-', "_"),
        }
    }

    /// The title of an axis of the values.
    pub fn title(self) -> &'static str {
        self.meaning()
    }

    /// Whether values are whole numbers.
    pub fn is_whole(self) -> bool {
        use Varied::{Depth, Jobs, PacketLength, PageSize, RoutingDelay, Side, SizeScale};
        matches!(self, Side | Depth | SizeScale | Jobs | PacketLength | RoutingDelay | PageSize)
    }

    /// Whether 0 is allowed.
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
