//! A run step by step: which job starts where, which job waits and why, as the scheduler reports it.
//!
//! `cargo run --example watch`. The scheduler reports each start and end to an observer and, on request, why each
//! waiting job waits. Every view of a run begins with such an observer.

use std::error::Error;
use subtorus::allocation::catalogue::{self, Setting};
use subtorus::machine::{Coordinates, Machine};
use subtorus::scheduling::{Event, Observer, Reason, Wanted};
use subtorus::simulation::simulate;
use subtorus::time::{SECOND, Time, seconds};
use subtorus::workload::{Job, Jobs, Request};

/// The arrival of each job, its runtime in seconds, and the sub-mesh that it asks for.
const JOBS: &[(Time, Time, [u32; 2])] = &[
    (0, 10, [1, 4]),
    (0, 30, [1, 4]),
    (0, 10, [1, 4]),
    (1, 20, [1, 4]),
    (2, 15, [2, 4]),
    (3, 40, [1, 2]),
    (4, 60, [1, 4]),
    (5, 5, [1, 4]),
];

/// Prints each event, and why a job waits whenever the reason changes.
struct Narrator {
    reasons: Vec<Option<Reason>>,
}

impl Observer for Narrator {
    fn want(&self, _: Time, wanted: &mut Wanted) {
        wanted.reasons = true;
    }

    fn observe(&mut self, event: Event) {
        match event {
            Event::Started { job, now, allocation } => {
                let blocks: Vec<String> = allocation.blocks.iter().map(|block| block.to_string()).collect();
                println!("{:4} s  J{job} starts on {}", seconds(now), blocks.join(" and "));
            }
            Event::Ended { job, now, .. } => println!("{:4} s  J{job} ends", seconds(now)),
            Event::Waits { job, now, reason } => self.waits(job, now, reason),
            _ => {}
        }
    }
}

impl Narrator {
    fn waits(&mut self, job: usize, now: Time, reason: &Reason) {
        if self.reasons[job].replace(*reason) == Some(*reason) {
            return;
        }
        let why = match reason {
            Reason::BehindHead { head } => format!("no job starts before J{head}"),
            Reason::TooFewProcessors { missing, .. } => format!("{missing} more processors would have to be free"),
            Reason::NoPlace { .. } => "enough processors are free, but not where they would have to be".into(),
            Reason::WouldDelayHead { head, shadow } => {
                format!("it would keep J{head} from starting at {} s", seconds(*shadow))
            }
            Reason::BeyondDepth => "it stands too far back in the queue to be tried".into(),
            Reason::Reserved { start } => format!("it is promised a start at {} s", seconds(*start)),
        };
        println!("{:4} s  J{job} waits: {why}", seconds(now));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut jobs = Jobs::default();
    for (request, &(submit, runtime, extents)) in (0..).zip(JOBS) {
        let (submit, runtime) = (submit * SECOND, runtime * SECOND);
        jobs.jobs.push(Job { submit, runtime, estimate: runtime, request });
        let processors = extents.iter().product();
        jobs.requests.push(Request::new(processors, Some(Coordinates::new(&extents))));
    }
    let machine = Machine::mesh(&[4, 4]);
    let strategy = catalogue::find("ff")?.make(&Setting { machine: &machine, seed: 1, replication: 0 })?;
    let mut narrator = Narrator { reasons: vec![None; JOBS.len()] };
    simulate(&jobs, strategy, "easy".parse()?, &mut narrator)?;
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
