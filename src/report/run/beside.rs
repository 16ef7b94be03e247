//! A second run of the same jobs beside the one that is looked into: the same cursor, the same window, the same job. The run
//! that is looked into is called *here*, the one beside it *there*.

use super::difference::{COLUMNS, Compared, PartingReport};
use super::{MachineAct, MachineSeen, Reasons, Rows, Watch};
use crate::diagnostic::Explain;
use crate::experiment::display::Moment;
use crate::run::difference::{OtherJobs, Parted, Parting};
use crate::run::{BrokenTrace, Difference, NOBODY, Trace};
use crate::time::Time;
use serde::{Deserialize, Serialize};

/// A run that stands beside another.
pub(super) struct Beside {
    /// It, looked into at the same moment.
    pub watch: Watch,
    /// What it is called.
    pub title: String,
    difference: Difference,
    /// The pairs of the difference that start furthest apart first.
    furthest: Vec<usize>,
    partings: Vec<Parting>,
    /// What there is to say of all jobs, and what of partings, whatever the moment.
    summary: String,
    note: String,
    /// Its jobs, by their place among those of the run here, or [`NOBODY`].
    here: Vec<u32>,
    /// Why jobs wait where the first starts in one run only: here, and there.
    why: [Reasons; 2],
}

/// Something that somebody does with the run beside.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum BesideAct {
    /// Calls it by its name.
    Name {
        /// `easy / flat`.
        title: String,
    },
    /// Does something with its machine; how that is looked at follows the machine here.
    Machine {
        /// What.
        act: MachineAct,
    },
    /// Has found out why jobs wait.
    Explain {
        /// What was asked.
        of: Asked,
        /// Why.
        reasons: Reasons,
    },
    /// Takes it away.
    Close,
}

/// Of which run, and when, somebody has to find out why jobs wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    /// There, at the cursor.
    Cursor,
    /// Here, where a job first starts there only.
    PartingHere,
    /// There, where a job first starts here only.
    PartingThere,
}

/// What somebody has to find out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Question {
    /// Of which run, and when.
    pub of: Asked,
    /// Whether that is the run there.
    pub there: bool,
    /// The instant, as links have moments.
    pub instant: String,
}

/// What is seen of the run beside, and of the differences.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BesideSeen {
    /// What it is called.
    pub title: String,
    /// Its state in a sentence.
    pub sentence: String,
    /// Its queue, in its order; jobs by their places here.
    pub queue: Rows,
    /// Its machine, while somebody looks at machines.
    pub machine: Option<MachineSeen>,
    /// Who starts earlier, in a sentence or two.
    pub summary: String,
    /// Where the runs part.
    pub partings: Vec<PartingReport>,
    /// What is to be said where they never do, or places are not known; else empty.
    pub note: String,
    /// The jobs that start furthest apart.
    pub differences: Rows,
    /// What is not known yet of why jobs wait.
    pub questions: Vec<Question>,
}

/// A run that cannot stand beside another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unlike {
    /// It is no run.
    #[error(transparent)]
    Broken(#[from] BrokenTrace),
    /// It is one of other jobs.
    #[error(transparent)]
    OtherJobs(#[from] OtherJobs),
}

impl Explain for Unlike {
    fn expected(&self) -> String {
        match self {
            Unlike::Broken(error) => error.expected(),
            Unlike::OtherJobs(error) => error.expected(),
        }
    }

    fn remedy(&self) -> String {
        match self {
            Unlike::Broken(error) => error.remedy(),
            Unlike::OtherJobs(error) => error.remedy(),
        }
    }
}

impl Watch {
    /// Puts a run beside this one, in the place of the one that was there. Fails where it is not one of the same jobs. Cost:
    /// O(n log n), and what the rows of the time line take.
    pub fn put_beside(&mut self, trace: Trace) -> Result<(), Unlike> {
        let mut watch = Watch::new(trace, false)?;
        (watch.clock, watch.unabridged) = (self.clock, self.unabridged);
        let difference = Difference::new(&self.trace, &watch.trace)?;
        let compared = Compared { here: &self.trace, there: &watch.trace, difference: &difference, clock: self.clock };
        let partings = difference.partings(&self.trace, &watch.trace);
        let furthest = difference.furthest_first();
        let (summary, note) = (compared.summary(&furthest), compared.note(&partings));
        let mut here = vec![NOBODY; watch.trace.len()];
        difference.pairs.iter().for_each(|pair| here[pair.there] = pair.here as u32);
        let (title, why) = (String::new(), Default::default());
        let whole = self.window == self.whole();
        let beside = Beside { watch, title, difference, furthest, partings, summary, note, here, why };
        self.beside = Some(Box::new(beside));
        self.overview.clear();
        if whole {
            self.window = self.whole()
        } else {
            self.show(self.window.clone())
        }
        self.go_beside();
        self.choose_beside();
        Ok(())
    }

    /// Does something with the run beside. Returns what is wrong with what was typed; empty where nothing is.
    pub(super) fn act_beside(&mut self, act: BesideAct) -> String {
        if act == BesideAct::Close && self.beside.take().is_some() {
            self.overview.clear();
            self.show(self.window.clone());
            self.go(self.moment.at);
            if let Some((view, _)) = &mut self.machine {
                view.adopt(None);
            }
        }
        let Some(beside) = &mut self.beside else { return String::new() };
        match act {
            BesideAct::Name { title } => beside.title = title,
            BesideAct::Machine { act } => return beside.watch.act_on_machine(act),
            BesideAct::Explain { of: Asked::Cursor, reasons } => beside.watch.reasons = reasons,
            BesideAct::Explain { of: Asked::PartingHere, reasons } => beside.why[0] = reasons,
            BesideAct::Explain { of: Asked::PartingThere, reasons } => beside.why[1] = reasons,
            BesideAct::Close => {}
        }
        String::new()
    }

    /// When the last of both runs is over.
    pub(super) fn last(&self) -> Time {
        let there = self.beside.as_ref().map_or(0, |beside| beside.watch.course.last());
        self.course.last().max(there)
    }

    /// The event so many events of either run from the cursor on (or before it, below zero).
    pub(super) fn step(&self, events: f64) -> Time {
        let Some(beside) = &self.beside else { return self.course.step(self.moment.at, events as i64) };
        if events.is_infinite() {
            return if events > 0.0 { self.last() } else { 0 };
        }
        let (mut at, forwards) = (self.moment.at, events > 0.0);
        for _ in 0..events.abs() as u64 {
            let next =
                [&self.course, &beside.watch.course].map(|course| course.step(at, if forwards { 1 } else { -1 }));
            let beyond = |next: &Time| if forwards { *next > at } else { *next < at };
            let nearest = next.into_iter().filter(beyond).min_by_key(|next| (next - at).abs());
            let Some(next) = nearest else { break };
            at = next;
        }
        at
    }

    /// Shows longer lists of jobs, or shorter ones.
    pub(super) fn unabridge(&mut self, all: bool) {
        self.unabridged = all;
        if let Some(beside) = &mut self.beside {
            beside.watch.unabridged = all;
        }
    }

    /// Moves the other run to the cursor.
    pub(super) fn go_beside(&mut self) {
        let at = self.moment.at;
        if let Some(beside) = &mut self.beside {
            beside.watch.go(at);
        }
    }

    /// Looks at the same job in the other run.
    pub(super) fn choose_beside(&mut self) {
        let job = self.chosen.map(|(job, _)| job);
        if let Some(beside) = &mut self.beside {
            let place = job.and_then(|job| beside.difference.of_here(job));
            beside.watch.choose(place.map(|place| beside.difference.pairs[place].there));
        }
    }

    /// Shows the machine of the other run as that of this one is shown: jobs in the same colours, the job that is pointed at
    /// in either lit in both.
    pub(super) fn show_machine_beside(&mut self) {
        let (Some(beside), here) = (&mut self.beside, &mut self.machine) else { return };
        let Some((here, _)) = here else {
            beside.watch.machine = None;
            return;
        };
        beside.watch.look_as(here);
        let Some((there, _)) = &mut beside.watch.machine else { return };
        there.adopt(Some(here.colours()));
        beside.watch.show_machine();
        let Some((there, _)) = &mut beside.watch.machine else { return };
        let chosen = self.chosen.map(|(job, _)| self.trace.id[job]);
        let pointed = (here.pointed_job(), there.pointed_job());
        there.choose(pointed.0.or(chosen));
        here.choose(pointed.1.or(chosen));
    }

    /// What somebody sees of the run beside.
    pub(super) fn beside_seen(&self) -> Option<BesideSeen> {
        let beside = self.beside.as_ref()?;
        let (compared, there) = (self.compared(beside), &beside.watch);
        let waits = |job: usize| self.trace.standing_at(job, self.moment.at);
        let mut queue = there.queue();
        queue.jobs.iter_mut().for_each(|job| *job = beside.here[*job as usize]);
        let pair = |place: &usize| beside.difference.pairs[*place].here;
        let furthest: Vec<usize> = beside.furthest.iter().map(pair).collect();
        let title = match beside.furthest.len() {
            0 => "No job starts at another moment".into(),
            1 => "1 job starts at another moment".into(),
            count => format!("{count} jobs start at another moment"),
        };
        let row = |(place, _): (usize, &usize)| compared.row(beside.furthest[place]);
        Some(BesideSeen {
            title: beside.title.clone(),
            sentence: format!("There, {}: {}", beside.title, there.sentence()),
            queue: Rows { title: format!("There, {}", queue.title), ..with_column(queue, "here", &waits) },
            machine: there.machine_seen().map(|seen| self.seen_from_here(seen)),
            summary: beside.summary.clone(),
            partings: compared.partings(&beside.partings, &beside.why),
            note: beside.note.clone(),
            differences: self.rows(title, &COLUMNS, &furthest, &row),
            questions: self.questions(beside),
        })
    }

    /// A queue of this run, and what its jobs do in the other.
    pub(super) fn with_there(&self, queue: Rows) -> Rows {
        let Some(beside) = &self.beside else { return queue };
        let there = |job: usize| match beside.difference.of_here(job) {
            Some(place) => beside.watch.trace.standing_at(beside.difference.pairs[place].there, self.moment.at),
            None => "is not there",
        };
        let both = self.moment.waiting.iter().filter(|&&job| there(job) == WAITS).count();
        let mut queue = with_column(queue, "there", &there);
        if !self.moment.waiting.is_empty() {
            queue.title += &format!(", {} there, too", if both == 0 { "none".into() } else { both.to_string() });
        }
        queue
    }

    /// When a job starts in the other run, if there is one and the job is in it.
    pub(super) fn start_there(&self, job: usize) -> Option<String> {
        let beside = self.beside.as_ref()?;
        beside.difference.of_here(job).map(|place| self.compared(beside).start_there(place))
    }

    /// The other run, for the time line.
    pub(super) fn beside(&self) -> Option<&Watch> {
        self.beside.as_ref().map(|beside| &beside.watch)
    }

    /// What the other run is called; empty where there is none.
    pub(super) fn beside_title(&self) -> String {
        self.beside.as_ref().map_or(String::new(), |beside| beside.title.clone())
    }

    fn compared<'a>(&'a self, beside: &'a Beside) -> Compared<'a> {
        Compared { here: &self.trace, there: &beside.watch.trace, difference: &beside.difference, clock: self.clock }
    }

    /// The machine of the other run, with the jobs of this one.
    fn seen_from_here(&self, seen: MachineSeen) -> MachineSeen {
        let pointed = self.beside.as_ref().and_then(|beside| Some(beside.here[seen.job?]));
        MachineSeen { job: pointed.filter(|job| *job != NOBODY).map(|job| job as usize), ..seen }
    }

    /// What there is to find out: why jobs wait there at the cursor, and where the runs part.
    fn questions(&self, beside: &Beside) -> Vec<Question> {
        let mut questions = Vec::new();
        let mut ask = |of: Asked, there: bool, instant: String| {
            if !instant.is_empty() {
                questions.push(Question { of, there, instant });
            }
        };
        ask(Asked::Cursor, true, beside.watch.unexplained());
        let start = beside.partings.iter().find(|parting| parting.parted == Parted::Start);
        if let Some(Parting { at, pairs, .. }) = start {
            let runs = [(Asked::PartingHere, self), (Asked::PartingThere, &beside.watch)];
            for ((of, run), known) in runs.into_iter().zip(&beside.why) {
                let there = of == Asked::PartingThere;
                // Somebody waits there where it starts here.
                let later = |place: &usize| {
                    if there { beside.difference.later[*place] < 0 } else { beside.difference.later[*place] > 0 }
                };
                let instant = run.lives.settled(*at).map_or(String::new(), |instant| Moment(instant).to_string());
                // Of a schedule from elsewhere nobody can find it out.
                if pairs.iter().any(later) && known.instant != instant && run.trace.origin().is_none() {
                    ask(of, there, instant);
                }
            }
        }
        questions
    }
}

/// What a job does that has arrived and not yet started.
const WAITS: &str = "waits";

impl Trace {
    /// What a job does at a moment, in a word or two.
    fn standing_at(&self, job: usize, moment: Time) -> &'static str {
        match moment {
            moment if moment < self.submit[job] => "is to come",
            moment if moment < self.start[job] => WAITS,
            moment if moment < self.end[job] => "runs",
            _ => "has ended",
        }
    }
}

/// Rows with one column more, after the one that names the job.
fn with_column(mut rows: Rows, name: &str, of: &dyn Fn(usize) -> &'static str) -> Rows {
    let place = rows.columns.iter().position(|column| column == "job").map_or(0, |place| place + 1);
    if !rows.cells.is_empty() {
        rows.columns.insert(place, name.into());
    }
    for (row, &job) in rows.cells.iter_mut().zip(&rows.jobs) {
        let text = if job == NOBODY { "is not here" } else { of(job as usize) };
        row.insert(place, text.into());
    }
    rows
}

#[cfg(test)]
pub(super) mod tests;
