use super::*;
use crate::parameter::{ControlKind, Group, InactiveValues, Severity};

fn with(settings: &[(&str, &str)]) -> Experiment {
    let mut experiment = Experiment::default();
    settings.iter().for_each(|(name, value)| experiment.set(name, value).unwrap());
    experiment
}

/// The parameters without effect in an experiment.
fn idle(settings: &[(&str, &str)]) -> Vec<&'static str> {
    let experiment = with(settings);
    let idle = PARAMETERS.iter().filter(|parameter| parameter.applies(&experiment).is_err());
    idle.map(|parameter| parameter.name).collect()
}

const OF_A_LOG: [&str; 7] = ["partition", "queue", "status", "first", "window", "column", "estimate-scale"];
const OF_A_MODEL: [&str; 6] = ["model", "jobs", "rate", "sides", "runtimes", "slice"];
const OF_SIZES: [&str; 5] = ["partitions", "size-scale", "node-size", "round", "shape"];
const OF_RUNTIMES: [&str; 3] = ["estimates", "runtime-coefficient", "load"];
const OF_THE_NETWORK: [&str; 8] =
    ["pattern", "messages", "sending", "ranks", "quota-rounding", "packet-length", "routing-delay", "ties"];

/// Only the strategies that place jobs as Slurm does read these.
const OF_SLURM: [&str; 4] = ["topology-name", "segment", "flags", "round-up"];

#[test]
fn a_parameter_applies_if_it_has_an_effect() {
    let in_order = |names: &[&[&'static str]]| {
        let names = [names, &[&OF_SLURM[..]]].concat().concat();
        let found: Vec<_> =
            PARAMETERS.iter().map(|parameter| parameter.name).filter(|name| names.contains(name)).collect();
        assert_eq!(found.len(), names.len());
        found
    };
    let (drawn, once) = (&["sides", "runtimes", "slice"], &["precision", "estimate-excess"]);
    assert_eq!(idle(&[]), in_order(&[drawn, &OF_A_LOG, &OF_THE_NETWORK, once]));
    let requested = ("estimates", "requested");
    assert_eq!(idle(&[("replications", "2"), requested]), in_order(&[drawn, &OF_A_LOG, &OF_THE_NETWORK]));
    assert_eq!(idle(&[("model", "stochastic")]), in_order(&[&OF_A_LOG, &["slice"], &OF_SIZES, &OF_THE_NETWORK, once]));
    let log = ("log", "a.swf");
    let exact = &["estimate-scale"];
    assert_eq!(idle(&[log]), in_order(&[&OF_A_MODEL, &OF_THE_NETWORK, once, exact]));
    assert_eq!(idle(&[log, ("model", "stochastic")]), in_order(&[&OF_A_MODEL, &OF_THE_NETWORK, once, exact]));
    assert_eq!(idle(&[("service", "communication")]), in_order(&[drawn, &OF_A_LOG, &OF_RUNTIMES, once]));
    assert_eq!(idle(&[("service", "runtime-and-communication")]), in_order(&[drawn, &OF_A_LOG, once]));
    let lines = [("service", "runtime-and-communication"), ("machine", "mesh:8x8")];
    assert_eq!(idle(&lines), in_order(&[drawn, &OF_A_LOG, once, &["ties"]]), "lines have no ties");
    assert_eq!(idle(&[lines[0], ("machine", "mesh:8x8,mixed:8x8r")]), in_order(&[drawn, &OF_A_LOG, once]));
}

/// A value that is not the default for every parameter.
fn another_value(parameter: &Parameter) -> String {
    let choices = parameter.control.choices.iter().map(|choice| choice.to_string());
    let others = ["7", "1.5", "mesh:4x4", "gabl", "runtime:1..2:1", "utilization-load"].map(String::from);
    let mut values = choices.chain([parameter.example.to_string()]).chain(others);
    let differs = |value: &String| with(&[]).set(parameter.name, value).is_ok() && *value != parameter.default_text();
    values.find(differs).unwrap()
}

#[test]
fn a_parameter_that_does_not_apply_is_a_conflict_with_a_remedy_once_set() {
    for base in
        [&[][..], &[("log", "a.swf")], &[("model", "stochastic")], &[("service", "communication"), ("vary", "rate:1")]]
    {
        for parameter in PARAMETERS.iter().filter(|parameter| base.iter().all(|(name, _)| *name != parameter.name)) {
            let value = another_value(parameter);
            let experiment = with(&[base, &[(parameter.name, &value)]].concat());
            let complaints = experiment.conflicts();
            let complaint = complaints.iter().find(|conflict| conflict.parameter == parameter.name);
            match parameter.applies(&experiment) {
                Err(reason) if reason.severity != Severity::Harmless => {
                    assert_eq!(complaint.unwrap().reason, reason, "{}", parameter.name)
                }
                Err(_) => assert_eq!((parameter.name, complaint), ("precision", None)),
                Ok(()) => {}
            }
            assert!(complaints.iter().all(|conflict| !conflict.reason.remedy.is_empty()));
        }
    }
}

#[test]
fn a_log_replaces_the_model_and_the_reverse() {
    let settings =
        [("model", "stochastic"), ("rate", "2"), ("sides", "exponential"), ("pattern", "random"), ("seed", "3")];
    let (model, mut aside) = (with(&settings), InactiveValues::default());
    let mut log = model.clone();
    log.set("log", "a.swf").unwrap();
    aside.exchange(&PARAMETERS, &model, &mut log);
    assert_eq!(
        log,
        with(&[("log", "a.swf"), ("pattern", "random"), ("seed", "3")]),
        "the pattern had no effect before"
    );
    log.set("queue", "2").unwrap();
    let mut again = log.clone();
    again.set("log", "").unwrap();
    aside.exchange(&PARAMETERS, &log, &mut again);
    assert_eq!(again, model);
    let mut another = again.clone();
    another.set("log", "b.swf").unwrap();
    aside.exchange(&PARAMETERS, &again, &mut another);
    assert_eq!(another.get("queue").as_deref(), Some("2"));
}

/// The form has its fields in the order of permalinks, group by group. Those of the results are at the chart.
#[test]
fn every_group_has_its_fields_in_order() {
    let fields = |group: Group| {
        let fields = PARAMETERS.iter().filter(|parameter| parameter.group == group);
        let fields = fields.filter(|parameter| parameter.control.kind != ControlKind::Own);
        fields.map(|parameter| parameter.name).collect::<Vec<_>>().join(" ")
    };
    for (group, expected) in [
        (Group::Log, ""),
        (Group::Workload, "model jobs rate sides runtimes slice size-scale node-size round estimates"),
        (
            Group::Jobs,
            "partition queue status first window column estimate-scale segment flags estimate-excess shape runtime-coefficient arrival-factor load",
        ),
        (Group::Machine, "machine unit partitions down round-up"),
        (Group::Network, "service pattern messages sending ranks quota-rounding packet-length routing-delay ties"),
        (Group::Strategies, "allocation scheduling"),
        (Group::Sweep, "vary facet replications precision seed"),
        (Group::Display, "scale"),
        (Group::Problem, ""),
    ] {
        assert_eq!(fields(group), expected);
    }
}

#[test]
fn segments_are_those_of_all_jobs_or_of_large_ones() {
    for (text, canonical) in [("16", "16"), ("16@64", "16@64"), (" 16 @ 64 ", "16@64"), ("", "")] {
        assert_eq!(PARAMETERS.find("segment").unwrap().text(&with(&[("segment", text)])), canonical);
    }
    for wrong in ["@64", "16@", "16@0", "0@64", "16@64@1", "a@64"] {
        assert!(Experiment::default().set("segment", wrong).is_err(), "{wrong}");
    }
}

#[test]
fn examples_and_choices_are_values() {
    for parameter in PARAMETERS.iter() {
        let examples = (parameter.control.examples)().into_iter().map(|example| example.value);
        for value in parameter.control.choices.iter().copied().chain(examples) {
            let experiment = with(&[(parameter.name, value)]);
            assert_eq!(parameter.text(&experiment), value, "{}", parameter.name);
        }
        let texts = [parameter.name, parameter.title, parameter.help, parameter.example, &parameter.expected()];
        assert!(texts.iter().all(|text| !text.is_empty()), "{texts:?}");
        let changed = with(&[(parameter.name, &another_value(parameter))]);
        assert!(parameter.is_set(&changed), "{} is neither read nor written", parameter.name);
    }
}
