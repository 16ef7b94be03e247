//! Pictures as SVG documents, by the same drawing code as everything else.

use super::backend::{Backend, Dot, Drawn};
use super::canvas::{Lettering, Picture, SUBPIXELS, Stroke, paint};
use super::imprint::Imprint;
use plotters::backend::SVGBackend;
use plotters::style::{Color, RGBAColor};

/// What plotters' SVG backend divides a font's size by.
const FONT_DIVISOR: f64 = 1.24;

/// The picture as a self-contained SVG document of its natural size, light or dark: the same picture gives the same bytes.
/// Screen readers get `title` and the picture's description. A picture without a title is hidden from them: it only
/// repeats the text next to it. [`BUILD`](crate::BUILD) is in the metadata. Time and size linear in what is drawn.
///
/// ```
/// use subtorus::figure::{Axis, Chart, ChartPicture, Point, Series, svg};
///
/// let point = |x, y| Point { x, y, ..Point::default() };
/// let points = vec![point(0.2, 1.1), point(0.6, 1.9), point(0.8, 5.0)];
/// let nep = Series { label: "easy / nep".into(), visible: true, points, ..Series::default() };
/// let axis = |title: &str| Axis { title: title.into(), ..Axis::default() };
/// let chart = Chart { x: axis("Utilisation"), y: axis("Mean wait"), series: vec![nep], ..Chart::default() };
/// let document = svg(&ChartPicture::new(&chart, 640.0, 400.0), false, "Mean wait against utilisation");
/// assert!(document.starts_with("<svg") && document.contains("Utilisation"));
/// ```
pub fn svg(picture: &dyn Picture, dark: bool, title: &str) -> String {
    let (wide, high) = drawn_size(picture);
    let size = [wide, high].map(|length| (length / f64::from(SUBPIXELS)).to_string());
    document(picture, dark, size, &Imprint { title: title.into(), ..Imprint::default() })
}

/// The same, light, for paper: so many millimetres to a CSS pixel. The metadata says where it comes from.
pub fn printed_svg(picture: &dyn Picture, millimetres: f64, imprint: &Imprint) -> String {
    let (wide, high) = picture.size();
    let size = [wide, high].map(|length| format!("{:.3}mm", length * millimetres));
    document(picture, false, size, imprint)
}

/// Width and height in whole units of the canvas.
fn drawn_size(picture: &dyn Picture) -> (f64, f64) {
    let (wide, high) = picture.size();
    let finer = f64::from(SUBPIXELS);
    ((wide * finer).ceil(), (high * finer).ceil())
}

/// The document with this width and height.
fn document(picture: &dyn Picture, dark: bool, [width, height]: [String; 2], imprint: &Imprint) -> String {
    let mut document = Document::default();
    // Writing to a string does not fail; if it did, the document would end early but still be closed.
    let _ = paint(picture, &mut document, 1.0, dark);
    let (wide, high) = drawn_size(picture);
    let (description, metadata) = (picture.description(), imprint.lines().join("\n"));
    let elements = [("title", &imprint.title), ("desc", &description), ("metadata", &metadata)];
    let elements = elements.into_iter().filter(|(_, text)| !text.is_empty()).map(|(name, text)| element(name, text));
    let words = match &*imprint.title {
        "" => " aria-hidden=\"true\">\n".to_string(),
        _ => format!(" role=\"img\">\n{}", elements.collect::<String>()),
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {wide} {high}\" \
         stroke-linejoin=\"round\"{words}{}</svg>",
        document.0
    )
}

/// The elements of a document, written by plotters' backend wherever it can. It cannot write titles, nor many
/// rectangles in one element: without the latter, a map of ten thousand nodes takes five megabytes and an element per
/// link.
#[derive(Default)]
struct Document(String);

impl Document {
    /// Lets plotters write something. Plotters adds a root element, which is removed again.
    fn write(&mut self, draw: impl FnOnce(&mut SVGBackend) -> Drawn) -> Drawn {
        let mut document = String::new();
        draw(&mut SVGBackend::with_string(&mut document, (0, 0)))?;
        let body = document.split_once('\n').and_then(|(_, rest)| rest.strip_suffix("</svg>\n"));
        self.0.push_str(body.unwrap_or_default());
        Ok(())
    }
}

impl Backend for Document {
    fn line(&mut self, dots: &[Dot], stroke: Stroke) -> Drawn {
        self.write(|backend| backend.line(dots, stroke))
    }

    fn area(&mut self, corners: &[Dot], colour: &RGBAColor) -> Drawn {
        self.write(|backend| backend.area(corners, colour))
    }

    fn rectangles(&mut self, rectangles: &[[Dot; 2]], colour: &RGBAColor) -> Drawn {
        if let [_] = rectangles {
            return self.write(|backend| backend.rectangles(rectangles, colour));
        }
        let (red, green, blue) = colour.rgb();
        let opacity = colour.alpha();
        self.0 += &format!("<path fill=\"#{red:02X}{green:02X}{blue:02X}\" opacity=\"{opacity}\" d=\"");
        // Relative moves are shorter than absolute ones.
        let (mut x, mut y) = (0, 0);
        for [(left, top), (right, bottom)] in rectangles {
            let (width, height) = (right - left, bottom - top);
            self.0 += &format!("m{} {}h{width}v{height}h{}z", left - x, top - y, -width);
            (x, y) = (*left, *top);
        }
        self.0.push_str("\"/>\n");
        Ok(())
    }

    fn text(&mut self, text: &str, lettering: Lettering, dot: Dot) -> Drawn {
        let larger = Lettering { size: FONT_DIVISOR * lettering.size, ..lettering };
        self.write(|backend| backend.text(&printable(text), larger, dot))
    }

    fn begin_group(&mut self, title: &str) -> Drawn {
        self.0.push_str("<g>\n");
        self.0.push_str(&element("title", title));
        Ok(())
    }

    fn end_group(&mut self) -> Drawn {
        self.0.push_str("</g>\n");
        Ok(())
    }
}

/// An element with nothing but text in it.
fn element(name: &str, text: &str) -> String {
    let text = printable(&text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"));
    format!("<{name}>{text}</{name}>\n")
}

/// `text` without the characters that XML has no way to write.
fn printable(text: &str) -> String {
    let allowed = |letter: &char| {
        matches!(letter, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..) // surrogates are no characters in Rust
    };
    text.chars().filter(allowed).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::BUILD;
    use crate::figure::canvas::{Anchor, Canvas};
    use crate::figure::geometry::Rectangle;

    /// Whether every element is closed in order and every special character is escaped.
    pub fn well_formed(document: &str) -> bool {
        let mut open = Vec::new();
        for piece in document.split('<').skip(1) {
            let Some((tag, text)) = piece.split_once('>') else { return false };
            if text.contains('>') || text.replace("&amp;", "").replace("&lt;", "").replace("&gt;", "").contains("&&") {
                return false;
            }
            let name = tag.trim_start_matches('/').split_whitespace().next().unwrap_or_default();
            match (tag.starts_with('/'), tag.ends_with('/')) {
                (true, _) if open.pop() != Some(name) => return false,
                (false, false) => open.push(name),
                _ => {}
            }
        }
        open.is_empty()
    }

    /// One of everything.
    struct Everything;

    impl Picture for Everything {
        fn size(&self) -> (f64, f64) {
            (30.0, 20.25)
        }

        fn draw(&self, canvas: &mut Canvas) -> Drawn {
            let theme = canvas.theme();
            let square = Rectangle::at((1.0, 2.0), 4.0, 5.0);
            canvas.titled("a < b & \"c\"\u{1}", |canvas| canvas.rectangle(square, theme.text.mix(0.5)))?;
            canvas.rectangles(&[square, square.inset(0.5)], theme.axis)?;
            canvas.rectangles(&[], theme.axis)?;
            canvas.line(&[(0.0, 0.0), (3.04, 4.06)], Stroke::new(theme.text, 1.5))?;
            canvas.area(&[(0.0, 0.0), (1.0, 1.0), (0.0, 2.0)], theme.text)?;
            let lettering = Lettering::new(10.0, theme.text);
            canvas.text("<&\"'>\u{1}", (3.0, 4.0), lettering.at(Anchor::End).bold())?;
            canvas.text("up", (3.0, 4.0), lettering.upwards())
        }
    }

    #[test]
    fn everything_is_an_element_with_its_attributes() {
        let document = svg(&Everything, false, "what");
        assert!(well_formed(&document), "{document}");
        let lines: Vec<&str> = document.lines().collect();
        let root = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"30\" height=\"20.3\" viewBox=\"0 0 300 203\" ";
        assert_eq!(lines[0], format!("{root}stroke-linejoin=\"round\" role=\"img\">"));
        assert_eq!(lines[1..3], ["<title>what</title>", &format!("<metadata>Subtorus {BUILD}</metadata>")]);
        let lines = &lines[1..];
        assert_eq!(lines[2..4], ["<g>", "<title>a &lt; b &amp; \"c\"</title>"]);
        assert!(
            lines[4].starts_with("<rect x=\"10\" y=\"20\" width=\"40\" height=\"50\" opacity=\"0.5\""),
            "{}",
            lines[4]
        );
        assert_eq!(lines[5], "</g>");
        assert_eq!(
            lines[6], "<path fill=\"#888888\" opacity=\"1\" d=\"m10 20h40v50h-40zm5 5h30v40h-30z\"/>",
            "many rectangles are one element"
        );
        assert!(lines[7].contains("stroke-width=\"15\" points=\"0,0 30,41 \""), "{}", lines[7]);
        assert!(lines[8].starts_with("<polygon") && lines[8].contains("points=\"0,0 10,10 0,20 \""), "{}", lines[8]);
        for part in ["x=\"30\" y=\"40\"", "text-anchor=\"end\"", "font-size=\"100\"", "font-weight=\"bold\""] {
            assert!(lines[9].contains(part), "{part} in {}", lines[9]);
        }
        assert_eq!(lines[10], "&lt;&amp;&quot;&apos;&gt;");
        assert!(lines[12].contains("rotate(270, 30, 40)"), "{}", lines[12]);
        assert_eq!((lines[15], lines.len()), ("</svg>", 16));
    }

    #[test]
    fn on_paper_it_has_its_true_size_and_says_where_it_comes_from() {
        let [title, address, date] = ["what", "https://example.org/#v=1&seed=2", "2026-11-22"].map(String::from);
        let document = printed_svg(&Everything, 0.25, &Imprint { title, address, date, ..Imprint::default() });
        assert!(well_formed(&document));
        assert!(document.contains("width=\"7.500mm\" height=\"5.062mm\" viewBox=\"0 0 300 203\""), "{document}");
        let said = format!("<metadata>Subtorus {BUILD}\nhttps://example.org/#v=1&amp;seed=2\n2026-11-22</metadata>");
        assert!(document.contains(&said), "{document}");
    }

    #[test]
    fn a_picture_without_a_title_is_hidden_from_those_who_cannot_see_it() {
        let document = svg(&Everything, true, "");
        assert!(document.contains("stroke-linejoin=\"round\" aria-hidden=\"true\">\n<g>"), "{document}");
        assert!(document.contains("#E4E4E4") && !document.contains("#222222"), "dark");
    }
}
