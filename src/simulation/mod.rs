//! The event loop (docs/semantics.md 4) and what is measured on the way.
//!
//! At each instant with an event: all completions at that instant, all arrivals, one scheduling pass. A job with
//! runtime 0 completes at the instant at which it starts, which repeats the step.

mod communication;
pub mod metrics;
pub mod observers;
pub mod overhead;
mod ranks;
mod recorder;
mod service;
mod statistics;

pub use communication::{Communicating, Communication, ServiceModel};
pub use metrics::{METRICS, Metric, MetricFamily, MetricUnit, MetricValues};
pub use ranks::RankOrder;
pub use recorder::Recorder;
pub use service::{EndQueue, Runtimes, Service};

use crate::allocation::Allocator;
use crate::allocation::own::ViolationReport;
use crate::diagnostic::Explain;
use crate::network::{Deadlock, NetworkError};
pub use crate::scheduling::Observer;
use crate::scheduling::{Instant, Misstep, Policy, PolicyError, PolicyViolation, Rules, Scheduling, State};
use crate::time::{END, Time};
use crate::workload::{Jobs, Request};

/// Why a run ended before every job had run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunFailure {
    /// This job (by its index) can never be placed, not even on the empty machine.
    #[error("job {0} of the run can never be placed on this machine")]
    NeverPlaced(usize),
    /// The network has come to a halt.
    #[error("{0}")]
    Deadlock(Deadlock),
    /// A job sends more messages than can be counted.
    #[error("a job sends more than 4294967295 messages")]
    TooManyMessages,
    /// Jobs have not ended when the clock does, or are estimated not to.
    #[error("the jobs take longer than the clock, which ends after 146 000 years")]
    Clock,
    /// An own strategy broke a rule.
    #[error("{0}")]
    ContractViolation(Box<ViolationReport>),
    /// An own policy broke a rule.
    #[error("{0}")]
    OwnPolicy(Box<PolicyViolation>),
    /// The user has stopped it.
    #[error("it was stopped")]
    Stopped,
    /// There is no such policy.
    #[error("{0}")]
    Policy(PolicyError),
    /// This run is no part of the plan, for this reason.
    #[error("cannot be run: {0}")]
    Excluded(String),
    /// The machine's network cannot be simulated.
    #[error("{0}")]
    Network(#[from] NetworkError),
    /// The question needs a run of the simulator, but the schedule was imported.
    #[error("this schedule was imported: only the starts and ends of its jobs are known")]
    NotSimulated,
}

impl RunFailure {
    /// The same with a job's number in the place of its index.
    pub fn at(mut self, ids: &[i64]) -> RunFailure {
        let number = |index: Option<i64>| index.and_then(|index| ids.get(index as usize)).copied();
        match &mut self {
            RunFailure::ContractViolation(cause) => cause.job = number(cause.job),
            RunFailure::OwnPolicy(cause) => cause.job = number(cause.job),
            _ => {}
        }
        self
    }
}

impl Explain for RunFailure {
    fn passed_on(&self) -> Option<&dyn Explain> {
        match self {
            RunFailure::ContractViolation(cause) => Some(&**cause),
            RunFailure::OwnPolicy(cause) => Some(&**cause),
            RunFailure::Policy(cause) => Some(cause),
            RunFailure::Network(cause) => Some(cause),
            _ => None,
        }
    }

    fn remedy(&self) -> String {
        match self {
            RunFailure::Clock => "take shorter runtimes, fewer messages, or shorter packets and routing delays".into(),
            RunFailure::TooManyMessages => "take fewer messages, or smaller jobs".into(),
            _ => self.passed_on().map_or_else(String::new, Explain::remedy),
        }
    }
}

/// Runs `jobs` (in order of submission) for their runtimes on the allocator's machine until all have completed.
///
/// The allocator's machine is empty. Fails, before anything runs, when a job can never be placed, or there is no such policy
/// ([`Scheduling::check`]). Cost: O(log jobs) per job for the queue (where its order changes with time, a step per job that waits
/// in each pass), plus what the strategy and the policy's look-ahead take; memory O(jobs).
///
/// ```
/// use subtorus::allocation::catalogue::{self, Setting};
/// use subtorus::machine::Machine;
/// use subtorus::simulation::metrics::{MAKESPAN, UTILIZATION};
/// use subtorus::simulation::{Recorder, simulate};
/// use subtorus::time::SECOND;
/// use subtorus::workload::{Job, Jobs, Request};
///
/// // Two jobs of ten seconds want all of a machine of four nodes: one after the other.
/// let job = Job { submit: 0, runtime: 10 * SECOND, estimate: 10 * SECOND, request: 0 };
/// let jobs = Jobs { jobs: vec![job; 2].into(), requests: vec![Request::processors(4)], ..Jobs::default() };
/// let machine = Machine::torus(&[2, 2]);
/// let flat = catalogue::find("flat")?.make(&Setting { machine: &machine, seed: 1, replication: 0 })?;
/// let mut recorder = Recorder::new(&jobs, &machine);
/// simulate(&jobs, flat, "fcfs".parse()?, &mut recorder)?;
///
/// assert_eq!(recorder.times.end, [10 * SECOND, 20 * SECOND]);
/// let metrics = recorder.metrics();
/// assert_eq!((metrics.get(&MAKESPAN), metrics.get(&UTILIZATION)), (20.0, 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn simulate(
    jobs: &Jobs,
    allocator: Box<dyn Allocator>,
    scheduling: Scheduling,
    observer: &mut dyn Observer,
) -> Result<(), RunFailure> {
    simulate_service(jobs, allocator, scheduling, &mut Runtimes::of(jobs), observer)
}

/// The same with jobs that hold their processors for as long as `service` says, and with the parts of the policy that
/// own code takes over. Fails, too, where they would hold them beyond the end of the clock.
pub fn simulate_service<'a, S: Service>(
    jobs: &'a Jobs,
    allocator: Box<dyn Allocator>,
    rules: impl Into<Rules<'a>>,
    service: &mut S,
    observer: &'a mut dyn Observer,
) -> Result<(), RunFailure> {
    let rules = rules.into();
    rules.check().map_err(RunFailure::Policy)?;
    let too_large = |request: &Request| !allocator.fits(&allocator.effective(request));
    let refused = jobs.requests.iter().position(too_large);
    if let Some(report) = allocator.violation() {
        let asked = report.violation.request;
        let about = |request: &u32| {
            let request = &jobs.requests[*request as usize];
            asked == Some(*request) || asked == Some(allocator.effective(request))
        };
        let job = jobs.jobs.request.iter().position(about);
        return Err(violation_at(Box::new(report), job));
    }
    if let Some(request) = refused {
        let job = jobs.jobs.request.iter().position(|asked| *asked as usize == request);
        return Err(RunFailure::NeverPlaced(job.unwrap_or_default()));
    }
    check_estimates(jobs)?;
    let mut state = State::new(jobs, allocator, rules.queue_order(jobs).map_err(RunFailure::OwnPolicy)?, observer);
    let mut policy = Policy::new(rules, &state);
    let (mut submits, mut next_arrival) = (jobs.jobs.submit.unpacked(), 0);
    let mut arrival = |job: usize| (job < jobs.jobs.len()).then(|| submits.at(job));
    let mut completed = Vec::new();
    loop {
        let due = arrival(next_arrival).into_iter().chain(policy.next_start()).min();
        let end = service.next_end(due.unwrap_or(END), &mut state)?;
        let Some(now) = end.or(due).filter(|now| *now <= END) else { break };
        completed.clear();
        service.end(now, &mut completed);
        for &job in &completed {
            state.complete(job, now);
            state.check().map_err(|report| violation_at(report, Some(job)))?;
        }
        let first_arrival = next_arrival;
        while arrival(next_arrival) == Some(now) {
            state.waiting.insert(next_arrival);
            next_arrival += 1;
        }
        let arrived = first_arrival..next_arrival;
        let extended = S::OUTRUNS_ESTIMATES && state.extend_estimates(now);
        state.begin_pass(now).map_err(RunFailure::OwnPolicy)?;
        if state.wanted.stop {
            return Err(RunFailure::Stopped);
        }
        let instant = Instant { now, completed: &completed, arrived, extended };
        policy.pass(&mut state, &instant).map_err(RunFailure::OwnPolicy)?;
        state.check().map_err(|report| {
            let job = state.asking(&report);
            violation_at(report, job)
        })?;
        state.started.iter().for_each(|&job| service.begin(job, now, &state));
        state.started.clear();
        state.settle(now);
    }
    if !state.running.is_empty() {
        return Err(RunFailure::Clock);
    }
    if rules.own_choice().is_some() && state.waiting.head().is_some() {
        let misstep = Misstep::Idle { waiting: state.waiting.count() };
        return Err(RunFailure::OwnPolicy(Box::new(PolicyViolation { misstep, job: None })));
    }
    assert!(state.waiting.head().is_none(), "a job that fits on the empty machine starts at last");
    service.finish(&mut state);
    state.finish();
    Ok(())
}

/// A strategy's violation at a job, by its index.
fn violation_at(mut report: Box<ViolationReport>, job: Option<usize>) -> RunFailure {
    report.job = job.map(|job| job as i64);
    RunFailure::ContractViolation(report)
}

/// Even if all jobs were estimated to run one after another, the last must end before the clock does.
fn check_estimates(jobs: &Jobs) -> Result<(), RunFailure> {
    let last = jobs.jobs.submit.last().unwrap_or(0);
    let total = jobs.jobs.estimate.iter().try_fold(last, |sum: Time, estimate| sum.checked_add(estimate));
    total.filter(|total| *total <= END).map(drop).ok_or(RunFailure::Clock)
}
