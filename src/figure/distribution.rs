//! A distribution: the share of jobs with at most a value, a curve for each class, against a logarithmic axis. Zero has
//! a place of its own next to the axis.

use super::backend::Drawn;
use super::canvas::{Anchor, Canvas, Lettering, Picture, Stroke};
use super::geometry::{PixelPoint, Rectangle};
use super::numbers::{Unit, reading};
use super::palette::dash;
use super::text_width::width_of;

/// One curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cumulative {
    /// Its name.
    pub label: String,
    /// Which of [`super::COLOURS`]; wraps around.
    pub colour: usize,
    /// Which of [`super::DASHES`]; wraps around.
    pub dash: usize,
    /// The share that has zero, from 0 to 1.
    pub zero: f64,
    /// The shares with at most the values at equally spaced places, from the left end of the axis to the right.
    pub shares: Vec<f64>,
}

/// Several of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Distributions {
    /// The width in CSS pixels.
    pub width: f64,
    /// The title of the vertical axis.
    pub upwards: String,
    /// The title of the horizontal axis, with its unit.
    pub axis: String,
    /// Labels below, each so far along the axis, from 0 to 1.
    pub ticks: Vec<(f64, String)>,
    /// Whether zero has a place, left of the axis.
    pub has_zero: bool,
    /// The curves.
    pub curves: Vec<Cumulative>,
}

// In CSS pixels: the height, what is left free around the plot, and the place for zero with the gap behind it.
const HEIGHT: f64 = 250.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = 14.0;
const ABOVE: f64 = 24.0;
const BELOW: f64 = 38.0;
const ZERO: f64 = 24.0;
const GAP: f64 = 12.0;
const FONT: f64 = 11.0;
const LINE: f64 = 1.8;

/// The length of line shown in a key.
const KEY: f64 = 34.0;

impl Distributions {
    /// How many pixels a picture of this width has for the axis: no curve needs more shares than that and one.
    pub fn columns(width: f64, has_zero: bool) -> usize {
        let zero = if has_zero { ZERO + GAP } else { 0.0 };
        (width.min(4000.0) - LEFT - RIGHT - zero).max(40.0) as usize
    }

    fn plot(&self) -> Rectangle {
        let zero = if self.has_zero { ZERO + GAP } else { 0.0 };
        let across = Distributions::columns(self.width, self.has_zero) as f64;
        Rectangle { left: LEFT + zero, top: ABOVE, right: LEFT + zero + across, bottom: HEIGHT - BELOW }
    }

    /// The place for zero.
    fn zero(&self) -> Option<Rectangle> {
        let Rectangle { top, bottom, .. } = self.plot();
        self.has_zero.then_some(Rectangle { left: LEFT, top, right: LEFT + ZERO, bottom })
    }

    /// The grid, the axes and their labels.
    fn axes(&self, canvas: &mut Canvas) -> Drawn {
        let (theme, plot) = (canvas.theme(), self.plot());
        let quiet = Lettering::new(FONT, theme.quiet);
        let areas = || [Some(plot), self.zero()].into_iter().flatten();
        for quarter in 0..=4 {
            let share = f64::from(quarter) / 4.0;
            let y = up(&plot, share);
            for area in areas() {
                canvas.rule((area.left, y), (area.right, y), theme.grid)?;
            }
            canvas.text(&reading(share, &Unit::Share), (LEFT - 6.0, y), quiet.at(Anchor::End))?;
        }
        let mut free = 0.0;
        for (place, label) in &self.ticks {
            let x = plot.left + place * (plot.right - plot.left);
            canvas.rule((x, plot.top), (x, plot.bottom), theme.grid)?;
            // If labels would touch, the later one is left out; the last one stays within the picture.
            let half = width_of(label, FONT) / 2.0;
            let middle = x.min(plot.right + RIGHT - half);
            if middle - half >= free {
                canvas.text(label, (middle, plot.bottom + 10.0), quiet.at(Anchor::Middle))?;
                free = middle + half + 4.0;
            }
        }
        for area in areas() {
            canvas.rule((area.left, area.bottom), (area.right, area.bottom), theme.axis)?;
            canvas.rule((area.left, area.top), (area.left, area.bottom), theme.axis)?;
        }
        if let Some(zero) = self.zero() {
            canvas.text("0", (zero.middle().0, zero.bottom + 10.0), quiet.at(Anchor::Middle))?;
        }
        let words = Lettering::new(FONT, theme.text);
        canvas.text(&self.upwards, (2.0, ABOVE / 2.0 - 1.0), words)?;
        canvas.text(&self.axis, (plot.middle().0, plot.bottom + 28.0), words.at(Anchor::Middle))
    }

    fn curve(&self, curve: &Cumulative, canvas: &mut Canvas) -> Drawn {
        let (plot, colour) = (self.plot(), canvas.theme().colour(curve.colour));
        if let Some(zero) = self.zero() {
            let y = up(&plot, curve.zero);
            canvas.line(&[(zero.left, y), (zero.right, y)], Stroke::new(colour, LINE))?;
        }
        let line = corners(&plot, &curve.shares);
        canvas.dashed(&line, dash(curve.dash), &mut 0.0, Stroke::new(colour, LINE))
    }
}

/// The vertical position of a share.
fn up(plot: &Rectangle, share: f64) -> f64 {
    plot.bottom - share * (plot.bottom - plot.top)
}

/// The corners of a curve through these shares: none within a level stretch.
fn corners(plot: &Rectangle, shares: &[f64]) -> Vec<PixelPoint> {
    let last = shares.len().saturating_sub(1);
    let across = (plot.right - plot.left) / last.max(1) as f64;
    let level = |place: usize| {
        place > 0 && place < last && shares[place - 1] == shares[place] && shares[place] == shares[place + 1]
    };
    let corner = |place: usize| (plot.left + across * place as f64, up(plot, shares[place]));
    (0..shares.len()).filter(|&place| !level(place)).map(corner).collect()
}

impl Picture for Distributions {
    fn size(&self) -> (f64, f64) {
        (self.plot().right + RIGHT, HEIGHT)
    }

    /// Time linear in the number of shares.
    fn draw(&self, canvas: &mut Canvas) -> Drawn {
        self.axes(canvas)?;
        self.curves.iter().rev().try_for_each(|curve| canvas.titled(&curve.label, |canvas| self.curve(curve, canvas)))
    }

    fn description(&self) -> String {
        let labels: Vec<&str> = self.curves.iter().map(|curve| curve.label.as_str()).collect();
        format!("{} against {}. Curves: {}.", self.upwards, self.axis, labels.join(", "))
    }
}

/// The key to a curve: a piece of its line, 36 by 14 CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CumulativeKey<'a>(pub &'a Cumulative);

impl Picture for CumulativeKey<'_> {
    fn size(&self) -> (f64, f64) {
        (KEY + 2.0, 14.0)
    }

    fn draw(&self, canvas: &mut Canvas) -> Drawn {
        let colour = canvas.theme().colour(self.0.colour);
        let line = [(1.0, 7.0), (1.0 + KEY, 7.0)];
        canvas.dashed(&line, dash(self.0.dash), &mut 0.0, Stroke::new(colour, LINE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::palette::COLOURS;
    use crate::figure::recorder::record;

    /// A quarter has zero, half of all at most what stands in the middle, all at most what stands at the right end.
    fn picture(has_zero: bool) -> Distributions {
        let curve = Cumulative {
            label: "all jobs".into(),
            zero: 0.25,
            shares: vec![0.25, 0.25, 0.5, 1.0, 1.0],
            ..Cumulative::default()
        };
        let other = Cumulative { label: "small".into(), colour: 1, dash: 1, zero: 0.0, shares: vec![1.0; 5] };
        Distributions {
            width: 400.0,
            upwards: "Share of the jobs".into(),
            axis: "Wait (log scale)".into(),
            ticks: vec![(0.0, "1 s".into()), (0.01, "near".into()), (1.0, "100 d".into())],
            has_zero,
            curves: vec![curve, other],
        }
    }

    #[test]
    fn shares_lie_where_they_belong() {
        let picture = picture(true);
        let (plot, zero, recording) = (picture.plot(), picture.zero().unwrap(), record(&picture, false));
        let lines = recording.lines(COLOURS[0].0);
        let [(stub, ..), (curve, ..)] = &lines[..] else { panic!("{lines:?}") };
        let near = |one: PixelPoint, other: PixelPoint| (one.0 - other.0).abs() < 0.1 && (one.1 - other.1).abs() < 0.1;
        let quarter = (plot.bottom - plot.top) / 4.0;
        assert!(
            near(stub[0], (zero.left, plot.bottom - quarter)) && near(stub[1], (zero.right, plot.bottom - quarter))
        );
        let across = (plot.right - plot.left) / 4.0;
        let expected = [(0.0, 1.0), (1.0, 1.0), (2.0, 2.0), (3.0, 4.0), (4.0, 4.0)];
        let places = expected.map(|(x, y)| (plot.left + across * x, plot.bottom - quarter * y));
        assert!(curve.len() == 5 && curve.iter().zip(places).all(|(one, other)| near(*one, other)), "{curve:?}");
        let texts = ["0\u{202f}%", "75\u{202f}%", "100\u{202f}%", "0", "1 s", "100 d", "Share of the jobs"];
        assert!(texts.iter().all(|text| recording.says(text)), "{:?}", recording.texts());
        assert!(!recording.says("near"), "labels do not touch");
        assert!(recording.texts().iter().all(|(_, (x, _))| *x < picture.size().0));
    }

    #[test]
    fn level_stretches_have_no_corners() {
        let plot = Rectangle { left: 0.0, top: 0.0, right: 4.0, bottom: 1.0 };
        assert_eq!(corners(&plot, &[0.5; 5]), [(0.0, 0.5), (4.0, 0.5)]);
        assert_eq!(corners(&plot, &[]), []);
    }

    #[test]
    fn without_zeros_the_axis_has_their_room() {
        let (with, without) = (picture(true), picture(false));
        assert!(!record(&without, true).says("0") && without.zero().is_none());
        assert_eq!(without.plot().left, LEFT);
        assert_eq!(with.size(), without.size());
        assert_eq!(Distributions::columns(-5.0, true), 40, "whatever the width");
    }

    #[test]
    fn a_key_is_a_piece_of_its_line() {
        let picture = picture(true);
        assert_eq!(record(&CumulativeKey(&picture.curves[0]), false).lines(COLOURS[0].0).len(), 1);
        assert!(record(&CumulativeKey(&picture.curves[1]), false).lines(COLOURS[1].0).len() > 2, "dashed");
        assert_eq!(picture.description(), "Share of the jobs against Wait (log scale). Curves: all jobs, small.");
    }
}
