use super::*;
use crate::allocation::catalogue::{self, Setting};
use crate::machine::Coordinates;
use crate::scheduling::Scheduling;
use crate::simulation::observers::{PacketCounts, PacketsOfJobs, Times};
use crate::simulation::simulate_service;
use crate::workload::Job;
use crate::workload::Request;
use proptest::prelude::*;

/// Submit time in millionths of a cycle, runtime in cycles, extents.
type Asked<'a> = (Time, Time, &'a [u32]);

fn jobs(asked: &[Asked]) -> Jobs {
    let mut jobs = Jobs::default();
    for &(submit, runtime, extents) in asked {
        let request = Request::new(extents.iter().product(), Some(Coordinates::new(extents)));
        let known = jobs.requests.iter().position(|other| *other == request);
        let request = known.unwrap_or_else(|| {
            jobs.requests.push(request);
            jobs.requests.len() - 1
        });
        let runtime = runtime * SECOND;
        jobs.jobs.push(Job { submit, runtime, estimate: runtime, request: request as u32 });
    }
    jobs
}

fn settings(text: [&str; 4]) -> Communication {
    let [service, pattern, messages, sending] = text;
    Communication {
        service: service.parse().unwrap(),
        pattern: pattern.parse().unwrap(),
        messages: messages.parse().unwrap(),
        sending: sending.parse().unwrap(),
        ..Communication::default()
    }
}

/// Runs jobs; returns starts, ends and packets, per job.
fn run(
    machine: &Machine,
    jobs: &mut Jobs,
    settings: Communication,
    allocation: &str,
    scheduling: &str,
) -> (Vec<Time>, Vec<Time>, Vec<PacketCounts>) {
    settings.prepare(jobs, 1, 0).unwrap();
    let setting = Setting { machine, seed: 1, replication: 0 };
    let allocator = catalogue::find(allocation).unwrap().make(&setting).unwrap();
    let mut observers = (Times::new(jobs), PacketsOfJobs::new(jobs));
    let mut service = Communicating::new(settings, machine, 1, 0).unwrap();
    let scheduling: Scheduling = scheduling.parse().unwrap();
    simulate_service(jobs, allocator, scheduling, &mut service, &mut observers).unwrap();
    (observers.0.start, observers.0.end, observers.1.packets)
}

fn service_of_one(asked: Asked, text: [&str; 4]) -> Time {
    let machine = Machine::mesh(&[4, 4]);
    let (start, end, _) = run(&machine, &mut jobs(&[asked]), settings(text), "ff", "fcfs");
    end[0] - start[0]
}

#[test]
fn a_job_alone_takes_what_its_messages_take() {
    let free = |messages| ["communication", "all-to-all", messages, "free"];
    // Both processes at once, over one hop: 4 * 1 + 11.
    assert_eq!(service_of_one((0, 9, &[2, 1]), free("rounds(1)")), 15 * SECOND);
    // The second packet of each follows when the injection channel is free: the header has crossed into the ejection
    // channel in cycle 7, six more flits of its eight leave the injection channel's buffer, the last in 13.
    assert_eq!(service_of_one((0, 9, &[2, 1]), free("rounds(2)")), (14 + 15) * SECOND);
    // One that blocks waits until its last message has arrived.
    let blocking = ["communication", "all-to-all", "rounds(2)", "blocking"];
    assert_eq!(service_of_one((0, 9, &[2, 1]), blocking), 30 * SECOND);
    // One to all in a row of four: 3 messages over 6, 4, 4 or 6 hops in all, depending on the source.
    let one_to_all = service_of_one((0, 9, &[4, 1]), ["communication", "one-to-all", "rounds(1)", "blocking"]);
    assert!([4 * 6 + 33, 4 * 4 + 33].map(|cycles| cycles * SECOND).contains(&one_to_all), "{one_to_all}");
}

#[test]
fn one_processor_takes_a_cycle_and_computing_takes_its_runtime_as_well() {
    let with = |service| [service, "all-to-all", "exponential(5)", "free"];
    assert_eq!(service_of_one((0, 9, &[1, 1]), with("communication")), SECOND);
    assert_eq!(service_of_one((0, 9, &[1, 1]), with("runtime-and-communication")), 10 * SECOND);
    let rounds = ["runtime-and-communication", "all-to-all", "rounds(1)", "free"];
    assert_eq!(service_of_one((0, 9, &[2, 1]), rounds), 24 * SECOND);
}

#[test]
fn a_job_that_starts_between_two_cycles_sends_at_the_next() {
    let rounds = ["communication", "all-to-all", "rounds(1)", "free"];
    assert_eq!(service_of_one((SECOND / 4, 0, &[2, 1]), rounds), 15 * SECOND + SECOND * 3 / 4);
}

#[test]
fn jobs_contend_for_links() {
    let machine = Machine::mesh(&[6, 1]);
    // Paging gives the second job the nodes 1 and 2, then the third, when both are there, 0 and 3: around them.
    let mut asked = jobs(&[(0, 0, &[1, 1]), (0, 0, &[2, 1]), (SECOND, 0, &[2, 1])]);
    let rounds = settings(["communication", "all-to-all", "rounds(1)", "free"]);
    let (start, end, packets) = run(&machine, &mut asked, rounds, "paging(0)", "fcfs");
    assert_eq!((&start[..], end[0], end[1]), (&[0, 0, SECOND][..], SECOND, 15 * SECOND));
    assert_eq!(packets[1].blocking, 0);
    // 0 to 3: the header asks for the link from 1 to 2 at 1 + 3 + 4 = 8, which the other packet has held since 3: the
    // tail leaves its buffer when it is consumed, at 14, and the link is granted at 15.
    assert_eq!((packets[2].hops, packets[2].contended), (6, 2));
    let blocking = packets[2].blocking as Cycle;
    assert_eq!(end[2], start[2] + (4 * 3 + 11 + blocking / 2) * SECOND);
}

#[test]
fn the_shortest_demand_has_the_fewest_messages() {
    let machine = Machine::mesh(&[2, 2]);
    let mut asked = jobs(&[(0, 1, &[2, 2]), (1, 300, &[2, 2]), (1, 200, &[2, 2]), (1, 100, &[2, 2])]);
    let from_runtime = settings(["communication", "random", "from-runtime(20)", "free"]);
    let (start, ..) = run(&machine, &mut asked, from_runtime, "ff", "ssd");
    assert!(start[3] < start[2] && start[2] < start[1], "{start:?} {:?}", asked.messages);
}

#[test]
fn estimates_are_the_messages_times_the_longest_way_through_the_sub_mesh() {
    let mut asked = jobs(&[(0, 7, &[3, 2]), (0, 7, &[1, 1])]);
    settings(["communication", "one-to-all", "rounds(2)", "free"]).prepare(&mut asked, 1, 0).unwrap();
    assert_eq!(asked.messages, [10, 0]);
    assert_eq!(asked.jobs.estimate, [10 * (4 * 3 + 11) * SECOND, SECOND]);
}

fn arbitrary_jobs() -> impl Strategy<Value = Vec<(Time, Time, [u32; 2])>> {
    prop::collection::vec((0..200 * SECOND, 0i64..60, (1u32..5, 1u32..5).prop_map(|(x, y)| [x, y])), 1..25)
}

proptest! {
    #![proptest_config(crate::cases::cases(60))]

    /// Every policy, also those that rely on estimates, which contention makes too short: every message arrives, no job
    /// starts before it arrives, and every job ends.
    #[test]
    fn every_message_arrives_under_every_policy(
        list in arbitrary_jobs(),
        ring: bool,
        scheduling in prop::sample::select(vec!["fcfs", "ssd", "oo", "easy", "conservative", "ssd/easy", "largest/conservative"]),
        allocation in prop::sample::select(vec!["ff", "gabl", "mbs", "paging(0)", "random"]),
        pattern in prop::sample::select(vec!["all-to-all", "one-to-all", "random", "nearest-neighbour"]),
        messages in prop::sample::select(vec!["exponential(8)", "from-runtime(6)", "rounds(1)"]),
        sending in prop::sample::select(vec!["free", "blocking"]),
        service in prop::sample::select(vec!["communication", "runtime-and-communication"]),
    ) {
        let machine = if ring { Machine::torus(&[4, 4]) } else { Machine::mesh(&[4, 4]) };
        let mut sorted = list.clone();
        sorted.sort_by_key(|job| job.0);
        let asked: Vec<Asked> = sorted.iter().map(|(submit, runtime, extents)| (*submit, *runtime, &extents[..])).collect();
        let mut asked = jobs(&asked);
        let (start, end, packets) = run(&machine, &mut asked, settings([service, pattern, messages, sending]), allocation, scheduling);
        for (job, Job { submit, runtime, .. }) in asked.jobs.iter().enumerate() {
            let least = if service == "communication" { 0 } else { runtime };
            prop_assert!(start[job] >= submit && end[job] > start[job] + least);
            prop_assert_eq!(packets[job].count, u64::from(asked.messages[job]));
            prop_assert!(packets[job].latency_from_creation >= packets[job].latency);
        }
    }
}

#[test]
fn a_quota_beyond_32_bits_fails() {
    let mut asked = jobs(&[(0, 7, &[65_536])]);
    let rounds = settings(["communication", "all-to-all", "rounds(2)", "free"]);
    assert_eq!(rounds.prepare(&mut asked, 1, 0), Err(crate::simulation::RunFailure::TooManyMessages));
}
