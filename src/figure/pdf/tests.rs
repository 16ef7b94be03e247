use super::*;
use crate::figure::canvas::{Anchor, Canvas, Lettering, Stroke};
use crate::figure::geometry::Rectangle;

/// One of everything, 100 by 50 CSS pixels.
struct Everything;

impl Picture for Everything {
    fn size(&self) -> (f64, f64) {
        (100.0, 50.0)
    }

    fn draw(&self, canvas: &mut Canvas) -> Drawn {
        let theme = canvas.theme();
        canvas.rectangle(Rectangle::at((1.0, 2.0), 4.0, 5.0), theme.text.mix(0.5))?;
        canvas.line(&[(0.0, 0.0), (3.0, 4.0)], Stroke::new(theme.text, 1.5))?;
        canvas.area(&[(0.0, 0.0), (1.0, 1.0), (0.0, 2.0)], theme.text)?;
        let lettering = Lettering::new(10.0, theme.text);
        canvas.text("(a\\é)", (50.0, 20.0), lettering.at(Anchor::End).bold())?;
        canvas.text("10⁻²", (50.0, 20.0), lettering.at(Anchor::Middle))?;
        canvas.text("up", (3.0, 40.0), lettering.upwards())
    }
}

fn imprint() -> Imprint {
    let [title, address, date] = ["Größe (m)", "https://example.org/#v=1&a=(b", "2026-11-22"].map(String::from);
    Imprint { title, address, date, ..Imprint::default() }
}

/// The objects of a file, found by its own table of where they begin.
fn objects(file: &str) -> Vec<&str> {
    assert!(file.starts_with("%PDF-1.4\n") && file.ends_with("\n%%EOF\n"), "{file}");
    let (_, tail) = file.rsplit_once("startxref\n").unwrap();
    let table = &file[tail.lines().next().unwrap().parse::<usize>().unwrap()..];
    let count: usize = table.strip_prefix("xref\n0 ").unwrap().lines().next().unwrap().parse().unwrap();
    let entries: Vec<&str> = table.split_inclusive('\n').skip(2).take(count).collect();
    assert!(entries.iter().all(|entry| entry.len() == 20), "{entries:?}");
    assert_eq!(entries[0], "0000000000 65535 f \n");
    let object = |(number, entry): (usize, &&str)| {
        let object = &file[entry[..10].parse::<usize>().unwrap()..];
        let object = object.strip_prefix(&format!("{number} 0 obj\n")).expect("it begins where the table says");
        object.split_once("\nendobj\n").unwrap().0
    };
    entries.iter().enumerate().skip(1).map(object).collect()
}

#[test]
fn the_table_finds_every_object_and_the_page_has_its_true_size() {
    let file = pdf(&Everything, 0.254, &imprint(), &None);
    assert!(file.is_ascii());
    let objects = objects(&file);
    assert_eq!(objects.len(), 7);
    assert!(file.contains("/Size 8 /Root 1 0 R /Info 7 0 R"));
    // 100 pixels of 0.254 mm are an inch.
    assert!(objects[2].contains("/MediaBox [0 0 72.0000 36.0000]"), "{}", objects[2]);
    assert!(objects[2].contains("/A500 << /CA 0.5 /ca 0.5 >>") && objects[2].contains("/A1000 << /CA 1 /ca 1 >>"));
    let (length, stream) = objects[3].split_once(" >>\nstream\n").unwrap();
    let stream = stream.strip_suffix("endstream").unwrap();
    assert_eq!(length, format!("<< /Length {}", stream.len()));
    assert_eq!(stream.lines().next(), Some("0.072000 0 0 -0.072000 0 36.0000 cm 1 j"), "y upwards, in points");
}

#[test]
fn fonts_are_carried_with_their_widths_and_their_bytes() {
    let file = pdf(&Everything, 1.0, &imprint(), &Some([vec![0, 1, 0xfe], vec![2]]));
    let objects = objects(&file);
    assert_eq!(objects.len(), 11);
    assert!(!file.contains("Helvetica"), "nothing is left to the reader's fonts");
    let bold = objects[5];
    assert!(bold.contains("/BaseFont /Arimo-Bold") && bold.contains("/FontDescriptor 8 0 R"), "{bold}");
    let widths = bold.split_once("/Widths [").unwrap().1.split_once(']').unwrap().0.split_whitespace();
    assert_eq!(widths.clone().count(), 256 - 32);
    assert_eq!(widths.clone().nth(usize::from(b'W' - b' ')), Some("944"));
    assert!(objects[7].contains("/FontFile2 10 0 R"), "{}", objects[7]);
    assert!(objects[8].contains("/Length 7 /Length1 3") && objects[8].contains("\n0001fe>\n"), "{}", objects[8]);
}

#[test]
fn everything_is_drawn_and_letters_stand_where_they_should() {
    let file = pdf(&Everything, 1.0, &imprint(), &None);
    let objects = objects(&file);
    let lines: Vec<&str> = objects[3].lines().collect();
    let drawn = |part: &str| assert!(lines.iter().any(|line| line.contains(part)), "{part} in {lines:#?}");
    drawn("10 20 40 50 re f");
    drawn("15 w 0 0 m 30 40 l S");
    drawn("0 0 m 10 10 l 0 20 l f");
    drawn("/A1000 gs 0.1333 0.1333 0.1333 RG");
    // Parentheses 333 each, a and é 556 each, the backslash 278: 2056 of 1000; back by that from 500.
    drawn("BT 1 0 0 -1 294.4 234.0 Tm /F1 100.0 Tf 0.0 Ts (\\(a\\\\\\351\\)) Tj ET");
    // Two digits and two raised ones are 2 * 556 + 0.65 * 1112 wide, half of it to the left.
    drawn("BT 1 0 0 -1 408.3 234.0 Tm /F0 100.0 Tf 0.0 Ts (10) Tj /F0 65.0 Tf 36.0 Ts (\\2262) Tj ET");
    drawn("BT 0 -1 -1 0 64.0 400.0 Tm /F0 100.0 Tf 0.0 Ts (up) Tj ET");
}

#[test]
fn the_file_says_where_it_comes_from_in_any_letters() {
    let file = pdf(&Everything, 1.0, &imprint(), &None);
    let said = objects(&file)[6];
    assert!(
        said.contains("/Title <FEFF0047007200F600DF00650020") && said.contains("/CreationDate (D:20261122)"),
        "{said}"
    );
    assert!(said.contains("/Subject (https://example.org/#v=1&a=\\(b)"), "{said}");
    assert!(said.contains(&format!("/Producer (Subtorus {BUILD})")), "{said}");
    assert!(!pdf(&Everything, 1.0, &Imprint::default(), &None).contains("CreationDate"));
}
