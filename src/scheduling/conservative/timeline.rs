//! Reservations on machines where it matters which nodes are free: the timeline is replayed on a copy of the machine.

use super::{Reserved, estimated_runtime};
use crate::allocation::{Allocation, Allocator};
use crate::scheduling::state::State;
use crate::time::Time;
use std::collections::{BTreeMap, BTreeSet};

/// The machine as the reservations will leave it at some time.
struct Replay {
    allocator: Box<dyn Allocator>,
    /// What is held, by (estimated end, job).
    held: BTreeMap<(Time, usize), Allocation>,
}

impl Replay {
    fn new(state: &State) -> Replay {
        let mut held = BTreeMap::new();
        held.extend(state.running.iter().map(|run| ((run.estimated_end, run.job), run.allocation.clone())));
        Replay { allocator: state.allocator.fork(), held }
    }

    fn fork(&self) -> Replay {
        Replay { allocator: self.allocator.fork(), held: self.held.clone() }
    }

    fn next_end(&self) -> Option<Time> {
        self.held.first_key_value().map(|((end, _), _)| *end)
    }

    /// Ends what is estimated to end by `time`.
    fn end_until(&mut self, time: Time) {
        while self.next_end().is_some_and(|end| end <= time) {
            let Some((_, allocation)) = self.held.pop_first() else { break };
            self.allocator.release(&allocation);
        }
    }

    /// Starts a reserved job, or says that it cannot be placed.
    fn start(&mut self, state: &State, reserved: &Reserved) -> bool {
        self.end_until(reserved.start);
        let request = state.waiting.request(state.waiting.class(reserved.job));
        let Some(allocation) = self.allocator.allocate(request) else { return false };
        let end = reserved.start.saturating_add(estimated_runtime(state.job(reserved.job).estimate));
        self.held.insert((end, reserved.job), allocation);
        true
    }
}

/// The earliest candidate time, at most `latest`, at which every reserved job and this one can be placed. `None` when
/// there is none, which happens only if the reservations alone no longer work out or `latest` is too early.
///
/// Cost: candidate times with enough free processors × remaining reservations.
pub fn earliest(
    state: &State,
    reservations: &BTreeSet<Reserved>,
    now: Time,
    job: usize,
    latest: Option<Time>,
) -> Option<Time> {
    let rank = state.waiting.rank(job);
    let wanted = super::processors(state, job);
    let mut replay = Replay::new(state);
    let mut ahead = reservations.iter().peekable();
    let mut candidate = now;
    loop {
        replay.end_until(candidate);
        if replay.allocator.free_processors() >= wanted {
            let trial = Reserved { start: candidate, rank, job };
            if works_out(state, replay.fork(), reservations, trial) {
                return Some(candidate);
            }
        }
        if Some(candidate) == latest {
            return None;
        }
        // On to the next end, through the starts before it; the old time is a candidate of its own.
        candidate = loop {
            let next = replay.next_end().into_iter().chain(latest).min();
            match ahead.peek() {
                Some(reserved) if next.is_none_or(|next| reserved.start < next) => {
                    if !replay.start(state, reserved) {
                        return None;
                    }
                    ahead.next();
                }
                _ => break next?,
            }
        };
    }
}

/// Whether every reservation from the trial's time on, and the trial itself, can be placed. `replay` has ended what is
/// estimated to end by that time and has started what is reserved before it.
fn works_out(state: &State, mut replay: Replay, reservations: &BTreeSet<Reserved>, trial: Reserved) -> bool {
    let from = Reserved { start: trial.start, rank: 0, job: 0 };
    let before = reservations.range(from..).take_while(|reserved| **reserved < trial);
    let behind = reservations.range(trial..);
    before.chain([&trial]).chain(behind).all(|reserved| replay.start(state, reserved))
}
