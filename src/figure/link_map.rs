//! A machine's links as a map: how busy each is, as a colour.

use super::palette::{Colour, Theme, hexadecimal};
use std::fmt::Write;

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

/// From node to node, the side of a node, and the width of a link, in the drawing's units.
const PITCH: i64 = 16;
const NODE: i64 = 6;
const WIDTH: i64 = 2;
/// Around each plane of nodes: room for links that wrap around.
const MARGIN: i64 = 10;
/// The shades from idle to busiest; more could not be told apart.
const SHADES: usize = 24;

/// From idle to busiest, on a light and on a dark background: ever more contrast.
const STOPS: [[Colour; 4]; 2] = [
    [(0xe6, 0xe9, 0xed), (0xf2, 0xb9, 0x5c), (0xd0, 0x4a, 0x1c), (0x5c, 0x0a, 0x1e)],
    [(0x2c, 0x31, 0x38), (0x8a, 0x3f, 0x1c), (0xe9, 0x8a, 0x2c), (0xff, 0xf0, 0xb0)],
];

impl LinkMap {
    /// The load of the busiest link: the end of the scale.
    pub fn highest(&self) -> f64 {
        self.links.iter().map(|link| link.load).fold(0.0, f64::max)
    }

    fn extent(&self, dimension: usize) -> i64 {
        self.extents.get(dimension).map_or(1, |&extent| i64::from(extent.max(1)))
    }

    /// The number of planes side by side, and the size of one with its margin.
    fn planes(&self) -> (i64, i64, i64) {
        let size = |dimension| (self.extent(dimension) - 1) * PITCH + NODE + 2 * MARGIN;
        (self.extent(2), size(0), size(1))
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

    /// The rectangle of a link in its plane: left, top, width, height. A link that wraps around is a stub at its start.
    fn bar(&self, link: &LinkLoad) -> [i64; 4] {
        let coordinates = self.coordinates(link.node);
        let (left, top) = self.corner(&coordinates);
        let last = self.extent(link.dimension) - 1;
        let wraps = coordinates[link.dimension] == if link.upwards { last } else { 0 };
        let length = if wraps { MARGIN - 2 } else { PITCH - NODE };
        // Links of opposite directions lie side by side.
        let beside = if link.upwards { 0 } else { NODE - WIDTH };
        let along = if link.upwards { NODE } else { -length };
        match link.dimension {
            0 => [left + along, top + beside, length, WIDTH],
            // Upwards is towards the top.
            _ => [left + beside, top + NODE - along - length, WIDTH, length],
        }
    }
}

/// The map as an SVG picture with `label` for screen readers: a square per node, a bar per link beside it. Links along
/// third and further dimensions have no place in the plane: the busiest of them colours its node.
pub fn link_map_svg(map: &LinkMap, label: &str, dark: bool) -> String {
    let (across, plane_width, plane_height) = map.planes();
    let further: i64 = (3..map.extents.len()).map(|dimension| map.extent(dimension)).product();
    let (width, height) = (across * plane_width, further * plane_height);
    let highest = map.highest();
    let shade = |load: f64| if highest > 0.0 { (load / highest * (SHADES - 1) as f64).round() as usize } else { 0 };
    let mut paths = vec![String::new(); SHADES];
    let nodes: i64 = (0..map.extents.len()).map(|dimension| map.extent(dimension)).product();
    let mut of_node = vec![None; nodes as usize];
    for link in &map.links {
        if link.dimension < 2 {
            rectangle(&mut paths[shade(link.load)], map.bar(link));
        } else {
            let busiest: &mut Option<f64> = &mut of_node[link.node as usize];
            *busiest = Some(busiest.unwrap_or(0.0).max(link.load));
        }
    }
    let mut plain = String::new();
    for (node, busiest) in of_node.iter().enumerate() {
        let (left, top) = map.corner(&map.coordinates(node as u32));
        let path = busiest.map_or(&mut plain, |load| &mut paths[shade(load)]);
        rectangle(path, [left, top, NODE, NODE]);
    }
    let grid = hexadecimal(Theme::of(dark).axis);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" aria-label=\"{label}\">\n<path class=\"nodes\" fill=\"none\" stroke=\"{grid}\" d=\"{plain}\"/>\n"
    );
    for (step, path) in paths.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
        let _ = writeln!(svg, "<path fill=\"{}\" d=\"{path}\"/>", hexadecimal(colour(step, dark)));
    }
    svg + "</svg>"
}

/// The key to the colours: a bar from idle to busiest.
pub fn link_scale_svg(dark: bool) -> String {
    let mut svg =
        String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"120\" height=\"10\" aria-hidden=\"true\">");
    for step in 0..SHADES {
        let fill = hexadecimal(colour(step, dark));
        let _ = write!(svg, "<path fill=\"{fill}\" d=\"M{} 0h5v10h-5z\"/>", 5 * step);
    }
    svg + "</svg>"
}

fn rectangle(path: &mut String, [left, top, width, height]: [i64; 4]) {
    let _ = write!(path, "M{left} {top}h{width}v{height}h-{width}z");
}

/// The colour of a shade: between the stops, in equal steps.
fn colour(step: usize, dark: bool) -> Colour {
    let stops = STOPS[usize::from(dark)];
    let place = step as f64 / (SHADES - 1) as f64 * (stops.len() - 1) as f64;
    let before = (place as usize).min(stops.len() - 2);
    let share = place - before as f64;
    let mixed = |low: u8, high: u8| (f64::from(low) + share * (f64::from(high) - f64::from(low))).round() as u8;
    let (low, high) = (stops[before], stops[before + 1]);
    (mixed(low.0, high.0), mixed(low.1, high.1), mixed(low.2, high.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(node: u32, dimension: usize, upwards: bool, load: f64) -> LinkLoad {
        LinkLoad { node, dimension, upwards, load }
    }

    #[test]
    fn links_lie_between_their_nodes_and_wrap_around_outside() {
        let map = LinkMap { extents: vec![3, 2], links: Vec::new() };
        // Node 2 is (1, 0): second column, lower row.
        assert_eq!(map.corner(&map.coordinates(2)), (MARGIN + PITCH, MARGIN + PITCH));
        let (left, top) = (26, 26);
        assert_eq!(map.bar(&link(2, 0, true, 0.0)), [left + 6, top, 10, 2]);
        assert_eq!(map.bar(&link(2, 0, false, 0.0)), [left - 10, top + 4, 10, 2]);
        assert_eq!(map.bar(&link(2, 1, true, 0.0)), [left, top - 10, 2, 10]);
        assert_eq!(map.bar(&link(2, 1, false, 0.0)), [left + 4, top + 6, 2, 8], "around the edge: a stub");
        assert_eq!(map.bar(&link(3, 1, false, 0.0)), [left + 4, MARGIN + 6, 2, 10]);
    }

    #[test]
    fn the_busiest_link_has_the_strongest_colour() {
        let links = vec![link(0, 0, true, 0.1), link(1, 0, false, 0.4), link(1, 1, true, 0.0)];
        let map = LinkMap { extents: vec![2, 2], links };
        assert_eq!(map.highest(), 0.4);
        for (dark, idle, busiest) in [(false, "#e6e9ed", "#5c0a1e"), (true, "#2c3138", "#fff0b0")] {
            let svg = link_map_svg(&map, "Links", dark);
            assert!(svg.contains(idle) && svg.contains(busiest) && svg.contains("aria-label=\"Links\""), "{svg}");
            assert_eq!(svg.matches("<path fill=\"#").count(), 3, "a path per shade");
        }
    }

    #[test]
    fn further_dimensions_colour_the_nodes() {
        let map = LinkMap { extents: vec![2, 2, 3, 2], links: vec![link(5, 2, true, 0.2), link(5, 3, false, 0.3)] };
        let svg = link_map_svg(&map, "", false);
        // 6 planes: 3 side by side, two rows of them.
        assert!(svg.contains("width=\"126\" height=\"84\""), "{svg}");
        // Node 5 is (0, 0, 2, 1): the last plane of the lower row.
        assert!(svg.contains(&format!("#5c0a1e\" d=\"M{} {}h6", 84 + 10, 42 + 26)), "{svg}");
        assert_eq!(svg.matches('M').count(), 24, "every node once");
    }

    #[test]
    fn a_map_of_nothing_is_drawn() {
        assert!(link_map_svg(&LinkMap::default(), "", true).ends_with("</svg>"));
    }
}
