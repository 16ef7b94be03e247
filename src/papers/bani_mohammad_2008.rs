//! Figures of chapters 3 and 5 of Bani-Mohammad's thesis of 2008: contiguous allocation on cubic meshes with and without
//! rotation, under exponential and heavy-tailed runtimes.
//!
//! The rates of the sweeps go through those that the text names (3.4 and 5.8, 5.8 and 12.2; 0.035, 0.045, 0.075 and
//! 0.105 jobs per time unit); it does not give the ends of the axes. Statements for heavy load without a rate are
//! compared at the last rate here. Replications are bounded so that a figure is there in seconds: near saturation
//! turnaround takes hundreds of them to be known to 5 %, as in the thesis.

use super::{BANI_MOHAMMAD_2008, Preset, Published};
use crate::simulation::metrics;

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

/// What a figure measures.
struct Measure<'a> {
    /// In words.
    shows: &'a str,
    plotted: &'static str,
    machine: &'a str,
    against: Against,
}

/// What changes from run to run.
enum Against {
    Rate,
    FewRates,
    /// The size of the mesh, at a heavy load.
    Side,
}

const TURNAROUND: Measure = Measure {
    shows: "Turnaround against the arrival rate",
    plotted: "response",
    machine: CUBE,
    against: Against::Rate,
};
const UTILIZATION: Measure = Measure {
    shows: "Utilisation against the arrival rate, and where it levels off",
    plotted: "utilization",
    ..TURNAROUND
};
const SUB_MESHES: Measure = Measure {
    shows: "Sub-meshes allocated on meshes of three sizes",
    plotted: "allocated_blocks",
    machine: CUBES,
    ..TURNAROUND
};
const SIZE: Measure =
    Measure { shows: "Turnaround at a heavy load against the side of the mesh", against: Against::Side, ..TURNAROUND };

impl Measure<'_> {
    /// A figure of strategies under policies.
    fn preset(&self, number: &str, jobs: &Jobs, [allocation, scheduling]: [&str; 2], replications: u32) -> Preset {
        let Measure { shows, plotted, machine, .. } = self;
        let (rate, vary) = match self.against {
            Against::Rate => (String::new(), format!("rate:{}", jobs.rates)),
            Against::FewRates => (String::new(), format!("rate:{}", jobs.few_rates)),
            Against::Side => (format!("&rate={}", jobs.heavy_rate), "side:8..12:2".into()),
        };
        // The default does not stand in links.
        let replications = if replications == 1 { String::new() } else { format!("&replications={replications}") };
        Preset::new(
            &BANI_MOHAMMAD_2008,
            format!("figure {number}"),
            format!("{shows}: {allocation} under {scheduling}; {}.", jobs.words),
            format!(
                "#v=1&model=stochastic&jobs=1000{rate}{}&machine={machine}&allocation={allocation}\
                 &scheduling={scheduling}&vary={vary}{replications}&plot={plotted}-coefficient",
                jobs.parameters
            ),
        )
    }
}

/// What allocating and releasing costs, against the arrival rate.
pub(super) fn overhead(number: &str, machine: &str, jobs: &Jobs, compared: [&str; 2]) -> Preset {
    let shows = &format!("Time per job for allocating and releasing on {machine}");
    let measure = Measure { shows, plotted: "allocation_overhead", machine, against: Against::FewRates };
    measure.preset(number, jobs, compared, 1)
}

/// The mean turnaround under a strategy and a policy, at a value of what is varied, and half the width of its interval.
pub(super) fn turnaround(compared: [&'static str; 2], at: f64, value: f64, half_width: f64) -> Published {
    Published::mean(compared, &metrics::MEAN_RESPONSE, at, value).within(half_width)
}

pub(super) fn utilization(compared: [&'static str; 2], at: f64, value: f64) -> Published {
    Published::mean(compared, &metrics::UTILIZATION, at, value)
}

/// How many sub-meshes are allocated at a time.
fn busy(scheduling: &'static str, at: f64, value: f64) -> Published {
    Published::mean(["tbl", scheduling], &metrics::ALLOCATED_BLOCKS, at, value)
}

/// What the thesis prints in a figure.
fn published(figure: &str) -> Vec<Published> {
    let as_rotated = |scheduling, at, value| ["tbl", "tff"].map(|name| utilization([name, scheduling], at, value));
    match figure {
        "3.8" => vec![
            turnaround(["tbl", "fcfs"], 5.8, 96.580111, 0.705),
            turnaround(["tff", "fcfs"], 5.8, 96.586394, 1.005),
            turnaround(["bl", "fcfs"], 5.8, 159.457505, 0.605),
            turnaround(["ff", "fcfs"], 5.8, 157.225758, 1.2),
        ],
        "3.10" => {
            let others = ["bl", "ff"].map(|name| utilization([name, "fcfs"], 5.8, 0.37));
            [as_rotated("fcfs", 5.8, 0.49), others].concat()
        }
        "3.11" => as_rotated("fcfs", 12.2, 0.47).to_vec(),
        // The text gives the number of allocated sub-meshes without the size of the mesh: practically the same on all.
        "3.12" => vec![busy("fcfs", 5.8, 2.76)],
        "5.2, exponential" => as_rotated("fcfs", 0.105, 0.49).to_vec(),
        "5.2, heavy-tailed" => as_rotated("fcfs", 0.105, 0.39).to_vec(),
        "5.3" => vec![
            turnaround(["tbl", "ssd"], 0.035, 578.781626, 6.67),
            turnaround(["tff", "ssd"], 0.035, 578.614877, 9.605),
            turnaround(["bl", "ssd"], 0.035, 663.090303, 6.05),
            turnaround(["ff", "ssd"], 0.035, 650.626269, 10.195),
        ],
        "5.5" => vec![
            utilization(["tbl", "ssd"], 0.105, 0.52),
            utilization(["tff", "ssd"], 0.105, 0.52),
            utilization(["tbl", "fcfs"], 0.105, 0.39),
            utilization(["bl", "ssd"], 0.105, 0.42),
            utilization(["ff", "ssd"], 0.105, 0.42),
        ],
        "5.6" => as_rotated("ssd", 0.195, 0.44).to_vec(),
        "5.7" => vec![busy("fcfs", 0.105, 2.22), busy("ssd", 0.105, 3.03)],
        "5.8" => vec![busy("fcfs", 0.195, 4.72), busy("ssd", 0.195, 6.62)],
        _ => Vec::new(),
    }
}

/// The figures, in the order of the thesis.
pub(super) fn presets() -> Vec<Preset> {
    const FCFS: [&str; 2] = [ALL, "fcfs"];
    const BOTH: [&str; 2] = [ALL, "fcfs,ssd"];
    let figures = [
        ("3.8", TURNAROUND, UNIFORM, FCFS, 100),
        ("3.9", TURNAROUND, EXPONENTIAL, FCFS, 100),
        ("3.10", UTILIZATION, UNIFORM, FCFS, 100),
        ("3.11", UTILIZATION, EXPONENTIAL, FCFS, 100),
        ("3.12", SUB_MESHES, UNIFORM, ["tbl", "fcfs"], 100),
        ("3.13", SUB_MESHES, UNIFORM, ["bl", "fcfs"], 100),
        ("3.14", SUB_MESHES, EXPONENTIAL, ["tbl", "fcfs"], 100),
        ("3.15", SUB_MESHES, EXPONENTIAL, ["bl", "fcfs"], 100),
        ("3.22", SIZE, UNIFORM, FCFS, 60),
        ("3.23", SIZE, EXPONENTIAL, FCFS, 60),
        ("5.1, exponential", TURNAROUND, UNIFORM_LONG, FCFS, 30),
        ("5.1, heavy-tailed", TURNAROUND, UNIFORM_HEAVY, FCFS, 30),
        ("5.2, exponential", UTILIZATION, UNIFORM_LONG, FCFS, 60),
        ("5.2, heavy-tailed", UTILIZATION, UNIFORM_HEAVY, FCFS, 60),
        ("5.3", TURNAROUND, UNIFORM_HEAVY, BOTH, 30),
        ("5.4", TURNAROUND, EXPONENTIAL_HEAVY, BOTH, 30),
        ("5.5", UTILIZATION, UNIFORM_HEAVY, BOTH, 60),
        ("5.6", UTILIZATION, EXPONENTIAL_HEAVY, BOTH, 60),
        ("5.7", SUB_MESHES, UNIFORM_HEAVY, ["tbl", "fcfs,ssd"], 60),
        ("5.8", SUB_MESHES, EXPONENTIAL_HEAVY, ["tbl", "fcfs,ssd"], 60),
        ("5.9", SUB_MESHES, UNIFORM_HEAVY, ["bl", "fcfs,ssd"], 60),
        ("5.10", SUB_MESHES, EXPONENTIAL_HEAVY, ["bl", "fcfs,ssd"], 60),
        ("5.23", SIZE, UNIFORM_HEAVY, BOTH, 30),
        ("5.24", SIZE, EXPONENTIAL_HEAVY, BOTH, 30),
    ];
    let preset = |(number, measure, jobs, compared, replications): (&str, Measure, Jobs, [&str; 2], u32)| Preset {
        published: published(number),
        ..measure.preset(number, &jobs, compared, replications)
    };
    figures.map(preset).to_vec()
}
