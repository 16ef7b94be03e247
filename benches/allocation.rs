//! How long a strategy takes to allocate and release one job at half load: `cargo bench --bench allocation`,
//! for some strategies only with their names behind ` -- `.
//!
//! Jobs of random shapes come and go so that about half of the processors are busy. The trace is recorded once for each
//! strategy and replayed from that point on, so that the figures measure only the strategy: a request that fits, and a
//! release, for every job.

use std::hint::black_box;
use std::time::Instant;
use subtorus::allocation::catalogue::{self, Setting};
use subtorus::allocation::{Allocation, Allocator};
use subtorus::machine::{Coordinates, Machine};
use subtorus::random::Stream;
use subtorus::workload::Request;

const MACHINES: &[&str] = &["mesh:16x16", "mesh:16x22", "mesh:32x32", "mesh:64x64", "mesh:8x8x8", "mesh:12x12x12"];
/// Fewer for the strategy that tries every free node.
fn jobs(name: &str) -> usize {
    if name == "gen-alg" { 100 } else { 4000 }
}
/// The machines for measuring how the cost grows.
const CUBES: &[&str] = &["mesh:4x4x4", "mesh:8x8x8", "mesh:16x16x16", "mesh:32x32x32", "mesh:64x64x64"];
/// Few jobs on growing machines, since slow strategies take nearly a second for one on the largest; else enough that
/// the one-time cost of a fresh copy does not count.
fn jobs_of_growth(name: &str, sides: Sides) -> usize {
    match (name, sides) {
        ("gen-alg", _) => 2,
        (_, Sides::UpToHalf) => 200,
        (_, Sides::UpTo(_)) => 1000,
    }
}
/// How many of the cubes a strategy runs on: those that scan every place, or every pair of jobs, would take hours on
/// the largest.
fn cubes_of(name: &str, sides: Sides) -> usize {
    match (name, sides) {
        ("bl(boxes)" | "tbl(boxes)", Sides::UpTo(_)) => 3,
        ("gen-alg", _) | ("bf" | "tbf", Sides::UpTo(_)) => 4,
        _ => CUBES.len(),
    }
}
/// The sides of jobs, uniform from 1.
#[derive(Clone, Copy)]
enum Sides {
    /// Up to half of the machine's.
    UpToHalf,
    /// On every machine up to this.
    UpTo(u32),
}

impl Sides {
    /// The longest where the machine has so many nodes in a row.
    fn most(self, extent: u32) -> u32 {
        match self {
            Sides::UpToHalf => (extent / 2).max(1),
            Sides::UpTo(most) => most.min(extent),
        }
    }
}
/// Pairs of a bitset search and a busy list of the thesis: the ratio of their times shows what the bits gain.
const RATIOS: &[(&str, &str)] =
    &[("ff", "bl(boxes)"), ("tff", "tbl(boxes)"), ("bl", "bl(boxes)"), ("tbl", "tbl(boxes)")];

fn main() {
    println!("nanoseconds to allocate and release a job at half load (best of several replays)\n");
    print!("{:<28}", "");
    MACHINES.iter().for_each(|machine| print!("{machine:>15}"));
    println!();
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_wanted = |name: &&str| wanted.is_empty() || wanted.iter().any(|other| other == name);
    let names: Vec<&str> = catalogue::entries().flat_map(|entry| entry.examples).copied().filter(is_wanted).collect();
    let mut rows = Vec::new();
    for name in &names {
        let row: Vec<Option<f64>> = MACHINES
            .iter()
            .map(|machine| nanoseconds(name, &machine.parse().unwrap(), Sides::UpToHalf, jobs(name)))
            .collect();
        print_row(name, &row, 0);
        rows.push(row);
    }
    println!("\nhow that grows with the machine: the same, and the exponent in the number of nodes");
    print_growth(&names, Sides::UpToHalf);
    println!("\nhow it grows where jobs do not: sides up to 4 on every machine");
    print_growth(&names, Sides::UpTo(4));
    println!("\nthe ratio of the two searches");
    for (bits, boxes) in RATIOS {
        let row = |name: &str| names.iter().position(|other| *other == name).map(|place| &rows[place]);
        let (Some(upper), Some(lower)) = (row(bits), row(boxes)) else { continue };
        let quotients = upper.iter().zip(lower).map(|(bits, boxes)| Some((*bits)? / (*boxes)?));
        print_row(&format!("{bits} / {boxes}"), &quotients.collect::<Vec<_>>(), 2);
    }
}

/// The time on growing cubes, and the power of the number of nodes with which it grows, by least squares.
fn print_growth(names: &[&str], sides: Sides) {
    print!("{:<28}", "");
    CUBES.iter().for_each(|machine| print!("{machine:>15}"));
    println!("{:>15}", "exponent");
    for name in names {
        let machines = CUBES.iter().take(cubes_of(name, sides)).map(|text| text.parse::<Machine>().expect("a machine"));
        let time = |machine: Machine| (nanoseconds(name, &machine, sides, jobs_of_growth(name, sides)), machine);
        let times: Vec<(Option<f64>, Machine)> = machines.map(time).collect();
        if times.iter().all(|(time, _)| time.is_none()) {
            continue;
        }
        print!("{name:<28}");
        times.iter().for_each(|(time, _)| print!("{:>15}", time.map_or("-".into(), |time| format!("{time:.0}"))));
        let logs =
            times.iter().filter_map(|(time, machine)| Some((f64::from(machine.node_count()).ln(), (*time)?.ln())));
        println!("{:>15.2}", slope(&logs.collect::<Vec<_>>()));
    }
}

/// The slope of the line nearest to these points.
fn slope(points: &[(f64, f64)]) -> f64 {
    let count = points.len() as f64;
    let mean = |part: fn(&(f64, f64)) -> f64| points.iter().map(part).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let common: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    common / points.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>()
}

fn print_row(name: &str, row: &[Option<f64>], places: usize) {
    print!("{name:<28}");
    row.iter().for_each(|value| match value {
        Some(value) => print!("{value:>15.places$}"),
        None => print!("{:>15}", "-"),
    });
    println!();
}

/// A step of the trace: a request that fits is served, or a placed job leaves.
enum Step {
    Allocate(Request),
    Release(usize),
}

fn nanoseconds(name: &str, machine: &Machine, sides: Sides, jobs: usize) -> Option<f64> {
    let choice = catalogue::find(name).expect("a strategy");
    let empty = choice.make(&Setting { machine, seed: 1, replication: 0 }).ok()?;
    let Trace { half, running, steps } = trace(empty, machine, sides, jobs);
    let mut allocator = half.fork();
    let mut best = f64::INFINITY;
    for _ in 0..7 {
        allocator.copy_from(half.as_ref());
        let mut placed: Vec<Option<Allocation>> = running.iter().cloned().map(Some).collect();
        placed.reserve(jobs);
        let start = Instant::now();
        for step in &steps {
            match step {
                Step::Allocate(request) => placed.push(allocator.allocate(request)),
                Step::Release(job) => {
                    let allocation = placed[*job].take().expect("what was placed in the recording");
                    allocator.release(&allocation);
                }
            }
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / jobs as f64);
        black_box(placed);
    }
    Some(best)
}

/// Jobs that come while fewer than half of the processors are busy and leave in random order.
struct Trace {
    /// The machine when half is busy for the first time, or when a job finds no place for the first time.
    half: Box<dyn Allocator>,
    /// The jobs that are running then.
    running: Vec<Allocation>,
    /// What happens from then on; jobs are numbered from the first of these.
    steps: Vec<Step>,
}

fn trace(mut allocator: Box<dyn Allocator>, machine: &Machine, sides: Sides, wanted: usize) -> Trace {
    let (mut sizes, mut leaving) = (Stream::new(1, "bench", 0), Stream::new(2, "bench", 0));
    let mut request = |allocator: &dyn Allocator| {
        let mut extents = Coordinates::new(machine.extents());
        extents.iter_mut().for_each(|extent| *extent = sizes.uniform_integer(1, sides.most(*extent)));
        allocator.effective(&Request::new(extents.iter().product(), Some(extents)))
    };
    let is_half_free = |allocator: &dyn Allocator| allocator.free_processors() > machine.node_count() / 2;
    let mut running = Vec::new();
    while is_half_free(allocator.as_ref()) {
        let wanted = request(allocator.as_ref());
        let Some(allocation) = allocator.allocate(&wanted) else { break };
        running.push(allocation);
    }
    let half = allocator.fork();
    let mut present: Vec<(usize, Allocation)> = running.iter().cloned().enumerate().collect();
    let (mut steps, mut jobs) = (Vec::new(), running.len());
    while jobs < running.len() + wanted {
        let wanted = request(allocator.as_ref());
        let placed = is_half_free(allocator.as_ref()).then(|| allocator.allocate(&wanted)).flatten();
        if let Some(allocation) = placed {
            steps.push(Step::Allocate(wanted));
            present.push((jobs, allocation));
            jobs += 1;
        } else if !present.is_empty() {
            let (job, allocation) = present.swap_remove(leaving.uniform_integer(0, present.len() as u32 - 1) as usize);
            allocator.release(&allocation);
            steps.push(Step::Release(job));
        }
    }
    Trace { half, running, steps }
}
