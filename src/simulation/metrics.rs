//! The metrics of docs/semantics.md 8.

use super::recorder::{Counts, Fragmentation, Recorder, Tori};
use crate::network::LinkNumbers;
use crate::time::{SECOND, Time, seconds};
use crate::workload::Jobs;

/// One number a run yields.
pub struct Metric {
    /// The name in links, CSV and JSON, for example `mean_bounded_slowdown`.
    pub name: &'static str,
    /// The axis title, for example "Mean bounded slowdown".
    pub title: &'static str,
    /// The unit, empty for pure numbers, `s` for seconds, `%` for shares (the value itself is 0 to 1).
    pub unit: &'static str,
    /// One or two sentences that define it.
    pub definition: &'static str,
}

const fn metric(name: &'static str, title: &'static str, unit: &'static str, definition: &'static str) -> Metric {
    Metric { name, title, unit, definition }
}

/// The name of the metric that is measured by a clock, and so only where it is asked for.
pub const ALLOCATION_OVERHEAD: &str = "allocation_overhead";

/// Every metric of a run, in the order of the values that [`Recorder::metrics`] returns.
pub const METRICS: &[Metric] = &[
    metric(
        "load",
        "Load",
        "%",
        "Processor time asked for, divided by what the machine offers between the first and the last arrival.",
    ),
    metric(
        "utilization",
        "Utilisation",
        "%",
        "Processor time used by jobs, divided by what the machine offers from the first arrival to the last completion.",
    ),
    metric(
        "mean_bounded_slowdown",
        "Mean bounded slowdown",
        "",
        "Mean over jobs of response time over service time, each taken as at least 10 seconds.",
    ),
    metric(
        "median_bounded_slowdown",
        "Median bounded slowdown",
        "",
        "The bounded slowdown that half of the jobs do not exceed.",
    ),
    metric(
        "p95_bounded_slowdown",
        "95th percentile of bounded slowdown",
        "",
        "The bounded slowdown that 95 % of the jobs do not exceed.",
    ),
    metric("max_bounded_slowdown", "Largest bounded slowdown", "", "The largest bounded slowdown of any job."),
    metric("mean_wait", "Mean wait", "s", "Mean over jobs of the time from arrival to start."),
    metric("median_wait", "Median wait", "s", "The wait that half of the jobs do not exceed."),
    metric("p95_wait", "95th percentile of wait", "s", "The wait that 95 % of the jobs do not exceed."),
    metric("max_wait", "Longest wait", "s", "The longest wait of any job."),
    metric(
        "mean_response",
        "Mean response time",
        "s",
        "Mean over jobs of the time from arrival to completion (turnaround).",
    ),
    metric("median_response", "Median response time", "s", "The response time that half of the jobs do not exceed."),
    metric(
        "p95_response",
        "95th percentile of response time",
        "s",
        "The response time that 95 % of the jobs do not exceed.",
    ),
    metric("max_response", "Longest response time", "s", "The longest response time of any job."),
    metric("makespan", "Makespan", "s", "Time from the first arrival to the last completion."),
    metric(
        "mean_dimensions_collapse",
        "Mean dimensions of a job's torus (collapse)",
        "",
        "Mean over jobs of the dimensions of the torus a job gets when all its lines are folded into one ring.",
    ),
    metric(
        "share_3d_collapse",
        "Jobs with a torus of 3 or more dimensions (collapse)",
        "%",
        "Share of jobs whose torus has at least three dimensions when all lines are folded into one ring.",
    ),
    metric(
        "mean_dimensions_pair",
        "Mean dimensions of a job's torus (pair)",
        "",
        "Mean over jobs of the dimensions of the torus a job gets when each line is paired with a ring.",
    ),
    metric(
        "share_3d_pair",
        "Jobs with a torus of 3 or more dimensions (pair)",
        "%",
        "Share of jobs whose torus has at least three dimensions when each line is paired with a ring.",
    ),
    metric("blocks_per_job", "Blocks per job", "", "Mean over jobs of the number of blocks in their allocation."),
    metric("share_one_block", "Contiguous jobs", "%", "Share of jobs whose allocation is one block."),
    metric(
        "share_one_box",
        "Jobs in one box",
        "%",
        "Share of jobs whose nodes form one box, whether or not the strategy lists them as one block.",
    ),
    metric(
        "busy_blocks",
        "Length of the busy list",
        "",
        "Blocks held by running jobs just before a job starts, averaged over jobs.",
    ),
    metric(
        "allocated_blocks",
        "Allocated blocks",
        "",
        "Blocks held by running jobs, averaged over the time from the first arrival to the last completion.",
    ),
    metric(
        "placements_per_job",
        "Placements tried per job",
        "",
        "Sub-meshes that GABL looked for until a job had its processors, averaged over jobs.",
    ),
    metric(
        "internal_fragmentation",
        "Internal fragmentation",
        "%",
        "Share of the processors given to jobs that they did not ask for.",
    ),
    metric(
        "external_fragmentation",
        "External fragmentation",
        "%",
        "Mean share of processors that are free while the head of the queue waits although it asks for no more than that.",
    ),
    metric(
        ALLOCATION_OVERHEAD,
        "Allocation overhead per job",
        "ns",
        "Wall time of looking for nodes, taking them and giving them back, per job. Measured only where it is plotted, and \
         different on every computer.",
    ),
    metric("mean_service", "Mean service time", "s", "Mean over jobs of the time from start to completion."),
    metric(
        "arrival_rate",
        "Arrival rate",
        "jobs/s",
        "Jobs per unit of time between the first and the last arrival: the inverse of the mean time between arrivals.",
    ),
    metric(
        "mean_packet_latency",
        "Mean packet latency",
        "cycles",
        "Mean over packets of the time from the injection of the header to the consumption of the last flit.",
    ),
    metric(
        "mean_latency_from_creation",
        "Mean packet latency from creation",
        "cycles",
        "The same from the creation of the message, with the time it waits at its source.",
    ),
    metric(
        "mean_packet_blocking",
        "Mean packet blocking time",
        "cycles",
        "Mean over packets of the time for which the header waits for channels, over all routers.",
    ),
    metric("mean_hops", "Mean hops", "", "Mean over packets of the number of links they cross."),
    metric(
        "share_contended",
        "Packets that met contention",
        "%",
        "Share of packets whose header waited for a channel.",
    ),
    metric(
        "mean_link_utilization",
        "Mean link utilisation",
        "%",
        "Flits carried, divided by what all links could carry from the first arrival to the last completion.",
    ),
    metric("max_link_utilization", "Highest link utilisation", "%", "The same of the link that carries most."),
];

/// A job that ran shorter than this is treated as if it had run this long, lest it distort the mean slowdown
/// (Mao 2005 section 4.2).
const SLOWDOWN_BOUND: Time = 10 * SECOND;

impl Recorder<'_> {
    /// The values of [`METRICS`], in their order, once every job has run. NaN where a metric does not apply: load when
    /// all jobs arrive at once, torus dimensions where the strategy gives no single blocks, blocks where nodes have no
    /// place, external fragmentation where no head ever waits in vain, placements where they are not counted, packets
    /// where jobs send none, everything without jobs. The allocation overhead is not measured here.
    ///
    /// Sums of times are exact integers, so the values do not depend on the order of summation; the slowdowns are
    /// summed in job order.
    pub fn metrics(&self) -> Vec<f64> {
        let Jobs { jobs, .. } = self.jobs;
        let response: Vec<Time> = jobs.iter().zip(&self.end).map(|(job, end)| end - job.submit).collect();
        let service: Vec<Time> = self.start.iter().zip(&self.end).map(|(start, end)| end - start).collect();
        let wait: Vec<Time> = jobs.iter().zip(&self.start).map(|(job, start)| start - job.submit).collect();
        let bounded = |time: Time| seconds(time.max(SLOWDOWN_BOUND));
        let ratio = |(service, response): (&Time, &Time)| bounded(*response) / bounded(*service);
        let slowdown: Vec<f64> = service.iter().zip(&response).map(ratio).collect();

        let first_arrival = jobs.first().map_or(0, |job| job.submit);
        let last_arrival = jobs.last().map_or(0, |job| job.submit);
        let makespan = self.makespan();
        let work = |index: usize| i128::from(self.jobs.size(index)) * i128::from(service[index]);
        let work = (0..jobs.len()).map(work).sum::<i128>() as f64;
        let offered = |time: Time| time as f64 * self.nodes();

        let mut values = vec![quotient(work, offered(last_arrival - first_arrival)), quotient(work, offered(makespan))];
        values.push(quotient(slowdown.iter().sum(), slowdown.len() as f64));
        values.extend(quantiles(slowdown));
        for times in [wait, response] {
            let sum: i128 = times.iter().map(|&time| i128::from(time)).sum();
            values.push(quotient(sum as f64 / SECOND as f64, times.len() as f64));
            values.extend(quantiles(times.into_iter().map(seconds).collect()));
        }
        values.push(seconds(makespan));
        values.extend(self.torus_metrics());
        values.extend(self.block_metrics(makespan));
        // The allocation overhead, for whoever has a clock.
        values.push(f64::NAN);
        let service: i128 = service.iter().map(|&time| i128::from(time)).sum();
        values.push(quotient(service as f64 / SECOND as f64, jobs.len() as f64));
        values.push(quotient(jobs.len().saturating_sub(1) as f64, seconds(last_arrival - first_arrival)));
        values.extend(self.packets.means());
        values.extend(self.link_metrics());
        values
    }

    /// The share of what they could carry that all links between nodes carry, and that the busiest one does.
    fn link_metrics(&self) -> [f64; 2] {
        if self.flits.is_empty() {
            return [f64::NAN; 2];
        }
        let (loads, links) = (self.link_loads(), LinkNumbers::new(self.machine));
        let between: Vec<f64> = links.between_nodes().map(|(link, ..)| loads[link]).collect();
        let most = between.iter().copied().fold(f64::NAN, f64::max);
        [quotient(between.iter().sum(), between.len() as f64), most]
    }

    /// How busy each link is, by its number in [`LinkNumbers`]: flits carried for each cycle from the first arrival to the
    /// last completion. Empty where jobs do not communicate.
    pub fn link_loads(&self) -> Vec<f64> {
        let cycles = seconds(self.makespan());
        self.flits.iter().map(|&flits| quotient(flits as f64, cycles)).collect()
    }

    /// Time from the first arrival to the last completion.
    fn makespan(&self) -> Time {
        let first_arrival = self.jobs.jobs.first().map_or(0, |job| job.submit);
        self.end.iter().copied().max().unwrap_or(first_arrival) - first_arrival
    }

    fn nodes(&self) -> f64 {
        f64::from(self.machine.node_count())
    }

    /// Mean dimensions and share with three or more, collapsed and paired.
    fn torus_metrics(&self) -> impl Iterator<Item = f64> {
        let Tori { jobs, dimensions, three_or_more } = self.tori;
        let share = move |sum: u64| quotient(sum as f64, jobs as f64);
        (0..2).flat_map(move |conversion| [share(dimensions[conversion]), share(three_or_more[conversion])])
    }

    /// Blocks, boxes and fragmentation.
    fn block_metrics(&self, makespan: Time) -> [f64; 8] {
        let Counts { placed, blocks, one_block, one_box, blocks_held_before, block_time, asked, given, .. } =
            self.counts;
        let offered = if placed > 0 { makespan as f64 } else { 0.0 };
        let placements = self.counts.placements_tried;
        let per_job = |sum: u64| quotient(sum as f64, placed as f64);
        let Fragmentation { time, free_time, .. } = self.fragmentation;
        [
            per_job(blocks),
            per_job(one_block),
            per_job(one_box),
            per_job(blocks_held_before),
            quotient(block_time as f64, offered),
            if placements == 0 { f64::NAN } else { per_job(placements) },
            1.0 - quotient(asked as f64, given as f64),
            quotient(free_time as f64, time as f64 * self.nodes()),
        ]
    }
}

/// A quotient, or NaN for nothing divided by nothing or by nothing at all.
fn quotient(numerator: f64, denominator: f64) -> f64 {
    if denominator == 0.0 { f64::NAN } else { numerator / denominator }
}

/// The median, the 95th percentile and the maximum: the least value that this share of all values does not exceed.
fn quantiles(mut values: Vec<f64>) -> [f64; 3] {
    let Some(last) = values.len().checked_sub(1) else { return [f64::NAN; 3] };
    // Rank of the share k/20, in whole numbers: ceil(n k / 20), counted from 1.
    [10, 19, 20].map(|share| {
        let place = (values.len() * share).div_ceil(20) - 1;
        *values.select_nth_unstable_by(place.min(last), f64::total_cmp).1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocation::Allocation;
    use crate::machine::{Block, Coordinates, Machine};
    use crate::simulation::Observer;
    use crate::workload::{Job, Request};

    fn value(values: &[f64], name: &str) -> f64 {
        values[METRICS.iter().position(|metric| metric.name == name).unwrap()]
    }

    /// Two jobs on 4 processors: one of 2 processors for 20 s from 0 s; one of 4 for 5 s, arriving at 10 s, from 20 s.
    #[test]
    fn two_jobs_by_hand() {
        let job = |submit: Time, runtime: Time, request: u32| Job {
            submit: submit * SECOND,
            runtime: runtime * SECOND,
            estimate: runtime * SECOND,
            request,
        };
        let jobs = Jobs {
            jobs: vec![job(0, 20, 0), job(10, 5, 1)],
            requests: vec![Request::processors(2), Request::processors(4)],
            ..Jobs::default()
        };
        let machine = Machine::mesh(&[4]);
        let mut recorder = Recorder::new(&jobs, &machine);
        let nodes = |extent: u32| Allocation {
            processors: extent,
            blocks: vec![Block { base: Coordinates::new(&[0]), extents: Coordinates::new(&[extent]) }],
            ticket: 0,
        };
        recorder.started(0, 0, &nodes(3));
        recorder.settled(0, 1, None);
        recorder.settled(10 * SECOND, 1, Some(1));
        recorder.ended(0, 20 * SECOND, &nodes(3));
        recorder.started(1, 20 * SECOND, &nodes(4));
        recorder.settled(20 * SECOND, 0, None);
        recorder.ended(1, 25 * SECOND, &nodes(4));
        let values = recorder.metrics();
        assert_eq!(values.len(), METRICS.len());
        assert_eq!(value(&values, "load"), 60.0 / 40.0);
        assert_eq!(value(&values, "utilization"), 60.0 / 100.0);
        assert_eq!(value(&values, "mean_bounded_slowdown"), (1.0 + 1.5) / 2.0);
        assert_eq!(value(&values, "max_bounded_slowdown"), 1.5);
        assert_eq!(value(&values, "mean_wait"), 5.0);
        assert_eq!(value(&values, "median_wait"), 0.0);
        assert_eq!(value(&values, "p95_wait"), 10.0);
        assert_eq!(value(&values, "mean_response"), 17.5);
        assert_eq!(value(&values, "makespan"), 25.0);
        assert_eq!(value(&values, "mean_dimensions_pair"), 1.0);
        assert_eq!(value(&values, "busy_blocks"), 0.0, "each found the machine empty");
        assert_eq!(value(&values, "allocated_blocks"), 1.0, "one after the other, without a pause");
        assert_eq!(value(&values, "internal_fragmentation"), 1.0 - 6.0 / 7.0);
        assert!(value(&values, "external_fragmentation").is_nan(), "one processor was never enough");
    }

    /// A head that asks for 2 waits from 3 s to 5 s while 3 of 4 processors are free, and to 9 s while 2 are.
    #[test]
    fn external_fragmentation_by_hand() {
        let job = Job { submit: 0, runtime: 0, estimate: 0, request: 0 };
        let jobs = Jobs { jobs: vec![job], requests: vec![Request::processors(2)], ..Jobs::default() };
        let machine = Machine::mesh(&[4]);
        let mut recorder = Recorder::new(&jobs, &machine);
        for (time, free, head) in [(0, 1, Some(0)), (3, 3, Some(0)), (5, 2, Some(0)), (9, 4, None), (20, 4, None)] {
            recorder.settled(time * SECOND, free, head);
        }
        assert_eq!(value(&recorder.metrics(), "external_fragmentation"), (3.0 * 2.0 + 2.0 * 4.0) / (6.0 * 4.0));
    }

    #[test]
    fn quantiles_are_values_that_occur() {
        assert_eq!(quantiles((1..=40).rev().map(f64::from).collect()), [20.0, 38.0, 40.0]);
        assert_eq!(quantiles(vec![7.0]), [7.0; 3]);
        assert!(quantiles(Vec::new())[0].is_nan());
    }
}
