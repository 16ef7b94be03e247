use super::write;
use crate::diagnostic::Diagnostic;
use crate::formats::writing::can_run;
use crate::formats::{LogReader, read, swf, table};
use crate::time::SECOND;
use crate::workload::{Log, Selection};
use proptest::prelude::*;

const WHOLE: &[u8] = include_bytes!("../../../tests/data/batsim/whole.json");

fn said(text: &[u8]) -> Vec<String> {
    read(text).1.iter().map(Diagnostic::to_string).collect()
}

#[test]
fn a_workload_is_read() {
    let (log, _) = read(WHOLE);
    let columns = &log.columns;
    assert_eq!((&columns.id, log.malformed, log.header.max_procs()), (&vec![1, 2, 3].into(), 0, Some(16)));
    assert_eq!(columns.submit, [10_000_000, 12_500_000, 100_000_000]);
    assert_eq!(columns.runtime, [20_250_000, -SECOND, 20_250_000]);
    assert_eq!(columns.requested_processors, [4, 16, 1]);
    assert_eq!(columns.requested_time, [100, -1, -1].map(|time| time * SECOND));
    assert_eq!(columns.user, [-1, 3, -1]);
    assert_eq!(
        said(WHOLE),
        [
            "line 6: 1 job has no fixed run time, first this one, for which the profile is of type 'parallel_homogeneous' (expected a profile of type 'delay' with its 'delay' in seconds, or a sequence of such); how long they take depends on a platform, their run time counts as unknown",
            "line 7: 1 job has an identifier that is no number, first this one (expected such as 12 or w0!12); their number is their place in the list",
        ]
    );
    assert_eq!(log.select(&Selection::default()).1.unknown_runtime, 1);
}

/// The diagnostics of a workload with one correct job and this one.
fn with_job(job: &str) -> Vec<String> {
    let text = format!(
        "{{\"nb_res\":4,\"profiles\":{{\"p\":{{\"type\":\"delay\",\"delay\":5}}}},\"jobs\":[\n\
         {{\"id\":\"1\",\"subtime\":0,\"res\":1,\"profile\":\"p\"}},\n{job}]}}"
    );
    let (log, diagnostics) = read(text.as_bytes());
    assert_eq!(log.columns.id.first(), Some(1), "{job}");
    diagnostics.iter().map(Diagnostic::to_string).collect()
}

#[test]
fn errors_of_a_job_are_reported() {
    let object = "(expected an object with id, subtime, res and profile); the job was dropped, correct it to have it";
    let number = "(expected a number such as 3600 or 12.5); the job was dropped, correct it to have it";
    let unknown = "(expected a profile of type 'delay' with its 'delay' in seconds, or a sequence of such); their run time counts as unknown";
    for (job, message) in [
        ("{\"id\":2,\"res\":1,\"profile\":\"p\"}", format!("line 3, subtime: no 'subtime' {object}")),
        ("{\"subtime\":2,\"res\":1,\"profile\":\"p\"}", format!("line 3, id: no 'id' {object}")),
        ("{\"id\":2,\"subtime\":2,\"res\":1}", format!("line 3, profile: no 'profile' {object}")),
        ("7", format!("line 3, jobs: not an object {object}")),
        (
            "{\"id\":2,\"subtime\":2,\"res\":\"four\",\"profile\":\"p\"}",
            format!("line 3, res: 'four' is not a number {number}"),
        ),
        ("{\"id\":2,\"subtime\":-2.5,\"res\":4,\"profile\":\"p\"}", format!("line 3, subtime: '-2.5' is negative {number}")),
        (
            "{\"id\":2,\"subtime\":2,\"res\":4.5,\"profile\":\"p\"}",
            "line 3, res: '4.5' is not a whole number (expected a whole number); the job was dropped, correct it to have it".into(),
        ),
        ("{\"id\":2,\"subtime\":1e99,\"res\":4,\"profile\":\"p\"}", format!("line 3, subtime: '1e99' is out of range {number}")),
        (
            "{\"id\":2,\"subtime\":2,\"res\":4,\"profile\":\"q\"}",
            format!("line 3: 1 job has no profile, first this one, for which it would be 'q' {unknown}"),
        ),
        (
            "{\"id\":2 \"subtime\":2}",
            "line 3, column 9: unexpected '\\\"' (expected ',' or the closing bracket); what follows was not read, correct it to have it".into(),
        ),
    ] {
        assert_eq!(with_job(job), [message], "{job}");
    }
    assert_eq!(
        said(b"{\"nb_res\":4,\"jobs\":[],\"profiles\":{}}"),
        [
            "log: no job (expected a list 'jobs' of objects with id, subtime, res and profile); check that this is a workload of Batsim"
        ]
    );
}

#[test]
fn a_workload_is_written_in_the_form_of_batsim() {
    let text = b"; MaxProcs: 8\n5 0 3 60.5 4 -1 -1 4 90 -1 1 7 -1 -1 2 1 -1 -1\n5 1 -1 60.5 2\n6 2 -1 -1 4\n";
    assert_eq!(
        write(&read(text).0),
        "{\n\"nb_res\": 8,\n\"jobs\": [\n\
         {\"id\": \"5\", \"subtime\": 0, \"res\": 4, \"walltime\": 90, \"wait\": 3, \"user\": 7, \"queue\": 2, \"partition\": 1, \"status\": 1, \"allocated\": 4, \"profile\": \"60.5\"},\n\
         {\"id\": \"5~2\", \"subtime\": 1, \"res\": 2, \"allocated\": 2, \"profile\": \"60.5\"}\n\
         ],\n\"profiles\": {\n\"60.5\": {\"type\": \"delay\", \"delay\": 60.5}\n}\n}\n"
    );
}

/// Lines of logs, some with unknown values.
pub(crate) fn logs() -> impl Strategy<Value = Log> {
    let time = || prop_oneof![Just("-1".to_string()), "[0-9]{1,8}(\\.[0-9]{1,6})?"];
    let number = || prop_oneof![Just(-1i32), 0i32..100_000];
    let job = (
        (prop_oneof![1i64..10, any::<i64>().prop_map(|id| id / 16)], "[0-9]{1,9}(\\.[0-9]{1,6})?", time(), time()),
        (number(), number(), time(), -1i16..6),
        (number(), number(), number()),
    );
    prop::collection::vec(job, 1..12).prop_map(|jobs| {
        let lines = jobs.into_iter().map(|((id, submit, wait, runtime), (allocated, requested, limit, status), (user, queue, partition))| {
            format!("{id} {submit} {wait} {runtime} {allocated} -1 -1 {requested} {limit} -1 {status} {user} -1 -1 {queue} {partition} -1 -1\n")
        });
        read(lines.collect::<String>().as_bytes()).0
    })
}

proptest! {
    /// From the archive's format to this one and back: a simulation gets the same jobs in the same order.
    #[test]
    fn a_round_trip_keeps_all_that_a_simulation_needs(log in logs(), as_table: bool) {
        let there = if as_table { table::write(&log) } else { write(&log) };
        let (read_there, diagnostics) = read(there.as_bytes());
        let count = (0..log.columns.len()).filter(|&job| can_run(&log.columns, job)).count();
        prop_assert!(read_there.malformed == 0 && (count > 0 || !diagnostics.is_empty()), "{:?}", diagnostics);
        let (back, _) = read(swf::write(&read_there).as_bytes());
        let selection = Selection::default();
        prop_assert_eq!(back.select(&selection).0, log.select(&selection).0);
        prop_assert_eq!(back.columns.len(), count);
        let runs: Vec<bool> = (0..log.columns.len()).map(|job| can_run(&log.columns, job)).collect();
        let (mut wait, mut status) = (log.columns.wait.clone(), log.columns.status.clone());
        let mut allocated = log.columns.allocated.clone();
        wait.retain(&runs);
        status.retain(&runs);
        allocated.retain(&runs);
        prop_assert_eq!((&back.columns.wait, &back.columns.status), (&wait, &status));
        prop_assert_eq!(&back.columns.allocated, &allocated);
        prop_assert!(as_table || serde_json::from_str::<serde_json::Value>(&there).is_ok());
    }

    /// The archive's format has no field for shapes. The other formats keep them.
    #[test]
    fn shapes_go_from_a_table_to_this_format_and_back(
        jobs in prop::collection::vec((0u32..1000, 0u32..1000, prop::collection::vec(1u32..9, 1..4)), 1..10),
    ) {
        let line = |(submit, runtime, shape): &(u32, u32, Vec<u32>)| {
            let shape: Vec<String> = shape.iter().map(u32::to_string).collect();
            format!("{submit},{runtime},{}\n", shape.join("x"))
        };
        let text = format!("submit,runtime,shape\n{}", jobs.iter().map(line).collect::<String>());
        let (log, diagnostics) = read(text.as_bytes());
        prop_assert_eq!((log.columns.len(), diagnostics), (jobs.len(), vec![]));
        let (there, _) = read(write(&log).as_bytes());
        let (back, _) = read(table::write(&there).as_bytes());
        prop_assert_eq!(&back.columns, &log.columns);
        prop_assert_eq!(back.select(&Selection::default()).0, log.select(&Selection::default()).0);
        prop_assert!(!log.columns.shapes.is_empty());
    }

    #[test]
    fn pieces_make_no_difference_and_no_text_panics(
        at: prop::sample::Index,
        insert in prop_oneof!["[]\\[{},:\"a-z0-9]{0,4}".prop_map(String::into_bytes), prop::collection::vec(any::<u8>(), 0..6)],
        length in 1usize..60,
    ) {
        let at = at.index(WHOLE.len());
        let text = [&WHOLE[..at], &insert, &WHOLE[at..]].concat();
        let whole = read(&text);
        prop_assert_eq!(whole.0.columns.check(), Ok(()));
        prop_assert!(!whole.0.columns.is_empty() || !whole.1.is_empty());
        let mut reader = LogReader::default();
        text.chunks(length).for_each(|piece| reader.take(piece));
        prop_assert_eq!(reader.finish(), whole);
    }
}
