//! The machine of a run in three dimensions: at the cursor, or at the moments of a film.

use super::RunExplorer;
use super::machine_action::machine_state;
use super::machine_view::MachineView;
use crate::figure::{MachineSolid, SolidView};
use crate::time::Time;
use serde::Deserialize;
use std::ops::Range;

/// What is drawn in three dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SolidRequest {
    /// The angle and the size.
    pub view: SolidView,
    /// Whether it is the machine of the second run.
    pub second_run: bool,
    /// Whether it is for a file: with a background, and the moment above it.
    pub alone: bool,
    /// For a film, which share of the window of time has passed, 0 in its first frame; nothing for the cursor.
    pub share: Option<f64>,
}

/// A film of the machine, which does not move the cursor.
pub(super) struct Film {
    /// The machine at the last frame.
    view: MachineView,
    /// The window of time when the film began.
    window: Range<Time>,
}

impl RunExplorer {
    /// The machine in three dimensions while it is shown, if it has so many. Cost: linear in nodes, and for a frame of a
    /// film that of moving the cursor.
    pub fn solid(&mut self, request: &SolidRequest) -> Option<MachineSolid<'_>> {
        let at = request.share.map_or(Some(self.moment.at), |share| self.show_frame(share))?;
        let map = match (&self.panels.machine.film, request.share) {
            (Some(film), Some(_)) => film.view.map(),
            _ => self.map(request.second_run)?,
        };
        let mut solid = MachineSolid::new(map, request.view)?;
        if request.alone {
            solid.title = vec![self.clock.moment(at), map.description.clone()];
        }
        Some(solid)
    }

    /// Moves the film to a share of its window; a first frame begins another film. Returns the moment.
    fn show_frame(&mut self, share: f64) -> Option<Time> {
        let machine = self.panels.machine.view.as_ref()?;
        let film = match self.panels.machine.film.take().filter(|_| share > 0.0) {
            Some(film) => film,
            None => Film { view: machine.clone(), window: self.window.clone() },
        };
        let Range { start, end } = film.window;
        let at = start + libm::round((end - start) as f64 * share.clamp(0.0, 1.0)) as Time;
        let film = self.panels.machine.film.insert(film);
        film.view.point_at(None);
        film.view.show(machine_state(&self.trace, &self.lives.at(&self.trace, at), &self.colours));
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Picture;
    use crate::machine::Machine;
    use crate::report::RunAction;
    use crate::report::run::{MachineAction, PanelAction};
    use crate::run::testing::{jobs, run};
    use crate::time::SECOND;

    const VIEW: SolidView =
        SolidView { yaw: 30.0, pitch: 20.0, zoom: 1.0, x: 0.0, y: 0.0, width: 300.0, height: 300.0 };
    const CURSOR: SolidRequest = SolidRequest { view: VIEW, second_run: false, alone: true, share: None };

    /// On a mesh of these extents, in seconds: job 1 holds two nodes until 100, job 2 one from 10 to 60.
    fn open(extents: &[u32]) -> RunExplorer {
        let list = [(0, 100, 2), (10, 50, 1)].map(|(pause, runtime, size)| (pause * SECOND, runtime * SECOND, size));
        let trace = run(&jobs(&list), &Machine::mesh(extents), "gabl", "fcfs".parse().unwrap());
        let mut run = RunExplorer::new(trace, false).unwrap();
        run.apply_action(RunAction::Type { moment: "5".into() });
        run
    }

    fn act(run: &mut RunExplorer, action: MachineAction) -> Option<crate::report::MachineViewState> {
        run.apply_action(RunAction::Panel(PanelAction::Machine(action))).panels.machine
    }

    fn look(run: &mut RunExplorer) -> String {
        let look = MachineAction::Look { width: 300.0, height: 200.0, axes: String::new(), overlays: Vec::new() };
        act(run, look).unwrap().solid
    }

    #[test]
    fn a_film_goes_through_the_window_and_leaves_the_cursor_alone() {
        let mut run = open(&[2, 2, 2]);
        assert!(run.solid(&CURSOR).is_none(), "the machine is not shown");
        assert!(look(&mut run).starts_with("1 job holds 2 of 8 processors. A cube is a node"));
        let title = |run: &mut RunExplorer, share| run.solid(&SolidRequest { share, ..CURSOR }).unwrap().title;
        let at_cursor = title(&mut run, None);
        assert!(at_cursor[0].ends_with("00:05") && at_cursor[1] == "1 job holds 2 of 8 processors.", "{at_cursor:?}");
        let film: Vec<String> = [0.0, 0.5, 1.0].map(|share| title(&mut run, Some(share)).remove(1)).to_vec();
        let expected =
            ["1 job holds 2 of 8 processors.", "2 jobs hold 3 of 8 processors.", "All 8 processors are free."];
        assert_eq!(film, expected);
        // Another window during the film does not change it.
        run.apply_action(RunAction::Zoom { factor: 0.1, x: None });
        assert_eq!(title(&mut run, Some(0.5))[1], expected[1]);
        assert_eq!(title(&mut run, None), at_cursor);
        assert_eq!(run.solid(&CURSOR).unwrap().size(), (300.0, 300.0));
    }

    #[test]
    fn a_node_is_pointed_at_in_three_dimensions() {
        let mut run = open(&[2, 2, 2]);
        look(&mut run);
        let aim = |run: &mut RunExplorer, x, y| act(run, MachineAction::Aim { view: VIEW, x, y }).unwrap();
        let places = (0..30).flat_map(|x| (0..30).map(move |y| (f64::from(x) * 10.0, f64::from(y) * 10.0)));
        let aimed: Vec<_> = places.map(|(x, y)| aim(&mut run, x, y)).filter(|state| state.job.is_some()).collect();
        assert!(
            !aimed.is_empty() && aimed.iter().all(|state| state.node.contains(": job 1, 2 processors, runs for 5 s"))
        );
        assert_eq!(aim(&mut run, 0.0, 0.0).node, "", "beside the machine");
    }

    #[test]
    fn a_plane_has_no_third_dimension() {
        let mut run = open(&[4, 4]);
        assert_eq!(look(&mut run), "");
        assert!(run.solid(&CURSOR).is_none());
        act(&mut run, MachineAction::Aim { view: VIEW, x: 150.0, y: 150.0 });
    }
}
