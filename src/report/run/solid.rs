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
        let (machine, _) = self.panels.machine.view.as_ref()?;
        let film = match self.panels.machine.film.take().filter(|_| share > 0.0) {
            Some(film) => film,
            None => Film { view: machine.clone(), window: self.window.clone() },
        };
        let Range { start, end } = film.window;
        let at = start + libm::round((end - start) as f64 * share.clamp(0.0, 1.0)) as Time;
        let film = self.panels.machine.film.insert(film);
        film.view.point_at(None);
        film.view.show(machine_state(&self.trace, &self.lives.at(&self.trace, at)));
        Some(at)
    }
}
