//! One run of an experiment, as a command or a script asks for it: one machine, one strategy, one policy, no sweep.

use super::{Exclusion, Experiment, Plan};
use crate::diagnostic::Explain;
use crate::machine::Machine;
use crate::simulation::{Observer, RunFailure};
use crate::workload::{Jobs, Selected};

/// The parameters that do not describe a single run: those of sweeps and charts, and the identity of a log.
pub const NOT_OF_ONE_RUN: &[&str] =
    &["sha256", "log-url", "vary", "facet", "replications", "precision", "plot", "scale"];

/// The parameters without a default in a single run.
pub const REQUIRED_IN_ONE_RUN: [&str; 3] = ["machine", "allocation", "scheduling"];

/// A parameter has several names where one run needs one.
#[derive(Debug, thiserror::Error)]
#[error("{count} names, but {command} runs one; sweep compares several")]
pub struct SeveralNames {
    parameter: &'static str,
    count: usize,
    command: String,
    /// The machine that may have been meant by several.
    meant: Option<String>,
}

impl Explain for SeveralNames {
    fn place(&self) -> String {
        self.parameter.into()
    }

    fn meant(&self) -> Vec<String> {
        self.meant.iter().cloned().collect()
    }
}

/// Why a run cannot start.
#[derive(Debug, thiserror::Error)]
pub enum OneRunError {
    /// The plan excludes it.
    #[error("{}", .0.reason)]
    Excluded(Box<Exclusion>),
    /// Its jobs cannot be made.
    #[error(transparent)]
    Failed(#[from] RunFailure),
}

impl Explain for OneRunError {
    fn passed_on(&self) -> Option<&dyn Explain> {
        if let OneRunError::Failed(failure) = self { Some(failure) } else { None }
    }

    fn place(&self) -> String {
        match self {
            OneRunError::Excluded(exclusion) => exclusion.place.clone(),
            OneRunError::Failed(failure) => failure.place(),
        }
    }
}

/// The first cell of a plan, ready to run.
pub struct OneRun {
    /// The plan; its other cells, if any, are for comparison.
    pub plan: Plan,
    /// The jobs that the log's selection left out.
    pub selected: Selected,
    /// The jobs of the run.
    pub jobs: Jobs,
    /// Its machine.
    pub machine: Machine,
}

impl OneRun {
    /// The experiment of a single run before any parameter is set: the default without its sweep.
    pub fn experiment() -> Experiment {
        Experiment { vary: None, ..Experiment::default() }
    }

    /// Fails if an experiment compares several machines, strategies or policies. `command` is the caller's name.
    pub fn refuse_several(experiment: &Experiment, command: &str) -> Result<(), SeveralNames> {
        let Experiment { machines, allocation, scheduling, .. } = experiment;
        let counts = [machines.len(), allocation.len(), scheduling.len()];
        match REQUIRED_IN_ONE_RUN.into_iter().zip(counts).find(|(_, count)| *count > 1) {
            Some((parameter, count)) => {
                let mesh = Machine::mesh_of_lines(machines).filter(|_| parameter == "machine");
                let meant = mesh.map(|mesh| mesh.to_string());
                Err(SeveralNames { parameter, count, command: command.into(), meant })
            }
            None => Ok(()),
        }
    }

    /// The first cell of a plan. Fails if it is excluded; other cells may then run all the same.
    pub fn of(plan: Plan, selected: Selected) -> Result<OneRun, OneRunError> {
        if let Some(exclusion) = plan.exclusion_of(0) {
            return Err(OneRunError::Excluded(Box::new(exclusion.clone())));
        }
        let (jobs, machine) = (plan.jobs(0)?, plan.machine(0));
        Ok(OneRun { plan, selected, jobs, machine })
    }

    /// Runs it, and reports its events to `observer`.
    pub fn observe(&self, observer: &mut dyn Observer) -> Result<(), RunFailure> {
        self.plan.observe(0, &self.jobs, observer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostic;
    use crate::experiment::{PARAMETERS, permalink};
    use crate::simulation::Recorder;

    #[test]
    fn a_run_is_the_first_cell_of_its_plan() {
        let experiment = permalink::read("#v=1&jobs=20&machine=mesh:4x4&allocation=ff&scheduling=easy&vary=none").0;
        let (plan, selected) = Plan::prepare(&crate::budget::Budget::USUAL, &experiment, None).unwrap();
        let expected = plan.run(0, None).unwrap();
        let run = OneRun::of(plan, selected).unwrap();
        let mut recorder = Recorder::new(&run.jobs, &run.machine);
        run.observe(&mut recorder).unwrap();
        let same = |(one, other): (f64, f64)| one.to_bits() == other.to_bits();
        let values = recorder.metrics();
        assert!(values.iter().zip(expected.metrics.iter()).all(|((_, one), (_, other))| same((one, other))));
    }

    #[test]
    fn several_names_are_refused_with_their_parameter() {
        let mut experiment = OneRun::experiment();
        experiment.set("machine", "16,22").unwrap();
        let several = OneRun::refuse_several(&experiment, "why").unwrap_err();
        let said = "machine: 2 names, but why runs one; sweep compares several; did you mean mesh:16x22?";
        assert_eq!(Diagnostic::of(&several).to_string(), said);
        experiment.set("machine", "mesh:4x4").unwrap();
        let message = |experiment: &Experiment| {
            OneRun::refuse_several(experiment, "why").map_err(|error| Diagnostic::of(&error).to_string())
        };
        assert_eq!(
            message(&experiment).unwrap_err(),
            "allocation: 3 names, but why runs one; sweep compares several",
            "the default compares three"
        );
        experiment.set("allocation", "ff").unwrap();
        experiment.set("scheduling", "fcfs").unwrap();
        assert_eq!(message(&experiment), Ok(()));
    }

    #[test]
    fn an_excluded_run_says_why() {
        let link = "#v=1&jobs=9&machine=mesh:2x2x2&allocation=mbs,ff&scheduling=fcfs&vary=none";
        let experiment = permalink::read(link).0;
        let (plan, selected) = Plan::prepare(&crate::budget::Budget::USUAL, &experiment, None).unwrap();
        let Err(error) = OneRun::of(plan, selected) else { panic!("a buddy system is of the plane") };
        assert!(!error.place().is_empty() && error.to_string().contains("mbs"), "{error}");
    }

    #[test]
    fn the_names_are_those_of_parameters() {
        let known = |name: &&str| PARAMETERS.find(name).is_ok();
        assert!(NOT_OF_ONE_RUN.iter().chain(&REQUIRED_IN_ONE_RUN).all(known));
    }
}
