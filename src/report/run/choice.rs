//! The run that a permalink opens, in words, or why it cannot be opened.

use crate::experiment::{AS_LOGGED, Cell, Curve, Exclusion, permalink};
use crate::report::ShownResults;
use crate::report::counterfactual::CounterfactualRuns;
use crate::report::words::decapitalised;
use crate::view::{ComputedRun, RunName, SimulatedTime, View};
use serde::Serialize;

/// The run to open.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RunChoice {
    /// Its name in permalinks.
    pub name: String,
    /// `Non-equal partition · Backfilling (EASY) at runtime coefficient 1.2, replication 1`.
    pub title: String,
    /// The end of the title, where the run is on its curve; empty if nothing is varied.
    pub place: String,
    /// The link of the experiment of these results, without their view, for the worker.
    pub link: String,
    /// Its cell; none if it cannot be opened, or comes from a file.
    pub cell: Option<usize>,
    /// Its file; empty for none.
    pub file: String,
    /// What to say if that file is missing.
    pub missing: String,
    /// Why it cannot be opened; empty if it can.
    pub problem: String,
    /// Whether its clock counts cycles of the network.
    pub cycles: bool,
    /// The moment in the permalink; empty for none.
    pub moment: String,
    /// The job in the permalink; empty for none.
    pub job: String,
    /// The second run, if the permalink names one.
    pub second_run: Option<SecondRunChoice>,
    /// The possible second runs: the name of each in permalinks, and its title.
    pub others: Vec<(String, String)>,
    /// The counterfactual runs for its jobs.
    pub counterfactual: CounterfactualRuns,
}

/// The second run, next to the open one.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SecondRunChoice {
    /// Its name in permalinks.
    pub name: String,
    /// `Any free nodes · Backfilling (EASY)`.
    pub title: String,
    /// Its cell; none if it cannot be opened.
    pub cell: Option<usize>,
    /// Why it cannot be opened; empty if it can.
    pub problem: String,
}

impl RunChoice {
    /// The run that a view names, if any. Only a file can be opened without results.
    pub fn of(view: &View, results: Option<ShownResults>) -> Option<RunChoice> {
        let Some(RunName::File(file)) = &view.run else { return results.and_then(|results| results.run()) };
        let missing = format!(
            "The schedule {file} is not here: a link cannot carry it. The link's author has the file; drop it on this page."
        );
        Some(RunChoice { title: file.clone(), file: file.clone(), missing, ..RunChoice::named(view) })
    }

    /// The choice for the run that a view names.
    fn named(view: &View) -> RunChoice {
        RunChoice {
            name: view.run.as_ref().map_or(String::new(), RunName::to_string),
            moment: view.moment.as_ref().map_or(String::new(), SimulatedTime::to_string),
            job: view.job.map_or(String::new(), |job| job.to_string()),
            ..RunChoice::default()
        }
    }
}

impl ShownResults<'_> {
    /// The run that the view names, if any.
    pub fn run(&self) -> Option<RunChoice> {
        let run = self.view.run.as_ref()?;
        let found = run.cell(self.results);
        let problem = found.map_or_else(|| format!("The results have no run {run}."), |cell| self.obstacle(cell));
        Some(RunChoice {
            title: found
                .map_or_else(|| run.to_string(), |cell| format!("{}{}", self.curve_of(cell), self.place_of(cell))),
            place: found
                .filter(|_| self.results.experiment().vary.is_some())
                .map_or(String::new(), |cell| self.place_of(cell)),
            link: permalink::write(self.results.experiment()),
            cell: found.filter(|_| problem.is_empty()),
            problem,
            cycles: found != Some(AS_LOGGED) && self.results.experiment().communication.uses_network(),
            second_run: self.view.second_run.as_ref().map(|second_run| self.second_run(run, second_run)),
            others: found.map_or(Vec::new(), |cell| self.others(cell)),
            counterfactual: found
                .filter(|cell| *cell != AS_LOGGED)
                .map(|cell| CounterfactualRuns::of(self.results.experiment(), cell))
                .unwrap_or_default(),
            ..RunChoice::named(self.view)
        })
    }

    /// The run with this name as the second run next to another.
    fn second_run(&self, run: &RunName, second_run: &RunName) -> SecondRunChoice {
        let found = second_run.cell(self.results);
        let problem = match found {
            None => format!("The results have no run {second_run}."),
            Some(_) if !second_run.is_of_the_jobs_of(run) => {
                format!("The run {second_run} has other jobs: take one of the same value and replication.")
            }
            Some(cell) if Some(cell) == run.cell(self.results) => "This is the run itself.".into(),
            Some(cell) => self.obstacle(cell),
        };
        let (name, title) = match found {
            Some(cell) => self.named(cell).unwrap_or_default(),
            None => (second_run.to_string(), second_run.to_string()),
        };
        SecondRunChoice { name, title, cell: found.filter(|_| problem.is_empty()), problem }
    }

    /// The possible second runs for a cell: those with the same value and replication on machines of the same size, and
    /// the log's own schedule. For the log's own schedule, the first replications at the value that leaves jobs
    /// unchanged, or else at the first value.
    fn others(&self, cell: usize) -> Vec<(String, String)> {
        let experiment = self.results.experiment();
        let (cells, values) = (self.results.cells(), experiment.values());
        let size = |machine: usize| experiment.machines[machine].node_count();
        let plain = values.iter().copied().find(|value| value.to_f64() == 1.0).or(values.first().copied());
        let alike = |other: &Cell| match cells.get(cell) {
            Some(own) => {
                (other.facet, other.value, other.replication) == (own.facet, own.value, own.replication)
                    && size(other.machine) == size(own.machine)
            }
            None => other.facet == 0 && other.replication == 0 && Some(other.value) == plain,
        };
        let offered = (0..cells.len()).filter(|&place| place != cell && alike(&cells[place]));
        let logged = Some(AS_LOGGED).filter(|place| *place != cell && experiment.uses_log());
        let offered = logged.into_iter().chain(offered.filter(|&place| self.obstacle(place).is_empty()));
        offered.filter_map(|place| self.named(place)).collect()
    }

    /// The name of a cell in permalinks, and its title.
    fn named(&self, cell: usize) -> Option<(String, String)> {
        if cell == AS_LOGGED {
            return Some((RunName::AsLogged.to_string(), self.as_logged()));
        }
        let Cell { machine, allocation, scheduling, value, facet, replication, .. } = self.results.cells()[cell];
        let experiment = self.results.experiment();
        let facet = experiment.facets().map(|facets| facets.values()[facet]);
        let curve = experiment.curve(machine, allocation, scheduling).parse().ok()?;
        let name = RunName::Computed(ComputedRun { curve, value, facet, replication });
        Some((name.to_string(), self.curve_of(cell)))
    }

    /// The title of the log's own schedule.
    fn as_logged(&self) -> String {
        format!("As logged: {}", self.results.experiment().log.as_deref().unwrap_or("the log itself"))
    }

    /// The curve of a cell.
    fn curve_of(&self, cell: usize) -> String {
        if cell == AS_LOGGED {
            return self.as_logged();
        }
        let cell = &self.results.cells()[cell];
        self.results.experiment().curve_title(cell.machine, cell.allocation, cell.scheduling)
    }

    /// The name in permalinks of the first run at a point of a curve.
    pub(in crate::report) fn run_at(&self, curve: &Curve, coefficient: f64) -> String {
        let experiment = self.results.experiment();
        let value = experiment.values().into_iter().find(|value| value.to_f64() == coefficient);
        let facet = self.results.facet().map(|(_, value)| value);
        value.map_or(String::new(), |value| RunName::of(curve, value, facet, experiment).to_string())
    }

    /// What follows the curve in the title of a run: ` at runtime coefficient 1.2, replication 1`.
    fn place_of(&self, cell: usize) -> String {
        if cell == AS_LOGGED {
            return String::new();
        }
        let experiment = self.results.experiment();
        let cell = &self.results.cells()[cell];
        let varied = experiment.vary.map(|sweep| format!(" at {} {}", decapitalised(sweep.varied.title()), cell.value));
        let facet = experiment.facet_label(cell.facet).map(|label| format!(", {label}"));
        let several = (experiment.replications > 1).then(|| format!(", replication {}", cell.replication + 1));
        [varied, facet, several].into_iter().flatten().collect()
    }

    /// Why a cell cannot be run again; empty if it can.
    fn obstacle(&self, cell: usize) -> String {
        if cell == AS_LOGGED {
            return String::new();
        }
        let (experiment, place) = (self.results.experiment(), cell);
        let cell = &self.results.cells()[place];
        let excludes = |exclusion: &&Exclusion| exclusion.covers(experiment, cell, place);
        if let Some(exclusion) = self.results.excluded().iter().find(excludes) {
            return format!("This run cannot be run: {}", exclusion.diagnostic(experiment));
        }
        let failed = self.results.failed().find(|(other, _)| *other == cell);
        failed.map_or(String::new(), |(_, reason)| format!("This run failed: {}", reason.message()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostic;
    use crate::experiment::{Cell, Results};
    use crate::view::Permalink;

    fn results(link: &str) -> (Permalink, Results) {
        let link = Permalink::read(link).0;
        let cells = Cell::all(&link.experiment, &[]);
        (link.clone(), Results::from_cells(link.experiment, cells, Vec::new()))
    }

    fn choice(results: &Results, link: &Permalink, run: &str) -> RunChoice {
        let mut edited = link.clone();
        edited.set("run", run).unwrap();
        edited.set("moment", "7.5").unwrap();
        ShownResults::new(results, &edited).run().unwrap()
    }

    #[test]
    fn a_run_is_opened_from_its_name() {
        let (link, results) = results("#v=1&allocation=nep,flat&vary=runtime:1..2:0.5&replications=2");
        assert_eq!(ShownResults::new(&results, &link).run(), None);
        let state = choice(&results, &link, "easy/flat@1.5@2");
        assert_eq!((state.cell, &*state.problem, &*state.moment, &*state.job), (Some(21), "", "7.5", ""));
        assert_eq!(state.title, "Any free nodes · Backfilling (EASY) at runtime coefficient 1.5, replication 2");
        assert_eq!(state.place, " at runtime coefficient 1.5, replication 2");
        assert!(state.link == link.write() && !state.cycles);
        let nowhere = choice(&results, &link, "easy/flat@1.7");
        assert_eq!((nowhere.cell, &*nowhere.problem), (None, "The results have no run easy/flat@1.7."));
    }

    #[test]
    fn schedules_of_a_log_and_of_a_file_are_opened_by_name() {
        let (link, results) = results("#v=1&log=SDSC.swf&sha256=&allocation=flat&scheduling=easy&vary=none");
        let state = choice(&results, &link, "as-logged");
        assert_eq!((&*state.name, &*state.title, state.cell), ("as-logged", "As logged: SDSC.swf", Some(AS_LOGGED)));
        assert_eq!(state.place, "");
        assert_eq!((&*state.problem, &*state.moment, state.cycles), ("", "7.5", false));
        let pair = |name: &str, title: &str| (name.to_string(), title.to_string());
        assert_eq!(
            state.others,
            [pair("easy/flat@1", "Any free nodes · Backfilling (EASY)")],
            "the simulation beside reality"
        );
        let state = choice(&results, &link, "easy/flat@1");
        assert_eq!(state.others, [pair("as-logged", "As logged: SDSC.swf")], "and the other way round");
        let mut edited = link.clone();
        edited.set("run", "file:My Schedule.csv").unwrap();
        let state = RunChoice::of(&edited.view, None).unwrap();
        assert_eq!(
            (&*state.name, &*state.title, &*state.file),
            ("file:My Schedule.csv", "My Schedule.csv", "My Schedule.csv")
        );
        assert!(
            state.cell.is_none()
                && state.problem.is_empty()
                && state.missing.starts_with("The schedule My Schedule.csv is not here")
        );
        assert_eq!(RunChoice::of(&link.view, Some(ShownResults::new(&results, &link))), None);
    }

    #[test]
    fn without_a_log_there_is_no_logged_schedule() {
        let (link, results) = results("#v=1&allocation=flat&scheduling=easy&vary=none");
        let state = choice(&results, &link, "as-logged");
        assert_eq!((state.cell, &*state.problem), (None, "The results have no run as-logged."));
    }

    #[test]
    fn runs_of_the_same_jobs_can_be_the_second_run() {
        let (mut link, mut results) = results(
            "#v=1&machine=mesh:4x4,mesh:2x8,mesh:8x8&allocation=ff,flat&scheduling=easy&vary=runtime:1..2:0.5&replications=2",
        );
        link.set("run", "easy/ff/mesh:4x4@1.5@2").unwrap();
        let failed = results.cells().iter().position(|cell| (cell.machine, cell.allocation) == (1, 0)).unwrap();
        results.put(failed + 3, Err(Diagnostic::new("", "it broke")));
        let offered = ShownResults::new(&results, &link).run().unwrap().others;
        let pair = |name: &str, title: &str| (name.to_string(), title.to_string());
        let expected = [
            pair("easy/flat/mesh:4x4@1.5@2", "Any free nodes · Backfilling (EASY) on mesh:4x4"),
            pair("easy/flat/mesh:2x8@1.5@2", "Any free nodes · Backfilling (EASY) on mesh:2x8"),
        ];
        assert_eq!(offered, expected, "no other size, not itself, not what has failed");
        let mut second_run = |name: &str| {
            link.set("beside", name).unwrap();
            let conflicts = link.conflicts().into_iter().filter(|conflict| conflict.parameter == "beside").count();
            (ShownResults::new(&results, &link).run().unwrap().second_run.unwrap(), conflicts)
        };
        for (name, _) in &offered {
            let (state, conflicts) = second_run(name);
            assert!(state.cell.is_some() && state.name == *name && conflicts == 0, "{state:?}");
        }
        assert_eq!(second_run("easy/flat/mesh:2x8@1.5@2").0.title, "Any free nodes · Backfilling (EASY) on mesh:2x8");
        for (name, problem, wrong) in [
            ("easy/ep@1.5@2", "The results have no run easy/ep@1.5@2.", 1),
            ("easy/flat@2@2", "The run easy/flat@2@2 has other jobs: take one of the same value and replication.", 1),
            ("easy/flat@1.5", "The run easy/flat@1.5 has other jobs: take one of the same value and replication.", 1),
            ("easy/ff/mesh:4x4@1.5@2", "This is the run itself.", 1),
            ("easy/ff@1.5@2", "This is the run itself.", 0),
            ("easy/ff/mesh:2x8@1.5@2", "This run failed: it broke", 0),
        ] {
            let (state, conflicts) = second_run(name);
            assert_eq!((state.cell, &*state.problem, conflicts), (None, problem, wrong), "{name}");
        }
        link.set("run", "").unwrap();
        let conflicts: Vec<&str> = link.conflicts().iter().map(|conflict| conflict.parameter).collect();
        assert_eq!(conflicts, ["beside"]);
    }

    #[test]
    fn a_failed_or_excluded_run_is_not_opened() {
        let (link, mut results) = results("#v=1&allocation=nep,flat&scheduling=easy&vary=none");
        results.put(0, Err(Diagnostic::new("", "it broke")));
        assert_eq!(choice(&results, &link, "easy/nep@1").problem, "This run failed: it broke");
        let excluded = Exclusion { allocation: Some(1), reason: "it must not".into(), ..Exclusion::default() };
        let state = choice(&results.without(vec![excluded]), &link, "easy/flat@1");
        assert_eq!(
            (state.cell, &*state.problem, &*state.title),
            (None, "This run cannot be run: flat: it must not", "Any free nodes · Backfilling (EASY)")
        );
    }

    #[test]
    fn the_run_at_a_point_has_its_name_in_permalinks() {
        let (link, results) =
            results("#v=1&machine=mesh:4x4,mesh:8x8&allocation=flat&scheduling=easy&vary=runtime:1..2:0.5");
        let view = ShownResults::new(&results, &link);
        let curves = view.curves().curves;
        assert_eq!(view.run_at(&curves[1], 1.5), "easy/flat/mesh:8x8@1.5");
        assert_eq!(view.run_at(&curves[1], 1.6), "");
    }
}
