use super::*;
use crate::figure::canvas::Picture;
use crate::figure::recorder::{Mark, Recording, record};
use crate::figure::{Anchor, Facet, Layout, Point, Series};

/// So many facets; the n-th has a curve from (0.1, n) to (0.9, 10 n), and one more that is hidden and reaches far beyond.
fn chart(count: usize) -> Chart {
    let series = |label: &str, visible, points: &[(f64, f64)]| Series {
        label: label.into(),
        visible,
        points: points.iter().map(|&(x, y)| Point { x, y, ..Point::default() }).collect(),
        ..Series::default()
    };
    let facet = |number: usize| {
        let high = 10.0 * number as f64;
        let shown = series("easy / nep", true, &[(0.1, high / 10.0), (0.9, high)]);
        let series = vec![shown, series("fcfs / nep", false, &[(5.0, 1e9)])];
        Facet { title: format!("load {number}"), series, never: false }
    };
    let legend = vec![series("easy / nep", true, &[]), series("fcfs / nep", false, &[])];
    let mut chart = Chart { series: legend, facets: (1..=count).map(facet).collect(), ..Chart::default() };
    (chart.x.title, chart.y.title) = ("Utilisation".into(), "Mean wait".into());
    chart
}

fn drawn(chart: &Chart, width: f64, height: f64) -> Recording<Layout> {
    let picture = ChartPicture { legend: true, ..ChartPicture::new(chart, width, height) };
    Recording { marks: record(&picture, false).marks, layout: picture.layout() }
}

fn places<'a>(recording: &'a Recording<Layout>, wanted: &'a str) -> impl Iterator<Item = (f64, f64)> + 'a {
    recording.marks.iter().filter_map(move |mark| match mark {
        Mark::Text { text, place, .. } if text == wanted => Some(*place),
        _ => None,
    })
}

#[test]
fn rows_are_even_and_one_column_is_enough_for_a_telephone() {
    let columns = |width: f64| [1, 2, 3, 4, 5, 6, 7, 12].map(|count| columns_and_rows(count, width));
    assert_eq!(columns(360.0).map(|grid| grid.0), [1; 8]);
    assert_eq!(columns(500.0), [(1, 1), (2, 1), (2, 2), (2, 2), (2, 3), (2, 3), (2, 4), (2, 6)]);
    assert_eq!(columns(900.0), [(1, 1), (2, 1), (3, 1), (4, 1), (3, 2), (3, 2), (4, 2), (4, 3)]);
    assert_eq!(columns(5000.0)[7], (4, 3));
    for (count, width) in [(5, 900.0), (12, 360.0), (7, 500.0)] {
        let (columns, rows) = columns_and_rows(count, width);
        assert!(columns * rows >= count && columns * (rows - 1) < count);
    }
}

/// Three plots in a row and two below them: all have the same limits, and the same numbers stand at the same height.
#[test]
fn all_plots_have_the_same_axes_and_each_its_title() {
    let recording = drawn(&chart(5), 900.0, 600.0);
    let plots = &recording.layout.plots;
    assert_eq!(plots.len(), 5);
    for area in plots {
        let limits = |span: &crate::figure::AxisSpan| [span.low, span.high].map(f64::to_bits);
        assert_eq!((limits(&area.x), limits(&area.y)), (limits(&plots[0].x), limits(&plots[0].y)));
        assert!((area.y.high - 50.0).abs() < 1e-9, "the largest of all, and nothing hidden: {}", area.y.high);
    }
    let width = |number: usize| plots[number].plot.right - plots[number].plot.left;
    assert!((0..5).all(|number| (width(number) - width(0)).abs() < 1e-9));
    assert!(plots[1].plot.left > plots[0].plot.right && plots[3].plot.top > plots[0].plot.bottom);
    assert_eq!((plots[3].plot.left, plots[0].plot.top), (plots[0].plot.left, plots[2].plot.top));
    for (number, area) in plots.iter().enumerate() {
        let [title] = places(&recording, &format!("load {}", number + 1)).collect::<Vec<_>>()[..] else { panic!() };
        let above = area.plot.top - title.1;
        assert!((title.0 - area.plot.left).abs() < 0.1 && above > 0.0 && above < 20.0, "{title:?} above {area:?}");
    }
    // Points of the facets lie where the common axes have them: of the second half as high as of the fourth.
    let up = |facet: usize| {
        let (hit, plot) = (recording.layout.find(facet, 0, 1).unwrap(), plots[facet].plot);
        (plot.bottom - hit.y_px) / (plot.bottom - plot.top)
    };
    assert!((up(3) - 2.0 * up(1)).abs() < 1e-9 && (up(4) - 1.0).abs() < 1e-9);
    assert!((0..5).all(|facet| recording.layout.find(facet, 1, 0).is_none()), "it is hidden");
}

/// Labels of the vertical axis stand left of the first column, those of the horizontal one below the last plot of each
/// column; titles of axes, and the legend, once.
#[test]
fn axes_are_labelled_at_the_edges_and_named_once() {
    let mut chart = chart(5);
    chart.x.limits = Some((0.0, 1.0));
    let recording = drawn(&chart, 900.0, 600.0);
    let plots = &recording.layout.plots;
    let rows: Vec<_> = places(&recording, "50").collect();
    assert_eq!(rows.len(), 2, "the largest of the vertical axis, for each row");
    assert!(rows.iter().all(|place| place.0 < plots[0].plot.left));
    // The first label of the horizontal axis is in the middle below the left edge of a plot.
    let below = |number: usize| {
        let plot = plots[number].plot;
        let is_there =
            |place: (f64, f64)| (place.0 - plot.left).abs() < 0.1 && (0.0..20.0).contains(&(place.1 - plot.bottom));
        let middle =
            |mark: &&Mark| matches!(mark, Mark::Text { place, anchor: Anchor::Middle, .. } if is_there(*place));
        recording.marks.iter().filter(middle).count()
    };
    assert_eq!([0, 1, 2, 3, 4].map(below), [0, 0, 1, 1, 1]);
    for once in ["Mean wait", "Utilisation", "easy / nep"] {
        assert_eq!(places(&recording, once).count(), 1, "{once}");
    }
    let (axis, legend) = (places(&recording, "Utilisation").next(), places(&recording, "easy / nep").next());
    assert!(axis.unwrap().1 > plots[4].plot.bottom && legend.unwrap().1 > axis.unwrap().1);
}

#[test]
fn labels_of_neighbours_keep_apart_and_nothing_leaves_the_picture() {
    for (count, width, height) in
        [(1, 300.0, 200.0), (3, 390.0, 100.0), (4, 900.0, 300.0), (12, 700.0, 900.0), (7, 480.0, 10.0)]
    {
        let mut chart = chart(count);
        chart.title = Some("Both logs".into());
        for axis in [&mut chart.x, &mut chart.y] {
            axis.limits = Some((0.0, 123_456.0));
        }
        let picture = ChartPicture::new(&chart, width, height);
        let high = picture.size().1;
        assert!(high >= picture.least_height() && high >= height);
        let recording = record(&picture, false);
        let mut texts: Vec<(f64, f64, f64)> = Vec::new();
        for mark in &recording.marks {
            let Mark::Text { text, place, size, anchor, .. } = mark else { continue };
            let long = width_of(text, *size);
            let left = match anchor {
                Anchor::Start => place.0,
                Anchor::Middle => place.0 - long / 2.0,
                Anchor::End => place.0 - long,
            };
            assert!(left >= -0.1 && left + long <= width + 0.1 && place.1 <= high, "{text} at {place:?} of {width}");
            let meets =
                |other: &&(f64, f64, f64)| (other.1 - place.1).abs() < 4.0 && other.0 < left + long && other.2 > left;
            assert_eq!(texts.iter().find(meets), None, "{text} at {place:?}, {count} plots of {width}");
            texts.push((left, place.1, left + long));
        }
    }
}

#[test]
fn a_place_belongs_to_the_plot_it_is_in_or_the_nearest_one() {
    let chart = chart(3);
    let layout = drawn(&chart, 900.0, 400.0).layout;
    for area in &layout.plots {
        let (x, y) = area.plot.middle();
        assert_eq!(layout.area(x, y), Some(area));
        assert_eq!(layout.area(x, -50.0), Some(area));
    }
    assert_eq!(layout.area(-9.0, 700.0), layout.plots.first());
    assert_eq!(Layout::default().area(0.0, 0.0), None);
    let hit = layout.find(2, 0, 1).unwrap();
    assert_eq!(layout.nearest(hit.x_px + 1.0, hit.y_px, 5.0), Some(hit));
}

#[test]
fn an_empty_plot_says_whether_anything_is_to_come() {
    let mut chart = chart(3);
    chart.facets[0].series.iter_mut().for_each(|series| series.points = Vec::new());
    chart.facets[2] = Facet { never: true, ..chart.facets[0].clone() };
    let recording = drawn(&chart, 900.0, 400.0);
    assert_eq!(places(&recording, "No points yet.").count(), 1);
    assert_eq!(places(&recording, "Nothing here can run.").count(), 1);
    assert!(ChartPicture::new(&chart, 9.0, 9.0).description().contains("load 2: easy / nep (2 points)."));
}
