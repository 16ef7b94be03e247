//! The letters of Helvetica: which byte each is in a PDF (encoding WinAnsi), and how wide.

/// Letters that are written in one go.
#[derive(Debug, PartialEq)]
pub(super) struct TextRun {
    /// The letters as a PDF has them.
    pub bytes: Vec<u8>,
    /// Whether they stand smaller and higher.
    pub raised: bool,
}

/// The size of raised letters, in parts of the size of the others.
pub(super) const RAISED: f64 = 0.65;

/// The replacement of a letter that the fonts lack.
const LACKING: u8 = b'?';

/// A text as runs of letters. Exponents are raised digits, for the encoding has only three of those.
pub(super) fn runs(text: &str) -> Vec<TextRun> {
    let mut runs: Vec<TextRun> = Vec::new();
    for letter in text.chars() {
        let (byte, raised) = match exponent(letter) {
            Some(byte) => (byte, true),
            None => (encoded(letter), false),
        };
        match runs.last_mut().filter(|run| run.raised == raised) {
            Some(run) => run.bytes.push(byte),
            None => runs.push(TextRun { bytes: vec![byte], raised }),
        }
    }
    runs
}

/// The digit or sign that a raised letter is.
fn exponent(letter: char) -> Option<u8> {
    Some(match letter {
        '⁰' => b'0',
        '¹' => b'1',
        '²' => b'2',
        '³' => b'3',
        '⁴'..='⁹' => b'4' + (u32::from(letter) - u32::from('⁴')) as u8,
        '⁻' => 0x96,
        _ => return None,
    })
}

fn encoded(letter: char) -> u8 {
    match letter {
        ' '..='~' | '\u{a0}'..='ÿ' => u32::from(letter) as u8,
        // Helvetica has no sign for minus; a dash is as wide as its digits.
        '−' | '–' => 0x96,
        '\u{2000}'..='\u{200a}' | '\u{202f}' | '\t' => b' ',
        '€' => 0x80,
        '…' => 0x85,
        '‘' => 0x91,
        '’' => 0x92,
        '“' => 0x93,
        '”' => 0x94,
        '•' => 0x95,
        '—' => 0x97,
        _ => LACKING,
    }
}

/// How wide runs are, in parts of the size of their letters.
pub(super) fn width(runs: &[TextRun], bold: bool) -> f64 {
    let widths = widths(bold);
    let width = |run: &TextRun| {
        let whole: u32 = run.bytes.iter().map(|&byte| u32::from(widths[usize::from(byte - FIRST)])).sum();
        f64::from(whole) * if run.raised { RAISED } else { 1.0 }
    };
    runs.iter().map(width).sum::<f64>() / 1000.0
}

/// The widths of the letters from [`FIRST`] to 255, in thousandths of the size.
pub(super) fn widths(bold: bool) -> &'static [u16; 224] {
    if bold { &BOLD } else { &PLAIN }
}

/// The first byte of a letter, the space.
pub(super) const FIRST: u8 = b' ';

/// Those of Arimo, which are those of Helvetica.
const PLAIN: [u16; 224] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584, 556, 556, 556, 556, 556, 556, 1000, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 222, 222,
    333, 333, 350, 556, 1000, 556, 556, 556, 556, 556, 556, 556, 556, 278, 333, 556, 556, 556, 556, 260, 556, 333, 737,
    370, 556, 584, 333, 737, 552, 400, 549, 333, 333, 333, 576, 537, 333, 333, 333, 365, 556, 834, 834, 834, 611, 667,
    667, 667, 667, 667, 667, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278, 722, 722, 778, 778, 778, 778, 778, 584,
    778, 722, 722, 722, 722, 667, 667, 611, 556, 556, 556, 556, 556, 556, 889, 500, 556, 556, 556, 556, 278, 278, 278,
    278, 556, 556, 556, 556, 556, 556, 556, 549, 611, 556, 556, 556, 556, 500, 556, 500,
];

/// The same in bold.
const BOLD: [u16; 224] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611,
    556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389,
    280, 389, 584, 556, 556, 556, 556, 556, 556, 1000, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278,
    500, 500, 350, 556, 1000, 556, 556, 556, 556, 556, 556, 556, 556, 278, 333, 556, 556, 556, 556, 280, 556, 333, 737,
    370, 556, 584, 333, 737, 552, 400, 549, 333, 333, 333, 600, 556, 333, 333, 333, 365, 556, 834, 834, 834, 611, 722,
    722, 722, 722, 722, 722, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278, 722, 722, 778, 778, 778, 778, 778, 584,
    778, 722, 722, 722, 722, 667, 667, 611, 556, 556, 556, 556, 556, 556, 889, 556, 556, 556, 556, 556, 278, 278, 278,
    278, 611, 611, 611, 611, 611, 611, 611, 549, 611, 611, 611, 611, 611, 556, 611, 556,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_their_bytes_and_exponents_are_raised() {
        let plain = |bytes: &[u8]| TextRun { bytes: bytes.to_vec(), raised: false };
        let raised = |bytes: &[u8]| TextRun { bytes: bytes.to_vec(), raised: true };
        assert_eq!(runs("2×10⁻⁶ s"), [plain(b"2\xd710"), raised(b"\x966"), plain(b" s")]);
        assert_eq!(runs("−5\u{202f}% é 水…"), [plain(b"\x965 % \xe9 ?\x85")]);
        assert_eq!(runs(""), []);
    }

    #[test]
    fn widths_are_those_of_the_font() {
        let wide = |text: &str, bold| (width(&runs(text), bold) * 1000.0).round();
        assert_eq!([wide("Wait (s)", false), wide("Wait (s)", true)], [3444.0, 3611.0]);
        assert_eq!(wide("é", false), wide("e", false));
        assert_eq!(wide("10²", false), 1473.0, "two digits, and one of 0.65");
    }
}
