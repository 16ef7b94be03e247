//! The budget of memory and time. The page and the command line share it, and check it before they allocate anything
//! large.
//!
//! A permalink of forty letters from another person can ask for more memory than the computer has. An experiment beyond
//! the budget is refused, and the message shows the product of its sizes. If an experiment only takes long, the user
//! decides.

use crate::diagnostic::Explain;
use std::fmt::Display;

/// The limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// Cells of a plan, including replications that may turn out to be unnecessary.
    pub cells: u64,
    /// Nodes of all the machines in a plan, once for each strategy.
    pub nodes: u64,
    /// Messages of one run.
    pub messages: u64,
    /// Subtori that the planner of a batch searches, over all jobs.
    pub subtori: u64,
    /// Bytes of all runs at one time, with their plans.
    pub memory: u64,
    /// Seconds of processor time after which a run is long, so that the user must confirm it.
    pub seconds: f64,
}

impl Budget {
    /// The limits of the page, and of the command line without `--limit`: seconds of preparation, a gigabyte, half an
    /// hour. Every figure of the papers stays well within.
    pub const USUAL: Budget = Budget {
        cells: 500_000,
        nodes: 1 << 26,
        messages: 100_000_000,
        subtori: 1 << 30,
        memory: 1 << 30,
        seconds: 1800.0,
    };

    /// This budget times a factor.
    pub fn times(self, factor: u32) -> Budget {
        let more = |amount: u64| amount.saturating_mul(factor.into());
        Budget {
            cells: more(self.cells),
            nodes: more(self.nodes),
            messages: more(self.messages),
            subtori: more(self.subtori),
            memory: more(self.memory),
            seconds: self.seconds * f64::from(factor),
        }
    }
}

/// An amount beyond the budget.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{asked}")]
pub struct OverBudget {
    place: &'static str,
    asked: String,
    expected: String,
    factor: u128,
}

impl Explain for OverBudget {
    fn place(&self) -> String {
        self.place.into()
    }

    fn expected(&self) -> String {
        self.expected.clone()
    }

    fn remedy(&self) -> String {
        format!("ask for less at once, or raise the limit on the command line (--limit {})", self.factor)
    }
}

impl OverBudget {
    /// Fails at the parameter `place` if `count` exceeds `most`. `asked` describes the count
    /// (`9 x 4 x 1000 x 1000 cells`).
    pub fn check(place: &'static str, count: u128, most: u64, asked: impl Display) -> Result<(), OverBudget> {
        OverBudget::check_named(place, count, most, asked, most)
    }

    /// The same for bytes. The message has gigabytes.
    pub fn check_memory(place: &'static str, bytes: u128, most: u64, asked: impl Display) -> Result<(), OverBudget> {
        let gigabytes = |bytes: f64| format!("{:.1} GB", bytes / 1e9);
        let asked = format!("{} of memory for {asked}", gigabytes(bytes as f64));
        OverBudget::check_named(place, bytes, most, asked, gigabytes(most as f64))
    }

    fn check_named(
        place: &'static str,
        count: u128,
        most: u64,
        asked: impl Display,
        named: impl Display,
    ) -> Result<(), OverBudget> {
        if count <= most.into() {
            return Ok(());
        }
        let (asked, expected) = (asked.to_string(), format!("at most {named}"));
        Err(OverBudget { place, asked, expected, factor: count.div_ceil(most.max(1).into()) })
    }
}

/// The product of factors. A product that does not fit counts as the largest number.
pub fn product(factors: &[u64]) -> u128 {
    factors.iter().fold(1, |product: u128, &factor| product.saturating_mul(factor.into()))
}

/// A product in the form of a message, without factors of 1: `9 x 4 x 1000 = 36000`.
pub fn spelt_out(factors: &[u64]) -> String {
    let shown: Vec<String> = factors.iter().filter(|factor| **factor != 1).map(u64::to_string).collect();
    match shown.len() {
        0 | 1 => product(factors).to_string(),
        _ => format!("{} = {}", shown.join(" x "), product(factors)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostic;

    #[test]
    fn amounts_beyond_the_budget_are_reported_with_the_limit_needed() {
        let factors = [9, 4, 1, 1000, 1000];
        let asked = || format!("{} cells", spelt_out(&factors));
        assert_eq!(OverBudget::check("vary", product(&factors), 36_000_000, asked()), Ok(()));
        let over = OverBudget::check("vary", product(&factors), 500_000, asked()).unwrap_err();
        let wanted = "vary: 9 x 4 x 1000 x 1000 = 36000000 cells (expected at most 500000); ask for less at once, or raise \
                      the limit on the command line (--limit 72)";
        assert_eq!(Diagnostic::of(&over).to_string(), wanted);
        let over = OverBudget::check_memory("jobs", 2_500_000_001, 1_000_000_000, "a run of 9 jobs").unwrap_err();
        let wanted = "jobs: 2.5 GB of memory for a run of 9 jobs (expected at most 1.0 GB); ask for less at once, or raise the \
                      limit on the command line (--limit 3)";
        assert_eq!(Diagnostic::of(&over).to_string(), wanted);
    }

    #[test]
    fn products_cannot_overflow_and_leave_out_ones() {
        assert_eq!((product(&[]), product(&[u64::MAX; 3])), (1, u128::MAX));
        assert_eq!([spelt_out(&[1, 1]), spelt_out(&[1, 7, 1]), spelt_out(&[2, 3])], ["1", "7", "2 x 3 = 6"]);
    }

    #[test]
    fn a_larger_budget_allows_more_of_everything() {
        let (usual, larger) = (Budget::USUAL, Budget::USUAL.times(3));
        assert_eq!(
            (larger.cells, larger.nodes, larger.messages),
            (3 * usual.cells, 3 * usual.nodes, 3 * usual.messages)
        );
        assert_eq!((larger.subtori, larger.memory, larger.seconds), (3 * usual.subtori, 3 * usual.memory, 5400.0));
        assert_eq!(Budget { memory: u64::MAX, ..usual }.times(2).memory, u64::MAX);
    }
}
