//! The run that keywords describe.

use crate::arguments::{Setting, refuse_columns, refuse_conflicts, refuse_sweeps, with};
use crate::error::Failure;
use crate::log::LogData;
use crate::own;
use subtorus::budget::Budget;
use subtorus::experiment::{OneRun, Plan};

/// The run, ready to start. `command` is the caller's name in messages.
pub fn one_run(log: Option<&LogData>, settings: &[Setting], budget: &Budget, command: &str) -> Result<OneRun, Failure> {
    let mut experiment = OneRun::experiment();
    experiment.codes.engine = Some(own::engine);
    refuse_sweeps(settings)?;
    experiment = with(experiment, settings)?;
    OneRun::refuse_several(&experiment, command).map_err(|error| Failure::of(&error))?;
    if let Some(log) = log {
        refuse_columns(settings)?;
        log.become_log_of(&mut experiment, false)?;
    }
    refuse_conflicts(&experiment.conflicts())?;
    let planned = match log {
        Some(log) => {
            let (workload, selected) = &*log.selected(&experiment);
            Plan::within(budget, &experiment, workload).map(|plan| (plan, *selected))
        }
        None => Plan::prepare(budget, &experiment, None),
    };
    let (plan, selected) = planned.map_err(|error| own::failure_of_plan(&error))?;
    OneRun::of(plan, selected).map_err(|error| own::failure_of_start(&error))
}
