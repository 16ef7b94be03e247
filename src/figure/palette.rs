//! What a curve looks like: one colour per allocation strategy, one dash pattern and marker per scheduling policy.

use super::Series;
use super::pen::Place;

/// A colour as red, green and blue.
pub(super) type Colour = (u8, u8, u8);

/// The colours of curves on a light and on a dark background.
///
/// The first eight follow Okabe and Ito's palette for colour-blind readers, the rest Tol's muted one; each is made darker
/// or lighter where needed to stand out from its background by a contrast of 3 to 1, and from its like.
pub const COLOURS: [(Colour, Colour); 12] = [
    ((0x00, 0x72, 0xb2), (0x3f, 0xa0, 0xe0)), // blue
    ((0xc1, 0x47, 0x00), (0xe8, 0x70, 0x2a)), // vermilion
    ((0x00, 0x9e, 0x73), (0x1f, 0xb8, 0x8c)), // bluish green
    ((0xb8, 0x5c, 0x93), (0xd9, 0x8c, 0xb8)), // reddish purple
    ((0xbd, 0x8a, 0x00), (0xf5, 0xb6, 0x38)), // orange
    ((0x3a, 0x96, 0xd0), (0x7c, 0xc8, 0xf2)), // sky blue
    ((0x33, 0x33, 0x33), (0xe4, 0xe4, 0xe4)), // black, white
    ((0x8f, 0x86, 0x00), (0xf0, 0xe4, 0x42)), // yellow
    ((0x33, 0x22, 0x88), (0x9b, 0x8c, 0xe8)), // indigo
    ((0x88, 0x22, 0x55), (0xd8, 0x6a, 0x9c)), // wine
    ((0x11, 0x77, 0x33), (0x5f, 0xb8, 0x78)), // green
    ((0x7a, 0x6a, 0x5a), (0xb5, 0xa6, 0x96)), // brown grey
];

/// The dash patterns, in CSS pixels of line and gap by turns; the first is a solid line.
pub const DASHES: [&[f64]; 6] =
    [&[], &[7.0, 4.0], &[2.0, 3.0], &[9.0, 3.0, 2.0, 3.0], &[20.0, 5.0], &[9.0, 3.0, 2.0, 3.0, 2.0, 3.0]];

/// The names of the markers.
pub const MARKERS: [&str; 8] =
    ["circle", "square", "triangle", "diamond", "inverted triangle", "cross", "pentagon", "star"];

/// The key to one curve, for a legend outside the figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Swatch {
    /// The colour as in CSS, for example `#0072b2`.
    pub colour: String,
    /// Lengths of line and gap by turns in CSS pixels; empty for a solid line.
    pub dash: &'static [f64],
    /// One of [`MARKERS`].
    pub marker: &'static str,
}

/// How `series` is drawn, exactly as in the figure.
pub fn swatch(series: &Series, dark: bool) -> Swatch {
    Swatch { colour: hexadecimal(colour(series.colour, dark)), dash: dash(series.dash), marker: marker(series.marker) }
}

/// The background of figures as in CSS; a page around a canvas may take it on.
pub fn background(dark: bool) -> String {
    hexadecimal(Theme::of(dark).background)
}

/// The colours of everything that is no curve.
pub(super) struct Theme {
    /// Behind everything.
    pub background: Colour,
    /// Titles.
    pub text: Colour,
    /// Tick labels and remarks.
    pub quiet: Colour,
    /// The axes and their ticks.
    pub axis: Colour,
    /// The lines across the plot.
    pub grid: Colour,
}

impl Theme {
    /// The theme for a light or dark surrounding.
    pub fn of(dark: bool) -> Theme {
        let grey = |level: u8| (level, level, level);
        if dark {
            Theme {
                background: (0x16, 0x18, 0x1c),
                text: grey(0xe4),
                quiet: grey(0xb0),
                axis: grey(0x80),
                grid: (0x2b, 0x2e, 0x34),
            }
        } else {
            Theme { background: grey(0xff), text: grey(0x22), quiet: grey(0x55), axis: grey(0x88), grid: grey(0xe8) }
        }
    }
}

/// The colour with this number.
pub(super) fn colour(index: usize, dark: bool) -> Colour {
    let (on_light, on_dark) = COLOURS[index % COLOURS.len()];
    if dark { on_dark } else { on_light }
}

/// The dash pattern with this number.
pub(super) fn dash(index: usize) -> &'static [f64] {
    DASHES[index % DASHES.len()]
}

/// The name of the marker with this number.
pub(super) fn marker(index: usize) -> &'static str {
    MARKERS[index % MARKERS.len()]
}

/// The corners of a marker around the origin, y downwards, as large to the eye as a circle of `radius`.
pub(super) fn outline(marker: &str, radius: f64) -> Vec<Place> {
    let regular = |corners: usize, reach: f64, first| ring(corners, |_| reach * radius, first);
    match marker {
        "square" => regular(4, 1.26, (DIAGONAL, -DIAGONAL)),
        "triangle" => regular(3, 1.5, TOP),
        "diamond" => regular(4, 1.35, TOP),
        "inverted triangle" => regular(3, 1.5, (0.0, 1.0)),
        "cross" => {
            let (far, near) = (1.3 * radius, 0.42 * radius);
            let arm = [(-near, -far), (near, -far), (near, -near)];
            let turns = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
            turns.iter().flat_map(|(c, s)| arm.map(|(x, y)| (c * x - s * y, s * x + c * y))).collect()
        }
        "pentagon" => regular(5, 1.2, TOP),
        "star" => ring(10, |corner| if corner % 2 == 0 { 1.6 * radius } else { 0.7 * radius }, TOP),
        _ => regular(24, 1.0, TOP),
    }
}

/// Directions from the origin.
const TOP: Place = (0.0, -1.0);
const DIAGONAL: f64 = core::f64::consts::FRAC_1_SQRT_2;

/// `corners` points evenly around the origin, clockwise from the `first` direction. The steps are written down: sines of
/// any angle would weigh more than all markers.
fn ring(corners: usize, reach: impl Fn(usize) -> f64, first: Place) -> Vec<Place> {
    let (cosine, sine) = match corners {
        3 => (-0.5, 0.866_025_403_784_438_6),
        4 => (0.0, 1.0),
        5 => (0.309_016_994_374_947_4, 0.951_056_516_295_153_5),
        10 => (0.809_016_994_374_947_5, 0.587_785_252_292_473_1),
        _ => (0.965_925_826_289_068_3, 0.258_819_045_102_520_74),
    };
    let turn = |&(x, y): &Place| Some((x * cosine - y * sine, x * sine + y * cosine));
    let directions = std::iter::successors(Some(first), turn).take(corners);
    directions.enumerate().map(|(corner, (x, y))| (reach(corner) * x, reach(corner) * y)).collect()
}

/// A colour as in CSS.
pub(super) fn hexadecimal((red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
