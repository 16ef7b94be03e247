//! Schedules of an independent implementation, reproduced start by start.
//!
//! The vectors and the logs they belong to are not part of the repository: they lie in `../shared` where there is one.

use std::fs;
use std::path::{Path, PathBuf};
use subtorus::allocation::catalogue::{self, Setting};
use subtorus::machine::{Block, Machine};
use subtorus::simulation::observers::Placements;
use subtorus::simulation::{Metric, MetricValues, Recorder, simulate};
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

/// The values of a line; those in quotes may contain commas.
fn values(line: &str) -> Vec<String> {
    let mut quoted = false;
    let outside = |letter: char| {
        quoted ^= letter == '"';
        letter == ',' && !quoted
    };
    line.split(outside).map(|value| value.trim_matches('"').to_string()).collect()
}

/// A table with a header line, as rows of named values.
fn rows(text: &str) -> Vec<impl Fn(&str) -> String> {
    let mut lines = text.lines();
    let names = values(lines.next().expect("a header"));
    let row = |line: &str| {
        let values = values(line);
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
    metrics: MetricValues,
}

fn workload(log: &str, first: Option<u32>, logs: &Path) -> Workload {
    let bytes = unzipped(&logs.join(format!("{log}.swf.gz")));
    let (log, problems) = swf::read(&bytes);
    assert_eq!(problems, [], "the archive's logs are well formed");
    log.select(&Selection { first, ..Selection::default() }).0
}

/// A line of `subtorus/summary.csv`.
fn subtorus_case(row: &impl Fn(&str) -> String, logs: &Path) -> Case {
    let options = row("options");
    let option = |name: &str| options.split(' ').find_map(|option| option.strip_prefix(name)?.strip_prefix('='));
    let workload = workload(&row("log"), option("first").map(|first| first.parse().unwrap()), logs);
    let transformation = Transformation {
        size_scale: row("size_scale").parse().unwrap(),
        round: Rounding::Pow2,
        estimates: option("estimates").map_or(Estimates::Exact, |name| name.parse().unwrap()),
        runtime_coefficient: row("runtime_coefficient").parse().unwrap(),
        ..Transformation::default()
    };
    run(row, workload, transformation)
}

/// The run that a line describes. The lines of `mesh/summary.csv` say nothing of the workload: it is as it stands.
fn run(row: &impl Fn(&str) -> String, workload: Workload, transformation: Transformation) -> Case {
    let machine: Machine = row("machine").parse().unwrap();
    let choice = catalogue::find(&row("allocation")).unwrap();
    let jobs = transformation.apply(&workload, &machine, choice.entry.wants_extents);
    let allocator = (choice.make)(&Setting { machine: &machine, seed: 1, replication: 0 }).unwrap();
    let mut observers = (Recorder::new(&jobs, &machine), Placements::new(&jobs));
    simulate(&jobs, allocator, row("scheduling").parse().unwrap(), &mut observers).unwrap();
    let (recorder, Placements { blocks }) = observers;
    let (start, metrics) = (recorder.times.start.clone(), recorder.metrics());
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
            for node in block.nodes(machine) {
                assert_ne!(busy[node as usize], starts, "{name}: node {node} at {time}, job {job}");
                busy[node as usize] = starts;
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
        let case = subtorus_case(row, &logs);
        assert_schedule(&case, &name, &vectors);
        assert_sound(&case, &name);
        assert_metrics(&case, row, TIME_COLUMNS);
    }
}

/// Every start, and every block where the vector has them.
fn assert_schedule(case: &Case, name: &str, vectors: &Path) {
    let vector = String::from_utf8(unzipped(&vectors.join(format!("{name}.csv.gz")))).unwrap();
    let with_blocks = vector.starts_with("job,start,blocks");
    let expected = rows(&vector);
    assert_eq!(expected.len(), case.start.len(), "{name}: jobs");
    for (index, line) in expected.iter().enumerate() {
        let job = line("job");
        assert_eq!(job, case.workload.id[index].to_string(), "{name}: line {index}");
        assert_eq!(line("start"), case.start[index].to_string(), "{name}: start of job {job} (number {index})");
        if with_blocks {
            let blocks: Vec<_> = case.blocks[index].iter().map(|block| block.to_string()).collect();
            assert_eq!(line("blocks"), blocks.join(";"), "{name}: blocks of job {job} (number {index})");
        }
    }
}

/// The summary's figures, to the digits printed. Columns that are no metric of ours are not compared.
fn assert_metrics(case: &Case, row: &impl Fn(&str) -> String, columns: &[(&str, &str)]) {
    for (column, metric) in columns {
        let printed = row(column);
        let places = printed.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let Some(metric) = Metric::find(metric) else {
            eprintln!("SKIPPED: {metric} is no metric yet");
            continue;
        };
        if printed != "-" {
            assert_eq!(format!("{:.places$}", case.metrics.get(metric)), printed, "{}: {metric:?}", row("name"));
        }
    }
}

/// Meshes: where the strategies put jobs, too.
#[test]
fn mesh_schedules_start_by_start_and_block_by_block() {
    let (Some(vectors), Some(logs)) = (shared("vectors/mesh"), shared("logs")) else { return };
    let summary = fs::read_to_string(vectors.join("summary.csv")).unwrap();
    let (mut compared, mut unknown) = (0, Vec::new());
    let mut workloads = std::collections::BTreeMap::new();
    for row in rows(&summary) {
        let name = row("name");
        if let Err(reason) = catalogue::find(&row("allocation")) {
            eprintln!("SKIPPED: {name}: {reason}");
            unknown.push(row("allocation"));
            continue;
        }
        assert_eq!(row("options"), "", "{name}");
        let jobs = row("jobs").parse().unwrap();
        let workload =
            workloads.entry((row("log"), jobs)).or_insert_with_key(|(log, jobs)| workload(log, Some(*jobs), &logs));
        let case = run(&row, workload.clone(), Transformation::default());
        assert_schedule(&case, &name, &vectors);
        assert_sound(&case, &name);
        assert_metrics(&case, &row, MESH_COLUMNS);
        compared += 1;
    }
    eprintln!("{compared} schedules of meshes compared, {} skipped: {}", unknown.len(), unknown.join(" "));
    assert!(compared > 0);
}

/// Columns of the summaries with the names of our metrics.
const TIME_COLUMNS: &[(&str, &str)] = &[
    ("load", "load"),
    ("utilization", "utilization"),
    ("mean_bounded_slowdown", "mean_bounded_slowdown"),
    ("mean_wait_s", "mean_wait"),
    ("mean_response_s", "mean_response"),
    ("makespan_s", "makespan"),
];
const MESH_COLUMNS: &[(&str, &str)] = &[
    ("utilization", "utilization"),
    ("mean_bounded_slowdown", "mean_bounded_slowdown"),
    ("mean_wait_s", "mean_wait"),
    ("mean_response_s", "mean_response"),
    ("blocks_per_job", "blocks_per_job"),
    ("share_one_block", "share_one_block"),
    ("share_one_box", "share_one_box"),
    ("mean_m", "busy_blocks"),
    ("internal_fragmentation", "internal_fragmentation"),
];
