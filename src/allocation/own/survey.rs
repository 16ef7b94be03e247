//! The requests that own strategies refuse on empty machines. The codes are asked once, where they run; from then on
//! the survey is plain data.
//!
//! Plans and identities are made from this data alone, so they do not need an engine. A code that later gives another
//! answer breaks only the runs of its own cells.

use super::violation::{ContractViolation, Rule, ViolationReport};
use super::{CodeException, OwnName};
use crate::allocation::{Allocation, Allocator, Blocks};
use crate::diagnostic::Explain;
use crate::machine::{Coordinates, Machine};
use crate::workload::Request;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::rc::Rc;

/// The answers of codes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Survey {
    /// For each strategy with a code that could be asked, and each machine; and for each queue order.
    pub answered: Vec<SurveyAnswer>,
}

/// The answers of one code on one machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SurveyAnswer {
    /// The full name of the strategy or the queue order.
    pub strategy: String,
    /// The machine as text. Empty for all machines: for a queue order, and if the code gave no answer at all.
    pub machine: String,
    /// The refused requests, one after the other: processors, then the extent in each dimension of the machine, 0 if
    /// none is asked for. All other requests are accepted.
    pub refused: Vec<u32>,
    /// The violation in words: the problem, the expected behaviour, the advice. Empty if there was none.
    pub wrong: Vec<String>,
}

impl SurveyAnswer {
    /// Asks a code for each of these requests, on an empty machine, until it breaks a rule.
    pub fn ask(strategy: &str, machine: &Machine, empty: &dyn Allocator, requests: &[Request]) -> SurveyAnswer {
        let mut answered =
            SurveyAnswer { strategy: strategy.into(), machine: machine.to_string(), ..SurveyAnswer::default() };
        for request in requests {
            let accepted = empty.fits(&empty.effective(request));
            if let Some(report) = empty.violation() {
                return answered.with(&report);
            }
            if !accepted {
                answered.refused.push(request.processors);
                let extent = |dimension| request.extents.map_or(0, |extents| extents[dimension]);
                answered.refused.extend((0..machine.dimensions()).map(extent));
            }
        }
        answered
    }

    /// The same with the violation.
    pub fn with(self, report: &ViolationReport) -> SurveyAnswer {
        let wrong = vec![report.problem(), report.expected(), report.remedy()];
        SurveyAnswer { wrong, ..self }
    }
}

impl Survey {
    /// What the code of a queue order did wrong: the problem, the expected behaviour, the advice. `None` if the code was
    /// not asked; empty if it kept the rules.
    pub fn order(&self, name: &OwnName) -> Option<&[String]> {
        let name = name.to_string();
        let mine = |each: &&SurveyAnswer| each.strategy == name && each.machine.is_empty();
        self.answered.iter().find(mine).map(|each| each.wrong.as_slice())
    }

    /// The surveyed behaviour of a strategy on an empty machine. `None` if its code was not asked at all. On a machine
    /// without answers, it refuses nothing.
    pub fn find(&self, strategy: &OwnName, machine: &Machine) -> Option<SurveyAllocator> {
        let (name, on) = (strategy.to_string(), machine.to_string());
        let mut mine = self.answered.iter().filter(|each| each.strategy == name).peekable();
        mine.peek()?;
        let unasked = SurveyAnswer::default();
        let answered = mine.find(|each| each.machine == on || each.machine.is_empty()).unwrap_or(&unasked);
        let row = |row: &[u32]| {
            let extents = row[1..].iter().all(|extent| *extent > 0).then(|| Coordinates::new(&row[1..]));
            Request::new(row[0], extents)
        };
        let refused = answered.refused.chunks_exact(1 + machine.dimensions()).map(row).collect();
        let mut words = answered.wrong.iter().cloned();
        let mut next = || words.next().unwrap_or_default();
        let rule = Rule::Reported { problem: next(), expected: next(), remedy: next() };
        let violation = (!answered.wrong.is_empty()).then_some(ContractViolation { rule, request: None });
        Some(SurveyAllocator { name: Rc::from(name), free: machine.node_count(), refused: Rc::new(refused), violation })
    }
}

/// A machine under an own strategy of which only the survey is known. It answers for the empty machine. No job can run
/// on it; a run ends with that reason.
#[derive(Clone)]
pub struct SurveyAllocator {
    name: Rc<str>,
    free: u32,
    refused: Rc<HashSet<Request>>,
    violation: Option<ContractViolation>,
}

impl Allocator for SurveyAllocator {
    fn free_processors(&self) -> u32 {
        self.free
    }

    fn effective(&self, request: &Request) -> Request {
        *request
    }

    fn fits(&self, request: &Request) -> bool {
        request.processors <= self.free && !self.refused.contains(request)
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        let thrown = CodeException { message: "the code does not run here".into(), line: None };
        let rule = Rule::Failed { function: "allocate", thrown };
        self.violation.get_or_insert(ContractViolation { rule, request: Some(*request) });
        Some(Allocation { processors: 0, blocks: Blocks::none(), ticket: 0 })
    }

    fn release(&mut self, _allocation: &Allocation) {}

    fn violation(&self) -> Option<ViolationReport> {
        Some(ViolationReport { strategy: self.name.to_string(), job: None, violation: self.violation.clone()? })
    }
}
