//! A moment of a run, in words and rows.

use super::{JobReport, PanelStates, Query, RunExplorer};
use crate::experiment::display::SimulatedTime;
use crate::report::words::{counted, more};
use serde::Serialize;

/// Rows of jobs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Rows {
    /// How many jobs there are, in words.
    pub title: String,
    /// What stands in each column; the job's name stands in the one called `job`.
    pub columns: Vec<String>,
    /// The jobs, by their place among those of the run.
    pub jobs: Vec<u32>,
    /// Row by row.
    pub cells: Vec<Vec<String>>,
    /// What is left out, in words; empty where nothing is.
    pub rest: String,
}

/// What is seen of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RunViewState {
    /// Whether the time line is to be drawn anew, and not its cursor alone.
    pub redraw: bool,
    /// What is wrong with what was typed; empty where nothing is.
    pub complaint: String,
    /// The moment as links have it.
    pub moment: String,
    /// The moment for people.
    pub clock: String,
    /// The state in a sentence.
    pub sentence: String,
    /// What is to be found out.
    pub queries: Vec<Query>,
    /// Where a schedule that is no run of the simulator comes from, and what is not known of it; empty of a run.
    pub origin: String,
    /// Whether nothing comes any more.
    pub over: bool,
    /// The queue, in its order.
    pub queue: Rows,
    /// Who runs.
    pub running: Rows,
    /// The job that is looked at.
    pub job: Option<JobReport>,
    /// The machine, such as `torus:8x8`; empty where nobody knows where jobs run.
    pub places: String,
    /// What the panels show.
    pub panels: PanelStates,
}

/// Rows that are shown before somebody asks for more, and then.
const FEW: usize = 12;
const MANY: usize = 1000;

impl RunExplorer {
    /// What is seen at the cursor. Cost: O(rows).
    pub(super) fn seen(&mut self, redraw: bool) -> RunViewState {
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
        let Some(head) = moment.head else { return format!("{machine}; nobody waits.") };
        let (needs, free) = (trace.effective[head], moment.free);
        let need = match needs.checked_sub(free).filter(|missing| *missing > 0) {
            Some(missing) => format!("needs {needs}: {missing} more than are free"),
            None => format!("needs {needs}, and {free} are free, but it does not start"),
        };
        format!("{machine}; {} {waits}. Job {}, at the head, {need}.", counted(waiting, "job"), self.name(head))
    }

    pub(super) fn queue(&self) -> Rows {
        let (jobs, trace, clock) = (&self.moment.waiting, &self.trace, self.clock);
        let row = |(place, &job): (usize, &usize)| {
            let since = clock.length(self.moment.at - trace.submit[job]);
            let mut row = vec![(place + 1).to_string(), self.name(job), trace.asked[job].to_string()];
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

    /// Why a job waits at the cursor, where that is known.
    fn reason(&self, job: usize) -> Option<String> {
        self.reasons.of(job).filter(|_| self.reasons.instant == self.instant())
    }

    /// Since when the state at the cursor has been what it is.
    pub(super) fn instant(&self) -> String {
        self.lives.settled(self.moment.at).map_or(String::new(), |instant| SimulatedTime(instant).to_string())
    }

    fn running(&self) -> Rows {
        let (jobs, trace, clock) = (&self.moment.running, &self.trace, self.clock);
        let row = |(_, &job): (usize, &usize)| {
            let (since, until) = (self.moment.at - trace.start[job], trace.end[job] - self.moment.at);
            vec![self.name(job), trace.held[job].to_string(), clock.length(since), clock.length(until)]
        };
        let columns = ["job", "processors", "runs for", "ends in"];
        self.rows(counted(jobs.len(), "job") + if jobs.len() == 1 { " runs" } else { " run" }, &columns, jobs, &row)
    }

    /// The first of these jobs row by row; columns that no row has are left out.
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
            cells,
            rest: more(jobs.len(), most),
        }
    }
}
