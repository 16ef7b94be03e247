//! The stochastic workload of the literature on processor allocation (docs/semantics.md 3.4): exponential times between
//! arrivals, side lengths drawn per dimension, runtimes drawn from one distribution (ICPADS 2007 section 5, Thesis 2008
//! section 3.4).

use super::Workload;
use crate::machine::{Coordinates, Machine};
use crate::names::named;
use crate::random::{BoundedPareto, Exponential, Stream};
use crate::time::{Decimal, SECOND, Time};
use std::fmt;
use std::str::FromStr;

named! {
    /// How the side lengths of a job's sub-mesh are drawn, each dimension by itself.
    #[derive(Default)]
    Sides, "distribution of side lengths" {
        /// All whole numbers from 1 to the machine's extent are equally likely.
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
    /// Bounded Pareto: from the first number to the second, with the third as exponent; a heavy tail where that is
    /// small.
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

impl FromStr for Runtimes {
    type Err = String;

    /// Reads `exponential(5)` or `bounded-pareto(15,4241,1)`.
    fn from_str(text: &str) -> Result<Runtimes, String> {
        let wrong =
            || format!("'{text}' is no distribution of runtimes (known: exponential(mean), bounded-pareto(k,q,alpha))");
        let (name, rest) = text.split_once('(').ok_or_else(wrong)?;
        let inner = rest.strip_suffix(')').ok_or_else(wrong)?;
        let numbers = inner.split(',').map(str::parse).collect::<Result<Vec<Decimal>, _>>()?;
        let runtimes = match (name, numbers.as_slice()) {
            ("exponential", [mean]) => Runtimes::Exponential(*mean),
            ("bounded-pareto", [least, most, exponent]) => Runtimes::BoundedPareto(*least, *most, *exponent),
            _ => return Err(wrong()),
        };
        // A century of seconds keeps a million jobs well within the clock.
        let largest = Decimal::new(3_155_760_000, 0);
        if numbers.iter().any(|number| *number > largest) {
            return Err(format!("'{text}': no number may exceed {largest}"));
        }
        runtimes.sampler().map(|_| runtimes).map_err(|reason| format!("'{text}': {reason}"))
    }
}

impl Runtimes {
    fn sampler(self) -> Result<Sampler, String> {
        Ok(match self {
            Runtimes::Exponential(mean) => Sampler::Exponential(Exponential::new(mean.to_f64())?),
            Runtimes::BoundedPareto(least, most, exponent) => {
                Sampler::BoundedPareto(BoundedPareto::new(least.to_f64(), most.to_f64(), exponent.to_f64())?)
            }
        })
    }
}

/// A distribution of runtimes, ready to be drawn from.
enum Sampler {
    Exponential(Exponential),
    BoundedPareto(BoundedPareto),
}

impl Sampler {
    fn sample(&self, stream: &mut Stream) -> f64 {
        match self {
            Sampler::Exponential(distribution) => distribution.sample(stream),
            Sampler::BoundedPareto(distribution) => distribution.sample(stream),
        }
    }
}

/// A workload of `jobs` jobs for `machine`, `rate` of them arriving per time unit on average.
///
/// The same arguments give the same jobs everywhere; only the arrival times depend on the rate, and they do so in
/// proportion. The first job arrives at time 0. Panics unless `rate` is positive. Linear in the jobs.
pub fn generate(
    machine: &Machine,
    jobs: u32,
    rate: Decimal,
    sides: Sides,
    runtimes: Runtimes,
    seed: u64,
    replication: u32,
) -> Workload {
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
        let extents = draw_sides(machine, sides, &mut sizes);
        workload.id.push(job + 1);
        workload.submit.push(submit);
        workload.runtime.push(microseconds(runtime.sample(&mut lengths)));
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
    fn means_are_what_the_distributions_say() {
        let workload = generated("0.1", Sides::Uniform, "exponential(5)");
        let seconds = |times: &[Time]| mean(times.iter().map(|&time| time as f64 / SECOND as f64));
        assert!((seconds(&workload.runtime) / 5.0 - 1.0).abs() < 0.03);
        let last = *workload.submit.last().unwrap() as f64 / SECOND as f64;
        assert!((last / 20_000.0 * 0.1 - 1.0).abs() < 0.03, "one arrival in ten time units");
        for (dimension, expected) in [(0, 8.5), (1, 11.5)] {
            let side = mean(workload.sides.iter().map(|sides| f64::from(sides[dimension])));
            assert!((side / expected - 1.0).abs() < 0.02, "{side}");
        }
    }

    /// Floored, raised to 1 and cut at n: the mean is 1 - e^(-1/m) for the raised part plus the sum of P(X >= k), k = 1..n.
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
        assert!(slow.submit.iter().zip(&fast.submit).all(|(&slow, &fast)| (slow - 2 * fast).abs() <= 40_000));
        assert!(slow.runtime.iter().all(|&runtime| (15 * SECOND..=4241 * SECOND).contains(&runtime)));
        let another = generate(&Machine::mesh(&[16, 22]), 5, decimal("1"), Sides::Uniform, Runtimes::default(), 1, 1);
        assert_ne!(another.sides[..], fast.sides[..5]);
    }

    #[test]
    fn runtimes_round_trip_and_bad_ones_are_named() {
        for text in ["exponential(5)", "bounded-pareto(15,4241,1)", "exponential(0.5)"] {
            assert_eq!(text.parse::<Runtimes>().unwrap().to_string(), text);
        }
        for text in [
            "exponential",
            "exponential(0)",
            "exponential(1,2)",
            "pareto(1)",
            "bounded-pareto(9,3,1)",
            "exponential(nan)",
        ] {
            assert!(text.parse::<Runtimes>().is_err(), "{text} was accepted");
        }
    }
}
