//! What is reported of jobs that communicate (ICPADS 2007 section 5): service, arrivals, packets, links.

use super::metric::metrics;
use crate::simulation::statistics::quotient;
use crate::time::seconds;

metrics! {
    MEAN_SERVICE {
        name: "mean_service",
        title: "Mean service time",
        unit: Seconds,
        family: Duration,
        definition: "Mean over jobs of the time from start to completion.",
        value: |finished| finished.mean_service,
    }

    ARRIVAL_RATE {
        name: "arrival_rate",
        title: "Arrival rate",
        unit: JobsPerSecond,
        family: Load,
        definition: "Jobs per unit of time between the first and the last arrival: the inverse of the mean time between arrivals.",
        value: |finished| {
            let after_the_first = finished.run.jobs.jobs.len().saturating_sub(1);
            quotient(after_the_first as f64, seconds(finished.arrivals))
        },
    }

    MEAN_PACKET_LATENCY {
        name: "mean_packet_latency",
        title: "Mean packet latency",
        unit: Cycles,
        family: Network,
        definition: "Mean over packets of the time from the injection of the header to the consumption of the last flit.",
        value: |finished| finished.run.packets.mean_latency(),
    }

    MEAN_LATENCY_FROM_CREATION {
        name: "mean_latency_from_creation",
        title: "Mean packet latency from creation",
        unit: Cycles,
        family: Network,
        definition: "The same from the creation of the message, with the time it waits at its source.",
        value: |finished| finished.run.packets.mean_latency_from_creation(),
    }

    MEAN_PACKET_BLOCKING {
        name: "mean_packet_blocking",
        title: "Mean packet blocking time",
        unit: Cycles,
        family: Network,
        definition: "Mean over packets of the time for which the header waits for channels, over all routers.",
        value: |finished| finished.run.packets.mean_blocking(),
    }

    MEAN_HOPS {
        name: "mean_hops",
        title: "Mean hops",
        unit: One,
        family: Network,
        definition: "Mean over packets of the number of links they cross.",
        value: |finished| finished.run.packets.mean_hops(),
    }

    SHARE_CONTENDED {
        name: "share_contended",
        title: "Packets that met contention",
        unit: Share,
        family: Network,
        definition: "Share of packets with a header that waited for a channel.",
        value: |finished| finished.run.packets.share_contended(),
    }

    MEAN_LINK_UTILIZATION {
        name: "mean_link_utilization",
        title: "Mean link utilisation",
        unit: Share,
        family: Network,
        definition: "Flits carried, divided by what all links could carry from the first arrival to the last completion.",
        value: |finished| quotient(finished.links.iter().sum(), finished.links.len() as f64),
    }

    MAX_LINK_UTILIZATION {
        name: "max_link_utilization",
        title: "Highest link utilisation",
        unit: Share,
        family: Network,
        definition: "The same of the link that carries most.",
        value: |finished| finished.links.iter().copied().fold(f64::NAN, f64::max),
    }
}
