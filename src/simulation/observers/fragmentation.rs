//! Fragmentation: processors given but not asked for, and processors free while a job waits that asks for no more of
//! them.

use crate::scheduling::{Event, Observer};
use crate::time::Time;
use crate::workload::Jobs;

/// Internal and external fragmentation (docs/semantics.md 6.4).
#[derive(Clone, Debug)]
pub struct Fragmentation<'a> {
    /// Processors that jobs asked for.
    pub asked: u64,
    /// Processors that jobs were given.
    pub given: u64,
    /// The time, in microseconds, in which the head of the queue waits although as many processors as it asks for are
    /// free.
    pub time: i128,
    /// Free processors times that time.
    pub free_time: i128,
    /// Since when it has been so, with how many free processors.
    since: Option<(Time, u32)>,
    jobs: &'a Jobs,
}

impl Fragmentation<'_> {
    /// The machine is idle, and no job waits.
    pub fn new(jobs: &Jobs) -> Fragmentation<'_> {
        Fragmentation { asked: 0, given: 0, time: 0, free_time: 0, since: None, jobs }
    }
}

impl Observer for Fragmentation<'_> {
    fn observe(&mut self, event: Event) {
        match event {
            Event::Started { job, allocation, .. } => {
                self.asked += u64::from(self.jobs.size(job));
                self.given += u64::from(allocation.processors);
            }
            Event::Settled { now, free, head } => {
                if let Some((since, free)) = self.since {
                    self.time += i128::from(now - since);
                    self.free_time += i128::from(now - since) * i128::from(free);
                }
                let in_vain = head.is_some_and(|head| free >= self.jobs.size(head));
                self.since = in_vain.then_some((now, free));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::{Job, Request};

    /// A head that asks for 2 of 4 processors waits from 1 s to 3 s while one is free, which is no fragmentation, to 5 s
    /// while 3 are, and to 9 s while 2 are.
    #[test]
    fn a_head_that_would_find_enough_processors() {
        let job = Job { submit: 0, runtime: 0, estimate: 0, request: 0 };
        let jobs = Jobs { jobs: vec![job].into(), requests: vec![Request::processors(2)], ..Jobs::default() };
        let mut fragmentation = Fragmentation::new(&jobs);
        for (time, free, head) in [(1, 1, Some(0)), (3, 3, Some(0)), (5, 2, Some(0)), (9, 4, None), (20, 4, None)] {
            fragmentation.observe(Event::Settled { now: time, free, head });
        }
        assert_eq!((fragmentation.time, fragmentation.free_time), (2 + 4, 2 * 3 + 4 * 2));
    }
}
