//! A machine's links as a map: how busy each is, as a colour. Loads are far apart, with a few links that carry most of the
//! traffic; the shade goes with the square root of the load, so that the others are seen, too.

use super::backend::Drawn;
use super::canvas::{Canvas, Picture};
use super::geometry::Rectangle;
use super::palette::{Colour, rgb};

/// How busy a link between two neighbours is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkLoad {
    /// The node that it leaves, by index (the last coordinate runs fastest).
    pub node: u32,
    /// The dimension along which it leads.
    pub dimension: usize,
    /// Whether it leads to the next higher coordinate (from the highest to 0), rather than to the next lower one.
    pub upwards: bool,
    /// The share of the time for which it carries a flit, 0 to 1.
    pub load: f64,
}

/// What the map shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinkMap {
    /// The machine's extents.
    pub extents: Vec<u32>,
    /// Its links.
    pub links: Vec<LinkLoad>,
}

/// From node to node, the side of a node, and the width of a link, in CSS pixels before the map is enlarged.
const PITCH: i64 = 16;
const NODE: i64 = 6;
const WIDTH: i64 = 2;
/// The margin around each plane of nodes, for wrap-around links.
const MARGIN: i64 = 10;
/// A smaller map is enlarged towards this width or height, by a whole factor up to the greatest.
const ROOM: i64 = 460;
const GREATEST: i64 = 4;
/// The number of shades from idle to busiest; more could not be distinguished.
pub(super) const SHADES: usize = 24;

/// The shade of the least load above zero: it must differ visibly from idle.
const FAINTEST: usize = 2;

/// From idle to busiest, on a light and on a dark background: with increasing contrast.
const STOPS: [[Colour; 4]; 2] = [
    [rgb(0xe6, 0xe9, 0xed), rgb(0xf2, 0xb9, 0x5c), rgb(0xd0, 0x4a, 0x1c), rgb(0x5c, 0x0a, 0x1e)],
    [rgb(0x2c, 0x31, 0x38), rgb(0x8a, 0x3f, 0x1c), rgb(0xe9, 0x8a, 0x2c), rgb(0xff, 0xf0, 0xb0)],
];

impl LinkMap {
    /// The load of the busiest link: the end of the scale.
    pub fn highest(&self) -> f64 {
        self.links.iter().map(|link| link.load).fold(0.0, f64::max)
    }

    /// The load in the middle of the scale, which goes with the square root.
    pub fn middle(&self) -> f64 {
        self.highest() / 4.0
    }

    fn extent(&self, dimension: usize) -> i64 {
        self.extents.get(dimension).map_or(1, |&extent| i64::from(extent.max(1)))
    }

    /// The number of planes side by side, and the size of one with its margin.
    fn planes(&self) -> (i64, i64, i64) {
        let size = |dimension| (self.extent(dimension) - 1) * PITCH + NODE + 2 * MARGIN;
        (self.extent(2), size(0), size(1))
    }

    /// How many times larger the map is drawn.
    fn factor(&self) -> f64 {
        let (across, width, height) = self.planes();
        (ROOM / (across * width).max(self.rows() * height)).clamp(1, GREATEST) as f64
    }

    /// The number of planes one below the other.
    fn rows(&self) -> i64 {
        (3..self.extents.len()).map(|dimension| self.extent(dimension)).product()
    }

    /// The coordinates of a node.
    fn coordinates(&self, node: u32) -> Vec<i64> {
        let mut rest = i64::from(node);
        let mut coordinates: Vec<i64> = (0..self.extents.len()).map(|dimension| self.extent(dimension)).collect();
        for x in coordinates.iter_mut().rev() {
            (*x, rest) = (rest % *x, rest / *x);
        }
        coordinates
    }

    /// The upper left corner of a node: planes of the first two dimensions, the third to the right, further ones downwards,
    /// and within a plane the second dimension upwards.
    fn corner(&self, coordinates: &[i64]) -> (i64, i64) {
        let (_, width, height) = self.planes();
        let at = |dimension: usize| coordinates.get(dimension).copied().unwrap_or(0);
        let further = (3..self.extents.len()).fold(0, |row, dimension| row * self.extent(dimension) + at(dimension));
        let up = self.extent(1) - 1 - at(1);
        (at(2) * width + MARGIN + at(0) * PITCH, further * height + MARGIN + up * PITCH)
    }

    /// The rectangle of a link in its plane. A link that wraps around is a stub at its start.
    fn bar(&self, link: &LinkLoad) -> Rectangle {
        let coordinates = self.coordinates(link.node);
        let (left, top) = self.corner(&coordinates);
        let last = self.extent(link.dimension) - 1;
        let wraps = coordinates[link.dimension] == if link.upwards { last } else { 0 };
        let length = if wraps { MARGIN - 2 } else { PITCH - NODE };
        // Links of opposite directions lie side by side.
        let beside = if link.upwards { 0 } else { NODE - WIDTH };
        let along = if link.upwards { NODE } else { -length };
        rectangle(match link.dimension {
            0 => [left + along, top + beside, length, WIDTH],
            // Upwards is towards the top.
            _ => [left + beside, top + NODE - along - length, WIDTH, length],
        })
    }
}

impl Picture for LinkMap {
    fn size(&self) -> (f64, f64) {
        let ((across, width, height), factor) = (self.planes(), self.factor());
        ((across * width) as f64 * factor, (self.rows() * height) as f64 * factor)
    }

    /// A square per node, a bar per link next to it. Links along third and further dimensions have no place in the
    /// plane: the busiest of them colours its node. Time linear in nodes and links; what has the same shade is drawn at
    /// once.
    fn draw(&self, canvas: &mut Canvas) -> Drawn {
        let (highest, factor) = (self.highest(), self.factor());
        let mut shades = vec![Vec::new(); SHADES];
        let nodes: i64 = (0..self.extents.len()).map(|dimension| self.extent(dimension)).product();
        let mut busiest: Vec<Option<f64>> = vec![None; nodes as usize];
        for link in &self.links {
            if link.dimension < 2 {
                shades[shade(link.load, highest)].push(self.bar(link).scaled(factor));
            } else if let Some(busiest) = busiest.get_mut(link.node as usize) {
                *busiest = Some(busiest.unwrap_or(0.0).max(link.load));
            }
        }
        let mut plain = Vec::new();
        for (node, busiest) in busiest.iter().enumerate() {
            let (left, top) = self.corner(&self.coordinates(node as u32));
            let squares = busiest.map_or(&mut plain, |load| &mut shades[shade(load, highest)]);
            squares.push(rectangle([left, top, NODE, NODE]).scaled(factor));
        }
        let theme = canvas.theme();
        for (gap, colour) in [(-0.5, theme.axis), (0.5, theme.background)] {
            let squares: Vec<Rectangle> = plain.iter().map(|square| square.inset(gap)).collect();
            canvas.rectangles(&squares, colour)?;
        }
        for (step, rectangles) in shades.iter().enumerate() {
            canvas.rectangles(rectangles, colour(step, theme.dark))?;
        }
        Ok(())
    }
}

/// The key to the colours of a map: a bar from idle to busiest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkScale;

/// The width of a shade in the key, and its height.
const STEP: f64 = 5.0;
const HIGH: f64 = 10.0;

impl Picture for LinkScale {
    fn size(&self) -> (f64, f64) {
        (STEP * SHADES as f64, HIGH)
    }

    fn draw(&self, canvas: &mut Canvas) -> Drawn {
        let dark = canvas.theme().dark;
        (0..SHADES).try_for_each(|step| {
            canvas.rectangle(Rectangle::at((STEP * step as f64, 0.0), STEP, HIGH), colour(step, dark))
        })
    }
}

/// The shade of a load where the busiest link has the `highest`. A link with any load differs from idle.
pub(super) fn shade(load: f64, highest: f64) -> usize {
    if load <= 0.0 {
        return 0;
    }
    let share = (load / highest).sqrt();
    ((share * (SHADES - 1) as f64).round() as usize).max(FAINTEST)
}

/// A rectangle from left, top, width and height.
fn rectangle(sides: [i64; 4]) -> Rectangle {
    let [left, top, width, height] = sides.map(|side| side as f64);
    Rectangle::at((left, top), width, height)
}

/// The colour of a shade: between the stops, in equal steps.
pub(super) fn colour(step: usize, dark: bool) -> Colour {
    let stops = STOPS[usize::from(dark)];
    let place = step as f64 / (SHADES - 1) as f64 * (stops.len() - 1) as f64;
    let before = (place as usize).min(stops.len() - 2);
    let share = place - before as f64;
    let mixed = |low: u8, high: u8| (f64::from(low) + share * (f64::from(high) - f64::from(low))).round() as u8;
    let (low, high) = (stops[before], stops[before + 1]);
    rgb(mixed(low.0, high.0), mixed(low.1, high.1), mixed(low.2, high.2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::palette::Theme;
    use crate::figure::recorder::record;
    use crate::figure::svg;

    fn link(node: u32, dimension: usize, upwards: bool, load: f64) -> LinkLoad {
        LinkLoad { node, dimension, upwards, load }
    }

    #[test]
    fn links_lie_between_their_nodes_and_wrap_around_outside() {
        let map = LinkMap { extents: vec![3, 2], links: Vec::new() };
        // Node 2 is (1, 0): second column, lower row.
        assert_eq!(map.corner(&map.coordinates(2)), (MARGIN + PITCH, MARGIN + PITCH));
        let (left, top) = (26, 26);
        assert_eq!(map.bar(&link(2, 0, true, 0.0)), rectangle([left + 6, top, 10, 2]));
        assert_eq!(map.bar(&link(2, 0, false, 0.0)), rectangle([left - 10, top + 4, 10, 2]));
        assert_eq!(map.bar(&link(2, 1, true, 0.0)), rectangle([left, top - 10, 2, 10]));
        assert_eq!(map.bar(&link(2, 1, false, 0.0)), rectangle([left + 4, top + 6, 2, 8]), "around the edge: a stub");
        assert_eq!(map.bar(&link(3, 1, false, 0.0)), rectangle([left + 4, MARGIN + 6, 2, 10]));
    }

    #[test]
    fn the_busiest_link_has_the_strongest_colour() {
        let links = vec![link(0, 0, true, 0.1), link(1, 0, false, 0.4), link(1, 1, true, 0.0)];
        let map = LinkMap { extents: vec![2, 2], links };
        assert_eq!(map.highest(), 0.4);
        for dark in [false, true] {
            let [idle, .., busiest] = STOPS[usize::from(dark)];
            let recording = record(&map, dark);
            assert_eq!(recording.rectangles(idle), [(vec![map.bar(&map.links[2]).scaled(map.factor())], 1.0)]);
            assert_eq!(recording.rectangles(busiest), [(vec![map.bar(&map.links[1]).scaled(map.factor())], 1.0)]);
            // A quarter of the highest load: half of the way from idle to busiest, in 23 steps.
            assert_eq!(map.middle(), 0.1);
            assert_eq!(
                recording.rectangles(colour(12, dark)),
                [(vec![map.bar(&map.links[0]).scaled(map.factor())], 1.0)]
            );
            assert_eq!(recording.marks.len(), 2 + 3, "the nodes in two steps, the links at once for each shade");
            let theme = Theme::of(dark);
            assert_eq!([theme.axis, theme.background].map(|colour| recording.rectangles(colour)[0].0.len()), [4, 4]);
        }
    }

    #[test]
    fn little_traffic_is_told_from_none() {
        let links = vec![link(0, 0, true, 1e-9), link(1, 0, false, 0.9), link(1, 1, true, 0.0)];
        let map = LinkMap { extents: vec![2, 2], links };
        assert_eq!([0.0, 1e-9, 0.9 / 16.0, 0.9].map(|load| shade(load, map.highest())), [0, FAINTEST, 6, SHADES - 1]);
        let idle = LinkMap { extents: vec![2, 2], links: vec![link(0, 0, true, 0.0)] };
        assert_eq!((shade(0.0, idle.highest()), idle.middle()), (0, 0.0));
    }

    #[test]
    fn further_dimensions_colour_the_nodes() {
        let map = LinkMap { extents: vec![2, 2, 3, 2], links: vec![link(5, 2, true, 0.2), link(5, 3, false, 0.3)] };
        // 6 planes: 3 side by side, two rows of them.
        assert_eq!(map.size(), (3.0 * 126.0, 3.0 * 84.0), "enlarged within 460 pixels");
        let recording = record(&map, false);
        // Node 5 is (0, 0, 2, 1): the last plane of the lower row.
        let node = rectangle([3 * (84 + 10), 3 * (42 + 26), 3 * 6, 3 * 6]);
        assert_eq!(recording.rectangles(STOPS[0][3]), [(vec![node], 1.0)]);
        assert_eq!(recording.rectangles(Theme::of(false).axis)[0].0.len(), 23, "every other node is plain");
    }

    /// The page would not survive an element for each of them.
    #[test]
    fn the_map_of_ten_thousand_nodes_is_a_small_document() {
        let links = (0..10_000).flat_map(|node| {
            [(0, true), (0, false), (1, true), (1, false)]
                .map(|(dimension, upwards)| link(node, dimension, upwards, f64::from(node % 97) / 97.0))
        });
        let document = svg(&LinkMap { extents: vec![100, 100], links: links.collect() }, false, "Links");
        assert_eq!(
            document.lines().count(),
            4 + 2 + SHADES - 1,
            "root, title and build, nodes, links of all shades but one"
        );
        assert!(document.len() < 1_200_000, "{} bytes", document.len());
    }

    #[test]
    fn the_key_goes_from_idle_to_busiest() {
        let recording = record(&LinkScale, true);
        assert_eq!((LinkScale.size(), recording.marks.len()), ((120.0, 10.0), SHADES));
        let ends = [STOPS[1][0], STOPS[1][3]].map(|colour| recording.rectangles(colour)[0].0[0].left);
        assert_eq!(ends, [0.0, 115.0]);
    }

    #[test]
    fn a_map_of_nothing_is_drawn() {
        assert_eq!(record(&LinkMap::default(), true).marks.len(), 2, "one node, for want of any extent");
    }
}
