//! The order of the queue by the plain rules of docs/semantics.md 5 and 10.5.

use super::Plain;
use subtorus::scheduling::Order;
use subtorus::scheduling::orders::Key;
use subtorus::time::{SECOND, Time};

impl Plain<'_> {
    /// The waiting jobs in the order of the queue.
    pub fn queue(&self) -> Vec<usize> {
        let mut queue = self.waiting.clone();
        match self.order {
            Order::Wfp | Order::Expansion | Order::FairShare => queue.sort_by(|&one, &other| {
                let later = |job: usize| (self.jobs.jobs.submit.at(job), job);
                self.priority(other).partial_cmp(&self.priority(one)).unwrap().then(later(one).cmp(&later(other)))
            }),
            _ => queue.sort_by_key(|&job| self.key(job)),
        }
        queue
    }

    /// Section 10.5 as in the text: the greatest priority comes first.
    fn priority(&self, job: usize) -> f64 {
        if self.order == Order::FairShare {
            return -(self.use_of(self.jobs.user(job)) as f64);
        }
        let job = self.jobs.jobs.at(job);
        let w = (self.now - job.submit) as f64;
        let e = std::cmp::max(job.estimate, 1) as f64;
        let n = self.jobs.requests[job.request as usize].processors as f64;
        let x = w / e;
        if self.order == Order::Wfp { x * x * x * n } else { (w + e) / e }
    }

    /// The use of a user now, from the starts of all jobs, week by week as in the text of section 10.5.
    fn use_of(&self, user: i32) -> u128 {
        const WEEK: Time = 7 * 24 * 3600 * SECOND;
        let weight = |since: Time| ((1u64 << 52) as f64 * libm::exp2(since as f64 / WEEK as f64)) as u128;
        let mut total = 0;
        for week in 0..=self.now / WEEK {
            let (begin, end) = (week * WEEK, (week + 1) * WEEK);
            for job in (0..self.starts.len()).filter(|&job| self.starts[job] >= 0 && self.jobs.user(job) == user) {
                let from = self.starts[job].max(begin);
                let to = (self.starts[job] + self.jobs.jobs.runtime.at(job)).min(end).min(self.now);
                if from < to {
                    total += u128::from(self.held[job]) * (weight(to - begin) - weight(from - begin));
                }
            }
            if end <= self.now {
                total /= 2;
            }
        }
        total
    }

    /// The key of an order that never changes, and what decides ties.
    pub fn key(&self, job: usize) -> (Time, Time, usize) {
        let Key::Fixed(key) = self.order.key() else { unreachable!("the order changes") };
        (key(self.jobs, job), self.jobs.jobs.submit.at(job), job)
    }
}
