//! Sweeps of the built-in models and the digests of their results, frozen: natively and in the browser alike.

use subtorus::experiment::identity::sha256_hex;
use subtorus::experiment::{Plan, link};
use subtorus::simulation::METRICS;

/// A link, how many runs it has, and the digest of what they yield. The digest changes when a run changes by one bit:
/// then links that people have shared no longer show what they showed.
pub struct Frozen {
    link: &'static str,
    runs: usize,
    pub digest: &'static str,
}

pub const SWEEPS: [Frozen; 2] = [
    // Every blocked head, orders that compare times, a machine with an odd dimension, and enough load for a queue.
    Frozen {
        link: "#v=1&jobs=400&rate=3&machine=torus:2x2x2x6x8&scheduling=fcfs,easy,conservative,sjf/skip,ljf/easy&vary=runtime:0.35..2:0.55&seed=7",
        runs: 3 * 5 * 4,
        digest: "57dda3f1186d3fd2538165c1c06d27511ff7a9daba67653138c45db3520318a8",
    },
    // Every family of strategies on a mesh, one that draws lots, drawn sub-meshes, heavy tails and replications.
    Frozen {
        link: "#v=1&model=stochastic&jobs=150&sides=exponential&runtimes=bounded-pareto(15,4241,1)&machine=mesh:12x10&allocation=random,paging(1),curve(hilbert,best),mbs,anca,as-mb,gabl,gen-alg,fs,tff,tbf,tbl&scheduling=fcfs,ssd&vary=rate:0.01..0.03:0.02&replications=2&precision=0&seed=3",
        runs: 12 * 2 * 2 * 2,
        digest: "bc223b95c03100c6637cddbe608813594b6352d0bfc73ab7e01c2b82148b0ce1",
    },
];

/// What is digested of every run; metrics added later do not change it.
const DIGESTED: [&str; 6] =
    ["load", "utilization", "mean_bounded_slowdown", "p95_bounded_slowdown", "mean_response", "makespan"];

impl Frozen {
    /// Runs the sweep and digests the bits of its metrics.
    pub fn run(&self) -> String {
        let (experiment, diagnostics) = link::read(self.link);
        assert_eq!(diagnostics, []);
        assert_eq!(link::write(&experiment), self.link, "the link is canonical");
        let plan = Plan::new(&experiment, &experiment.generate()).expect("a plan");
        assert_eq!(plan.cells.len(), self.runs);
        let mut bits = Vec::new();
        for cell in 0..plan.cells.len() {
            let result = plan.run(cell, None).expect("jobs that fit");
            for name in DIGESTED {
                let place = METRICS.iter().position(|metric| metric.name == name).expect("a metric");
                bits.extend(result.metrics[place].to_bits().to_le_bytes());
            }
        }
        sha256_hex(&bits)
    }
}
