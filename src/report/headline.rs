//! The headline of results: what their curves show, in one sentence that is computed from them.

use super::ShownResults;
use super::table::valued;
use super::words::{counted, decapitalised, percent};
use crate::experiment::curves::CurveAxis;
use crate::experiment::{Curve, CurvePoint, Curves};
use crate::sorting::sorted;

impl ShownResults<'_> {
    /// Which of the shown curves saturates first and which last, by the utilisation of its first saturated run; if none
    /// saturates, which has the lowest and the highest value at the last varied value. Empty before all runs are known,
    /// with facets, and without anything to compare.
    pub fn headline(&self) -> String {
        if self.results.parts().len() > 1 || !self.results.is_complete() {
            return String::new();
        }
        let Curves { y, curves: shown, .. } = self.visible();
        let onsets = ascending(shown.iter().filter_map(|curve| Some((curve, curve.saturation?.at))));
        match (&onsets[..], shown.len() - onsets.len()) {
            ([], _) => self.extremes(&shown, y),
            ([(only, at)], 0) => format!("{} saturates at {} utilisation", only.title, percent(*at)),
            ([(_, at), ..], rest @ 1..) => {
                let first = leading(&onsets, &percent);
                let onset = format!("Saturates first: {first}, at {} utilisation", percent(*at));
                let others = if rest == 1 { "does" } else { "do" };
                format!("{onset}; {rest} of {} {others} not saturate", counted(shown.len(), "curve"))
            }
            ([first, .., last], 0) if percent(first.1) == percent(last.1) => {
                let all = if shown.len() == 2 { "Both curves".into() } else { format!("All {} curves", shown.len()) };
                format!("{all} saturate at {} utilisation", percent(first.1))
            }
            ([first, .., last], 0) => {
                let [early, late] = [first, last].map(|(_, at)| percent(*at));
                let (one, other) = (leading(&onsets, &percent), trailing(onsets.clone(), &percent));
                format!("Saturates last: {other}, at {late} utilisation; first: {one}, at {early}")
            }
        }
    }

    /// The curves with the lowest and the highest value at the last varied value that all of them have.
    fn extremes(&self, shown: &[Curve], axis: CurveAxis) -> String {
        let known = |coefficient: f64| move |curve: &Curve| curve.at(coefficient).is_some();
        let common = |point: &&CurvePoint| shown.iter().all(known(point.coefficient));
        let last = shown.first().and_then(|curve| curve.points.iter().rev().find(common));
        let (Some(last), [_, _, ..]) = (last, shown) else { return String::new() };
        let values = ascending(shown.iter().filter_map(|curve| Some((curve, curve.at(last.coefficient)?.y))));
        let value = |value: f64| valued(value, &axis);
        let (low, high) = (leading(&values, &value), trailing(values.clone(), &value));
        let (Some(least), Some(most)) = (values.first(), values.last()) else { return String::new() };
        let [least, most] = [least, most].map(|(_, at)| value(*at));
        let experiment = self.results.experiment();
        let place = format!("{} {}", decapitalised(experiment.varied().title()), last.coefficient);
        let quantity = if shown[0].points.len() == 1 { axis.title } else { format!("{} at {place}", axis.title) };
        if least == most {
            return format!("{quantity} is {least} with each of {}", counted(shown.len(), "curve"));
        }
        format!("{quantity}: {least} with {low}, {most} with {high}")
    }
}

/// The curves at the beginning of these that read the same: the title of the only one, or how many more there are.
fn leading(curves: &[(&Curve, f64)], reading: &dyn Fn(f64) -> String) -> String {
    let [(first, value), rest @ ..] = curves else { return String::new() };
    let value = reading(*value);
    match rest.iter().take_while(|(_, other)| reading(*other) == value).count() {
        0 => first.title.clone(),
        more => format!("{} (and {more} more)", first.title),
    }
}

/// The same at the end.
fn trailing(mut curves: Vec<(&Curve, f64)>, reading: &dyn Fn(f64) -> String) -> String {
    curves.reverse();
    leading(&curves, reading)
}

/// Curves by increasing value.
fn ascending<'a>(values: impl Iterator<Item = (&'a Curve, f64)>) -> Vec<(&'a Curve, f64)> {
    sorted(values.collect(), |one: &(_, f64), other| one.1.total_cmp(&other.1))
}

#[cfg(test)]
mod tests {
    use crate::experiment::results::tests::{loaded as run, none_yet};
    use crate::experiment::{CellResult, Plan, Results};
    use crate::report::ShownResults;
    use crate::view::Permalink;
    use crate::workload::Selected;

    /// flat and nep, each at two values.
    fn headline(runs: [CellResult; 4], hidden: &str) -> String {
        let mut results = none_yet();
        for (cell, run) in runs.into_iter().enumerate() {
            assert_eq!(said(&results, hidden), "", "some runs are missing");
            results.put(cell, Ok(run));
        }
        said(&results, hidden)
    }

    fn said(results: &Results, hidden: &str) -> String {
        let mut edited = Permalink::from(results.experiment());
        edited.set("hidden", hidden).unwrap();
        ShownResults::new(results, &edited).headline()
    }

    #[test]
    fn the_curves_that_saturate_first_and_last_are_named() {
        let runs = [run(2.0, 0.4, 0.0), run(9.0, 0.82, 11.0), run(2.0, 0.4, 0.0), run(9.0, 0.62, 11.0)];
        let both = "Saturates last: Any free nodes · First come, first served, at 82\u{202f}% utilisation; \
                    first: Non-equal partition · First come, first served, at 62\u{202f}%";
        assert_eq!(headline(runs.clone(), ""), both);
        let alone = "Any free nodes · First come, first served saturates at 82\u{202f}% utilisation";
        assert_eq!(headline(runs, "fcfs / nep"), alone);
    }

    #[test]
    fn curves_have_their_own_titles() {
        let runs = [run(2.0, 0.4, 0.0), run(9.0, 0.82, 11.0), run(2.0, 0.4, 0.0), run(9.0, 0.62, 11.0)];
        let mut results = none_yet();
        for (cell, run) in runs.into_iter().enumerate() {
            results.put(cell, Ok(run));
        }
        let mut edited = Permalink::from(results.experiment());
        edited.set("styles", "fcfs/nep=:Ours").unwrap();
        edited.set("compare", "ratio:fcfs/nep").unwrap();
        let shown = ShownResults::new(&results, &edited);
        assert!(shown.headline().ends_with("first: Ours, at 62\u{202f}%"), "{}", shown.headline());
        assert_eq!(shown.summary().unwrap().rows[1][0], "Ours");
        assert_eq!(shown.chart().y.title, "Mean bounded slowdown, ratio to Ours");
    }

    #[test]
    fn curves_that_do_not_saturate_are_counted() {
        let runs = [run(2.0, 0.4, 0.0), run(9.0, 0.82, 9.0), run(2.0, 0.4, 0.0), run(9.0, 0.62, 11.0)];
        let one = "Saturates first: Non-equal partition · First come, first served, at 62\u{202f}% utilisation; \
                   1 of 2 curves does not saturate";
        assert_eq!(headline(runs.clone(), ""), one);
        assert_eq!(headline(runs, "fcfs / nep"), "", "nothing is compared");
    }

    #[test]
    fn curves_that_saturate_together_are_not_ordered() {
        let runs = [run(2.0, 0.4, 0.0), run(9.0, 0.62, 11.0), run(2.0, 0.4, 0.0), run(9.0, 0.6201, 11.0)];
        assert_eq!(headline(runs.clone(), ""), "Both curves saturate at 62\u{202f}% utilisation");
    }

    #[test]
    fn of_curves_that_read_the_same_none_is_picked() {
        let mut experiment = none_yet().experiment().clone();
        experiment.set("allocation", "flat,nep,ep").unwrap();
        let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
        let mut results = Results::new(&plan, &Selected::default());
        for (cell, slowdown) in [1.0, 3.0, 1.0, 3.0, 1.0, 12.0].into_iter().enumerate() {
            results.put(cell, Ok(run(slowdown, 0.4, 0.0)));
        }
        let ends = "Mean bounded slowdown at runtime coefficient 2: 3 with Any free nodes · First come, first served \
                    (and 1 more), 12 with Equal partition · First come, first served";
        assert_eq!(said(&results, ""), ends);
    }

    #[test]
    fn without_saturation_the_values_at_the_end_are_compared() {
        let runs = [run(2.0, 0.4, 0.0), run(3.0, 0.5, 0.0), run(1.0, 0.4, 0.0), run(12.0, 0.5, 0.0)];
        let ends = "Mean bounded slowdown at runtime coefficient 2: 3 with Any free nodes · First come, first served, \
                    12 with Non-equal partition · First come, first served";
        assert_eq!(headline(runs.clone(), ""), ends);
        let tied = [run(2.0, 0.4, 0.0), run(3.0, 0.5, 0.0), run(1.0, 0.4, 0.0), run(3.0001, 0.5, 0.0)];
        assert_eq!(headline(tied, ""), "Mean bounded slowdown at runtime coefficient 2 is 3 with each of 2 curves");
        let equal = [run(2.0, 0.4, 0.0), run(3.0, 0.5, 0.0), run(1.0, 0.4, 0.0), run(3.0, 0.5, 0.0)];
        assert_eq!(headline(equal, ""), "Mean bounded slowdown at runtime coefficient 2 is 3 with each of 2 curves");
    }
}
