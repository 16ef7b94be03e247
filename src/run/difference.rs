//! Two runs of the same jobs: which jobs start earlier in which run, and when the runs diverge.

use super::Trace;
use crate::diagnostic::Explain;
use crate::machine::Machine;
use crate::sorting::{ascending, sorted};
use crate::time::Time;

/// A job of two runs, by its index in each run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// In the first run, which is called *here*.
    pub here: usize,
    /// In the second run, which is called *there*.
    pub there: usize,
}

/// The two runs do not have the same jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobSetMismatch {
    /// The runs have no job number in common.
    #[error("the two runs have no job in common")]
    NoneInCommon,
    /// A job with this number arrives at different moments in the two runs.
    #[error("the two runs have other jobs: job {0} does not arrive at the same moment in both")]
    Arrival(i64),
    /// A job with this number asks for different numbers of processors in the two runs.
    #[error("the two runs have other jobs: job {0} asks for {1} processors in one and for {2} in the other")]
    Processors(i64, u32, u32),
}

impl Explain for JobSetMismatch {
    fn expected(&self) -> String {
        "runs in which jobs of the same number arrive at the same moment and ask for as many processors".into()
    }
}

/// The differences between two runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// The jobs in both runs, by their index in the first.
    pub pairs: Vec<Pair>,
    /// The jobs in the first run only.
    pub only_here: Vec<usize>,
    /// The jobs in the second run only.
    pub only_there: Vec<usize>,
    /// How much later each pair starts here than there, in microseconds; negative if it starts earlier here.
    pub later: Vec<Time>,
}

/// How many of the common jobs start earlier or later.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// How many start earlier here.
    pub earlier_here: usize,
    /// How many start later here.
    pub later_here: usize,
    /// How many start at the same moment.
    pub same: usize,
    /// How much later they start here on average, in microseconds, rounded towards zero; negative if earlier.
    pub mean: Time,
}

/// How a job of one run may differ from the same job of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifferenceKind {
    /// It starts in one run, but not in the other.
    Start,
    /// It starts in both runs, on different nodes.
    Place,
    /// It has started at the same moment in both runs, and ends in only one of them.
    End,
}

/// The first moment at which two runs differ in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The moment.
    pub at: Time,
    /// How they differ.
    pub kind: DifferenceKind,
    /// The jobs that differ at that moment, at least one, by their positions among the pairs.
    pub pairs: Vec<usize>,
}

impl Difference {
    /// Compares two runs job by job. Jobs are matched by the log's number. If several jobs have the same number, the
    /// first here is matched with the first there, and so on. The runtimes may differ between the runs, and need not
    /// follow from the requests. Fails if jobs with the same number are not the same job. Cost: O(n log n).
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

    /// The position among the pairs of a job of the first run. Cost: O(log n).
    pub fn of_here(&self, job: usize) -> Option<usize> {
        self.pairs.binary_search_by_key(&job, |pair| pair.here).ok()
    }

    /// Counts the jobs that start earlier. Cost: O(n).
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

    /// The positions of the pairs that do not start at the same moment. The largest difference comes first; ties go to
    /// the earlier arrival. Cost: O(n log n).
    pub fn furthest_first(&self) -> Vec<usize> {
        let order = ascending(self.later.iter().map(|later| -later.abs()));
        order.into_iter().map(|place| place as usize).filter(|&place| self.later[place] != 0).collect()
    }

    /// The divergences of the runs, at most one of each kind, the first moment first. At the same moment, start comes
    /// before place, and place before end. Places are compared only if both runs have places on the same machine. A
    /// place is a set of nodes: the order of its blocks makes no difference. Cost: O(n), and the cost of comparing the
    /// jobs that start by the first divergence.
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

    /// The earliest moment that `when` returns for a pair, and all pairs of that moment. `when` receives the earliest
    /// moment so far.
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

/// The machine of two runs if both have places on it.
pub fn comparable_places(here: &Trace, there: &Trace) -> Option<Machine> {
    let placed = here.is_placed() && there.is_placed();
    here.machine().ok().filter(|machine| placed && there.machine().as_ref() == Ok(machine))
}

/// Whether a job holds different nodes in the two runs.
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
