//! Shaped jobs on a torus of 4096 with and without optical switches, as in RFold's evaluation; and what backfilling adds.
//! What the paper leaves open, and what that changes, is in docs/reproduction.md.

use super::{Preset, Published, RFOLD_2025};
use crate::simulation::metrics::UTILIZATION;

/// The comparison, against load.
pub(super) fn presets() -> Vec<Preset> {
    let shows = "Utilisation against load of shaped jobs on 16x16x16: first fit, cubes joined by switches and a machine of any \
                 nodes, each in order of arrival and with backfilling.";
    let link = "#v=1&model=tpu-v4&jobs=600&runtimes=exponential(3600)&machine=torus:16x16x16&allocation=tff,ocs,flat\
                &vary=load:0.5..2:0.25&replications=20&precision=0&plot=utilization-load";
    // First fit and whole cubes, for jobs that start in the order of arrival.
    let published = [("tff", 0.51), ("ocs", 0.70)];
    let published = published.map(|(name, mean)| Published::mean([name, "fcfs"], &UTILIZATION, 1.5, mean)).to_vec();
    vec![Preset { published, ..Preset::new(&RFOLD_2025, "utilisation", shows, link) }]
}
