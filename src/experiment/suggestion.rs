//! What suits a log that has just been given: sizes that fill the machine as they filled the log's own.

use super::Experiment;
use crate::allocation::catalogue;
use crate::machine::Machine;
use serde::Serialize;

/// A value for a parameter, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Suggestion {
    /// The parameter.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// Why this value, in a phrase.
    pub reason: String,
}

/// What suits a log of a machine with `processors` processors (0 where nobody knows): the largest power of two that
/// multiplies them without exceeding the experiment's machine, of several the smallest; and sizes that are powers of two
/// where strategies that place subtori are compared, so that all strategies are asked for the same (Mao 2005, section 4.1).
pub fn suggest(experiment: &Experiment, processors: u32) -> Vec<Suggestion> {
    let mut suggestions = Vec::new();
    let nodes = experiment.machines.iter().map(Machine::node_count).min().unwrap_or(1);
    if let Some(ratio) = nodes.checked_div(processors) {
        let scale = ratio.checked_ilog2().map_or(1, |power| 1 << power);
        let here = if experiment.machines.len() > 1 { "the smallest one here" } else { "this one" };
        let reason = format!("the log's machine has {processors} processors, {here} {nodes}");
        suggestions.push(Suggestion { name: "size-scale", value: scale.to_string(), reason });
    }
    let rounds = |name: &String| catalogue::entry(name).is_some_and(|entry| entry.rounds_to_powers_of_two);
    if experiment.allocation.iter().any(rounds) {
        let rounding = catalogue::entries().filter(|entry| entry.rounds_to_powers_of_two);
        let names: Vec<&str> = rounding.map(|entry| entry.name).collect();
        let reason = format!("{} allocate powers of two", names.join(" and "));
        suggestions.push(Suggestion { name: "round", value: "pow2".into(), reason });
    }
    suggestions
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suggested(machine: &str, allocation: &str, processors: u32) -> Vec<(&'static str, String)> {
        let mut experiment = Experiment::default();
        experiment.set("machine", machine).unwrap();
        experiment.set("allocation", allocation).unwrap();
        suggest(&experiment, processors).into_iter().map(|suggestion| (suggestion.name, suggestion.value)).collect()
    }

    #[test]
    fn the_scales_of_the_paper() {
        let powers = ("round", "pow2".to_string());
        assert_eq!(suggested("torus:2x2x2x4x4x8", "ep,nep,flat", 128), [("size-scale", "8".into()), powers.clone()]);
        assert_eq!(suggested("torus:2x2x2x6x8", "nep", 128), [("size-scale", "2".into()), powers.clone()]);
        let both = suggested("torus:2x2x2x4x4x8,torus:2x2x2x6x8", "nep", 128);
        assert_eq!(both, [("size-scale", "2".into()), powers], "the smallest machine has room for all");
    }

    #[test]
    fn a_large_log_is_not_scaled_and_an_unknown_one_not_at_all() {
        assert_eq!(suggested("torus:8x8", "flat", 128), [("size-scale", "1".into())]);
        assert_eq!(suggested("torus:8x8", "flat", 64), [("size-scale", "1".into())]);
        assert_eq!(suggested("torus:8x8", "flat", 0), []);
    }
}
