//! Turning a slab: where its corners lie in the picture, which of its sides are seen, and how much light they get.

use crate::figure::geometry::PixelPoint;
use crate::figure::palette::{Colour, rgb};

/// The light comes from the upper left, a little from the front: to the right, up, towards the viewer.
const LIGHT: [f64; 3] = [-0.45, 0.75, 0.485];
/// The brightness of a side that gets no light, and what full light adds.
const SHADOW: f64 = 0.66;
const GLOW: f64 = 0.44;

/// Sides that are visible at a sharper angle than this are not drawn.
const EDGE_ON: f64 = 1e-6;

/// A parallel projection of slabs that are rotated around the upright axis, and then tilted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Projection {
    /// For each axis of a slab, one node further: to the right and up in CSS pixels, towards the viewer in nodes.
    steps: [[f64; 3]; 3],
    scale: f64,
}

impl Projection {
    /// Angles in degrees; so many CSS pixels to a node.
    pub fn new(yaw: f64, pitch: f64, scale: f64) -> Projection {
        let (yaw, pitch) = (yaw.to_radians(), pitch.to_radians());
        let (sin, cos, tilted, level) = (libm::sin(yaw), libm::cos(yaw), libm::sin(pitch), libm::cos(pitch));
        // Depth goes away from the viewer.
        let steps = [[cos, sin * tilted, -sin * level], [0.0, level, tilted], [-sin, cos * tilted, -cos * level]];
        Projection { steps: steps.map(|[right, up, near]| [right * scale, up * scale, near]), scale }
    }

    /// CSS pixels to a node.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// Where a place of a slab lies in the picture, if the origin of the slab lies at `origin`.
    pub fn place(&self, origin: PixelPoint, place: [f64; 3]) -> PixelPoint {
        let along = |part: usize| (0..3).map(|axis| place[axis] * self.steps[axis][part]).sum::<f64>();
        (origin.0 + along(0), origin.1 - along(1))
    }

    /// Whether the far end of an axis is nearer to the viewer than its beginning.
    pub fn comes_near(&self, axis: usize) -> bool {
        self.steps[axis][2] > 0.0
    }

    /// Whether sides across an axis are seen, and not only their edges.
    pub fn is_visible(&self, axis: usize) -> bool {
        self.steps[axis][2].abs() > EDGE_ON
    }

    /// The colour of a side across an axis, on the side of the viewer.
    pub fn lit(&self, colour: Colour, axis: usize) -> Colour {
        let [right, up, near] = self.steps[axis];
        let light = (right * LIGHT[0] + up * LIGHT[1]) / self.scale + near * LIGHT[2];
        let brightness = SHADOW + GLOW * (light * near.signum()).max(0.0);
        let part = |part: u8| {
            let part = f64::from(part);
            (if brightness > 1.0 { part + (255.0 - part) * (brightness - 1.0) } else { part * brightness }) as u8
        };
        rgb(part(colour.0), part(colour.1), part(colour.2))
    }
}
