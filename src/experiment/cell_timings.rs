//! The time of cells on this computer, estimated from those that have run.
//!
//! A cell's weight estimates its work relative to others, within a factor of ten. Measured times are better. They are
//! used in this order: those of the same point (its replications), of points of the same curve on both sides (with a
//! logarithm of time that is linear in between), of the same curve, of the same machine and policy, of any cell.

use crate::sorting::SmallMap;

/// The sum of the times of some cells, and of their weights.
#[derive(Clone, Copy, Debug, Default)]
struct TimingSum {
    seconds: f64,
    weight: f64,
    count: u32,
}

impl TimingSum {
    fn add(&mut self, seconds: f64, weight: f64) {
        self.seconds += seconds;
        self.weight += weight;
        self.count += 1;
    }

    fn mean(self) -> f64 {
        self.seconds / f64::from(self.count)
    }

    /// The time of a cell of this weight, in proportion to the weight; `None` without measured times.
    fn of_weight(self, weight: f64) -> Option<f64> {
        (self.weight > 0.0).then(|| self.seconds / self.weight * weight)
    }
}

/// The position of a cell, from which its time is estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellPosition {
    /// The curve, by its position in the plan.
    pub curve: usize,
    /// The number that cells share if they differ only in the allocation strategy and the value.
    pub kind: usize,
    /// The position of its value among the values.
    pub value: usize,
    /// Its estimated work relative to others.
    pub weight: f64,
}

/// The times of cells that have run.
#[derive(Clone, Debug, Default)]
pub struct CellTimings {
    curves: SmallMap<usize, SmallMap<usize, TimingSum>>,
    kinds: SmallMap<usize, TimingSum>,
    all: TimingSum,
}

/// Weights with logarithms closer than this do not show how times grow.
const ALIKE: f64 = 0.05;
/// Times grow at most with this power of the weight.
const STEEPEST: f64 = 3.0;
/// The shortest time of a cell in seconds, because browsers round their clocks.
const LEAST: f64 = 1e-5;

impl CellTimings {
    /// Adds the measured time of a cell.
    pub fn learn(&mut self, place: CellPosition, seconds: f64) {
        let seconds = seconds.max(LEAST);
        let curve = self.curves.get_or_insert_with(place.curve, SmallMap::new);
        curve.get_or_insert_with(place.value, TimingSum::default).add(seconds, place.weight);
        self.kinds.get_or_insert_with(place.kind, TimingSum::default).add(seconds, place.weight);
        self.all.add(seconds, place.weight);
    }

    /// The expected seconds of a cell; `None` before any cell has run.
    pub fn expect(&self, place: CellPosition) -> Option<f64> {
        let in_curve = self.curves.get(&place.curve).and_then(|curve| in_curve(curve, place));
        let of_kind = || self.kinds.get(&place.kind).and_then(|sum| sum.of_weight(place.weight));
        in_curve.or_else(of_kind).or_else(|| self.all.of_weight(place.weight))
    }

    /// The number of cells that have run.
    pub fn count(&self) -> u32 {
        self.all.count
    }

    /// The seconds of all of them together.
    pub fn seconds(&self) -> f64 {
        self.all.seconds
    }
}

/// The estimate from the neighbours on its curve.
fn in_curve(curve: &SmallMap<usize, TimingSum>, place: CellPosition) -> Option<f64> {
    if let Some(sum) = curve.get(&place.value) {
        return Some(sum.mean());
    }
    let (below, above) = curve.split(&place.value);
    let (mut below, mut above) = (below.iter().rev(), above.iter());
    match (below.next(), above.next()) {
        (Some((from, before)), Some((to, after))) => {
            let share = (place.value - *from) as f64 / (*to - *from) as f64;
            Some((before.mean().ln() * (1.0 - share) + after.mean().ln() * share).exp())
        }
        (Some(near), None) => Some(beyond(near, below.next(), place)),
        (None, Some(near)) => Some(beyond(near, above.next(), place)),
        (None, None) => None,
    }
}

/// The estimate beyond the last measured value on one side, from that value and the one before it. Times grow as before
/// with the weight, or with the value if the weight stays the same.
fn beyond(near: &(usize, TimingSum), far: Option<&(usize, TimingSum)>, place: CellPosition) -> f64 {
    let weight = |sum: &TimingSum| sum.weight / f64::from(sum.count);
    let by_weight = (place.weight / weight(&near.1)).ln();
    let Some(far) = far else { return near.1.mean() * by_weight.exp() };
    let (growth, weights) = ((near.1.mean() / far.1.mean()).ln(), (weight(&near.1) / weight(&far.1)).ln());
    let steps = place.value.abs_diff(near.0) as f64 / near.0.abs_diff(far.0) as f64;
    let exponent =
        if weights.abs() > ALIKE { by_weight * (growth / weights).clamp(0.0, STEEPEST) } else { growth * steps };
    near.1.mean() * exponent.exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(curve: usize, kind: usize, value: usize, weight: f64) -> CellPosition {
        CellPosition { curve, kind, value, weight }
    }

    #[test]
    fn the_nearest_measurement_counts() {
        let mut pace = CellTimings::default();
        assert_eq!(pace.expect(place(0, 0, 0, 1.0)), None);
        pace.learn(place(0, 0, 8, 10.0), 2.0);
        assert_eq!(pace.expect(place(9, 9, 0, 5.0)), Some(1.0), "a fifth of a second for each unit of weight");
        pace.learn(place(1, 1, 0, 1.0), 10.0);
        assert_eq!(pace.expect(place(2, 0, 0, 5.0)), Some(1.0), "its kind");
        assert_eq!(pace.expect(place(2, 1, 0, 5.0)), Some(50.0));
        assert_eq!(pace.expect(place(0, 0, 9, 20.0)), Some(4.0), "its curve");
        pace.learn(place(0, 0, 8, 10.0), 4.0);
        assert_eq!(pace.expect(place(0, 0, 8, 10.0)), Some(3.0), "its point");
        assert_eq!((pace.count(), pace.seconds()), (3, 16.0));
    }

    /// Twice the weight took four times as long, so four times the weight takes sixteen times as long.
    #[test]
    fn beyond_measured_values_times_grow_as_before() {
        let mut pace = CellTimings::default();
        pace.learn(place(0, 0, 0, 10.0), 1.0);
        pace.learn(place(0, 0, 8, 20.0), 4.0);
        let found = pace.expect(place(0, 0, 12, 40.0)).unwrap();
        assert!((found - 16.0).abs() < 1e-9, "{found}");
        pace.learn(place(1, 0, 16, 7.0), 4.0);
        pace.learn(place(1, 0, 8, 7.0), 1.0);
        let found = pace.expect(place(1, 0, 20, 7.0)).unwrap();
        assert!((found - 8.0).abs() < 1e-9, "{found}");
        let found = pace.expect(place(1, 0, 0, 7.0)).unwrap();
        assert!((found - 0.25).abs() < 1e-9, "{found}");
    }

    /// Halfway between 1 and 16 seconds are 4; a quarter of the way, 2.
    #[test]
    fn between_two_values_times_grow_by_factors() {
        let mut pace = CellTimings::default();
        pace.learn(place(0, 0, 0, 1.0), 1.0);
        pace.learn(place(0, 0, 8, 1000.0), 16.0);
        for (value, expected) in [(0, 1.0), (2, 2.0), (4, 4.0), (6, 8.0), (8, 16.0)] {
            let found = pace.expect(place(0, 0, value, 7.0)).unwrap();
            assert!((found - expected).abs() < 1e-12, "{value}: {found}");
        }
    }
}
