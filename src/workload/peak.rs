//! The largest number of nodes of a log's own machine in use at once.

use super::Log;
use super::select::size;
use crate::time::Time;

/// The least share of known waits. With fewer, the log does not determine how many processors were in use.
const KNOWN: f64 = 0.9;

/// A time, and the change of the number of nodes in use.
type Change = (Time, i64);

impl Log {
    /// Whether the start of some job is known: its wait and its run time are known.
    pub fn tells_starts(&self) -> bool {
        self.known_starts() > 0
    }

    /// The number of jobs with known starts.
    fn known_starts(&self) -> usize {
        let (wait, runtime) = (&self.columns.wait, &self.columns.runtime);
        wait.iter().zip(runtime.iter()).filter(|(wait, runtime)| *wait >= 0 && *runtime >= 0).count()
    }

    /// The largest number of nodes in use at once, if the starts of nine jobs in ten are known. A job uses whole nodes
    /// of `node_size` processors: the allocated ones if the log has them. A job that ends when another starts no longer
    /// counts.
    pub fn peak(&self, node_size: u32) -> Option<u32> {
        if (self.known_starts() as f64) < KNOWN * self.columns.len() as f64 {
            return None;
        }
        let columns = &self.columns;
        let mut changes: Vec<Change> = Vec::with_capacity(2 * columns.len());
        for job in 0..columns.len() {
            let (wait, runtime) = (columns.wait.at(job), columns.runtime.at(job));
            let processors = size(columns.allocated.at(job), columns.requested_processors.at(job));
            if wait < 0 || runtime <= 0 || processors == 0 {
                continue;
            }
            let (start, nodes) =
                (columns.submit.at(job).saturating_add(wait), i64::from(processors.div_ceil(node_size)));
            changes.extend([(start, nodes), (start.saturating_add(runtime), -nodes)]);
        }
        // Sorted in place: for five million jobs these are the largest data in memory.
        changes.sort_unstable();
        let (mut in_use, mut peak) = (0, 0);
        for (_, change) in changes {
            in_use += change;
            peak = peak.max(in_use);
        }
        u32::try_from(peak).ok().filter(|peak| *peak > 0)
    }
}

#[cfg(test)]
mod tests {
    use crate::formats;

    /// Jobs of (submit time, wait, run time, processors).
    fn peak(jobs: &[(i64, i64, i64, u32)], node_size: u32) -> Option<u32> {
        let line = |(submit, wait, run, size): &(i64, i64, i64, u32)| {
            format!("1 {submit} {wait} {run} {size} -1 -1 {size} -1 -1 1 1 1 1 1 1 -1 -1\n")
        };
        formats::read(jobs.iter().map(line).collect::<String>().as_bytes()).0.peak(node_size)
    }

    #[test]
    fn the_peak_is_the_maximum_at_one_time() {
        let jobs = [(0, 0, 10, 3), (5, 5, 10, 4), (6, 1, 2, 2), (9, 11, 5, 4)];
        assert_eq!(
            peak(&jobs, 1),
            Some(5),
            "3 + 2 from 7 to 9; a job that ends at 10 leaves its nodes to one that starts then"
        );
        assert_eq!(peak(&jobs, 4), Some(2));
        assert_eq!(peak(&[(0, 0, 10, 3), (5, 0, 0, 90)], 1), Some(3), "a job that took no time used nothing");
    }

    #[test]
    fn some_waits_are_a_schedule_but_no_peak() {
        let log = formats::read(b"1 0 0 10 3\n2 5 -1 10 3\n").0;
        assert_eq!((log.tells_starts(), log.peak(1)), (true, None));
        assert!(!formats::read(b"1 0 -1 10 3\n2 5 0 -1 3\n").0.tells_starts());
    }

    #[test]
    fn a_log_without_waits_has_no_peak() {
        assert_eq!(peak(&[(0, -1, 10, 3), (5, 5, 10, 4)], 1), None);
        assert_eq!(peak(&[], 1), None);
    }
}
