//! Reads a log that comes in pieces. The first bytes decide its format.

use super::diagnostics;
use super::foreign::recognise;
use super::plausible::{self, Remedy};
use super::table::{self, Header};
use super::{
    ColumnChoice, FORMATS, MOST_BYTES, Marked, NoLog, PROBE, Pieces, Read, TooLarge, UsedColumn, beginning, first_line,
};
use crate::diagnostic::{Diagnostic, Explain};
use crate::time::Decimal;
use crate::workload::Log;

/// A byte order mark, which some programs write before text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Reads a log in any of the [`FORMATS`], piece by piece; its text is never in memory as a whole. The ends of pieces
/// make no difference to the result. A byte order mark is allowed.
///
/// Memory: that of the log, a line, and 64 KiB.
///
/// ```
/// use subtorus::formats::{self, LogReader};
///
/// let text = b"; Computer: a small one\n1 0 -1 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1\n";
/// let mut reader = LogReader::default();
/// text.chunks(10).for_each(|piece| reader.take(piece));
/// assert_eq!(reader.finish(), formats::read(text));
/// ```
#[derive(Default)]
pub struct LogReader {
    /// How many bytes have come.
    bytes: u64,
    state: State,
    choice: ColumnChoice,
    estimate_scale: Option<Decimal>,
}

/// A log that was read, and what is known of its file.
pub struct Reading {
    /// The log; empty if nothing could be read.
    pub log: Log,
    /// What could not be used, and what looks wrong. For a file that is not a log: why.
    pub diagnostics: Vec<Diagnostic>,
    /// The parameters that correct some of it.
    pub remedies: Vec<Remedy>,
    /// The title of the log's format; empty if the format is unknown.
    pub format: &'static str,
    /// Which column was used for which field, if columns have names.
    pub columns: Vec<UsedColumn>,
}

impl Reading {
    /// The diagnostics about single lines, the first hundred of them, and those about the whole log.
    pub fn complaints(&self) -> (&[Diagnostic], &[Diagnostic]) {
        let of_lines = (self.log.malformed as usize).min(diagnostics::MOST).min(self.diagnostics.len());
        self.diagnostics.split_at(of_lines)
    }
}

/// Columns were chosen for a log in which columns have no names.
#[derive(Debug, thiserror::Error)]
#[error("columns were chosen, but the columns of this format have no names")]
struct NoNames;

impl Explain for NoNames {
    fn place(&self) -> String {
        "log".into()
    }

    fn remedy(&self) -> String {
        "the choice has no effect, leave it out".into()
    }
}

enum State {
    /// The format is not known yet.
    Beginning(Beginning),
    /// The log has the format with this title.
    Known(&'static str, Box<dyn Pieces>),
    /// The rest of the data is ignored.
    Refused(NoLog),
}

impl Default for State {
    fn default() -> State {
        State::Beginning(Beginning::default())
    }
}

/// The beginning of a log, before its format is known.
#[derive(Default)]
struct Beginning {
    /// The data from the first byte that is not blank.
    bytes: Vec<u8>,
    /// The lines before that.
    blank_lines: u32,
    /// Whether the first bytes, which may be a byte order mark, were checked.
    has_begun: bool,
}

impl LogReader {
    /// For a log with chosen columns, in case it is a table.
    pub fn with_columns(choice: ColumnChoice) -> LogReader {
        LogReader { choice, ..LogReader::default() }
    }

    /// Estimates will be multiplied by this. Remarks about estimates refer to the product.
    pub fn scaling_estimates(self, by: Decimal) -> LogReader {
        LogReader { estimate_scale: Some(by), ..self }
    }

    /// Takes the next piece.
    pub fn take(&mut self, piece: &[u8]) {
        self.count(piece);
        let mut rest = piece;
        while !rest.is_empty() {
            match &mut self.state {
                State::Beginning(beginning) => {
                    // No more of a piece is copied than the recognition needs.
                    let (start, next) = rest.split_at(rest.len().min(PROBE));
                    if beginning.take(start) {
                        self.state = beginning.decide(&self.choice);
                    }
                    rest = next;
                }
                State::Known(_, reader) => return reader.take(rest),
                State::Refused(_) => return,
            }
        }
    }

    /// Takes the next piece, which another thread has marked.
    pub fn take_marked(&mut self, piece: &Marked) {
        let State::Known(_, reader) = &mut self.state else { return self.take(&piece.text) };
        reader.take_marked(&piece.text, &piece.marks);
        self.count(&piece.text);
    }

    /// Counts the bytes, and refuses data that is too long.
    fn count(&mut self, piece: &[u8]) {
        self.bytes = self.bytes.saturating_add(piece.len() as u64);
        if self.bytes > MOST_BYTES {
            self.state = State::Refused(NoLog::TooLarge(TooLarge));
        }
    }

    /// How many lines were read so far.
    pub fn lines(&self) -> u32 {
        if let State::Known(_, reader) = &self.state { reader.lines() } else { 0 }
    }

    /// The log, and its diagnostics; see [`super::read`].
    pub fn finish(self) -> (Log, Vec<Diagnostic>) {
        let Reading { log, diagnostics, .. } = self.finish_telling();
        (log, diagnostics)
    }

    /// The same with what is known of the file.
    pub fn finish_telling(mut self) -> Reading {
        if let State::Beginning(beginning) = &mut self.state {
            beginning.drop_blanks(true);
            self.state = beginning.decide(&self.choice);
        }
        let (format, read) = match self.state {
            State::Known(format, reader) => (format, reader.finish()),
            State::Refused(reason) => ("", Read::refused(&reason)),
            State::Beginning(_) => unreachable!("decide() sets another state"),
        };
        let Read { log, mut diagnostics, columns } = read;
        if columns.is_empty() && !log.columns.is_empty() && !self.choice.is_empty() {
            diagnostics.push(Diagnostic::of(&NoNames));
        }
        let mut remedies = plausible::choices(&columns, &self.choice);
        let is_table = [table::FORMAT.title, table::RECORDS.title].contains(&format);
        let names = if is_table { &columns[..] } else { &[] };
        for remark in plausible::remarks(&log, names, self.estimate_scale.unwrap_or(Decimal::ONE)) {
            diagnostics.push(Diagnostic::of(&remark));
            remedies.extend(remark.remedies());
        }
        Reading { log, diagnostics, remedies, format, columns }
    }
}

impl Beginning {
    /// Takes the next piece. Returns whether there is enough to recognise the format.
    fn take(&mut self, piece: &[u8]) -> bool {
        self.bytes.extend_from_slice(piece);
        self.drop_blanks(false);
        self.bytes.len() >= PROBE
    }

    /// Drops leading blanks, so that blank lines take no memory. A tab right before the text is kept: in a table it may
    /// separate a first name that is empty.
    fn drop_blanks(&mut self, is_all: bool) {
        if !self.has_begun {
            if self.bytes.len() < BYTE_ORDER_MARK.len() && !is_all {
                return;
            }
            self.has_begun = true;
            if self.bytes.starts_with(BYTE_ORDER_MARK) {
                self.bytes.drain(..BYTE_ORDER_MARK.len());
            }
        }
        let blanks = self.bytes.len() - self.bytes.trim_ascii_start().len();
        let blanks = blanks - usize::from(self.bytes[..blanks].ends_with(b"\t"));
        let lines = self.bytes.drain(..blanks).filter(|&byte| byte == b'\n').count();
        self.blank_lines = self.blank_lines.saturating_add(lines as u32);
    }

    /// The reader for the log, with the data so far, or why there is none. The result does not depend on the pieces.
    fn decide(&mut self, choice: &ColumnChoice) -> State {
        let bytes = std::mem::take(&mut self.bytes);
        let probe = &bytes[..bytes.len().min(PROBE)];
        if probe.trim_ascii().is_empty() {
            return State::Refused(NoLog::Empty);
        }
        if let Some(foreign) = recognise(probe) {
            return State::Refused(NoLog::Foreign(foreign));
        }
        let format = FORMATS.iter().find(|format| (format.recognises)(probe));
        // Numbers in JSON with line ends would be read as one of these.
        if format.is_none_or(|format| ["csv", "swf"].contains(&format.name))
            && let Some(members) = table::members(probe)
        {
            return State::Refused(NoLog::Json(members));
        }
        let first = || beginning(probe);
        // With enough numbers on a line, a table below a title would be read as the Standard Workload Format.
        if format.is_none_or(|format| format.name == "swf")
            && let Some(line) = Header::below(probe)
        {
            let line = self.blank_lines.saturating_add(line as u32);
            return State::Refused(NoLog::Below { first: first(), line });
        }
        let Some(format) = format else {
            let marks = first_line(probe).iter().filter(|&&byte| byte == b'"').count();
            return State::Refused(if marks % 2 == 1 { NoLog::OpenName(first()) } else { NoLog::Unknown(first()) });
        };
        let mut reader = (format.reader)(self.blank_lines.saturating_add(1), choice);
        reader.take(&bytes);
        State::Known(format.title, reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;
    use proptest::prelude::*;

    /// The result for bytes cut at these places, with every other piece marked before.
    fn read_cut(bytes: &[u8], mut cuts: Vec<usize>) -> (Log, Vec<Diagnostic>) {
        cuts.sort();
        let mut reader = LogReader::default();
        let mut from = 0;
        for (number, cut) in cuts.into_iter().chain([bytes.len()]).enumerate() {
            let piece = &bytes[from..cut];
            if number % 2 == 0 {
                reader.take(piece)
            } else {
                reader.take_marked(&Marked::of(piece.to_vec()))
            }
            from = cut;
        }
        reader.finish()
    }

    /// A log with lines of every kind, longer than the part that decides its format.
    fn odd_log(lines: usize) -> Vec<u8> {
        let kinds = [
            "; Computer: a small one\n",
            "1 0 -1 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1\n",
            "\n",
            "2 5 -1 soon 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1\r\n",
            "3 4.5 -1 60.25 4\n",
            " 4 7 -1 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1 9\n",
            "1 2\n",
        ];
        let mut text: Vec<u8> = (0..lines).flat_map(|line| kinds[line * line % 11 % kinds.len()].bytes()).collect();
        text.truncate(text.len() - 1);
        text
    }

    #[test]
    fn a_long_log_cut_anywhere_is_the_same_log() {
        let text = odd_log(6000);
        assert!(text.len() > 2 * PROBE, "{}", text.len());
        let whole = formats::read(&text);
        assert!(whole.0.columns.len() > 1000 && whole.1.len() > 100 && whole.0.malformed > 100);
        for around in [1, PROBE, text.len() - 1] {
            for cut in around.saturating_sub(40)..(around + 40).min(text.len()) {
                assert!(read_cut(&text, vec![cut]) == whole, "cut at {cut}");
            }
        }
        for length in [1, 7, 64, 1000] {
            assert!(read_cut(&text, (1..text.len()).step_by(length).collect()) == whole, "pieces of {length}");
        }
    }

    #[test]
    fn blank_lines_before_a_log_are_counted_and_take_no_memory() {
        let mut reader = LogReader::default();
        reader.take(BYTE_ORDER_MARK);
        (0..1000).for_each(|_| reader.take(b" \r\n\t\n"));
        let State::Beginning(beginning) = &reader.state else { panic!("the format is not known yet") };
        assert_eq!((beginning.bytes.len(), beginning.blank_lines), (0, 2000));
        reader.take(b"; Note: x\n1 0 0 60\n1 0 0 60 4\n");
        let (log, diagnostics) = reader.finish();
        assert_eq!(log.columns.len(), 1);
        assert_eq!(diagnostics[0].place, "line 2002, field 5 (allocated processors)");
    }

    #[test]
    fn an_endless_log_is_refused_when_it_is_too_long() {
        let after = |bytes: u64| {
            let mut reader = LogReader { bytes, ..LogReader::default() };
            reader.take(b"1 0 0 60 4\n2 0 0 60 4\n");
            reader.finish()
        };
        assert_eq!(after(MOST_BYTES - 22).0.columns.len(), 2);
        let (log, diagnostics) = after(MOST_BYTES - 21);
        assert_eq!(
            (log, &*diagnostics[0].problem),
            (Log::default(), "too large: more than 1 GiB of data, uncompressed")
        );
    }

    proptest! {
        /// Bad lines, comments, punctuation and anything else: pieces make no difference.
        #[test]
        fn pieces_are_read_like_the_whole(
            text in "(\u{feff})?[ \r\n]{0,3}([;<]?[-0-9.; a-c\u{e9}\t\r]{0,12}\n?|1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18( 19)?\r?\n){0,30}",
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
        ) {
            let bytes = text.as_bytes();
            let cuts = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
            prop_assert_eq!(read_cut(bytes, cuts), formats::read(bytes));
        }

        #[test]
        fn any_bytes_in_pieces_are_read_like_the_whole(
            bytes in prop::collection::vec(any::<u8>(), 0..300),
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
        ) {
            let cuts = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
            prop_assert_eq!(read_cut(&bytes, cuts), formats::read(&bytes));
        }
    }
}
