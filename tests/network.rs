//! The network's engines: against results of an independent implementation, against the plain rule, against each other
//! and against what can be written down in closed form.
#![cfg(not(target_arch = "wasm32"))]

mod wormhole;

use proptest::prelude::*;
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use subtorus::machine::Machine;
use subtorus::network::{Cycle, Delivery, Direction, Engine, Links, Message, Network, Switching, engine};

/// Sends all messages at once and waits for everything. In order of packets.
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

/// `network.json`: every packet of every scenario, and the means.
#[test]
fn scenarios_of_an_independent_implementation() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/vectors/network.json");
    let Ok(text) = std::fs::read(&path) else {
        writeln!(std::io::stderr(), "SKIPPED: there is no {} to compare with", path.display()).unwrap();
        return;
    };
    let file: Value = serde_json::from_slice(&text).expect("JSON");
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
        let switching = Switching { routing_delay: number("t_s"), packet_length: number("L") };
        for (which, network) in both(&machine, switching).iter_mut().enumerate() {
            let delivered = run(network.as_mut(), &messages);
            for (delivery, expected) in delivered.iter().zip(scenario["packets"].as_array().unwrap()) {
                let found = serde_json::json!({
                    "t": delivery.created, "src": expected["src"], "dst": expected["dst"], "hops": delivery.hops,
                    "start": delivery.start, "finish": delivery.finish, "latency": delivery.finish - delivery.start,
                    "latency_from_creation": delivery.finish - delivery.created, "blocking": delivery.blocking,
                });
                assert_eq!(&found, expected, "{name}, packet {}", delivery.packet);
                compared[which] += 1;
            }
            let summary = &scenario["summary"];
            let flit_hops: u32 = delivered.iter().map(|delivery| delivery.hops * switching.packet_length).sum();
            assert_eq!(delivered.len() as u64, summary["packets"], "{name}");
            assert_eq!(u64::from(flit_hops), summary["flit_hops"], "{name}");
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
    println!("{compared:?}");
    assert!(compared[0] > compared[1] && compared[1] > 0);
}
