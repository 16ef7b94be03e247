//! Own policies: code of a program around this library that orders the queue, or chooses which job starts.
//!
//! Every answer is checked. The first one that breaks a rule ends the run ([`PolicyViolation`]).

mod order;

pub use order::{CodeOrder, OwnOrder};

use super::state::State;
use super::{BlockedHead, Order, PolicyError, Reason, Scheduling};
use crate::allocation::own::{CodeException, advice};
use crate::diagnostic::Explain;
use crate::time::Time;
use crate::workload::Jobs;

/// When the key of a job is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyChanges {
    /// Once, before the run.
    Never,
    /// For each waiting job at the beginning of each scheduling pass.
    WithTime,
}

/// Code that takes the place of the queue order, of the head rule, or of both.
pub trait OwnPolicy {
    /// Whether this code orders the queue, and when its keys are asked for. `None` keeps the order of the catalogue.
    fn orders(&self) -> Option<KeyChanges>;

    /// The key of a job, by its index: the least key comes first, ties go to the earlier arrival. `now` is the time of
    /// the pass; for a key that never changes, the job's arrival.
    fn key(&self, job: usize, now: Time) -> Result<f64, CodeException>;

    /// The keys of waiting jobs, by their indices, at the time of a pass. Fails with the job that the error is about, if
    /// that is known.
    fn keys(&self, queue: &[u32], now: Time) -> Result<Vec<f64>, (Option<usize>, CodeException)> {
        let key = |&job: &u32| self.key(job as usize, now).map_err(|thrown| (Some(job as usize), thrown));
        queue.iter().map(key).collect()
    }

    /// Whether this code chooses the jobs that start. The head rule then has no effect.
    fn chooses(&self) -> bool;

    /// The job, by its index, that starts now; `None` if no further job starts in this pass. It must wait, and fit.
    fn choose(&self, state: &State, now: Time) -> Result<Option<usize>, CodeException>;
}

/// The policy of a run: a pair of the catalogue, of which own code may replace parts.
#[derive(Clone, Copy)]
pub struct Rules<'a> {
    /// The policy of the catalogue.
    pub scheduling: Scheduling,
    /// The own code, if there is any.
    pub own: Option<&'a dyn OwnPolicy>,
}

impl From<Scheduling> for Rules<'_> {
    fn from(scheduling: Scheduling) -> Self {
        Rules { scheduling, own: None }
    }
}

impl<'a> Rules<'a> {
    /// The code that chooses the jobs that start.
    pub fn own_choice(&self) -> Option<&'a dyn OwnPolicy> {
        self.own.filter(|own| own.chooses())
    }

    /// Fails if the head rule does not work with the order ([`Scheduling::check`]).
    pub fn check(&self) -> Result<(), PolicyError> {
        let promises = self.scheduling.blocked_head == BlockedHead::Conservative;
        match self.own.and_then(|own| own.orders()) {
            _ if self.own_choice().is_some() => Ok(()),
            Some(KeyChanges::WithTime) if promises => Err(PolicyError::OwnChanging),
            Some(_) => Ok(()),
            None => self.scheduling.check(),
        }
    }

    /// The order of the queue for these jobs. Asks for the keys that never change.
    pub fn queue_order(&self, jobs: &Jobs) -> Result<QueueOrder<'a>, Box<PolicyViolation>> {
        let Some((own, changes)) = self.own.and_then(|own| Some((own, own.orders()?))) else {
            return Ok(QueueOrder::Catalogue(self.scheduling.order));
        };
        match changes {
            KeyChanges::WithTime => Ok(QueueOrder::Changing(own)),
            KeyChanges::Never => {
                let keys = jobs.jobs.submit.iter().zip(0..).map(|(submit, job)| checked_keys(own, &[job], submit));
                Ok(QueueOrder::Fixed(keys.collect::<Result<Vec<_>, _>>()?.concat()))
            }
        }
    }
}

/// The order of the queue of a run.
pub enum QueueOrder<'a> {
    /// One of the catalogue.
    Catalogue(Order),
    /// By these keys, one for each job, the least first.
    Fixed(Vec<f64>),
    /// By keys that this code gives in each pass.
    Changing(&'a dyn OwnPolicy),
}

impl From<Order> for QueueOrder<'_> {
    fn from(order: Order) -> Self {
        QueueOrder::Catalogue(order)
    }
}

/// What an own policy did wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misstep {
    /// It threw an error.
    #[error("{function} failed: {thrown}")]
    Failed {
        /// The function.
        function: &'static str,
        /// The error.
        thrown: CodeException,
    },
    /// A key is not a number.
    #[error("key gave no number")]
    NoNumber,
    /// A violation found elsewhere, in words ([`crate::allocation::own::Survey`]).
    #[error("{problem}")]
    Reported {
        /// The problem.
        problem: String,
        /// The expected behaviour.
        expected: String,
        /// The advice.
        remedy: String,
    },
    /// The chosen job does not wait.
    #[error("pick gave a job that does not wait")]
    NotWaiting,
    /// The chosen job does not fit.
    #[error("pick gave a job that does not fit on the free nodes")]
    DoesNotFit,
    /// Jobs wait, no event is to come, and none was chosen.
    #[error("pick gave no job, although the machine is idle and {waiting} jobs wait with no arrival to come")]
    Idle {
        /// The number of waiting jobs.
        waiting: u32,
    },
}

/// A broken rule, with its job.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{misstep}", job.map_or(String::new(), |job| format!("job {job}: ")))]
pub struct PolicyViolation {
    /// The rule.
    pub misstep: Misstep,
    /// The job, by its index in the run, or by its number once the run has ended. `None` if it is about no single job.
    pub job: Option<i64>,
}

impl PolicyViolation {
    pub(super) fn new(misstep: Misstep, job: Option<usize>) -> Box<PolicyViolation> {
        Box::new(PolicyViolation { misstep, job: job.map(|job| job as i64) })
    }

    /// The line of the code at which it happened, from 1, if it is known.
    pub fn line(&self) -> Option<u32> {
        if let Misstep::Failed { thrown, .. } = &self.misstep { thrown.line } else { None }
    }
}

impl Explain for PolicyViolation {
    fn place(&self) -> String {
        "scheduling".into()
    }

    fn expected(&self) -> String {
        match &self.misstep {
            Misstep::Reported { expected, .. } => advice(expected),
            Misstep::NoNumber => "a number; the least comes first".into(),
            Misstep::NotWaiting => "one of the jobs of the queue, or none".into(),
            Misstep::Failed { .. } | Misstep::DoesNotFit | Misstep::Idle { .. } => String::new(),
        }
    }

    fn remedy(&self) -> String {
        match &self.misstep {
            Misstep::Reported { remedy, .. } => advice(remedy),
            Misstep::DoesNotFit => "ask the machine first whether a job fits".into(),
            Misstep::Idle { .. } => "choose a job whenever the machine is idle".into(),
            Misstep::Failed { .. } | Misstep::NoNumber | Misstep::NotWaiting => String::new(),
        }
    }
}

/// The keys of jobs, checked. 0 and -0 are equal keys.
pub(super) fn checked_keys(own: &dyn OwnPolicy, queue: &[u32], now: Time) -> Result<Vec<f64>, Box<PolicyViolation>> {
    let failed = |(job, thrown)| PolicyViolation::new(Misstep::Failed { function: "key", thrown }, job);
    let keys = own.keys(queue, now).map_err(failed)?;
    if let Some((job, _)) = queue.iter().zip(&keys).find(|(_, key)| key.is_nan()) {
        return Err(PolicyViolation::new(Misstep::NoNumber, Some(*job as usize)));
    }
    Ok(keys.into_iter().map(|key| key + 0.0).collect())
}

/// One pass in which own code chooses job after job.
pub(super) fn choose_all(own: &dyn OwnPolicy, state: &mut State, now: Time) -> Result<(), Box<PolicyViolation>> {
    loop {
        let failed = |thrown| PolicyViolation::new(Misstep::Failed { function: "pick", thrown }, None);
        let Some(job) = own.choose(state, now).map_err(failed)? else { break };
        let wrong = |misstep| Err(PolicyViolation::new(misstep, Some(job)));
        if job >= state.jobs.jobs.len() || !state.waiting.has(job) {
            return wrong(Misstep::NotWaiting);
        }
        if !state.fits(job) {
            return wrong(Misstep::DoesNotFit);
        }
        state.start(job, now);
    }
    explain(state, now);
    Ok(())
}

/// Reports why jobs wait. A job that fits but was not chosen counts as one behind the head.
fn explain(state: &mut State, now: Time) {
    let Some(head) = state.waiting.head() else { return };
    let reason = |state: &State, job| {
        if state.fits(job) { Reason::BehindHead { head } } else { state.obstacle(job, None) }
    };
    state.explain_asked(now, reason);
    if state.wanted.reasons {
        state.explain(now, reason);
    } else if state.wanted.tally {
        let kinds: Vec<_> = state.waiting.iter().map(|job| reason(state, job).kind()).collect();
        kinds.into_iter().for_each(|kind| state.count(kind, 1));
    }
}

#[cfg(test)]
mod tests;
