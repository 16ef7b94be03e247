//! The data of the page's gallery: every figure of the papers, computed and frozen in `www/figures.json`.
//!
//! `cargo run --release --example gallery` computes missing figures, the quickest first. It writes the file after every
//! figure, so it can be stopped and continued. `-- 60` leaves out figures that are expected to take more than 60
//! seconds of processor time, `-- anew` computes all of them again. The logs are those in `samples`.
//!
//! `-- reproduce` computes all figures, writes printed and computed values to `target/reproduction.md`, and compares the
//! results with the frozen ones, which stay as they are. Words behind it choose figures: `-- reproduce mao 2005`.

mod compute;
mod reproduce;

use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use subtorus::papers::{self, Preset};
use subtorus::report::gallery::GalleryFigure;

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

/// The beginnings of the digests of the frozen sweeps.
fn frozen_digests() -> Vec<String> {
    let digests = include_str!("../../tests/data/frozen_sweeps.json").split("\"digest\": \"").skip(1);
    digests.map(|rest| rest.chars().take(8).collect()).collect()
}

fn compute(preset: &Preset) -> Result<GalleryFigure, Box<dyn Error>> {
    let (results, seconds) = compute::results(preset)?;
    Ok(GalleryFigure::of(preset, &results, seconds))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("reproduce", words)) = arguments.split_first().map(|(first, words)| (first.as_str(), words)) {
        return reproduce::run(&words.join(" "));
    }
    let argument = arguments.into_iter().next().unwrap_or_default();
    let most: f64 = argument.parse().unwrap_or(f64::INFINITY);
    let mut gallery = Gallery::read(argument == "anew")?;
    gallery.write()?;
    let mut missing = Vec::new();
    for (number, preset) in papers::all().enumerate() {
        if gallery.figures[number].curves.is_empty() && !preset.is_batch() {
            missing.push((compute::plan(preset)?.0.demand.seconds, number, preset));
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
                assert_eq!(figure.verdict, verdict(&figure.judged()), "{preset}: {AGAIN}");
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
