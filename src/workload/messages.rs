//! The number of messages of each job of a run (docs/semantics.md 7.5; ICPADS 2007 section 5).

use super::Jobs;
use super::proportion::{Proportion, Quotient};
use crate::diagnostic::Explain;
use crate::names::named;
use crate::network::Pattern;
use crate::random::{Exponential, Stream};
use crate::time::{Decimal, NotADecimal};
use std::fmt;
use std::str::FromStr;

/// The rule for a job's quota of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Messages {
    /// Drawn from an exponential distribution with this mean, and rounded.
    Exponential(Decimal),
    /// The same for every process that the pattern lets send: in all patterns except one-to-all, it is a number for
    /// each processor.
    ExponentialEach(Decimal),
    /// In proportion to the runtime, scaled to this mean over all jobs, and rounded.
    FromRuntime(Decimal),
    /// A number of rounds of the pattern.
    Rounds(u32),
}

impl Default for Messages {
    fn default() -> Messages {
        Messages::Exponential(Decimal::new(5, 0))
    }
}

named! {
    /// The rounding of a quota that is drawn, or follows from a runtime. The result is at least 1.
    #[derive(Default)]
    QuotaRounding, "way of rounding quotas" {
        /// To the nearest, halves away from zero.
        #[default]
        Nearest = "nearest",
        /// To the next smaller one.
        Down = "down",
        /// To the next larger one.
        Up = "up",
    }
}

impl QuotaRounding {
    /// Rounds a drawn quota to at least one message. The draw is binary64, and rounding it is exact.
    fn apply(self, quota: f64) -> u64 {
        let whole = match self {
            QuotaRounding::Nearest => quota.round(),
            QuotaRounding::Down => quota.floor(),
            QuotaRounding::Up => quota.ceil(),
        };
        whole.max(1.0) as u64
    }

    /// Rounds an exact quota to at least one message.
    fn apply_exactly(self, Quotient { whole, remainder, divisor }: Quotient) -> u64 {
        let goes_up = match self {
            QuotaRounding::Nearest => remainder >= divisor - remainder,
            QuotaRounding::Down => false,
            QuotaRounding::Up => remainder > 0,
        };
        u64::try_from(whole + u128::from(goes_up)).unwrap_or(u64::MAX).max(1)
    }
}

/// The largest mean, and the most rounds: a job with millions of messages would take too long.
const MOST: u32 = 1_000_000;

impl fmt::Display for Messages {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Messages::Exponential(mean) => write!(out, "exponential({mean})"),
            Messages::ExponentialEach(mean) => write!(out, "exponential-each({mean})"),
            Messages::FromRuntime(mean) => write!(out, "from-runtime({mean})"),
            Messages::Rounds(rounds) => write!(out, "rounds({rounds})"),
        }
    }
}

/// The text is not a quota of messages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessagesError {
    /// It has none of the known forms.
    #[error("'{0}' is no quota of messages")]
    Unknown(String),
    /// A number in it is not valid.
    #[error("'{text}': {error}")]
    Number {
        /// The whole text.
        text: String,
        /// The invalid number.
        error: NotADecimal,
    },
    /// Its number is 0, negative or larger than [`MOST`].
    #[error("the number of '{0}' is out of range")]
    OutOfRange(String),
    /// It contains a part of a round.
    #[error("'{0}' is not a whole number of rounds")]
    PartOfARound(String),
}

impl Explain for MessagesError {
    fn expected(&self) -> String {
        match self {
            MessagesError::Unknown(_) => {
                "one of exponential(mean), exponential-each(mean), from-runtime(mean), rounds(count)".into()
            }
            MessagesError::Number { error, .. } => error.expected(),
            MessagesError::OutOfRange(_) => format!("a number greater than 0 and at most {MOST}"),
            MessagesError::PartOfARound(_) => format!("a whole number from 1 to {MOST}"),
        }
    }
}

impl FromStr for Messages {
    type Err = MessagesError;

    /// Reads `exponential(5)`, `exponential-each(5)`, `from-runtime(5)` or `rounds(1)`.
    fn from_str(text: &str) -> Result<Messages, MessagesError> {
        let unknown = || MessagesError::Unknown(text.into());
        let (name, inner) = text.strip_suffix(')').and_then(|text| text.split_once('(')).ok_or_else(unknown)?;
        let number = inner.parse().map_err(|error| MessagesError::Number { text: text.into(), error });
        let number: Decimal = number?;
        if !number.is_positive() || number > Decimal::new(MOST.into(), 0) {
            return Err(MessagesError::OutOfRange(text.into()));
        }
        match (name, number.whole()) {
            ("exponential", _) => Ok(Messages::Exponential(number)),
            ("exponential-each", _) => Ok(Messages::ExponentialEach(number)),
            ("from-runtime", _) => Ok(Messages::FromRuntime(number)),
            ("rounds", Some(rounds)) => Ok(Messages::Rounds(rounds as u32)),
            ("rounds", None) => Err(MessagesError::PartOfARound(text.into())),
            _ => Err(unknown()),
        }
    }
}

impl Messages {
    /// The same with another number: of messages on average, or of rounds, which must be whole.
    pub fn with_number(self, number: Decimal) -> Messages {
        match self {
            Messages::Exponential(_) => Messages::Exponential(number),
            Messages::ExponentialEach(_) => Messages::ExponentialEach(number),
            Messages::FromRuntime(_) => Messages::FromRuntime(number),
            Messages::Rounds(_) => Messages::Rounds(number.whole().map_or(1, |rounds| rounds as u32)),
        }
    }

    /// The number of messages of each job, in order. Draws come from the stream `messages`, one number per job. Jobs
    /// that ask for one processor send none.
    pub fn counts(
        self,
        jobs: &Jobs,
        pattern: Pattern,
        rounding: QuotaRounding,
        seed: u64,
        replication: u32,
    ) -> Vec<u64> {
        let mut quotas: Vec<u64> = match self {
            Messages::Exponential(mean) | Messages::ExponentialEach(mean) => {
                let distribution = Exponential::new(mean.to_f64()).expect("a mean greater than 0");
                let mut stream = Stream::new(seed, "messages", replication);
                (0..jobs.jobs.len()).map(|_| rounding.apply(distribution.sample(&mut stream))).collect()
            }
            Messages::FromRuntime(mean) => {
                let proportion = Proportion::with_mean(mean, jobs.jobs.runtime.iter());
                jobs.jobs.runtime.iter().map(|runtime| rounding.apply_exactly(proportion.of(runtime))).collect()
            }
            Messages::Rounds(rounds) => {
                let round = |request: &super::Request| match request.processors {
                    0 | 1 => 0,
                    processors => pattern.round(processors, &request.shape()),
                };
                let rounds_of: Vec<u64> = jobs.requests.iter().map(round).collect();
                let quota = |&request: &u32| rounds_of[request as usize].saturating_mul(rounds.into());
                jobs.jobs.request.iter().map(quota).collect()
            }
        };
        if matches!(self, Messages::ExponentialEach(_)) && !pattern.has_one_source() {
            let each = |(job, quota): (usize, &mut u64)| *quota = quota.saturating_mul(jobs.size(job).into());
            quotas.iter_mut().enumerate().for_each(each);
        }
        for (job, quota) in quotas.iter_mut().enumerate() {
            if jobs.size(job) == 1 {
                *quota = 0;
            }
        }
        quotas
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostic;
    use crate::machine::Coordinates;
    use crate::time::SECOND;
    use crate::workload::{Job, Request};

    fn jobs(list: &[(i64, u32)]) -> Jobs {
        let job = |(index, &(runtime, _)): (usize, &(i64, u32))| {
            let runtime = runtime * SECOND;
            Job { submit: 0, runtime, estimate: runtime, request: index as u32 }
        };
        let extents = Some(Coordinates::new(&[3, 2]));
        Jobs {
            jobs: list.iter().enumerate().map(job).collect(),
            requests: list.iter().map(|&(_, processors)| Request::new(processors, extents)).collect(),
            ..Jobs::default()
        }
    }

    fn quotas(messages: &str, jobs: &Jobs, pattern: Pattern) -> Vec<u64> {
        messages.parse::<Messages>().unwrap().counts(jobs, pattern, QuotaRounding::Nearest, 1, 0)
    }

    #[test]
    fn texts_round_trip_and_bad_ones_are_named() {
        for text in ["exponential(5)", "exponential-each(0.5)", "from-runtime(2.5)", "rounds(3)"] {
            assert_eq!(text.parse::<Messages>().unwrap().to_string(), text);
        }
        let (named, no_number) = (|text: &str| text.to_string(), NotADecimal("x".into()));
        for (text, error) in [
            ("5", MessagesError::Unknown(named("5"))),
            ("rounds(5", MessagesError::Unknown(named("rounds(5"))),
            ("turns(5)", MessagesError::Unknown(named("turns(5)"))),
            ("rounds(1.5)", MessagesError::PartOfARound(named("rounds(1.5)"))),
            ("exponential(0)", MessagesError::OutOfRange(named("exponential(0)"))),
            ("rounds(1000001)", MessagesError::OutOfRange(named("rounds(1000001)"))),
            ("rounds(x)", MessagesError::Number { text: named("rounds(x)"), error: no_number }),
        ] {
            assert_eq!(text.parse::<Messages>(), Err(error), "{text}");
        }
        let said = Diagnostic::of(&"rounds(1.5)".parse::<Messages>().unwrap_err()).to_string();
        assert_eq!(said, "'rounds(1.5)' is not a whole number of rounds (expected a whole number from 1 to 1000000)");
    }

    #[test]
    fn quotas_follow_runtimes() {
        let jobs = jobs(&[(10, 2), (30, 4), (0, 4), (120, 1), (40, 3)]);
        // 200 s in 5 jobs, a mean of 10: a message for every 4 s.
        assert_eq!(quotas("from-runtime(10)", &jobs, Pattern::Random), [3, 8, 1, 0, 10]);
    }

    #[test]
    fn quotas_are_rounded_by_the_rule_and_never_to_zero() {
        let jobs = jobs(&[(10, 2), (30, 4), (1, 4), (119, 3), (40, 3)]);
        let rounded = |rounding| {
            let messages: Messages = "from-runtime(10)".parse().unwrap();
            messages.counts(&jobs, Pattern::Random, rounding, 1, 0)
        };
        // A message for every 4 s: 2.5, 7.5, 0.25, 29.75, 10.
        assert_eq!(rounded(QuotaRounding::Nearest), [3, 8, 1, 30, 10]);
        assert_eq!(rounded(QuotaRounding::Down), [2, 7, 1, 29, 10]);
        assert_eq!(rounded(QuotaRounding::Up), [3, 8, 1, 30, 10]);
        assert_eq!([2.4, 2.5, 0.0].map(|quota| QuotaRounding::Up.apply(quota)), [3, 3, 1]);
        assert_eq!([2.4, 2.5, 0.0].map(|quota| QuotaRounding::Nearest.apply(quota)), [2, 3, 1]);
    }

    /// 7 and 28 around a mean of 5 are 2 and 8; 9 and 27 are 2.5 and 7.5; 1 and 3 around 20 are 10 and 30.
    #[test]
    fn quotas_from_runtimes_are_exact() {
        use QuotaRounding::{Down, Nearest, Up};
        for (runtimes, messages, rounding, quotas) in [
            ([7, 28], "from-runtime(5)", Down, [2, 8]),
            ([9, 27], "from-runtime(5)", Nearest, [3, 8]),
            ([1, 3], "from-runtime(20)", Up, [10, 30]),
        ] {
            let (jobs, messages) = (jobs(&runtimes.map(|runtime| (runtime, 2))), messages.parse::<Messages>().unwrap());
            assert_eq!(messages.counts(&jobs, Pattern::AllToAll, rounding, 1, 0), quotas, "{runtimes:?} {messages}");
        }
    }

    #[test]
    fn rounds_go_through_the_pattern() {
        let jobs = jobs(&[(1, 5), (1, 1), (1, 6)]);
        assert_eq!(quotas("rounds(2)", &jobs, Pattern::AllToAll), [40, 0, 60]);
        assert_eq!(quotas("rounds(3)", &jobs, Pattern::OneToAll), [12, 0, 15]);
        assert_eq!(quotas("rounds(1)", &jobs, Pattern::Random), [5, 0, 6]);
        assert_eq!(quotas("rounds(1)", &jobs, Pattern::NearestNeighbour), [5, 0, 7]);
    }

    #[test]
    fn the_quota_of_each_process_is_drawn_once_for_the_job() {
        let jobs = jobs(&[(1, 5), (1, 1), (1, 6)]);
        let (each, all) =
            (|pattern| quotas("exponential-each(4)", &jobs, pattern), quotas("exponential(4)", &jobs, Pattern::Random));
        assert_eq!(each(Pattern::AllToAll), [all[0] * 5, 0, all[2] * 6]);
        assert_eq!(each(Pattern::OneToAll), all, "only one sends");
    }

    #[test]
    fn a_quota_beyond_32_bits_is_counted() {
        let jobs = jobs(&[(1, 5), (1, 65_536)]);
        let rounds: Messages = "rounds(2)".parse().unwrap();
        assert_eq!(rounds.counts(&jobs, Pattern::AllToAll, QuotaRounding::Up, 1, 0), [40, 2 * 65_536 * 65_535]);
    }

    #[test]
    fn drawn_quotas_have_their_mean() {
        let jobs = jobs(&vec![(1, 2); 20_000]);
        let quotas = quotas("exponential(5)", &jobs, Pattern::AllToAll);
        let mean = quotas.iter().sum::<u64>() as f64 / 20_000.0;
        // Rounding keeps the mean, except for values below one half, which become 1.
        let expected = 5.0 + (1.0 - (-0.1f64).exp());
        assert!((mean / expected - 1.0).abs() < 0.02 && quotas.iter().all(|&quota| quota >= 1), "{mean}");
    }
}
