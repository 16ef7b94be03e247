//! When jobs run: load, slowdown, wait, response.

use super::metric::metrics;
use crate::time::seconds;

metrics! {
    LOAD {
        name: "load",
        title: "Load",
        unit: Share,
        family: Load,
        definition: "Processor time asked for, divided by what the machine offers between the first and the last arrival.",
        value: |finished| finished.share_of_offer(finished.arrivals),
    }

    UTILIZATION {
        name: "utilization",
        title: "Utilisation",
        unit: Share,
        family: Load,
        definition: "Processor time used by jobs, divided by what the machine offers from the first arrival to the last completion.",
        value: |finished| finished.share_of_offer(finished.makespan),
    }

    MEAN_BOUNDED_SLOWDOWN {
        name: "mean_bounded_slowdown",
        title: "Mean bounded slowdown",
        unit: One,
        family: Slowdown,
        definition: "Mean over jobs of response time over service time, each taken as at least 10 seconds.",
        value: |finished| finished.slowdown.mean,
        short_name: Some("slowdown"),
    }

    MEDIAN_BOUNDED_SLOWDOWN {
        name: "median_bounded_slowdown",
        title: "Median bounded slowdown",
        unit: One,
        family: Slowdown,
        definition: "The bounded slowdown that half of the jobs do not exceed.",
        value: |finished| finished.slowdown.median,
    }

    P95_BOUNDED_SLOWDOWN {
        name: "p95_bounded_slowdown",
        title: "95th percentile of bounded slowdown",
        unit: One,
        family: Slowdown,
        definition: "The bounded slowdown that 95 % of the jobs do not exceed.",
        value: |finished| finished.slowdown.p95,
    }

    MAX_BOUNDED_SLOWDOWN {
        name: "max_bounded_slowdown",
        title: "Largest bounded slowdown",
        unit: One,
        family: Slowdown,
        definition: "The largest bounded slowdown of any job.",
        value: |finished| finished.slowdown.largest,
    }

    MEAN_WAIT {
        name: "mean_wait",
        title: "Mean wait",
        unit: Seconds,
        family: Wait,
        definition: "Mean over jobs of the time from arrival to start.",
        value: |finished| finished.wait.mean,
        short_name: Some("wait"),
    }

    MEDIAN_WAIT {
        name: "median_wait",
        title: "Median wait",
        unit: Seconds,
        family: Wait,
        definition: "The wait that half of the jobs do not exceed.",
        value: |finished| finished.wait.median,
    }

    P95_WAIT {
        name: "p95_wait",
        title: "95th percentile of wait",
        unit: Seconds,
        family: Wait,
        definition: "The wait that 95 % of the jobs do not exceed.",
        value: |finished| finished.wait.p95,
    }

    MAX_WAIT {
        name: "max_wait",
        title: "Longest wait",
        unit: Seconds,
        family: Wait,
        definition: "The longest wait of any job.",
        value: |finished| finished.wait.largest,
    }

    MEAN_RESPONSE {
        name: "mean_response",
        title: "Mean response time",
        unit: Seconds,
        family: Response,
        definition: "Mean over jobs of the time from arrival to completion (turnaround).",
        value: |finished| finished.response.mean,
        short_name: Some("response"),
    }

    MEDIAN_RESPONSE {
        name: "median_response",
        title: "Median response time",
        unit: Seconds,
        family: Response,
        definition: "The response time that half of the jobs do not exceed.",
        value: |finished| finished.response.median,
    }

    P95_RESPONSE {
        name: "p95_response",
        title: "95th percentile of response time",
        unit: Seconds,
        family: Response,
        definition: "The response time that 95 % of the jobs do not exceed.",
        value: |finished| finished.response.p95,
    }

    MAX_RESPONSE {
        name: "max_response",
        title: "Longest response time",
        unit: Seconds,
        family: Response,
        definition: "The longest response time of any job.",
        value: |finished| finished.response.largest,
    }

    MAKESPAN {
        name: "makespan",
        title: "Makespan",
        unit: Seconds,
        family: Duration,
        definition: "Time from the first arrival to the last completion.",
        value: |finished| seconds(finished.makespan),
    }
}
