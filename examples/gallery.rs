//! The data of the page's gallery: every figure of the papers, computed and frozen in `www/figures.json`.
//!
//! `cargo run --release --example gallery` computes missing figures, the quickest first. It writes the file after every
//! figure, so it can be stopped and continued. `-- 60` leaves out figures that are expected to take more than 60
//! seconds of processor time, `-- anew` computes all of them again. The logs are those in `samples`.

use flate2::read::GzDecoder;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::error::Error;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;
use subtorus::budget::Budget;
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::{CellResult, Plan, Results, permalink};
use subtorus::formats;
use subtorus::papers::{self, Preset, SampleLog};
use subtorus::report::gallery::GalleryFigure;
use subtorus::simulation::overhead::Clock;
use subtorus::workload::{Log, Selected};

/// The file.
#[derive(Default, Serialize, Deserialize)]
struct Gallery {
    /// The frozen digests of the program that computed the figures. Other digests mean other results.
    digests: Vec<String>,
    /// In the order of the papers.
    figures: Vec<GalleryFigure>,
}

fn place(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}

impl Gallery {
    /// The figures computed so far (none if `anew`), and the others without pictures.
    fn read(anew: bool) -> Result<Gallery, Box<dyn Error>> {
        let file = place("www/figures.json");
        let old: Gallery =
            if anew || !file.exists() { Gallery::default() } else { serde_json::from_str(&fs::read_to_string(file)?)? };
        let mut known: HashMap<String, GalleryFigure> =
            old.figures.into_iter().map(|figure| (figure.link.clone(), figure)).collect();
        let figure = |preset: &Preset| known.remove(&preset.link).unwrap_or_else(|| GalleryFigure::undrawn(preset));
        Ok(Gallery { digests: frozen_digests(), figures: papers::all().map(figure).collect() })
    }

    /// One line per figure, so that differences between two versions are readable.
    fn text(&self) -> Result<String, serde_json::Error> {
        let figures: Result<Vec<String>, _> = self.figures.iter().map(serde_json::to_string).collect();
        let digests = serde_json::to_string(&self.digests)?;
        Ok(format!("{{\"digests\":{digests},\"figures\":[\n{}\n]}}\n", figures?.join(",\n")))
    }

    fn write(&self) -> Result<(), Box<dyn Error>> {
        let half_written = place("www/figures.json.part");
        fs::write(&half_written, self.text()?)?;
        Ok(fs::rename(half_written, place("www/figures.json"))?)
    }
}

/// The beginnings of the digests in `tests/frozen`.
fn frozen_digests() -> Vec<String> {
    let files = [include_str!("../tests/frozen/mod.rs"), include_str!("../tests/frozen/traffic.rs")];
    let digests = files.iter().flat_map(|file| file.split("digest: \"").skip(1));
    digests.map(|rest| rest.chars().take(8).collect()).collect()
}

/// The log of a figure, as published.
fn log_of(sample: &SampleLog) -> Result<Log, Box<dyn Error>> {
    let mut bytes = Vec::new();
    GzDecoder::new(File::open(place("samples").join(sample.file))?).read_to_end(&mut bytes)?;
    Ok(formats::read(&bytes).0)
}

fn plan(preset: &Preset) -> Result<(Plan, Selected), Box<dyn Error>> {
    let log = preset.log.as_ref().map(log_of).transpose()?;
    let (experiment, complaints) = permalink::read(&preset.link);
    assert!(complaints.is_empty(), "{preset}: {complaints:?}");
    Ok(Plan::prepare(&Budget::USUAL, &experiment, log.as_ref())?)
}

/// Computes a figure on all processors.
fn compute(preset: &Preset) -> Result<GalleryFigure, Box<dyn Error>> {
    let (plan, selected) = plan(preset)?;
    let mut results = Results::new(&plan, &selected);
    let mut cells = results.first_cells();
    let mut seconds = 0.0;
    while !cells.is_empty() {
        let mut more = Vec::new();
        for (cell, outcome, took) in run_on_all_processors(&plan, cells) {
            seconds += took;
            more.extend(results.put(cell, outcome));
        }
        cells = more;
    }
    if let Some(failure) = results.failures().next() {
        return Err(format!("{preset}: {failure}").into());
    }
    Ok(GalleryFigure::of(preset, &results, seconds))
}

type Outcome = (usize, Result<CellResult, Diagnostic>, f64);

fn run_on_all_processors(plan: &Plan, cells: Vec<usize>) -> Vec<Outcome> {
    let queue = Mutex::new(plan.heaviest_first(cells).into_iter());
    let clock = WallClock(Instant::now());
    let work = || {
        let next = || queue.lock().expect("no thread panics while it holds the queue").next();
        let run = |cell| {
            let began = processor_seconds(&clock);
            let outcome = plan.run(cell, Some(&clock)).map_err(|failure| Diagnostic::of(&failure));
            (cell, outcome, processor_seconds(&clock) - began)
        };
        std::iter::from_fn(next).map(run).collect::<Vec<_>>()
    };
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a run does not panic")).collect()
    })
}

/// The processor time of this thread if the system reports it. Otherwise the elapsed time, which is more if processors
/// are shared.
fn processor_seconds(clock: &WallClock) -> f64 {
    let said = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = said.as_deref().and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.unwrap_or_else(|| clock.nanoseconds()) / 1e9
}

struct WallClock(Instant);

impl Clock for WallClock {
    fn nanoseconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64() * 1e9
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let argument = std::env::args().nth(1).unwrap_or_default();
    let most: f64 = argument.parse().unwrap_or(f64::INFINITY);
    let mut gallery = Gallery::read(argument == "anew")?;
    gallery.write()?;
    let mut missing = Vec::new();
    for (number, preset) in papers::all().enumerate() {
        if gallery.figures[number].curves.is_empty() && !preset.is_batch() {
            missing.push((plan(preset)?.0.demand.seconds, number, preset));
        }
    }
    missing.sort_by(|one, other| one.0.total_cmp(&other.0));
    let wanted = missing.iter().filter(|(expected, ..)| *expected <= most);
    for (place, (expected, number, preset)) in wanted.enumerate() {
        gallery.figures[*number] = compute(preset)?;
        gallery.write()?;
        let took = gallery.figures[*number].seconds.unwrap_or_default();
        println!("{} of {}: {}: {took} s ({expected:.1} expected)", place + 1, missing.len(), preset.name());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use subtorus::report::verdict::{Verdict, verdict};

    const AGAIN: &str = "compute the gallery anew: cargo run --release --example gallery -- anew";

    /// The quickest computed figure of each paper, and one with printed values.
    const SAMPLE: [&str; 4] = [
        "Mao 2005, figure 4",
        "Bani-Mohammad 2008, figure 3.10",
        "Bani-Mohammad 2008, figure 4.21, one-to-all",
        "ICPADS 2007, figure 16",
    ];

    fn frozen() -> Gallery {
        serde_json::from_str(&fs::read_to_string(place("www/figures.json")).unwrap()).unwrap()
    }

    #[test]
    fn the_gallery_is_up_to_date_and_has_every_figure() {
        let gallery = frozen();
        let now = frozen_digests();
        let stale: Vec<&String> = gallery.digests.iter().filter(|digest| !now.contains(digest)).collect();
        assert!(stale.is_empty(), "{stale:?} are frozen no more: {AGAIN}");
        let links: Vec<&str> = gallery.figures.iter().map(|figure| &*figure.link).collect();
        assert_eq!(links, papers::all().map(|preset| &*preset.link).collect::<Vec<_>>(), "{AGAIN}");
        for (figure, preset) in gallery.figures.iter().zip(papers::all()) {
            let undrawn = GalleryFigure::undrawn(preset);
            assert_eq!((&figure.strategies, &figure.metric), (&undrawn.strategies, &undrawn.metric), "{preset}");
            if figure.seconds.is_some() {
                assert_eq!(figure.verdict, verdict(&figure.judged(preset)), "{preset}: {AGAIN}");
            } else {
                assert_eq!(*figure, undrawn, "{preset}");
            }
            let empty = figure.picture(false).is_empty();
            assert_eq!(empty, figure.verdict == Verdict::NotDrawn, "{preset}");
        }
        assert_eq!(gallery.text().unwrap(), fs::read_to_string(place("www/figures.json")).unwrap());
    }

    #[test]
    fn a_sample_of_the_gallery_equals_new_results() {
        let gallery = frozen();
        for name in SAMPLE {
            let number = papers::all().position(|preset| preset.name() == name).expect(name);
            let preset = papers::all().nth(number).unwrap();
            let frozen = &gallery.figures[number];
            let computed = GalleryFigure { seconds: frozen.seconds, ..compute(preset).unwrap() };
            assert_eq!(computed, *frozen, "{preset}: {AGAIN}");
        }
    }
}
