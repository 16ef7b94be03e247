//! Figures 2 to 16 of the paper of 2007 that compares a real workload with stochastic ones: GABL, paging and MBS on a
//! mesh of 16 x 22 with communicating jobs.
//!
//! The paper leaves open what all-to-all with a handful of messages is, and took a log that the archive does not have in
//! this form. What each of the settings below was chosen for, and what else was tried, is in docs/reproduction.md.

use super::samples::{SDSC_PARAGON, SampleLog};
use super::{ICPADS_2007, Preset};

const MODEL: &str = "model=stochastic&jobs=1000";

/// Where jobs come from.
struct Workload {
    words: &'static str,
    log: Option<SampleLog>,
    parameters: String,
    /// What is varied, through the loads that the paper prints.
    sweep: &'static str,
    /// What is varied where that says little: from the log to where the queue is never empty, from the model below saturation
    /// when all processes send at once.
    other_sweep: &'static str,
    /// What the axis to the right shows.
    against: &'static str,
}

impl Workload {
    /// The order in which the paper has them, figure by figure.
    fn all() -> [Workload; 3] {
        let (name, digest) = (SDSC_PARAGON.name(), SDSC_PARAGON.sha256);
        [
            Workload {
                words: "SDSC Paragon log",
                log: Some(SDSC_PARAGON),
                parameters: format!("log={name}&sha256={digest}&partition=2&first=10658"),
                // The mean time between arrivals is 1651.4: loads 0.02, 0.01, ... 0.005, 0.004, ... 0.0025.
                sweep: "arrival:0.0303..0.2424:0.0303",
                other_sweep: "arrival:0.005..0.03:0.005",
                against: "arrival_rate",
            },
            Workload {
                words: "uniform sides",
                log: None,
                parameters: MODEL.into(),
                sweep: "rate:0.0025..0.0305:0.004",
                other_sweep: "rate:0.0015..0.009:0.0015",
                against: "coefficient",
            },
            Workload {
                words: "exponential sides",
                log: None,
                parameters: format!("{MODEL}&sides=exponential"),
                sweep: "rate:0.005..0.05:0.0075",
                other_sweep: "rate:0.002..0.012:0.002",
                against: "coefficient",
            },
        ]
    }
}

/// One process after the other hears from all others: with five messages, as printed, saturation comes at the printed loads.
const AS_PRINTED: &str = "&pattern=all-to-all-by-destination";

/// Every process sends two packets on average, all at once: blocking times are as printed, and so is the order of the
/// strategies; saturation comes at a third of the printed loads.
const EVERYBODY: &str = "&messages=exponential-each(2)";

/// Every process sends, all at once, in proportion to the runtime: GABL comes first, as printed.
const BY_RUNTIME: &str = "&messages=from-runtime(60)";

/// What is measured: in words and as plotted, the traffic of a model's jobs, the most replications.
type Measure = (&'static str, &'static str, &'static str, u32);

const MEASURES: [Measure; 5] = [
    ("Turnaround", "response", AS_PRINTED, 60),
    ("Service time", "mean_service", EVERYBODY, 4),
    ("Utilisation", "utilization", EVERYBODY, 4),
    ("Blocking time of packets", "mean_packet_blocking", EVERYBODY, 4),
    ("Latency of packets", "mean_packet_latency", EVERYBODY, 4),
];

/// Figures 3 and 4 once more.
const AT_ONCE: Measure = ("Turnaround", "response", EVERYBODY, 8);

fn figure(
    name: String,
    (shows, plotted, stochastic, replications): Measure,
    workload: &Workload,
    sweep: &str,
) -> Preset {
    let Workload { words, log, parameters, against, .. } = workload;
    let (traffic, replications) = match log {
        Some(_) => (BY_RUNTIME, String::new()),
        None => (stochastic, format!("&replications={replications}")),
    };
    let shows = format!("{shows} against load, all-to-all on a 16x22 mesh, {words}.");
    let link = format!(
        "#v=1&{parameters}&machine=mesh:16x22&allocation=gabl,paging(0),mbs&scheduling=fcfs,ssd\
         &service=communication{traffic}&vary={sweep}{replications}&plot={plotted}-{against}"
    );
    Preset { log: *log, ..Preset::new(&ICPADS_2007, format!("figure {name}"), shows, link) }
}

/// The figures, in the order of the paper, and after them those that are there a second time.
pub(super) fn presets() -> Vec<Preset> {
    let workloads = Workload::all();
    let mut presets = Vec::new();
    for measure in MEASURES {
        for workload in &workloads {
            let saturates = measure.1 == "utilization" && workload.log.is_some();
            let sweep = if saturates { workload.other_sweep } else { workload.sweep };
            presets.push(figure((presets.len() + 2).to_string(), measure, workload, sweep));
        }
    }
    for (number, workload) in (2..).zip(&workloads).skip(1) {
        presets.push(figure(format!("{number}, all at once"), AT_ONCE, workload, workload.other_sweep));
    }
    presets
}
