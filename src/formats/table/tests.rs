use crate::formats::{LogReader, read};
use crate::time::SECOND;
use crate::workload::{Columns, Log, Selection};
use proptest::prelude::*;

fn said(text: &str) -> (Log, Vec<String>) {
    let (log, diagnostics) = read(text.as_bytes());
    (log, diagnostics.iter().map(ToString::to_string).collect())
}

/// The columns of a table without diagnostics.
fn clean(text: &str) -> Columns {
    let (log, said) = said(text);
    assert!(said.is_empty() && log.malformed == 0, "{said:?}");
    log.columns
}

fn shapes(columns: &Columns) -> Vec<String> {
    (0..columns.len()).map(|job| columns.shapes.of(job).map_or("-".into(), |extents| extents.joined("x"))).collect()
}

#[test]
fn a_table_of_shapes() {
    let columns =
        clean("submit,runtime,shape,estimate\n0,9839.5,12x16x16,10800\n11,118,4x4x4,\n\n# a break\n12,0,4 X 4×8,-1\n");
    assert_eq!(columns.id, [1, 2, 3]);
    assert_eq!(columns.submit, [0, 11 * SECOND, 12 * SECOND]);
    assert_eq!(columns.runtime, [9_839_500_000, 118 * SECOND, 0]);
    assert_eq!(columns.requested_processors, [3072, 64, 128]);
    assert_eq!(columns.requested_time, [10_800 * SECOND, -SECOND, -SECOND]);
    assert_eq!(shapes(&columns), ["12x16x16", "4x4x4", "4x4x8"]);
    assert_eq!(columns.shapes.distinct().len(), 3);
}

#[test]
fn the_jobs_of_a_table_of_shapes_ask_for_them() {
    let (log, _) = said("submit,runtime,shape,estimate\n20,5,2x2,9\n10,5,1x3,\n15,-1,9x9,7\n10,6,2x2,0\n");
    let (workload, selected) = log.select(&Selection::default());
    assert_eq!((workload.id.to_vec(), selected.unknown_runtime), (vec![2, 4, 1], 1));
    assert_eq!(workload.requested, [-1, -1, 9 * SECOND], "what is empty or not positive is none");
    let sides: Vec<_> = workload.sides.iter().map(|sides| sides.joined("x")).collect();
    assert_eq!((workload.size.to_vec(), sides.join(" ").as_str()), (vec![3, 4, 4], "1x3 2x2 2x2"));
}

#[test]
fn a_table_of_processors_in_other_words() {
    let plain = clean("submit,runtime,processors,estimate\n5,60,4,90\n6,61,1,\n");
    for text in [
        "Submit Time;Run-Time (s);PROCS;walltime\r\n5;60;4;90\r\n6;61.0;1;\r\n",
        "\u{feff}\"submission_time\",\"execution_time\",\"requested_number_of_resources\",\"requested_time\"\n5,\"60\",4.0,90\n\"6\",61,1,NaN",
        ",arrival\tx,subtime,duration,res,req_walltime,color\n7,1,5,60,4,90,red\n8,2,6,61,1\n",
        "# made by hand\nwhat\tsubmit\trun_time\tsize\ttime_limit\nx y\t5\t60\t4\t90\n\t6\t61\t1\n",
    ] {
        assert_eq!(clean(text), plain, "{text}");
    }
}

#[test]
fn the_optional_fields_of_a_table() {
    let columns = clean(
        "job_id,user,queue,partition,status,wait,submit,runtime,nodes,allocated\n70,eve,3,,1,2.5,0,10,1,2\nx,adam,-1,a,failed,?,0,10,1,0\n9,eve,,b,,,0,10,1,?\n",
    );
    assert_eq!((columns.id.to_vec(), columns.user.to_vec()), (vec![70, 2, 9], vec![1, 2, 1]));
    assert_eq!((columns.queue.to_vec(), columns.partition.to_vec()), (vec![3, -1, -1], vec![-1, 1, 2]));
    assert_eq!((columns.status.to_vec(), columns.wait.to_vec()), (vec![1, 0, -1], vec![2_500_000, -SECOND, -SECOND]));
    assert_eq!(columns.allocated.to_vec(), [2, 0, -1]);
}

#[test]
fn lines_with_errors_are_located_and_left_out() {
    let (log, said) = said(
        "submit,run time,shape\n0,1,2x2\nsoon,1,2x2\n-1,1,2x2\n0,,2x2\n0,1\n0,1,2x0\n0,1,65536x65536\n0,1,2x2,7\n0,1,\"2x2\n0,1,1x1x1x1x1x1x1x1x1x1x1x1x1\n3,1,3x3,,\n",
    );
    assert_eq!((log.columns.id.to_vec(), log.malformed), (vec![1, 11], 9));
    let dropped = "; the line was dropped, correct it to have its job";
    let seconds = "(expected seconds, or a date such as 2024-03-31T02:30:00)";
    let extents = "(expected extents such as 4x4x8)";
    assert_eq!(
        said,
        [
            format!("line 3, field 1 (submit): 'soon' is not a time {seconds}{dropped}"),
            format!("line 4, field 1 (submit): '-1' is negative {seconds}{dropped}"),
            format!(
                "line 5, field 2 (run time): nothing stands there (expected seconds such as 3600 or 12.5, or a clock such as 1-02:03:04, or -1 where unknown){dropped}"
            ),
            format!("line 6, field 3 (shape): nothing stands there {extents}{dropped}"),
            format!("line 7, field 3 (shape): '2x0' is no shape of 1 to 12 extents {extents}{dropped}"),
            format!("line 8, field 3 (shape): '65536x65536' is out of range {extents}{dropped}"),
            format!(
                "line 9, field 4: the line goes on after its 3 columns (expected as many values as columns){dropped}"
            ),
            format!(
                "line 10, field 3 (shape): a quotation mark is not closed on the line, or is followed by something else{dropped}"
            ),
            format!(
                "line 11, field 3 (shape): '1x1x1x1x1x1x1x1x1x1x1x1x1' is no shape of 1 to 12 extents {extents}{dropped}"
            ),
        ]
    );
}

/// A mark that nothing closes is an error of its line alone.
#[test]
fn a_value_in_quotation_marks_may_go_on_over_lines() {
    let (log, said) = said(
        "submit,name,runtime,procs\r\n0,\"a\r\nb, \"\"c\"\"\",100,4\r\nsoon,x,1,1\r\n10,c,200,2\r\n20,\"open,1,1\r\n30,d,5,1\r\n",
    );
    assert_eq!((log.columns.submit.to_vec(), log.malformed), (vec![0, 10 * SECOND, 30 * SECOND], 2));
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("line 4, field 1 (submit): 'soon' is not a time"), "{said:?}");
    assert!(said[1].starts_with("line 6, field 2 (name): a quotation mark is not closed"), "{said:?}");
}

#[test]
fn a_quotation_mark_that_was_left_open_does_not_take_the_table() {
    let (log, said) = said(&("submit,runtime,procs\n0,1,\"4\n".to_string() + &"5,1,4\n".repeat(50)));
    assert_eq!((log.columns.len(), said.len()), (50, 1), "{said:?}");
}

#[test]
fn two_marks_that_were_left_open_take_no_line_between_them() {
    let (log, said) = said("submit,runtime,procs\n0,1,\"4\n1,1,4\n2,1,4\n3,1,\"4\n4,1,4\n");
    assert_eq!((log.columns.submit.to_vec(), said.len()), (vec![SECOND, 2 * SECOND, 4 * SECOND], 2), "{said:?}");
}

#[test]
fn dates_of_a_spreadsheet_are_suspected() {
    let (log, said) = said("submit,runtime,procs\n45352.333,100,4\n45352.5,200,2\n");
    assert_eq!(log.columns.submit, [45_352_333_000, 45_352_500_000]);
    assert_eq!(
        said,
        [
            "line 2, field 1 (submit): times such as 45352.333 look like a spreadsheet's dates, which count days since 1900 (expected seconds, or a date such as 2024-03-31T02:30:00); they were read as seconds; if they are dates, give the column a format such as yyyy-mm-dd hh:mm:ss in the spreadsheet, and export again"
        ]
    );
    clean("submit,runtime,procs\n45352,100,4\n45400,200,2\n");
    clean("submit,runtime,procs\n0.5,100,4\n45352.5,200,2\n");
}

#[test]
fn a_table_below_a_title_is_refused_with_its_line() {
    for (text, line, first) in [
        ("Jobs of March,,\r\n\r\nsubmit,runtime,procs\r\n0,100,4\r\n", 3, "Jobs of March,,"),
        ("\nJobs\nsubmit;runtime;procs;estimate;user\n0;100;4;200;1\n", 3, "Jobs"),
    ] {
        let (log, said) = said(text);
        assert_eq!(log.columns.len(), 0);
        let expected = "(expected a table with the names of its columns on the first line)";
        let remedy = "delete the lines above it, or begin each of them with #";
        assert_eq!(said, [format!("log: a table begins on line {line}, below '{first}' {expected}; {remedy}")]);
    }
    let (_, said) = said("submit,\"run\ntime\",procs\n0,100,4\n");
    assert!(
        said[0].contains("begins with 'submit,\"run', where the name of a column has a line end in it"),
        "{said:?}"
    );
}

#[test]
fn missing_columns_are_reported_with_possible_names() {
    for (text, expected) in [
        (
            "job,start,stop,runtime\n1,2,3,1\n",
            "line 1: no column says when a job was submitted, nor what processors or which shape it asked for; \
             the columns are 'job', 'start', 'stop', 'runtime' (expected columns called submit (or submit_time, subtime, submission_time, ...); \
             shape (or extents, requested_shape, job_shape, ...) or processors (or procs, requested_processors, requested_procs, ...)); \
             name the columns so in the first line, or choose them with 'column': submit=NAME,processors=NAME",
        ),
        (
            "a;b;c\n1;2;3\n",
            "line 1: no column says when a job was submitted, nor how long it ran, nor what processors or which shape it asked for; \
             the columns are 'a', 'b', 'c' ",
        ),
        ("0,100,4\n5,60,4\n", "line 1: no column says when a job was submitted, nor how long it ran, nor "),
        ("0,100,4x4x8\n5,60,4\n", "line 1: no column says when a job was submitted, nor how long it ran, nor "),
        (
            "submit,runtime\n1,2\n",
            "line 1: no column says what processors or which shape it asked for; the columns are 'submit', 'runtime' ",
        ),
    ] {
        let (log, said) = said(text);
        assert_eq!((log, said.len()), (Log::default(), 1), "{text}");
        assert!(said[0].starts_with(expected), "{}", said[0]);
    }
}

#[test]
fn of_two_columns_for_one_field_one_is_taken_and_reported() {
    let (log, complaints) = said("submit,runtime,nodes,procs\n0,1,2,32\n");
    assert_eq!(log.columns.requested_processors, [32]);
    assert_eq!(
        complaints,
        [
            "line 1: 'procs' was taken, and 'nodes' left alone (expected one column that says what processors it asked for); to take another, give 'column' processors=nodes"
        ]
    );
    for text in ["submit,runtime,nodes,processors\n0,1,2,32\n", "submit,runtime,procs,shape\n0,1,2,4x8\n"] {
        assert_eq!(clean(text).requested_processors, [32], "the name itself, or a shape, leaves no doubt");
    }
    let (log, complaints) = said("submit,submit,runtime,processors\n0,9,1,2\n");
    assert_eq!(log.columns.submit, [0]);
    assert_eq!(
        complaints,
        [
            "line 1: several columns are called 'submit', and the first was taken (expected a name of its own for each column); to take another, give it another name"
        ]
    );
}

#[test]
fn the_unit_of_a_column_counts_for_times_too_and_if_it_is_chosen() {
    let columns = clean("submit_ms,runtime_ms,cores\n0,1500,2\n1000,2500,2\n");
    assert_eq!((columns.submit.to_vec(), columns.runtime.to_vec()), (vec![0, SECOND], vec![1_500_000, 2_500_000]));
    let since_1970 = clean("submit_ms,runtime,cores\n1711852200000,1,2\n1711852260000,1,2\n");
    assert_eq!(since_1970.submit, [0, 60 * SECOND]);
    let mut reader = LogReader::with_columns("start=start_min,submit=submit_min,end=end_min".parse().unwrap());
    reader.take(b"id,submit_min,start_min,end_min,nodes\n1,0,1,5,2\n");
    let columns = reader.finish().0.columns;
    assert_eq!((columns.wait.to_vec(), columns.runtime.to_vec()), (vec![60 * SECOND], vec![240 * SECOND]));
    assert_eq!(clean("submit,runtime,cores\n20240301080000,1,2\n20240301080100,1,2\n").submit, [0, 60 * SECOND]);
}

/// The times of a schedule are in microseconds, also beyond 10^11, which count as milliseconds since 1970 elsewhere.
#[test]
fn a_schedule_of_ours_is_a_log() {
    let text = "job,submit,start,end,procs,blocks,build\n7,0,5000000,9000000,2,\"1,0+1x2\",x\n8,2000000000000,2000000000000,2000001000000,2,,x\n";
    let columns = clean(text);
    assert_eq!((columns.id.to_vec(), columns.submit.to_vec()), (vec![7, 8], vec![0, 2_000_000 * SECOND]));
    assert_eq!((columns.wait.to_vec(), columns.runtime.to_vec()), (vec![5 * SECOND, 0], vec![4 * SECOND, SECOND]));
}

#[test]
fn states_that_are_unknown_are_shown_and_lists_of_hosts_are_no_sizes() {
    let (log, complaints) = said("submit,runtime,nodes,state\n0,1,2,CD\n0,1,2,odd\n0,1,2,PD\n0,1,2,EXIT\n");
    assert_eq!(log.columns.status, [1, -1, 0]);
    let left_out = "line 4: 1 job had not ended, first this one (expected jobs that have ended); they were left out";
    let odd = "line 3, field 4 (state): 1 line has no value that can be used, first 'odd'; they count as unknown";
    assert_eq!(complaints, [odd, left_out]);
    let (log, complaints) = said("sep=;\nsubmit;runtime;nodes;nnodes\n0;1;n1,n2;2\n0;1;n[1-3];3\n");
    assert_eq!(log.columns.requested_processors, [2, 3]);
    assert_eq!(complaints, ["line 2: 'nodes' lists nodes and does not count them; it was left alone"]);
}

/// If the size is a number of processors, a column of nodes gives the processors per node.
#[test]
fn processors_and_nodes_give_the_size_of_a_node() {
    let node_size = |text: &str| said(text).0.header.node_size();
    assert_eq!(node_size("submit,runtime,processors,nodes\n0,1,96,2\n1,1,48,1\n"), Some(48));
    assert_eq!(node_size("submit,runtime,nodes\n0,1,2\n"), None, "sizes are nodes");
    let sacct = "JobID|Submit|Start|ElapsedRaw|AllocNodes|AllocCPUS\n1|10|20|60|2|96\n2|11|20|60|3|144\n";
    assert_eq!(node_size(sacct), None);
    let mut reader = LogReader::with_columns("allocated=AllocCPUS".parse().unwrap());
    reader.take(sacct.as_bytes());
    let (log, _) = reader.finish();
    assert_eq!((log.size(0), log.size(1), log.header.node_size()), (96, 144, Some(48)));
}

#[test]
fn a_table_without_jobs_is_reported() {
    for (text, expected) in [
        (
            "submit,runtime,shape\n",
            "log: the table has names for its columns, but no line below them (expected a line of values for each job); check that the download is complete",
        ),
        (
            "submit,runtime,shape\na,b,c\n",
            "line 2, field 1 (submit): 'a' is not a time (expected seconds, or a date such as 2024-03-31T02:30:00); no line is a job: 1 line like this",
        ),
        (
            "submit,runtime,shape\na,b,c\na,b,c\n",
            "line 2, field 1 (submit): 'a' is not a time (expected seconds, or a date such as 2024-03-31T02:30:00); no line is a job: 2 lines like this",
        ),
    ] {
        assert_eq!(said(text).1.first().unwrap(), expected);
    }
}

#[test]
fn too_many_different_shapes_are_refused() {
    let lines = (1..=(1 << 16) + 1).map(|extent| format!("0,1,{extent}x2\n"));
    let (log, said) = said(&("submit,runtime,shape\n".to_string() + &lines.collect::<String>()));
    assert_eq!(
        (log, &*said[0]),
        (Log::default(), "log: more than 65536 different shapes; take the part of it that you need")
    );
}

/// Tables of random lines, some of them with errors.
fn tables() -> impl Strategy<Value = String> {
    let header = prop::sample::select(vec![
        "submit,runtime,shape",
        "user;submit;runtime;procs;estimate",
        "a\tsubtime\tres\tduration",
    ]);
    let value = prop_oneof![
        4 => "[0-9]{1,4}",
        2 => "[1-9]x[1-9]x[0-9]",
        // A quotation mark may join lines.
        1 => "[ !#-~]{0,6}",
        1 => Just("\"a,b\"".to_string()),
    ];
    let line = prop::collection::vec(value, 1..6);
    let end = prop::sample::select(vec!["\n", "\r\n", "\n\n"]);
    (header, prop::collection::vec((line, end), 0..40)).prop_map(|(header, lines)| {
        let separator = if header.contains('\t') {
            "\t"
        } else if header.contains(';') {
            ";"
        } else {
            ","
        };
        lines.iter().fold(format!("{header}\n"), |text, (line, end)| text + &line.join(separator) + end)
    })
}

proptest! {
    #[test]
    fn pieces_make_no_difference(table in tables(), length in 1usize..50) {
        let mut reader = LogReader::default();
        table.as_bytes().chunks(length).for_each(|piece| reader.take(piece));
        prop_assert_eq!(reader.finish(), read(table.as_bytes()));
    }

    #[test]
    fn every_line_is_a_job_or_an_error(table in tables()) {
        let (log, diagnostics) = read(table.as_bytes());
        let is_row = |line: &&str| !line.trim_matches([' ', '\t', ',', ';']).is_empty() && !line.trim().starts_with('#');
        let lines = table.lines().skip(1).filter(is_row).count();
        prop_assert_eq!(log.columns.len() + log.malformed as usize, lines);
        prop_assert_eq!(log.columns.check(), Ok(()));
        let located = diagnostics.iter().filter(|diagnostic| diagnostic.remedy.starts_with("the line was dropped")).count();
        prop_assert_eq!(located, (log.malformed as usize).min(100));
        let volume = |job: usize| log.columns.shapes.of(job).map(|extents| extents.iter().product::<u32>() as i32);
        let agrees = |job: usize| volume(job).is_none_or(|volume| volume == log.columns.requested_processors.at(job));
        prop_assert!((0..log.columns.len()).all(agrees));
    }

    #[test]
    fn no_bytes_below_a_header_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for header in ["submit,runtime,shape\n", "a\tsubmit\truntime\tprocs\tuser\n", ""] {
            let (log, _) = read(&[header.as_bytes(), &bytes].concat());
            prop_assert_eq!(log.columns.check(), Ok(()));
        }
    }
}
