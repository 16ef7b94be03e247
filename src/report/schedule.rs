//! The schedule of one run as a table: which job ran when and where.

use super::csv::{Csv, number};
use crate::scheduling::tell_each;
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
    tell_each!(times, placements, packets);
}

impl Schedule<'_> {
    /// Nothing has started yet.
    pub fn new(jobs: &Jobs) -> Schedule<'_> {
        let (times, placements) = (Times::new(jobs), Placements::new(jobs));
        Schedule { times, placements, packets: PacketsOfJobs::new(jobs), jobs }
    }

    /// The schedule as comma-separated values `job,submit,start,end,procs,blocks`, a line per job in order of arrival.
    ///
    /// `job` is the log's number (`ids`), times are microseconds since time 0, `procs` is what the job asks for after
    /// transformation, and `blocks` is `base+extents;...` (empty on `flat`). Where jobs communicate,
    /// `packets,latency,blocking,hops,contended` follow: how many packets the job sent, their means in cycles and links,
    /// and the share of those that met contention.
    pub fn csv(&self, ids: &[i64]) -> String {
        let communicate = !self.jobs.messages.is_empty();
        let packets = ["packets", "latency", "blocking", "hops", "contended"].into_iter().filter(|_| communicate);
        let mut table = Csv::new(["job", "submit", "start", "end", "procs", "blocks"].into_iter().chain(packets));
        for (index, (id, job)) in ids.iter().zip(&self.jobs.jobs).enumerate() {
            let (start, end) = (self.times.start[index], self.times.end[index]);
            let blocks: Vec<String> = self.placements.blocks[index].iter().map(ToString::to_string).collect();
            let mut row: Vec<String> = [*id, job.submit, start, end].iter().map(i64::to_string).collect();
            row.extend([self.jobs.size(index).to_string(), blocks.join(";")]);
            if communicate {
                let packets = &self.packets.packets[index];
                let (latency, blocking) = (packets.mean_latency(), packets.mean_blocking());
                row.push(packets.count.to_string());
                row.extend([latency, blocking, packets.mean_hops(), packets.share_contended()].map(number));
            }
            table.row(row);
        }
        table.finish()
    }
}
