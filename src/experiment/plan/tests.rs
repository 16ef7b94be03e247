use super::*;
use crate::diagnostic::Diagnostic;
use crate::time::SECOND;
use crate::workload::Selected;

/// Jobs of (submit, runtime, size), times in seconds.
pub(super) fn workload(jobs: &[(i64, i64, u32)]) -> Workload {
    Workload {
        id: (1..=jobs.len() as i64).map(|id| id * 10).collect(),
        submit: jobs.iter().map(|job| job.0 * SECOND).collect(),
        runtime: jobs.iter().map(|job| job.1 * SECOND).collect(),
        requested: vec![-1; jobs.len()].into(),
        size: jobs.iter().map(|job| job.2).collect(),
        ..Workload::default()
    }
}

pub(super) fn experiment(settings: &[(&str, &str)]) -> Experiment {
    let mut experiment = Experiment::default();
    settings.iter().for_each(|(name, value)| experiment.set(name, value).unwrap());
    experiment
}

fn too_large(plan: &Plan, machine: usize) -> u32 {
    plan.dropped(machine, &Selected::default())["too_large"]
}

pub(super) const THREE_JOBS: &[(i64, i64, u32)] = &[(0, 100, 9), (10, 100, 4), (20, 100, 8)];

#[test]
fn cells_are_all_pairs_and_values_in_the_experiments_order() {
    let experiment = experiment(&[
        ("allocation", "flat,nep"),
        ("scheduling", "easy,fcfs"),
        ("vary", "runtime:1..2:0.5"),
        ("machine", "torus:4x4"),
    ]);
    let plan = Plan::new(&experiment, &workload(THREE_JOBS)).unwrap();
    let cells: Vec<_> =
        plan.cells.iter().map(|cell| (cell.allocation, cell.scheduling, cell.value.to_string())).collect();
    assert_eq!(cells.len(), 12);
    assert_eq!(cells[0], (0, 0, "1".into()));
    assert_eq!(cells[1], (0, 0, "1.5".into()));
    assert_eq!(cells[3], (0, 1, "1".into()));
    assert_eq!(cells[11], (1, 1, "2".into()));
}

#[test]
fn a_policy_that_does_not_exist_is_left_out_and_the_rest_runs() {
    let policies = |list| experiment(&[("allocation", "flat"), ("scheduling", list), ("vary", "none")]);
    let plan = Plan::new(&policies("wfp/conservative,expansion/easy"), &workload(THREE_JOBS)).unwrap();
    let left_out: Vec<String> =
        plan.excluded.iter().map(|each| each.diagnostic(plan.experiment()).to_string()).collect();
    assert_eq!(left_out.len(), 1);
    assert!(
        left_out[0].starts_with("wfp/conservative: under conservative every waiting job is promised a start"),
        "{left_out:?}"
    );
    assert!(plan.run(1, None).is_ok());
    assert!(matches!(Plan::new(&policies("wfp/conservative"), &workload(THREE_JOBS)), Err(PlanError::Policy(_))));
}

#[test]
fn a_job_that_one_strategy_can_never_place_is_dropped_for_all() {
    // 2x6 is divided into 2x4 and 2x2: nine processors round up to 16, more than either. Alone, flat would take them.
    let jobs = workload(THREE_JOBS);
    let plan =
        |allocation| Plan::new(&experiment(&[("machine", "torus:2x6"), ("allocation", allocation)]), &jobs).unwrap();
    assert_eq!((too_large(&plan("flat"), 0), plan("flat").jobs_per_run(0)), (0, 3));
    let both = plan("flat,nep");
    assert_eq!((too_large(&both, 0), both.jobs_per_run(0), both.ids(0)), (1, 2, vec![20, 30]));
    let submits: Vec<_> = both.jobs(0).unwrap().jobs.iter().map(|job| job.submit).collect();
    assert_eq!(submits, [10 * SECOND, 20 * SECOND], "time 0 stays that of the dropped first job");
}

#[test]
fn the_value_replaces_the_fixed_coefficient() {
    let jobs = workload(THREE_JOBS);
    let first = |settings: &[(&str, &str)]| {
        let plan = Plan::new(&experiment(settings), &jobs).unwrap();
        let job = plan.jobs(0).unwrap().jobs.at(1);
        (job.submit / SECOND, job.runtime / SECOND)
    };
    let fixed = [("runtime-coefficient", "3"), ("arrival-factor", "2")];
    assert_eq!(first(&[fixed[0], fixed[1], ("vary", "none")]), (20, 300));
    assert_eq!(first(&[fixed[0], fixed[1], ("vary", "runtime:5")]), (20, 500));
    assert_eq!(first(&[fixed[0], fixed[1], ("vary", "arrival:7")]), (70, 300));
}

/// While the second job waits for two of four processors, the third does not fit, and the fourth would.
#[test]
fn a_varied_depth_is_that_of_every_policy() {
    let jobs = workload(&[(0, 100, 3), (1, 100, 2), (2, 10, 2), (3, 10, 1)]);
    let settings =
        [("machine", "torus:4"), ("allocation", "flat"), ("scheduling", "easy,oo"), ("vary", "depth:1..3:1")];
    let plan = Plan::new(&experiment(&settings), &jobs).unwrap();
    let start_of_the_fourth = |cell| {
        let (jobs, machine) = (plan.jobs(cell).unwrap(), plan.machine(cell));
        let mut recorder = Recorder::new(&jobs, &machine);
        plan.observe(cell, &jobs, &mut recorder).unwrap();
        recorder.times.start[3] / SECOND
    };
    let starts: Vec<_> = (0..6).map(start_of_the_fourth).collect();
    assert_eq!(starts, [110, 3, 3, 110, 3, 3], "by policy, then depth");
}

#[test]
fn a_varied_rate_changes_arrivals_and_nothing_else() {
    let experiment =
        experiment(&[("vary", "rate:0.5..2:1.5"), ("jobs", "50"), ("machine", "torus:2x2x6"), ("size-scale", "2")]);
    let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
    let (slow, fast) = (plan.jobs(0).unwrap(), plan.jobs(1).unwrap());
    assert!(too_large(&plan, 0) > 0, "sizes up to 48, of which nep places 16");
    assert_eq!(slow.jobs.len() + too_large(&plan, 0) as usize, 50);
    assert_eq!(slow.requests, fast.requests);
    for (slow, fast) in slow.jobs.iter().zip(fast.jobs.iter()) {
        assert_eq!((slow.runtime, slow.request), (fast.runtime, fast.request));
    }
    assert!(fast.jobs.submit.last() < slow.jobs.submit.last());
}

#[test]
fn a_run_by_hand() {
    // 16 processors of flat: the first two jobs run at once, the third (8) waits for the first (9) to end at 100.
    let settings = [("machine", "torus:4x4"), ("allocation", "flat"), ("scheduling", "fcfs"), ("vary", "none")];
    let plan = Plan::new(&experiment(&settings), &workload(THREE_JOBS)).unwrap();
    let result = plan.run(0, None).unwrap();
    assert_eq!(result.jobs, 3);
    let metric = |name: &str| result.metrics.get(crate::simulation::Metric::find(name).unwrap());
    assert_eq!(metric("mean_wait"), 80.0 / 3.0);
    assert_eq!(metric("makespan"), 200.0);
    assert_eq!(metric("utilization"), 2100.0 / (16.0 * 200.0));
}

#[test]
fn the_heaviest_cells_go_first() {
    let experiment = experiment(&[("scheduling", "fcfs,easy,conservative"), ("vary", "arrival:0.5..1:0.5")]);
    let plan = Plan::new(&experiment, &workload(&[(0, 1000, 512), (100, 1000, 512), (200, 1000, 512)])).unwrap();
    let order: Vec<_> =
        plan.heaviest_first((0..plan.cells.len()).collect()).into_iter().map(|cell| plan.cells[cell]).collect();
    assert_eq!(order.len(), plan.cells.len());
    assert!(order.windows(2).all(|pair| pair[0].weight >= pair[1].weight));
    let policy = |cell: &Cell| experiment.scheduling[cell.scheduling].to_string();
    assert_eq!((policy(&order[0]), order[0].value.to_string()), ("conservative".into(), "0.5".into()));
    assert_eq!((policy(&order[17]), order[17].value.to_string()), ("fcfs".into(), "1".into()));
}

/// A strategy that scans every place of a large machine takes hundreds of times as long as one that looks a value up.
#[test]
fn slow_strategies_and_large_machines_are_heavier() {
    let settings =
        [("allocation", "flat,ff,bf,gen-alg"), ("machine", "mesh:8x8,mesh:32x32x32"), ("scheduling", "fcfs")];
    let settings = [&settings[..], &[("model", "stochastic"), ("jobs", "20"), ("vary", "none")]].concat();
    let experiment = experiment(&settings);
    let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
    let weight = |machine: usize, allocation: usize| {
        let cell = plan.cells.iter().find(|cell| (cell.machine, cell.allocation) == (machine, allocation));
        cell.expect("every pair has a cell").weight
    };
    for machine in [0, 1] {
        assert!([1, 2, 3].iter().all(|&slow| weight(machine, slow) > weight(machine, slow - 1)));
    }
    assert!(weight(1, 3) > 100.0 * weight(1, 1) && weight(1, 2) > 100.0 * weight(0, 2));
    // Measured (docs/performance.md): best fit takes 45 to 60 times as long as first fit there.
    let beside_first_fit = weight(1, 2) / weight(1, 1);
    assert!((20.0..100.0).contains(&beside_first_fit), "{beside_first_fit}");
    assert!(weight(1, 0) < 2.0 * weight(0, 0), "counting does not depend on the machine");
}

#[test]
fn parts_that_cannot_run_have_a_reason() {
    let jobs = workload(THREE_JOBS);
    let complaint = |settings: &[(&str, &str)], jobs: &Workload| match Plan::new(&experiment(settings), jobs) {
        Ok(_) => panic!("{settings:?} runs"),
        Err(complaint) => Diagnostic::of(&complaint),
    };
    let strange = complaint(&[("machine", "torus:3x5x7"), ("allocation", "ep")], &jobs);
    assert_eq!(strange.place, "allocation");
    assert!(strange.message().contains("ep cannot manage torus:3x5x7"), "{strange}");
    let small = complaint(&[("machine", "torus:2"), ("allocation", "flat")], &jobs);
    assert_eq!(small.place, "machine");
    assert!(small.message().contains("every one of the 3 jobs"), "{small}");
    let empty = complaint(&[("log", "a.swf")], &Workload::default());
    assert_eq!(empty.place, "log");
    let endless = workload(&[(0, i64::MAX / SECOND / 8, 1)]);
    assert!(Plan::new(&experiment(&[("vary", "runtime:1")]), &endless).is_ok());
    assert!(complaint(&[("vary", "runtime:3")], &endless).message().contains("clock"));
    let late = workload(&[(0, 1, 1), (i64::MAX / SECOND / 8, 1, 1)]);
    assert!(Plan::new(&experiment(&[("vary", "arrival:1")]), &late).is_ok());
    assert!(complaint(&[("vary", "arrival:3")], &late).message().contains("clock"));
    let both = complaint(&[("machine", "torus:3x5x7"), ("allocation", "ep,nep")], &jobs);
    assert!(
        both.place == "allocation" && both.message().contains("ep: ep cannot") && both.message().contains("; nep: ")
    );
}

/// The exclusions in words, with their reasons.
pub(super) fn excluded(plan: &Plan) -> Vec<(String, String)> {
    let words = |each: &Exclusion| (each.subject(&plan.experiment), each.reason.clone());
    plan.excluded.iter().map(words).collect()
}

/// The values of the cells that run.
fn run(plan: &Plan) -> Vec<String> {
    let results = crate::experiment::Results::new(plan, &Selected::default());
    results.first_cells().into_iter().map(|cell| results.describe(&plan.cells[cell])).collect()
}

#[test]
fn values_beyond_the_clock_are_excluded_and_the_others_run() {
    let late = workload(&[(0, 1, 1), (i64::MAX / SECOND / 8, 1, 1)]);
    let on = |vary| {
        let settings = [("vary", vary), ("allocation", "flat"), ("scheduling", "fcfs")];
        Plan::new(&experiment(&settings), &late).unwrap()
    };
    let plan = on("arrival:0.5..3:0.5");
    assert_eq!(excluded(&plan)[0].0, "arrival 2, 2.5, 3");
    assert!(excluded(&plan)[0].1.contains("clock"));
    assert_eq!(run(&plan), ["fcfs with flat at 0.5", "fcfs with flat at 1", "fcfs with flat at 1.5"]);
    assert_eq!(excluded(&on("rate:0.2..3:0.5"))[0].0, "rate 0.2");
}

#[test]
fn a_strategy_that_does_not_suit_the_machine_does_not_affect_the_others() {
    // If nep were compared on 2x6, which rounds nine up to sixteen, the job of nine would be dropped. It does not suit
    // 3x5x7 at all.
    let jobs = workload(THREE_JOBS);
    let on = |machine: &str, allocation: &str| {
        let settings = [("machine", machine), ("allocation", allocation), ("scheduling", "fcfs")];
        let more = [("log", "a.swf"), ("vary", "runtime:1..2:1")];
        Plan::new(&experiment(&[&settings[..], &more[..]].concat()), &jobs).unwrap()
    };
    let (both, alone) = (on("torus:3x5x7,torus:2x6", "nep,flat"), on("torus:3x5x7", "flat"));
    let [(subject, reason)] = &excluded(&both)[..] else { panic!("{:?}", both.excluded) };
    assert_eq!(subject, "nep on torus:3x5x7");
    assert!(reason.contains("nep cannot manage torus:3x5x7"), "{reason}");
    assert_eq!((both.cells.len(), both.cells[0].weight, both.cells[1].weight), (8, 0.0, 0.0));
    assert_eq!([0, 1].map(|machine| both.jobs_per_run(machine)), [3, 2]);
    assert_eq!([bits(&both, 2), bits(&both, 3)], [bits(&alone, 0), bits(&alone, 1)]);
    assert_eq!(run(&both).len(), 6);
}

#[test]
fn a_strategy_that_places_no_job_is_excluded_before_jobs_are_dropped() {
    // On 2x6, nep has at most eight processors in one piece.
    let settings = [("machine", "torus:2x6"), ("allocation", "nep,flat"), ("vary", "none")];
    let plan = Plan::new(&experiment(&settings), &workload(&[(0, 1, 9), (1, 1, 12)])).unwrap();
    let [(subject, reason)] = &excluded(&plan)[..] else { panic!("{:?}", plan.excluded) };
    assert_eq!((&**subject, plan.jobs_per_run(0)), ("nep", 2));
    assert!(reason.starts_with("every one of the 2 jobs is larger than what nep can place"), "{reason}");
}

#[test]
fn a_policy_without_a_depth_is_excluded_if_depth_is_varied() {
    let settings = [("allocation", "flat"), ("scheduling", "fcfs,easy,conservative"), ("vary", "depth:1..2:1")];
    let plan = Plan::new(&experiment(&settings), &workload(THREE_JOBS)).unwrap();
    let subjects: Vec<_> = excluded(&plan).into_iter().map(|(subject, _)| subject).collect();
    assert_eq!(subjects, ["fcfs", "conservative"]);
    assert_eq!(run(&plan), ["easy with flat at 1", "easy with flat at 2"]);
}

#[test]
fn jobs_without_nodes_do_not_communicate() {
    let settings = [
        ("allocation", "flat,gabl"),
        ("scheduling", "fcfs"),
        ("vary", "none"),
        ("machine", "mesh:4x4"),
        ("service", "communication"),
    ];
    let plan = Plan::new(&experiment(&settings), &workload(THREE_JOBS)).unwrap();
    assert_eq!(excluded(&plan)[0].0, "flat");
    assert_eq!(run(&plan), ["fcfs with gabl at 1"]);
    assert!(plan.run(1, None).is_ok());
}

#[test]
fn cells_do_not_depend_on_where_they_run() {
    fn is_shared_freely<T: Send + Sync>(_: &T) {}
    let experiment = experiment(&[("jobs", "200"), ("vary", "runtime:1..2:1")]);
    let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
    is_shared_freely(&plan);
    let forward: Vec<_> = (0..plan.cells.len()).map(|cell| bits(&plan, cell)).collect();
    let mut backward: Vec<_> = (0..plan.cells.len()).rev().map(|cell| bits(&plan, cell)).collect();
    backward.reverse();
    assert_eq!(forward, backward);
}

/// A result's numbers bit for bit (NaN included).
fn bits(plan: &Plan, cell: usize) -> Vec<u64> {
    plan.run(cell, None).unwrap().metrics.numbers().iter().map(|value| value.to_bits()).collect()
}

#[test]
fn sides_make_machines_and_jobs_for_them() {
    let settings = [
        ("model", "stochastic"),
        ("jobs", "50"),
        ("machine", "mesh:8x8x8"),
        ("allocation", "tff"),
        ("scheduling", "fcfs"),
        ("vary", "side:2..4:2"),
    ];
    let experiment = experiment(&settings);
    let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
    let largest =
        |cell: usize| plan.jobs(cell).unwrap().requests.iter().map(|request| request.processors).max().unwrap();
    assert_eq!((plan.cells.len(), largest(0), largest(1) > 8 && largest(1) <= 64), (2, 8, true));
    let single = |machine: &str| {
        let mut fixed = experiment.clone();
        fixed.set("machine", machine).unwrap();
        fixed.vary = None;
        bits(&Plan::new(&fixed, &fixed.generate()).unwrap(), 0)
    };
    assert_eq!((bits(&plan, 0), bits(&plan, 1)), (single("mesh:2x2x2"), single("mesh:4x4x4")));
    let mut large = experiment.clone();
    large.set("vary", "side:200").unwrap();
    let reason = Diagnostic::of(&Plan::new(&large, &large.generate()).err().unwrap());
    let said = "side 200: a machine of too many nodes (expected at most 1048576)";
    assert!(reason.place == "vary" && reason.message().contains(said), "{reason}");
    large.set("vary", "side:2..200:198").unwrap();
    let plan = Plan::new(&large, &large.generate()).unwrap();
    assert_eq!((excluded(&plan)[0].0.as_str(), run(&plan)), ("side 200", vec!["fcfs with tff at 2".to_string()]));
}

#[test]
fn a_side_that_does_not_suit_a_strategy_is_excluded_only_for_it() {
    let settings = [("model", "stochastic"), ("jobs", "9"), ("machine", "torus:4x4"), ("scheduling", "fcfs")];
    let more = [("allocation", "ep,tff"), ("vary", "side:3..16:1")];
    let experiment = experiment(&[&settings[..], &more[..]].concat());
    let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
    let [(subject, _)] = &excluded(&plan)[..] else { panic!("{:?}", plan.excluded) };
    assert_eq!(subject, "ep at side 3, 5, 6, 7, 9, 10 and 5 more values", "two dimensions are not powers of two");
    let ran = run(&plan);
    assert_eq!(ran.iter().filter(|name| name.contains("ep")).count(), 3, "{ran:?}");
    assert_eq!(ran.iter().filter(|name| name.contains("tff")).count(), 14);
    // Where ep can run, the jobs are those that both can place; elsewhere those of tff alone.
    let alone = Experiment { allocation: vec!["tff".into()], ..experiment };
    let alone = Plan::new(&alone, &alone.generate()).unwrap();
    assert_eq!(bits(&plan, 14), bits(&alone, 0));
}

#[test]
fn machines_are_compared_each_with_the_jobs_it_can_place() {
    let jobs = workload(THREE_JOBS);
    let settings = [("log", "a.swf"), ("allocation", "flat"), ("scheduling", "fcfs"), ("vary", "runtime:1..2:1")];
    let on = |machine: &str| Plan::new(&experiment(&[&settings[..], &[("machine", machine)]].concat()), &jobs).unwrap();
    let both = on("torus:4x4,torus:2x4");
    let cells: Vec<_> = both.cells.iter().map(|cell| (cell.machine, cell.value.to_string())).collect();
    assert_eq!(cells, [(0, "1".into()), (0, "2".into()), (1, "1".into()), (1, "2".into())]);
    assert_eq!([0, 1].map(|machine| too_large(&both, machine)), [0, 1], "nine processors fit on sixteen, not on eight");
    assert_eq!((both.ids(0), both.ids(3)), (vec![10, 20, 30], vec![20, 30]));
    let (large, small) = (on("torus:4x4"), on("torus:2x4"));
    assert_eq!(
        [0, 1, 2, 3].map(|cell| bits(&both, cell)),
        [bits(&large, 0), bits(&large, 1), bits(&small, 0), bits(&small, 1)]
    );
    assert!(
        both.cells[2].weight > both.cells[0].weight,
        "a light load for a machine of sixteen is heavy for one of eight"
    );
}

#[test]
fn a_model_makes_the_jobs_for_each_machine() {
    for model in ["lublin", "stochastic"] {
        let settings = [("model", model), ("jobs", "60"), ("allocation", "tff"), ("scheduling", "fcfs")];
        let on = |machine: &str| {
            let more = [("machine", machine), ("vary", "rate:1"), ("replications", "2")];
            let experiment = experiment(&[&settings[..], &more[..]].concat());
            Plan::new(&experiment, &experiment.generate()).unwrap()
        };
        let (both, small, large) = (on("mesh:4x4,mesh:6x6"), on("mesh:4x4"), on("mesh:6x6"));
        let alone = [bits(&small, 0), bits(&small, 1), bits(&large, 0), bits(&large, 1)];
        assert_eq!([0, 1, 2, 3].map(|cell| bits(&both, cell)), alone, "{model}");
        assert_ne!(alone[0], alone[2], "{model}");
    }
}

#[test]
fn exclusions_on_one_machine_name_the_machine() {
    let jobs = workload(&[(0, 10, 64)]);
    let plan = |settings: &[(&str, &str)]| {
        Plan::new(&experiment(&[settings, &[("log", "a.swf"), ("vary", "none")]].concat()), &jobs)
    };
    let strange = plan(&[("allocation", "ep,nep"), ("machine", "torus:8x8,torus:3x5x7")]).unwrap();
    let [(ep, reason), (nep, _)] = &excluded(&strange)[..] else { panic!("{:?}", strange.excluded) };
    assert_eq!([&**ep, &**nep], ["ep on torus:3x5x7", "nep on torus:3x5x7"]);
    assert!(reason.contains("ep cannot manage torus:3x5x7"), "{reason}");
    let small = plan(&[("allocation", "flat"), ("machine", "torus:8x8,torus:4x4")]).unwrap();
    let [(subject, reason)] = &excluded(&small)[..] else { panic!("{:?}", small.excluded) };
    assert!(subject == "torus:4x4" && reason.contains("can place on torus:4x4"), "{subject}: {reason}");
    assert_eq!(small.excluded[0].place, "machine");
    let none = Diagnostic::of(&plan(&[("allocation", "flat"), ("machine", "torus:2x8,torus:4x4")]).err().unwrap());
    assert!(none.message().starts_with("nothing of this can run: torus:2x8: every one"), "{none}");
}
