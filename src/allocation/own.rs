//! Own strategies: code from users that chooses the place of a job. Every answer of the code is checked
//! (docs/own-strategies.md).
//!
//! This project has no interpreter. An [`Engine`] runs the code; that of the page is a worker without network
//! (`www/workers/own_host.js`). An own strategy is named after the digest of its code ([`OwnName`]). So everything that is
//! stored under the names of strategies belongs to exactly this code.

mod code;
mod name;
mod strategy;
mod survey;
#[cfg(test)]
mod tests;
mod violation;

pub use code::{CodeSet, MOST_IN_LINK};
pub(crate) use name::SHORT;
pub use name::{ENTRY, OwnName, shown};
pub use strategy::CodeAllocator;
pub use survey::{Survey, SurveyAllocator, SurveyAnswer};
pub(crate) use violation::advice;
pub use violation::{CodeException, ContractViolation, Rule, ViolationReport};

use crate::machine::Machine;
use crate::names::named;
use std::rc::Rc;

named! {
    /// A question for the code of a strategy: a function and its arguments.
    CodeCall, "function" {
        /// Whether the code is present and readable. The answer is nothing if the code is not present.
        Load = "load",
        /// `effective(request)`: the number of processors of a request. The answer is nothing if the code does not
        /// define it.
        Effective = "effective",
        /// `allocate(machine, request)`: base and extents of each block, one after the other. The answer is nothing if
        /// there is no place.
        Allocate = "allocate",
        /// `key(job, now, queue)` of each waiting job. The numbers are the time of the pass, then arrival, estimate,
        /// processors and user of each job, with times in seconds. The answer is a key for each job, or nothing if the
        /// code is not present.
        Key = "key",
        /// `release(machine, blocks)`: notes that these blocks, which are free on the machine already, have been
        /// released.
        Release = "release",
    }
}

/// Runs the code of own strategies.
pub trait Engine {
    /// Asks the code of a digest. `free` has a 1 for each free node of the machine and a 0 for the others, in the order
    /// of node numbers. `numbers` are the processors and the extents of a request, or base and extents of blocks.
    /// [`CodeAllocator`] checks the answer; a value that is no number is a NaN. Fails with the error that the code has
    /// thrown.
    fn ask(&self, digest: &str, asked: CodeCall, machine: &Machine, free: &[u8], numbers: &[f64]) -> CodeReply;
}

/// The answer: numbers, nothing, or the error that the code has thrown.
pub type CodeReply = Result<Option<Vec<f64>>, CodeException>;

/// Makes an engine on any thread that needs one.
pub type EngineFactory = fn() -> Rc<dyn Engine>;
