//! Figures of chapter 4 of Bani-Mohammad's thesis of 2008: GABL against paging, MBS and first fit on meshes with
//! communicating jobs: one to all, all to all and at random.
//!
//! All-to-all is by destination, which fits the printed loads; with exponential sides GABL comes first only when all
//! processes send at once, for which two figures are there a second time. One-to-all is nearest to print when the source
//! begins with the rank behind its own and waits for each message, for which its figures are there a second time, too.
//! docs/reproduction.md has the evidence, and what other orders make of it. The rates go through those that the text names.

use super::bani_mohammad_2008::{turnaround, utilization};
use super::{BANI_MOHAMMAD_2008, Preset, Published};
use crate::simulation::metrics::SHARE_ONE_BLOCK;

/// How jobs are drawn and which processes send to which.
struct Traffic {
    pattern: &'static str,
    /// How many messages a job sends, and when; empty for the default, five on average and all at once.
    sending: &'static str,
    sides: &'static str,
    /// From light load to where the figures level off.
    rates: &'static str,
    /// The last of them.
    heavy_rate: &'static str,
    /// The same for packets of 64 flits.
    rates_of_long_packets: &'static str,
}

/// Messages as by default; then rates, the last of them, and rates of long packets.
const fn traffic(pattern: &'static str, sides: &'static str, [rates, heavy_rate, long]: [&'static str; 3]) -> Traffic {
    Traffic { pattern, sending: "", sides, rates, heavy_rate, rates_of_long_packets: long }
}

const BY_DESTINATION: &str = "all-to-all-by-destination";

/// In the order in which the thesis has figures of each measure.
const TRAFFIC: [Traffic; 6] = [
    traffic("one-to-all", "uniform", ["0.0025..0.0205:0.002", "0.0205", "0.001..0.007:0.001"]),
    traffic("one-to-all", "exponential", ["0.005..0.04:0.005", "0.04", "0.002..0.014:0.002"]),
    traffic(BY_DESTINATION, "uniform", ["0.0025..0.0305:0.004", "0.0305", "0.001..0.008:0.001"]),
    traffic(BY_DESTINATION, "exponential", ["0.005..0.05:0.005", "0.05", "0.002..0.014:0.002"]),
    traffic("random", "uniform", ["0.005..0.05:0.005", "0.05", "0.003..0.018:0.003"]),
    traffic("random", "exponential", ["0.01..0.1:0.01", "0.1", "0.005..0.035:0.005"]),
];

/// All-to-all of all processes at once, with as many messages as make the blocks per job those of figure 4.25.
const AT_ONCE: Traffic = Traffic { pattern: "all-to-all", sending: "&messages=exponential(25)", ..TRAFFIC[3] };

/// One-to-all as it fits the printed numbers best together (docs/reproduction.md): an inference, nothing that the thesis says.
const NEXT: [Traffic; 2] = [one_to_all_next(0), one_to_all_next(1)];

const fn one_to_all_next(row: usize) -> Traffic {
    Traffic { pattern: "one-to-all-next", sending: "&sending=blocking", ..TRAFFIC[row] }
}

impl Traffic {
    /// What the thesis prints in a figure of this traffic.
    fn published(&self, figure: &str, plotted: &str) -> Vec<Published> {
        let heavy = self.heavy_rate.parse().expect("a number");
        match plotted {
            // What first fit's utilisation cannot exceed.
            "utilization" => vec![utilization(["ff", "fcfs"], heavy, 0.5)],
            // "60% approximately", "less than 19%", "less than 5%".
            "share_one_block" if self.sides == "exponential" => {
                let contiguous = [("gabl", 0.6), ("mbs", 0.19), ("paging(0)", 0.05)];
                contiguous.map(|(name, share)| Published::mean([name, "fcfs"], &SHARE_ONE_BLOCK, heavy, share)).to_vec()
            }
            _ if figure.split(',').next() == Some("4.6") => table_4_2(),
            _ => Vec::new(),
        }
    }
}

/// Figure 4.6, by table 4.2.
fn table_4_2() -> Vec<Published> {
    vec![
        turnaround(["gabl", "fcfs"], 0.0185, 5174.610807, 155.24),
        turnaround(["mbs", "fcfs"], 0.0185, 8260.392389, 82.6),
        turnaround(["paging(0)", "fcfs"], 0.0185, 9264.400494, 185.289),
        turnaround(["ff", "fcfs"], 0.0185, 18850.42835, 188.505),
    ]
}

const ALL: &str = "gabl,mbs,paging(0),ff";
const NON_CONTIGUOUS: &str = "gabl,mbs,paging(0)";
const MESH: &str = "mesh:16x16";
const MESHES: &str = "mesh:16x16,mesh:20x20,mesh:24x24";

/// What six or more figures in a row measure, each of its own traffic.
struct Measure {
    /// The number of the first within the chapter.
    first: usize,
    shows: &'static str,
    machine: &'static str,
    allocation: &'static str,
    plotted: &'static str,
    replications: u32,
    against: Against,
}

/// What changes from run to run.
enum Against {
    Rate,
    RateOfLongPackets,
    Side,
}

const fn on_one_mesh(first: usize, shows: &'static str, plotted: &'static str, replications: u32) -> Measure {
    Measure { first, shows, machine: MESH, allocation: ALL, plotted, replications, against: Against::Rate }
}

const TURNAROUND_TIME: Measure = on_one_mesh(6, "Turnaround", "response", 60);
const WAITING_TIME: Measure = on_one_mesh(12, "Waiting time", "wait", 60);
const UTILIZATION: Measure = on_one_mesh(18, "Utilisation", "utilization", 10);
const CONTIGUITY: Measure =
    Measure { allocation: NON_CONTIGUOUS, ..on_one_mesh(20, "Share of jobs in one piece", "share_one_block", 10) };
const BLOCKS: Measure = Measure { allocation: "gabl,mbs", ..on_one_mesh(22, "Blocks per job", "blocks_per_job", 10) };
const SUB_MESHES: Measure = on_three_meshes(28, "Sub-meshes allocated (m)", "allocated_blocks");
const ATTEMPTS: Measure = on_three_meshes(34, "Allocation attempts (b)", "placements_per_job");
const SIZE: Measure = Measure {
    against: Against::Side,
    ..on_one_mesh(40, "Turnaround at a heavy load against the side of the mesh", "response", 10)
};
const LONG_PACKETS: Measure = Measure {
    against: Against::RateOfLongPackets,
    ..on_one_mesh(46, "Turnaround with packets of 64 flits", "response", 60)
};

const fn on_three_meshes(first: usize, shows: &'static str, plotted: &'static str) -> Measure {
    Measure { machine: MESHES, allocation: "gabl", ..on_one_mesh(first, shows, plotted, 10) }
}

impl Measure {
    fn preset(&self, figure: String, traffic: &Traffic) -> Preset {
        let Measure { shows, machine, allocation, plotted, replications, .. } = self;
        let Traffic { pattern, sending, sides, rates, heavy_rate, rates_of_long_packets, .. } = traffic;
        // Defaults do not stand in links.
        let pattern_named = if *pattern == "all-to-all" { String::new() } else { format!("&pattern={pattern}") };
        let exponential = if *sides == "exponential" { "&sides=exponential" } else { "" };
        let (rate, sweep) = match self.against {
            Against::Rate => (String::new(), format!("&vary=rate:{rates}")),
            Against::RateOfLongPackets => {
                (String::new(), format!("&packet-length=64&vary=rate:{rates_of_long_packets}"))
            }
            Against::Side => (format!("&rate={heavy_rate}"), "&vary=side:16..64:16".into()),
        };
        let shows = match *pattern {
            "one-to-all-next" => format!(
                "{shows}: one to all, {sides} sides; the source begins with the next rank and waits for each message, \
                 which is inferred from the printed numbers, not said in the thesis."
            ),
            _ => format!("{shows}: {pattern}, {sides} sides."),
        };
        let link = format!(
            "#v=1&model=stochastic&jobs=1000{rate}{exponential}&machine={machine}&allocation={allocation}\
             &scheduling=fcfs&service=communication{pattern_named}{sending}{sweep}&replications={replications}\
             &plot={plotted}-coefficient"
        );
        let published = traffic.published(&figure, plotted);
        Preset { published, ..Preset::new(&BANI_MOHAMMAD_2008, format!("figure {figure}"), shows, link) }
    }

    /// A figure for each traffic.
    fn six_figures(&self) -> impl Iterator<Item = Preset> {
        let figure = |(row, traffic)| self.preset(format!("4.{}", self.first + row), traffic);
        TRAFFIC.iter().enumerate().map(figure)
    }

    /// Two figures, for either way to draw sides, which hold three patterns each: three presets for each.
    fn two_figures(&self) -> impl Iterator<Item = Preset> {
        let one = |row: usize| {
            let traffic = &TRAFFIC[row];
            self.preset(format!("4.{}, {}", self.first + row % 2, traffic.pattern), traffic)
        };
        [0, 2, 4, 1, 3, 5].into_iter().map(one)
    }
}

/// The suffix for the names of figures with inferred traffic.
const INFERRED: &str = ", next and blocking";

/// The figures of one-to-all that have printed numbers, or show the same of other sides, as the printed numbers suggest it.
fn inferred() -> impl Iterator<Item = Preset> {
    let [uniform, exponential] = &NEXT;
    let figures = [
        (TURNAROUND_TIME, 6, uniform),
        (TURNAROUND_TIME, 7, exponential),
        (WAITING_TIME, 12, uniform),
        (WAITING_TIME, 13, exponential),
        (UTILIZATION, 18, uniform),
        (UTILIZATION, 19, exponential),
        (CONTIGUITY, 21, exponential),
        (LONG_PACKETS, 46, uniform),
    ];
    figures.into_iter().map(|(measure, number, traffic)| measure.preset(format!("4.{number}{INFERRED}"), traffic))
}

/// The figures, in the order of the thesis; then those of one-to-all once more.
pub(super) fn presets() -> Vec<Preset> {
    let times = TURNAROUND_TIME.six_figures().chain(WAITING_TIME.six_figures());
    let processors = UTILIZATION.two_figures().chain(CONTIGUITY.two_figures());
    let pieces = [BLOCKS, SUB_MESHES, ATTEMPTS, SIZE, LONG_PACKETS];
    let at_once = [TURNAROUND_TIME, WAITING_TIME];
    let at_once = at_once.map(|measure| measure.preset(format!("4.{}, all at once", measure.first + 3), &AT_ONCE));
    times
        .chain(at_once)
        .chain(processors)
        .chain(pieces.iter().flat_map(Measure::six_figures))
        .chain(inferred())
        .collect()
}
