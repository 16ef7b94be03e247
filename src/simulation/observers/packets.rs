//! Statistics on the packets of a job, or of a run (docs/semantics.md 7.6; ICPADS 2007 section 5).

use crate::network::Delivery;
use crate::scheduling::{Event, Observer};
use crate::simulation::statistics::quotient;
use crate::workload::Jobs;

/// Sums over packets that have arrived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PacketCounts {
    /// How many.
    pub count: u64,
    /// Cycles from injection to arrival.
    pub latency: i128,
    /// Cycles from the message's creation to arrival.
    pub latency_from_creation: i128,
    /// Cycles that headers waited for channels.
    pub blocking: i128,
    /// Links crossed.
    pub hops: u64,
    /// Packets with headers that waited at all.
    pub contended: u64,
}

impl PacketCounts {
    /// Counts a packet.
    pub fn add(&mut self, delivery: &Delivery) {
        self.count += 1;
        self.latency += i128::from(delivery.finish - delivery.start);
        self.latency_from_creation += i128::from(delivery.finish - delivery.created);
        self.blocking += i128::from(delivery.blocking);
        self.hops += u64::from(delivery.hops);
        self.contended += u64::from(delivery.blocking > 0);
    }

    /// The mean latency in cycles, NaN without packets; so are the other means.
    pub fn mean_latency(&self) -> f64 {
        self.mean(self.latency)
    }

    /// The mean latency from the message's creation, in cycles.
    pub fn mean_latency_from_creation(&self) -> f64 {
        self.mean(self.latency_from_creation)
    }

    /// The mean of the cycles that a header waited.
    pub fn mean_blocking(&self) -> f64 {
        self.mean(self.blocking)
    }

    /// The mean of the links crossed.
    pub fn mean_hops(&self) -> f64 {
        self.mean(self.hops.into())
    }

    /// The share of packets with headers that waited.
    pub fn share_contended(&self) -> f64 {
        self.mean(self.contended.into())
    }

    fn mean(&self, sum: i128) -> f64 {
        quotient(sum as f64, self.count as f64)
    }
}

/// All packets of a run.
impl Observer for PacketCounts {
    fn observe(&mut self, event: Event) {
        if let Event::Delivered { delivery, .. } = event {
            self.add(delivery);
        }
    }
}

/// The packets of each job.
#[derive(Clone, Debug)]
pub struct PacketsOfJobs {
    /// By job index.
    pub packets: Vec<PacketCounts>,
}

impl PacketsOfJobs {
    /// No packet has arrived.
    pub fn new(jobs: &Jobs) -> PacketsOfJobs {
        PacketsOfJobs { packets: vec![PacketCounts::default(); jobs.jobs.len()] }
    }
}

impl Observer for PacketsOfJobs {
    fn observe(&mut self, event: Event) {
        if let Event::Delivered { job, delivery, .. } = event {
            self.packets[job].add(delivery);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_packets_by_hand() {
        let mut packets = PacketCounts::default();
        let means = |packets: &PacketCounts| {
            let (latency, from_creation) = (packets.mean_latency(), packets.mean_latency_from_creation());
            [latency, from_creation, packets.mean_blocking(), packets.mean_hops(), packets.share_contended()]
        };
        assert!(means(&packets).iter().all(|mean| mean.is_nan()));
        for (created, start, finish, blocking, hops) in [(0, 0, 15, 0, 1), (0, 14, 33, 0, 2), (5, 5, 40, 12, 3)] {
            packets.add(&Delivery { packet: 0, created, start, finish, blocking, hops });
        }
        assert_eq!(means(&packets), [(15.0 + 19.0 + 35.0) / 3.0, (15.0 + 33.0 + 35.0) / 3.0, 4.0, 2.0, 1.0 / 3.0]);
    }
}
