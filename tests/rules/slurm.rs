//! Schedules on topologies, of the independent program, reproduced with the binary from the files that an operator has:
//! starts, nodes, refused jobs, groups and fragmentation. `tests/vectors/README.md` describes the files.

use flate2::read::GzDecoder;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

const SCHEDULES: [&str; 21] = [
    "block-18",
    "block-8-16-64",
    "block-incomplete",
    "block-larger",
    "block-spread",
    "block-spread-consolidate",
    "flat-easy",
    "ring-16",
    "ring-mixed",
    "torus-16x16x16-pods",
    "torus-4x4x4-block",
    "torus-4x4x4-easy",
    "torus-4x6x10",
    "torus-8x8x8-spacing",
    "torus-down",
    "torus-rotated",
    "torus-two",
    "tree-2",
    "tree-3",
    "tree-deep",
    "tree-dragonfly",
];

/// Reasons in the words of the files, and their names in reports.
const REASONS: [(&str, &str); 4] = [
    ("no placement is that large", "no_placement_that_large"),
    ("segment does not divide", "segment_does_not_divide"),
    ("no placement of that size", "no_placement_of_that_size"),
    ("does not fit the empty machine", "too_large"),
];

fn vector(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/vectors/slurm/{name}.json.gz"));
    let mut text = String::new();
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    GzDecoder::new(file).read_to_string(&mut text).expect("a packed text");
    serde_json::from_str(&text).expect("JSON")
}

/// The numbers of a list such as `0-3,7`.
fn numbers(list: &str) -> Vec<u64> {
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let range = |part: &str| {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        number(from)..=number(to)
    };
    list.split(',').filter(|part| !part.is_empty()).flat_map(range).collect()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// The number of nodes of the topology as the file describes it without names.
fn node_count(topology: &Value) -> usize {
    if let Some(count) = topology["count"].as_u64() {
        return count as usize;
    }
    let groups = ["toruses", "rings", "blocks", "switches"].iter().find_map(|key| topology[*key].as_array());
    groups.expect("groups of nodes").iter().map(|group| numbers(text(group, "nodes")).len()).sum()
}

/// The jobs as a table.
fn table(jobs: &Value) -> String {
    let mut table = String::from("submit,runtime,processors,estimate,segment,flags\n");
    for job in jobs.as_array().expect("jobs") {
        let number = |place: usize| job[place].as_u64().filter(|number| *number > 0 || place < 3);
        let cell = |place: usize| number(place).map_or(String::new(), |number| number.to_string());
        let flags = job[5].as_str().expect("flags");
        let cells: Vec<String> = (0..5).map(cell).chain([flags.into()]).collect();
        table += &format!("{}\n", cells.join(","));
    }
    table
}

/// The run of a file: its report, and the start and nodes of each job.
fn run(name: &str, vector: &Value) -> (Value, BTreeMap<u64, (i64, Vec<u64>)>) {
    let path =
        |ending: &str| -> PathBuf { Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("slurm-{name}.{ending}")) };
    let [topology, log, schedule] = ["yaml", "jobs.csv", "csv"].map(path);
    fs::write(&topology, text(vector, "topology_yaml")).expect("a file for the topology");
    fs::write(&log, table(&vector["jobs"])).expect("a file for the jobs");
    let spread = if vector["topology"]["dragonfly"] == true { "(dragonfly)" } else { "" };
    let strategy = format!("slurm-{}{spread}", text(&vector["topology"], "kind"));
    let down: Vec<String> = numbers(text(vector, "down")).iter().map(|node| format!("{node}+1")).collect();
    let mut command = Command::new(env!("CARGO_BIN_EXE_subtorus"));
    command.arg("simulate").arg("--log").arg(&log).arg("--topology").arg(&topology);
    command.arg("--machine").arg(format!("mesh:{}", node_count(&vector["topology"])));
    command.args(["--allocation", &strategy, "--scheduling", text(vector, "scheduling")]);
    command.args(["--estimates", text(vector, "estimates")]).arg("--schedule-out").arg(&schedule);
    if vector["round_up"] == true {
        command.args(["--round-up", "on"]);
    }
    if !down.is_empty() {
        command.args(["--down", &down.join(";")]);
    }
    let output = command.output().expect("the program");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(&schedule).expect("a schedule");
    let line = |line: BTreeMap<String, String>| {
        let base = |block: &str| block.strip_suffix("+1").expect("a single node").parse().expect("its number");
        let nodes: Vec<u64> = line["blocks"].split(';').map(base).collect();
        (line["job"].parse::<u64>().expect("a job") - 1, (line["start"].parse().expect("a time"), nodes))
    };
    let jobs = reader.deserialize().map(|read| line(read.expect("a line"))).collect();
    (serde_json::from_slice(&output.stdout).expect("a report"), jobs)
}

#[test]
fn schedules_on_topologies_are_those_of_the_independent_program() {
    for name in SCHEDULES {
        let vector = vector(name);
        let (report, schedule) = run(name, &vector);
        let expected = &vector["expected"];
        let list = |value: &Value| value.as_array().cloned().expect("a list");
        // Time 0 is the first arrival, also if that job is refused.
        let first = list(&vector["jobs"]).iter().filter_map(|job| job[0].as_i64()).min().expect("a job");
        let job = |job: &Value| {
            let start = (job[1].as_i64().expect("seconds") - first) * 1_000_000;
            (job[0].as_u64().expect("a number"), (start, numbers(job[2].as_str().expect("nodes"))))
        };
        let by_hand: BTreeMap<_, _> = list(&expected["jobs"]).iter().map(job).collect();
        for (job, placed) in &by_hand {
            assert_eq!(schedule.get(job), Some(placed), "{name}, job {job}");
        }
        assert_eq!(schedule.len(), by_hand.len(), "{name}");

        let (mut refused, mut work) = (BTreeMap::new(), BTreeMap::new());
        for refusal in list(&expected["refused"]) {
            let reason = REASONS.iter().find(|(words, _)| refusal[1] == *words).expect("a known reason").1;
            let job = &vector["jobs"][refusal[0].as_u64().expect("a number") as usize];
            *refused.entry(reason).or_insert(0) += 1;
            *work.entry(reason).or_insert(0.0) += job[1].as_f64().expect("a time") * job[2].as_f64().expect("nodes");
        }
        for (_, reason) in REASONS {
            let count = refused.get(reason).copied().unwrap_or(0);
            assert_eq!(report["dropped"][reason].as_u64().unwrap_or(0), count, "{name}, {reason}");
            assert_eq!(
                report["refused_processor_seconds"][reason].as_f64(),
                work.get(reason).copied(),
                "{name}, {reason}"
            );
        }

        let jobs = by_hand.len() as f64;
        let near = |metric: &str, value: f64| {
            let found = report[metric].as_f64().unwrap_or_else(|| panic!("{name}: {metric}"));
            assert!((found - value).abs() <= 1e-12 * value.abs(), "{name}: {metric} is {found}, not {value}");
        };
        let number = |key: &str| expected[key].as_f64().expect("a number");
        near("groups_per_job", number("groups") / jobs);
        near("share_one_group", number("jobs_in_one_group") / jobs);
        let makespan = report["makespan"].as_f64().expect("a time");
        match number("fragmentation_full") {
            0.0 => assert!(report["placement_fragmentation"].is_null(), "{name}"),
            full => near("placement_fragmentation", number("fragmentation_seconds") / (full * makespan)),
        }
    }
}
