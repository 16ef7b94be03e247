//! One sweep of the built-in model and the digest of its table, frozen: natively and in the browser alike.

use subtorus::experiment::identity::sha256_hex;
use subtorus::experiment::{Plan, link};
use subtorus::simulation::METRICS;

/// Every policy, every order's comparison of times, a machine with an odd dimension, and enough load for a queue.
pub const LINK: &str = "#v=1&jobs=400&rate=3&machine=torus:2x2x2x6x8&scheduling=fcfs,easy,conservative,sjf/skip,ljf/easy&vary=runtime:0.35..2:0.55&seed=7";

/// What is digested of every run; metrics added later do not change it.
const DIGESTED: [&str; 6] =
    ["load", "utilization", "mean_bounded_slowdown", "p95_bounded_slowdown", "mean_response", "makespan"];

/// The digest of these metrics' bits over all runs. It changes when a run changes by one bit: then links that people
/// have shared no longer show what they showed.
pub const DIGEST: &str = "57dda3f1186d3fd2538165c1c06d27511ff7a9daba67653138c45db3520318a8";

/// Runs the sweep and digests its metrics.
pub fn digest() -> String {
    let (experiment, diagnostics) = link::read(LINK);
    assert_eq!(diagnostics, []);
    let plan = Plan::new(&experiment, &experiment.generate()).expect("a plan");
    assert_eq!(plan.cells.len(), 3 * 5 * 4);
    let mut bits = Vec::new();
    for cell in 0..plan.cells.len() {
        let result = plan.run(cell).expect("jobs that fit");
        for name in DIGESTED {
            let place = METRICS.iter().position(|metric| metric.name == name).expect("a metric");
            bits.extend(result.metrics[place].to_bits().to_le_bytes());
        }
    }
    sha256_hex(&bits)
}
