//! The machine at a moment: which job holds which node, on machines of any dimensions.
//!
//! Dimensions are nested ([`MapAxes`]): two of them make a tile of nodes, two more lay the tiles side by side and above each
//! other, and so on, with wider gaps the further out. A tile has a closed edge where a dimension ends, and none but a tick
//! where it goes around. Every block has the colour of its job, and an outline, which is open where it goes on around a ring.
//!
//! How much is drawn follows the size of a node ([`MapLayout`]): with room, lines between nodes; below six pixels none of
//! them, below four no outlines; below one, several nodes share a square that is as strong in colour as it is full.

mod axes;
mod borders;
mod cells;
mod down;
mod frame;
mod lanes;
mod layout;
mod links;
mod solid;
#[cfg(test)]
mod tests;

pub use axes::{AxesError, MapAxes, WrappedDimension};
pub use layout::{MapLayout, MapShape, MapStep};
pub use solid::{MachineSolid, SolidView};

use super::backend::Drawn;
use super::canvas::{Canvas, Picture, Stroke};
use super::geometry::Rectangle;
use super::link_map::LinkLoad;
use super::palette::{Colour, rgb};
use borders::Border;
use cells::{FREE, colour_and_strength};
use plotters::style::Color;

/// A job on the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MapJob {
    /// Which of [`JOB_COLOURS`](super::JOB_COLOURS).
    pub colour: u8,
    /// Whether it is lit up. As soon as one is, the others are dimmed.
    pub emphasised: bool,
}

/// What the map shows. Nodes are numbered as on the machine; entries for nodes that do not exist are ignored.
#[derive(Clone, Debug, Default)]
pub struct MachineMap {
    /// Where everything lies.
    pub layout: MapLayout,
    /// For each node which of `jobs` holds it, counted from 1; 0 if it is free.
    pub holder: Vec<u32>,
    /// For each node the number of its block, a different one for each block of each job; 0 if it is free.
    pub block: Vec<u32>,
    /// The jobs.
    pub jobs: Vec<MapJob>,
    /// Nodes that are out of service, ascending: see [`MachineMap::down_look`].
    pub down: Vec<u32>,
    /// Nodes that are held but not asked for: dotted.
    pub wasted: Vec<u32>,
    /// The nodes of the largest free box: a dashed line around them.
    pub largest: Vec<u32>,
    /// The nodes of the place at which a request nearly fits: a dashed line of another colour around them, and crosses on
    /// those in the way.
    pub nearest: Vec<u32>,
    /// The links, if they are to be seen: nodes pale then, unless squares have no room for links.
    pub links: Vec<LinkLoad>,
    /// The node that is pointed at: it and its neighbours are framed.
    pub pointed: Option<u32>,
    /// The description, for screen readers.
    pub description: String,
}

/// The least sides of squares that have lines between them, outlines of blocks, and dots.
const LINED: f64 = 6.0;
const OUTLINED: f64 = 4.0;
const DOTTED: f64 = 2.0;

/// A dash and the gap behind it.
const DASH: f64 = 5.0;
const GAP: f64 = 3.0;

/// How strong colours are beneath links.
const PALE: f64 = 0.35;

/// Where a request nearly fits, on a light and on a dark background.
const NEAREST: [Colour; 2] = [rgb(0xb0, 0x00, 0x52), rgb(0xff, 0x7a, 0xb8)];

impl MachineMap {
    /// An empty machine.
    pub fn new(layout: MapLayout) -> MachineMap {
        let nodes = layout.nodes();
        MachineMap { layout, holder: vec![0; nodes], block: vec![0; nodes], ..MachineMap::default() }
    }

    /// Whether squares are large enough for lines around blocks.
    pub fn has_outlines(&self) -> bool {
        self.layout.cell >= OUTLINED
    }

    fn holder_of(&self, node: u32) -> u32 {
        self.holder.get(node as usize).copied().unwrap_or(0)
    }

    /// The job of this number, counted from 1.
    fn job(&self, holder: u32) -> Option<&MapJob> {
        self.jobs.get((holder as usize).checked_sub(1)?)
    }

    fn draw_nodes(&self, canvas: &mut Canvas) -> Drawn {
        let theme = canvas.theme();
        let shows_links = !self.links.is_empty() && self.layout.cell >= links::ROOMY;
        for (paint, rectangles) in self.fillings().iter().enumerate() {
            if paint <= FREE as usize {
                canvas.rectangles(rectangles, theme.grid)?;
                continue;
            }
            let (colour, strength) = colour_and_strength(paint);
            let strength = if shows_links { strength * PALE } else { strength };
            canvas.rectangles(rectangles, theme.job(colour).mix(strength))?;
        }
        if self.layout.cell >= LINED {
            canvas.rectangles(&self.grid(), theme.background.mix(0.45))?;
        }
        Ok(())
    }

    /// Dots on nodes that are held but not asked for.
    fn draw_waste(&self, canvas: &mut Canvas) -> Drawn {
        let cell = self.layout.cell;
        if cell < DOTTED || self.layout.is_coarse() {
            return Ok(());
        }
        let side = (cell / 3.0).ceil();
        let before = ((cell - side) / 2.0).floor();
        let known = |node: &&u32| (**node as usize) < self.layout.nodes();
        let dot = |&node: &u32| {
            let Rectangle { left, top, .. } = self.layout.rectangle(node);
            Rectangle::at((left + before, top + before), side, side)
        };
        let dots: Vec<Rectangle> = self.wasted.iter().filter(known).map(dot).collect();
        canvas.rectangles(&dots, canvas.theme().background)
    }

    /// The outlines of blocks, and stronger ones of emphasised jobs.
    fn draw_blocks(&self, canvas: &mut Canvas) -> Drawn {
        if !self.has_outlines() {
            return Ok(());
        }
        let ink = canvas.theme().text;
        let dims = self.jobs.iter().any(|job| job.emphasised);
        let lines =
            |borders: Vec<Border>, width: f64| borders.iter().map(|border| border.line(width)).collect::<Vec<_>>();
        let all = self.layout.borders(&|node| self.block.get(node as usize).copied().unwrap_or(0));
        canvas.rectangles(&lines(all, 1.0), ink.mix(if dims { 0.2 } else { 0.6 }))?;
        if dims {
            let emphasised = |node| {
                let holder = self.holder_of(node);
                if self.job(holder).is_some_and(|job| job.emphasised) { holder } else { 0 }
            };
            canvas.rectangles(&lines(self.layout.borders(&emphasised), 1.0), ink)?;
        }
        Ok(())
    }

    /// A dashed line around a set of nodes.
    fn draw_set(&self, canvas: &mut Canvas, nodes: &[u32], colour: Colour) -> Drawn {
        if nodes.is_empty() {
            return Ok(());
        }
        let mut members = vec![false; self.layout.nodes()];
        nodes.iter().for_each(|&node| members.iter_mut().skip(node as usize).take(1).for_each(|member| *member = true));
        let width = if self.layout.cell >= 2.0 * OUTLINED { 2.0 } else { 1.0 };
        let borders = self.layout.borders(&|node| u32::from(members[node as usize]));
        let dashes: Vec<Rectangle> = borders.iter().flat_map(|border| dashes(&border.line(width))).collect();
        canvas.rectangles(&dashes, colour)
    }

    /// Crosses on the nodes that other jobs hold in a box where a request would nearly fit.
    fn draw_obstacles(&self, canvas: &mut Canvas, colour: Colour) -> Drawn {
        if self.layout.cell < OUTLINED || self.layout.is_coarse() {
            return Ok(());
        }
        for &node in self.nearest.iter().filter(|&&node| self.holder_of(node) > 0) {
            let Rectangle { left, top, right, bottom } =
                self.layout.rectangle(node).inset((self.layout.cell / 4.0).floor());
            let stroke = Stroke::new(colour, 1.5);
            canvas.line(&[(left, top), (right, bottom)], stroke)?;
            canvas.line(&[(left, bottom), (right, top)], stroke)?;
        }
        Ok(())
    }

    /// Frames around the node that is pointed at and its neighbours.
    fn draw_pointed(&self, canvas: &mut Canvas) -> Drawn {
        let Some(node) = self.pointed.filter(|&node| (node as usize) < self.layout.nodes()) else { return Ok(()) };
        let theme = canvas.theme();
        // Around squares that are hardly seen, there is more room.
        let gap = if self.layout.cell < OUTLINED { -2.0 } else { 0.5 };
        let mut frame = |node, width| {
            let corners = self.layout.rectangle(node).inset(gap).corners();
            canvas.outline(&corners, Stroke::new(theme.background, width + 2.0))?;
            canvas.outline(&corners, Stroke::new(theme.text, width))
        };
        self.layout.neighbours(node).into_iter().try_for_each(|neighbour| frame(neighbour, 1.0))?;
        frame(node, 2.5)
    }
}

/// The dashes of a line that is a thin rectangle.
fn dashes(line: &Rectangle) -> Vec<Rectangle> {
    let level = line.right - line.left > line.bottom - line.top;
    let (from, to) = if level { (line.left, line.right) } else { (line.top, line.bottom) };
    let mut dashes = Vec::new();
    let mut at = from;
    while at < to {
        let end = (at + DASH).min(to);
        dashes.push(if level {
            Rectangle { left: at, right: end, ..*line }
        } else {
            Rectangle { top: at, bottom: end, ..*line }
        });
        at = end + GAP;
    }
    dashes
}

impl Picture for MachineMap {
    fn size(&self) -> (f64, f64) {
        self.layout.size()
    }

    fn description(&self) -> String {
        self.description.clone()
    }

    /// Linear in nodes and links. What has one colour is drawn at once, and what lies edge to edge as one rectangle.
    fn draw(&self, canvas: &mut Canvas) -> Drawn {
        let theme = canvas.theme();
        self.layout.draw_edges(canvas)?;
        self.draw_nodes(canvas)?;
        self.draw_down(canvas)?;
        self.draw_waste(canvas)?;
        if !self.links.is_empty() {
            self.draw_links(canvas)?;
        }
        self.draw_blocks(canvas)?;
        self.draw_set(canvas, &self.largest, theme.text)?;
        let nearest = NEAREST[usize::from(theme.dark)];
        self.draw_set(canvas, &self.nearest, nearest)?;
        self.draw_obstacles(canvas, nearest)?;
        self.draw_pointed(canvas)?;
        self.layout.draw_axes(canvas)
    }
}
