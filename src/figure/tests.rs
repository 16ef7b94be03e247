//! The figure as a whole, read back from its SVG and its layout.

use super::palette::hexadecimal;
use super::*;
use plotters::backend::SVGBackend;
use proptest::prelude::*;

pub(super) fn axis(title: &str, unit: &str, logarithmic: bool) -> Axis {
    Axis { title: title.to_string(), unit: Unit::from(unit), logarithmic, limits: None }
}

fn point(x: f64, y: f64) -> Point {
    Point { x, y, ..Point::default() }
}

fn series(label: &str, look: usize, points: Vec<Point>) -> Series {
    let label = label.to_string();
    Series { label, colour: look, dash: look, marker: look, visible: true, points, published: Vec::new() }
}

fn chart(series: Vec<Series>) -> Chart {
    Chart { title: None, x: axis("Utilisation", "%", false), y: axis("Mean wait", "s", false), series }
}

fn lay_out(chart: &Chart, style: &Style, highlight: Option<Highlight>) -> (Layout, String) {
    let mut document = String::new();
    let mut backend = SVGBackend::with_string(&mut document, (style.width, height(chart, style)));
    let surface = Surface { backend: &mut backend, units: SUBPIXELS, font_divisor: 1.24 };
    let layout = draw(chart, style, highlight, surface).unwrap();
    drop(backend);
    (layout, document)
}

/// The elements of this name whose attributes contain `part`.
fn elements<'a>(document: &'a str, name: &str, part: &str) -> Vec<&'a str> {
    let start = format!("<{name} ");
    document.lines().filter(|line| line.starts_with(&start) && line.contains(part)).collect()
}

/// The stroke or fill attribute of a curve's colour on a light background, as plotters writes it.
fn ink(attribute: &str, look: usize) -> String {
    format!("{attribute}=\"{}\"", hexadecimal(COLOURS[look].0).to_uppercase())
}

/// The corners of a polyline or polygon.
fn corners(element: &str) -> Vec<(f64, f64)> {
    let list = element.split_once("points=\"").unwrap().1.split_once('"').unwrap().0;
    let number = |text: &str| text.parse::<f64>().unwrap();
    list.split_whitespace().map(|pair| pair.split_once(',').map(|(x, y)| (number(x), number(y))).unwrap()).collect()
}

/// Whether every element is closed in order and no character stands bare that may not.
fn well_formed(document: &str) -> bool {
    let mut open = Vec::new();
    for piece in document.split('<').skip(1) {
        let Some((tag, text)) = piece.split_once('>') else { return false };
        if text.contains('>') || text.replace("&amp;", "").replace("&lt;", "").replace("&gt;", "").contains("&&") {
            return false;
        }
        let name = tag.trim_start_matches('/').split_whitespace().next().unwrap_or_default();
        match (tag.starts_with('/'), tag.ends_with('/')) {
            (true, _) if open.pop() != Some(name) => return false,
            (false, false) => open.push(name),
            _ => {}
        }
    }
    open.is_empty()
}

#[test]
fn a_solid_curve_is_one_line_through_its_points_in_their_order() {
    // x turns back, as slowdown against utilisation does beyond saturation.
    let turning = vec![point(0.2, 10.0), point(0.6, 20.0), point(0.5, 90.0)];
    let chart = chart(vec![series("flat", 0, turning)]);
    let (layout, document) = lay_out(&chart, &Style::new(600, 400), None);
    let lines = elements(&document, "polyline", &ink("stroke", 0));
    assert_eq!(lines.len(), 1);
    let expected: Vec<_> = layout.points.iter().map(|hit| (10.0 * hit.x_px, 10.0 * hit.y_px)).collect();
    for (corner, expected) in corners(lines[0]).iter().zip(&expected) {
        assert!((corner.0 - expected.0).abs() <= 0.5 && (corner.1 - expected.1).abs() <= 0.5);
    }
    assert_eq!(expected.len(), 3);
    assert!(expected[2].0 < expected[1].0 && expected[2].1 < expected[1].1);
    assert_eq!(elements(&document, "polygon", &ink("fill", 0)).len(), 3, "one marker for each point");
}

#[test]
fn dashed_curves_are_broken_and_hidden_ones_absent() {
    let line = || vec![point(0.2, 10.0), point(0.6, 20.0)];
    let mut chart = chart(vec![series("solid", 0, line()), series("dashed", 1, line()), series("hidden", 2, line())]);
    chart.series[2].visible = false;
    chart.series[2].points[0].y = 1e6;
    let (layout, document) = lay_out(&chart, &Style::new(600, 400), None);
    assert_eq!(elements(&document, "polyline", &ink("stroke", 0)).len(), 1);
    assert!(elements(&document, "polyline", &ink("stroke", 1)).len() > 10);
    assert!(!document.contains(&ink("stroke", 2)) && !document.contains(&ink("fill", 2)));
    assert!(layout.points.iter().all(|hit| hit.series < 2));
    assert!(document.contains("Mean wait (s)"), "a hidden curve must not stretch the axis");
}

#[test]
fn what_has_no_place_is_left_out_counted_and_breaks_the_line() {
    let mut chart = chart(vec![series(
        "flat",
        0,
        vec![point(0.1, 1.0), point(0.2, 2.0), point(f64::NAN, 3.0), point(0.4, 4.0), point(0.5, 0.0), point(0.6, 5.0)],
    )]);
    let (layout, document) = lay_out(&chart, &Style::new(600, 400), None);
    assert_eq!((layout.points.len(), layout.left_out, layout.outside), (5, 1, 0));
    assert_eq!(elements(&document, "polyline", &ink("stroke", 0)).len(), 2);
    chart.y.logarithmic = true;
    let (layout, document) = lay_out(&chart, &Style::new(600, 400), None);
    assert_eq!((layout.points.len(), layout.left_out, layout.outside), (4, 2, 0));
    assert_eq!(elements(&document, "polyline", &ink("stroke", 0)).len(), 1);
    chart.y.limits = Some((1.5, 4.5));
    let (layout, _) = lay_out(&chart, &Style::new(600, 400), None);
    assert_eq!((layout.points.len(), layout.left_out, layout.outside), (2, 2, 2));
    chart.y.limits = Some((4.5, 1.5));
    assert_eq!(lay_out(&chart, &Style::new(600, 400), None).0.outside, 0, "senseless limits are no limits");
}

#[test]
fn saturated_points_are_hollow_on_a_paler_line() {
    let mut chart = chart(vec![series("flat", 0, vec![point(0.2, 10.0), point(0.6, 20.0), point(0.7, 30.0)])]);
    chart.series[0].points[2].saturated = true;
    let (_, document) = lay_out(&chart, &Style::new(600, 400), None);
    let lines = elements(&document, "polyline", &ink("stroke", 0));
    let faint: Vec<_> = lines.iter().filter(|line| line.contains("opacity=\"0.45\"")).collect();
    assert_eq!((lines.len(), faint.len()), (3, 1), "a full line, a faint one, and the outline of the hollow marker");
    let markers = elements(&document, "polygon", &ink("fill", 0));
    assert_eq!(markers.iter().filter(|marker| marker.contains("opacity=\"0.3\"")).count(), 1);
    assert_eq!(markers.len(), 3);
}

#[test]
fn bands_and_published_values_are_drawn() {
    let mut chart = chart(vec![series("flat", 0, vec![point(0.2, 10.0), point(0.4, 20.0), point(0.6, 30.0)])]);
    for point in &mut chart.series[0].points {
        point.band = Some((point.y - 5.0, point.y + 5.0));
    }
    chart.series[0].published.push(Published { x: 0.5, y: 12.0, source: "Mao 2005, figure 3".to_string() });
    let document = svg(&chart, &Style { legend: true, ..Style::new(600, 400) });
    let polygons = elements(&document, "polygon", &ink("fill", 0));
    let band: Vec<_> = polygons.iter().filter(|polygon| polygon.contains("opacity=\"0.15\"")).collect();
    assert_eq!(band.len(), 1);
    assert_eq!(corners(band[0]).len(), 6);
    assert!(document.contains("open: published, Mao 2005, figure 3"));
    assert_eq!(elements(&document, "polyline", &ink("stroke", 0)).len(), 3, "the line, its key, the open symbol");
}

#[test]
fn highlighting_rings_the_point_and_puts_its_curve_on_top() {
    let line = || vec![point(0.2, 10.0), point(0.6, 20.0)];
    let chart = chart(vec![series("a", 0, line()), series("b", 2, line())]);
    let highlight = Some(Highlight { series: 0, point: Some(1) });
    let style = Style::new(600, 400);
    let (layout, document) = lay_out(&chart, &style, highlight);
    assert_eq!(layout, lay_out(&chart, &style, None).0);
    let last = |document: &str, look| document.rfind(&ink("fill", look)).unwrap();
    assert!(last(&document, 0) > last(&document, 2));
    assert!(elements(&document, "polyline", &ink("stroke", 0))[0].contains("stroke-width=\"30\""));
    let ring = corners(elements(&document, "polyline", "stroke=\"#222222\"")[0]);
    let middle = ring.iter().fold(0.0, |sum, corner| sum + corner.0) / ring.len() as f64;
    assert!((middle / 10.0 - layout.find(0, 1).unwrap().x_px).abs() < 1.0);
}

#[test]
fn the_nearest_point_is_found_within_the_radius() {
    let chart = chart(vec![series("a", 0, vec![point(0.2, 10.0), point(0.6, 20.0), point(0.6, 20.0)])]);
    let (layout, _) = lay_out(&chart, &Style { scale: 2.0, ..Style::new(1200, 800) }, None);
    let first = layout.find(0, 0).unwrap();
    assert_eq!(layout.nearest(first.x_px, first.y_px, 0.0), Some(first));
    assert_eq!(layout.nearest(first.x_px + 3.0, first.y_px + 4.0, 5.0), Some(first));
    assert_eq!(layout.nearest(first.x_px + 3.0, first.y_px + 4.0, 4.9), None);
    let top = layout.find(0, 2).unwrap();
    assert_eq!(layout.nearest(top.x_px, top.y_px, 9.0), Some(top), "of equal ones the uppermost");
    assert!(layout.plot.right < 600.0, "places are in CSS pixels");
}

#[test]
fn an_empty_chart_says_why() {
    let style = Style::new(600, 400);
    assert!(svg(&chart(Vec::new()), &style).contains("No points yet."));
    let mut hidden = chart(vec![series("a", 0, vec![point(0.5, 1.0)])]);
    hidden.series[0].visible = false;
    assert!(svg(&hidden, &style).contains("Every curve is switched off."));
    let nothing = chart(vec![series("a", 0, vec![point(f64::INFINITY, 1.0)])]);
    assert!(svg(&nothing, &style).contains("No value lies within these axes."));
    assert_eq!(elements(&svg(&nothing, &style), "text", "").len(), 11 + 6 + 2 + 1, "ticks, titles, the sentence");
}

#[test]
fn labels_are_escaped() {
    let mut odd = chart(vec![series("<&\"'>\u{1}", 0, vec![point(0.5, 1.0)])]);
    odd.title = Some("a < b & c\u{0}".to_string());
    let document = svg(&odd, &Style { legend: true, ..Style::new(600, 400) });
    assert!(well_formed(&document), "{document}");
    assert!(document.contains("<title>a &lt; b &amp; c</title>"));
    assert!(document.contains("&lt;&amp;&quot;&apos;&gt;"));
    assert!(well_formed(&swatch_svg(&odd.series[0], true)));
}

#[test]
fn the_key_outside_the_figure_is_the_key_inside() {
    let looks = series("a", 13, Vec::new());
    let key = swatch(&looks, false);
    assert_eq!((key.colour.as_str(), key.dash, key.marker), ("#c14700", DASHES[1], "cross"));
    assert!(swatch_svg(&looks, false).contains("stroke=\"#c14700\" stroke-width=\"1.8\" stroke-dasharray=\"7 4\""));
    assert_eq!(background(false), "#ffffff");
}

#[test]
fn the_legend_makes_the_figure_taller_not_the_plot_smaller() {
    let chart = chart((0..12).map(|look| series("EASY backfilling / GABL", look, vec![point(0.5, 1.0)])).collect());
    let (plain, keyed) = (Style::new(360, 300), Style { legend: true, ..Style::new(360, 300) });
    assert_eq!(height(&chart, &plain), 300);
    assert!(height(&chart, &keyed) > 400);
    assert_eq!(lay_out(&chart, &plain, None).0, lay_out(&chart, &keyed, None).0);
    let document = svg(&chart, &keyed);
    assert_eq!(document.matches("EASY backfilling / GABL\n").count(), 12);
}

#[test]
fn every_colour_stands_out_from_its_background_and_from_the_others() {
    let linear = |byte: u8| (f64::from(byte) / 255.0).powf(2.2);
    let luminance = |(r, g, b): (u8, u8, u8)| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    // Viénot, Brettel and Mollon: how a person without the medium-wave cones sees linear red, green and blue.
    let deuteranope = |(r, g, b): (u8, u8, u8)| {
        let (r, g, b) = (linear(r), linear(g), linear(b));
        [0.29275 * r + 0.70725 * g, -0.02234 * r + 0.02234 * g + b].map(|value| value.max(0.0).powf(1.0 / 2.2))
    };
    for dark in [false, true] {
        let shades: Vec<_> = COLOURS.iter().map(|pair| if dark { pair.1 } else { pair.0 }).collect();
        for &shade in &shades {
            let paper = luminance(palette::Theme::of(dark).background);
            let (dim, bright) = (luminance(shade).min(paper), luminance(shade).max(paper));
            assert!((bright + 0.05) / (dim + 0.05) >= 3.0, "{} dark={dark}", hexadecimal(shade));
        }
        for (index, &one) in shades[..6].iter().enumerate() {
            for &other in &shades[..index] {
                let (one_seen, other_seen) = (deuteranope(one), deuteranope(other));
                let apart = libm::hypot(one_seen[0] - other_seen[0], one_seen[1] - other_seen[1]);
                assert!(apart > 0.1, "{} {} {apart} dark={dark}", hexadecimal(one), hexadecimal(other));
            }
        }
    }
}

pub(super) fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => 0.0..2.0,
        3 => -1e6..1e6,
        1 => any::<f64>(),
        1 => prop::sample::select(vec![0.0, 1.0, f64::NAN, f64::INFINITY, f64::MAX, f64::MIN_POSITIVE, 1e100, -1e100]),
    ]
}

fn any_point() -> impl Strategy<Value = Point> {
    (number(), number(), any::<bool>(), prop::option::of((number(), number())))
        .prop_map(|(x, y, saturated, band)| Point { x, y, saturated, band, notes: Vec::new() })
}

pub(super) fn any_axis() -> impl Strategy<Value = Axis> {
    let unit = prop::sample::select(vec!["", "%", "s", "ns"]);
    (".{0,9}", unit, any::<bool>(), prop::option::of((number(), number())))
        .prop_map(|(title, unit, log, limits)| Axis { limits, ..axis(&title, unit, log) })
}

fn any_chart() -> impl Strategy<Value = Chart> {
    let points = prop::collection::vec(any_point(), 0..12);
    let one = (".{0,9}", 0..99usize, any::<bool>(), points, prop::collection::vec((number(), number()), 0..3));
    let curve = one.prop_map(|(label, look, visible, points, marks)| {
        let published = marks.into_iter().map(|(x, y)| Published { x, y, source: label.clone() }).collect();
        Series { visible, published, ..series(&label, look, points) }
    });
    (prop::option::of(".{0,9}"), any_axis(), any_axis(), prop::collection::vec(curve, 0..5))
        .prop_map(|(title, x, y, series)| Chart { title, x, y, series })
}

fn any_style() -> impl Strategy<Value = Style> {
    let side = || prop_oneof![Just(1u32), 2u32..40, 40u32..1500];
    let scale = prop_oneof![Just(1.0), 0.5..4.0, number()];
    (side(), side(), scale, any::<bool>(), any::<bool>()).prop_map(|(width, height, scale, dark, legend)| Style {
        scale,
        dark,
        legend,
        ..Style::new(width, height)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_chart_is_drawn_within_its_plot_as_well_formed_svg(chart in any_chart(), style in any_style()) {
        let (layout, document) = lay_out(&chart, &style, Some(Highlight { series: 0, point: Some(0) }));
        let visible: usize = chart.series.iter().filter(|series| series.visible).map(|series| series.points.len()).sum();
        prop_assert_eq!(layout.points.len() + layout.left_out + layout.outside, visible);
        for hit in &layout.points {
            let place = (hit.x_px.clamp(layout.plot.left, layout.plot.right), hit.y_px.clamp(layout.plot.top, layout.plot.bottom));
            prop_assert!(libm::hypot(place.0 - hit.x_px, place.1 - hit.y_px) < 1e-5);
            let nearest = layout.nearest(hit.x_px, hit.y_px, 0.0).unwrap();
            prop_assert_eq!((nearest.x_px, nearest.y_px), (hit.x_px, hit.y_px));
        }
        let units = f64::from(SUBPIXELS) * style.ratio();
        for line in elements(&document, "polyline", "").iter().chain(&elements(&document, "polygon", "")) {
            for (x, y) in corners(line) {
                // Markers, ticks and the legend reach beyond the plot, but by a few pixels or downwards only.
                prop_assert!(x >= -20.0 * units && x <= f64::from(style.width) * 10.0 + 60.0 * units, "{}", line);
                prop_assert!(y >= -40.0 * units && y <= f64::from(height(&chart, &style)) * 10.0 + 60.0 * units, "{}", line);
            }
        }
        prop_assert!(well_formed(&svg(&chart, &style)));
    }
}
