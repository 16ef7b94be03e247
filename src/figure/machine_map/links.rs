//! Link loads, drawn at the edges of the nodes that the links leave.

use super::MachineMap;
use crate::figure::backend::Drawn;
use crate::figure::canvas::Canvas;
use crate::figure::geometry::Rectangle;
use crate::figure::link_map::{self, SHADES};

/// The least side of a square with links.
pub(super) const ROOMY: f64 = 8.0;

impl MachineMap {
    /// A bar per link of the dimensions of a tile, at the side to which it leads. Links of the others have no place in the
    /// plane: the busiest of them colours the middle of its node. Linear in nodes and links; what has one shade is drawn at once.
    pub(super) fn draw_links(&self, canvas: &mut Canvas) -> Drawn {
        let layout = &self.layout;
        if layout.cell < ROOMY || layout.is_coarse() {
            return Ok(());
        }
        let units = [&layout.columns, &layout.rows].map(|lanes| lanes.inner().map_or(0, |level| level.unit));
        let highest = self.links.iter().map(|link| link.load).fold(0.0, f64::max);
        let mut shades: Vec<Vec<Rectangle>> = vec![Vec::new(); SHADES];
        let mut busiest: Vec<Option<f64>> = vec![None; layout.nodes()];
        let thick = (layout.cell / 6.0).floor().max(1.0);
        for link in &self.links {
            let Some(middle) = busiest.get_mut(link.node as usize) else { continue };
            if link.dimension >= layout.shape.extents.len() {
                continue;
            }
            let unit = layout.shape.stride(link.dimension);
            if !units.contains(&unit) {
                *middle = Some(middle.unwrap_or(0.0).max(link.load));
                continue;
            }
            let Rectangle { left, top, right, bottom } = layout.rectangle(link.node);
            shades[link_map::shade(link.load, highest)].push(match (unit == units[0], link.upwards) {
                (true, true) => Rectangle { left: right - thick - 1.0, top, right: right - 1.0, bottom },
                (true, false) => Rectangle { left, top, right: left + thick, bottom },
                (false, true) => Rectangle { left, top, right, bottom: top + thick },
                (false, false) => Rectangle { left, top: bottom - thick - 1.0, right, bottom: bottom - 1.0 },
            });
        }
        for (node, load) in busiest.iter().enumerate() {
            if let Some(load) = load {
                let gap = (layout.cell / 3.0).floor();
                shades[link_map::shade(*load, highest)].push(layout.rectangle(node as u32).inset(gap));
            }
        }
        let dark = canvas.theme().dark;
        shades.iter().enumerate().try_for_each(|(shade, bars)| canvas.rectangles(bars, link_map::colour(shade, dark)))
    }
}
