//! Writes a log as text.

use super::header;
use crate::formats::writing::Seconds;
use crate::workload::Log;

/// A log as text: its header, then a line of eighteen fields for each job, with -1 for each column that is not kept.
/// Times are written to the last microsecond.
///
/// The text is read back as the same header and columns if the header could have been read from a log: names of fields
/// are single words, and lines of values are neither empty nor surrounded by blanks. Linear in the log.
pub fn write(log: &Log) -> String {
    let mut text = String::new();
    for (name, value) in &log.header.fields {
        header::write(&mut text, name, value);
    }
    let columns = &log.columns;
    for job in 0..columns.len() {
        text += &format!(
            "{} {} {} {} {} -1 -1 {} {} -1 {} {} -1 -1 {} {} -1 -1\n",
            columns.id.at(job),
            Seconds(columns.submit.at(job)),
            Seconds(columns.wait.at(job)),
            Seconds(columns.runtime.at(job)),
            columns.allocated.at(job),
            columns.requested_processors.at(job),
            Seconds(columns.requested_time.at(job)),
            columns.status.at(job),
            columns.user.at(job),
            columns.queue.at(job),
            columns.partition.at(job),
        );
    }
    text
}
