//! Schedules of an independent implementation, reproduced start by start.
//!
//! The vectors and the logs they belong to are not part of the repository: they lie in `../shared` where there is one.

use std::fs;
use std::path::{Path, PathBuf};
use subtorus::allocation::catalogue::{self, Setting};
use subtorus::machine::{Block, Machine};
use subtorus::simulation::{METRICS, Recorder, simulate};
use subtorus::time::Time;
use subtorus::workload::swf::{self, Selection};
use subtorus::workload::transform::{Estimates, Rounding, Transformation};
use subtorus::workload::{Jobs, Workload};

/// The folder beside the repository, or a loud word that it is missing.
fn shared(part: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(part);
    if !path.exists() {
        eprintln!("SKIPPED: there is no {} to compare with", path.display());
        return None;
    }
    Some(path)
}

fn unzipped(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let file = fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(file), &mut bytes).expect("a gzip file");
    bytes
}

/// A table with a header line, as rows of named values.
fn rows(text: &str) -> Vec<impl Fn(&str) -> String> {
    let mut lines = text.lines();
    let names: Vec<String> = lines.next().expect("a header").split(',').map(String::from).collect();
    let row = |line: &str| {
        let values: Vec<String> = line.split(',').map(String::from).collect();
        let names = names.clone();
        move |name: &str| values[names.iter().position(|other| other == name).expect("a known column")].clone()
    };
    lines.map(row).collect()
}

/// A run as a line of a summary describes it.
struct Case {
    workload: Workload,
    jobs: Jobs,
    machine: Machine,
    start: Vec<Time>,
    blocks: Vec<Vec<Block>>,
    metrics: Vec<f64>,
}

fn run(row: &impl Fn(&str) -> String, logs: &Path) -> Case {
    let options = row("options");
    let option = |name: &str| options.split(' ').find_map(|option| option.strip_prefix(name)?.strip_prefix('='));
    let bytes = unzipped(&logs.join(format!("{}.swf.gz", row("log"))));
    let (log, problems) = swf::read(&bytes);
    assert_eq!(problems, [], "the archive's logs are well formed");
    let first = option("first").map(|first| first.parse().unwrap());
    let (workload, _) = log.select(&Selection { first, ..Selection::default() });
    let transformation = Transformation {
        size_scale: row("size_scale").parse().unwrap(),
        round: Rounding::Pow2,
        estimates: option("estimates").map_or(Estimates::Exact, |name| name.parse().unwrap()),
        runtime_coefficient: row("runtime_coefficient").parse().unwrap(),
        ..Transformation::default()
    };
    let machine: Machine = row("machine").parse().unwrap();
    let jobs = transformation.apply(&workload, &machine, false);
    let setting = Setting { machine: &machine, seed: 1, replication: 0 };
    let allocator = (catalogue::find(&row("allocation")).unwrap().make)(&setting).unwrap();
    let mut recorder = Recorder::with_blocks(&jobs, &machine);
    simulate(&jobs, allocator, row("scheduling").parse().unwrap(), &mut recorder).unwrap();
    let (start, blocks, metrics) = (recorder.start.clone(), recorder.blocks.clone(), recorder.metrics());
    Case { workload, jobs, machine, start, blocks, metrics }
}

/// What holds of every schedule: no two running jobs share a node, and nobody starts before arriving.
fn assert_sound(case: &Case, name: &str) {
    let Case { jobs, machine, start, blocks, .. } = case;
    let mut events: Vec<(Time, bool, usize)> = Vec::new();
    for (job, &start) in start.iter().enumerate() {
        assert!(start >= jobs.jobs[job].submit, "{name}: job {job} starts before it arrives");
        if jobs.jobs[job].runtime > 0 {
            events.push((start, true, job));
            events.push((start + jobs.jobs[job].runtime, false, job));
        }
    }
    events.sort();
    let mut busy = vec![false; machine.node_count() as usize];
    for (time, starts, job) in events {
        for block in &blocks[job] {
            for offset in 0..block.volume() {
                let mut at = block.base;
                let mut rest = offset;
                for dimension in (0..machine.dimensions()).rev() {
                    at[dimension] += rest % block.extents[dimension];
                    rest /= block.extents[dimension];
                }
                let node = machine.index(&at) as usize;
                assert_ne!(busy[node], starts, "{name}: node {node} at {time}, job {job}");
                busy[node] = starts;
            }
        }
    }
}

#[test]
fn subtorus_schedules_start_by_start() {
    let (Some(vectors), Some(logs)) = (shared("vectors/subtorus"), shared("logs")) else { return };
    let summary = fs::read_to_string(vectors.join("summary.csv")).unwrap();
    let rows_of_summary = rows(&summary);
    assert!(!rows_of_summary.is_empty());
    for row in &rows_of_summary {
        let name = row("name");
        let case = run(row, &logs);
        let vector = String::from_utf8(unzipped(&vectors.join(format!("{name}.csv.gz")))).unwrap();
        let expected = rows(&vector);
        assert_eq!(expected.len(), case.start.len(), "{name}: jobs");
        for (index, line) in expected.iter().enumerate() {
            assert_eq!(line("job"), case.workload.id[index].to_string(), "{name}: line {index}");
            let (wanted, found) = (line("start"), case.start[index].to_string());
            assert_eq!(wanted, found, "{name}: start of job {} (number {index})", line("job"));
        }
        assert_sound(&case, &name);
        for (column, metric, places) in [
            ("load", "load", 6),
            ("utilization", "utilization", 6),
            ("mean_bounded_slowdown", "mean_bounded_slowdown", 6),
            ("mean_wait_s", "mean_wait", 3),
            ("mean_response_s", "mean_response", 3),
            ("makespan_s", "makespan", 1),
        ] {
            let value = case.metrics[METRICS.iter().position(|other| other.name == metric).unwrap()];
            assert_eq!(format!("{value:.places$}"), row(column), "{name}: {metric}");
        }
    }
}
