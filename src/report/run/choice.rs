//! Which run a link opens, in words, or why it cannot be opened.

use crate::experiment::display::{Moment, RunName};
use crate::experiment::{Cell, Curve, Display, Exclusion, Experiment, permalink};
use crate::report::View;
use crate::report::words::decapitalised;
use serde::Serialize;

/// The run that is to be looked into.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RunChoice {
    /// Its name in links.
    pub name: String,
    /// `easy / nep at runtime coefficient 1.2, replication 1`.
    pub title: String,
    /// The link of the experiment whose results these are, however they are looked at: for the worker.
    pub link: String,
    /// Its cell; none where it cannot be opened.
    pub cell: Option<usize>,
    /// Why it cannot be opened; empty where it can.
    pub problem: String,
    /// Whether its clock counts cycles of the network.
    pub cycles: bool,
    /// The moment that the link names; empty for none.
    pub moment: String,
    /// The job that the link names; empty for none.
    pub job: String,
    /// The run that is to stand beside it, if the link names one.
    pub beside: Option<OtherRun>,
    /// Which runs may: the name of each in links, and what it is called.
    pub others: Vec<(String, String)>,
}

/// The run that is to stand beside the one that is looked into.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OtherRun {
    /// Its name in links.
    pub name: String,
    /// `easy / flat`.
    pub title: String,
    /// Its cell; none where it cannot stand there.
    pub cell: Option<usize>,
    /// Why it cannot stand there; empty where it can.
    pub problem: String,
}

impl View<'_> {
    /// The run that the experiment being edited names, if it names one.
    pub fn run(&self) -> Option<RunChoice> {
        let display = &self.edited.display;
        let run = display.run.as_ref()?;
        let text = |moment: &Moment| moment.to_string();
        let found = run.cell(self.results);
        let problem = found.map_or_else(|| format!("The results have no run {run}."), |cell| self.obstacle(cell));
        Some(RunChoice {
            name: run.to_string(),
            title: found.map_or_else(|| run.to_string(), |cell| self.run_title(cell)),
            link: permalink::write(&Experiment { display: Display::default(), ..self.results.experiment().clone() }),
            cell: found.filter(|_| problem.is_empty()),
            problem,
            cycles: self.results.experiment().communication.uses_network(),
            moment: display.moment.as_ref().map_or(String::new(), text),
            job: display.job.map_or(String::new(), |job| job.to_string()),
            beside: display.beside.as_ref().map(|beside| self.beside(run, beside)),
            others: found.map_or(Vec::new(), |cell| self.others(cell)),
        })
    }

    /// The run of this name, to stand beside another.
    fn beside(&self, run: &RunName, beside: &RunName) -> OtherRun {
        let found = beside.cell(self.results);
        let problem = match found {
            None => format!("The results have no run {beside}."),
            Some(_) if !beside.is_of_the_jobs_of(run) => {
                format!("The run {beside} has other jobs: take one of the same value and replication.")
            }
            Some(cell) if Some(cell) == run.cell(self.results) => "This is the run itself.".into(),
            Some(cell) => self.obstacle(cell),
        };
        let title = found.map_or_else(|| beside.to_string(), |cell| self.curve_of(cell));
        let name = found.and_then(|cell| self.name_of(cell)).unwrap_or_else(|| beside.to_string());
        OtherRun { name, title, cell: found.filter(|_| problem.is_empty()), problem }
    }

    /// The runs of the same value and replication on machines as large as that of a cell, which can be run.
    fn others(&self, cell: usize) -> Vec<(String, String)> {
        let (experiment, own) = (self.results.experiment(), self.results.cells()[cell]);
        let size = |machine: usize| experiment.machines[machine].node_count();
        let cells = self.results.cells().iter().enumerate().filter(|(place, other)| {
            let alike = (other.facet, other.value, other.replication) == (own.facet, own.value, own.replication);
            alike && *place != cell && size(other.machine) == size(own.machine) && self.obstacle(*place).is_empty()
        });
        cells.filter_map(|(place, _)| Some((self.name_of(place)?, self.curve_of(place)))).collect()
    }

    /// The name of a cell in links.
    fn name_of(&self, cell: usize) -> Option<String> {
        let Cell { value, replication, .. } = self.results.cells()[cell];
        let curve = self.curve_of(cell).parse().ok()?;
        Some(RunName { curve, value, replication }.to_string())
    }

    /// The curve of a cell.
    fn curve_of(&self, cell: usize) -> String {
        let cell = &self.results.cells()[cell];
        self.results.experiment().curve(cell.machine, cell.allocation, cell.scheduling)
    }

    /// The name in links of the first run at a point of a curve.
    pub(in crate::report) fn run_at(&self, curve: &Curve, coefficient: f64) -> String {
        let experiment = self.results.experiment();
        let value = experiment.values().into_iter().find(|value| value.to_f64() == coefficient);
        value.map_or(String::new(), |value| RunName::of(curve, value, experiment).to_string())
    }

    fn run_title(&self, cell: usize) -> String {
        let (experiment, curve) = (self.results.experiment(), self.curve_of(cell));
        let cell = &self.results.cells()[cell];
        let varied = experiment.vary.map(|sweep| format!(" at {} {}", decapitalised(sweep.varied.title()), cell.value));
        let several = (experiment.replications > 1).then(|| format!(", replication {}", cell.replication + 1));
        format!("{curve}{}{}", varied.unwrap_or_default(), several.unwrap_or_default())
    }

    /// Why a cell cannot be run once more; empty where nothing speaks against it.
    fn obstacle(&self, cell: usize) -> String {
        let (experiment, place) = (self.results.experiment(), cell);
        let cell = &self.results.cells()[place];
        let value = place / experiment.replications as usize % experiment.values().len();
        let excludes = |exclusion: &&Exclusion| exclusion.covers(cell, value);
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

    fn results(link: &str) -> (Experiment, Results) {
        let experiment = permalink::read(link).0;
        (experiment.clone(), Results::from_cells(experiment.clone(), Cell::all(&experiment, &[]), Vec::new()))
    }

    fn choice(results: &Results, experiment: &Experiment, run: &str) -> RunChoice {
        let mut edited = experiment.clone();
        edited.set("run", run).unwrap();
        edited.set("moment", "7.5").unwrap();
        View::new(results, &edited).run().unwrap()
    }

    #[test]
    fn a_run_is_opened_from_its_name() {
        let (experiment, results) = results("#v=1&allocation=nep,flat&vary=runtime:1..2:0.5&replications=2");
        assert_eq!(View::new(&results, &experiment).run(), None);
        let seen = choice(&results, &experiment, "easy/flat@1.5@2");
        assert_eq!((seen.cell, &*seen.problem, &*seen.moment, &*seen.job), (Some(21), "", "7.5", ""));
        assert_eq!(seen.title, "easy / flat at runtime coefficient 1.5, replication 2");
        assert!(seen.link == permalink::write(&experiment) && !seen.cycles);
        let nowhere = choice(&results, &experiment, "easy/flat@1.7");
        assert_eq!((nowhere.cell, &*nowhere.problem), (None, "The results have no run easy/flat@1.7."));
    }

    #[test]
    fn runs_of_the_same_jobs_may_stand_beside() {
        let (mut experiment, mut results) = results(
            "#v=1&machine=mesh:4x4,mesh:2x8,mesh:8x8&allocation=ff,flat&scheduling=easy&vary=runtime:1..2:0.5&replications=2",
        );
        experiment.set("run", "easy/ff/mesh:4x4@1.5@2").unwrap();
        let failed = results.cells().iter().position(|cell| (cell.machine, cell.allocation) == (1, 0)).unwrap();
        results.put(failed + 3, Err(Diagnostic::new("", "it broke")));
        let offered = View::new(&results, &experiment).run().unwrap().others;
        let pair = |name: &str, title: &str| (name.to_string(), title.to_string());
        let expected = [
            pair("easy/flat/mesh:4x4@1.5@2", "easy / flat on mesh:4x4"),
            pair("easy/flat/mesh:2x8@1.5@2", "easy / flat on mesh:2x8"),
        ];
        assert_eq!(offered, expected, "no other size, not itself, not what has failed");
        let mut beside = |name: &str| {
            experiment.set("beside", name).unwrap();
            let conflicts =
                experiment.conflicts().into_iter().filter(|conflict| conflict.parameter == "beside").count();
            (View::new(&results, &experiment).run().unwrap().beside.unwrap(), conflicts)
        };
        for (name, _) in &offered {
            let (seen, conflicts) = beside(name);
            assert!(seen.cell.is_some() && seen.name == *name && conflicts == 0, "{seen:?}");
        }
        assert_eq!(beside("easy/flat/mesh:2x8@1.5@2").0.title, "easy / flat on mesh:2x8");
        for (name, problem, wrong) in [
            ("easy/ep@1.5@2", "The results have no run easy/ep@1.5@2.", 1),
            ("easy/flat@2@2", "The run easy/flat@2@2 has other jobs: take one of the same value and replication.", 1),
            ("easy/flat@1.5", "The run easy/flat@1.5 has other jobs: take one of the same value and replication.", 1),
            ("easy/ff/mesh:4x4@1.5@2", "This is the run itself.", 1),
            ("easy/ff@1.5@2", "This is the run itself.", 0),
            ("easy/ff/mesh:2x8@1.5@2", "This run failed: it broke", 0),
        ] {
            let (seen, conflicts) = beside(name);
            assert_eq!((seen.cell, &*seen.problem, conflicts), (None, problem, wrong), "{name}");
        }
        experiment.set("run", "").unwrap();
        let conflicts: Vec<&str> = experiment.conflicts().iter().map(|conflict| conflict.parameter).collect();
        assert_eq!(conflicts, ["beside"]);
    }

    #[test]
    fn a_run_that_failed_or_is_excluded_says_so() {
        let (experiment, mut results) = results("#v=1&allocation=nep,flat&scheduling=easy&vary=none");
        results.put(0, Err(Diagnostic::new("", "it broke")));
        assert_eq!(choice(&results, &experiment, "easy/nep@1").problem, "This run failed: it broke");
        let excluded = Exclusion { allocation: Some(1), reason: "it must not".into(), ..Exclusion::default() };
        let seen = choice(&results.without(vec![excluded]), &experiment, "easy/flat@1");
        assert_eq!(
            (seen.cell, &*seen.problem, &*seen.title),
            (None, "This run cannot be run: flat: it must not", "easy / flat")
        );
    }

    #[test]
    fn the_run_at_a_point_is_named_as_links_have_it() {
        let (experiment, results) =
            results("#v=1&machine=mesh:4x4,mesh:8x8&allocation=flat&scheduling=easy&vary=runtime:1..2:0.5");
        let view = View::new(&results, &experiment);
        let curves = view.curves().curves;
        assert_eq!(view.run_at(&curves[1], 1.5), "easy/flat/mesh:8x8@1.5");
        assert_eq!(view.run_at(&curves[1], 1.6), "");
    }
}
