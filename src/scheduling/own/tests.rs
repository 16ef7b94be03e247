//! Closures act as own code: orders and head rules of the catalogue written again, and one for each misstep.

use super::*;
use crate::allocation::catalogue::{self, Setting};
use crate::diagnostic::Diagnostic;
use crate::machine::Machine;
use crate::scheduling::orders::{Key, QueuedJob};
use crate::simulation::{Recorder, RunFailure, Runtimes, simulate_service};
use crate::workload::{Job, Request};
use proptest::prelude::*;

/// Own code as closures.
struct Played<K, C> {
    orders: Option<KeyChanges>,
    key: K,
    choose: Option<C>,
}

type Chosen = Result<Option<usize>, CodeException>;

impl<K, C> OwnPolicy for Played<K, C>
where
    K: Fn(usize, Time) -> Result<f64, CodeException>,
    C: Fn(&State) -> Chosen,
{
    fn orders(&self) -> Option<KeyChanges> {
        self.orders
    }

    fn key(&self, job: usize, now: Time) -> Result<f64, CodeException> {
        (self.key)(job, now)
    }

    fn chooses(&self) -> bool {
        self.choose.is_some()
    }

    fn choose(&self, state: &State, _now: Time) -> Chosen {
        self.choose.as_ref().map_or(Ok(None), |choose| choose(state))
    }
}

/// Keys without a choice.
fn keys(changes: KeyChanges, key: impl Fn(usize, Time) -> Result<f64, CodeException>) -> impl OwnPolicy {
    Played { orders: Some(changes), key, choose: None::<fn(&State) -> Chosen> }
}

/// A choice without keys.
fn choice(choose: impl Fn(&State) -> Chosen) -> impl OwnPolicy {
    Played { orders: None, key: |_, _| Ok(0.0), choose: Some(choose) }
}

fn jobs(list: &[(Time, Time, Time, u32)]) -> Jobs {
    let mut submit = 0;
    let mut job = |&(later, runtime, longer, processors): &(Time, Time, Time, u32)| {
        submit += later;
        Job { submit, runtime, estimate: runtime + longer, request: processors - 1 }
    };
    let jobs = list.iter().map(&mut job).collect();
    Jobs { jobs, requests: (1..=8).map(Request::processors).collect(), ..Jobs::default() }
}

/// The starts of jobs on eight nodes of this strategy.
fn starts(jobs: &Jobs, name: &str, scheduling: &str, own: Option<&dyn OwnPolicy>) -> Result<Vec<Time>, RunFailure> {
    let machine = Machine::torus(&[2, 2, 2]);
    let strategy =
        catalogue::find(name).unwrap().make(&Setting { machine: &machine, seed: 1, replication: 0 }).unwrap();
    let mut recorder = Recorder::new(jobs, &machine).with_reasons(true);
    let rules = Rules { scheduling: scheduling.parse().unwrap(), own };
    simulate_service(jobs, strategy, rules, &mut Runtimes::of(jobs), &mut recorder)?;
    Ok(recorder.times.start.clone())
}

fn said(jobs: &Jobs, scheduling: &str, own: &dyn OwnPolicy) -> String {
    Diagnostic::of(&starts(jobs, "flat", scheduling, Some(own)).unwrap_err().at(&[17, 18, 19])).to_string()
}

fn thrown() -> CodeException {
    CodeException { message: "ValueError: no".into(), line: Some(3) }
}

proptest! {
    #[test]
    fn keys_of_the_catalogue_give_its_schedules(
        list in prop::collection::vec((0i64..9, 0i64..30, 0i64..9, 1u32..9), 1..40),
        strategy in prop::sample::select(vec!["flat", "nep", "ep"]),
        head in prop::sample::select(vec!["block", "skip", "skip(2)", "easy", "easy(2)", "conservative"]),
    ) {
        let jobs = jobs(&list);
        for order in Order::ALL {
            let name = format!("{order}/{head}");
            let own: Box<dyn OwnPolicy> = match order.key() {
                Key::Fixed(key) => {
                    let jobs = jobs.clone();
                    Box::new(keys(KeyChanges::Never, move |job, _| Ok(key(&jobs, job) as f64)))
                }
                Key::Changing(_) if head == "conservative" => continue,
                // Own keys do not learn of starts.
                Key::Stateful(_) => continue,
                Key::Changing(key) => {
                    let jobs = jobs.clone();
                    Box::new(keys(KeyChanges::WithTime, move |job, now| Ok(-key(&QueuedJob::of(&jobs, job, now)))))
                }
            };
            let expected = starts(&jobs, strategy, &name, None).unwrap();
            let found = starts(&jobs, strategy, &format!("fcfs/{head}"), Some(&*own)).unwrap();
            prop_assert_eq!(expected, found, "{}", name);
        }
    }

    #[test]
    fn a_choice_of_the_first_that_fits_is_skip_and_of_the_head_is_block(
        list in prop::collection::vec((0i64..9, 0i64..30, 0i64..9, 1u32..9), 1..40),
        strategy in prop::sample::select(vec!["flat", "nep", "ep"]),
    ) {
        let jobs = jobs(&list);
        let first = choice(|state| Ok(state.waiting.iter().find(|&job| state.fits(job))));
        let head = choice(|state| Ok(state.waiting.head().filter(|&job| state.fits(job))));
        for (name, own) in [("skip", &first as &dyn OwnPolicy), ("block", &head)] {
            let expected = starts(&jobs, strategy, &format!("fcfs/{name}"), None).unwrap();
            prop_assert_eq!(expected, starts(&jobs, strategy, "conservative", Some(own)).unwrap());
        }
    }
}

/// The first job takes the whole machine, and the others wait for it.
fn three() -> Jobs {
    jobs(&[(0, 10, 0, 8), (1, 10, 0, 8), (1, 10, 0, 4)])
}

#[test]
fn missteps_name_the_job() {
    let key = |key: f64| keys(KeyChanges::WithTime, move |job, _| Ok(if job == 1 { key } else { 0.0 }));
    assert_eq!(
        said(&three(), "easy", &key(f64::NAN)),
        "scheduling: job 18: key gave no number (expected a number; the least comes first)"
    );
    let failing = keys(KeyChanges::Never, |job, _| if job == 2 { Err(thrown()) } else { Ok(0.0) });
    assert_eq!(said(&three(), "easy", &failing), "scheduling: job 19: key failed: line 3: ValueError: no");
    let held = "scheduling: job 18: pick gave a job that does not fit on the free nodes; ask the machine first whether a job fits";
    assert_eq!(said(&three(), "easy", &choice(|state| Ok(state.waiting.head()))), held);
    let gone = choice(|state| Ok(if state.running.is_empty() { state.waiting.head() } else { Some(0) }));
    let expected =
        "scheduling: job 17: pick gave a job that does not wait (expected one of the jobs of the queue, or none)";
    assert_eq!(said(&three(), "easy", &gone), expected);
    let failing = choice(|_| Err(thrown()));
    assert_eq!(said(&three(), "easy", &failing), "scheduling: pick failed: line 3: ValueError: no");
}

#[test]
fn a_run_that_never_ends_is_refused() {
    let first_only = choice(|state| Ok(state.waiting.head().filter(|job| *job == 0)));
    let idle = "scheduling: pick gave no job, although the machine is idle and 2 jobs wait with no arrival to come; \
        choose a job whenever the machine is idle";
    assert_eq!(said(&three(), "easy", &first_only), idle);
    let changing = keys(KeyChanges::WithTime, |_, _| Ok(0.0));
    assert!(said(&three(), "conservative", &changing).contains("which own keys change as time goes by"));
}

/// Stops a run at a time.
struct Stop(Time);

impl crate::scheduling::Observer for Stop {
    fn observe(&mut self, _: crate::scheduling::Event) {}

    fn want(&self, now: Time, wanted: &mut crate::scheduling::Wanted) {
        wanted.stop |= now >= self.0;
    }
}

#[test]
fn an_observer_can_stop_a_run() {
    let machine = Machine::torus(&[2, 2, 2]);
    let run = |at: Time| {
        let setting = Setting { machine: &machine, seed: 1, replication: 0 };
        let strategy = catalogue::find("flat").unwrap().make(&setting).unwrap();
        crate::simulation::simulate(&three(), strategy, "easy".parse().unwrap(), &mut Stop(at))
    };
    assert_eq!((run(10), run(1000)), (Err(RunFailure::Stopped), Ok(())));
}
