//! Parts of jobs that were preempted or checkpointed: lines of status 2, 3 or 4 next to a line of the whole job with
//! status 0, 1 or 5. In logs without such a line, the numbers 2 to 4 have another meaning.

use super::line::fields;
use crate::formats::diagnostics::Lines;
use crate::formats::places::Places;
use crate::workload::Columns;
use rustc_hash::FxHashSet;
use std::ops::RangeInclusive;

const PARTS: RangeInclusive<i16> = 2..=4;
const WHOLES: [i16; 3] = [0, 1, 5];

/// Parts without a submission time. They are in no column.
#[derive(Default)]
pub(in crate::formats) struct Parts {
    /// The number of each job, and its line.
    later: Vec<(i64, u32)>,
}

impl Parts {
    /// Keeps a line without a submission time, if its status is that of a part of a job.
    pub fn add(&mut self, number: u32, line: &[u8]) -> bool {
        let field = |index: usize| std::str::from_utf8(fields(line).nth(index)?).ok();
        let status = field(10).and_then(|text| text.parse().ok());
        let id = field(0).and_then(|text| text.parse().ok());
        let Some(id) = id.filter(|_| status.is_some_and(|status: i16| PARTS.contains(&status))) else { return false };
        self.later.push((id, number));
        true
    }

    /// Removes the parts of jobs of which the whole is there, and returns their lines. Parts without a submission time
    /// and without a whole are kept for [`Parts::strays`].
    pub fn leave_out(&mut self, columns: &mut Columns, places: &mut Places) -> Lines {
        let mut lines = Lines::default();
        let jobs = || columns.id.iter().zip(columns.status.iter());
        let parts: FxHashSet<i64> = jobs()
            .filter(|(_, status)| PARTS.contains(status))
            .map(|(id, _)| id)
            .chain(self.later.iter().map(|(id, _)| *id))
            .collect();
        if parts.is_empty() {
            return lines;
        }
        let is_whole = |(id, status): &(i64, i16)| WHOLES.contains(status) && parts.contains(id);
        let wholes: FxHashSet<i64> = jobs().filter(is_whole).map(|(id, _)| id).collect();
        if wholes.is_empty() {
            return lines;
        }
        let stays: Vec<bool> = jobs().map(|(id, status)| !PARTS.contains(&status) || !wholes.contains(&id)).collect();
        let mut left_out: Vec<u32> = (0..stays.len()).filter(|&job| !stays[job]).map(|job| places.line(job)).collect();
        left_out.extend(self.later.iter().filter(|(id, _)| wholes.contains(id)).map(|(_, line)| *line));
        left_out.sort_unstable();
        left_out.iter().for_each(|line| lines.add(*line));
        self.later.retain(|(id, _)| !wholes.contains(id));
        let mut kept = Places::default();
        let still = (0..stays.len()).filter(|&job| stays[job]).map(|job| places.line(job));
        still.enumerate().for_each(|(job, line)| kept.add(job, line));
        *places = kept;
        columns.retain(&stays);
        lines
    }

    /// The lines of parts without a submission time and without a whole.
    pub fn strays(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.later).into_iter().map(|(_, line)| line).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::formats::read;

    fn line(id: u32, submit: i32, runtime: u32, status: u32) -> String {
        format!("{id} {submit} 0 {runtime} 16 -1 -1 16 100 -1 {status} 1 1 -1 1 -1 -1 -1\n")
    }

    /// The numbers and run times of the jobs, and the diagnostics.
    fn jobs(lines: &[String]) -> (Vec<i64>, Vec<i64>, Vec<String>) {
        let (log, said) = read(lines.concat().as_bytes());
        let seconds = log.columns.runtime.iter().map(|time| time / 1_000_000).collect();
        (log.columns.id.to_vec(), seconds, said.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn parts_are_left_out_if_the_whole_is_there() {
        let said = "with status 2, 3 or 4 are parts of jobs that stand on other lines as a whole, first this one; they were left out, the whole jobs were kept";
        let preempted = [line(5, 0, 90, 0), line(5, 0, 40, 2), line(5, -1, 50, 4), line(6, 3, 20, 1)];
        assert_eq!(jobs(&preempted), (vec![5, 6], vec![90, 20], vec![format!("line 2: 2 lines {said}")]));
        // The whole may come last. It may be completed, failed or cancelled.
        for status in [0, 1, 5] {
            let last = [line(5, 0, 40, 2), line(6, 3, 20, 1), line(5, -1, 50, 3), line(5, 0, 90, status)];
            assert_eq!(jobs(&last).0, [6, 5], "{status}");
        }
    }

    #[test]
    fn the_numbers_have_another_meaning_without_a_whole() {
        let ross = [line(1, 0, 10, 2), line(2, 1, 10, 1), line(3, 2, 10, 2), line(4, 3, 10, 4)];
        assert_eq!(jobs(&ross), (vec![1, 2, 3, 4], vec![10; 4], vec![]));
        let (ids, _, said) = jobs(&[line(1, 0, 10, 1), line(2, -1, 10, 3)]);
        assert_eq!((ids, said.len()), (vec![1], 1));
        assert!(said[0].starts_with("line 2, field 2 (submit time): '-1' is negative"), "{said:?}");
    }

    #[test]
    fn jobs_behind_parts_keep_their_lines() {
        let text = [line(5, 0, 90, 0), line(5, 0, 40, 2), line(6, 3, 20, 1), line(7, 1, 20, 1)];
        let (_, _, said) = jobs(&text);
        assert!(said[1].starts_with("line 4, field 2 (submit time): 1 job was submitted before"), "{said:?}");
    }
}
