//! Jobs that communicate: how long they take is for the network to say (docs/semantics.md 7.5).
//!
//! All jobs of a machine share its network. A job's messages are determined by its rank among the jobs of the run, not by
//! when or where it starts, so that all strategies see the same traffic.

use super::RunFailure;
use super::ranks::{RankOrder, Ranks};
use super::service::{EndQueue, Service};
use crate::machine::Machine;
use crate::names::named;
use crate::network::{
    self, Cycle, Delivery, Engine, Message, Network, NetworkError, Pair, Pattern, Sending, Switching,
};
use crate::random::Stream;
use crate::scheduling::{Event, State};
use crate::time::{SECOND, Time};
use crate::workload::Jobs;
use crate::workload::messages::{Messages, QuotaRounding};
use rustc_hash::FxHashMap;
use slab::Slab;

named! {
    /// What determines how long a job keeps its processors.
    #[derive(Default)]
    ServiceModel, "model of service" {
        /// Its runtime; nothing is sent.
        #[default]
        Runtime = "runtime",
        /// Its messages: it ends when the last one has arrived.
        Communication = "communication",
        /// Both: it computes for its runtime once it has communicated.
        Both = "runtime-and-communication",
    }
}

/// How jobs are served, and how they communicate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Communication {
    /// Which processes send to which.
    pub pattern: Pattern,
    /// How many messages a job sends.
    pub messages: Messages,
    /// How quotas become whole numbers.
    pub rounding: QuotaRounding,
    /// On which of its nodes each of a job's processes runs.
    pub ranks: RankOrder,
    /// When they are sent.
    pub sending: Sending,
    /// Routers and packets.
    pub switching: Switching,
    /// Whether it is messages or runtimes that matter.
    pub service: ServiceModel,
}

impl Communication {
    /// Whether jobs use the network at all.
    pub fn uses_network(&self) -> bool {
        self.service != ServiceModel::Runtime
    }

    /// Whether runtimes matter.
    pub fn computes(&self) -> bool {
        self.service != ServiceModel::Communication
    }

    /// How many messages each job sends, in order.
    pub fn counts(&self, jobs: &Jobs, seed: u64, replication: u32) -> Vec<u64> {
        self.messages.counts(jobs, self.pattern, self.rounding, seed, replication)
    }

    /// Gives every job its quota of messages, and the scheduler an estimate: as many times as there are messages what one
    /// takes from corner to corner of the sub-mesh that the job asks for, without any contention; and the estimate
    /// of its runtime, where it computes as well. Fails where a job would send more than 2^32 messages.
    pub fn prepare(&self, jobs: &mut Jobs, seed: u64, replication: u32) -> Result<(), RunFailure> {
        let counts = self.counts(jobs, seed, replication).into_iter();
        let quotas: Result<Vec<u32>, _> = counts.map(u32::try_from).collect();
        let quotas = quotas.map_err(|_| RunFailure::TooManyMessages)?;
        let estimate = |(job, computing): (usize, Time)| {
            let hops = jobs.request(job).shape().iter().map(|extent| extent - 1).sum();
            let cycles = i64::from(quotas[job]).saturating_mul(self.switching.zero_load_latency(hops)).max(1);
            cycles.saturating_mul(SECOND).saturating_add(if self.computes() { computing } else { 0 })
        };
        jobs.jobs.estimate = jobs.jobs.estimate.iter().enumerate().map(estimate).collect();
        jobs.messages = quotas;
        Ok(())
    }
}

/// A running job's messages.
struct Exchange {
    job: usize,
    /// Source and destination of each message, as nodes.
    pairs: Vec<Pair>,
    /// Where sends block: the message that the same process sends next, for each message.
    next: Vec<Option<u32>>,
    /// How many have not arrived.
    left: usize,
}

/// The service of jobs that communicate.
pub struct Communicating<'a> {
    settings: Communication,
    machine: &'a Machine,
    network: Box<dyn Network>,
    exchanges: Slab<Exchange>,
    /// The exchange and the message that each packet on its way belongs to.
    outstanding: FxHashMap<usize, (usize, u32)>,
    /// Jobs that have nothing more to send.
    ends: EndQueue,
    seed: u64,
    replication: u32,
    delivered: Vec<Delivery>,
}

impl<'a> Communicating<'a> {
    /// The service of jobs that [`Communication::prepare`] has seen, on a machine.
    /// Fails where the machine's network cannot be simulated.
    pub fn new(
        settings: Communication,
        machine: &'a Machine,
        seed: u64,
        replication: u32,
    ) -> Result<Communicating<'a>, NetworkError> {
        Ok(Communicating {
            settings,
            machine,
            network: network::engine(machine, settings.switching, Engine::Auto)?,
            exchanges: Slab::new(),
            outstanding: FxHashMap::default(),
            ends: EndQueue::default(),
            seed,
            replication,
            delivered: Vec::new(),
        })
    }

    /// The messages of a job that starts now on these nodes.
    fn exchange(&self, job: usize, state: &State) -> Exchange {
        let processes = state.jobs.size(job);
        let extents = state.jobs.request(job).shape();
        let mut stream = Stream::new(self.seed, &format!("traffic {job}"), self.replication);
        let mut pairs = self.settings.pattern.messages(processes, &extents, state.jobs.messages[job], &mut stream);
        let next = match self.settings.sending {
            Sending::Free => Vec::new(),
            Sending::Blocking => following(&pairs, processes),
        };
        let ranks = Ranks::new(self.machine, &state.allocation(job).blocks, self.settings.ranks);
        pairs.iter_mut().for_each(|(from, to)| (*from, *to) = (ranks.node(*from), ranks.node(*to)));
        Exchange { job, left: pairs.len(), pairs, next }
    }

    fn send(&mut self, slot: usize, message: u32, created: Cycle) {
        let (source, destination) = self.exchanges[slot].pairs[message as usize];
        let packet = self.network.send(Message { created, source, destination });
        self.outstanding.insert(packet, (slot, message));
    }

    /// A packet has arrived: its sender goes on, or its job ends.
    fn deliver(&mut self, delivery: &Delivery, state: &mut State) {
        let (slot, message) = self.outstanding.remove(&delivery.packet).expect("what was sent");
        let exchange = &mut self.exchanges[slot];
        let (job, ends) = (exchange.job, exchange.pairs[message as usize]);
        state.observer.observe(Event::Delivered { job, ends, delivery });
        exchange.left -= 1;
        if exchange.left == 0 {
            let job = self.exchanges.remove(slot).job;
            self.end_after(job, delivery.finish * SECOND, state);
        } else if let Some(Some(next)) = exchange.next.get(message as usize).copied() {
            self.send(slot, next, delivery.finish);
        }
    }

    /// A job has nothing more to send from `time` on.
    fn end_after(&mut self, job: usize, time: Time, state: &State) {
        let computing = if self.settings.computes() { state.jobs.jobs.runtime.at(job) } else { 0 };
        self.ends.insert(job, time.saturating_add(computing));
    }
}

impl Service for Communicating<'_> {
    const OUTRUNS_ESTIMATES: bool = true;

    fn begin(&mut self, job: usize, now: Time, state: &State) {
        if state.jobs.messages[job] == 0 {
            return self.end_after(job, now.saturating_add(SECOND), state);
        }
        let exchange = self.exchange(job, state);
        let first = match self.settings.sending {
            Sending::Free => (0..exchange.left as u32).collect(),
            Sending::Blocking => firsts(&exchange.next),
        };
        let slot = self.exchanges.insert(exchange);
        // The network's clock counts whole cycles.
        let created = now.div_euclid(SECOND) + i64::from(now.rem_euclid(SECOND) > 0);
        first.into_iter().for_each(|message| self.send(slot, message, created));
    }

    fn next_end(&mut self, until: Time, state: &mut State) -> Result<Option<Time>, RunFailure> {
        loop {
            let end = self.ends.next().filter(|end| *end <= until);
            let bound = end.unwrap_or(until).div_euclid(SECOND);
            if self.network.in_flight() == 0 || self.network.now() >= bound {
                return Ok(end);
            }
            let mut delivered = std::mem::take(&mut self.delivered);
            self.network.advance(bound, &mut delivered).map_err(RunFailure::Deadlock)?;
            delivered.drain(..).for_each(|delivery| self.deliver(&delivery, state));
            self.delivered = delivered;
        }
    }

    fn end(&mut self, now: Time, ended: &mut Vec<usize>) {
        self.ends.take(now, ended);
    }

    fn finish(&mut self, state: &mut State) {
        state.observer.observe(Event::Carried { flits: self.network.flits() });
    }
}

/// For each message the next one from the same process.
fn following(pairs: &[Pair], processes: u32) -> Vec<Option<u32>> {
    let mut next_of_process = vec![None; processes as usize];
    let mut next = vec![None; pairs.len()];
    for (message, (source, _)) in pairs.iter().enumerate().rev() {
        next[message] = next_of_process[*source as usize].replace(message as u32);
    }
    next
}

/// The messages that follow no other.
fn firsts(next: &[Option<u32>]) -> Vec<u32> {
    let mut is_first = vec![true; next.len()];
    next.iter().flatten().for_each(|&message| is_first[message as usize] = false);
    (0..next.len() as u32).filter(|&message| is_first[message as usize]).collect()
}

#[cfg(test)]
mod tests;
