//! The machine at a moment in three dimensions: nodes as cubes in the colours of their jobs, from any angle.
//!
//! Three dimensions make a slab; a machine of more has several, beside and above each other (`unfolding.rs`). Free
//! nodes are not drawn: each slab stands in front of its own floor and walls, which have a square per node. If jobs are
//! emphasised, the others turn to glass.

mod drawing;
mod patches;
mod projection;
#[cfg(test)]
mod tests;
mod unfolding;

use super::MachineMap;
use crate::figure::backend::Drawn;
use crate::figure::canvas::{Canvas, Lettering, Picture};
use crate::figure::geometry::{PixelPoint, Rectangle};
use patches::{Layer, Slab};
use projection::Projection;
use serde::Deserialize;
use unfolding::Unfolding;

/// How the slabs of a machine are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SolidView {
    /// The turn around the upright axis, in degrees.
    pub yaw: f64,
    /// The tilt in degrees: 90 from above, -90 from below.
    pub pitch: f64,
    /// The factor on the size at which everything fits; 0.25 to 20.
    pub zoom: f64,
    /// How far the middle is moved to the right, in CSS pixels.
    pub x: f64,
    /// How far it is moved down.
    pub y: f64,
    /// The width of the picture in CSS pixels.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

/// A machine in three dimensions.
#[derive(Clone, Debug)]
pub struct MachineSolid<'a> {
    map: &'a MachineMap,
    view: SolidView,
    unfolding: Unfolding,
    /// The lines at the top of a picture that stands alone, on a background of its own; empty on the page.
    pub title: Vec<String>,
}

/// What is not drawn, what others are seen through, and all else.
const CLEAR: Layer = 0;
const GLASS: Layer = 1;
const OPAQUE: Layer = 2;

/// The margin around all slabs, and the gap between them, in CSS pixels.
const MARGIN: f64 = 16.0;
const GAP: f64 = 14.0;
/// The height of the letters of names.
const LETTERS: f64 = 11.0;
/// The height of a line of the title.
const LINE: f64 = 18.0;

/// A body that is out of service: it is no block of a job.
const DOWN: u32 = u32::MAX;

impl<'a> MachineSolid<'a> {
    /// The machine of a map, looked at from an angle; none if it has fewer than three dimensions of more than one node.
    pub fn new(map: &'a MachineMap, view: SolidView) -> Option<MachineSolid<'a>> {
        let finite = |value: f64, low: f64, high: f64| if value.is_finite() { value.clamp(low, high) } else { low };
        let view = SolidView {
            yaw: if view.yaw.is_finite() { view.yaw } else { 0.0 },
            pitch: finite(view.pitch, -90.0, 90.0),
            zoom: finite(view.zoom, 0.25, 20.0),
            x: finite(view.x, -1e5, 1e5),
            y: finite(view.y, -1e5, 1e5),
            width: finite(view.width, 50.0, 8000.0),
            height: finite(view.height, 50.0, 8000.0),
        };
        Some(MachineSolid { map, view, unfolding: Unfolding::new(&map.layout)?, title: Vec::new() })
    }

    /// The key to such a picture of a machine; none if there is no such picture.
    pub fn key(map: &MachineMap) -> Option<String> {
        let Unfolding { dimensions: [across, up, depth], slabs, .. } = Unfolding::new(&map.layout)?;
        let slabs = match slabs.len() {
            1 => "",
            _ => " Each slab is named by its coordinates in the other dimensions.",
        };
        Some(format!(
            "A cube is a node, and lines run around blocks; free nodes show floor and walls. Dimension {across} goes to \
             the right, {up} up and {depth} into depth.{slabs}"
        ))
    }

    /// The frontmost node at a place of the picture that a job holds or that is out of service.
    pub fn node_at(&self, place: PixelPoint) -> Option<u32> {
        let bodies = self.bodies();
        let layers: Vec<Layer> = bodies.iter().map(|&body| if body == 0 { CLEAR } else { OPAQUE }).collect();
        let (projection, origins) = self.arranged();
        origins.into_iter().find_map(|(origin, first)| {
            let (map, unfolding, projection) = (self.map, &self.unfolding, &projection);
            let (layers, bodies) = (&layers, &bodies);
            let slab = Slab { map, unfolding, projection, origin, first, layers, bodies, dims: false };
            let cell = slab.patches().iter().rev().find_map(|patch| slab.cell_at(patch, place));
            cell.map(|cell| slab.node(cell) as u32)
        })
    }

    /// For each node what it belongs to: its block, [`DOWN`], or 0.
    fn bodies(&self) -> Vec<u32> {
        let mut bodies = self.map.block.clone();
        self.map.down.iter().filter_map(|&node| bodies.get_mut(node as usize).map(|body| *body = DOWN)).for_each(drop);
        bodies
    }

    /// The projection, and each slab's origin in the picture with its first node.
    fn arranged(&self) -> (Projection, Vec<(PixelPoint, u32)>) {
        let SolidView { yaw, pitch, zoom, x, y, width, height } = self.view;
        let (floor, tall) = (self.unfolding.floor(), self.unfolding.height(pitch));
        let top = MARGIN + LINE * self.title.len() as f64;
        // Gaps are for names, and count as a part of the slab.
        let (columns, rows, _) = self.unfolding.arrange((floor, tall), (width, height));
        let room = (width - 2.0 * MARGIN - GAP * (columns - 1) as f64, height - top - MARGIN - GAP * (rows - 1) as f64);
        let scale = (room.0 / (columns as f64 * floor)).min(room.1 / (rows as f64 * tall)).max(0.05) * zoom;
        let projection = Projection::new(yaw, pitch, scale);
        let part = |at: usize, count: usize| at as f64 - (count - 1) as f64 / 2.0;
        let gap = GAP * zoom;
        let origin = |place: usize| {
            let middle = (
                width / 2.0 + x + part(place % columns, columns) * (scale * floor + gap),
                (top + height - MARGIN) / 2.0 + y + part(place / columns, rows) * (scale * tall + gap),
            );
            projection.place(middle, self.unfolding.extents.map(|extent| f64::from(extent) / -2.0))
        };
        let slabs = self.unfolding.slabs.iter().enumerate();
        let placed = slabs.filter_map(|(place, first)| first.map(|first| (origin(place), first))).collect();
        (projection, placed)
    }
}

impl Picture for MachineSolid<'_> {
    fn size(&self) -> (f64, f64) {
        (self.view.width, self.view.height)
    }

    fn description(&self) -> String {
        self.map.description.clone()
    }

    /// Linear in nodes.
    fn draw(&self, canvas: &mut Canvas) -> Drawn {
        let theme = canvas.theme();
        if !self.title.is_empty() {
            canvas.rectangle(Rectangle::at((0.0, 0.0), self.view.width, self.view.height), theme.background)?;
        }
        let bodies = self.bodies();
        let dims = self.map.jobs.iter().any(|job| job.emphasised);
        let layer = |(&body, &holder): (&u32, &u32)| match self.map.job(holder) {
            _ if body == 0 => CLEAR,
            job if dims && !job.is_some_and(|job| job.emphasised) => GLASS,
            _ => OPAQUE,
        };
        let layers: Vec<Layer> = bodies.iter().zip(&self.map.holder).map(layer).collect();
        let (projection, origins) = self.arranged();
        for &(origin, first) in &origins {
            let (map, unfolding, projection) = (self.map, &self.unfolding, &projection);
            let slab = Slab { map, unfolding, projection, origin, first, layers: &layers, bodies: &bodies, dims };
            slab.draw_stage(canvas)?;
            slab.draw_nodes(canvas)?;
            slab.draw_pointed(canvas)?;
            slab.draw_names(canvas, unfolding.height(self.view.pitch), origins.len() == 1)?;
        }
        for (line, text) in self.title.iter().enumerate() {
            let letters = Lettering::new(LETTERS + 2.0, if line == 0 { theme.text } else { theme.quiet });
            canvas.text(
                text,
                (MARGIN, MARGIN + LINE * (line as f64 + 0.5)),
                if line == 0 { letters.bold() } else { letters },
            )?;
        }
        Ok(())
    }
}
