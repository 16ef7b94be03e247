//! Scenarios of the network: text as a scenario's file, and traffic on small machines, which both engines and the plain
//! rules must carry alike.
#![no_main]

use arbitrary::{Arbitrary, Unstructured};
use libfuzzer_sys::fuzz_target;
use subtorus::machine::Machine;
use subtorus::network::{Cycle, Delivery, Engine, Message, Network, Switching, Ties, engine};
use subtorus_fuzz::scenario::Scenario;
use subtorus_fuzz::{small, wormhole};

#[derive(Debug)]
enum Input<'a> {
    File(&'a str),
    Traffic(Box<Traffic>),
}

impl<'a> Arbitrary<'a> for Input<'a> {
    fn arbitrary(source: &mut Unstructured<'a>) -> arbitrary::Result<Input<'a>> {
        if u32::arbitrary(source)? < 1 << 31 {
            return Ok(Input::File(source.arbitrary()?));
        }
        Ok(Input::Traffic(source.arbitrary()?))
    }
}

/// Traffic within a few cycles, so that packets meet; to itself now and then.
#[derive(Debug)]
struct Traffic {
    machine: Machine,
    switching: Switching,
    messages: Vec<Message>,
    /// In which steps time passes.
    steps: Vec<Cycle>,
}

impl<'a> Arbitrary<'a> for Traffic {
    fn arbitrary(source: &mut Unstructured<'a>) -> arbitrary::Result<Traffic> {
        let machine = small::machine(source)?;
        let switching = Switching {
            routing_delay: source.int_in_range(0..=5)?,
            packet_length: source.int_in_range(1..=12)?,
            ties: *source.choose(Ties::ALL)?,
        };
        let mut steps: Vec<Cycle> = Vec::new();
        for _ in 0..3 {
            steps.push(source.int_in_range(1..=100)?);
        }
        // Messages come in bursts.
        let burst: Cycle = source.int_in_range(1..=80)?;
        let last = machine.node_count() - 1;
        let mut messages = Vec::new();
        while !source.is_empty() && messages.len() < 40 {
            let created = source.int_in_range(0..=80)? / burst * burst;
            let (source, destination) = (source.int_in_range(0..=last)?, source.int_in_range(0..=last)?);
            messages.push(Message { created, source, destination });
        }
        Ok(Traffic { machine, switching, messages, steps })
    }
}

fuzz_target!(|input: Input| {
    match input {
        Input::File(text) => {
            if let Ok(scenario) = Scenario::read(text) {
                carry_if_small(&scenario);
            }
        }
        Input::Traffic(traffic) => {
            let text = written(&traffic);
            let scenario = Scenario::read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(scenario.machine, traffic.machine);
            assert_eq!((scenario.switching, &scenario.messages), (traffic.switching, &traffic.messages));
            carry(&traffic);
        }
    }
});

/// A scenario's file.
fn written(traffic: &Traffic) -> String {
    let machine = &traffic.machine;
    let node = |index| machine.coordinates(index).to_vec();
    let message = |message: &Message| (message.created, node(message.source), node(message.destination));
    let messages: Vec<_> = traffic.messages.iter().map(message).collect();
    serde_json::json!({
        "dims": machine.extents(), "torus": machine.rings(), "messages": messages,
        "t_s": traffic.switching.routing_delay, "L": traffic.switching.packet_length,
        "ties": traffic.switching.ties.name(),
    })
    .to_string()
}

/// Files may say anything; what takes long is left out.
fn carry_if_small(Scenario { machine, switching, messages }: &Scenario) {
    let most = messages.iter().map(|message| message.created).max().unwrap_or(0);
    let is_short = switching.routing_delay <= 20 && switching.packet_length <= 64 && most < 2000;
    if machine.node_count() <= 64 && is_short && messages.len() <= 40 {
        let (machine, messages) = (machine.clone(), messages.clone());
        carry(&Traffic { machine, switching: *switching, messages, steps: vec![50, 3] });
    }
}

fn carry(traffic: &Traffic) {
    let Traffic { machine, switching, messages, .. } = traffic;
    let engines = [Engine::Flit, Engine::Header, Engine::Auto].map(|which| engine(machine, *switching, which).ok());
    let outcomes: Vec<_> = engines.into_iter().flatten().map(|network| deliver(network, traffic)).collect();
    assert!(outcomes.windows(2).all(|pair| pair[0] == pair[1]), "the engines differ");
    assert!(outcomes.len() >= 2, "flit by flit, and what is chosen, are for all machines");
    let (delivered, flits) = &outcomes[0];
    assert_eq!(*delivered, wormhole::run(machine, *switching, messages), "the plain rule");
    let crossings: u64 = delivered.iter().map(|delivery| u64::from(delivery.hops) + 2).sum();
    assert_eq!(flits.iter().sum::<u64>(), crossings * u64::from(switching.packet_length));
    for delivery in delivered {
        let least = switching.zero_load_latency(delivery.hops) + delivery.blocking;
        assert!(delivery.finish - delivery.start >= least && delivery.start >= delivery.created, "{delivery:?}");
    }
}

/// What becomes of the messages, in their order, and the flits on each link.
fn deliver(mut network: Box<dyn Network>, traffic: &Traffic) -> (Vec<Delivery>, Vec<u64>) {
    for message in &traffic.messages {
        network.send(*message);
    }
    let mut delivered = Vec::new();
    for step in traffic.steps.iter().cycle() {
        if network.in_flight() == 0 {
            break;
        }
        let until = network.now() + step;
        network.advance(until, &mut delivered).expect("virtual channels prevent deadlocks");
        assert!(network.now() <= until);
    }
    delivered.sort_by_key(|delivery| delivery.packet);
    (delivered, network.flits().to_vec())
}
