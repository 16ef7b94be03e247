//! The speed of the network's engines: `cargo bench --bench network`.
//!
//! Uniform traffic on 256 nodes: every node sends packets of 8 flits to random others at random times, t_s = 3. The
//! unit is the flit-hop, one flit crossing one link between nodes; an engine that follows headers only counts as many as
//! its packets' flits would cross.

use std::time::Instant;
use subtorus::machine::Machine;
use subtorus::network::{Cycle, Engine, Message, Switching, engine};
use subtorus::random::Stream;

/// In flits per node and cycle.
const LOADS: &[f64] = &[0.01, 0.02, 0.03];
const CYCLES: Cycle = 200_000;
const TIMES: usize = 5;

fn main() {
    println!("million flit-hops a second (best of {TIMES}), {CYCLES} cycles of uniform traffic");
    println!("{:<8}{:>12}{:>12}{:>12}{:>16}", "load", "mesh header", "mesh flit", "ratio", "torus flit");
    let (mesh, torus) = (Machine::mesh(&[16, 16]), Machine::torus(&[16, 16]));
    for &load in LOADS {
        let traffic = uniform(load);
        let [header, flit, ring] = [(&mesh, Engine::Header), (&mesh, Engine::Flit), (&torus, Engine::Flit)]
            .map(|(machine, which)| (0..TIMES).map(|_| rate(machine, which, &traffic)).fold(0.0, f64::max));
        println!("{load:<8}{header:>12.1}{flit:>12.1}{:>12.1}{ring:>16.1}", header / flit);
    }
}

/// Messages in order of time.
fn uniform(load: f64) -> Vec<Message> {
    let mut random = Stream::new(1, "traffic", 0);
    let flits = Switching::default().packet_length;
    let count = (load * 256.0 * CYCLES as f64 / f64::from(flits)) as usize;
    let mut message = || Message {
        created: random.uniform_integer(0, CYCLES as u32 - 1).into(),
        source: random.uniform_integer(0, 255),
        destination: random.uniform_integer(0, 255),
    };
    let mut messages: Vec<Message> = (0..count).map(|_| message()).collect();
    messages.sort_by_key(|message| message.created);
    messages
}

/// Million flit-hops a second of an engine. The driver sends each message at its time.
fn rate(machine: &Machine, which: Engine, traffic: &[Message]) -> f64 {
    let mut network = engine(machine, Switching::default(), which).expect("a network");
    let (mut delivered, mut hops) = (Vec::new(), 0);
    let mut coming = traffic.iter().peekable();
    let start = Instant::now();
    while coming.peek().is_some() || network.in_flight() > 0 {
        while let Some(&message) = coming.next_if(|message| message.created <= network.now()) {
            network.send(message);
        }
        let until = coming.peek().map_or(Cycle::MAX, |message| message.created);
        network.advance(until, &mut delivered).expect("no deadlock");
        hops += delivered.drain(..).map(|delivery| u64::from(delivery.hops)).sum::<u64>();
    }
    let flit_hops = hops * u64::from(Switching::default().packet_length);
    flit_hops as f64 / start.elapsed().as_secs_f64() / 1e6
}
