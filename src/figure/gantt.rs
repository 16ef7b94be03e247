//! A Gantt chart: bars on lanes against time, as SVG.

use super::Axis;
use super::palette::{Theme, colour, hexadecimal};
use super::scale::Scale;
use super::svg::escape;
use std::fmt::Write;
use std::ops::Range;

/// What the chart shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gantt {
    /// What the lanes are.
    pub title: String,
    /// Their names, from top to bottom.
    pub lanes: Vec<String>,
    /// The bars, in the order in which they are drawn.
    pub bars: Vec<Bar>,
    /// A deadline to mark.
    pub deadline: Option<f64>,
}

/// One bar.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bar {
    /// What is written into it, where there is room.
    pub label: String,
    /// What is said about it when it is pointed at.
    pub title: String,
    /// Which of [`super::COLOURS`]; wraps around.
    pub colour: usize,
    /// The lanes that it covers.
    pub lanes: Range<u32>,
    /// Where it starts.
    pub from: f64,
    /// Where it turns pale.
    pub pale_from: f64,
    /// Where it ends.
    pub to: f64,
}

// In CSS pixels: the greatest height of one lane, the least and the greatest of all; what is above, to the right and below; a letter's width.
const LANE: f64 = 26.0;
const LEAST: f64 = 156.0;
const LANES: f64 = 440.0;
const TOP: f64 = 18.0;
const RIGHT: f64 = 18.0;
const BOTTOM: f64 = 44.0;
const LETTER: f64 = 6.8;

/// The chart as an SVG document `width` CSS pixels wide, with `description` for those who cannot see it.
pub fn gantt_svg(gantt: &Gantt, description: &str, width: f64, dark: bool) -> String {
    let count = gantt.lanes.len().max(1) as f64;
    let lane = (LANES / count).min(LANE.max(LEAST / count));
    // As many names as there is room for; of powers of two, every second, fourth, ...
    let stride = (0..).map(|power| 1usize << power).find(|stride| lane * *stride as f64 >= 13.0).unwrap_or(1);
    let letters = gantt.lanes.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let left = 30.0 + LETTER * letters as f64;
    let (across, down) = ((width - left - RIGHT).max(60.0), lane * count);
    let ends = gantt.bars.iter().map(|bar| bar.to).chain(gantt.deadline);
    let axis = Axis { title: "Time".into(), ..Axis::default() };
    let time = Scale::fit(&axis, ends.chain([0.0]), across, |label| LETTER * (label.chars().count() + 2) as f64);
    let x = |value: f64| left + across * time.fraction(value);
    let y = |lanes: f64| TOP + lane * lanes;

    let theme = Theme::of(dark);
    let [background, text, quiet, axis, grid] =
        [theme.background, theme.text, theme.quiet, theme.axis, theme.grid].map(hexadecimal);
    let (right, bottom) = (left + across, TOP + down);
    let (width, height) = (width.max(right + RIGHT), bottom + BOTTOM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height:.1}\" viewBox=\"0 0 {width} \
         {height:.1}\" role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n<title>{}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{background}\"/>\n",
        escape(description)
    );
    let mut strokes = String::new();
    for tick in &time.ticks {
        let at = left + across * time.place(tick.value);
        let _ = write!(strokes, "M{at:.1} {TOP}V{bottom:.1}");
        write_text(&mut svg, [at, bottom + 17.0], "middle", &quiet, &tick.label);
    }
    for position in (0..=gantt.lanes.len()).step_by(stride) {
        let _ = write!(strokes, "M{left:.1} {:.1}H{right:.1}", y(position as f64));
    }
    let _ = writeln!(svg, "<path d=\"{strokes}\" stroke=\"{grid}\" fill=\"none\"/>");
    for (position, name) in gantt.lanes.iter().enumerate().step_by(stride) {
        write_text(&mut svg, [left - 6.0, y(position as f64 + 0.5) + 4.0], "end", &quiet, name);
    }
    for bar in &gantt.bars {
        let shade = hexadecimal(colour(bar.colour, dark));
        let (top, high) = (y(bar.lanes.start.into()), lane * f64::from(bar.lanes.end - bar.lanes.start));
        let (from, pale, to) = (x(bar.from), x(bar.pale_from), x(bar.to));
        let gap = (high / 12.0).min(1.0);
        let title = escape(&bar.title);
        let _ =
            write!(svg, "<g fill=\"{shade}\" stroke=\"{background}\" stroke-width=\"{gap:.2}\"><title>{title}</title>");
        for (from, to, opacity) in [(from, pale, "1"), (pale, to, "0.45")] {
            if to > from {
                let _ = write!(
                    svg,
                    "<rect x=\"{from:.2}\" y=\"{top:.2}\" width=\"{:.2}\" height=\"{high:.2}\" fill-opacity=\"{opacity}\"/>",
                    to - from
                );
            }
        }
        svg += "</g>\n";
        if high >= 11.0 && pale - from >= LETTER * (bar.label.chars().count() as f64 + 0.5) {
            write_text(&mut svg, [(from + pale) / 2.0, top + high / 2.0 + 4.0], "middle", &background, &bar.label);
        }
    }
    if let Some(deadline) = gantt.deadline {
        let at = x(deadline);
        let _ = writeln!(
            svg,
            "<path d=\"M{at:.1} {TOP}V{bottom:.1}\" stroke=\"{text}\" stroke-width=\"1.5\" stroke-dasharray=\"4 3\"/>"
        );
        write_text(&mut svg, [at, 12.0], "end", &text, "deadline");
    }
    let _ = writeln!(svg, "<path d=\"M{left:.1} {TOP}V{bottom:.1}H{right:.1}\" stroke=\"{axis}\" fill=\"none\"/>");
    write_text(&mut svg, [left + across / 2.0, bottom + 36.0], "middle", &text, &time.caption);
    let _ = write!(svg, "<g transform=\"translate(14 {:.1}) rotate(-90)\">", TOP + down / 2.0);
    write_text(&mut svg, [0.0, 0.0], "middle", &text, &gantt.title);
    svg + "</g></svg>"
}

fn write_text(svg: &mut String, [x, y]: [f64; 2], anchor: &str, fill: &str, text: &str) {
    let text = escape(text);
    let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{fill}\">{text}</text>");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gantt() -> Gantt {
        let bar = |label: &str, lanes, from, pale_from, to| Bar {
            label: label.into(),
            title: format!("{label} & its title"),
            colour: 0,
            lanes,
            from,
            pale_from,
            to,
        };
        Gantt {
            title: "Columns <first>".into(),
            lanes: (0..4).map(|lane| lane.to_string()).collect(),
            bars: vec![bar("J1", 0..4, 0.0, 2.0, 2.0), bar("J2", 1..2, 2.0, 8.0, 10.0), bar("J3", 2..3, 2.0, 2.1, 2.1)],
            deadline: Some(9.5),
        }
    }

    fn rectangles(svg: &str) -> Vec<[f64; 4]> {
        let number = |part: &str, name: &str| -> f64 {
            part.split_once(&format!("{name}=\"")).unwrap().1.split_once('"').unwrap().0.parse().unwrap()
        };
        let parts = svg.split("<rect ").skip(2);
        parts.map(|part| ["x", "y", "width", "height"].map(|name| number(part, name))).collect()
    }

    #[test]
    fn bars_lie_on_their_lanes_and_times() {
        let svg = gantt_svg(&gantt(), "four lanes", 500.0, false);
        let [first, second, pale, short] = rectangles(&svg)[..] else { panic!("{svg}") };
        let unit = first[2] / 2.0;
        assert!((second[2] - 6.0 * unit).abs() < 0.1 && (pale[2] - 2.0 * unit).abs() < 0.1);
        assert!((pale[0] - second[0] - second[2]).abs() < 0.02, "pale where the rest ends");
        assert!((pale[0] + pale[2] - (500.0 - RIGHT)).abs() < 0.1, "10 is a round end of the axis");
        assert_eq!((first[1], first[3], second[1], second[3]), (TOP, LEAST, TOP + LEAST / 4.0, LEAST / 4.0));
        assert!(svg.contains(">J2</text>") && !svg.contains(">J3</text>"), "{short:?} is too narrow for its label");
        assert_eq!(svg.matches("fill-opacity=\"0.45\"").count(), 1);
        assert!(svg.contains("Columns &lt;first&gt;") && svg.contains("<title>J1 &amp; its title</title>"));
        assert!(svg.contains("<title>four lanes</title>") && svg.contains(">deadline</text>"));
    }

    #[test]
    fn many_lanes_are_thin_and_few_of_them_named() {
        let lanes = (0..1024).map(|lane| lane.to_string()).collect();
        let svg = gantt_svg(&Gantt { lanes, ..gantt() }, "", 500.0, true);
        assert_eq!(
            svg.matches("text-anchor=\"end\"").count(),
            1024 / 32 + 1,
            "32 lanes of 0.43 make room, and the deadline"
        );
        assert!(svg.contains("#3fa0e0"), "the dark theme's colour");
        let nothing = gantt_svg(&Gantt::default(), "", 0.0, false);
        assert!(nothing.ends_with("</svg>") && !nothing.contains("NaN"));
    }
}
