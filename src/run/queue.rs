//! The order of the queue of a recorded run at any moment.

use super::Trace;
use crate::scheduling::Order;
use crate::scheduling::orders::{Key, QueuedJob};
use crate::sorting::sorted;
use crate::time::Time;
use std::cmp::Ordering;

/// The column [`Trace::order`] for an order.
pub(super) fn order_column(order: Order) -> Vec<u32> {
    let place = Order::ALL.iter().position(|other| *other == order).filter(|_| order.changes());
    place.map(|place| place as u32).into_iter().collect()
}

impl Trace {
    /// Which of two waiting jobs comes first after a pass at this time.
    pub fn compare(&self, one: usize, other: usize, pass: Time) -> Ordering {
        let order = self.order.first().and_then(|&place| Order::ALL.get(place as usize));
        let Some(Key::Changing(key)) = order.map(|order| order.key()) else {
            return self.rank[one].cmp(&self.rank[other]);
        };
        let key = |job: usize| {
            let (waited, estimate) = (pass - self.submit[job], self.estimate[job]);
            key(&QueuedJob { waited, estimate, processors: self.asked[job] })
        };
        key(other).total_cmp(&key(one)).then(one.cmp(&other))
    }

    /// Sorts jobs that wait after a pass at this time by the order of the queue. Cost: O(n log n).
    pub fn in_order(&self, waiting: Vec<usize>, pass: Time) -> Vec<usize> {
        sorted(waiting, |&one, &other| self.compare(one, other, pass))
    }
}
