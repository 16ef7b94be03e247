//! What there is to say of the job that is looked at beyond what a glance at the run tells: what it waited for over time, who
//! ran instead, and when it would have started otherwise. All but the second is found out by workers, and told here.

use super::otherwise::{Other, OtherSeen};
use super::told::Told;
use super::{Watch, clock};
use crate::figure::{self, Clock, StandingStrip, Theme, Unit, WaitStrip, reading};
use crate::report::reasons::{colour, phrase};
use crate::report::words::{counted, listed, more, percent};
use crate::run::waits::Sums;
use crate::run::{Instead, Meanwhile};
use crate::scheduling::ReasonKind;
use crate::time::Time;
use serde::{Deserialize, Serialize};

/// What somebody does to what is told of a job.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum JobAct {
    /// Has room for its pictures.
    Look {
        /// So many CSS pixels across.
        width: f64,
        /// Whether they are drawn on dark.
        dark: bool,
    },
    /// Has found out what it waited for.
    Told {
        /// What.
        told: Told,
    },
    /// Presses in the picture of its waiting: the moment there.
    Press {
        /// From the left.
        x: f64,
    },
    /// Asks when it would have started otherwise: the names of the runs that would tell.
    Ask {
        /// Them.
        names: Vec<String>,
    },
    /// One of these runs has told.
    Answer {
        /// Which one.
        name: String,
        /// When it starts in it, as links have moments; empty where it does not.
        start: String,
        /// Why nobody knows; empty where somebody does.
        problem: String,
    },
    /// Does not want to wait for the others.
    Cancel,
}

/// A reason for which a job waited.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReasonSeen {
    /// Its name.
    pub name: String,
    /// What it means.
    pub meaning: String,
    /// Its colour as CSS has it.
    pub colour: String,
    /// For how long.
    pub length: String,
    /// What share of the wait that is.
    pub share: String,
}

/// A stretch of waiting for one reason.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StretchSeen {
    /// Its beginning for people.
    pub from: String,
    /// The same as links have it.
    pub moment: String,
    /// How long it lasted.
    pub length: String,
    /// The colour of its reason as CSS has it.
    pub colour: String,
    /// The reason in words.
    pub why: String,
}

/// A job that ran while this one waited.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MeanwhileSeen {
    /// Its place among those of the run.
    pub job: u32,
    /// `Job 17`.
    pub title: String,
    /// What it took.
    pub words: String,
}

/// Jobs that ran while this one waited.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct GroupSeen {
    /// How many there are, in words.
    pub title: String,
    /// Those that took most.
    pub jobs: Vec<MeanwhileSeen>,
    /// How many are left out, in words; empty where none is.
    pub rest: String,
}

/// What is told of a job.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StorySeen {
    /// What it waited for, in a sentence, or that it is being found out.
    pub sentence: String,
    /// What it waited for over time, as SVG; empty where nobody knows or it did not wait.
    pub strip: String,
    /// For how long for which reason, the longest first.
    pub reasons: Vec<ReasonSeen>,
    /// Stretch by stretch.
    pub stretches: Vec<StretchSeen>,
    /// How many are left out, in words; empty where none is.
    pub rest: String,
    /// Where its bounded slowdown stands among those of its like, as SVG; empty where there are none.
    pub standing: String,
    /// The same in a sentence.
    pub among: String,
    /// Who ran instead; groups without anybody are left out.
    pub instead: Vec<GroupSeen>,
    /// When it would have started otherwise.
    pub otherwise: OtherSeen,
}

/// What is known of the job that is looked at.
#[derive(Default)]
pub(super) struct Story {
    /// What it waited for, and the picture of it.
    told: Option<(Told, WaitStrip)>,
    instead: Instead,
    standing: StandingStrip,
    pub(super) others: Vec<Other>,
    look: (f64, bool),
    /// Whether there is more to see than when somebody looked last.
    pub(super) changed: bool,
}

/// Stretches, and jobs of a group, that are shown one by one.
const MOST_STRETCHES: usize = 40;
const MOST_JOBS: usize = 5;

impl Watch {
    /// Another job is looked at, or none.
    pub(super) fn begin_story(&mut self) {
        let instead = self.chosen.map(|(job, _)| self.trace.instead(job)).unwrap_or_default();
        let standing = self.chosen.map(|(job, _)| self.standing_strip(job)).unwrap_or_default();
        self.story = Story { instead, standing, look: self.story.look, changed: true, ..Story::default() };
    }

    /// Does something to what is told of the job.
    pub(super) fn act_on_story(&mut self, act: JobAct) {
        let Some((job, _)) = self.chosen else { return };
        self.story.changed = true;
        match act {
            JobAct::Look { width, dark } => {
                self.story.look = (width, dark);
                self.story.told.iter_mut().for_each(|(_, strip)| strip.width = width);
                self.story.standing.width = width;
            }
            JobAct::Told { told } if told.job as usize == job => self.tell(told),
            JobAct::Told { .. } => {}
            JobAct::Press { x } => {
                self.story.changed = false;
                let strip = self.story.told.as_ref().filter(|(told, _)| !told.kinds.is_empty());
                if let Some(moment) = strip.map(|(_, strip)| strip.moment(x)) {
                    self.go_and_show(moment);
                }
            }
            JobAct::Ask { names } => self.story.others = names.into_iter().map(Other::new).collect(),
            JobAct::Answer { name, start, problem } => {
                let asked = self.story.others.iter_mut().find(|other| other.is(&name));
                asked.into_iter().for_each(|other| other.answer(&start, &problem));
            }
            JobAct::Cancel => self.story.others.iter_mut().for_each(Other::cancel),
        }
    }

    /// What the job waited for has been found out.
    fn tell(&mut self, told: Told) {
        let moments: Vec<Time> = told.moments.iter().filter_map(|moment| clock::read(moment).ok()).collect();
        let kinds: Vec<usize> = told.kinds.iter().map(|kind| *kind as usize).collect();
        let sound = moments.len() == kinds.len() + usize::from(!kinds.is_empty())
            && moments.is_sorted()
            && kinds.iter().all(|kind| *kind < ReasonKind::ALL.len());
        if sound {
            let layers = ReasonKind::ALL.iter().map(|kind| colour(*kind)).collect();
            let (width, clock) = (self.story.look.0, self.clock);
            let strip = WaitStrip { width, clock, moments, stretches: kinds, layers, words: String::new() };
            self.story.told = Some((told, strip));
            let words = self.words_of_waiting();
            self.story.told.iter_mut().for_each(|(_, strip)| strip.words = words.clone());
        }
    }

    /// Whether the job waited and nobody knows yet for what.
    pub(super) fn is_untold(&self) -> bool {
        // Of a schedule from elsewhere nobody can find it out.
        let open = self.story.told.is_none() && self.trace.origin().is_none();
        open && self.chosen.is_some_and(|(job, _)| self.trace.start[job] > self.trace.submit[job])
    }

    /// Where the cursor stands in the picture of its waiting, as a share of the width.
    pub(super) fn place_in_story(&self) -> Option<f64> {
        self.story.told.as_ref().and_then(|(_, strip)| strip.place(self.moment.at))
    }

    /// What is told of the job, where that is more than when somebody looked last.
    pub(super) fn story_seen(&self, job: usize) -> Option<StorySeen> {
        let Story { told, instead, standing, look: (width, dark), changed, .. } = &self.story;
        if !changed {
            return None;
        }
        let strip = told.as_ref().filter(|(told, _)| !told.kinds.is_empty() && *width > 0.0);
        let title = format!("What job {} waited for", self.name(job));
        Some(StorySeen {
            sentence: self.words_of_waiting(),
            strip: strip.map_or(String::new(), |(_, strip)| figure::svg(strip, *dark, &title)),
            reasons: self.reasons_seen(*dark),
            stretches: told.as_ref().map_or(Vec::new(), |(told, strip)| stretches(told, strip, self.clock, *dark)),
            rest: told.as_ref().map_or(String::new(), |(told, _)| more(told.kinds.len(), MOST_STRETCHES)),
            standing: if standing.values.len() > 1 && *width > 0.0 {
                figure::svg(standing, *dark, "Its bounded slowdown among those of its like")
            } else {
                String::new()
            },
            among: standing.words.clone(),
            instead: self.groups(job, instead),
            otherwise: self.otherwise_seen(job),
        })
    }

    /// Where a job's slowdown stands among those of its like.
    fn standing_strip(&self, job: usize) -> StandingStrip {
        let (values, marked) = (self.trace.slowdowns_of_its_like(job), self.trace.slowdown(job));
        let mut strip = StandingStrip { width: self.story.look.0, values, marked, words: String::new() };
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

    /// For how long it waited for each kind of reason, the longest first.
    fn sums(&self) -> Vec<(ReasonKind, Time)> {
        let mut sums = Sums::default();
        if let Some((_, strip)) = &self.story.told {
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
        if self.story.told.is_none() {
            return "Finding out what it waited for …".into();
        }
        let length = |time: Time| self.clock.length(time);
        let parts: Vec<String> =
            self.sums().iter().map(|(kind, time)| format!("{} {}", length(*time), phrase(*kind))).collect();
        format!("It waited {}: {}.", length(waited), listed(&parts))
    }

    fn reasons_seen(&self, dark: bool) -> Vec<ReasonSeen> {
        let sums = self.sums();
        let all: Time = sums.iter().map(|(_, time)| time).sum();
        let seen = |(kind, time): &(ReasonKind, Time)| ReasonSeen {
            name: phrase(*kind).into(),
            meaning: kind.meaning().into(),
            colour: css(*kind, dark),
            length: self.clock.length(*time),
            share: percent(*time as f64 / all.max(1) as f64),
        };
        sums.iter().map(seen).collect()
    }

    /// Who ran instead.
    fn groups(&self, job: usize, instead: &Instead) -> Vec<GroupSeen> {
        let wait = self.trace.start[job] - self.trace.submit[job];
        let seen = |other: &Meanwhile| {
            let length = if other.time == wait { "all of its wait".into() } else { self.clock.length(other.time) };
            let start = self.clock.moment(self.trace.start[other.job]);
            let held = counted(self.trace.held[other.job] as usize, "processor");
            let words = format!("{held} for {length}, started at {start}");
            MeanwhileSeen { job: other.job as u32, title: format!("Job {}", self.name(other.job)), words }
        };
        let group = |jobs: &Vec<Meanwhile>, words: &str| GroupSeen {
            title: format!("{} {words}", counted(jobs.len(), "job")),
            jobs: jobs.iter().take(MOST_JOBS).map(seen).collect(),
            rest: more(jobs.len(), MOST_JOBS),
        };
        let overtakers = group(&instead.overtakers, "started before it though behind it in the queue");
        let holders = group(&instead.holders, "held processors while it waited");
        [overtakers, holders].into_iter().filter(|group| !group.jobs.is_empty()).collect()
    }
}

/// The first stretches in words.
fn stretches(told: &Told, strip: &WaitStrip, clock: Clock, dark: bool) -> Vec<StretchSeen> {
    let seen = |(place, why): (usize, &String)| StretchSeen {
        from: clock.moment(strip.moments[place]),
        moment: told.moments[place].clone(),
        length: clock.length(strip.moments[place + 1] - strip.moments[place]),
        colour: css(ReasonKind::ALL[strip.stretches[place]], dark),
        why: why.clone(),
    };
    told.words.iter().take(MOST_STRETCHES.min(told.kinds.len())).enumerate().map(seen).collect()
}

/// The colour of a reason as CSS has it.
fn css(kind: ReasonKind, dark: bool) -> String {
    let colour = Theme::of(dark).colour(colour(kind));
    format!("#{:02x}{:02x}{:02x}", colour.0, colour.1, colour.2)
}

#[cfg(test)]
mod tests;
