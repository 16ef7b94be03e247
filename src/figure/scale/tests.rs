//! The choice of ticks.

use super::*;
use proptest::prelude::*;

pub(in crate::figure) fn axis(title: &str, unit: &'static str, logarithmic: bool) -> Axis {
    let unit = match unit {
        "" => Unit::None,
        "%" => Unit::Share,
        "s" => Unit::Seconds,
        other => Unit::Other(other),
    };
    Axis { title: title.to_string(), unit, logarithmic, limits: None }
}

pub(in crate::figure) fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => 0.0..2.0,
        3 => -1e6..1e6,
        1 => any::<f64>(),
        1 => prop::sample::select(vec![0.0, 1.0, f64::NAN, f64::INFINITY, f64::MAX, f64::MIN_POSITIVE, 1e100, -1e100]),
    ]
}

pub(in crate::figure) fn any_axis() -> impl Strategy<Value = Axis> {
    let unit = prop::sample::select(vec!["", "%", "s", "ns"]);
    (".{0,9}", unit, any::<bool>(), prop::option::of((number(), number())))
        .prop_map(|(title, unit, log, limits)| Axis { limits, ..axis(&title, unit, log) })
}

fn ticks(axis: &Axis, values: &[f64], length: f64) -> Vec<String> {
    let scale = Scale::fit(axis, values.iter().copied(), length, |label| 8.0 * label.chars().count() as f64 + 16.0);
    scale.ticks.into_iter().map(|tick| tick.label).collect()
}

#[test]
fn ticks_are_round_numbers() {
    let share = axis("Utilisation", "%", false);
    assert_eq!(ticks(&share, &[0.05, 0.93], 300.0), ["0", "20", "40", "60", "80", "100"]);
    assert_eq!(ticks(&share, &[0.6, 0.93], 300.0), ["60", "65", "70", "75", "80", "85", "90", "95"]);
    let wait = axis("Mean wait", "s", false);
    assert_eq!(ticks(&wait, &[0.0, 100.0], 160.0), ["0", "50", "100"]);
    let slowdown = axis("Slowdown", "", true);
    assert_eq!(ticks(&slowdown, &[1.0, 1000.0], 200.0), ["1", "10", "100", "1000"]);
    assert_eq!(ticks(&slowdown, &[1.2, 40.0], 400.0), ["1", "2", "5", "10", "20", "50"]);
    assert_eq!(ticks(&slowdown, &[1.0, 1e8], 400.0), ["10⁰", "10¹", "10²", "10³", "10⁴", "10⁵", "10⁶", "10⁷", "10⁸"]);
}

#[test]
fn large_times_change_their_unit_and_say_so() {
    let caption = |high: f64| Scale::fit(&axis("Wait", "s", false), [0.0, high].into_iter(), 400.0, |_| 40.0).caption;
    assert_eq!(caption(600.0), "Wait (s)");
    assert_eq!(caption(3600.0), "Wait (min)");
    assert_eq!(caption(86400.0), "Wait (h)");
    assert_eq!(caption(1e6), "Wait (days)");
    let scale = Scale::fit(&axis("Wait", "s", false), [0.0, 86400.0].into_iter(), 400.0, |_| 40.0);
    assert_eq!(scale.ticks.last().map(|tick| tick.value), Some(25.0));
    assert!((scale.fraction(43200.0) - 12.0 / 25.0).abs() < 1e-12);
}

proptest! {
    #![proptest_config(crate::cases::cases(400))]

    #[test]
    fn ticks_are_few_ascending_within_range_and_apart(
        values in prop::collection::vec(number(), 0..6),
        axis in any_axis(),
        length in 1.0..1500.0,
    ) {
        let room = |label: &str| 7.0 * label.chars().count() as f64 + 12.0;
        let scale = Scale::fit(&axis, values.iter().copied(), length, room);
        prop_assert!(scale.low < scale.high, "{:?}", scale);
        prop_assert!(scale.ticks.len() <= 13);
        for tick in &scale.ticks {
            prop_assert!(tick.value >= scale.low && tick.value <= scale.high, "{:?}", scale);
        }
        for pair in scale.ticks.windows(2) {
            prop_assert!(pair[0].value < pair[1].value && pair[0].label != pair[1].label, "{:?}", scale);
            let gap = (scale.place(pair[1].value) - scale.place(pair[0].value)) * length;
            prop_assert!(gap >= (room(&pair[0].label) + room(&pair[1].label)) / 2.0 - 1e-6, "{:?}", scale);
        }
        for value in values.into_iter().filter(|&value| axis.limits.is_none() && placeable(&axis, value)) {
            prop_assert!((-1e-6..=1.0 + 1e-6).contains(&scale.fraction(value)), "{} {:?}", value, scale);
        }
    }

    #[test]
    fn wide_logarithmic_axes_have_their_ticks_at_decades(low in -20i32..10, decades in 4i32..30, length in 60.0..900.0) {
        let values = [libm::pow(10.0, f64::from(low)), libm::pow(10.0, f64::from(low + decades))];
        let scale = Scale::fit(&axis("", "", true), values.into_iter(), length, |_| 50.0);
        let decade = scale.ticks.iter().any(|tick| format!("{:e}", tick.value).starts_with("1e"));
        prop_assert!(decade);
        for tick in &scale.ticks {
            let text = format!("{:e}", tick.value);
            prop_assert!(["1e", "2e", "3e", "5e"].iter().any(|start| text.starts_with(start)), "{}", text);
        }
    }
}
