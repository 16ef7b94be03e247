//! The lines of a text that comes in pieces, for formats of which each line is a job.

/// Takes a text apart into lines, wherever its pieces end. Memory: a line.
pub(super) struct Splitter {
    /// The number of the last line that is whole.
    line: u32,
    /// The beginning of the next one.
    partial: Vec<u8>,
}

/// What is done with a line, given its number and its text without blanks around it.
pub(super) type Each<'a> = &'a mut dyn FnMut(u32, &[u8]);

impl Splitter {
    /// For a text whose first line has this number, from 1 on.
    pub fn from_line(first: u32) -> Splitter {
        Splitter { line: first - 1, partial: Vec::new() }
    }

    /// How many lines are whole.
    pub fn lines(&self) -> u32 {
        self.line
    }

    /// Takes in what follows, and hands on the lines that it ends.
    pub fn take(&mut self, piece: &[u8], each: Each) {
        let mut rest = piece;
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            let (line, next) = (&rest[..end], &rest[end + 1..]);
            self.line = self.line.saturating_add(1);
            if self.partial.is_empty() {
                each(self.line, line.trim_ascii());
            } else {
                self.partial.extend_from_slice(line);
                each(self.line, self.partial.trim_ascii());
                self.partial.clear();
            }
            rest = next;
        }
        self.partial.extend_from_slice(rest);
    }

    /// Hands on the last line, which ends where the text does.
    pub fn finish(&mut self, each: Each) {
        if !self.partial.is_empty() {
            self.take(b"\n", each);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lines_do_not_depend_on_where_pieces_end(text in "[a\r\n ]{0,40}", length in 1usize..9) {
            let mut splitter = Splitter::from_line(3);
            let mut lines = Vec::new();
            let mut each = |number: u32, line: &[u8]| lines.push((number, line.to_vec()));
            text.as_bytes().chunks(length).for_each(|piece| splitter.take(piece, &mut each));
            splitter.finish(&mut each);
            let plain: Vec<(u32, Vec<u8>)> =
                text.lines().zip(3..).map(|(line, number)| (number, line.trim().into())).collect();
            prop_assert_eq!(splitter.lines() as usize, plain.len() + 2);
            prop_assert_eq!(lines, plain);
        }
    }
}
