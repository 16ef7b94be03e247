//! The distribution of waits and slowdowns over jobs: shares, percentiles, means.

use super::{Classes, Trace};
use crate::sorting::ascending;
use crate::time::{SECOND, seconds};
use crate::view::Delay;

/// The values of some jobs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Distribution {
    /// The values, ascending.
    values: Vec<f64>,
    /// The mean of the values.
    pub mean: f64,
}

impl Distribution {
    /// The number of jobs.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no jobs.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The least value that this share of the jobs, in per cent, does not exceed; NaN without jobs. Cost: O(1).
    pub fn percentile(&self, percent: u32) -> f64 {
        let rank = (self.len() as u64 * u64::from(percent.min(100))).div_ceil(100) as usize;
        self.values.get(rank.saturating_sub(1)).copied().unwrap_or(f64::NAN)
    }

    /// The largest value; NaN without jobs.
    pub fn largest(&self) -> f64 {
        self.percentile(100)
    }

    /// The share of the jobs with a value of at most this one, from 0 to 1; NaN without jobs. Cost: O(log n).
    pub fn share_at_most(&self, value: f64) -> f64 {
        self.values.partition_point(|&other| other <= value) as f64 / self.len() as f64
    }
}

impl Trace {
    /// The wait or the slowdown of a job.
    pub fn delay(&self, delay: Delay, job: usize) -> f64 {
        match delay {
            Delay::Wait => seconds(self.start[job] - self.submit[job]),
            Delay::Slowdown => self.slowdown(job),
        }
    }

    /// The jobs by ascending wait or slowdown. Cost: O(n log n).
    pub fn ranked(&self, delay: Delay) -> Vec<u32> {
        // The bits of non-negative floats have the order of the floats.
        ascending((0..self.len()).map(|job| self.delay(delay, job).to_bits() as i64))
    }

    /// The distribution of waits or slowdowns in each class; `ranked` is [`Trace::ranked`]. The means equal those of
    /// the metrics bit by bit: the sum of waits is exact, and slowdowns are added in the order of jobs. Cost: O(n).
    pub fn distributions(&self, delay: Delay, ranked: &[u32], classes: &Classes) -> Vec<Distribution> {
        let mut distributions = vec![Distribution::default(); classes.members.len()];
        for &job in ranked {
            distributions[classes.of[job as usize] as usize].values.push(self.delay(delay, job as usize));
        }
        let (mut exact, mut sums) = (vec![0_i128; distributions.len()], vec![0.0; distributions.len()]);
        for (job, &class) in classes.of.iter().enumerate() {
            match delay {
                Delay::Wait => exact[class as usize] += i128::from(self.start[job] - self.submit[job]),
                Delay::Slowdown => sums[class as usize] += self.slowdown(job),
            }
        }
        for ((distribution, exact), sum) in distributions.iter_mut().zip(exact).zip(sums) {
            let sum = if delay == Delay::Wait { exact as f64 / SECOND as f64 } else { sum };
            distribution.mean = sum / distribution.len() as f64;
        }
        distributions
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Plan, permalink};
    use crate::machine::Machine;
    use crate::run::record;
    use crate::run::testing::{jobs, run, runs};
    use crate::simulation::metrics::*;
    use crate::view::By;
    use proptest::prelude::*;

    fn all(trace: &Trace, delay: Delay) -> Distribution {
        let classes = Classes::new(trace, By::All, &[]);
        trace.distributions(delay, &trace.ranked(delay), &classes).remove(0)
    }

    /// Five jobs on all processors, 20 s each, one after the other: they wait for 0, 20, 40, 60 and 80 s.
    #[test]
    fn five_jobs_by_hand() {
        let list = [(0, 20 * SECOND, 4); 5];
        let trace = run(&jobs(&list), &Machine::mesh(&[4]), "flat", "fcfs".parse().unwrap());
        let waits = all(&trace, Delay::Wait);
        assert_eq!((waits.len(), waits.mean, waits.largest()), (5, 40.0, 80.0));
        // 50 % of five jobs are 2.5, which is the third job. 80 % are four, and 81 % the fifth.
        assert_eq!(
            [1, 20, 21, 50, 80, 81, 99].map(|share| waits.percentile(share)),
            [0.0, 0.0, 20.0, 40.0, 60.0, 80.0, 80.0]
        );
        assert_eq!(
            [-1.0, 0.0, 19.9, 20.0, 80.0, 1e9].map(|wait| waits.share_at_most(wait)),
            [0.0, 0.2, 0.2, 0.4, 1.0, 1.0]
        );
        let slowdowns = all(&trace, Delay::Slowdown);
        assert_eq!((slowdowns.mean, slowdowns.percentile(50), slowdowns.largest()), (3.0, 3.0, 5.0));
        assert_eq!(slowdowns.share_at_most(1.0), 0.2);
    }

    #[test]
    fn no_jobs_have_no_percentiles() {
        let nothing = Distribution::default();
        assert!(nothing.is_empty() && nothing.percentile(50).is_nan() && nothing.share_at_most(1.0).is_nan());
    }

    #[test]
    fn all_jobs_together_equal_the_metrics_bit_by_bit() {
        let link = "#v=1&jobs=300&machine=mesh:8x8&allocation=gabl&scheduling=easy&vary=runtime:2..2:1";
        let experiment = permalink::read(link).0;
        let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
        let (trace, metrics) = (record(&plan, 0).unwrap(), plan.run(0, None).unwrap().metrics);
        let [waits, slowdowns] = [Delay::Wait, Delay::Slowdown].map(|delay| all(&trace, delay));
        let percentiles = |of: &Distribution| {
            [of.mean, of.percentile(50), of.percentile(90), of.percentile(95), of.percentile(99), of.largest()]
        };
        let metrics = |wanted: [&Metric; 6]| wanted.map(|metric| metrics.get(metric));
        assert_eq!(
            percentiles(&waits),
            metrics([&MEAN_WAIT, &MEDIAN_WAIT, &P90_WAIT, &P95_WAIT, &P99_WAIT, &MAX_WAIT])
        );
        let of_slowdown = [
            &MEAN_BOUNDED_SLOWDOWN,
            &MEDIAN_BOUNDED_SLOWDOWN,
            &P90_BOUNDED_SLOWDOWN,
            &P95_BOUNDED_SLOWDOWN,
            &P99_BOUNDED_SLOWDOWN,
            &MAX_BOUNDED_SLOWDOWN,
        ];
        assert_eq!(percentiles(&slowdowns), metrics(of_slowdown));
    }

    proptest! {
        /// The reference is a plain sort. The classes add up to all jobs.
        #[test]
        fn distributions_are_those_of_a_plain_sort(trace in runs(), percent in 1u32..=100, value in -1.0f64..30.0) {
            for &delay in Delay::ALL {
                for &by in By::ALL {
                    let classes = Classes::new(&trace, by, &[2, 5]);
                    let found = trace.distributions(delay, &trace.ranked(delay), &classes);
                    prop_assert_eq!(found.iter().map(Distribution::len).sum::<usize>(), trace.len());
                    for (class, found) in found.iter().enumerate() {
                        let of_class = (0..trace.len()).filter(|&job| classes.of[job] as usize == class);
                        let mut plain: Vec<f64> = of_class.map(|job| trace.delay(delay, job)).collect();
                        plain.sort_by(f64::total_cmp);
                        let at_most = plain.iter().filter(|&&other| other <= value).count();
                        prop_assert_eq!(found.share_at_most(value), at_most as f64 / plain.len() as f64);
                        let percentile = found.percentile(percent);
                        let enough = |most: f64| 100 * plain.iter().filter(|&&other| other <= most).count() >= percent as usize * plain.len();
                        let expected = plain.iter().copied().find(|&most| enough(most)).unwrap();
                        prop_assert_eq!(percentile, expected);
                        prop_assert_eq!(found.share_at_most(found.largest()), 1.0);
                        let mean = plain.iter().sum::<f64>() / plain.len() as f64;
                        prop_assert!((found.mean - mean).abs() <= 1e-9 * mean.abs());
                    }
                }
            }
        }
    }
}
