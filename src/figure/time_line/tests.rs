use super::*;
use crate::figure::recorder::{self, Recording};
use crate::figure::{COLOURS, JOB_COLOURS, Theme};

fn record(line: &TimeLine, dark: bool) -> Recording<TimeLayout> {
    Recording { marks: recorder::record(line, dark).marks, layout: line.layout() }
}

/// Two columns of a strip, one bar of two stretches in four rows, and the second half of a run.
fn line() -> TimeLine {
    let reach = |low: f64, high: f64| ValueRange { low, high, mean: (low + high) / 2.0 };
    let strip = TimeStrip {
        title: "Queue".into(),
        colour: 1,
        columns: vec![reach(0.0, 4.0), reach(2.0, 2.0)],
        most: 4.0,
        ..TimeStrip::default()
    };
    let bar = LaneBar { label: "7".into(), colour: 2, rows: vec![0..1, 2..4], time: 60..80 };
    TimeLine {
        width: 472.0,
        window: 50..100,
        whole: 0..100,
        strips: vec![strip],
        lanes: Lanes { rows: 4, bars: vec![bar], ..Lanes::default() },
        overview: vec![1.0, 0.5],
        ..TimeLine::default()
    }
}

#[test]
fn a_strip_shows_means_and_greatest_values() {
    let recording = record(&line(), false);
    let strip = recording.layout.strips[0];
    assert_eq!(strip.right - strip.left, 400.0);
    let areas = recording.areas(COLOURS[1].0);
    let tops: Vec<f64> =
        areas.iter().map(|(corners, _)| corners.iter().map(|place| place.1).fold(f64::MAX, f64::min)).collect();
    assert_eq!(tops, [strip.top, strip.middle().1], "the greatest is 4, the greatest mean 2");
    let (pale, _) = &areas[0];
    assert!(
        pale.contains(&(strip.middle().0, strip.middle().1)),
        "the second column begins half way, at half the height"
    );
}

/// A million processor hours do not fit beside the plot in all their digits.
#[test]
fn a_number_beside_a_strip_stays_within_the_picture() {
    let mut line = line();
    line.strips[0] = TimeStrip { most: 1_112_220.0, unit: Unit::Other("h"), ..line.strips[0].clone() };
    let recording = record(&line, false);
    assert!(recording.says("1.1×10⁶\u{202f}h"), "{:?}", recording.marks);
}

#[test]
fn another_run_is_a_line_with_a_legend() {
    let without = record(&line(), false);
    let text = Theme::of(false).text;
    let mut both = line();
    both.second_run = "fcfs / mbs".into();
    both.strips[0].second_run = vec![4.0, 1.0];
    let recording = record(&both, false);
    let strip = recording.layout.strips[0];
    let lines: Vec<Vec<PixelPoint>> = recording.lines(text).into_iter().map(|(line, ..)| line).collect();
    assert_eq!(lines.len(), without.lines(text).len() + 2, "one in the strip, one in the legend");
    let half = (strip.left + strip.right) / 2.0;
    let quarter = strip.bottom - (strip.bottom - strip.top) / 4.0;
    let steps = vec![(strip.left, strip.top), (half, strip.top), (half, quarter), (strip.right, quarter)];
    assert!(lines.iter().any(|line| line.ends_with(&steps)), "{lines:?}");
    assert!(recording.says("fcfs / mbs") && recording.says("this run") && !without.says("this run"));
}

#[test]
fn between_two_runs_lies_the_difference() {
    let mut both = line();
    both.strips.truncate(1);
    both.second_run = "fcfs / mbs".into();
    let columns = [1.0, 3.0].map(|mean| ValueRange { low: 0.0, high: 4.0, mean });
    both.strips[0] =
        TimeStrip { columns: columns.to_vec(), second_run: vec![2.0, 1.0], most: 4.0, ..both.strips[0].clone() };
    let recording = record(&both, false);
    let Rectangle { left, right, top, bottom } = recording.layout.strips[0];
    let (half, y) = ((left + right) / 2.0, |value: f64| bottom - value * (bottom - top) / 4.0);
    // Of no height where the other run has more, and then from the lower line up to the upper one.
    let more = |from: f64, to: f64, base: f64| [(from, y(base)), (to, y(base))];
    let here = recording.areas(COLOURS[both.strips[0].colour].0);
    let there = recording.areas(Theme::of(false).text);
    let contains = |area: &[PixelPoint], side: [PixelPoint; 2]| side.iter().all(|corner| area.contains(corner));
    let [(pale, _), (band, strength)] = &here[..] else { panic!("{here:?}") };
    assert!(*strength > 0.5 && contains(band, more(half, right, 3.0)) && contains(band, more(half, right, 1.0)));
    assert!(contains(pale, more(left, right, 1.0)) && !contains(pale, more(half, right, 3.0)));
    let [(band, _)] = &there[..] else { panic!("{there:?}") };
    assert!(contains(band, more(left, half, 2.0)) && contains(band, more(left, right, 1.0)));
}

#[test]
fn jobs_stand_in_their_rows() {
    let recording = record(&line(), false);
    let (lanes, layout) = (recording.layout.lanes, &recording.layout);
    let areas = &recording.rectangles(JOB_COLOURS[2].0)[0].0;
    assert_eq!(areas.len(), 2);
    assert_eq!((areas[0].left, areas[0].right), (lanes.left + 80.0, lanes.left + 240.0));
    assert!(areas[1].top > lanes.middle().1 - 1.0 && areas[1].bottom > lanes.bottom - 1.0);
    assert_eq!([layout.moment(lanes.left + 80.0), layout.moment(0.0), layout.moment(9999.0)], [60, 50, 100]);
    assert_eq!((layout.x(60), layout.whole_moment(layout.overview.left + 100.0)), (lanes.left + 80.0, 25));
    assert_eq!((layout.depth(lanes.middle()), layout.depth((0.0, 0.0))), (Some(0.5), None));
}

#[test]
fn where_there_are_too_many_jobs_bands_show_how_much_is_held_and_by_whom() {
    let held = |share: f32, colour: u8| HeldShare { share, colour };
    let density = vec![held(1.0, 4), held(0.0, 0), held(0.5, 7), held(0.5, 7)];
    let lanes = Lanes { rows: 4, bands: 2, density, ..Lanes::default() };
    let recording = record(&TimeLine { lanes, ..line() }, true);
    let (area, middle) = (recording.layout.lanes, recording.layout.lanes.middle());
    let drawn = |colour: usize| {
        recording.rectangles(JOB_COLOURS[colour].1).into_iter().flat_map(|(areas, _)| areas).collect::<Vec<_>>()
    };
    let [full] = drawn(4)[..] else { panic!("one rectangle") };
    assert_eq!((full.left, full.right, full.top, full.bottom), (area.left, middle.0, area.top + 0.5, middle.1));
    let [half] = drawn(7)[..] else { panic!("equal columns are one rectangle") };
    assert_eq!((half.left, half.right, half.bottom), (area.left, area.right, area.bottom));
    assert!(drawn(0).is_empty(), "what is free is not drawn");
}

#[test]
fn the_cursor_is_drawn_by_itself_and_only_where_it_is() {
    let layout = line().layout();
    let chosen = line().lanes.bars.pop();
    let text = Theme::of(false).text;
    let at = |at: Time, chosen: Option<LaneBar>| {
        recorder::record(&TimeCursor { layout: layout.clone(), at, rows: 4, chosen }, false).lines(text).len()
    };
    assert_eq!(
        [at(75, None), at(20, None), at(75, chosen)],
        [2, 1, 4],
        "in the window and below; below; two outlines more"
    );
}

#[test]
fn a_wide_picture_is_low_and_has_its_titles_beside_the_plots() {
    let wide = TimeLine { width: 1000.0, lanes_title: "Jobs by node, eight of them to a row".into(), ..line() };
    let (low, high) = (record(&wide, false), record(&line(), false));
    assert!(low.layout.size.1 < high.layout.size.1);
    assert!(low.says("Queue") && low.says("Jobs by node,"), "the title goes on in a second line: {:?}", low.marks);
    let strip = low.layout.strips[0];
    assert_eq!(strip.right - strip.left, plot_width(1000.0));
}
