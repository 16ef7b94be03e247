//! A look inside one run: it is computed once more with somebody watching. A new view of a run is an observer, a variant
//! here, and a picture.

use crate::experiment::Plan;
use crate::simulation::Failure;
use serde::{Deserialize, Serialize};

/// What somebody wants to see of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Aspect {
    /// How busy the links of the network are.
    Links,
}

/// What is to be seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "aspect", rename_all = "kebab-case")]
pub enum Inspection {
    /// The links of the network.
    Links {
        /// The machine of the run.
        machine: String,
        /// For each link, by the network's numbers, the share of the time between the first arrival and the last
        /// completion for which it carries flits; empty where jobs do not communicate.
        loads: Vec<f64>,
    },
}

impl Inspection {
    /// Runs a cell of a plan once more and watches. Costs as much as the run.
    pub fn new(plan: &Plan, cell: usize, aspect: Aspect) -> Result<Inspection, Failure> {
        match aspect {
            Aspect::Links => {
                let loads = plan.link_loads(cell)?;
                Ok(Inspection::Links { machine: plan.machine(cell).to_string(), loads })
            }
        }
    }
}
