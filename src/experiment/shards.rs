//! Divides a plan into shards for computers that do not communicate, and merges their results. It decides which cells a
//! shard has, and which cells still have to run if some outcomes are known.

use super::exclusion::excluded_points;
use super::{CellResult, Experiment, Plan, Results};
use crate::diagnostic::{Diagnostic, Explain, shortened};
use crate::sorting::sorted;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::fmt;
use std::str::FromStr;

/// The result of a cell, or the reason for its failure.
pub type Outcome = Result<CellResult, Diagnostic>;

/// Outcomes by the position of the cell in the plan.
pub type Outcomes = BTreeMap<usize, Outcome>;

/// One of several parts of a plan, such as `3/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    number: u32,
    count: u32,
}

/// The most parts of a plan.
pub const MOST_SHARDS: u32 = 100_000;

/// The text is not a shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no part of an experiment")]
pub struct ShardError(String);

impl Explain for ShardError {
    fn expected(&self) -> String {
        format!("M/N, the M-th of N parts, such as 3/8; M from 1 to N, N at most {MOST_SHARDS}")
    }
}

impl Shard {
    /// All of a plan.
    pub const WHOLE: Shard = Shard { number: 1, count: 1 };

    /// The part of this number, from 1, of so many. Fails if there is no such part.
    pub fn new(number: u32, count: u32) -> Result<Shard, ShardError> {
        let is_part = number >= 1 && number <= count && count <= MOST_SHARDS;
        if is_part { Ok(Shard { number, count }) } else { Err(ShardError(format!("{number}/{count}"))) }
    }

    /// The number of the part, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// The number of parts.
    pub fn count(self) -> u32 {
        self.count
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let numbers =
            text.split_once('/').and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
        let unreadable = || ShardError(shortened(text));
        numbers.and_then(|(number, count)| Shard::new(number, count).ok()).ok_or_else(unreadable)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}/{}", self.number, self.count)
    }
}

/// Weights are compared as whole numbers of such fractions of a second, so that sums do not depend on the order.
const FINENESS: f64 = 1e9;

impl Plan {
    /// For every point (cells divided by replications), whether it belongs to this shard. Excluded points belong to no
    /// shard.
    ///
    /// The heaviest point goes to the shard with the least weight so far, then the next one. A point is never divided,
    /// because only its finished replications decide how many it needs. Every computer divides in the same way.
    /// O(points log points).
    pub fn points_of(&self, shard: Shard) -> Vec<bool> {
        let replications = self.experiment().replications.max(1) as usize;
        let points = self.cells.len() / replications;
        let weight = |point: usize| ((self.cells[point * replications].weight * FINENESS) as u64).max(1);
        let never = excluded_points(self.experiment(), &self.excluded);
        let runs = |point: &usize| !never[*point];
        let order = sorted((0..points).filter(runs).collect(), |one, other| weight(*other).cmp(&weight(*one)));
        let mut least: BinaryHeap<Reverse<(u64, u32)>> = (1..=shard.count).map(|number| Reverse((0, number))).collect();
        let mut mine = vec![false; points];
        for point in order {
            let Some(Reverse((load, number))) = least.pop() else { break };
            mine[point] = number == shard.number;
            least.push(Reverse((load.saturating_add(weight(point)), number)));
        }
        mine
    }

    /// The first cells of a shard.
    pub fn first_cells_of(&self, shard: Shard, results: &Results) -> Vec<usize> {
        let (mine, replications) = (self.points_of(shard), self.experiment().replications.max(1) as usize);
        results.first_cells().into_iter().filter(|cell| mine[cell / replications]).collect()
    }
}

impl Results {
    /// Adds the known outcomes of these cells, and of the cells that become necessary. Returns the cells that still
    /// have to run. Known cells that are not needed have no effect.
    pub fn take_known(&mut self, mut cells: Vec<usize>, known: &Outcomes) -> Vec<usize> {
        let mut missing = Vec::new();
        while let Some(cell) = cells.pop() {
            match known.get(&cell) {
                Some(outcome) => cells.extend(self.put(cell, outcome.clone())),
                None => missing.push(cell),
            }
        }
        sorted(missing, usize::cmp)
    }
}

impl Experiment {
    /// The number of cells, run or not.
    pub fn cell_count(&self) -> usize {
        let pairs = self.allocation.len() * self.scheduling.len();
        self.site_count() * pairs * self.values().len() * self.replications as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::permalink;
    use crate::workload::Selected;
    use proptest::prelude::*;

    const ADAPTIVE: &str = "#v=1&machine=mesh:8x8&jobs=30&allocation=nep,flat&scheduling=fcfs,easy\
                            &vary=load:0.5..1.1:0.2&replications=40&precision=0.3&plot=mean_response-load";

    fn plan(link: &str) -> Plan {
        let (experiment, complaints) = permalink::read(link);
        assert_eq!(complaints, []);
        Plan::new(&experiment, &experiment.generate()).unwrap()
    }

    #[test]
    fn a_shard_is_read_as_it_is_written() {
        for text in ["1/1", "3/8", "100000/100000"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in ["", "3", "0/8", "9/8", "1/0", "-1/8", "1/100001", "a/b", "1/8/2", "1.5/8"] {
            let error = text.parse::<Shard>().unwrap_err();
            assert_eq!(error.to_string(), format!("'{text}' is no part of an experiment"));
        }
    }

    /// By hand: weights 9, 5, 5, 4, 1 on two shards. By the rule 9 | 5 5, then 4 to the first (9 against 10), then 1 to
    /// the second.
    #[test]
    fn the_heaviest_goes_to_the_shard_with_least() {
        let mut plan = plan("#v=1&machine=mesh:8x8&jobs=30&allocation=nep&scheduling=fcfs&vary=load:0.5..0.9:0.1");
        for (cell, weight) in plan.cells.iter_mut().zip([5.0, 1.0, 9.0, 4.0, 5.0]) {
            cell.weight = weight;
        }
        assert_eq!(plan.points_of("1/2".parse().unwrap()), [false, false, true, true, false]);
        assert_eq!(plan.points_of("2/2".parse().unwrap()), [true, true, false, false, true]);
    }

    #[test]
    fn excluded_points_belong_to_no_shard() {
        let plan = plan("#v=1&machine=mesh:4x4x4&jobs=30&allocation=curve(hilbert,best),nep&scheduling=fcfs&vary=none");
        assert!(!plan.excluded.is_empty());
        assert_eq!(plan.points_of(Shard::WHOLE), [false, true]);
    }

    #[test]
    fn shards_together_equal_one_run() {
        let plan = plan(ADAPTIVE);
        let run = |shard: Shard, known: &Outcomes| {
            let (mut results, mut outcomes) = (Results::new(&plan, &Selected::default()), Outcomes::new());
            let mut cells = results.take_known(plan.first_cells_of(shard, &results), known);
            while let Some(cell) = cells.pop() {
                let outcome = plan.run(cell, None).map_err(|failure| Diagnostic::of(&failure));
                outcomes.insert(cell, outcome.clone());
                let more = results.put(cell, outcome);
                cells.extend(results.take_known(more.collect(), known));
            }
            (results, outcomes)
        };
        let (one, all) = run(Shard::WHOLE, &Outcomes::new());
        let parts: Vec<Outcomes> =
            (1..=3).map(|number| run(Shard::new(number, 3).unwrap(), &Outcomes::new()).1).collect();
        let mut merged: Outcomes = parts.concat();
        assert!(text(&merged) == text(&all), "no cell is run twice, none is left out");
        assert!(all.len() > plan.first_cells_of(Shard::WHOLE, &one).len(), "some take more replications");
        assert!(all.len() < plan.cells.len(), "and some do not");
        let mut results = Results::new(&plan, &Selected::default());
        let first = results.first_cells();
        assert_eq!(results.take_known(first, &merged), Vec::<usize>::new());
        assert!(results.is_complete());
        assert!(text(&results.summaries().collect::<Vec<_>>()) == text(&one.summaries().collect::<Vec<_>>()));
        // Only a lost cell is requested again.
        let lost = *merged.keys().nth(7).unwrap();
        merged.remove(&lost);
        let mut results = Results::new(&plan, &Selected::default());
        let first = results.first_cells();
        assert_eq!(results.take_known(first, &merged), [lost]);
        assert_eq!(run(Shard::WHOLE, &merged).1.keys().collect::<Vec<_>>(), [&lost]);
    }

    /// All digits as text, because NaN equals nothing.
    fn text(values: &impl fmt::Debug) -> String {
        format!("{values:?}")
    }

    /// Outcomes in a map, concatenated.
    trait Concat {
        fn concat(self) -> Outcomes;
    }

    impl Concat for Vec<Outcomes> {
        fn concat(self) -> Outcomes {
            let count: usize = self.iter().map(Outcomes::len).sum();
            let all: Outcomes = self.into_iter().flatten().collect();
            assert_eq!(all.len(), count);
            all
        }
    }

    proptest! {
        #[test]
        fn every_point_is_in_one_shard_and_shards_are_of_similar_weight(
            weights in prop::collection::vec(1.0..100f64, 2 * 2 * 4),
            count in 1u32..30,
        ) {
            let mut plan = plan(ADAPTIVE);
            for (cell, weight) in plan.cells.iter_mut().enumerate() {
                weight.weight = weights[cell / 40];
            }
            let shards: Vec<Vec<bool>> =
                (1..=count).map(|number| plan.points_of(Shard::new(number, count).unwrap())).collect();
            for point in 0..weights.len() {
                prop_assert_eq!(shards.iter().filter(|mine| mine[point]).count(), 1);
            }
            let load = |mine: &Vec<bool>| (0..mine.len()).filter(|&point| mine[point]).map(|point| weights[point]).sum();
            let loads: Vec<f64> = shards.iter().map(load).collect();
            let most = loads.iter().fold(0.0f64, |most, load| most.max(*load));
            let least = loads.iter().fold(f64::INFINITY, |least, load| least.min(*load));
            let heaviest = weights.iter().fold(0.0f64, |most, weight| most.max(*weight));
            prop_assert!(most - least <= heaviest + 0.1, "{most} against {least}, heaviest {heaviest}");
        }
    }
}
