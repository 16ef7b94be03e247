//! What a job waited for over time: a strip with a colour for each stretch of time. Several stretches in one column of
//! pixels share its height.

use super::backend::Drawn;
use super::canvas::{Anchor, Canvas, Lettering, Picture};
use super::geometry::Rectangle;
use super::text_width::width_of;
use super::time_axis::Clock;
use crate::time::Time;
use std::ops::Range;

/// A strip. There is one moment more than there are stretches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WaitStrip {
    /// How wide it is, in CSS pixels.
    pub width: f64,
    /// How moments are written.
    pub clock: Clock,
    /// When each stretch begins and the last one ends, ascending.
    pub moments: Vec<Time>,
    /// Of which layer each stretch is.
    pub stretches: Vec<usize>,
    /// The layers' colours, numbers of [`super::COLOURS`]; the first lies at the bottom.
    pub layers: Vec<usize>,
    /// The description, for screen readers.
    pub words: String,
}

/// The margins of the strip, its height, and that of the labels below.
const SIDE: f64 = 8.0;
const ABOVE: f64 = 4.0;
const HIGH: f64 = 28.0;
const BELOW: f64 = 34.0;
const LETTERS: f64 = 11.0;
/// About so many pixels to a label.
const LABEL: f64 = 90.0;
/// How wide a column is, where stretches are shorter.
const COLUMN: f64 = 2.0;

/// A piece of the picture: from one column to another, and how high each layer is in it, as a share of the whole.
#[derive(Clone, Debug, PartialEq)]
struct Piece {
    columns: Range<usize>,
    shares: Vec<f64>,
}

impl WaitStrip {
    fn plot(&self) -> Rectangle {
        Rectangle::at((SIDE, ABOVE), (self.width - 2.0 * SIDE).max(COLUMN), HIGH)
    }

    /// From when to when it goes; empty without a stretch.
    fn window(&self) -> Range<Time> {
        let ends = self.moments.first().zip(self.moments.last());
        ends.map_or(0..1, |(from, to)| *from..(*to).max(from + 1))
    }

    /// The moment at so many pixels from the left; the nearest end beyond them.
    pub fn moment(&self, x: f64) -> Time {
        let (plot, window) = (self.plot(), self.window());
        let share = ((x - plot.left) / (plot.right - plot.left)).clamp(0.0, 1.0);
        let share = if share.is_finite() { share } else { 0.0 };
        (window.start + libm::floor((window.end - window.start) as f64 * share) as Time).min(window.end)
    }

    /// The share of the picture's width at which a moment lies; none outside.
    pub fn place(&self, moment: Time) -> Option<f64> {
        let window = self.window();
        let inside = !self.stretches.is_empty() && (window.start..=window.end).contains(&moment);
        inside.then(|| self.x(moment) / self.width.max(1.0))
    }

    fn x(&self, moment: Time) -> f64 {
        let (plot, window) = (self.plot(), self.window());
        plot.left + (plot.right - plot.left) * (moment - window.start) as f64 / (window.end - window.start) as f64
    }

    /// The pieces from left to right, neighbours of one and the same layer together.
    fn pieces(&self) -> Vec<Piece> {
        let (plot, window) = (self.plot(), self.window());
        let columns = (((plot.right - plot.left) / COLUMN) as usize).max(1);
        let length = window.end - window.start;
        let border = |column: usize| window.start + (i128::from(length) * column as i128 / columns as i128) as Time;
        let (mut pieces, mut stretch): (Vec<Piece>, usize) = (Vec::new(), 0);
        for column in 0..columns {
            let (from, to) = (border(column), border(column + 1));
            let mut times = vec![0.0; self.layers.len()];
            while stretch < self.stretches.len() {
                let (begin, end) = (self.moments[stretch].max(from), self.moments[stretch + 1]);
                times[self.stretches[stretch]] += (end.min(to) - begin).max(0) as f64;
                if end > to {
                    break;
                }
                stretch += 1;
            }
            let all: f64 = times.iter().sum();
            if all <= 0.0 {
                // A column between two microseconds shows what the one before it does, and the first ones what follows.
                pieces.last_mut().into_iter().for_each(|last| last.columns.end = column + 1);
                continue;
            }
            let shares: Vec<f64> = times.iter().map(|time| time / all).collect();
            match pieces.last_mut().filter(|last| last.shares == shares) {
                Some(last) => last.columns.end = column + 1,
                None => {
                    let begin = pieces.last().map_or(0, |last| last.columns.end);
                    pieces.push(Piece { columns: begin..column + 1, shares });
                }
            }
        }
        pieces
    }
}

impl Picture for WaitStrip {
    fn size(&self) -> (f64, f64) {
        (self.width, ABOVE + HIGH + BELOW)
    }

    /// Time linear in stretches and columns.
    fn draw(&self, canvas: &mut Canvas) -> Drawn {
        let (theme, plot) = (canvas.theme(), self.plot());
        let mut areas = vec![Vec::new(); self.layers.len()];
        for Piece { columns, shares } in self.pieces() {
            let x = |column: usize| (plot.left + COLUMN * column as f64).min(plot.right);
            let right = if x(columns.end) > plot.right - COLUMN { plot.right } else { x(columns.end) };
            let mut bottom = plot.bottom;
            for (layer, share) in shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
                let top = bottom - HIGH * share;
                areas[layer].push(Rectangle { left: x(columns.start), top, right, bottom });
                bottom = top;
            }
        }
        for (areas, colour) in areas.iter().zip(&self.layers) {
            canvas.rectangles(areas, theme.colour(*colour))?;
        }
        canvas.rule((plot.left, plot.bottom), (plot.right, plot.bottom), theme.axis)?;
        let (window, lettering) = (self.window(), Lettering::new(LETTERS, theme.quiet));
        let ticks = self.clock.ticks(window.start, window.end, ((plot.right - plot.left) / LABEL) as usize);
        for (tick, label) in &ticks.ticks {
            let (x, half) = (self.x(*tick), width_of(label, LETTERS) / 2.0);
            canvas.rule((x, plot.bottom), (x, plot.bottom + 4.0), theme.axis)?;
            let middle = x.clamp(half, (self.width - half).max(half));
            canvas.text(label, (middle, plot.bottom + 12.0), lettering.at(Anchor::Middle))?;
        }
        let middle = (plot.left + plot.right) / 2.0;
        canvas.text(&ticks.caption, (middle, plot.bottom + 27.0), lettering.at(Anchor::Middle))
    }

    fn description(&self) -> String {
        self.words.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::palette::COLOURS;
    use crate::figure::recorder::record;
    use crate::time::SECOND;
    use proptest::prelude::*;

    /// From 10 s on, 50 s of the first layer, then 150 s of the second, on 100 columns.
    fn strip() -> WaitStrip {
        WaitStrip {
            width: 216.0,
            moments: [10, 60, 210].map(|second| second * SECOND).to_vec(),
            stretches: vec![0, 1],
            layers: vec![3, 0],
            words: "words".into(),
            ..WaitStrip::default()
        }
    }

    #[test]
    fn stretches_are_as_long_as_they_last() {
        let recording = record(&strip(), false);
        let areas = |colour: usize| {
            let drawn = recording.rectangles(COLOURS[colour].0);
            drawn.into_iter().flat_map(|(areas, _)| areas).collect::<Vec<Rectangle>>()
        };
        let [one, other] = [areas(3), areas(0)].map(|areas| {
            assert_eq!(areas.len(), 1);
            areas[0]
        });
        let near = |one: f64, other: f64| (one - other).abs() < 0.11;
        assert!(near(one.left, 8.0) && near(one.right, 58.0) && near(other.left, 58.0) && near(other.right, 208.0));
        assert!(near(one.bottom - one.top, HIGH) && near(other.top, one.top), "{one:?} {other:?}");
        assert!(recording.says("Time from day 0 on"), "{:?}", recording.texts());
    }

    #[test]
    fn what_falls_into_one_column_shares_its_height() {
        // A column is 2 s: of the second one, a quarter is of the first layer.
        let moments = [10_000_000, 12_500_000, 14_000_000, 210_000_000].to_vec();
        let strip = WaitStrip { moments, stretches: vec![0, 1, 0], ..strip() };
        let pieces = strip.pieces();
        assert_eq!(pieces.iter().map(|piece| piece.columns.clone()).collect::<Vec<_>>(), [0..1, 1..2, 2..100]);
        assert_eq!(pieces[1].shares, [0.25, 0.75]);
        let tops: Vec<Rectangle> =
            record(&strip, true).rectangles(COLOURS[3].1).into_iter().flat_map(|(areas, _)| areas).collect();
        assert!((tops[1].bottom - tops[1].top - HIGH / 4.0).abs() < 0.11, "{tops:?}");
    }

    #[test]
    fn a_microsecond_fills_all_columns() {
        let strip = WaitStrip { moments: vec![7, 8], stretches: vec![1], ..strip() };
        assert_eq!(strip.pieces(), [Piece { columns: 0..100, shares: vec![0.0, 1.0] }]);
    }

    #[test]
    fn moments_and_places_are_each_other() {
        let strip = strip();
        assert_eq!(
            [-5.0, 8.0, 58.0, 208.0, 999.0, f64::NAN].map(|x| strip.moment(x) / SECOND),
            [10, 10, 60, 210, 210, 10]
        );
        assert_eq!(strip.place(60 * SECOND), Some(58.0 / 216.0));
        assert_eq!([9, 211].map(|second| strip.place(second * SECOND)), [None, None]);
        assert_eq!(WaitStrip::default().place(0), None, "without a wait there is nothing to point at");
        assert!(record(&WaitStrip::default(), false).rectangles(COLOURS[0].0).is_empty());
    }

    proptest! {
        /// However short stretches are, the columns are filled without a gap and to the top, and layers keep their shares.
        #[test]
        fn every_column_is_full(steps in prop::collection::vec((1i64..2000, 0usize..3), 1..60), width in 40.0f64..500.0) {
            let mut moments = vec![7];
            steps.iter().for_each(|(length, _)| moments.push(moments.last().unwrap() + length));
            let stretches: Vec<usize> = steps.iter().map(|(_, layer)| *layer).collect();
            let strip = WaitStrip { width, moments: moments.clone(), stretches, layers: vec![0, 1, 2], ..WaitStrip::default() };
            let pieces = strip.pieces();
            prop_assert_eq!(pieces[0].columns.start, 0);
            prop_assert!(pieces.windows(2).all(|pair| pair[0].columns.end == pair[1].columns.start));
            prop_assert!(pieces.iter().all(|piece| (piece.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9));
            let columns = pieces.last().unwrap().columns.end as f64;
            let length = (moments.last().unwrap() - 7) as f64;
            // A column's border lies at most a microsecond off, and a column without one repeats its neighbour.
            if length >= 100.0 * columns {
                for layer in 0..3 {
                    let shown: f64 = pieces.iter().map(|piece| piece.shares[layer] * piece.columns.len() as f64).sum();
                    let lasts = steps.iter().filter(|step| step.1 == layer).map(|step| step.0).sum::<i64>() as f64;
                    prop_assert!((shown / columns - lasts / length).abs() < 0.02, "{} of {}", shown / columns, lasts / length);
                }
            }
        }
    }
}
