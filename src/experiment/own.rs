//! Strategies of somebody's own in an experiment.

use super::Experiment;
use crate::allocation::own::OwnName;

impl Experiment {
    /// The strategies of somebody's own among those that are compared.
    pub fn own_strategies(&self) -> impl Iterator<Item = OwnName> {
        self.allocation.iter().filter_map(|name| OwnName::of(name))
    }

    /// Takes in a code under a title, in the place of the strategy `instead` if that is compared, else at the end. A strategy
    /// of this very code that is there stays as it is. Returns its full name.
    pub fn adopt(&mut self, title: &str, code: &str, instead: &str) -> String {
        let name = OwnName::new(title, self.codes.add(code));
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_takes_a_place_and_gives_up_none() {
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
}
