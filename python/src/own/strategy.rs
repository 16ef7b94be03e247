//! Own allocation strategies: objects of Python behind the engine of the library, which checks every answer.

use super::reported;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyTuple};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Mutex;
use subtorus::allocation::own::{CodeCall, CodeReply, Engine, OwnName};
use subtorus::machine::Machine;

/// The strategies of this process by the digests of their code.
static STRATEGIES: Mutex<Option<HashMap<String, Py<PyAny>>>> = Mutex::new(None);

/// Makes a strategy known and returns its full name. `code` tells it from others.
#[pyfunction]
pub fn register(strategy: Py<PyAny>, title: &str, code: &str) -> String {
    let name = OwnName::new(title, code);
    if let Ok(mut strategies) = STRATEGIES.lock() {
        strategies.get_or_insert_default().insert(name.digest.clone(), strategy);
    }
    name.to_string()
}

fn find(py: Python<'_>, digest: &str) -> Option<Py<PyAny>> {
    let strategies = STRATEGIES.lock().ok()?;
    Some(strategies.as_ref()?.get(digest)?.clone_ref(py))
}

/// The engine of this thread.
pub fn engine() -> Rc<dyn Engine> {
    Rc::new(PythonEngine::default())
}

/// Asks the objects of Python.
#[derive(Default)]
struct PythonEngine {
    view: RefCell<Option<View>>,
}

/// A machine as own code sees it. Its array of free nodes is filled again for each question.
struct View {
    machine: Machine,
    object: Py<PyAny>,
    free: Py<PyByteArray>,
}

impl View {
    fn new(py: Python<'_>, machine: &Machine) -> PyResult<View> {
        let free = PyByteArray::new_with(py, machine.node_count() as usize, |_| Ok(()))?;
        let (extents, rings) = (PyTuple::new(py, machine.extents())?, PyTuple::new(py, machine.rings())?);
        let object = py.import("subtorus.own")?.getattr("Machine")?.call1((extents, rings, &free))?;
        Ok(View { machine: machine.clone(), object: object.unbind(), free: free.unbind() })
    }

    /// Writes which nodes are free.
    #[allow(unsafe_code)]
    fn fill(&self, py: Python<'_>, free: &[u8]) {
        let target = self.free.bind(py);
        if target.len() == free.len() {
            // SAFETY: this thread holds the interpreter's lock, no code of Python runs at the same time, and the array of NumPy on
            // the buffer keeps it from being resized.
            unsafe { target.as_bytes_mut() }.copy_from_slice(free);
        }
    }
}

impl PythonEngine {
    /// The machine as an object of Python, with these free nodes.
    fn view(&self, py: Python<'_>, machine: &Machine, free: &[u8]) -> PyResult<Py<PyAny>> {
        let mut view = self.view.borrow_mut();
        if view.as_ref().is_none_or(|view| view.machine != *machine) {
            *view = Some(View::new(py, machine)?);
        }
        let view = view.as_ref().ok_or_else(|| pyo3::exceptions::PyRuntimeError::new_err("no machine"))?;
        view.fill(py, free);
        Ok(view.object.clone_ref(py))
    }
}

impl Engine for PythonEngine {
    fn ask(&self, digest: &str, asked: CodeCall, machine: &Machine, free: &[u8], numbers: &[f64]) -> CodeReply {
        Python::attach(|py| {
            let Some(strategy) = find(py, digest) else { return Ok(None) };
            if asked == CodeCall::Load {
                return Ok(Some(Vec::new()));
            }
            let ask = || {
                let view = self.view(py, machine, free)?;
                let own = py.import("subtorus.own")?;
                own.getattr(asked.name())?.call1((strategy, view, numbers.to_vec()))?.extract()
            };
            reported(py, ask())
        })
    }
}
