//! One colour per job, the same on the time line, on the machine and in lists, at every moment of a run.

use crate::figure::JOB_COLOURS;
use crate::run::Trace;
use crate::run::rows::Rows;
use crate::run::snapshot::JobIntervals;
use crate::sorting::ascending;

const COLOURS: usize = JOB_COLOURS.len();

/// The colour of each job, by its place in [`JOB_COLOURS`].
///
/// Jobs are taken by their start. Each gets the colour of which running jobs hold the fewest rows next to its own; of
/// these the colour that fewest running jobs have, and then the one that was given longest ago. So jobs that touch
/// differ as long as there are colours, and so do jobs one after the other on the same nodes. Cost: O(n log n).
pub fn job_colours(trace: &Trace, lives: &JobIntervals, rows: &Rows) -> Vec<u8> {
    let mut colours = vec![0; trace.len()];
    let (mut held, mut running, mut given) = ([0u128; COLOURS], [0u32; COLOURS], [0usize; COLOURS]);
    let ends = ascending(trace.end.iter().copied()).into_iter().map(|job| job as usize);
    let mut ends = ends.filter(|&job| trace.start[job] < trace.end[job]).peekable();
    for (turn, &job) in lives.running.by_beginning().iter().enumerate() {
        let job = job as usize;
        while let Some(ended) = ends.next_if(|&other| trace.end[other] <= trace.start[job]) {
            let colour = usize::from(colours[ended]);
            // A row that another job of this colour shares counts as free, too. That is rare, and costs a colour only.
            held[colour] &= !rows.mask(ended);
            running[colour] -= 1;
        }
        let near = rows.surroundings(job);
        let rank = |colour: &usize| ((held[*colour] & near).count_ones(), running[*colour], given[*colour]);
        let colour = (0..COLOURS).min_by_key(rank).unwrap_or(0);
        colours[job] = colour as u8;
        given[colour] = turn + 1;
        if trace.start[job] < trace.end[job] {
            held[colour] |= rows.mask(job);
            running[colour] += 1;
        }
    }
    colours
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::run::testing::{jobs, run, runs};
    use proptest::prelude::*;

    fn coloured(trace: &Trace) -> Vec<u8> {
        let lives = JobIntervals::new(trace);
        job_colours(trace, &lives, &Rows::new(trace, &lives))
    }

    #[test]
    fn jobs_one_after_the_other_on_the_same_nodes_differ() {
        let list = [(0, 5, 4), (5, 5, 4), (5, 5, 4), (0, 5, 4)];
        let trace = run(&jobs(&list), &Machine::mesh(&[2, 2]), "ff", "fcfs".parse().unwrap());
        assert_eq!(coloured(&trace), [0, 1, 2, 3]);
    }

    /// Sixteen jobs of one node each: there are ten colours, and none is twice along a row or a column.
    #[test]
    fn jobs_that_touch_differ_though_there_are_more_jobs_than_colours() {
        let machine = Machine::mesh(&[4, 4]);
        let trace = run(&jobs(&[(0, 9, 1); 16]), &machine, "ff", "fcfs".parse().unwrap());
        let colours = coloured(&trace);
        let node = |job: usize| trace.blocks_of(job).next().map(|block| (block.base[0], block.base[1])).unwrap();
        for one in 0..16 {
            for other in 0..one {
                let ((a, b), (c, d)) = (node(one), node(other));
                let touch = a.abs_diff(c) + b.abs_diff(d) == 1;
                assert!(!touch || colours[one] != colours[other], "{one} {other} {colours:?}");
            }
        }
        assert_eq!(colours.iter().max(), Some(&9), "all colours are used");
    }

    proptest! {
        #[test]
        fn jobs_that_run_together_differ_while_there_are_colours(trace in runs()) {
            let (lives, colours) = (JobIntervals::new(&trace), coloured(&trace));
            let most = (0..trace.last_end()).map(|moment| lives.running.at(moment).len()).max().unwrap_or(0);
            for moment in 0..trace.last_end() {
                let running: std::collections::BTreeSet<u8> = lives.running.at(moment).iter().map(|&job| colours[job]).collect();
                prop_assert!(most > COLOURS || running.len() == lives.running.at(moment).len(), "{}", moment);
            }
        }
    }
}
