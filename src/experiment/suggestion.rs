//! What suits a log that has just been given: sizes that fill the machine as they filled the log's own.

use super::Experiment;
use crate::machine::Machine;
use serde::Serialize;

/// A value for a parameter, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Suggestion {
    /// The parameter.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// Why this value, in a phrase.
    pub reason: String,
}

/// The strategies whose requests are rounded up to powers of two anyway (docs/semantics.md 6.1).
const SUBTORUS: [&str; 2] = ["ep", "nep"];

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
    if experiment.allocation.iter().any(|name| SUBTORUS.contains(&name.as_str())) {
        let reason = "ep and nep allocate powers of two".to_string();
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
