//! The flit-by-flit engine, for any machine: docs/semantics.md 7.2 cycle by cycle and round by round.
//!
//! Only what may move is looked at. A flit that crosses in one round leaves a buffer that another can enter in the next;
//! a flit that could not cross in this cycle, or that has just come up to an empty buffer, is a candidate for the next
//! cycle; so is the header that has been granted a channel. Nothing else can move, and cycles without candidates are
//! skipped.

use super::events::Sequence;
use super::links::LinkNumbers;
use super::packets::{NONE, Packets};
use super::route::Route;
use super::{Cycle, Deadlock, Delivery, Message, Network, Switching, Ties};
use crate::machine::Machine;

/// The flit-by-flit engine. Memory: 40 bytes a virtual channel, 24 a link and about 100 a packet in flight.
pub(super) struct FlitByFlit {
    links: LinkNumbers,
    packet_length: u32,
    routing_delay: Cycle,
    ties: Ties,
    /// Whether the wrap-around link and those behind it are on virtual channel 1.
    has_dateline: bool,
    now: Cycle,
    packets: Packets,
    /// By link and virtual channel; a machine without rings has one of them for each link, others two.
    channels: Vec<Channel>,
    two_channels: bool,
    wires: Vec<Wire>,
    flits: Vec<u64>,
    /// Headers that will ask for a channel. All take equally long to be routed, so that they stand in order of time.
    requests: Sequence,
    /// Nodes with a free injection channel and a queue that is not empty.
    injections: Vec<u32>,
    /// Free channels that headers wait for.
    contested: Vec<u32>,
    /// Channels into which a flit may cross in the next cycle that is worth looking at.
    candidates: Vec<u32>,
    /// Candidates of the present round, and those of them that flits cross into.
    round: Vec<u32>,
    chosen: Vec<u32>,
    /// Packets that have been consumed in this cycle.
    finished: Vec<u32>,
    last_move: Cycle,
}

/// A virtual channel of a link and its buffer.
#[derive(Clone)]
struct Channel {
    /// The packet that holds it.
    owner: u32,
    /// The channels of the route before and after this one, as far as the owner holds them.
    behind: u32,
    ahead: u32,
    /// How many flits of the owner have crossed into it.
    entered: u32,
    /// The first header that waits for this channel.
    line: u32,
    is_full: bool,
    /// The cycle in which the flit in the buffer crossed into it.
    filled: Cycle,
    /// The last cycle for which it is a candidate.
    candidate_for: Cycle,
}

/// What the virtual channels of a link share.
#[derive(Clone)]
struct Wire {
    /// The last cycle in which a flit crossed.
    used: Cycle,
    /// The virtual channel that may send next.
    turn: u32,
}

const NEVER: Cycle = -1;

impl FlitByFlit {
    /// The network of this machine at cycle 0.
    pub fn new(machine: &Machine, switching: Switching) -> FlitByFlit {
        let links = LinkNumbers::new(machine);
        let two_channels = links.have_rings();
        let channel = Channel {
            owner: NONE,
            behind: NONE,
            ahead: NONE,
            entered: 0,
            line: NONE,
            is_full: false,
            filled: NEVER,
            candidate_for: NEVER,
        };
        FlitByFlit {
            packet_length: switching.packet_length,
            routing_delay: switching.routing_delay.into(),
            ties: switching.ties,
            has_dateline: true,
            now: 0,
            packets: Packets::new(links.nodes()),
            channels: vec![channel; links.count() << u32::from(two_channels)],
            two_channels,
            wires: vec![Wire { used: NEVER, turn: 0 }; links.count()],
            flits: vec![0; links.count()],
            links,
            requests: Sequence::default(),
            injections: Vec::new(),
            contested: Vec::new(),
            candidates: Vec::new(),
            round: Vec::new(),
            chosen: Vec::new(),
            finished: Vec::new(),
            last_move: 0,
        }
    }

    fn channel_of(&self, link: u32, virtual_channel: u32) -> u32 {
        link << u32::from(self.two_channels) | virtual_channel
    }

    fn link_of(&self, channel: u32) -> usize {
        (channel >> u32::from(self.two_channels)) as usize
    }

    /// Everything of the present cycle.
    fn cycle(&mut self) {
        while let Some((source, was_empty)) = self.packets.create(self.now) {
            let injection = self.channel_of(self.links.injection(source) as u32, 0);
            if was_empty && self.channels[injection as usize].owner == NONE {
                self.injections.push(source);
            }
        }
        while let Some(source) = self.injections.pop() {
            self.inject(source);
        }
        while let Some(slot) = self.requests.take(self.now) {
            self.request(slot);
        }
        while let Some(channel) = self.contested.pop() {
            self.grant(channel);
        }
        self.move_flits();
    }

    /// Places the first header of a node's queue in the injection channel, which is free.
    fn inject(&mut self, source: u32) {
        let link = self.links.injection(source);
        let number = self.channel_of(link as u32, 0);
        let slot = self.packets.inject(source, number, self.now);
        let channel = &mut self.channels[number as usize];
        (channel.owner, channel.behind, channel.ahead) = (slot, NONE, NONE);
        // Being placed is no move: the header may cross in this cycle.
        (channel.entered, channel.is_full, channel.filled) = (1, true, NEVER);
        self.flits[link] += 1;
        self.requests.push(self.now + self.routing_delay, slot);
    }

    /// A header asks for the next channel of its route.
    fn request(&mut self, slot: u32) {
        let packet = &mut self.packets[slot];
        packet.asked = self.now;
        packet.input = packet.route.input();
        let step = packet.route.step(&self.links);
        let number = self.channel_of(step.link, if self.has_dateline { step.virtual_channel } else { 0 });
        let channel = &mut self.channels[number as usize];
        if channel.owner == NONE && channel.line == NONE {
            self.contested.push(number);
        }
        self.packets.wait(&mut channel.line, slot);
    }

    /// The first header in line gets the channel, which is free.
    fn grant(&mut self, number: u32) {
        let channel = &mut self.channels[number as usize];
        let slot = self.packets.take_first(&mut channel.line);
        let behind = std::mem::replace(&mut self.packets[slot].head, number);
        (channel.owner, channel.behind, channel.ahead, channel.entered) = (slot, behind, NONE, 0);
        self.channels[behind as usize].ahead = number;
        self.nominate(number, self.now);
    }

    /// Makes the channel a candidate for a cycle.
    fn nominate(&mut self, number: u32, cycle: Cycle) {
        let channel = &mut self.channels[number as usize];
        if channel.candidate_for != cycle {
            channel.candidate_for = cycle;
            self.candidates.push(number);
        }
    }

    /// The owner's tail has left the channel, which is free from the next cycle on.
    fn release(&mut self, number: u32) {
        let channel = &mut self.channels[number as usize];
        let owner = std::mem::replace(&mut channel.owner, NONE);
        if channel.line != NONE {
            self.contested.push(number);
        } else if channel.behind == NONE {
            let source = self.packets[owner].message.source;
            if !self.packets.is_queue_empty(source) {
                self.injections.push(source);
            }
        }
    }

    /// The rounds of movement.
    fn move_flits(&mut self) {
        std::mem::swap(&mut self.round, &mut self.candidates);
        while !self.round.is_empty() {
            let mut round = std::mem::take(&mut self.round);
            round.drain(..).for_each(|number| self.choose(number));
            self.round = round;
            let mut chosen = std::mem::take(&mut self.chosen);
            chosen.drain(..).for_each(|number| self.cross(number));
            self.chosen = chosen;
        }
    }

    /// Decides which virtual channel of a candidate's link takes a flit in this round, if any does.
    fn choose(&mut self, number: u32) {
        let link = self.link_of(number);
        if self.wires[link].used == self.now || !self.can_be_entered(number) {
            // What keeps a flit from crossing here will not do so in the next cycle.
            if self.is_wanted(number) {
                self.nominate(number, self.now + 1);
            }
            return;
        }
        let rival = number ^ 1;
        let is_rivals_turn = self.two_channels && self.wires[link].turn == rival & 1 && self.can_be_entered(rival);
        let chosen = if is_rivals_turn { rival } else { number };
        self.wires[link] = Wire { used: self.now, turn: !chosen & 1 };
        self.chosen.push(chosen);
        if is_rivals_turn {
            self.nominate(number, self.now + 1);
        }
    }

    /// Whether a flit stands before the channel and its buffer is empty.
    fn is_wanted(&self, number: u32) -> bool {
        let channel = &self.channels[number as usize];
        channel.owner != NONE
            && !channel.is_full
            && match channel.behind {
                NONE => channel.entered < self.packet_length,
                behind => self.channels[behind as usize].is_full,
            }
    }

    /// Whether, besides, that flit has not moved in this cycle.
    fn can_be_entered(&self, number: u32) -> bool {
        let behind = self.channels[number as usize].behind;
        self.is_wanted(number) && (behind == NONE || self.channels[behind as usize].filled != self.now)
    }

    /// A flit crosses into the channel.
    fn cross(&mut self, number: u32) {
        let link = self.link_of(number);
        self.flits[link] += 1;
        self.last_move = self.now;
        let channel = &mut self.channels[number as usize];
        channel.entered += 1;
        let (slot, behind, ahead) = (channel.owner, channel.behind, channel.ahead);
        let (is_header, is_tail) = (channel.entered == 1, channel.entered == self.packet_length);
        let packet = &mut self.packets[slot];
        let is_ejection = link == self.links.ejection(packet.message.destination);
        if is_header {
            packet.blocking += self.now - packet.asked;
            if !is_ejection {
                self.requests.push(self.now + 1 + self.routing_delay, slot);
            }
        }
        if !is_ejection {
            (channel.is_full, channel.filled) = (true, self.now);
            if ahead != NONE && !self.channels[ahead as usize].is_full {
                self.nominate(ahead, self.now + 1);
            }
        } else if is_tail {
            self.release(number);
            self.finished.push(slot);
        }
        if behind != NONE {
            self.channels[behind as usize].is_full = false;
            if is_tail { self.release(behind) } else { self.round.push(behind) }
        }
    }

    /// Whether the next cycle is worth looking at, for all that is in the network.
    fn is_stirring(&self) -> bool {
        !(self.candidates.is_empty() && self.contested.is_empty() && self.injections.is_empty())
    }
}

impl Network for FlitByFlit {
    fn now(&self) -> Cycle {
        self.now
    }

    fn send(&mut self, message: Message) -> usize {
        let route = Route::new(&self.links, message.source, message.destination, self.ties);
        self.packets.send(message, route, self.now)
    }

    fn advance(&mut self, until: Cycle, delivered: &mut Vec<Delivery>) -> Result<(), Deadlock> {
        while self.now < until {
            self.cycle();
            if self.is_stirring() || !self.finished.is_empty() {
                self.now += 1;
            } else {
                let event = self.requests.time();
                if event.is_none() && self.packets.travelling() > 0 {
                    return Err(Deadlock { since: self.last_move, packets: self.packets.travelling() });
                }
                let next = event.into_iter().chain(self.packets.next_creation()).min();
                self.now = next.unwrap_or(until).min(until);
            }
            if self.packets.deliver(self.finished.drain(..), self.now, delivered) {
                break;
            }
        }
        Ok(())
    }

    fn in_flight(&self) -> usize {
        self.packets.in_flight()
    }

    fn flits(&self) -> &[u64] {
        &self.flits
    }
}

#[cfg(test)]
mod tests;
