//! Tests of the network's engines: against results of an independent implementation, against the plain rule, against
//! each other and against closed forms.

use crate::wormhole;

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;
use std::fs::File;
use subtorus::diagnostic::Diagnostic;
use subtorus::machine::Machine;
use subtorus::network::{Cycle, Delivery, Direction, Engine, LinkNumbers, Message, Network, Switching, Ties, engine};

/// Sends all messages at once and waits for all deliveries, in the order of packets.
fn run(network: &mut dyn Network, messages: &[Message]) -> Vec<Delivery> {
    for (number, &message) in messages.iter().enumerate() {
        assert_eq!(network.send(message), number);
    }
    let mut delivered = Vec::new();
    while network.in_flight() > 0 {
        network.advance(Cycle::MAX, &mut delivered).expect("no deadlock");
    }
    delivered.sort_by_key(|delivery| delivery.packet);
    delivered
}

fn both(machine: &Machine, switching: Switching) -> Vec<Box<dyn Network>> {
    let engines = [Engine::Flit, Engine::Header].map(|which| engine(machine, switching, which));
    engines.into_iter().flatten().collect()
}

fn numbers(value: &Value) -> Vec<u32> {
    value.as_array().expect("a list").iter().map(|number| number.as_u64().expect("a number") as u32).collect()
}

/// Every packet of every scenario (`tests/vectors/README.md`), and the means.
#[test]
fn scenarios_of_an_independent_implementation() {
    assert_eq!(compare("network.json.gz"), [1795, 1273]);
}

/// The same on rings, which only the flit engine supports.
#[test]
fn scenarios_with_split_ties_of_an_independent_implementation() {
    assert_eq!(compare("network-ties.json.gz"), [924, 0]);
}

/// Compares every packet of a file's scenarios with each engine. Returns the number of packets that each engine
/// carried.
fn compare(file: &str) -> [usize; 2] {
    let path = format!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/{}"), file);
    let packed = File::open(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let file: Value = serde_json::from_reader(flate2::read::GzDecoder::new(packed)).expect("JSON");
    let mut compared = [0, 0];
    for scenario in file["scenarios"].as_array().expect("scenarios") {
        let name = scenario["name"].as_str().unwrap();
        let extents = numbers(&scenario["dims"]);
        let machine = Machine::new(&extents, &vec![scenario["torus"].as_bool().unwrap(); extents.len()]).unwrap();
        let message = |message: &Value| Message {
            created: message[0].as_i64().unwrap(),
            source: machine.index(&numbers(&message[1])),
            destination: machine.index(&numbers(&message[2])),
        };
        let messages: Vec<Message> = scenario["messages"].as_array().unwrap().iter().map(message).collect();
        let number = |name: &str| scenario[name].as_u64().unwrap() as u32;
        let ties = scenario.get("ties").map_or(Ties::Plus, |name| name.as_str().unwrap().parse().unwrap());
        let switching = Switching { routing_delay: number("t_s"), packet_length: number("L"), ties };
        let packets = scenario["packets"].as_array().unwrap();
        assert_eq!(packets.len(), messages.len(), "{name}");
        for (which, network) in both(&machine, switching).iter_mut().enumerate() {
            let delivered = run(network.as_mut(), &messages);
            for (delivery, expected) in delivered.iter().zip(packets) {
                let found = serde_json::json!({
                    "t": delivery.created, "src": expected["src"], "dst": expected["dst"], "hops": delivery.hops,
                    "start": delivery.start, "finish": delivery.finish, "latency": delivery.finish - delivery.start,
                    "latency_from_creation": delivery.finish - delivery.created, "blocking": delivery.blocking,
                });
                assert_eq!(&found, expected, "{name}, packet {}", delivery.packet);
                compared[which] += 1;
            }
            let flit_hops: u32 = delivered.iter().map(|delivery| delivery.hops * switching.packet_length).sum();
            if let Some(summary) = scenario.get("summary") {
                assert_eq!(delivered.len() as u64, summary["packets"], "{name}");
                assert_eq!(u64::from(flit_hops), summary["flit_hops"], "{name}");
            }
            assert_eq!(
                network.flits().iter().sum::<u64>(),
                u64::from(flit_hops) + 2 * delivered.len() as u64 * u64::from(switching.packet_length),
                "{name}"
            );
        }
        assert_eq!(
            wormhole::run(&machine, switching, &messages),
            run(both(&machine, switching)[0].as_mut(), &messages),
            "{name}: the plain rule"
        );
    }
    compared
}

/// Machines of up to three dimensions, with rings and lines, and traffic on them.
#[derive(Clone, Debug)]
struct Case {
    machine: Machine,
    switching: Switching,
    messages: Vec<Message>,
}

/// Traffic within a few cycles, so that packets meet. Some nodes send to themselves.
fn cases(
    most: u32,
    rings: impl Strategy<Value = bool> + 'static,
    flits: u32,
    count: usize,
) -> impl Strategy<Value = Case> {
    let dimension = (1..=most, rings);
    let message = (0..80i64, any::<u32>(), any::<u32>());
    let messages = prop::collection::vec(message, 1..count);
    let switching = (0..=5u32, 1..=flits, select(Ties::ALL))
        .prop_map(|(routing_delay, packet_length, ties)| Switching { routing_delay, packet_length, ties });
    (prop::collection::vec(dimension, 1..=3), switching, 1..=80i64, messages).prop_map(
        |(dimensions, switching, burst, messages)| {
            let (extents, rings): (Vec<u32>, Vec<bool>) = dimensions.into_iter().unzip();
            let machine = Machine::new(&extents, &rings).unwrap();
            let nodes = machine.node_count();
            let message = |(time, source, destination): (i64, u32, u32)| Message {
                created: time / burst * burst,
                source: source % nodes,
                destination: destination % nodes,
            };
            let messages = messages.into_iter().map(message).collect();
            Case { machine, switching, messages }
        },
    )
}

fn zero_load(switching: Switching, hops: u32) -> Cycle {
    let Switching { routing_delay, packet_length, .. } = switching;
    Cycle::from(hops + 1) * Cycle::from(routing_delay + 1) + Cycle::from(packet_length) - 1
}

/// Drives the network as jobs do, in steps of the given lengths. Some packets are answered when they arrive. Returns
/// the observable state after each step.
fn converse(network: &mut dyn Network, case: &Case, steps: &[Cycle]) -> Vec<(Cycle, usize, Vec<Delivery>)> {
    let mut sent = case.messages.clone();
    for &message in &case.messages {
        network.send(message);
    }
    let mut seen = Vec::new();
    for step in steps.iter().cycle() {
        let mut delivered = Vec::new();
        let before = network.now();
        network.advance(before + step, &mut delivered).expect("no deadlock");
        assert!(delivered.iter().all(|delivery| delivery.finish == network.now()), "they finish now");
        assert!(delivered.is_sorted_by_key(|delivery| delivery.packet));
        assert!(network.now() == before + step || (network.now() < before + step && !delivered.is_empty()));
        for delivery in &delivered {
            if delivery.packet % 3 != 0 && sent.len() < 2 * case.messages.len() {
                let Message { source, destination, .. } = sent[delivery.packet];
                let created = network.now() + [0, 0, 7][delivery.packet % 3];
                let answer = Message { created, source: destination, destination: source };
                assert_eq!(network.send(answer), sent.len());
                sent.push(answer);
            }
        }
        seen.push((network.now(), network.in_flight(), delivered));
        if network.in_flight() == 0 {
            return seen;
        }
    }
    unreachable!("steps never end")
}

proptest! {
    #![proptest_config(crate::cases::cases(300))]

    /// Rounds of movement, turns of virtual channels and ties, as in the text.
    #[test]
    fn flit_by_flit_is_the_plain_rule(case in cases(5, any::<bool>(), 12, 60)) {
        let Case { machine, switching, messages } = case;
        let mut network = engine(&machine, switching, Engine::Flit).unwrap();
        prop_assert_eq!(run(network.as_mut(), &messages), wormhole::run(&machine, switching, &messages));
    }

    /// Only rings, where virtual channels share every link.
    #[test]
    fn flit_by_flit_is_the_plain_rule_on_a_crowded_ring(
        extent in 2..=8u32,
        (routing_delay, packet_length, ties) in (0..=3u32, 1..=9u32, select(Ties::ALL)),
        messages in prop::collection::vec((0..20i64, 0..8u32, 0..8u32), 1..50),
    ) {
        let machine = Machine::torus(&[extent]);
        let message = |(created, source, ahead): (i64, u32, u32)|
            Message { created, source: source % extent, destination: (source + ahead) % extent };
        let messages: Vec<Message> = messages.into_iter().map(message).collect();
        let switching = Switching { routing_delay, packet_length, ties };
        let mut network = engine(&machine, switching, Engine::Flit).unwrap();
        prop_assert_eq!(run(network.as_mut(), &messages), wormhole::run(&machine, switching, &messages));
    }

    /// Without virtual channels, a flit waits only behind its header.
    #[test]
    fn both_engines_agree_on_lines_and_latency_is_zero_load_and_blocking(
        case in cases(6, Just(false), 64, 150),
        steps in prop::collection::vec(1..200i64, 1..10),
    ) {
        let mut networks = both(&case.machine, case.switching);
        prop_assert_eq!(networks.len(), 2);
        let seen: Vec<_> = networks.iter_mut().map(|network| converse(network.as_mut(), &case, &steps)).collect();
        prop_assert_eq!(&seen[0], &seen[1]);
        prop_assert_eq!(networks[0].flits(), networks[1].flits());
        let flits = u64::from(case.switching.packet_length);
        let all: Vec<Delivery> = seen.into_iter().next().unwrap().into_iter().flat_map(|(.., delivered)| delivered).collect();
        for delivery in &all {
            let latency = delivery.finish - delivery.start;
            prop_assert_eq!(latency, zero_load(case.switching, delivery.hops) + delivery.blocking);
        }
        // Injection and ejection, in addition to the hops.
        let crossings: u64 = all.iter().map(|delivery| u64::from(delivery.hops) + 2).sum();
        prop_assert_eq!(networks[0].flits().iter().sum::<u64>(), crossings * flits);
    }

    /// On rings, with steps of any length and answers. What the driver does between cycles has no effect.
    #[test]
    fn rings_lose_nothing_and_latency_is_at_least_zero_load_and_blocking(
        case in cases(6, any::<bool>(), 24, 150),
        steps in prop::collection::vec(1..200i64, 1..10),
    ) {
        let mut in_steps = engine(&case.machine, case.switching, Engine::Flit).unwrap();
        let seen = converse(in_steps.as_mut(), &case, &steps);
        let mut cycle_by_cycle = engine(&case.machine, case.switching, Engine::Flit).unwrap();
        let again = converse(cycle_by_cycle.as_mut(), &case, &[1]);
        let deliveries = |seen: Vec<(Cycle, usize, Vec<Delivery>)>| -> Vec<Delivery> {
            seen.into_iter().flat_map(|(.., delivered)| delivered).collect()
        };
        let (seen, again) = (deliveries(seen), deliveries(again));
        prop_assert_eq!(&seen, &again);
        for delivery in &seen {
            let latency = delivery.finish - delivery.start;
            prop_assert!(latency >= zero_load(case.switching, delivery.hops) + delivery.blocking);
        }
        let crossings: u64 = seen.iter().map(|delivery| u64::from(delivery.hops) + 2).sum();
        let flits = u64::from(case.switching.packet_length);
        prop_assert_eq!(in_steps.flits().iter().sum::<u64>(), crossings * flits);
        prop_assert_eq!(in_steps.flits(), cycle_by_cycle.flits());
    }

    /// Alone in the network, on any machine.
    #[test]
    fn a_lone_packet_takes_the_time_of_the_closed_form(case in cases(9, any::<bool>(), 64, 2)) {
        let message = case.messages[0];
        let (from, to) = (case.machine.coordinates(message.source), case.machine.coordinates(message.destination));
        let distance = |dimension: usize| {
            let (distance, extent) = (from[dimension].abs_diff(to[dimension]), case.machine.extents()[dimension]);
            if case.machine.rings()[dimension] { distance.min(extent - distance) } else { distance }
        };
        let hops = (0..case.machine.dimensions()).map(distance).sum();
        for mut network in both(&case.machine, case.switching) {
            let delivered = run(network.as_mut(), &[message]);
            let finish = message.created + zero_load(case.switching, hops);
            let start = message.created;
            prop_assert_eq!(delivered, [Delivery { packet: 0, created: start, start, finish, blocking: 0, hops }]);
        }
    }
}

/// Far beyond saturation, also with packets longer than the rings.
#[test]
fn no_deadlock_on_rings() {
    for (extents, packet_length) in [(&[8][..], 16), (&[5, 4], 3), (&[4, 4, 4], 8), (&[2, 7], 1), (&[2, 2, 2, 3], 64)] {
        let machine = Machine::torus(extents);
        let mut random = subtorus::random::Stream::new(1, "traffic", packet_length);
        let mut node = || random.uniform_integer(0, machine.node_count() - 1);
        let message = |number: Cycle| Message { created: number / 16, source: node(), destination: node() };
        let messages: Vec<Message> = (0..8000).map(message).collect();
        let mut network = engine(&machine, Switching { packet_length, ..Switching::default() }, Engine::Auto).unwrap();
        let delivered = run(network.as_mut(), &messages);
        assert_eq!(delivered.len(), messages.len());
        let longest = delivered.iter().map(|delivery| delivery.finish - delivery.created).max();
        assert!(longest > Some(1000), "{machine} was crowded");
    }
}

/// From (0,1) over (1,1) to (1,0), and from (1,1) to itself.
#[test]
fn flits_are_counted_where_they_cross() {
    let machine = Machine::mesh(&[2, 2]);
    let node = |x: u32, y: u32| machine.index(&[x, y]);
    let messages = [
        Message { created: 0, source: node(0, 1), destination: node(1, 0) },
        Message { created: 0, source: node(1, 1), destination: node(1, 1) },
    ];
    let links = LinkNumbers::new(&machine);
    let mut expected = vec![0; links.count()];
    for crossed in [
        Some(links.injection(node(0, 1))),
        links.link(node(0, 1), 0, Direction::Positive),
        links.link(node(1, 1), 1, Direction::Negative),
        Some(links.ejection(node(1, 0))),
        Some(links.injection(node(1, 1))),
        Some(links.ejection(node(1, 1))),
    ] {
        expected[crossed.expect("a link")] += 8;
    }
    for mut network in both(&machine, Switching::default()) {
        run(network.as_mut(), &messages);
        assert_eq!(network.flits(), expected);
    }
}

/// A packet from a node to itself finishes 11 cycles after its creation, here at 111.
#[test]
fn time_stops_at_deliveries_and_at_the_given_cycle() {
    for mut network in both(&Machine::mesh(&[3]), Switching::default()) {
        let mut delivered = Vec::new();
        assert_eq!(network.advance(100, &mut delivered), Ok(()));
        assert_eq!((network.now(), network.in_flight()), (100, 0), "no further events");
        network.send(Message { created: 100, source: 1, destination: 1 });
        network.send(Message { created: 100, source: 1, destination: 1 });
        network.advance(110, &mut delivered).unwrap();
        assert_eq!((network.now(), delivered.len()), (110, 0));
        network.advance(111, &mut delivered).unwrap();
        assert_eq!((network.now(), delivered.len(), network.in_flight()), (111, 1, 1), "the last cycle is included");
        network.advance(111, &mut delivered).unwrap();
        assert_eq!((network.now(), delivered.len()), (111, 1), "and nothing beyond it");
        // The injection channel was also released at 111, so the next packet enters then, but not before it is sent.
        network.send(Message { created: 111, source: 0, destination: 0 });
        network.advance(Cycle::MAX, &mut delivered).unwrap();
        assert_eq!((network.now(), delivered.len(), network.in_flight()), (122, 3, 0));
        network.advance(Cycle::MAX, &mut delivered).unwrap();
        assert_eq!((network.now(), delivered.len()), (Cycle::MAX, 3), "there will be no further event");
    }
}

/// Messages that are sent out of order wait in the order of creation.
#[test]
fn a_queue_is_in_order_of_creation_then_of_sending() {
    let switching = Switching { routing_delay: 0, packet_length: 1, ties: Ties::Plus };
    for mut network in both(&Machine::mesh(&[2]), switching) {
        let message = |created| Message { created, source: 0, destination: 1 };
        let delivered =
            run(network.as_mut(), &[message(1_000_000_000_000_000_000), message(5), message(5), message(0)]);
        let starts: Vec<Cycle> = delivered.iter().map(|delivery| delivery.start).collect();
        assert_eq!(starts, [1_000_000_000_000_000_000, 5, 6, 0]);
    }
}

#[test]
fn engines_refuse_what_they_cannot_compute() {
    let refusal = |machine: Machine, packet_length, which| {
        let error = engine(&machine, Switching { packet_length, ..Switching::default() }, which).err();
        error.map_or(String::new(), |error| Diagnostic::of(&error).message())
    };
    assert_eq!(refusal(Machine::mesh(&[2, 2]), 0, Engine::Auto), "packets of 0 flits (expected at least 1)");
    let mixed = Machine::new(&[4, 2], &[false, true]).unwrap();
    assert_eq!(
        refusal(mixed.clone(), 8, Engine::Header),
        "the header engine on mixed:4x2r, which has rings (expected a machine of lines only); take the engine flit or auto"
    );
    assert_eq!(refusal(mixed, 8, Engine::Auto), "");
    assert_eq!(refusal(Machine::torus(&[1, 1]), 8, Engine::Header), "", "a ring of one node has no links");
    let vast = Machine::torus(&[4, 4, 4, 4, 4, 4, 4, 4, 4, 4]);
    assert_eq!(
        refusal(vast, 8, Engine::Auto),
        "torus:4x4x4x4x4x4x4x4x4x4 needs a network of 46137344 virtual channels (expected at most 33554432)"
    );
    assert_eq!("flat".parse::<Engine>().unwrap_err().known, ["flit", "header", "auto"]);
}
