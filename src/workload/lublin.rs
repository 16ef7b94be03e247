//! The workload model of Lublin and Feitelson, for experiments without a log (docs/semantics.md 3.4).
//!
//! U. Lublin and D. G. Feitelson, *The workload on parallel supercomputers: modeling the characteristics of rigid
//! jobs*, Journal of Parallel and Distributed Computing 63(11), 2003, fitted distributions to the logs of four
//! production machines. This module has its batch jobs, with the parameters of the paper and of the authors' program in
//! the Parallel Workloads Archive:
//!
//! - **Sizes.** 29.27 % of the jobs are serial. The logarithm (base 2) of the others' sizes is two-stage uniform: from
//!   1.2 to 2.5 below the machine's size with probability 0.875, from there to the machine's size otherwise. For 66.86
//!   % of all jobs that logarithm is rounded, so that they ask for a power of two.
//! - **Runtimes.** The natural logarithm of the seconds is hyper-gamma. The first part, gamma(6.57, 0.823), has the
//!   short jobs. The second, gamma(639.1, 0.0156), has the long ones around six hours. The larger a job, the less
//!   likely it is to be short: with probability 0.6986 - 0.003 size. No job runs longer than e^12 seconds, nearly two
//!   days.
//! - **Arrivals.** The natural logarithm of the time between two jobs, in seconds of an average hour, is gamma(6.0415 *
//!   1.0519, 0.8531), at most 13. Time passes faster when more jobs arrive: each half hour of the day has a weight, the
//!   probability of it by gamma(6.1271, 5.2740) if the half hours are counted from 5:00 in the morning, with 11, to 58.
//!   Most jobs arrive early in the afternoon, fewest before dawn.
//!
//! A rate other than 1 divides the times between jobs before the weights apply. More jobs then arrive in each day, and
//! the length of the days is unchanged. (An experiment's arrival factor stretches the days, too.)
//!
//! Rules where the paper is silent: if the machine's size is not a power of two, sizes are limited to the machine's
//! size, and powers of two to the largest that fits. On a machine of one processor all jobs are serial. Runtimes are
//! whole seconds, as in the authors' program; arrivals keep their microseconds. Users request no times. The first job
//! arrives at time 0; before the workload is moved there, the clock starts at midnight.

use super::Workload;
use crate::random::{Gamma, HyperGamma, Stream, TwoStageUniform};
use crate::time::{Decimal, SECOND, Time};

const SERIAL: f64 = 0.2927;
const POWER_OF_TWO: f64 = 0.6686;
/// The logarithms of the least size, and of the size between the two stages relative to the machine's.
const LEAST_SIZE: f64 = 1.2;
const MIDDLE_SIZE_BELOW_MACHINE: f64 = 2.5;
const LOWER_STAGE: f64 = 0.875;

/// Shape and scale of a gamma distribution.
type Parameters = (f64, f64);

const SHORT_RUNTIMES: Parameters = (6.57, 0.823);
const LONG_RUNTIMES: Parameters = (639.1, 0.0156);
/// The probability of a short runtime for a job of no processors, and its change for each processor.
const SHORT: f64 = 0.6986;
const SHORT_PER_PROCESSOR: f64 = -0.003;
const MOST_LOG_RUNTIME: f64 = 12.0;

const INTERVALS: Parameters = (6.0415 * 1.0519, 0.8531);
const MOST_LOG_INTERVAL: f64 = 13.0;

const DAILY_CYCLE: Parameters = (6.1271, 5.2740);
const HALF_HOURS: usize = 48;
const FIRST_HALF_HOUR: usize = 11;
const SECONDS_PER_HALF_HOUR: f64 = 1800.0;

/// A workload of `jobs` jobs for a machine of `processors`, with the arrival rate of the model times `rate`.
///
/// The same arguments give the same jobs everywhere. Sizes and runtimes do not depend on the rate. Times beyond the
/// clock end at its end. Linear in the jobs: about a microsecond each. Panics unless `rate` is positive.
pub fn generate(processors: u32, jobs: u32, rate: Decimal, seed: u64, replication: u32) -> Workload {
    assert!(rate.is_positive(), "the arrival rate of a model is positive");
    let mut workload = Workload::default();
    let stream = |name| Stream::new(seed, name, replication);
    let mut next_size = sizes(processors, stream("sizes"));
    let mut next_runtime = runtimes(stream("runtimes"));
    let mut arrivals = Arrivals::new(rate, stream("arrivals"));
    let mut start = None;
    for id in 1..=i64::from(jobs) {
        let arrival = arrivals.next();
        let size = next_size();
        workload.id.push(id);
        workload.submit.push(arrival - *start.get_or_insert(arrival));
        workload.runtime.push(next_runtime(size));
        workload.requested.push(-1);
        workload.size.push(size);
    }
    workload
}

fn gamma((shape, scale): Parameters) -> Gamma {
    Gamma::new(shape, scale)
}

/// Draws sizes.
fn sizes(processors: u32, mut stream: Stream) -> impl FnMut() -> u32 {
    let high = libm::log2(f64::from(processors.max(1)));
    let low = high.min(LEAST_SIZE);
    let middle = low.max(high - MIDDLE_SIZE_BELOW_MACHINE);
    let logarithm = TwoStageUniform::new(low, middle, high, LOWER_STAGE);
    move || {
        let kind = stream.uniform();
        if kind < SERIAL || processors < 2 {
            return 1;
        }
        let logarithm = logarithm.sample(&mut stream);
        if kind < SERIAL + POWER_OF_TWO {
            return 1 << (libm::round(logarithm) as u32).min(processors.ilog2());
        }
        (libm::round(libm::exp2(logarithm)) as u32).min(processors)
    }
}

/// Draws runtimes of jobs of a size.
fn runtimes(mut stream: Stream) -> impl FnMut(u32) -> Time {
    let (short, long) = (gamma(SHORT_RUNTIMES), gamma(LONG_RUNTIMES));
    move |size| {
        let probability = (SHORT + SHORT_PER_PROCESSOR * f64::from(size)).clamp(0.0, 1.0);
        let logarithm = HyperGamma::new(short, long, probability);
        loop {
            let drawn = logarithm.sample(&mut stream);
            if drawn <= MOST_LOG_RUNTIME {
                return libm::exp(drawn) as Time * SECOND;
            }
        }
    }
}

/// Draws arrivals. Jobs arrive as if time passed evenly in *weighted* half hours. The weight of a half hour of the
/// clock is the number of weighted ones in it.
struct Arrivals {
    stream: Stream,
    interval: Gamma,
    rate: f64,
    /// Weighted half hours in each half hour of the day, from midnight; 1 on average.
    weights: [f64; HALF_HOURS],
    /// Half hours of the clock since the first midnight, and weighted half hours in the current one.
    half_hours: f64,
    weighted: f64,
}

impl Arrivals {
    fn new(rate: Decimal, stream: Stream) -> Arrivals {
        Arrivals {
            stream,
            interval: gamma(INTERVALS),
            rate: rate.to_f64(),
            weights: weights(),
            half_hours: 0.0,
            weighted: 0.0,
        }
    }

    /// The time of the next arrival, after the first midnight.
    fn next(&mut self) -> Time {
        let seconds = loop {
            let drawn = self.interval.sample(&mut self.stream);
            if drawn <= MOST_LOG_INTERVAL {
                break libm::exp(drawn);
            }
        };
        self.pass(seconds / SECONDS_PER_HALF_HOUR / self.rate);
        let present = self.weighted / self.weights[self.half_hour_of_day()];
        let microseconds = (self.half_hours + present) * (SECONDS_PER_HALF_HOUR * SECOND as f64);
        libm::round(microseconds) as Time
    }

    /// Advances by weighted half hours: first by whole days at once, then by half hours. Even a low rate is thus quick.
    fn pass(&mut self, weighted: f64) {
        let day = HALF_HOURS as f64;
        let total = self.weighted + weighted;
        let rest = total % day;
        self.half_hours += libm::round((total - rest) / day) * day;
        self.weighted = rest;
        while self.weighted > self.weights[self.half_hour_of_day()] {
            self.weighted -= self.weights[self.half_hour_of_day()];
            self.half_hours += 1.0;
        }
    }

    fn half_hour_of_day(&self) -> usize {
        (self.half_hours % HALF_HOURS as f64) as usize
    }
}

/// The weight of each half hour of the day, from midnight, with mean 1.
fn weights() -> [f64; HALF_HOURS] {
    let (shape, scale) = DAILY_CYCLE;
    let until = |half_hour: f64| gamma_distribution(shape, half_hour / scale);
    let mut weights = [0.0; HALF_HOURS];
    for counted in FIRST_HALF_HOUR..FIRST_HALF_HOUR + HALF_HOURS {
        // Half hours are counted from 1, and each stands for the interval around its number.
        let of_day = (counted - 1) % HALF_HOURS;
        weights[of_day] = until(counted as f64 + 0.5) - until(counted as f64 - 0.5);
    }
    let mean = weights.iter().sum::<f64>() / HALF_HOURS as f64;
    weights.map(|weight| weight / mean)
}

/// The distribution function of gamma(shape, 1) at `x`, by its power series. It is accurate for `x` up to a few times
/// the shape, which is enough here.
fn gamma_distribution(shape: f64, x: f64) -> f64 {
    let mut term = 1.0 / shape;
    let mut sum = term;
    let mut divisor = shape;
    while term > sum * 1e-16 {
        divisor += 1.0;
        term *= x / divisor;
        sum += term;
    }
    sum * libm::exp(shape * libm::log(x) - x - libm::lgamma(shape))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const JOBS: u32 = 20_000;

    fn model() -> Workload {
        generate(1024, JOBS, Decimal::ONE, 1, 0)
    }

    fn share(values: &[u32], is_counted: impl Fn(u32) -> bool) -> f64 {
        values.iter().filter(|&&value| is_counted(value)).count() as f64 / values.len() as f64
    }

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    /// These values are part of the meaning of a permalink: a change of them changes the numbers of every permalink.
    #[test]
    fn permalinks_keep_their_jobs() {
        let jobs = generate(1024, 5, Decimal::ONE, 1, 0);
        assert_eq!(jobs.id, [1, 2, 3, 4, 5]);
        assert_eq!(jobs.submit, [0, 20141860, 40236322, 68464247, 151696162]);
        assert_eq!(jobs.runtime, [2813000000, 87000000, 52000000, 477000000, 11985000000]);
        assert_eq!(jobs.size, [4, 1, 4, 4, 16]);
        assert_eq!(jobs.requested, [-1; 5]);
    }

    #[test]
    fn sizes_have_the_published_shares() {
        let size = model().size.to_vec();
        // Four standard errors of a share in 20 000 jobs are at most 0.0142.
        assert!((share(&size, |size| size == 1) - 0.2927).abs() < 0.0142);
        // Jobs without a rounded logarithm may be a power of two by chance, mostly 4.
        let powers = share(&size, u32::is_power_of_two);
        assert!(powers > 0.2927 + 0.6686 - 0.0142 && powers < 0.99, "{powers}");
        // The stages meet at log2 = 7.5. Sizes are rounded to 2^7 and 2^8 on either side of it, so only the upper stage
        // has numbers above 256: those beyond 8.5, the upper 0.6 of it, if the logarithm is rounded.
        let large = share(&size, |size| size >= 512) / (1.0 - 0.2927);
        assert!((large - 0.125 * 0.6).abs() < 0.012, "{large}");
        assert!(size.iter().all(|&size| size <= 1024));
    }

    #[test]
    fn sizes_fit_machines_of_any_size() {
        for processors in [1, 2, 3, 5, 128, 384, 1000, 1 << 20, u32::MAX] {
            let size = generate(processors, 2000, Decimal::ONE, 1, 0).size.to_vec();
            assert!(size.iter().all(|&size| (1..=processors).contains(&size)), "{processors}");
            assert_eq!(share(&size, |size| size > 1) > 0.6, processors > 1, "{processors}");
        }
        // 2^round(log2 384) would be 512.
        let size = generate(384, JOBS, Decimal::ONE, 1, 0).size.to_vec();
        assert!(share(&size, |size| size == 256) > share(&size, |size| size == 128), "the cut is to 256");
    }

    #[test]
    fn runtimes_have_a_short_and_a_long_mode() {
        let hours = |hours: f64| (hours * 3600.0) as Time * SECOND;
        let mut runtime = model().runtime.to_vec();
        runtime.sort();
        assert!(runtime[0] >= SECOND && runtime[runtime.len() - 1] <= hours(46.0), "e^12 seconds are 45.2 hours");
        assert!(runtime.iter().all(|time| time % SECOND == 0));
        // The long mode has the median exp(639.1 * 0.0156), 5.9 hours, and the short one exp(5.1), 3 minutes. The
        // median of their mixture is between them.
        let median = runtime[runtime.len() / 2];
        assert!(median > hours(0.25) && median < hours(5.0), "{median}");
    }

    #[test]
    fn large_jobs_run_longer() {
        let jobs = model();
        let short = |sizes: std::ops::RangeInclusive<u32>| {
            let times: Vec<Time> = (0..jobs.len())
                .filter(|&job| sizes.contains(&jobs.size.at(job)))
                .map(|job| jobs.runtime.at(job))
                .collect();
            times.iter().filter(|&&time| time < 1000 * SECOND).count() as f64 / times.len() as f64
        };
        // The long mode has nothing below 1000 seconds, and the short one has this share.
        let below = gamma_distribution(SHORT_RUNTIMES.0, f64::ln(1000.0) / SHORT_RUNTIMES.1);
        assert!((short(1..=1) - below * 0.6956).abs() < 0.03, "{}", short(1..=1));
        assert!((short(64..=64) - below * 0.5066).abs() < 0.06, "{}", short(64..=64));
        assert_eq!(short(256..=1024), 0.0, "0.6986 - 0.003 * 256 is negative");
    }

    #[test]
    fn more_jobs_arrive_in_the_afternoon_than_at_night() {
        let mut arrivals = Arrivals::new(decimal("4"), Stream::new(1, "arrivals", 0));
        let mut of_day = [0u32; HALF_HOURS];
        for _ in 0..JOBS {
            let half_hours = arrivals.next() / (1800 * SECOND);
            of_day[half_hours as usize % HALF_HOURS] += 1;
        }
        let weights = weights();
        // Arrivals come in bunches, so shares of six-hour quarters vary more than independent ones would.
        for (quarter, counts) in of_day.chunks(12).enumerate() {
            let found = f64::from(counts.iter().sum::<u32>()) / f64::from(JOBS);
            let expected = weights[quarter * 12..][..12].iter().sum::<f64>() / HALF_HOURS as f64;
            assert!((found - expected).abs() < 0.03, "quarter {quarter}: {found}, expected {expected}");
        }
        let night: u32 = of_day[4..12].iter().sum();
        let afternoon: u32 = of_day[22..30].iter().sum();
        assert!(afternoon > 3 * night, "{afternoon} and {night}");
    }

    #[test]
    fn weights_are_the_model_s() {
        let weights = weights();
        assert!((weights.iter().sum::<f64>() - 48.0).abs() < 1e-9);
        let busiest = weights.iter().enumerate().max_by(|one, other| one.1.total_cmp(other.1)).unwrap().0;
        // The mode of gamma(6.1271, 5.2740) is 27.04: half hour 27 counted from 1, from 13:00 to 13:30.
        assert_eq!(busiest, 26);
        let quietest = weights.iter().enumerate().min_by(|one, other| one.1.total_cmp(other.1)).unwrap().0;
        assert_eq!(quietest, 9, "the last half hour of the model's day, before 5:00");
    }

    #[test]
    fn the_distribution_function_of_gamma_equals_known_closed_forms() {
        for x in [0.5, 1.0, 2.0, 5.0, 11.0] {
            let erlang = 1.0 - (1.0 + x + x * x / 2.0) * f64::exp(-x);
            assert!((gamma_distribution(3.0, x) - erlang).abs() < 1e-13, "{x}");
            assert!((gamma_distribution(0.5, x) - libm::erf(x.sqrt())).abs() < 1e-13, "{x}");
        }
    }

    #[test]
    fn the_rate_changes_only_arrivals() {
        let (slow, fast) = (generate(128, JOBS, Decimal::ONE, 1, 0), generate(128, JOBS, decimal("2"), 1, 0));
        assert_eq!((&slow.size, &slow.runtime), (&fast.size, &fast.runtime));
        let last = |jobs: &Workload| jobs.submit.at(jobs.len() - 1) as f64;
        assert!((last(&slow) / last(&fast) - 2.0).abs() < 0.01);
        // Half of the weighted time is not half of a day's half hours.
        assert!(fast.submit.iter().zip(slow.submit.iter()).any(|(fast, slow)| (2 * fast - slow).abs() > 600 * SECOND));
    }

    proptest! {
        #[test]
        fn workloads_keep_their_invariants(
            processors in 1u32..5000, jobs in 0u32..50, digits in 1i64..1_000_000_000, places in 0u32..=9, seed: u64,
        ) {
            let workload = generate(processors, jobs, Decimal::new(digits, places), seed, 0);
            prop_assert_eq!(workload.len(), jobs as usize);
            prop_assert!(workload.submit.iter().is_sorted() && workload.submit.first().is_none_or(|first| first == 0));
            prop_assert!(workload.runtime.iter().all(|time| time > 0));
            prop_assert_eq!(workload, generate(processors, jobs, Decimal::new(digits, places), seed, 0));
        }
    }
}
