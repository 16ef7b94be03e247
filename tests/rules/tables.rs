//! Tables of jobs in every form: written jobs read back, and kinds of files that were once read wrongly are read
//! correctly.

use proptest::prelude::*;
use proptest::sample::select;
use subtorus::formats::writing::can_run;
use subtorus::formats::{LogReader, Reading};
use subtorus::time::SECOND;
use subtorus::workload::start::date;

fn read(text: &str) -> Reading {
    let mut reader = LogReader::default();
    reader.take(text.as_bytes());
    reader.finish_telling()
}

/// A job in seconds and nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Job {
    id: i64,
    submit: i64,
    wait: i64,
    run: i64,
    nodes: i32,
    estimate: i64,
}

/// The jobs that can be simulated, the first at 0.
fn jobs(reading: &Reading) -> Vec<Job> {
    let columns = &reading.log.columns;
    let first = columns.submit.iter().min().unwrap_or(0);
    let job = |job: usize| Job {
        id: columns.id.at(job),
        submit: (columns.submit.at(job) - first) / SECOND,
        wait: columns.wait.at(job) / SECOND,
        run: columns.runtime.at(job) / SECOND,
        nodes: reading.log.size(job) as i32,
        estimate: columns.requested_time.at(job) / SECOND,
    };
    (0..columns.len()).filter(|&job| can_run(columns, job)).map(job).collect()
}

fn clock(seconds: i64) -> String {
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// A length of time in one of the usual forms.
fn duration(seconds: i64, form: usize) -> String {
    match form {
        0 => seconds.to_string(),
        1 => clock(seconds),
        2 => format!("{}-{}", seconds / 86_400, clock(seconds % 86_400)),
        3 => format!("{} days {}", seconds / 86_400, clock(seconds % 86_400)),
        4 => format!("{seconds}.000"),
        _ => format!("{:e}", seconds as f64),
    }
}

/// A moment in one of the usual forms, in seconds since 1970.
fn moment(seconds: i64, form: usize) -> String {
    let at = |seconds: i64, between: &str| {
        let (year, month, day) = date(seconds.div_euclid(86_400));
        format!("{year}-{month:02}-{day:02}{between}{}", clock(seconds.rem_euclid(86_400)))
    };
    match form {
        0 => seconds.to_string(),
        1 => at(seconds, "T"),
        2 => at(seconds, " "),
        3 => at(seconds, "T") + "Z",
        4 => at(seconds + 7200, " ") + "+02:00",
        5 => at(seconds, "T") + ".000",
        6 => (seconds * 1000).to_string(),
        7 => (seconds * 1_000_000).to_string(),
        _ => at(seconds - 12_600, "T") + "-0330",
    }
}

/// The style of a table.
#[derive(Clone, Debug)]
struct Style {
    delimiter: char,
    end: &'static str,
    names: [&'static str; 5],
    others: [&'static str; 2],
    moments: usize,
    durations: usize,
    /// Which of wait, run time, start and end it contains.
    times: usize,
    is_quoted: bool,
    is_comment: bool,
    has_mark: bool,
    order: Vec<usize>,
}

fn styles() -> impl Strategy<Value = Style> {
    let submit = vec!["submit", "Submit Time", "submission_time", "QUEUED_TIMESTAMP", "arrival"];
    let run = vec!["runtime", "RUNTIME_SECONDS", "duration", "execution_time", "run time (s)"];
    let nodes = vec!["processors", "num_nodes", "requested_number_of_resources", "nodes", "size", "n_tasks"];
    let estimate = vec!["estimate", "walltime", "requested_time", "time_limit", "WALLTIME_SECONDS"];
    let id = vec!["job", "job_id", "id"];
    let start = vec!["start", "start_time", "starting_time", "START_TIMESTAMP"];
    let end = vec!["end", "end_time", "finish_time", "END_TIMESTAMP"];
    let names = (select(submit), select(run), select(nodes), select(estimate), select(id), select(start), select(end));
    let forms = (select(vec![',', ';', '\t', '|']), 0usize..9, 0usize..6, 0usize..4, select(vec!["\n", "\r\n"]));
    let order = Just((0..9).collect::<Vec<usize>>()).prop_shuffle();
    (names, forms, any::<[bool; 3]>(), order).prop_map(|(names, forms, [is_quoted, is_comment, has_mark], order)| {
        let (submit, run, nodes, estimate, id, start, end_name) = names;
        let (delimiter, moments, durations, times, end) = forms;
        Style {
            delimiter,
            end,
            names: [submit, run, nodes, estimate, id],
            others: [start, end_name],
            moments,
            durations,
            times,
            is_quoted,
            is_comment,
            has_mark: has_mark && !is_comment,
            order,
        }
    })
}

impl Style {
    /// The columns that describe a job, each with its name.
    fn cells(&self, job: &Job, start: i64) -> Vec<(&'static str, String)> {
        let [submit, run, nodes, estimate, id] = self.names;
        let [began, ended] = self.others;
        let submitted = start + job.submit;
        let at = |seconds: i64| moment(seconds, self.moments);
        let lasts = |seconds: i64| duration(seconds, self.durations);
        let limit = if job.estimate < 0 { "unlimited".into() } else { lasts(job.estimate) };
        let mut cells = vec![
            (submit, at(submitted)),
            (nodes, job.nodes.to_string()),
            (estimate, limit),
            (id, job.id.to_string()),
            ("remark", "some text".into()),
        ];
        let (start, end) = (submitted + job.wait, submitted + job.wait + job.run);
        cells.extend(match self.times {
            0 => vec![(run, lasts(job.run)), ("wait_time", lasts(job.wait))],
            1 => vec![(began, at(start)), (ended, at(end))],
            2 => vec![(began, at(start)), (run, lasts(job.run))],
            _ => vec![(run, lasts(job.run)), (ended, at(end))],
        });
        cells
    }

    fn line(&self, cells: Vec<String>) -> String {
        let quoted = |cell: &String| if self.is_quoted { format!("\"{cell}\"") } else { cell.clone() };
        let order = self.order.iter().filter(|place| **place < cells.len());
        let cells: Vec<String> = order.map(|place| quoted(&cells[*place])).collect();
        cells.join(&self.delimiter.to_string()) + self.end
    }

    fn table(&self, jobs: &[Job], start: i64) -> String {
        let names = self.cells(&jobs[0], start).into_iter().map(|(name, _)| name.to_string()).collect();
        let mut text = if self.has_mark { "\u{feff}".to_string() } else { String::new() };
        text += if self.is_comment { "# " } else { "" };
        text += &self.line(names);
        for job in jobs {
            text += &self.line(self.cells(job, start).into_iter().map(|(_, cell)| cell).collect());
        }
        text
    }
}

fn known_jobs() -> impl Strategy<Value = Vec<Job>> {
    let estimate = prop_oneof![Just(-1i64), 1i64..500_000];
    let job = (0i64..3_000_000, 0i64..200_000, 0i64..300_000, 1i32..5000, estimate);
    prop::collection::vec(job, 1..9).prop_map(|jobs| {
        let first = jobs.iter().map(|job| job.0).min().unwrap_or(0);
        let job = |(number, (submit, wait, run, nodes, estimate)): (usize, (i64, i64, i64, i32, i64))| Job {
            id: 100 + number as i64,
            submit: submit - first,
            wait,
            run,
            nodes,
            estimate,
        };
        jobs.into_iter().enumerate().map(job).collect()
    })
}

proptest! {
    #![proptest_config(crate::cases::cases(1000))]

    #[test]
    fn a_table_of_known_jobs_is_read_back(known in known_jobs(), style in styles(), start in 1_000_000_000i64..3_000_000_000) {
        let text = style.table(&known, start);
        let reading = read(&text);
        prop_assert_eq!(reading.log.malformed, 0, "{}\n{:?}", text, reading.diagnostics);
        prop_assert_eq!(jobs(&reading), known, "{}", text);
    }
}

/// Node lists that were once read as counts.
#[test]
fn sets_of_nodes_are_never_counts() {
    let nodes = |text: &str| jobs(&read(text)).iter().map(|job| job.nodes).collect::<Vec<_>>();
    // The first lines look like counts.
    assert_eq!(nodes("submit,runtime,nodes,ncpus\n0,5,7,4\n1,5,12,8\n2,5,0-3,16\n"), [4, 8, 16]);
    let batsim = "job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,success,final_state,\
                  starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,allocated_resources,metadata\n\
                  1,w0,p,0.0,4,100.0,1,COMPLETED_SUCCESSFULLY,0.0,10.0,10.0,0.0,10.0,1.0,12,\"\"\n\
                  2,w0,p,1.0,2,100.0,0,COMPLETED_WALLTIME_REACHED,10.0,100.0,110.0,9.0,109.0,1.1,4-5,\"\"\n";
    assert_eq!(nodes(batsim), [4, 2]);
    assert_eq!(read(batsim).log.columns.status, [1, 0]);
    let only = read("submit;runtime;processors\n0;5;0-3\n1;5;2 6\n");
    let said = only.diagnostics[0].to_string();
    assert!(
        only.log.columns.is_empty()
            && said.starts_with("line 2, field 3 (processors): '0-3' is a set of nodes, not a count"),
        "{said}"
    );
}

#[test]
fn sacct_is_known_by_its_names_under_any_delimiter() {
    let job = |text: &str| jobs(&read(text))[0];
    let expected = Job { id: 7, submit: 0, wait: 60, run: 3600, nodes: 16, estimate: 7200 };
    let names = ["JobIDRaw", "Submit", "Start", "ElapsedRaw", "AllocNodes", "TimelimitRaw", "State"];
    let values = ["7", "2024-05-01T10:00:00", "2024-05-01T10:01:00", "3600", "16", "120", "COMPLETED"];
    for delimiter in ["\t", ";", ",", "|"] {
        let text = [names.join(delimiter), values.join(delimiter)].join("\n");
        assert_eq!(job(&text), expected, "{text}");
        // The same file, as another program writes it.
        let quoted = format!(
            "\"{}\"\r\n\"{}\"\r\n",
            names.join(&format!("\"{delimiter}\"")),
            values.join(&format!("\"{delimiter}\""))
        );
        assert_eq!(job(&quoted), expected, "{quoted}");
        let parsable = format!("{}{delimiter}\n{}{delimiter}\n", names.join(delimiter), values.join(delimiter));
        assert_eq!(job(&parsable), expected, "{parsable}");
    }
    let tres = "JobIDRaw,Submit,Start,ElapsedRaw,AllocTRES,AllocNodes,TimelimitRaw,State\n\
                7,2024-05-01T10:00:00,2024-05-01T10:01:00,3600,billing=16,cpu=16,mem=8G,node=16,16,120,COMPLETED\n";
    assert_eq!(job(tres), expected);
    // A minute of a table is not a minute of sacct.
    assert_eq!(job("submit,runtime,nodes,timelimit\n0,3600,16,7200\n").estimate, 7200);
}

#[test]
fn jobs_that_never_ran_are_left_out() {
    let ids = |text: &str| jobs(&read(text)).iter().map(|job| job.id).collect::<Vec<_>>();
    let nowhere = "JobID|Submit|Start|Elapsed|NNodes|NodeList|State\n\
                   1|2024-05-01T10:00:00|2024-05-01T10:01:00|00:00:00|4|None assigned|CANCELLED by 7\n\
                   2|2024-05-01T10:00:00|2024-05-01T10:01:00|00:00:05|4|n[1-4]|FAILED\n";
    assert_eq!(ids(nowhere), [2]);
    let json = r#"{"meta": {"Slurm": {}}, "jobs": [
        {"job_id": 1, "allocation_nodes": 4, "time": {"submission": 100, "start": 0, "end": 150, "elapsed": 0, "limit": {"set": false, "infinite": true, "number": 0}},
         "state": {"current": ["CANCELLED"]}, "nodes": "None assigned", "steps": []},
        {"job_id": 2, "allocation_nodes": 4, "time": {"submission": 100, "start": 110, "end": 150, "elapsed": 40, "limit": 5},
         "state": {"current": "COMPLETED"}, "steps": [{"time": {"elapsed": 7}, "state": "FAILED"}]}]}"#;
    assert_eq!(jobs(&read(json)), [Job { id: 2, submit: 0, wait: 10, run: 40, nodes: 4, estimate: 300 }]);
    let table = "id,state,submit_time,start_time,end_time,gpus\n\
                 1,CANCELLED,2020-01-01 00:00:00,NaT,2020-01-01 00:10:00,8\n\
                 2,COMPLETED,2020-01-01 00:00:00,2020-01-01 00:00:10,2020-01-01 00:10:00,8\n\
                 3,CANCELLED,2020-01-01 00:00:00,2020-01-01 00:10:00,2020-01-01 00:10:00,8\n";
    let reading = read(table);
    assert_eq!((jobs(&reading).iter().map(|job| job.id).collect::<Vec<_>>(), reading.log.malformed), (vec![2], 0));
}

#[test]
fn parts_of_preempted_jobs_are_left_out() {
    let line = |id: u32, submit: i32, run: u32, status: u32| {
        format!("{id} {submit} 5 {run} 8 -1 -1 8 200 -1 {status} 1 1 -1 1 -1 -1 -1\n")
    };
    let runs = |lines: &[String]| jobs(&read(&lines.concat())).iter().map(|job| (job.id, job.run)).collect::<Vec<_>>();
    // Two jobs alternate; the line for the whole follows its parts.
    let turns = [
        line(1, 0, 10, 2),
        line(2, 0, 10, 2),
        line(1, -1, 20, 3),
        line(2, -1, 5, 4),
        line(1, 0, 30, 1),
        line(2, 0, 15, 5),
    ];
    assert_eq!(runs(&turns), [(1, 30), (2, 15)]);
    // A header, blanks, fractions, and lines that end early.
    let header = [
        "; MaxProcs: 8\n".to_string(),
        line(9, 0, 60, 0),
        "9\t0 0 20.5 8 -1 -1 8 200 -1 2\n".into(),
        line(9, -1, 39, 3),
    ];
    assert_eq!(runs(&header), [(9, 60)]);
    // Here 2 is a normal state.
    let ross = [line(1, 0, 10, 2), line(2, 3, 20, 1), line(3, 4, 30, 2)];
    assert_eq!(runs(&ross), [(1, 10), (2, 20), (3, 30)]);
}

#[test]
fn units_of_estimates_are_guessed_and_never_changed() {
    let scale = |text: &str| {
        let reading = read(text);
        let first = jobs(&reading)[0].estimate;
        (first, reading.remedies.iter().map(|remedy| remedy.value.clone()).collect::<Vec<_>>())
    };
    let line = |id: u32, run: u32, limit: u32| format!("{id} 0 5 {run} 8 -1 -1 8 {limit} -1 1 1 1 -1 1 -1 -1 -1\n");
    let archive = [line(1, 3400, 60), line(2, 500, 30), line(3, 86_000, 1440), line(4, 20, 10)].concat();
    assert_eq!(scale(&archive), (60, vec!["60".into()]));
    let batsim = r#"{"nb_res": 8, "jobs": [{"id": "1", "subtime": 0, "res": 2, "walltime": 24, "profile": "a"},
        {"id": "2", "subtime": 0, "res": 2, "walltime": 12, "profile": "b"}, {"id": "3", "subtime": 0, "res": 2, "walltime": 2, "profile": "c"}],
        "profiles": {"a": {"type": "delay", "delay": 80000}, "b": {"type": "delay", "delay": 40000}, "c": {"type": "delay", "delay": 7000}}}"#;
    assert_eq!(scale(batsim), (24, vec!["3600".into()]));
    let marconi = "submit_time,run_time,num_nodes_alloc,time_limit\n\
                   2020-05-01T10:00:00Z,3000,4,60\n2020-05-01T10:00:00Z,86000,8,1440\n2020-05-01T10:00:00Z,900,8,30\n";
    assert_eq!(scale(marconi), (60, vec!["60".into()]));
    // If the name has the unit, nothing is guessed.
    assert_eq!(scale("submit,runtime,nodes,walltime_minutes\n0,3000,4,60\n0,3000,4,60\n0,3000,4,60\n"), (3600, vec![]));
}
