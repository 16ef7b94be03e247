//! Machines with a few jobs.

use super::super::overlays::{MachineState, Overlay};
use super::*;
use crate::figure::svg;
use crate::machine::Coordinates;

const HOUR: Time = 3_600_000_000;

fn block(base: &[u32], extents: &[u32]) -> Block {
    Block { base: Coordinates::new(base), extents: Coordinates::new(extents) }
}

fn job(id: i64, asked: u32, since: Time, blocks: &[Block]) -> RunningJob {
    RunningJob { id, colour: id as u8, asked, since, blocks: blocks.to_vec() }
}

fn moment(jobs: Vec<RunningJob>) -> MachineSnapshot {
    let machine: Machine = "mixed:4rx4".parse().unwrap();
    let layout = layout(&machine, axes(&machine, "").unwrap(), (400.0, 300.0));
    let state = MachineState { now: 3 * HOUR, jobs, ..MachineState::default() };
    MachineSnapshot::new(&machine, layout, &state)
}

#[test]
fn nodes_out_of_service_are_neither_held_nor_free() {
    let machine: Machine = "mesh:4x4".parse().unwrap();
    let layout = layout(&machine, axes(&machine, "").unwrap(), (400.0, 300.0));
    let head = Some(job(3, 9, 0, &[block(&[0, 0], &[2, 2])]));
    let jobs = vec![job(1, 4, 0, &[block(&[2, 0], &[1, 4])])];
    let state = MachineState { jobs, head, down: vec![0, 1], ..MachineState::default() };
    let mut moment = MachineSnapshot::new(&machine, layout.clone(), &state);
    assert_eq!(moment.sentence(), "1 job holds 4 of 16 processors. 2 nodes are out of service (struck through).");
    assert_eq!(moment.node_text(1, Clock::Seconds), "node 0,1: out of service");
    assert_eq!((moment.node_text(2, Clock::Seconds), moment.job_at(1)), ("node 0,2: free".into(), None));
    moment.overlay(&[Overlay::Largest, Overlay::Nearest], &state);
    assert!(moment.sentence().contains("The largest free box (dashed) is 2x2: 4 processors."), "{}", moment.sentence());
    assert!(moment.sentence().contains("there is room for it by now"), "{}", moment.sentence());
    let idle = MachineState { down: vec![5], ..MachineState::default() };
    let idle = MachineSnapshot::new(&machine, layout, &idle);
    assert_eq!(idle.sentence(), "None of 16 processors is held. 1 node is out of service (struck through).");
}

#[test]
fn squares_of_many_nodes_say_how_much_of_them_is_out_of_service() {
    let machine: Machine = "torus:64x64".parse().unwrap();
    let layout = layout(&machine, axes(&machine, "").unwrap(), (90.0, 90.0));
    let state = MachineState { down: vec![0, 1, 64], ..MachineState::default() };
    let moment = MachineSnapshot::new(&machine, layout, &state);
    let said = "None of 4096 processors is held. 3 nodes are out of service (in a stronger grey, the more of a square the \
                stronger).";
    assert_eq!(moment.sentence(), said);
    assert_eq!(
        [1, 65, 2].map(|node| moment.node_text(node, Clock::Seconds)),
        [
            "node 0,1: out of service; 3 of the 4 nodes of this square are out of service",
            "node 1,1: free; 3 of the 4 nodes of this square are out of service",
            "node 0,2: free"
        ]
    );
}

/// Lines around blocks need a minimum size.
#[test]
fn the_key_does_not_mention_lines_that_are_not_drawn() {
    let machine: Machine = "torus:64x64".parse().unwrap();
    let key = |room: f64| {
        let layout = layout(&machine, axes(&machine, "").unwrap(), (room, room));
        MachineSnapshot::new(&machine, layout, &MachineState::default()).key()
    };
    let open = " Tiles are open, with a tick, where they go around";
    let nodes = "A square is a node, in the colour of its job";
    assert_eq!(key(600.0), format!("{nodes}; lines run around blocks.{open}; so are blocks."));
    assert_eq!(key(200.0), format!("{nodes}.{open}."));
}

#[test]
fn nodes_name_the_job_that_holds_them() {
    let jobs =
        vec![job(4711, 3, HOUR / 2, &[block(&[3, 0], &[2, 2])]), job(4712, 1, 3 * HOUR, &[block(&[1, 3], &[1, 1])])];
    let moment = moment(jobs);
    assert_eq!(
        moment.node_text(13, Clock::Seconds),
        "node 3,1: job 4711, 4 processors (3 asked for), runs for 2 h 30 min"
    );
    assert_eq!(
        moment.node_text(1, Clock::Seconds),
        moment.node_text(13, Clock::Seconds).replace("3,1", "0,1"),
        "around the ring"
    );
    assert_eq!(moment.node_text(7, Clock::Seconds), "node 1,3: job 4712, 1 processor, just started");
    assert_eq!(
        (moment.node_text(2, Clock::Seconds).as_str(), moment.node_text(16, Clock::Seconds).as_str()),
        ("node 0,2: free", "")
    );
    assert_eq!([13, 2, 16].map(|node| moment.job_at(node)), [Some(4711), None, None]);
    assert_eq!(moment.sentence(), "2 jobs hold 5 of 16 processors.");
    assert!(moment.key().contains("closed where they end"));
}

#[test]
fn overlays_are_drawn_and_described() {
    let mut moment = moment(vec![job(1, 3, 0, &[block(&[0, 0], &[1, 4])]), job(2, 1, 0, &[block(&[2, 1], &[1, 1])])]);
    let head = |blocks: &[Block]| MachineState { head: Some(job(3, 9, 0, blocks)), ..MachineState::default() };
    moment.overlay(
        &[Overlay::Waste, Overlay::Largest, Overlay::Nearest, Overlay::Links],
        &head(&[block(&[0, 0], &[3, 3])]),
    );
    assert_eq!(
        moment.sentence(),
        "2 jobs hold 5 of 16 processors. 1 processor is held beyond what was asked for (dotted). \
         The largest free box (dashed) is 3x2: 6 processors. \
         Job 3, at the head, is given 3x3 later: it nearly fits (dashed), but for 1 node of 9 (crossed)."
    );
    assert_eq!(moment.map().wasted, [3], "the last of the four");
    assert_eq!(moment.map().largest, [6, 7, 10, 11, 14, 15]);
    assert_eq!(moment.map().nearest, [4, 5, 6, 8, 9, 10, 12, 13, 14]);
    assert_eq!(moment.map().description, moment.sentence());
    moment.overlay(&[Overlay::Nearest], &head(&[block(&[0, 0], &[1, 3])]));
    let expected = "2 jobs hold 5 of 16 processors. \
                    Job 3, at the head, is given 1x3 later: there is room for it by now (dashed).";
    assert_eq!(moment.sentence(), expected);
    assert!(moment.map().wasted.is_empty() && moment.map().largest.is_empty());
    moment.overlay(&[Overlay::Nearest], &head(&[block(&[0, 0], &[1, 1]), block(&[2, 2], &[1, 1])]));
    assert!(moment.sentence().ends_with("Job 3, at the head, is given 2 blocks later, not one."));
    moment.overlay(&[Overlay::Nearest], &MachineState::default());
    assert!(moment.sentence().ends_with("No job waits for a place."));
    let traffic = (Vec::new(), "0 packets are under way.".to_string());
    moment.overlay(&[Overlay::Links], &MachineState { traffic, ..MachineState::default() });
    assert_eq!(moment.sentence(), "2 jobs hold 5 of 16 processors. 0 packets are under way.");
    moment.overlay(&[], &MachineState::default());
    assert_eq!(moment.sentence(), "2 jobs hold 5 of 16 processors.");
}

#[test]
fn an_empty_machine_and_a_full_one() {
    let mut empty = moment(Vec::new());
    assert_eq!(empty.sentence(), "All 16 processors are free.");
    empty.overlay(&[Overlay::Waste], &MachineState::default());
    assert_eq!(empty.sentence(), "All 16 processors are free. Every processor that is held has been asked for.");
    let mut full = moment(vec![job(1, 16, 0, &[block(&[0, 0], &[4, 4])])]);
    full.overlay(&[Overlay::Largest], &MachineState::default());
    assert_eq!(full.sentence(), "1 job holds 16 of 16 processors. No node is free.");
}

#[test]
fn a_job_is_highlighted_and_a_node_framed() {
    let jobs = vec![job(1, 4, 0, &[block(&[0, 0], &[1, 4])]), job(2, 1, 0, &[block(&[2, 1], &[1, 1])])];
    let mut moment = moment(jobs);
    moment.emphasise(&[2, 9]);
    assert_eq!(moment.map().jobs.iter().map(|job| job.emphasised).collect::<Vec<_>>(), [false, true]);
    moment.emphasise(&[]);
    assert!(moment.map().jobs.iter().all(|job| !job.emphasised));
    moment.point_at(Some(99));
    assert_eq!(moment.map().pointed, None);
    moment.point_at(Some(5));
    assert!(svg(moment.map(), false, "Machine").contains("dimension 1: 0–3, line"));
}

#[test]
fn axes_are_read_or_chosen() {
    let machine = Machine::mesh(&[3, 5]);
    assert_eq!(axes(&machine, " ").map(|axes| axes.to_string()).as_deref(), Ok("across=1 up=0"));
    assert_eq!(axes(&machine, "across=0 up=1").map(|axes| axes.to_string()).as_deref(), Ok("across=0 up=1"));
    assert!(axes(&machine, "across=0").is_err());
}
