//! The user with the least use of processors first. Use loses half of its weight in a week.

use super::{Key, OrderState, PlacedJob, QueuedJob};
use crate::time::{SECOND, Time};
use rustc_hash::FxHashMap;

pub(super) const KEY: Key = Key::Stateful(|| Box::new(Users::default()));

/// The time in which use loses half of its weight.
const WEEK: Time = 7 * 24 * 3600 * SECOND;

/// The weight of an instant, by the time since the beginning of its week. Between 2^52 and 2^53, where binary64 numbers
/// are whole.
fn weight(since: Time) -> i128 {
    (libm::exp2(since as f64 / WEEK as f64) * (1u64 << 52) as f64) as i128
}

/// The use of one user.
#[derive(Clone, Default)]
struct Use {
    /// The processors that the user holds.
    held: i128,
    /// The weighted processor time up to an instant, in weights of the instant's week.
    total: i128,
    until: Time,
}

impl Use {
    /// Counts up to a time. All is in integers, so it does not matter at which times it is called. A long time without a
    /// call needs few steps, because after 128 halvings the total no longer changes.
    fn count(&mut self, now: Time) {
        for _ in 0..(now / WEEK - self.until / WEEK).min(128) {
            self.total = (self.total + self.held * (2 * weight(0) - weight(self.until % WEEK))) >> 1;
            self.until = 0;
        }
        self.total += self.held * (weight(now % WEEK) - weight(self.until % WEEK));
        self.until = now;
    }
}

/// The use of each user with a job that has started or waits.
#[derive(Default)]
struct Users(FxHashMap<i32, Use>);

impl Users {
    /// The use of a user up to a time.
    fn at(&mut self, user: i32, now: Time) -> &mut Use {
        let found = self.0.entry(user).or_insert_with(|| Use { until: now, ..Use::default() });
        found.count(now);
        found
    }
}

impl OrderState for Users {
    fn started(&mut self, job: &PlacedJob, at: Time) {
        self.at(job.user, at).held += i128::from(job.processors);
    }

    fn ended(&mut self, job: &PlacedJob, at: Time) {
        self.at(job.user, at).held -= i128::from(job.processors);
    }

    fn key(&mut self, job: &QueuedJob, now: Time) -> f64 {
        -(self.at(job.user, now).total as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocation::strategies::flat::Flat;
    use crate::machine::Machine;
    use crate::simulation::{Recorder, simulate};
    use crate::workload::{Job, Jobs, Request};
    use proptest::prelude::*;

    const HOUR: Time = 3600 * SECOND;

    /// The starts of jobs that take all of a machine under `fair-share`: user, arrival and runtime in hours.
    fn starts(list: &[(i32, Time, Time)]) -> Vec<Time> {
        let job = |&(_, submit, runtime): &(i32, Time, Time)| {
            let (submit, runtime) = (submit * HOUR, runtime * HOUR);
            Job { submit, runtime, estimate: runtime, request: 0 }
        };
        let user = list.iter().map(|job| job.0).collect();
        let jobs = Jobs {
            jobs: list.iter().map(job).collect(),
            requests: vec![Request::processors(4)],
            user,
            ..Jobs::default()
        };
        let machine = Machine::mesh(&[4]);
        let mut recorder = Recorder::new(&jobs, &machine);
        simulate(&jobs, Box::new(Flat::new(&machine)), "fair-share".parse().unwrap(), &mut recorder).unwrap();
        recorder.times.start.iter().map(|start| start / HOUR).collect()
    }

    /// The first job holds the machine until 10. User 2 then has used nothing, so the last job starts before the second.
    #[test]
    fn who_has_used_nothing_comes_first() {
        assert_eq!(starts(&[(1, 0, 10), (1, 1, 1), (2, 2, 1)]), [0, 11, 10]);
        assert_eq!(starts(&[(-1, 0, 10), (-1, 1, 1), (-7, 2, 1)]), [0, 10, 11], "unknown users are one");
    }

    /// At 508, the ten hours that user 1 held three weeks before count about an eighth, less than the two hours of user 2.
    #[test]
    fn use_loses_half_of_its_weight_in_a_week() {
        let [week, weeks] = [168, 3 * 168];
        let list = [(1, 0, 10), (2, weeks, 2), (2, weeks + 1, 1), (1, weeks + 1, 1)];
        assert_eq!(starts(&list), [0, weeks, weeks + 3, weeks + 2]);
        let list = [(1, week, 10), (2, week + 10, 2), (2, week + 11, 1), (1, week + 11, 1)];
        assert_eq!(starts(&list), [week, week + 10, week + 12, week + 13], "without a pause it counts more");
    }

    /// A job of two hours, and two jobs of one hour each on the same processors, are the same use to the bit.
    #[test]
    fn it_does_not_matter_how_use_is_divided() {
        let job = |user| PlacedJob { job: 0, user, processors: 3 };
        let (mut users, begin) = (Users::default(), 2 * WEEK - HOUR - 5);
        users.started(&job(1), begin);
        users.started(&job(2), begin);
        users.ended(&job(2), begin + HOUR);
        users.started(&job(2), begin + HOUR);
        let key = |users: &mut Users, user| {
            users.key(&QueuedJob { waited: 0, estimate: 1, processors: 1, user }, begin + 2 * HOUR)
        };
        let keys = [1, 2, 9].map(|user| key(&mut users, user));
        assert!(keys[0] == keys[1] && keys[0] < keys[2]);
    }

    proptest! {
        /// The use is the integral of 2^((x - now) / week) over the processors held at x, up to a factor.
        #[test]
        fn use_is_that_of_the_formula(list in prop::collection::vec((1i64..400, 1i64..400, 1i64..99), 1..20), parts in 1i64..9) {
            let (mut one, mut now, mut expected) = (Use::default(), 0, 0.0);
            for (pause, hours, held) in list {
                one.count(now + pause * HOUR);
                let from = now + pause * HOUR;
                one.held = held.into();
                now = from + hours * HOUR;
                for part in 1..parts {
                    one.count(from + (now - from) / parts * part);
                }
                one.count(now);
                one.held = 0;
                let decayed = |time: Time| libm::exp2(-(time as f64) / WEEK as f64);
                expected = expected * decayed(now - from + pause * HOUR) + held as f64 * (1.0 - decayed(now - from));
            }
            let found = one.total as f64 / weight(now % WEEK) as f64;
            prop_assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected}");
        }

        /// Many halvings at once are the same as one after the other.
        #[test]
        fn a_long_time_takes_few_steps(held in 0i128..1 << 32, total in 0i128..1 << 85, weeks in 1i64..400, rest in 0..WEEK) {
            let at_first = Use { held, total, ..Use::default() };
            let (mut at_once, mut in_steps) = (at_first.clone(), at_first);
            at_once.count(weeks * WEEK + rest);
            (1..=weeks).for_each(|week| in_steps.count(week * WEEK));
            in_steps.count(weeks * WEEK + rest);
            prop_assert_eq!(at_once.total, in_steps.total);
        }
    }
}
