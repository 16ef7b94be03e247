//! Settings that two papers leave open: the order of a process's destinations, whether it waits, the ranks of nodes,
//! the rounding of quotas. Each setting runs in experiments of which chapter 4 of Thesis 2008 and ICPADS 2007 print
//! numbers. Its score is the distance from these numbers.
//!
//! `cargo run --release --example destinations -- 16` prints the tables of docs/reproduction.md for 16 replications
//! (fewer for the large machines and the log); without a number, for two.

use flate2::read::GzDecoder;
use std::error::Error;
use std::fmt::Display;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::{LazyLock, Mutex};
use std::thread;
use subtorus::budget::Budget;
use subtorus::experiment::confidence::interval;
use subtorus::experiment::{Plan, permalink};
use subtorus::formats;
use subtorus::simulation::metrics::{
    BLOCKS_PER_JOB, MEAN_PACKET_BLOCKING, MEAN_PACKET_LATENCY, MEAN_RESPONSE, MEAN_SERVICE, MEAN_WAIT, Metric,
    MetricValues, SHARE_ONE_BLOCK, UTILIZATION,
};
use subtorus::workload::Log;

/// A printed number.
enum Printed {
    Exactly(f64),
    AtMost(f64),
    Between(f64, f64),
}
use Printed::{AtMost, Between, Exactly};

/// The quantity: a strategy's mean, or its share of another strategy's mean, or the mean on the first machine as a
/// share of that on the second.
enum Of {
    Mean(&'static str),
    Share(&'static str, &'static str),
    Smaller(&'static str),
}
use Of::{Mean, Share, Smaller};

struct Claim(&'static Metric, Of, Printed);

/// An experiment and its printed numbers.
struct Scene {
    source: &'static str,
    parameters: &'static str,
    /// Only one in this many replications runs here: large machines take long, and a log always has the same jobs.
    one_of: usize,
    claims: &'static [Claim],
}

/// A thousand jobs of the model.
const MODEL: &str = "model=stochastic&jobs=1000&scheduling=fcfs";

/// The log in place of the paper's log, as in its presets.
const LOG: &str = "log=SDSC-Par-1996-3.1-cln.swf&sha256=fcb46fa6462b7ac460963025749f604f28b2e813101edd082a720842e80a7aa8\
                   &partition=2&first=10658";

static SAMPLE: LazyLock<Log> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/SDSC-Par-1996-3.1-cln.swf.gz");
    let mut text = Vec::new();
    GzDecoder::new(File::open(path).expect("a sample")).read_to_end(&mut text).expect("gzip");
    formats::read(&text).0
});

const ONE_TO_ALL: [Scene; 5] = [
    Scene {
        source: "table 4.2",
        parameters: "machine=mesh:16x16&allocation=gabl,mbs,paging(0),ff&vary=rate:0.0185",
        one_of: 1,
        claims: &[
            Claim(&MEAN_RESPONSE, Mean("gabl"), Exactly(5174.6)),
            Claim(&MEAN_RESPONSE, Mean("mbs"), Exactly(8260.4)),
            Claim(&MEAN_RESPONSE, Mean("paging(0)"), Exactly(9264.4)),
            Claim(&MEAN_RESPONSE, Mean("ff"), Exactly(18_850.4)),
        ],
    },
    Scene {
        source: "4.6, 4.18",
        parameters: "machine=mesh:16x16&allocation=gabl,mbs,paging(0),ff&vary=rate:0.0205",
        one_of: 1,
        claims: &[
            Claim(&MEAN_RESPONSE, Share("gabl", "ff"), Exactly(0.35)),
            Claim(&MEAN_RESPONSE, Share("gabl", "paging(0)"), Exactly(0.64)),
            Claim(&MEAN_RESPONSE, Share("gabl", "mbs"), Exactly(0.70)),
            Claim(&UTILIZATION, Mean("gabl"), Between(0.71, 0.75)),
            Claim(&UTILIZATION, Mean("ff"), AtMost(0.5)),
        ],
    },
    Scene {
        source: "4.19, 4.21",
        parameters: "machine=mesh:16x16&sides=exponential&allocation=gabl,mbs,paging(0)&vary=rate:0.04",
        one_of: 1,
        claims: &[
            Claim(&UTILIZATION, Mean("mbs"), Between(0.71, 0.75)),
            Claim(&SHARE_ONE_BLOCK, Mean("gabl"), Exactly(0.6)),
            Claim(&SHARE_ONE_BLOCK, Mean("mbs"), AtMost(0.19)),
            Claim(&SHARE_ONE_BLOCK, Mean("paging(0)"), AtMost(0.05)),
        ],
    },
    Scene {
        source: "4.46",
        parameters: "machine=mesh:16x16&packet-length=64&allocation=gabl,mbs,paging(0)&vary=rate:0.005",
        one_of: 1,
        claims: &[
            Claim(&MEAN_RESPONSE, Share("gabl", "paging(0)"), Exactly(0.55)),
            Claim(&MEAN_RESPONSE, Share("gabl", "mbs"), Exactly(0.60)),
        ],
    },
    Scene {
        source: "4.40",
        parameters: "machine=mesh:16x16,mesh:64x64&allocation=gabl&vary=rate:0.0205",
        one_of: 4,
        claims: &[Claim(&MEAN_RESPONSE, Smaller("gabl"), Exactly(0.34))],
    },
];

const ALL_TO_ALL: [Scene; 11] = [
    Scene {
        source: "4.8, 4.18",
        parameters: "machine=mesh:16x16&allocation=gabl,mbs,paging(0),ff&vary=rate:0.0305",
        one_of: 1,
        claims: &[
            Claim(&MEAN_RESPONSE, Share("gabl", "ff"), Exactly(0.20)),
            Claim(&MEAN_RESPONSE, Share("gabl", "paging(0)"), Exactly(0.24)),
            Claim(&MEAN_RESPONSE, Share("gabl", "mbs"), Exactly(0.38)),
            Claim(&UTILIZATION, Mean("gabl"), Between(0.71, 0.75)),
            Claim(&UTILIZATION, Mean("ff"), AtMost(0.5)),
        ],
    },
    Scene {
        source: "4.9, 4.15, 4.21",
        parameters: "machine=mesh:16x16&sides=exponential&allocation=gabl,mbs,paging(0),ff&vary=rate:0.05",
        one_of: 1,
        claims: &[
            Claim(&MEAN_RESPONSE, Share("gabl", "paging(0)"), Exactly(0.28)),
            Claim(&MEAN_RESPONSE, Share("gabl", "mbs"), Exactly(0.51)),
            Claim(&MEAN_WAIT, Share("gabl", "ff"), Exactly(0.19)),
            Claim(&MEAN_WAIT, Share("gabl", "paging(0)"), Exactly(0.27)),
            Claim(&MEAN_WAIT, Share("gabl", "mbs"), Exactly(0.50)),
            Claim(&SHARE_ONE_BLOCK, Mean("gabl"), Exactly(0.6)),
        ],
    },
    Scene {
        source: "4.25 at 0.015",
        parameters: "machine=mesh:16x16&sides=exponential&allocation=gabl,mbs&vary=rate:0.015",
        one_of: 1,
        claims: &[Claim(&BLOCKS_PER_JOB, Share("gabl", "mbs"), Exactly(0.39))],
    },
    Scene {
        source: "4.25 at 0.03",
        parameters: "machine=mesh:16x16&sides=exponential&allocation=gabl,mbs&vary=rate:0.03",
        one_of: 1,
        claims: &[Claim(&BLOCKS_PER_JOB, Share("gabl", "mbs"), Exactly(0.53))],
    },
    Scene {
        source: "ICPADS 6 and 9",
        parameters: "machine=mesh:16x22&allocation=gabl,mbs,paging(0)&vary=rate:0.0305",
        one_of: 1,
        claims: &[
            Claim(&MEAN_SERVICE, Share("gabl", "paging(0)"), Exactly(0.67)),
            Claim(&MEAN_SERVICE, Share("gabl", "mbs"), Exactly(0.76)),
            Claim(&UTILIZATION, Mean("gabl"), Between(0.72, 0.89)),
        ],
    },
    Scene {
        source: "ICPADS 16",
        parameters: "machine=mesh:16x22&sides=exponential&allocation=gabl,mbs,paging(0)&vary=rate:0.05",
        one_of: 1,
        claims: &[
            Claim(&MEAN_PACKET_LATENCY, Share("gabl", "paging(0)"), Exactly(0.66)),
            Claim(&MEAN_PACKET_LATENCY, Share("gabl", "mbs"), Exactly(0.71)),
        ],
    },
    Scene {
        source: "4.42 at 64x64",
        parameters: "machine=mesh:64x64&allocation=gabl,mbs,paging(0),ff&vary=rate:0.0305",
        one_of: 4,
        claims: &[
            Claim(&MEAN_RESPONSE, Share("gabl", "ff"), Exactly(0.23)),
            Claim(&MEAN_RESPONSE, Share("gabl", "paging(0)"), Exactly(0.34)),
            Claim(&MEAN_RESPONSE, Share("gabl", "mbs"), Exactly(0.45)),
        ],
    },
    Scene {
        source: "4.49",
        parameters: "machine=mesh:16x16&sides=exponential&packet-length=64&allocation=gabl,mbs,paging(0)&vary=rate:0.012",
        one_of: 1,
        claims: &[
            Claim(&MEAN_RESPONSE, Share("gabl", "paging(0)"), Exactly(0.15)),
            Claim(&MEAN_RESPONSE, Share("gabl", "mbs"), Exactly(0.45)),
        ],
    },
    Scene {
        source: "ICPADS 2, log at 0.004",
        parameters: "log&machine=mesh:16x22&scheduling=fcfs&allocation=gabl,mbs,paging(0)&vary=arrival:0.1515",
        one_of: 8,
        claims: &[
            Claim(&MEAN_RESPONSE, Share("gabl", "paging(0)"), Exactly(0.67)),
            Claim(&MEAN_RESPONSE, Share("gabl", "mbs"), Exactly(0.32)),
        ],
    },
    Scene {
        source: "ICPADS 11, log at 0.02",
        parameters: "log&machine=mesh:16x22&scheduling=ssd&allocation=gabl,mbs,paging(0)&vary=arrival:0.0303",
        one_of: 8,
        claims: &[
            Claim(&MEAN_PACKET_BLOCKING, Share("gabl", "paging(0)"), Exactly(0.81)),
            Claim(&MEAN_PACKET_BLOCKING, Share("gabl", "mbs"), Exactly(0.51)),
        ],
    },
    Scene {
        source: "ICPADS 14, log at 0.02",
        parameters: "log&machine=mesh:16x22&scheduling=fcfs&allocation=gabl,mbs,paging(0)&vary=arrival:0.0303",
        one_of: 8,
        claims: &[
            Claim(&MEAN_PACKET_LATENCY, Share("gabl", "paging(0)"), Exactly(0.84)),
            Claim(&MEAN_PACKET_LATENCY, Share("gabl", "mbs"), Exactly(0.54)),
        ],
    },
];

/// Patterns with the number of their messages.
const PATTERNS_OF_ONE: &[&str] = &["pattern=one-to-all", "pattern=one-to-all-next"];
const PATTERNS_OF_ALL: &[&str] = &[
    "pattern=all-to-all&messages=exponential(5)",
    "pattern=all-to-all&messages=exponential(25)",
    "pattern=all-to-all&messages=exponential-each(1)",
    "pattern=all-to-all-by-source",
    "pattern=all-to-all-by-destination",
    "pattern=all-to-all-by-source-next",
    "pattern=all-to-all-by-destination-next",
];
const SENDING: &[&str] = &["sending=free", "sending=blocking"];
const RANKS: &[&str] = &["ranks=rows", "ranks=blocks", "ranks=columns"];
const ROUNDING: &[&str] = &["quota-rounding=nearest", "quota-rounding=down"];

fn main() -> Result<(), Box<dyn Error>> {
    let replications = std::env::args().nth(1).map_or(Ok(2), |count| count.parse::<usize>());
    let replications = replications.map_err(|_| "expected a number of replications")?;
    for (scenes, patterns) in [(&ONE_TO_ALL[..], PATTERNS_OF_ONE), (&ALL_TO_ALL[..], PATTERNS_OF_ALL)] {
        print_scores(scenes, &product(&[patterns, SENDING, RANKS, ROUNDING]), replications);
    }
    Ok(())
}

/// All combinations of one element of each list, as the parameters of a link.
fn product(lists: &[&[&str]]) -> Vec<String> {
    lists.iter().fold(vec![String::new()], |begun, parts| {
        begun.iter().flat_map(|left| parts.iter().map(move |part| format!("{left}&{part}"))).collect()
    })
}

/// The values of all scenes' claims under one setting, by claim and replication.
type Outcome = Vec<Vec<f64>>;

fn print_scores(scenes: &[Scene], settings: &[String], replications: usize) {
    let mut outcomes: Vec<(&String, Outcome)> = settings.iter().zip(run_all(scenes, settings, replications)).collect();
    outcomes.sort_by(|(_, one), (_, other)| score(scenes, one).0.total_cmp(&score(scenes, other).0));
    println!("| setting | off by | ± | within 10 % |\n| --- | --- | --- | --- |");
    for (setting, outcome) in &outcomes {
        let (off, half_width) = score(scenes, outcome);
        let near = distances(scenes, outcome, 0..replications).filter(|distance| distance.abs() < 1.1f64.ln()).count();
        let parameters = setting.trim_start_matches('&').replace('&', " ");
        println!("| `{parameters}` | {} | {} | {near} of {} |", percent(off), percent(half_width), outcome.len());
    }
    println!("\n| claim | printed | best | second |\n| --- | --- | --- | --- |");
    for (number, (scene, claim)) in claims(scenes).enumerate() {
        let cell = |place: usize| outcomes.get(place).map_or(String::new(), |(_, outcome)| text(&outcome[number]));
        println!("| {}: {claim} | {} | {} | {} |", scene.source, claim.2, cell(0), cell(1));
    }
    println!();
}

/// Runs every setting in every scene, on all processors.
fn run_all(scenes: &[Scene], settings: &[String], replications: usize) -> Vec<Outcome> {
    let tasks: Vec<(usize, &Scene)> =
        (0..settings.len()).flat_map(|setting| scenes.iter().map(move |scene| (setting, scene))).collect();
    let next = Mutex::new(0..tasks.len());
    let work = || {
        let take = || next.lock().expect("no thread panics while it holds the counter").next();
        let run = |task: usize| (task, run(&settings[tasks[task].0], tasks[task].1, replications));
        std::iter::from_fn(take).map(run).collect::<Vec<_>>()
    };
    let mut done: Vec<(usize, Outcome)> = thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a run does not panic")).collect()
    });
    done.sort_by_key(|(task, _)| *task);
    let mut outcomes = vec![Outcome::new(); settings.len()];
    done.into_iter().for_each(|(task, values)| outcomes[tasks[task].0].extend(values));
    outcomes
}

/// The values of a scene's claims under a setting, by claim and replication.
fn run(setting: &str, scene: &Scene, replications: usize) -> Outcome {
    let replications = (replications / scene.one_of).max(2);
    let (source, log) = match scene.parameters.strip_prefix("log") {
        Some(rest) => (format!("{LOG}{rest}"), Some(&*SAMPLE)),
        None => (format!("{MODEL}&{}", scene.parameters), None),
    };
    let link = format!("#v=1&{source}&service=communication&replications={replications}{setting}");
    let (experiment, complaints) = permalink::read(&link);
    assert!(complaints.is_empty(), "{link}: {complaints:?}");
    let (plan, _) = Plan::prepare(&Budget::USUAL, &experiment, log).expect("a plan");
    let runs: Vec<MetricValues> =
        (0..plan.cells.len()).map(|cell| plan.run(cell, None).expect("a run").metrics).collect();
    let value = |claim: &Claim, replication: usize| {
        let on = |machine: usize, strategy: &str| {
            let place =
                experiment.allocation.iter().position(|name| name == strategy).expect("a strategy of the scene");
            runs[experiment.place(machine, place, 0) * replications + replication].get(claim.0)
        };
        match claim.1 {
            Mean(strategy) => on(0, strategy),
            Share(one, other) => on(0, one) / on(0, other),
            Smaller(strategy) => on(0, strategy) / on(1, strategy),
        }
    };
    let by_replication = |claim| (0..replications).map(|replication| value(claim, replication)).collect();
    scene.claims.iter().map(by_replication).collect()
}

/// The distance of a setting from the printed numbers: the root mean square, over the claims, of the logarithm of a
/// factor. Also half the width of its 95 % interval, from one estimate per replication.
fn score(scenes: &[Scene], outcome: &Outcome) -> (f64, f64) {
    let off = |replications: std::ops::Range<usize>| {
        let squares: Vec<f64> = distances(scenes, outcome, replications).map(|distance| distance * distance).collect();
        (squares.iter().sum::<f64>() / squares.len() as f64).sqrt()
    };
    let replications = outcome.iter().map(Vec::len).max().unwrap_or(0);
    let each: Vec<f64> = (0..replications).map(|replication| off(replication..replication + 1)).collect();
    (off(0..replications), interval(&each).1)
}

/// The distances of the mean of some replications from the printed numbers, claim by claim, as the logarithm of a
/// factor.
fn distances<'a>(
    scenes: &'a [Scene],
    outcome: &'a Outcome,
    replications: std::ops::Range<usize>,
) -> impl Iterator<Item = f64> + 'a {
    claims(scenes).zip(outcome).map(move |((_, claim), values)| {
        // A scene with fewer replications counts several times.
        let here: f64 = replications.clone().map(|replication| values[replication % values.len()]).sum();
        let here = here / replications.len() as f64;
        let nearest = match claim.2 {
            Exactly(printed) => printed,
            AtMost(most) => here.min(most),
            Between(least, most) => here.clamp(least, most),
        };
        (here / nearest).ln()
    })
}

fn claims(scenes: &[Scene]) -> impl Iterator<Item = (&Scene, &Claim)> {
    scenes.iter().flat_map(|scene| scene.claims.iter().map(move |claim| (scene, claim)))
}

/// The logarithm of a factor as a percentage above 1.
fn percent(logarithm: f64) -> String {
    format!("{:.0} %", 100.0 * (logarithm.exp() - 1.0))
}

/// A mean with its interval.
fn text(values: &[f64]) -> String {
    let (mean, half_width) = interval(values);
    let places = if mean < 10.0 { 2 } else { 0 };
    format!("{mean:.places$} ± {half_width:.places$}")
}

impl Display for Claim {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self.1 {
            Mean(strategy) => write!(out, "`{}` of {strategy}", self.0.name),
            Share(one, other) => write!(out, "`{}`, {one} / {other}", self.0.name),
            Smaller(strategy) => write!(out, "`{}` of {strategy}, 16x16 / 64x64", self.0.name),
        }
    }
}

impl Display for Printed {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Exactly(number) => write!(out, "{number}"),
            AtMost(most) => write!(out, "at most {most}"),
            Between(least, most) => write!(out, "{least} to {most}"),
        }
    }
}

#[test]
fn it_runs() {
    print_scores(&ONE_TO_ALL[3..4], &product(&[PATTERNS_OF_ONE]), 2);
}
