//! Sweeps of the built-in models and the digests of their results, frozen: natively and in the browser alike.

use subtorus::experiment::{Plan, permalink};
use subtorus::formats::identity::sha256_hex;
use subtorus::simulation::Metric;

/// A permalink, its number of runs, and the digest of their results. The digest changes when a run changes by one bit:
/// then shared permalinks would show other results.
pub struct Frozen {
    link: &'static str,
    runs: usize,
    pub digest: &'static str,
}

pub const SWEEPS: [Frozen; 5] = [
    // Every blocked head, orders that compare times, a machine with an odd dimension, and enough load for a queue.
    Frozen {
        link: "#v=1&jobs=400&rate=3&machine=torus:2x2x2x6x8&scheduling=fcfs,easy,conservative,sjf/skip,ljf/easy&vary=runtime:0.35..2:0.55&seed=7",
        runs: 3 * 5 * 4,
        digest: "57dda3f1186d3fd2538165c1c06d27511ff7a9daba67653138c45db3520318a8",
    },
    // Every family of strategies on a mesh, a random one, drawn sub-meshes, heavy tails and replications.
    Frozen {
        link: "#v=1&model=stochastic&jobs=150&sides=exponential&runtimes=bounded-pareto(15,4241,1)&machine=mesh:12x10&allocation=random,paging(1),curve(hilbert,best),mbs,anca,as-mb,gabl,gen-alg,fs,tff,tbf,tbl&scheduling=fcfs,ssd&vary=rate:0.01..0.03:0.02&replications=2&precision=0&seed=3",
        runs: 12 * 2 * 2 * 2,
        digest: "bc223b95c03100c6637cddbe608813594b6352d0bfc73ab7e01c2b82148b0ce1",
    },
    // Jobs that communicate, on lines and rings, with every blocked head, estimates that contention outruns, and random
    // patterns.
    Frozen {
        link: "#v=1&model=stochastic&jobs=120&machine=mesh:8x8,mixed:4rx4x4&allocation=gabl,random,ff&scheduling=fcfs,ssd,easy,conservative&service=communication&pattern=random&sending=blocking&packet-length=16&vary=rate:0.02..0.06:0.04&replications=2&precision=0&seed=4",
        runs: 2 * 3 * 4 * 2 * 2,
        digest: "d0a69673551de26db6bc3b8c0197b1ce7233a8ff83da3b54739e5ae7fd18e8ee",
    },
    // The default exchange, in proportion to runtimes, with computing after it.
    Frozen {
        link: "#v=1&model=stochastic&jobs=80&machine=torus:4x4x4&allocation=tbl,paging(0)&scheduling=fcfs,oo&service=runtime-and-communication&messages=from-runtime(20)&vary=rate:0.05..0.15:0.1&seed=9",
        runs: 2 * 2 * 2,
        digest: "65618135e038afeff2bdbfc504c995d3314db2c394d451b9c0bd7d2cfdf43a85",
    },
    // Jobs that come with the shapes of TPU v4's users, on cubes with and without switches.
    Frozen {
        link: "#v=1&model=tpu-v4&jobs=150&runtimes=exponential(3600)&machine=torus:16x16x16&allocation=tff,ocs,gabl,flat&vary=load:0.75..1.5:0.75&replications=2&precision=0&seed=5",
        runs: 4 * 2 * 2 * 2,
        digest: "f41124cb83f9323dd37fec94153f3b20d8fff4b5a793f50eb61b04d9b5671bdf",
    },
];

/// The metrics of every run in the digest; metrics added later do not change it.
const DIGESTED: [&str; 6] =
    ["load", "utilization", "mean_bounded_slowdown", "p95_bounded_slowdown", "mean_response", "makespan"];

/// The further metrics in the digest for communicating jobs.
const DIGESTED_OF_PACKETS: [&str; 4] =
    ["mean_packet_latency", "mean_packet_blocking", "mean_hops", "max_link_utilization"];

impl Frozen {
    /// Runs the sweep and digests the bits of its metrics.
    pub fn run(&self) -> String {
        let (experiment, diagnostics) = permalink::read(self.link);
        assert_eq!(diagnostics, []);
        assert_eq!(permalink::write(&experiment), self.link, "the link is canonical");
        let plan = Plan::new(&experiment, &experiment.generate()).expect("a plan");
        assert_eq!(plan.cells.len(), self.runs);
        let mut bits = Vec::new();
        for cell in 0..plan.cells.len() {
            let result = plan.run(cell, None).expect("jobs that fit");
            let of_packets = experiment.communication.uses_network().then_some(DIGESTED_OF_PACKETS);
            for name in DIGESTED.into_iter().chain(of_packets.into_iter().flatten()) {
                let metric = Metric::find(name).expect("a metric");
                bits.extend(result.metrics.get(metric).to_bits().to_le_bytes());
            }
        }
        sha256_hex(&bits)
    }
}
