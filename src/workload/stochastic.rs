//! The stochastic workload of the literature on processor allocation (docs/semantics.md 3.4): exponential times between
//! arrivals, side lengths drawn per dimension, runtimes drawn from one distribution (ICPADS 2007 section 5, Thesis 2008
//! section 3.4).

use super::Workload;
use crate::diagnostic::Explain;
use crate::machine::{Coordinates, Machine};
use crate::names::named;
use crate::random::{BoundedPareto, DistributionError, Exponential, Stream};
use crate::time::{Decimal, NotADecimal, SECOND, Time};
use std::fmt;
use std::str::FromStr;

named! {
    /// The distribution of the side lengths of a job's sub-mesh, each dimension separately.
    #[derive(Default)]
    Sides, "distribution of side lengths" {
        /// Each whole number from 1 to the machine's extent is equally likely.
        #[default]
        Uniform = "uniform",
        /// Exponential with half the machine's extent as mean, rounded down, at least 1 and at most the extent.
        Exponential = "exponential",
    }
}

/// The distribution of runtimes, in time units (seconds).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runtimes {
    /// Exponential with this mean.
    Exponential(Decimal),
    /// Bounded Pareto: from the first number to the second, with the third as exponent. A small exponent gives a heavy
    /// tail.
    BoundedPareto(Decimal, Decimal, Decimal),
}

impl Default for Runtimes {
    fn default() -> Runtimes {
        Runtimes::Exponential(Decimal::new(5, 0))
    }
}

impl fmt::Display for Runtimes {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Runtimes::Exponential(mean) => write!(out, "exponential({mean})"),
            Runtimes::BoundedPareto(least, most, exponent) => {
                write!(out, "bounded-pareto({least},{most},{exponent})")
            }
        }
    }
}

/// The text is not a distribution of runtimes.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RuntimesError {
    /// It has none of the known forms.
    #[error("'{0}' is no distribution of runtimes")]
    Unknown(String),
    /// A parameter is not a number.
    #[error("'{text}': {error}")]
    Number {
        /// The whole text.
        text: String,
        /// The invalid number.
        error: NotADecimal,
    },
    /// A parameter is larger than [`LARGEST`].
    #[error("'{0}' has too large a number")]
    TooLarge(String),
    /// There is no distribution with these parameters.
    #[error("'{text}': {error}")]
    Parameters {
        /// The whole text.
        text: String,
        /// The error in them.
        error: DistributionError,
    },
}

impl Explain for RuntimesError {
    fn expected(&self) -> String {
        match self {
            RuntimesError::Unknown(_) => "one of exponential(mean), bounded-pareto(k,q,alpha)".into(),
            RuntimesError::Number { error, .. } => error.expected(),
            RuntimesError::TooLarge(_) => format!("numbers of at most {LARGEST}"),
            RuntimesError::Parameters { error, .. } => error.expected(),
        }
    }
}

/// A century of seconds keeps a million jobs well within the clock.
const LARGEST: u32 = 3_155_760_000;

impl FromStr for Runtimes {
    type Err = RuntimesError;

    /// Reads `exponential(5)` or `bounded-pareto(15,4241,1)`.
    fn from_str(text: &str) -> Result<Runtimes, RuntimesError> {
        let unknown = || RuntimesError::Unknown(text.into());
        let (name, inner) = text.strip_suffix(')').and_then(|text| text.split_once('(')).ok_or_else(unknown)?;
        let numbers = inner.split(',').map(str::parse).collect::<Result<Vec<Decimal>, _>>();
        let numbers = numbers.map_err(|error| RuntimesError::Number { text: text.into(), error })?;
        let runtimes = match (name, numbers.as_slice()) {
            ("exponential", [mean]) => Runtimes::Exponential(*mean),
            ("bounded-pareto", [least, most, exponent]) => Runtimes::BoundedPareto(*least, *most, *exponent),
            _ => return Err(unknown()),
        };
        if numbers.iter().any(|number| *number > Decimal::new(LARGEST.into(), 0)) {
            return Err(RuntimesError::TooLarge(text.into()));
        }
        let checked = runtimes.sampler().map(|_| runtimes);
        checked.map_err(|error| RuntimesError::Parameters { text: text.into(), error })
    }
}

/// Draws from a distribution.
type Sampler = Box<dyn Fn(&mut Stream) -> f64>;

impl Runtimes {
    /// What draws from the distribution.
    fn sampler(self) -> Result<Sampler, DistributionError> {
        Ok(match self {
            Runtimes::Exponential(mean) => {
                let distribution = Exponential::new(mean.to_f64())?;
                Box::new(move |stream| distribution.sample(stream))
            }
            Runtimes::BoundedPareto(least, most, exponent) => {
                let distribution = BoundedPareto::new(least.to_f64(), most.to_f64(), exponent.to_f64())?;
                Box::new(move |stream| distribution.sample(stream))
            }
        })
    }
}

/// A workload of `jobs` jobs for `machine`, with `rate` arrivals per time unit on average.
///
/// The same arguments give the same jobs everywhere. Only the arrival times depend on the rate, in inverse proportion.
/// The first job arrives at time 0. Panics unless `rate` is positive. Linear in the jobs.
pub fn generate(
    machine: &Machine,
    jobs: u32,
    rate: Decimal,
    sides: Sides,
    runtimes: Runtimes,
    seed: u64,
    replication: u32,
) -> Workload {
    generate_shapes(jobs, &Arrivals { rate, runtimes, seed, replication }, |sizes| draw_sides(machine, sides, sizes))
}

/// The arrivals and run times of jobs.
#[derive(Clone, Copy, Debug)]
pub struct Arrivals {
    /// The mean number of arrivals per time unit; positive.
    pub rate: Decimal,
    /// The distribution of run times.
    pub runtimes: Runtimes,
    /// The experiment's seed.
    pub seed: u64,
    /// The number of the workload among several from this seed.
    pub replication: u32,
}

/// The same with another distribution of extents.
pub(super) fn generate_shapes(
    jobs: u32,
    arrivals: &Arrivals,
    mut draw: impl FnMut(&mut Stream) -> Coordinates,
) -> Workload {
    let Arrivals { rate, runtimes, seed, replication } = *arrivals;
    let stream = |name| Stream::new(seed, name, replication);
    let (mut arrivals, mut sizes, mut lengths) = (stream("arrivals"), stream("sizes"), stream("runtimes"));
    let interval = Exponential::new(1.0 / rate.to_f64()).expect("a positive rate");
    let runtime = runtimes.sampler().expect("checked when it was read");
    let mut workload = Workload::default();
    let mut submit: Time = 0;
    for job in 0..i64::from(jobs) {
        if job > 0 {
            submit = submit.saturating_add(microseconds(interval.sample(&mut arrivals)));
        }
        let extents = draw(&mut sizes);
        workload.id.push(job + 1);
        workload.submit.push(submit);
        workload.runtime.push(microseconds(runtime(&mut lengths)));
        workload.requested.push(-1);
        workload.size.push(extents.iter().product());
        workload.sides.push(extents);
    }
    workload
}

fn draw_sides(machine: &Machine, sides: Sides, stream: &mut Stream) -> Coordinates {
    let mut extents = Coordinates::new(machine.extents());
    for extent in extents.iter_mut() {
        let longest = *extent;
        *extent = match sides {
            Sides::Uniform => stream.uniform_integer(1, longest),
            Sides::Exponential => {
                let mean = Exponential::new(f64::from(longest) / 2.0).expect("a positive mean");
                (mean.sample(stream) as u32).clamp(1, longest)
            }
        };
    }
    extents
}

fn microseconds(seconds: f64) -> Time {
    libm::round(seconds * SECOND as f64) as Time
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostic;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn generated(rate: &str, sides: Sides, runtimes: &str) -> Workload {
        let runtimes = runtimes.parse().unwrap();
        generate(&Machine::mesh(&[16, 22]), 20_000, decimal(rate), sides, runtimes, 1, 0)
    }

    fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
        let count = values.len() as f64;
        values.sum::<f64>() / count
    }

    #[test]
    fn means_are_those_of_the_distributions() {
        let workload = generated("0.1", Sides::Uniform, "exponential(5)");
        let seconds = |times: &[Time]| mean(times.iter().map(|&time| time as f64 / SECOND as f64));
        assert!((seconds(&workload.runtime.to_vec()) / 5.0 - 1.0).abs() < 0.03);
        let last = workload.submit.last().unwrap() as f64 / SECOND as f64;
        assert!((last / 20_000.0 * 0.1 - 1.0).abs() < 0.03, "one arrival in ten time units");
        for (dimension, expected) in [(0, 8.5), (1, 11.5)] {
            let side = mean(workload.sides.iter().map(|sides| f64::from(sides[dimension])));
            assert!((side / expected - 1.0).abs() < 0.02, "{side}");
        }
    }

    /// Floored, raised to 1 and limited to n: the mean is 1 - e^(-1/m) for the raised part plus the sum of P(X >= k), k
    /// = 1..n.
    #[test]
    fn exponential_sides_have_the_mean_of_the_clamped_distribution() {
        let workload = generated("1", Sides::Exponential, "exponential(5)");
        for (dimension, longest) in [(0, 16), (1, 22)] {
            let tail = |k: u32| libm::exp(-f64::from(k) / (f64::from(longest) / 2.0));
            let expected = 1.0 - tail(1) + (1..=longest).map(tail).sum::<f64>();
            let side = mean(workload.sides.iter().map(|sides| f64::from(sides[dimension])));
            assert!((side / expected - 1.0).abs() < 0.02, "{side} instead of {expected}");
            assert!(workload.sides.iter().all(|sides| (1..=longest).contains(&sides[dimension])));
        }
    }

    #[test]
    fn only_arrivals_depend_on_the_rate_and_replications_differ() {
        let (slow, fast) = (
            generated("0.5", Sides::Uniform, "bounded-pareto(15,4241,1)"),
            generated("1", Sides::Uniform, "bounded-pareto(15,4241,1)"),
        );
        assert_eq!((&slow.sides, &slow.runtime, &slow.size), (&fast.sides, &fast.runtime, &fast.size));
        assert!(slow.submit.iter().zip(fast.submit.iter()).all(|(slow, fast)| (slow - 2 * fast).abs() <= 40_000));
        assert!(slow.runtime.iter().all(|runtime| (15 * SECOND..=4241 * SECOND).contains(&runtime)));
        let another = generate(&Machine::mesh(&[16, 22]), 5, decimal("1"), Sides::Uniform, Runtimes::default(), 1, 1);
        assert_ne!(another.sides[..], fast.sides[..5]);
    }

    #[test]
    fn runtimes_round_trip_and_bad_ones_are_named() {
        for text in ["exponential(5)", "bounded-pareto(15,4241,1)", "exponential(0.5)"] {
            assert_eq!(text.parse::<Runtimes>().unwrap().to_string(), text);
        }
        let pareto = DistributionError::BoundsOutOfOrder { least: 9.0, most: 3.0 };
        let mean = DistributionError::NotPositive { parameter: "the mean", value: 0.0 };
        let parameters = |text: &str, error| RuntimesError::Parameters { text: text.into(), error };
        let unknown = |text: &str| RuntimesError::Unknown(text.into());
        let no_number = |text: &str, number: &str| {
            let error = NotADecimal(number.into());
            RuntimesError::Number { text: text.into(), error }
        };
        for (text, error) in [
            ("exponential", unknown("exponential")),
            ("exponential(1", unknown("exponential(1")),
            ("exponential(1,2)", unknown("exponential(1,2)")),
            ("pareto(1)", unknown("pareto(1)")),
            ("exponential(0)", parameters("exponential(0)", mean)),
            ("bounded-pareto(9,3,1)", parameters("bounded-pareto(9,3,1)", pareto)),
            ("exponential(nan)", no_number("exponential(nan)", "nan")),
            ("exponential(3155760001)", RuntimesError::TooLarge("exponential(3155760001)".into())),
        ] {
            assert_eq!(text.parse::<Runtimes>(), Err(error), "{text}");
        }
        let error = "bounded-pareto(9,3,1)".parse::<Runtimes>().unwrap_err();
        let said = "'bounded-pareto(9,3,1)': the bounds are 9 and 3 (expected the lower one to be less)";
        assert_eq!(Diagnostic::of(&error).to_string(), said);
    }
}
