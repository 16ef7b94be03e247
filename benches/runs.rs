//! The speed of whole runs and whole figures, natively: `cargo bench` (part of `make bench`).
//!
//! These machines are noisy, so every figure comes with a ratio to a baseline measured in the same run: for the
//! scheduler, the plain rule of the tests, which tries every waiting job in every pass. The logs are those of `samples`.

#[path = "../tests/rules/plain.rs"]
#[allow(dead_code, reason = "the tests use more of the reference than the benchmark")]
mod plain;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use subtorus::allocation::Allocator;
use subtorus::allocation::catalogue::{self, Setting};
use subtorus::formats;
use subtorus::machine::Machine;
use subtorus::scheduling::Scheduling;
use subtorus::simulation::{Recorder, simulate};
use subtorus::workload::Selection;
use subtorus::workload::transform::{Rounding, Transformation};
use subtorus::workload::{Jobs, lublin};

const NASA: &str = "NASA-iPSC-1993-3.1-cln.swf";
const SDSC: &str = "SDSC-SP2-1998-4.2-cln.swf";
const QCDOC: &str = "torus:2x2x2x4x4x8";
const SIMULATE: &[&str] = &["simulate", "--machine", QCDOC, "--allocation", "flat", "--scheduling", "easy"];
const CONSERVATIVE: &[&str] = &["simulate", "--machine", QCDOC, "--scheduling", "conservative"];
/// The number of jobs in CEA-Curie's log.
const CURIE: &str = "312826";
const FIGURE: &[&str] = &["sweep", "--machine", QCDOC, "--vary", "runtime:0.2..2:0.05"];

fn main() {
    for name in [NASA, SDSC] {
        let log = Log::find(name);
        println!("\n{name}: {} jobs", log.jobs);
        let time = best_of(15, || log.run(SIMULATE));
        let rate = log.jobs as f64 / time.as_secs_f64() / 1e6;
        println!("  one EASY run on flat, whole process    {time:>9.1?}  {rate:>6.2} million jobs a second");
        let time = best_of(3, || log.run(FIGURE));
        let each = time.as_secs_f64() * 1e3 / 222.0;
        println!("  37 coefficients x 6 pairs, all cores   {time:>9.1?}  {each:>6.2} ms a run");
        for policy in ["easy", "easy(20)"] {
            let time = best_of(3, || log.run(&[FIGURE, &["--scheduling", policy]].concat()));
            println!("  of them {policy:<8}, 3 strategies         {time:>9.1?}");
        }
    }
    reservations_for_all();
    long_logs();
    large_machines();
    topologies();
    println!("\nthe scheduler against the plain rule (3000 jobs, rate 4, coefficient 2, in process)");
    for allocation in ["flat", "ep", "nep"] {
        against_the_plain_rule(allocation);
    }
}

/// `conservative`, where it matters which nodes are free and where it does not.
fn reservations_for_all() {
    println!("\nconservative, whole process");
    let (nasa, sdsc) = (Log::find(NASA), Log::find(SDSC));
    for (allocation, coefficient) in [("nep", "1.4"), ("nep", "1.6"), ("ep", "1.6"), ("nep", "2")] {
        let setting = ["--allocation", allocation, "--runtime-coefficient", coefficient];
        let time = best_of(1, || nasa.run(&[CONSERVATIVE, &setting].concat()));
        println!("  NASA, {allocation:<4} coefficient {coefficient:<4}           {time:>9.1?}");
    }
    let requested = ["--allocation", "flat", "--estimates", "requested"];
    let time = best_of(1, || sdsc.run(&[CONSERVATIVE, &requested].concat()));
    println!("  SDSC SP2, flat, requested estimates    {time:>9.1?}");
    let saturated = ["--first", "12000", "--runtime-coefficient", "1.5"];
    let time = best_of(1, || sdsc.run(&[CONSERVATIVE, &requested, &saturated].concat()));
    println!("  its first 12 000 jobs, coefficient 1.5 {time:>9.1?}");
}

/// A log as a plain file.
struct Log {
    path: PathBuf,
    jobs: usize,
}

impl Log {
    fn find(name: &str) -> Log {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("samples/{name}.gz"));
        let bytes = unzipped(&std::fs::read(&sample).expect("the sample is in the repository"));
        let jobs = formats::read(&bytes).0.select(&Selection::default()).0.len();
        std::fs::write(&path, bytes).expect("the target folder can be written to");
        Log { path, jobs }
    }

    fn run(&self, arguments: &[&str]) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_subtorus"));
        command.args(arguments).args(["--size-scale", "8", "--round", "pow2", "--log"]).arg(&self.path);
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("the binary runs");
        assert!(status.success(), "{arguments:?} failed");
    }
}

/// A packed log like CEA-Curie's of so many jobs.
fn like_curie(jobs: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("curie-like-{jobs}.swf.gz"));
    let script = format!(
        "test -s {path} || cargo run --quiet --release --example curie_like -- {jobs} | gzip > {path}",
        path = path.display()
    );
    shell(&script);
    path
}

/// All of such a log on a torus like Fugaku's, and its first jobs on a smaller one, which they overload.
fn large_machines() {
    println!("\na log like CEA-Curie's on large machines, whole process");
    let log = like_curie(CURIE);
    let (fugaku, cube) = ("torus:24x23x24x2x3x2", "torus:16x16x16");
    for (jobs, machine, allocation, scheduling) in [
        (CURIE, fugaku, "tff", "fcfs"),
        (CURIE, fugaku, "tff", "easy"),
        (CURIE, fugaku, "gabl", "easy"),
        ("20000", cube, "tff", "easy"),
        ("20000", cube, "gabl", "easy"),
        ("300000", cube, "ep", "easy"),
    ] {
        let run = format!(
            "{} simulate --machine {machine} --allocation {allocation} --scheduling {scheduling} --first {jobs} --log {}",
            env!("CARGO_BIN_EXE_subtorus"),
            log.display()
        );
        let time = best_of(1, || drop(shell(&run)));
        println!("  {jobs:>6} jobs, {machine:<20} {allocation:<4} {scheduling:<4} {time:>9.1?}");
    }
}

/// Boxes at every anchor of a torus next to `tff`, and 277 racks of 18 nodes, in groups of racks and without.
fn topologies() {
    println!("\na log like CEA-Curie's on topologies, EASY, whole process");
    let log = like_curie(CURIE);
    let boxes = "1x1x1,2x2x2,4x2x2,4x4x2,4x4x4,8x4x4,8x8x4,8x8x8,16x8x8,16x16x8,16x16x16".split(',');
    let boxes: Vec<String> = boxes.map(|dims| format!("{dims}/1x1x1")).collect();
    let (cube, racks) = ("torus:16x16x16 --round pow2 --first 20000", "mesh:4986 --node-size 18 --first 300000");
    for (run, allocation) in [
        (cube, "tff"),
        (cube, &format!("slurm-torus3d({})", boxes.join(";"))),
        (racks, "slurm-block(18)"),
        (racks, "slurm-block(18;36;72;144;288)"),
    ] {
        let run = format!(
            "{} simulate --machine {run} --allocation '{allocation}' --scheduling easy --log {}",
            env!("CARGO_BIN_EXE_subtorus"),
            log.display()
        );
        let time = best_of(1, || drop(shell(&run)));
        println!("  {:<30} {time:>9.1?}", allocation.get(..30).unwrap_or(allocation));
    }
}

/// A packed log like CEA-Curie's: the time of its run and of its unpacking, and the memory for five million jobs.
fn long_logs() {
    for (jobs, times) in [(CURIE, 25), ("5000000", 1)] {
        let path = like_curie(jobs);
        let run = format!(
            "{} simulate --machine mesh:432x216 --allocation flat --scheduling easy --log {}",
            env!("CARGO_BIN_EXE_subtorus"),
            path.display()
        );
        // Alternately, and often: two threads take a third longer if they get one core.
        let unpack = format!("gzip -dc {} > /dev/null", path.display());
        let [simulated, unpacked] = (0..times)
            .map(|_| [&run, &unpack].map(|command| best_of(1, || drop(shell(command)))))
            .reduce(|best, now| [best[0].min(now[0]), best[1].min(now[1])])
            .expect("it is run at least once");
        let ratio = simulated.as_secs_f64() / unpacked.as_secs_f64();
        println!("\na log like CEA-Curie's, {jobs} jobs, packed: EASY on flat, whole process");
        println!("  {simulated:>9.1?}, {ratio:.1} times what gzip -dc takes");
        let peak = shell(&format!("/usr/bin/time -f %M {run} 2>&1 >/dev/null | tail -1"));
        println!("  {} kB at the peak", peak.trim());
    }
}

/// The output of a shell command.
fn shell(line: &str) -> String {
    let output = Command::new("sh").args(["-c", line]).stderr(Stdio::null()).output().expect("there is a shell");
    assert!(output.status.success(), "{line} failed");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn unzipped(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(packed), &mut bytes).expect("a gzip file");
    bytes
}

fn best_of(times: u32, mut work: impl FnMut()) -> Duration {
    let once = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..times).map(once).min().expect("at least once")
}

fn against_the_plain_rule(allocation: &str) {
    let machine: Machine = QCDOC.parse().expect("a machine");
    let jobs = crowd(&machine);
    let scheduling: Scheduling = "easy".parse().expect("a policy");
    let fresh = || -> Box<dyn Allocator> {
        let setting = Setting { machine: &machine, seed: 1, replication: 0 };
        catalogue::find(allocation).expect("a strategy").make(&setting).expect("a machine for it")
    };
    let fast = best_of(5, || {
        simulate(&jobs, fresh(), scheduling, &mut Recorder::new(&jobs, &machine)).expect("jobs that fit");
    });
    let plain = best_of(1, || drop(plain::run(&jobs, fresh(), scheduling)));
    let ratio = plain.as_secs_f64() / fast.as_secs_f64();
    println!("  easy on {allocation:<5} {fast:>9.1?}   the plain rule {plain:>9.1?}   {ratio:>6.0} times");
}

/// Jobs that overload the machine: the queue grows as long as they arrive.
fn crowd(machine: &Machine) -> Jobs {
    let workload = lublin::generate(machine.node_count(), 3000, "4".parse().expect("a number"), 1, 0);
    let coefficient = "2".parse().expect("a number");
    let transformation =
        Transformation { round: Rounding::Pow2, runtime_coefficient: coefficient, ..Default::default() };
    transformation.apply(&workload, machine, false)
}
