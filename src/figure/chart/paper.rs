//! Charts at a size on paper: so many millimetres wide, with letters of so many points.

use super::layout::font_size;
use super::{Chart, ChartPicture};
use crate::figure::canvas::Picture;
use serde::Deserialize;

/// A chart on paper. Sizes outside the ranges below count as the nearest value inside.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PaperSize {
    /// The width in millimetres, 20 to 1000.
    pub width: f64,
    /// The whole height in millimetres, 15 to 1000, with title and legend; what does not fit makes it higher.
    pub height: f64,
    /// The size of the letters in points, 3 to 40.
    pub letters: f64,
    /// Whether a line above the plot describes the results. The chart brings it along.
    pub title: bool,
    /// Whether a legend stands below it.
    pub legend: bool,
}

/// A point of printers in millimetres.
const POINT: f64 = 25.4 / 72.0;

/// The least height in CSS pixels between title and legend.
const LEAST: f64 = 120.0;

impl PaperSize {
    /// The chart laid out for the sheet, and how many millimetres a CSS pixel is there: as large as makes the letters the
    /// wanted size. Lines and markers keep their proportion to the letters.
    pub fn lay(self, chart: &Chart) -> (ChartPicture<'_>, f64) {
        let within = |value: f64, least: f64, most: f64| if value >= least { value.min(most) } else { least };
        let letters = within(self.letters, 3.0, 40.0) * POINT;
        let width = within(self.width, 20.0, 1000.0);
        // Letters are smaller in narrow pictures; which kind it is depends on how small a pixel becomes.
        let sizes = [f64::INFINITY, 0.0].map(font_size);
        let fits = |&size: &f64| font_size(width / (letters / size)) == size;
        let millimetres = letters / sizes.into_iter().find(fits).unwrap_or(sizes[1]);
        let bare = ChartPicture { legend: self.legend, ..ChartPicture::new(chart, width / millimetres, 0.0) };
        let below = bare.size().1 - bare.plot_size().1;
        let height = (within(self.height, 15.0, 1000.0) / millimetres - below).max(LEAST);
        (ChartPicture { height, ..bare }, millimetres)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Series;
    use crate::figure::recorder::{Mark, record};

    fn chart() -> Chart {
        let series = Series { label: "easy / nep".into(), visible: true, ..Series::default() };
        Chart { series: vec![series], ..Chart::default() }
    }

    #[test]
    fn letters_and_sides_have_their_size_on_paper() {
        let chart = chart();
        for sheet in [(85.0, 60.0, 8.0), (175.0, 110.0, 9.0), (85.0, 85.0, 6.0), (60.0, 60.0, 10.0)] {
            let (width, height, letters) = sheet;
            for legend in [true, false] {
                let (picture, millimetres) = PaperSize { width, height, letters, title: false, legend }.lay(&chart);
                let (wide, high) = picture.size();
                assert!((wide * millimetres - width).abs() < 1e-9, "{sheet:?}");
                assert!((high * millimetres - height).abs() < 1e-9, "{sheet:?}: {}", high * millimetres);
                let points = |pixels: f64| pixels * millimetres * 72.0 / 25.4;
                for mark in record(&picture, false).marks {
                    // Sizes are whole tenths of a pixel there.
                    let Mark::Text { size, .. } = mark else { continue };
                    assert!((points(size) - letters).abs() < 0.05, "{sheet:?}: {} points", points(size));
                }
            }
        }
    }

    #[test]
    fn nonsense_is_the_nearest_size_there_is() {
        let lengths = |width, height, letters| {
            let chart = chart();
            let (title, legend) = (false, false);
            let (picture, millimetres) = PaperSize { width, height, letters, title, legend }.lay(&chart);
            (picture.size().0 * millimetres, picture.height)
        };
        let (width, height) = lengths(f64::NAN, -1.0, f64::NAN);
        // 15 mm with letters of 3 points, which are 11 pixels there.
        assert!((width - 20.0).abs() < 1e-9 && (height - 155.9055).abs() < 1e-3, "{height}");
        assert!((lengths(1e9, f64::INFINITY, 99.0).0 - 1000.0).abs() < 1e-9);
    }
}
