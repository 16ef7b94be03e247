//! Broken lines, and what is left of lines at the edges of the plot.

use super::*;
use crate::figure::palette::DASHES;
use proptest::prelude::*;

fn length(line: &[(f64, f64)]) -> f64 {
    line.windows(2).map(|pair| libm::hypot(pair[1].0 - pair[0].0, pair[1].1 - pair[0].1)).sum()
}

#[test]
fn dashes_turn_corners() {
    let corner = [(0.0, 0.0), (5.0, 0.0), (5.0, 20.0)];
    let mut phase = 0.0;
    let strokes = dashes(&corner, &[7.0, 4.0], &mut phase);
    assert_eq!(strokes[0], [(0.0, 0.0), (5.0, 0.0), (5.0, 2.0)]);
    assert_eq!(strokes[1], [(5.0, 6.0), (5.0, 13.0)]);
    assert_eq!(strokes[2], [(5.0, 17.0), (5.0, 20.0)]);
    assert_eq!((strokes.len(), phase), (3, 25.0));
}

proptest! {
    #![proptest_config(crate::cases::cases(400))]

    #[test]
    fn dashes_keep_their_rhythm_across_parts(
        corners in prop::collection::vec((0.0..300.0, 0.0..300.0), 2..8),
        dash in 1usize..6,
        cut in 1usize..7,
    ) {
        let cut = cut.min(corners.len() - 1);
        let drawn = |parts: &[&[(f64, f64)]]| -> f64 {
            let mut phase = 0.0;
            parts.iter().flat_map(|part| dashes(part, DASHES[dash], &mut phase)).map(|stroke| length(&stroke)).sum()
        };
        let whole = drawn(&[&corners]);
        prop_assert!((whole - drawn(&[&corners[..=cut], &corners[cut..]])).abs() < 1e-6);
        let period: f64 = DASHES[dash].iter().sum();
        let inked: f64 = DASHES[dash].iter().step_by(2).sum();
        prop_assert!((whole - length(&corners) * inked / period).abs() <= period);
    }

    #[test]
    fn clipping_keeps_what_is_inside(ends in prop::array::uniform4(-50.0..150.0f64)) {
        let (from, to) = ((ends[0], ends[1]), (ends[2], ends[3]));
        let inside = |part: f64| {
            let (x, y) = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
            (0.0..=100.0).contains(&x) && (0.0..=100.0).contains(&y)
        };
        let clipped = clip(from, to, &Rectangle::at((0.0, 0.0), 100.0, 100.0));
        let share = clipped.map_or(0.0, |(start, end)| length(&[start, end])) / length(&[from, to]).max(1e-9);
        let counted = (0..=1000).filter(|&step| inside(f64::from(step) / 1000.0)).count() as f64 / 1001.0;
        prop_assert!((share - counted).abs() < 0.005, "{} {}", share, counted);
    }
}

#[test]
fn a_polygon_is_cut_to_the_rectangle_however_far_its_corners_are() {
    let area = Rectangle::at((0.0, 0.0), 100.0, 50.0);
    let cut = |corners: &[PixelPoint]| clipped(corners.to_vec(), &area);
    assert_eq!(cut(&[(-50.0, 10.0), (50.0, 10.0), (50.0, 20.0), (-50.0, 20.0)]).len(), 4);
    for far in [1e3, 1e9, 1e18, 1e288] {
        let cut = cut(&[(far, 10.0), (-far / 3.0, 10.0), (-far / 3.0, 20.0), (far, 20.0)]);
        assert!(
            !cut.is_empty() && cut.iter().all(|(x, y)| (0.0..=100.0).contains(x) && (0.0..=50.0).contains(y)),
            "{cut:?}"
        );
    }
}
