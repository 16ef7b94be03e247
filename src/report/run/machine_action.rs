//! The actions of the user on the machine of an open run, and its view.

use super::machine::RunningJob;
use super::machine_view::MachineView;
use super::overlays::{MachineState, Overlay};
use super::panel::{Answer, Panel, QueriedRun, Query};
use super::solid::Film;
use super::{RunExplorer, Traffic, complaint};
use crate::figure::{Clock, MachineMap, MapStep, Picture, SolidView};
use crate::names::UnknownName;
use crate::report::inspection::{Aspect, Inspection};
use crate::run::Trace;
use crate::run::snapshot::RunSnapshot;
use crate::view::SimulatedTime;
use serde::{Deserialize, Serialize};

/// An action of the user; places are those of the picture, in CSS pixels.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum MachineAction {
    /// Opens the view.
    Look {
        /// The greatest width of the picture.
        width: f64,
        /// The greatest height.
        height: f64,
        /// The axes, such as `across=2,0 up=1`; empty for automatic ones.
        axes: String,
        /// The names of the overlays.
        overlays: Vec<String>,
    },
    /// Points at a place.
    Point {
        /// From the left.
        x: f64,
        /// From the top.
        y: f64,
    },
    /// Points at a place of the drawing in three dimensions.
    Aim {
        /// The angle and the size of the drawing.
        view: SolidView,
        /// From the left.
        x: f64,
        /// From the top.
        y: f64,
    },
    /// Stops pointing.
    Leave,
    /// Moves to the next node.
    Step {
        /// The direction.
        to: MapStep,
    },
}

/// The view of the machine at the cursor.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MachineViewState {
    /// The error in the typed text; empty if there is none.
    pub complaint: String,
    /// The width of the picture in CSS pixels.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// The description of the picture, and its key.
    pub caption: String,
    /// The same of the drawing in three dimensions; empty if the machine has fewer.
    pub solid: String,
    /// The axes, as text.
    pub axes: String,
    /// The overlays available for this run.
    pub overlays: Vec<String>,
    /// The pointed node, in words; empty if there is none.
    pub node: String,
    /// The job that holds it, by its index in the run.
    pub job: Option<usize>,
}

/// The machine of a run.
#[derive(Default)]
pub(super) struct MachinePanel {
    /// The machine while it is shown.
    pub view: Option<MachineView>,
    /// The film in three dimensions that is made, or the last one.
    pub film: Option<Film>,
    /// The packets under way, at the time of the last answer.
    traffic: Traffic,
    /// The error in the last typed text.
    complaint: String,
}

impl Panel<MachineAction, MachineViewState> for MachinePanel {
    fn apply(run: &mut RunExplorer, action: MachineAction) {
        match (action, &mut run.panels.machine.view) {
            (MachineAction::Look { width, height, axes, overlays }, _) => {
                run.panels.machine.complaint = run.look((width, height), &axes, &overlays);
            }
            (MachineAction::Point { x, y }, Some(view)) => view.point_in((x, y)),
            (MachineAction::Aim { view: from, x, y }, Some(view)) => view.aim_at(from, (x, y)),
            (MachineAction::Leave, Some(view)) => view.point_at(None),
            (MachineAction::Step { to }, Some(view)) => view.step(to),
            _ => {}
        }
    }

    fn queries(run: &RunExplorer) -> Vec<Query> {
        let panel = &run.panels.machine;
        let wanted = panel.view.as_ref().is_some_and(MachineView::wants_traffic) && run.clock == Clock::Cycles;
        let time = SimulatedTime(run.moment.at).to_string();
        if wanted && panel.traffic.moment != time { vec![Query::here(Aspect::Traffic(time))] } else { Vec::new() }
    }

    fn take_answer(run: &mut RunExplorer, query: &Query, answer: Answer) {
        if let (QueriedRun::Here, Ok(Inspection::Traffic(traffic))) = (query.run, answer) {
            run.panels.machine.traffic = traffic.clone();
        }
    }

    fn state(run: &mut RunExplorer) -> Option<MachineViewState> {
        let view = run.panels.machine.view.as_ref()?;
        let (width, height) = view.map().size();
        let job = view.pointed_job().and_then(|id| run.trace.find(id));
        let offered = Overlay::ALL.iter().filter(|overlay| {
            **overlay != Overlay::Links || (run.clock == Clock::Cycles && run.trace.arranged_extents.is_empty())
        });
        Some(MachineViewState {
            complaint: run.panels.machine.complaint.clone(),
            width,
            height,
            caption: view.caption(),
            solid: view.solid_caption(),
            axes: view.axes(),
            overlays: offered.map(ToString::to_string).collect(),
            node: view.pointed_text(),
            job,
        })
    }
}

impl RunExplorer {
    /// The machine in its written form; empty where places are unknown.
    pub(super) fn places(&self) -> String {
        let machine = self.trace.arrangement().ok().filter(|_| self.trace.is_placed());
        machine.map_or(String::new(), |machine| machine.to_string())
    }

    /// The picture of the machine, or of the machine of the second run, while it is shown.
    pub fn map(&self, second_run: bool) -> Option<&MachineMap> {
        let run = if second_run { self.second_run()? } else { self };
        run.panels.machine.view.as_ref().map(MachineView::map)
    }

    fn look(&mut self, room: (f64, f64), axes: &str, overlays: &[String]) -> String {
        let Some(view) = self.open_machine(room) else { return String::new() };
        let wanted: Result<Vec<Overlay>, UnknownName> = overlays.iter().map(|name| name.parse()).collect();
        let wanted = match wanted {
            Ok(wanted) => wanted,
            Err(error) => return complaint("overlays", &error),
        };
        view.look(room, wanted, axes).err().map_or(String::new(), |error| complaint("dimensions", &error))
    }

    /// Shows the machine at the cursor while its view is open. Linear in nodes and links if the moment has changed,
    /// plus the time for the overlays.
    pub(super) fn show_machine(&mut self) {
        let (trace, moment) = (&self.trace, &self.moment);
        let MachinePanel { view, traffic, .. } = &mut self.panels.machine;
        let Some(view) = view else { return self.show_second_machine() };
        if view.now() != moment.at {
            view.show(machine_state(trace, moment, &self.colours));
        }
        view.choose(self.chosen.map(|(job, _)| trace.id[job]));
        if view.wants_traffic() && traffic.moment == SimulatedTime(moment.at).to_string() {
            let chosen = self.chosen.map(|(job, _)| (job, trace.id[job]));
            let loads = traffic.loads(view.machine(), chosen.map(|(job, _)| job));
            let words = traffic.sentence(&loads, chosen);
            view.show_traffic((loads, words));
        }
        self.show_second_machine();
    }

    /// Shows the machine like another view, if jobs have places.
    pub(super) fn look_as(&mut self, other: &MachineView) {
        self.open_machine(other.room()).into_iter().for_each(|view| view.look_as(other));
    }

    /// The machine, which opens in a picture of at most this size; none if jobs have no places.
    fn open_machine(&mut self, room: (f64, f64)) -> Option<&mut MachineView> {
        let machine = self.trace.arrangement().ok().filter(|_| self.trace.is_placed())?;
        let state = || machine_state(&self.trace, &self.moment, &self.colours);
        let open = || MachineView::new(&machine, self.clock, room, state());
        Some(self.panels.machine.view.get_or_insert_with(open))
    }
}

/// The machine at a moment of a run with these colours of its jobs.
pub(super) fn machine_state(trace: &Trace, moment: &RunSnapshot, colours: &[u8]) -> MachineState {
    let running = |&job: &usize| RunningJob {
        id: trace.id[job],
        colour: colours[job],
        asked: trace.asked[job],
        since: trace.start[job],
        blocks: trace.arranged_blocks_of(job),
    };
    MachineState {
        now: moment.at,
        jobs: moment.running.iter().map(running).collect(),
        head: moment.head.as_ref().map(running),
        down: trace.nodes_down(),
        ..MachineState::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::report::run::PanelAction;
    use crate::report::{RunAction, RunViewState};
    use crate::run::testing::{jobs, run};
    use crate::time::SECOND;

    /// On a mesh of 2x2, in seconds: job 1 holds two nodes until 100, job 2 one from 10 to 60.
    fn watch(strategy: &str) -> RunExplorer {
        let list = [(0, 100, 2), (10, 50, 1)].map(|(pause, runtime, size)| (pause * SECOND, runtime * SECOND, size));
        let trace = run(&jobs(&list), &Machine::mesh(&[2, 2]), strategy, "fcfs".parse().unwrap());
        RunExplorer::new(trace, false).unwrap()
    }

    fn look(watch: &mut RunExplorer, axes: &str, overlays: &[&str]) -> RunViewState {
        let overlays = overlays.iter().map(ToString::to_string).collect();
        let act = MachineAction::Look { width: 300.0, height: 200.0, axes: axes.into(), overlays };
        watch.apply_action(RunAction::Panel(PanelAction::Machine(act)))
    }

    #[test]
    fn the_machine_follows_the_cursor_while_it_is_shown() {
        let mut watch = watch("mbs");
        let state = watch.apply_action(RunAction::Type { moment: "5".into() });
        assert_eq!((state.places.as_str(), state.panels.machine), ("mesh:2x2", None));
        let state = look(&mut watch, "", &[]).panels.machine.unwrap();
        assert!(state.caption.starts_with("1 job holds 2 of 4 processors."), "{}", state.caption);
        let state = watch.apply_action(RunAction::Type { moment: "20".into() }).panels.machine.unwrap();
        assert!(state.caption.starts_with("2 jobs hold 3 of 4 processors."), "{}", state.caption);
        assert_eq!((state.axes.as_str(), state.node.as_str(), state.job), ("across=1 up=0", "", None));
        assert_eq!(watch.map(false).map(Picture::size), Some((state.width, state.height)));
        let pointed = watch
            .apply_action(RunAction::Panel(PanelAction::Machine(MachineAction::Step { to: MapStep::Up })))
            .panels
            .machine
            .unwrap();
        assert_eq!((pointed.node.as_str(), pointed.job), ("node 0,0: job 1, 2 processors, runs for 20 s", Some(0)));
    }

    #[test]
    fn a_typing_error_is_reported_and_changes_nothing() {
        let mut watch = watch("mbs");
        let state = look(&mut watch, "across=0", &["largest"]);
        let machine = state.panels.machine.unwrap();
        assert_eq!(machine.axes, "across=1 up=0");
        assert!(machine.caption.contains("The largest free box"), "{}", machine.caption);
        assert!(look(&mut watch, "", &["lagrest"]).panels.machine.unwrap().complaint.contains("largest"));
    }

    #[test]
    fn without_places_there_is_no_machine_view() {
        let mut watch = watch("flat");
        let state = look(&mut watch, "", &[]);
        assert_eq!((state.places.as_str(), state.panels.machine), ("", None));
    }
}
