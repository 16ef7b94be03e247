//! Packets between their creation and their delivery, and the lines in which they wait.

use super::route::Route;
use super::{Cycle, Delivery, Message};
use slab::Slab;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// No packet, no channel.
pub(super) const NONE: u32 = u32::MAX;

/// A packet on its way, or still at its source.
#[derive(Clone, Debug)]
pub(super) struct Packet {
    pub message: Message,
    number: usize,
    pub start: Cycle,
    /// When the header asked for its next channel, and from which input of the router.
    pub asked: Cycle,
    pub input: u8,
    pub blocking: Cycle,
    pub route: Route,
    /// The channel that was granted last.
    pub head: u32,
    /// The first channel of the route that is not released.
    pub tail: u32,
    /// The packet behind this one in the line in which it waits.
    next: u32,
}

/// All packets that have been sent and not been delivered, by slots that are used again.
pub(super) struct Packets {
    slots: Slab<Packet>,
    sent: usize,
    /// Those that have entered the network, and of them those that have left it.
    injected: usize,
    delivered: usize,
    /// Messages to be created: the earliest first, of equal times the one sent first.
    future: BinaryHeap<Reverse<(Cycle, usize, u32)>>,
    /// Each node's queue of created messages.
    queues: Vec<VecDeque<u32>>,
}

impl Packets {
    pub fn new(nodes: u32) -> Packets {
        let queues = vec![VecDeque::new(); nodes as usize];
        Packets { slots: Slab::new(), sent: 0, injected: 0, delivered: 0, future: BinaryHeap::new(), queues }
    }

    pub fn in_flight(&self) -> usize {
        self.sent - self.delivered
    }

    /// Packets that have entered the network and are not delivered.
    pub fn travelling(&self) -> usize {
        self.injected - self.delivered
    }

    /// Notes a message that is to be created, and the route of its packet. Returns the packet's number.
    pub fn send(&mut self, message: Message, route: Route, now: Cycle) -> usize {
        let nodes = self.queues.len();
        assert!(message.created >= now, "a message is created at {}, but it is {now}", message.created);
        assert!((message.source as usize) < nodes && (message.destination as usize) < nodes, "an unknown node");
        let number = self.sent;
        self.sent += 1;
        let packet = Packet {
            message,
            number,
            start: 0,
            asked: 0,
            input: 0,
            blocking: 0,
            route,
            head: NONE,
            tail: NONE,
            next: NONE,
        };
        let slot = self.slots.insert(packet) as u32;
        self.future.push(Reverse((message.created, number, slot)));
        number
    }

    /// When the next message is created.
    pub fn next_creation(&self) -> Option<Cycle> {
        self.future.peek().map(|Reverse((created, ..))| *created)
    }

    /// Lets the next message that is due join the queue of its source. Returns the source and whether its queue was
    /// empty.
    pub fn create(&mut self, now: Cycle) -> Option<(u32, bool)> {
        if self.next_creation()? > now {
            return None;
        }
        let Reverse((_, _, slot)) = self.future.pop()?;
        let source = self.slots[slot as usize].message.source;
        let queue = &mut self.queues[source as usize];
        queue.push_back(slot);
        Some((source, queue.len() == 1))
    }

    /// Whether no created message waits at this node.
    pub fn is_queue_empty(&self, node: u32) -> bool {
        self.queues[node as usize].is_empty()
    }

    /// The first in a node's queue leaves it for the injection channel. Panics on an empty queue.
    pub fn inject(&mut self, node: u32, injection: u32, now: Cycle) -> u32 {
        let slot = self.queues[node as usize].pop_front().expect("a message waits");
        let packet = &mut self.slots[slot as usize];
        (packet.head, packet.tail, packet.start) = (injection, injection, now);
        self.injected += 1;
        slot
    }

    /// Adds a header to those that wait for a channel, behind earlier requests and those of equal time from lower
    /// inputs. `line` is the first of them.
    pub fn wait(&mut self, line: &mut u32, slot: u32) {
        let rank = |packet: &Packet| (packet.asked, packet.input);
        let mine = rank(&self.slots[slot as usize]);
        let (mut ahead, mut behind) = (NONE, *line);
        while behind != NONE && rank(&self.slots[behind as usize]) < mine {
            (ahead, behind) = (behind, self.slots[behind as usize].next);
        }
        self.slots[slot as usize].next = behind;
        *(if ahead == NONE { line } else { &mut self.slots[ahead as usize].next }) = slot;
    }

    /// Takes the first header out of the line of those that wait for a channel. Panics on an empty line.
    pub fn take_first(&self, line: &mut u32) -> u32 {
        std::mem::replace(line, self.slots[*line as usize].next)
    }

    /// These packets are consumed now: adds their deliveries, of which there are a few, by number. Returns whether there
    /// are any.
    pub fn deliver(&mut self, slots: impl Iterator<Item = u32>, now: Cycle, delivered: &mut Vec<Delivery>) -> bool {
        let before = delivered.len();
        for slot in slots {
            let delivery = self.consume(slot, now);
            // Numbers differ, so that `<=` for `<` survives.
            let place = before + delivered[before..].partition_point(|other| other.packet < delivery.packet);
            delivered.insert(place, delivery);
        }
        delivered.len() > before
    }

    /// The packet is consumed; its slot is free.
    fn consume(&mut self, slot: u32, finish: Cycle) -> Delivery {
        let packet = self.slots.remove(slot as usize);
        self.delivered += 1;
        Delivery {
            packet: packet.number,
            created: packet.message.created,
            start: packet.start,
            finish,
            blocking: packet.blocking,
            hops: packet.route.hops,
        }
    }
}

impl std::ops::Index<u32> for Packets {
    type Output = Packet;
    fn index(&self, slot: u32) -> &Packet {
        &self.slots[slot as usize]
    }
}

impl std::ops::IndexMut<u32> for Packets {
    fn index_mut(&mut self, slot: u32) -> &mut Packet {
        &mut self.slots[slot as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::network::Ties;
    use crate::network::links::LinkNumbers;

    fn message(created: Cycle, source: u32) -> Message {
        Message { created, source, destination: 1 }
    }

    fn send(packets: &mut Packets, message: Message, now: Cycle) -> usize {
        let links = LinkNumbers::new(&Machine::mesh(&[2]));
        packets.send(message, Route::new(&links, message.source, message.destination, Ties::Plus), now)
    }

    /// Numbers of packets by slot, for reading.
    fn numbers(packets: &Packets, slots: &[u32]) -> Vec<usize> {
        slots.iter().map(|&slot| packets[slot].number).collect()
    }

    #[test]
    fn messages_join_the_queues_of_their_sources_when_they_are_created() {
        let mut packets = Packets::new(2);
        let sent =
            [message(5, 0), message(3, 0), message(5, 1), message(5, 0)].map(|message| send(&mut packets, message, 3));
        assert_eq!((sent, packets.in_flight(), packets.travelling()), ([0, 1, 2, 3], 4, 0));
        assert_eq!((packets.next_creation(), packets.create(2)), (Some(3), None));
        assert!(packets.is_queue_empty(0));
        assert_eq!((packets.create(3), packets.create(4)), (Some((0, true)), None));
        assert!(!packets.is_queue_empty(0) && packets.is_queue_empty(1));
        let created: Vec<_> = std::iter::from_fn(|| packets.create(9)).collect();
        assert_eq!(created, [(0, false), (1, true), (0, false)], "the first three of time 5, as they were sent");
        assert_eq!(packets.next_creation(), None);
        let injected = [0, 0, 0].map(|node| packets.inject(node, 7, 6));
        assert_eq!(numbers(&packets, &injected), [1, 0, 3]);
        assert!(packets.is_queue_empty(0) && !packets.is_queue_empty(1));
        assert_eq!((packets.in_flight(), packets.travelling()), (4, 3));
        let first = &packets[injected[0]];
        assert_eq!((first.start, first.head, first.tail, first.message.created), (6, 7, 7, 3));
    }

    #[test]
    fn earlier_requests_go_first_then_lower_inputs_then_who_came_first() {
        let mut packets = Packets::new(2);
        let asked = [(4, 1), (3, 9), (4, 0), (4, 1), (2, 5)];
        let mut line = NONE;
        for (asked, input) in asked {
            send(&mut packets, message(0, 0), 0);
            packets.create(0);
            let slot = packets.inject(0, 0, 0);
            (packets[slot].asked, packets[slot].input) = (asked, input);
            packets.wait(&mut line, slot);
        }
        let slots: Vec<u32> = asked.iter().map(|_| packets.take_first(&mut line)).collect();
        // Of equal rank the newcomer goes ahead; two headers never come to a channel from one input at once.
        assert_eq!(numbers(&packets, &slots), [4, 1, 2, 3, 0]);
        assert_eq!(line, NONE);
    }

    #[test]
    fn packets_are_delivered_by_number_and_their_slots_used_again() {
        let mut packets = Packets::new(2);
        let slots = [0, 1, 0].map(|source| {
            send(&mut packets, message(2, source), 0);
            packets.create(2);
            packets.inject(source, 3, 4)
        });
        (packets[slots[1]].blocking, packets[slots[1]].route.hops) = (6, 5);
        let mut delivered = Vec::new();
        assert!(!packets.deliver([].into_iter(), 8, &mut delivered));
        assert!(packets.deliver([slots[2]].into_iter(), 8, &mut delivered));
        assert!(packets.deliver([slots[1], slots[0]].into_iter(), 9, &mut delivered));
        let delivery =
            |packet, finish, blocking, hops| Delivery { packet, created: 2, start: 4, finish, blocking, hops };
        assert_eq!(delivered, [delivery(2, 8, 0, 0), delivery(0, 9, 0, 0), delivery(1, 9, 6, 5)]);
        assert_eq!((packets.in_flight(), packets.travelling()), (0, 0));
        assert_eq!([3, 4, 5, 6].map(|number| send(&mut packets, message(9, 1), number)), [3, 4, 5, 6]);
        assert_eq!(packets.slots.len(), 4, "three that were used before, and one more");
        let again: Vec<u32> = (0..4)
            .map(|_| {
                packets.create(9);
                packets.inject(1, 0, 9)
            })
            .collect();
        assert_eq!(numbers(&packets, &again), [3, 4, 5, 6]);
    }

    #[test]
    #[should_panic(expected = "a message is created at 4, but it is 5")]
    fn nothing_is_created_in_the_past() {
        send(&mut Packets::new(2), message(4, 0), 5);
    }

    #[test]
    #[should_panic(expected = "an unknown node")]
    fn a_source_is_a_node() {
        send(&mut Packets::new(2), message(0, 2), 0);
    }

    #[test]
    #[should_panic(expected = "an unknown node")]
    fn a_destination_is_a_node() {
        send(&mut Packets::new(1), message(0, 0), 0);
    }
}
