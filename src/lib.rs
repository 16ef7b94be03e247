//! Subtorus: processor allocation, job scheduling and the network underneath, on meshes and tori of any dimension.
//!
//! The modules, each importing only from those above it (see `docs/architecture.md`):
//! names, time and randomness, the budget, parameters and permalinks, figures, machines, topologies, the network, workloads,
//! formats of logs, allocation, scheduling, the simulation, experiments, single runs, batches, papers, reports, and the
//! binding layer for the page.

/// What exactly this program is: its version and the commit that it was built from, `0.1.0+1a2b3c4d5e6f`, with `-modified`
/// if the tree had changes; `0.1.0+unknown` if the commit was unknown. Every file that it writes carries it.
pub const BUILD: &str = env!("SUBTORUS_BUILD");

pub mod allocation;
pub mod budget;
pub mod diagnostic;
pub mod experiment;
pub mod figure;
pub mod formats;
pub mod machine;
pub mod names;
pub mod network;
pub mod papers;
pub mod parameter;
pub mod permalink;
pub mod random;
pub mod report;
pub mod run;
pub mod scheduling;
pub mod simulation;
pub mod sorting;
pub mod time;
pub mod topology;
pub mod torus_batch;
#[cfg(target_arch = "wasm32")]
pub mod web;
pub mod workload;

#[cfg(test)]
#[path = "../tests/rules/cases.rs"]
mod cases;
