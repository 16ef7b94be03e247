//! What workers find out about one run, by running it again with an observer. A new inspection is a type with a `find`,
//! and its line in `inspections!`.

pub mod links;

use super::counterfactual::CounterfactualStart;
use super::run::{JobWaits, MomentReasons, Traffic, WaitBreakdownReport};
use crate::budget::Budget;
use crate::experiment::Plan;
use crate::experiment::placement_search::ListRun;
use crate::simulation::RunFailure;
use links::LinkLoadState;
use serde::{Deserialize, Serialize};

macro_rules! inspections {
    ($plan:ident, $cell:ident: $($(#[$meaning:meta])* $name:ident $(($given:ident: $query:ty))? -> $answer:ty = $find:expr;)+) => {
        /// A question about a run for a worker.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        #[serde(rename_all = "kebab-case")]
        pub enum Aspect { $($(#[$meaning])* $name $(($query))?,)+ }

        /// The answer: plain data.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        #[serde(rename_all = "kebab-case")]
        pub enum Inspection { $($(#[$meaning])* $name($answer),)+ }

        impl Inspection {
            /// Runs a cell of a plan again with an observer. Costs as much as the run. Fails if there is no run, as for
            /// the schedule of a log ([`crate::experiment::AS_LOGGED`]).
            pub fn new($plan: &Plan, $cell: usize, aspect: Aspect) -> Result<Inspection, RunFailure> {
                if $cell >= $plan.cells.len() {
                    return Err(RunFailure::NotSimulated);
                }
                match aspect { $(Aspect::$name $(($given))? => $find.map(Inspection::$name),)+ }
            }
        }
    };
}

inspections! { plan, cell:
    /// The load of the links of the network.
    Links -> LinkLoadState = LinkLoadState::find(plan, cell);
    /// Why jobs wait at an instant, in the form of permalinks.
    Waits(instant: String) -> MomentReasons = MomentReasons::find(plan, cell, &instant);
    /// The packets under way at a time, in the form of permalinks.
    Traffic(time: String) -> Traffic = Traffic::find(plan, cell, &time);
    /// What all jobs together wait for.
    WaitBreakdown -> WaitBreakdownReport = WaitBreakdownReport::find(plan, cell);
    /// What one job waited for, by its index in the run.
    JobExplanation(job: u32) -> JobWaits = JobWaits::find(plan, cell, job);
    /// What the run of a list of placements gave.
    Placements -> ListRun = ListRun::find(plan, cell, &mut ());
    /// The start of the job with this number.
    Start(number: String) -> CounterfactualStart = CounterfactualStart::find(plan, cell, &number, &Budget::USUAL);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Plan, permalink};

    #[test]
    fn a_run_is_inspected_and_the_result_is_shown() {
        let link = "#v=1&model=stochastic&jobs=5&machine=mesh:2x2&allocation=ff&scheduling=fcfs&service=communication&vary=none";
        let (experiment, _) = permalink::read(link);
        let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
        let Ok(Inspection::Links(links)) = Inspection::new(&plan, 0, Aspect::Links) else { panic!("no links") };
        let view = links.view(false).unwrap();
        assert!(view.svg.starts_with("<svg") && view.sentence.starts_with("8 links"), "{}", view.sentence);
        assert_eq!(links.csv().unwrap().lines().count(), 1 + 8);
        let logged = Inspection::new(&plan, crate::experiment::AS_LOGGED, Aspect::Links);
        assert_eq!(logged, Err(RunFailure::NotSimulated));
        let nowhere = LinkLoadState { machine: "mesh".into(), loads: Vec::new() };
        assert!(nowhere.view(false).is_err() && nowhere.csv().is_err());
    }
}
