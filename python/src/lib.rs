//! The native part of the Python package `subtorus`: logs, runs, sweeps and own code. The package around it is Python.

mod arguments;
mod environment;
mod error;
mod figures;
mod interrupt;
mod log;
mod own;
mod placements;
mod prepare;
mod run;
mod sweep;
mod threads;

use pyo3::prelude::*;
use subtorus::allocation::catalogue::{self, Entry};
use subtorus::scheduling::{BlockedHead, Order};
use subtorus::view::{PARAMETERS, is_of_one_run};

/// Each parameter: keyword, help, expected form, whether it describes a single run.
#[pyfunction]
fn parameters() -> Vec<(String, &'static str, String, bool)> {
    PARAMETERS
        .iter()
        .map(|each| (each.name.replace('-', "_"), each.help, each.expected().to_string(), is_of_one_run(each.name)))
        .collect()
}

/// Each allocation strategy: name, family, what it does, source, examples of its full name.
#[pyfunction]
fn strategies() -> Vec<(&'static str, &'static str, &'static str, &'static str, Vec<&'static str>)> {
    let row =
        |entry: &'static Entry| (entry.name, entry.family.name(), entry.summary, entry.source, entry.examples.to_vec());
    catalogue::entries().map(row).collect()
}

/// The orders of the queue and the head rules: kind, name, meaning.
#[pyfunction]
fn policies() -> Vec<(&'static str, &'static str, &'static str)> {
    let orders = Order::ALL.iter().map(|order| ("order", order.name(), order.meaning()));
    orders.chain(BlockedHead::ALL.iter().map(|head| ("head", head.name(), head.meaning()))).collect()
}

/// The native part of subtorus.
#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("BUILD", subtorus::BUILD)?;
    module.add_class::<log::Log>()?;
    module.add_class::<run::Run>()?;
    module.add_class::<sweep::Sweep>()?;
    module.add_class::<placements::Placements>()?;
    module.add_class::<environment::Environment>()?;
    module.add_function(wrap_pyfunction!(parameters, module)?)?;
    module.add_function(wrap_pyfunction!(strategies, module)?)?;
    module.add_function(wrap_pyfunction!(policies, module)?)?;
    module.add_function(wrap_pyfunction!(run::simulate, module)?)?;
    module.add_function(wrap_pyfunction!(sweep::sweep, module)?)?;
    module.add_function(wrap_pyfunction!(sweep::link, module)?)?;
    module.add_function(wrap_pyfunction!(sweep::figure_list, module)?)?;
    module.add_function(wrap_pyfunction!(placements::search_placements, module)?)?;
    module.add_function(wrap_pyfunction!(own::register, module)?)
}
