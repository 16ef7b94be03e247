//! Small histograms: the share of a whole in each of a few bins, for one or two quantities side by side.

use super::backend::Drawn;
use super::canvas::{Anchor, Canvas, Lettering, Picture};
use super::geometry::Rectangle;
use super::numbers::{Unit, reading};
use super::text_width::width_of;

/// One bin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bin {
    /// Its range, such as `5 to 8 processors`.
    pub title: String,
    /// The share of each of the histogram's quantities, from 0 to 1.
    pub shares: Vec<f64>,
}

/// Bins side by side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    /// The quantities, such as `jobs`; the first has the first of [`super::COLOURS`], and so on.
    pub things: Vec<&'static str>,
    /// The bins, from left to right.
    pub bins: Vec<Bin>,
    /// Labels below, each at so many bins from the left: 0.5 is the middle of the first, 1 the edge behind it.
    pub ticks: Vec<(f64, String)>,
    /// The title of the axis, with the unit.
    pub axis: String,
}

/// Width and height in CSS pixels, and the room around the bins: left for the scale, above for what is counted, below for
/// labels and title.
const SIZE: (f64, f64) = (320.0, 132.0);
const LEFT: f64 = 38.0;
const RIGHT: f64 = 8.0;
const ABOVE: f64 = 20.0;
const BELOW: f64 = 34.0;
const LETTERS: f64 = 11.0;

/// Where the scale may end; half of it has a line, too.
const ENDS: [f64; 9] = [0.02, 0.04, 0.1, 0.2, 0.4, 0.5, 0.6, 0.8, 1.0];

impl Histogram {
    /// Where the scale ends: the next round share above the tallest bar.
    fn end(&self) -> f64 {
        let tallest = self.bins.iter().flat_map(|bin| &bin.shares).fold(0.0, |most: f64, share| most.max(*share));
        ENDS.into_iter().find(|end| *end >= tallest - 1e-9).unwrap_or(1.0)
    }

    fn plot() -> Rectangle {
        Rectangle { left: LEFT, top: ABOVE, right: SIZE.0 - RIGHT, bottom: SIZE.1 - BELOW }
    }

    /// The rectangle of a quantity's bar in a bin.
    fn bar(&self, bin: usize, thing: usize) -> Rectangle {
        let plot = Histogram::plot();
        let room = (plot.right - plot.left) / self.bins.len().max(1) as f64;
        let gap = (room / 8.0).min(2.0);
        let width = (room - 2.0 * gap) / self.things.len().max(1) as f64;
        let share = self.bins[bin].shares.get(thing).copied().unwrap_or(0.0);
        let height = (plot.bottom - plot.top) * share / self.end();
        // Every share above zero is visible.
        let height = if share > 0.0 { height.max(1.0) } else { 0.0 };
        let left = plot.left + room * bin as f64 + gap + width * thing as f64;
        Rectangle { left, top: plot.bottom - height, right: left + width, bottom: plot.bottom }
    }

    /// `5 to 8 processors: 12 % of the jobs, 30 % of the work`.
    fn words(&self, bin: &Bin) -> String {
        let share = |(thing, share): (&&str, &f64)| format!("{} of the {thing}", reading(*share, &Unit::Share));
        let shares: Vec<String> = self.things.iter().zip(&bin.shares).map(share).collect();
        format!("{}: {}", bin.title, shares.join(", "))
    }

    /// The colours and names of the quantities, above the bins.
    fn key(&self, canvas: &mut Canvas) -> Drawn {
        let theme = canvas.theme();
        let mut right = SIZE.0 - RIGHT;
        for (number, thing) in self.things.iter().enumerate().rev() {
            let left = right - width_of(thing, LETTERS);
            canvas.text(thing, (left, ABOVE / 2.0), Lettering::new(LETTERS, theme.quiet))?;
            canvas.rectangle(Rectangle::at((left - 13.0, ABOVE / 2.0 - 4.5), 9.0, 9.0), theme.colour(number))?;
            right = left - 24.0;
        }
        Ok(())
    }
}

impl Picture for Histogram {
    fn size(&self) -> (f64, f64) {
        SIZE
    }

    fn draw(&self, canvas: &mut Canvas) -> Drawn {
        let (theme, plot) = (canvas.theme(), Histogram::plot());
        let lettering = Lettering::new(LETTERS, theme.quiet);
        let end = self.end();
        for (share, height) in [(end, plot.top), (end / 2.0, (plot.top + plot.bottom) / 2.0)] {
            canvas.rule((plot.left, height), (plot.right, height), theme.grid)?;
            canvas.text(&reading(share, &Unit::Share), (plot.left - 5.0, height), lettering.at(Anchor::End))?;
        }
        for (number, bin) in self.bins.iter().enumerate() {
            canvas.titled(&self.words(bin), |canvas| {
                for thing in 0..self.things.len() {
                    let bar = self.bar(number, thing);
                    if bar.top < bar.bottom {
                        canvas.rectangle(bar, theme.colour(thing))?;
                    }
                }
                Ok(())
            })?;
        }
        canvas.rule((plot.left, plot.bottom), (plot.right, plot.bottom), theme.axis)?;
        let room = (plot.right - plot.left) / self.bins.len().max(1) as f64;
        let mut free = 0.0;
        for (place, label) in &self.ticks {
            let half = width_of(label, LETTERS) / 2.0;
            let x = (plot.left + room * place).min(SIZE.0 - half);
            // Where labels would touch, the later one is left out.
            if x - half >= free {
                canvas.text(label, (x, plot.bottom + 9.0), lettering.at(Anchor::Middle))?;
                free = x + half + 3.0;
            }
        }
        let middle = (plot.left + plot.right) / 2.0;
        canvas.text(&self.axis, (middle, plot.bottom + 25.0), lettering.at(Anchor::Middle))?;
        self.key(canvas)
    }

    /// Every bin that holds anything, in words.
    fn description(&self) -> String {
        let held = self.bins.iter().filter(|bin| bin.shares.iter().any(|share| *share > 0.0));
        held.map(|bin| self.words(bin)).collect::<Vec<_>>().join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::palette::COLOURS;
    use crate::figure::recorder::record;

    fn histogram() -> Histogram {
        let bin = |title: &str, shares: [f64; 2]| Bin { title: title.into(), shares: shares.to_vec() };
        Histogram {
            things: vec!["jobs", "work"],
            bins: vec![bin("1 node", [0.4, 0.1]), bin("2 nodes", [0.0, 0.0]), bin("3 or 4 nodes", [0.2, 0.0001])],
            ticks: vec![(0.5, "1".into()), (2.5, "4".into())],
            axis: "nodes".into(),
        }
    }

    #[test]
    fn bars_are_as_tall_as_their_shares_of_a_round_scale() {
        let histogram = histogram();
        assert_eq!(histogram.end(), 0.4);
        let (plot, recording) = (Histogram::plot(), record(&histogram, false));
        let high = plot.bottom - plot.top;
        let tops = |colour| -> Vec<f64> {
            let drawn = recording.rectangles(colour).into_iter().map(|(areas, _)| areas[0]);
            drawn.filter(|bar| bar.bottom == plot.bottom).map(|bar| plot.bottom - bar.top).collect()
        };
        let [jobs, work] = [COLOURS[0].0, COLOURS[1].0].map(tops);
        assert!((jobs[0] - high).abs() < 0.1 && (jobs[1] - high / 2.0).abs() < 0.1, "{jobs:?}");
        assert!((work[0] - high / 4.0).abs() < 0.1 && work[1] == 1.0, "next to nothing is still there: {work:?}");
        let texts = ["40\u{202f}%", "20\u{202f}%", "1", "4", "nodes", "jobs", "work"];
        assert!(texts.iter().all(|text| recording.says(text)), "{:?}", recording.texts());
    }

    #[test]
    fn bars_stand_within_the_plot_side_by_side() {
        let (histogram, plot) = (histogram(), Histogram::plot());
        let bars: Vec<Rectangle> = (0..3).flat_map(|bin| [0, 1].map(|thing| histogram.bar(bin, thing))).collect();
        assert!(bars.windows(2).all(|pair| pair[0].right <= pair[1].left + 1e-9));
        assert!(bars[0].left > plot.left && bars[5].right < plot.right);
    }

    #[test]
    fn it_is_told_to_those_who_cannot_see_it() {
        let said = histogram().description().replace('\u{202f}', " ");
        assert_eq!(
            said,
            "1 node: 40 % of the jobs, 10 % of the work; 3 or 4 nodes: 20 % of the jobs, 0.01 % of the work"
        );
    }

    #[test]
    fn labels_do_not_touch() {
        let bins = vec![Bin::default(); 4];
        let ticks = vec![(1.0, "a long label".into()), (1.2, "another".into()), (4.0, "the last one".into())];
        let histogram = Histogram { bins, ticks, ..histogram() };
        let recording = record(&histogram, false);
        assert!(recording.says("a long label") && !recording.says("another"));
        let last = recording.texts().into_iter().find(|(text, _)| *text == "the last one").unwrap();
        assert!(last.1.0 < SIZE.0 - 20.0, "it stays within the picture");
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        assert!(record(&Histogram::default(), true).rectangles(COLOURS[0].1).is_empty());
    }
}
