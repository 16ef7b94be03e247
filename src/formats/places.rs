//! The line of each job in little memory: most jobs stand on consecutive lines.

/// The line of each job of a log.
#[derive(Default)]
pub(super) struct Places {
    /// The first job of each sequence of jobs on consecutive lines, and its line.
    runs: Vec<(u32, u32)>,
}

impl Places {
    /// Adds the job with this index, which stands on this line.
    #[inline]
    pub fn add(&mut self, job: usize, line: u32) {
        if self.runs.last().is_none_or(|&(first, start)| line - start != job as u32 - first) {
            self.runs.push((job as u32, line));
        }
    }

    /// The line of a job. Cost: O(log runs).
    pub fn line(&self, job: usize) -> u32 {
        let after = self.runs.partition_point(|&(first, _)| first as usize <= job);
        let (first, start) = self.runs[after - 1];
        start + (job as u32 - first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_job_has_its_line(gaps in prop::collection::vec(1u32..3, 1..40)) {
            let lines: Vec<u32> = gaps.iter().scan(0, |line, gap| { *line += gap; Some(*line) }).collect();
            let mut places = Places::default();
            lines.iter().enumerate().for_each(|(job, &line)| places.add(job, line));
            prop_assert_eq!((0..lines.len()).map(|job| places.line(job)).collect::<Vec<_>>(), lines);
            prop_assert!(places.runs.len() <= 1 + gaps.iter().skip(1).filter(|&&gap| gap > 1).count());
        }
    }
}
