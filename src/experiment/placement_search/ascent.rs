//! Steepest ascent through lists of placements, round by round. Scores arrive in any order, from wherever they are made.

use super::{Candidate, PlacementSearch, Score};
use crate::random::Stream;
use crate::sorting::sorted;
use crate::topology::Placement;

/// A search on its way: what has been scored, and what is to be scored next.
pub struct Ascent {
    stream: Stream,
    /// The number of starts so far.
    starts: u32,
    /// The list where the search stands, then those a move away.
    round: Vec<Candidate>,
    /// The lists of the round that no earlier round has scored, in the order of the rule.
    asked: Vec<(Candidate, Option<Score>)>,
    known: Vec<(Candidate, Score)>,
}

impl Ascent {
    /// The search before its first run.
    pub fn new(search: &PlacementSearch) -> Ascent {
        let stream = Stream::new(search.experiment.seed, "placements", 0);
        let mut ascent = Ascent { stream, starts: 0, round: Vec::new(), asked: Vec::new(), known: Vec::new() };
        ascent.advance(search);
        ascent
    }

    /// The lists of this round that have no score yet, each with its place. None at the end of the search.
    pub fn open(&self) -> impl Iterator<Item = (usize, &Candidate)> {
        let asked = self.asked.iter().enumerate();
        asked.filter(|(_, (_, score))| score.is_none()).map(|(place, (candidate, _))| (place, candidate))
    }

    /// The list at this place of the round.
    pub fn candidate(&self, place: usize) -> Option<&Candidate> {
        self.asked.get(place).map(|(candidate, _)| candidate)
    }

    /// Takes the score of the list at this place of the round. The last one begins the next round.
    pub fn take(&mut self, search: &PlacementSearch, place: usize, score: Score) {
        if let Some((_, slot)) = self.asked.get_mut(place) {
            *slot = Some(score);
        }
        if self.open().next().is_none() {
            let scored = self.asked.drain(..).filter_map(|(candidate, score)| Some((candidate, score?)));
            self.known.extend(scored);
            self.advance(search);
        }
    }

    /// All lists with a score, the best first.
    pub fn ranked(&self) -> Vec<(Candidate, Score)> {
        let current = self.asked.iter().filter_map(|(candidate, score)| Some((candidate.clone(), score.clone()?)));
        sorted(self.known.iter().cloned().chain(current).collect(), |(_, one), (_, other)| one.order(other))
    }

    /// Goes on to a round with lists to score, if there is one within the budget: from the best list of the last round if
    /// that is another than it began with, else from the next start.
    fn advance(&mut self, search: &PlacementSearch) {
        // Several spacings and seeds may give one list, which is scored once.
        let list = |candidate: &Candidate| candidate.placements(&search.sizes);
        let scored: Vec<_> = self.known.iter().map(|(candidate, score)| (list(candidate), score.clone())).collect();
        let score = |wanted: &[Placement]| scored.iter().find(|(known, _)| known == wanted).map(|(_, score)| score);
        while self.asked.is_empty() && self.known.len() < search.limits.budget {
            let of_round = self.round.iter().filter_map(|candidate| Some((candidate, score(&list(candidate))?)));
            let best = of_round.min_by(|(_, one), (_, other)| one.order(other)).map(|(best, _)| best.clone());
            let current = match best.filter(|best| *best != self.round[0]) {
                Some(better) => better,
                None if self.starts > search.limits.restarts => return,
                None => self.start(search),
            };
            self.round = [vec![current.clone()], current.moves(&search.sizes)].concat();
            let mut new: Vec<(Vec<Placement>, &Candidate)> = Vec::new();
            for (list, candidate) in self.round.iter().map(|candidate| (list(candidate), candidate)) {
                if score(&list).is_none() && new.iter().all(|(other, _)| *other != list) {
                    new.push((list, candidate));
                }
            }
            let new = new.into_iter().take(search.limits.budget - self.known.len());
            self.asked = new.map(|(_, candidate)| (candidate.clone(), None)).collect();
        }
    }

    fn start(&mut self, search: &PlacementSearch) -> Candidate {
        self.starts += 1;
        if self.starts == 1 {
            Candidate::first(&search.sizes)
        } else {
            Candidate::drawn(&search.sizes, &mut self.stream)
        }
    }
}
