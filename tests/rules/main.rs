//! Tests of the library against docs/semantics.md: properties of random cases, plain rules without optimisations,
//! independent schedules, frozen results. A new file of tests needs one line here.

mod allocation;
mod cases;
mod conservative;
mod definitions;
mod drawn;
mod fair_share;
mod frozen;
mod links;
mod network;
mod out_of_service;
mod placements;
mod plain;
mod reasons;
mod scheduling;
mod slurm;
mod tables;
mod units;
mod vectors;
mod wormhole;
