//! The schedule of one run as a table: when and where each job ran.

use super::csv::{Csv, number};
use crate::BUILD;
use crate::formats::table::SCHEDULE_COLUMNS;
use crate::run::{ScheduleSource, Trace};
use crate::scheduling::Event;
use crate::simulation::Observer;
use crate::simulation::observers::{PacketsOfJobs, Placements, Times};
use crate::workload::Jobs;

/// The observer behind the table.
pub struct Schedule<'a> {
    times: Times,
    placements: Placements,
    packets: PacketsOfJobs,
    jobs: &'a Jobs,
}

impl Observer for Schedule<'_> {
    fn observe(&mut self, event: Event) {
        self.times.observe(event);
        self.placements.observe(event);
        self.packets.observe(event);
    }
}

impl Schedule<'_> {
    /// An observer before the first start.
    pub fn new(jobs: &Jobs) -> Schedule<'_> {
        let (times, placements) = (Times::new(jobs), Placements::new(jobs));
        Schedule { times, placements, packets: PacketsOfJobs::new(jobs), jobs }
    }

    /// The schedule as comma-separated values `job,submit,start,end,procs,blocks`, a line per job in order of arrival.
    ///
    /// `job` is the log's number (`ids`), times are microseconds since time 0, `procs` is the request after
    /// transformation, and `blocks` is `base+extents;...` (empty on `flat`). If jobs communicate,
    /// `packets,latency,blocking,hops,contended` follow: the number of packets that the job sent, their means in cycles
    /// and links, and the share of those that met contention. The last column, `build`, names the program that wrote it
    /// ([`BUILD`]). It is a column because readers without support for comment lines would read a comment as the names.
    pub fn csv(&self, ids: &[i64]) -> String {
        let communicate = !self.jobs.messages.is_empty();
        let packets = ["packets", "latency", "blocking", "hops", "contended"].into_iter().filter(|_| communicate);
        let mut table = Csv::new(SCHEDULE_COLUMNS.into_iter().chain(packets).chain(["build"]));
        for (index, (id, submit)) in ids.iter().zip(self.jobs.jobs.submit.iter()).enumerate() {
            let (start, end) = (self.times.start[index], self.times.end[index]);
            let blocks: Vec<String> = self.placements.blocks[index].iter().map(|block| block.to_string()).collect();
            let mut row: Vec<String> = [*id, submit, start, end].iter().map(i64::to_string).collect();
            row.extend([self.jobs.size(index).to_string(), blocks.join(";")]);
            if communicate {
                let packets = &self.packets.packets[index];
                let (latency, blocking) = (packets.mean_latency(), packets.mean_blocking());
                row.push(packets.count.to_string());
                row.extend([latency, blocking, packets.mean_hops(), packets.share_contended()].map(number));
            }
            row.push(BUILD.into());
            table.row(row);
        }
        table.finish()
    }
}

/// The table of a recorded run or of an imported schedule, without packets, which a trace does not have. `procs` is the
/// request of the job; in a log's own schedule it is what the job held (docs/semantics.md 5.2).
pub fn of_trace(trace: &Trace) -> String {
    let processors = if trace.origin() == Some(ScheduleSource::Log) { &trace.held } else { &trace.asked };
    let mut table = Csv::new(["job", "submit", "start", "end", "procs", "blocks", "build"]);
    for (job, held) in processors.iter().enumerate() {
        let times = [trace.id[job], trace.submit[job], trace.start[job], trace.end[job]];
        let blocks: Vec<String> = trace.blocks_of(job).map(|block| block.to_string()).collect();
        let rest = [held.to_string(), blocks.join(";"), BUILD.into()];
        table.row(times.iter().map(i64::to_string).chain(rest));
    }
    table.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocation::{Allocation, Blocks};
    use crate::machine::{Block, Coordinates};
    use crate::network::Delivery;
    use crate::workload::{Job, Request};

    /// Job 7 holds 3 processors on two blocks from 5 to 9. Job 4, with one processor without a place, ends as it
    /// starts.
    fn two_jobs(messages: Vec<u32>) -> String {
        let job = |submit, request| Job { submit, runtime: 0, estimate: 0, request };
        let requests = vec![Request::processors(3), Request::processors(1)];
        let jobs = Jobs { jobs: vec![job(2, 0), job(4, 1)].into(), requests, messages, ..Jobs::default() };
        let block =
            |base: &[u32], extents: &[u32]| Block { base: Coordinates::new(base), extents: Coordinates::new(extents) };
        let blocks = vec![block(&[0, 1], &[2, 1]), block(&[3, 3], &[1, 1])];
        let placed = Allocation { processors: 4, blocks: blocks.into(), ticket: 0 };
        let nowhere = Allocation { processors: 1, blocks: Blocks::none(), ticket: 1 };
        let mut schedule = Schedule::new(&jobs);
        schedule.observe(Event::Started { job: 0, now: 5, allocation: &placed });
        schedule.observe(Event::Started { job: 1, now: 6, allocation: &nowhere });
        schedule.observe(Event::Ended { job: 1, now: 6, allocation: &nowhere });
        schedule.observe(Event::Ended { job: 0, now: 9, allocation: &placed });
        for (start, blocking, hops) in [(10, 0, 1), (11, 7, 4)] {
            let delivery = Delivery { packet: 0, created: 9, start, finish: 30, blocking, hops };
            schedule.observe(Event::Delivered { job: 0, ends: (0, 0), delivery: &delivery });
        }
        schedule.csv(&[7, 4])
    }

    #[test]
    fn a_line_per_job() {
        let lines = "job,submit,start,end,procs,blocks,build\n7,2,5,9,3,\"0,1+2x1;3,3+1x1\",BUILD\n4,4,6,6,1,,BUILD\n";
        assert_eq!(two_jobs(Vec::new()), lines.replace("BUILD", BUILD));
    }

    /// Latencies of 20 and 19, blocked for 7 cycles in all, 5 hops; one of two packets is contended.
    #[test]
    fn packets_follow_if_jobs_communicate() {
        let lines = "job,submit,start,end,procs,blocks,packets,latency,blocking,hops,contended,build\n\
                     7,2,5,9,3,\"0,1+2x1;3,3+1x1\",2,19.5,3.5,2.5,0.5,BUILD\n4,4,6,6,1,,0,,,,,BUILD\n";
        assert_eq!(two_jobs(vec![2, 0]), lines.replace("BUILD", BUILD));
    }
}
