//! `subtorus network`: the delivery of every packet of a scenario, as JSON.

use super::scenario::Scenario;
use super::source::Source;
use super::target::print;
use super::{CommandError, flag};
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde::Serialize;
use subtorus::BUILD;
use subtorus::diagnostic::Diagnostic;
use subtorus::names::UnknownName;
use subtorus::network::{Cycle, Delivery, Engine, Network, engine};

pub fn command() -> Command {
    let scenario = "Reads this file, '-' for standard input: {\"dims\": [4, 4], \"torus\": false, \"t_s\": 3, \"L\": 8, \
                    \"ties\": \"plus\", \"messages\": [[0, [0, 0], [1, 0]], ...]}, a message being its time, source and destination";
    let names: Vec<_> = Engine::ALL.iter().map(|engine| engine.name()).collect();
    let engines = format!("Computes it this way, all ways giving the same: {} [default: auto]", names.join(", "));
    Command::new("network")
        .about("Sends messages over the wormhole network and prints the delivery of each, in their order")
        .arg(flag("scenario", scenario).required(true))
        .arg(flag("engine", &engines))
        .arg(Arg::new("summary").long("summary").action(ArgAction::SetTrue).help("Adds means over all packets"))
}

pub fn run(flags: &ArgMatches) -> Result<(), CommandError> {
    let which = match flags.get_one::<String>("engine") {
        Some(name) => name.parse().map_err(|error: UnknownName| Diagnostic::at("--engine", &error).to_string())?,
        None => Engine::Auto,
    };
    let source = Source::of(flags, "scenario")?.expect("clap requires it");
    let complaint = |reason: String| source.complaint(&reason);
    let scenario = Scenario::read(&source.text()?).map_err(complaint)?;
    let network = engine(&scenario.machine, scenario.switching, which);
    let network = network.map_err(|error| complaint(Diagnostic::of(&error).message()))?;
    let deliveries = deliver_all(network, &scenario).map_err(complaint)?;
    let report = Report {
        build: BUILD,
        packets: deliveries.iter().map(Packet::new).collect(),
        summary: flags.get_flag("summary").then(|| Summary::new(&deliveries, scenario.switching.packet_length)),
    };
    let report = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
    print(&format!("{report}\n"))
}

/// The deliveries of the messages, in the order of the messages.
fn deliver_all(mut network: Box<dyn Network>, scenario: &Scenario) -> Result<Vec<Delivery>, String> {
    for &message in &scenario.messages {
        network.send(message);
    }
    let mut deliveries = Vec::with_capacity(scenario.messages.len());
    while network.in_flight() > 0 {
        network.advance(Cycle::MAX, &mut deliveries).map_err(|deadlock| deadlock.to_string())?;
    }
    deliveries.sort_unstable_by_key(|delivery| delivery.packet);
    Ok(deliveries)
}

#[derive(Serialize)]
struct Report {
    build: &'static str,
    packets: Vec<Packet>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<Summary>,
}

/// Times in cycles.
#[derive(Serialize)]
struct Packet {
    start: Cycle,
    finish: Cycle,
    latency: Cycle,
    latency_from_creation: Cycle,
    blocking: Cycle,
    hops: u32,
}

impl Packet {
    fn new(delivery: &Delivery) -> Packet {
        let &Delivery { created, start, finish, blocking, hops, .. } = delivery;
        Packet { start, finish, latency: finish - start, latency_from_creation: finish - created, blocking, hops }
    }
}

/// Means over all packets are null if there are none.
#[derive(Serialize)]
struct Summary {
    packets: usize,
    makespan: Cycle,
    flit_hops: u64,
    mean_latency: f64,
    mean_latency_from_creation: f64,
    mean_blocking: f64,
}

impl Summary {
    fn new(deliveries: &[Delivery], packet_length: u32) -> Summary {
        let mean = |value: fn(&Delivery) -> Cycle| {
            let sum: i128 = deliveries.iter().map(|delivery| i128::from(value(delivery))).sum();
            sum as f64 / deliveries.len() as f64
        };
        Summary {
            packets: deliveries.len(),
            makespan: deliveries.iter().map(|delivery| delivery.finish).max().unwrap_or(0),
            flit_hops: deliveries.iter().map(|delivery| u64::from(delivery.hops) * u64::from(packet_length)).sum(),
            mean_latency: mean(|delivery| delivery.finish - delivery.start),
            mean_latency_from_creation: mean(|delivery| delivery.finish - delivery.created),
            mean_blocking: mean(|delivery| delivery.blocking),
        }
    }
}
