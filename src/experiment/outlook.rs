//! The outlook of an experiment on a log, before anything runs: the jobs that its strategies could never place, their
//! share of the log's work, and the load that remains.

use super::setup::Setup;
use super::{Experiment, Plan};
use crate::budget::Budget;
use crate::machine::Coordinates;
use crate::time::{Decimal, Time, seconds};
use crate::workload::{Column, Log, Selected, Selection, Workload};
use std::collections::BTreeMap;

/// A number of jobs, and the processor-seconds that they ask for: size times runtime, as in the log.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JobTotals {
    /// Jobs.
    pub jobs: u64,
    /// Processor-seconds.
    pub work: f64,
}

impl JobTotals {
    fn add(&mut self, other: JobTotals) {
        self.jobs += other.jobs;
        self.work += other.work;
    }

    /// The share of this amount in a larger one, by jobs and by work; 0 if that is zero.
    pub fn share_of(&self, whole: &JobTotals) -> (f64, f64) {
        let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        (share(self.jobs as f64, whole.jobs as f64), share(self.work, whole.work))
    }
}

impl Workload {
    /// The totals of all its jobs.
    pub fn amount(&self) -> JobTotals {
        let work = |(size, runtime): (u32, Time)| f64::from(size) * seconds(runtime);
        JobTotals { jobs: self.len() as u64, work: self.size.iter().zip(self.runtime.iter()).map(work).sum() }
    }

    /// A job for each of these requests, numbered from 0. All arrive at once and take no time.
    pub(super) fn of_requests(size: Column<u32>, sides: Vec<Coordinates>) -> Workload {
        let all = |value| size.iter().map(|_| value).collect();
        let (id, submit, runtime, requested) = ((0..size.len() as i64).collect(), all(0), all(0), all(-1));
        Workload { id, submit, runtime, requested, size, sides, ..Workload::default() }
    }
}

/// The request of a job: a number of processors, and a shape if jobs have shapes.
type RequestKey = (u32, Option<Coordinates>);

/// The jobs that an experiment takes from a log, by request. This is enough to decide which of them a machine can
/// place.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestHistogram {
    /// The numbers of jobs that the selection leaves out, by reason.
    pub selected: Selected,
    /// The selected jobs.
    pub whole: JobTotals,
    /// The jobs that could be simulated but are filtered out.
    pub filtered: JobTotals,
    by_asked: BTreeMap<RequestKey, JobTotals>,
    /// The time from the first arrival to the last, in seconds.
    span: f64,
}

impl RequestHistogram {
    /// The jobs of a log in a selection. Linear in the log, so that `Experiment::outlook` need not be.
    pub fn new(log: &Log, selection: &Selection) -> RequestHistogram {
        let (workload, selected) = log.select(selection);
        let mut by_asked: BTreeMap<RequestKey, JobTotals> = BTreeMap::new();
        for (job, (size, runtime)) in workload.size.iter().zip(workload.runtime.iter()).enumerate() {
            let asked = (size, workload.sides.get(job).copied());
            let work = f64::from(size) * seconds(runtime);
            by_asked.entry(asked).or_default().add(JobTotals { jobs: 1, work });
        }
        let whole = workload.amount();
        let usable =
            if *selection == Selection::default() { whole } else { log.select(&Selection::default()).0.amount() };
        let filtered = JobTotals { jobs: usable.jobs - whole.jobs, work: (usable.work - whole.work).max(0.0) };
        RequestHistogram { selected, whole, filtered, by_asked, span: seconds(workload.submit.last().unwrap_or(0)) }
    }

    /// The size of its largest job; 0 without jobs.
    pub fn largest(&self) -> u32 {
        self.by_asked.keys().last().map_or(0, |(size, _)| *size)
    }

    /// Every requested size with the totals of its jobs, in ascending order. A size may come several times.
    pub fn sizes(&self) -> impl Iterator<Item = (u32, JobTotals)> + '_ {
        self.by_asked.iter().map(|((size, _), amount)| (*size, *amount))
    }

    /// The time from the first arrival to the last, in seconds.
    pub fn span(&self) -> f64 {
        self.span
    }

    /// The longest side of any shape in each dimension. `None` if jobs have no shapes, or if shapes differ in their
    /// number of dimensions.
    pub fn longest_sides(&self) -> Option<Vec<u32>> {
        let mut longest: Option<Vec<u32>> = None;
        for (_, shape) in self.by_asked.keys() {
            let shape = shape.as_ref()?;
            let longest = longest.get_or_insert_with(|| vec![1; shape.len()]);
            if longest.len() != shape.len() {
                return None;
            }
            longest.iter_mut().zip(shape.iter()).for_each(|(longest, side)| *longest = (*longest).max(*side));
        }
        longest
    }

    /// The totals of all jobs with the request of a sample of this size.
    fn amount_of(&self, samples: &Workload, sample: usize, size: u32) -> JobTotals {
        self.by_asked[&(size, samples.sides.get(sample).copied())]
    }

    /// One job for each different request, in ascending order.
    fn samples(&self) -> Workload {
        let sizes = self.by_asked.keys().map(|(size, _)| *size);
        Workload::of_requests(sizes.collect(), self.by_asked.keys().filter_map(|(_, shape)| *shape).collect())
    }
}

/// The outlook on one machine of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// The machine.
    pub machine: String,
    /// The strategies that can run there.
    pub strategies: Vec<String>,
    /// The jobs that one of these could never place, and that are therefore dropped for all.
    pub lost: JobTotals,
    /// Their share of the jobs and of the work.
    pub lost_share: (f64, f64),
    /// The strategies that could not place some of them. The other strategies drop them, too, so that curves are
    /// comparable.
    pub to_blame: Vec<String>,
    /// The load of the remaining jobs (docs/semantics.md 8), at the first and at the last of the experiment's values.
    /// NaN if all jobs arrive at once.
    pub load: [f64; 2],
}

impl Experiment {
    /// The outlook on each machine, in the facet in which it loses most of the work; empty if the experiment exceeds the
    /// usual budget. A strategy that cannot run on a machine takes no jobs from the others. A machine without usable
    /// strategies is left out, and so is one with other dimensions than the jobs' shapes. The cost is that of an empty
    /// machine for every strategy and facet.
    pub fn outlook(&self, taken: &RequestHistogram) -> Vec<Outlook> {
        let is_affordable = |experiment: &Experiment| experiment.check_size(&Budget::USUAL).is_ok();
        if !is_affordable(self) {
            return Vec::new();
        }
        let mut worst: Vec<Outlook> = Vec::new();
        let facets = (0..self.facet_count()).filter_map(|position| self.at_facet(position).ok());
        for facet in facets.filter(is_affordable) {
            for each in (0..facet.machines.len()).filter_map(|machine| facet.outlook_on(machine, taken)) {
                match worst.iter_mut().find(|other| other.machine == each.machine) {
                    Some(other) if other.lost_share.1 < each.lost_share.1 => *other = each,
                    Some(_) => {}
                    None => worst.push(each),
                }
            }
        }
        worst
    }

    fn outlook_on(&self, machine: usize, taken: &RequestHistogram) -> Option<Outlook> {
        let (samples, setup) = (taken.samples(), self.setup(machine));
        self.check_dimensions(&samples, setup.machine()).ok()?;
        let mut excluding = self.excluded_everywhere();
        let stays = self.comparable(machine, &samples, &mut excluding)?;
        let mut kept = samples.clone();
        kept.retain(&stays);
        let mut lost = taken.whole;
        for (job, size) in kept.size.iter().enumerate() {
            let amount = taken.amount_of(&kept, job, size);
            lost.jobs -= amount.jobs;
            lost.work -= amount.work;
        }
        // A sum of floats may be slightly off zero.
        let is_lost = kept.len() < samples.len();
        let lost = if is_lost { JobTotals { work: lost.work.max(0.0), ..lost } } else { JobTotals::default() };
        let values = self.values();
        let excluded = excluding.so_far();
        let barred = |allocation, value| excluded.iter().any(|each| each.bars(machine, allocation, value));
        let of_use = |allocation: &usize| (0..values.len()).any(|value| !barred(*allocation, value));
        let ends = [values[0], values[values.len() - 1]];
        let named = |numbers: &[usize]| numbers.iter().map(|number| self.allocation[*number].clone()).collect();
        let strategies: Vec<usize> = (0..self.allocation.len()).filter(of_use).collect();
        let loses = |number: &usize| setup.placeable(&samples, &setup.allocators(&[*number])).contains(&false);
        let to_blame: Vec<usize> = strategies.iter().copied().filter(|number| is_lost && loses(number)).collect();
        Some(Outlook {
            machine: self.machines[machine].to_string(),
            to_blame: named(if is_lost && to_blame.is_empty() { &strategies } else { &to_blame }),
            strategies: named(&strategies),
            lost,
            lost_share: lost.share_of(&taken.whole),
            load: ends.map(|value| setup.load(&kept, taken, value)),
        })
    }
}

impl Setup<'_> {
    /// The load of the jobs of these sizes at a varied value.
    fn load(&self, kept: &Workload, taken: &RequestHistogram, value: Decimal) -> f64 {
        let Ok(Experiment { transformation, .. }) = self.experiment.at(value) else { return f64::NAN };
        if let Some(load) = transformation.load {
            return load.to_f64();
        }
        let jobs = transformation.apply(kept, self.machine(), false);
        let work = |(job, size): (usize, u32)| {
            taken.amount_of(kept, job, size).work / f64::from(size) * f64::from(jobs.size(job))
        };
        let work: f64 = kept.size.iter().enumerate().map(work).sum();
        let stretch = transformation.runtime_coefficient.to_f64() / transformation.arrival_factor.to_f64();
        let room = taken.span * f64::from(self.machine().node_count());
        if room > 0.0 { work * stretch / room } else { f64::NAN }
    }
}

impl Plan {
    /// The share of the work, before transformation, that no run on a machine (by its [`Experiment::site`]) has because
    /// one of the strategies could never place it there.
    pub fn lost_work(&self, site: usize) -> f64 {
        self.jobs_at(site).map_or(0.0, |jobs| jobs.lost_work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;

    /// Sizes and runtimes; jobs arrive every 100 seconds.
    fn log(jobs: &[(u32, i64)]) -> Log {
        let line = |(number, (size, runtime)): (usize, &(u32, i64))| {
            let queue = 1 + number % 2;
            format!("{number} {} -1 {runtime} {size} -1 -1 {size} -1 -1 1 1 1 1 {queue} 1 -1 -1\n", 100 * number)
        };
        formats::read(jobs.iter().enumerate().map(line).collect::<String>().as_bytes()).0
    }

    fn experiment(settings: &[(&str, &str)]) -> Experiment {
        let mut experiment = Experiment::default();
        for (name, value) in [("log", "a.swf"), ("allocation", "flat"), ("vary", "none")].iter().chain(settings) {
            experiment.set(name, value).unwrap();
        }
        experiment
    }

    /// Four jobs over 300 s: 1 x 100, 4 x 100, 16 x 100, 64 x 1000 processor-seconds.
    const JOBS: [(u32, i64); 4] = [(1, 100), (4, 100), (16, 100), (64, 1000)];

    fn only(settings: &[(&str, &str)]) -> Outlook {
        let experiment = experiment(settings);
        let taken = RequestHistogram::new(&log(&JOBS), &experiment.selection);
        experiment.outlook(&taken).remove(0)
    }

    #[test]
    fn a_few_large_jobs_have_most_of_the_work() {
        let outlook = only(&[("machine", "mesh:4x8")]);
        assert_eq!(outlook.lost, JobTotals { jobs: 1, work: 64_000.0 });
        let (jobs, work) = outlook.lost.share_of(&RequestHistogram::new(&log(&JOBS), &Selection::default()).whole);
        assert_eq!(jobs, 0.25);
        assert!((work - 64_000.0 / 66_100.0).abs() < 1e-12);
        assert!((outlook.load[0] - 2100.0 / (300.0 * 32.0)).abs() < 1e-12);
        let roomy = only(&[("machine", "mesh:8x8")]);
        assert_eq!(roomy.lost, JobTotals::default());
        assert!((roomy.load[1] - 66_100.0 / (300.0 * 64.0)).abs() < 1e-12);
    }

    #[test]
    fn scaling_rounding_and_the_varied_quantity_count() {
        assert_eq!(only(&[("machine", "mesh:8x8"), ("size-scale", "4")]).lost.jobs, 1);
        assert_eq!(only(&[("machine", "mesh:8x8"), ("size-scale", "5"), ("round", "pow2")]).lost.jobs, 2);
        let varied = only(&[("machine", "mesh:8x8"), ("vary", "runtime:0.5..2:0.5")]);
        assert!((varied.load[1] / varied.load[0] - 4.0).abs() < 1e-12);
        let varied = only(&[("machine", "mesh:8x8"), ("vary", "arrival:0.5..2:0.5"), ("size-scale", "2")]);
        assert!((varied.load[0] / varied.load[1] - 4.0).abs() < 1e-12);
    }

    /// Of three jobs of 8 nodes each, one is longer than the machine. No strategy reshapes two dimensions into three.
    #[test]
    fn shapes_that_fit_nowhere_are_lost_at_any_volume() {
        let table = b"submit,runtime,shape\n0,10,2x2x2\n100,10,8x1x1\n200,40,2x2x2\n";
        let taken = RequestHistogram::new(&formats::read(table).0, &Selection::default());
        let on = |machine| {
            let settings = [("machine", machine), ("allocation", "tff"), ("size-scale", "1"), ("round", "none")];
            experiment(&settings).outlook(&taken)
        };
        assert_eq!(on("mesh:4x4x4")[0].lost, JobTotals { jobs: 1, work: 80.0 });
        assert!((on("mesh:4x4x4")[0].load[0] - 400.0 / (200.0 * 64.0)).abs() < 1e-12);
        assert_eq!(on("mesh:2x2x8")[0].lost, JobTotals::default());
        let flat = [("machine", "mesh:8x8"), ("allocation", "flat"), ("size-scale", "1"), ("round", "none")];
        assert_eq!([on("mesh:8x8"), experiment(&flat).outlook(&taken)], [[], []], "the plan refuses such machines");
        assert_eq!(taken.longest_sides(), Some(vec![8, 2, 2]));
        assert_eq!(RequestHistogram::new(&log(&JOBS), &Selection::default()).longest_sides(), None);
    }

    #[test]
    fn a_varied_scale_loses_the_jobs_lost_at_any_value() {
        let varied = only(&[("machine", "mesh:8x8"), ("vary", "size-scale:1..8:7")]);
        assert_eq!(varied.lost.jobs, 2, "64 and 16 times 8 do not fit");
    }

    #[test]
    fn a_strategy_that_cannot_run_takes_nothing_from_the_others() {
        let outlook = only(&[("machine", "mesh:9x9"), ("allocation", "ep,flat")]);
        assert_eq!((outlook.strategies, outlook.lost.jobs), (vec!["flat".to_string()], 0));
        let nowhere = experiment(&[("machine", "mesh:9x9"), ("allocation", "ep")]);
        assert_eq!(nowhere.outlook(&RequestHistogram::new(&log(&JOBS), &Selection::default())), []);
    }

    /// `ep` rounds 12 nodes up to 16, for which 3x4 nodes are too few; `flat` would place them.
    #[test]
    fn the_strategies_that_lose_jobs_are_known() {
        let log = log(&[(1, 10), (5, 10), (12, 10)]);
        let experiment = experiment(&[("machine", "torus:3x4"), ("allocation", "ep,flat")]);
        let taken = RequestHistogram::new(&log, &experiment.selection);
        let outlook = experiment.outlook(&taken).remove(0);
        assert!(outlook.lost.jobs > 0, "{outlook:?}");
        assert_eq!(outlook.to_blame, ["ep"]);
        let all = experiment.clone();
        let none = Experiment { allocation: vec!["flat".into()], ..all }.outlook(&taken).remove(0);
        assert_eq!((none.lost.jobs, none.to_blame), (0, vec![]));
    }

    #[test]
    fn the_filters_have_their_own_amount() {
        let experiment = experiment(&[("queue", "1")]);
        let taken = RequestHistogram::new(&log(&JOBS), &experiment.selection);
        assert_eq!(
            (taken.whole, taken.filtered),
            (JobTotals { jobs: 2, work: 1700.0 }, JobTotals { jobs: 2, work: 64_400.0 })
        );
        assert_eq!((taken.largest(), taken.selected.queue), (16, 2));
    }

    /// The plan is what runs; the outlook must agree with it.
    #[test]
    fn the_plan_drops_the_jobs_of_the_outlook() {
        for machine in ["torus:4x8", "torus:8x8", "mesh:4x4,mesh:2x3", "torus:2x2x2"] {
            for allocation in ["flat", "ep,flat", "ff", "mbs,gabl"] {
                for (scale, round) in [("1", "none"), ("2", "pow2"), ("3", "none")] {
                    let settings =
                        [("machine", machine), ("allocation", allocation), ("size-scale", scale), ("round", round)];
                    let experiment = experiment(&settings);
                    let log = log(&JOBS);
                    let Ok((plan, selected)) = Plan::prepare(&Budget::USUAL, &experiment, Some(&log)) else { continue };
                    let taken = RequestHistogram::new(&log, &experiment.selection);
                    for (machine, outlook) in experiment.outlook(&taken).iter().enumerate() {
                        let dropped = plan.dropped(machine, &selected)["too_large"];
                        assert_eq!(outlook.lost.jobs, u64::from(dropped), "{settings:?}");
                        let (_, share) = outlook.lost.share_of(&taken.whole);
                        assert!((plan.lost_work(machine) - share).abs() < 1e-9, "{settings:?}");
                    }
                }
            }
        }
    }
}
