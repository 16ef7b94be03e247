//! The differences between two runs of the same jobs, in words. The first run is called *here*, the second *there*.

use super::MomentReasons;
use super::job::listed;
use crate::figure::Clock;
use crate::machine::Block;
use crate::report::words::{self, counted};
use crate::run::difference::{DifferenceKind, Divergence, Pair, comparable_places};
use crate::run::{Difference, Trace};
use crate::time::Time;
use crate::view::SimulatedTime;
use serde::Serialize;

/// A divergence of two runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DivergenceReport {
    /// When, which jobs, and why if that is known.
    pub text: String,
    /// The text of the button that goes there.
    pub button: String,
    /// The moment, in the form of permalinks.
    pub moment: String,
    /// The first of the jobs, by its index in the run here.
    pub job: u32,
}

/// Two runs and their differences.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// The first run.
    pub here: &'a Trace,
    /// The second run.
    pub there: &'a Trace,
    /// Their differences.
    pub difference: &'a Difference,
    /// The unit of their clocks.
    pub clock: Clock,
}

/// The columns of a row of differences.
pub const COLUMNS: [&str; 5] = ["job", "difference", "starts here", "starts there", "processors"];

/// The most jobs that are named; the others are counted.
const NAMED: usize = 3;

impl Compared<'_> {
    /// `120 of 400 jobs start earlier here than there, 80 later and 200 at the same moment: on average 5 min later
    /// here. Furthest apart is job 17: 3 d earlier here.` Also counts the jobs that are in one run only. `furthest` is
    /// [`Difference::furthest_first`].
    pub fn summary(&self, furthest: &[usize]) -> String {
        let (tally, count) = (self.difference.tally(), self.difference.pairs.len());
        let all = match count {
            1 => "The only job starts".to_string(),
            count => format!("All {count} jobs start"),
        };
        let compared = match furthest.first() {
            None => format!("{all} at the same moment here and there."),
            Some(&furthest) => {
                let (earlier, later) = (tally.earlier_here, tally.later_here);
                let start = if earlier == 1 { "starts" } else { "start" };
                format!(
                    "{earlier} of {} {start} earlier here than there, {later} later and {} at the same moment: on average {}. \
                     Furthest apart is job {}: {}.",
                    counted(count, "job"),
                    tally.same,
                    self.by(tally.mean),
                    self.name(furthest),
                    self.by(self.difference.later[furthest]),
                )
            }
        };
        let alone = [(&self.difference.only_here, "here"), (&self.difference.only_there, "there")];
        let alone = alone.iter().filter(|(jobs, _)| !jobs.is_empty());
        let alone = alone.map(|(jobs, place)| {
            let verb = if jobs.len() == 1 { "runs" } else { "run" };
            format!(" {} {verb} {place} only and {verb} not in the comparison.", counted(jobs.len(), "job"))
        });
        compared + &alone.collect::<String>()
    }

    /// A job of both runs, by its index among the pairs, as a row under [`COLUMNS`].
    pub fn row(&self, place: usize) -> Vec<String> {
        let Pair { here, there } = self.difference.pairs[place];
        let asked = self.here.asked[here].to_string();
        let [one, other] = [self.here.start[here], self.there.start[there]].map(|start| self.clock.moment(start));
        vec![self.name(place), self.by(self.difference.later[place]), one, other, asked]
    }

    /// When a job starts there, and the difference: `0 d 00:01:40, 25 s earlier here`.
    pub fn start_there(&self, place: usize) -> String {
        let start = self.there.start[self.difference.pairs[place].there];
        format!("{}, {}", self.clock.moment(start), self.by(self.difference.later[place]))
    }

    /// The divergences, a sentence for each kind, the first moment first. `why` has the reasons at the first divergence
    /// of starts, here and there; empty if they are unknown.
    pub fn divergences(&self, divergences: &[Divergence], why: &[MomentReasons; 2]) -> Vec<DivergenceReport> {
        let report = |(place, divergence): (usize, &Divergence)| {
            let (moment, first) = (self.clock.moment(divergence.at), place == 0);
            let (others, button) = match divergence.kind {
                DifferenceKind::Start => ("Starting times", "To the first other start"),
                DifferenceKind::Place => ("Places", "To the first other place"),
                DifferenceKind::End => ("Ends of jobs that start together", "To the first such end"),
            };
            let opening = match first {
                true => format!("The runs part at {moment}"),
                false => format!("{others} differ from {moment} on"),
            };
            let words = match divergence.kind {
                DifferenceKind::Start => self.start_words(divergence, why),
                DifferenceKind::Place => self.place_words(divergence),
                DifferenceKind::End => self.time_words(divergence, &self.here.end, &self.there.end, "ends"),
            };
            DivergenceReport {
                text: format!("{opening}: {words}."),
                button: if first { "To where the runs part".into() } else { button.into() },
                moment: SimulatedTime(divergence.at).to_string(),
                job: self.difference.pairs[divergence.pairs[0]].here as u32,
            }
        };
        divergences.iter().enumerate().map(report).collect()
    }

    /// A note if the runs never diverge, or if places are not compared; else empty.
    pub fn note(&self, divergences: &[Divergence]) -> String {
        let places = comparable_places(self.here, self.there).is_some();
        match (divergences.is_empty(), places) {
            (true, true) => "The runs never part: every job runs at the same time on the same nodes.".into(),
            (true, false) => "The runs never part: every job runs at the same time. Places are not compared: they are \
                              not known in both, or not of the same machine."
                .into(),
            (false, true) => String::new(),
            (false, false) => {
                "Places are not compared: they are not known in both runs, or not of the same machine.".into()
            }
        }
    }

    /// `job 17 starts here, there 3 h later; job 19 starts there, here 5 min later. There, job 17 waits: ...`
    fn start_words(&self, divergence: &Divergence, [here, there]: &[MomentReasons; 2]) -> String {
        let mut words = self.time_words(divergence, &self.here.start, &self.there.start, "starts");
        for (place, reasons) in [("There", there), ("Here", here)] {
            let job = |pair: &Pair| if place == "There" { pair.there } else { pair.here };
            let waiting = divergence
                .pairs
                .iter()
                .find_map(|&place| Some((place, reasons.of(job(&self.difference.pairs[place]))?)));
            if let Some((pair, reason)) = waiting {
                words += &format!(". {place}, job {} waits: {reason}", self.name(pair));
            }
        }
        words
    }

    /// The jobs that start, or end, in only one of the runs.
    fn time_words(&self, divergence: &Divergence, here: &[Time], there: &[Time], what: &str) -> String {
        let apart = |&&place: &&usize| {
            let Pair { here: one, there: other } = self.difference.pairs[place];
            there[other] - here[one]
        };
        let (ones, others): (Vec<&usize>, Vec<&usize>) = divergence.pairs.iter().partition(|place| apart(place) > 0);
        let words = |places: &[&usize], one: &str, other: &str| {
            let [first, rest @ ..] = places else { return None };
            let named: Vec<String> = places.iter().take(NAMED).map(|&&place| self.name(place)).collect();
            Some(match rest.len() {
                0 => {
                    let length = self.clock.length(apart(first).abs());
                    format!("job {} {what} {one}, {other} {length} later", named[0])
                }
                more if more < NAMED => {
                    format!("jobs {} {} {one} and not {other}", words::listed(&named), what.trim_end_matches('s'))
                }
                more => {
                    let (named, what) = (named.join(", "), what.trim_end_matches('s'));
                    format!("jobs {named} and {} more {what} {one} and not {other}", more + 1 - NAMED)
                }
            })
        };
        let parts = [words(&ones, "here", "there"), words(&others, "there", "here")];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// `job 4 starts on 0,0+2x2 here and on 2,0+2x2 there`.
    fn place_words(&self, divergence: &Divergence) -> String {
        let Pair { here, there } = self.difference.pairs[divergence.pairs[0]];
        let [one, other] = [(self.here, here), (self.there, there)].map(|(trace, job)| {
            let count = (trace.first_block[job + 1] - trace.first_block[job]) as usize;
            listed(&trace.blocks_of(job).take(NAMED).collect::<Vec<Block>>(), NAMED, count)
        });
        let more = match divergence.pairs.len() - 1 {
            0 => String::new(),
            more => format!("; {} elsewhere, too", counted(more, "more job")),
        };
        format!("job {} starts on {one} here and on {other} there{more}", self.name(divergence.pairs[0]))
    }

    /// How much later something is here.
    fn by(&self, later: Time) -> String {
        match later {
            0 => "at the same moment".into(),
            later if later < 0 => format!("{} earlier here", self.clock.length(-later)),
            later => format!("{} later here", self.clock.length(later)),
        }
    }

    fn name(&self, place: usize) -> String {
        self.here.id[self.difference.pairs[place].here].to_string()
    }
}

#[cfg(test)]
mod tests;
