//! Own strategies and queue orders in an experiment.

use super::plan_error::PlanError;
use super::{Experiment, permalink};
use crate::allocation::own::{Engine, OwnName, shown};
use crate::machine::Machine;
use crate::names::named;
use crate::scheduling::{BlockedHead, CodeOrder, Misstep, OwnOrder, PolicyViolation, Scheduling};
use crate::workload::Jobs;
use std::borrow::Cow;
use std::rc::Rc;

named! {
    /// What own code decides.
    OwnKind, "kind of own code" {
        /// The place of a job.
        Strategy = "strategy",
        /// The order of the queue.
        Order = "queue order",
    }
}

impl Experiment {
    /// The own strategies among the compared strategies.
    pub fn own_strategies(&self) -> impl Iterator<Item = OwnName> {
        self.allocation.iter().filter_map(|name| OwnName::of(name))
    }

    /// The own queue orders among the compared policies, each once.
    pub fn own_orders(&self) -> Vec<OwnOrder> {
        let mut orders = Vec::new();
        for order in self.scheduling.iter().filter_map(|policy| policy.own_order) {
            if !orders.contains(&order) {
                orders.push(order);
            }
        }
        orders
    }

    /// The names of all own codes.
    pub fn own_names(&self) -> Vec<OwnName> {
        self.own_strategies().chain(self.own_orders().iter().map(OwnOrder::name)).collect()
    }

    /// The name of a policy in the names of curves: an own order without its digest, unless two have the same title.
    pub(super) fn shown_scheduling(&self, position: usize) -> String {
        let policy = self.scheduling[position];
        let Some(own) = policy.own_order else { return policy.to_string() };
        let title = own.name().title;
        let alike = self.own_orders().iter().filter(|other| other.name().title == title).count();
        let shown = policy.shown();
        if alike == 1 { shown.replace(&own.shown(), &format!("own({title})")) } else { shown }
    }

    /// Fails if an own order cannot be used: its code is not here or may not run, or it has broken a rule in the survey.
    pub(super) fn check_order(&self, order: &OwnOrder) -> Result<(), PlanError> {
        let name = order.name();
        let Some(survey) = &self.codes.survey else { return self.engine_of(&name, OwnKind::Order).map(drop) };
        let wrong = survey.order(&name).ok_or_else(|| self.not_run(&name, OwnKind::Order))?;
        let [problem, expected, remedy] = wrong else { return Ok(()) };
        let [problem, expected, remedy] = [problem, expected, remedy].map(String::clone);
        let misstep = Misstep::Reported { problem: format!("{}: {problem}", order.shown()), expected, remedy };
        Err(PlanError::OwnOrder(Box::new(PolicyViolation { misstep, job: None })))
    }

    /// The code of an own order, for jobs on a machine. Fails if it does not run here.
    pub(super) fn code_order<'a>(
        &self,
        order: &OwnOrder,
        machine: &'a Machine,
        jobs: &'a Jobs,
    ) -> Result<CodeOrder<'a>, PlanError> {
        Ok(CodeOrder::new(order, self.engine_of(&order.name(), OwnKind::Order)?, machine, jobs))
    }

    /// An engine for a code, which is not necessarily here.
    pub(super) fn engine_of(&self, name: &OwnName, kind: OwnKind) -> Result<Rc<dyn Engine>, PlanError> {
        self.codes.engine.map(|engine| engine()).ok_or_else(|| self.not_run(name, kind))
    }

    /// The error that a code does not run here.
    pub(super) fn not_run(&self, name: &OwnName, kind: OwnKind) -> PlanError {
        PlanError::NotRun { name: name.to_string(), kind, is_known: self.codes.find(&name.digest).is_some() }
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

    /// Whether own code decides anything in a cell of the experiment's plan, by its number.
    pub fn is_own_cell(&self, cell: usize) -> bool {
        let pairs = self.own_pairs();
        let pair = cell.checked_div(self.values().len() * self.replications as usize);
        pair.and_then(|pair| pair.checked_rem(pairs.len())).is_some_and(|pair| pairs[pair])
    }

    /// Whether own code decides anything, for each pair of strategy and policy in the order of a plan.
    pub(super) fn own_pairs(&self) -> Vec<bool> {
        let strategy = |name: &String| {
            let is_own = OwnName::of(name).is_some();
            self.scheduling.iter().map(move |policy| is_own || policy.own_order.is_some())
        };
        self.allocation.iter().flat_map(strategy).collect()
    }

    /// Adds a code under a title: a queue order if it declares `key` and no `allocate`, a strategy otherwise. It takes the
    /// place of the compared strategy or order `instead`, or comes last, an order with the head rule of the first policy.
    /// A code that has a name already keeps it. A strategy that an older permalink names by the first digits of its
    /// digest gets its full name. Returns the full name.
    pub fn adopt(&mut self, title: &str, code: &str, instead: &str) -> String {
        let is_order = declares(code, "key") && !declares(code, "allocate");
        let name = OwnName::new(title, self.codes.add(code));
        self.use_whole_names();
        if let Some(there) = self.own_names().iter().find(|own| own.digest == name.digest) {
            return there.to_string();
        }
        match OwnOrder::new(&name).filter(|_| is_order) {
            Some(order) => self.put_order(order, instead),
            None => match self.allocation.iter_mut().find(|other| **other == instead) {
                Some(place) => *place = name.to_string(),
                None => self.allocation.push(name.to_string()),
            },
        }
        self.codes.retain(&self.own_names());
        name.to_string()
    }

    fn put_order(&mut self, order: OwnOrder, instead: &str) {
        let is_old = |policy: &&mut Scheduling| policy.own_order.is_some_and(|own| own.to_string() == instead);
        let mut places = self.scheduling.iter_mut().filter(is_old).peekable();
        if places.peek().is_some() {
            return places.for_each(|policy| policy.own_order = Some(order));
        }
        let heads = self.scheduling.iter().map(|policy| policy.blocked_head);
        let head = heads.take(1).find(|head| *head != BlockedHead::Conservative);
        self.scheduling.push(Scheduling::own(order, head.unwrap_or(BlockedHead::Easy)));
    }

    /// The names of strategies that have only the first digits of the digest of a code that is here, and the whole names.
    pub(crate) fn abridged_names(&self) -> Vec<(String, String)> {
        let completed = |own: OwnName| {
            let whole = self.codes.whole(&own.digest).filter(|whole| *whole != own.digest)?;
            Some((own.to_string(), OwnName { digest: whole, ..own }.to_string()))
        };
        self.own_strategies().filter_map(completed).collect()
    }

    /// Completes these names in every place of the experiment.
    pub(super) fn use_whole_names(&mut self) {
        for (abridged, whole) in self.abridged_names() {
            let named = permalink::write(self).replace(&abridged, &whole);
            let codes = std::mem::take(&mut self.codes);
            *self = Experiment { codes, ..permalink::parse(&named).0 };
        }
    }
}

/// Whether a code declares a function or a variable of this name.
fn declares(code: &str, name: &str) -> bool {
    let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    let mut words = code.split(|letter| !is_of_name(letter)).filter(|word| !word.is_empty());
    let mut last = "";
    words.any(|word| ["function", "const", "let", "var"].contains(&std::mem::replace(&mut last, word)) && word == name)
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

    /// An older permalink has only the first digits in these names.
    #[test]
    fn names_from_older_permalinks_get_the_whole_digest_of_a_code() {
        let whole = OwnName::new("mine", "function allocate() {}").to_string();
        let digits = &whole["own(mine,".len()..][..12];
        let link = format!("#v=1&allocation=ff,own(mine,{digits})");
        let (mut unknown, complaints) = permalink::read(&link);
        assert_eq!((unknown.allocation[1].as_str(), complaints.len()), (&*format!("own(mine,{digits})"), 0));
        let (known, _) = permalink::read(&format!("{link}&code=function allocate() {{}}"));
        assert_eq!(known.allocation, ["ff", &whole]);
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

    #[test]
    fn a_code_with_a_key_and_no_place_is_an_order_unless_it_has_a_name() {
        let orders = |code: &str| {
            let mut experiment = Experiment::default();
            experiment.adopt("x", code, "");
            experiment.own_orders().len()
        };
        assert_eq!(["const key = (job) => job.submit;", "// allocate\nfunction  key () {}"].map(orders), [1, 1]);
        let strategies = ["function allocate() { const key = 1; }", "function keys() {}", "return key;", ""];
        assert_eq!(strategies.map(orders), [0; 4]);
        for (code, link) in [
            ("var of = 1, allocate = () => { const key = 2; };", "#v=1&allocation=ff,{own}"),
            ("var of = 1, key = (job) => job.submit;", "#v=1&scheduling=fcfs,{own}/easy"),
        ] {
            let name = OwnName::new("x", code).to_string();
            let (mut experiment, _) = permalink::read(&link.replace("{own}", &name));
            let before = experiment.clone();
            assert_eq!(experiment.adopt("x", code, ""), name);
            assert_eq!((&experiment.allocation, &experiment.scheduling), (&before.allocation, &before.scheduling));
            assert_eq!(experiment.codes.find(&OwnName::new("x", code).digest), Some(code));
        }
    }

    #[test]
    fn a_code_takes_the_place_of_an_order_and_keeps_the_head_rules() {
        let mut experiment = Experiment::default();
        experiment.set("scheduling", "easy,fcfs").unwrap();
        let mine = experiment.adopt("Mine", "function key() { return 0; }", "");
        assert_eq!(experiment.get("scheduling"), Some(format!("easy,fcfs,{mine}/easy")));
        assert_eq!(experiment.adopt("x", "function key() { return 0; }", ""), mine, "the same code");
        let better = experiment.adopt("mine", "function key() { return 1; }", &mine);
        assert_eq!(experiment.get("scheduling"), Some(format!("easy,fcfs,{better}/easy")));
        assert_eq!(experiment.get("code").as_deref(), Some("function key() { return 1; }"), "the old one goes");
    }
}
