//! Results as files: numbers and pictures, each with its origin.

use super::ShownResults;
use super::results::{Records, csv};
use crate::figure::{Chart, ChartPicture, Imprint, PaperSize, pdf, printed_svg};
use serde::Deserialize;

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum FileKind {
    /// Comma-separated values.
    Csv,
    /// A list of objects.
    Json,
    /// The chart as SVG.
    Svg,
    /// The chart as PDF.
    Pdf,
}

/// A file to be written.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ExportRequest {
    /// Its kind.
    pub kind: FileKind,
    /// The whole address of the experiment.
    pub address: String,
    /// The date, as in ISO 8601, which only the page knows.
    pub date: String,
    /// The size of a picture.
    pub paper: PaperSize,
    /// The files of a regular and a bold font, which a PDF then carries.
    #[serde(default)]
    pub fonts: Option<[Vec<u8>; 2]>,
}

impl ShownResults<'_> {
    /// The chart for a file, with a line that describes it.
    pub fn chart_on(&self, paper: &PaperSize) -> Chart {
        Chart { title: paper.title.then(|| self.heading()), ..self.chart() }
    }

    /// The text of a file. The command line writes the same numbers.
    pub fn file(&self, wish: &ExportRequest) -> String {
        let origin = self.origin().map_or(String::new(), |origin| format!("with {origin}, not computed here"));
        let (address, date) = (wish.address.clone(), wish.date.clone());
        let imprint = Imprint { title: self.title(), address, origin, date };
        let drawn = |write: &dyn Fn(&ChartPicture, f64) -> String| {
            let chart = self.chart_on(&wish.paper);
            let (picture, millimetres) = wish.paper.lay(&chart);
            write(&picture, millimetres)
        };
        match wish.kind {
            FileKind::Csv => csv(self.results, &imprint),
            FileKind::Json => Records::new(self.results, &imprint).text(),
            FileKind::Svg => drawn(&|picture, millimetres| printed_svg(picture, millimetres, &imprint)),
            FileKind::Pdf => drawn(&|picture, millimetres| pdf(picture, millimetres, &imprint, &wish.fonts)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::results::tests::{none_yet, result};
    use crate::view::Permalink;

    #[test]
    fn every_file_has_its_program_its_origin_and_its_date() {
        let mut results = none_yet();
        results.put(0, Ok(result(1.0, &[])));
        let edited = Permalink::from(results.experiment());
        let paper = PaperSize { width: 85.0, height: 60.0, letters: 8.0, title: true, legend: true };
        for kind in [FileKind::Csv, FileKind::Json, FileKind::Svg, FileKind::Pdf] {
            let [address, date] = ["https://example.org/#v=1,seed", "2026-11-22"].map(String::from);
            let file =
                ShownResults::new(&results, &edited).file(&ExportRequest { kind, address, date, paper, fonts: None });
            let day = if kind == FileKind::Pdf { "20261122" } else { "2026-11-22" };
            for part in [crate::BUILD, "https://example.org/#v=1,seed", day] {
                assert!(file.contains(part), "{kind:?} has no {part}: {file}");
            }
            assert!(!file.contains("not computed here"), "{file}");
            if matches!(kind, FileKind::Svg | FileKind::Pdf) {
                assert!(file.contains("Non-equal partition") && file.contains("Lublin"), "{file}");
                let plain = PaperSize { title: false, legend: false, ..paper };
                let wish =
                    ExportRequest { kind, address: String::new(), date: String::new(), paper: plain, fonts: None };
                let file = ShownResults::new(&results, &edited).file(&wish);
                assert!(!file.contains("(Non-equal partition") && !file.contains("Lublin"), "{file}");
            }
        }
    }

    #[test]
    fn results_from_other_files_are_marked() {
        let mut results = none_yet().with_files(vec!["all.shard".into(), "more.shard".into()]);
        results.put(0, Ok(result(1.0, &[])));
        let edited = Permalink::from(results.experiment());
        let view = ShownResults::new(&results, &edited);
        let paper = PaperSize { width: 85.0, height: 60.0, letters: 8.0, title: true, legend: true };
        for kind in [FileKind::Csv, FileKind::Json, FileKind::Svg] {
            let file =
                view.file(&ExportRequest { kind, address: String::new(), date: String::new(), paper, fonts: None });
            let said = "with results of the files all.shard and more.shard, not computed here";
            assert!(file.contains(said), "{kind:?}: {file}");
        }
        assert!(view.heading().ends_with(", results of the files all.shard and more.shard"), "{}", view.heading());
        assert!(view.subject(&[3]).ends_with(", with results of the files all.shard and more.shard"));
    }
}
