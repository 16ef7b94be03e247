//! A look into one run: which one a link opens ([`RunChoice`]), what is seen of it, moment by moment ([`RunExplorer`]), and in what it
//! differs from another run that stands beside it.

mod action;
mod choice;
mod clock;
mod counterfactual;
pub mod difference;
mod explanation;
mod job;
mod job_waits;
pub mod machine;
mod machine_action;
pub mod machine_view;
mod moment_reasons;
pub mod overlays;
mod panel;
mod percentiles;
mod schedule_source;
mod second_run;
mod snapshot;
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
pub use panel::{PanelAction, PanelStates, QueriedRun, Query};
pub use second_run::{IncompatibleRun, SecondRunAction, SecondRunState};
pub use snapshot::{Rows, RunViewState};
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
use panel::Panels;
use std::ops::Range;

/// A run that somebody looks into: the window of time that is shown, one moment of it, one job.
pub struct RunExplorer {
    trace: Trace,
    lives: JobIntervals,
    course: RunSeries,
    rows: LaneRows,
    clock: Clock,
    /// What the time line shows.
    window: Range<Time>,
    /// The state at the cursor.
    moment: RunSnapshot,
    /// The job that is looked at, and how it did beside the others.
    chosen: Option<(usize, SizeClassRank)>,
    /// Whether all rows of the lists are wanted.
    unabridged: bool,
    /// Where the time line was last drawn.
    layout: TimeLayout,
    /// The picture of the whole run in it.
    overview: Vec<f64>,
    /// Why jobs wait, at the instant of which that was last found out.
    reasons: MomentReasons,
    /// What is wrong with what was typed last; empty where nothing is.
    complaint: String,
    /// The other views of the run.
    panels: Panels,
}

impl RunExplorer {
    /// Looks into a run, from its beginning, whose clock counts cycles of the network or seconds. Fails where the columns are
    /// not those of a run. Cost: O(n log n), and what the rows take.
    pub fn new(trace: Trace, cycles: bool) -> Result<RunExplorer, BrokenTrace> {
        trace.check()?;
        let lives = JobIntervals::new(&trace);
        let (course, rows) = (RunSeries::new(&trace, &lives), LaneRows::new(&trace, &lives));
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

    /// Moves the cursor, but not out of the run.
    fn go(&mut self, moment: Time) {
        let moment = moment.clamp(0, self.last());
        if moment != self.moment.at {
            self.moment = self.lives.at(&self.trace, moment);
            self.move_second_run();
        }
    }

    /// Looks at a job, or at none.
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

/// Something that cannot be done with a run, for the person who asked.
fn complaint(place: &str, error: &(impl Explain + ?Sized)) -> String {
    Diagnostic::at(place, error).message()
}

#[cfg(test)]
mod tests;
