//! Figures of chapters 3 and 5 of Bani-Mohammad's thesis of 2008: contiguous allocation on a mesh of 8 x 8 x 8 with and
//! without rotation, under exponential and heavy-tailed runtimes.
//!
//! The rates of the sweeps go through those that the text names (3.4 and 5.8, 5.8 and 12.2; 0.035, 0.045, 0.075 and
//! 0.105 jobs per time unit); where the figures' axes begin and end it does not say. What it states for heavy load
//! without a rate stands at the last rate here. Replications are bounded so that a figure is there in seconds: near
//! saturation turnaround takes hundreds of them to be known to 5 %, as in the thesis.

use super::{Paper, Preset, Printed, Published};

pub(super) const PAPER: Paper = Paper { short: "Bani-Mohammad 2008", title: "Bani-Mohammad 2008 (thesis)" };

/// A link: how sides and runtimes are drawn, what is compared, the rates and replications, what is plotted.
macro_rules! link {
    ($workload:literal, $strategies:literal, $sweep:literal, $plot:literal) => {
        concat!(
            "#v=1&model=stochastic&jobs=1000",
            $workload,
            "&machine=mesh:8x8x8&allocation=",
            $strategies,
            "&vary=rate:",
            $sweep,
            "&plot=",
            $plot,
            "-coefficient"
        )
    };
}

const fn mean(
    allocation: &'static str,
    scheduling: &'static str,
    metric: &'static str,
    at: f64,
    mean: f64,
    half_width: Option<f64>,
) -> Published {
    Published { allocation, scheduling, printed: Printed::Mean { metric, at, mean, half_width } }
}

const fn turnaround(
    allocation: &'static str,
    scheduling: &'static str,
    at: f64,
    value: f64,
    half_width: f64,
) -> Published {
    mean(allocation, scheduling, "mean_response", at, value, Some(half_width))
}

const fn utilization(allocation: &'static str, scheduling: &'static str, at: f64, value: f64) -> Published {
    mean(allocation, scheduling, "utilization", at, value, None)
}

const fn busy(allocation: &'static str, scheduling: &'static str, at: f64, value: f64) -> Published {
    mean(allocation, scheduling, "allocated_blocks", at, value, None)
}

/// The figures, in the order of the thesis.
pub const PRESETS: &[Preset] = &[
    Preset {
        paper: &PAPER,
        figure: "figure 3.8",
        shows: "Turnaround against the arrival rate, uniform sides: rotation (tbl, tff) against none (bl, ff).",
        log: None,
        link: link!(
            "&runtimes=exponential(1)",
            "tbl,tff,bl,ff&scheduling=fcfs",
            "1..5.8:0.4&replications=100",
            "response"
        ),
        published: &[
            turnaround("tbl", "fcfs", 5.8, 96.580111, 0.705),
            turnaround("tff", "fcfs", 5.8, 96.586394, 1.005),
            turnaround("bl", "fcfs", 5.8, 159.457505, 0.605),
            turnaround("ff", "fcfs", 5.8, 157.225758, 1.2),
        ],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 3.9",
        shows: "Turnaround against the arrival rate, exponential sides: rotation (tbl, tff) against none (bl, ff).",
        log: None,
        link: link!(
            "&sides=exponential&runtimes=exponential(1)",
            "tbl,tff,bl,ff&scheduling=fcfs",
            "1..12.2:1.6&replications=100",
            "response"
        ),
        published: &[],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 3.10",
        shows: "Utilisation against the arrival rate, uniform sides: where each strategy levels off.",
        log: None,
        link: link!(
            "&runtimes=exponential(1)",
            "tbl,tff,bl,ff&scheduling=fcfs",
            "1..5.8:0.4&replications=100",
            "utilization"
        ),
        published: &[
            utilization("tbl", "fcfs", 5.8, 0.49),
            utilization("tff", "fcfs", 5.8, 0.49),
            utilization("bl", "fcfs", 5.8, 0.37),
            utilization("ff", "fcfs", 5.8, 0.37),
        ],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 3.11",
        shows: "Utilisation against the arrival rate, exponential sides: where each strategy levels off.",
        log: None,
        link: link!(
            "&sides=exponential&runtimes=exponential(1)",
            "tbl,tff,bl,ff&scheduling=fcfs",
            "1..12.2:1.6&replications=100",
            "utilization"
        ),
        published: &[utilization("tbl", "fcfs", 12.2, 0.47), utilization("tff", "fcfs", 12.2, 0.47)],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 3.12",
        shows: "Sub-meshes allocated with tbl, uniform sides; in the figure also 10x10x10, 12x12x12.",
        log: None,
        link: link!(
            "&runtimes=exponential(1)",
            "tbl&scheduling=fcfs",
            "1..5.8:0.4&replications=100",
            "allocated_blocks"
        ),
        published: &[busy("tbl", "fcfs", 5.8, 2.76)],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 3.13",
        shows: "Sub-meshes allocated with bl, uniform sides; in the figure also 10x10x10, 12x12x12.",
        log: None,
        link: link!(
            "&runtimes=exponential(1)",
            "bl&scheduling=fcfs",
            "1..5.8:0.4&replications=100",
            "allocated_blocks"
        ),
        published: &[],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 3.14",
        shows: "Sub-meshes allocated with tbl, exponential sides; in the figure also 10x10x10, 12x12x12.",
        log: None,
        link: link!(
            "&sides=exponential&runtimes=exponential(1)",
            "tbl&scheduling=fcfs",
            "1..12.2:1.6&replications=100",
            "allocated_blocks"
        ),
        published: &[],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 3.15",
        shows: "Sub-meshes allocated with bl, exponential sides; in the figure also 10x10x10, 12x12x12.",
        log: None,
        link: link!(
            "&sides=exponential&runtimes=exponential(1)",
            "bl&scheduling=fcfs",
            "1..12.2:1.6&replications=100",
            "allocated_blocks"
        ),
        published: &[],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 3.22",
        shows: "Turnaround at a heavy load against the side of the mesh (8, 10 and 12), uniform sides of jobs.",
        log: None,
        link: "#v=1&model=stochastic&jobs=1000&rate=5.8&runtimes=exponential(1)&machine=mesh:8x8x8&allocation=tbl,tff,bl,ff&scheduling=fcfs&vary=side:8..12:2&replications=60&plot=response-coefficient",
        published: &[],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 3.23",
        shows: "Turnaround at a heavy load against the side of the mesh (8, 10 and 12), exponential sides of jobs.",
        log: None,
        link: "#v=1&model=stochastic&jobs=1000&rate=12.2&sides=exponential&runtimes=exponential(1)&machine=mesh:8x8x8&allocation=tbl,tff,bl,ff&scheduling=fcfs&vary=side:8..12:2&replications=60&plot=response-coefficient",
        published: &[],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 5.1, exponential",
        shows: "Turnaround under FCFS with exponential runtimes of mean 83, to be compared with heavy-tailed ones.",
        log: None,
        link: link!(
            "&runtimes=exponential(83)",
            "tbl,tff,bl,ff&scheduling=fcfs",
            "0.015..0.105:0.01&replications=30",
            "response"
        ),
        published: &[],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 5.1, heavy-tailed",
        shows: "Turnaround under FCFS with bounded Pareto runtimes, to be compared with exponential ones.",
        log: None,
        link: link!(
            "&runtimes=bounded-pareto(15,4241,1)",
            "tbl,tff,bl,ff&scheduling=fcfs",
            "0.015..0.105:0.01&replications=30",
            "response"
        ),
        published: &[],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 5.2, exponential",
        shows: "Utilisation under FCFS with exponential runtimes of mean 83, to be compared with heavy-tailed ones.",
        log: None,
        link: link!(
            "&runtimes=exponential(83)",
            "tbl,tff,bl,ff&scheduling=fcfs",
            "0.015..0.105:0.01&replications=60",
            "utilization"
        ),
        published: &[utilization("tbl", "fcfs", 0.105, 0.49), utilization("tff", "fcfs", 0.105, 0.49)],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 5.2, heavy-tailed",
        shows: "Utilisation under FCFS with bounded Pareto runtimes, to be compared with exponential ones.",
        log: None,
        link: link!(
            "&runtimes=bounded-pareto(15,4241,1)",
            "tbl,tff,bl,ff&scheduling=fcfs",
            "0.015..0.105:0.01&replications=60",
            "utilization"
        ),
        published: &[utilization("tbl", "fcfs", 0.105, 0.39), utilization("tff", "fcfs", 0.105, 0.39)],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 5.3",
        shows: "Turnaround with heavy tails and uniform sides: FCFS against the shortest job first (ssd).",
        log: None,
        link: link!(
            "&runtimes=bounded-pareto(15,4241,1)",
            "tbl,tff,bl,ff&scheduling=fcfs,ssd",
            "0.015..0.105:0.01&replications=30",
            "response"
        ),
        published: &[
            turnaround("tbl", "ssd", 0.035, 578.781626, 6.67),
            turnaround("tff", "ssd", 0.035, 578.614877, 9.605),
            turnaround("bl", "ssd", 0.035, 663.090303, 6.05),
            turnaround("ff", "ssd", 0.035, 650.626269, 10.195),
        ],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 5.4",
        shows: "Turnaround with heavy tails and exponential sides: FCFS against the shortest job first (ssd).",
        log: None,
        link: link!(
            "&sides=exponential&runtimes=bounded-pareto(15,4241,1)",
            "tbl,tff,bl,ff&scheduling=fcfs,ssd",
            "0.015..0.195:0.03&replications=30",
            "response"
        ),
        published: &[],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 5.5",
        shows: "Utilisation with heavy tails and uniform sides: FCFS against the shortest job first (ssd).",
        log: None,
        link: link!(
            "&runtimes=bounded-pareto(15,4241,1)",
            "tbl,tff,bl,ff&scheduling=fcfs,ssd",
            "0.015..0.105:0.01&replications=60",
            "utilization"
        ),
        published: &[
            utilization("tbl", "ssd", 0.105, 0.52),
            utilization("tff", "ssd", 0.105, 0.52),
            utilization("tbl", "fcfs", 0.105, 0.39),
            utilization("bl", "ssd", 0.105, 0.42),
            utilization("ff", "ssd", 0.105, 0.42),
        ],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 5.6",
        shows: "Utilisation with heavy tails and exponential sides: FCFS against the shortest job first (ssd).",
        log: None,
        link: link!(
            "&sides=exponential&runtimes=bounded-pareto(15,4241,1)",
            "tbl,tff,bl,ff&scheduling=fcfs,ssd",
            "0.015..0.195:0.03&replications=60",
            "utilization"
        ),
        published: &[utilization("tbl", "ssd", 0.195, 0.44), utilization("tff", "ssd", 0.195, 0.44)],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 5.7",
        shows: "Sub-meshes allocated with tbl, heavy tails, uniform sides; in the figure also 10x10x10, 12x12x12.",
        log: None,
        link: link!(
            "&runtimes=bounded-pareto(15,4241,1)",
            "tbl&scheduling=fcfs,ssd",
            "0.015..0.105:0.01&replications=60",
            "allocated_blocks"
        ),
        published: &[busy("tbl", "fcfs", 0.105, 2.22), busy("tbl", "ssd", 0.105, 3.03)],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 5.8",
        shows: "Sub-meshes allocated with tbl, heavy tails, exponential sides; in the figure also 10x10x10, 12x12x12.",
        log: None,
        link: link!(
            "&sides=exponential&runtimes=bounded-pareto(15,4241,1)",
            "tbl&scheduling=fcfs,ssd",
            "0.015..0.195:0.03&replications=60",
            "allocated_blocks"
        ),
        published: &[busy("tbl", "fcfs", 0.195, 4.72), busy("tbl", "ssd", 0.195, 6.62)],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 5.9",
        shows: "Sub-meshes allocated with bl, heavy tails, uniform sides; in the figure also 10x10x10, 12x12x12.",
        log: None,
        link: link!(
            "&runtimes=bounded-pareto(15,4241,1)",
            "bl&scheduling=fcfs,ssd",
            "0.015..0.105:0.01&replications=60",
            "allocated_blocks"
        ),
        published: &[],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 5.10",
        shows: "Sub-meshes allocated with bl, heavy tails, exponential sides; in the figure also 10x10x10, 12x12x12.",
        log: None,
        link: link!(
            "&sides=exponential&runtimes=bounded-pareto(15,4241,1)",
            "bl&scheduling=fcfs,ssd",
            "0.015..0.195:0.03&replications=60",
            "allocated_blocks"
        ),
        published: &[],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 5.23",
        shows: "Turnaround at a heavy load against the side of the mesh (8, 10 and 12), uniform sides of jobs.",
        log: None,
        link: "#v=1&model=stochastic&jobs=1000&rate=0.045&runtimes=bounded-pareto(15,4241,1)&machine=mesh:8x8x8&allocation=tbl,tff,bl,ff&scheduling=fcfs,ssd&vary=side:8..12:2&replications=30&plot=response-coefficient",
        published: &[],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 5.24",
        shows: "Turnaround at a heavy load against the side of the mesh (8, 10 and 12), exponential sides of jobs.",
        log: None,
        link: "#v=1&model=stochastic&jobs=1000&rate=0.105&sides=exponential&runtimes=bounded-pareto(15,4241,1)&machine=mesh:8x8x8&allocation=tbl,tff,bl,ff&scheduling=fcfs,ssd&vary=side:8..12:2&replications=30&plot=response-coefficient",
        published: &[],
    },
];
