//! Tables in JSON.

use crate::formats::{LogReader, Reading, kind_of, read};
use crate::time::SECOND;
use crate::workload::Log;
use proptest::prelude::*;
use serde_json::{Value, json};

const SLURM: &str = include_str!("../../../tests/data/inputs/sacct.json");
const BATSIM: &str = include_str!("../../../tests/data/batsim/whole.json");

/// What is said of a text, and its jobs: submission, run time and size, in seconds and processors.
fn jobs(text: &str) -> (Vec<(i64, i64, u32)>, Vec<String>) {
    let (log, diagnostics) = read(text.as_bytes());
    let columns = &log.columns;
    let job = |job: usize| (columns.submit.at(job) / SECOND, columns.runtime.at(job) / SECOND, log.size(job));
    ((0..columns.len()).map(job).collect(), diagnostics.iter().map(ToString::to_string).collect())
}

/// The log in a text about which nothing is said.
fn clean(text: &str) -> Log {
    let (log, diagnostics) = read(text.as_bytes());
    assert_eq!(diagnostics, [], "{text}");
    log
}

fn in_pieces(text: &[u8], length: usize) -> Reading {
    let mut reader = LogReader::default();
    text.chunks(length).for_each(|piece| reader.take(piece));
    reader.finish_telling()
}

/// Every form in which these records may come.
fn forms(records: &[Value]) -> Vec<String> {
    let (array, half) = (Value::from(records), records.len() / 2);
    let list =
        |records: &[Value]| json!({"count": records.len(), "meta": {"queue": "x"}, "errors": [], "rows": records});
    let lines: Vec<String> = records.iter().map(Value::to_string).collect();
    let pretty: Vec<String> = records.iter().map(|record| format!("{record:#}")).collect();
    vec![
        array.to_string(),
        format!("\n{array:#}\n"),
        lines.join("\n"),
        pretty.concat(),
        list(records).to_string(),
        format!("{:#}\r\n{}", list(&records[..half]), list(&records[half..])),
        format!("{}{}", Value::from(&records[..half]), Value::from(&records[half..])),
    ]
}

#[test]
fn records_are_the_lines_of_a_table() {
    let table = "job,submit,runtime,nodes,walltime,user,state,ok\n\
                 7,2024-03-01T08:00:00,3600,\"1,024\",7200,eve,COMPLETED,true\n\
                 8,2024-03-01T08:10:00,00:30:00,8,,bob,FAILED,false\n\
                 9,2024-03-01T08:15:00,60.5,1,1e3,eve,,\n";
    let records = [
        json!({"job": 7, "submit": "2024-03-01T08:00:00", "runtime": 3600, "nodes": "1,024", "walltime": 7200, "user": "eve", "state": "COMPLETED", "ok": true}),
        json!({"ok": false, "user": "bob", "state": "FAILED", "walltime": null, "nodes": 8, "runtime": "00:30:00", "submit": "2024-03-01T08:10:00", "job": "8"}),
        json!({"job": 9, "submit": " 2024-03-01T08:15:00", "runtime": 60.5, "nodes": 1, "walltime": 1e3, "user": "eve", "host": {"name": "n1"}}),
    ];
    let expected = clean(table);
    assert_eq!((expected.columns.len(), expected.size(0)), (3, 1024));
    for text in forms(&records) {
        assert_eq!(kind_of(text.as_bytes()), "json", "{text}");
        assert_eq!(clean(&text), expected, "{text}");
    }
}

#[test]
fn names_are_paths_and_the_values_of_lists_are_one_value() {
    let text = r#"{"Resource_List": {"nodect": 4, "walltime": "02:00:00"}, "qtime": 5, "state": ["COMPLETED", "REQUEUED"],
        "resources_used": {"walltime": 60, "cpus": [1, 2]}, "nodes": ["n1", "n2"], "deep": [[{"submit": 1}]]}"#;
    let (log, diagnostics) = read(text.as_bytes());
    assert_eq!((log.columns.submit.at(0), log.columns.runtime.at(0), log.size(0)), (5 * SECOND, 60 * SECOND, 4));
    assert_eq!((log.columns.requested_time.at(0), log.columns.status.at(0)), (7200 * SECOND, 1));
    assert!(
        diagnostics.iter().any(|said| said.problem == "'nodes' lists nodes and does not count them"),
        "{diagnostics:?}"
    );
    let lists = [json!([1, 2]), json!([100, 200]), json!(["n1", "n2"]), json!([[1], [2]]), json!([3]), json!(["n1"])];
    for list in lists {
        let (found, said) = jobs(&json!([{"submit": 0, "runtime": 60, "nodes": list, "cores": 8}]).to_string());
        let left_alone = "line 1: 'nodes' lists nodes and does not count them; it was left alone".to_string();
        assert_eq!((found, said), (vec![(0, 60, 8)], vec![left_alone]), "{list}");
    }
    let number = |number: i32| json!({"set": true, "infinite": false, "number": number});
    let slurm = json!([{"submit_time": number(9), "end_time": number(69), "start_time": number(9), "node_count": number(4),
        "time_limit": {"set": false, "infinite": true, "number": 0}, "state": ["COMPLETED"]}]);
    assert_eq!(jobs(&slurm.to_string()), (vec![(9, 60, 4)], vec![]));
}

#[test]
fn the_first_records_may_lack_names() {
    let record = |job: usize| match job {
        0 => json!({"submit": 0, "nodes": 1, "runtime": 5}),
        // The names of the first hundred count.
        200 => json!({"submit": 200, "nodes": 1, "runtime": 5, "wait": 3, "user": 3}),
        _ => json!({"user": 2, "submit": job, "nodes": 1, "runtime": 5}),
    };
    for text in forms(&(0..300).map(record).collect::<Vec<_>>()) {
        let log = clean(&text);
        assert_eq!([0, 1, 200].map(|job| log.columns.user.at(job)), [-1, 2, 3]);
        assert_eq!((log.columns.len(), log.columns.wait.at(200)), (300, -SECOND));
    }
}

#[test]
fn columns_can_be_chosen() {
    let text = r#"[{"came_at": 3, "runtime": 60, "nodes": 2, "gpus": 8}]"#;
    let mut reader = LogReader::with_columns("submit=came_at,processors=gpus".parse().unwrap());
    reader.take(text.as_bytes());
    let reading = reader.finish_telling();
    assert_eq!((reading.log.columns.submit.at(0), reading.log.size(0)), (3 * SECOND, 8));
    assert_eq!(reading.diagnostics, []);
    let said = jobs(text).1.concat();
    assert!(
        said.starts_with("line 1: no column says when a job was submitted; the columns are 'came_at', 'runtime'"),
        "{said}"
    );
    assert!(said.ends_with("or choose them with 'column': submit=NAME"), "{said}");
}

#[test]
fn messages_have_the_line_of_the_record() {
    let text = "[\n{\"submit\": 0, \"runtime\": 60, \"nodes\": 4},\n{\"runtime\": \"soon\",\n\"submit\": 5, \"nodes\": 2},\n{\"submit\": 1, \"nodes\": 2}, nan]";
    let (found, said) = jobs(text);
    assert_eq!(found, [(0, 60, 4)]);
    assert!(said[0].starts_with("line 3, field 2 (runtime): 'soon' is not a duration"), "{said:?}");
    assert!(said[1].starts_with("line 5, field 2 (runtime): nothing stands there"), "{said:?}");
    assert!(said[2].starts_with("line 5, column 31: 'nan' is no value"), "{said:?}");
    let (found, said) = jobs("[{\"submit\": 0, \"nodes\": 4, \"runtime\": NaN}]");
    assert_eq!((found.len(), said.len()), (0, 2), "{said:?}");
    let text = r#"{"submit": 0, "nodes": 4, "runtime": 60, "estimate": Infinity}"#;
    assert_eq!(jobs(&text.repeat(2)), (vec![(0, 60, 4); 2], vec![]));
}

#[test]
fn the_list_of_jobs_has_times() {
    let nodes = Value::from_iter((0..150).map(|id| json!({"id": id, "state": "up", "cores": 64})));
    let list = json!([{"id": 1, "submit": 0, "runtime": 60, "nodes": 2}]);
    for text in [
        format!(r#"{{"cluster": "c", "nodes": {nodes}, "jobs": {list}}}"#),
        format!(r#"{{"jobs": {list}, "nodes": {nodes}}}"#),
    ] {
        assert_eq!(jobs(&text.repeat(2)).0, [(0, 60, 2); 2], "{text}");
    }
}

#[test]
fn jobs_of_squeue_are_slurms() {
    let number = |number: i64| json!({"set": true, "infinite": false, "number": number});
    let job = |id: i64, state: &str, limit: Value| {
        json!({"job_id": id, "submit_time": number(1_706_781_600), "start_time": number(1_706_781_610), "time_limit": limit,
            "end_time": number(1_706_781_670), "node_count": number(2), "cpus": 128, "job_state": [state], "nodes": "n[1-2]",
            "user_name": "u", "partition": "p", "flags": ["ACCRUE_COUNT_CLEARED"]})
    };
    let unlimited = json!({"set": false, "infinite": true, "number": 0});
    let all = json!([job(1, "COMPLETED", number(10)), job(2, "RUNNING", number(10)), job(3, "TIMEOUT", unlimited)]);
    for whole in [json!({"jobs": all, "meta": {"slurm": {}}, "errors": []}), json!({"jobs": all}), all.clone()] {
        let (log, said) = read(whole.to_string().as_bytes());
        let columns = &log.columns;
        let times = [&columns.submit, &columns.wait, &columns.runtime, &columns.requested_time];
        assert_eq!([0, 1].map(|job| times.map(|time| time.at(job) / SECOND)), [[0, 10, 60, 600], [0, 10, 60, -1]]);
        let others = (columns.id.to_vec(), columns.status.to_vec(), columns.allocated.to_vec());
        assert_eq!((others, said.len()), ((vec![1, 3], vec![1, 0], vec![2; 2]), 1), "{said:?}");
        assert_eq!(log.header.get("Note"), Some("exported by squeue; processors are its node_count"));
    }
}

#[test]
fn jobs_of_slurm_are_read_without_their_object() {
    let expected = clean(SLURM);
    assert_eq!(expected.columns.len(), 1);
    let whole: Value = serde_json::from_str(SLURM).unwrap();
    let job = &whole["jobs"][0];
    for text in [format!("[{job}]"), job.to_string(), format!("[{job:#}]"), format!("{job:#}\n")] {
        assert_eq!(kind_of(text.as_bytes()), "sacct-json", "{text}");
        assert_eq!(clean(&text), expected, "{text}");
    }
    for twice in [format!("{SLURM}{SLURM}"), format!("{job}\n{job}"), json!([job, job]).to_string()] {
        let (log, diagnostics) = read(twice.as_bytes());
        assert_eq!((log.columns.len(), diagnostics.len()), (2, 1), "the same number twice: {diagnostics:?}");
    }
    let errors = json!({"errors": [{"submit": 1, "job_id": 3}], "meta": whole["meta"], "jobs": [job]});
    assert_eq!(clean(&errors.to_string()), expected);
}

#[test]
fn a_second_workload_of_batsim_is_left_out() {
    let (log, diagnostics) = read(format!("{BATSIM}{BATSIM}").as_bytes());
    assert_eq!(log.columns, read(BATSIM.as_bytes()).0.columns);
    assert!(diagnostics.last().unwrap().expected == "nothing more");
}

#[test]
fn other_json_is_named_with_its_members() {
    let remedy = "make records of its jobs, with its own names for the words in capitals: jq '.JOBS[] | {submit: .A, runtime: .B, nodes: .C}' FILE.json > jobs.json";
    for (text, members) in [
        (r#"{"submit":{"0":1,"1":2},"runtime":{"0":1,"1":2}}"#, "; its members are 'submit', 'runtime'"),
        (
            "{\"columns\":\n[\"submit\",\"runtime\",\"nodes\"],\n\"data\":[[1,2,3]]}",
            "; its members are 'columns', 'data'",
        ),
        (r#"{"kind":"List","items":[{"spec":{"a":1,"b":2}},{"status":3}]}"#, "; its members are 'spec', 'status'"),
        (r#"[{"a": 1}, {"b": "#, "; its members are 'a'"),
        ("{\"Jobs\": {\n\"1\": {\n\"a\": 1, \"b\": 2, \"c\": 3, \"d\": 4, \"e\": 5}}}", "; its members are 'Jobs'"),
        ("[0, 5, 60, 4, 1, 2]\n[7, 5, 60, 4, 1, 2]", ""),
        ("[]", ""),
        ("{}\n{}", ""),
    ] {
        let said = format!(
            "log: the data is JSON, and no list in it has jobs{members} (expected records of jobs, such as {{\"submit\": 0, \"runtime\": 60, \"nodes\": 4}}); {remedy}"
        );
        assert_eq!(jobs(text), (vec![], vec![said]), "{text}");
    }
    for text in ["[{'submit': 0, 'runtime': 60, 'nodes': 4}]", "{\"a\": 1,}", "[INFO] {\"submit\":0}", "\"a\""] {
        assert!(!jobs(text).1[0].contains("is JSON"), "{text}");
    }
    for text in [
        r#"{"subtorus-shelf": 1, "experiments": [{"link": "size=3", "name": "x", "note": "", "pinned": true, "kept": "2024"}]}"#,
        r#"[{"a": "submit", "b": "runtime"}]"#,
        "[{\"submit\": 1}, {\"submit\": 2}]",
    ] {
        assert_eq!(kind_of(text.as_bytes()), "", "{text}");
    }
}

#[test]
fn long_records_cut_anywhere_are_the_same() {
    let record = |job: usize| {
        let nodes = if job % 17 == 3 { json!("many") } else { json!(job % 50 + 1) };
        json!({"job": job, "submit": 10 * job, "runtime": job % 7, "nodes": nodes, "user": format!("u\u{e9}{}", job % 5)})
    };
    for text in forms(&(0..1500).map(record).collect::<Vec<_>>()) {
        let whole = read(text.as_bytes());
        assert!(text.len() > 1 << 16 && whole.0.columns.len() > 1400 && whole.0.malformed > 80);
        for length in [1, 7, 1000, (1 << 16) - 1, (1 << 16) + 1] {
            let Reading { log, diagnostics, .. } = in_pieces(text.as_bytes(), length);
            assert!((log, diagnostics) == whole, "pieces of {length}");
        }
    }
}

proptest! {
    #[test]
    fn any_records_are_read_like_the_same_table(
        rows in prop::collection::vec((0u32..1000, 0u32..1000, 1u32..100, prop::option::of(0u32..9), any::<bool>()), 2..12),
        length in 1usize..40,
    ) {
        let mut table = String::from("submit,runtime,nodes,user\n");
        let mut records = Vec::new();
        for (submit, runtime, nodes, user, as_text) in rows {
            let value = |number: u32| if as_text { json!(number.to_string()) } else { json!(number) };
            table += &format!("{submit},{runtime},{nodes},{}\n", user.map_or(String::new(), |user| user.to_string()));
            let mut record = json!({"submit": value(submit), "runtime": value(runtime), "nodes": value(nodes)});
            if let Some(user) = user {
                record["user"] = value(user);
            }
            records.push(record);
        }
        for text in forms(&records) {
            let Reading { log, .. } = in_pieces(text.as_bytes(), length);
            prop_assert_eq!(log, read(table.as_bytes()).0, "{}", text);
        }
    }

    #[test]
    fn pieces_make_no_difference_and_no_text_panics(
        words in prop::collection::vec(prop::sample::select(&[
            "{", "}", "[", "]", ",", ":", "[{", "}]", "},{", "}\n{", "null", "true", "1", "-2.5", "\"x\"", "\"submit\":", "\"nodes\":",
            "\"runtime\":5,", "\"jobs\":[{", "\"a\":{", "\"set\":false,", "\"number\":", "\"\":", "{\"submit\":1,\"nodes\":2,\"runtime\":3}",
            "\"allocation_nodes\":2,\"required\":1,", "\"submission\"", "\"\u{e9}", "NaN", " ",
        ][..]), 0..24),
        start in prop::sample::select(&["", "[{", "{\"submit\":1,\"runtime\":2,", "{\"jobs\":[{"][..]),
        length in 1usize..20,
    ) {
        let text = format!("{start}{}", words.concat());
        let whole = read(text.as_bytes());
        prop_assert_eq!(whole.0.columns.check(), Ok(()));
        prop_assert!(!whole.0.columns.is_empty() || !whole.1.is_empty(), "an empty log says why");
        let Reading { log, diagnostics, .. } = in_pieces(text.as_bytes(), length);
        prop_assert_eq!((log, diagnostics), whole);
    }
}
