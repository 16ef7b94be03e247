//! A look into one run: which one a link opens ([`RunChoice`]), and what is seen of it, moment by moment ([`Watch`]).

mod act;
mod choice;
mod clock;
mod job;
pub mod machine;
mod machine_act;
pub mod machine_view;
mod moment;
mod origin;
mod picture;
mod why;

pub use act::Act;
pub use choice::RunChoice;
pub use job::JobReport;
pub use machine_act::{MachineAct, MachineSeen};
pub use moment::{Rows, Seen};
pub use why::Reasons;

use crate::diagnostic::{Diagnostic, Explain};
use crate::figure::{Clock, TimeLayout};
use crate::run::moment::{Lives, Moment};
use crate::run::rows::Rows as LaneRows;
use crate::run::series::Course;
use crate::run::{BrokenTrace, Origin, Standing, Trace};
use crate::time::Time;
use machine_view::MachineView;
use std::ops::Range;

/// A run that somebody looks into: the window of time that is shown, one moment of it, one job.
pub struct Watch {
    trace: Trace,
    lives: Lives,
    course: Course,
    rows: LaneRows,
    clock: Clock,
    /// What the time line shows.
    window: Range<Time>,
    /// The state at the cursor.
    moment: Moment,
    /// The job that is looked at, and how it did beside the others.
    chosen: Option<(usize, Standing)>,
    /// Whether all rows of the lists are wanted.
    unabridged: bool,
    /// Where the time line was last drawn.
    layout: TimeLayout,
    /// The machine, while somebody looks at it, and the moment it shows.
    machine: Option<(MachineView, Option<Time>)>,
    /// The picture of the whole run in it.
    overview: Vec<f64>,
    /// Why jobs wait, at the instant of which that was last found out.
    reasons: Reasons,
}

impl Watch {
    /// Looks into a run, from its beginning, whose clock counts cycles of the network or seconds. Fails where the columns are
    /// not those of a run. Cost: O(n log n), and what the rows take.
    pub fn new(trace: Trace, cycles: bool) -> Result<Watch, BrokenTrace> {
        trace.check()?;
        let lives = Lives::new(&trace);
        let (course, rows) = (Course::new(&trace, &lives), LaneRows::new(&trace, &lives));
        let (window, moment) = (0..course.last().max(1), lives.at(&trace, 0));
        let clock = match trace.origin() {
            Some(Origin::Batch) => Clock::Units,
            _ if cycles => Clock::Cycles,
            _ => Clock::Seconds,
        };
        let (layout, overview) = (TimeLayout::default(), Vec::new());
        let (chosen, unabridged) = (None, false);
        Ok(Watch {
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
            machine: None,
            reasons: Reasons::default(),
        })
    }

    /// The whole run.
    fn whole(&self) -> Range<Time> {
        0..self.course.last().max(1)
    }

    /// Moves the cursor, but not out of the run.
    fn go(&mut self, moment: Time) {
        let moment = moment.clamp(0, self.course.last());
        if moment != self.moment.at {
            self.moment = self.lives.at(&self.trace, moment);
        }
    }

    /// Looks at a job, or at none.
    fn choose(&mut self, job: Option<usize>) {
        let job = job.filter(|job| *job < self.trace.len());
        if job != self.chosen.map(|(job, _)| job) {
            self.chosen = job.map(|job| (job, self.trace.standing(job)));
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
