//! The parts of the lesson (docs/guide/lesson.md): small experiments of a few seconds each, with questions that have numbers
//! for answers.

use super::{LESSON, Preset};

/// The parts in the order in which they are worked through.
pub fn presets() -> Vec<Preset> {
    let part = |figure: &str, shows: &str, link: &str| Preset::new(&LESSON, figure, shows, link);
    vec![
        part(
            "part 1: fragmentation",
            "How much of a machine is used when jobs want a box, may turn it, or take it in pieces",
            "#v=1&model=stochastic&jobs=1000&machine=mesh:16x16&allocation=ff,tff,gabl,flat&scheduling=fcfs\
             &vary=load:0.1..1:0.05&plot=utilization-load",
        ),
        part(
            "part 2: backfilling",
            "Which wins more: taking boxes in pieces, or letting later jobs go first",
            "#v=1&jobs=2000&machine=mesh:16x16&allocation=tff,gabl&scheduling=fcfs,easy,conservative&vary=load:0.3..1:0.1\
             &plot=utilization-load",
        ),
        part(
            "part 3: contiguity against contention",
            "What scattered nodes cost in the network, and what waiting for a box costs",
            "#v=1&model=stochastic&jobs=500&machine=mesh:16x16&allocation=gabl,paging(0),random,ff&scheduling=fcfs\
             &service=communication&pattern=one-to-all&vary=rate:0.002..0.02:0.002&plot=response-coefficient",
        ),
        part(
            "part 4: switches",
            "What cubes joined by optical switches win, and what backfilling wins without them",
            "#v=1&model=tpu-v4&jobs=600&runtimes=exponential(3600)&machine=torus:16x16x16&allocation=tff,ocs,flat\
             &vary=load:0.5..2:0.25&plot=utilization-load",
        ),
    ]
}
