//! The key to a curve: a piece of its line with its marker on it, the same in a figure and on the page.

use super::Series;
use crate::figure::backend::Drawn;
use crate::figure::canvas::{Canvas, Picture, Stroke};
use crate::figure::geometry::{PixelPoint, around};
use crate::figure::palette::{SUBDUED, dash, marker, thinned};
use plotters::style::{Color, RGBAColor};

/// The length of line shown in a key, in CSS pixels.
pub(super) const KEY: f64 = 34.0;

/// Draws the key to a curve with its left end at a place.
pub(super) fn key(series: &Series, (x, y): PixelPoint, canvas: &mut Canvas) -> Drawn {
    let shade = canvas.theme().colour(series.colour).mix(if series.subdued { SUBDUED } else { 1.0 });
    key_in(series, (x, y), shade, canvas)
}

/// Draws the key to a curve in another colour.
pub(super) fn key_in(series: &Series, (x, y): PixelPoint, shade: RGBAColor, canvas: &mut Canvas) -> Drawn {
    let thin = thinned(series.subdued);
    canvas.dashed(&[(x, y), (x + KEY, y)], dash(series.dash), &mut 0.0, Stroke::new(shade, 1.8 * thin))?;
    canvas.area(&around((x + KEY / 2.0, y), &marker(series.marker, 3.8 * thin)), shade)
}

/// The key to a curve as a picture of its own, 36 by 14 CSS pixels, for a legend outside the figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swatch<'a> {
    /// The curve.
    pub series: &'a Series,
}

impl Picture for Swatch<'_> {
    fn size(&self) -> (f64, f64) {
        (KEY + 2.0, 14.0)
    }

    fn draw(&self, canvas: &mut Canvas) -> Drawn {
        key(self.series, (1.0, 7.0), canvas)
    }
}
