//! Questions about one run, answered by computing it once more with an observer. A new view of a run is a file next to
//! this one (the observer, and the text about it), a variant here, and a picture.

pub mod links;

use super::otherwise::Answer;
use super::run::{Reasons, Told, Traffic, WaitSplit};
use crate::budget::Budget;
use crate::experiment::Plan;
use crate::simulation::Failure;
use links::LinksSeen;
use serde::{Deserialize, Serialize};

/// What is asked of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Aspect {
    /// How busy the links of the network are.
    Links,
    /// Why jobs wait at an instant, as links have moments.
    Waits(String),
    /// Which packets are under way at a moment, as links have moments.
    Traffic(String),
    /// What all jobs together wait for.
    Split,
    /// What one job waited for, by its place among those of the run.
    Story(u32),
    /// When the job of this number starts.
    Start(String),
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Inspection {
    /// The links of the network.
    Links(LinksSeen),
    /// Why jobs wait.
    Waits(Reasons),
    /// The packets under way.
    Traffic(Traffic),
    /// What all jobs together wait for.
    Split(WaitSplit),
    /// What a job waited for.
    Story(Told),
    /// When a job starts.
    Start(Answer),
}

impl Inspection {
    /// Runs a cell of a plan once more with an observer. Costs as much as the run. Fails for imported schedules, which
    /// no run made ([`crate::experiment::AS_LOGGED`]).
    pub fn new(plan: &Plan, cell: usize, aspect: Aspect) -> Result<Inspection, Failure> {
        if cell >= plan.cells.len() {
            return Err(Failure::NotSimulated);
        }
        match aspect {
            Aspect::Links => {
                let loads = plan.link_loads(cell)?;
                Ok(Inspection::Links(LinksSeen { machine: plan.machine(cell).to_string(), loads }))
            }
            Aspect::Waits(instant) => Reasons::find(plan, cell, &instant).map(Inspection::Waits),
            Aspect::Traffic(moment) => Traffic::find(plan, cell, &moment).map(Inspection::Traffic),
            Aspect::Split => WaitSplit::find(plan, cell).map(Inspection::Split),
            Aspect::Story(job) => Told::find(plan, cell, job).map(Inspection::Story),
            Aspect::Start(number) => Answer::find(plan, cell, &number, &Budget::USUAL).map(Inspection::Start),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Plan, permalink};

    #[test]
    fn a_run_is_looked_into_and_what_was_seen_is_shown() {
        let link = "#v=1&model=stochastic&jobs=5&machine=mesh:2x2&allocation=ff&scheduling=fcfs&service=communication&vary=none";
        let (experiment, _) = permalink::read(link);
        let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
        let Ok(Inspection::Links(links)) = Inspection::new(&plan, 0, Aspect::Links) else { panic!("no links") };
        let view = links.view(false).unwrap();
        assert!(view.svg.starts_with("<svg") && view.sentence.starts_with("8 links"), "{}", view.sentence);
        assert_eq!(links.csv().unwrap().lines().count(), 1 + 8);
        let logged = Inspection::new(&plan, crate::experiment::AS_LOGGED, Aspect::Links);
        assert_eq!(logged, Err(Failure::NotSimulated));
        let nowhere = LinksSeen { machine: "mesh".into(), loads: Vec::new() };
        assert!(nowhere.view(false).is_err() && nowhere.csv().is_err());
    }
}
