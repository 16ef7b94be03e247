//! In the manner of figure 4 of the paper on TPU v4: how much of a pod of 4096 chips can be used at once for slices of one size, when
//! hosts of four chips fail, with optical switches between cubes of 64 chips and without.
//!
//! Without switches a slice is a box of the torus; with them it is any set of cubes with all sixteen hosts of each in
//! service. What the figure counts is `first_fill`: as many slices are asked for at once as there could ever be.

use super::{JOUPPI_2023, Preset, Printed, Published};
use crate::simulation::metrics::FIRST_FILL;

/// A slice, and what the paper says of it where 99.0 % of the hosts work.
struct Slice {
    chips: u32,
    shape: &'static str,
    /// How many of them a pod has at most.
    jobs: u32,
    published: &'static [Published],
}

/// With switches at 99.0 %.
const fn printed(mean: f64) -> [Published; 1] {
    let printed = Printed::Mean { metric: &FIRST_FILL, at: 0.99, mean, half_width: None };
    [Published { allocation: "ocs", scheduling: "fcfs", printed }]
}

const SLICES: [Slice; 3] = [
    Slice { chips: 1024, shape: "8x8x16", jobs: 4, published: &printed(0.75) },
    Slice { chips: 2048, shape: "8x16x16", jobs: 2, published: &printed(0.5) },
    Slice { chips: 3072, shape: "12x16x16", jobs: 1, published: &printed(0.75) },
];

/// A figure for each size of slices.
pub(super) fn presets() -> Vec<Preset> {
    SLICES.iter().map(preset).collect()
}

fn preset(slice: &Slice) -> Preset {
    let Slice { chips, shape, jobs, published } = slice;
    Preset {
        paper: &JOUPPI_2023,
        figure: format!("figure 4, slices of {chips}"),
        shows: format!("How full a pod gets with slices of {chips} chips, by the availability of hosts"),
        log: None,
        link: format!(
            "#v=1&model=tpu-v4&jobs={jobs}&machine=torus:16x16x16&allocation=ocs,tff&scheduling=fcfs&slice={shape}\
             &vary=availability:0.99..1:0.001&replications=100&precision=0&plot=first_fill-coefficient"
        ),
        published,
    }
}
