//! From a log to the text of one.

use super::header;
use crate::time::{Decimal, Time};
use crate::workload::Log;
use std::fmt::Write;

/// A log as text: its header, then a line of eighteen fields for each job, -1 where this house keeps no such column. Times
/// are written to the last microsecond.
///
/// Reading the text yields the same header and columns as long as the header could itself have been read from a log:
/// names of fields are single words, lines of values neither empty nor surrounded by blanks. Linear in the log.
pub fn write(log: &Log) -> String {
    let mut text = String::new();
    for (name, value) in &log.header.fields {
        header::write(&mut text, name, value);
    }
    let columns = &log.columns;
    for job in 0..columns.len() {
        writeln!(
            text,
            "{} {} {} {} {} -1 -1 {} {} -1 {} {} -1 -1 {} {} -1 -1",
            columns.id[job],
            seconds(columns.submit[job]),
            seconds(columns.wait[job]),
            seconds(columns.runtime[job]),
            columns.allocated[job],
            columns.requested_processors[job],
            seconds(columns.requested_time[job]),
            columns.status[job],
            columns.user[job],
            columns.queue[job],
            columns.partition[job],
        )
        .expect("a string takes any text");
    }
    text
}

/// A time in seconds, exactly: microseconds are six places behind the point.
fn seconds(time: Time) -> Decimal {
    Decimal::new(time, 6)
}
