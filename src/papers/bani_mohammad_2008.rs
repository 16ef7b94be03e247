//! Figures of chapters 3 and 5 of Bani-Mohammad's thesis of 2008: contiguous allocation on cubic meshes with and without
//! rotation, under exponential and heavy-tailed runtimes.
//!
//! The rates of the sweeps go through those that the text names (3.4 and 5.8, 5.8 and 12.2; 0.035, 0.045, 0.075 and
//! 0.105 jobs per time unit); it does not give the ends of the axes. Statements for heavy load without a rate are
//! compared at the last rate here. Replications are bounded so that a figure is there in seconds: near saturation
//! turnaround takes hundreds of them to be known to 5 %, as in the thesis.

use super::{BANI_MOHAMMAD_2008, Preset, Printed, Published};
use crate::simulation::metrics::{self, Metric};

/// How jobs are drawn, and over which rates.
pub(super) struct Jobs {
    /// In words.
    words: &'static str,
    /// As parameters of a link.
    parameters: &'static str,
    /// From light load to where the figures level off.
    rates: &'static str,
    /// The same in larger steps, for what takes long.
    few_rates: &'static str,
    /// The rate at which meshes of several sizes are compared.
    heavy_rate: &'static str,
}

/// Chapter 3, sides from 1 to that of the mesh.
pub(super) const UNIFORM: Jobs = Jobs {
    words: "uniform sides, exponential runtimes",
    parameters: "&runtimes=exponential(1)",
    rates: "1..5.8:0.4",
    few_rates: "1..5.8:0.8",
    heavy_rate: "5.8",
};

/// Chapter 3, sides of half that of the mesh on average.
pub(super) const EXPONENTIAL: Jobs = Jobs {
    words: "exponential sides, exponential runtimes",
    parameters: "&sides=exponential&runtimes=exponential(1)",
    rates: "1..12.2:1.6",
    few_rates: "1..12.2:1.6",
    heavy_rate: "12.2",
};

/// Chapter 5, which is compared with heavy tails.
const UNIFORM_LONG: Jobs = Jobs {
    words: "uniform sides, exponential runtimes of mean 83",
    parameters: "&runtimes=exponential(83)",
    ..UNIFORM_HEAVY
};

/// Chapter 5, heavy tails.
pub(super) const UNIFORM_HEAVY: Jobs = Jobs {
    words: "uniform sides, heavy-tailed runtimes",
    parameters: "&runtimes=bounded-pareto(15,4241,1)",
    rates: "0.015..0.105:0.01",
    few_rates: "0.015..0.105:0.015",
    heavy_rate: "0.045",
};

/// Chapter 5, heavy tails and sides of half that of the mesh on average.
pub(super) const EXPONENTIAL_HEAVY: Jobs = Jobs {
    words: "exponential sides, heavy-tailed runtimes",
    parameters: "&sides=exponential&runtimes=bounded-pareto(15,4241,1)",
    rates: "0.015..0.195:0.03",
    few_rates: "0.015..0.195:0.03",
    heavy_rate: "0.105",
};

/// With rotation (tbl, tff) and without.
const ALL: &str = "tbl,tff,bl,ff";
const CUBE: &str = "mesh:8x8x8";
const CUBES: &str = "mesh:8x8x8,mesh:10x10x10,mesh:12x12x12";

/// One figure of the thesis.
struct Figure<'a> {
    number: &'a str,
    /// What it shows, in words.
    shows: &'a str,
    jobs: &'a Jobs,
    rate: Option<&'a str>,
    machine: &'a str,
    allocation: &'a str,
    scheduling: &'a str,
    vary: String,
    replications: u32,
    plotted: &'a str,
}

impl Figure<'_> {
    fn preset(&self, published: &'static [Published]) -> Preset {
        let Figure { number, shows, jobs, machine, allocation, scheduling, vary, plotted, .. } = self;
        let rate = self.rate.map_or(String::new(), |rate| format!("&rate={rate}"));
        let replications = match self.replications {
            1 => String::new(),
            most => format!("&replications={most}"),
        };
        Preset {
            paper: &BANI_MOHAMMAD_2008,
            figure: format!("figure {number}"),
            shows: format!("{shows}: {allocation} under {scheduling}; {}.", jobs.words),
            log: None,
            link: format!(
                "#v=1&model=stochastic&jobs=1000{rate}{}&machine={machine}&allocation={allocation}\
                 &scheduling={scheduling}&vary={vary}{replications}&plot={plotted}-coefficient",
                jobs.parameters
            ),
            published,
        }
    }
}

/// Turnaround or utilisation against the arrival rate on the smallest mesh.
fn against_load(
    number: &str,
    jobs: &Jobs,
    scheduling: &str,
    replications: u32,
    plotted: &str,
    published: &'static [Published],
) -> Preset {
    let shows = match plotted {
        "response" => "Turnaround against the arrival rate",
        _ => "Utilisation against the arrival rate, and where it levels off",
    };
    let vary = format!("rate:{}", jobs.rates);
    let (machine, allocation) = (CUBE, ALL);
    Figure { number, shows, jobs, rate: None, machine, allocation, scheduling, vary, replications, plotted }
        .preset(published)
}

/// How many sub-meshes are allocated at a time, against the arrival rate, on meshes of three sizes.
fn sub_meshes(
    number: &str,
    jobs: &Jobs,
    allocation: &str,
    scheduling: &str,
    replications: u32,
    published: &'static [Published],
) -> Preset {
    let (shows, plotted) = ("Sub-meshes allocated on meshes of three sizes", "allocated_blocks");
    let vary = format!("rate:{}", jobs.rates);
    Figure { number, shows, jobs, rate: None, machine: CUBES, allocation, scheduling, vary, replications, plotted }
        .preset(published)
}

/// Turnaround at a heavy load against the size of the mesh.
fn against_size(number: &str, jobs: &Jobs, scheduling: &str, replications: u32) -> Preset {
    let (shows, plotted) = ("Turnaround at a heavy load against the side of the mesh", "response");
    let (rate, vary) = (Some(jobs.heavy_rate), "side:8..12:2".into());
    let (machine, allocation) = (CUBE, ALL);
    Figure { number, shows, jobs, rate, machine, allocation, scheduling, vary, replications, plotted }.preset(&[])
}

/// What allocating and releasing costs, against the arrival rate.
pub(super) fn overhead(number: &str, machine: &str, jobs: &Jobs, allocation: &str, scheduling: &str) -> Preset {
    let shows = &format!("Time per job for allocating and releasing on {machine}");
    let (vary, plotted) = (format!("rate:{}", jobs.few_rates), "allocation_overhead");
    Figure { number, shows, jobs, rate: None, machine, allocation, scheduling, vary, replications: 1, plotted }
        .preset(&[])
}

pub(super) const fn mean(
    allocation: &'static str,
    scheduling: &'static str,
    metric: &'static Metric,
    at: f64,
    mean: f64,
    half_width: Option<f64>,
) -> Published {
    Published { allocation, scheduling, printed: Printed::Mean { metric, at, mean, half_width } }
}

pub(super) const fn turnaround(
    allocation: &'static str,
    scheduling: &'static str,
    at: f64,
    value: f64,
    half_width: f64,
) -> Published {
    mean(allocation, scheduling, &metrics::MEAN_RESPONSE, at, value, Some(half_width))
}

pub(super) const fn utilization(allocation: &'static str, scheduling: &'static str, at: f64, value: f64) -> Published {
    mean(allocation, scheduling, &metrics::UTILIZATION, at, value, None)
}

const fn busy(allocation: &'static str, scheduling: &'static str, at: f64, value: f64) -> Published {
    mean(allocation, scheduling, &metrics::ALLOCATED_BLOCKS, at, value, None)
}

const FIGURE_3_8: &[Published] = &[
    turnaround("tbl", "fcfs", 5.8, 96.580111, 0.705),
    turnaround("tff", "fcfs", 5.8, 96.586394, 1.005),
    turnaround("bl", "fcfs", 5.8, 159.457505, 0.605),
    turnaround("ff", "fcfs", 5.8, 157.225758, 1.2),
];
const FIGURE_3_10: &[Published] = &[
    utilization("tbl", "fcfs", 5.8, 0.49),
    utilization("tff", "fcfs", 5.8, 0.49),
    utilization("bl", "fcfs", 5.8, 0.37),
    utilization("ff", "fcfs", 5.8, 0.37),
];
const FIGURE_3_11: &[Published] = &[utilization("tbl", "fcfs", 12.2, 0.47), utilization("tff", "fcfs", 12.2, 0.47)];
const FIGURE_5_2_LONG: &[Published] =
    &[utilization("tbl", "fcfs", 0.105, 0.49), utilization("tff", "fcfs", 0.105, 0.49)];
const FIGURE_5_2_HEAVY: &[Published] =
    &[utilization("tbl", "fcfs", 0.105, 0.39), utilization("tff", "fcfs", 0.105, 0.39)];
const FIGURE_5_3: &[Published] = &[
    turnaround("tbl", "ssd", 0.035, 578.781626, 6.67),
    turnaround("tff", "ssd", 0.035, 578.614877, 9.605),
    turnaround("bl", "ssd", 0.035, 663.090303, 6.05),
    turnaround("ff", "ssd", 0.035, 650.626269, 10.195),
];
const FIGURE_5_5: &[Published] = &[
    utilization("tbl", "ssd", 0.105, 0.52),
    utilization("tff", "ssd", 0.105, 0.52),
    utilization("tbl", "fcfs", 0.105, 0.39),
    utilization("bl", "ssd", 0.105, 0.42),
    utilization("ff", "ssd", 0.105, 0.42),
];
const FIGURE_5_6: &[Published] = &[utilization("tbl", "ssd", 0.195, 0.44), utilization("tff", "ssd", 0.195, 0.44)];
// The text gives the number of allocated sub-meshes without the size of the mesh: practically the same on all.
const FIGURE_3_12: &[Published] = &[busy("tbl", "fcfs", 5.8, 2.76)];
const FIGURE_5_7: &[Published] = &[busy("tbl", "fcfs", 0.105, 2.22), busy("tbl", "ssd", 0.105, 3.03)];
const FIGURE_5_8: &[Published] = &[busy("tbl", "fcfs", 0.195, 4.72), busy("tbl", "ssd", 0.195, 6.62)];

/// The figures, in the order of the thesis.
pub(super) fn presets() -> Vec<Preset> {
    vec![
        against_load("3.8", &UNIFORM, "fcfs", 100, "response", FIGURE_3_8),
        against_load("3.9", &EXPONENTIAL, "fcfs", 100, "response", &[]),
        against_load("3.10", &UNIFORM, "fcfs", 100, "utilization", FIGURE_3_10),
        against_load("3.11", &EXPONENTIAL, "fcfs", 100, "utilization", FIGURE_3_11),
        sub_meshes("3.12", &UNIFORM, "tbl", "fcfs", 100, FIGURE_3_12),
        sub_meshes("3.13", &UNIFORM, "bl", "fcfs", 100, &[]),
        sub_meshes("3.14", &EXPONENTIAL, "tbl", "fcfs", 100, &[]),
        sub_meshes("3.15", &EXPONENTIAL, "bl", "fcfs", 100, &[]),
        against_size("3.22", &UNIFORM, "fcfs", 60),
        against_size("3.23", &EXPONENTIAL, "fcfs", 60),
        against_load("5.1, exponential", &UNIFORM_LONG, "fcfs", 30, "response", &[]),
        against_load("5.1, heavy-tailed", &UNIFORM_HEAVY, "fcfs", 30, "response", &[]),
        against_load("5.2, exponential", &UNIFORM_LONG, "fcfs", 60, "utilization", FIGURE_5_2_LONG),
        against_load("5.2, heavy-tailed", &UNIFORM_HEAVY, "fcfs", 60, "utilization", FIGURE_5_2_HEAVY),
        against_load("5.3", &UNIFORM_HEAVY, "fcfs,ssd", 30, "response", FIGURE_5_3),
        against_load("5.4", &EXPONENTIAL_HEAVY, "fcfs,ssd", 30, "response", &[]),
        against_load("5.5", &UNIFORM_HEAVY, "fcfs,ssd", 60, "utilization", FIGURE_5_5),
        against_load("5.6", &EXPONENTIAL_HEAVY, "fcfs,ssd", 60, "utilization", FIGURE_5_6),
        sub_meshes("5.7", &UNIFORM_HEAVY, "tbl", "fcfs,ssd", 60, FIGURE_5_7),
        sub_meshes("5.8", &EXPONENTIAL_HEAVY, "tbl", "fcfs,ssd", 60, FIGURE_5_8),
        sub_meshes("5.9", &UNIFORM_HEAVY, "bl", "fcfs,ssd", 60, &[]),
        sub_meshes("5.10", &EXPONENTIAL_HEAVY, "bl", "fcfs,ssd", 60, &[]),
        against_size("5.23", &UNIFORM_HEAVY, "fcfs,ssd", 30),
        against_size("5.24", &EXPONENTIAL_HEAVY, "fcfs,ssd", 30),
    ]
}
