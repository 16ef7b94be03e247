//! The schedule of one run as a table: which job ran when and where.

use super::tables::{number, quoted};
use crate::simulation::Recorder;
use crate::workload::Jobs;
use std::fmt::Write;

/// The schedule as comma-separated values `job,submit,start,end,procs,blocks`, a line per job in order of arrival.
///
/// `job` is the log's number (`ids`), times are microseconds since time 0, `procs` is what the job asks for after
/// transformation, and `blocks` is `base+extents;...` (empty on `flat`), for which the recorder must have kept blocks. Where
/// jobs communicate, `packets,latency,blocking,hops,contended` follow: how many packets the job sent, their means in
/// cycles and links, and the share of those that met contention.
pub fn csv(ids: &[i64], jobs: &Jobs, recorder: &Recorder) -> String {
    let communicate = !jobs.messages.is_empty();
    let mut text = String::from("job,submit,start,end,procs,blocks");
    text.push_str(if communicate { ",packets,latency,blocking,hops,contended\n" } else { "\n" });
    for (index, (id, job)) in ids.iter().zip(&jobs.jobs).enumerate() {
        let start = recorder.start[index];
        let blocks: Vec<String> = recorder.blocks[index].iter().map(|block| block.to_string()).collect();
        let (end, blocks) = (recorder.end[index], quoted(&blocks.join(";")));
        write!(text, "{id},{},{start},{end},{},{blocks}", job.submit, jobs.size(index))
            .expect("a string takes any text");
        if communicate {
            let packets = &recorder.packets_of[index];
            let [latency, _, blocking, hops, contended] = packets.means().map(number);
            write!(text, ",{},{latency},{blocking},{hops},{contended}", packets.count)
                .expect("a string takes any text");
        }
        text.push('\n');
    }
    text
}
