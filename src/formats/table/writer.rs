//! Writes a log as a table.

use crate::formats::writing::{Seconds, can_run};
use crate::time::Time;
use crate::workload::{Log, size};

/// A log as a table: a line for each job that can be simulated, in the order of the log, with times in seconds and
/// empty cells for unknown values. If every job asks for a shape, the table has shapes instead of numbers of
/// processors. Linear in the log.
pub fn write(log: &Log) -> String {
    let columns = &log.columns;
    let jobs = || (0..columns.len()).filter(|&job| can_run(columns, job));
    let has_shapes = !columns.shapes.is_empty() && jobs().all(|job| columns.shapes.of(job).is_some());
    let asked = if has_shapes { "shape" } else { "processors" };
    let mut text = format!("job,submit,runtime,{asked},estimate,wait,user,queue,partition,status,allocated\n");
    let time = |time: Time| if time < 0 { String::new() } else { Seconds(time).to_string() };
    let number = |number: i32| if number < 0 { String::new() } else { number.to_string() };
    for job in jobs() {
        let asked = match columns.shapes.of(job).filter(|_| has_shapes) {
            Some(extents) => extents.joined("x"),
            None => size(columns.requested_processors.at(job), columns.allocated.at(job)).to_string(),
        };
        text += &format!(
            "{},{},{},{asked},{},{},{},{},{},{},{}\n",
            columns.id.at(job),
            Seconds(columns.submit.at(job)),
            Seconds(columns.runtime.at(job)),
            time(columns.requested_time.at(job)),
            time(columns.wait.at(job)),
            number(columns.user.at(job)),
            number(columns.queue.at(job)),
            number(columns.partition.at(job)),
            number(columns.status.at(job).into()),
            number(columns.allocated.at(job)),
        );
    }
    text
}
