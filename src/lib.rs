//! Subtorus: processor allocation, job scheduling and the network underneath, on meshes and tori of any dimension.
//!
//! The rooms of the house, each importing only from those above it (see `docs/architecture.md`):
//! names, time and randomness, the budget, parameters and links, figures, machines, the network, workloads, formats of logs,
//! allocation, scheduling, the simulation, the two kinds of experiments, papers, reports, and the browser's seam.

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
pub mod scheduling;
pub mod simulation;
pub mod time;
pub mod torus_batch;
#[cfg(target_arch = "wasm32")]
pub mod web;
pub mod workload;
