//! A Gantt chart: bars on lanes against time.

use super::backend::Drawn;
use super::canvas::{Anchor, Canvas, Lettering, Picture, Stroke};
use super::geometry::Rectangle;
use super::scale::{Axis, Scale};
use plotters::style::Color;
use std::ops::Range;

/// The content of a chart, and its width.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gantt {
    /// What the lanes are.
    pub title: String,
    /// Their names, from top to bottom.
    pub lanes: Vec<String>,
    /// The bars, in the order in which they are drawn.
    pub bars: Vec<Bar>,
    /// A deadline to mark.
    pub deadline: Option<f64>,
    /// Its width in CSS pixels; wider if that is too little for the bars.
    pub width: f64,
}

/// One bar.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bar {
    /// Its label, if it fits.
    pub label: String,
    /// Its title when it is pointed at.
    pub title: String,
    /// Which of [`super::COLOURS`]; wraps around.
    pub colour: usize,
    /// The lanes that it covers.
    pub lanes: Range<u32>,
    /// Where it starts.
    pub from: f64,
    /// Where it turns pale.
    pub pale_from: f64,
    /// Where it ends.
    pub to: f64,
}

// In CSS pixels: the greatest height of one lane, the least and the greatest of all.
const LANE: f64 = 26.0;
const LEAST: f64 = 156.0;
const LANES: f64 = 440.0;
// What is above, to the right and below.
const TOP: f64 = 18.0;
const RIGHT: f64 = 18.0;
const BOTTOM: f64 = 44.0;
// The size of text, and the width of a letter.
const FONT: f64 = 12.0;
const LETTER: f64 = 6.8;
// The dashes of the deadline.
const DEADLINE: &[f64] = &[4.0, 3.0];

/// The strength of pale areas.
const PALE: f64 = 0.45;

/// Where everything goes.
struct Frame {
    /// The area of the bars.
    plot: Rectangle,
    /// The height of one lane.
    lane: f64,
    time: Scale,
    /// The margin to the right of the plot, for half of the last label.
    right: f64,
}

impl Frame {
    fn new(gantt: &Gantt) -> Frame {
        let count = gantt.lanes.len().max(1) as f64;
        let lane = (LANES / count).min(LANE.max(LEAST / count));
        let letters = gantt.lanes.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let left = 30.0 + LETTER * letters as f64;
        let width = |right: f64| (gantt.width - left - right).max(60.0);
        let ends = gantt.bars.iter().map(|bar| bar.to).chain(gantt.deadline);
        let axis = Axis { title: "Time".into(), ..Axis::default() };
        let room = |label: &str| LETTER * (label.chars().count() + 2) as f64;
        let ends: Vec<f64> = ends.chain([0.0]).collect();
        let fitted = |width: f64| Scale::fit(&axis, ends.iter().copied(), width, room);
        let longest = fitted(width(RIGHT)).ticks.iter().map(|tick| tick.label.chars().count()).max().unwrap_or(0);
        let right = RIGHT.max(LETTER * longest as f64 / 2.0 + 2.0);
        let plot = Rectangle::at((left, TOP), width(right), lane * count);
        Frame { plot, lane, time: fitted(width(right)), right }
    }

    /// The position at a fraction of the axis of time.
    fn across(&self, fraction: f64) -> f64 {
        self.plot.left + fraction * (self.plot.right - self.plot.left)
    }

    /// The position of a time.
    fn x(&self, time: f64) -> f64 {
        self.across(self.time.fraction(time))
    }

    /// The position so many lanes from the top.
    fn y(&self, lanes: f64) -> f64 {
        self.plot.top + self.lane * lanes
    }

    /// Every how many lanes a name fits: a power of two.
    fn stride(&self) -> usize {
        (0..).map(|power| 1usize << power).find(|stride| self.lane * *stride as f64 >= 13.0).unwrap_or(1)
    }
}

impl Picture for Gantt {
    /// As wide as asked for, or as wide as it must be.
    fn size(&self) -> (f64, f64) {
        let Frame { plot, right, .. } = Frame::new(self);
        (self.width.max(plot.right + right), plot.bottom + BOTTOM)
    }

    /// Time linear in lanes and bars.
    fn draw(&self, canvas: &mut Canvas) -> Drawn {
        let frame = Frame::new(self);
        let (width, height) = self.size();
        canvas.rectangle(Rectangle::at((0.0, 0.0), width, height), canvas.theme().background)?;
        grid(self, &frame, canvas)?;
        self.bars.iter().try_for_each(|bar| draw_bar(bar, &frame, canvas))?;
        let (plot, theme) = (frame.plot, canvas.theme());
        if let Some(deadline) = self.deadline {
            let x = frame.x(deadline);
            let line = [(x, plot.top), (x, plot.bottom)];
            canvas.dashed(&line, DEADLINE, &mut 0.0, Stroke::new(theme.text, 1.5))?;
            canvas.text("deadline", (x, plot.top - 10.0), Lettering::new(FONT, theme.text).at(Anchor::End))?;
        }
        canvas.rule((plot.left, plot.top), (plot.left, plot.bottom), theme.axis)?;
        canvas.rule((plot.left, plot.bottom), (plot.right, plot.bottom), theme.axis)?;
        let title = Lettering::new(FONT, theme.text).at(Anchor::Middle);
        canvas.text(&frame.time.caption, (plot.middle().0, plot.bottom + 32.0), title)?;
        canvas.text(&self.title, (10.0, plot.middle().1), title.upwards())
    }
}

/// The lines between times and between lanes, and their labels.
fn grid(gantt: &Gantt, frame: &Frame, canvas: &mut Canvas) -> Drawn {
    let (plot, theme, stride) = (frame.plot, canvas.theme(), frame.stride());
    let quiet = Lettering::new(FONT, theme.quiet);
    for tick in &frame.time.ticks {
        let x = frame.across(frame.time.place(tick.value));
        canvas.rule((x, plot.top), (x, plot.bottom), theme.grid)?;
        canvas.text(&tick.label, (x, plot.bottom + 13.0), quiet.at(Anchor::Middle))?;
    }
    for position in (0..=gantt.lanes.len()).step_by(stride) {
        let y = frame.y(position as f64);
        canvas.rule((plot.left, y), (plot.right, y), theme.grid)?;
    }
    for (position, name) in gantt.lanes.iter().enumerate().step_by(stride) {
        canvas.text(name, (plot.left - 6.0, frame.y(position as f64 + 0.5)), quiet.at(Anchor::End))?;
    }
    Ok(())
}

/// A bar, with its title and, if it fits, its label.
fn draw_bar(bar: &Bar, frame: &Frame, canvas: &mut Canvas) -> Drawn {
    let theme = canvas.theme();
    let shade = theme.colour(bar.colour);
    let (top, bottom) = (frame.y(bar.lanes.start.into()), frame.y(bar.lanes.end.into()));
    let (from, pale, to) = (frame.x(bar.from), frame.x(bar.pale_from), frame.x(bar.to));
    // The gap between neighbours; thin bars have none.
    let gap = ((bottom - top) / 12.0).min(1.0);
    canvas.titled(&bar.title, |canvas| {
        for (left, right, strength) in [(from, pale, 1.0), (pale, to, PALE)] {
            if right > left {
                // The gap leaves something of a short bar.
                let gap = gap.min((right - left) / 2.0);
                let area = Rectangle { left, top, right, bottom }.inset(gap / 2.0);
                canvas.rectangle(area, shade.mix(strength))?;
            }
        }
        let room = pale - from >= LETTER * (bar.label.chars().count() as f64 + 0.5);
        if bottom - top >= 11.0 && room {
            let place = ((from + pale) / 2.0, (top + bottom) / 2.0);
            canvas.text(&bar.label, place, Lettering::new(FONT, theme.background).at(Anchor::Middle))?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::palette::{COLOURS, Theme};
    use crate::figure::recorder::{Mark, record};

    fn gantt() -> Gantt {
        let bar = |label: &str, colour, lanes, from, pale_from, to| Bar {
            label: label.into(),
            title: format!("title of {label}"),
            colour,
            lanes,
            from,
            pale_from,
            to,
        };
        let bars = vec![
            bar("J1", 0, 0..4, 0.0, 2.0, 2.0),
            bar("J2", 1, 1..2, 2.0, 8.0, 10.0),
            bar("J3", 2, 2..3, 2.0, 2.1, 2.1),
        ];
        let lanes = (0..4).map(|lane| lane.to_string()).collect();
        Gantt { title: "Columns".into(), lanes, bars, deadline: Some(9.5), width: 500.0 }
    }

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 0.11
    }

    #[test]
    fn the_last_time_has_room_for_its_label() {
        let mut long = gantt();
        long.bars[1].to = 5_000_000.25;
        for width in [300.0, 500.0, 960.0] {
            long.width = width;
            let recording = record(&long, false);
            let last = Frame::new(&long);
            let tick = last.time.ticks.last().expect("an axis has ticks");
            let end = last.across(last.time.place(tick.value)) + LETTER * tick.label.chars().count() as f64 / 2.0;
            assert!(end <= long.size().0, "{} ends at {end} of {width}", tick.label);
            assert!(recording.texts().iter().any(|(text, _)| *text == tick.label));
        }
    }

    #[test]
    fn a_bar_of_no_visible_length_has_an_area() {
        let mut long = gantt();
        long.bars.truncate(1);
        (long.bars[0].pale_from, long.bars[0].to, long.deadline) = (1.0, 1.0, Some(5000.0));
        let areas = record(&long, false).rectangles(COLOURS[0].0);
        assert!(areas.iter().all(|(areas, _)| areas[0].right > areas[0].left), "{areas:?}");
        assert_eq!(areas.len(), 1);
    }

    #[test]
    fn bars_lie_on_their_lanes_and_times() {
        let recording = record(&gantt(), false);
        let bars = |colour: usize| -> Vec<(Rectangle, f64)> {
            let each = recording.rectangles(COLOURS[colour].0).into_iter();
            each.map(|(areas, alpha)| (areas[0].inset(-0.5), alpha)).collect()
        };
        let [(first, 1.0)] = bars(0)[..] else { panic!("one bar, no pale part: {:?}", bars(0)) };
        let [(second, 1.0), (pale, 0.45)] = bars(1)[..] else { panic!("{:?}", bars(1)) };
        let whole = pale.right - first.left;
        assert!(near(first.right - first.left, 0.2 * whole) && near(second.right - second.left, 0.6 * whole));
        assert!(near(second.left, first.right) && near(pale.left, second.right), "pale where the rest ends");
        assert!(near(pale.right, 500.0 - RIGHT), "10 is a round end of the axis");
        assert!(near(first.top, TOP) && near(first.bottom, TOP + LEAST));
        assert!(near(second.top, TOP + LEAST / 4.0) && near(second.bottom, TOP + LEAST / 2.0));
        let label = recording.texts().into_iter().find(|(text, _)| *text == "J2").unwrap().1;
        assert!(near(label.0, second.middle().0) && near(label.1, second.middle().1));
        assert!(!recording.says("J3"), "too narrow for its label");
    }

    #[test]
    fn bars_have_titles_and_the_deadline_a_broken_line() {
        let recording = record(&gantt(), false);
        let titles: Vec<&str> = recording
            .marks
            .iter()
            .filter_map(|mark| if let Mark::Group { title } = mark { Some(title.as_str()) } else { None })
            .collect();
        assert_eq!(titles, ["title of J1", "title of J2", "title of J3"]);
        let dashes = recording.lines(Theme::of(false).text);
        assert_eq!(dashes.len(), 23, "of 156 pixels, one every 7");
        let (second, _) = &recording.rectangles(COLOURS[1].0)[1];
        let (ten, eight) = (second[0].right + 0.5, second[0].left - 0.5);
        assert!(dashes.iter().all(|(line, ..)| near(line[0].0, eight + 0.75 * (ten - eight))), "{dashes:?}");
        assert!(recording.says("deadline") && recording.says("Time"));
        let upwards = |mark: &&Mark| matches!(mark, Mark::Text { upwards: true, .. });
        let upright: Vec<_> = recording.marks.iter().filter(upwards).collect();
        assert!(matches!(upright[..], [Mark::Text { text, .. }] if text == "Columns"), "{upright:?}");
    }

    #[test]
    fn many_lanes_are_thin_and_few_of_them_named() {
        let lanes = (0..1024).map(|lane| format!("lane {lane}")).collect();
        let gantt = Gantt { lanes, ..gantt() };
        let recording = record(&gantt, true);
        let names: Vec<_> = recording.texts().into_iter().filter(|(text, _)| text.starts_with("lane")).collect();
        assert_eq!(names.len(), 1024 / 32, "32 lanes of 0.43 make room");
        assert!(names[0].0 == "lane 0" && names[1].0 == "lane 32");
        assert_eq!(recording.rectangles(COLOURS[0].1).len(), 1, "the dark theme's colour");
        assert!(near(gantt.size().1, TOP + LANES + BOTTOM));
    }

    #[test]
    fn a_chart_of_nothing_is_drawn() {
        let nothing = Gantt::default();
        let (width, height) = nothing.size();
        assert!(width > 60.0 && height > TOP + BOTTOM);
        assert!(record(&nothing, false).says("Time"));
    }
}
