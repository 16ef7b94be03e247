//! A view of one run: the run that a permalink opens ([`RunChoice`]), its state moment by moment ([`RunExplorer`]), and
//! its differences from a second run.

mod action;
mod choice;
mod clock;
mod counterfactual;
pub mod difference;
mod explanation;
mod job;
mod job_colours;
mod job_waits;
mod machine;
mod machine_action;
mod machine_view;
mod moment_reasons;
mod overlays;
mod panel;
mod percentiles;
mod schedule_source;
mod second_run;
mod snapshot;
mod solid;
mod time_line;
mod traffic;
mod wait_breakdown;
mod wait_distribution;

pub use action::RunAction;
pub use choice::{RunChoice, SecondRunChoice};
pub use counterfactual::CounterfactualState;
pub use explanation::{ExplanationState, JobAction};
pub use job::JobReport;
pub use job_waits::JobWaits;
pub use machine_action::{MachineAction, MachineViewState};
pub use moment_reasons::MomentReasons;
pub use panel::{QueriedRun, Query};
pub use second_run::{SecondRunAction, SecondRunState};
pub use snapshot::{Rows, RunViewState};
pub use solid::SolidRequest;
pub use traffic::Traffic;
pub use wait_breakdown::WaitBreakdownReport;
pub use wait_distribution::{DistributionAction, DistributionSettings, WaitDistributionState, distributions};

use crate::diagnostic::{Diagnostic, Explain};
use crate::figure::{Clock, TimeLayout};
use crate::run::rows::Rows as LaneRows;
use crate::run::series::RunSeries;
use crate::run::snapshot::{JobIntervals, RunSnapshot};
use crate::run::{BrokenTrace, ScheduleSource, SizeClassRank, Trace};
use crate::time::Time;
use panel::{Answer, Panel, panels};
use serde::{Deserialize, Serialize};
use std::ops::Range;

// A view is a line here, and its `mod` above.
panels! {
    /// The machine at the cursor, with the packets under way.
    machine: machine_action::MachinePanel, Machine(MachineAction) => MachineViewState;
    /// How long jobs wait, and for what.
    wait_distribution: wait_distribution::WaitDistribution, WaitDistribution(DistributionAction) => WaitDistributionState;
    /// A second run of the same jobs.
    second_run: second_run::SecondRunPanel, SecondRun(SecondRunAction) => SecondRunState;
    /// What the chosen job waited for.
    explanation: explanation::JobExplanation, Explanation(JobAction) => ExplanationState;
}

/// An open run: the shown window of time, one moment of it, one job.
pub struct RunExplorer {
    trace: Trace,
    lives: JobIntervals,
    course: RunSeries,
    rows: LaneRows,
    /// The colour of each job, of [`crate::figure::JOB_COLOURS`]. Jobs of a second run have those of the first.
    colours: Vec<u8>,
    clock: Clock,
    /// The window of the time line.
    window: Range<Time>,
    /// The state at the cursor.
    moment: RunSnapshot,
    /// The chosen job, and its rank in its size class.
    chosen: Option<(usize, SizeClassRank)>,
    /// Whether all rows of the lists are wanted.
    unabridged: bool,
    /// The layout of the last time line.
    layout: TimeLayout,
    /// The overview of the run in it.
    overview: Vec<f64>,
    /// The reasons at the last instant for which they were found.
    reasons: MomentReasons,
    /// The error in the last typed text; empty if there is none.
    complaint: String,
    /// The other views of the run.
    panels: Panels,
}

impl RunExplorer {
    /// Opens a run at its beginning; its clock counts cycles of the network or seconds. Fails if the columns are not
    /// those of a run. Cost: O(n log n), and the cost of the rows.
    pub fn new(trace: Trace, cycles: bool) -> Result<RunExplorer, BrokenTrace> {
        trace.check()?;
        let lives = JobIntervals::new(&trace);
        let (course, rows) = (RunSeries::new(&trace), LaneRows::new(&trace, &lives));
        let colours = job_colours::job_colours(&trace, &lives, &rows);
        let (window, moment) = (0..course.last().max(1), lives.at(&trace, 0));
        let clock = match trace.origin() {
            Some(ScheduleSource::Batch) => Clock::Units,
            _ => Clock::of_run(cycles),
        };
        let (layout, overview) = (TimeLayout::default(), Vec::new());
        let (chosen, unabridged) = (None, false);
        Ok(RunExplorer {
            trace,
            lives,
            course,
            rows,
            colours,
            clock,
            window,
            moment,
            chosen,
            unabridged,
            layout,
            overview,
            reasons: MomentReasons::default(),
            complaint: String::new(),
            panels: Panels::default(),
        })
    }

    /// The whole run.
    fn whole(&self) -> Range<Time> {
        0..self.last().max(1)
    }

    /// Moves the cursor within the run.
    fn go(&mut self, moment: Time) {
        let moment = moment.clamp(0, self.last());
        if moment != self.moment.at {
            self.moment = self.lives.at(&self.trace, moment);
            self.move_second_run();
        }
    }

    /// Chooses a job, or none.
    fn choose(&mut self, job: Option<usize>) {
        let job = job.filter(|job| *job < self.trace.len());
        if job != self.chosen.map(|(job, _)| job) {
            self.chosen = job.map(|job| (job, self.trace.standing(job)));
            self.choose_second_run();
            self.begin_explanation();
        }
    }

    /// The name of a job: the log's number.
    fn name(&self, job: usize) -> String {
        self.trace.id[job].to_string()
    }
}

impl Explain for BrokenTrace {
    fn remedy(&self) -> String {
        "try again".into()
    }
}

/// An error for the user who tried an action.
fn complaint(place: &str, error: &(impl Explain + ?Sized)) -> String {
    Diagnostic::at(place, error).message()
}

#[cfg(test)]
mod tests;
