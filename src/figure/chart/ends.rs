//! The names of curves at their ends, in a column to the right of the plot.

use super::layout::{Frame, Hit, PADDING};
use super::{ChartPicture, Series};
use crate::figure::backend::Drawn;
use crate::figure::canvas::{Canvas, Lettering, Stroke};
use crate::figure::geometry::Rectangle;
use crate::figure::text_width::{shortened, width_of};
use crate::sorting::sorted;
use plotters::style::Color;

/// A narrower picture has no such names.
const LEAST_WIDTH: f64 = 620.0;
/// The largest share of the picture's width that names may take.
const MOST: f64 = 0.28;
/// The distance between the plot and the names, which lines from the curves cross, in CSS pixels.
const LEADER: f64 = 26.0;
/// The height of a name of two lines, and the size of the second line, in letters.
const NAME: f64 = 2.5;
const SMALL: f64 = 0.88;

/// The width of the column of names next to a plot; 0 if the picture has none. It does not depend on the points, so the
/// plot keeps its place while points arrive.
pub(super) fn room(picture: &ChartPicture, plot: &Rectangle, font: f64) -> f64 {
    let shown: Vec<&Series> = picture.chart.series.iter().filter(|series| series.visible).collect();
    let fit = ((plot.bottom - plot.top) / (NAME * font)) as usize;
    if !picture.names || !picture.chart.facets.is_empty() || picture.width < LEAST_WIDTH {
        return 0.0;
    }
    if shown.is_empty() || shown.len() > fit {
        return 0.0;
    }
    let widths = shown.iter().map(|series| {
        let (first, second) = lines(series);
        width_of(first, 1.08 * font).max(width_of(second, SMALL * font))
    });
    (widths.fold(0.0, f64::max) + LEADER).min(MOST * picture.width)
}

/// Draws the name of each curve with a point on the plot, as near to its last point as the other names allow.
pub(super) fn draw(picture: &ChartPicture, frame: &Frame, hits: &[Hit], canvas: &mut Canvas) -> Drawn {
    let Frame { plot, font, .. } = *frame;
    if room(picture, &plot, font) == 0.0 {
        return Ok(());
    }
    let right = picture.plot_size().0 - PADDING / 2.0;
    let ends = picture.chart.series.iter().enumerate().filter(|(_, series)| series.visible);
    let last = |number: usize| hits.iter().rev().find(|hit| hit.series == number);
    let ends: Vec<(&Series, &Hit)> = ends.filter_map(|(number, series)| Some((series, last(number)?))).collect();
    let ends = sorted(ends, |(_, one), (_, other)| one.y_px.total_cmp(&other.y_px));
    let wanted: Vec<f64> = ends.iter().map(|(_, end)| end.y_px).collect();
    let half = NAME * font / 2.0;
    let places = spread(&wanted, NAME * font, (plot.top + half - font, plot.bottom - half + font));
    let left = plot.right + LEADER;
    for ((series, end), y) in ends.into_iter().zip(places) {
        let (colour, quiet) = (canvas.theme().colour(series.colour), canvas.theme().quiet);
        canvas.line(&[(end.x_px + 7.0, end.y_px), (left - 5.0, y)], Stroke::new(colour.mix(0.45), 1.0))?;
        let (first, second) = lines(series);
        let above = if second.is_empty() { y } else { y - 0.55 * font };
        let name = shortened(first, 1.08 * font, right - left);
        canvas.text(&name, (left, above), Lettering::new(font, colour).bold())?;
        let detail = shortened(second, SMALL * font, right - left);
        canvas.text(&detail, (left, y + 0.6 * font), Lettering::new(SMALL * font, quiet))?;
    }
    Ok(())
}

/// The two lines of a name: what stands before the first dot in the middle, and what follows it.
fn lines(series: &Series) -> (&str, &str) {
    series.label.split_once(" · ").unwrap_or((&series.label, ""))
}

/// Places at least `step` apart between two limits, in the given order, with the least sum of squared distances from the
/// wanted places (isotonic regression by merging neighbours). `wanted` increases.
fn spread(wanted: &[f64], step: f64, (low, high): (f64, f64)) -> Vec<f64> {
    // A group of neighbours that touch: the sum of the places wanted for its first member, and the number of members.
    let mut groups: Vec<(f64, usize)> = Vec::new();
    let mean = |&(sum, count): &(f64, usize)| sum / count as f64;
    for (place, &want) in wanted.iter().enumerate() {
        // Without the steps before it, each member wants the same order as the others.
        groups.push((want - place as f64 * step, 1));
        while let [.., before, last] = &groups[..]
            && mean(before) > mean(last)
        {
            let merged = (before.0 + last.0, before.1 + last.1);
            groups.truncate(groups.len() - 2);
            groups.push(merged);
        }
    }
    let bases = groups.iter().flat_map(|group| std::iter::repeat_n(mean(group), group.1));
    let highest = high - wanted.len().saturating_sub(1) as f64 * step;
    bases.enumerate().map(|(place, base)| base.min(highest).max(low) + place as f64 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Chart;
    use crate::figure::chart::Point;
    use crate::figure::recorder::{Mark, record};
    use proptest::prelude::*;

    proptest! {
        /// Places keep their order and distance, stay within the limits if there is room, and move only if they must.
        #[test]
        fn names_stay_apart(mut wanted in proptest::collection::vec(0.0..400.0f64, 0..12)) {
            wanted.sort_by(f64::total_cmp);
            let places = spread(&wanted, 30.0, (0.0, 400.0));
            prop_assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= 30.0 - 1e-9));
            prop_assert!(places.iter().all(|&place| (-1e-9..=400.0 + 1e-9).contains(&place)));
            if wanted.windows(2).all(|pair| pair[1] - pair[0] >= 30.0) {
                prop_assert_eq!(places, wanted);
            }
        }
    }

    fn chart(curves: usize) -> Chart {
        let series = |number: usize| Series {
            label: format!("Strategy {number} · first come, first served"),
            visible: true,
            points: (0..3).map(|x| Point { x: x.into(), y: number as f64, ..Point::default() }).collect(),
            ..Series::default()
        };
        Chart { series: (0..curves).map(series).collect(), ..Chart::default() }
    }

    fn words(picture: &ChartPicture) -> Vec<String> {
        let marks = record(picture, false).marks.into_iter();
        marks.filter_map(|mark| if let Mark::Text { text, .. } = mark { Some(text) } else { None }).collect()
    }

    #[test]
    fn each_curve_has_its_name_where_all_names_fit() {
        let chart = chart(3);
        let picture = ChartPicture { names: true, ..ChartPicture::new(&chart, 800.0, 400.0) };
        let words = words(&picture);
        assert!((0..3).all(|number| words.contains(&format!("Strategy {number}"))), "{words:?}");
        let narrow = ChartPicture { width: 500.0, ..picture };
        assert!(!self::words(&narrow).iter().any(|word| word.starts_with("Strategy")));
        let many = self::chart(40);
        assert!(
            !self::words(&ChartPicture { chart: &many, ..picture }).iter().any(|word| word.starts_with("Strategy"))
        );
    }

    #[test]
    fn the_plot_keeps_its_place_as_points_arrive() {
        let (whole, mut begun) = (chart(3), chart(3));
        begun.series.iter_mut().for_each(|series| series.points.truncate(1));
        let right = |chart: &Chart| {
            let picture = ChartPicture { names: true, ..ChartPicture::new(chart, 800.0, 400.0) };
            picture.layout().plots[0].plot.right
        };
        assert!((right(&whole) - right(&begun)).abs() < 8.0);
    }
}
