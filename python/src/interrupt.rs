//! Work without the interpreter's lock that Ctrl-C ends.

use crate::error::Failure;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;
use subtorus::scheduling::{Event, Observer, Wanted};
use subtorus::time::Time;

/// How long a signal may wait to be noticed.
const NOTICE: Duration = Duration::from_millis(40);

/// Ends the runs that observe it.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Ends them at their next scheduling pass.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether they are to end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Observer for Interrupt {
    fn observe(&mut self, _: Event) {}

    fn want(&self, _: Time, wanted: &mut Wanted) {
        wanted.stop |= self.is_set();
    }
}

/// What a thread has sent, or that it has ended, or that time has passed.
pub enum News<T> {
    /// A message.
    Message(T),
    /// Nothing yet.
    Nothing,
    /// Every sender has ended.
    End,
}

/// Waits for the next message without the interpreter's lock. A signal such as Ctrl-C sets the interrupt and is the error.
pub fn wait<T: Send>(py: Python<'_>, receiver: Receiver<T>, interrupt: &Interrupt) -> PyResult<(Receiver<T>, News<T>)> {
    let (receiver, received) = py.detach(move || {
        let received = receiver.recv_timeout(NOTICE);
        (receiver, received)
    });
    py.check_signals().inspect_err(|_| interrupt.set())?;
    let news = match received {
        Ok(message) => News::Message(message),
        Err(RecvTimeoutError::Timeout) => News::Nothing,
        Err(RecvTimeoutError::Disconnected) => News::End,
    };
    Ok((receiver, news))
}

/// Does this work on another thread. A signal ends the wait for it; what observes the interrupt then ends too.
pub fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    interrupt: &Interrupt,
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> PyResult<T> {
    let (sender, mut receiver) = channel();
    thread::spawn(move || {
        let done = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Failure::of_panic(&*panic)));
        // Sending fails only if the caller was interrupted.
        let _ = sender.send(done);
    });
    loop {
        let (again, news) = wait(py, receiver, interrupt)?;
        receiver = again;
        match news {
            News::Message(done) => return Ok(done?),
            News::Nothing => {}
            News::End => return Err(Failure::Defect("a thread ended early".into()).into()),
        }
    }
}

/// Does this work on the calling thread, which keeps the interpreter's lock. A panic becomes an exception.
pub fn attached<T>(work: impl FnOnce() -> Result<T, Failure>) -> PyResult<T> {
    let done = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Failure::of_panic(&*panic)));
    Ok(done?)
}
