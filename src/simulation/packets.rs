//! What became of the packets of a job, or of a run (docs/semantics.md 7.6; ICPADS 2007 section 5).

use crate::network::Delivery;

/// Sums over packets that have arrived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Packets {
    /// How many.
    pub count: u64,
    /// Cycles from injection to arrival.
    pub latency: i64,
    /// Cycles from the message's creation to arrival.
    pub latency_from_creation: i64,
    /// Cycles that headers waited for channels.
    pub blocking: i64,
    /// Links crossed.
    pub hops: u64,
    /// Packets whose headers waited at all.
    pub contended: u64,
}

impl Packets {
    /// Counts a packet.
    pub fn add(&mut self, delivery: &Delivery) {
        self.count += 1;
        self.latency += delivery.finish - delivery.start;
        self.latency_from_creation += delivery.finish - delivery.created;
        self.blocking += delivery.blocking;
        self.hops += u64::from(delivery.hops);
        self.contended += u64::from(delivery.blocking > 0);
    }

    /// Means over packets: latency, latency from creation, blocking and hops; then the share of packets that met
    /// contention. NaN without packets.
    pub fn means(&self) -> [f64; 5] {
        let sums = [self.latency, self.latency_from_creation, self.blocking, self.hops as i64, self.contended as i64];
        sums.map(|sum| if self.count == 0 { f64::NAN } else { sum as f64 / self.count as f64 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_packets_by_hand() {
        let mut packets = Packets::default();
        assert!(packets.means().iter().all(|mean| mean.is_nan()));
        for (created, start, finish, blocking, hops) in [(0, 0, 15, 0, 1), (0, 14, 33, 0, 2), (5, 5, 40, 12, 3)] {
            packets.add(&Delivery { packet: 0, created, start, finish, blocking, hops });
        }
        assert_eq!(packets.means(), [(15.0 + 19.0 + 35.0) / 3.0, (15.0 + 33.0 + 35.0) / 3.0, 4.0, 2.0, 1.0 / 3.0]);
    }
}
