//! Schedules of an independent implementation, reproduced start by start with the binary. `tests/vectors/README.md`
//! describes the files.

use flate2::read::GzDecoder;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use subtorus::machine::Machine;

/// A line of a table, by the names of its columns.
type Line = BTreeMap<String, String>;

/// All lines of a table and the names of its columns in order.
fn table(source: impl Read) -> (Vec<String>, Vec<Line>) {
    let mut reader = csv::Reader::from_reader(source);
    let columns = reader.headers().expect("a header").iter().map(String::from).collect();
    let lines = reader.deserialize().map(|line| line.expect("as many values as columns")).collect();
    (columns, lines)
}

fn open(path: &Path) -> File {
    File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn integer(text: &str) -> i64 {
    text.parse().unwrap_or_else(|_| panic!("'{text}' is no integer"))
}

/// The lines of a vector in the form of a schedule: `job`, `start` and so on instead of the steps from line to line,
/// and microseconds instead of milliseconds.
fn vector(path: &Path) -> Vec<Line> {
    let (_, mut lines) = table(GzDecoder::new(open(path)));
    let (mut job, mut submit, mut start) = (0, 0, 0);
    for line in &mut lines {
        for (steps, name, unit, sum) in [
            ("job_step", "job", 1, &mut job),
            ("submit_step", "submit", 1000, &mut submit),
            ("start_step", "start", 1000, &mut start),
        ] {
            if let Some(step) = line.remove(steps) {
                *sum += integer(&step) * unit;
                line.insert(name.into(), sum.to_string());
            }
        }
        if let Some(run) = line.remove("run") {
            line.insert("end".into(), (start + integer(&run) * 1000).to_string());
        }
    }
    lines
}

/// One schedule of a folder and its line of the summary.
struct Case<'a> {
    row: &'a Line,
    vector: PathBuf,
}

/// The program's result: its report, and its schedule by job.
struct Outcome {
    report: serde_json::Value,
    schedule: Vec<Line>,
}

impl Case<'_> {
    fn name(&self) -> &str {
        &self.row["name"]
    }

    /// The run, or the program's error message.
    fn run(&self) -> Result<Outcome, String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let schedule = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}.csv", self.name()));
        let mut command = Command::new(env!("CARGO_BIN_EXE_subtorus"));
        command.arg("simulate").arg("--log").arg(root.join(&self.row["log"])).arg("--schedule-out").arg(&schedule);
        for name in ["machine", "allocation", "scheduling"] {
            command.arg(format!("--{name}")).arg(&self.row[name]);
        }
        for option in self.row["options"].split_whitespace() {
            let (name, value) = option.split_once('=').expect("an option with a value");
            command.arg(format!("--{name}")).arg(value);
        }
        let output = command.output().expect("the binary starts");
        if !output.status.success() {
            return Err(String::from_utf8(output.stderr).expect("a message in UTF-8"));
        }
        let report = serde_json::from_slice(&output.stdout).expect("JSON");
        Ok(Outcome { report, schedule: table(open(&schedule)).1 })
    }

    /// Compares every start, and the submit time, end, size and place of every job if the vector has them.
    fn compare_schedule(&self, found: &[Line], places: Places) {
        let expected = vector(&self.vector);
        assert_eq!(expected.len(), found.len(), "{}: jobs", self.name());
        let machine = self.machine();
        for (expected, found) in expected.iter().zip(found) {
            for (column, value) in expected {
                let about = format!("{}: {column} of job {}", self.name(), expected["job"]);
                match (column.as_str(), places) {
                    ("blocks", Places::Covered) if &found[column] != value => {
                        assert_eq!(nodes(&found[column], &machine), nodes(value, &machine), "{about}");
                    }
                    _ => assert_eq!(&found[column], value, "{about}"),
                }
            }
        }
    }

    /// Compares the number of jobs, and every metric of the summary to the printed digits.
    fn compare_report(&self, report: &serde_json::Value, metrics: &[String]) {
        let name = self.name();
        assert_eq!(report["jobs"], integer(&self.row["jobs"]), "{name}");
        assert_eq!(report["dropped"]["too_large"], integer(&self.row["too_large"]), "{name}");
        for metric in metrics {
            let printed = &self.row[metric];
            if printed == "-" {
                assert!(report[metric].is_null(), "{name}: {metric} does not apply");
                continue;
            }
            let places = printed.split_once('.').map_or(0, |(_, decimals)| decimals.len());
            let value = report[metric].as_f64().unwrap_or_else(|| panic!("{name}: {metric} is not in the report"));
            // A value halfway between two printable values, as a mean over 8000 jobs may be, can be rounded to either.
            let units = 10f64.powi(places as i32);
            let off = (value - printed.parse::<f64>().expect("a number")).abs() * units;
            assert!(off < 0.5 + 1e-6, "{name}: {metric} is {value}, printed {printed}");
        }
    }

    /// Properties of every schedule: no two running jobs share a node, and no job starts before it arrives.
    fn assert_sound(&self, schedule: &[Line]) {
        let machine = self.machine();
        let mut events: Vec<(i64, bool, usize)> = Vec::new();
        for (index, job) in schedule.iter().enumerate() {
            let [submit, start, end] = ["submit", "start", "end"].map(|column| integer(&job[column]));
            assert!(start >= submit, "{}: job {} starts before it arrives", self.name(), job["job"]);
            if end > start {
                events.extend([(start, true, index), (end, false, index)]);
            }
        }
        events.sort();
        let mut busy = vec![false; machine.node_count() as usize];
        for (time, starts, index) in events {
            for node in nodes(&schedule[index]["blocks"], &machine) {
                assert_ne!(busy[node as usize], starts, "{}: node {node} at {time}", self.name());
                busy[node as usize] = starts;
            }
        }
    }

    fn machine(&self) -> Machine {
        self.row["machine"].parse().expect("a machine")
    }
}

/// The nodes of a list of blocks `base+extents;...`, which may wrap around rings, in ascending order.
fn nodes(blocks: &str, machine: &Machine) -> Vec<u32> {
    let numbers = |text: &str, separator: char| -> Vec<u32> {
        text.split(separator).map(|number| number.parse().expect("a coordinate")).collect()
    };
    let mut nodes = Vec::new();
    for block in blocks.split(';').filter(|block| !block.is_empty()) {
        let (base, extents) = block.split_once('+').expect("base+extents");
        let (base, extents) = (numbers(base, ','), numbers(extents, 'x'));
        let (mut offset, mut position) = (vec![0; base.len()], base.clone());
        for _ in 0..extents.iter().product() {
            for d in 0..base.len() {
                position[d] = (base[d] + offset[d]) % machine.extents()[d];
            }
            nodes.push(machine.index(&position));
            for d in (0..base.len()).rev() {
                offset[d] = (offset[d] + 1) % extents[d];
                if offset[d] != 0 {
                    break;
                }
            }
        }
    }
    nodes.sort_unstable();
    assert!(nodes.is_sorted_by(|one, other| one < other), "{blocks}: blocks overlap");
    nodes
}

/// How the places of jobs are compared.
#[derive(Clone, Copy)]
enum Places {
    /// The same blocks in the same order.
    Listed,
    /// The same nodes, in any order of blocks.
    Covered,
}

/// Computes and compares every schedule of a folder.
fn reproduce(folder: &str, places: Places) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(folder);
    let (columns, rows) = table(open(&folder.join("summary.csv")));
    let metrics = &columns[columns.iter().position(|column| column == "too_large").expect("its column") + 1..];
    assert!(!rows.is_empty() && !metrics.is_empty());
    for row in &rows {
        let case = Case { row, vector: folder.join(format!("{}.csv.gz", row["name"])) };
        assert!(case.vector.exists(), "{} is missing", case.vector.display());
        let outcome = case.run().unwrap_or_else(|refusal| panic!("{} cannot be computed: {refusal}", case.name()));
        case.compare_schedule(&outcome.schedule, places);
        case.assert_sound(&outcome.schedule);
        case.compare_report(&outcome.report, metrics);
    }
}

#[test]
fn subtorus_schedules_start_by_start() {
    reproduce("subtorus", Places::Listed);
}

/// Meshes: the places of jobs are also compared.
#[test]
fn mesh_schedules_start_by_start_and_block_by_block() {
    reproduce("mesh", Places::Listed);
}

/// Modern machines: units, optical switches, jobs with shapes, nodes out of service, orders that change with time.
#[test]
fn schedules_of_todays_machines_start_by_start_and_node_by_node() {
    reproduce("today", Places::Covered);
}

/// Every schedule file is in a summary, and every summary's files exist.
#[test]
fn the_summaries_name_every_schedule() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let (mut named, mut stored) = (BTreeSet::new(), BTreeSet::new());
    for folder in ["mesh", "subtorus", "today"] {
        let rows = table(open(&root.join(folder).join("summary.csv"))).1;
        named.extend(rows.into_iter().map(|mut row| row.remove("name").expect("a name")));
        for entry in std::fs::read_dir(root.join(folder)).expect("a folder") {
            let name = entry.expect("an entry").file_name().into_string().expect("a name in UTF-8");
            stored.extend(name.strip_suffix(".csv.gz").map(String::from));
        }
    }
    assert_eq!(named, stored);
}
