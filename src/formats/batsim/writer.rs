//! Writes a log as a workload of Batsim.

use crate::formats::writing::{Seconds, can_run};
use crate::workload::{Log, size};
use std::collections::{HashMap, HashSet};

/// A log as a workload of Batsim: one job for each job that can be simulated, in the order of the log, and one profile
/// of type `delay` for each run time. `nb_res` comes from the header, or else from the largest job. If two jobs have
/// the number 12, the second gets the identifier `12~2`, because identifiers must be unique. Linear in the log.
pub fn write(log: &Log) -> String {
    let columns = &log.columns;
    let jobs = || (0..columns.len()).filter(|&job| can_run(columns, job));
    let size = |job: usize| size(columns.requested_processors.at(job), columns.allocated.at(job));
    let largest = jobs().map(size).max().unwrap_or(1);
    let resources = log.header.machine_size().unwrap_or(largest);
    let mut text = format!("{{\n\"nb_res\": {resources},\n\"jobs\": [");
    let mut separator = "\n";
    let mut used: HashMap<i64, u32> = HashMap::new();
    for job in jobs() {
        let (id, runtime) = (columns.id.at(job), Seconds(columns.runtime.at(job)));
        let times = used.entry(id).and_modify(|times| *times += 1).or_insert(1);
        let again = if *times > 1 { format!("~{times}") } else { String::new() };
        let submit = Seconds(columns.submit.at(job));
        text += &format!("{separator}{{\"id\": \"{id}{again}\", \"subtime\": {submit}, \"res\": {}", size(job));
        let times = [("walltime", columns.requested_time.at(job)), ("wait", columns.wait.at(job))];
        for (name, time) in times.into_iter().filter(|(_, time)| *time >= 0) {
            text += &format!(", \"{name}\": {}", Seconds(time));
        }
        let numbers = [
            ("user", columns.user.at(job)),
            ("queue", columns.queue.at(job)),
            ("partition", columns.partition.at(job)),
            ("status", columns.status.at(job).into()),
            ("allocated", columns.allocated.at(job)),
        ];
        for (name, number) in numbers.into_iter().filter(|(_, number)| *number >= 0) {
            text += &format!(", \"{name}\": {number}");
        }
        if let Some(extents) = columns.shapes.of(job) {
            text += &format!(", \"shape\": \"{}\"", extents.joined("x"));
        }
        text += &format!(", \"profile\": \"{runtime}\"}}");
        separator = ",\n";
    }
    text += "\n],\n\"profiles\": {";
    separator = "\n";
    let mut written = HashSet::new();
    for runtime in jobs().map(|job| columns.runtime.at(job)) {
        if written.insert(runtime) {
            let runtime = Seconds(runtime);
            text += &format!("{separator}\"{runtime}\": {{\"type\": \"delay\", \"delay\": {runtime}}}");
            separator = ",\n";
        }
    }
    text + "\n}\n}\n"
}
