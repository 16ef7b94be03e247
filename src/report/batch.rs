//! The result of a batch: a sentence, a table, a Gantt chart, and a schedule that is shown like a run.

mod trace;

use super::batch_words;
use super::table::{Column, Table};
use super::words::counted;
use crate::diagnostic::{Diagnostic, Explain};
use crate::figure::{self, Gantt, svg};
use crate::time::{END, SECOND, Time};
use crate::torus_batch::experiment::{BatchAnswer, BatchExperiment, Problem};
use crate::torus_batch::lanes::{Bar, Lanes};
use crate::torus_batch::{Job, MAX_SIDE, Ratio, check_size, rows};
use crate::view::SimulatedTime;
use crate::workload::{Columns, ColumnsError, size};
use serde::{Deserialize, Serialize};

/// The most jobs on the page.
const MOST_JOBS: usize = 2000;

/// The most subtori that are searched for all jobs; this takes about a second.
const MOST_WORK: u64 = 20_000_000;

/// A planned batch, as a worker sends it to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlannedBatch {
    /// The result as a sentence.
    pub sentence: String,
    /// The schedule, with numbers to read.
    pub table: Table,
    /// The same as comma-separated values, with all digits.
    pub csv: String,
    /// The least deadline if the given one cannot be met; else empty.
    pub least: String,
    /// The first moment with the most running jobs, as in permalinks; empty without a plan.
    pub busiest: String,
    drawing: Drawing,
}

/// The data for the pictures of a batch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
struct Drawing {
    side: u32,
    contention: bool,
    jobs: Vec<String>,
    deadline: Option<f64>,
    lanes: Lanes,
}

impl PlannedBatch {
    /// Plans a batch. Fails if it cannot be planned, or would take too long for a page.
    pub fn new(experiment: &BatchExperiment) -> Result<PlannedBatch, Diagnostic> {
        refuse_large(experiment)?;
        let answer = experiment.answer().map_err(|error| Diagnostic::of(&error))?;
        let lanes = Lanes::new(experiment, &answer);
        let moments = lanes.moments();
        let count = |moment: &usize| lanes.running(moments[*moment]).count();
        let busiest = (0..moments.len()).rev().max_by_key(count).map(|moment| moments[moment]);
        // A plan that is longer than the clock is not shown.
        let busiest = busiest.filter(|units| *units * (SECOND as f64) < END as f64);
        let moment = |units: f64| SimulatedTime(libm::round(units * SECOND as f64) as i64).to_string();
        let deadline = match &answer {
            BatchAnswer::Met(_, schedule) => Some(schedule.deadline.to_f64()),
            _ => None,
        };
        let jobs = experiment.jobs.iter().map(Job::to_string).collect();
        let contention = experiment.problem == Problem::Contention;
        Ok(PlannedBatch {
            sentence: batch_words::sentence(experiment, &answer),
            table: table(experiment, &answer),
            csv: batch_words::csv(experiment, &answer),
            least: least(experiment, &answer),
            busiest: busiest.map_or(String::new(), moment),
            drawing: Drawing { side: experiment.side, contention, jobs, deadline, lanes },
        })
    }

    /// The Gantt chart as SVG with this width in CSS pixels; empty if there is nothing to draw.
    pub fn gantt(&self, width: f64, dark: bool) -> String {
        let Drawing { contention, jobs, deadline, lanes, .. } = &self.drawing;
        if lanes.bars.is_empty() {
            return String::new();
        }
        let bar = |bar: &Bar| figure::Bar {
            label: name(bar.job),
            title: format!("{} ({})", name(bar.job), jobs.get(bar.job).map_or("", String::as_str)),
            colour: bar.job,
            lanes: bar.lanes.clone(),
            from: bar.from,
            pale_from: bar.undisturbed,
            to: bar.to,
        };
        let title = if *contention { "Subtorus (row, column)" } else { "Column" };
        let bars = lanes.bars.iter().map(bar).collect();
        let gantt = Gantt { title: title.into(), lanes: lanes.names.clone(), bars, deadline: *deadline, width };
        svg(&gantt, dark, &self.sentence)
    }
}

/// The number of a job in texts, counting from 1.
fn name(job: usize) -> String {
    format!("J{}", job + 1)
}

fn table(experiment: &BatchExperiment, answer: &BatchAnswer) -> Table {
    let columns = batch_words::columns(answer).iter().map(|title| Column::new(*title, "")).collect();
    Table { columns, rows: batch_words::rows(experiment, answer, batch_words::brief), ..Table::default() }
}

/// The least deadline of a batch with a deadline that cannot be met.
fn least(experiment: &BatchExperiment, answer: &BatchAnswer) -> String {
    if !matches!(answer, BatchAnswer::Missed(..)) {
        return String::new();
    }
    let experiment = BatchExperiment { problem: Problem::LeastDeadline, deadline: None, ..experiment.clone() };
    match experiment.answer() {
        Ok(BatchAnswer::Met(_, schedule)) => schedule.length.to_string(),
        _ => String::new(),
    }
}

/// The page waits for the answer, so a long computation is refused.
fn refuse_large(experiment: &BatchExperiment) -> Result<(), Diagnostic> {
    let count = experiment.jobs.len();
    let smallest = experiment.jobs.iter().map(|job| job.size).min().unwrap_or(1).max(1);
    let looked_at = u64::from(experiment.side / smallest).pow(2) * count as u64;
    if count <= MOST_JOBS && (experiment.problem != Problem::Contention || looked_at <= MOST_WORK) {
        return Ok(());
    }
    Err(Diagnostic {
        place: "jobs".into(),
        problem: format!("{} are more than the page plans on this torus", counted(count, "job")),
        expected: format!("at most {MOST_JOBS}, and fewer where their subtori are many"),
        remedy: "the command `subtorus torus-batch` takes any number".into(),
    })
}

/// Makes jobs of a batch from the first jobs of a log. A job of `p` processors needs a square with at least as many
/// nodes and a power of two as its side.
fn jobs_of_log(columns: &Columns, count: usize) -> Vec<Job> {
    let Columns { requested_processors, allocated, runtime, .. } = columns;
    let sizes = requested_processors.iter().zip(allocated.iter()).map(|(asked, given)| size(asked, given));
    let known = sizes.zip(runtime.iter()).filter(|(size, runtime)| *size > 0 && *runtime > 0);
    let job = |(size, runtime): (u32, Time)| {
        let side = ((size - 1).isqrt() + 1).next_power_of_two();
        Some(Job { size: side, time: Ratio::new(runtime as u64, 1_000_000)? })
    };
    known.take(count).filter_map(job).collect()
}

/// Replaces the jobs of a batch by the first jobs of a log, on a torus that holds the largest. `beginning` has the
/// first bytes of the log's columns; without them nothing changes. Returns a message.
pub fn take(experiment: &mut BatchExperiment, beginning: Option<&[u8]>, count: usize) -> String {
    let Some(beginning) = beginning else { return Diagnostic::of(&ColumnsError::Lost).to_string() };
    let jobs = jobs_of_log(&Columns::beginning_of(beginning), count);
    let largest = jobs.iter().map(|job| job.size).max().unwrap_or(1);
    experiment.side = experiment.side.max(largest.min(MAX_SIDE));
    let count = counted(jobs.len(), "job");
    experiment.jobs = jobs;
    format!(
        "{count} of the log, times in seconds. A job of p processors takes a square of at least p, its side rounded up to a \
         power of two; the largest is {largest}."
    )
}

/// Rows pasted from a spreadsheet, a size and a time each, without a first row of titles. A row with other columns is
/// kept, to be shown and fixed. Empty if the text is a single field. Reading stops once there are more rows than can be
/// planned.
pub fn pasted_rows(text: &str) -> Vec<[String; 2]> {
    let separates = |letter: char| letter.is_whitespace() || ";,:".contains(letter);
    let fields = |line: &str| line.split(separates).filter(|field| !field.is_empty()).map(String::from).collect();
    let rows = text.lines().map(fields).filter(|row: &Vec<String>| !row.is_empty());
    let mut rows: Vec<Vec<String>> = rows.take(MOST_JOBS + 2).collect();
    if rows.len() <= 1 && rows.iter().all(|row| row.len() == 1) {
        return Vec::new();
    }
    if !rows[0].concat().contains(|letter: char| letter.is_ascii_digit()) {
        rows.remove(0);
    }
    rows.into_iter().map(|row| [row[0].clone(), row[1..].join(" ")]).collect()
}

/// The jobs of a batch as the rows of a table, a size and a time each.
pub fn job_rows(jobs: &[Job]) -> Vec<[String; 2]> {
    jobs.iter().map(|job| [job.size.to_string(), job.time.to_string()]).collect()
}

/// The error of a job typed into a table, for the torus's side; empty if there is none.
pub fn job_complaint(side: u32, size: &str, time: &str) -> String {
    let check = || -> Result<(), Box<dyn Explain>> { Ok(check_size(side, rows::job(size, time)?.size)?) };
    check().err().map_or(String::new(), |error| Diagnostic::of(&*error).message())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::Record;

    /// Jobs by requested and allocated processors and runtime.
    fn columns(jobs: &[(i32, i32, Time)]) -> Columns {
        let mut columns = Columns::default();
        for &(requested_processors, allocated, runtime) in jobs {
            columns.push(&Record { requested_processors, allocated, runtime, ..Record::default() });
        }
        columns
    }
    use crate::torus_batch::permalink;

    fn planned(text: &str) -> PlannedBatch {
        PlannedBatch::new(&permalink::read(text).0).unwrap()
    }

    #[test]
    fn the_worked_example_of_the_paper() {
        let batch = planned("#v=1&problem=cnp&jobs=8:2,4:2,4:4,4:4,4:1,2:4");
        assert_eq!((&*batch.busiest, &*batch.least), ("2", ""));
        assert_eq!(batch.table.rows[2], ["3", "4", "4", "1", "1", "2", "9.5"]);
        assert!(batch.gantt(600.0, false).starts_with("<svg"));
    }

    #[test]
    fn a_missed_deadline_comes_with_the_least_one() {
        let batch = planned("#v=1&problem=preemptive&jobs=8:2,4:2,4:4,4:4,4:1,2:4&deadline=9");
        assert_eq!(batch.least, "9.5");
        assert_eq!(
            (batch.gantt(600.0, false), batch.busiest, batch.table.rows.len()),
            (String::new(), String::new(), 0)
        );
    }

    #[test]
    fn jobs_of_a_log_become_squares() {
        let jobs = jobs_of_log(&columns(&[(5, 0, 2_500_000), (-1, 9, 1_000_000), (4, 4, 0), (0, 0, 7)]), 3);
        assert_eq!(job_rows(&jobs), [["4", "2.5"], ["4", "1"]]);
    }

    #[test]
    fn a_log_s_jobs_are_taken_with_a_torus_that_holds_them() {
        let mut experiment = BatchExperiment::default();
        let bytes: Vec<u8> = columns(&[(300, 300, 1_000_000)]).pieces().flatten().collect();
        let said = take(&mut experiment, Some(&bytes), 5);
        assert!(said.starts_with("1 job of the log") && said.ends_with("the largest is 32."), "{said}");
        assert_eq!((experiment.side, experiment.jobs.len()), (32, 1));
        let said = take(&mut experiment, None, 5);
        assert!(said.contains("has been lost") && said.contains("drop the log"), "{said}");
        assert_eq!((experiment.side, experiment.jobs.len()), (32, 1));
    }

    #[test]
    fn pasted_rows_keep_what_must_be_fixed() {
        let row = |size: &str, time: &str| [size.to_string(), time.to_string()];
        assert_eq!(pasted_rows("size\ttime\n8\t2\n\n4; 2.5\r\n"), [row("8", "2"), row("4", "2.5")]);
        assert_eq!(pasted_rows("8 2 9\n4"), [row("8", "2 9"), row("4", "")]);
        assert_eq!(pasted_rows("12"), [] as [[String; 2]; 0]);
        assert_eq!(pasted_rows(""), [] as [[String; 2]; 0]);
    }

    #[test]
    fn reading_a_million_pasted_rows_stops_after_the_limit() {
        assert_eq!(pasted_rows(&"8 1\n".repeat(1_000_000)).len(), MOST_JOBS + 2);
    }

    #[test]
    fn long_computations_are_refused() {
        let mut experiment = BatchExperiment { side: 1024, ..BatchExperiment::default() };
        experiment.jobs = vec![Job { size: 1, time: Ratio::new(1, 1).unwrap() }; 2001];
        assert!(PlannedBatch::new(&experiment).unwrap_err().problem.contains("2001 jobs"));
    }
}
