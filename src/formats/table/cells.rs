//! Splits a line of a table into its values.

use std::borrow::Cow;

/// The possible separators of values, the least likely last.
pub(super) const SEPARATORS: [u8; 5] = *b",;\t| ";

/// A blank as the separator stands for any number of blanks and tabs, so that no value is empty.
pub(super) const BLANKS: u8 = b' ';

/// The values of a line, without the blanks and the quotation marks around them.
pub(super) struct Cells<'a> {
    /// The rest of the line; `None` after the last value.
    rest: Option<&'a [u8]>,
    separator: u8,
}

/// A quotation mark opens a value and is not closed on the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UnclosedQuote;

impl<'a> Cells<'a> {
    /// The values of `line`, which has no line end.
    pub fn new(line: &'a [u8], separator: u8) -> Cells<'a> {
        Cells { rest: Some(if separator == BLANKS { line.trim_ascii_end() } else { line }), separator }
    }

    fn is_separator(&self, byte: u8) -> bool {
        byte == self.separator || self.separator == BLANKS && byte == b'\t'
    }

    /// Removes the text before the next separator.
    fn take(&mut self, text: &'a [u8]) -> &'a [u8] {
        match text.iter().position(|&byte| self.is_separator(byte)) {
            Some(end) => {
                self.rest = Some(&text[end + 1..]);
                &text[..end]
            }
            None => {
                self.rest = None;
                text
            }
        }
    }

    /// The value behind an opening quotation mark.
    fn quoted(&mut self, mut text: &'a [u8]) -> Result<Cow<'a, [u8]>, UnclosedQuote> {
        self.rest = None;
        let mut value = Cow::Borrowed(&text[..0]);
        loop {
            let end = text.iter().position(|&byte| byte == b'"').ok_or(UnclosedQuote)?;
            let (part, behind) = (&text[..end], &text[end + 1..]);
            value = if value.is_empty() { Cow::Borrowed(part) } else { Cow::Owned([&value, part].concat()) };
            let Some(more) = behind.strip_prefix(b"\"") else {
                return if self.take(behind).trim_ascii().is_empty() { Ok(value) } else { Err(UnclosedQuote) };
            };
            value.to_mut().push(b'"');
            text = more;
        }
    }
}

impl<'a> Iterator for Cells<'a> {
    type Item = Result<Cow<'a, [u8]>, UnclosedQuote>;

    fn next(&mut self) -> Option<Self::Item> {
        let text = self.rest?;
        let is_blank = |byte: &u8| *byte == b' ' || (*byte == b'\t' && self.separator != b'\t');
        let start = text.iter().position(|byte| !is_blank(byte)).unwrap_or(text.len());
        Some(match text[start..].strip_prefix(b"\"") {
            Some(quoted) => self.quoted(quoted),
            None => Ok(Cow::Borrowed(self.take(&text[start..]).trim_ascii())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cells(line: &str, separator: u8) -> Vec<Result<String, UnclosedQuote>> {
        let text = |cell: Cow<[u8]>| String::from_utf8(cell.into_owned()).unwrap();
        Cells::new(line.as_bytes(), separator).map(|cell| cell.map(text)).collect()
    }

    #[test]
    fn values_are_separated() {
        for (line, separator, expected) in [
            ("a,b,c", b',', &["a", "b", "c"][..]),
            (" a ,\tb;c , ", b',', &["a", "b;c", ""]),
            ("a;b,c;", b';', &["a", "b,c", ""]),
            ("\ta\t b\t", b'\t', &["", "a", "b", ""]),
            ("\"a,b\" , \"say \"\"so\"\"\",\"\",\"\"\"\"", b',', &["a,b", "say \"so\"", "", "\""]),
            ("4\" pipe,x", b',', &["4\" pipe", "x"]),
            ("", b',', &[""]),
        ] {
            let expected: Vec<_> = expected.iter().map(|cell| Ok(cell.to_string())).collect();
            assert_eq!(cells(line, separator), expected, "{line}");
        }
        assert_eq!(cells("a,\"b,c", b','), [Ok("a".into()), Err(UnclosedQuote)]);
        assert_eq!(cells("\"a\"b,c", b','), [Err(UnclosedQuote), Ok("c".into())]);
    }

    proptest! {
        #[test]
        fn quoted_values_are_read(values in prop::collection::vec("[a\",; \t|]{0,6}", 1..6)) {
            for separator in SEPARATORS {
                let quoted: Vec<String> = values.iter().map(|value| format!("\"{}\"", value.replace('"', "\"\""))).collect();
                let line = quoted.join(&(separator as char).to_string());
                let expected: Vec<_> = values.iter().map(|value| Ok(value.clone())).collect();
                prop_assert_eq!(cells(&line, separator), expected);
            }
        }

        #[test]
        fn no_line_panics(line in prop::collection::vec(prop::sample::select(b"\"\",; a\xFF".to_vec()), 0..30)) {
            let count = Cells::new(&line, b',').count();
            prop_assert!(count >= 1 && count <= 1 + line.iter().filter(|&&byte| byte == b',').count());
        }
    }
}
