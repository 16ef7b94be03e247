//! The jobs that have arrived and not started, in the order of the queue.

use super::changing::{Changing, Keys};
use super::orders::{Key, PlacedJob};
use super::own::{PolicyViolation, QueueOrder};
use super::peers::Peers;
use super::rank_set::RankSet;
use crate::sorting::positions;
use crate::time::Time;
use crate::workload::{Jobs, Request};
use std::cmp::Ordering;

/// Jobs that the allocation strategy cannot tell apart: their effective requests are equal.
struct Class {
    request: Request,
    /// The number of waiting jobs.
    waiting: u32,
}

/// The most jobs that wait to be put among their peers.
const MOST_NEWCOMERS: usize = 16;

/// The queue. Every order is a total order. Most orders are known before the run, so that a job has a fixed *rank*. In
/// an order that changes with time, ranks are those of the last pass ([`Waiting::sort`]). "The first waiting job" is
/// the least rank present.
///
/// Each class of equal requests has blocks that know their least estimate. They lead to the first job that would end in
/// time. A scheduling pass therefore scans the queue only to sort it. Memory: a bit for each job of the run, and eight
/// bytes more if the queue is not in order of arrival. Everything else is per waiting job.
pub struct Waiting<'a> {
    jobs: &'a Jobs,
    /// The rank of each job, and the job of each rank; `None` where both are the same.
    order: Option<(Vec<u32>, Vec<u32>)>,
    /// The class of each request.
    class_of: Vec<u32>,
    present: RankSet,
    /// By effective processors, fewest first.
    classes: Vec<Class>,
    /// The waiting jobs by class, except the newcomers. It is filled on the first query for a job behind another, which
    /// not every policy makes.
    peers: Vec<Peers>,
    /// The jobs that arrived since the last query. Many of them start before the next query.
    newcomers: Vec<usize>,
    /// The classes with at least one waiting job, ascending.
    occupied: Vec<u32>,
    count: u32,
    /// The key of an order that changes with time.
    changing: Option<Changing<'a>>,
}

impl<'a> Waiting<'a> {
    /// An empty queue for these jobs, in this order. `effective` gives the request that a strategy really serves.
    pub fn new(jobs: &'a Jobs, order: QueueOrder<'a>, effective: impl Fn(&Request) -> Request) -> Waiting<'a> {
        let (job_at, changing) = sorted(jobs, order);
        let order = job_at.map(|job_at| {
            let mut rank_of = vec![0; job_at.len()];
            job_at.iter().zip(0..).for_each(|(&job, rank)| rank_of[job as usize] = rank);
            (rank_of, job_at)
        });
        let (requests, class_of) = distinct(jobs.requests.iter().map(effective).collect());
        let class = |request| Class { request, waiting: 0 };
        Waiting {
            jobs,
            present: RankSet::new(jobs.jobs.len()),
            occupied: Vec::new(),
            classes: requests.into_iter().map(class).collect(),
            peers: Vec::new(),
            newcomers: Vec::new(),
            order,
            class_of,
            count: 0,
            changing,
        }
    }

    /// The job of a rank.
    fn job_at(&self, rank: u32) -> usize {
        self.order.as_ref().map_or(rank, |(_, job_at)| job_at[rank as usize]) as usize
    }

    /// The waiting jobs of a class.
    fn peers(&mut self, class: usize) -> &Peers {
        if self.peers.is_empty() || !self.newcomers.is_empty() {
            self.put_among_peers();
        }
        &self.peers[class]
    }

    fn put_among_peers(&mut self) {
        if self.peers.is_empty() {
            self.peers.resize_with(self.classes.len(), Peers::default);
            self.newcomers = self.iter().collect();
        }
        let mut newcomers = std::mem::take(&mut self.newcomers);
        for job in newcomers.drain(..) {
            let (rank, class) = (self.rank(job), self.class(job));
            self.peers[class].insert(rank, self.jobs.jobs.estimate.at(job));
        }
        self.newcomers = newcomers;
    }

    /// The number of waiting jobs.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The number of waiting jobs of a class.
    pub fn count_of(&self, class: usize) -> u32 {
        self.classes[class].waiting
    }

    /// The number of waiting jobs of a class with ranks in `from..end`. Cost: a step for each 32 of them.
    pub fn count_between(&mut self, class: usize, from: u32, end: u32) -> u32 {
        self.peers(class).count_between(from, end) as u32
    }

    /// Adds a job that arrives.
    pub fn insert(&mut self, job: usize) {
        let (rank, class) = (self.rank(job), self.class(job));
        self.present.insert(rank);
        if self.classes[class].waiting == 0 {
            let place = self.place_of(class);
            self.occupied.insert(place, class as u32);
        }
        if !self.peers.is_empty() {
            if self.newcomers.len() == MOST_NEWCOMERS {
                self.put_among_peers();
            }
            self.newcomers.push(job);
        }
        self.classes[class].waiting += 1;
        self.count += 1;
    }

    /// Whether waiting jobs may change places from pass to pass.
    pub fn changes(&self) -> bool {
        self.changing.is_some()
    }

    /// Begins a pass. In an order that changes with time, the queue takes the order of this instant and keeps it until
    /// the next pass. Jobs change places only here. Cost: a step for each waiting job, and O(log jobs) for each job
    /// that changes places. Fails if own code gives no key.
    pub fn sort(&mut self, jobs: &Jobs, now: Time) -> Result<(), Box<PolicyViolation>> {
        if !self.newcomers.is_empty() {
            self.put_among_peers();
        }
        let (Some(changing), Some((rank_of, job_at))) = (&mut self.changing, &mut self.order) else { return Ok(()) };
        let ranks = std::iter::successors(self.present.first_from(0), |rank| self.present.first_from(rank + 1));
        let queue: Vec<(u32, u32)> = ranks.map(|rank| (job_at[rank as usize], rank)).collect();
        let moves = changing.moves(jobs, now, &queue)?;
        if !self.peers.is_empty() {
            let class = |job: u32| self.class_of[jobs.jobs.request[job as usize] as usize] as usize;
            moves.iter().for_each(|moved| self.peers[class(moved.job)].remove(moved.from));
            for moved in &moves {
                self.peers[class(moved.job)].insert(moved.to, jobs.jobs.estimate.at(moved.job as usize));
            }
        }
        for moved in &moves {
            (rank_of[moved.job as usize], job_at[moved.to as usize]) = (moved.to, moved.job);
        }
        Ok(())
    }

    /// Removes a job that starts on this number of processors.
    pub fn start(&mut self, job: usize, processors: u32, now: Time) {
        if let Some(changing) = &mut self.changing {
            changing.start(PlacedJob::of(self.jobs, job, processors), now);
        }
        let (rank, class) = (self.rank(job), self.class(job));
        self.present.remove(rank);
        if let Some(place) = self.newcomers.iter().position(|newcomer| *newcomer == job) {
            self.newcomers.swap_remove(place);
        } else if !self.peers.is_empty() {
            self.peers[class].remove(rank);
        }
        self.classes[class].waiting -= 1;
        self.count -= 1;
        if self.classes[class].waiting == 0 {
            let place = self.place_of(class);
            self.occupied.remove(place);
        }
    }

    /// A job that held this number of processors ends, and counts in the order from now on.
    pub fn end(&mut self, job: usize, processors: u32, now: Time) {
        if let Some(changing) = &mut self.changing {
            changing.end(PlacedJob::of(self.jobs, job, processors), now);
        }
    }

    /// Whether a job waits.
    pub fn has(&self, job: usize) -> bool {
        self.present.first_from(self.rank(job)) == Some(self.rank(job))
    }

    /// The job at the head of the queue.
    pub fn head(&self) -> Option<usize> {
        self.present.first().map(|rank| self.job_at(rank))
    }

    /// The first waiting job with at least this rank.
    pub fn first_from(&self, rank: u32) -> Option<usize> {
        self.present.first_from(rank).map(|rank| self.job_at(rank))
    }

    /// The rank of the `nth` waiting job (from 1) among those with at least this rank. Cost: at most `nth` steps.
    pub fn nth_from(&self, rank: u32, nth: u32) -> Option<u32> {
        self.present.nth_from(rank, nth)
    }

    /// All waiting jobs, in the order of the queue.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        std::iter::successors(self.head(), |&job| self.first_from(self.rank(job) + 1))
    }

    /// A job's place in the order of the queue, among all jobs of the run.
    pub fn rank(&self, job: usize) -> u32 {
        self.order.as_ref().map_or(job as u32, |(rank_of, _)| rank_of[job])
    }

    /// The class of a job.
    pub fn class(&self, job: usize) -> usize {
        self.class_of[self.jobs.jobs.request[job] as usize] as usize
    }

    /// The number of classes.
    pub fn class_count(&self) -> usize {
        self.classes.len()
    }

    /// What the jobs of a class ask for.
    pub fn request(&self, class: usize) -> &Request {
        &self.classes[class].request
    }

    /// The number of classes with at least one waiting job.
    pub fn occupied_count(&self) -> usize {
        self.occupied.len()
    }

    /// The class at this place (from 0) among the classes with waiting jobs. Classes are in order of ascending
    /// processors.
    pub fn occupied_class(&self, place: usize) -> usize {
        self.occupied[place] as usize
    }

    /// The place of a class among those with waiting jobs, or the place at which it would be inserted.
    fn place_of(&self, class: usize) -> usize {
        self.occupied.partition_point(|&other| (other as usize) < class)
    }

    /// The first waiting job of a class behind `rank` with an estimate of at most `bound`. Cost: a step for each 32
    /// waiting jobs.
    pub fn first_behind(&mut self, class: usize, rank: u32, bound: Time) -> Option<usize> {
        let found = self.peers(class).first_within(rank.checked_add(1)?, bound);
        found.map(|rank| self.job_at(rank))
    }
}

/// The indices of all jobs in the order of the queue; `None` if that is the order of arrival. Jobs come in order of
/// arrival, which breaks ties. In an order that changes with time, also the source of its keys: a new arrival then
/// stands behind the waiting jobs until the next pass.
fn sorted<'a>(jobs: &Jobs, order: QueueOrder<'a>) -> (Option<Vec<u32>>, Option<Changing<'a>>) {
    let count = jobs.jobs.len();
    let changing = |keys| (Some((0..count as u32).collect()), Some(Changing::new(keys)));
    match order {
        QueueOrder::Changing(own) => changing(Keys::Own(own)),
        QueueOrder::Fixed(keys) => (by_key(count, &|one, other| keys[one].total_cmp(&keys[other])), None),
        QueueOrder::Catalogue(order) => match order.key() {
            Key::Changing(key) => changing(Keys::Catalogue(key)),
            Key::Stateful(make) => changing(Keys::Stateful(make())),
            Key::Fixed(key) if (1..count).all(|job| key(jobs, job - 1) <= key(jobs, job)) => (None, None),
            Key::Fixed(key) => {
                let keys: Vec<_> = (0..count).map(|job| key(jobs, job)).collect();
                (by_key(count, &|one, other| keys[one].cmp(&keys[other])), None)
            }
        },
    }
}

/// The jobs below `count` in the order of `compare`.
fn by_key(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Option<Vec<u32>> {
    Some(positions(count, compare).into_iter().map(|job| job as u32).collect())
}

/// The distinct requests among `requests`, by processors, and for each request the index of its distinct one.
fn distinct(requests: Vec<Request>) -> (Vec<Request>, Vec<u32>) {
    let key = |request: &Request| (request.processors, request.extents);
    let order = positions(requests.len(), &|one, other| key(&requests[one]).cmp(&key(&requests[other])));
    let (mut sorted, mut numbers) = (Vec::new(), vec![0; requests.len()]);
    for place in order {
        if sorted.last() != Some(&requests[place]) {
            sorted.push(requests[place]);
        }
        numbers[place] = sorted.len() as u32 - 1;
    }
    (sorted, numbers)
}
