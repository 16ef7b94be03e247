//! Drawing in CSS pixels on a backend that counts in whole units of its own.

use super::palette::Colour;
use plotters::backend::DrawingBackend;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontDesc, FontFamily, FontStyle, RGBAColor, ShapeStyle, TextStyle};

/// Backend units per device pixel that [`svg`](super::svg()) uses and a canvas should: plotters' backends take whole
/// numbers, and a curve whose corners sit on whole pixels looks restless.
pub const SUBPIXELS: u32 = 10;

/// What to draw on, and how it counts.
pub struct Surface<'a> {
    /// Any backend of plotters.
    pub backend: &'a mut dyn Backend,
    /// Backend units per device pixel, [`SUBPIXELS`] where the backend is shrunk by as much afterwards, else 1.
    pub units: u32,
    /// What the backend divides a font's size by: 1.24 for plotters' SVG, 1 for a canvas.
    pub font_divisor: f64,
}

/// What figures need of a backend of plotters, each of which is one: so that what draws them is there once for all of them.
/// Errors are the backend's own words.
pub trait Backend {
    /// Makes it ready.
    fn prepare(&mut self) -> Result<(), String>;
    /// Hands over what was drawn.
    fn hand_over(&mut self) -> Result<(), String>;
    /// An open line.
    fn path(&mut self, places: &[(i32, i32)], style: &ShapeStyle) -> Result<(), String>;
    /// A filled polygon.
    fn area(&mut self, corners: &[(i32, i32)], colour: &RGBAColor) -> Result<(), String>;
    /// A filled rectangle.
    fn rectangle(&mut self, from: (i32, i32), to: (i32, i32), colour: &RGBAColor) -> Result<(), String>;
    /// A line of text.
    fn text(&mut self, text: &str, style: &TextStyle, place: (i32, i32)) -> Result<(), String>;
}

impl<B: DrawingBackend> Backend for B {
    fn prepare(&mut self) -> Result<(), String> {
        self.ensure_prepared().map_err(|error| error.to_string())
    }

    fn hand_over(&mut self) -> Result<(), String> {
        self.present().map_err(|error| error.to_string())
    }

    fn path(&mut self, places: &[(i32, i32)], style: &ShapeStyle) -> Result<(), String> {
        self.draw_path(places.iter().copied(), style).map_err(|error| error.to_string())
    }

    fn area(&mut self, corners: &[(i32, i32)], colour: &RGBAColor) -> Result<(), String> {
        self.fill_polygon(corners.iter().copied(), colour).map_err(|error| error.to_string())
    }

    fn rectangle(&mut self, from: (i32, i32), to: (i32, i32), colour: &RGBAColor) -> Result<(), String> {
        self.draw_rect(from, to, colour, true).map_err(|error| error.to_string())
    }

    fn text(&mut self, text: &str, style: &TextStyle, place: (i32, i32)) -> Result<(), String> {
        self.draw_text(text, style, place).map_err(|error| error.to_string())
    }
}

/// A place in CSS pixels from the upper left corner.
pub(super) type Place = (f64, f64);

/// What drawing returns; an error is the backend's own words.
pub(super) type Drawn = Result<(), String>;

/// A surface with the scale of the style applied.
pub(super) struct Pen<'a> {
    backend: &'a mut dyn Backend,
    /// Backend units per device pixel.
    units: f64,
    /// Device pixels per CSS pixel.
    ratio: f64,
    font_divisor: f64,
    family: &'a str,
}

impl<'a> Pen<'a> {
    /// A pen for `surface` with `ratio` device pixels per CSS pixel and a font family as in CSS.
    pub fn new(surface: Surface<'a>, ratio: f64, family: &'a str) -> Pen<'a> {
        let Surface { backend, units, font_divisor } = surface;
        Pen { backend, units: f64::from(units.max(1)), ratio, font_divisor, family }
    }

    /// Makes the backend ready; before anything else.
    pub fn begin(&mut self) -> Drawn {
        self.backend.prepare()
    }

    /// Hands the drawing over; after everything else.
    pub fn finish(&mut self) -> Drawn {
        self.backend.hand_over()
    }

    /// An open line through `places`.
    pub fn line(&mut self, places: &[Place], colour: Colour, alpha: f64, width: f64) -> Drawn {
        if places.len() < 2 {
            return Ok(());
        }
        let style = self.stroke(colour, alpha, width);
        let path: Vec<_> = places.iter().map(|&place| self.unit(place)).collect();
        self.backend.path(&path, &style)
    }

    /// The outline of the polygon with these corners.
    pub fn outline(&mut self, corners: &[Place], colour: Colour, width: f64) -> Drawn {
        // Two corners further than once around, so that the line is joined at the first corner like everywhere else.
        let around: Vec<Place> = corners.iter().chain(corners.iter().take(2)).copied().collect();
        self.line(&around, colour, 1.0, width)
    }

    /// The polygon with these corners, filled.
    pub fn polygon(&mut self, corners: &[Place], colour: Colour, alpha: f64) -> Drawn {
        if corners.len() < 3 {
            return Ok(());
        }
        let path: Vec<_> = corners.iter().map(|&place| self.unit(place)).collect();
        self.backend.area(&path, &tint(colour, alpha))
    }

    /// A filled rectangle.
    pub fn rectangle(&mut self, upper_left: Place, lower_right: Place, colour: Colour) -> Drawn {
        let (from, to) = (self.unit(upper_left), self.unit(lower_right));
        self.backend.rectangle(from, to, &tint(colour, 1.0))
    }

    /// A thin level or upright line, set on whole device pixels so that it is sharp.
    pub fn rule(&mut self, from: Place, to: Place, colour: Colour) -> Drawn {
        let width = self.ratio.round().max(1.0);
        let sharp = |position: f64| ((position * self.ratio - width / 2.0).round() + width / 2.0) / self.ratio;
        let level = from.1 == to.1;
        let fix = |(x, y): Place| if level { (x, sharp(y)) } else { (sharp(x), y) };
        let ends = [fix(from), fix(to)];
        self.line(&ends, colour, 1.0, width / self.ratio)
    }

    /// One line of text, vertically centred on `place`.
    pub fn text(&mut self, text: &str, place: Place, side: HPos, size: f64, bold: bool, colour: Colour) -> Drawn {
        let size = size * self.ratio * self.units * self.font_divisor;
        let weight = if bold { FontStyle::Bold } else { FontStyle::Normal };
        let font = FontDesc::new(FontFamily::Name(self.family), size, weight);
        let style = font.color(&tint(colour, 1.0)).pos(Pos::new(side, VPos::Center));
        let place = self.unit(place);
        self.backend.text(text, &style, place)
    }

    fn stroke(&self, colour: Colour, alpha: f64, width: f64) -> ShapeStyle {
        let stroke_width = (width * self.ratio * self.units).round().max(1.0) as u32;
        ShapeStyle { color: tint(colour, alpha), filled: false, stroke_width }
    }

    fn unit(&self, (x, y): Place) -> (i32, i32) {
        let unit = |position: f64| (position * self.ratio * self.units).round() as i32;
        (unit(x), unit(y))
    }
}

/// A colour as plotters has it.
fn tint((red, green, blue): Colour, alpha: f64) -> RGBAColor {
    RGBAColor(red, green, blue, alpha)
}

/// The dashes of a line: `pattern` gives lengths of line and gap by turns, `phase` how much of it has been used before,
/// and is moved on, so that a line drawn in several parts keeps its rhythm.
pub(super) fn dashes(line: &[Place], pattern: &[f64], phase: &mut f64) -> Vec<Vec<Place>> {
    let period: f64 = pattern.iter().sum();
    if line.len() < 2 || period <= 0.0 {
        return vec![line.to_vec()];
    }
    let mut strokes: Vec<Vec<Place>> = Vec::new();
    let (mut index, mut left) = position(pattern, phase.rem_euclid(period));
    if index % 2 == 0 {
        strokes.push(vec![line[0]]);
    }
    for pair in line.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        let length = libm::hypot(x1 - x0, y1 - y0);
        let mut done = 0.0;
        while length - done > left {
            done += left;
            let place = (x0 + (x1 - x0) * done / length, y0 + (y1 - y0) * done / length);
            match strokes.last_mut() {
                Some(stroke) if index % 2 == 0 => stroke.push(place),
                _ => strokes.push(vec![place]),
            }
            index = (index + 1) % pattern.len();
            left = pattern[index];
        }
        left -= length - done;
        if index % 2 == 0 {
            strokes.last_mut().into_iter().for_each(|stroke| stroke.push(pair[1]));
        }
        *phase += length;
    }
    strokes
}

/// Which element of `pattern` the length `along` falls into, and how much of that element is left.
fn position(pattern: &[f64], mut along: f64) -> (usize, f64) {
    for (index, &length) in pattern.iter().enumerate() {
        if along < length {
            return (index, length - along);
        }
        along -= length;
    }
    (0, pattern[0])
}

/// The part of the line from `from` to `to` that lies within the rectangle, if any.
pub(super) fn clip(from: Place, to: Place, upper_left: Place, lower_right: Place) -> Option<(Place, Place)> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let depths = [
        (from.0 - upper_left.0, to.0 - upper_left.0),
        (lower_right.0 - from.0, lower_right.0 - to.0),
        (from.1 - upper_left.1, to.1 - upper_left.1),
        (lower_right.1 - from.1, lower_right.1 - to.1),
    ];
    let (mut enter, mut leave) = (0.0f64, 1.0f64);
    for (first, last) in depths {
        match (first < 0.0, last < 0.0) {
            (true, true) => return None,
            (true, false) => enter = enter.max(first / (first - last)),
            (false, true) => leave = leave.min(first / (first - last)),
            (false, false) => {}
        }
    }
    // Kept within the rectangle also where an end is so far away that the crossing is rounded to that end.
    let within = |(x, y): Place| (x.clamp(upper_left.0, lower_right.0), y.clamp(upper_left.1, lower_right.1));
    let at = |part: f64| (from.0 + dx * part, from.1 + dy * part);
    let start = if enter > 0.0 { at(enter) } else { from };
    let end = if leave < 1.0 { at(leave) } else { to };
    (enter <= leave).then(|| (within(start), within(end)))
}

/// About how wide a text is, in CSS pixels; on the generous side, since fonts differ.
pub(super) fn width_of(text: &str, size: f64) -> f64 {
    let widths = text.chars().map(|letter| match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '|' | '\'' | ' ' | '\u{202f}' | '(' | ')' | 't' | 'f' | 'r' => {
            0.37
        }
        'm' | 'w' | 'M' | 'W' => 0.92,
        '⁰'..='⁹' | '⁻' | '¹' | '²' | '³' => 0.42,
        'A'..='Z' => 0.7,
        letter if u32::from(letter) >= 0x2e80 => 1.0,
        _ => 0.6,
    });
    widths.sum::<f64>() * size
}

/// `text`, with its end replaced by an ellipsis where it would be wider than `room`.
pub(super) fn shortened(text: &str, size: f64, room: f64) -> String {
    if width_of(text, size) <= room {
        return text.to_string();
    }
    let mut kept = String::new();
    for letter in text.chars() {
        kept.push(letter);
        if width_of(&kept, size) + 0.6 * size > room {
            kept.pop();
            break;
        }
    }
    if kept.is_empty() { kept } else { format!("{}…", kept.trim_end()) }
}

#[cfg(test)]
mod tests;
