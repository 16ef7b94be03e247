//! The actions of the user in a run that is open.

use super::{PanelAction, Query, RunExplorer, RunViewState, clock, complaint};
use crate::report::inspection::Inspection;
use crate::run::series::Measure;
use crate::time::Time;
use serde::Deserialize;
use std::ops::Range;

/// An action of the user; places are those of the last drawing, in CSS pixels.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum RunAction {
    /// Goes to the moment and the job of a permalink; empty for none. Without both, goes to where the queue is longest.
    Open {
        /// The moment.
        moment: String,
        /// The job's number.
        job: String,
    },
    /// Types a moment.
    Type {
        /// The text.
        moment: String,
    },
    /// Moves by this many events, backwards if negative; infinity goes to an end.
    Step {
        /// The number of events.
        events: f64,
    },
    /// Presses at a place: goes to the moment there, and chooses the job there.
    Press {
        /// From the left.
        x: f64,
        /// From the top.
        y: f64,
    },
    /// Drags after a press: goes to the moment there.
    Scrub {
        /// From the left.
        x: f64,
    },
    /// Drags over the overview of the run: shows the part between the two places.
    Brush {
        /// Where the drag began, from the left.
        from: f64,
        /// Where it is now.
        to: f64,
    },
    /// Shows a window this many times as long (shorter below 1), around a place or the cursor.
    Zoom {
        /// The factor.
        factor: f64,
        /// The place that does not move, from the left.
        x: Option<f64>,
    },
    /// Moves the window by this many pixels.
    Pan {
        /// To the right.
        x: f64,
    },
    /// Shows the whole run.
    Whole,
    /// Lets this much time pass, in seconds of the user.
    Play {
        /// The seconds.
        seconds: f64,
    },
    /// Chooses a job by its index in the run, or none.
    Choose {
        /// The job.
        job: Option<usize>,
    },
    /// Acts in a panel.
    Panel(PanelAction),
    /// A worker has answered a query.
    Answer {
        /// The query.
        query: Query,
        /// The answer; none after a problem.
        answer: Option<Inspection>,
        /// Why there is no answer.
        problem: String,
    },
    /// Shows longer lists of jobs, or shorter ones.
    Unabridge {
        /// Whether to show all.
        all: bool,
    },
}

/// While playing, the cursor crosses the window in this many seconds.
const PASSAGE: f64 = 20.0;
/// The shortest window, in microseconds.
const SHORTEST: Time = 20;

impl RunExplorer {
    /// Applies an action, and returns the new view.
    pub fn apply_action(&mut self, act: RunAction) -> RunViewState {
        let before = (self.window.clone(), self.second_run_title());
        // A rejected text stays marked, whatever panels and workers do.
        if !matches!(act, RunAction::Panel(_) | RunAction::Answer { .. }) {
            self.complaint.clear();
        }
        match act {
            RunAction::Open { moment, job } => self.complaint = self.open(&moment, &job),
            RunAction::Type { moment } => match clock::read(&moment) {
                Ok(moment) => self.go_and_show(moment),
                Err(error) => self.complaint = complaint("moment", &error),
            },
            RunAction::Step { events } => self.go_and_show(self.step(events)),
            RunAction::Press { x, y } => self.press(x, y),
            RunAction::Scrub { x } => self.go(self.layout.moment(x)),
            RunAction::Brush { from, to } => {
                let (one, other) = (self.layout.whole_moment(from), self.layout.whole_moment(to));
                self.show(one.min(other)..one.max(other));
            }
            RunAction::Zoom { factor, x } => self.zoom(factor, x),
            RunAction::Pan { x } => {
                let length = self.layout.moment(self.layout.lanes.left + x.abs()) - self.window.start;
                self.shift(if x < 0.0 { -length } else { length });
            }
            RunAction::Whole => self.window = self.whole(),
            RunAction::Play { seconds } => {
                let length = (self.window.end - self.window.start) as f64 * seconds.clamp(0.0, 1.0) / PASSAGE;
                self.go_and_show(self.moment.at + (length as Time).max(1));
            }
            RunAction::Choose { job } => self.choose(job),
            RunAction::Panel(action) => self.apply_to_panel(action),
            RunAction::Answer { query, answer, problem } => self.take_answer(&query, answer.as_ref().ok_or(&*problem)),
            RunAction::Unabridge { all } => self.unabridge(all),
        }
        self.show_machine();
        self.view_state(before != (self.window.clone(), self.second_run_title()))
    }

    /// Returns the error in the link's moment or job.
    fn open(&mut self, moment: &str, job: &str) -> String {
        self.choose(job.parse().ok().and_then(|id| self.trace.find(id)));
        if let Ok(moment) = clock::read(moment) {
            self.go_and_show(moment);
        } else if let Some((job, _)) = self.chosen {
            self.go_and_show(self.trace.submit[job]);
        } else {
            self.go_and_show(self.course.first_highest(Measure::Queue));
        }
        if job.is_empty() || self.chosen.is_some() { String::new() } else { format!("This run has no job {job}.") }
    }

    fn press(&mut self, x: f64, y: f64) {
        if self.layout.overview.contains((x, y)) {
            return self.go_and_show(self.layout.whole_moment(x));
        }
        self.go(self.layout.moment(x));
        if let Some(depth) = self.layout.depth((x, y)) {
            let row = ((depth * f64::from(self.rows.count)) as u32).min(self.rows.count - 1);
            self.choose(self.moment.running.iter().copied().find(|&job| self.rows.has(job, row)));
        }
    }

    /// Moves the cursor, and the window if the cursor leaves it.
    pub(super) fn go_and_show(&mut self, moment: Time) {
        self.go(moment);
        let (at, Range { start, end }) = (self.moment.at, self.window.clone());
        if at < start || at > end {
            self.shift(at - start - (end - start) / 2);
        }
    }

    fn zoom(&mut self, factor: f64, x: Option<f64>) {
        let fixed = x.map_or(self.moment.at, |x| self.layout.moment(x)).clamp(self.window.start, self.window.end);
        let factor = if factor.is_finite() { factor.clamp(0.01, 100.0) } else { 1.0 };
        let part = |time: Time| libm::round(time as f64 * factor) as Time;
        self.show(fixed - part(fixed - self.window.start)..fixed + part(self.window.end - fixed));
    }

    fn shift(&mut self, by: Time) {
        let length = self.window.end - self.window.start;
        let start = self.window.start.saturating_add(by).clamp(0, self.whole().end - length);
        self.window = start..start + length;
    }

    /// Shows a window within the limits of the run. A window that is too short is extended around its middle.
    pub(super) fn show(&mut self, window: Range<Time>) {
        let (last, asked) = (self.whole().end, window.end - window.start);
        let length = asked.clamp(SHORTEST.min(last), last);
        let start = (window.start + (asked - length).min(0) / 2).clamp(0, last - length);
        self.window = start..start + length;
    }
}
