//! Links of both kinds: a written link reads back, whatever the values.

use proptest::prelude::*;
use proptest::sample::Index;
use std::fmt::Debug;
use subtorus::diagnostic::Diagnostic;
use subtorus::parameter::Parameters;
use subtorus::torus_batch;
use subtorus::torus_batch::experiment::BatchExperiment;
use subtorus::view::{PARAMETERS, Permalink};

/// Numbers in every form that some parameter accepts, and in forms that none accepts.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        (0u64..40).prop_map(|number| number.to_string()),
        (0u32..60).prop_map(|power| (1u64 << power).to_string()),
        (1u64..2000, 0u32..10).prop_map(|(digits, places)| {
            let unit = 10u64.pow(places);
            format!("{}.{:0width$}", digits / unit, digits % unit, width = places.max(1) as usize)
        }),
        (1u64..70_000, 1u64..70_000).prop_map(|(numerator, denominator)| format!("{numerator}/{denominator}")),
    ]
}

/// Values in every form that some parameter accepts.
fn value() -> impl Strategy<Value = String> {
    let two = || (number(), number());
    prop_oneof![
        2 => number(),
        1 => prop::collection::vec(two(), 1..4).prop_map(|jobs| {
            jobs.iter().map(|(size, time)| format!("{size}:{time}")).collect::<Vec<_>>().join(",")
        }),
        1 => (prop::sample::select(vec!["runtime", "arrival", "rate", "side", "depth", "load", "size-scale", "jobs"]), two(), number())
            .prop_map(|(what, (first, last), step)| format!("{what}:{first}..{last}:{step}")),
        1 => (prop::sample::select(vec!["load", "side", "estimate-excess"]), prop::collection::vec(number(), 1..5))
            .prop_map(|(what, values)| format!("{what}:{}", values.join(","))),
        1 => two().prop_map(|(from, to)| format!("{from}..{to}")),
        1 => (prop::sample::select(vec!["mesh", "torus", "exponential", "exponential-each", "from-runtime", "rounds"]), two())
            .prop_map(|(name, (one, other))| match name {
                "mesh" | "torus" => format!("{name}:{one}x{other}"),
                _ => format!("{name}({one})"),
            }),
        1 => (prop::sample::select(vec!["paging", "midplane", "curve", "tbl", "easy", "skip", "fcfs/easy"]), number())
            .prop_map(|(name, argument)| format!("{name}({argument})")),
        1 => "\\PC{0,8}",
        1 => ".{0,8}",
    ]
}

/// Parameters by their index in a list, each with its example or any value.
fn settings() -> impl Strategy<Value = Vec<(Index, Option<String>)>> {
    prop::collection::vec((any::<Index>(), prop::option::of(value())), 1..12)
}

/// An experiment of either kind with these settings, if they are accepted. A rejected setting changes nothing.
fn edited<E: Clone + Debug + Default + PartialEq>(
    parameters: &Parameters<E>,
    settings: &[(Index, Option<String>)],
) -> Result<E, TestCaseError> {
    let list: Vec<_> = parameters.iter().collect();
    let mut experiment = E::default();
    for (which, value) in settings {
        let parameter = list[which.index(list.len())];
        let value = value.as_deref().unwrap_or(parameter.example);
        let before = experiment.clone();
        if parameters.set(&mut experiment, parameter.name, value).is_err() {
            prop_assert_eq!(&experiment, &before, "a rejected setting changes nothing");
        }
    }
    Ok(experiment)
}

proptest! {
    #![proptest_config(crate::cases::cases(2000))]

    #[test]
    fn the_canonical_link_of_an_experiment_reads_back(settings in settings()) {
        let content: Permalink = edited(&PARAMETERS, &settings)?;
        let link = content.write();
        let (again, complaints) = Permalink::read(&link);
        prop_assert_eq!(&again, &content, "{}", link);
        let conflicts: Vec<_> = content.conflicts().iter().map(Diagnostic::of).collect();
        prop_assert_eq!(complaints, conflicts, "{}", link);
        prop_assert_eq!(again.write(), link);
    }

    /// As a decimal, `1/65536` has more digits than are read, and it was lost once.
    #[test]
    fn the_canonical_link_of_a_batch_reads_back(settings in settings()) {
        let batch: BatchExperiment = edited(&torus_batch::experiment::PARAMETERS, &settings)?;
        let link = torus_batch::permalink::write(&batch);
        prop_assert_eq!(torus_batch::permalink::read(&link), (batch, Vec::new()), "{}", link);
    }
}

#[test]
fn a_job_of_a_65536th_stays_in_its_link() {
    let link = "#v=1&problem=cnp&jobs=8:1/65536";
    let (batch, complaints) = torus_batch::permalink::read(link);
    assert_eq!((batch.jobs.len(), complaints), (1, Vec::new()));
    assert_eq!(torus_batch::permalink::write(&batch), link);
}
