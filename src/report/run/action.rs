//! What somebody does to a run that is looked into.

use super::{PanelAction, Query, RunExplorer, RunViewState, clock, complaint};
use crate::report::inspection::Inspection;
use crate::time::Time;
use serde::Deserialize;
use std::ops::Range;

/// What somebody does; places are those of the last drawing, in CSS pixels.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum RunAction {
    /// Goes to the moment and the job of a link; empty for none.
    Open {
        /// The moment.
        moment: String,
        /// The job's number.
        job: String,
    },
    /// Types a moment.
    Type {
        /// It.
        moment: String,
    },
    /// Goes so many events on, or back below zero; infinitely many for the ends.
    Step {
        /// How many.
        events: f64,
    },
    /// Presses at a place: the moment there, and the job that stands there.
    Press {
        /// From the left.
        x: f64,
        /// From the top.
        y: f64,
    },
    /// Moves on, having pressed: the moment there.
    Scrub {
        /// From the left.
        x: f64,
    },
    /// Draws over the picture of the whole run: shows what is between.
    Brush {
        /// Where it began, from the left.
        from: f64,
        /// Where it is.
        to: f64,
    },
    /// Shows a window so many times as long (shorter below 1), about a place or the cursor.
    Zoom {
        /// How many times.
        factor: f64,
        /// What stays where it is, from the left.
        x: Option<f64>,
    },
    /// Moves the window by so many pixels.
    Pan {
        /// To the right.
        x: f64,
    },
    /// Shows the whole run.
    Whole,
    /// Lets so much time go by, in seconds of the person who watches.
    Play {
        /// How much.
        seconds: f64,
    },
    /// Looks at a job, by its place among those of the run, or at none.
    Choose {
        /// Which one.
        job: Option<usize>,
    },
    /// Acts in a panel.
    Panel(PanelAction),
    /// A worker has answered a query.
    Answer {
        /// The query.
        query: Query,
        /// The answer, if there is one.
        answer: Option<Inspection>,
        /// Why there is none.
        problem: String,
    },
    /// Wants longer lists of jobs, or shorter ones.
    Unabridge {
        /// Longer.
        all: bool,
    },
}

/// Playing, the cursor goes through the window in so many seconds.
const PASSAGE: f64 = 20.0;
/// The shortest window, in microseconds.
const SHORTEST: Time = 20;

impl RunExplorer {
    /// Does something, and says what is to be seen then.
    pub fn apply_action(&mut self, act: RunAction) -> RunViewState {
        let before = (self.window.clone(), self.second_run_title());
        // A text that was refused stays marked, whatever panels and workers do.
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
        self.seen(before != (self.window.clone(), self.second_run_title()))
    }

    /// Returns what is wrong with what the link names.
    fn open(&mut self, moment: &str, job: &str) -> String {
        self.choose(job.parse().ok().and_then(|id| self.trace.find(id)));
        if let Ok(moment) = clock::read(moment) {
            self.go_and_show(moment);
        } else if let Some((job, _)) = self.chosen {
            self.go_and_show(self.trace.submit[job]);
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

    /// Moves the cursor, and the window where it leaves that.
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

    /// Shows a window, as long as it may be, and about its middle where it is too short.
    pub(super) fn show(&mut self, window: Range<Time>) {
        let (last, asked) = (self.whole().end, window.end - window.start);
        let length = asked.clamp(SHORTEST.min(last), last);
        let start = (window.start + (asked - length).min(0) / 2).clamp(0, last - length);
        self.window = start..start + length;
    }
}
