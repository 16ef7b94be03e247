//! The report on own code: a list of it, and the result of a trial.

mod trial;

pub use trial::CodeTrial;

use crate::allocation::own::OwnName;
use crate::experiment::{Experiment, OwnKind};
use serde::Serialize;

/// An own strategy or queue order in an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OwnCode {
    /// What it decides: `strategy` or `queue order`.
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
    let code = |kind: OwnKind, own: OwnName| {
        let code = experiment.codes.find(&own.digest).unwrap_or_default();
        let (name, in_link) = (own.to_string(), !code.is_empty() && carried.contains(code));
        OwnCode { kind: kind.name().into(), name, title: own.title, digest: own.digest, code: code.into(), in_link }
    };
    let strategies = experiment.own_strategies().map(|own| code(OwnKind::Strategy, own));
    strategies.chain(experiment.own_orders().iter().map(|order| code(OwnKind::Order, order.name()))).collect()
}

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
        let order = experiment.adopt("mine", key, "");
        let listed: Vec<_> = codes(&experiment).into_iter().map(|code| (code.kind, code.name, code.code)).collect();
        assert_eq!(listed[1], ("queue order".into(), order, key.into()));
        experiment.codes.replace("");
        assert_eq!(codes(&experiment)[0].code, "");
    }
}
