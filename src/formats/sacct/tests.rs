use crate::diagnostic::Diagnostic;
use crate::formats::{LogReader, read};
use crate::time::SECOND;
use crate::workload::{Log, Selected, Selection};
use proptest::prelude::*;

const WHOLE: &[u8] = include_bytes!("../../../tests/data/sacct/whole.txt");
const PLAIN: &[u8] = include_bytes!("../../../tests/data/sacct/plain.txt");

fn said(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(Diagnostic::to_string).collect()
}

fn fields(log: &Log) -> Vec<(&str, &str)> {
    log.header.fields.iter().map(|(name, value)| (&**name, &**value)).collect()
}

const CLOCK: &str = "times are what the clock on the wall showed, zone and summer time included";

#[test]
fn the_usual_export_is_read() {
    let (log, diagnostics) = read(WHOLE);
    let left_out = "line 8: 2 jobs had not ended, first this one (expected jobs that have ended); they were left out";
    assert_eq!(said(&diagnostics), [left_out]);
    let columns = &log.columns;
    assert_eq!((log.malformed, &columns.id), (0, &vec![101, 102, 103, 104].into()));
    assert_eq!(columns.submit, [0, 5, 60, 3600].map(|time| time * SECOND));
    assert_eq!(columns.wait, [10, 3605, -1, 3600].map(|time| time * SECOND));
    assert_eq!(columns.runtime, [3600, 18_000, -1, 3600].map(|time| time * SECOND));
    assert_eq!(columns.allocated, [16, 64, -1, 1536]);
    assert_eq!(columns.requested_processors, [-1; 4]);
    assert_eq!(columns.requested_time, [7200, -1, 3600, -1].map(|time| time * SECOND));
    assert_eq!(columns.status, [1, 0, 5, 0]);
    assert_eq!((&columns.user, &columns.partition), (&vec![1, 2, 1, 3].into(), &vec![1, 1, 2, 1].into()));
    assert_eq!(
        fields(&log),
        [
            ("Note", "exported by sacct; processors are its AllocNodes"),
            ("StartTime", "Mar 30 22:00:00 2024"),
            ("Note", CLOCK),
            ("Partition", "1 batch"),
            ("Partition", "2 debug"),
        ]
    );
    let (_, selected) = log.select(&Selection::default());
    assert_eq!(selected, Selected { kept: 3, unknown_runtime: 1, ..Selected::default() });
}

/// `sacct -P -o ALL` has columns that mean something else in other tables.
#[test]
fn an_export_of_all_columns_is_slurms() {
    let (log, _) = read(
        b"Account|AllocCPUS|AllocNodes|Elapsed|Flags|JobID|JobIDRaw|NCPUS|NNodes|NTasks|ReqNodes|Start|State|Submit|UID|User\n\
          a|8|2|00:01:00|SchedBackfill|1_1|2|8|2||1|2024-03-01T08:00:10|COMPLETED|2024-03-01T08:00:00|1000|eve\n\
          a|8|2|00:01:00|SchedBackfill|1_1.batch|2.batch|4|1|1|1|2024-03-01T08:00:10|COMPLETED|2024-03-01T08:00:10||\n",
    );
    assert_eq!((&log.columns.id, &log.columns.allocated), (&vec![2].into(), &vec![2].into()));
}

/// The clock was set back from three to two that night.
#[test]
fn arrays_parts_and_a_repeated_hour() {
    let (log, diagnostics) = read(PLAIN);
    assert_eq!(
        said(&diagnostics),
        [
            "line 7: 1 job had not ended, first this one (expected jobs that have ended); they were left out",
            "line 3: 1 job started before it was submitted, first this one (expected a start no earlier than the submission); their waits count as unknown: a clock that is put back shows an hour twice, seconds since 1970 (of sacct: SLURM_TIME_FORMAT=%s) do not repeat",
            "line 2: 4 jobs have the number of a whole that they are part of, first this one (expected a number of its own for each job); all jobs were kept, the column JobIDRaw of sacct has a number for each",
        ]
    );
    let columns = &log.columns;
    assert_eq!((&columns.id, &columns.allocated), (&vec![7, 7, 8, 8].into(), &vec![4, 8, 2, 6].into()));
    assert_eq!(columns.runtime, [1800, 86_401, 300, 300].map(|time| time * SECOND));
    assert_eq!(columns.wait, [60, -1, 0, 0].map(|time| time * SECOND));
}

#[test]
fn seconds_since_1970_need_no_clock() {
    let text = "submit|ELAPSED|reqcpus|jobid|Start\n1711852200|10:00|8|2|1711852260\n1711852100|00:01|4|1|1711852100\n";
    let (log, diagnostics) = read(text.as_bytes());
    assert_eq!(
        said(&diagnostics),
        [
            "line 1: no column TimelimitRaw, State, User, Partition; what it says counts as unknown, this exports it: sacct -X -P -o JobIDRaw,Submit,Start,ElapsedRaw,AllocNodes,TimelimitRaw,State,User,Partition"
        ]
    );
    assert_eq!(
        (log.columns.submit.to_vec(), log.header.unix_start_time()),
        (vec![100 * SECOND, 0], Some(1_711_852_100))
    );
    assert_eq!((&log.columns.requested_processors, &log.columns.allocated), (&vec![8, 4].into(), &vec![-1, -1].into()));
    assert_eq!(fields(&log)[0], ("Note", "exported by sacct; processors are its ReqCPUS"));
}

/// The diagnostics of an export with one more line.
fn with_line(line: &str) -> Vec<String> {
    let names = "JobID|Submit|Start|Elapsed|AllocNodes|Timelimit|State|User|Partition";
    let job = "1|2024-01-01T00:00:00|2024-01-01T00:00:00|00:10|4|01:00:00|COMPLETED|a|b";
    let (log, diagnostics) = read(format!("{names}\r\n{job}\r\n{line}\r\n\r\n3{}\n", &job[1..]).as_bytes());
    assert_eq!((log.columns.len(), log.malformed), (2, 1), "{line}");
    said(&diagnostics)
}

#[test]
fn ten_malformed_exports_have_these_messages() {
    let command = "sacct -X -P -o JobIDRaw,Submit,Start,ElapsedRaw,AllocNodes,TimelimitRaw,State,User,Partition";
    let dropped = "; the line was dropped, correct it to have its job";
    for (line, message) in [
        (
            "2|2024-13-01T00:00:00|Unknown|00:10|4|01:00:00|COMPLETED|a|b",
            format!("line 3, field 2 (Submit): '2024-13-01T00:00:00' is not a time (expected seconds, or a date such as 2024-03-31T02:30:00){dropped}"),
        ),
        (
            "2|Unknown|Unknown|00:10|4|01:00:00|COMPLETED|a|b",
            format!("line 3, field 2 (Submit): 'Unknown' stands for an unknown value (expected seconds, or a date such as 2024-03-31T02:30:00){dropped}"),
        ),
        (
            "2|2024-01-01T00:00:00|2024-01-01T00:00:00|ten minutes|4|01:00:00|COMPLETED|a|b",
            format!("line 3, field 4 (Elapsed): 'ten minutes' is not a duration (expected such as 1-02:03:04 or 03:04, or seconds){dropped}"),
        ),
        (
            "2|2024-01-01T00:00:00|2024-01-01T00:00:00|00:10|four|01:00:00|COMPLETED|a|b",
            format!("line 3, field 5 (AllocNodes): 'four' is not a number (expected such as 128 or 48K){dropped}"),
        ),
        (
            "2|2024-01-01T00:00:00|2024-01-01T00:00:00|00:10|4|1:00|1-2|a|b|c",
            "line 3, field 10: the line goes on after its 9 columns (expected as many values as columns); the line was dropped, leave out columns with values that may contain the separator or a line end, such as JobName".into(),
        ),
        (
            "2|2024-01-01T00:00:00|2024-01-01T00:00:00|00:10|4",
            "line 3, field 6 (Timelimit): the line has 5 values, but the first line names 9 columns (expected a value for each column); the line was dropped, leave out columns with values that may contain the separator or a line end, such as JobName".into(),
        ),
        (
            "job2|2024-01-01T00:00:00|2024-01-01T00:00:00|00:10|4|01:00:00|COMPLETED|a|b",
            format!("line 3, field 1 (JobID): 'job2' is not a job number (expected such as 123, 123_4 or 123+0){dropped}"),
        ),
        (
            "2|2024-01-01T00:00:00|1704067200|00:10|4|01:00:00|COMPLETED|a|b",
            "line 3, field 3 (Start): '1704067200' is not counted by the same clock as the times above (expected times in one form: all dates, with an offset in each or in none, or all numbers in one unit); the line was dropped, export all jobs with the same SLURM_TIME_FORMAT".into(),
        ),
    ] {
        assert_eq!(with_line(line), [message], "{line}");
    }
    for (text, message) in [
        (
            "JobID|JobName|State\n1|a|COMPLETED\n",
            format!(
                "line 1: no column says when a job was submitted, nor how long it ran, nor what processors or which shape it asked for; the columns are 'JobID', 'JobName', 'State' (expected when each job came, how long it ran, and on how much); export again: {command}"
            ),
        ),
        (
            "\n1|2024-01-01T00:00:00|2024-01-01T00:00:00|00:10|4|COMPLETED\n",
            format!(
                "line 2: the first line names no columns (expected names of columns in the first line); export again, without --noheader: {command}"
            ),
        ),
        (
            "JobID|Submit|Elapsed|NNodes|Start|Timelimit|State|User|Partition\n",
            format!(
                "log: no job that has ended (expected a line of values for each job); export again, without --noheader: {command}"
            ),
        ),
    ] {
        let (log, diagnostics) = read(text.as_bytes());
        assert_eq!((log.columns.len(), log.malformed, said(&diagnostics)), (0, 0, vec![message]), "{text}");
    }
}

#[test]
fn an_invalid_limit_drops_no_job() {
    let names = "JobID|Submit|Start|Elapsed|AllocNodes|Timelimit|State|User|Partition";
    let job = "1|2024-01-01T00:00:00|2024-01-01T00:00:00|00:10|4|soon|COMPLETED|a|b";
    let (log, diagnostics) = read(format!("{names}\n{job}\n").as_bytes());
    assert_eq!((log.columns.len(), log.malformed, log.columns.requested_time.at(0)), (1, 0, -SECOND));
    let expected =
        "line 2, field 6 (Timelimit): 1 line has no value that can be used, first 'soon'; they count as unknown";
    assert_eq!(said(&diagnostics), [expected]);
}

#[test]
fn jobs_steps_and_parts_are_distinguished() {
    use super::number;
    assert_eq!(number(b"123"), Ok(Some((123, false))));
    for part in ["123_4", "123+1", "123_[5-9%2]"] {
        assert_eq!(number(part.as_bytes()), Ok(Some((123, true))), "{part}");
    }
    for step in ["123.batch", "123.0", "123_4.extern", "123+0.batch"] {
        assert_eq!(number(step.as_bytes()), Ok(None), "{step}");
    }
    for other in ["", "x", "12x", "_4", "1234567890123456789"] {
        assert_eq!(number(other.as_bytes()), Err(()), "{other}");
    }
}

#[test]
fn concatenated_exports_are_one() {
    let (once, _) = read(WHOLE);
    let (twice, diagnostics) = read(&[WHOLE, WHOLE].concat());
    assert_eq!((twice.columns.len(), twice.malformed), (2 * once.columns.len(), 0));
    assert!(said(&diagnostics)[1].contains("job number 101 also stands on line 2"), "{:?}", said(&diagnostics));
    assert_eq!(diagnostics.len(), 2);
}

#[test]
fn a_known_name_between_bars_on_the_first_line_makes_an_export() {
    let recognises = super::FORMAT.recognises;
    for text in
        ["JobID|Foo", "a|submit\n1|2", "1|2|3|4", "x|Elapsed|", "JobID,Submit,NNodes", "JobIDRaw\tSubmit\tElapsedRaw"]
    {
        assert!(recognises(text.as_bytes()), "{text}");
    }
    for text in [
        "JobID",
        "job_id,submit,nodes",
        "submit|run_time|procs",
        "a|b|c|d|e",
        "; a|Submit b",
        "; Note: from a|Submit|b",
        "1 2|3",
        "",
        "JobIDs|x",
    ] {
        assert!(!recognises(text.as_bytes()), "{text}");
    }
}

proptest! {
    #[test]
    fn pieces_make_no_difference_and_no_text_panics(
        lines in "([-0-9T:|A-Za-z_+.\r]{0,60}\n){0,6}",
        bytes in prop::collection::vec(any::<u8>(), 0..80),
        length in 1usize..50,
    ) {
        for text in [&[WHOLE, lines.as_bytes(), &bytes, b"\n", WHOLE].concat()[..], &[PLAIN, &bytes].concat()] {
            let whole = read(text);
            prop_assert_eq!(whole.0.columns.check(), Ok(()));
            let mut reader = LogReader::default();
            text.chunks(length).for_each(|piece| reader.take(piece));
            prop_assert_eq!(reader.finish(), whole);
        }
    }

    /// Slurm's output for some jobs is read as these jobs.
    #[test]
    fn jobs_are_read_as_they_are_printed(
        jobs in prop::collection::vec((1i64..1_000_000, 700_000_000i64..2_000_000_000, 0i64..10_000_000, 0i64..1_000_000, 1i32..100_000), 1..10),
        raw: bool,
    ) {
        let clock = |seconds: i64| format!("{:02}:{:02}:{:02}", seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
        let days = |seconds: i64| if seconds < 86_400 { clock(seconds) } else { format!("{}-{}", seconds / 86_400, clock(seconds)) };
        let moment = |seconds: i64| {
            let (year, month, day) = crate::workload::start::date(seconds / 86_400);
            if raw { seconds.to_string() } else { format!("{year}-{month:02}-{day:02}T{}", clock(seconds)) }
        };
        let own = |job: usize, id: i64| id + 1_000_000 * job as i64;
        let mut text = String::from("State|JobIDRaw|Submit|Start|ElapsedRaw|AllocNodes|Timelimit|User|Partition\n");
        for (job, &(id, submit, wait, runtime, nodes)) in jobs.iter().enumerate() {
            let id = own(job, id);
            let elapsed = if raw { runtime.to_string() } else { days(runtime) };
            text += &format!("COMPLETED|{id}|{}|{}|{elapsed}|{nodes}|{}|a|b\n", moment(submit), moment(submit + wait), days(runtime * 2));
        }
        let (log, diagnostics) = read(text.as_bytes());
        prop_assert_eq!(said(&diagnostics), Vec::<String>::new());
        let first = jobs.iter().map(|job| job.1).min().unwrap();
        let columns = &log.columns;
        for (job, &(id, submit, wait, runtime, nodes)) in jobs.iter().enumerate() {
            prop_assert_eq!(
                (columns.id.at(job), columns.submit.at(job), columns.wait.at(job), columns.runtime.at(job)),
                (own(job, id), (submit - first) * SECOND, wait * SECOND, runtime * SECOND)
            );
            prop_assert_eq!((columns.allocated.at(job), columns.requested_time.at(job)), (nodes, 2 * runtime * SECOND));
        }
    }
}

#[test]
fn without_states_a_job_without_an_end_has_not_ended() {
    let text = "JobIDRaw|Submit|Start|End|ElapsedRaw|ReqCPUS\n1|100|110|170|60|4\n2|100|110|Unknown|36000|8\n";
    let (log, diagnostics) = read(text.as_bytes());
    let said = said(&diagnostics);
    assert_eq!(log.columns.id.iter().collect::<Vec<_>>(), [1]);
    assert!(said.iter().any(|said| said.contains("1 job had not ended")), "{said:?}");
}

#[test]
fn the_note_names_the_column_that_was_chosen() {
    let mut reader = LogReader::with_columns("processors=AllocCPUS".parse().unwrap());
    reader.take(b"JobIDRaw|Submit|ElapsedRaw|AllocCPUS|State\n1|100|60|64|COMPLETED\n");
    let (log, _) = reader.finish();
    assert_eq!(log.header.get("Note"), Some("exported by sacct; processors are its AllocCPUS"));
}

#[test]
fn exports_that_overlap_are_reported_with_what_helps() {
    let job = "7|100|60|4|COMPLETED\n";
    let text = format!("JobIDRaw|Submit|ElapsedRaw|AllocNodes|State\n{job}{job}");
    let said = said(&read(text.as_bytes()).1);
    assert!(said.iter().any(|said| said.ends_with("take each line once: sort -u")), "{said:?}");
}
