use super::*;
use crate::diagnostic::Diagnostic;
use crate::experiment::{Curves, Results};

fn limits(text: &str) -> Result<(f64, f64), LimitsError> {
    text.parse::<Limits>().map(Limits::ends)
}

#[test]
fn limits_are_read_in_units_of_axes_and_written_in_that_of_the_quantity() {
    for (text, ends, written) in [
        ("0.2..0.9", (0.2, 0.9), "0.2..0.9"),
        (" 20 % .. 90%", (0.2, 0.9), "0.2..0.9"),
        ("15min..2 h", (900.0, 7200.0), "900..7200"),
        ("1d..2.5days", (86400.0, 216_000.0), "86400..216000"),
        ("5s..1e3", (5.0, 1000.0), "5..1000"),
        ("-0..1", (0.0, 1.0), "0..1"),
    ] {
        assert_eq!(limits(text), Ok(ends), "{text}");
        assert_eq!(text.parse::<Limits>().unwrap().to_string(), written);
    }
    for (text, problem) in [
        ("1", "no '..' between the two ends"),
        ("..2", "'' is not a number"),
        ("1..nan", "'nan' is not a number"),
        ("1..1e101", "'1e101' is not a number"),
        ("3 m..4", "'3 m' is not a number"),
        ("2..2", "the first end is not below the second"),
    ] {
        assert_eq!(limits(text).unwrap_err().to_string(), problem, "{text}");
    }
}

#[test]
fn a_curve_is_named_as_in_permalinks_and_in_legends() {
    for (text, canonical) in [
        ("easy/nep", "easy/nep"),
        ("easy / nep", "easy/nep"),
        ("fcfs/block/nep", "fcfs/nep"),
        ("sjf/easy(5)/curve(snake,best)", "sjf/easy(5)/curve(snake,best)"),
        ("easy / nep on mesh:8x8", "easy/nep/mesh:8x8"),
        ("sjf/skip/flat/mixed:8rx8", "sjf/skip/flat/mixed:8rx8"),
    ] {
        assert_eq!(text.parse::<CurveName>().unwrap().to_string(), canonical);
    }
    for (text, part) in [
        ("nep", "policy/strategy"),
        ("eazy/nep", "eazy"),
        ("easy/nap", "nap"),
        ("easy/nep/mesh:0", "extent 0"),
        ("", "policy/strategy"),
    ] {
        let complaint = Diagnostic::of(&text.parse::<CurveName>().unwrap_err()).message();
        assert!(complaint.contains(part), "{text}: {complaint}");
    }
}

/// The curves of an experiment without results, by label.
fn curves(settings: &[(&str, &str)]) -> (Permalink, Vec<Curve>) {
    let mut link = Permalink::default();
    settings.iter().for_each(|(name, value)| link.set(name, value).unwrap());
    let curves = Curves::new(&Results::from_cells(link.experiment.clone(), Vec::new(), Vec::new())).curves;
    (link, curves)
}

fn labels(curves: &[Curve]) -> Vec<&str> {
    curves.iter().map(|curve| curve.label.as_str()).collect()
}

#[test]
fn named_curves_come_first_and_a_name_without_a_machine_means_all() {
    let machines = ("machine", "mesh:8x8,mesh:4x4");
    let (link, curves) = curves(&[
        machines,
        ("allocation", "flat,ep"),
        ("scheduling", "fcfs"),
        ("order", "fcfs/ep,fcfs/flat/mesh:4x4"),
        ("hidden", "fcfs/flat/mesh:8x8,easy/gabl"),
    ]);
    let curves = link.view.arranged(curves, |curve| curve);
    let expected =
        ["fcfs / ep on mesh:8x8", "fcfs / ep on mesh:4x4", "fcfs / flat on mesh:4x4", "fcfs / flat on mesh:8x8"];
    assert_eq!(labels(&curves), expected);
    let shown: Vec<bool> = curves.iter().map(|curve| link.view.shows(curve)).collect();
    assert_eq!(shown, [true, true, true, false]);
}

#[test]
fn an_order_names_as_few_curves_as_possible() {
    let (link, curves) = curves(&[("allocation", "flat,ep,nep"), ("scheduling", "fcfs,easy")]);
    let own: Vec<CurveName> = curves.iter().map(|curve| CurveName::of(curve, &link.experiment)).collect();
    let ordered = |places: [usize; 6]| {
        let mut view = View::default();
        view.set_order(places.iter().map(|&place| own[place].clone()).collect(), &own);
        let arranged = view.arranged(curves.clone(), |curve| curve);
        let expected: Vec<&str> = places.iter().map(|&place| curves[place].label.as_str()).collect();
        assert_eq!(labels(&arranged), expected);
        view.order.len()
    };
    assert_eq!(ordered([0, 1, 2, 3, 4, 5]), 0);
    assert_eq!(ordered([1, 0, 2, 3, 4, 5]), 1);
    assert_eq!(ordered([0, 1, 3, 2, 4, 5]), 3);
    assert_eq!(ordered([5, 4, 3, 2, 1, 0]), 5);
}
