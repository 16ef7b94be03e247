//! What came last: further percentiles of wait and slowdown, of the few jobs that fare worst, and how full the machine is at
//! once. They are apart from the others (`time.rs`, `space.rs`) for the sake of scripts that count columns.

use super::metric::metrics;

metrics! {
    P90_BOUNDED_SLOWDOWN {
        name: "p90_bounded_slowdown",
        title: "90th percentile of bounded slowdown",
        unit: One,
        family: Slowdown,
        definition: "The bounded slowdown that 90 % of the jobs do not exceed.",
        value: |finished| finished.slowdown.p90,
        spans_decades: true,
    }

    P99_BOUNDED_SLOWDOWN {
        name: "p99_bounded_slowdown",
        title: "99th percentile of bounded slowdown",
        unit: One,
        family: Slowdown,
        definition: "The bounded slowdown that 99 % of the jobs do not exceed.",
        value: |finished| finished.slowdown.p99,
        spans_decades: true,
    }

    P90_WAIT {
        name: "p90_wait",
        title: "90th percentile of wait",
        unit: Seconds,
        family: Wait,
        definition: "The wait that 90 % of the jobs do not exceed.",
        value: |finished| finished.wait.p90,
        spans_decades: true,
    }

    P99_WAIT {
        name: "p99_wait",
        title: "99th percentile of wait",
        unit: Seconds,
        family: Wait,
        definition: "The wait that 99 % of the jobs do not exceed.",
        value: |finished| finished.wait.p99,
        spans_decades: true,
    }

    FIRST_FILL {
        name: "first_fill",
        title: "First fill",
        unit: Share,
        family: Load,
        definition: "How full the machine is at once: the processors asked for by the jobs that the first scheduling pass starts, over all processors.",
        value: |finished| finished.run.first_fill.asked as f64 / finished.nodes(),
    }
}
