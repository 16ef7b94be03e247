//! The header-event engine, for machines of lines: what flits do follows from what headers do (docs/semantics.md 7.4).
//!
//! One virtual channel and one-flit buffers leave no gaps in a worm: when a header crosses, so does all that follows
//! it. A channel is therefore released one cycle after the header has crossed the channel `packet_length` places ahead
//! of it; where the route ends before that, the ejection channel takes a flit in every cycle. A packet costs a request
//! and a grant for each channel of its route, however long it is.
//!
//! Within a cycle: release, create, inject, request, grant. A release is no event but the time from which a channel is
//! free; only where a header waits for it does anything happen at that time.

use super::events::{Agenda, Sequence};
use super::links::LinkNumbers;
use super::packets::{NONE, Packets};
use super::route::Route;
use super::{Cycle, Deadlock, Delivery, Message, Network, Switching, Ties};
use crate::machine::Machine;

/// The header-event engine. Memory: 24 bytes a link and about 100 a packet in flight.
pub(super) struct HeaderEvents {
    links: LinkNumbers,
    packet_length: Cycle,
    routing_delay: Cycle,
    now: Cycle,
    packets: Packets,
    channels: Vec<Channel>,
    flits: Vec<u64>,
    /// Headers that will ask for a channel. All take equally long from a grant to the next request, so that they stand
    /// in order of time.
    requests: Sequence,
    /// Releases of channels that headers wait for.
    releases: Agenda,
    /// Releases of injection channels, by node, that messages wait for.
    injections: Agenda,
    /// Packets with tails still to be consumed, in order of time.
    arrivals: Sequence,
    /// Free channels that headers ask for in this cycle.
    contested: Vec<u32>,
    last_grant: Cycle,
}

/// A link and the buffer behind it.
#[derive(Clone, Copy)]
struct Channel {
    /// From when on it is free; [`HELD`] while that is not known.
    free_from: Cycle,
    /// The next channel on the route of the packet that holds this one.
    ahead: u32,
    /// The first header that waits for this channel.
    line: u32,
}

const HELD: Cycle = Cycle::MAX;

impl HeaderEvents {
    /// The network of this machine, which has lines only, at cycle 0.
    pub fn new(machine: &Machine, switching: Switching) -> HeaderEvents {
        let links = LinkNumbers::new(machine);
        debug_assert!(!links.have_rings());
        HeaderEvents {
            packet_length: switching.packet_length.into(),
            routing_delay: switching.routing_delay.into(),
            now: 0,
            packets: Packets::new(links.nodes()),
            channels: vec![Channel { free_from: 0, ahead: NONE, line: NONE }; links.count()],
            flits: vec![0; links.count()],
            links,
            requests: Sequence::default(),
            releases: Agenda::default(),
            injections: Agenda::default(),
            arrivals: Sequence::default(),
            contested: Vec::new(),
            last_grant: 0,
        }
    }

    /// Everything of the present cycle.
    fn cycle(&mut self) {
        while let Some((source, was_empty)) = self.packets.create(self.now) {
            let free_from = self.channels[self.links.injection(source)].free_from;
            if was_empty && free_from != HELD {
                self.injections.push(free_from.max(self.now), source);
            }
        }
        while let Some(source) = self.injections.take(self.now) {
            self.inject(source);
        }
        while let Some(slot) = self.requests.take(self.now) {
            self.request(slot);
        }
        while let Some(channel) = self.releases.take(self.now) {
            self.contested.push(channel);
        }
        while let Some(channel) = self.contested.pop() {
            self.grant(channel);
        }
    }

    /// Places the first message of a node in the injection channel, which is free.
    fn inject(&mut self, source: u32) {
        let channel = self.links.injection(source) as u32;
        let slot = self.packets.inject(source, channel, self.now);
        self.channels[channel as usize].free_from = HELD;
        self.requests.push(self.now + self.routing_delay, slot);
    }

    /// A header asks for the next channel of its route.
    fn request(&mut self, slot: u32) {
        let packet = &mut self.packets[slot];
        packet.asked = self.now;
        packet.input = packet.route.input();
        let step = packet.route.step(&self.links);
        let channel = &mut self.channels[step.link as usize];
        let was_empty = channel.line == NONE;
        self.packets.wait(&mut channel.line, slot);
        match channel.free_from {
            _ if !was_empty => {}
            HELD => {}
            free_from if free_from > self.now => self.releases.push(free_from, step.link),
            _ => self.contested.push(step.link),
        }
    }

    /// The first header in line crosses into a free channel.
    fn grant(&mut self, number: u32) {
        self.last_grant = self.now;
        let channel = &mut self.channels[number as usize];
        let slot = self.packets.take_first(&mut channel.line);
        channel.free_from = HELD;
        let packet = &mut self.packets[slot];
        packet.blocking += self.now - packet.asked;
        self.channels[packet.head as usize].ahead = number;
        packet.head = number;
        if number as usize == self.links.ejection(packet.message.destination) {
            self.drain(slot);
            return;
        }
        self.requests.push(self.now + 1 + self.routing_delay, slot);
        // The injection channel is place 0 of the route, the channel just granted place `hops`.
        if Cycle::from(packet.route.hops) >= self.packet_length {
            let (last, source) = (packet.tail, packet.message.source);
            packet.tail = self.channels[last as usize].ahead;
            self.release(last, self.now + 1, source);
        }
    }

    /// The header has crossed the ejection channel, which now takes a flit in every cycle. The tail, `packet_length`
    /// flits behind, leaves a buffer in every cycle too, once it has left the source.
    fn drain(&mut self, slot: u32) {
        let packet = &self.packets[slot];
        let (mut channel, ejection, source) = (packet.tail, packet.head, packet.message.source);
        let at_source = self.packet_length - (Cycle::from(packet.route.hops) + 1);
        let mut time = self.now + 1 + at_source.max(0);
        while channel != ejection {
            let ahead = self.channels[channel as usize].ahead;
            self.release(channel, time, source);
            (channel, time) = (ahead, time + 1);
        }
        let finish = self.now + self.packet_length;
        self.release(ejection, finish, source);
        self.arrivals.push(finish, slot);
    }

    /// A packet's tail leaves the channel so that it is free from `time` on.
    fn release(&mut self, number: u32, time: Cycle, source: u32) {
        let channel = &mut self.channels[number as usize];
        channel.free_from = time;
        self.flits[number as usize] += self.packet_length as u64;
        if channel.line != NONE {
            self.releases.push(time, number);
        } else if number as usize == self.links.injection(source) && !self.packets.is_queue_empty(source) {
            self.injections.push(time, source);
        }
    }

    /// When something next happens to packets in the network.
    fn next_event(&self) -> Option<Cycle> {
        let times = [self.requests.time(), self.arrivals.time(), self.releases.time(), self.injections.time()];
        times.into_iter().flatten().min()
    }
}

impl Network for HeaderEvents {
    fn now(&self) -> Cycle {
        self.now
    }

    fn send(&mut self, message: Message) -> usize {
        // Lines have no ties.
        let route = Route::new(&self.links, message.source, message.destination, Ties::Plus);
        self.packets.send(message, route, self.now)
    }

    fn advance(&mut self, until: Cycle, delivered: &mut Vec<Delivery>) -> Result<(), Deadlock> {
        while self.now < until {
            self.cycle();
            let event = self.next_event();
            if event.is_none() && self.packets.travelling() > 0 {
                return Err(Deadlock { since: self.last_grant, packets: self.packets.travelling() });
            }
            let next = event.into_iter().chain(self.packets.next_creation()).min();
            self.now = next.unwrap_or(until).min(until);
            let finished = std::iter::from_fn(|| self.arrivals.take(self.now));
            if self.packets.deliver(finished, self.now, delivered) {
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
