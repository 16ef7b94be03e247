//! A moment of a run, in words and rows.

use super::{JobReport, PanelStates, Query, RunExplorer};
use crate::report::words::{counted, more};
use crate::run::series::Measure;
use crate::view::SimulatedTime;
use serde::Serialize;

/// Rows of jobs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Rows {
    /// The number of jobs, in words.
    pub title: String,
    /// The titles of the columns; the column `job` has the job's name.
    pub columns: Vec<String>,
    /// The jobs, by their index in the run.
    pub jobs: Vec<u32>,
    /// The colours of the jobs, of [`crate::figure::JOB_COLOURS`], if the jobs hold nodes.
    pub colours: Vec<u8>,
    /// Row by row.
    pub cells: Vec<Vec<String>>,
    /// What is left out, in words; empty if nothing is.
    pub rest: String,
}

/// The view of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RunViewState {
    /// Whether the time line must be drawn again, and not only its cursor.
    pub redraw: bool,
    /// The error in the typed text; empty if there is none.
    pub complaint: String,
    /// The moment in the form of permalinks.
    pub moment: String,
    /// The moment in readable form.
    pub clock: String,
    /// The state in a sentence.
    pub sentence: String,
    /// The queries for workers.
    pub queries: Vec<Query>,
    /// The source of an imported schedule, and what is unknown of it; empty for a run of the simulator.
    pub origin: String,
    /// Whether the cursor is at the end of the run.
    pub over: bool,
    /// The queue, in its order.
    pub queue: Rows,
    /// The running jobs.
    pub running: Rows,
    /// The chosen job.
    pub job: Option<JobReport>,
    /// The machine, such as `torus:8x8`; empty if jobs have no places.
    pub places: String,
    /// The states of the panels.
    pub panels: PanelStates,
}

/// The rows that are shown at first, and on demand.
const FEW: usize = 12;
const MANY: usize = 1000;

/// The processors that a job needs or holds, and those that it asked for if that is another number.
fn processors(needed: u32, asked: u32) -> String {
    if needed == asked { needed.to_string() } else { format!("{needed} ({asked} asked for)") }
}

impl RunExplorer {
    /// The view at the cursor. Cost: O(rows).
    pub(super) fn view_state(&mut self, redraw: bool) -> RunViewState {
        RunViewState {
            redraw,
            complaint: self.complaint.clone(),
            moment: SimulatedTime(self.moment.at).to_string(),
            clock: self.clock.moment(self.moment.at),
            sentence: self.sentence(),
            queries: self.queries(),
            origin: self.origin(),
            over: self.moment.at >= self.last(),
            queue: self.with_there(self.queue()),
            running: self.running(),
            job: self.job(),
            places: self.places(),
            panels: self.panel_states(),
        }
    }

    /// `12 jobs run on 100 of 128 processors; 3 jobs wait. Job 17, at the head, needs 64: 36 more than are free.`
    pub(super) fn sentence(&self) -> String {
        let (moment, trace) = (&self.moment, &self.trace);
        let (running, waiting) = (moment.running.len(), moment.waiting.len());
        let busy: u64 = moment.running.iter().map(|&job| u64::from(trace.held[job])).sum();
        let runs = if running == 1 { "runs" } else { "run" };
        let waits = if waiting == 1 { "waits" } else { "wait" };
        let all = trace.processors();
        let machine = match busy.checked_sub(all.into()).filter(|more| *more > 0) {
            Some(more) => {
                format!("{} {runs} on {busy} processors, {more} more than the {all} there are", counted(running, "job"))
            }
            None => format!("{} {runs} on {busy} of {all} processors", counted(running, "job")),
        };
        let machine = match trace.nodes_down().len() {
            0 => machine,
            down => format!("{machine}, of which {down} are out of service"),
        };
        let Some(head) = moment.head else { return format!("{machine}; no job waits.") };
        let (needs, free) = (trace.effective[head], moment.free);
        let need = match needs.checked_sub(free).filter(|missing| *missing > 0) {
            Some(missing) => format!("needs {needs}: {missing} more than are free"),
            None => format!("needs {needs}, and {free} are free, but it does not start"),
        };
        let most = self.course.most(Measure::Queue);
        let longest = most > 1.0 && self.course.value(Measure::Queue, moment.at) == most;
        let longest = if longest { ", the longest queue of the run" } else { "" };
        format!(
            "{machine}; {} {waits}{longest}. Job {}, at the head, {need}.",
            counted(waiting, "job"),
            self.name(head)
        )
    }

    pub(super) fn queue(&self) -> Rows {
        let (jobs, trace, clock) = (&self.moment.waiting, &self.trace, self.clock);
        let row = |(place, &job): (usize, &usize)| {
            let since = clock.length(self.moment.at - trace.submit[job]);
            let size = processors(trace.effective[job], trace.asked[job]);
            let mut row = vec![(place + 1).to_string(), self.name(job), size];
            row.extend(trace.shape_of(job).map(|shape| shape.joined("x")));
            row.push(since);
            let estimate = trace.estimate[job];
            row.push(if estimate < 0 { "unknown".into() } else { clock.length(estimate) });
            row.push(clock.length(trace.start[job] - self.moment.at));
            row.extend(self.reason(job));
            row
        };
        let mut columns = vec!["place", "job", "processors", "shape", "waits for", "estimate", "starts in", "why"];
        columns.retain(|column| *column != "shape" || !trace.shape.is_empty());
        self.rows(counted(jobs.len(), "job") + if jobs.len() == 1 { " waits" } else { " wait" }, &columns, jobs, &row)
    }

    /// Why a job waits at the cursor, if known.
    fn reason(&self, job: usize) -> Option<String> {
        self.reasons.of(job).filter(|_| self.reasons.instant == self.instant())
    }

    /// The beginning of the state at the cursor.
    pub(super) fn instant(&self) -> String {
        self.lives.settled(self.moment.at).map_or(String::new(), |instant| SimulatedTime(instant).to_string())
    }

    fn running(&self) -> Rows {
        let (jobs, trace, clock) = (&self.moment.running, &self.trace, self.clock);
        let row = |(_, &job): (usize, &usize)| {
            let (since, until) = (self.moment.at - trace.start[job], trace.end[job] - self.moment.at);
            let size = processors(trace.held[job], trace.asked[job]);
            vec![self.name(job), size, clock.length(since), clock.length(until)]
        };
        let columns = ["job", "processors", "runs for", "ends in"];
        let title = counted(jobs.len(), "job") + if jobs.len() == 1 { " runs" } else { " run" };
        let rows = self.rows(title, &columns, jobs, &row);
        Rows { colours: rows.jobs.iter().map(|&job| self.colours[job as usize]).collect(), ..rows }
    }

    /// Rows for the first of these jobs; empty columns are left out.
    pub(super) fn rows(
        &self,
        title: String,
        columns: &[&str],
        jobs: &[usize],
        row: &dyn Fn((usize, &usize)) -> Vec<String>,
    ) -> Rows {
        let most = if self.unabridged { MANY } else { FEW };
        let cells: Vec<Vec<String>> = jobs.iter().take(most).enumerate().map(row).collect();
        let width = cells.iter().map(Vec::len).max().unwrap_or(0);
        Rows {
            title,
            columns: columns.iter().take(width).map(ToString::to_string).collect(),
            jobs: jobs.iter().take(most).map(|&job| job as u32).collect(),
            colours: Vec::new(),
            cells,
            rest: more(jobs.len(), most),
        }
    }
}
