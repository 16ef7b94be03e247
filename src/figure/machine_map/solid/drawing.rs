//! Drawing one slab: its floor and walls, the sides of its nodes with their lines, names.

use super::patches::{Patch, Slab, across};
use super::{DOWN, GLASS, LETTERS};
use crate::figure::backend::Drawn;
use crate::figure::canvas::{Anchor, Canvas, Lettering, Stroke};
use crate::figure::geometry::PixelPoint;
use crate::figure::machine_map::{LINED, OUTLINED};
use crate::figure::palette::{Colour, Theme, rgb};
use plotters::style::Color;

/// How strong the colours of glass are, and its outlines.
const GLASSY: f64 = 0.13;
const GLASS_OUTLINE: f64 = 0.16;
/// How strong outlines of blocks are, and the lines between their nodes.
const OUTLINE: f64 = 0.6;
const BETWEEN: f64 = 0.3;
/// How strong floor and walls are.
const STAGE: f64 = 0.5;
/// How dark nodes out of service are.
const GREY: f64 = 0.4;
/// The least width of a slab that has names.
const NAMED: f64 = 48.0;

impl Slab<'_> {
    /// The place of a corner between cells.
    fn place(&self, corner: [f64; 3]) -> PixelPoint {
        self.projection.place(self.origin, corner)
    }

    /// The floor and the walls behind the nodes, with a square per node.
    pub fn draw_stage(&self, canvas: &mut Canvas) -> Drawn {
        let theme = canvas.theme();
        let extents = self.unfolding.extents;
        for axis in (0..3).filter(|&axis| self.projection.is_visible(axis)) {
            let [a, b] = across(axis);
            let mut corner = [0.0; 3];
            corner[axis] = if self.projection.comes_near(axis) { 0.0 } else { f64::from(extents[axis]) };
            let at = |u: u32, v: u32| {
                let mut place = corner;
                (place[a], place[b]) = (f64::from(u), f64::from(v));
                self.place(place)
            };
            let (wide, high) = (extents[a], extents[b]);
            let wall = [at(0, 0), at(wide, 0), at(wide, high), at(0, high)];
            canvas.area(&wall, theme.grid.mix(STAGE))?;
            if self.projection.scale() >= LINED {
                canvas.mesh(wide, high, Stroke::new(theme.background, 1.0), at)?;
            }
            canvas.outline(&wall, Stroke::new(theme.axis.mix(0.35), 1.0))?;
        }
        Ok(())
    }

    /// The visible sides of the nodes.
    pub fn draw_nodes(&self, canvas: &mut Canvas) -> Drawn {
        self.patches().iter().try_for_each(|patch| self.draw_patch(canvas, patch))
    }

    fn draw_patch(&self, canvas: &mut Canvas, patch: &Patch) -> Drawn {
        let theme = canvas.theme();
        let is_glass = self.layers[self.node(patch.base)] == GLASS;
        let colour = self.projection.lit(self.colour(patch, &theme), patch.axis);
        canvas.area(&self.corners(patch), colour.mix(if is_glass { GLASSY } else { 1.0 }))?;
        let size = self.projection.scale();
        if size < OUTLINED {
            return Ok(());
        }
        if size >= LINED && !is_glass {
            let stroke = Stroke::new(theme.background.mix(BETWEEN), 1.0);
            let [wide, high] = across(patch.axis).map(|axis| patch.extents[axis]);
            canvas.mesh(wide, high, stroke, |u, v| self.place_in(patch, u, v))?;
        }
        let outline = match (is_glass, self.dims) {
            (true, _) => Stroke::new(theme.text.mix(GLASS_OUTLINE), 1.0),
            (_, true) => Stroke::new(theme.text, 1.2),
            _ => Stroke::new(theme.text.mix(OUTLINE), 1.0),
        };
        self.borders(patch).iter().try_for_each(|&[from, to]| {
            let ends = [from, to].map(|(u, v)| self.place_in(patch, u, v));
            canvas.line(&ends, outline)
        })
    }

    /// The colour of a patch in full light.
    fn colour(&self, patch: &Patch, theme: &Theme) -> Colour {
        let node = self.node(patch.base);
        match self.map.job(self.map.holder[node]) {
            Some(job) if self.bodies[node] != DOWN => theme.job(job.colour),
            _ => {
                let grey = |ink: u8, paper: u8| (f64::from(ink) * GREY + f64::from(paper) * (1.0 - GREY)) as u8;
                let (ink, paper) = (theme.text, theme.background);
                rgb(grey(ink.0, paper.0), grey(ink.1, paper.1), grey(ink.2, paper.2))
            }
        }
    }

    /// Frames around the sides of the node that is pointed at, through everything.
    pub fn draw_pointed(&self, canvas: &mut Canvas) -> Drawn {
        let Some(cell) = self.map.pointed.and_then(|node| self.cell_of(node)) else { return Ok(()) };
        let theme = canvas.theme();
        for stroke in [Stroke::new(theme.background, 4.5), Stroke::new(theme.text, 2.0)] {
            for axis in (0..3).filter(|&axis| self.projection.is_visible(axis)) {
                canvas.outline(&self.corners(&Patch { axis, base: cell, extents: [1; 3] }), stroke)?;
            }
        }
        Ok(())
    }

    /// The name of the slab below it, in a picture where each is so many nodes tall; the names of the dimensions along the
    /// edges of one that is `alone`.
    pub fn draw_names(&self, canvas: &mut Canvas, tall: f64, alone: bool) -> Drawn {
        let extents = self.unfolding.extents.map(f64::from);
        let letters = Lettering::new(LETTERS, canvas.theme().quiet).at(Anchor::Middle);
        let middle = self.place(extents.map(|extent| extent / 2.0));
        if !alone {
            let size = self.projection.scale();
            let name = self.unfolding.name(&self.map.layout.coordinates(self.first));
            let below = (middle.0, middle.1 + tall * size / 2.0 + LETTERS / 2.0);
            let is_named = self.unfolding.floor() * size >= NAMED;
            return if is_named { canvas.text(&name, below, letters) } else { Ok(()) };
        }
        for (axis, dimension) in self.unfolding.dimensions.into_iter().enumerate() {
            let ends = |axis: usize| [0.0, extents[axis]];
            let edge = |(one, other): (f64, f64)| {
                let mut at = extents.map(|extent| extent / 2.0);
                let [a, b] = across(axis);
                (at[a], at[b]) = (one, other);
                self.place(at)
            };
            let [a, b] = across(axis);
            let edges = ends(a).into_iter().flat_map(|one| ends(b).map(|other| edge((one, other))));
            // The lowest of the four edges; of the upright ones, the leftmost.
            let height = |(x, y): PixelPoint| if axis == 1 { -x } else { y };
            let Some((x, y)) = edges.max_by(|one, other| height(*one).total_cmp(&height(*other))) else { continue };
            let name = format!("dimension {dimension}");
            match axis {
                1 => canvas.text(&name, (x - LETTERS, y), letters.upwards())?,
                _ => canvas.text(&name, (x + (x - middle.0).signum() * 2.0 * LETTERS, y + 1.2 * LETTERS), letters)?,
            }
        }
        Ok(())
    }
}
