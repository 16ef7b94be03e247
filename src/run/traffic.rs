//! The packets under way at one moment of a run with communicating jobs.

use crate::network::{Cycle, Pair};
use crate::scheduling::{Event, Observer};

/// A packet under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    /// The index of its job.
    pub job: usize,
    /// Its source and its destination.
    pub ends: Pair,
}

/// The observer that collects the packets under way: their header has entered the network, and their last flit has not
/// left it. They are in order of entry.
#[derive(Clone, Debug)]
pub struct Traffic {
    at: Cycle,
    /// The packets under way.
    pub packets: Vec<Packet>,
    /// Messages that have been created and still wait at their source.
    pub waiting: usize,
}

impl Traffic {
    /// An observer of this cycle.
    pub fn at(cycle: Cycle) -> Traffic {
        Traffic { at: cycle, packets: Vec::new(), waiting: 0 }
    }
}

impl Observer for Traffic {
    fn observe(&mut self, event: Event) {
        let Event::Delivered { job, ends, delivery } = event else { return };
        if (delivery.created..delivery.start).contains(&self.at) {
            self.waiting += 1;
        } else if (delivery.start..delivery.finish).contains(&self.at) {
            self.packets.push(Packet { job, ends });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Plan, permalink};
    use crate::network::Delivery;

    /// The packets in the order of arrival.
    #[derive(Default)]
    struct Arrivals(Vec<(Packet, Delivery)>);

    impl Observer for Arrivals {
        fn observe(&mut self, event: Event) {
            if let Event::Delivered { job, ends, delivery } = event {
                self.0.push((Packet { job, ends }, *delivery));
            }
        }
    }

    #[test]
    fn every_cycle_has_the_packets_under_way() {
        let link = "#v=1&model=stochastic&jobs=4&rate=0.2&machine=mesh:3x3&allocation=mbs&scheduling=fcfs\
                    &service=communication&pattern=all-to-all&messages=5&vary=none";
        let (experiment, _) = permalink::read(link);
        let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
        let jobs = plan.jobs(0).unwrap();
        let mut arrivals = Arrivals::default();
        plan.observe(0, &jobs, &mut arrivals).unwrap();
        let last = arrivals.0.iter().map(|(_, delivery)| delivery.finish).max().unwrap();
        let (mut under_way, mut waiting) = (0, 0);
        for cycle in 0..=last {
            let mut traffic = Traffic::at(cycle);
            plan.observe(0, &jobs, &mut traffic).unwrap();
            let here = |(_, delivery): &&(Packet, Delivery)| delivery.start <= cycle && cycle < delivery.finish;
            let expected: Vec<Packet> = arrivals.0.iter().filter(here).map(|(packet, _)| *packet).collect();
            assert_eq!(traffic.packets, expected, "at {cycle}");
            under_way += traffic.packets.len();
            waiting += traffic.waiting;
        }
        let sum =
            |length: fn(&Delivery) -> Cycle| arrivals.0.iter().map(|(_, delivery)| length(delivery)).sum::<Cycle>();
        assert!(under_way as Cycle == sum(|delivery| delivery.finish - delivery.start) && under_way > 100);
        assert!(waiting as Cycle == sum(|delivery| delivery.start - delivery.created) && waiting > 0);
    }
}
