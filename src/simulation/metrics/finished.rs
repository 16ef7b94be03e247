//! A run that has ended, as the metrics see it.

use crate::network::LinkNumbers;
use crate::simulation::recorder::Recorder;
use crate::simulation::statistics::{Spread, mean_seconds, quotient};
use crate::time::{SECOND, Time, seconds};

/// A job that ran shorter than this is treated as if it had run this long, lest it distort the mean slowdown
/// (Mao 2005 section 4.2).
const SLOWDOWN_BOUND: Time = 10 * SECOND;

/// The bounded slowdown of a job that is there for `response` and runs for `service`, at least 1.
pub fn bounded_slowdown(response: Time, service: Time) -> f64 {
    let bounded = |time: Time| seconds(time.max(SLOWDOWN_BOUND));
    bounded(response) / bounded(service)
}

/// What was recorded of a run in which every job has ended, with what several metrics share.
pub struct Finished<'a> {
    /// What was recorded.
    pub(super) run: &'a Recorder<'a>,
    /// Bounded slowdowns, waits and response times of the jobs.
    pub(super) slowdown: Spread,
    pub(super) wait: Spread,
    pub(super) response: Spread,
    /// The mean time from start to end, in seconds.
    pub(super) mean_service: f64,
    /// Processors times microseconds that jobs asked for and held.
    pub(super) work: f64,
    /// Microseconds from the first arrival to the last, and to the last completion.
    pub(super) arrivals: Time,
    pub(super) makespan: Time,
    /// How busy each link between two nodes is; empty where jobs do not communicate.
    pub(super) links: Vec<f64>,
}

impl<'a> Finished<'a> {
    /// Sums of times are exact integers, so they do not depend on the order of summation; the slowdowns are summed in job
    /// order. O(jobs + links); memory for a million numbers at most, of which quantiles are selected.
    pub(super) fn new(run: &'a Recorder<'a>) -> Finished<'a> {
        let (jobs, times) = (&run.jobs.jobs, &run.times);
        let count = jobs.len();
        let since_arrival = |times: &'a [Time]| jobs.submit.iter().zip(times).map(|(submit, time)| time - submit);
        let (wait, response) = (since_arrival(&times.start), since_arrival(&times.end));
        let services = || times.start.iter().zip(&times.end).map(|(start, end)| end - start);
        let slowdown = response.clone().zip(services()).map(|(response, service)| bounded_slowdown(response, service));
        let work = |(job, service)| i128::from(run.jobs.size(job)) * i128::from(service);
        let first_arrival = jobs.submit.first().unwrap_or(0);
        Finished {
            run,
            slowdown: Spread::of_numbers(count, slowdown),
            wait: Spread::of_times(count, wait),
            response: Spread::of_times(count, response),
            mean_service: mean_seconds(services(), count),
            work: services().enumerate().map(work).sum::<i128>() as f64,
            arrivals: jobs.submit.last().unwrap_or(0) - first_arrival,
            makespan: times.end.iter().max().map_or(0, |end| end - first_arrival),
            links: between_nodes(run),
        }
    }

    /// The work as a share of what the machine offers in a time.
    pub(super) fn share_of_offer(&self, time: Time) -> f64 {
        quotient(self.work, time as f64 * self.nodes())
    }

    pub(super) fn nodes(&self) -> f64 {
        f64::from(self.run.machine.node_count())
    }

    /// The mean over jobs with nodes that have places.
    pub(super) fn per_placed(&self, sum: u64) -> f64 {
        quotient(sum as f64, self.run.blocks.placed as f64)
    }

    /// The mean over jobs with a single block.
    pub(super) fn per_torus(&self, sum: u64) -> f64 {
        quotient(sum as f64, self.run.tori.jobs as f64)
    }
}

/// The loads of the links between nodes.
fn between_nodes(run: &Recorder) -> Vec<f64> {
    let loads = run.links.loads();
    if loads.is_empty() {
        return loads;
    }
    LinkNumbers::new(run.machine).between_nodes().map(|(link, ..)| loads[link]).collect()
}
