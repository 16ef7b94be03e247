//! Shaped jobs on a torus of 4096 with and without optical switches, as in RFold's evaluation; and what backfilling adds.
//! What the paper leaves open, and what that changes, is in docs/reproduction.md.

use super::{Preset, Printed, Published, RFOLD_2025};
use crate::simulation::metrics::UTILIZATION;

const fn published(allocation: &'static str, mean: f64) -> Published {
    let printed = Printed::Mean { metric: &UTILIZATION, at: 1.5, mean, half_width: None };
    Published { allocation, scheduling: "fcfs", printed }
}

/// The printed results of first fit and of whole cubes, for jobs that start in the order of arrival.
const PRINTED: [Published; 2] = [published("tff", 0.51), published("ocs", 0.70)];

/// The comparison, against load.
pub(super) fn presets() -> Vec<Preset> {
    vec![Preset {
        paper: &RFOLD_2025,
        figure: "utilisation".into(),
        shows: "Utilisation against load of shaped jobs on 16x16x16: first fit, cubes joined by switches and a machine of any \
                nodes, each in order of arrival and with backfilling."
            .into(),
        log: None,
        link: "#v=1&model=tpu-v4&jobs=600&runtimes=exponential(3600)&machine=torus:16x16x16&allocation=tff,ocs,flat\
               &vary=load:0.5..2:0.25&replications=20&precision=0&plot=utilization-load"
            .into(),
        published: &PRINTED,
    }]
}
