//! A link gives the same numbers, bit for bit, in all versions, and in the browser: tests/browser/frozen.test.mjs.

use serde::Deserialize;
use subtorus::experiment::{Plan, permalink};
use subtorus::formats::identity::sha256_hex;
use subtorus::machine::Machine;
use subtorus::network::{Cycle, Engine, Message, Switching, Ties, engine};
use subtorus::random::Stream;
use subtorus::simulation::{METRICS, Metric};

/// A sweep of a built-in model. The digest is that of some metrics of every run. It changes when a run changes by one bit:
/// then shared permalinks would show other results.
#[derive(Deserialize)]
struct Sweep {
    link: String,
    runs: usize,
    /// Metrics that are added later do not change the digest.
    metrics: Vec<String>,
    digest: String,
}

impl Sweep {
    fn run(&self) -> String {
        let (experiment, diagnostics) = permalink::read(&self.link);
        assert_eq!(diagnostics, []);
        assert_eq!(permalink::write(&experiment), self.link, "the link is canonical");
        let plan = Plan::new(&experiment, &experiment.generate()).expect("a plan");
        assert_eq!(plan.cells.len(), self.runs);
        let find =
            |name: &String| METRICS.iter().copied().find(|metric| metric.preferred_name() == name).expect("a metric");
        let metrics: Vec<&Metric> = self.metrics.iter().map(find).collect();
        let mut bits = Vec::new();
        for cell in 0..plan.cells.len() {
            let result = plan.run(cell, None).expect("jobs that fit");
            bits.extend(metrics.iter().flat_map(|metric| result.metrics.get(metric).to_le_bytes()));
        }
        sha256_hex(&bits)
    }
}

#[test]
fn frozen_sweeps() {
    let sweeps: Vec<Sweep> = serde_json::from_str(include_str!("../data/frozen_sweeps.json")).expect("sweeps");
    for sweep in sweeps {
        assert_eq!(sweep.run(), sweep.digest, "{}", sweep.link);
    }
}

/// A machine, an engine for it, the rule for ties, and the digest of the deliveries.
const TRAFFIC: [(&str, Engine, Ties, &str); 5] = [
    ("mesh:5x4x3", Engine::Header, Ties::Plus, "78ea3fc50c66c99360aff2ac2dde775d074dfabfdc0ec4004e402ddd6f339f31"),
    ("mesh:5x4x3", Engine::Flit, Ties::Plus, "78ea3fc50c66c99360aff2ac2dde775d074dfabfdc0ec4004e402ddd6f339f31"),
    ("mixed:6rx5x2r", Engine::Flit, Ties::Plus, "5ffc5ba104184c841cd6e55515aeb8ca0b3ea5e5c3c850531603c2e94e673aac"),
    ("mixed:6rx5x2r", Engine::Flit, Ties::Split, "a85ffe1537b6ec1f89d1543c5368aca9c51d1adf383576472b93d592cc91989c"),
    ("mesh:5x4x3", Engine::Auto, Ties::Split, "78ea3fc50c66c99360aff2ac2dde775d074dfabfdc0ec4004e402ddd6f339f31"),
];

/// Sends 2000 packets within 2000 cycles, which is more than these machines take.
fn deliveries(machine: &str, which: Engine, ties: Ties) -> String {
    let machine: Machine = machine.parse().expect("a machine");
    let mut network = engine(&machine, Switching { ties, ..Switching::default() }, which).expect("a network");
    let mut random = Stream::new(1, "traffic", 0);
    for created in 0..2000 {
        let mut node = || random.uniform_integer(0, machine.node_count() - 1);
        network.send(Message { created, source: node(), destination: node() });
    }
    let (mut delivered, mut bytes) = (Vec::new(), Vec::new());
    while network.in_flight() > 0 {
        network.advance(Cycle::MAX, &mut delivered).expect("no deadlock");
    }
    for delivery in delivered {
        for time in [delivery.packet as Cycle, delivery.start, delivery.finish, delivery.blocking] {
            bytes.extend(time.to_le_bytes());
        }
    }
    sha256_hex(&bytes)
}

#[test]
fn frozen_traffic() {
    for (machine, which, ties, digest) in TRAFFIC {
        assert_eq!(deliveries(machine, which, ties), digest, "{machine} {which:?} {ties}");
    }
}
