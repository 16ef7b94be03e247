//! The network as defined in docs/semantics.md 7, without optimisation: every link is checked in every round of every
//! cycle.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use subtorus::machine::Machine;
use subtorus::network::{Cycle, Delivery, Message, Switching, Ties};

/// The end of a channel: the coordinates of its router, the input of the router at which flits arrive, and the virtual
/// channel. The injection input is the last. Ejection is not an input, and has the next number.
type Channel = (Vec<u32>, usize, usize);
/// A channel without its virtual channel.
type Link = (Vec<u32>, usize);

fn link(channel: &Channel) -> Link {
    (channel.0.clone(), channel.1)
}

struct Packet {
    path: Vec<Channel>,
    /// The number of granted channels of the path, including the injection channel.
    granted: usize,
    /// The number of flits that have crossed into each of them.
    entered: Vec<u32>,
    /// When the header asks for the next channel.
    asks: Option<Cycle>,
    delivery: Delivery,
}

/// All channels from source to destination, which are coordinates.
fn path(machine: &Machine, ties: Ties, source: &[u32], destination: &[u32]) -> Vec<Channel> {
    let (injection, ejection) = (2 * machine.dimensions(), 2 * machine.dimensions() + 1);
    let mut at = source.to_vec();
    let mut path = vec![(at.clone(), injection, 0)];
    for (dimension, (&extent, &ring)) in machine.extents().iter().zip(machine.rings()).enumerate() {
        let goal = destination[dimension];
        let distance_up = (goal + extent - at[dimension]) % extent;
        let is_tie = ring && 2 * distance_up == extent && extent > 2;
        let up = if is_tie && ties == Ties::Split {
            let elsewhere = (0..destination.len()).filter(|&other| other != dimension).map(|other| destination[other]);
            (source.iter().sum::<u32>() + elsewhere.sum::<u32>()).is_multiple_of(2)
        } else if ring {
            2 * distance_up <= extent
        } else {
            goal >= at[dimension]
        };
        let mut virtual_channel = 0;
        while at[dimension] != goal {
            let here = at[dimension];
            let there = if up { (here + 1) % extent } else { (here + extent - 1) % extent };
            if here.abs_diff(there) != 1 || (extent == 2 && there == 0 && ring) {
                virtual_channel = 1;
            }
            at[dimension] = there;
            path.push((at.clone(), 2 * dimension + usize::from(!up), virtual_channel));
        }
    }
    path.push((at, ejection, 0));
    path
}

/// The deliveries of the messages, in the order of the messages.
pub fn run(machine: &Machine, switching: Switching, messages: &[Message]) -> Vec<Delivery> {
    let Switching { routing_delay, packet_length, ties } = switching;
    let ejection = 2 * machine.dimensions() + 1;
    let mut packets: Vec<Packet> = Vec::new();
    for (number, &Message { created, source, destination }) in messages.iter().enumerate() {
        let path = path(machine, ties, &machine.coordinates(source), &machine.coordinates(destination));
        let hops = path.len() as u32 - 2;
        let delivery = Delivery { packet: number, created, start: 0, finish: -1, blocking: 0, hops };
        packets.push(Packet { granted: 0, entered: vec![0; path.len()], path, asks: None, delivery });
    }
    let mut creations: Vec<usize> = (0..messages.len()).collect();
    creations.sort_by_key(|&packet| messages[packet].created);
    let mut creations = VecDeque::from(creations);
    let mut queues: BTreeMap<u32, VecDeque<usize>> = BTreeMap::new();
    let mut owners: BTreeMap<Channel, usize> = BTreeMap::new();
    // The packet of the flit in a buffer, and whether the flit has moved in this cycle.
    let mut buffers: BTreeMap<Channel, (usize, bool)> = BTreeMap::new();
    let mut turns: BTreeMap<Link, usize> = BTreeMap::new();
    let mut now = 0;
    while packets.iter().any(|packet| packet.delivery.finish < 0) {
        while creations.front().is_some_and(|&packet| messages[packet].created <= now) {
            let packet = creations.pop_front().unwrap();
            queues.entry(messages[packet].source).or_default().push_back(packet);
        }
        for queue in queues.values_mut() {
            let Some(&number) = queue.front() else { continue };
            let packet = &mut packets[number];
            if owners.contains_key(&packet.path[0]) {
                continue;
            }
            queue.pop_front();
            owners.insert(packet.path[0].clone(), number);
            buffers.insert(packet.path[0].clone(), (number, false));
            (packet.delivery.start, packet.granted, packet.entered[0]) = (now, 1, 1);
            packet.asks = Some(now + Cycle::from(routing_delay));
        }
        let mut requests: BTreeMap<Channel, BTreeSet<(Cycle, usize, usize, usize)>> = BTreeMap::new();
        for (number, packet) in packets.iter().enumerate() {
            if let Some(asks) = packet.asks.filter(|&asks| asks <= now && packet.entered[packet.granted - 1] > 0) {
                let wanted = &packet.path[packet.granted];
                let (_, input, virtual_channel) = packet.path[packet.granted - 1];
                if !owners.contains_key(wanted) {
                    requests.entry(wanted.clone()).or_default().insert((asks, input, virtual_channel, number));
                }
            }
        }
        for (channel, requests) in requests {
            let &(.., number) = requests.first().unwrap();
            owners.insert(channel, number);
            packets[number].granted += 1;
        }
        let mut used: BTreeSet<Link> = BTreeSet::new();
        let mut released: Vec<Channel> = Vec::new();
        loop {
            let mut picked: BTreeMap<Link, Channel> = BTreeMap::new();
            for (channel, &owner) in &owners {
                let packet = &packets[owner];
                let place = packet.path.iter().position(|other| other == channel).unwrap();
                let is_waiting = match place {
                    0 => packet.entered[0] < packet_length,
                    _ => buffers.get(&packet.path[place - 1]) == Some(&(owner, false)),
                };
                if used.contains(&link(channel)) || buffers.contains_key(channel) || !is_waiting {
                    continue;
                }
                let turn = *turns.get(&link(channel)).unwrap_or(&0);
                picked
                    .entry(link(channel))
                    .and_modify(|other| {
                        if channel.2 == turn {
                            *other = channel.clone()
                        }
                    })
                    .or_insert(channel.clone());
            }
            if picked.is_empty() {
                break;
            }
            for (link, channel) in picked {
                turns.insert(link.clone(), 1 - channel.2);
                used.insert(link);
                let owner = owners[&channel];
                let packet = &mut packets[owner];
                let place = packet.path.iter().position(|other| *other == channel).unwrap();
                packet.entered[place] += 1;
                if packet.entered[place] == 1 {
                    packet.delivery.blocking += now - packet.asks.unwrap();
                    packet.asks = (channel.1 != ejection).then_some(now + 1 + Cycle::from(routing_delay));
                }
                let is_tail = packet.entered[place] == packet_length;
                if place > 0 {
                    buffers.remove(&packet.path[place - 1]);
                    if is_tail {
                        released.push(packet.path[place - 1].clone());
                    }
                }
                if channel.1 != ejection {
                    buffers.insert(channel, (owner, true));
                } else if is_tail {
                    packet.delivery.finish = now + 1;
                    released.push(channel);
                }
            }
        }
        owners.retain(|channel, _| !released.contains(channel));
        buffers.values_mut().for_each(|(_, moved)| *moved = false);
        now += 1;
        assert!(now < 1_000_000, "the plain rule does not end");
    }
    packets.into_iter().map(|packet| packet.delivery).collect()
}
