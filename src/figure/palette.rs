//! The style of a curve: one colour per allocation strategy, one dash pattern and marker per scheduling policy.

use super::geometry::PixelPoint;
use plotters::style::RGBColor;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// A colour as red, green and blue.
pub type Colour = RGBColor;

/// The colour of so much red, green and blue.
pub(super) const fn rgb(red: u8, green: u8, blue: u8) -> Colour {
    RGBColor(red, green, blue)
}

/// The colours of curves on a light and on a dark background.
///
/// The first eight follow Okabe and Ito's palette for colour-blind readers, the rest Tol's muted one; each is made darker
/// or lighter where needed to stand out from its background by a contrast of 3 to 1, and from its like.
pub const COLOURS: [(Colour, Colour); 12] = [
    (rgb(0x00, 0x72, 0xb2), rgb(0x3f, 0xa0, 0xe0)), // blue
    (rgb(0xc1, 0x47, 0x00), rgb(0xe8, 0x70, 0x2a)), // vermilion
    (rgb(0x00, 0x9e, 0x73), rgb(0x1f, 0xb8, 0x8c)), // bluish green
    (rgb(0xb8, 0x5c, 0x93), rgb(0xd9, 0x8c, 0xb8)), // reddish purple
    (rgb(0xbd, 0x8a, 0x00), rgb(0xf5, 0xb6, 0x38)), // orange
    (rgb(0x3a, 0x96, 0xd0), rgb(0x7c, 0xc8, 0xf2)), // sky blue
    (rgb(0x33, 0x33, 0x33), rgb(0xe4, 0xe4, 0xe4)), // black, white
    (rgb(0x8f, 0x86, 0x00), rgb(0xf0, 0xe4, 0x42)), // yellow
    (rgb(0x33, 0x22, 0x88), rgb(0x9b, 0x8c, 0xe8)), // indigo
    (rgb(0x88, 0x22, 0x55), rgb(0xd8, 0x6a, 0x9c)), // wine
    (rgb(0x11, 0x77, 0x33), rgb(0x5f, 0xb8, 0x78)), // green
    (rgb(0x7a, 0x6a, 0x5a), rgb(0xb5, 0xa6, 0x96)), // brown grey
];

/// The colours of jobs on a light and on a dark background: soft, since they fill areas, and distinct for people with
/// colour blindness, by lightness if not by hue (after Tol's light scheme). `www/styles/tokens.css` has the same.
pub const JOB_COLOURS: [(Colour, Colour); 10] = [
    (rgb(0x77, 0xaa, 0xdd), rgb(0x3f, 0x78, 0xb5)), // blue
    (rgb(0xee, 0x88, 0x66), rgb(0xc4, 0x5e, 0x3a)), // orange
    (rgb(0x44, 0xbb, 0x99), rgb(0x2b, 0x8f, 0x72)), // mint
    (rgb(0xee, 0xdd, 0x88), rgb(0xb5, 0xa1, 0x45)), // light yellow
    (rgb(0xff, 0xaa, 0xbb), rgb(0xb8, 0x6a, 0x82)), // pink
    (rgb(0x99, 0xdd, 0xff), rgb(0x6c, 0xb2, 0xd6)), // light cyan
    (rgb(0xaa, 0xaa, 0x00), rgb(0x72, 0x72, 0x10)), // olive
    (rgb(0x93, 0x7c, 0xc4), rgb(0x6a, 0x50, 0xa8)), // violet
    (rgb(0xbb, 0xcc, 0x33), rgb(0x8f, 0xa0, 0x22)), // pear
    (rgb(0xb0, 0x8a, 0x6a), rgb(0x80, 0x5c, 0x40)), // brown
];

/// The dash patterns, in CSS pixels of line and gap by turns; the first is a solid line.
pub const DASHES: [&[f64]; 6] =
    [&[], &[7.0, 4.0], &[2.0, 3.0], &[9.0, 3.0, 2.0, 3.0], &[20.0, 5.0], &[9.0, 3.0, 2.0, 3.0, 2.0, 3.0]];

/// How many markers there are.
pub const MARKERS: usize = 8;

/// The strength of a saturated point's filling.
pub(super) const PALE: f64 = 0.3;

/// The strength of a curve that is only there to be compared with.
pub(super) const SUBDUED: f64 = 0.5;

/// The factor on the width of its line and the size of its markers.
pub(super) fn thinned(subdued: bool) -> f64 {
    if subdued { 0.7 } else { 1.0 }
}

/// The colours of a picture, for a light or a dark surrounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Whether it is light on dark rather than dark on light.
    pub dark: bool,
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
        let grey = |level: u8| rgb(level, level, level);
        let of_pair = |light: Colour, on_dark: Colour| if dark { on_dark } else { light };
        Theme {
            dark,
            background: of_pair(grey(0xff), rgb(0x14, 0x18, 0x1f)),
            text: of_pair(grey(0x22), grey(0xe4)),
            quiet: of_pair(grey(0x55), grey(0xb0)),
            axis: of_pair(grey(0x88), grey(0x80)),
            grid: of_pair(grey(0xe8), rgb(0x2b, 0x2e, 0x34)),
        }
    }

    /// The colour of [`COLOURS`] with this number; wraps around.
    pub fn colour(&self, index: usize) -> Colour {
        self.of_pair(COLOURS[index % COLOURS.len()])
    }

    /// The colour of [`JOB_COLOURS`] with this number; wraps around.
    pub fn job(&self, index: u8) -> Colour {
        self.of_pair(JOB_COLOURS[usize::from(index) % JOB_COLOURS.len()])
    }

    fn of_pair(&self, (on_light, on_dark): (Colour, Colour)) -> Colour {
        if self.dark { on_dark } else { on_light }
    }
}

/// Black or white, for text on a fill of this colour: the one that stands out more.
pub(super) fn ink_on(fill: Colour) -> Colour {
    // The luminance at which black and white have the same contrast of (a + 0.05) / (b + 0.05).
    if luminance(fill) > 0.179 { rgb(0, 0, 0) } else { rgb(255, 255, 255) }
}

/// The relative luminance of a colour, from 0 to 1.
fn luminance(RGBColor(red, green, blue): Colour) -> f64 {
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

fn linear(byte: u8) -> f64 {
    libm::pow(f64::from(byte) / 255.0, 2.2)
}

/// The dash pattern with this number; wraps around.
pub(super) fn dash(index: usize) -> &'static [f64] {
    DASHES[index % DASHES.len()]
}

/// The corners of the marker with this number (wraps around) about the origin, y downwards, as large to the eye as a
/// circle of `radius`.
pub(super) fn marker(index: usize, radius: f64) -> Vec<PixelPoint> {
    let regular = |corners: usize, reach: f64, first| ring(corners, |_| reach * radius, first);
    match index % MARKERS {
        0 => circle(radius),
        1 => regular(4, 1.26, UP + FRAC_PI_4),
        2 => regular(3, 1.5, UP),
        3 => regular(4, 1.35, UP),
        4 => regular(3, 1.5, DOWN),
        5 => {
            let (far, near) = (1.3 * radius, 0.42 * radius);
            let arm = [(-near, -far), (near, -far), (near, -near)];
            let turns = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
            turns.iter().flat_map(|(c, s)| arm.map(|(x, y)| (c * x - s * y, s * x + c * y))).collect()
        }
        6 => regular(5, 1.2, UP),
        _ => ring(10, |corner| if corner % 2 == 0 { 1.6 * radius } else { 0.7 * radius }, UP),
    }
}

/// A circle about the origin, with enough corners to look round.
pub(super) fn circle(radius: f64) -> Vec<PixelPoint> {
    ring(24, |_| radius, UP)
}

/// Directions from the origin, clockwise from the right.
const UP: f64 = -FRAC_PI_2;
const DOWN: f64 = FRAC_PI_2;

/// `corners` points evenly around the origin, clockwise from the `first` direction.
fn ring(corners: usize, reach: impl Fn(usize) -> f64, first: f64) -> Vec<PixelPoint> {
    let corner = |corner: usize| {
        let (sine, cosine) = libm::sincos(first + 2.0 * PI * corner as f64 / corners as f64);
        (reach(corner) * cosine, reach(corner) * sine)
    };
    (0..corners).map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contrast(one: Colour, other: Colour) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// How far apart two colours are for a person without the medium-wave cones (Viénot, Brettel and Mollon).
    fn apart(one: Colour, other: Colour) -> f64 {
        let seen = |RGBColor(r, g, b): Colour| {
            let (r, g, b) = (linear(r), linear(g), linear(b));
            [0.29275 * r + 0.70725 * g, -0.02234 * r + 0.02234 * g + b].map(|value| value.max(0.0).powf(1.0 / 2.2))
        };
        let (one, other) = (seen(one), seen(other));
        libm::hypot(one[0] - other[0], one[1] - other[1])
    }

    #[test]
    fn every_colour_stands_out_from_its_background_and_from_the_others() {
        for dark in [false, true] {
            let shades: Vec<_> = COLOURS.iter().map(|pair| if dark { pair.1 } else { pair.0 }).collect();
            for &shade in &shades {
                assert!(contrast(shade, Theme::of(dark).background) >= 3.0, "{:?} dark={dark}", shade);
            }
            for (index, &one) in shades[..6].iter().enumerate() {
                for &other in &shades[..index] {
                    assert!(apart(one, other) > 0.1, "{:?} {:?} dark={dark}", one, other);
                }
            }
        }
    }

    #[test]
    fn every_colour_of_jobs_stands_out_from_the_background_and_from_the_others_and_text_on_it() {
        for dark in [false, true] {
            let theme = Theme::of(dark);
            let mut shades: Vec<Colour> = (0..JOB_COLOURS.len()).map(|job| theme.job(job as u8)).collect();
            for &shade in &shades {
                assert!(contrast(shade, ink_on(shade)) >= 4.5, "{shade:?} dark={dark}");
            }
            shades.push(theme.background);
            for (index, &one) in shades.iter().enumerate() {
                for &other in &shades[..index] {
                    assert!(apart(one, other) > 0.05, "{one:?} {other:?} dark={dark}");
                }
            }
        }
    }

    #[test]
    fn markers_are_about_as_large_as_a_circle() {
        let area = |corners: &[PixelPoint]| {
            let pairs = corners.iter().zip(corners.iter().cycle().skip(1));
            pairs.map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f64>() / 2.0
        };
        let corners = [24, 4, 3, 4, 3, 12, 5, 10];
        for (index, count) in corners.into_iter().enumerate() {
            let marker = marker(index + MARKERS, 10.0);
            assert_eq!(marker.len(), count, "marker {index}");
            let share = area(&marker) / (PI * 100.0);
            assert!((0.9..1.2).contains(&share), "marker {index}: {share} of a circle, clockwise");
        }
        let (x, y) = marker(2, 10.0)[0];
        assert!(x.abs() < 1e-9 && y == -15.0, "a triangle points upwards");
    }
}
