//! Finds the ends of fields in many lines: 64 bytes at a time, which compilers turn into few instructions.

/// The number of bytes for one word of marks.
const WORD: usize = 64;

/// The kinds of bytes, as bits.
const FILLED: u8 = 1;
const LINE_END: u8 = 2;
const MINUS: u8 = 4;
const POINT: u8 = 8;
const ODD: u8 = 16;

/// A piece of a log with its fields and lines found. Another thread than that of the reader can do this.
pub struct Marked {
    pub(super) text: Vec<u8>,
    pub(super) marks: Marks,
}

impl Marked {
    /// Finds the fields and lines of a text. Linear in its bytes. For a log, the marks need a quarter of the memory of
    /// the text.
    pub fn of(text: Vec<u8>) -> Marked {
        let mut marks = Marks::default();
        marks.mark(&text);
        Marked { text, marks }
    }

    /// The text itself.
    pub fn text(&self) -> &[u8] {
        &self.text
    }
}

/// Positions in a text.
#[derive(Default)]
pub(super) struct Marks {
    /// Where a blank or a line end follows a field, or the text ends with a field. One bit for each byte; the first
    /// byte has the lowest bit of the first word.
    ends: Vec<u64>,
    /// Positions of line ends.
    pub line_ends: Vec<usize>,
    /// Positions of points.
    pub points: Vec<usize>,
    /// Positions that break a field of digits and points with an optional minus: any other byte, a minus elsewhere, a
    /// point that follows no digit, and a non-digit behind a minus or a point.
    pub odd: Vec<usize>,
}

/// The state before the next bytes: whether the last byte was part of a field, a digit, a minus or a point.
#[derive(Clone, Copy, Default)]
struct Before {
    filled: u64,
    digit: u64,
    sign: u64,
}

impl Marks {
    /// Marks the bytes of `text`, and forgets the previous marks.
    pub fn mark(&mut self, text: &[u8]) {
        let (words, rest) = text.as_chunks::<WORD>();
        self.ends.clear();
        self.ends.reserve(words.len() + 1);
        [&mut self.line_ends, &mut self.points, &mut self.odd].into_iter().for_each(Vec::clear);
        let mut before = Before::default();
        words.iter().for_each(|bytes| self.mark_word(bytes, &mut before));
        let mut last = [b' '; WORD];
        last[..rest.len()].copy_from_slice(rest);
        self.mark_word(&last, &mut before);
    }

    #[inline]
    fn mark_word(&mut self, bytes: &[u8; WORD], before: &mut Before) {
        // Loops over arrays, which compilers turn into instructions on many bytes at once.
        let mut kinds = [0; WORD];
        for (kind, byte) in kinds.iter_mut().zip(bytes) {
            *kind = kind_of(*byte);
        }
        let present = kinds.iter().fold(0, |present, kind| present | kind);
        // Points and odd bytes are rare in most logs.
        let of_kind = |kind| if present & kind == 0 { 0 } else { bits(&kinds, kind) };
        let (filled, line_ends) = (bits(&kinds, FILLED), bits(&kinds, LINE_END));
        let (minus, point, strange) = (bits(&kinds, MINUS), of_kind(POINT), of_kind(ODD));
        let digit = filled & !minus & !point & !strange;
        let behind = |marks: u64, last: u64| marks << 1 | last;
        let behind_filled = behind(filled, before.filled);
        let behind_sign = behind(minus | point, before.sign);
        let lonely = point & !behind(digit, before.digit);
        let last = |marks: u64| marks >> (WORD - 1);
        *before = Before { filled: last(filled), digit: last(digit), sign: last(minus | point) };
        let base = WORD * self.ends.len();
        self.ends.push(behind_filled & !filled);
        note(line_ends, base, &mut self.line_ends);
        note(point, base, &mut self.points);
        note(strange | minus & behind_filled | lonely | behind_sign & !digit, base, &mut self.odd);
    }

    /// The ends of fields: the position behind each.
    pub fn ends(&self) -> Places<'_> {
        Places::new(&self.ends)
    }
}

/// Adds the positions of the marks in the word that begins at `base`.
#[inline]
fn note(mut word: u64, base: usize, places: &mut Vec<usize>) {
    while word != 0 {
        places.push(base + word.trailing_zeros() as usize);
        word &= word - 1;
    }
}

#[inline]
fn kind_of(byte: u8) -> u8 {
    let is_blank = (byte == b' ') | (byte == b'\n') | (byte == b'\r') | (byte == b'\t') | (byte == b'\x0C');
    let is_minus = byte == b'-';
    let is_point = byte == b'.';
    let is_odd = !is_blank & !is_minus & !is_point & !byte.is_ascii_digit();
    (u8::from(!is_blank) * FILLED)
        | (u8::from(byte == b'\n') * LINE_END)
        | (u8::from(is_minus) * MINUS)
        | (u8::from(is_point) * POINT)
        | (u8::from(is_odd) * ODD)
}

/// The bits of the bytes of this kind.
#[inline]
fn bits(kinds: &[u8; WORD], kind: u8) -> u64 {
    let mut word = 0;
    for (number, eight) in kinds.as_chunks::<8>().0.iter().enumerate() {
        // The lowest bits of eight bytes, gathered in the highest byte.
        let lowest = u64::from_le_bytes(*eight) >> kind.trailing_zeros() & 0x0101_0101_0101_0101;
        word |= lowest.wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * number);
    }
    word
}

/// The positions of marks, in ascending order.
#[derive(Clone)]
pub(super) struct Places<'a> {
    /// The remaining bits of the word that begins at `base`.
    word: u64,
    base: usize,
    rest: std::slice::Iter<'a, u64>,
}

impl Places<'_> {
    fn new(words: &[u64]) -> Places<'_> {
        let mut rest = words.iter();
        Places { word: rest.next().copied().unwrap_or(0), base: 0, rest }
    }

    /// Skips the positions before `place`.
    pub fn skip_to(&mut self, place: usize) {
        while self.clone().next().is_some_and(|next| next < place) {
            self.next();
        }
    }
}

impl Iterator for Places<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word == 0 {
            self.word = *self.rest.next()?;
            self.base += WORD;
        }
        let place = self.base + self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Checks each byte by the rules of the documentation.
        #[test]
        fn marks_agree_with_their_documentation(
            pieces in prop::collection::vec(prop::sample::select(vec!["7", "42", "-", " ", "\n", "\t", "-1", "x", ".", "\u{e9}"]), 0..150),
        ) {
            let text = pieces.concat().into_bytes();
            let at = |place: usize| text.get(place).copied().unwrap_or(b' ');
            let filled = |place: usize| !at(place).is_ascii_whitespace();
            let before = |place: usize, test: &dyn Fn(usize) -> bool| place > 0 && test(place - 1);
            let digit = |place: usize| at(place).is_ascii_digit();
            let point = |place: usize| at(place) == b'.';
            let odd = |place: usize| {
                let other = filled(place) && at(place) != b'-' && !point(place) && !digit(place);
                let misplaced = at(place) == b'-' && before(place, &filled) || point(place) && !before(place, &digit);
                other || misplaced || before(place, &|place| at(place) == b'-' || point(place)) && !digit(place)
            };
            let mut marks = Marks::default();
            marks.mark(b"left over from before\n");
            marks.mark(&text);
            let places = |test: &dyn Fn(usize) -> bool| (0..text.len() + 1).filter(|&place| test(place)).collect::<Vec<_>>();
            prop_assert_eq!(marks.ends().collect::<Vec<_>>(), places(&|place| !filled(place) && before(place, &filled)));
            prop_assert_eq!(&marks.line_ends, &places(&|place| at(place) == b'\n'));
            prop_assert_eq!(&marks.points, &places(&point));
            prop_assert_eq!(&marks.odd, &places(&odd));
            let mut later = marks.ends();
            later.skip_to(70);
            prop_assert_eq!(later.collect::<Vec<_>>(), marks.ends().filter(|&place| place >= 70).collect::<Vec<_>>());
        }
    }
}
