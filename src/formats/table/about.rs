//! The header of a log that comes from a table.

use super::header::Header;
use super::names::Field;
use crate::formats::values::{Clock, wall_clock};
use crate::time::{SECOND, Time};
use crate::workload;

/// The header of the log in a table: what its processors are, when it began (on the clock that counts its times), and
/// the names of partitions with their numbers.
pub(super) fn header(
    table: &Header,
    allocated: Option<usize>,
    clock: Option<Clock>,
    first: Time,
    partitions: Vec<String>,
) -> workload::Header {
    let mut fields: Vec<(&str, String)> = Vec::new();
    if table.dialect.is_slurm {
        let size = allocated.or_else(|| table.place(Field::Processors)).map(|place| table.name_of(place));
        let origin = format!("exported by {}", table.dialect.program);
        fields.push(("Note", size.map_or(origin.clone(), |size| format!("{origin}; processors are its {size}"))));
    }
    match clock {
        Some(Clock::Unix) => fields.push(("UnixStartTime", (first / SECOND).to_string())),
        Some(Clock::Wall) => fields.extend([
            ("StartTime", wall_clock(first / SECOND)),
            ("Note", "times are what the clock on the wall showed, zone and summer time included".into()),
        ]),
        Some(Clock::Log) | None => {}
    }
    fields.extend(partitions.into_iter().map(|name| ("Partition", name)));
    workload::Header { fields: fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect() }
}
