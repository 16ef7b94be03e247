//! What came last: further percentiles of wait and slowdown, of the few jobs that fare worst, how full the machine is at
//! once, and groups of topologies. They are apart from the others (`time.rs`, `space.rs`) for the sake of scripts that count columns.

use super::metric::metrics;
use crate::simulation::statistics::quotient;

metrics! {
    P90_BOUNDED_SLOWDOWN {
        name: "p90_bounded_slowdown",
        title: "90th percentile of bounded slowdown",
        unit: One,
        family: Slowdown,
        definition: "The bounded slowdown that 90 % of the jobs do not exceed.",
        value: |finished| finished.slowdown.p90,
    }

    P99_BOUNDED_SLOWDOWN {
        name: "p99_bounded_slowdown",
        title: "99th percentile of bounded slowdown",
        unit: One,
        family: Slowdown,
        definition: "The bounded slowdown that 99 % of the jobs do not exceed.",
        value: |finished| finished.slowdown.p99,
    }

    P90_WAIT {
        name: "p90_wait",
        title: "90th percentile of wait",
        unit: Seconds,
        family: Wait,
        definition: "The wait that 90 % of the jobs do not exceed.",
        value: |finished| finished.wait.p90,
    }

    P99_WAIT {
        name: "p99_wait",
        title: "99th percentile of wait",
        unit: Seconds,
        family: Wait,
        definition: "The wait that 99 % of the jobs do not exceed.",
        value: |finished| finished.wait.p99,
    }

    FIRST_FILL {
        name: "first_fill",
        title: "First fill",
        unit: Share,
        family: Load,
        definition: "How full the machine is at once: the processors asked for by the jobs that the first scheduling pass starts, over all processors.",
        value: |finished| finished.run.first_fill.asked as f64 / finished.nodes(),
    }

    GROUPS_PER_JOB {
        name: "groups_per_job",
        title: "Groups per job",
        unit: One,
        family: Blocks,
        definition: "Mean over jobs of the number of groups of the topology (base blocks, leaves, rings or tori) in which they have nodes.",
        value: |finished| quotient(finished.run.groups.groups as f64, finished.run.groups.jobs as f64),
    }

    SHARE_ONE_GROUP {
        name: "share_one_group",
        title: "Jobs within one group",
        unit: Share,
        family: Blocks,
        definition: "Share of jobs with all nodes in one group of the topology (base block, leaf, ring or torus).",
        value: |finished| quotient(finished.run.groups.one_group as f64, finished.run.groups.jobs as f64),
    }

    PLACEMENT_FRAGMENTATION {
        name: "placement_fragmentation",
        title: "Fragmentation of placements",
        unit: Share,
        family: Fragmentation,
        definition: "Slurm's score of how far the free nodes are spoilt for placements or blocks, as a share of that without free nodes, over the time from the first arrival to the last completion.",
        value: |finished| {
            let groups = &finished.run.groups;
            quotient(groups.score_time as f64, finished.makespan as f64 * groups.full as f64)
        },
    }
}
