//! A picture of a square torus: who holds which nodes.

use super::palette::{Theme, colour, hexadecimal};
use std::fmt::Write;

/// A set of nodes with one holder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// What is written on its nodes, where there is room.
    pub label: String,
    /// Which of [`super::COLOURS`]; wraps around.
    pub colour: usize,
    /// The nodes, as row and column.
    pub nodes: Vec<[u32; 2]>,
}

/// The side of the drawing, in CSS pixels.
const SIDE: f64 = 288.0;

/// The picture as an inline SVG, hidden from screen readers: the text beside it says the same. Rows go down, as in matrices.
pub fn torus_svg(side: u32, holdings: &[Holding], dark: bool) -> String {
    let node = SIDE / f64::from(side.max(1));
    let theme = Theme::of(dark);
    let [background, axis, grid] = [theme.background, theme.axis, theme.grid].map(hexadecimal);
    let mut lines = String::new();
    for line in 1..side {
        let at = f64::from(line) * node;
        let _ = write!(lines, "M{at:.1} 0V{SIDE}M0 {at:.1}H{SIDE}");
    }
    let around = SIDE + 2.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{around}\" height=\"{around}\" viewBox=\"-1 -1 {around} {around}\" \
         aria-hidden=\"true\" font-family=\"system-ui, sans-serif\" font-size=\"{:.1}\" text-anchor=\"middle\">\n\
         <path fill=\"none\" stroke=\"{grid}\" d=\"{lines}\"/>\n\
         <path fill=\"none\" stroke=\"{axis}\" d=\"M0 0H{SIDE}V{SIDE}H0z\"/>\n",
        (node * 0.42).min(13.0)
    );
    for holding in holdings {
        let shade = hexadecimal(colour(holding.colour, dark));
        let corner = |[row, column]: &[u32; 2]| (f64::from(*column) * node, f64::from(*row) * node);
        let path = holding.nodes.iter().map(corner).fold(String::new(), |mut path, (x, y)| {
            let _ = write!(path, "M{x:.2} {y:.2}h{node:.2}v{node:.2}h-{node:.2}z");
            path
        });
        let gap = (node / 16.0).min(1.0);
        let _ = writeln!(
            svg,
            "<path class=\"held\" fill=\"{shade}\" stroke=\"{background}\" stroke-width=\"{gap:.2}\" d=\"{path}\"/>"
        );
        if node >= 16.0 {
            for (x, y) in holding.nodes.iter().map(corner) {
                let (x, y) = (x + node / 2.0, y + node / 2.0 + (node * 0.15).min(4.5));
                let _ = write!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{background}\">{}</text>", holding.label);
            }
        }
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_filled_where_they_are() {
        let holdings = [
            Holding { label: "1".into(), colour: 0, nodes: vec![[0, 1], [3, 3]] },
            Holding { label: "2".into(), colour: 1, nodes: vec![[2, 0]] },
        ];
        let svg = torus_svg(4, &holdings, false);
        assert!(svg.contains("d=\"M72.00 0.00h72.00v72.00h-72.00zM216.00 216.00h"), "{svg}");
        assert_eq!((svg.matches("class=\"held\"").count(), svg.matches(">1</text>").count()), (2, 2));
        assert!(!torus_svg(32, &holdings, true).contains("</text>"), "small nodes have no room");
        assert!(torus_svg(0, &[], false).ends_with("</svg>"));
    }
}
