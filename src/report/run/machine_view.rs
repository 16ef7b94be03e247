//! The view of the machine while the cursor moves through a run: its axes, its overlays, and the pointed node.

use super::overlays::{MachineState, Overlay};
use crate::figure::{
    AxesError, Clock, LinkLoad, MachineMap, MachineSolid, MapAxes, MapJob, MapLayout, MapShape, MapStep, SolidView,
};
use crate::machine::Machine;
use crate::time::Time;

/// The view of the machine of a run.
#[derive(Clone, Debug)]
pub struct MachineView {
    pub(super) machine: Machine,
    pub(super) clock: Clock,
    axes: MapAxes,
    room: (f64, f64),
    pub(super) overlays: Vec<Overlay>,
    /// The shown moment.
    pub(super) state: MachineState,
    /// The picture of it.
    pub(super) map: MachineMap,
    /// The sentences about the overlays.
    pub(super) notes: Vec<String>,
    /// The job that is highlighted, in addition to the pointed one.
    chosen: Option<i64>,
    pointed: Option<u32>,
}

impl MachineView {
    /// The machine at a moment, in a picture of at most this width and height in CSS pixels, if possible.
    pub fn new(machine: &Machine, clock: Clock, room: (f64, f64), state: MachineState) -> MachineView {
        let mut view = MachineView {
            machine: machine.clone(),
            clock,
            axes: MapAxes::suitable(machine.extents()),
            room,
            overlays: Vec::new(),
            state,
            map: MachineMap::default(),
            notes: Vec::new(),
            chosen: None,
            pointed: None,
        };
        view.draw_anew();
        view
    }

    /// Goes to a moment.
    pub fn show(&mut self, state: MachineState) {
        self.state = state;
        self.draw_anew();
    }

    /// The shown moment.
    pub fn now(&self) -> Time {
        self.state.now
    }

    /// Sets the size in CSS pixels, the overlays, and the axes by a text such as `across=2,0 up=1`, or automatic axes
    /// if it is empty. Axes do not change if the text is invalid.
    pub fn look(&mut self, room: (f64, f64), overlays: Vec<Overlay>, text: &str) -> Result<(), AxesError> {
        let axes = match text.trim() {
            "" => Ok(MapAxes::suitable(self.machine.extents())),
            text => MapAxes::read(text, self.machine.dimensions()),
        };
        let wanted = (room, overlays, axes.clone().unwrap_or_else(|_| self.axes.clone()));
        if wanted != (self.room, self.overlays.clone(), self.axes.clone()) {
            (self.room, self.overlays, self.axes) = wanted;
            self.draw_anew();
        }
        axes.map(drop)
    }

    /// Whether the view needs the packets under way.
    pub fn wants_traffic(&self) -> bool {
        self.overlays.contains(&Overlay::Links)
    }

    /// Shows the number of packets on each link, and the sentence about them.
    pub fn show_traffic(&mut self, traffic: (Vec<LinkLoad>, String)) {
        self.state.traffic = traffic;
        self.draw_overlays();
    }

    /// The greatest size of the picture, in CSS pixels.
    pub fn room(&self) -> (f64, f64) {
        self.room
    }

    /// Copies the size and the overlays of another view, and its axes if the machine has as many dimensions.
    pub fn look_as(&mut self, other: &MachineView) {
        let alike = self.machine.dimensions() == other.machine.dimensions();
        let axes = if alike { &other.axes } else { &self.axes };
        if (self.room, &self.axes, &self.overlays) != (other.room, axes, &other.overlays) {
            (self.room, self.axes, self.overlays) = (other.room, axes.clone(), other.overlays.clone());
            self.draw_anew();
        }
    }

    /// The axes, as text.
    pub fn axes(&self) -> String {
        self.axes.to_string()
    }

    /// Highlights the nodes of the job with this number; none highlights all.
    pub fn choose(&mut self, job: Option<i64>) {
        self.chosen = job;
        self.light_up();
    }

    /// Points at a node, or at nothing.
    pub fn point_at(&mut self, node: Option<u32>) {
        self.pointed = node;
        self.light_up();
    }

    /// Points at a place of the picture.
    pub fn point_in(&mut self, place: (f64, f64)) {
        self.point_at(self.map.layout.node_at(place));
    }

    /// Points at a place of the drawing in three dimensions, drawn in this way.
    pub fn aim_at(&mut self, view: SolidView, place: (f64, f64)) {
        self.point_at(MachineSolid::new(&self.map, view).and_then(|solid| solid.node_at(place)));
    }

    /// Points at the next node in a direction, or at node 0 at first.
    pub fn step(&mut self, step: MapStep) {
        let next = |node| self.map.layout.step(node, step).unwrap_or(node);
        self.point_at(Some(self.pointed.map_or(0, next)));
    }

    /// The number of the pointed job.
    pub fn pointed_job(&self) -> Option<i64> {
        self.pointed.and_then(|node| self.holder(node)).map(|job| job.id)
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The picture.
    pub fn map(&self) -> &MachineMap {
        &self.map
    }

    /// The description of the picture, and its key.
    pub fn caption(&self) -> String {
        format!("{} {}", self.sentence(), self.key())
    }

    /// The description of the drawing in three dimensions, and its key; empty if the machine has fewer.
    pub fn solid_caption(&self) -> String {
        MachineSolid::key(&self.map).map_or(String::new(), |key| format!("{} {key}", self.sentence()))
    }

    /// The description of the pointed node; empty if there is none.
    pub fn pointed_text(&self) -> String {
        self.pointed.map_or(String::new(), |node| self.node_text(node))
    }

    /// Draws the running jobs and the nodes that are out of service. Linear in nodes.
    fn draw_anew(&mut self) {
        let (machine, state) = (&self.machine, &self.state);
        let shape = MapShape { extents: machine.extents().to_vec(), rings: machine.rings().to_vec() };
        let mut map = MachineMap::new(MapLayout::new(shape, self.axes.clone(), self.room));
        map.take_out_of_service(state.down.clone());
        let mut number = 0;
        for (job, holder) in state.jobs.iter().zip(1..) {
            for block in &job.blocks {
                number += 1;
                for node in block.nodes(machine) {
                    map.holder[node as usize] = holder;
                    map.block[node as usize] = number;
                }
            }
        }
        map.jobs = state.jobs.iter().map(|job| MapJob { colour: job.colour, emphasised: false }).collect();
        self.map = map;
        self.draw_overlays();
        self.light_up();
    }

    fn light_up(&mut self) {
        let lit: Vec<i64> = self.pointed_job().into_iter().chain(self.chosen).collect();
        let drawn = self.state.jobs.iter().zip(&mut self.map.jobs);
        drawn.for_each(|(job, drawn)| drawn.emphasised = lit.contains(&job.id));
        self.map.pointed = self.pointed;
    }
}

#[cfg(test)]
mod tests {
    use super::super::machine::RunningJob;
    use super::*;
    use crate::machine::{Block, Coordinates};

    const ROOM: (f64, f64) = (400.0, 400.0);

    fn job(id: i64, base: &[u32], extents: &[u32]) -> RunningJob {
        let block = Block { base: Coordinates::new(base), extents: Coordinates::new(extents) };
        RunningJob { id, asked: block.volume(), blocks: vec![block], ..RunningJob::default() }
    }

    fn view() -> MachineView {
        let jobs = vec![job(7, &[0, 0], &[2, 4]), job(8, &[2, 0], &[1, 1])];
        let head = Some(job(9, &[0, 0], &[3, 3]));
        let state = MachineState { now: 5_000_000, jobs, head, ..MachineState::default() };
        MachineView::new(&Machine::torus(&[4, 4]), Clock::Seconds, ROOM, state)
    }

    fn lit(view: &MachineView) -> Vec<bool> {
        view.map().jobs.iter().map(|job| job.emphasised).collect()
    }

    #[test]
    fn the_pointed_node_is_described_and_highlighted() {
        let mut view = view();
        view.point_in(view.map().layout.rectangle(8).middle());
        assert_eq!(view.pointed_text(), "node 2,0: job 8, 1 processor, runs for 5 s");
        assert_eq!((view.pointed_job(), lit(&view)), (Some(8), vec![false, true]));
        view.step(MapStep::Right);
        assert_eq!(view.pointed_text(), "node 2,1: free");
        assert_eq!((view.pointed_job(), lit(&view)), (None, vec![false, false]));
        view.choose(Some(7));
        assert_eq!(lit(&view), [true, false]);
        view.point_at(None);
        assert_eq!((view.pointed_text(), view.map().pointed), (String::new(), None));
        view.step(MapStep::Up);
        assert_eq!(view.pointed_text(), "node 0,0: job 7, 8 processors, runs for 5 s", "the keyboard begins at node 0");
        view.step(MapStep::Left);
        assert_eq!(view.pointed_text(), "node 0,0: job 7, 8 processors, runs for 5 s", "and stays at the edge");
        view.point_in((0.0, 0.0));
        assert_eq!(view.pointed_text(), "", "beside the nodes");
    }

    #[test]
    fn overlays_stay_from_moment_to_moment() {
        let mut view = view();
        view.look(ROOM, vec![Overlay::Nearest, Overlay::Largest], "").unwrap();
        let expected =
            "Job 9, at the head, is given 3x3 later: it nearly fits (dashed), but for 3 nodes of 9 (crossed).";
        assert!(view.caption().contains(expected), "{}", view.caption());
        view.show(MachineState { jobs: vec![job(7, &[0, 0], &[2, 4])], ..MachineState::default() });
        assert!(view.caption().contains("The largest free box (dashed) is 2x4"), "{}", view.caption());
        view.look(ROOM, vec![Overlay::Nearest], "").unwrap();
        assert!(view.caption().contains("No job waits for a place."), "{}", view.caption());
        assert!(view.map().largest.is_empty());
    }

    #[test]
    fn axes_are_those_of_the_text() {
        let mut view = view();
        assert_eq!(view.axes(), "across=1 up=0");
        view.look(ROOM, Vec::new(), "across=0 up=1").unwrap();
        assert_eq!(view.axes(), "across=0 up=1");
        assert!(view.look(ROOM, Vec::new(), "across=0").is_err());
        assert_eq!(view.axes(), "across=0 up=1", "invalid axes are ignored");
        let cell = |view: &MachineView| {
            let area = view.map().layout.rectangle(0);
            area.right - area.left
        };
        let before = cell(&view);
        view.look((60.0, 60.0), Vec::new(), "").unwrap();
        assert!(cell(&view) < before);
        assert_eq!(view.map().jobs.len(), 2);
    }
}
