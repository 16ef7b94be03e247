//! Traffic patterns: which processes of a job send to which, and in what order (docs/semantics.md 7.5; ICPADS 2007
//! section 5, Thesis 2008 section 4.3.2).

use crate::names::named;
use crate::random::Stream;

named! {
    /// Which processes send to which within a job.
    #[derive(Default)]
    Pattern, "traffic pattern" {
        /// In each round every process sends to the one that is the round's number of ranks ahead.
        #[default]
        AllToAll = "all-to-all",
        /// Every process in turn sends to all others in turn.
        AllToAllBySource = "all-to-all-by-source",
        /// Every process in turn receives from all others in turn.
        AllToAllByDestination = "all-to-all-by-destination",
        /// The same, each source from its successor on, around to its predecessor.
        AllToAllBySourceNext = "all-to-all-by-source-next",
        /// By destination, each hearing from its successor first, around to its predecessor.
        AllToAllByDestinationNext = "all-to-all-by-destination-next",
        /// One process, drawn at random, sends to all others in turn.
        OneToAll = "one-to-all",
        /// The same from its successor on, around to its predecessor.
        OneToAllNext = "one-to-all-next",
        /// Source and destination are drawn for each message.
        Random = "random",
        /// Every process sends to its successor in each dimension of the sub-mesh that the job asked for.
        NearestNeighbour = "nearest-neighbour",
    }
}

named! {
    /// When the messages of a job are sent.
    #[derive(Default)]
    Sending, "way of sending" {
        /// All of them when the job starts; they queue at their sources.
        #[default]
        Free = "free",
        /// A process sends its next message when its previous one has arrived.
        Blocking = "blocking",
    }
}

/// Source and destination of a message: ranks within its job, or nodes once it has some.
pub type Pair = (u32, u32);

impl Pattern {
    /// Whether it is one process that sends everything.
    pub fn has_one_source(self) -> bool {
        matches!(self, Pattern::OneToAll | Pattern::OneToAllNext)
    }

    /// The rank that comes after `turns` others when one process takes all others in turn: in their order, or from its
    /// successor on, around the end.
    fn partner(self, one: u32, turns: u32, processes: u32) -> u32 {
        match self {
            Pattern::AllToAllBySourceNext | Pattern::AllToAllByDestinationNext | Pattern::OneToAllNext => {
                (one + 1 + turns) % processes
            }
            _ => skipping(one, turns),
        }
    }

    /// The first `count` messages of a job of at least two processes, in the order in which they are created. `extents`
    /// are those of a sub-mesh of at least `processes` nodes; ranks run through it with the last dimension outermost.
    ///
    /// What the pattern leaves to chance comes from `stream`. Linear in the count; nearest-neighbour in the processes,
    /// too.
    pub fn messages(self, processes: u32, extents: &[u32], count: u32, stream: &mut Stream) -> Vec<Pair> {
        debug_assert!(processes >= 2, "one process has no other to send to");
        let others = processes - 1;
        match self {
            Pattern::AllToAll => {
                let pair = |message: u32| {
                    let (round, source) = (1 + message / processes % others, message % processes);
                    (source, (source + round) % processes)
                };
                (0..count).map(pair).collect()
            }
            Pattern::AllToAllBySource | Pattern::AllToAllBySourceNext => {
                let pair = |message: u32| {
                    let source = message / others % processes;
                    (source, self.partner(source, message % others, processes))
                };
                (0..count).map(pair).collect()
            }
            Pattern::AllToAllByDestination | Pattern::AllToAllByDestinationNext => {
                let pair = |message: u32| {
                    let destination = message / others % processes;
                    (self.partner(destination, message % others, processes), destination)
                };
                (0..count).map(pair).collect()
            }
            Pattern::OneToAll | Pattern::OneToAllNext => {
                let source = stream.uniform_integer(0, others);
                (0..count).map(|message| (source, self.partner(source, message % others, processes))).collect()
            }
            Pattern::Random => {
                let mut pair = || {
                    let source = stream.uniform_integer(0, others);
                    (source, skipping(source, stream.uniform_integer(0, others - 1)))
                };
                (0..count).map(|_| pair()).collect()
            }
            Pattern::NearestNeighbour => {
                successors(processes, extents).into_iter().cycle().take(count as usize).collect()
            }
        }
    }

    /// The messages of one round of the pattern: all to all others, one to all others, as many random ones as there are
    /// processes, or every process to all its successors.
    pub fn round(self, processes: u32, extents: &[u32]) -> u64 {
        let processes_wide = u64::from(processes);
        match self {
            Pattern::AllToAll
            | Pattern::AllToAllBySource
            | Pattern::AllToAllByDestination
            | Pattern::AllToAllBySourceNext
            | Pattern::AllToAllByDestinationNext => processes_wide * (processes_wide - 1),
            Pattern::OneToAll | Pattern::OneToAllNext => processes_wide - 1,
            Pattern::Random => processes_wide,
            Pattern::NearestNeighbour => successors(processes, extents).len() as u64,
        }
    }
}

/// The rank that is number `other` among all but one.
fn skipping(one: u32, other: u32) -> u32 {
    other + u32::from(other >= one)
}

/// Every process with its successor in each dimension, in order of ranks, then of dimensions.
fn successors(processes: u32, extents: &[u32]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for rank in 0..processes {
        let mut stride = 1;
        for &extent in extents {
            let is_last = rank / stride % extent + 1 == extent;
            if !is_last && rank + stride < processes {
                pairs.push((rank, rank + stride));
            }
            stride *= extent;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(pattern: Pattern, processes: u32, extents: &[u32], count: u32) -> Vec<Pair> {
        pattern.messages(processes, extents, count, &mut Stream::new(1, "traffic", 0))
    }

    #[test]
    fn all_to_all_goes_round_by_round_and_starts_over() {
        let wanted = [(0, 1), (1, 2), (2, 0), (0, 2), (1, 0), (2, 1), (0, 1)];
        assert_eq!(messages(Pattern::AllToAll, 3, &[3], 7), wanted);
        assert_eq!(Pattern::AllToAll.round(3, &[3]), 6);
        assert_eq!(messages(Pattern::AllToAll, 2, &[2], 3), [(0, 1), (1, 0), (0, 1)]);
    }

    #[test]
    fn all_to_all_by_source_lets_one_process_finish_before_the_next() {
        let wanted = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (0, 1)];
        assert_eq!(messages(Pattern::AllToAllBySource, 3, &[3], 7), wanted);
    }

    #[test]
    fn all_to_all_by_destination_lets_one_process_hear_from_all_before_the_next() {
        let wanted = [(1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (1, 0)];
        assert_eq!(messages(Pattern::AllToAllByDestination, 3, &[3], 7), wanted);
        assert_eq!(Pattern::AllToAllByDestination.round(3, &[3]), 6);
    }

    #[test]
    fn one_to_all_has_one_source_and_every_destination_in_turn() {
        let list = messages(Pattern::OneToAll, 5, &[5], 8);
        let source = list[0].0;
        assert!(list.iter().all(|pair| pair.0 == source));
        let all: Vec<u32> = (0..5).filter(|&rank| rank != source).collect();
        let destinations: Vec<u32> = list.iter().map(|pair| pair.1).collect();
        assert_eq!((&destinations[..4], &destinations[4..]), (&all[..], &all[..]));
    }

    #[test]
    fn five_processes_go_from_their_successors_around_to_their_predecessors() {
        let list = messages(Pattern::OneToAllNext, 5, &[5], 6);
        let source = list[0].0;
        assert_eq!(source, messages(Pattern::OneToAll, 5, &[5], 1)[0].0, "drawn as for the other");
        let wanted = [1, 2, 3, 4, 1, 2].map(|steps| (source, (source + steps) % 5));
        assert_eq!(list, wanted);
        assert_eq!(Pattern::OneToAllNext.round(5, &[5]), 4);

        let by_source = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (1, 0), (2, 3)];
        assert_eq!(messages(Pattern::AllToAllBySourceNext, 5, &[5], 9), by_source);
        let by_destination = by_source.map(|(source, destination)| (destination, source));
        assert_eq!(messages(Pattern::AllToAllByDestinationNext, 5, &[5], 9), by_destination);
        let whole = |pattern| messages(pattern, 5, &[5], 20).into_iter().collect::<std::collections::BTreeSet<_>>();
        for pattern in [Pattern::AllToAllBySourceNext, Pattern::AllToAllByDestinationNext] {
            assert_eq!((pattern.round(5, &[5]), whole(pattern)), (20, whole(Pattern::AllToAll)));
            assert_eq!(messages(pattern, 5, &[5], 21)[20], messages(pattern, 5, &[5], 1)[0], "and over again");
        }
    }

    #[test]
    fn random_messages_reach_every_other_process_about_equally_often() {
        let list = messages(Pattern::Random, 4, &[4], 12_000);
        for pair in (0..4).flat_map(|source| (0..4).map(move |destination| (source, destination))) {
            let times = list.iter().filter(|other| **other == pair).count();
            let expected = if pair.0 == pair.1 { 0..=0 } else { 900..=1100 };
            assert!(expected.contains(&times), "{pair:?} {times}");
        }
    }

    #[test]
    fn neighbours_are_successors_within_the_sub_mesh() {
        // 3 wide, 2 long, the last node not used: ranks 0 1 2 / 3 4.
        let wanted = [(0, 1), (0, 3), (1, 2), (1, 4), (3, 4)];
        assert_eq!(messages(Pattern::NearestNeighbour, 5, &[3, 2], 5), wanted);
        assert_eq!(messages(Pattern::NearestNeighbour, 5, &[3, 2], 6)[5], (0, 1));
        assert_eq!(Pattern::NearestNeighbour.round(5, &[3, 2]), 5);
        assert_eq!(messages(Pattern::NearestNeighbour, 2, &[1, 3], 2), [(0, 1), (0, 1)]);
    }
}
