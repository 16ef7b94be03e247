//! The order of the queue of a recorded run at any moment.

use super::Trace;
use crate::scheduling::orders::{Key, OrderState, PlacedJob, QueuedJob};
use crate::scheduling::{Order, Scheduling};
use crate::sorting::{ascending, sorted};
use crate::time::Time;
use std::cmp::Ordering;

/// The column [`Trace::order`] for a policy.
pub(super) fn order_column(policy: Scheduling) -> Vec<u32> {
    let place = Order::ALL.iter().position(|other| *other == policy.order).filter(|_| policy.order.changes());
    let own = policy.own_order.map(|_| Order::ALL.len());
    own.or(place).map(|place| place as u32).into_iter().collect()
}

/// The order of the queue in pass after pass. The state of an order is replayed from the starts and ends of the run.
pub struct QueueReplay<'a> {
    trace: &'a Trace,
    keys: Keys,
}

/// Where the keys come from.
enum Keys {
    /// The ranks.
    Ranks,
    /// A number that changes with time.
    Changing(fn(&QueuedJob) -> f64),
    /// A state, and the events that it does not know yet, the last one first: ends by job, then starts by job.
    Stateful(Box<dyn OrderState>, Vec<u32>),
}

impl<'a> QueueReplay<'a> {
    /// The replay before the first pass. Cost: O(n log n) if the order keeps state.
    pub fn new(trace: &'a Trace) -> QueueReplay<'a> {
        let order = trace.order.first().and_then(|&place| Order::ALL.get(place as usize));
        let keys = match order.map(|order| order.key()) {
            None | Some(Key::Fixed(_)) => Keys::Ranks,
            Some(Key::Changing(key)) => Keys::Changing(key),
            Some(Key::Stateful(make)) => {
                let mut events = ascending(trace.end.iter().chain(&trace.start).copied());
                events.reverse();
                Keys::Stateful(make(), events)
            }
        };
        QueueReplay { trace, keys }
    }

    /// The key of a job that waits after a pass at this time, the greatest first. Passes never go back in time.
    fn key(&mut self, job: usize, pass: Time) -> f64 {
        let trace = self.trace;
        let queued = || trace.queued(job, pass);
        match &mut self.keys {
            Keys::Ranks => -f64::from(trace.rank[job]),
            Keys::Changing(key) => key(&queued()),
            Keys::Stateful(state, events) => {
                while let Some(event) = events.pop_if(|event| trace.is_past(*event as usize, pass)) {
                    trace.pass_on(event as usize, &mut **state);
                }
                state.key(&queued(), pass)
            }
        }
    }

    /// Which of two waiting jobs comes first after a pass at this time, which is not before that of an earlier call.
    pub fn compare(&mut self, one: usize, other: usize, pass: Time) -> Ordering {
        let keys = [one, other].map(|job| self.key(job, pass));
        keys[1].total_cmp(&keys[0]).then(one.cmp(&other))
    }
}

impl Trace {
    /// Whether the queue is in an order that only own code knows. Here, it is in order of arrival.
    pub fn is_own_order(&self) -> bool {
        self.order.first() == Some(&(Order::ALL.len() as u32))
    }

    /// Whether a pass knows an event: the end of the job of this number or, in further numbers, the start of a job.
    fn is_past(&self, event: usize, pass: Time) -> bool {
        self.end.get(event).map_or_else(|| self.start[event - self.len()] < pass, |end| *end <= pass)
    }

    /// Passes an event on to the state of an order.
    fn pass_on(&self, event: usize, state: &mut dyn OrderState) {
        let (job, is_end) = (event % self.len(), event < self.len());
        let (start, end, processors) = (self.start[job], self.end[job], self.held[job]);
        let placed = PlacedJob { job, user: self.user_of(job), processors };
        match is_end {
            _ if start == end => {}
            true => state.ended(&placed, end),
            false => state.started(&placed, start),
        }
    }

    /// A waiting job at a time.
    fn queued(&self, job: usize, now: Time) -> QueuedJob {
        let (waited, estimate) = (now - self.submit[job], self.estimate[job]);
        QueuedJob { waited, estimate, processors: self.asked[job], user: self.user_of(job) }
    }

    /// The user of a job. All unknown users are -1.
    fn user_of(&self, job: usize) -> i32 {
        self.user.get(job).map_or(-1, |user| (*user).max(-1))
    }

    /// Which of two waiting jobs comes first after a pass at this time.
    pub fn compare(&self, one: usize, other: usize, pass: Time) -> Ordering {
        QueueReplay::new(self).compare(one, other, pass)
    }

    /// Sorts jobs that wait after a pass at this time by the order of the queue. Cost: O(n log n).
    pub fn in_order(&self, waiting: Vec<usize>, pass: Time) -> Vec<usize> {
        let mut replay = QueueReplay::new(self);
        let keyed = waiting.into_iter().map(|job| (replay.key(job, pass), job)).collect();
        let compare = |one: &(f64, usize), other: &(f64, usize)| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1));
        sorted(keyed, compare).into_iter().map(|(_, job)| job).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::run::Tracer;
    use crate::run::snapshot::JobIntervals;
    use crate::run::testing::{jobs, lists, prepared, ways};
    use crate::scheduling::{Event, Observer, Wanted};
    use crate::simulation::simulate;
    use crate::time::SECOND;
    use crate::workload::Jobs;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// The queue of the scheduler after the last pass at each instant.
    #[derive(Default)]
    struct Queues {
        now: Vec<usize>,
        after: BTreeMap<Time, Vec<usize>>,
    }

    impl Observer for Queues {
        fn want(&self, _: Time, wanted: &mut Wanted) {
            wanted.reasons = true;
        }
        fn observe(&mut self, event: Event) {
            match event {
                Event::Waits { job, .. } => self.now.push(job),
                Event::Settled { now, .. } => {
                    self.after.insert(now, std::mem::take(&mut self.now));
                }
                _ => {}
            }
        }
    }

    proptest! {
        /// Every order with every head rule, for minutes or for weeks.
        #[test]
        fn the_queue_at_a_moment_is_the_schedulers(
            list in lists(), (strategy, policy) in ways(), hours in prop::sample::select(vec![0, 1, 50]), at in 0i64..200,
        ) {
            let unit = (hours * 3600 * SECOND).max(1);
            let list: Vec<_> = list.into_iter().map(|(pause, runtime, size)| (pause * unit, runtime * unit, size.min(8))).collect();
            let user = list.iter().map(|&(_, runtime, size)| ((runtime / unit) as i32 + size as i32) % 4 - 1).collect();
            let machine = Machine::mesh(&[4, 4]);
            let (jobs, allocator) = prepared(&Jobs { user, ..jobs(&list) }, &machine, strategy);
            let mut observers = (Tracer::new(&jobs, &[], &machine, policy, &vec![0; jobs.requests.len()]), Queues::default());
            simulate(&jobs, allocator, policy, &mut observers).unwrap();
            let (trace, queues) = (observers.0.finish(), observers.1.after);
            let moment = JobIntervals::new(&trace).at(&trace, at * unit);
            let last = queues.range(..=at * unit).next_back().map(|(_, queue)| queue.clone());
            prop_assert_eq!(moment.waiting, last.unwrap_or_default(), "{}", policy);
            let mut replay = QueueReplay::new(&trace);
            for (&pass, queue) in &queues {
                prop_assert!(queue.windows(2).all(|pair| replay.compare(pair[0], pair[1], pass).is_lt()), "{} at {}", policy, pass);
            }
        }
    }
}
