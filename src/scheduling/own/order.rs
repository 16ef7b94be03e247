//! Own queue orders: their names, and the code that gives the keys (docs/own-strategies.md).

use super::{KeyChanges, Misstep, OwnPolicy, PolicyViolation};
use crate::allocation::own::{CodeCall, CodeException, Engine, OwnName, SHORT};
use crate::machine::Machine;
use crate::scheduling::State;
use crate::time::{SECOND, Time};
use crate::workload::Jobs;
use std::fmt;
use std::rc::Rc;

const TITLE: usize = OwnName::LONGEST_TITLE;
const DIGEST: usize = 32;

/// The name of an own queue order, `own(title,digest)`: an [`OwnName`] with a whole digest, small enough to be copied
/// with each policy.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct OwnOrder {
    /// The letters of the title, then zeros.
    title: [u8; TITLE],
    digest: [u8; DIGEST],
}

impl OwnOrder {
    /// The order with this name; `None` if its digest is not whole.
    pub fn new(name: &OwnName) -> Option<OwnOrder> {
        let mut order = OwnOrder { title: [0; TITLE], digest: [0; DIGEST] };
        order.title.get_mut(..name.title.len())?.copy_from_slice(name.title.as_bytes());
        for (place, byte) in order.digest.iter_mut().enumerate() {
            *byte = u8::from_str_radix(name.digest.get(2 * place..2 * place + 2)?, 16).ok()?;
        }
        Some(order)
    }

    /// The same name as text.
    pub fn name(&self) -> OwnName {
        let title = self.title.iter().take_while(|byte| **byte != 0).map(|byte| char::from(*byte)).collect();
        OwnName { title, digest: self.digest.iter().map(|byte| format!("{byte:02x}")).collect() }
    }

    /// The name for people: only the first digits of the digest.
    pub fn shown(&self) -> String {
        let OwnName { title, digest } = self.name();
        format!("own({title},{})", &digest[..SHORT])
    }
}

impl fmt::Display for OwnOrder {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        self.name().fmt(out)
    }
}

impl fmt::Debug for OwnOrder {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

/// The code of an own order in a run. It is asked once in a pass, for the keys of all waiting jobs.
pub struct CodeOrder<'a> {
    digest: String,
    engine: Rc<dyn Engine>,
    machine: &'a Machine,
    jobs: &'a Jobs,
}

impl<'a> CodeOrder<'a> {
    /// The code of an order, for jobs on a machine.
    pub fn new(order: &OwnOrder, engine: Rc<dyn Engine>, machine: &'a Machine, jobs: &'a Jobs) -> CodeOrder<'a> {
        CodeOrder { digest: order.name().digest, engine, machine, jobs }
    }

    /// Fails if the code is not here, cannot be read, or has no function `key`.
    pub fn check(&self) -> Result<(), Box<PolicyViolation>> {
        let failed = |thrown| PolicyViolation::new(Misstep::Failed { function: "key", thrown }, None);
        self.ask(&[], 0).map(drop).map_err(failed)
    }

    /// `now`, then arrival, estimate, processors and user of each job; times in seconds. A key for each job.
    fn ask(&self, queue: &[u32], now: Time) -> Result<Vec<f64>, CodeException> {
        let seconds = |time: Time| time as f64 / SECOND as f64;
        let mut numbers = vec![seconds(now)];
        for &job in queue {
            let (job, times) = (job as usize, &self.jobs.jobs);
            numbers.extend([seconds(times.submit.at(job)), seconds(times.estimate.at(job))]);
            numbers.extend([f64::from(self.jobs.size(job)), f64::from(self.jobs.user(job))]);
        }
        let keys = self.engine.ask(&self.digest, CodeCall::Key, self.machine, &[], &numbers)?;
        let missing = || CodeException { message: "the code is not here".into(), line: None };
        keys.filter(|keys| keys.len() == queue.len()).ok_or_else(missing)
    }
}

impl OwnPolicy for CodeOrder<'_> {
    fn orders(&self) -> Option<KeyChanges> {
        Some(KeyChanges::WithTime)
    }

    fn key(&self, job: usize, now: Time) -> Result<f64, CodeException> {
        Ok(self.ask(&[job as u32], now)?[0])
    }

    fn keys(&self, queue: &[u32], now: Time) -> Result<Vec<f64>, (Option<usize>, CodeException)> {
        self.ask(queue, now).map_err(|thrown| (None, thrown))
    }

    fn chooses(&self) -> bool {
        false
    }

    fn choose(&self, _: &State, _: Time) -> Result<Option<usize>, CodeException> {
        Ok(None)
    }
}
