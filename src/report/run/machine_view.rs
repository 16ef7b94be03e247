//! The view of the machine while the cursor moves through a run: its axes, its overlays, and the pointed node.

use super::machine::{MachineSnapshot, axes, layout};
use super::overlays::{MachineState, Overlay};
use crate::figure::{AxesError, Clock, LinkLoad, MachineMap, MachineSolid, MapAxes, MapStep, SolidView};
use crate::machine::Machine;

/// The view of the machine of a run.
#[derive(Clone, Debug)]
pub struct MachineView {
    machine: Machine,
    clock: Clock,
    axes: MapAxes,
    room: (f64, f64),
    overlays: Vec<Overlay>,
    state: MachineState,
    moment: MachineSnapshot,
    /// The job that is highlighted, in addition to the pointed one.
    chosen: Option<i64>,
    pointed: Option<u32>,
}

impl MachineView {
    /// The empty machine, in a picture of at most this width and height in CSS pixels, if possible.
    pub fn new(machine: &Machine, clock: Clock, room: (f64, f64)) -> MachineView {
        let axes = MapAxes::suitable(machine.extents());
        let laid_out = layout(machine, axes.clone(), room);
        let moment = MachineSnapshot::new(machine, laid_out, &MachineState::default());
        MachineView {
            machine: machine.clone(),
            clock,
            axes,
            room,
            overlays: Vec::new(),
            state: MachineState::default(),
            moment,
            chosen: None,
            pointed: None,
        }
    }

    /// Goes to a moment.
    pub fn show(&mut self, state: MachineState) {
        self.state = state;
        self.draw_anew();
    }

    /// Sets the size in CSS pixels, the overlays, and the axes by a text such as `across=2,0 up=1`, or automatic axes
    /// if it is empty. Axes do not change if the text is invalid.
    pub fn look(&mut self, room: (f64, f64), overlays: Vec<Overlay>, text: &str) -> Result<(), AxesError> {
        let axes = axes(&self.machine, text);
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

    /// Points at a place of the picture, or at nothing. Returns the description of the node: see
    /// [`MachineSnapshot::node_text`].
    pub fn point_at(&mut self, place: Option<(f64, f64)>) -> String {
        self.pointed = place.and_then(|place| self.moment.map().layout.node_at(place));
        self.light_up();
        self.pointed_text()
    }

    /// Points at a place of the drawing in three dimensions, drawn in this way.
    pub fn aim_at(&mut self, view: SolidView, place: (f64, f64)) {
        self.pointed = MachineSolid::new(self.map(), view).and_then(|solid| solid.node_at(place));
        self.light_up();
    }

    /// Points at the next node in a direction, or at node 0 at first. Returns the description of the node.
    pub fn step(&mut self, step: MapStep) -> String {
        self.pointed = match self.pointed {
            Some(node) => Some(self.moment.map().layout.step(node, step).unwrap_or(node)),
            None => Some(0),
        };
        self.light_up();
        self.pointed_text()
    }

    /// The number of the pointed job.
    pub fn pointed_job(&self) -> Option<i64> {
        self.pointed.and_then(|node| self.moment.job_at(node))
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The picture.
    pub fn map(&self) -> &MachineMap {
        self.moment.map()
    }

    /// The description of the picture, and its key.
    pub fn caption(&self) -> String {
        format!("{} {}", self.moment.sentence(), self.moment.key())
    }

    /// The description of the drawing in three dimensions, and its key; empty if the machine has fewer.
    pub fn solid_caption(&self) -> String {
        let key = MachineSolid::key(self.map());
        key.map_or(String::new(), |key| format!("{} {key}", self.moment.sentence()))
    }

    /// The description of the pointed node; empty if there is none.
    pub fn pointed_text(&self) -> String {
        self.pointed.map_or(String::new(), |node| self.moment.node_text(node, self.clock))
    }

    fn draw_anew(&mut self) {
        let layout = layout(&self.machine, self.axes.clone(), self.room);
        self.moment = MachineSnapshot::new(&self.machine, layout, &self.state);
        self.draw_overlays();
        self.light_up();
    }

    fn draw_overlays(&mut self) {
        self.moment.overlay(&self.overlays, &self.state);
    }

    fn light_up(&mut self) {
        let jobs: Vec<i64> = self.pointed_job().into_iter().chain(self.chosen).collect();
        self.moment.emphasise(&jobs);
        self.moment.point_at(self.pointed);
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
        let mut view = MachineView::new(&Machine::torus(&[4, 4]), Clock::Seconds, ROOM);
        let jobs = vec![job(7, &[0, 0], &[2, 4]), job(8, &[2, 0], &[1, 1])];
        let head = Some(job(9, &[0, 0], &[3, 3]));
        view.show(MachineState { now: 5_000_000, jobs, head, ..MachineState::default() });
        view
    }

    fn lit(view: &MachineView) -> Vec<bool> {
        view.map().jobs.iter().map(|job| job.emphasised).collect()
    }

    #[test]
    fn the_pointed_node_is_described_and_highlighted() {
        let mut view = view();
        let middle = view.map().layout.rectangle(8).middle();
        assert_eq!(view.point_at(Some(middle)), "node 2,0: job 8, 1 processor, runs for 5 s");
        assert_eq!((view.pointed_job(), lit(&view)), (Some(8), vec![false, true]));
        assert_eq!(view.step(MapStep::Right), "node 2,1: free");
        assert_eq!((view.pointed_job(), lit(&view)), (None, vec![false, false]));
        view.choose(Some(7));
        assert_eq!(lit(&view), [true, false]);
        assert_eq!(view.point_at(None), "");
        assert_eq!(view.map().pointed, None);
        assert_eq!(
            view.step(MapStep::Up),
            "node 0,0: job 7, 8 processors, runs for 5 s",
            "the keyboard begins at node 0"
        );
        assert_eq!(view.step(MapStep::Left), "node 0,0: job 7, 8 processors, runs for 5 s", "and stays at the edge");
        assert_eq!(view.point_at(Some((0.0, 0.0))), "", "beside the nodes");
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
        let before = view.map().layout.cell();
        view.look((60.0, 60.0), Vec::new(), "").unwrap();
        assert!(view.map().layout.cell() < before);
        assert_eq!(view.map().jobs.len(), 2);
    }
}
