use super::*;
use crate::allocation::own::OwnName;
use crate::experiment::tests::any_experiment;
use crate::parameter::tests::expect_refusal;
use crate::time::END;
use crate::view::{CurveName, Limits, SimulatedTime};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// Any view that the parameters can express, plausible or not.
fn any_view() -> impl Strategy<Value = View> {
    let limits = || {
        let ends = (-1e4f64..1e4, 1e-3f64..1e4).prop_map(|(low, length)| Limits::new(low, low + length));
        prop::option::of(ends).prop_map(Option::flatten)
    };
    let names = ["easy/nep", "sjf/easy(5)/curve(snake,best)", "fcfs/flat/mesh:8x8", "oo/gabl"];
    let curves = || {
        let names: Vec<CurveName> = names.iter().map(|name| name.parse().unwrap()).collect();
        subsequence(names, 0..=4).prop_shuffle()
    };
    let compare = prop::option::of(select(vec!["ratio:easy/nep", "difference:pinned", "ratio:fcfs/flat/mesh:8x8"]));
    let compare = compare.prop_map(|text| text.map(|text| text.parse().unwrap()));
    let run = select(vec!["easy/nep@1.2", "sjf/easy(5)/curve(snake,best)/mesh:8x8@0.05@7"])
        .prop_map(|text| text.parse().unwrap());
    let moment = (0..=END).prop_map(SimulatedTime);
    let wait_distribution = select(vec!["wait", "slowdown-by-user"]).prop_map(|text| text.parse().unwrap());
    let run = (prop::option::of(run.clone()), prop::option::of(run));
    let styles = ["easy/nep=orange:Our method, v=2", "fcfs/flat/mesh:8x8=:A: b", "oo/gabl=sky"];
    let styles = subsequence(styles.to_vec(), 0..=3)
        .prop_map(|styles| styles.iter().map(|style| style.parse().unwrap()).collect());
    let wait_distribution = (prop::option::of(wait_distribution), any::<bool>(), styles);
    let run = (run, prop::option::of(moment), prop::option::of(any::<i64>()), wait_distribution);
    (limits(), limits(), curves(), curves(), compare, run).prop_map(
        |(x_limits, y_limits, hidden, order, compare, ((run, second_run), moment, job, last))| {
            let (wait_distribution, embedded, styles) = last;
            let run = View { run, second_run, moment, job, wait_distribution, ..View::default() };
            View { x_limits, y_limits, hidden, order, styles, compare, embedded, ..run }
        },
    )
}

fn any_permalink() -> impl Strategy<Value = Permalink> {
    (any_experiment(), any_view()).prop_map(|(experiment, view)| Permalink { experiment, view })
}

#[test]
fn every_parameter_takes_its_example_and_its_own_text() {
    for parameter in PARAMETERS.iter() {
        let mut link = Permalink::default();
        link.set(parameter.name, parameter.example).unwrap();
        assert_eq!(parameter.text(&link), parameter.example, "the example of {} is canonical", parameter.name);
        assert!(!parameter.expected().is_empty() && !parameter.help.is_empty(), "{}", parameter.name);
        link.set(parameter.name, &parameter.default_text()).unwrap();
        assert_eq!(link, Permalink::default(), "{}", parameter.name);
        assert_eq!(link.get(parameter.name), None);
    }
}

#[test]
fn errors_name_parameter_value_and_expectation() {
    for (name, value, hint) in [
        ("x-limits", "5", "no '..'"),
        ("x-limits", "0..x", "'x' is not a number"),
        ("y-limits", "2..1", "not below"),
        ("y-limits", "0..inf", "'inf' is not a number"),
        ("hidden", "easy", "no '/'"),
        ("styles", "easy/nep", "no '='"),
        ("styles", "easy/nep=pink", "unknown colour"),
        ("hidden", "easy/nep,easy/nap", "unknown"),
        ("order", "easy / nep,easy/nep", "twice"),
        ("compare", "easy/nep", "no ':'"),
        ("compare", "sum:easy/nep", "ratio, difference"),
        ("compare", "ratio:pin", "no '/'"),
        ("run", "easy/nep", "no '@'"),
        ("beside", "easy/nep", "no '@'"),
        ("moment", "-1", "not a moment"),
        ("job", "first", "not a whole number"),
        ("whose", "wait-by-age", "unknown way to tell jobs apart"),
        ("embed", "yes", "not within 0 to 1"),
    ] {
        let mut link = Permalink::default();
        expect_refusal(&link.set(name, value).unwrap_err(), [name, value, hint]);
        assert_eq!(link, Permalink::default(), "{name}={value} changed something");
    }
}

/// Permalinks of version 1 have the view behind the experiment.
#[test]
fn permalinks_with_a_view_keep_their_meaning() {
    let link = "#v=1&jobs=500&seed=7&x-limits=0.2..0.9&y-limits=1..1000&hidden=fcfs/ep,easy/flat&order=easy/nep\
                &compare=ratio:easy/flat&run=easy/nep@1.2&beside=easy/flat@1.2&moment=86400.5&job=17&whose=wait-by-size\
                &embed=1&styles=easy/nep=orange:Our%20method";
    let (content, complaints) = Permalink::read(link);
    assert_eq!((content.write().as_str(), complaints), (link, vec![]));
    assert_eq!((content.experiment.jobs, content.view.job, content.view.embedded), (500, Some(17), true));
    assert_eq!(content.view.link(&Experiment::default()), link.replace("&jobs=500&seed=7", ""));
    let other = Diagnostic::of(&Permalink::default().set("colour", "blue").unwrap_err()).to_string();
    assert!(other.contains(&format!(" or {} others", PARAMETERS.iter().count() - 6)), "{other}");
}

/// An older permalink has only the first digits in these names, also in hidden curves and in the comparison.
#[test]
fn names_from_older_permalinks_get_the_whole_digest_of_a_code() {
    let whole = OwnName::new("mine", "function allocate() {}").to_string();
    let digits = &whole["own(mine,".len()..][..12];
    let link = format!("#v=1&allocation=ff,own(mine,{digits})&hidden=fcfs/own(mine,{digits})");
    let (mut unknown, complaints) = Permalink::read(&link);
    assert_eq!((unknown.write(), complaints.len()), (link.clone(), 0));
    let (known, _) = Permalink::read(&format!("{link}&code=function allocate() {{}}"));
    assert_eq!(known.experiment.allocation, ["ff", &whole]);
    assert!(known.write().contains(&format!("hidden=fcfs/{whole}")), "{}", known.write());
    assert_eq!(unknown.adopt("mine", "function allocate() {}", ""), whole);
    assert_eq!(unknown, known);
}

proptest! {
    #[test]
    fn written_permalinks_are_read_back(content in any_permalink()) {
        let link = content.write();
        let (copy, diagnostics) = Permalink::read(&link);
        prop_assert_eq!(&copy, &content);
        let conflicts: Vec<_> = content.conflicts().iter().map(Diagnostic::of).collect();
        prop_assert_eq!(diagnostics, conflicts);
        prop_assert_eq!(copy.write(), link);
    }

    #[test]
    fn a_parameters_text_reads_back(content in any_permalink()) {
        let mut copy = Permalink::default();
        for parameter in PARAMETERS.iter() {
            prop_assert!(copy.set(parameter.name, &parameter.text(&content)).is_ok());
        }
        prop_assert_eq!(copy, content);
    }
}
