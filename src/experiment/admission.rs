//! Decides which parts of an experiment can run: strategies, machines, values and jobs.

use super::exclusion::{Excluding, Exclusion};
use super::plan_error::PlanError;
use super::setup::Setup;
use super::varying::has_pages;
use super::{Down, Experiment, Varied};
use crate::allocation::own::OwnName;
use crate::allocation::{Allocator, Refusal};
use crate::sorting::SmallMap;
use crate::time::Time;
use crate::workload::Partitions;
use crate::workload::load::Offered;
use crate::workload::{Log, Request, Selected, Workload};
use std::num::NonZeroU32;
use std::slice::from_ref;
use std::sync::Arc;

/// The jobs that run on a machine. All compared strategies run the same jobs. A job that one of them can never place is
/// therefore dropped for all of them (docs/semantics.md 3.2, step 3). Machines share the workload or the model, but
/// each drops jobs for itself: a small machine does not drop the large jobs of a large one.
#[derive(Default)]
pub(super) struct MachineJobs {
    /// The jobs that every strategy can place, before transformation. Time 0 is still that of the first job, dropped or
    /// not. Facets with the same jobs share them.
    pub workload: Arc<Workload>,
    pub too_large: u32,
    /// Jobs with other reasons for being dropped, and for each reason their processor-microseconds. Those of jobs that are
    /// too large are here, too, if a strategy gives reasons.
    pub refused: SmallMap<Refusal, (u32, u128)>,
    /// The share of these jobs in the whole work, before transformation.
    pub lost_work: f64,
}

impl Experiment {
    /// Its jobs of a log, and the numbers of those that its selection leaves out.
    pub fn select(&self, log: &Log) -> (Workload, Selected) {
        let (mut workload, selected) = log.select(&self.selection);
        workload.scale_requested(self.estimate_scale);
        (workload, selected)
    }

    /// The jobs that the model makes for this experiment's first machine.
    pub fn generate(&self) -> Workload {
        self.setup(0).generate(0)
    }

    /// Decides what can run on a workload: the jobs on each machine, and the exclusions. A model makes the jobs for each
    /// further machine here.
    pub(super) fn admit(&self, workload: &Workload) -> (Vec<MachineJobs>, Excluding) {
        let mut excluding = self.excluded_everywhere();
        let jobs_on = |machine: usize| {
            let made = (machine > 0 && !self.uses_log()).then(|| self.setup(machine).generate(0));
            self.admit_on(machine, made.as_ref().unwrap_or(workload), &mut excluding)
        };
        ((0..self.machines.len()).map(jobs_on).collect(), excluding)
    }

    /// The exclusions on every machine: unknown policies, and own orders that cannot run; policies without a depth if the
    /// depth is varied; strategies without pages if the page size is varied.
    pub(super) fn excluded_everywhere(&self) -> Excluding {
        let mut excluding = Excluding::default();
        let of_policy = |position| Exclusion { scheduling: Some(position), ..Exclusion::default() };
        for (position, policy) in self.scheduling.iter().enumerate().filter(|_| self.varied() == Varied::Depth) {
            let with_depth = policy.with_depth(NonZeroU32::MIN);
            excluding.checked(of_policy(position), with_depth.map_err(PlanError::Policy));
        }
        for (position, policy) in self.scheduling.iter().enumerate() {
            let own = || policy.own_order.map_or(Ok(()), |order| self.check_order(&order));
            excluding.checked(of_policy(position), policy.check().map_err(PlanError::Policy).and_then(|()| own()));
        }
        for (allocation, name) in self.allocation.iter().enumerate().filter(|_| self.varied() == Varied::PageSize) {
            if !has_pages(name) {
                let scope = Exclusion { allocation: Some(allocation), ..Exclusion::default() };
                excluding.add(scope, PlanError::NoPages(name.clone()));
            }
        }
        excluding
    }

    /// Decides what runs on one machine.
    fn admit_on(&self, machine: usize, workload: &Workload, excluding: &mut Excluding) -> MachineJobs {
        let here = Exclusion { machine: Some(machine), ..Exclusion::default() };
        if excluding.checked(here.clone(), self.check_dimensions(workload, &self.machines[machine])).is_none() {
            return MachineJobs::default();
        }
        if self.varied() == Varied::Side {
            for (position, value) in self.values().into_iter().enumerate() {
                let scope = Exclusion { values: Some(vec![position]), ..here.clone() };
                if let Some(setup) = excluding.checked(scope.clone(), self.setup_at(machine, value)) {
                    setup.admitted(&scope, excluding);
                }
            }
            // Each side has its own jobs. Those for the machine as written only stand for them.
            let setup = self.setup(machine);
            let all: Vec<usize> = (0..self.allocation.len()).collect();
            let allocators = setup.allocators(&all);
            return MachineJobs::new(workload, &setup.placeable(workload, &allocators), &setup);
        }
        let Some(stays) = self.comparable(machine, workload, excluding) else { return MachineJobs::default() };
        let jobs = MachineJobs::new(workload, &stays, &self.setup(machine));
        self.check_times(machine, &jobs.workload, &here, excluding);
        jobs
    }

    /// The jobs that all usable strategies can place on a machine, at every varied value. The other strategies are
    /// excluded. `None` if no job is left.
    pub(super) fn comparable(
        &self,
        machine: usize,
        workload: &Workload,
        excluding: &mut Excluding,
    ) -> Option<Vec<bool>> {
        let here = Exclusion { machine: Some(machine), ..Exclusion::default() };
        // Elsewhere the same jobs fit at every value, so that the first one stands for all.
        let decides = self.varied().decides_what_fits();
        let values = self.values();
        let mut all: Option<Vec<bool>> = None;
        for (position, value) in values.into_iter().enumerate().take(if decides { usize::MAX } else { 1 }) {
            let scope = Exclusion { values: decides.then(|| vec![position]), ..here.clone() };
            let Some(setup) = excluding.checked(scope.clone(), self.setup_at(machine, value)) else { continue };
            let admitted = setup.admitted(&scope, excluding);
            let Some(stays) = setup.compared(workload, admitted, &scope, excluding) else { continue };
            // Every compared strategy runs the same jobs, at every value.
            all = Some(match all {
                None => stays,
                Some(all) => all.iter().zip(&stays).map(|(one, other)| *one && *other).collect(),
            });
        }
        let served = all.as_ref().is_some_and(|stays| stays.contains(&true));
        if all.is_some() && !served {
            excluding.add(here, self.setup(machine).too_large(workload, self.allocation.join(",")));
        }
        all.filter(|_| served)
    }

    /// Excludes the values at which times would exceed the clock: the last job must end in time even if all jobs run
    /// one after another. Jobs that cannot get a load by stretching are excluded entirely, if a load is set.
    fn check_times(&self, machine: usize, workload: &Workload, here: &Exclusion, excluding: &mut Excluding) {
        let times = workload.runtime.iter().zip(workload.requested.iter());
        let add = |sums: (f64, f64), (run, asked): (Time, Time)| {
            (sums.0 + run as f64, sums.1 + (asked.max(run) as f64 - run as f64))
        };
        let (runtimes, excesses) = times.fold((0.0, 0.0), add);
        let last = workload.submit.last().map_or(0.0, |submit| submit as f64);
        let offered = self.offered(machine, workload);
        if let Some(None) = offered {
            return excluding.add(here.clone(), PlanError::NoLoad);
        }
        for (position, value) in self.values().into_iter().enumerate() {
            let Ok(Experiment { transformation, rate, .. }) = self.at(value) else { continue };
            let stretch = match (offered.flatten(), transformation.load) {
                (Some(offered), Some(load)) => offered.factor(load, &self.machines[machine]),
                _ => 1.0,
            };
            let factor = transformation.arrival_factor.to_f64() * self.rate.to_f64() / rate.to_f64() * stretch;
            let longest = runtimes + excesses * transformation.estimate_excess.to_f64().max(1.0);
            if last * factor + longest * transformation.runtime_coefficient.to_f64() >= Time::MAX as f64 / 4.0 {
                let scope = Exclusion { values: Some(vec![position]), ..here.clone() };
                excluding.add(scope, PlanError::Clock { uses_log: self.uses_log() });
            }
        }
    }

    /// The load of a workload on a machine before stretching. `None` if no load is set.
    fn offered(&self, machine: usize, workload: &Workload) -> Option<Option<Offered>> {
        if self.varied() != Varied::Load && self.transformation.load.is_none() {
            return None;
        }
        let mut unstretched = self.clone();
        unstretched.transformation.load = None;
        let jobs = unstretched.setup(machine).apply(workload);
        Some(Offered::by(&jobs))
    }
}

impl MachineJobs {
    fn new(workload: &Workload, stays: &[bool], setup: &Setup) -> MachineJobs {
        let mut kept = workload.clone();
        kept.retain(stays);
        let dropped = (workload.len() - kept.len()) as u32;
        let lost = if dropped == 0 { 0.0 } else { 1.0 - kept.amount().share_of(&workload.amount()).1 };
        let refused = if dropped == 0 { SmallMap::new() } else { setup.refused(workload, stays) };
        let others = refused.iter().filter(|(reason, _)| **reason != Refusal::TooLarge).map(|(_, (jobs, _))| jobs);
        let too_large = dropped - others.sum::<u32>();
        MachineJobs { too_large, refused, lost_work: lost, workload: Arc::new(kept) }
    }

    /// The number of dropped jobs by reason.
    pub fn dropped(&self) -> impl Iterator<Item = (&'static str, u32)> {
        let others = self.refused.iter().filter(|(reason, _)| **reason != Refusal::TooLarge);
        let others = others.map(|(reason, (jobs, _))| (reason.name(), *jobs));
        others.chain([(Refusal::TooLarge.name(), self.too_large)])
    }
}

/// A strategy on an empty machine, and its position in the experiment's list.
type Admitted = (usize, Box<dyn Allocator>);

impl Setup<'_> {
    /// The strategies that suit this machine. The others are excluded within `here`.
    fn admitted(&self, here: &Exclusion, excluding: &mut Excluding) -> Vec<Admitted> {
        let down = self.experiment.out_of_service(self.machine(), 0).map(drop);
        let suits = self.check_unit().and(down).and_then(|()| self.check_network());
        if excluding.checked(here.clone(), suits).is_none() {
            return Vec::new();
        }
        let left = excluding.left(self.experiment.allocation.len());
        let suited = left.into_iter().filter_map(|allocation| {
            let scope = Exclusion { allocation: Some(allocation), ..here.clone() };
            Some((allocation, excluding.checked(scope, self.suited(allocation))?))
        });
        suited.collect()
    }

    /// The strategies that keep the rules for the requests of a workload. Own strategies that break a rule are
    /// excluded.
    fn well_behaved(
        &self,
        workload: &Workload,
        mut admitted: Vec<Admitted>,
        here: &Exclusion,
        excluding: &mut Excluding,
    ) -> Vec<Admitted> {
        admitted.retain(|(allocation, empty)| {
            if OwnName::of(&self.experiment.allocation[*allocation]).is_none() {
                return true;
            }
            self.placeable(workload, &[empty.fork()]);
            let Some(report) = empty.violation() else { return true };
            let scope = Exclusion { allocation: Some(*allocation), ..here.clone() };
            excluding.add(scope, PlanError::ContractViolation(Box::new(report)));
            false
        });
        admitted
    }

    /// The jobs that all strategies can place. A strategy that can place none is excluded, because nothing would be
    /// left to compare. If the others together leave none, all of them are excluded.
    fn compared(
        &self,
        workload: &Workload,
        admitted: Vec<Admitted>,
        here: &Exclusion,
        excluding: &mut Excluding,
    ) -> Option<Vec<bool>> {
        let admitted = self.well_behaved(workload, admitted, here, excluding);
        if admitted.is_empty() {
            return None;
        }
        let stays = |admitted: &[Admitted]| {
            let allocators: Vec<_> = admitted.iter().map(|(_, empty)| empty.fork()).collect();
            let stays = self.placeable(workload, &allocators);
            stays.contains(&true).then_some(stays)
        };
        if let Some(stays) = stays(&admitted) {
            return Some(stays);
        }
        let too_large = |these: &[Admitted]| {
            let names: Vec<&str> = these.iter().map(|(number, _)| &*self.experiment.allocation[*number]).collect();
            self.too_large(workload, names.join(","))
        };
        let (able, unable): (Vec<_>, Vec<_>) = admitted.into_iter().partition(|one| stays(from_ref(one)).is_some());
        if able.is_empty() {
            excluding.add(here.clone(), too_large(&unable));
            return None;
        }
        for one in &unable {
            excluding.add(Exclusion { allocation: Some(one.0), ..here.clone() }, too_large(from_ref(one)));
        }
        let stays = stays(&able);
        if stays.is_none() {
            excluding.add(here.clone(), too_large(&able));
        }
        stays
    }

    /// The jobs that do not stay, and their processor-microseconds, by the reason of the first strategy with a reason. An
    /// excluded strategy, which places no job that stays, gives none.
    fn refused(&self, workload: &Workload, stays: &[bool]) -> SmallMap<Refusal, (u32, u128)> {
        let all: Vec<usize> = (0..self.experiment.allocation.len()).collect();
        let mut allocators = self.allocators(&all);
        let (requests, numbers) = self.requests(workload);
        let kept = stays.iter().zip(&numbers).find(|(stays, _)| **stays).map(|(_, &number)| &requests[number as usize]);
        allocators.retain(|empty| kept.is_none_or(|request| empty.refusal(request).is_none()));
        let reason = |request: &Request| allocators.iter().find_map(|empty| empty.refusal(request));
        let mut reasons: Vec<Option<Option<Refusal>>> = vec![None; requests.len()];
        let mut refused = SmallMap::new();
        for job in (0..workload.len()).filter(|&job| !stays[job]) {
            let number = numbers[job] as usize;
            let Some(reason) = *reasons[number].get_or_insert_with(|| reason(&requests[number])) else { continue };
            let (jobs, work): &mut (u32, u128) = refused.get_or_insert_with(reason, Default::default);
            *jobs += 1;
            *work += u128::from(requests[number].processors) * workload.runtime.at(job) as u128;
        }
        refused
    }

    /// The error that these strategies can place none of the jobs.
    fn too_large(&self, workload: &Workload, strategies: String) -> PlanError {
        let Experiment { transformation, down, partitions, .. } = &*self.experiment;
        let changes = [
            ("size-scale", transformation.size_scale > 1),
            ("down", *down != Down::default()),
            ("partitions", *partitions != Partitions::default()),
        ];
        PlanError::TooLarge {
            jobs: workload.len(),
            strategies,
            machine: self.machine().to_string(),
            parameters: changes.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name).collect(),
        }
    }
}
