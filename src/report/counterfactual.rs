//! Counterfactual starts of a job: under another policy, or on `flat`. Each alternative is a cell of an experiment with
//! more curves. So the same jobs run in it, with the results that a sweep would have.

use super::words::duration;
use crate::budget::Budget;
use crate::experiment::{Cell, Experiment, Plan, permalink};
use crate::figure::Clock;
use crate::scheduling::{BlockedHead, Order, Scheduling};
use crate::simulation::RunFailure;
use crate::simulation::observers::Times;
use crate::time::Time;
use crate::view::SimulatedTime;
use crate::workload::number_of;
use serde::{Deserialize, Serialize};

/// The counterfactual runs for the jobs of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CounterfactualRuns {
    /// The link of the experiment that contains them.
    pub link: String,
    /// The name of each: its curve, such as `easy / flat`.
    pub names: Vec<String>,
    /// The same for people: `Any free nodes · Backfilling (EASY)`.
    pub titles: Vec<String>,
    /// The cell of each.
    pub cells: Vec<usize>,
}

impl CounterfactualRuns {
    /// The alternatives to a run, by its index in the plan of an experiment: the same policy on `flat`, the same queue
    /// order with each other head rule, and each other order with the same head rule.
    pub fn of(experiment: &Experiment, place: usize) -> CounterfactualRuns {
        let changed = CounterfactualRuns::experiment(experiment, place);
        let own = cell(experiment, place);
        let all = Cell::all(&changed, &[]);
        let flat = changed.allocation.iter().position(|name| name == FLAT).unwrap_or(own.allocation);
        let policies = (1..changed.scheduling.len()).map(|scheduling| (own.allocation, scheduling));
        let pairs = (flat != own.allocation).then_some((flat, 0)).into_iter().chain(policies);
        let alternative = |(allocation, scheduling)| {
            let wanted = Cell { allocation, scheduling, ..own };
            all.iter().position(|cell| *cell == wanted)
        };
        let cells: Vec<usize> = pairs.filter_map(alternative).collect();
        let curves = || cells.iter().map(|&cell| (own.machine, all[cell].allocation, all[cell].scheduling));
        let names = curves().map(|(machine, allocation, scheduling)| changed.curve(machine, allocation, scheduling));
        let titles =
            curves().map(|(machine, allocation, scheduling)| changed.curve_title(machine, allocation, scheduling));
        let (names, titles) = (names.collect(), titles.collect());
        CounterfactualRuns { link: permalink::write(&changed), names, titles, cells }
    }

    /// The experiment of [`CounterfactualRuns::link`], with a curve for each alternative. Its policies are those of the
    /// alternatives, after that of the run. All strategies stay, because together they determine which jobs run. The
    /// varied parameter also stays.
    pub fn experiment(experiment: &Experiment, place: usize) -> Experiment {
        let Cell { scheduling, replication, .. } = cell(experiment, place);
        let mut changed = experiment.clone();
        changed.replications = replication + 1;
        if !changed.allocation.iter().any(|name| name == FLAT) {
            changed.allocation.push(FLAT.into());
        }
        let own = experiment.scheduling[scheduling];
        let head = |head: &BlockedHead| own.with_head(*head);
        // The slowest comes last, so the others do not wait for it.
        let is_slow = |head: &BlockedHead| *head == BlockedHead::Conservative;
        let heads = BlockedHead::ALL.iter().filter(|head| !is_slow(head)).map(head);
        let slow = BlockedHead::ALL.iter().filter(|head| is_slow(head)).map(head);
        let orders = Order::ALL.iter().map(|order| {
            let policy = Scheduling::new(*order, own.blocked_head);
            own.depth().and_then(|depth| policy.with_depth(depth).ok()).unwrap_or(policy)
        });
        changed.scheduling = vec![own];
        for policy in heads.chain(orders).chain(slow) {
            if policy.check().is_ok() && !changed.scheduling.contains(&policy) {
                changed.scheduling.push(policy);
            }
        }
        changed
    }
}

/// The strategy that needs only a count of processors.
const FLAT: &str = "flat";

/// A cell of an experiment, by its index in the plan.
fn cell(experiment: &Experiment, place: usize) -> Cell {
    Cell::all(experiment, &[]).swap_remove(place)
}

/// The start of a job in a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CounterfactualStart {
    /// The start, as a moment in a permalink; empty if unknown.
    pub start: String,
    /// Why the start is unknown; else empty.
    pub problem: String,
}

impl CounterfactualStart {
    /// Runs a cell for the start of the job with this number. A run that is excluded, or that takes longer than the
    /// budget, does not run, and the problem says so. Costs as much as the run.
    pub fn find(plan: &Plan, cell: usize, number: &str, budget: &Budget) -> Result<CounterfactualStart, RunFailure> {
        let problem = |problem: String| Ok(CounterfactualStart { problem, ..CounterfactualStart::default() });
        let experiment = plan.experiment();
        if let Some(exclusion) = plan.exclusion_of(cell) {
            return problem(format!("cannot be run: {}", exclusion.diagnostic(experiment)));
        }
        let seconds = plan.seconds(cell, budget);
        if seconds > budget.seconds {
            return problem(format!("not run: it would take about {}", duration(seconds)));
        }
        let number: Option<i64> = number.parse().ok();
        let (jobs, ids) = (plan.jobs(cell)?, plan.ids(cell));
        let Some(job) = (0..jobs.jobs.len()).find(|&job| Some(number_of(&ids, job)) == number) else {
            return problem("the job does not run there".into());
        };
        let mut times = Times::new(&jobs);
        plan.observe(cell, &jobs, &mut times)?;
        Ok(CounterfactualStart { start: SimulatedTime(times.start[job]).to_string(), problem: String::new() })
    }

    /// The same, but if the run fails the problem says why.
    pub fn find_or_say(plan: &Plan, cell: usize, number: i64, budget: &Budget) -> CounterfactualStart {
        let found = CounterfactualStart::find(plan, cell, &number.to_string(), budget);
        found.unwrap_or_else(|failure| CounterfactualStart {
            problem: format!("failed: {failure}"),
            ..CounterfactualStart::default()
        })
    }

    /// When the job starts, if it is known.
    pub fn moment(&self) -> Option<Time> {
        self.start.parse().ok().map(|SimulatedTime(moment)| moment)
    }
}

/// The titles of the columns of [`row`].
pub const COLUMNS: [&str; 4] = ["run", "starts at", "waits", "against this run"];

/// The row of a run: its name, the start of the job, its wait, and how much earlier or later it starts than in a run
/// where it arrives at `submit` and starts at `own`.
pub fn row(name: &str, start: Time, submit: Time, own: Time, clock: Clock) -> [String; 4] {
    let length = |time: Time| clock.length(time);
    let against = match start - own {
        0 => "at the same time".into(),
        later if later > 0 => format!("{} later", length(later)),
        earlier => format!("{} earlier", length(-earlier)),
    };
    [name.into(), clock.moment(start), length(start - submit), against]
}

/// A row as a line of text. The name is padded to this many letters, so that printed lines align.
pub fn line(row: &[String; 4], names: usize) -> String {
    let [name, start, wait, against] = row;
    format!("{name:names$}  {start:22}  {wait:14}  {against}").trim_end().to_string() + "\n"
}

#[cfg(test)]
mod tests;
