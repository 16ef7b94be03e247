//! Tables as other programs export them.

use crate::formats::read;
use crate::time::SECOND;

/// Submission, run time and size of each job in seconds and processors, and what is said.
fn jobs(text: &str) -> (Vec<(i64, i64, i32)>, Vec<String>) {
    let (log, diagnostics) = read(text.as_bytes());
    let columns = &log.columns;
    let job = |job: usize| {
        (columns.submit.at(job) / SECOND, columns.runtime.at(job) / SECOND, columns.requested_processors.at(job))
    };
    ((0..columns.len()).map(job).collect(), diagnostics.iter().map(ToString::to_string).collect())
}

const THREE: [(i64, i64, i32); 3] = [(0, 3600, 4), (600, 1800, 8), (900, 60, 1)];

#[test]
fn the_index_of_pandas_has_no_name() {
    let rows = [",job,submit,runtime,nodes,walltime", "0,1,0,3600,4,7200", "1,2,600,1800,8,", "2,3,900,60,1,"];
    for separator in [",", ";", "\t", "|"] {
        for line_end in ["\n", "\r\n"] {
            let text = rows.map(|row| row.replace(',', separator) + line_end).concat();
            assert_eq!(jobs(&text), (THREE.to_vec(), vec![]), "{text}");
            assert_eq!(jobs(&format!("\n \t\n{text}")).0, THREE, "below blank lines: {text}");
        }
    }
}

#[test]
fn a_sheet_may_have_an_empty_column_and_empty_rows() {
    let text = ";;;;\n;job;submit;runtime;nodes\n;1;0;3600;4\n;;;;\n;2;600;1800;8\n;3;900;60;1\n;;;;\n";
    assert_eq!(jobs(text), (THREE.to_vec(), vec![]));
    assert_eq!(jobs(&text.replace(';', ",")), (THREE.to_vec(), vec![]));
}

#[test]
fn comments_of_the_standard_workload_format_name_no_columns() {
    for comment in ["; job; submit; runtime; nodes\n", ";submit;runtime;procs;x;y\n", "# submit runtime nodes\n"] {
        let (found, _) = jobs(&format!("{comment}1 0 -1 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1\n"));
        assert_eq!(found, [(0, 60, 4)], "{comment}");
    }
}

#[test]
fn names_and_values_may_be_separated_by_blanks() {
    for text in [
        "id submit nodes runtime walltime\n1 0 4 3600 7200\n2 600 8 1800 3600\n3 900 1 60 60\n",
        "# id submit nodes runtime walltime\n1 0 4 3600 7200\n2 600 8 1800 3600\n3 900 1 60 60\n",
        "  submit  nodes  runtime  \r\n  0    4\t 3600 \r\n 600   8  1800\r\n 900   1    60\r\n",
        // pandas (to_string) and R write no name above those of rows.
        "   submit  nodes  runtime\n0       0      4     3600\n1     600      8     1800\n2     900      1       60\n",
        "\"submit\" \"nodes\" \"runtime\"\n\"a\" 0 4 3600\n\"b\" 600 8 1800\n\"c\" 900 1 60\n",
    ] {
        assert_eq!(jobs(text), (THREE.to_vec(), vec![]), "{text}");
    }
    let (found, said) = jobs("submit nodes runtime\n0 4 3600 60 9\n");
    assert_eq!(found, []);
    assert!(said[0].contains("the line goes on after its 3 columns"), "not fields of other meanings: {said:?}");
}

#[test]
fn a_start_or_an_end_of_0_is_none() {
    let text = "job,submit,start,end,nodes,state\n1,1000,1010,1110,4,COMPLETED\n2,1005,0,1200,2,CANCELLED\n3,1007,1015,0,2,FAILED\n";
    let (found, said) = jobs(text);
    assert_eq!(found, [(1000, 100, 4), (1005, -1, 2)]);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].starts_with("line 4, field 4 (end): '0' stands for an unknown value"), "{said:?}");
    let dates = "submit,start,end,nodes\n2024-03-01 00:00:00,2024-03-01 00:00:10,2024-03-01 00:01:10,4\n\
                 2024-03-01 00:00:05,1970-01-01 00:00:00,2024-03-01 00:02:00,2\n2024-03-01 00:00:07,0,2024-03-01 00:02:00,2\n";
    assert_eq!(jobs(dates), (vec![(0, 60, 4), (5, -1, 2), (7, -1, 2)], vec![]));
    // In a log that begins at 0, the first job may start then.
    assert_eq!(jobs("submit,start,end,nodes\n0,0,60,4\n0,60,70,2\n"), (vec![(0, 60, 4), (0, 10, 2)], vec![]));
}

#[test]
fn quoted_names_in_capitals_are_no_accounting_of_lsf() {
    let text = "\"JOB_ID\",\"SUBMIT_TIME\",\"RUN_TIME\",\"NODES\"\n1,0,3600,4\n2,600,1800,8\n3,900,60,1\n";
    assert_eq!(jobs(text), (THREE.to_vec(), vec![]));
}

#[test]
fn a_message_names_the_column_at_fault() {
    let (_, said) = jobs("job,start,wait,runtime,nodes\n1,100,10,60,4\n2,100,-1,60,4\n");
    assert!(said[0].starts_with("line 3, field 3 (wait): '-1' stands for an unknown value"), "{said:?}");
}

#[test]
fn a_queued_time_with_a_unit_is_a_wait() {
    let text =
        "job_id,start_time,end_time,queued_time_sec,nodes\n1,1000,4600,600,4\n2,1100,2900,100,8\n3,1300,1360,0,1\n";
    assert_eq!(jobs(text), (vec![(400, 3600, 4), (1000, 1800, 8), (1300, 60, 1)], vec![]));
}

#[test]
fn durations_that_contradict_the_times_are_reported() {
    let head = "submit,start,end,duration,wait,nodes\n";
    let (found, said) = jobs(&format!("{head}0,600,4200,60,10,2\n60,120,1920,30,1,2\n90,150,270,2,1,2\n"));
    assert_eq!(found.iter().map(|job| job.1).collect::<Vec<_>>(), [60, 30, 2]);
    assert_eq!(
        said,
        [
            "line 2, field 4 (duration): 3 jobs have 60 s, where the times of the job make it 3600 s (expected the seconds from the start to the end); it was read so; if the column is in minutes, let its name end in _min",
            "line 2, field 5 (wait): 3 jobs have 10 s, where the times of the job make it 600 s (expected the seconds from the submission to the start); it was read so; if the column is in minutes, let its name end in _min",
        ]
    );
    let (_, said) = jobs(&format!("{head}0,600,4200,1,600,2\n60,120,1920,1,60,2\n"));
    assert!(said[0].ends_with("it was read so; if the times are right, remove the column"), "{said:?}");
    assert_eq!(said.len(), 1);
    // Programs round, and one job may be odd.
    assert_eq!(jobs(&format!("{head}0,600,4200,3599,601,2\n60,120,1920,1800,60,2\n90,95,100,70,5,1\n")).1.len(), 0);
}

#[test]
fn steps_of_slurm_are_no_jobs_whatever_the_columns_are_called() {
    let head = "job_id,submit_time,start_time,end_time,num_nodes\n";
    let text =
        format!("{head}1,0,0,3600,4\n1.batch,0,0,3600,1\n1.extern,0,0,3600,4\n2,600,600,2400,8\n3,900,900,960,1\n");
    assert_eq!(jobs(&text), (THREE.to_vec(), vec![]));
    let (found, said) = jobs("JobIDRaw,Submit,ElapsedRaw,AllocNodes\n1.0,2024-03-01T08:00:00,60,2\n");
    assert_eq!(found, []);
    assert!(said[0].starts_with("log: no line is a job: 1 is a step of a job, such as 123.batch or 123.0"), "{said:?}");
}

#[test]
fn tables_with_other_columns_are_not_one_table() {
    let text = "job,submit,runtime,nodes\n1,0,3600,4\n";
    assert_eq!(
        jobs(&format!("{text}Job, Submit, Run time, Nodes\n2,600,1800,8\n3,900,60,1\n")),
        (THREE.to_vec(), vec![])
    );
    let (found, said) = jobs(&format!("{text}job,submit,nodes,runtime\n2,5,2,70\n"));
    assert_eq!(found, []);
    assert!(
        said[0].starts_with("line 3: this line names the columns, in another order or with other names than line 1"),
        "{said:?}"
    );
}

#[test]
fn jobs_of_slurms_database_have_its_columns_and_its_numbers() {
    let names = "id_job,id_user,nodes_alloc,nodelist,cpus_req,state,time_submit,time_start,time_end,timelimit";
    let rows = [
        "11,7,2,\"n[1-2]\",80,3,1600000000,1600000060,1600003660,120",
        "12,7,1,n3,40,6,1600000600,1600000600,1600002400,4294967295",
        // Cancelled before it began, and still waiting.
        "13,8,0,,40,4,1600000700,0,1600000800,60",
        "14,8,0,,40,0,1600000900,0,0,60",
    ];
    for separator in [",", "\t", "|"] {
        let text = format!("{names}\n{}\n", rows.join("\n")).replace(',', separator);
        let (log, _) = read(text.as_bytes());
        let columns = &log.columns;
        let known = |time: i64| if time < 0 { -1 } else { time / SECOND };
        let times = |job: usize| {
            [&columns.submit, &columns.wait, &columns.runtime, &columns.requested_time]
                .map(|column| known(column.at(job)))
        };
        let found: Vec<_> =
            (0..columns.len()).map(|job| (columns.id.at(job), times(job), columns.status.at(job))).collect();
        let expected = [(11, [0, 60, 3600, 7200], 1), (12, [600, 0, 1800, -1], 0), (13, [700, -1, -1, 3600], 5)];
        assert_eq!(found, expected, "{text}");
        assert_eq!([0, 1].map(|job| columns.allocated.at(job)), [2, 1], "nodes: {text}");
    }
}

#[test]
fn columns_between_blanks_are_a_table_although_one_is_missing() {
    let text = "job_id submit_time start_time end_time boxes\n1 100 110 170 4\n2 100 120 180 8\n";
    let (found, said) = jobs(text);
    assert_eq!(found, []);
    assert!(said[0].starts_with("line 1: no column says what processors"), "{said:?}");
    // Prose above a log of the Standard Workload Format is no table.
    let (found, _) = jobs("start and end of jobs\n1 0 -1 60 4\n2 5 -1 60 4\n");
    assert_eq!(found.len(), 2);
}

#[test]
fn a_local_date_of_the_beginning_of_1970_is_none() {
    for none in ["1970-01-01 01:00:00", "1970-01-01 00:00:00", "1969-12-31 19:00:00", "1970-01-01 09:00:00"] {
        let text = format!(
            "submit,start,end,nodes,state\n2024-03-01 09:00:00,2024-03-01 09:10:00,2024-03-01 10:10:00,2,COMPLETED\n\
             2024-03-01 09:01:00,{none},2024-03-01 09:05:00,1,CANCELLED\n"
        );
        assert_eq!(jobs(&text), (vec![(0, 3600, 2), (60, -1, 1)], vec![]), "{none}");
    }
}

#[test]
fn a_number_in_front_of_a_server_is_that_of_the_job() {
    let text = "job,submit,runtime,nodes\n1001.srv,0,60,4\n1002[5].srv,1,60,4\n3f-uuid,2,60,4\nx.7,3,60,4\n";
    let (log, _) = read(text.as_bytes());
    assert_eq!(log.columns.id.iter().collect::<Vec<_>>(), [1001, 1002, 3, 4]);
}

#[test]
fn a_clock_of_hours_and_minutes_is_reported_with_what_helps() {
    let (_, said) = jobs("submit,start,end,elapsed_min,nodes\n0,10,3610,1:00,4\n0,10,43210,12:00,4\n");
    assert!(said[0].ends_with("if it is hours and minutes, write 1:30:00 for 1:30"), "{said:?}");
}

#[test]
fn times_that_a_spreadsheet_has_rounded_are_reported() {
    for [one, other, full] in
        [["1.70928E+12", "1.70929E+12", "1709280123456"], ["1.70928e+09", "1.70929e+09", "1709280123"]]
    {
        let rounded = format!("submit,runtime,nodes\n{one},60,4\n{other},60,4\n");
        let (_, said) = jobs(&rounded);
        assert!(said.iter().any(|said| said.contains("a spreadsheet has rounded")), "{said:?}");
        // R writes a round number so, among others.
        let (_, said) = jobs(&format!("submit,runtime,nodes\n{one},60,4\n{full},60,4\n"));
        assert!(!said.iter().any(|said| said.contains("rounded")), "{said:?}");
    }
    assert_eq!(jobs("submit,runtime,nodes\n0e+00,60,4\n1e+05,60,4\n").1, [""; 0]);
}

#[test]
fn an_estimate_that_is_the_time_taken_is_reported() {
    let row = |job: i64| format!("{},{},{},4,{}\n", 100 * job, 100 * job + 5, 100 * job + 65 + job, 60 + job);
    let rows = |from: i64| (from..12).map(row).collect::<String>();
    let (_, said) = jobs(&format!("submit,start,end,nodes,walltime\n{}", rows(0)));
    assert!(said[0].starts_with("line 1: 'walltime' is the time from the start to the end of 12 jobs"), "{said:?}");
    assert_eq!(jobs(&format!("submit,start,end,nodes,walltime\n{}", rows(4))).1, [""; 0], "of few jobs it may be");
}

#[test]
fn a_missing_value_between_blanks_costs_its_line_and_moves_nothing() {
    let (found, said) = jobs("id user submit runtime nodes wait\n1 eve 0 3600 4 8\n2 200 90 8 5\n");
    assert_eq!(found, [(0, 3600, 4)]);
    assert!(said[0].contains("the line has 5 values, but the first line names 6 columns"), "{said:?}");
}

#[test]
fn names_above_as_many_numbers_are_not_the_first_line_of_the_standard_workload_format() {
    let names = "id submit wait runtime nodes c6 c7 c8 estimate c10 state c12 c13 c14 c15 c16 c17 c18";
    let values = "1 0 -1 3600 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1";
    assert_eq!(jobs(&format!("{names}\n{values}\n")).0, [(0, 3600, 4)]);
    let (found, said) = jobs("job arrival cpu mem dur\n1 0 4 16 60\n2 5 4 16 60\n");
    assert_eq!(found, []);
    assert!(said[0].contains("no column says how long it ran"), "{said:?}");
}

#[test]
fn units_may_stand_in_a_line_below_the_names() {
    for units in [",[s],[min],,[h]", ",s,minutes,-,h"] {
        let (log, said) = read(format!("job,submit,runtime,nodes,walltime\n{units}\n1,0,60,4,2\n").as_bytes());
        assert_eq!((log.columns.runtime.at(0), log.columns.requested_time.at(0)), (3600 * SECOND, 7200 * SECOND));
        assert_eq!((log.malformed, said.len()), (0, 0), "{said:?}");
    }
}

#[test]
fn nodes_that_ran_beside_cores_that_were_asked_for_are_named() {
    let (found, said) = jobs("job,submit,runtime,nodes_used,cores_requested\n1,0,60,2,256\n2,5,60,4,500\n");
    assert_eq!(found, [(0, 60, 256), (5, 60, 500)]);
    assert!(said[0].starts_with("line 1: 'cores_requested' was taken, and 'nodes_used' left alone"), "{said:?}");
    assert!(said[0].ends_with("give 'column' processors=nodes_used"), "{said:?}");
}

#[test]
fn a_column_of_hosts_does_not_count_them() {
    let (found, said) = jobs("job,submit,runtime,nodes,ncpus\n1,0,60,nid0001,64\n2,5,60,nid[1-4],256\n3,9,60,x1,64\n");
    assert_eq!(found, [(0, 60, 64), (5, 60, 256), (9, 60, 64)]);
    assert_eq!(said, ["line 1: 'nodes' lists nodes and does not count them; it was left alone"]);
}

#[test]
fn numbered_steps_are_no_jobs_beside_named_ones() {
    let of = |ids: [&str; 3]| {
        jobs(&("job_id,submit,runtime,nodes\n".to_string() + &ids.map(|id| format!("{id},0,60,4\n")).concat())).0.len()
    };
    assert_eq!((of(["1", "1.batch", "1.0"]), of(["1.0", "2.0", "3.0"])), (1, 3));
}

#[test]
fn numbers_of_states_are_those_of_the_program() {
    let job = |state: u8| {
        format!(
            "{{\"ClusterId\":{state},\"QDate\":100,\"RemoteWallClockTime\":60,\"RequestCpus\":4,\"JobStatus\":{state}}}"
        )
    };
    let (log, said) = read(format!("[{}]", [1, 2, 3, 4].map(job).join(",")).as_bytes());
    assert_eq!(log.columns.status.to_vec(), [5, 1], "{said:?}");
    let (log, said) = read(b"job,submit,runtime,nodes,status\n1,0,60,4,64\n2,0,60,4,5\n");
    assert_eq!(log.columns.status.to_vec(), [-1, 5]);
    assert!(said[0].to_string().contains("no value that can be used, first '64'"), "{said:?}");
}

#[test]
fn jobs_that_wait_or_run_are_not_a_broken_download() {
    let (found, said) = jobs("job,submit,runtime,nodes,state\n1,0,60,4,RUNNING\n2,0,60,4,PD\n");
    assert_eq!(found, []);
    assert_eq!(
        said[0],
        "log: no job that has ended (expected a line of values for each job); export the jobs once they have ended"
    );
}

#[test]
fn a_column_of_dates_may_have_digits_alone() {
    let days = "submit_date,runtime,nodes\n20240201,60,2\n20240203,60,2\n";
    assert_eq!(jobs(days), (vec![(0, 60, 2), (172_800, 60, 2)], vec![]));
    assert_eq!(jobs(&days.replace("_date", "")).0[1], (20_240_203, 60, 2));
}

#[test]
fn an_unknown_run_time_follows_from_start_and_end() {
    let head = "submit,start,end,runtime,nodes\n";
    let (found, said) = jobs(&format!("{head}0,10,70,-1,2\n5,10,80,1m,2\n"));
    assert_eq!((found, said.len()), (vec![(0, 60, 2), (5, 70, 2)], 1));
    assert!(said[0].contains("(runtime): 1 line has no value that can be used, first '1m'"), "{said:?}");
    let (found, said) = jobs(&format!("{head}0,10,,-1,2\n5,10,,1m,2\n"));
    assert_eq!((found, said.len()), (vec![(0, -1, 2)], 1));
    assert!(said[0].starts_with("line 3, field 4 (runtime): '1m' is not a duration"), "{said:?}");
}

#[test]
fn a_job_that_ran_had_nodes() {
    let text = "submit,runtime,nodes,node_list\n0,60,2,None\n5,60,2,\"n1,n2\"\n7,0,2,None assigned\n";
    assert_eq!(jobs(text), (vec![(0, 60, 2), (5, 60, 2), (7, -1, 2)], vec![]));
}
