//! Diagnostics of a log, of which only the first hundred are worth a person's time.

use crate::diagnostic::{Diagnostic, Explain};

/// How many diagnostics are kept; the rest are counted in one more.
pub(super) const MOST: usize = 100;

/// Collects diagnostics about lines up to a limit. The text of one is only made when it will be kept: a log of a million
/// bad lines costs no more than reading it.
#[derive(Default)]
pub(super) struct DiagnosticCollector {
    kept: Vec<Diagnostic>,
    left_out: usize,
    kinds: Vec<Kind>,
}

/// Complaints that say the same of different lines.
struct Kind {
    /// The field, and what is wrong there.
    of: (usize, usize),
    count: usize,
    first: Diagnostic,
}

/// How many kinds are told apart.
const MOST_KINDS: usize = 20;

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

impl DiagnosticCollector {
    /// Adds one about a line, unless there are too many already. `kind` is the field, and what is wrong there.
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

    /// Why no line is a job: the first complaint, and how many there are of each kind. Nothing where there is none.
    pub fn headline(&self) -> Option<Diagnostic> {
        let (first, others) = self.kinds.split_first()?;
        let lines = |count: usize| if count == 1 { "1 line".into() } else { format!("{count} lines") };
        let other = |kind: &Kind| format!("{} like {}: {}", lines(kind.count), kind.first.place, kind.first.problem);
        let kinds: Vec<String> =
            [format!("{} like this", lines(first.count))].into_iter().chain(others.iter().map(other)).collect();
        Some(Diagnostic { remedy: format!("no line is a job: {}", kinds.join("; ")), ..first.first.clone() })
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

/// Some lines of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    /// The number of the first one.
    first: u32,
    /// How many there are.
    count: usize,
}

impl Lines {
    /// One more line, after all those so far.
    pub fn add(&mut self, line: u32) {
        if self.count == 0 {
            self.first = line;
        }
        self.count += 1;
    }

    /// These lines, if there are any.
    pub fn some(self) -> Option<Lines> {
        (self.count > 0).then_some(self)
    }

    /// The number of the first one.
    pub fn first(&self) -> u32 {
        self.first
    }

    /// So many lines, of which this is the first.
    pub fn some_from(first: u32, count: usize) -> Lines {
        Lines { first, count }
    }

    /// So many of them, in words that suit the number.
    pub fn of(self, one: &str, many: &str) -> String {
        format!("{} {}", self.count, if self.count == 1 { one } else { many })
    }
}
