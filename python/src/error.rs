//! Failures, and the Python exceptions that they become.

use pyo3::exceptions::{PyException, PyRuntimeError};
use pyo3::prelude::*;
use std::any::Any;
use std::path::PathBuf;
use subtorus::diagnostic::{Diagnostic, Explain};
use subtorus::simulation::RunFailure;
use subtorus::view::PARAMETERS;

/// Why a call did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Wrong input: an `InputError`.
    #[error("{0}")]
    Input(Diagnostic),
    /// Own code of the caller broke a rule or threw: a `PolicyError`, or what was thrown if it is no error.
    #[error("{diagnostic}")]
    Policy {
        /// What happened.
        diagnostic: Diagnostic,
        /// The number of the job.
        job: Option<i64>,
    },
    /// An error of the operating system about this file: an `OSError`.
    #[error("{}: {error}", path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// The error.
        error: std::io::Error,
    },
    /// A defect of this program: a `RuntimeError`.
    #[error("subtorus has a defect, please report it: {0}")]
    Defect(String),
    /// An exception of Python.
    #[error("{0}")]
    Python(#[from] PyErr),
}

impl Failure {
    /// Wrong input that this error explains.
    pub fn of(error: &(impl Explain + ?Sized)) -> Failure {
        Failure::Input(Diagnostic::of(error))
    }

    /// The same at a place that the error does not know.
    pub fn at(place: &str, error: &(impl Explain + ?Sized)) -> Failure {
        Failure::Input(Diagnostic::at(place, error))
    }

    /// Wrong input at this place.
    pub fn new(place: &str, found: impl Into<String>, expected: &str, remedy: &str) -> Failure {
        let (place, problem) = (place.into(), found.into());
        Failure::Input(Diagnostic { place, problem, expected: expected.into(), remedy: remedy.into() })
    }

    /// The failure of a run.
    pub fn of_run(failure: &RunFailure) -> Failure {
        let diagnostic = Diagnostic::of(failure);
        match failure {
            RunFailure::ContractViolation(cause) => Failure::Policy { diagnostic, job: cause.job },
            RunFailure::OwnPolicy(cause) => Failure::Policy { diagnostic, job: cause.job },
            _ => Failure::Input(diagnostic),
        }
    }

    /// A panic of another thread.
    pub fn of_panic(panic: &(dyn Any + Send)) -> Failure {
        let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Failure::Defect(text.unwrap_or_else(|| "it panicked".into()))
    }

    fn raise(self, py: Python<'_>) -> PyResult<PyErr> {
        match self {
            Failure::Input(diagnostic) => input_error(py, &diagnostic),
            Failure::Policy { diagnostic, job } => {
                let thrown = crate::own::thrown();
                if let Some(thrown) = &thrown
                    && !thrown.is_instance_of::<PyException>(py)
                {
                    return Ok(thrown.clone_ref(py));
                }
                let error = exception(py, "PolicyError", &diagnostic, Some(job))?;
                error.set_cause(py, thrown);
                Ok(error)
            }
            Failure::System { path, error } => {
                let number = error.raw_os_error();
                let text = error.to_string();
                let text = text.split(" (os error").next().unwrap_or(&text).to_string();
                let class = py.get_type::<pyo3::exceptions::PyOSError>();
                Ok(match number {
                    Some(number) => PyErr::from_value(class.call1((number, text, path.display().to_string()))?),
                    None => PyErr::from_value(class.call1((format!("{}: {text}", path.display()),))?),
                })
            }
            Failure::Defect(_) => Ok(PyRuntimeError::new_err(self.to_string())),
            Failure::Python(error) => Ok(error),
        }
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        Python::attach(|py| failure.raise(py).unwrap_or_else(|error| error))
    }
}

/// An `InputError` with the parts of a diagnostic.
pub fn input_error(py: Python<'_>, diagnostic: &Diagnostic) -> PyResult<PyErr> {
    exception(py, "InputError", diagnostic, None)
}

/// The exception of this name in `subtorus.errors`; `job` is a further argument.
fn exception(py: Python<'_>, name: &str, diagnostic: &Diagnostic, job: Option<Option<i64>>) -> PyResult<PyErr> {
    let class = py.import("subtorus.errors")?.getattr(name)?;
    let parts = parts(diagnostic);
    let error = match job {
        None => class.call1(parts)?,
        Some(job) => class.call1((parts.0, parts.1, parts.2, parts.3, job))?,
    };
    Ok(PyErr::from_value(error))
}

/// Place, problem, expectation and remedy. Parameters are named as keywords.
pub fn parts(diagnostic: &Diagnostic) -> (String, String, String, String) {
    let Diagnostic { place, problem, expected, remedy } = diagnostic.clone();
    let is_parameter = PARAMETERS.find(&place).is_ok();
    let place = if is_parameter { place.replace('-', "_") } else { place };
    (place, problem, expected, remedy)
}
