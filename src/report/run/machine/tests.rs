//! Machines with a few jobs.

use super::super::overlays::{MachineState, Overlay};
use super::*;
use crate::figure::{Clock, svg};
use crate::machine::Coordinates;

const HOUR: Time = 3_600_000_000;

fn block(base: &[u32], extents: &[u32]) -> Block {
    Block { base: Coordinates::new(base), extents: Coordinates::new(extents) }
}

fn job(id: i64, asked: u32, since: Time, blocks: &[Block]) -> RunningJob {
    RunningJob { id, colour: id as u8, asked, since, blocks: blocks.to_vec() }
}

const ROOM: (f64, f64) = (400.0, 300.0);

fn view(machine: &str, room: (f64, f64), state: MachineState) -> MachineView {
    MachineView::new(&machine.parse().unwrap(), Clock::Seconds, room, state)
}

fn moment(jobs: Vec<RunningJob>) -> MachineView {
    view("mixed:4rx4", ROOM, MachineState { now: 3 * HOUR, jobs, ..MachineState::default() })
}

/// Shows these overlays in a state with the same jobs.
fn overlay(view: &mut MachineView, overlays: &[Overlay], state: &MachineState) {
    view.look(ROOM, overlays.to_vec(), "").unwrap();
    view.show(MachineState { jobs: view.state.jobs.clone(), ..state.clone() });
}

#[test]
fn nodes_out_of_service_are_neither_held_nor_free() {
    let head = Some(job(3, 9, 0, &[block(&[0, 0], &[2, 2])]));
    let jobs = vec![job(1, 4, 0, &[block(&[2, 0], &[1, 4])])];
    let state = MachineState { jobs, head, down: vec![0, 1], ..MachineState::default() };
    let mut moment = view("mesh:4x4", ROOM, state.clone());
    assert_eq!(moment.sentence(), "1 job holds 4 of 16 processors. 2 nodes are out of service (struck through).");
    assert_eq!(moment.node_text(1), "node 0,1: out of service");
    assert_eq!((moment.node_text(2), moment.holder(1)), ("node 0,2: free".into(), None));
    overlay(&mut moment, &[Overlay::Largest, Overlay::Nearest], &state);
    assert!(moment.sentence().contains("The largest free box (dashed) is 2x2: 4 processors."), "{}", moment.sentence());
    assert!(moment.sentence().contains("there is room for it by now"), "{}", moment.sentence());
    let idle = MachineState { down: vec![5], ..MachineState::default() };
    let idle = view("mesh:4x4", ROOM, idle);
    assert_eq!(idle.sentence(), "None of 16 processors is held. 1 node is out of service (struck through).");
}

#[test]
fn squares_of_many_nodes_say_how_much_of_them_is_out_of_service() {
    let state = MachineState { down: vec![0, 1, 64], ..MachineState::default() };
    let moment = view("torus:64x64", (90.0, 90.0), state);
    let said = "None of 4096 processors is held. 3 nodes are out of service (in a stronger grey, the more of a square the \
                stronger).";
    assert_eq!(moment.sentence(), said);
    assert_eq!(
        [1, 65, 2].map(|node| moment.node_text(node)),
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
    let key = |room: f64| view("torus:64x64", (room, room), MachineState::default()).key();
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
    assert_eq!(moment.node_text(13), "node 3,1: job 4711, 4 processors (3 asked for), runs for 2 h 30 min");
    assert_eq!(moment.node_text(1), moment.node_text(13).replace("3,1", "0,1"), "around the ring");
    assert_eq!(moment.node_text(7), "node 1,3: job 4712, 1 processor, just started");
    assert_eq!((moment.node_text(2).as_str(), moment.node_text(16).as_str()), ("node 0,2: free", ""));
    assert_eq!([13, 2, 16].map(|node| moment.holder(node).map(|job| job.id)), [Some(4711), None, None]);
    assert_eq!(moment.sentence(), "2 jobs hold 5 of 16 processors.");
    assert!(moment.key().contains("closed where they end"));
}

#[test]
fn overlays_are_drawn_and_described() {
    let mut moment = moment(vec![job(1, 3, 0, &[block(&[0, 0], &[1, 4])]), job(2, 1, 0, &[block(&[2, 1], &[1, 1])])]);
    let head = |blocks: &[Block]| MachineState { head: Some(job(3, 9, 0, blocks)), ..MachineState::default() };
    overlay(
        &mut moment,
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
    overlay(&mut moment, &[Overlay::Nearest], &head(&[block(&[0, 0], &[1, 3])]));
    let expected = "2 jobs hold 5 of 16 processors. \
                    Job 3, at the head, is given 1x3 later: there is room for it by now (dashed).";
    assert_eq!(moment.sentence(), expected);
    assert!(moment.map().wasted.is_empty() && moment.map().largest.is_empty());
    overlay(&mut moment, &[Overlay::Nearest], &head(&[block(&[0, 0], &[1, 1]), block(&[2, 2], &[1, 1])]));
    assert!(moment.sentence().ends_with("Job 3, at the head, is given 2 blocks later, not one."));
    overlay(&mut moment, &[Overlay::Nearest], &MachineState::default());
    assert!(moment.sentence().ends_with("No job waits for a place."));
    let traffic = (Vec::new(), "0 packets are under way.".to_string());
    overlay(&mut moment, &[Overlay::Links], &MachineState { traffic, ..MachineState::default() });
    assert_eq!(moment.sentence(), "2 jobs hold 5 of 16 processors. 0 packets are under way.");
    overlay(&mut moment, &[], &MachineState::default());
    assert_eq!(moment.sentence(), "2 jobs hold 5 of 16 processors.");
}

#[test]
fn an_empty_machine_and_a_full_one() {
    let mut empty = moment(Vec::new());
    assert_eq!(empty.sentence(), "All 16 processors are free.");
    overlay(&mut empty, &[Overlay::Waste], &MachineState::default());
    assert_eq!(empty.sentence(), "All 16 processors are free. Every processor that is held has been asked for.");
    let mut full = moment(vec![job(1, 16, 0, &[block(&[0, 0], &[4, 4])])]);
    overlay(&mut full, &[Overlay::Largest], &MachineState::default());
    assert_eq!(full.sentence(), "1 job holds 16 of 16 processors. No node is free.");
}

#[test]
fn a_job_is_highlighted_and_a_node_framed() {
    let jobs = vec![job(1, 4, 0, &[block(&[0, 0], &[1, 4])]), job(2, 1, 0, &[block(&[2, 1], &[1, 1])])];
    let mut moment = moment(jobs);
    moment.choose(Some(2));
    assert_eq!(moment.map().jobs.iter().map(|job| job.emphasised).collect::<Vec<_>>(), [false, true]);
    moment.choose(None);
    assert!(moment.map().jobs.iter().all(|job| !job.emphasised));
    moment.point_at(Some(5));
    assert!(svg(moment.map(), false, "Machine").contains("dimension 1: 0–3, line"));
}
