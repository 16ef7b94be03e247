//! A schedule as bars on lanes, for a Gantt chart, with the nodes of each bar.

use super::experiment::{BatchAnswer, BatchExperiment};
use super::{Exact, preemptive};
use crate::sorting::sorted;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Lanes from top to bottom, and the bars on them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Lanes {
    /// A name for each lane.
    pub names: Vec<String>,
    /// In the order of jobs.
    pub bars: Vec<Bar>,
}

/// A job, or a piece of one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Bar {
    /// The job, from 0.
    pub job: usize,
    /// The lanes of the bar.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "{ start: number, end: number }"))]
    pub lanes: Range<u32>,
    /// The nodes of the bar.
    pub place: NodeSet,
    /// Its start.
    pub from: f64,
    /// Its end without slowdown.
    pub undisturbed: f64,
    /// Its end.
    pub to: f64,
}

/// A set of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum NodeSet {
    /// The interleaved subtorus at this row and column of the grid of subtori.
    Interleaved {
        /// Its first row.
        row: u32,
        /// Its first column.
        column: u32,
        /// The distance between its neighbouring nodes.
        stride: u32,
    },
    /// The block on the diagonal of the torus from the first to the last row and column.
    Block {
        /// The first row and column.
        first: u32,
        /// The last row and column.
        last: u32,
    },
}

impl NodeSet {
    /// Its nodes on a torus of this side, as `[row, column]`.
    pub fn nodes(self, side: u32) -> Vec<[u32; 2]> {
        let (rows, columns, stride) = match self {
            NodeSet::Interleaved { row, column, stride } => (row..side, column..side, stride),
            NodeSet::Block { first, last } => (first..last + 1, first..last + 1, 1),
        };
        let mut nodes = Vec::new();
        for row in rows.step_by(stride as usize) {
            for column in columns.clone().step_by(stride as usize) {
                nodes.push([row, column]);
            }
        }
        nodes
    }
}

impl Lanes {
    /// The lanes of an answer. With contention there is one for each smallest subtorus, in an order that makes those of
    /// a larger one neighbours; else there is one for each column. There are no bars if a deadline cannot be met.
    pub fn new(experiment: &BatchExperiment, answer: &BatchAnswer) -> Lanes {
        match answer {
            BatchAnswer::Contention(schedule) => {
                let smallest = experiment.jobs.iter().map(|job| job.size).min().unwrap_or(1);
                let subtori = experiment.side / smallest;
                let names = (0..subtori * subtori).map(|lane| {
                    let [row, column] = subtorus_of(lane, subtori);
                    format!("({row}, {column})")
                });
                let bars = schedule.placements.iter().zip(&experiment.jobs).enumerate().map(|(job, (place, given))| {
                    let stride = experiment.side / given.size;
                    let covered = (subtori / stride).pow(2);
                    let first = lane_of([place.row, place.column], stride) * covered;
                    let from = place.start.to_f64();
                    let undisturbed = from + Exact::from(given.time).to_f64();
                    let lanes = first..first + covered;
                    let place_ = NodeSet::Interleaved { row: place.row, column: place.column, stride };
                    Bar { job, lanes, place: place_, from, undisturbed, to: place.finish.to_f64() }
                });
                Lanes { names: names.collect(), bars: bars.collect() }
            }
            BatchAnswer::Met(_, schedule) => {
                let bar = |piece: &preemptive::Piece| {
                    let [first, last] = piece.interval;
                    let [from, to] = [&piece.from, &piece.to].map(Exact::to_f64);
                    let place = NodeSet::Block { first, last };
                    Bar { job: piece.job, lanes: first..last + 1, place, from, undisturbed: to, to }
                };
                let names = (0..experiment.side).map(|column| column.to_string()).collect();
                Lanes { names, bars: schedule.pieces.iter().map(bar).collect() }
            }
            BatchAnswer::Missed(..) => Lanes::default(),
        }
    }

    /// The times at which a bar starts, ascending.
    pub fn moments(&self) -> Vec<f64> {
        let mut moments = sorted(self.bars.iter().map(|bar| bar.from).collect(), f64::total_cmp);
        moments.dedup();
        moments
    }

    /// The bars at a time.
    pub fn running(&self, time: f64) -> impl Iterator<Item = &Bar> {
        self.bars.iter().filter(move |bar| bar.from <= time && time < bar.to)
    }
}

/// The lane of a subtorus among `subtori` x `subtori`: the bits of its row and column in alternation, with the lowest
/// bit as the highest. A subtorus shares its low bits with the larger ones that contain it.
fn lane_of([row, column]: [u32; 2], subtori: u32) -> u32 {
    (0..subtori.ilog2()).fold(0, |lane, bit| lane << 2 | (row >> bit & 1) << 1 | column >> bit & 1)
}

/// The row and column of the subtorus on a lane.
fn subtorus_of(lane: u32, subtori: u32) -> [u32; 2] {
    let levels = subtori.ilog2();
    (0..levels).fold([0, 0], |[row, column], bit| {
        let pair = lane >> (2 * (levels - 1 - bit));
        [row | (pair >> 1 & 1) << bit, column | (pair & 1) << bit]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::torus_batch::permalink;

    fn lanes(link: &str) -> (BatchExperiment, Lanes) {
        let (experiment, complaints) = permalink::read(link);
        assert_eq!(complaints, []);
        let lanes = Lanes::new(&experiment, &experiment.answer().unwrap());
        (experiment, lanes)
    }

    #[test]
    fn every_subtorus_has_a_lane_and_parts_of_a_larger_one_are_neighbours() {
        for subtori in [1, 2, 4, 16] {
            for lane in 0..subtori * subtori {
                let [row, column] = subtorus_of(lane, subtori);
                assert!(row < subtori && column < subtori);
                assert_eq!(lane_of([row, column], subtori), lane);
                let coarser = (subtori / 2).max(1);
                assert_eq!(lane_of([row % coarser, column % coarser], coarser), lane * coarser.pow(2) / subtori.pow(2));
            }
        }
    }

    /// The lanes of a bar have exactly the bar's nodes.
    #[test]
    fn bars_cover_the_lanes_of_their_nodes() {
        let (experiment, lanes) = lanes("#v=1&problem=cnp&jobs=8:2,4:2,4:4,4:4,4:1,2:4");
        assert_eq!(lanes.names.len(), 16);
        for bar in &lanes.bars {
            let mut nodes = bar.place.nodes(experiment.side);
            let named = |lane: &u32| -> Vec<u32> {
                let name = lanes.names[*lane as usize].trim_matches(['(', ')']);
                name.split(", ").map(|number| number.parse().unwrap()).collect()
            };
            let parts: Vec<_> = bar.lanes.clone().map(|lane| named(&lane)).collect();
            let stride = 4;
            nodes.retain(|[row, column]| !parts.contains(&vec![row % stride, column % stride]));
            assert!(nodes.is_empty(), "{bar:?}");
            assert_eq!(parts.len() * 4, bar.place.nodes(experiment.side).len());
        }
        assert_eq!((lanes.bars[1].undisturbed, lanes.bars[1].to), (4.0, 5.875));
        assert_eq!(lanes.moments(), [0.0, 2.0, 4.0]);
        assert_eq!(lanes.running(2.0).map(|bar| bar.job).collect::<Vec<_>>(), [1, 2, 3, 4]);
    }

    #[test]
    fn columns_are_the_lanes_of_blocks_on_the_diagonal() {
        let (_, met) = lanes("#v=1&problem=preemptive&side=16&jobs=8:2,4:4,4:3,2:2,2:2.5&deadline=4");
        assert_eq!((met.names.len(), met.bars.len()), (16, 7));
        assert_eq!(met.bars[1].lanes, 8..12);
        let nodes = met.bars[1].place.nodes(16);
        assert!(nodes.len() == 16 && nodes.iter().flatten().all(|index| (8..12).contains(index)));
        let (_, missed) = lanes("#v=1&problem=preemptive&jobs=8:2&deadline=1");
        assert_eq!(missed, Lanes::default());
    }
}
