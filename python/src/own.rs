//! Own code in Python: allocation strategies and policies.

mod policy;
mod strategy;

pub use policy::PythonPolicy;
pub use strategy::{engine, register};

use crate::error::Failure;
use pyo3::prelude::*;
use pyo3::types::PyTraceback;
use std::sync::Mutex;
use subtorus::allocation::own::CodeException;
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::PlanError;
use subtorus::experiment::one_run::OneRunError;

/// The first exception of own code since the last call.
static THROWN: Mutex<Option<PyErr>> = Mutex::new(None);

/// What own code threw, for the cause of an error. Taking it forgets it.
pub fn thrown() -> Option<PyErr> {
    THROWN.lock().ok()?.take()
}

/// Forgets what own code threw in an earlier call.
pub fn forget_thrown() {
    drop(thrown());
}

/// Raises what own code threw, for a sweep, which goes on without the cells that failed.
pub fn raise_thrown(py: Python<'_>) -> Result<(), Failure> {
    let Some(error) = thrown() else { return Ok(()) };
    let exception = exception(py, &error);
    keep(error);
    let problem = format!("own code failed: {exception}");
    let diagnostic = Diagnostic::new("allocation", problem);
    Err(Failure::Policy { diagnostic, job: None })
}

/// Keeps an exception as the cause of the error that ends the run.
fn keep(error: PyErr) {
    if let Ok(mut kept) = THROWN.lock() {
        kept.get_or_insert(error);
    }
}

/// An exception as the library reports it.
fn exception(py: Python<'_>, error: &PyErr) -> CodeException {
    let name = error.get_type(py).name().map_or_else(|_| "an exception".into(), |name| name.to_string());
    let message = error.value(py).to_string();
    let message = if message.is_empty() { name } else { format!("{name}: {message}") };
    CodeException { message, line: error.traceback(py).and_then(|traceback| line(&traceback)) }
}

/// The line of the innermost frame, unless that is one of this package, which asks own code and reads its answers.
fn line(traceback: &Bound<'_, PyTraceback>) -> Option<u32> {
    let mut innermost = traceback.clone().into_any();
    while let Ok(next) = innermost.getattr("tb_next")
        && !next.is_none()
    {
        innermost = next;
    }
    let module = innermost.getattr("tb_frame").ok()?.getattr("f_globals").ok()?.get_item("__name__").ok()?;
    let is_ours = module.extract::<String>().is_ok_and(|name| name == "subtorus.own");
    innermost.getattr("tb_lineno").ok().filter(|_| !is_ours)?.extract().ok()
}

/// Keeps the exception of a call of own code, and reports it.
fn reported<T>(py: Python<'_>, done: PyResult<T>) -> Result<T, CodeException> {
    done.map_err(|error| {
        let report = exception(py, &error);
        keep(error);
        report
    })
}

/// The failure of a plan: own strategies are asked already then.
pub fn failure_of_plan(error: &PlanError) -> Failure {
    match error {
        PlanError::ContractViolation(_) => Failure::Policy { diagnostic: Diagnostic::of(error), job: None },
        _ => failure(Diagnostic::of(error)),
    }
}

/// The failure of a run that cannot start.
pub fn failure_of_start(error: &OneRunError) -> Failure {
    failure(Diagnostic::of(error))
}

/// Wrong input; the fault of own code if that has thrown.
fn failure(diagnostic: Diagnostic) -> Failure {
    let has_thrown = THROWN.lock().is_ok_and(|thrown| thrown.is_some());
    if has_thrown { Failure::Policy { diagnostic, job: None } } else { Failure::Input(diagnostic) }
}
