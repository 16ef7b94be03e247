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
/// differ as far as there are colours, and so do jobs one after the other on the same nodes. Cost: O(n log n), and O(jobs
/// that run together) for each job.
pub fn job_colours(trace: &Trace, lives: &JobIntervals, rows: &Rows) -> Vec<u8> {
    let mut colours = vec![0; trace.len()];
    // The rows that the running jobs of each colour hold, these jobs, and the turn of the last one.
    let (mut held, mut given) = ([0u128; COLOURS], [0usize; COLOURS]);
    let mut running: [Vec<usize>; COLOURS] = Default::default();
    let ends = ascending(trace.end.iter().copied()).into_iter().map(|job| job as usize);
    let mut ends = ends.filter(|&job| trace.start[job] < trace.end[job]).peekable();
    for (turn, &job) in lives.running.by_beginning().iter().enumerate() {
        let job = job as usize;
        while let Some(ended) = ends.next_if(|&other| trace.end[other] <= trace.start[job]) {
            let colour = usize::from(colours[ended]);
            running[colour].retain(|&job| job != ended);
            // Several jobs may share a row, which stands for several nodes.
            held[colour] = running[colour].iter().fold(0, |all, &job| all | rows.mask(job));
        }
        let near = rows.surroundings(job);
        let rank = |colour: &usize| ((held[*colour] & near).count_ones(), running[*colour].len(), given[*colour]);
        let colour = (0..COLOURS).min_by_key(rank).unwrap_or(0);
        colours[job] = colour as u8;
        given[colour] = turn + 1;
        if trace.start[job] < trace.end[job] {
            held[colour] |= rows.mask(job);
            running[colour].push(job);
        }
    }
    colours
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{MapAxes, MapLayout, MapShape};
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

    /// More jobs than colours, and none like a neighbour: nodes on a line, around rings, and four nodes and a half to a row.
    #[test]
    fn jobs_that_touch_differ() {
        for (machine, size) in [("mesh:4x4", 1), ("torus:5x5", 1), ("mesh:24x24", 36), ("torus:3x3x3", 1)] {
            let machine: Machine = machine.parse().unwrap();
            let count = (machine.node_count() / size) as usize;
            let trace = run(&jobs(&vec![(0, 9, size); count]), &machine, "ff", "fcfs".parse().unwrap());
            let colours = coloured(&trace);
            let shape = MapShape { extents: machine.extents().to_vec(), rings: machine.rings().to_vec() };
            let map = MapLayout::new(shape, MapAxes::suitable(machine.extents()), (400.0, 400.0));
            let nodes = |job: usize| trace.blocks_of(job).flat_map(|block| block.nodes(&machine).collect::<Vec<u32>>());
            let holder: std::collections::BTreeMap<u32, usize> =
                (0..count).flat_map(|job| nodes(job).map(move |node| (node, job)).collect::<Vec<_>>()).collect();
            for (&node, &job) in &holder {
                for neighbour in map.neighbours(node) {
                    let other = holder[&neighbour];
                    assert!(job == other || colours[job] != colours[other], "{machine}: {job} {other} {colours:?}");
                }
            }
        }
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
