//! The packets under way at a moment: the links of their paths, and a sentence. A worker finds them by running the cell
//! again (`crate::run::Traffic`).

use crate::experiment::Plan;
use crate::figure::LinkLoad;
use crate::machine::Machine;
use crate::network::{LinkNumbers, Ties};
use crate::report::inspection::links::link_loads;
use crate::report::words::counted;
use crate::run;
use crate::simulation::RunFailure;
use crate::time::SECOND;
use crate::view::SimulatedTime;
use serde::{Deserialize, Serialize};

/// The packets under way at a moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Traffic {
    /// The moment, in the form of permalinks; empty before the first answer.
    pub moment: String,
    /// For each packet the index of its job in the run, and the indices of its source and its destination.
    pub packets: Vec<(u32, u32, u32)>,
    /// Messages that wait at their source.
    pub waiting: usize,
    /// Whether packets with half a ring to go take either direction (`ties=split`), and not always the positive one.
    pub ties_split: bool,
}

impl Traffic {
    /// Finds the packets of a cell that are under way in the cycle of a moment. Costs as much as the run. If the text
    /// is not a moment, there are none.
    pub fn find(plan: &Plan, cell: usize, moment: &str) -> Result<Traffic, RunFailure> {
        let ties_split = plan.experiment().communication.switching.ties == Ties::Split;
        let mut found = Traffic { moment: moment.into(), ties_split, ..Traffic::default() };
        let Ok(SimulatedTime(at)) = moment.parse() else { return Ok(found) };
        let mut traffic = run::Traffic::at(at.div_euclid(SECOND));
        plan.observe(cell, &plan.jobs(cell)?, &mut traffic)?;
        let packet = |packet: &run::Packet| (packet.job as u32, packet.ends.0, packet.ends.1);
        (found.packets, found.waiting) = (traffic.packets.iter().map(packet).collect(), traffic.waiting);
        Ok(found)
    }

    /// The number of packets on each link between nodes; with a `job`, only of its packets.
    pub(super) fn loads(&self, machine: &Machine, job: Option<usize>) -> Vec<LinkLoad> {
        let links = LinkNumbers::new(machine);
        let ties = if self.ties_split { Ties::Split } else { Ties::Plus };
        let mut packets = vec![0u32; links.count()];
        for &(_, from, to) in self.of(job) {
            links.way(from, to, ties).for_each(|link| packets[link] += 1);
        }
        link_loads(&links, |link| Some(packets[link].into()))
    }

    /// `37 packets are under way, 5 of them of job 12 (its links are shown); 8 messages wait at their source. The
    /// busiest link is on the way of 4.`
    pub(super) fn sentence(&self, loads: &[LinkLoad], chosen: Option<(usize, i64)>) -> String {
        let are = |count: usize| if count == 1 { "is" } else { "are" };
        let all = self.packets.len();
        let of_job = chosen.map_or(String::new(), |(job, id)| {
            format!(", {} of them of job {id} (its links are shown)", self.of(Some(job)).count())
        });
        let wait = match self.waiting {
            0 => String::new(),
            1 => "; 1 message waits at its source".into(),
            count => format!("; {count} messages wait at their source"),
        };
        let busiest = loads.iter().map(|link| link.load as usize).max().unwrap_or(0);
        let busiest = match busiest {
            0 => String::new(),
            count => format!(" The busiest link is on the way of {}.", counted(count, "packet")),
        };
        format!("{} {} under way{of_job}{wait}.{busiest}", counted(all, "packet"), are(all))
    }

    fn of(&self, job: Option<usize>) -> impl Iterator<Item = &(u32, u32, u32)> {
        self.packets.iter().filter(move |packet| job.is_none_or(|job| packet.0 as usize == job))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_by_hand() {
        let machine = Machine::mesh(&[2, 3]);
        let packets = vec![(0, 0, 5), (1, 1, 0), (0, 3, 5)];
        let traffic = Traffic { moment: "7".into(), packets, waiting: 2, ties_split: false };
        let busy = |job| {
            let loads = traffic.loads(&machine, job);
            let busy = loads.into_iter().filter(|link| link.load > 0.0);
            busy.map(|link| (link.node, link.dimension, link.upwards, link.load)).collect::<Vec<_>>()
        };
        assert_eq!(busy(None), [(0, 0, true, 1.0), (1, 1, false, 1.0), (3, 1, true, 2.0), (4, 1, true, 2.0)]);
        assert_eq!(busy(Some(1)), [(1, 1, false, 1.0)]);
        assert_eq!(busy(Some(7)), []);
        assert_eq!(
            traffic.sentence(&traffic.loads(&machine, None), None),
            "3 packets are under way; 2 messages wait at their source. The busiest link is on the way of 2 packets."
        );
        assert_eq!(
            traffic.sentence(&traffic.loads(&machine, Some(1)), Some((1, 12))),
            "3 packets are under way, 1 of them of job 12 (its links are shown); 2 messages wait at their source. \
             The busiest link is on the way of 1 packet."
        );
        // From (1, 0) half way around a ring of four: the sum of its coordinates is odd.
        let [plus, split] = [false, true].map(|ties_split| {
            let traffic = Traffic { packets: vec![(0, 4, 12)], ties_split, ..Traffic::default() };
            let loads = traffic.loads(&Machine::torus(&[4, 4]), None).into_iter().filter(|link| link.load > 0.0);
            loads.map(|link| (link.node, link.upwards)).collect::<Vec<_>>()
        });
        assert_eq!((plus, split), (vec![(4, true), (8, true)], vec![(0, false), (4, false)]));
        assert_eq!(Traffic::default().sentence(&[], None), "0 packets are under way.");
    }
}
