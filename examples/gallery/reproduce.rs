//! All figures computed again: printed values next to computed ones, and whether the results are the frozen ones.

use crate::{Gallery, compute, place};
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::time::Instant;
use subtorus::papers::{self, Preset};
use subtorus::report::ShownResults;
use subtorus::report::gallery::GalleryFigure;
use subtorus::report::verdict::Verdict;
use subtorus::view::Permalink;

/// What the comparison with the frozen figure says.
#[derive(Debug, PartialEq)]
enum Comparison {
    /// All numbers are equal.
    Same,
    /// Times that this computer measured, which are different each time.
    Measured,
    /// The first difference.
    Differs(String),
}

/// Computes the figures that have `words` in their name (all, without words), prints a line for each, and writes the
/// table. An error names the figures that are not as frozen.
pub fn run(words: &str) -> Result<(), Box<dyn Error>> {
    let began = Instant::now();
    let frozen = Gallery::read(false)?;
    let wanted = |preset: &Preset| preset.name().to_lowercase().contains(&words.to_lowercase());
    let figures = papers::all().zip(&frozen.figures).filter(|(preset, _)| wanted(preset) && !preset.is_batch());
    let figures: Vec<_> = figures.collect();
    if figures.is_empty() {
        return Err(format!("no figure has '{words}' in its name; `subtorus list` has the names").into());
    }
    let mut report = String::from(TITLE);
    let (mut values, mut different, mut seconds) = (String::from(VALUES), Vec::new(), 0.0);
    for (number, (preset, frozen)) in figures.iter().enumerate() {
        let (results, took) = compute::results(preset)?;
        let figure = GalleryFigure::of(preset, &results, took);
        seconds += took;
        let comparison = compare(&figure, frozen);
        let (name, verdict, same) = (preset.name(), verdict(&figure), said(&comparison));
        println!("{:3} of {}: {name}: {took:.1} s; {verdict}; {same}", number + 1, figures.len());
        writeln!(report, "| {name} | {verdict} | {took:.1} | {same} |")?;
        let link = Permalink::from(results.experiment());
        for row in ShownResults::new(&results, &link).comparison().into_iter().flat_map(|table| table.rows) {
            writeln!(values, "| {name} | {} |", row.join(" | "))?;
        }
        if let Comparison::Differs(_) = comparison {
            different.push(name);
        }
    }
    let minutes = began.elapsed().as_secs_f64() / 60.0;
    let time = format!("{} figures in {minutes:.1} minutes, {seconds:.0} s of processor time", figures.len());
    fs::create_dir_all(place("target"))?;
    fs::write(place("target/reproduction.md"), format!("{report}\n{time}, {}.\n{values}", subtorus::BUILD))?;
    println!("{values}\n{time}. Both tables are in target/reproduction.md.");
    if different.is_empty() {
        println!("All results are as committed.");
        return Ok(());
    }
    Err(format!("{} figures are not as committed: {}", different.len(), different.join("; ")).into())
}

const TITLE: &str = "# Reproduction\n\n| figure | printed values | processor time, s | against www/figures.json |\n\
    | --- | --- | --- | --- |\n";

const VALUES: &str =
    "\n| figure | curve | quantity | printed | here | verdict |\n| --- | --- | --- | --- | --- | --- |\n";

fn verdict(figure: &GalleryFigure) -> String {
    let [agreeing, all] = figure.printed;
    match figure.verdict {
        Verdict::Agrees => format!("agrees: {agreeing} of {all}"),
        Verdict::Differs => format!("differs: {agreeing} of {all} agree"),
        Verdict::NothingPrinted | Verdict::NotDrawn => "curves only".into(),
    }
}

fn said(comparison: &Comparison) -> String {
    match comparison {
        Comparison::Same => "as committed".into(),
        Comparison::Measured => "measured here, not compared".into(),
        Comparison::Differs(difference) => format!("**not as committed**: {difference}"),
    }
}

fn compare(figure: &GalleryFigure, frozen: &GalleryFigure) -> Comparison {
    let same_time = GalleryFigure { seconds: frozen.seconds, ..figure.clone() };
    if same_time == *frozen {
        return Comparison::Same;
    }
    if figure.metric == subtorus::simulation::metrics::ALLOCATION_OVERHEAD.title {
        return Comparison::Measured;
    }
    let curves = || figure.curves.iter().zip(&frozen.curves).enumerate();
    let points = curves().find_map(|(curve, (one, other))| {
        let place = one.y.iter().zip(&other.y).position(|(one, other)| one != other)?;
        let (curve, point) = (curve + 1, place + 1);
        Some(format!("curve {curve}, point {point}: {} here, {} committed", one.y[place], other.y[place]))
    });
    let elsewhere = || curves().find(|(_, (one, other))| one != other);
    Comparison::Differs(points.unwrap_or_else(|| match elsewhere() {
        Some((curve, _)) => format!("curve {}: its points, intervals or saturation", curve + 1),
        None => "its strategies, metric, verdict or number of curves".into(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_named_and_measured_times_are_not_compared() {
        let gallery = Gallery::read(false).unwrap();
        let frozen = gallery.figures.iter().find(|figure| figure.curves.len() > 1).unwrap();
        let mut figure = GalleryFigure { seconds: Some(1.0), ..frozen.clone() };
        assert_eq!(compare(&figure, frozen), Comparison::Same);
        figure.curves[1].y[2] += 1.0;
        assert!(
            matches!(compare(&figure, frozen), Comparison::Differs(text) if text.starts_with("curve 2, point 3: "))
        );
        figure.curves[1] = frozen.curves[1].clone();
        figure.curves[1].saturation = None;
        assert!(matches!(compare(&figure, frozen), Comparison::Differs(text) if text.starts_with("curve 2: ")));
        figure.curves.pop();
        assert!(matches!(compare(&figure, frozen), Comparison::Differs(_)));
        let measured = gallery.figures.iter().find(|figure| figure.metric.starts_with("Allocation overhead")).unwrap();
        let mut figure = measured.clone();
        figure.curves[0].y[0] += 1.0;
        assert_eq!(compare(&figure, measured), Comparison::Measured);
    }
}
