//! The rules that an own strategy can break, and their messages.

use super::shown;
use crate::diagnostic::{Explain, abridged, shortened, visible};
use crate::workload::Request;
use serde::Deserialize;
use std::fmt;

/// The most letters of advice in a survey. A survey is made where the code runs, so its length is limited.
const LONGEST_ADVICE: usize = 120;

/// An error that a code has thrown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, thiserror::Error)]
#[error("{}{}", line.map_or(String::new(), |line| format!("line {line}: ")), shortened(message))]
pub struct CodeException {
    /// Its message.
    pub message: String,
    /// The line of the code, from 1, if it is known.
    pub line: Option<u32>,
}

/// A rule that an answer breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rule {
    /// The code cannot be read, or has no `allocate`.
    #[error("the code cannot be used: {0}")]
    Unreadable(CodeException),
    /// A function throws an error.
    #[error("{function} failed: {thrown}")]
    Failed {
        /// The function.
        function: &'static str,
        /// The error.
        thrown: CodeException,
    },
    /// The answer is neither nothing nor blocks.
    #[error("allocate gave neither null nor a list of blocks")]
    NoList,
    /// A block is malformed.
    #[error("block {number} of {count} is no block: its base and extents are {given}")]
    NoBlock {
        /// Its number, from 1.
        number: usize,
        /// The number of blocks.
        count: usize,
        /// The numbers in the answer.
        given: String,
    },
    /// A block reaches beyond the machine.
    #[error("block {block} is not inside {machine}")]
    Outside {
        /// The block as text.
        block: String,
        /// The machine as text.
        machine: String,
    },
    /// A block has a node that is not free, or that another block of the answer has.
    #[error(
        "block {block} has node {node}, which {}",
        if *twice { "another block of the same answer has" } else { "another job holds" }
    )]
    Taken {
        /// The block as text.
        block: String,
        /// The node's coordinates.
        node: String,
        /// Whether the answer has it twice.
        twice: bool,
    },
    /// The blocks have too few or too many nodes.
    #[error("the blocks have {given} nodes, but the request is for {wanted}")]
    Count {
        /// The number of their nodes.
        given: u32,
        /// The required number.
        wanted: u32,
    },
    /// The same question has two answers in the same state.
    #[error("allocate gave two answers for one state of the machine: {first}, then {second}")]
    TwoAnswers {
        /// One answer, with blocks as text.
        first: String,
        /// The other answer.
        second: String,
    },
    /// A request becomes an impossible one.
    #[error("effective made it {given} processors")]
    Effective {
        /// The answer.
        given: String,
        /// The least valid value.
        least: u32,
        /// The largest valid value.
        most: u32,
    },
    /// A violation found elsewhere, in words ([`super::Survey`]).
    #[error("{problem}")]
    Reported {
        /// The problem.
        problem: String,
        /// The expected behaviour.
        expected: String,
        /// The advice.
        remedy: String,
    },
}

/// A broken rule, with its request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractViolation {
    /// The rule.
    pub rule: Rule,
    /// The original request, if there was one.
    pub request: Option<Request>,
}

/// A violation as reported, with its strategy and job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViolationReport {
    /// The strategy's full name.
    pub strategy: String,
    /// The number of the job, if there was one: its number in the log, or its place in the run.
    pub job: Option<i64>,
    /// The violation.
    pub violation: ContractViolation,
}

impl std::error::Error for ViolationReport {}

impl ViolationReport {
    /// The line of the code at which it happened, from 1, if it is known.
    pub fn line(&self) -> Option<u32> {
        match &self.violation.rule {
            Rule::Unreadable(thrown) | Rule::Failed { thrown, .. } => thrown.line,
            _ => None,
        }
    }

    /// The message with the job, without the name of the strategy.
    pub fn problem(&self) -> String {
        let rule = &self.violation.rule;
        match (self.job, self.violation.request) {
            (Some(job), Some(request)) => format!("job {job} ({}): {rule}", asked_for(&request)),
            (Some(job), None) => format!("job {job}: {rule}"),
            (None, Some(request)) => format!("a job of {}: {rule}", asked_for(&request)),
            (None, None) => rule.to_string(),
        }
    }
}

impl fmt::Display for ViolationReport {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}, {}", shown(&self.strategy), self.problem())
    }
}

/// Advice from where the code runs, which is not trusted.
pub fn advice(text: &str) -> String {
    abridged(&visible(text), LONGEST_ADVICE)
}

/// `6 processors, 2x3`.
fn asked_for(request: &Request) -> String {
    let count = format!("{} processor{}", request.processors, if request.processors == 1 { "" } else { "s" });
    request.extents.map_or(count.clone(), |extents| format!("{count}, {}", extents.joined("x")))
}

impl Explain for ViolationReport {
    fn place(&self) -> String {
        "allocation".into()
    }

    fn expected(&self) -> String {
        match &self.violation.rule {
            Rule::NoList => "null, or a list of blocks { base, extents } or of numbers of nodes".into(),
            Rule::NoBlock { .. } => {
                "a whole number for each dimension in base, from 0, and in extents, from 1; or the number of a node"
                    .into()
            }
            Rule::Outside { .. } => "base and extents inside the machine; on a ring, a block may go around".into(),
            Rule::Effective { least, most, .. } => format!("a whole number from {least} to {most}"),
            Rule::TwoAnswers { .. } => "the same answer whenever the machine is the same".into(),
            Rule::Unreadable(_) => "function allocate(machine, request) { … }".into(),
            Rule::Reported { expected, .. } => advice(expected),
            Rule::Failed { .. } | Rule::Taken { .. } | Rule::Count { .. } => String::new(),
        }
    }

    fn remedy(&self) -> String {
        match &self.violation.rule {
            Rule::Taken { twice: false, .. } => "look at machine.isFree before giving a block".into(),
            Rule::Count { .. } => {
                "give request.processors nodes, or say with effective(request) how many a request comes to".into()
            }
            Rule::TwoAnswers { .. } => "drop what the code remembers from call to call".into(),
            Rule::Reported { remedy, .. } => advice(remedy),
            _ => String::new(),
        }
    }
}
