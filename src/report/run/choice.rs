//! Which run a link opens, in words, or why it cannot be opened.

use crate::experiment::display::{Moment, RunName};
use crate::experiment::{Curve, Display, Exclusion, Experiment, permalink};
use crate::report::View;
use crate::report::otherwise::Otherwise;
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
    /// The runs that tell when its jobs would have started otherwise.
    pub otherwise: Otherwise,
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
            otherwise: found.map(|cell| Otherwise::of(self.results.experiment(), cell)).unwrap_or_default(),
        })
    }

    /// The name in links of the first run at a point of a curve.
    pub(in crate::report) fn run_at(&self, curve: &Curve, coefficient: f64) -> String {
        let experiment = self.results.experiment();
        let value = experiment.values().into_iter().find(|value| value.to_f64() == coefficient);
        value.map_or(String::new(), |value| RunName::of(curve, value, experiment).to_string())
    }

    fn run_title(&self, cell: usize) -> String {
        let (experiment, cell) = (self.results.experiment(), &self.results.cells()[cell]);
        let curve = experiment.curve(cell.machine, cell.allocation, cell.scheduling);
        let varied = experiment.vary.map(|sweep| format!(" at {} {}", decapitalised(sweep.varied.title()), cell.value));
        let several = (experiment.replications > 1).then(|| format!(", replication {}", cell.replication + 1));
        format!("{curve}{}{}", varied.unwrap_or_default(), several.unwrap_or_default())
    }

    /// Why a cell cannot be run once more; empty where nothing speaks against it.
    fn obstacle(&self, cell: usize) -> String {
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
