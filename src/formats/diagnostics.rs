//! Diagnostics of a log. Only the first hundred are worth reading.

use crate::diagnostic::{Diagnostic, Explain};

/// The most diagnostics that are kept. One more gives the number of the rest.
pub(super) const MOST: usize = 100;

/// Collects diagnostics about lines, up to a limit. A text is made only if it will be kept, so a log of a million bad
/// lines costs no more than reading it.
#[derive(Default)]
pub(super) struct DiagnosticCollector {
    kept: Vec<Diagnostic>,
    left_out: usize,
    kinds: Vec<Kind>,
}

/// Diagnostics of different lines with the same cause.
struct Kind {
    /// The field and the kind of error.
    of: (usize, usize),
    count: usize,
    first: Diagnostic,
}

/// The most kinds that are distinguished.
const MOST_KINDS: usize = 20;

/// There are more malformed lines than the list has.
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

impl DiagnosticCollector {
    /// Adds a diagnostic about a line, unless there are too many. `kind` is the field and the kind of error.
    pub fn add(&mut self, kind: (usize, usize), diagnostic: impl Fn() -> Diagnostic) {
        match self.kinds.iter().position(|known| known.of == kind) {
            Some(known) => self.kinds[known].count += 1,
            None if self.kinds.len() < MOST_KINDS => self.kinds.push(Kind { of: kind, count: 1, first: diagnostic() }),
            None => {}
        }
        if self.kept.len() < MOST {
            self.kept.push(diagnostic());
        } else {
            self.left_out += 1;
        }
    }

    /// Why no line is a job: the first diagnostic, and the number of each kind. `None` if there are no diagnostics.
    fn headline(&self) -> Option<Diagnostic> {
        let (first, others) = self.kinds.split_first()?;
        let lines = |count: usize| if count == 1 { "1 line".into() } else { format!("{count} lines") };
        let other = |kind: &Kind| format!("{} like {}: {}", lines(kind.count), kind.first.place, kind.first.problem);
        let kinds: Vec<String> =
            [format!("{} like this", lines(first.count))].into_iter().chain(others.iter().map(other)).collect();
        Some(Diagnostic { remedy: format!("no line is a job: {}", kinds.join("; ")), ..first.first.clone() })
    }

    /// The diagnostics, then the number of further lines. If no line is a job, the reason comes first.
    pub fn finish(self, has_no_job: bool) -> Vec<Diagnostic> {
        let headline = self.headline().filter(|_| has_no_job);
        let left_out = (self.left_out > 0).then(|| Diagnostic::of(&LeftOut(self.left_out)));
        headline.into_iter().chain(self.kept).chain(left_out).collect()
    }
}

/// Some lines of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    /// The number of the first one.
    first: u32,
    /// Their number.
    count: usize,
}

impl Lines {
    /// Adds a line that comes after all others.
    pub fn add(&mut self, line: u32) {
        if self.count == 0 {
            self.first = line;
        }
        self.count += 1;
    }

    /// These lines, unless there are none.
    pub fn some(self) -> Option<Lines> {
        (self.count > 0).then_some(self)
    }

    /// Their number.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The number of the first one.
    pub fn first(&self) -> u32 {
        self.first
    }

    /// A number of lines, and the first of them.
    pub fn some_from(first: u32, count: usize) -> Lines {
        Lines { first, count }
    }

    /// Their number with the singular or the plural.
    pub fn of(self, one: &str, many: &str) -> String {
        format!("{} {}", self.count, if self.count == 1 { one } else { many })
    }
}
