//! Drawing in CSS pixels on any backend.

use super::backend::{Backend, Dot, Drawn};
use super::geometry::{PixelPoint, Rectangle, dashes};
use super::palette::{Colour, Theme};
use plotters::style::RGBAColor;

/// Backend units per device pixel: plotters' backends take whole numbers, and a curve with its corners on whole pixels
/// looks jagged. Each backend scales down by this factor.
pub const SUBPIXELS: u32 = 10;

/// Something that can be drawn, on a page or into a file.
pub trait Picture {
    /// Its width and height in CSS pixels.
    fn size(&self) -> (f64, f64);

    /// Draws it, with its upper left corner at the origin. Fails only when the backend does.
    fn draw(&self, canvas: &mut Canvas) -> Drawn;

    /// The description, in addition to the title, for screen readers.
    fn description(&self) -> String {
        String::new()
    }
}

/// Draws `picture` on a backend [`SUBPIXELS`] times as fine as `density` device pixels per CSS pixel, light or dark.
pub fn paint(picture: &dyn Picture, backend: &mut dyn Backend, density: f64, dark: bool) -> Drawn {
    backend.prepare()?;
    picture.draw(&mut Canvas::new(backend, density, dark))?;
    backend.hand_over()
}

/// A backend with its scale and its colours.
pub struct Canvas<'a> {
    backend: &'a mut dyn Backend,
    /// Device pixels per CSS pixel.
    density: f64,
    theme: Theme,
}

/// How a line is drawn: in a colour, so many CSS pixels wide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    pub(super) colour: RGBAColor,
    pub(super) width: f64,
}

impl Stroke {
    /// A line of this colour, which may be translucent, and width in CSS pixels.
    pub fn new(colour: impl Into<RGBAColor>, width: f64) -> Stroke {
        Stroke { colour: colour.into(), width }
    }
}

/// Which part of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its first letter.
    Start,
    /// Its middle.
    Middle,
    /// Its last letter.
    End,
}

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lettering {
    pub(super) size: f64,
    pub(super) colour: Colour,
    pub(super) anchor: Anchor,
    pub(super) bold: bool,
    pub(super) upwards: bool,
}

impl Lettering {
    /// Plain letters so many CSS pixels high, from their place to the right.
    pub fn new(size: f64, colour: Colour) -> Lettering {
        Lettering { size, colour, anchor: Anchor::Start, bold: false, upwards: false }
    }

    /// The same with another end of the text at its place.
    pub fn at(self, anchor: Anchor) -> Lettering {
        Lettering { anchor, ..self }
    }

    /// The same in bold.
    pub fn bold(self) -> Lettering {
        Lettering { bold: true, ..self }
    }

    /// The same rotated to be read from bottom to top.
    pub fn upwards(self) -> Lettering {
        Lettering { upwards: true, ..self }
    }
}

impl<'a> Canvas<'a> {
    /// A canvas on a backend; see [`paint`]. An invalid density counts as 1.
    pub fn new(backend: &'a mut dyn Backend, density: f64, dark: bool) -> Canvas<'a> {
        let density = if density.is_finite() && density > 0.0 { density.clamp(0.1, 20.0) } else { 1.0 };
        Canvas { backend, density, theme: Theme::of(dark) }
    }

    /// The colours to draw in.
    pub fn theme(&self) -> Theme {
        self.theme
    }

    /// An open line through `places`.
    pub fn line(&mut self, places: &[PixelPoint], stroke: Stroke) -> Drawn {
        if places.len() < 2 {
            return Ok(());
        }
        let width = (stroke.width * self.units()).round().max(1.0);
        let dots = self.dots(places);
        self.backend.line(&dots, Stroke { width, ..stroke })
    }

    /// A line of dashes; see [`dashes`].
    pub(super) fn dashed(&mut self, places: &[PixelPoint], pattern: &[f64], phase: &mut f64, stroke: Stroke) -> Drawn {
        dashes(places, pattern, phase).iter().try_for_each(|dash| self.line(dash, stroke))
    }

    /// The outline of the polygon with these corners.
    pub fn outline(&mut self, corners: &[PixelPoint], stroke: Stroke) -> Drawn {
        // Two corners further than once around, so that the line is joined at the first corner like everywhere else.
        let around: Vec<PixelPoint> = corners.iter().chain(corners.iter().take(2)).copied().collect();
        self.line(&around, stroke)
    }

    /// The lines between the cells of an area of so many columns and rows, of which `at` gives the corners.
    pub(super) fn mesh(
        &mut self,
        columns: u32,
        rows: u32,
        stroke: Stroke,
        at: impl Fn(u32, u32) -> PixelPoint,
    ) -> Drawn {
        (1..columns).try_for_each(|column| self.line(&[at(column, 0), at(column, rows)], stroke))?;
        (1..rows).try_for_each(|row| self.line(&[at(0, row), at(columns, row)], stroke))
    }

    /// A thin level or upright line, set on whole device pixels so that it is sharp.
    pub fn rule(&mut self, from: PixelPoint, to: PixelPoint, colour: Colour) -> Drawn {
        let width = self.density.round().max(1.0);
        let sharp = |position: f64| ((position * self.density - width / 2.0).round() + width / 2.0) / self.density;
        let level = from.1 == to.1;
        let fix = |(x, y): PixelPoint| if level { (x, sharp(y)) } else { (sharp(x), y) };
        let ends = [fix(from), fix(to)];
        self.line(&ends, Stroke::new(colour, width / self.density))
    }

    /// The polygon with these corners, filled.
    pub fn area(&mut self, corners: &[PixelPoint], colour: impl Into<RGBAColor>) -> Drawn {
        if corners.len() < 3 {
            return Ok(());
        }
        let dots = self.dots(corners);
        self.backend.area(&dots, &colour.into())
    }

    /// A filled rectangle.
    pub fn rectangle(&mut self, rectangle: Rectangle, colour: impl Into<RGBAColor>) -> Drawn {
        self.rectangles(&[rectangle], colour)
    }

    /// Filled rectangles of one colour; one call for many keeps a document small.
    pub fn rectangles(&mut self, rectangles: &[Rectangle], colour: impl Into<RGBAColor>) -> Drawn {
        if rectangles.is_empty() {
            return Ok(());
        }
        let corners = |area: &Rectangle| [self.dot((area.left, area.top)), self.dot((area.right, area.bottom))];
        let rectangles: Vec<_> = rectangles.iter().map(corners).collect();
        self.backend.rectangles(&rectangles, &colour.into())
    }

    /// One line of text, centred on `place` across its direction.
    pub fn text(&mut self, text: &str, place: PixelPoint, lettering: Lettering) -> Drawn {
        let (size, dot) = (lettering.size * self.units(), self.dot(place));
        self.backend.text(text, Lettering { size, ..lettering }, dot)
    }

    /// Draws in a group that shows `title` when it is pointed at, if the backend has titles.
    pub fn titled(&mut self, title: &str, draw: impl FnOnce(&mut Self) -> Drawn) -> Drawn {
        self.backend.begin_group(title)?;
        draw(self)?;
        self.backend.end_group()
    }

    /// Backend units per CSS pixel.
    fn units(&self) -> f64 {
        self.density * f64::from(SUBPIXELS)
    }

    fn dot(&self, (x, y): PixelPoint) -> Dot {
        let unit = |position: f64| (position * self.units()).round() as i32;
        (unit(x), unit(y))
    }

    fn dots(&self, places: &[PixelPoint]) -> Vec<Dot> {
        places.iter().map(|&place| self.dot(place)).collect()
    }
}
