//! `fair-share` compared with the plain rule of docs/semantics.md 10.5.

use crate::drawn::{allocator, instance, run};
use crate::plain;
use proptest::prelude::*;
use subtorus::scheduling::Scheduling;
use subtorus::time::SECOND;
use subtorus::workload::{Job, Jobs};

proptest! {
    /// Runs of many weeks, so that use loses weight.
    #[test]
    fn fair_share_follows_the_plain_rule_over_weeks(
        (machine, jobs, name) in any::<bool>().prop_flat_map(instance), hours in 1i64..80,
        head in prop::sample::select(vec!["block", "skip", "skip(3)", "easy", "easy(3)"]),
    ) {
        let longer = |job: Job| {
            let [submit, runtime, estimate] = [job.submit, job.runtime, job.estimate].map(|time| time * hours * 3600 * SECOND);
            Job { submit, runtime, estimate, ..job }
        };
        let jobs = Jobs { jobs: jobs.jobs.iter().map(longer).collect(), ..jobs };
        let scheduling: Scheduling = format!("fair-share/{head}").parse().unwrap();
        let (found, reasons) = run(&jobs, &machine, allocator(name, &machine), scheduling);
        let plain = plain::run(&jobs, allocator(name, &machine), scheduling);
        prop_assert_eq!(found, plain.starts, "{} on {} with {}", scheduling, machine, name);
        prop_assert_eq!(reasons.0, plain.held_back, "{} on {} with {}", scheduling, machine, name);
    }

    #[test]
    fn fair_share_without_users_is_first_come_first_served(
        (machine, jobs, name) in any::<bool>().prop_flat_map(instance),
        head in prop::sample::select(vec!["block", "skip", "skip(3)", "easy", "easy(3)"]),
    ) {
        let jobs = Jobs { user: Default::default(), ..jobs };
        let [fair, first] = ["fair-share", "fcfs"].map(|order| format!("{order}/{head}").parse().unwrap());
        let found = run(&jobs, &machine, allocator(name, &machine), fair);
        let expected = run(&jobs, &machine, allocator(name, &machine), first);
        prop_assert_eq!((found.0, found.1.0), (expected.0, expected.1.0));
    }
}
