//! A strip with the place of one value in a distribution: the spread on a logarithmic axis, and a mark.

use super::backend::Drawn;
use super::canvas::{Anchor, Canvas, Lettering, Picture, Stroke};
use super::geometry::{Rectangle, around};
use super::palette::circle;
use super::text_width::width_of;

/// Values of 1 and more, of which one is marked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DistributionStrip {
    /// How wide the picture is, in CSS pixels.
    pub width: f64,
    /// All of them, ascending.
    pub values: Vec<f64>,
    /// The one that is marked.
    pub marked: f64,
    /// The description, for screen readers.
    pub words: String,
}

/// The margins around the axis, the middle of the spread, the place of the axis, and the height of all.
const SIDE: f64 = 14.0;
const MIDDLE: f64 = 12.0;
const AXIS: f64 = 24.0;
const HEIGHT: f64 = 42.0;
const LETTERS: f64 = 11.0;
/// The wider part of the spread and the narrower one: from which share of the values to which, and half their heights.
const PARTS: [(f64, f64, f64); 2] = [(0.1, 0.9, 2.0), (0.25, 0.75, 6.0)];
const RADIUS: f64 = 5.0;

impl DistributionStrip {
    /// The value below which about this share of all is; 1 of none.
    pub fn quantile(&self, share: f64) -> f64 {
        let last = self.values.len().saturating_sub(1);
        let place = libm::floor(last as f64 * share + 0.5) as usize;
        self.values.get(place.min(last)).copied().unwrap_or(1.0)
    }

    /// How many powers of ten there are on the axis, at least one.
    fn decades(&self) -> f64 {
        let most = self.values.last().copied().unwrap_or(1.0).max(self.marked);
        libm::ceil(libm::log10(most.clamp(1.0, 1e12)) - 1e-9).max(1.0)
    }

    fn x(&self, value: f64) -> f64 {
        let share = libm::log10(value.max(1.0)) / self.decades();
        SIDE + (self.width - 2.0 * SIDE).max(1.0) * share.min(1.0)
    }
}

impl Picture for DistributionStrip {
    fn size(&self) -> (f64, f64) {
        (self.width, HEIGHT)
    }

    fn draw(&self, canvas: &mut Canvas) -> Drawn {
        let theme = canvas.theme();
        let lettering = Lettering::new(LETTERS, theme.quiet).at(Anchor::Middle);
        let right = self.width - SIDE;
        canvas.rule((SIDE, AXIS), (right.max(SIDE + 1.0), AXIS), theme.axis)?;
        for decade in 0..=self.decades() as i32 {
            let value = libm::pow(10.0, f64::from(decade));
            let x = self.x(value);
            canvas.rule((x, AXIS), (x, AXIS + 4.0), theme.axis)?;
            let label = format!("{value}");
            let half = width_of(&label, LETTERS) / 2.0;
            let middle = x.min(self.width - half).max(half);
            canvas.text(&label, (middle, AXIS + 11.0), lettering)?;
        }
        for (from, to, half) in PARTS {
            let (left, right) = (self.x(self.quantile(from)), self.x(self.quantile(to)));
            let (top, bottom) = (MIDDLE - half, MIDDLE + half);
            canvas.rectangle(Rectangle { left, top, right: right.max(left + 1.0), bottom }, theme.axis)?;
        }
        let median = self.x(self.quantile(0.5));
        canvas.line(&[(median, MIDDLE - 6.0), (median, MIDDLE + 6.0)], Stroke::new(theme.background, 2.0))?;
        let x = self.x(self.marked);
        canvas.area(&around((x, MIDDLE), &circle(RADIUS + 1.5)), theme.background)?;
        canvas.area(&around((x, MIDDLE), &circle(RADIUS)), theme.colour(1))
    }

    fn description(&self) -> String {
        self.words.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::palette::{COLOURS, Theme};
    use crate::figure::recorder::record;

    #[test]
    fn the_spread_and_the_mark_are_where_they_belong() {
        // 101 values from 1 to 101: the hundredth parts are whole numbers.
        let values = (1..=101).map(f64::from).collect();
        let strip = DistributionStrip { width: 328.0, values, marked: 10.0, words: String::new() };
        assert_eq!([0.0, 0.1, 0.25, 0.5, 1.0].map(|share| strip.quantile(share)), [1.0, 11.0, 26.0, 51.0, 101.0]);
        assert_eq!(strip.decades(), 3.0, "the axis ends at 1000");
        assert_eq!([1.0, 10.0, 1000.0, 0.5, 1e9].map(|value| strip.x(value)), [14.0, 114.0, 314.0, 14.0, 314.0]);
        let recording = record(&strip, false);
        let boxes: Vec<Rectangle> =
            recording.rectangles(Theme::of(false).axis).iter().map(|(areas, _)| areas[0]).collect();
        let spread = boxes.iter().find(|area| (area.bottom - area.top - 12.0).abs() < 0.2).expect("a box");
        assert!((spread.left - strip.x(26.0)).abs() < 0.2 && (spread.right - strip.x(76.0)).abs() < 0.2, "{spread:?}");
        assert_eq!(recording.areas(COLOURS[1].0).len(), 1, "one mark");
        assert!(["1", "10", "100", "1000"].iter().all(|label| recording.says(label)));
        let last = recording.texts().into_iter().find(|(text, _)| *text == "1000").unwrap();
        assert!(last.1.0 <= 328.0 - width_of("1000", LETTERS) / 2.0 + 0.2, "it stays within the picture");
    }

    #[test]
    fn one_value_among_none_is_drawn() {
        let strip = DistributionStrip { width: 5.0, ..DistributionStrip::default() };
        assert_eq!((strip.quantile(0.5), strip.decades()), (1.0, 1.0));
        assert_eq!(record(&strip, true).areas(COLOURS[1].1).len(), 1);
    }
}
