//! The report on own code: a list of it, and the result of a trial.

mod trial;

pub use trial::CodeTrial;

use crate::allocation::own::OwnName;
use crate::experiment::Experiment;
use serde::Serialize;

/// An own strategy or queue order in an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OwnCode {
    /// What it decides: `strategy` or `order`.
    pub kind: String,
    /// Its full name.
    pub name: String,
    /// The author's title.
    pub title: String,
    /// The digest of its code.
    pub digest: String,
    /// Its code; empty if it is not present.
    pub code: String,
    /// Whether the permalink contains its code.
    pub in_link: bool,
}

/// The own strategies in an experiment, then its own queue orders.
pub fn codes(experiment: &Experiment) -> Vec<OwnCode> {
    let carried = experiment.codes.in_link();
    let code = |kind: &str, own: OwnName| {
        let code = experiment.codes.find(&own.digest).unwrap_or_default();
        let (name, in_link) = (own.to_string(), !code.is_empty() && carried.contains(code));
        OwnCode { kind: kind.into(), name, title: own.title, digest: own.digest, code: code.into(), in_link }
    };
    let strategies = experiment.own_strategies().map(|own| code(STRATEGY, own));
    strategies.chain(experiment.own_orders().iter().map(|order| code(ORDER, order.name()))).collect()
}

/// Adds a code to an experiment: a queue order if it defines `key` and no `allocate`, a strategy otherwise; see
/// [`Experiment::adopt`] and [`Experiment::adopt_order`].
pub fn adopt(experiment: &mut Experiment, title: &str, code: &str, instead: &str) -> String {
    let is_order = defines(code, "key") && !defines(code, "allocate");
    let adopt = if is_order { Experiment::adopt_order } else { Experiment::adopt };
    adopt(experiment, title, code, instead)
}

/// Whether a code declares a function or a variable of this name.
fn defines(code: &str, name: &str) -> bool {
    let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    let mut words = code.split(|letter| !is_of_name(letter)).filter(|word| !word.is_empty());
    let mut last = "";
    words.any(|word| ["function", "const", "let", "var"].contains(&std::mem::replace(&mut last, word)) && word == name)
}

/// The kinds of own code, as the page has them.
const STRATEGY: &str = "strategy";
const ORDER: &str = "order";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compared_codes_are_listed_with_their_text() {
        let mut experiment = Experiment::default();
        let name = experiment.adopt("mine", "a code", "");
        let own = OwnName::of(&name).unwrap();
        let [kind, title, code] = ["strategy", "mine", "a code"].map(String::from);
        let expected = OwnCode { kind, name, title, digest: own.digest, code, in_link: true };
        assert_eq!(codes(&experiment), [expected]);
        let key = "// allocate\nfunction key(job) { return job.size; }";
        let order = adopt(&mut experiment, "mine", key, "");
        let listed: Vec<_> = codes(&experiment).into_iter().map(|code| (code.kind, code.name, code.code)).collect();
        assert_eq!(listed[1], ("order".into(), order, key.into()));
        experiment.codes.replace("");
        assert_eq!(codes(&experiment)[0].code, "");
    }

    #[test]
    fn a_code_with_a_key_and_no_place_is_an_order() {
        let scheduling = |code: &str| {
            let mut experiment = Experiment::default();
            adopt(&mut experiment, "x", code, "");
            experiment.own_orders().len()
        };
        assert_eq!(["const key = (job) => job.submit;", "function  key () {}"].map(scheduling), [1, 1]);
        let strategies = ["function allocate() { const key = 1; }", "function keys() {}", "return key;", ""];
        assert_eq!(strategies.map(scheduling), [0; 4]);
    }
}
