//! In the manner of figure 4 of the paper on TPU v4: how much of a pod of 4096 chips can be used at once for slices of one size, when
//! hosts of four chips fail, with optical switches between cubes of 64 chips and without.
//!
//! Without switches a slice is a box of the torus; with them it is any set of cubes with all sixteen hosts of each in
//! service. What the figure counts is `first_fill`: as many slices are asked for at once as there could ever be.

use super::{JOUPPI_2023, Preset, Published};
use crate::simulation::metrics::FIRST_FILL;

/// A figure for each size of slices: how many of them a pod has at most, and how full it gets with switches where 99.0 % of
/// the hosts work.
pub(super) fn presets() -> Vec<Preset> {
    [("1024", "8x8x16", 4, 0.75), ("2048", "8x16x16", 2, 0.5), ("3072", "12x16x16", 1, 0.75)].map(preset).to_vec()
}

fn preset((chips, shape, jobs, fill): (&str, &str, u32, f64)) -> Preset {
    let figure = format!("figure 4, slices of {chips}");
    let shows = format!("How full a pod gets with slices of {chips} chips, by the availability of hosts");
    let link = format!(
        "#v=1&model=tpu-v4&jobs={jobs}&machine=torus:16x16x16&allocation=ocs,tff&scheduling=fcfs&slice={shape}\
         &vary=availability:0.99..1:0.001&replications=100&precision=0&plot=first_fill-coefficient"
    );
    let published = vec![Published::mean(["ocs", "fcfs"], &FIRST_FILL, 0.99, fill)];
    Preset { published, ..Preset::new(&JOUPPI_2023, figure, shows, link) }
}
