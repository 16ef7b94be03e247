use super::*;
use crate::diagnostic::Diagnostic;
use crate::random::Stream;
use crate::time::SECOND;
use crate::workload::Workload;
use proptest::prelude::*;

/// The diagnostics as a person reads them.
fn said(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(Diagnostic::to_string).collect()
}

/// Number, submit time, runtime, allocated and requested processors, requested time, status, queue, partition.
type Job = (i64, i64, i64, i32, i32, i64, i16, i32, i32);

/// The line of a job.
fn line(job: Job) -> String {
    let (id, submit, runtime, allocated, requested, time, status, queue, partition) = job;
    format!(
        "{id} {submit} 3 {runtime} {allocated} 1.5 -1 {requested} {time} -1 {status} 1 2 3 {queue} {partition} -1 -1\n"
    )
}

fn read_lines(jobs: &[Job]) -> Log {
    let text: String = jobs.iter().map(|&job| line(job)).collect();
    let (log, _) = read(text.as_bytes());
    assert_eq!(log.columns.len(), jobs.len());
    log
}

#[test]
fn every_field_lands_in_its_column() {
    let (log, diagnostics) = read(b"7 11 12 13.25 14 15 16 17 18 19 1 21 22 23 24 25 26 27\n");
    assert_eq!(said(&diagnostics), [""; 0]);
    let expected = Columns {
        id: vec![7],
        submit: vec![11 * SECOND],
        runtime: vec![13_250_000],
        allocated: vec![14],
        requested_processors: vec![17],
        requested_time: vec![18 * SECOND],
        status: vec![1],
        queue: vec![24],
        partition: vec![25],
    };
    assert_eq!(log.columns, expected);
}

#[test]
fn windows_line_ends_tabs_blanks_and_byte_order_marks_are_no_obstacle() {
    let (log, diagnostics) = read(include_bytes!("../../../tests/data/swf/windows.swf"));
    assert_eq!(said(&diagnostics), [""; 0]);
    assert_eq!(log.header.computer(), Some("Windows"));
    assert_eq!(log.columns.id, [1, 2, 3]);
    assert_eq!(log.columns.submit, [0, 10_500_000, 11_000_000]);
    assert_eq!(log.columns.runtime, [60_000_000, 0, 7_380_000]);
    assert_eq!(log.columns.partition, [-1, -1, -1]);
}

#[test]
fn every_malformed_line_is_named_and_the_others_are_kept() {
    let (log, diagnostics) = read(include_bytes!("../../../tests/data/swf/malformed.swf"));
    assert_eq!(log.columns.id, [1, 12, 12, 14, 16]);
    assert_eq!(log.malformed, 11);
    let whole = "expected a whole number, or -1 where unknown; the line was dropped";
    let seconds = "expected seconds such as 3600 or 12.5, or -1 where unknown; the line was dropped";
    let expected = [
        format!("line 3, field 4 (run time): 'abc' is not a number; {seconds}"),
        "line 4: 19 fields where a job has 18; the line was dropped".into(),
        "line 5: 8 fields where a job has 18; the line was dropped".into(),
        "line 6, field 2 (submit time): the submit time is negative; expected seconds after the start of the log, so the job was dropped".into(),
        format!("line 7, field 8 (requested processors): '99999999999' is out of range; {whole}"),
        format!("line 8, field 5 (allocated processors): '2.5' is not a whole number; {whole}"),
        format!("line 9, field 4 (run time): '200000000000' is out of range; {seconds}"),
        format!("line 10, field 11 (status): '70000' is out of range; {whole}"),
        "line 11, field 6 (average CPU time): 'nan' is not a number; expected a number, or -1 where unknown; the line was dropped".into(),
        "line 12: 1 field where a job has 18; the line was dropped".into(),
        format!("line 16, field 4 (run time): '1\u{FFFD}e' is not a number; {seconds}"),
        "line 15, field 2 (submit time): 1 job was submitted before the job on the line above, first on this line; the jobs were put in order of submit time".into(),
        "line 14, field 1 (job number): job number 12 also stands on line 13; 1 job repeats a number of an earlier line; all jobs were kept".into(),
    ];
    assert_eq!(said(&diagnostics), expected);
    let (workload, selected) = log.select(&Selection::default());
    assert_eq!(workload.id, [1, 14, 12, 12, 16], "by submit time");
    assert_eq!((selected.kept, selected.malformed), (5, 11));
}

#[test]
fn headers_keep_fields_notes_and_their_continuations() {
    let (log, _) = read(include_bytes!("../../../tests/data/swf/header.swf"));
    let header = &log.header;
    assert_eq!(header.computer(), Some("Fictitious 9000"));
    assert_eq!(header.installation(), Some("Universität Nirgendwo"), "Latin-1");
    assert_eq!(header.get("Information"), Some("http://example.org/\nhttp://example.org/more"));
    assert_eq!(header.max_procs(), Some(400));
    assert_eq!(header.max_nodes(), None, "-1 is unknown");
    assert_eq!(header.max_jobs(), Some(3));
    assert_eq!(header.unix_start_time(), Some(820_090_437));
    assert_eq!(header.all("queue").collect::<Vec<_>>(), ["0  interactive", "1  batch"]);
    let notes: Vec<_> = header.notes().collect();
    assert_eq!(notes, ["times were\nrounded; see also\nWarning: this is no field", "and another one"]);
    let free = read(b"; made by hand\n; in two lines\n; MaxProcs: many\n").0.header;
    assert_eq!(free.notes().collect::<Vec<_>>(), ["made by hand\nin two lines"]);
    assert_eq!(free.max_procs(), None);
}

#[test]
fn files_without_a_job_say_why() {
    for (bytes, hint) in [
        (&b""[..], "log: the file is empty"),
        (b" \r\n\n\t", "log: the file is empty"),
        (include_bytes!("../../../tests/data/swf/comments-only.swf"), "log: the file holds only comment lines"),
        (b"\x1F\x8B\x08\x00", "log: the data is still compressed with gzip"),
        (b"PK\x03\x04....", "log: the data is a zip archive"),
        (b"\n <!DOCTYPE html>", "log: the data is a web page"),
        (b"\xFF\xFE;\x00 \x00", "log: the data is text in UTF-16"),
        (b"MZ\x00\x01\x02", "log: the data is binary"),
    ] {
        let (log, diagnostics) = read(bytes);
        assert!(log.columns.is_empty());
        assert_eq!(diagnostics.len(), 1);
        assert!(diagnostics[0].to_string().starts_with(hint), "{}", diagnostics[0]);
    }
    let (_, diagnostics) = read(b"Dear diary,\ntoday nothing happened.\n");
    assert_eq!(diagnostics.len(), 3);
    assert!(diagnostics[2].message().starts_with("none of the 2 lines is a job"), "{}", diagnostics[2]);
}

#[test]
fn two_million_random_bytes_get_one_message() {
    let mut stream = Stream::new(1, "rubbish", 0);
    let bytes: Vec<u8> = (0..2_000_000).map(|_| stream.uniform_integer(0, 255) as u8).collect();
    let (log, diagnostics) = read(&bytes);
    assert_eq!((log, diagnostics.len()), (Log::default(), 1));
}

#[test]
fn a_hundred_complaints_are_enough() {
    let good = line((1, 0, 1, 1, 1, 1, 1, 1, 1));
    let (log, diagnostics) = read(format!("{good}{}", "1 2 3\n".repeat(5000)).as_bytes());
    assert_eq!((log.columns.len(), log.malformed), (1, 5000));
    assert_eq!(diagnostics.len(), 101);
    assert!(diagnostics[100].message().starts_with("4900 more lines are malformed"), "{}", diagnostics[100]);
}

#[test]
fn unusable_jobs_and_filters_are_counted_by_reason() {
    let log = read_lines(&[
        (1, 0, -1, 4, 4, 9, 1, 1, 1),
        (2, 1, 5, 4, 0, 9, 1, 1, 1),
        (3, 2, 5, -1, -1, 9, 1, 1, 1),
        (4, 3, 0, 4, 6, 0, 1, 1, 1),
        (5, 4, 5, 4, 6, -1, 1, 1, 2),
        (6, 5, 5, 4, 6, 9, 1, 2, 1),
        (7, 6, 5, 4, 6, 9, 0, 1, 1),
        (8, 7, 5, 4, 6, 9, 1, 1, 1),
        (9, 8, 5, 4, 6, 9, 1, 1, 1),
    ]);
    let (all, selected) = log.select(&Selection::default());
    let expected = Workload {
        id: vec![2, 4, 5, 6, 7, 8, 9],
        submit: [0, 2, 3, 4, 5, 6, 7].map(|time| time * SECOND).to_vec(),
        runtime: [5, 0, 5, 5, 5, 5, 5].map(|time| time * SECOND).to_vec(),
        requested: vec![9 * SECOND, -1, -1, 9 * SECOND, 9 * SECOND, 9 * SECOND, 9 * SECOND],
        size: vec![4, 6, 6, 6, 6, 6, 6],
        sides: Vec::new(),
    };
    assert_eq!(all, expected, "field 8 where positive, else field 5; time 0 at the first job kept");
    assert_eq!(selected, Selected { kept: 7, unknown_runtime: 1, no_size: 1, ..Selected::default() });

    let selection = Selection {
        partition: Some(1),
        queue: Some(1),
        status: Some(1),
        window: Some((3 * SECOND, 8 * SECOND)),
        first: Some(1),
    };
    let (some, selected) = log.select(&selection);
    assert_eq!((some.id, some.submit), (vec![4], vec![0]));
    let expected = Selected {
        kept: 1,
        malformed: 0,
        unknown_runtime: 1,
        no_size: 1,
        partition: 1,
        queue: 1,
        status: 1,
        window: 2,
        first: 1,
    };
    assert_eq!(selected, expected, "the window holds its first instant and not its last");
    let names: Vec<_> = selected.dropped().iter().filter(|(_, count)| *count == 2).map(|(name, _)| *name).collect();
    assert_eq!(names, ["window"]);
}

#[test]
fn nothing_selected_is_an_empty_workload() {
    let log = read_lines(&[(1, 0, 5, 4, 4, 9, 1, 1, 1)]);
    let (none, selected) = log.select(&Selection { queue: Some(9), ..Selection::default() });
    assert!(none.is_empty());
    assert_eq!((selected.kept, selected.queue), (0, 1));
    let (none, selected) = log.select(&Selection { first: Some(0), ..Selection::default() });
    assert!(none.is_empty());
    assert_eq!((selected.kept, selected.first), (0, 1));
}

#[test]
fn jobs_submitted_together_stay_in_file_order() {
    let log = read_lines(&[
        (5, 9, 1, 1, 1, 1, 1, 1, 1),
        (4, 3, 1, 1, 1, 1, 1, 1, 1),
        (3, 9, 1, 1, 1, 1, 1, 1, 1),
        (2, 3, 1, 1, 1, 1, 1, 1, 1),
    ]);
    let (workload, _) = log.select(&Selection { first: Some(3), ..Selection::default() });
    assert_eq!(workload.id, [4, 2, 5]);
    assert_eq!(workload.submit, [0, 0, 6 * SECOND]);
    let text: String = [1, 2].map(|id| line((id, 3, 1, 1, 1, 1, 1, 1, 1))).concat();
    assert_eq!(said(&read(text.as_bytes()).1), [""; 0], "together is not out of order");
}

#[test]
fn columns_from_elsewhere_must_fit_together() {
    let log = read_lines(&[(1, 0, 5, 4, 4, 9, 1, 1, 1)]);
    let again = Log::from_columns(log.header.clone(), log.columns.clone(), 0);
    assert_eq!(again, Ok(log.clone()));
    let mut short = log.columns.clone();
    short.queue.clear();
    assert!(Log::from_columns(Header::default(), short, 0).unwrap_err().contains("queue holds 0"));
    let mut early = log.columns;
    early.submit[0] = -1;
    assert!(Log::from_columns(Header::default(), early, 0).unwrap_err().contains("submit"));
}

/// One of the archive's logs (`samples/README.md`).
#[cfg(not(target_arch = "wasm32"))]
fn archive_log(name: &str) -> Log {
    use std::io::Read;
    let path = format!("{}/samples/{name}.gz", env!("CARGO_MANIFEST_DIR"));
    let file = std::fs::File::open(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).expect("a gzip file");
    let (log, diagnostics) = read(&bytes);
    assert_eq!(said(&diagnostics), [""; 0], "{name}");
    log
}

/// The counts are those of `tests/vectors` and of the archive's own pages.
#[cfg(not(target_arch = "wasm32"))]
#[test]
fn archive_logs_yield_the_published_numbers_of_jobs() {
    {
        let log = archive_log("NASA-iPSC-1993-3.1-cln.swf");
        assert_eq!(log.header.max_procs(), Some(128));
        assert_eq!(log.header.notes().count(), 4);
        let (workload, selected) = log.select(&Selection::default());
        assert_eq!((workload.len(), selected.kept), (18_239, 18_239));
    }
    {
        let log = archive_log("SDSC-SP2-1998-4.2-cln.swf");
        assert_eq!(log.header.installation(), Some("SDSC"));
        assert_eq!(log.header.unix_start_time(), Some(893_466_664));
        let (workload, selected) = log.select(&Selection::default());
        assert_eq!((workload.len(), selected.kept), (54_044, 54_044));
        assert_eq!(log.columns.len(), 59_715, "the header's MaxRecords");
        assert_eq!((workload.id[0], workload.requested[0], workload.size[0]), (11, 28_800 * SECOND, 1));
    }
    {
        let log = archive_log("SDSC-Par-1996-3.1-cln.swf");
        assert_eq!(log.header.max_nodes(), Some(400));
        let (workload, _) = log.select(&Selection::default());
        assert!(workload.submit.is_sorted() && workload.size.iter().all(|&size| (1..=400).contains(&size)));
    }
}

/// Whatever was read, a selection of it keeps a workload's promises.
fn assert_sound(log: &Log) -> Result<(), TestCaseError> {
    prop_assert_eq!(log.columns.check(), Ok(()));
    let (workload, selected) = log.select(&Selection::default());
    prop_assert!(workload.submit.is_sorted() && workload.submit.first().is_none_or(|&first| first == 0));
    prop_assert!(workload.runtime.iter().all(|&runtime| runtime >= 0));
    prop_assert!(workload.size.iter().all(|&size| size > 0));
    prop_assert_eq!(workload.len(), selected.kept as usize);
    let dropped: u32 = selected.dropped().iter().map(|(_, count)| count).sum();
    prop_assert_eq!(selected.kept + dropped, log.columns.len() as u32 + log.malformed);
    Ok(())
}

fn jobs() -> impl Strategy<Value = Vec<Job>> {
    let time = -1i64..1 << 36;
    let job = (any::<i32>(), 0i64..1 << 36, time.clone(), -1i32.., -1i32.., time, -1i16.., -1i32.., -1i32..)
        .prop_map(|(a, b, c, d, e, f, g, h, i)| (i64::from(a), b, c, d, e, f, g, h, i));
    prop::collection::vec(job, 0..12)
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        assert_sound(&read(&bytes).0)?;
    }

    #[test]
    fn nothing_that_looks_like_a_log_makes_it_panic(text in "[-0-9.; \t\r\n:eE\\x00a-c\u{e9}]{0,600}") {
        assert_sound(&read(text.as_bytes()).0)?;
    }

    #[test]
    fn what_is_written_is_read(jobs in jobs(), blank in "[ \t]{1,3}", end in "\r?\n", last in any::<bool>()) {
        let mut text: String = jobs.iter().map(|&job| line(job)).collect();
        text = text.replace(' ', &blank).replace('\n', &end);
        if last {
            text.truncate(text.trim_end().len());
        }
        let (log, diagnostics) = read(text.as_bytes());
        prop_assert!(diagnostics.iter().all(|diagnostic| !diagnostic.message().contains("dropped")));
        let columns = &log.columns;
        let read_back: Vec<Job> = (0..columns.len()).map(|job| (
            columns.id[job],
            columns.submit[job] / SECOND,
            columns.runtime[job] / SECOND,
            columns.allocated[job],
            columns.requested_processors[job],
            columns.requested_time[job] / SECOND,
            columns.status[job],
            columns.queue[job],
            columns.partition[job],
        )).collect();
        prop_assert_eq!(read_back, jobs);
        assert_sound(&log)?;
    }

    #[test]
    fn one_damaged_line_harms_no_other(
        jobs in jobs().prop_filter("a line to damage", |jobs| !jobs.is_empty()),
        damaged: prop::sample::Index,
        at: prop::sample::Index,
        byte in any::<u8>().prop_filter("no new line", |&byte| byte != b'\n'),
        insert: bool,
    ) {
        let mut lines: Vec<Vec<u8>> = jobs.iter().map(|&job| line(job).into_bytes()).collect();
        let damaged = damaged.index(jobs.len());
        // The last byte is the line end, which belongs to the next line as well.
        let at = at.index(lines[damaged].len() - 1);
        if insert {
            lines[damaged].insert(at, byte);
        } else {
            lines[damaged][at] = byte;
        }
        let (mut log, _) = read(&lines.concat());
        prop_assume!(!lines.concat().trim_ascii_start().starts_with(b"<"));
        assert_sound(&log)?;
        let columns = &mut log.columns;
        if columns.len() == jobs.len() {
            columns.id.remove(damaged);
            columns.submit.remove(damaged);
        }
        let others = jobs.iter().enumerate().filter(|&(job, _)| job != damaged).map(|(_, job)| job);
        prop_assert_eq!(&columns.id, &others.clone().map(|job| job.0).collect::<Vec<_>>());
        prop_assert_eq!(&columns.submit, &others.map(|job| job.1 * SECOND).collect::<Vec<_>>());
    }
}
