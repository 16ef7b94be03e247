use super::write;
use crate::diagnostic::Diagnostic;
use crate::formats::read;
use crate::time::SECOND;
use crate::workload::{Columns, Log, Selected, Selection};
use proptest::prelude::*;

/// The diagnostics as text.
fn said(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(Diagnostic::to_string).collect()
}

/// Number, submit time, runtime, allocated and requested processors, requested time, status, queue, partition.
type Job = (i64, i64, i64, i32, i32, i64, i16, i32, i32);

/// The log in these bytes, even if they do not look like one.
fn read_as_swf(bytes: &[u8]) -> Log {
    let mut reader = super::reader::from_line(1, &Default::default());
    reader.take(bytes);
    reader.finish().log
}

/// The line of a job.
fn line(job: Job) -> String {
    let (id, submit, runtime, allocated, requested, time, status, queue, partition) = job;
    format!(
        "{id} {submit} 3 {runtime} {allocated} 1.5 -1 {requested} {time} -1 {status} 1 2 3 {queue} {partition} -1 -1\n"
    )
}

#[test]
fn every_field_goes_to_its_column() {
    let (log, diagnostics) = read(b"7 11 12.5 13.25 14 15 16 17 18 19 1 21 22 23 24 25 26 27\n");
    let ignored = "line 1, field 17 (preceding job): 1 job names a preceding job, first this one; fields 17 and 18 are ignored: jobs come when they were submitted";
    assert_eq!(said(&diagnostics), [ignored]);
    let expected = Columns {
        id: vec![7].into(),
        submit: vec![11 * SECOND].into(),
        wait: vec![12_500_000].into(),
        runtime: vec![13_250_000].into(),
        allocated: vec![14].into(),
        requested_processors: vec![17].into(),
        requested_time: vec![18 * SECOND].into(),
        status: vec![1].into(),
        user: vec![21].into(),
        queue: vec![24].into(),
        partition: vec![25].into(),
        ..Columns::default()
    };
    assert_eq!(log.columns, expected);
}

#[test]
fn windows_line_ends_tabs_blanks_and_byte_order_marks_are_read() {
    let (log, diagnostics) = read(include_bytes!("../../../tests/data/swf/windows.swf"));
    assert_eq!(said(&diagnostics), [""; 0]);
    assert_eq!(log.header.computer(), Some("Windows"));
    assert_eq!(log.columns.id, [1, 2, 3]);
    assert_eq!(log.columns.submit, [0, 10_500_000, 11_000_000]);
    assert_eq!(log.columns.runtime, [60_000_000, 0, 7_380_000]);
    assert_eq!(log.columns.partition, [-1, -1, -1]);
}

#[test]
fn every_malformed_line_is_reported_and_the_others_are_kept() {
    let (log, diagnostics) = read(include_bytes!("../../../tests/data/swf/malformed.swf"));
    assert_eq!(log.columns.id, [1, 3, 4, 9, 10, 12, 12, 14, 16]);
    assert_eq!(log.malformed, 9);
    let dropped = "the line was dropped, correct it to have its job";
    let whole = format!("(expected a whole number, or -1 where unknown); {dropped}");
    let seconds = format!("(expected seconds such as 3600 or 12.5, or -1 where unknown); {dropped}");
    let start = format!("(expected seconds after the start of the log, such as 3600 or 12.5); {dropped}");
    let eighteen = "(expected a line of 18 numbers for each job)";
    let expected = [
        format!("line 3, field 4 (run time): 'abc' is not a number {seconds}"),
        format!("line 6, field 2 (submit time): '-3' is negative {start}"),
        format!("line 7, field 8 (requested processors): '99999999999' is out of range {whole}"),
        format!("line 8, field 5 (allocated processors): '2.5' is not a whole number {whole}"),
        format!("line 9, field 4 (run time): '200000000000' is out of range {seconds}"),
        format!("line 12, field 2 (submit time): the field is missing, for the line ends after field 1 {start}"),
        format!("line 16, field 4 (run time): '1\\u{{7}}e' is not a number {seconds}"),
        format!("line 18, field 4 (run time): the field is missing, for the line ends after field 3 {seconds}"),
        format!("line 19, field 5 (allocated processors): the field is missing, for the line ends after field 4 {whole}"),
        format!("line 4: 1 line holds more than 18 fields, first this one {eighteen}; what follows the first 18 was ignored, check that they are those of the format"),
        format!("line 5: 1 line holds fewer than 18 fields, first this one {eighteen}; missing fields count as unknown, check that nothing was cut off"),
        "line 10, field 11 (status): 1 line has a value that cannot be used in a field that no run needs, first '70000' (expected a number, or -1 where unknown); they count as unknown".into(),
        "line 15, field 2 (submit time): 1 job was submitted before the job on the line above, first this one (expected jobs in order of submit time); the jobs were put in that order".into(),
        "line 14, field 1 (job number): job number 12 also stands on line 13; 1 job repeats a number in all (expected a number of its own for each job); all jobs were kept".into(),
    ];
    assert_eq!(said(&diagnostics), expected);
    let (workload, selected) = log.select(&Selection::default());
    assert_eq!(workload.id, [1, 14, 3, 4, 9, 10, 12, 12, 16], "by submit time");
    assert_eq!((selected.kept, selected.malformed), (9, 9));
}

#[test]
fn text_behind_the_eighteenth_field_is_ignored_and_reported_once() {
    let (log, diagnostics) = read(b"7 11 12 13 14 15 16 17 18 19 1 21 22 23 24 25 26 27 0 extra\n8 11 12 13 14 15 16 17 18 19 1 21 22 23 24 25 26 27\t28\r\n9 11 12 13 14 15 1e3 17 18 19 1 21 22 23 24 25 26 27 28\n");
    assert_eq!(log.columns.id, [7, 8, 9]);
    assert_eq!(log.columns.partition, [25, 25, 25]);
    assert_eq!(log.malformed, 0);
    let problems: Vec<_> =
        diagnostics.iter().map(|diagnostic| (diagnostic.place.as_str(), diagnostic.problem.as_str())).collect();
    assert_eq!(
        problems,
        [
            ("line 1", "3 lines hold more than 18 fields, first this one"),
            ("line 1, field 17 (preceding job)", "3 jobs name a preceding job, first this one"),
        ]
    );
}

#[test]
fn missing_fields_count_as_unknown() {
    let (log, diagnostics) = read(b"; Computer: x\n1 0 -1 60.5 4\n2 5 -1 60 -1 -1 -1 8 90\n3 6 -1 60 -1\n");
    let expected = Columns {
        id: vec![1, 2, 3].into(),
        submit: vec![0, 5 * SECOND, 6 * SECOND].into(),
        wait: vec![-SECOND; 3].into(),
        runtime: vec![60_500_000, 60 * SECOND, 60 * SECOND].into(),
        allocated: vec![4, -1, -1].into(),
        requested_processors: vec![-1, 8, -1].into(),
        requested_time: vec![-SECOND, 90 * SECOND, -SECOND].into(),
        status: vec![-1; 3].into(),
        user: vec![-1; 3].into(),
        queue: vec![-1; 3].into(),
        partition: vec![-1; 3].into(),
        ..Columns::default()
    };
    assert_eq!(log.columns, expected);
    assert_eq!((diagnostics.len(), diagnostics[0].place.as_str()), (1, "line 2"));
    assert_eq!(diagnostics[0].problem, "3 lines hold fewer than 18 fields, first this one");
    let (workload, selected) = log.select(&Selection::default());
    assert_eq!((workload.size.to_vec(), workload.requested.to_vec()), (vec![4, 8], vec![-1, 90 * SECOND]));
    assert_eq!((selected.kept, selected.no_size, selected.malformed), (2, 1, 0), "a job of unknown size");
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
    assert_eq!(header.get("MaxJobs"), Some("3"));
    assert_eq!(header.unix_start_time(), Some(820_090_437));
    assert_eq!(header.all("queue").collect::<Vec<_>>(), ["0  interactive", "1  batch"]);
    let notes: Vec<_> = header.all("Note").collect();
    assert_eq!(notes, ["times were\nrounded; see also\nWarning: this is no field", "and another one"]);
    let free = read(b"; made by hand\n; in two lines\n; MaxProcs: many\n").0.header;
    assert_eq!(free.all("Note").collect::<Vec<_>>(), ["made by hand\nin two lines"]);
    assert_eq!(free.max_procs(), None);
}

/// There are few of them for a long file, but too many for the part that is kept.
#[test]
fn control_characters_of_a_header_do_not_make_a_log_binary() {
    let text = format!("; Note: \0a\x1B[2J\tb\u{85}\0\0\0\n1 0 -1 60 4\n{}", "x\n".repeat(400));
    let (log, _) = read(text.as_bytes());
    let mark = char::REPLACEMENT_CHARACTER;
    assert_eq!(log.header.get("Note"), Some(&*format!("{mark}a{mark}[2J\tb{mark}{mark}{mark}{mark}")));
    assert_eq!(read(write(&log).as_bytes()).0, Log { malformed: 0, ..log });
}

#[test]
fn logs_without_a_job_have_a_reason() {
    let eighteen = "(expected a line of 18 numbers for each job)";
    for (bytes, reason) in [
        (
            &include_bytes!("../../../tests/data/swf/comments-only.swf")[..],
            "the file holds only comment lines and no job",
        ),
        (b";\n;\n", "the file holds only comment lines and no job"),
    ] {
        let (log, diagnostics) = read(bytes);
        assert!(log.columns.is_empty());
        let expected = format!("log: {reason} {eighteen}; check that the download is complete");
        assert_eq!(said(&diagnostics), [expected]);
    }
    for (bytes, expected) in [
        (
            &b";\n1 2\n"[..],
            "line 2, field 4 (run time): the field is missing, for the line ends after field 2 (expected seconds such as 3600 or 12.5, or -1 where unknown); no line is a job: 1 line like this",
        ),
        (
            b"x 1 2 3 4 5\n1 2\n",
            "line 1, field 1 (job number): 'x' is not a number (expected a whole number, or -1 where unknown); no line is a job: 1 line like this; 1 line like line 2, field 4 (run time): the field is missing, for the line ends after field 2",
        ),
    ] {
        assert_eq!(said(&read(bytes).1)[0], expected);
    }
}

#[test]
fn jobs_submitted_together_are_not_out_of_order() {
    let text: String = [1, 2].map(|id| line((id, 3, 1, 1, 1, 1, 1, 1, 1))).concat();
    assert_eq!(said(&read(text.as_bytes()).1), [""; 0]);
}

#[test]
fn a_hundred_complaints_are_enough() {
    let good = line((1, 0, 1, 1, 1, 1, 1, 1, 1));
    let (log, diagnostics) = read(format!("{good}{}", "1 2 3\n".repeat(5000)).as_bytes());
    assert_eq!((log.columns.len(), log.malformed), (1, 5000));
    assert_eq!(diagnostics.len(), 101);
    let more = "log: 4900 more lines are malformed and were dropped; see the first 100 for what is wrong with them";
    assert_eq!(diagnostics[100].to_string(), more);
}

/// A log of `samples/`, and its diagnostics.
#[cfg(not(target_arch = "wasm32"))]
fn sample(name: &str) -> (Log, Vec<Diagnostic>) {
    use std::io::Read;
    let path = format!(concat!(env!("CARGO_MANIFEST_DIR"), "/samples/{}.gz"), name);
    let packed = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    assert!(crate::formats::is_gzip(&packed));
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut bytes).expect("a gzip file");
    let (log, diagnostics) = read(&bytes);
    assert_eq!(log.malformed, 0, "{name}");
    let (again, _) = read(write(&log).as_bytes());
    assert_eq!(again, log, "{name} written and read");
    (log, diagnostics)
}

/// The numbers are those of tests/vectors and of the archive's own pages.
#[cfg(not(target_arch = "wasm32"))]
#[test]
fn archive_logs_yield_the_published_numbers_of_jobs() {
    let (log, diagnostics) = sample("NASA-iPSC-1993-3.1-cln.swf");
    assert_eq!(said(&diagnostics), [""; 0]);
    assert_eq!(log.header.max_procs(), Some(128));
    assert_eq!(log.header.all("Note").count(), 4);
    let (workload, selected) = log.select(&Selection::default());
    assert_eq!((workload.len(), selected.kept), (18_239, 18_239));

    let (log, diagnostics) = sample("SDSC-SP2-1998-4.2-cln.swf");
    assert_eq!(said(&diagnostics), [""; 0]);
    assert_eq!(log.header.installation(), Some("SDSC"));
    assert_eq!(log.header.unix_start_time(), Some(893_466_664));
    let (workload, selected) = log.select(&Selection::default());
    assert_eq!((workload.len(), selected.kept), (54_044, 54_044));
    assert_eq!(log.columns.len(), 59_715, "the header's MaxRecords");
    assert_eq!((workload.id.at(0), workload.requested.at(0), workload.size.at(0)), (11, 28_800 * SECOND, 1));

    let (log, diagnostics) = sample("SDSC-Par-1996-3.1-cln.swf");
    assert_eq!(said(&diagnostics), [""; 0]);
    assert_eq!(log.header.max_nodes(), Some(400));
    let (workload, _) = log.select(&Selection::default());
    assert!(workload.submit.iter().is_sorted() && workload.size.iter().all(|size| (1..=400).contains(&size)));
}

/// Its lines have nineteen numbers, and its times count from 1970.
#[cfg(not(target_arch = "wasm32"))]
#[test]
fn the_log_of_mira_is_read_in_full() {
    let (log, diagnostics) = sample("mira_walltime.swf");
    let problems: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.problem.as_str()).collect();
    assert_eq!(problems, ["22508 lines hold more than 18 fields, first this one"]);
    assert_eq!((log.header.get("MaxJobs"), log.header.max_procs()), (Some("22508"), Some(49_152)));
    let (workload, selected) = log.select(&Selection::default());
    assert_eq!((workload.len(), selected), (22_508, Selected { kept: 22_508, ..Selected::default() }));
    assert_eq!((workload.id.at(0), workload.runtime.at(0), workload.size.at(0)), (35_079, 17_348 * SECOND, 512));
}

/// Any selection of a log that was read has the properties of a workload.
fn assert_sound(log: &Log) -> Result<(), TestCaseError> {
    prop_assert_eq!(log.columns.check(), Ok(()));
    let (workload, selected) = log.select(&Selection::default());
    prop_assert!(workload.submit.iter().is_sorted() && workload.submit.first().is_none_or(|first| first == 0));
    prop_assert!(workload.runtime.iter().all(|runtime| runtime >= 0));
    prop_assert!(workload.size.iter().all(|size| size > 0));
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
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        assert_sound(&read_as_swf(&bytes))?;
    }

    #[test]
    fn no_text_like_a_log_panics(text in "[-0-9.; \t\r\n:eE\\x00a-c\u{e9}]{0,600}") {
        assert_sound(&read_as_swf(text.as_bytes()))?;
    }

    /// A log that was read and written is read again, and written the same.
    #[test]
    fn a_log_written_is_read_back(
        header in prop::collection::vec("[ \t;]{0,4}([A-Z][a-z]{0,4}:)?[ :;a-z\u{e9}\u{a0}\t]{0,12}", 0..8),
        jobs in prop::collection::vec(
            ("-?[0-9]{1,17}", "[0-9]{1,11}(\\.[0-9]{0,8})?", "-?[0-9]{1,11}(\\.[0-9]{0,8})?", -1i32..300, -1i16..6),
            0..8,
        ),
    ) {
        let header = header.iter().map(|comment| format!(";{comment}\n"));
        let jobs = jobs.iter().map(|(id, submit, runtime, size, status)| {
            format!("{id} {submit} 3 {runtime} {size} 1.5 -1 {size} {runtime} -1 {status} 1 2 3 4 5 -1 -1 6\n")
        });
        let (mut log, _) = read(header.chain(jobs).collect::<String>().as_bytes());
        log.malformed = 0;
        let text = write(&log);
        let (again, _) = read(text.as_bytes());
        prop_assert_eq!(&again, &log);
        prop_assert_eq!(write(&again), text);
    }

    /// Lines cut off after their fifth field, and lines that go on after their eighteenth.
    #[test]
    fn lines_of_any_length_are_read_alike(jobs in jobs(), length in 5usize..25) {
        let lines: Vec<String> = jobs.iter().map(|&job| line(job)).collect();
        let of_length = |length: usize, filling: &'static str| -> String {
            let fields = |line: &String| -> Vec<String> {
                line.split_whitespace().chain(std::iter::repeat(filling)).take(length).map(String::from).collect()
            };
            lines.iter().map(|line| fields(line).join(" ") + "\n").collect()
        };
        let plain: String = lines.iter().map(|line| {
            let fields = line.split_whitespace().enumerate();
            let given = fields.map(|(index, field)| if index < length { field } else { "-1" });
            given.collect::<Vec<_>>().join(" ") + "\n"
        }).collect();
        let (log, diagnostics) = read(of_length(length, "7").as_bytes());
        prop_assert_eq!(&log, &read(plain.as_bytes()).0);
        let said = diagnostics.iter().filter(|diagnostic| diagnostic.problem.contains("18 fields")).count();
        prop_assert_eq!(said, usize::from(length != 18 && !jobs.is_empty()));
    }

    #[test]
    fn written_logs_are_read(jobs in jobs(), blank in "[ \t]{1,3}", end in "\r?\n", last in any::<bool>()) {
        let mut text: String = jobs.iter().map(|&job| line(job)).collect();
        text = text.replace(' ', &blank).replace('\n', &end);
        if last {
            text.truncate(text.trim_end().len());
        }
        let (log, diagnostics) = read(text.as_bytes());
        prop_assert!(diagnostics.iter().all(|diagnostic| !diagnostic.message().contains("dropped")));
        let columns = &log.columns;
        let read_back: Vec<Job> = (0..columns.len()).map(|job| (
            columns.id.at(job),
            columns.submit.at(job) / SECOND,
            columns.runtime.at(job) / SECOND,
            columns.allocated.at(job),
            columns.requested_processors.at(job),
            columns.requested_time.at(job) / SECOND,
            columns.status.at(job),
            columns.queue.at(job),
            columns.partition.at(job),
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
            let stays: Vec<bool> = (0..jobs.len()).map(|job| job != damaged).collect();
            columns.id.retain(&stays);
            columns.submit.retain(&stays);
        }
        let others = jobs.iter().enumerate().filter(|&(job, _)| job != damaged).map(|(_, job)| job);
        prop_assert_eq!(columns.id.to_vec(), others.clone().map(|job| job.0).collect::<Vec<_>>());
        prop_assert_eq!(columns.submit.to_vec(), others.map(|job| job.1 * SECOND).collect::<Vec<_>>());
    }
}
