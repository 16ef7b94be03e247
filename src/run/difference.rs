//! Two runs of the same jobs: who starts earlier in which of them, and when they part.

use super::Trace;
use crate::diagnostic::Explain;
use crate::machine::Machine;
use crate::sorting::{ascending, sorted};
use crate::time::Time;

/// A job of two runs, by its index in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// In the first run, which is called *here*.
    pub here: usize,
    /// In the second run, which is called *there*.
    pub there: usize,
}

/// Two runs that do not have the same jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobSetMismatch {
    /// No number is in both.
    #[error("the two runs have no job in common")]
    NoneInCommon,
    /// A job of this number arrives at one moment here and at another there.
    #[error("the two runs have other jobs: job {0} does not arrive at the same moment in both")]
    Arrival(i64),
    /// A job of this number asks for so many processors here, and for so many there.
    #[error("the two runs have other jobs: job {0} asks for {1} processors in one and for {2} in the other")]
    Processors(i64, u32, u32),
}

impl Explain for JobSetMismatch {
    fn expected(&self) -> String {
        "runs in which jobs of the same number arrive at the same moment and ask for as many processors".into()
    }
}

/// In what two runs differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// The jobs that are in both, by their index here.
    pub pairs: Vec<Pair>,
    /// The jobs that are in the first run only.
    pub only_here: Vec<usize>,
    /// The jobs that are in the second run only.
    pub only_there: Vec<usize>,
    /// How much later each of the pairs starts here than there, in microseconds; below zero where it starts earlier here.
    pub later: Vec<Time>,
}

/// Who starts earlier, among the jobs that are in both runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// How many start earlier here.
    pub earlier_here: usize,
    /// How many start later here.
    pub later_here: usize,
    /// How many start at the same moment.
    pub same: usize,
    /// How much later they start here on average, in microseconds, rounded towards zero; below zero where earlier.
    pub mean: Time,
}

/// In what a job of one run may differ from the same job of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifferenceKind {
    /// It starts in one, and not in the other.
    Start,
    /// It starts in both, on other nodes.
    Place,
    /// It has started in both at the same moment, and ends in one and not in the other.
    End,
}

/// The first moment at which two runs differ in one respect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The moment.
    pub at: Time,
    /// In what they differ.
    pub kind: DifferenceKind,
    /// The jobs in which they differ then, at least one, by their places among the pairs.
    pub pairs: Vec<usize>,
}

impl Difference {
    /// Compares two runs job by job. Jobs go by the log's number; where several have the same, the first here goes with the first
    /// there, and so on. How long jobs run may be another thing in both, and need not follow from what they have asked for.
    /// Fails where jobs of the same number are not the same jobs. Cost: O(n log n).
    pub fn new(here: &Trace, there: &Trace) -> Result<Difference, JobSetMismatch> {
        let mut difference = Difference::matched(here, there);
        if difference.pairs.is_empty() && here.len() + there.len() > 0 {
            return Err(JobSetMismatch::NoneInCommon);
        }
        for pair in &difference.pairs {
            let (id, asked) = (here.id[pair.here], (here.asked[pair.here], there.asked[pair.there]));
            if here.submit[pair.here] != there.submit[pair.there] {
                return Err(JobSetMismatch::Arrival(id));
            }
            if asked.0 != asked.1 {
                return Err(JobSetMismatch::Processors(id, asked.0, asked.1));
            }
            difference.later.push(here.start[pair.here] - there.start[pair.there]);
        }
        Ok(difference)
    }

    fn matched(here: &Trace, there: &Trace) -> Difference {
        let by_number = |trace: &Trace| ascending(trace.id.iter().copied());
        let (ones, others) = (by_number(here), by_number(there));
        let mut difference = Difference::default();
        let mut next = others.iter().map(|&job| job as usize).peekable();
        for job in ones.into_iter().map(|job| job as usize) {
            while let Some(other) = next.next_if(|&other| there.id[other] < here.id[job]) {
                difference.only_there.push(other);
            }
            match next.next_if(|&other| there.id[other] == here.id[job]) {
                Some(other) => difference.pairs.push(Pair { here: job, there: other }),
                None => difference.only_here.push(job),
            }
        }
        difference.only_there.extend(next);
        difference.pairs = sorted(difference.pairs, |one, other| one.here.cmp(&other.here));
        difference
    }

    /// The place among the pairs of a job of the first run. Cost: O(log n).
    pub fn of_here(&self, job: usize) -> Option<usize> {
        self.pairs.binary_search_by_key(&job, |pair| pair.here).ok()
    }

    /// Who starts earlier. Cost: O(n).
    pub fn tally(&self) -> Tally {
        let count = |wanted: fn(&Time) -> bool| self.later.iter().filter(|later| wanted(later)).count();
        let sum: i128 = self.later.iter().map(|later| i128::from(*later)).sum();
        Tally {
            earlier_here: count(|later| *later < 0),
            later_here: count(|later| *later > 0),
            same: count(|later| *later == 0),
            mean: (sum / self.later.len().max(1) as i128) as Time,
        }
    }

    /// The pairs, by their places, that do not start at the same moment: those furthest apart first, of equally distant ones the
    /// earlier arrival. Cost: O(n log n).
    pub fn furthest_first(&self) -> Vec<usize> {
        let order = ascending(self.later.iter().map(|later| -later.abs()));
        order.into_iter().map(|place| place as usize).filter(|&place| self.later[place] != 0).collect()
    }

    /// When the runs part, in each respect in which they do, the first moment first; at the same moment, start before place
    /// before end. Places are compared where both runs know them and have the same machine, and are sets of nodes: in which
    /// order a strategy took them is no difference. Cost: O(n), and that of comparing jobs that start at the first such moment
    /// or before.
    pub fn divergences(&self, here: &Trace, there: &Trace) -> Vec<Divergence> {
        let start = |pair: &Pair| (here.start[pair.here], there.start[pair.there]);
        let end = |pair: &Pair| (here.end[pair.here], there.end[pair.there]);
        let first = |(one, other): (Time, Time)| (one != other).then(|| one.min(other));
        let same_start = |pair: &Pair| start(pair).0 == start(pair).1;
        let starts = self.earliest(DifferenceKind::Start, |pair, _| first(start(pair)));
        let ends = self.earliest(DifferenceKind::End, |pair, _| first(end(pair)).filter(|_| same_start(pair)));
        let places = comparable_places(here, there).and_then(|machine| {
            self.earliest(DifferenceKind::Place, |pair, by| {
                let (at, other) = start(pair);
                let apart = at == other && by.is_none_or(|by| at <= by) && on_other_nodes(here, there, pair, &machine);
                apart.then_some(at)
            })
        });
        sorted([starts, places, ends].into_iter().flatten().collect(), |one, other| one.at.cmp(&other.at))
    }

    /// The earliest of the moments that `when` gives for pairs, and all pairs of that moment. It is told the earliest so far.
    fn earliest(&self, kind: DifferenceKind, when: impl Fn(&Pair, Option<Time>) -> Option<Time>) -> Option<Divergence> {
        let mut divergence: Option<Divergence> = None;
        for (place, pair) in self.pairs.iter().enumerate() {
            let Some(at) = when(pair, divergence.as_ref().map(|divergence| divergence.at)) else { continue };
            match &mut divergence {
                Some(divergence) if at == divergence.at => divergence.pairs.push(place),
                Some(divergence) if at > divergence.at => {}
                _ => divergence = Some(Divergence { at, kind, pairs: vec![place] }),
            }
        }
        divergence
    }
}

/// The machine of two runs, where both know on which of its nodes jobs run.
pub fn comparable_places(here: &Trace, there: &Trace) -> Option<Machine> {
    let placed = here.is_placed() && there.is_placed();
    here.machine().ok().filter(|machine| placed && there.machine().as_ref() == Ok(machine))
}

/// Whether a job holds other nodes in one run than in the other.
fn on_other_nodes(here: &Trace, there: &Trace, pair: &Pair, machine: &Machine) -> bool {
    if here.blocks_of(pair.here).eq(there.blocks_of(pair.there)) {
        return false;
    }
    let nodes = |trace: &Trace, job: usize| {
        let all = trace.blocks_of(job).flat_map(|block| block.nodes(machine).collect::<Vec<u32>>());
        sorted(all.collect::<Vec<u32>>(), u32::cmp)
    };
    nodes(here, pair.here) != nodes(there, pair.there)
}

#[cfg(test)]
mod tests;
