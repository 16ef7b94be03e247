//! A second run of the same jobs next to the open one: the same cursor, the same window, the same job. The
//! open run is called *here*, the second one *there*.

use super::difference::{COLUMNS, Compared, DivergenceReport};
use super::machine_action::MachinePanel;
use super::panel::{Answer, Panel, QueriedRun, Query};
use super::{MachineAction, MachineViewState, MomentReasons, Rows, RunExplorer};
use crate::diagnostic::Explain;
use crate::report::inspection::{Aspect, Inspection};
use crate::run::difference::{DifferenceKind, Divergence};
use crate::run::{Difference, NO_JOB, Trace};
use crate::time::Time;
use crate::view::SimulatedTime;
use serde::{Deserialize, Serialize};

/// The second run, if there is one.
pub(super) type SecondRunPanel = Option<Box<SecondRun>>;

/// A run next to another one.
pub(super) struct SecondRun {
    /// Its explorer, at the same moment.
    pub watch: RunExplorer,
    /// Its title.
    pub title: String,
    difference: Difference,
    /// The pairs of the difference, the largest difference of starts first.
    furthest: Vec<usize>,
    divergences: Vec<Divergence>,
    /// The sentences about all jobs and about divergences, which do not depend on the moment.
    summary: String,
    note: String,
    /// Its jobs, by their index in the run here, or [`NO_JOB`].
    here: Vec<u32>,
    /// The reasons at the first divergence of starts: here, and there.
    why: [MomentReasons; 2],
}

/// An action of the user on the second run.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SecondRunAction {
    /// Sets its title.
    Name {
        /// `easy / flat`.
        title: String,
    },
    /// Applies an action to its machine; its size, axes and overlays follow the machine here.
    Machine {
        /// The action.
        act: MachineAction,
    },
    /// Removes it.
    Close,
}

/// The view of the second run, and of the differences.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SecondRunState {
    /// Its title.
    pub title: String,
    /// Its state in a sentence.
    pub sentence: String,
    /// Its queue, in its order; jobs by their index here.
    pub queue: Rows,
    /// Its machine, while machines are shown.
    pub machine: Option<MachineViewState>,
    /// How many jobs start earlier, in one or two sentences.
    pub summary: String,
    /// The divergences of the runs.
    pub divergences: Vec<DivergenceReport>,
    /// A note if the runs never diverge, or if places are not compared; else empty.
    pub note: String,
    /// The jobs with the largest difference of starts.
    pub differences: Rows,
}

impl RunExplorer {
    /// Adds a second run, in place of a previous one. Fails if it has other jobs. Cost: O(n log n), and the cost of the
    /// rows of the time line.
    pub fn add_second_run(&mut self, trace: Trace) -> Result<(), Box<dyn Explain>> {
        let mut watch = RunExplorer::new(trace, false)?;
        (watch.clock, watch.unabridged) = (self.clock, self.unabridged);
        let difference = Difference::new(&self.trace, &watch.trace)?;
        let compared = Compared { here: &self.trace, there: &watch.trace, difference: &difference, clock: self.clock };
        let divergences = difference.divergences(&self.trace, &watch.trace);
        let furthest = difference.furthest_first();
        let (summary, note) = (compared.summary(&furthest), compared.note(&divergences));
        let mut here = vec![NO_JOB; watch.trace.len()];
        for pair in &difference.pairs {
            here[pair.there] = pair.here as u32;
            watch.colours[pair.there] = self.colours[pair.here];
        }
        let (title, why) = (String::new(), Default::default());
        let whole = self.window == self.whole();
        let second_run = SecondRun { watch, title, difference, furthest, divergences, summary, note, here, why };
        self.panels.second_run = Some(Box::new(second_run));
        self.overview.clear();
        if whole {
            self.window = self.whole()
        } else {
            self.show(self.window.clone())
        }
        self.move_second_run();
        self.choose_second_run();
        Ok(())
    }

    /// The end of the later of both runs.
    pub(super) fn last(&self) -> Time {
        let there = self.panels.second_run.as_ref().map_or(0, |second_run| second_run.watch.course.last());
        self.course.last().max(there)
    }

    /// The event of either run that is this many events after the cursor, or before it if negative.
    pub(super) fn step(&self, events: f64) -> Time {
        let Some(second_run) = &self.panels.second_run else { return self.course.step(self.moment.at, events as i64) };
        if events.is_infinite() {
            return if events > 0.0 { self.last() } else { 0 };
        }
        let (mut at, forwards) = (self.moment.at, events > 0.0);
        for _ in 0..events.abs() as u64 {
            let next =
                [&self.course, &second_run.watch.course].map(|course| course.step(at, if forwards { 1 } else { -1 }));
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
        if let Some(second_run) = &mut self.panels.second_run {
            second_run.watch.unabridged = all;
        }
    }

    /// Moves the second run to the cursor.
    pub(super) fn move_second_run(&mut self) {
        let at = self.moment.at;
        if let Some(second_run) = &mut self.panels.second_run {
            second_run.watch.go(at);
        }
    }

    /// Chooses the same job in the second run.
    pub(super) fn choose_second_run(&mut self) {
        let job = self.chosen.map(|(job, _)| job);
        if let Some(second_run) = &mut self.panels.second_run {
            let place = job.and_then(|job| second_run.difference.of_here(job));
            second_run.watch.choose(place.map(|place| second_run.difference.pairs[place].there));
        }
    }

    /// Shows the machine of the second run like that of this one; the pointed job is highlighted in both.
    pub(super) fn show_second_machine(&mut self) {
        let (Some(second_run), here) = (&mut self.panels.second_run, &mut self.panels.machine.view) else { return };
        let Some(here) = here else {
            second_run.watch.panels.machine.view = None;
            return;
        };
        second_run.watch.look_as(here);
        second_run.watch.show_machine();
        let Some(there) = &mut second_run.watch.panels.machine.view else { return };
        let chosen = self.chosen.map(|(job, _)| self.trace.id[job]);
        let pointed = (here.pointed_job(), there.pointed_job());
        there.choose(pointed.0.or(chosen));
        here.choose(pointed.1.or(chosen));
    }

    /// A queue of this run, with a column for the state of its jobs in the second run.
    pub(super) fn with_there(&self, queue: Rows) -> Rows {
        let Some(second_run) = &self.panels.second_run else { return queue };
        let there = |job: usize| match second_run.difference.of_here(job) {
            Some(place) => second_run.watch.trace.standing_at(second_run.difference.pairs[place].there, self.moment.at),
            None => "is not there",
        };
        let both = self.moment.waiting.iter().filter(|&&job| there(job) == WAITS).count();
        let mut queue = with_column(queue, "there", &there);
        if !self.moment.waiting.is_empty() {
            queue.title += &format!(", {} there, too", if both == 0 { "none".into() } else { both.to_string() });
        }
        queue
    }

    /// When a job starts in the second run, if there is one and it has the job.
    pub(super) fn start_there(&self, job: usize) -> Option<String> {
        let second_run = self.panels.second_run.as_ref()?;
        second_run.difference.of_here(job).map(|place| self.compared(second_run).start_there(place))
    }

    /// The second run, for the time line.
    pub(super) fn second_run(&self) -> Option<&RunExplorer> {
        self.panels.second_run.as_ref().map(|second_run| &second_run.watch)
    }

    /// The title of the second run; empty if there is none.
    pub(super) fn second_run_title(&self) -> String {
        self.panels.second_run.as_ref().map_or(String::new(), |second_run| second_run.title.clone())
    }

    fn compared<'a>(&'a self, second_run: &'a SecondRun) -> Compared<'a> {
        Compared {
            here: &self.trace,
            there: &second_run.watch.trace,
            difference: &second_run.difference,
            clock: self.clock,
        }
    }

    /// The machine of the second run, with jobs by their index here.
    fn shown_from_here(&self, state: MachineViewState) -> MachineViewState {
        let pointed = self.panels.second_run.as_ref().and_then(|second_run| Some(second_run.here[state.job?]));
        MachineViewState { job: pointed.filter(|job| *job != NO_JOB).map(|job| job as usize), ..state }
    }

    /// The instants at which the reasons for the first divergence of starts are needed: here, and there.
    fn divergence_instants(&self, second_run: &SecondRun) -> [Option<String>; 2] {
        let start = second_run.divergences.iter().find(|divergence| divergence.kind == DifferenceKind::Start);
        let Some(Divergence { at, pairs, .. }) = start else { return [None, None] };
        let later = |place: &usize| second_run.difference.later[*place];
        let instant = |run: &RunExplorer, waits: bool| {
            // An imported schedule cannot run again.
            let instant = run.lives.settled(*at).filter(|_| waits && run.trace.origin().is_none())?;
            Some(SimulatedTime(instant).to_string())
        };
        [
            instant(self, pairs.iter().any(|pair| later(pair) > 0)),
            instant(&second_run.watch, pairs.iter().any(|pair| later(pair) < 0)),
        ]
    }
}

impl Panel<SecondRunAction, SecondRunState> for SecondRunPanel {
    fn apply(run: &mut RunExplorer, action: SecondRunAction) {
        if action == SecondRunAction::Close && run.panels.second_run.take().is_some() {
            run.overview.clear();
            run.show(run.window.clone());
            run.go(run.moment.at);
        }
        match (action, &mut run.panels.second_run) {
            (SecondRunAction::Name { title }, Some(second_run)) => second_run.title = title,
            (SecondRunAction::Machine { act }, Some(second_run)) => MachinePanel::apply(&mut second_run.watch, act),
            _ => {}
        }
    }

    fn queries(run: &RunExplorer) -> Vec<Query> {
        let Some(second_run) = &run.panels.second_run else { return Vec::new() };
        let there = |query: Query| Query { run: QueriedRun::There, ..query };
        let mut queries: Vec<Query> = MomentReasons::queries(&second_run.watch).into_iter().map(there).collect();
        let instants = run.divergence_instants(second_run).into_iter().zip(&second_run.why);
        for (run, (instant, known)) in [QueriedRun::Here, QueriedRun::There].into_iter().zip(instants) {
            let wanted = instant.filter(|instant| known.instant != *instant);
            queries.extend(wanted.map(|instant| Query { run, aspect: Aspect::Waits(instant) }));
        }
        queries
    }

    fn take_answer(run: &mut RunExplorer, query: &Query, answer: Answer) {
        let Some(instants) = run.panels.second_run.as_ref().map(|second_run| run.divergence_instants(second_run))
        else {
            return;
        };
        let (Some(second_run), Ok(Inspection::Waits(reasons))) = (&mut run.panels.second_run, answer) else { return };
        let place = usize::from(query.run == QueriedRun::There);
        if place == 1 {
            MomentReasons::take_answer(
                &mut second_run.watch,
                &Query { run: QueriedRun::Here, ..query.clone() },
                answer,
            );
        }
        if instants[place].as_ref() == Some(&reasons.instant) {
            second_run.why[place] = reasons.clone();
        }
    }

    fn state(run: &mut RunExplorer) -> Option<SecondRunState> {
        let machine = MachinePanel::state(&mut run.panels.second_run.as_mut()?.watch);
        let second_run = run.panels.second_run.as_ref()?;
        let (compared, there) = (run.compared(second_run), &second_run.watch);
        let waits = |job: usize| run.trace.standing_at(job, run.moment.at);
        let mut queue = there.queue();
        queue.jobs.iter_mut().for_each(|job| *job = second_run.here[*job as usize]);
        let pair = |place: &usize| second_run.difference.pairs[*place].here;
        let furthest: Vec<usize> = second_run.furthest.iter().map(pair).collect();
        let title = match second_run.furthest.len() {
            0 => "No job starts at another moment".into(),
            1 => "1 job starts at another moment".into(),
            count => format!("{count} jobs start at another moment"),
        };
        let row = |(place, _): (usize, &usize)| compared.row(second_run.furthest[place]);
        Some(SecondRunState {
            title: second_run.title.clone(),
            sentence: format!("There, {}: {}", second_run.title, there.sentence()),
            queue: Rows { title: format!("There, {}", queue.title), ..with_column(queue, "here", &waits) },
            machine: machine.map(|state| run.shown_from_here(state)),
            summary: second_run.summary.clone(),
            divergences: compared.divergences(&second_run.divergences, &second_run.why),
            note: second_run.note.clone(),
            differences: run.rows(title, &COLUMNS, &furthest, &row),
        })
    }
}

/// The state of a job that has arrived and not started.
const WAITS: &str = "waits";

impl Trace {
    /// The state of a job at a moment, in one or two words.
    fn standing_at(&self, job: usize, moment: Time) -> &'static str {
        match moment {
            moment if moment < self.submit[job] => "is to come",
            moment if moment < self.start[job] => WAITS,
            moment if moment < self.end[job] => "runs",
            _ => "has ended",
        }
    }
}

/// Rows with another column after the job's name.
fn with_column(mut rows: Rows, name: &str, of: &dyn Fn(usize) -> &'static str) -> Rows {
    let place = rows.columns.iter().position(|column| column == "job").map_or(0, |place| place + 1);
    if !rows.cells.is_empty() {
        rows.columns.insert(place, name.into());
    }
    for (row, &job) in rows.cells.iter_mut().zip(&rows.jobs) {
        let text = if job == NO_JOB { "is not here" } else { of(job as usize) };
        row.insert(place, text.into());
    }
    rows
}

#[cfg(test)]
pub(super) mod tests;
