//! What the links of the network carry.

use crate::scheduling::{Event, Observer};
use crate::simulation::statistics::quotient;
use crate::time::{Time, seconds};
use crate::workload::Jobs;

/// The flits that crossed each link, from the first arrival to the last completion.
#[derive(Clone, Debug)]
pub struct LinkLoads {
    /// By the links' numbers ([`crate::network::LinkNumbers`]); empty where jobs do not communicate.
    pub flits: Vec<u64>,
    first_arrival: Time,
    last_end: Time,
}

impl LinkLoads {
    /// The links are idle.
    pub fn new(jobs: &Jobs) -> LinkLoads {
        let first_arrival = jobs.jobs.submit.first().unwrap_or(0);
        LinkLoads { flits: Vec::new(), first_arrival, last_end: first_arrival }
    }

    /// How busy each link is, by its number: flits carried for each cycle from the first arrival to the last completion.
    pub fn loads(&self) -> Vec<f64> {
        let cycles = seconds(self.last_end - self.first_arrival);
        self.flits.iter().map(|&flits| quotient(flits as f64, cycles)).collect()
    }
}

impl Observer for LinkLoads {
    fn observe(&mut self, event: Event) {
        match event {
            Event::Ended { now, .. } => self.last_end = self.last_end.max(now),
            Event::Carried { flits } => self.flits = flits.to_vec(),
            _ => {}
        }
    }
}
