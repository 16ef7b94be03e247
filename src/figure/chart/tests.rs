//! The figure as a whole, read back from what is drawn and from its layout.

use super::*;
use crate::figure::canvas::{Anchor, Picture};
use crate::figure::geometry::PixelPoint;
use crate::figure::palette::{COLOURS, Theme};
use crate::figure::recorder::{self, Mark, Recording};
use crate::figure::scale::tests::{any_axis, axis, number};
use crate::figure::svg::tests::well_formed;
use crate::figure::text_width::width_of;
use crate::figure::{Colour, Unit, svg};
use proptest::prelude::*;

fn point(x: f64, y: f64) -> Point {
    Point { x, y, ..Point::default() }
}

fn series(label: &str, look: usize, points: Vec<Point>) -> Series {
    let label = label.to_string();
    Series { label, colour: look, dash: look, marker: look, visible: true, points, ..Series::default() }
}

fn chart(series: Vec<Series>) -> Chart {
    Chart {
        title: None,
        x: axis("Utilisation", "%", false),
        y: axis("Mean wait", "s", false),
        series,
        ..Chart::default()
    }
}

fn record(picture: &ChartPicture, dark: bool) -> Recording<Layout> {
    Recording { marks: recorder::record(picture, dark).marks, layout: picture.layout() }
}

fn drawn(chart: &Chart) -> Recording<Layout> {
    record(&ChartPicture::new(chart, 600.0, 400.0), false)
}

fn keyed(chart: &Chart) -> ChartPicture<'_> {
    ChartPicture { legend: true, ..ChartPicture::new(chart, 600.0, 400.0) }
}

/// A curve's colour on a light background.
fn ink(look: usize) -> Colour {
    COLOURS[look].0
}

fn near(one: PixelPoint, other: PixelPoint) -> bool {
    libm::hypot(one.0 - other.0, one.1 - other.1) < 0.08
}

#[test]
fn a_solid_curve_is_one_line_through_its_points_in_their_order() {
    // x turns back, as slowdown against utilisation does beyond saturation.
    let turning = vec![point(0.2, 10.0), point(0.6, 20.0), point(0.5, 90.0)];
    let recording = drawn(&chart(vec![series("flat", 0, turning)]));
    let [(line, 1.0, 1.8)] = &recording.lines(ink(0))[..] else { panic!("one solid line") };
    let expected: Vec<PixelPoint> = recording.layout.points.iter().map(|hit| (hit.x_px, hit.y_px)).collect();
    assert!(line.len() == 3 && line.iter().zip(&expected).all(|(&one, &other)| near(one, other)), "{line:?}");
    assert!(expected[2].0 < expected[1].0 && expected[2].1 < expected[1].1);
    assert_eq!(recording.areas(ink(0)).len(), 3, "one marker for each point");
}

/// Two curves on one line: each has every other stretch of it and every other marker, and together they cover it once.
#[test]
fn curves_that_lie_on_each_other_take_turns() {
    let line = || (0..4).map(|x| point(f64::from(x), 10.0)).collect();
    let mut chart = chart(vec![series("flat", 0, line()), series("gabl", 3, line())]);
    for (place, series) in chart.series.iter_mut().enumerate() {
        (series.turn, series.dash) = (OverlapStyle { place, of: 2 }, 0);
    }
    let recording = drawn(&chart);
    let ends = |look| -> Vec<(f64, f64)> {
        let strokes = recording.lines(ink(look)).into_iter();
        strokes.map(|(line, ..)| (line[0].0, line.last().expect("a stroke has an end").0)).collect()
    };
    let mut strokes = [ends(0), ends(3)].concat();
    assert!(ends(0).len() > 5 && ends(3).len() > 5, "{strokes:?}");
    strokes.sort_by(|one, other| one.0.total_cmp(&other.0));
    assert!(strokes.windows(2).all(|pair| (pair[0].1 - pair[1].0).abs() < 0.2), "{strokes:?}");
    assert_eq!([recording.areas(ink(0)).len(), recording.areas(ink(3)).len()], [2, 2]);
    let picture = ChartPicture { emphasised: Some(1), ..ChartPicture::new(&chart, 600.0, 400.0) };
    let bold = record(&picture, false);
    assert_eq!((bold.lines(ink(3)).len(), bold.areas(ink(3)).len()), (1, 4), "whole, where it stands out");
}

#[test]
fn dashed_curves_are_broken_and_hidden_ones_absent() {
    let line = || vec![point(0.2, 10.0), point(0.6, 20.0)];
    let mut chart = chart(vec![series("solid", 0, line()), series("dashed", 1, line()), series("hidden", 2, line())]);
    chart.series[2].visible = false;
    chart.series[2].points[0].y = 1e6;
    let recording = drawn(&chart);
    assert_eq!(recording.lines(ink(0)).len(), 1);
    assert!(recording.lines(ink(1)).len() > 10);
    assert!(recording.lines(ink(2)).is_empty() && recording.areas(ink(2)).is_empty());
    assert!(recording.layout.points.iter().all(|hit| hit.series < 2));
    assert!(recording.says("Mean wait (s)"), "a hidden curve must not stretch the axis");
}

#[test]
fn what_has_no_place_is_left_out_counted_and_breaks_the_line() {
    let mut chart = chart(vec![series(
        "flat",
        0,
        vec![point(0.1, 1.0), point(0.2, 2.0), point(f64::NAN, 3.0), point(0.4, 4.0), point(0.5, 0.0), point(0.6, 5.0)],
    )]);
    let counts = |recording: &Recording<Layout>| {
        let Layout { points, left_out, outside, .. } = &recording.layout;
        (points.len(), *left_out, *outside, recording.lines(ink(0)).len())
    };
    assert_eq!(counts(&drawn(&chart)), (5, 1, 0, 2));
    chart.y.logarithmic = true;
    assert_eq!(counts(&drawn(&chart)), (4, 2, 0, 1));
    chart.y.limits = Some((1.5, 4.5));
    let (points, left_out, outside, _) = counts(&drawn(&chart));
    assert_eq!((points, left_out, outside), (2, 2, 2));
    chart.y.limits = Some((4.5, 1.5));
    assert_eq!(drawn(&chart).layout.outside, 0, "senseless limits are no limits");
}

#[test]
fn saturated_points_are_hollow_on_a_paler_line() {
    let mut chart = chart(vec![series("flat", 0, vec![point(0.2, 10.0), point(0.6, 20.0), point(0.7, 30.0)])]);
    chart.series[0].points[2].saturated = true;
    let recording = drawn(&chart);
    let strengths: Vec<f64> = recording.lines(ink(0)).iter().map(|(_, alpha, _)| *alpha).collect();
    assert_eq!(strengths, [1.0, 0.45, 1.0], "a full line, a faint one, and the outline of the hollow marker");
    let markers: Vec<f64> = recording.areas(ink(0)).iter().map(|(_, alpha)| *alpha).collect();
    assert_eq!(markers, [1.0, 1.0, 0.3]);
    assert_eq!(recording.areas(Theme::of(false).background).len(), 1, "the line does not show through it");
    assert!(record(&keyed(&chart), false).says("hollow: the queue only grows"));
}

#[test]
fn bands_and_published_values_are_drawn() {
    let mut chart = chart(vec![series("flat", 0, vec![point(0.2, 10.0), point(0.4, 20.0), point(0.6, 30.0)])]);
    for point in &mut chart.series[0].points {
        point.band = Some((point.y - 5.0, point.y + 5.0));
    }
    chart.series[0].published.push(Published { x: 0.5, y: 12.0, source: "Mao 2005, figure 3".to_string() });
    let recording = record(&keyed(&chart), false);
    let areas = recording.areas(ink(0));
    let bands: Vec<_> = areas.iter().filter(|(_, alpha)| *alpha == 0.15).collect();
    let [(band, _)] = &bands[..] else { panic!("{bands:?}") };
    assert_eq!(band.len(), 6);
    assert!(recording.says("open: published, Mao 2005, figure 3"));
    assert_eq!(recording.lines(ink(0)).len(), 3, "the line, its key, the open symbol");
    assert_eq!(record(&keyed(&chart), true).areas(COLOURS[0].1)[0].1, 0.22, "stronger on a dark background");
}

#[test]
fn what_is_only_compared_with_is_paler_thinner_and_beneath() {
    let line = || vec![point(0.2, 10.0), point(0.6, 20.0)];
    let mut chart = chart(vec![series("now", 0, line()), series("pinned: now", 2, line())]);
    chart.series[1].subdued = true;
    let recording = record(&keyed(&chart), false);
    let drawn: Vec<(f64, f64)> = recording.lines(ink(2)).iter().map(|(_, alpha, width)| (*alpha, *width)).collect();
    assert!(drawn.len() > 2 && drawn.iter().all(|line| *line == (0.5, 1.3)), "in the key, too: {drawn:?}");
    let first = |look| {
        recording.marks.iter().position(|mark| matches!(mark, Mark::Line { colour, .. } if *colour == ink(look)))
    };
    assert!(first(2) < first(0), "beneath");
    let recording = record(&ChartPicture { emphasised: Some(1), ..ChartPicture::new(&chart, 600.0, 400.0) }, false);
    assert!(recording.lines(ink(2)).iter().all(|(_, alpha, width)| (*alpha, *width) == (1.0, 3.0)));
}

#[test]
fn emphasis_puts_a_curve_on_top() {
    let line = || vec![point(0.2, 10.0), point(0.6, 20.0)];
    let chart = chart(vec![series("a", 0, line()), series("b", 2, line())]);
    let recording = record(&ChartPicture { emphasised: Some(0), ..ChartPicture::new(&chart, 600.0, 400.0) }, false);
    assert_eq!(recording.layout, drawn(&chart).layout);
    let last = |recording: &Recording<Layout>, look| {
        let filled = |mark: &Mark| matches!(mark, Mark::Area { colour, .. } if *colour == ink(look));
        recording.marks.iter().rposition(filled).unwrap()
    };
    assert!(last(&recording, 0) > last(&recording, 2) && last(&drawn(&chart), 0) < last(&drawn(&chart), 2));
    assert_eq!(recording.lines(ink(0))[0].2, 3.0, "bold");
}

#[test]
fn the_nearest_point_is_found_within_the_radius() {
    let chart = chart(vec![series("a", 0, vec![point(0.2, 10.0), point(0.6, 20.0), point(0.6, 20.0)])]);
    let Recording { layout, .. } = drawn(&chart);
    let first = layout.find(0, 0, 0).unwrap();
    assert_eq!(layout.nearest(first.x_px, first.y_px, 0.0), Some(first));
    assert_eq!(layout.nearest(first.x_px + 3.0, first.y_px + 4.0, 5.0), Some(first));
    assert_eq!(layout.nearest(first.x_px + 3.0, first.y_px + 4.0, 4.9), None);
    let top = layout.find(0, 0, 2).unwrap();
    assert_eq!(layout.nearest(top.x_px, top.y_px, 9.0), Some(top), "of equal ones the uppermost");
}

#[test]
fn an_empty_chart_says_why() {
    assert!(drawn(&chart(Vec::new())).says("No points yet."));
    let complete = Chart { is_complete: true, ..chart(Vec::new()) };
    assert!(drawn(&complete).says("No run has these quantities."));
    let mut hidden = chart(vec![series("a", 0, vec![point(0.5, 1.0)])]);
    hidden.series[0].visible = false;
    assert!(drawn(&hidden).says("Every curve is switched off."));
    let nothing = drawn(&chart(vec![series("a", 0, vec![point(f64::INFINITY, 1.0)])]));
    assert!(nothing.says("No value lies within these axes."));
    assert_eq!(nothing.texts().len(), 11 + 6 + 2 + 1, "ticks, titles, the sentence");
}

#[test]
fn texts_stand_beside_what_they_name() {
    let mut chart = chart(vec![series("a", 0, vec![point(0.5, 1.0)])]);
    chart.title = Some("Both logs".to_string());
    let recording = drawn(&chart);
    let plot = recording.layout.plots[0].plot;
    for mark in &recording.marks {
        let Mark::Text { text, place, anchor, bold, upwards, .. } = mark else { continue };
        assert!(!upwards && *bold == (text == "Both logs"), "{mark:?}");
        match anchor {
            Anchor::Start => assert!(place.0 == 10.0 && place.1 < plot.top, "titles above: {mark:?}"),
            Anchor::Middle => assert!(place.1 > plot.bottom, "across below: {mark:?}"),
            Anchor::End => assert!(place.0 < plot.left, "upwards on the left: {mark:?}"),
        }
    }
}

#[test]
fn the_labels_of_ticks_are_whole_at_every_edge() {
    for (low, high) in [(0.0, 1.0), (0.8, 1e6), (999_990.0, 1_000_000.0), (1e-7, 1e7), (12_345.0, 98_765.4), (0.0, 3e5)]
    {
        for (width, height) in [(150.0, 120.0), (300.0, 200.0), (390.0, 300.0), (900.0, 500.0)] {
            for (logarithmic, limits) in
                [(false, None), (true, None), (false, Some((low, high))), (true, Some((low, high)))]
            {
                let mut chart = chart(vec![series("a", 0, vec![point(low, low), point(high, high)])]);
                (chart.x.unit, chart.y.unit) = (Unit::None, Unit::None);
                (chart.x.limits, chart.y.limits, chart.x.logarithmic) = (limits, limits, logarithmic);
                chart.y.logarithmic = logarithmic;
                for mark in record(&ChartPicture::new(&chart, width, height), false).marks {
                    let Mark::Text { text, place: (x, y), size, anchor, .. } = mark else { continue };
                    let wide = width_of(&text, size);
                    let left = match anchor {
                        Anchor::Start => x,
                        Anchor::Middle => x - wide / 2.0,
                        Anchor::End => x - wide,
                    };
                    let case = format!("{text} at {x}, {low} to {high}, {width} wide, {logarithmic}, {limits:?}");
                    assert!(left >= -0.1 && left + wide <= width + 0.1, "{case}");
                    assert!(y - size / 2.0 >= 0.0 && y + size / 2.0 <= height, "{case}");
                }
            }
        }
    }
}

#[test]
fn an_interval_that_reaches_below_zero_reaches_the_bottom_of_a_logarithmic_axis() {
    let mut chart = chart(vec![series("a", 0, vec![point(0.2, 10.0), point(0.6, 20.0)])]);
    chart.y.logarithmic = true;
    chart.series[0].points[1].band = Some((-5.0, 40.0));
    chart.series[0].points[0].band = Some((5.0, 15.0));
    let recording = drawn(&chart);
    let areas = recording.areas(ink(0));
    let (band, _) = areas.iter().find(|(_, alpha)| *alpha == 0.15).expect("a band");
    assert!(band.iter().any(|place| (place.1 - recording.layout.plots[0].plot.bottom).abs() < 0.1), "{band:?}");
}

#[test]
fn readers_who_cannot_see_it_are_told_what_is_there() {
    let line = || vec![point(0.2, 10.0), point(0.6, 20.0)];
    let mut chart = chart(vec![series("a < b", 0, line()), series("hidden", 1, line())]);
    chart.series[1].visible = false;
    let document = svg(&keyed(&chart), false, "Mean wait & more");
    assert!(
        document.contains("<title>Mean wait &amp; more</title>\n<desc>Mean wait against Utilisation."),
        "{document}"
    );
    assert!(document.contains("Curves: a &lt; b (2 points).</desc>"));
    assert!(ChartPicture::new(&Chart::default(), 1.0, 1.0).description().ends_with("Curves: none."));
}

#[test]
fn the_key_outside_the_figure_is_the_key_inside() {
    let chart = chart(vec![series("a", 13, Vec::new())]);
    let inside = record(&keyed(&chart), false);
    let outside = recorder::record(&Swatch { series: &chart.series[0] }, false);
    let (inner, outer) = (inside.lines(ink(1)), outside.lines(ink(1)));
    assert_eq!(inner.len(), 4, "three dashes and a bit of 34 pixels, at 7 and 4");
    let shift = (inner[0].0[0].0 - outer[0].0[0].0, inner[0].0[0].1 - outer[0].0[0].1);
    for (one, other) in inner.iter().zip(&outer) {
        assert!(one.0.iter().zip(&other.0).all(|(&a, b)| near(a, (b.0 + shift.0, b.1 + shift.1))), "{one:?} {other:?}");
    }
    let [(cross, 1.0)] = &outside.areas(ink(1))[..] else { panic!("one marker") };
    assert_eq!(cross.len(), 12);
    assert_eq!(Swatch { series: &chart.series[0] }.size(), (36.0, 14.0));
}

#[test]
fn the_legend_makes_the_figure_taller_not_the_plot_smaller() {
    let chart = chart((0..12).map(|look| series("EASY backfilling / GABL", look, vec![point(0.5, 1.0)])).collect());
    let plain = ChartPicture::new(&chart, 360.0, 300.0);
    let keyed = ChartPicture { legend: true, ..plain };
    assert_eq!(plain.size(), (360.0, 300.0));
    assert!(keyed.size().1 > 400.0);
    let (without, with) = (record(&plain, false), record(&keyed, false));
    assert_eq!(without.layout, with.layout);
    let labels: Vec<_> = with.texts().into_iter().filter(|(text, _)| *text == "EASY backfilling / GABL").collect();
    assert!(labels.len() == 12 && labels.iter().all(|(_, (_, y))| *y > 300.0 && *y < keyed.size().1), "{labels:?}");
}

fn any_point() -> impl Strategy<Value = Point> {
    (number(), number(), any::<bool>(), prop::option::of((number(), number())))
        .prop_map(|(x, y, saturated, band)| Point { x, y, saturated, band, notes: Vec::new() })
}

fn any_chart() -> impl Strategy<Value = Chart> {
    let points = prop::collection::vec(any_point(), 0..12);
    let one = (".{0,9}", 0..99usize, any::<bool>(), points, prop::collection::vec((number(), number()), 0..3));
    let curve = one.prop_map(|(label, look, visible, points, marks)| {
        let published = marks.into_iter().map(|(x, y)| Published { x, y, source: label.clone() }).collect();
        Series { visible, published, ..series(&label, look, points) }
    });
    (prop::option::of(".{0,9}"), any_axis(), any_axis(), prop::collection::vec(curve, 0..5))
        .prop_map(|(title, x, y, series)| Chart { title, x, y, series, ..Chart::default() })
}

proptest! {
    #![proptest_config(crate::cases::cases(400))]

    #[test]
    fn any_chart_is_drawn_within_its_plot_as_well_formed_svg(
        chart in any_chart(),
        sides in (side(), side()),
        legend in any::<bool>(),
        dark in any::<bool>(),
    ) {
        let (chart, names, emphasised) = (&chart, !legend, Some(0));
        let picture = ChartPicture { chart, width: sides.0, height: sides.1, legend, names, emphasised };
        let Recording { marks, layout } = record(&picture, dark);
        let visible: usize = chart.series.iter().filter(|series| series.visible).map(|series| series.points.len()).sum();
        prop_assert_eq!(layout.points.len() + layout.left_out + layout.outside, visible);
        for hit in &layout.points {
            let place = (hit.x_px.clamp(layout.plots[0].plot.left, layout.plots[0].plot.right), hit.y_px.clamp(layout.plots[0].plot.top, layout.plots[0].plot.bottom));
            prop_assert!(libm::hypot(place.0 - hit.x_px, place.1 - hit.y_px) < 1e-5);
            let nearest = layout.nearest(hit.x_px, hit.y_px, 0.0).unwrap();
            prop_assert_eq!((nearest.x_px, nearest.y_px), (hit.x_px, hit.y_px));
        }
        let (width, height) = picture.size();
        for mark in &marks {
            let (Mark::Line { places, .. } | Mark::Area { corners: places, .. }) = mark else { continue };
            for (x, y) in places {
                // Markers, ticks and the legend reach beyond the plot, but by a few pixels or downwards only.
                prop_assert!(*x >= -20.0 && *x <= width + 60.0, "{:?}", mark);
                prop_assert!(*y >= -40.0 && *y <= height + 60.0, "{:?}", mark);
            }
        }
        prop_assert!(well_formed(&svg(&picture, dark, "title")));
    }
}

fn side() -> impl Strategy<Value = f64> {
    prop_oneof![Just(1.0), 2.0..40.0, 40.0..1500.0, prop::sample::select(vec![0.0, -3.0, f64::NAN, f64::INFINITY])]
}
