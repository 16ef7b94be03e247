//! A planned batch as a schedule that is shown like a run.

use super::PlannedBatch;
use crate::machine::{Block, Coordinates, Machine};
use crate::run::{ImportedJob, ScheduleSource, Trace};
use crate::sorting::sorted;
use crate::time::{END, SECOND, Time};
use crate::torus_batch::lanes::{Bar, NodeSet};

/// More blocks than these are not drawn: jobs then have no places. Each node of an interleaved subtorus is a block.
const MOST_BLOCKS: usize = 1 << 18;

impl PlannedBatch {
    /// The plan as a schedule on its torus. One unit of time is a second, and times are rounded to microseconds. All
    /// jobs arrive at the beginning and wait in the order of planning, the largest first. A stopped job waits until it
    /// continues, under the same number. None without a plan, or if the plan is longer than the clock.
    pub fn trace(&self) -> Option<Trace> {
        let (side, bars) = (self.drawing.side, &self.drawing.lanes.bars);
        let known = !bars.is_empty() && bars.iter().all(|bar| bar.to * (SECOND as f64) < END as f64);
        let machine = Machine::new(&[side, side], &[true; 2]).ok().filter(|_| known)?;
        let size = |bar: &Bar| bar.lanes.end - bar.lanes.start;
        let placed = bars.iter().map(|bar| nodes(&bar.place, side)).sum::<usize>() <= MOST_BLOCKS;
        // By pieces: the second piece of a job follows its first.
        let life = |(place, bar): (usize, &Bar)| {
            let before = place.checked_sub(1).map(|before| &bars[before]).filter(|before| before.job == bar.job);
            let start = time(bar.from);
            let held = held(&bar.place, side);
            ImportedJob {
                id: bar.job as i64 + 1,
                submit: before.map_or(0, |before| time(before.to)),
                start,
                end: time(bar.to),
                estimate: time(bar.undisturbed) - start,
                asked: held,
                held,
                blocks: if placed { blocks(&bar.place, side) } else { Vec::new() },
            }
        };
        let lives: Vec<(u32, ImportedJob)> =
            bars.iter().enumerate().map(|(place, bar)| (size(bar), life((place, bar)))).collect();
        let planned = sorted(lives, |(one, _), (other, _)| other.cmp(one));
        Some(Trace::from_import(
            &machine,
            planned.into_iter().map(|(_, life)| life).collect(),
            ScheduleSource::Batch,
            0,
        ))
    }
}

fn time(units: f64) -> Time {
    libm::round(units * SECOND as f64) as Time
}

/// The number of processors of a place.
fn held(place: &NodeSet, side: u32) -> u32 {
    match place {
        NodeSet::Interleaved { stride, .. } => (side / stride).pow(2),
        NodeSet::Block { first, last } => (last + 1 - first).pow(2),
    }
}

/// The number of blocks of a place.
fn nodes(place: &NodeSet, side: u32) -> usize {
    match place {
        NodeSet::Interleaved { stride: 2.., .. } => held(place, side) as usize,
        _ => 1,
    }
}

/// The blocks of a place: single nodes if they are not adjacent.
fn blocks(place: &NodeSet, side: u32) -> Vec<Block> {
    let square = |corner: [u32; 2], side: u32| Block {
        base: Coordinates::new(&corner),
        extents: Coordinates::new(&[side, side]),
    };
    match *place {
        NodeSet::Block { first, last } => vec![square([first, first], last + 1 - first)],
        NodeSet::Interleaved { stride: 1, .. } => vec![square([0, 0], side)],
        place => place.nodes(side).into_iter().map(|node| square(node, 1)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::torus_batch::permalink;

    fn trace(link: &str) -> Option<Trace> {
        PlannedBatch::new(&permalink::read(link).0).unwrap().trace()
    }

    /// On side 4: one job holds all of it until 2. Then four subtori of 2x2 run side by side; two of them wait for the
    /// first job, and share links.
    #[test]
    fn interleaved_subtori_are_nodes_one_by_one() {
        let trace = trace("#v=1&problem=cnp&side=4&jobs=2:1,4:2").unwrap();
        assert_eq!(
            (trace.check(), trace.origin(), &trace.extents[..]),
            (Ok(()), Some(ScheduleSource::Batch), &[4, 4][..])
        );
        assert_eq!((&trace.id[..], &trace.submit[..]), (&[2, 1][..], &[0, 0][..]), "the largest first");
        assert_eq!((&trace.start[..], &trace.end[..]), (&[0, 2 * SECOND][..], &[2 * SECOND, 3 * SECOND][..]));
        assert_eq!((&trace.held[..], &trace.estimate[..]), (&[16, 4][..], &[2 * SECOND, SECOND][..]));
        let blocks = |job: usize| trace.blocks_of(job).map(|block| block.to_string()).collect::<Vec<_>>();
        assert_eq!(
            (blocks(0), blocks(1)),
            (vec!["0,0+4x4".into()], ["0,0+1x1", "0,2+1x1", "2,0+1x1", "2,2+1x1"].map(String::from).to_vec())
        );
        assert_eq!((&trace.free[..], trace.head[0]), (&[0, 12, 16][..], 1));
    }

    /// The example of the paper's third section, with its two preemptions.
    #[test]
    fn a_stopped_job_waits_until_it_continues() {
        let trace = trace("#v=1&problem=preemptive&side=16&jobs=8:2,4:4,4:3,2:2,2:2.5&deadline=4").unwrap();
        assert_eq!((trace.len(), trace.last_end()), (7, 4 * SECOND));
        let pieces = |id: i64| {
            let of = (0..trace.len()).filter(|&job| trace.id[job] == id);
            of.map(|job| [trace.submit[job], trace.start[job], trace.end[job]]).collect::<Vec<_>>()
        };
        for id in 1..=5 {
            let pieces = pieces(id);
            assert_eq!(pieces[0][0], 0);
            assert!(pieces.windows(2).all(|pair| pair[1][0] == pair[0][2] && pair[0][2] <= pair[1][1]), "{pieces:?}");
        }
        let work: Vec<Time> = (1..=5).map(|id| pieces(id).iter().map(|[_, start, end]| end - start).sum()).collect();
        assert_eq!(work, [2_000_000, 4_000_000, 3_000_000, 2_000_000, 2_500_000]);
        for job in 0..trace.len() {
            assert_eq!(trace.blocks_of(job).map(|block| block.volume()).sum::<u32>(), trace.held[job]);
        }
    }

    #[test]
    fn without_a_plan_there_is_no_trace() {
        assert_eq!(trace("#v=1&problem=preemptive&jobs=8:2&deadline=1"), None);
        assert_eq!(trace("#v=1&problem=cnp&jobs=8:900000000000000"), None, "longer than the clock");
        let many = trace(&format!("#v=1&problem=cnp&side=512&jobs={}", ["256:1"; 5].join(","))).unwrap();
        assert!(!many.is_placed(), "more nodes than are drawn");
    }
}
