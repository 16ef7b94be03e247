//! Strategies of one's own: code that somebody has written, which is asked where a job goes, and believed nothing
//! (docs/own-strategies.md).
//!
//! The house has no interpreter. Whoever runs the code is an [`Engine`]: the page's is a worker without network
//! (`www/own_host.js`). A strategy of one's own is named after the digest of its code ([`OwnName`]), so that whatever is known
//! of results by the names of their strategies is known of this very code.

mod breach;
mod code;
mod name;
mod strategy;
mod survey;
#[cfg(test)]
mod tests;

pub use breach::{CodeException, ContractViolation, Rule, ViolationReport};
pub use code::{CodeSet, MOST_IN_LINK};
pub use name::{ENTRY, OwnName, shown};
pub use strategy::CodeAllocator;
pub use survey::{Survey, SurveyAllocator, SurveyAnswer};

use crate::machine::Machine;
use std::rc::Rc;

/// What the code of a strategy is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeCall {
    /// Whether it is here and can be read: nothing where it is not here.
    Load,
    /// `effective(request)`: how many processors a request comes to; nothing where the code leaves that open.
    Effective,
    /// `allocate(machine, request)`: base and extents of each block, one after the other; nothing where there is no place.
    Allocate,
    /// `release(machine, blocks)`: told that these blocks, which the machine has already, are free again.
    Release,
}

impl CodeCall {
    /// The name of the function.
    pub fn name(self) -> &'static str {
        match self {
            CodeCall::Load => "load",
            CodeCall::Effective => "effective",
            CodeCall::Allocate => "allocate",
            CodeCall::Release => "release",
        }
    }
}

/// Who runs the code of strategies of one's own.
pub trait Engine {
    /// Asks the code of a digest. `free` has a 1 for each free node of the machine and a 0 for the others, in the order of
    /// node numbers; `numbers` are the processors and the extents of a request, or base and extents of blocks. What comes back
    /// is checked by [`CodeAllocator`]: a number that is none is a NaN. Fails with what the code has thrown.
    fn ask(&self, digest: &str, asked: CodeCall, machine: &Machine, free: &[u8], numbers: &[f64]) -> CodeReply;
}

/// What comes back: numbers, nothing, or what the code has thrown.
pub type CodeReply = Result<Option<Vec<f64>>, CodeException>;

/// How an engine is made, on whatever thread needs one.
pub type EngineFactory = fn() -> Rc<dyn Engine>;
