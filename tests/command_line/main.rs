//! Tests of the binary: its input, its output, its files and its error messages. A new file of tests needs one line
//! here.

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
mod place;
mod planning;
mod search_placements;
mod shards;
mod study;
mod torus_batch;
mod usable_share;
