//! The explanation of the chosen job: what it waited for over time, which jobs ran instead, and when it would have
//! started otherwise. Workers find the first and the last; the second follows from the trace.

use super::counterfactual::{CounterfactualRun, CounterfactualState};
use super::job_waits::JobWaits;
use super::panel::{Answer, Panel, QueriedRun, Query};
use super::{RunExplorer, clock};
use crate::figure::{self, Clock, DistributionStrip, Theme, Unit, WaitStrip, reading};
use crate::report::inspection::{Aspect, Inspection};
use crate::report::reasons::{colour, phrase};
use crate::report::words::{counted, listed, more, percent};
use crate::run::waits::WaitByReason;
use crate::run::{OverlappingJob, Overtakers};
use crate::scheduling::ReasonKind;
use crate::time::Time;
use serde::{Deserialize, Serialize};

/// An action of the user in the explanation of a job.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum JobAction {
    /// Has space for its pictures.
    Look {
        /// The width in CSS pixels.
        width: f64,
        /// Whether the background is dark.
        dark: bool,
    },
    /// Presses in the picture of its waiting: goes to the moment there.
    Press {
        /// From the left.
        x: f64,
    },
    /// Asks for the counterfactual starts: the names of the runs.
    Ask {
        /// The names.
        names: Vec<String>,
    },
    /// Stops waiting for the others.
    Cancel,
}

/// A reason for which a job waited.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReasonRow {
    /// Its name.
    pub name: String,
    /// What it means.
    pub meaning: String,
    /// Its colour in CSS.
    pub colour: String,
    /// How long.
    pub length: String,
    /// The share of the wait.
    pub share: String,
}

/// An interval of waiting for one reason.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct WaitStretchRow {
    /// Its beginning in readable form.
    pub from: String,
    /// The same in the form of permalinks.
    pub moment: String,
    /// How long it lasted.
    pub length: String,
    /// The colour of its reason in CSS.
    pub colour: String,
    /// The reason in words.
    pub why: String,
}

/// A job that ran while this one waited.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OverlappingJobRow {
    /// Its index in the run.
    pub job: u32,
    /// `Job 17`.
    pub title: String,
    /// What it used.
    pub words: String,
}

/// Jobs that ran while this one waited.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OvertakerGroup {
    /// The number of them, in words.
    pub title: String,
    /// The jobs that used most.
    pub jobs: Vec<OverlappingJobRow>,
    /// The number of the others, in words; empty if there are none.
    pub rest: String,
}

/// The explanation of a job.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ExplanationState {
    /// What it waited for, in a sentence, or the progress of finding it.
    pub sentence: String,
    /// What it waited for over time, as SVG; empty if unknown or if it did not wait.
    pub strip: String,
    /// The time for each reason, the longest first.
    pub reasons: Vec<ReasonRow>,
    /// Interval by interval.
    pub stretches: Vec<WaitStretchRow>,
    /// The number of further intervals, in words; empty if there are none.
    pub rest: String,
    /// Its bounded slowdown in its size class, as SVG; empty if there is no other job.
    pub standing: String,
    /// The same in a sentence.
    pub among: String,
    /// The jobs that ran instead, without empty groups.
    pub overtakers: Vec<OvertakerGroup>,
    /// Its counterfactual starts.
    pub counterfactual: CounterfactualState,
}

/// What is known about the chosen job.
#[derive(Default)]
pub(super) struct JobExplanation {
    /// What it waited for, and the picture of it.
    job_waits: Option<(JobWaits, WaitStrip)>,
    overtakers: Overtakers,
    standing: DistributionStrip,
    pub(super) others: Vec<CounterfactualRun>,
    look: (f64, bool),
    /// Whether there is news since the last view.
    changed: bool,
}

impl Panel<JobAction, ExplanationState> for JobExplanation {
    fn apply(run: &mut RunExplorer, action: JobAction) {
        let panel = &mut run.panels.explanation;
        panel.changed = true;
        match action {
            JobAction::Look { width, dark } => {
                panel.look = (width, dark);
                panel.job_waits.iter_mut().for_each(|(_, strip)| strip.width = width);
                panel.standing.width = width;
            }
            JobAction::Press { x } => {
                panel.changed = false;
                let strip = panel.job_waits.as_ref().filter(|(job_waits, _)| !job_waits.kinds.is_empty());
                if let Some(moment) = strip.map(|(_, strip)| strip.moment(x)) {
                    run.go_and_show(moment);
                }
            }
            JobAction::Ask { names } => panel.others = names.into_iter().map(CounterfactualRun::new).collect(),
            JobAction::Cancel => panel.others.iter_mut().for_each(CounterfactualRun::cancel),
        }
    }

    fn queries(run: &RunExplorer) -> Vec<Query> {
        let Some((job, _)) = run.chosen else { return Vec::new() };
        let own = Query::here(Aspect::JobExplanation(job as u32));
        let others = run.panels.explanation.others.iter().enumerate().filter(|(_, other)| other.is_awaited());
        let others = others
            .map(|(place, _)| Query { run: QueriedRun::Counterfactual(place), aspect: Aspect::Start(run.name(job)) });
        run.is_unreported().then_some(own).into_iter().chain(others).collect()
    }

    fn take_answer(run: &mut RunExplorer, query: &Query, answer: Answer) {
        let Some((job, _)) = run.chosen else { return };
        match (query.run, answer) {
            (QueriedRun::Here, Ok(Inspection::JobExplanation(job_waits))) if job_waits.job as usize == job => {
                run.tell(job_waits.clone())
            }
            (QueriedRun::Counterfactual(place), answer) if query.aspect == Aspect::Start(run.name(job)) => {
                let Some(other) = run.panels.explanation.others.get_mut(place) else { return };
                match answer {
                    Ok(Inspection::Start(start)) => other.answer(&start.start, &start.problem),
                    Ok(_) => other.answer("", "the worker returned another answer"),
                    Err(problem) => other.answer("", problem),
                }
            }
            _ => return,
        }
        run.panels.explanation.changed = true;
    }

    fn state(run: &mut RunExplorer) -> Option<ExplanationState> {
        let state = run.chosen.and_then(|(job, _)| run.explanation_state(job));
        run.panels.explanation.changed = false;
        state
    }
}

/// The most intervals, and jobs of a group, that are shown.
const MOST_STRETCHES: usize = 40;
const MOST_JOBS: usize = 5;

impl RunExplorer {
    /// Begins with another job, or with none.
    pub(super) fn begin_explanation(&mut self) {
        let overtakers = self.chosen.map(|(job, _)| self.trace.overtakers(job)).unwrap_or_default();
        let standing = self.chosen.map(|(job, _)| self.standing_strip(job)).unwrap_or_default();
        self.panels.explanation = JobExplanation {
            overtakers,
            standing,
            look: self.panels.explanation.look,
            changed: true,
            ..JobExplanation::default()
        };
    }

    /// Takes what the job waited for.
    fn tell(&mut self, job_waits: JobWaits) {
        let moments: Vec<Time> = job_waits.moments.iter().filter_map(|moment| clock::read(moment).ok()).collect();
        let kinds: Vec<usize> = job_waits.kinds.iter().map(|kind| *kind as usize).collect();
        let sound = moments.len() == kinds.len() + usize::from(!kinds.is_empty())
            && moments.is_sorted()
            && kinds.iter().all(|kind| *kind < ReasonKind::ALL.len());
        if sound {
            let layers = ReasonKind::ALL.iter().map(|kind| colour(*kind)).collect();
            let (width, clock) = (self.panels.explanation.look.0, self.clock);
            let strip = WaitStrip { width, clock, moments, stretches: kinds, layers, words: String::new() };
            self.panels.explanation.job_waits = Some((job_waits, strip));
            let words = self.words_of_waiting();
            self.panels.explanation.job_waits.iter_mut().for_each(|(_, strip)| strip.words = words.clone());
        }
    }

    /// Whether the job waited and the reasons are still unknown.
    fn is_unreported(&self) -> bool {
        // The reasons in an imported schedule cannot be found.
        let open = self.panels.explanation.job_waits.is_none() && self.trace.origin().is_none();
        open && self.chosen.is_some_and(|(job, _)| self.trace.start[job] > self.trace.submit[job])
    }

    /// The position of the cursor in the picture of its waiting, as a share of the width.
    pub(super) fn place_in_explanation(&self) -> Option<f64> {
        self.panels.explanation.job_waits.as_ref().and_then(|(_, strip)| strip.place(self.moment.at))
    }

    /// The explanation of the job if there is news since the last view.
    fn explanation_state(&self, job: usize) -> Option<ExplanationState> {
        let JobExplanation { job_waits, overtakers, standing, look: (width, dark), changed, .. } =
            &self.panels.explanation;
        if !changed {
            return None;
        }
        let strip = job_waits.as_ref().filter(|(job_waits, _)| !job_waits.kinds.is_empty() && *width > 0.0);
        let title = format!("What job {} waited for", self.name(job));
        Some(ExplanationState {
            sentence: self.words_of_waiting(),
            strip: strip.map_or(String::new(), |(_, strip)| figure::svg(strip, *dark, &title)),
            reasons: self.reason_rows(*dark),
            stretches: job_waits
                .as_ref()
                .map_or(Vec::new(), |(job_waits, strip)| stretches(job_waits, strip, self.clock, *dark)),
            rest: job_waits
                .as_ref()
                .map_or(String::new(), |(job_waits, _)| more(job_waits.kinds.len(), MOST_STRETCHES)),
            standing: if standing.values.len() > 1 && *width > 0.0 {
                figure::svg(standing, *dark, "Its bounded slowdown among those of its like")
            } else {
                String::new()
            },
            among: standing.words.clone(),
            overtakers: self.groups(job, overtakers),
            counterfactual: self.counterfactual_state(job),
        })
    }

    /// The position of a job's slowdown in its size class.
    fn standing_strip(&self, job: usize) -> DistributionStrip {
        let (values, marked) = (self.trace.slowdowns_of_its_like(job), self.trace.slowdown(job));
        let mut strip =
            DistributionStrip { width: self.panels.explanation.look.0, values, marked, words: String::new() };
        if strip.values.len() > 1 {
            let [half, most] = [0.5, 0.9].map(|share| reading(strip.quantile(share), &Unit::None));
            let like = counted(strip.values.len(), "job");
            let own = reading(marked, &Unit::None);
            strip.words = format!(
                "Of the {like} of like size half had a bounded slowdown of at most {half}, nine tenths of at most {most}; it had {own}."
            );
        }
        strip
    }

    /// How long it waited for each kind of reason, the longest first.
    fn sums(&self) -> Vec<(ReasonKind, Time)> {
        let mut sums = WaitByReason::default();
        if let Some((_, strip)) = &self.panels.explanation.job_waits {
            let lengths = strip.moments.windows(2).map(|pair| pair[1] - pair[0]);
            strip.stretches.iter().zip(lengths).for_each(|(kind, length)| sums[*kind] += length);
        }
        let present = ReasonKind::ALL.iter().copied().zip(sums).filter(|(_, sum)| *sum > 0).collect();
        crate::sorting::sorted(present, |one: &(ReasonKind, Time), other| other.1.cmp(&one.1))
    }

    fn words_of_waiting(&self) -> String {
        let waited = self.chosen.map_or(0, |(job, _)| self.trace.start[job] - self.trace.submit[job]);
        if waited == 0 {
            return "It did not wait.".into();
        }
        if self.panels.explanation.job_waits.is_none() {
            return "Finding out what it waited for …".into();
        }
        let length = |time: Time| self.clock.length(time);
        let parts: Vec<String> =
            self.sums().iter().map(|(kind, time)| format!("{} {}", length(*time), phrase(*kind))).collect();
        format!("It waited {}: {}.", length(waited), listed(&parts))
    }

    fn reason_rows(&self, dark: bool) -> Vec<ReasonRow> {
        let sums = self.sums();
        let all: Time = sums.iter().map(|(_, time)| time).sum();
        let row = |(kind, time): &(ReasonKind, Time)| ReasonRow {
            name: phrase(*kind).into(),
            meaning: kind.meaning().into(),
            colour: css(*kind, dark),
            length: self.clock.length(*time),
            share: percent(*time as f64 / all.max(1) as f64),
        };
        sums.iter().map(row).collect()
    }

    /// The jobs that ran instead.
    fn groups(&self, job: usize, overtakers: &Overtakers) -> Vec<OvertakerGroup> {
        let wait = self.trace.start[job] - self.trace.submit[job];
        let row = |other: &OverlappingJob| {
            let length = if other.time == wait { "all of its wait".into() } else { self.clock.length(other.time) };
            let start = self.clock.moment(self.trace.start[other.job]);
            let held = counted(self.trace.held[other.job] as usize, "processor");
            let words = format!("{held} for {length}, started at {start}");
            OverlappingJobRow { job: other.job as u32, title: format!("Job {}", self.name(other.job)), words }
        };
        let group = |jobs: &Vec<OverlappingJob>, words: &str| OvertakerGroup {
            title: format!("{} {words}", counted(jobs.len(), "job")),
            jobs: jobs.iter().take(MOST_JOBS).map(row).collect(),
            rest: more(jobs.len(), MOST_JOBS),
        };
        let passed_by = group(&overtakers.overtakers, "started before it though behind it in the queue");
        let holders = group(&overtakers.holders, "held processors while it waited");
        [passed_by, holders].into_iter().filter(|group| !group.jobs.is_empty()).collect()
    }
}

/// The first intervals in words.
fn stretches(job_waits: &JobWaits, strip: &WaitStrip, clock: Clock, dark: bool) -> Vec<WaitStretchRow> {
    let row = |(place, why): (usize, &String)| WaitStretchRow {
        from: clock.moment(strip.moments[place]),
        moment: job_waits.moments[place].clone(),
        length: clock.length(strip.moments[place + 1] - strip.moments[place]),
        colour: css(ReasonKind::ALL[strip.stretches[place]], dark),
        why: why.clone(),
    };
    job_waits.words.iter().take(MOST_STRETCHES.min(job_waits.kinds.len())).enumerate().map(row).collect()
}

/// The colour of a reason in CSS.
fn css(kind: ReasonKind, dark: bool) -> String {
    let colour = Theme::of(dark).colour(colour(kind));
    format!("#{:02x}{:02x}{:02x}", colour.0, colour.1, colour.2)
}

#[cfg(test)]
mod tests;
