//! Whole lines of what comes in pieces.

/// Puts together what of a line has come so far.
#[derive(Default)]
pub(super) struct WholeLines {
    /// The beginning of a line whose end is yet to come.
    partial: Vec<u8>,
}

impl WholeLines {
    /// Takes in what follows, and hands on the lines that end in it, several at once.
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

    /// The last line, where no line end follows it; else nothing.
    pub fn finish(self) -> Vec<u8> {
        self.partial
    }
}
