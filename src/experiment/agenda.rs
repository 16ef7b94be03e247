//! The order in which the cells of a plan run, and the estimate of the time left.
//!
//! First comes a coarse grid over all curves, the quick ones first, so that every curve shows its shape early. Then
//! come the values in between, level by level, and last the slow cells. Within a level the heaviest goes first, so that
//! no worker has a long cell at the end. The order changes no number: replications are judged at fixed counts
//! ([`super::Results`]).

use super::cell_timings::{CellPosition, CellTimings};
use super::{Cell, CellResult, Experiment, Results};
use crate::diagnostic::Diagnostic;
use crate::sorting::sorted;
use std::ops::Range;

/// The distance of values on the coarse grid. Each further level halves it.
const COARSE: usize = 8;
/// A cell is slow if it takes this many times as long as a quick one.
const SLOW: f64 = 10.0;
/// The quantile of estimated times that counts as quick.
const QUICK: f64 = 0.4;
/// The largest number of waiting cells that are summed. Of more cells only a sample is used, because the sum would take
/// too long.
const LOOKED_AT: usize = 1000;
/// With more waiting cells, they are not put in order again.
const ORDERED: usize = 20_000;
/// A late cell is expected to take at least this share of its time so far longer.
const LATE: f64 = 0.2;
/// The page keeps workers waiting for at most this share of the time.
const BUSY: f64 = 0.2;

/// The waiting and the running cells, and their times.
#[derive(Clone, Debug, Default)]
pub struct Agenda {
    weights: Vec<f64>,
    /// The numbers of values, of replications of each, of allocation strategies and of policies.
    values: usize,
    replications: usize,
    allocations: usize,
    schedulings: usize,
    /// Which of the allocation strategies are own strategies.
    is_own: Vec<bool>,
    pace: CellTimings,
    /// Cells that are not yet given to a worker, the next one last. Some may already have an outcome from elsewhere.
    waiting: Vec<usize>,
    settled: Vec<bool>,
    /// The number of waiting cells with an outcome.
    superfluous: usize,
    /// The running cells, and their starts in seconds since the run began.
    given: Vec<(usize, f64)>,
    /// Every requested cell.
    asked: Vec<usize>,
    /// The numbers of computed cells, and of cells with known results.
    computed: u32,
    kept: u32,
    failed: u32,
    /// The expected number of replications of each point, if its spread is known.
    likely: Vec<Option<u32>>,
    /// The number of requested replications of each point.
    begun: Vec<u32>,
    /// A cell that takes more seconds than this is slow.
    slow: f64,
    /// The number of computed cells when the waiting ones were last put in order.
    ordered_at: u32,
    /// The time of the first result, and the time of computing since then.
    first: Option<f64>,
    busy: f64,
}

impl Agenda {
    /// An agenda with the cells to run first, which are also returned.
    pub fn begin(results: &Results) -> (Agenda, Vec<usize>) {
        let first = results.first_cells();
        let mut agenda = Agenda::new(results.experiment(), results.cells());
        agenda.ask(first.iter().copied());
        (agenda, first)
    }

    /// An empty agenda for these cells of an experiment.
    pub fn new(experiment: &Experiment, cells: &[Cell]) -> Agenda {
        let replications = experiment.replications as usize;
        let points = cells.len() / replications.max(1);
        Agenda {
            weights: cells.iter().map(|cell| cell.weight).collect(),
            values: experiment.values().len(),
            replications,
            allocations: experiment.allocation.len(),
            is_own: experiment.own_pairs(),
            schedulings: experiment.scheduling.len(),
            likely: vec![None; points],
            begun: vec![0; points],
            settled: vec![false; cells.len()],
            slow: f64::INFINITY,
            ..Agenda::default()
        }
    }

    /// Requests these cells, in the best order. Cells that are waiting already come after them.
    pub fn ask(&mut self, cells: impl IntoIterator<Item = usize>) {
        let first = self.asked.is_empty();
        for cell in cells {
            self.asked.push(cell);
            self.waiting.push(cell);
            self.begun[cell / self.replications] += 1;
        }
        if first {
            self.order();
        }
    }

    /// The cell to run next. `seconds` is the time since the run began.
    pub fn next(&mut self, seconds: f64) -> Option<usize> {
        self.next_where(seconds, |_| true)
    }

    /// The same among the cells of own code (`own`), which run separately, or among the others.
    pub fn next_of(&mut self, own: bool, seconds: f64) -> Option<usize> {
        let (each, is_own) = (self.values * self.replications, self.is_own.clone());
        self.next_where(seconds, |cell| is_own[cell / each.max(1) % is_own.len().max(1)] == own)
    }

    fn next_where(&mut self, seconds: f64, suits: impl Fn(usize) -> bool) -> Option<usize> {
        if self.superfluous > 0 {
            self.waiting.retain(|cell| !self.settled[*cell]);
            self.superfluous = 0;
        }
        // Enough cells have run to know which are slow.
        if self.pace.count() > 2 * self.ordered_at && self.waiting.len() < ORDERED {
            self.order();
        }
        let cell = self.waiting.remove(self.waiting.iter().rposition(|cell| suits(*cell))?);
        self.given.push((cell, seconds));
        Some(cell)
    }

    /// Notes that a cell has its outcome. `took` is in seconds, `None` if the result was known before. `now` counts
    /// from the beginning of the run.
    pub fn settle(&mut self, cell: usize, took: Option<f64>, now: f64) {
        self.take_away(cell);
        let Some(took) = took else {
            self.kept += 1;
            return;
        };
        self.computed += 1;
        self.pace.learn(self.place(cell), took);
        match self.first {
            Some(first) => self.busy += took.min(now - first),
            None => self.first = Some(now),
        }
    }

    fn take_away(&mut self, cell: usize) {
        match self.given.iter().position(|(given, _)| *given == cell) {
            Some(place) => drop(self.given.remove(place)),
            None => self.superfluous += 1,
        }
        self.settled[cell] = true;
    }

    /// The waiting cells, the next one first.
    fn waiting(&self) -> impl Iterator<Item = usize> {
        self.waiting.iter().rev().copied().filter(|cell| !self.settled[*cell])
    }

    fn waiting_count(&self) -> usize {
        self.waiting.len() - self.superfluous
    }

    /// Adds the outcome of a cell to the results, and settles it. `took` and `now` are as in [`Agenda::settle`]. The
    /// cells that have become necessary are requested and returned.
    pub fn take_in(
        &mut self,
        results: &mut Results,
        cell: usize,
        outcome: Result<CellResult, Diagnostic>,
        took: Option<f64>,
        now: f64,
    ) -> Range<usize> {
        let failed = outcome.is_err();
        let more = results.put(cell, outcome);
        if failed {
            self.take_away(cell);
            self.failed += 1;
        } else {
            self.settle(cell, took, now);
        }
        self.ask(more.clone());
        if let Some(likely) = results.likely_replications(cell).filter(|_| self.replications > 1) {
            self.likely[cell / self.replications] = Some(likely);
        }
        more
    }

    /// The number of requested cells.
    pub fn asked(&self) -> usize {
        self.asked.len()
    }

    /// The number of computed cells.
    pub fn computed(&self) -> u32 {
        self.computed
    }

    /// The number of cells with known results.
    pub fn kept(&self) -> u32 {
        self.kept
    }

    /// The number of cells with an outcome: computed, known before, or failed.
    pub fn finished(&self) -> u32 {
        self.computed + self.kept + self.failed
    }

    /// The number of cells without an outcome, and the position of their policy if they share one. `None` if some of
    /// them are not slow.
    pub fn slow_ones(&self) -> Option<(usize, Option<usize>)> {
        let count = self.waiting_count() + self.given.len();
        let left = || self.given.iter().map(|(cell, _)| *cell).chain(self.waiting());
        if count == 0 || count > LOOKED_AT || !left().all(|cell| self.seconds(cell) > self.slow) {
            return None;
        }
        Some((count, self.common_policy(left())))
    }

    /// The number of slow cells that will run after all others, and the position of their policy if they share one.
    /// `None` if there is no such cell. It is known from the beginning, then from estimates.
    pub fn slow_last(&self) -> Option<(usize, Option<usize>)> {
        let last = || {
            let slow = self.waiting.iter().take_while(|cell| self.settled[**cell] || self.seconds(**cell) > self.slow);
            slow.copied().filter(|cell| !self.settled[*cell])
        };
        let count = last().count();
        (count > 0).then(|| (count, self.common_policy(last())))
    }

    fn common_policy(&self, cells: impl Iterator<Item = usize>) -> Option<usize> {
        let mut policies = cells.map(|cell| self.policy(cell));
        let first = policies.next();
        first.filter(|first| policies.all(|policy| policy == *first))
    }

    /// The estimated share of the work that is done at `now`, from 0 to 1.
    pub fn share(&self, now: f64) -> f64 {
        let (done, left) = (self.pace.seconds(), self.work(now));
        if done > 0.0 { done / (done + left) } else { 0.0 }
    }

    /// The seconds that this many workers need for the rest. `None` before a cell has run.
    ///
    /// A free worker takes the next waiting cell. The work of possible further replications is spread over all workers.
    pub fn left(&self, workers: u32, now: f64) -> Option<f64> {
        if self.pace.count() == 0 {
            return None;
        }
        let workers = workers.max(1) as usize;
        let mut free = vec![0.0; workers];
        let mut give = |seconds: f64| {
            let earliest =
                free.iter_mut().min_by(|one: &&mut f64, other| f64::total_cmp(one, other)).expect("a worker");
            *earliest += seconds;
        };
        self.given.iter().for_each(|given| give(self.rest(*given, now)));
        let few = self.waiting_count() <= LOOKED_AT;
        self.waiting().filter(|_| few).for_each(|cell| give(self.seconds(cell)));
        let spread = if few { 0.0 } else { self.work_of_waiting() };
        let last = free.iter().fold(0.0, |last: f64, time| last.max(*time));
        let everybody = (free.iter().sum::<f64>() + spread + self.work_to_come()) / workers as f64;
        let evenly = everybody / self.efficiency(workers, now);
        Some(last.max(evenly))
    }

    /// The share of the time in which workers compute. For the rest they wait for the page or for a processor.
    fn efficiency(&self, workers: usize, now: f64) -> f64 {
        let Some(first) = self.first else { return 1.0 };
        let running = self.given.iter().map(|(_, at)| now - at.max(first)).sum::<f64>();
        let most = workers as f64 * (now - first);
        if most > 0.0 { ((self.busy + running) / most).clamp(BUSY, 1.0) } else { 1.0 }
    }

    /// The remaining seconds of work.
    fn work(&self, now: f64) -> f64 {
        let given: f64 = self.given.iter().map(|given| self.rest(*given, now)).sum();
        given + self.work_of_waiting() + self.work_to_come()
    }

    fn work_of_waiting(&self) -> f64 {
        let count = self.waiting_count();
        let step = count.div_ceil(LOOKED_AT).max(1);
        let some = self.waiting().step_by(step).map(|cell| self.seconds(cell)).sum::<f64>();
        some * count as f64 / count.div_ceil(step).max(1) as f64
    }

    /// The seconds of replications that are not yet requested. A point of unknown spread is taken to need the mean of
    /// the others.
    fn work_to_come(&self) -> f64 {
        if self.replications < 2 {
            return 0.0;
        }
        let known: Vec<f64> = self.likely.iter().flatten().map(|count| f64::from(*count)).collect();
        let mean = if known.is_empty() { 0.0 } else { known.iter().sum::<f64>() / known.len() as f64 };
        let step = self.begun.len().div_ceil(LOOKED_AT).max(1);
        // Excluded points were never requested.
        let points = self.begun.iter().enumerate().step_by(step).filter(|(_, begun)| **begun > 0);
        let more = points.map(|(point, &begun)| {
            let expected = self.likely[point].map_or(mean, f64::from);
            (expected - f64::from(begun)).max(0.0) * self.seconds(point * self.replications)
        });
        more.sum::<f64>() * step as f64
    }

    /// The remaining seconds of a cell that is running.
    fn rest(&self, (cell, at): (usize, f64), now: f64) -> f64 {
        let elapsed = now - at;
        (self.seconds(cell) - elapsed).max(LATE * elapsed)
    }

    /// The expected time of a cell: in seconds once a cell has run, else its weight.
    fn seconds(&self, cell: usize) -> f64 {
        self.pace.expect(self.place(cell)).unwrap_or(self.weights[cell])
    }

    fn place(&self, cell: usize) -> CellPosition {
        let curve = cell / (self.values * self.replications);
        let (machine, policy) = (curve / (self.allocations * self.schedulings), curve % self.schedulings);
        let (kind, value) = (machine * self.schedulings + policy, cell / self.replications % self.values);
        CellPosition { curve, kind, value, weight: self.weights[cell] }
    }

    fn policy(&self, cell: usize) -> usize {
        cell / (self.values * self.replications) % self.schedulings
    }

    /// Puts the waiting cells in order, the next one last.
    fn order(&mut self) {
        self.ordered_at = self.pace.count().max(1);
        let mut all: Vec<f64> = self
            .asked
            .iter()
            .step_by(self.asked.len().div_ceil(ORDERED).max(1))
            .map(|cell| self.seconds(*cell))
            .collect();
        let quick = (all.len() as f64 * QUICK) as usize;
        if all.is_empty() {
            return;
        }
        self.slow = SLOW * *all.select_nth_unstable_by(quick, f64::total_cmp).1;
        let rank = |&cell: &usize| (self.level(cell), self.seconds(cell), cell);
        let ranked = sorted(self.waiting.iter().map(rank).collect(), |one: &(usize, f64, usize), other| {
            let heaviest_first = other.1.total_cmp(&one.1);
            let within = if one.0 == 0 { heaviest_first.reverse() } else { heaviest_first };
            // The last cell is the next to run.
            one.0.cmp(&other.0).then(within).then(one.2.cmp(&other.2)).reverse()
        });
        self.waiting = ranked.into_iter().map(|(.., cell)| cell).collect();
    }

    /// The rank of a cell: 0 for the coarse grid, then level by level, then the slow cells, level by level.
    fn level(&self, cell: usize) -> usize {
        let value = cell / self.replications % self.values;
        let mut distance = COARSE;
        let mut level = 0;
        while value + 1 != self.values && !value.is_multiple_of(distance) {
            distance /= 2;
            level += 1;
        }
        if level > 0 && self.seconds(cell) > self.slow { level + COARSE } else { level }
    }
}

#[cfg(test)]
mod tests;
