//! Pictures as PDF documents of one page: lines, areas and text at their true size, by the same drawing code as
//! everything else. Without a library: a page of lines and Latin text takes eleven objects, and what libraries bring
//! in addition (shaping, images, compression) would be most of what the page loads.

mod helvetica;

use super::backend::{Backend, Dot, Drawn};
use super::canvas::{Anchor, Lettering, Picture, SUBPIXELS, Stroke, paint};
use super::imprint::Imprint;
use crate::BUILD;
use helvetica::{TextRun, runs, width};
use plotters::style::{Color, RGBAColor};

/// The points of PDF, of which 72 are an inch.
const POINTS_PER_MILLIMETRE: f64 = 72.0 / 25.4;

/// How far the line that letters stand on is below their middle, in parts of their size.
const BASELINE: f64 = 0.34;

/// The picture as a PDF of one page, light, so many millimetres to a CSS pixel. The file is ASCII throughout, so that it
/// can be handled like any text. It carries the fonts, a regular and a bold one (TrueType, with the widths of Helvetica), as
/// publishers ask; without them it names Helvetica, which every reader of PDF has. Letters other than Western European
/// ones become question marks.
pub fn pdf(picture: &dyn Picture, millimetres: f64, imprint: &Imprint, fonts: &Option<[Vec<u8>; 2]>) -> String {
    let mut page = Page::default();
    // Writing to a string does not fail; if it did, the page would end early but still be closed.
    let _ = paint(picture, &mut page, 1.0, false);
    let pixel = millimetres * POINTS_PER_MILLIMETRE;
    let (width, height) = picture.size();
    let (width, height, unit) = (width * pixel, height * pixel, pixel / f64::from(SUBPIXELS));
    let states: String = page.strengths.iter().map(|strength| state(*strength)).collect();
    // The units of the canvas become points, y turns upwards, corners of lines are round.
    let content = format!("{unit:.6} 0 0 -{unit:.6} 0 {height:.4} cm 1 j\n{}", page.content);
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".into(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".into(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.4} {height:.4}] /Contents 4 0 R /Resources << /Font << \
             /F0 5 0 R /F1 6 0 R >> /ExtGState << {states}>> >> >>"
        ),
        format!("<< /Length {} >>\nstream\n{content}endstream", content.len()),
    ];
    objects.extend(font_objects(objects.len() + 1, fonts));
    objects.push(information(imprint));
    file(&objects)
}

/// The two fonts, then what they consist of; `first` is the number of the first object.
fn font_objects(first: usize, files: &Option<[Vec<u8>; 2]>) -> Vec<String> {
    let Some(files) = files else {
        let named = |name| format!("<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>");
        return ["Helvetica", "Helvetica-Bold"].map(named).into();
    };
    let names = ["Arimo-Regular", "Arimo-Bold"];
    let font = |bold: usize| {
        let widths: String = helvetica::widths(bold == 1).iter().map(|width| format!("{width} ")).collect();
        format!(
            "<< /Type /Font /Subtype /TrueType /BaseFont /{} /Encoding /WinAnsiEncoding /FirstChar {} /LastChar 255 \
             /Widths [{widths}] /FontDescriptor {} 0 R >>",
            names[bold],
            helvetica::FIRST,
            first + 2 + bold
        )
    };
    // The measures of the font's file, in thousandths of the size.
    let descriptor = |bold: usize| {
        format!(
            "<< /Type /FontDescriptor /FontName /{} /Flags 32 /FontBBox [-203 -222 1000 896] /ItalicAngle 0 /Ascent 905 \
             /Descent -212 /CapHeight 688 /StemV {} /FontFile2 {} 0 R >>",
            names[bold],
            [80, 140][bold],
            first + 4 + bold
        )
    };
    let file = |bold: usize| {
        let digits: String = files[bold].iter().map(|byte| format!("{byte:02x}")).collect();
        let (length, bytes) = (digits.len() + 1, files[bold].len());
        format!("<< /Length {length} /Length1 {bytes} /Filter /ASCIIHexDecode >>\nstream\n{digits}>\nendstream")
    };
    [font(0), font(1), descriptor(0), descriptor(1), file(0), file(1)].into()
}

/// The state of the page in which colours have this strength, in thousandths.
fn state(strength: u32) -> String {
    let share = f64::from(strength) / 1000.0;
    format!("/A{strength} << /CA {share} /ca {share} >> ")
}

/// The origin of the file.
fn information(imprint: &Imprint) -> String {
    let day: String = imprint.date.chars().filter(char::is_ascii_digit).collect();
    let date = if day.is_empty() { String::new() } else { format!(" /CreationDate (D:{day})") };
    let (title, address) = (text_string(&imprint.title), text_string(&imprint.address));
    format!("<< /Title {title} /Subject {address} /Producer {}{date} >>", text_string(&format!("Subtorus {BUILD}")))
}

/// Objects, the first the catalogue and the last the information, as a file with a table of where each begins.
fn file(objects: &[String]) -> String {
    let mut file = String::from("%PDF-1.4\n");
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in objects.iter().enumerate() {
        table += &format!("{:010} 00000 n \n", file.len());
        file += &format!("{} 0 obj\n{object}\nendobj\n", number + 1);
    }
    let (start, count) = (file.len(), objects.len());
    let size = count + 1;
    file + &format!("{table}trailer\n<< /Size {size} /Root 1 0 R /Info {count} 0 R >>\nstartxref\n{start}\n%%EOF\n")
}

/// A text of any letters, as the information of a file has it.
fn text_string(text: &str) -> String {
    if text.chars().all(|letter| matches!(letter, ' '..='~')) {
        return literal(text.as_bytes());
    }
    let digits: String = text.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    format!("<FEFF{digits}>")
}

/// Bytes as a string between parentheses, in ASCII.
fn literal(bytes: &[u8]) -> String {
    let mut text = String::from("(");
    for &byte in bytes {
        match byte {
            b'(' | b')' | b'\\' => text.extend(['\\', char::from(byte)]),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => text += &format!("\\{byte:03o}"),
        }
    }
    text + ")"
}

/// The page being drawn, in the units of the canvas.
#[derive(Default)]
struct Page {
    content: String,
    /// The strengths of the colours in use, in thousandths.
    strengths: Vec<u32>,
}

impl Page {
    /// The colour of what follows: lines' with the operator `RG`, areas' and letters' with `rg`.
    fn colour(&mut self, colour: &impl Color, operator: &str) {
        let strength = (colour.alpha() * 1000.0).round() as u32;
        if !self.strengths.contains(&strength) {
            self.strengths.push(strength);
        }
        let (red, green, blue) = colour.rgb();
        let [red, green, blue] = [red, green, blue].map(|level| f64::from(level) / 255.0);
        self.content += &format!("/A{strength} gs {red:.4} {green:.4} {blue:.4} {operator}\n");
    }

    fn path(&mut self, dots: &[Dot], operator: &str) {
        for (number, (x, y)) in dots.iter().enumerate() {
            self.content += &format!("{x} {y} {} ", if number == 0 { 'm' } else { 'l' });
        }
        self.content += &format!("{operator}\n");
    }
}

impl Backend for Page {
    fn line(&mut self, dots: &[Dot], Stroke { colour, width }: Stroke) -> Drawn {
        self.colour(&colour, "RG");
        self.content += &format!("{width} w ");
        self.path(dots, "S");
        Ok(())
    }

    fn area(&mut self, corners: &[Dot], colour: &RGBAColor) -> Drawn {
        self.colour(colour, "rg");
        self.path(corners, "f");
        Ok(())
    }

    fn rectangles(&mut self, rectangles: &[[Dot; 2]], colour: &RGBAColor) -> Drawn {
        self.colour(colour, "rg");
        for [(left, top), (right, bottom)] in rectangles {
            self.content += &format!("{left} {top} {} {} re ", right - left, bottom - top);
        }
        self.content.push_str("f\n");
        Ok(())
    }

    fn text(&mut self, text: &str, lettering: Lettering, (x, y): Dot) -> Drawn {
        let Lettering { size, colour, anchor, bold, upwards } = lettering;
        let runs = runs(text);
        let before = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => 0.5,
            Anchor::End => 1.0,
        };
        let back = width(&runs, bold) * size * before;
        // Where the text runs to, and where the heads of its letters point.
        let [(along, down), (right, below)] =
            if upwards { [(0.0, -1.0), (-1.0, 0.0)] } else { [(1.0, 0.0), (0.0, -1.0)] };
        let x = f64::from(x) - along * back - right * BASELINE * size;
        let y = f64::from(y) - down * back - below * BASELINE * size;
        self.colour(&colour, "rg");
        self.content += &format!("BT {along} {down} {right} {below} {x:.1} {y:.1} Tm ");
        for TextRun { bytes, raised } in &runs {
            let (size, rise) = if *raised { (helvetica::RAISED * size, 0.36 * size) } else { (size, 0.0) };
            let (font, letters) = (u8::from(bold), literal(bytes));
            self.content += &format!("/F{font} {size:.1} Tf {rise:.1} Ts {letters} Tj ");
        }
        self.content.push_str("ET\n");
        Ok(())
    }
}

#[cfg(test)]
mod tests;
