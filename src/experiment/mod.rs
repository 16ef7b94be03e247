//! Experiments as plain data ([`Experiment`]), as text ([`parameters`], [`permalink`]), as independent runs ([`Plan`]),
//! and their results ([`Results`], [`curves`]).
//!
//! One table has the names of the parameters. They are the same in permalinks, on the command line and in the form.

mod admission;
pub(crate) mod agenda;
pub(crate) mod cell;
mod cell_timings;
pub mod confidence;
pub(crate) mod contrast;
pub mod curves;
mod demand;
mod down;
pub mod exclusion;
pub(crate) mod facet;
mod given_shapes;
mod identity;
pub mod one_run;
pub(crate) mod outlook;
mod own;
pub mod parameters;
pub mod permalink;
pub mod placement_search;
pub(crate) mod plan;
mod plan_error;
pub(crate) mod plot;
pub(crate) mod results;
mod setup;
pub mod shards;
pub(crate) mod survey;
pub(crate) mod sweep;
mod units;
mod usable_share;
mod varied;
mod varying;
mod weight;

pub use agenda::Agenda;
pub use cell::{AS_LOGGED, Cell, CellResult};
pub use contrast::Relation;
pub use curves::{Curve, CurvePoint, Curves};
pub use demand::Demand;
pub use down::{Down, DownError};
pub use exclusion::Exclusion;
pub use facet::{Facet, FacetError};
pub use given_shapes::ShapesError;
pub use identity::Identities;
pub use one_run::OneRun;
pub use outlook::{JobTotals, Outlook, RequestHistogram};
pub use own::OwnKind;
pub use parameters::{PARAMETERS, Parameter};
pub use placement_search::{PlacementSearch, PlacementSearchError, SearchLimits};
pub use plan::Plan;
pub use plan_error::PlanError;
pub use plot::{Plot, PlotError, Quantity, Scale};
pub use results::{Results, Summary};
pub use shards::Shard;
pub use sweep::{Sweep, SweepError};
pub use usable_share::UsableShare;
pub use varied::Varied;

use crate::allocation::catalogue;
use crate::allocation::own::{CodeSet, OwnName};
use crate::formats::ColumnChoice;
use crate::machine::{Machine, Unit};
use crate::names::named;
use crate::parameter::{Conflict, ParameterError};
use crate::scheduling::{BlockedHead, Order, Scheduling};
use crate::simulation::Communication;
use crate::time::Decimal;
use crate::topology::TopologyFile;
use crate::workload::slice::Slice;
use crate::workload::stochastic::{Runtimes, Sides};
use crate::workload::transform::Transformation;
use crate::workload::{Partitions, Selection};

named! {
    /// A stochastic model that makes jobs when no log is given.
    #[derive(Default)]
    Model, "model" {
        /// Lublin and Feitelson 2003, batch jobs with the published parameters.
        #[default]
        Lublin = "lublin" => "Lublin and Feitelson 2003, batch jobs with the published parameters.",
        /// Exponential arrivals, drawn sub-meshes and runtimes (the literature on processor allocation).
        Stochastic = "stochastic" => "Exponential arrivals, drawn sub-meshes and runtimes.",
        /// The same arrivals and runtimes; shapes as requested on pods of TPU v4 (Jouppi 2023).
        TpuV4 = "tpu-v4" => "Exponential arrivals, drawn runtimes, shapes as asked for on pods of TPU v4 (Jouppi 2023).",
    }
}

/// One experiment: a workload, the machines and strategies to compare, and the varied quantity. Equal experiments have
/// equal permalinks. [`Default`] is the experiment of a first visit.
///
/// ```
/// use subtorus::experiment::Experiment;
///
/// let mut experiment = Experiment::default();
/// experiment.set("machine", "mesh:16x16")?;
/// experiment.set("allocation", "gabl,mbs")?;
/// assert_eq!(experiment.get("machine").as_deref(), Some("mesh:16x16"));
/// assert_eq!(experiment.get("seed"), None, "the default");
///
/// // A value without an effect is no error, but it is reported.
/// experiment.set("partition", "2")?;
/// assert_eq!(experiment.conflicts()[0].to_string(), "selects jobs of a log, but no log is given");
/// # Ok::<(), subtorus::parameter::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// The log's file name, for the user; its identity is `sha256`.
    pub log: Option<String>,
    /// SHA-256 of the log's uncompressed bytes, 64 lower-case hexadecimal digits.
    pub sha256: Option<String>,
    /// The address of the log, if it can be fetched.
    pub log_url: Option<String>,
    /// The model that makes the jobs if no log is named.
    pub model: Model,
    /// How many jobs the model makes.
    pub jobs: u32,
    /// The arrival rate of the model's jobs, relative to the published one.
    pub rate: Decimal,
    /// How the stochastic model draws the sides of a job's sub-mesh.
    pub sides: Sides,
    /// How the stochastic model draws runtimes.
    pub runtimes: Runtimes,
    /// The request of every job of the model `tpu-v4`; `None` for its mix.
    pub slice: Option<Slice>,
    /// The chosen columns of the log, by field.
    pub columns: ColumnChoice,
    /// The factor on the times requested in the log.
    pub estimate_scale: Decimal,
    /// The selected jobs of the log.
    pub selection: Selection,
    /// The machines to compare, each once, at least one.
    pub machines: Vec<Machine>,
    /// The unit in which machines are handed out; `None` for single nodes.
    pub unit: Option<Unit>,
    /// The possible sizes of jobs.
    pub partitions: Partitions,
    /// Nodes of the machines that are out of service.
    pub down: Down,
    /// The topology of the machines, for strategies that read it.
    pub topology: Option<TopologyFile>,
    /// The name of the topology in its file; `None` for the default.
    pub topology_name: Option<String>,
    /// Whether jobs and segments get the smallest placement that holds them.
    pub round_up: bool,
    /// Allocation strategies by their names in the catalogue, without repetition, at least one.
    pub allocation: Vec<String>,
    /// The codes of the own strategies, and the engine that runs them.
    pub codes: CodeSet,
    /// Scheduling policies, each once, at least one.
    pub scheduling: Vec<Scheduling>,
    /// The transformation of jobs before the simulation. The quantity of [`Experiment::vary`] replaces its factor.
    pub transformation: Transformation,
    /// What determines the run time of a job, and how jobs communicate.
    pub communication: Communication,
    /// The quantity that varies from run to run; `None` for one run per pair of strategies.
    pub vary: Option<Sweep>,
    /// The quantity that varies from chart to chart, in addition to the sweep within each; `None` for one chart.
    pub facet: Option<Facet>,
    /// The most replications of each run. Each has its own random streams.
    pub replications: u32,
    /// Replications end once the plotted metric's 95 % interval is at most this share of its mean to either side.
    pub precision: Decimal,
    /// The plotted quantities.
    pub plot: Plot,
    /// Whether the chart's y axis is logarithmic.
    pub scale: Scale,
    /// The seed from which every random stream is derived.
    pub seed: u64,
}

impl Default for Experiment {
    fn default() -> Experiment {
        let decimal = |text: &str| text.parse::<Decimal>().expect("a decimal number");
        Experiment {
            log: None,
            sha256: None,
            log_url: None,
            model: Model::default(),
            jobs: 3000,
            rate: Decimal::ONE,
            sides: Sides::default(),
            runtimes: Runtimes::default(),
            slice: None,
            columns: ColumnChoice::default(),
            estimate_scale: Decimal::ONE,
            selection: Selection::default(),
            machines: vec![Machine::torus(&[2, 2, 2, 4, 4, 8])],
            unit: None,
            partitions: Partitions::default(),
            down: Down::default(),
            topology: None,
            topology_name: None,
            round_up: false,
            allocation: ["ep", "nep", "flat"].map(String::from).to_vec(),
            codes: CodeSet::default(),
            scheduling: [BlockedHead::Block, BlockedHead::Easy].map(|head| Scheduling::new(Order::Fcfs, head)).to_vec(),
            transformation: Transformation::default(),
            communication: Communication::default(),
            vary: Some(Sweep::new(Varied::Runtime, decimal("0.2"), decimal("2"), decimal("0.05"))),
            facet: None,
            replications: 1,
            precision: decimal("0.05"),
            plot: Plot::default(),
            scale: Scale::default(),
            seed: 1,
        }
    }
}

impl Experiment {
    /// Sets one parameter from its text. An empty text removes an optional parameter (such as `partition`).
    ///
    /// Fails without a change. The error names the parameter, the problem of the value and the expected value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParameterError> {
        PARAMETERS.set(self, name, value)
    }

    /// The canonical text of one parameter; `None` if it has its default value, or is not a parameter.
    pub fn get(&self, name: &str) -> Option<String> {
        let parameter = PARAMETERS.find(name).ok()?;
        parameter.is_set(self).then(|| parameter.text(self))
    }

    /// Whether the jobs come from a log rather than from the model.
    pub fn uses_log(&self) -> bool {
        self.log.is_some() || self.sha256.is_some() || self.log_url.is_some()
    }

    /// The values of the varied coefficient, in increasing order; a single one without a sweep.
    pub fn values(&self) -> Vec<Decimal> {
        self.vary.map_or_else(|| vec![self.transformation.runtime_coefficient], |sweep| sweep.values())
    }

    /// The quantity of [`Experiment::values`]. Without a sweep, the runtime coefficient.
    pub fn varied(&self) -> Varied {
        self.vary.map_or(Varied::Runtime, |sweep| sweep.varied)
    }

    /// `easy / nep`: the curve of a pair of strategies by their positions. If several machines are compared, the name
    /// of the machine follows.
    pub fn curve(&self, machine: usize, allocation: usize, scheduling: usize) -> String {
        let pair = format!("{} / {}", self.shown_scheduling(scheduling), self.shown_allocation(allocation));
        if self.machines.len() > 1 { format!("{pair} on {}", self.machines[machine]) } else { pair }
    }

    /// The name of a curve for people: the strategy, the policy, and the machine if there are several.
    pub fn curve_title(&self, machine: usize, allocation: usize, scheduling: usize) -> String {
        let name = &self.allocation[allocation];
        let known = catalogue::find(name).ok().filter(|_| OwnName::of(name).is_none());
        let strategy = known.map_or_else(|| self.shown_allocation(allocation).into(), |choice| choice.title());
        let pair = format!("{strategy} · {}", self.scheduling[scheduling].title());
        if self.machines.len() > 1 { format!("{pair} on {}", self.machines[machine]) } else { pair }
    }

    /// The place of a curve among all of them, in the order of a plan: by machine, then allocation, then scheduling.
    pub fn place(&self, machine: usize, allocation: usize, scheduling: usize) -> usize {
        (machine * self.allocation.len() + allocation) * self.scheduling.len() + scheduling
    }

    /// Parameters that contradict each other or have no effect together. The experiment can still run: a varied value
    /// replaces the fixed one, and a log replaces the model.
    pub fn conflicts(&self) -> Vec<Conflict> {
        PARAMETERS.conflicts(self)
    }
}

#[cfg(test)]
pub(crate) mod tests;
