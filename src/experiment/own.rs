//! Own strategies in an experiment.

use super::{Experiment, permalink};
use crate::allocation::own::{OwnName, shown};
use std::borrow::Cow;

impl Experiment {
    /// The own strategies among the compared strategies.
    pub fn own_strategies(&self) -> impl Iterator<Item = OwnName> {
        self.allocation.iter().filter_map(|name| OwnName::of(name))
    }

    /// The name of a strategy in the names of curves: an own one without its digest, unless two have the same title.
    pub(super) fn shown_allocation(&self, position: usize) -> Cow<'_, str> {
        let name = &self.allocation[position];
        match OwnName::of(name) {
            Some(own) if self.own_strategies().filter(|other| other.title == own.title).count() == 1 => {
                format!("own({})", own.title).into()
            }
            _ => shown(name),
        }
    }

    /// Whether a cell of the experiment's plan, by its number, has an own strategy.
    pub fn is_own_cell(&self, cell: usize) -> bool {
        let each = self.scheduling.len() * self.values().len() * self.replications as usize;
        let strategy = cell.checked_div(each).and_then(|pair| pair.checked_rem(self.allocation.len()));
        strategy.is_some_and(|position| OwnName::of(&self.allocation[position]).is_some())
    }

    /// Adds a code under a title, in the place of the compared strategy `instead`, or at the end. A strategy with the
    /// same code stays unchanged. A strategy that an older permalink names by the first digits of its digest gets its
    /// full name. Returns the full name.
    pub fn adopt(&mut self, title: &str, code: &str, instead: &str) -> String {
        let name = OwnName::new(title, self.codes.add(code));
        self.use_whole_names();
        if let Some(there) = self.own_strategies().find(|own| own.digest == name.digest) {
            return there.to_string();
        }
        let name = name.to_string();
        match self.allocation.iter_mut().find(|other| **other == instead) {
            Some(place) => *place = name.clone(),
            None => self.allocation.push(name.clone()),
        }
        self.codes.retain(&self.allocation);
        name
    }

    /// Completes the names of strategies that have only the first digits of the digest of a code that is here, in every
    /// place of the experiment.
    pub(super) fn use_whole_names(&mut self) {
        for own in self.own_strategies().collect::<Vec<_>>() {
            let Some(whole) = self.codes.whole(&own.digest).filter(|whole| *whole != own.digest) else { continue };
            let named = permalink::write(self).replace(&own.to_string(), &OwnName { digest: whole, ..own }.to_string());
            let codes = std::mem::take(&mut self.codes);
            *self = Experiment { codes, ..permalink::parse(&named).0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_takes_a_place_and_keeps_the_others() {
        let mut experiment = Experiment::default();
        let mine = experiment.adopt("Mine", "function allocate() {}\r\n", "");
        assert_eq!(experiment.allocation, ["ep", "nep", "flat", &mine]);
        assert_eq!(experiment.get("code").as_deref(), Some("function allocate() {}"));
        assert_eq!(experiment.adopt("another", "function allocate() {}", ""), mine, "the same code");
        let better = experiment.adopt("mine", "function allocate() { return null; }", &mine);
        assert_eq!(experiment.allocation, ["ep", "nep", "flat", &better]);
        assert_eq!(experiment.get("code").as_deref(), Some("function allocate() { return null; }"), "the old one goes");
        experiment.set("allocation", "flat").unwrap();
        assert_eq!(experiment.get("code"), None, "a code goes with its strategy");
    }

    #[test]
    fn curves_are_named_by_titles_unless_two_have_the_same() {
        let mut experiment = Experiment::default();
        experiment.adopt("mine", "function allocate() {}", "");
        assert_eq!(experiment.curve(0, 3, 0), "fcfs / own(mine)");
        let other = experiment.adopt("mine", "function allocate() { return null; }", "");
        assert_eq!(experiment.curve(0, 4, 0), format!("fcfs / {}", shown(&other)));
        assert_eq!(experiment.curve(0, 0, 0), "fcfs / ep");
    }

    /// An older permalink has only the first digits in these names, also in hidden curves and in the comparison.
    #[test]
    fn names_from_older_permalinks_get_the_whole_digest_of_a_code() {
        let whole = OwnName::new("mine", "function allocate() {}").to_string();
        let digits = &whole["own(mine,".len()..][..12];
        let link = format!("#v=1&allocation=ff,own(mine,{digits})&hidden=fcfs/own(mine,{digits})");
        let (mut unknown, complaints) = permalink::read(&link);
        assert_eq!((unknown.allocation[1].as_str(), complaints.len()), (&*format!("own(mine,{digits})"), 0));
        let (known, _) = permalink::read(&format!("{link}&code=function allocate() {{}}"));
        assert_eq!(known.allocation, ["ff", &whole]);
        assert!(permalink::write(&known).contains(&format!("hidden=fcfs/{whole}")), "{}", permalink::write(&known));
        assert_eq!(unknown.adopt("mine", "function allocate() {}", ""), whole);
        assert_eq!(unknown, known);
    }

    /// Two codes with digests that share their first 12 digits (found in two minutes) are two strategies.
    #[test]
    fn codes_that_agree_in_the_first_digits_are_different_codes() {
        #[derive(serde::Deserialize)]
        struct Pair {
            a: String,
            b: String,
            d: String,
        }
        let Pair { a, b, d } = serde_json::from_str(include_str!("../../tests/data/own-code-collision.json")).unwrap();
        let [harmless, other] = [&a, &b].map(|code| OwnName::new("x", code));
        assert!(harmless != other && [&harmless, &other].iter().all(|own| own.digest.starts_with(&d)));
        let (mut experiment, _) = permalink::read(&format!("#v=1&allocation=ff,own(x,{d})"));
        experiment.adopt("x", &b, "");
        assert_eq!(experiment.allocation[1], other.to_string(), "a name of 12 digits becomes that of the given text");
        experiment.adopt("x", &a, "");
        assert_eq!(experiment.allocation[1..], [other.to_string(), harmless.to_string()]);
        assert_eq!(experiment.codes.find(&harmless.digest), Some(&*a));
        assert_eq!(experiment.codes.find(&d), None, "no code is named by 12 digits");
    }
}
