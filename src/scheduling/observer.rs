//! Who watches a run as it goes.

use crate::allocation::Allocation;
use crate::network::Delivery;
use crate::time::Time;

/// Who watches a run.
pub trait Observer {
    /// The job with this index starts now on these nodes.
    fn started(&mut self, job: usize, now: Time, allocation: &Allocation);

    /// The job with this index ends now and gives these nodes back.
    fn ended(&mut self, _job: usize, _now: Time, _allocation: &Allocation) {}

    /// All that happens now has happened: so many processors stay free, and this job heads the queue, until the next
    /// event.
    fn settled(&mut self, _now: Time, _free: u32, _head: Option<usize>) {}

    /// A packet of the job with this index has arrived.
    fn delivered(&mut self, _job: usize, _delivery: &Delivery) {}

    /// Every job has ended, and the network has carried so many flits over each of its links
    /// ([`crate::network::Network::flits`]).
    fn carried(&mut self, _flits: &[u64]) {}

    /// Every job has ended; the allocator tried so many placements in all (0 from strategies that do not count).
    fn finished(&mut self, _placements_tried: u64) {}
}
