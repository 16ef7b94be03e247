//! Diagnostics of a log, of which only the first hundred are worth a person's time.

use crate::diagnostic::Diagnostic;

/// How many diagnostics are kept; the rest are counted in one more.
const MOST: usize = 100;

/// Collects diagnostics up to a limit. The text of one is only made when it will be kept: a log of a million bad
/// lines costs no more than reading it.
#[derive(Default)]
pub(super) struct Complaints {
    kept: Vec<Diagnostic>,
    left_out: usize,
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

    /// The diagnostics so far, then how many more lines there were, then `summaries` about the whole log.
    pub fn finish(self, summaries: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let mut all = self.kept;
        if self.left_out > 0 {
            let message = format!(
                "{} more lines are malformed and were dropped; only the first {MOST} are listed here",
                self.left_out
            );
            all.push(Diagnostic::new("log", message));
        }
        all.extend(summaries);
        all
    }
}
