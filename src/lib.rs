//! Subtorus simulates *processor allocation* (which nodes of a mesh or torus a job gets), *job scheduling* (which job
//! starts next) and the *wormhole network* underneath, on machines of any dimension, from logs or models of workloads.
//! The web page and the command line of the same name are thin front ends of this library. It reads no files and starts
//! no threads: it takes bytes and returns values.
//!
//! # A run
//!
//! Jobs, a machine, an allocation strategy and a scheduler make a run. An observer sees its events; [`Recorder`] is the
//! observer that computes metrics.
//!
//! ```
//! use subtorus::allocation::catalogue::{self, Setting};
//! use subtorus::machine::Machine;
//! use subtorus::scheduling::Scheduling;
//! use subtorus::simulation::{Recorder, metrics, simulate};
//! use subtorus::workload::{Selection, transform::Transformation};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Any format of `formats`; here a table of four jobs. Times are in seconds.
//! let table = b"submit,runtime,processors\n0,3600,8\n0,1800,16\n60,600,4\n120,60,1\n";
//! let (log, diagnostics) = subtorus::formats::read(table);
//! assert!(diagnostics.is_empty());
//!
//! let machine: Machine = "torus:4x4".parse()?;
//! let (columns, _) = log.select(&Selection::default());
//! // With extents, because first fit places boxes.
//! let jobs = Transformation::default().apply(&columns, &machine, true);
//!
//! let first_fit = catalogue::find("tff")?.make(&Setting { machine: &machine, seed: 1, replication: 0 })?;
//! let easy: Scheduling = "easy".parse()?;
//! let mut recorder = Recorder::new(&jobs, &machine);
//! simulate(&jobs, first_fit, easy, &mut recorder)?;
//!
//! // The second job needs all nodes and waits an hour; the others are backfilled.
//! assert_eq!(recorder.metrics().get(&metrics::MEAN_WAIT), 900.0);
//! # Ok(())
//! # }
//! ```
//!
//! # A sweep
//!
//! An [`Experiment`] is plain data, and a permalink is its text: the same text that the page has in its address bar. A
//! [`Plan`] divides it into independent cells, which any thread may run in any order, with the same results.
//!
//! ```
//! use subtorus::experiment::{Plan, Quantity, Results, permalink};
//! use subtorus::simulation::metrics;
//! use subtorus::workload::Selected;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let link = "#v=1&model=stochastic&jobs=100&machine=mesh:8x8&allocation=ff,mbs&vary=rate:0.2..0.4:0.2&replications=2";
//! let (experiment, diagnostics) = permalink::read(link);
//! assert!(diagnostics.is_empty());
//!
//! let plan = Plan::new(&experiment, &experiment.generate())?;
//! let mut results = Results::new(&plan, &Selected::default());
//! let mut cells = results.first_cells();
//! while let Some(cell) = cells.pop() {
//!     let outcome = plan.run(cell, None).map_err(|error| subtorus::diagnostic::Diagnostic::of(&error));
//!     // With replications, results decide whether more are needed.
//!     cells.extend(results.put(cell, outcome));
//! }
//! for point in results.summaries() {
//!     let curve = experiment.curve(point.machine, point.allocation, point.scheduling);
//!     println!("{curve} at {}: {} s", point.value, point.quantity(Quantity::Metric(&metrics::MEAN_WAIT)));
//! }
//! # Ok(())
//! # }
//! ```
//!
//! The `examples/` of the repository go further: a log, all processors, a run observed job by job.
//!
//! # What is stable
//!
//! - **Numbers.** The same experiment gives the same bits, natively and in WebAssembly, in every version. Where a rule
//!   was implemented wrongly and had to change, `CHANGELOG.md` names the experiments that are concerned.
//! - **Permalinks**, names of parameters, strategies and metrics, and the columns of tables.
//! - **The modules that this page lists**, as [Cargo's rules](https://doc.rust-lang.org/cargo/reference/semver.html) have
//!   it: before 1.0, a release that breaks one of their items raises the second number of the version.
//!   `docs/public-api.txt` lists the items, so that each change of them is seen in review.
//! - **The compiler**: `rust-version` in `Cargo.toml` is the oldest that works. Raising it raises the second number.
//!
//! Not stable, and not listed where the documentation is published: `names` and `parameter` (what names, menus and flags
//! are made from), `figure` and `report` (what the two front ends show and write), and single strategies, which are
//! made by name through [`allocation::catalogue`].
//!
//! # The rules
//!
//! `docs/semantics.md` has all rules, down to the last tie; documentation of items cites its sections.
//! `docs/glossary.md` has the words.
//!
//! [`Experiment`]: experiment::Experiment
//! [`Plan`]: experiment::Plan
//! [`Recorder`]: simulation::Recorder

/// What exactly this program is: its version and the commit that it was built from, `0.1.0+1a2b3c4d5e6f`, with `-modified`
/// if the tree had changes; `0.1.0+unknown` if the commit was unknown. Every file that it writes carries it.
pub const BUILD: &str = env!("SUBTORUS_BUILD");

pub mod allocation;
pub mod budget;
pub mod diagnostic;
pub mod experiment;
#[cfg_attr(docsrs, doc(hidden))]
pub mod figure;
pub mod formats;
pub mod machine;
#[cfg_attr(docsrs, doc(hidden))]
pub mod names;
pub mod network;
pub mod papers;
#[cfg_attr(docsrs, doc(hidden))]
pub mod parameter;
mod permalink;
pub mod random;
#[cfg_attr(docsrs, doc(hidden))]
pub mod report;
pub mod run;
pub mod scheduling;
pub mod simulation;
mod sorting;
pub mod time;
pub mod topology;
pub mod torus_batch;
pub mod view;
#[cfg(target_arch = "wasm32")]
pub mod web;
pub mod workload;

#[cfg(test)]
#[path = "../tests/rules/cases.rs"]
mod cases;
