//! One run, step by step: a log from `samples/`, a torus, a strategy, a scheduler, and its metrics.
//!
//! `cargo run --release --example one_run` prints three metrics of 18 239 jobs of NASA Ames under three strategies: one
//! point of three curves of Mao 2005, figure 3.

use flate2::read::MultiGzDecoder;
use std::error::Error;
use std::fs::File;
use std::io::Read;
use subtorus::allocation::catalogue::{self, Setting};
use subtorus::formats;
use subtorus::machine::Machine;
use subtorus::scheduling::Scheduling;
use subtorus::simulation::metrics::{MEAN_BOUNDED_SLOWDOWN, MEAN_WAIT, UTILIZATION};
use subtorus::simulation::{Recorder, simulate};
use subtorus::workload::Selection;
use subtorus::workload::transform::{Rounding, Transformation};

fn main() -> Result<(), Box<dyn Error>> {
    // The library reads no files. It takes bytes, and reports what it could not use.
    let mut bytes = Vec::new();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/NASA-iPSC-1993-3.1-cln.swf.gz");
    MultiGzDecoder::new(File::open(path)?).read_to_end(&mut bytes)?;
    let (log, complaints) = formats::read(&bytes);
    complaints.iter().for_each(|complaint| eprintln!("{complaint}"));
    let (workload, selected) = log.select(&Selection::default());
    println!("{}: {} jobs", log.header.computer().unwrap_or("some machine"), selected.kept);

    // The iPSC/860 had 128 nodes. Eight times as many nodes per job give the same load on a machine of 1024.
    let machine: Machine = "torus:2x2x2x4x4x8".parse()?;
    let transformation = Transformation {
        size_scale: 8,
        round: Rounding::Pow2,
        runtime_coefficient: "1.2".parse()?,
        ..Transformation::default()
    };
    let jobs = transformation.apply(&workload, &machine, false);

    let scheduling: Scheduling = "easy".parse()?;
    for name in ["ep", "nep", "flat"] {
        let strategy = catalogue::find(name)?.make(&Setting { machine: &machine, seed: 1, replication: 0 })?;
        let mut recorder = Recorder::new(&jobs, &machine);
        simulate(&jobs, strategy, scheduling, &mut recorder)?;
        let metrics = recorder.metrics();
        let [slowdown, wait, utilization] =
            [&MEAN_BOUNDED_SLOWDOWN, &MEAN_WAIT, &UTILIZATION].map(|metric| metrics.get(metric));
        println!("{scheduling} / {name:4}  slowdown {slowdown:8.2}  wait {wait:6.0} s  utilisation {utilization:.3}");
    }
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
