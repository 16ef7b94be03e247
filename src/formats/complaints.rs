//! Diagnostics of a log, of which only the first hundred are worth a person's time.

use crate::diagnostic::{Diagnostic, Explain};

/// How many diagnostics are kept; the rest are counted in one more.
const MOST: usize = 100;

/// Collects diagnostics about lines up to a limit. The text of one is only made when it will be kept: a log of a million
/// bad lines costs no more than reading it.
#[derive(Default)]
pub(super) struct Complaints {
    kept: Vec<Diagnostic>,
    left_out: usize,
}

/// More lines are malformed than are listed one by one.
#[derive(Debug, thiserror::Error)]
#[error("{0} more lines are malformed and were dropped")]
struct LeftOut(usize);

impl Explain for LeftOut {
    fn place(&self) -> String {
        "log".into()
    }

    fn remedy(&self) -> String {
        format!("see the first {MOST} for what is wrong with them")
    }
}

impl Complaints {
    /// Adds one about a line, unless there are too many already.
    pub fn add(&mut self, diagnostic: impl FnOnce() -> Diagnostic) {
        if self.kept.len() < MOST {
            self.kept.push(diagnostic());
        } else {
            self.left_out += 1;
        }
    }

    /// The diagnostics so far, then how many more lines there were.
    pub fn finish(self) -> Vec<Diagnostic> {
        let mut all = self.kept;
        if self.left_out > 0 {
            all.push(Diagnostic::of(&LeftOut(self.left_out)));
        }
        all
    }
}
