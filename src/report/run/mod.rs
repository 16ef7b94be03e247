//! A look into one run: which one a link opens ([`RunChoice`]), what is seen of it, moment by moment ([`Watch`]), and in what it
//! differs from another run that stands beside it.

mod act;
mod beside;
mod choice;
mod clock;
pub mod difference;
mod job;
pub mod machine;
mod machine_act;
pub mod machine_view;
mod moment;
mod origin;
mod otherwise;
pub mod overlays;
mod percentiles;
mod picture;
mod split;
mod story;
mod told;
mod traffic;
mod whose;
mod why;

pub use act::Act;
pub use beside::{Asked, BesideAct, BesideSeen, Question, Unlike};
pub use choice::{OtherRun, RunChoice};
pub use job::JobReport;
pub use machine_act::{MachineAct, MachineSeen};
pub use moment::{Rows, Seen};
pub use otherwise::OtherSeen;
pub use split::WaitSplit;
pub use story::{JobAct, StorySeen};
pub use told::Told;
pub use traffic::Traffic;
pub use whose::{WhoseLook, WhoseSeen, distributions};
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
    /// The packets under way at the moment of which that was last found out.
    traffic: Traffic,
    /// The jobs by what they suffer, for each delay; empty until somebody asks whose waits these are.
    ranked: [Vec<u32>; 2],
    /// The run beside it, if there is one.
    beside: Option<Box<beside::Beside>>,
    /// What is known of the job that is looked at.
    story: story::Story,
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
            _ => Clock::of_run(cycles),
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
            traffic: Traffic::default(),
            ranked: Default::default(),
            beside: None,
            story: story::Story::default(),
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
            self.go_beside();
        }
    }

    /// Looks at a job, or at none.
    fn choose(&mut self, job: Option<usize>) {
        let job = job.filter(|job| *job < self.trace.len());
        if job != self.chosen.map(|(job, _)| job) {
            self.chosen = job.map(|job| (job, self.trace.standing(job)));
            self.choose_beside();
            self.begin_story();
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
