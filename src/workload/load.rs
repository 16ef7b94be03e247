//! The offered load of jobs on a machine, and arrival times for another load (docs/semantics.md 3.2, step 5).

use super::Jobs;
use crate::machine::Machine;
use crate::time::{Decimal, Time};

/// The offered work of jobs, within the span of their arrivals. Both are positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offered {
    /// The sum of sizes times runtimes, in processor microseconds.
    work: i128,
    /// The time from the first arrival to the last, in microseconds.
    span: i128,
}

impl Offered {
    /// The work that jobs offer; `None` if they all arrive at once, or take no time.
    pub fn by(jobs: &Jobs) -> Option<Offered> {
        let work = jobs.work().fold(0, i128::saturating_add);
        let span = i128::from(jobs.jobs.submit.last()?) - i128::from(jobs.jobs.submit.first()?);
        (work > 0 && span > 0).then_some(Offered { work, span })
    }

    /// The approximate factor on arrival times that gives this load on a machine.
    pub fn factor(self, load: Decimal, machine: &Machine) -> f64 {
        self.work as f64 / (self.span as f64 * f64::from(machine.node_count()) * load.to_f64())
    }

    /// Multiplies the arrival times of the jobs to reach a positive `load` on a machine. It computes in exact integers,
    /// and rounds each quotient to the nearest one, halves up. No time exceeds the end of the clock.
    pub fn stretch_to(self, load: Decimal, machine: &Machine, jobs: &mut Jobs) {
        let end = i128::from(Time::MAX);
        let span = load.divide(self.work, machine.node_count()).min(end);
        let stretched = |submit| rounded(i128::from(submit) * span, self.span).min(end) as Time;
        jobs.jobs.submit = jobs.jobs.submit.iter().map(stretched).collect();
    }
}

/// A quotient of numbers that are not negative, rounded to the nearest, halves up.
fn rounded(number: i128, by: i128) -> i128 {
    number.saturating_add(by / 2) / by
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::SECOND;
    use crate::workload::{Job, Request};
    use proptest::prelude::*;

    /// Jobs of (submit, runtime) in microseconds, of three processors each.
    fn jobs(times: &[(Time, Time)]) -> Jobs {
        let job = |&(submit, runtime): &(Time, Time)| Job { submit, runtime, estimate: runtime, request: 0 };
        Jobs { jobs: times.iter().map(job).collect(), requests: vec![Request::processors(3)], ..Jobs::default() }
    }

    fn submits(times: &[(Time, Time)], load: &str, machine: &Machine) -> Vec<Time> {
        let mut jobs = jobs(times);
        Offered::by(&jobs).unwrap().stretch_to(load.parse().unwrap(), machine, &mut jobs);
        jobs.jobs.iter().map(|job| job.submit).collect()
    }

    /// Three jobs of 3 x 8 s on six nodes are 12 s of the machine, a load of 0.6 over 20 s. A load of 0.5 takes 24 s.
    /// The first job that runs need not be the first of the log: time 0 is unchanged.
    #[test]
    fn arrivals_are_stretched_to_a_load() {
        let machine = Machine::mesh(&[2, 3]);
        let run = 8 * SECOND;
        let given = [(10 * SECOND, run), (15 * SECOND, run), (30 * SECOND, run)];
        assert_eq!(submits(&given, "0.6", &machine), [10 * SECOND, 15 * SECOND, 30 * SECOND]);
        assert_eq!(submits(&given, "0.5", &machine), [12 * SECOND, 18 * SECOND, 36 * SECOND]);
        assert_eq!(submits(&given, "1.2", &machine), [5 * SECOND, 7_500_000, 15 * SECOND]);
        assert_eq!(submits(&[(0, 7), (1, 7), (3, 0)], "1", &machine), [0, 2, 7], "3 x 14 / 6 = 7, and 7 / 3 is 2.33");
    }

    #[test]
    fn simultaneous_jobs_or_no_jobs_offer_nothing() {
        for none in [&[][..], &[(0, 5)], &[(3, 5), (3, 5)], &[(0, 0), (9, 0)]] {
            assert_eq!(Offered::by(&jobs(none)), None);
        }
    }

    proptest! {
        #[test]
        fn the_load_is_the_requested_one(
            times in prop::collection::vec((0i64..1 << 40, 1i64..1 << 40), 2..30),
            digits in 1i64..2000,
        ) {
            let mut times = times;
            times.sort();
            times[0].0 = 0;
            times.last_mut().unwrap().0 += 1;
            let (machine, load) = (Machine::mesh(&[5, 7]), Decimal::new(digits, 3));
            let mut jobs = jobs(&times);
            Offered::by(&jobs).unwrap().stretch_to(load, &machine, &mut jobs);
            prop_assert!(jobs.jobs.submit.iter().is_sorted());
            if let Some(now) = Offered::by(&jobs) {
                // Work and span are within a microsecond of the requested ones.
                let off = (now.factor(load, &machine) - 1.0) * now.span as f64;
                prop_assert!(off.abs() < 2.0 + 1e-9 * now.span as f64, "{}", off);
            }
        }
    }
}
