//! The binary from the outside: what it reads, prints and writes, and how it refuses. A new file of tests is one line here.
#![cfg(not(target_arch = "wasm32"))]

mod binary;
mod build_id;
mod commands;
mod convert;
mod differ;
mod distributions;
mod events;
mod facets;
mod files;
mod inputs;
mod limits;
mod logs;
mod nasty_text;
mod network;
mod planning;
mod shards;
mod study;
mod torus_batch;
