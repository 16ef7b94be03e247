//! Lines of `name=value`, set one after the other on an experiment and on a batch: a value that is taken has a text that
//! reads back, one that is refused changes nothing.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use std::fmt::Debug;
use subtorus::diagnostic::Diagnostic;
use subtorus::parameter::{InactiveValues, Parameters};
use subtorus::report::catalogue::field_states;
use subtorus::torus_batch::experiment::{BatchExperiment, PARAMETERS as BATCH_PARAMETERS};
use subtorus::view::{PARAMETERS, Permalink};
use subtorus_fuzz::vocabulary::put_word;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if seed % 4 < 3 { put_word(data, size, max_size, seed) } else { fuzzer_mutate(data, size, max_size) }
});

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let (mut link, mut batch) = (Permalink::default(), BatchExperiment::default());
    for line in text.lines() {
        let (name, value) = line.split_once('=').unwrap_or((line, ""));
        set(&PARAMETERS, &mut link, name, value);
        set(&BATCH_PARAMETERS, &mut batch, name, value);
    }
    let _ = link.conflicts();
    let _ = field_states(&PARAMETERS, &link);
    let _ = field_states(&BATCH_PARAMETERS, &batch);
});

fn set<E: Clone + Debug + Default + PartialEq>(
    parameters: &Parameters<E>,
    experiment: &mut E,
    name: &str,
    value: &str,
) {
    let before = experiment.clone();
    // As the form does it, with what loses its meaning set aside.
    let (mut aside, mut edited) = (InactiveValues::default(), before.clone());
    let edit = aside.edit(parameters, &mut edited, &[(name, value)]);
    if let Err(error) = parameters.set(experiment, name, value) {
        let complaint = Diagnostic::of(&error);
        let helps = !complaint.expected.is_empty() || !complaint.remedy.is_empty();
        assert!(!complaint.message().is_empty() && helps, "{name}={value}: {complaint:?}");
        assert_eq!(*experiment, before, "{name}={value} is refused and changes something");
        assert!(edit.is_err() && edited == before, "{name}={value} is refused and changes the form");
        return;
    }
    assert!(edit.is_ok(), "{name}={value}");
    let parameter = parameters.find(name).expect("it has just been set");
    let text = parameter.text(experiment);
    let mut again = before.clone();
    let outcome = parameters.set(&mut again, name, &text);
    assert!(outcome.is_ok(), "{name}={value} is written {text}, which is refused: {:?}", outcome.err());
    assert_eq!(again, *experiment, "{name}={value} is written {text}, which means something else");
    assert_eq!(parameter.text(&again), text);
    let mut elsewhere = E::default();
    parameters.set(&mut elsewhere, name, &text).expect("a value does not depend on others");
    assert_eq!(parameter.text(&elsewhere), text);
    for other in parameters.iter().filter(|other| other.name != name) {
        let (now, then) = (other.text(experiment), other.text(&before));
        // The code of an own strategy or queue order is dropped with it.
        let drops = ["allocation", "scheduling"].contains(&name) && other.name == "code";
        let may_drop = drops && now.len() < then.len();
        assert!(now == then || may_drop, "{name}={value} changes {}: {then:?} to {now:?}", other.name);
    }
}
