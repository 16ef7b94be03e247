//! Subtorus: processor allocation, job scheduling and the network underneath, on meshes and tori of any dimension.
//!
//! The rooms of the house, each importing only from those above it (see `docs/architecture.md`):
//! names, sorting, time and randomness, machines, the network, workloads, allocation, scheduling, the simulation, parameters
//! and links, the two kinds of experiments, papers, figures, and the browser's seam.

pub mod allocation;
pub mod diagnostic;
pub mod experiment;
pub mod figure;
pub mod machine;
pub mod names;
pub mod network;
mod order;
pub mod papers;
pub mod parameter;
pub mod permalink;
pub mod random;
pub mod scheduling;
pub mod simulation;
pub mod time;
pub mod torus_batch;
#[cfg(target_arch = "wasm32")]
pub mod web;
pub mod workload;
