//! The waiting of all jobs of a run by reason (docs/semantics.md 8.1).

use crate::scheduling::{Event, Observer, ReasonKind, Tally, Wanted};
use crate::time::Time;

/// The waiting of all jobs of a run, by the kind of reason. It is an observer, which makes a run a little slower.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WaitBreakdown {
    /// Microseconds, summed over jobs, by kind in the order of [`ReasonKind::ALL`].
    pub total: [i128; ReasonKind::ALL.len()],
    /// The part of it that jobs spend behind a head that finds no place, while the head rule lets no job overtake.
    pub behind_no_place: i128,
    /// The number of jobs that wait since the last pass, by kind.
    waiting: Tally,
    since: Time,
}

impl Observer for WaitBreakdown {
    fn want(&self, _: Time, wanted: &mut Wanted) {
        wanted.tally = true;
    }

    fn observe(&mut self, event: Event) {
        let Event::Tallied { now, waiting } = event else { return };
        let passed = i128::from(now - self.since);
        for (total, waiting) in self.total.iter_mut().zip(&self.waiting) {
            *total += i128::from(*waiting) * passed;
        }
        // If any job waits for its turn, only the head waits for something else.
        if self.waiting[ReasonKind::Placement as usize] > 0 {
            self.behind_no_place += i128::from(self.waiting[ReasonKind::Order as usize]) * passed;
        }
        self.waiting = *waiting;
        self.since = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::run::Waits;
    use crate::run::testing::{jobs, prepared, run};
    use crate::scheduling::{BlockedHead, Order, Scheduling};
    use crate::simulation::simulate;
    use crate::workload::Jobs;
    use proptest::prelude::*;

    fn split(jobs: &Jobs, machine: &Machine, strategy: &str, policy: Scheduling) -> WaitBreakdown {
        let (jobs, allocator) = prepared(jobs, machine, strategy);
        let mut split = WaitBreakdown::default();
        simulate(&jobs, allocator, policy, &mut split).unwrap();
        split
    }

    /// On a line of four: jobs of one processor hold nodes 0 to 3 until 10, 40, 10 and 30. At 10 nodes 0 and 2 are
    /// free. Job 5 asks for two in a row. It waits for processors from 1 to 10, and for a place from 10 to 30, when
    /// node 3 becomes free. Job 6 asks for one, and waits behind it from 2 to 30.
    #[test]
    fn a_head_without_a_place_blocks_the_queue() {
        let list = [(0, 10, 1), (0, 40, 1), (0, 10, 1), (0, 30, 1), (1, 5, 2), (1, 5, 1)];
        let by_hand = split(&jobs(&list), &Machine::mesh(&[4]), "ff", "fcfs".parse().unwrap());
        let of = |kind: ReasonKind| by_hand.total[kind as usize];
        assert_eq!([ReasonKind::Order, ReasonKind::Processors, ReasonKind::Placement].map(of), [28, 9, 20]);
        assert_eq!(by_hand.behind_no_place, 20);
    }

    proptest! {
        /// The breakdown equals the waits of the jobs one by one. Under `fcfs` no job starts earlier than on `flat`,
        /// which is therefore a bound for any better strategy.
        #[test]
        fn the_split_is_that_of_the_jobs_and_flat_is_a_bound(
            list in prop::collection::vec((0i64..4, 0i64..9, 1u32..=16), 1..40),
            strategy in prop::sample::select(vec!["nep", "ff", "mbs", "gabl", "paging(1)", "random"]),
            order in prop::sample::select(Order::ALL),
            head in prop::sample::select(BlockedHead::ALL),
        ) {
            let machine = Machine::mesh(&[4, 4]);
            // A mesh has no box of 5, 7, ... nodes, but a box for every power of two.
            let list: Vec<_> = list.into_iter().map(|(pause, runtime, size)| (pause, runtime, size.next_power_of_two())).collect();
            let jobs = jobs(&list);
            let policy = Scheduling::new(order, head);
            prop_assume!(policy.check().is_ok());
            let split = split(&jobs, &machine, strategy, policy);
            let (shaped, allocator) = prepared(&jobs, &machine, strategy);
            let mut waits = Waits::all(&shaped);
            simulate(&shaped, allocator, policy, &mut waits).unwrap();
            prop_assert_eq!(split.total, waits.total());
            prop_assert!(split.behind_no_place <= split.total[ReasonKind::Order as usize]);
            let fcfs: Scheduling = "fcfs".parse().unwrap();
            let (placed, flat) = (run(&jobs, &machine, strategy, fcfs), run(&jobs, &machine, "flat", fcfs));
            prop_assert!((0..jobs.jobs.len()).all(|job| flat.start[job] <= placed.start[job]));
        }
    }
}
