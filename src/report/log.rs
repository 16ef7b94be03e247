//! The report on a log that has just been read.

use super::Profile;
use super::words::{counted, decapitalised, dropped};
use crate::diagnostic::{Diagnostic, DiagnosticMessage};
use crate::formats::{ColumnChoice, LogReader, Reading, Remedy, UsedColumn, identity::Sha256Hex};
use crate::workload::{Log, Selected, Selection};
use serde::Serialize;

/// A log, without its columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LogReport {
    /// The digest of its uncompressed bytes, in hexadecimal.
    pub sha256: String,
    /// The numbers of kept and dropped jobs, in a sentence.
    pub summary: String,
    /// The header fields, name and value, the most useful ones first.
    pub facts: Vec<(String, String)>,
    /// The first errors of its lines.
    pub diagnostics: Vec<DiagnosticMessage>,
    /// The number of all errors in words; empty if there are none.
    pub complaints: String,
    /// Parameters that correct the reading, as buttons.
    pub remedies: Vec<Remedy>,
    /// The number of jobs that can be simulated.
    pub jobs: u32,
    /// The number of lines that are not jobs.
    pub malformed: u32,
    /// The processors of the log's machine: from the header, else the size of the largest job.
    pub processors: u32,
    /// Whether it has the starts of its jobs, so that its own schedule can be shown.
    pub tells_starts: bool,
    /// The profile of its jobs.
    pub profile: Profile,
}

/// The header fields to show first; the rest follows in the log's order.
const FIRST_FACTS: [&str; 6] = ["Computer", "Installation", "MaxProcs", "MaxNodes", "MaxJobs", "UnixStartTime"];

/// The most errors of lines that are shown; every line may have one.
const MOST_COMPLAINTS: usize = 100;

impl LogReport {
    /// The report on a log of this digest. Fails if the log has no usable job.
    pub fn new(log: &Log, diagnostics: Vec<Diagnostic>, sha256: String) -> Result<LogReport, Diagnostic> {
        let (workload, selected) = log.select(&Selection::default());
        if workload.is_empty() {
            return Err(no_job(log, diagnostics));
        }
        let complaints = match diagnostics.len() {
            0 => String::new(),
            1 => "One complaint about this log".into(),
            several => format!("{several} complaints about this log"),
        };
        let shapes = match workload.sides.is_empty() {
            true => "",
            false => "; they come with shapes, so that size-scale, node-size, round and shape do not apply",
        };
        let largest = workload.size.iter().max().unwrap_or(0);
        let processors = log.header.max_procs().unwrap_or(largest);
        Ok(LogReport {
            summary: format!("{}{shapes}", taken(&selected)),
            facts: facts(log, &sha256),
            sha256,
            complaints,
            diagnostics: diagnostics.into_iter().take(MOST_COMPLAINTS).map(DiagnosticMessage::from).collect(),
            jobs: selected.kept,
            malformed: log.malformed,
            remedies: Vec::new(),
            processors,
            tells_starts: log.tells_starts(),
            profile: Profile::new(log, processors),
        })
    }
}

/// The reading of a log, piece by piece.
#[derive(Default)]
pub struct LogReadSession {
    reader: LogReader,
    digest: Sha256Hex,
}

impl LogReadSession {
    /// For a log with chosen columns, as in the parameter `column`. Other columns are found by their names.
    pub fn with_columns(choice: &str) -> LogReadSession {
        let choice = choice.parse::<ColumnChoice>().unwrap_or_default();
        LogReadSession { reader: LogReader::with_columns(choice), ..LogReadSession::default() }
    }

    /// Takes unpacked bytes.
    pub fn take(&mut self, piece: &[u8]) {
        self.digest.take(piece);
        self.reader.take(piece);
    }

    /// The progress of reading, in words: `read 1.2 million lines`.
    pub fn progress(&self) -> String {
        lines_read(self.reader.lines())
    }

    /// The log and its report. Fails if the log has no usable job.
    pub fn finish(self) -> Result<(Log, LogReport), Diagnostic> {
        let Reading { log, diagnostics, remedies, .. } = self.reader.finish_telling();
        let report = LogReport::new(&log, diagnostics, self.digest.finish())?;
        Ok((log, LogReport { remedies, ..report }))
    }
}

/// The number of lines that have been read, rounded.
pub fn lines_read(lines: u32) -> String {
    match lines {
        0..100_000 => String::new(),
        100_000..1_000_000 => format!("read {} 000 lines", lines / 100_000 * 100),
        _ => format!("read {}.{} million lines", lines / 1_000_000, lines / 100_000 % 10),
    }
}

/// A summary of a log, one line each: format, columns, jobs, span, sizes, offered load.
pub fn summary(reading: &Reading) -> Vec<String> {
    let (log, format) = (&reading.log, reading.format);
    let mut lines = vec![format!("read as {format}")];
    if !reading.columns.is_empty() {
        let column = |used: &UsedColumn| format!("{} from {}", used.field, used.name);
        lines.push(format!("columns: {}", reading.columns.iter().map(column).collect::<Vec<_>>().join(", ")));
    }
    let (workload, selected) = log.select(&Selection::default());
    lines.push(format!("jobs: {}", taken(&selected)));
    if !workload.is_empty() {
        let processors = log.header.max_procs().unwrap_or(workload.size.iter().max().unwrap_or(0));
        let facts = Profile::new(log, processors).facts;
        let names = ["Arrivals", "Sizes", "Offered load"];
        let line = |name: &&str| facts.iter().find(|(found, _)| found == name);
        lines.extend(names.iter().filter_map(line).map(|(name, value)| format!("{}: {value}", decapitalised(name))));
    }
    lines
}

/// The numbers of jobs that can be simulated, and of the others by reason.
fn taken(selected: &Selected) -> String {
    let dropped = dropped(selected);
    let dropped = if dropped.is_empty() { "none dropped".into() } else { format!("dropped: {}", dropped.join(", ")) };
    format!("{}; {dropped}", counted(selected.kept as usize, "job"))
}

fn facts(log: &Log, sha256: &str) -> Vec<(String, String)> {
    let is_first = |name: &str| FIRST_FACTS.contains(&name);
    let fields = || log.header.fields.iter().cloned();
    let first = FIRST_FACTS.iter().flat_map(|name| fields().filter(move |field| field.0 == *name));
    let rest = fields().filter(|field| !is_first(&field.0));
    first.chain(rest).chain([("SHA-256".to_string(), sha256.to_string())]).collect()
}

/// Why a file cannot be used as a log: an error of its format, or no job that can be simulated.
fn no_job(log: &Log, diagnostics: Vec<Diagnostic>) -> Diagnostic {
    let lines = log.malformed as usize + log.columns.len();
    if let Some(first) = diagnostics.into_iter().next().filter(|_| log.columns.is_empty()) {
        let problem = if first.place == "log" { first.problem } else { format!("{}: {}", first.place, first.problem) };
        return Diagnostic { place: "log".into(), problem, ..first };
    }
    Diagnostic {
        place: "log".into(),
        problem: format!("not one of {} can be simulated", counted(lines, "line")),
        expected: "jobs with a known runtime and number of processors".into(),
        remedy: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;

    /// The log in these uncompressed bytes, and its report.
    fn read(bytes: &[u8]) -> (Log, LogReport) {
        let mut reading = LogReadSession::default();
        reading.take(bytes);
        reading.finish().unwrap()
    }

    fn report(text: &str) -> Result<LogReport, Diagnostic> {
        let (log, diagnostics) = formats::read(text.as_bytes());
        LogReport::new(&log, diagnostics, "d1".into())
    }

    #[test]
    fn important_facts_come_first() {
        let job = |number: u32, runtime: i64| format!("{number} 0 0 {runtime} 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n");
        let text = format!("; Note: hello\n; MaxProcs: 64\n; Computer: Paragon\n{}{}", job(1, 10), job(2, -1));
        let report = report(&text).unwrap();
        let names: Vec<&str> = report.facts.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Computer", "MaxProcs", "Note", "SHA-256"]);
        assert_eq!(report.summary, "1 job; dropped: 1 unknown runtime");
        assert_eq!((report.jobs, report.processors, &*report.complaints), (1, 64, ""));
    }

    #[test]
    fn progress_is_in_round_numbers() {
        for (lines, said) in [
            (0, ""),
            (99_999, ""),
            (100_000, "read 100 000 lines"),
            (999_999, "read 900 000 lines"),
            (1_000_000, "read 1.0 million lines"),
            (1_299_999, "read 1.2 million lines"),
            (16_777_216, "read 16.7 million lines"),
        ] {
            assert_eq!(lines_read(lines), said);
        }
    }

    #[test]
    fn a_log_in_pieces_has_the_report_of_the_whole() {
        let text: String = (1..3000).map(|job| format!("{job} {job} 0 10 4\n")).collect();
        let mut reading = LogReadSession::default();
        text.as_bytes().chunks(1000).for_each(|piece| reading.take(piece));
        assert_eq!(reading.progress(), "");
        let (log, report) = reading.finish().unwrap();
        assert_eq!(read(text.as_bytes()), (log, report.clone()));
        assert_eq!(report.sha256, crate::formats::identity::sha256_hex(text.as_bytes()));
    }

    #[test]
    fn a_file_without_a_job_is_no_log() {
        let reason = report("one line\n").unwrap_err();
        assert!(reason.problem.contains("'one line'") && reason.expected.contains("Standard Workload"), "{reason}");
        let reason = report("1 0 0 -1 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n").unwrap_err();
        assert_eq!(reason.problem, "not one of 1 line can be simulated");
    }

    #[test]
    fn parameters_that_do_not_apply_to_shapes_are_named() {
        let table = report("submit,runtime,shape\n0,1,2x2\n").unwrap();
        let said =
            "1 job; none dropped; they come with shapes, so that size-scale, node-size, round and shape do not apply";
        assert_eq!(table.summary, said);
    }
}
