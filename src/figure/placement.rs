//! A small picture of a plane of nodes: what is taken, and what one more request gets.

use super::palette::{Theme, colour, hexadecimal};
use std::fmt::Write;

/// A rectangle of nodes: its corner of least coordinates and its extents, to the right and upwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patch {
    /// The coordinates of the corner.
    pub base: [u32; 2],
    /// The number of nodes along each side.
    pub extents: [u32; 2],
}

/// What the picture shows. Patches lie within the plane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// The nodes of the plane, to the right and upwards.
    pub extents: [u32; 2],
    /// What is taken by others: grey, with the outline of each patch.
    pub busy: Vec<Patch>,
    /// What the request gets, in the order in which it is taken; several patches are numbered. The patches of one number
    /// are one block (which may go around the edges of the plane).
    pub taken: Vec<Vec<Patch>>,
    /// Which of [`super::COLOURS`] the request has; wraps around.
    pub colour: usize,
}

/// The side of the drawing, in CSS pixels, for the longer side of the plane.
const SIDE: f64 = 160.0;

/// The picture as an inline SVG of at most 160 by 160 CSS pixels, hidden from screen readers: the text beside it says the
/// same. The origin is at the lower left, as in the literature.
pub fn placement_svg(placement: &Placement, dark: bool) -> String {
    let [across, up] = placement.extents.map(|extent| f64::from(extent.max(1)));
    let node = SIDE / across.max(up);
    let (width, height) = (across * node, up * node);
    let theme = Theme::of(dark);
    let [axis, grid, background] = [theme.axis, theme.grid, theme.background].map(hexadecimal);
    let shade = hexadecimal(colour(placement.colour, dark));
    let frame = |patch: &Patch, gap: f64| {
        let [x, y] = patch.base.map(f64::from);
        let [w, h] = patch.extents.map(f64::from);
        (x * node + gap, height - (y + h) * node + gap, w * node - 2.0 * gap, h * node - 2.0 * gap)
    };
    let outline = |patches: &[Patch], gap: f64| {
        patches.iter().fold(String::new(), |mut path, patch| {
            let (x, y, w, h) = frame(patch, gap);
            let _ = write!(path, "M{x:.1} {y:.1}h{w:.1}v{h:.1}h-{w:.1}z");
            path
        })
    };
    // Between small nodes there is no room for a gap.
    let gap = (node / 16.0).min(1.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"-1 -1 {} {}\" \
         aria-hidden=\"true\">\n<path class=\"grid\" fill=\"none\" stroke=\"{grid}\" d=\"{}\"/>\n\
         <path class=\"edge\" fill=\"none\" stroke=\"{axis}\" d=\"M0 0H{width}V{height}H0z\"/>\n\
         <path class=\"busy\" fill=\"{axis}\" fill-opacity=\"0.5\" stroke=\"{axis}\" stroke-width=\"{gap:.2}\" d=\"{}\"/>\n",
        width + 2.0,
        height + 2.0,
        lines(placement.extents, node, width, height),
        outline(&placement.busy, gap),
    );
    for (position, block) in placement.taken.iter().enumerate() {
        let path = outline(block, gap);
        let _ = writeln!(svg, "<path class=\"taken\" fill=\"{shade}\" stroke=\"{background}\" d=\"{path}\"/>");
        let Some(patch) = block.first().filter(|_| placement.taken.len() > 1) else { continue };
        let (x, y, w, h) = frame(patch, 0.0);
        let narrow = if position < 9 { 0.7 } else { 0.6 };
        let size = (narrow * w.min(h)).min(14.0);
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{size:.1}\" text-anchor=\"middle\" fill=\"{background}\">{}</text>",
            x + w / 2.0,
            y + h / 2.0 + 0.36 * size,
            position + 1
        );
    }
    svg + "</svg>"
}

/// The lines between nodes.
fn lines([across, up]: [u32; 2], node: f64, width: f64, height: f64) -> String {
    let mut path = String::new();
    for column in 1..across {
        let _ = write!(path, "M{:.1} 0v{height}", f64::from(column) * node);
    }
    for row in 1..up {
        let _ = write!(path, "M0 {:.1}h{width}", f64::from(row) * node);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patch(base: [u32; 2], extents: [u32; 2]) -> Patch {
        Patch { base, extents }
    }

    fn placement(taken: Vec<Vec<Patch>>) -> Placement {
        Placement { extents: [8, 4], busy: vec![patch([0, 0], [1, 1]), patch([3, 2], [5, 2])], taken, colour: 0 }
    }

    /// The path of the only element of this class.
    fn path<'a>(svg: &'a str, class: &str) -> &'a str {
        let line = svg.lines().find(|line| line.contains(&format!("class=\"{class}\""))).unwrap();
        line.split_once(" d=\"").unwrap().1.split_once('"').unwrap().0
    }

    #[test]
    fn the_origin_is_at_the_lower_left() {
        let svg = placement_svg(&placement(vec![vec![patch([1, 0], [2, 1])]]), false);
        assert!(svg.contains("width=\"160\" height=\"80\""), "{svg}");
        assert_eq!(path(&svg, "busy"), "M1.0 61.0h18.0v18.0h-18.0zM61.0 1.0h98.0v38.0h-98.0z");
        assert_eq!(path(&svg, "taken"), "M21.0 61.0h38.0v18.0h-38.0z");
        assert_eq!(path(&svg, "grid").matches('M').count(), 7 + 3);
        assert!(!svg.contains("<text"), "one block needs no number");
    }

    #[test]
    fn several_blocks_are_numbered_in_their_order() {
        let block = |x| vec![patch([x, 0], [1, 1])];
        let svg = placement_svg(
            &placement(vec![block(5), block(2), vec![patch([7, 1], [1, 1]), patch([0, 1], [1, 1])]]),
            true,
        );
        let numbers: Vec<_> =
            svg.lines().filter_map(|line| Some(line.strip_prefix("<text x=\"")?.split_once('"')?.0)).collect();
        assert_eq!(numbers, ["110.0", "50.0", "150.0"]);
        assert_eq!(svg.matches("class=\"taken\"").count(), 3);
        assert!(svg.contains(">3</text>") && !svg.contains(">4</text>"));
    }

    #[test]
    fn colours_are_those_of_the_theme() {
        let pictures = [false, true].map(|dark| placement_svg(&placement(vec![vec![patch([1, 0], [1, 1])]]), dark));
        assert!(pictures[0].contains("#0072b2") && pictures[1].contains("#3fa0e0"));
        assert_ne!(pictures[0], pictures[1]);
    }

    #[test]
    fn a_plane_of_nothing_is_drawn() {
        assert!(placement_svg(&Placement::default(), false).ends_with("</svg>"));
    }
}
