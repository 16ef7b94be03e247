//! Files that are not logs. They are recognised first, so that not every line of them gets a diagnostic.

use super::has;
use super::sacct::command;

/// A kind of file that users drop by mistake.
#[derive(Debug)]
pub(super) struct NonLogFile {
    /// Whether a file with these first bytes, which are not blank, is one.
    recognises: fn(&[u8]) -> bool,
    /// The name of the kind, after "the data is".
    pub what: &'static str,
    /// What the user can do with it.
    pub remedy: &'static str,
}

/// The first bytes of data compressed with gzip (RFC 1952, section 2.3.1).
pub(super) const GZIP: &[u8] = b"\x1F\x8B";

const fn kind(recognises: fn(&[u8]) -> bool, what: &'static str, remedy: &'static str) -> NonLogFile {
    NonLogFile { recognises, what, remedy }
}

/// In the order of recognition.
const KINDS: &[NonLogFile] = &[
    kind(|start| start.starts_with(GZIP), "still compressed with gzip", "decompress it first"),
    kind(is_spreadsheet, "a spreadsheet", "save the sheet of jobs as CSV"),
    kind(|start| start.starts_with(b"PK\x03\x04"), "a zip archive", "take the log out of it: unzip -p FILE.zip > log"),
    kind(|start| start.starts_with(b"BZh"), "compressed with bzip2", "decompress it first: bunzip2 FILE.bz2"),
    kind(|start| start.starts_with(b"\xFD7zXZ"), "compressed with xz", "decompress it first: unxz FILE.xz"),
    kind(
        |start| start.starts_with(b"\x28\xB5\x2F\xFD"),
        "compressed with zstd",
        "decompress it first: unzstd FILE.zst",
    ),
    kind(|start| start.starts_with(b"7z\xBC\xAF\x27\x1C"), "a 7-Zip archive", "take the log out of it: 7z e FILE.7z"),
    kind(|start| start.starts_with(b"\x1F\x9D"), "compressed with compress (.Z)", "decompress it first: gunzip FILE.Z"),
    kind(
        |start| start.starts_with(b"PAR1"),
        "a Parquet file",
        "make a table of it: duckdb -c \"COPY (FROM 'FILE.parquet') TO 'jobs.csv'\"",
    ),
    kind(|start| start.starts_with(b"SQLite format 3"), "a SQLite database", "export the table of jobs as CSV"),
    kind(|start| start.starts_with(b"%PDF"), "a PDF document", "take the log itself"),
    kind(|start| start.starts_with(b"\xFF\xFE"), "text in UTF-16", "save it as plain text (UTF-8)"),
    kind(|start| start.starts_with(b"\xFE\xFF"), "text in UTF-16", "save it as plain text (UTF-8)"),
    kind(|start| start.starts_with(b"<?xml"), "an XML document", "export the jobs as a table (CSV)"),
    kind(|start| start.starts_with(b"<"), "a web page", "download the log that the page links to"),
    kind(is_fixed_width, "sacct without -P, columns of a fixed width", concat!("export again: ", command!())),
    kind(
        is_pbs,
        "a PBS or Torque accounting log",
        "make a table of its E records, with the columns submit=qtime, start, end, nodes=Resource_List.nodect and estimate=Resource_List.walltime: the guide has the command (docs/guide/formats.md)",
    ),
    kind(
        is_lsf,
        "an LSF accounting log (lsb.acct)",
        "make a table of its JOB_FINISH records, with the columns submit, start, end and processors: the guide has the command (docs/guide/formats.md)",
    ),
    kind(
        is_lsf_list,
        "a list of LSF's bjobs, bhist or bacct",
        "take the file lsb.acct and make a table of its JOB_FINISH records: the guide has the command (docs/guide/formats.md)",
    ),
    kind(
        is_squeue,
        "a list of squeue, which has jobs that wait or run",
        concat!("export those that have ended: ", command!()),
    ),
    kind(
        |start| start.starts_with(b"JobId="),
        "what Slurm's scontrol or its plugin jobcomp/filetxt writes of jobs",
        concat!("export them: ", command!()),
    ),
    kind(is_condor_history, "a long list of HTCondor's jobs", "export them as JSON: condor_history -json > jobs.json"),
    kind(
        is_qstat,
        "a list of qstat, which has jobs that wait or run",
        "take the accounting log of PBS and make a table of it: the guide has the command (docs/guide/formats.md)",
    ),
    kind(
        is_qacct,
        "a list of Grid Engine's qacct",
        "take its file accounting and make a table of it: the guide has the command (docs/guide/formats.md)",
    ),
    kind(
        is_grid_engine,
        "a Grid Engine accounting log",
        "make a table of it, with the columns job, submit, start, end and processors: the guide has the command (docs/guide/formats.md)",
    ),
    kind(|start| start.get(257..262) == Some(b"ustar"), "a tar archive", "take the log out of it: tar -xf FILE.tar"),
    kind(is_binary, "binary", "take a plain text log or its gzip"),
    kind(is_one_line, "text with carriage returns as its only line ends", "save it with ordinary line ends"),
];

/// A zip archive that begins with a part of a workbook of Excel or LibreOffice.
fn is_spreadsheet(text: &[u8]) -> bool {
    let parts = [&b"[Content_Types].xml"[..], b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet", b"xl/"];
    text.starts_with(b"PK\x03\x04")
        && parts.iter().any(|part| text.get(30..).is_some_and(|name| name.starts_with(part)))
}

/// Names above dashes, as `sacct` prints them without `-P`.
fn is_fixed_width(text: &[u8]) -> bool {
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let (names, dashes) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let is_ruled =
        !dashes.is_empty() && dashes.iter().all(|byte| matches!(byte, b'-' | b' ')) && dashes.contains(&b' ');
    is_ruled && names.split(|&byte| byte == b' ').any(|name| name.to_ascii_lowercase().starts_with(b"jobid"))
}

/// `03/01/2024 00:05:12;E;123.srv;user=...`
fn is_pbs(text: &[u8]) -> bool {
    let mut parts = super::first_line(text).split(|&byte| byte == b';');
    let date = parts.next().unwrap_or_default();
    let is_date = date.len() == 19 && date[2] == b'/' && date[5] == b'/' && date[13] == b':';
    let kind = parts.next().unwrap_or_default();
    is_date && kind.len() == 1 && kind[0].is_ascii_uppercase() && parts.next().is_some()
}

/// `"JOB_FINISH" "10.1" 1700000000 ...`: the kind of the event, and a version.
fn is_lsf(text: &[u8]) -> bool {
    let mut words = super::first_line(text).split(|&byte| byte == b' ');
    let (kind, version) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let of_kind = [&b"\"JOB_"[..], b"\"EVENT_", b"JOB_FINISH"].into_iter().any(|start| kind.starts_with(start));
    of_kind && version.iter().find(|byte| **byte != b'"').is_some_and(u8::is_ascii_digit)
}

/// `all.q:node1:group:alice:run.sh:123:sge:0:1709251000:1709251100:1709251700:...`: the times are fields 9 to 11.
fn is_grid_engine(text: &[u8]) -> bool {
    let mut lines = text.split(|&byte| byte == b'\n').filter(|line| !line.starts_with(b"#"));
    let fields: Vec<&[u8]> = lines.next().unwrap_or_default().split(|&byte| byte == b':').collect();
    let is_time = |field: &&[u8]| field.len() > 8 && field.iter().all(u8::is_ascii_digit);
    fields.len() > 40 && fields[8..11].iter().any(is_time)
}

/// Whether the first line has all of these words.
fn has_words(text: &[u8], words: &[&[u8]]) -> bool {
    let line = super::first_line(text);
    words.iter().all(|word| line.split(|byte| byte.is_ascii_whitespace()).any(|part| part == *word))
}

/// `JOBID   USER    STAT  QUEUE      FROM_HOST   EXEC_HOST   JOB_NAME   SUBMIT_TIME`, or the beginning of a report.
fn is_lsf_list(text: &[u8]) -> bool {
    let reports = [&b"Summary of time in seconds spent in"[..], b"Accounting information about jobs", b"Job <"];
    reports.iter().any(|report| text.starts_with(report))
        || has_words(text, &[b"JOBID", b"USER", b"STAT"])
        || has_words(text, &[b"JOBID", b"USER", b"PEND", b"RUN"])
}

/// `JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)`
fn is_squeue(text: &[u8]) -> bool {
    has_words(text, &[b"JOBID", b"PARTITION", b"ST", b"TIME"])
}

/// `Job Id: 1001.server` above a job's attributes, the same as JSON, or a table.
fn is_qstat(text: &[u8]) -> bool {
    text.starts_with(b"Job Id: ")
        || has_words(text, &[b"Job", b"User", b"Time", b"Queue"])
        || text.starts_with(b"{") && has(text, b"\"pbs_version\"")
}

/// `Name = value` for each attribute of a job.
fn is_condor_history(text: &[u8]) -> bool {
    has(text, b"\nClusterId = ") && has(text, b"\nProcId = ")
}

/// `qname        all.q` below a line.
fn is_qacct(text: &[u8]) -> bool {
    let rest = &text[text.iter().take_while(|&&byte| byte == b'=').count()..];
    text.starts_with(b"==") && rest.trim_ascii_start().starts_with(b"qname ")
}

/// The kind of a file that cannot be a log, from its first bytes. `None` if it may be a log.
pub(super) fn recognise(bytes: &[u8]) -> Option<&'static NonLogFile> {
    let start = bytes.trim_ascii_start();
    KINDS.iter().find(|kind| (kind.recognises)(start))
}

/// Whether the text uses carriage returns as line ends, so that it would be one line.
fn is_one_line(text: &[u8]) -> bool {
    !text.contains(&b'\n') && text.trim_ascii_end().contains(&b'\r')
}

/// Whether a file with these first bytes is not text.
fn is_binary(probe: &[u8]) -> bool {
    let odd = probe.iter().filter(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace()).count();
    // One in a hundred, and a few more: a log with some damaged lines is still read.
    odd > 2 + probe.len() / 100
}
