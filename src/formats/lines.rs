//! Whole lines of data that comes in pieces.

/// Keeps the part of a line that has come so far.
#[derive(Default)]
pub(super) struct WholeLines {
    /// The beginning of a line without its end.
    partial: Vec<u8>,
}

impl WholeLines {
    /// Takes the next piece, and passes on the lines that end in it, several at once.
    pub fn take(&mut self, piece: &[u8], mut lines: impl FnMut(&[u8])) {
        let mut rest = piece;
        if !self.partial.is_empty() {
            let Some(end) = rest.iter().position(|&byte| byte == b'\n') else {
                return self.partial.extend_from_slice(rest);
            };
            let (first, others) = rest.split_at(end + 1);
            self.partial.extend_from_slice(first);
            rest = others;
            lines(&self.partial);
            self.partial.clear();
        }
        let end = rest.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        lines(&rest[..end]);
        self.partial.extend_from_slice(&rest[end..]);
    }

    /// The last line, if it has no line end; else empty.
    pub fn finish(self) -> Vec<u8> {
        self.partial
    }
}
