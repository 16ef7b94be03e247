use super::*;
use crate::simulation::simulate;
use crate::time::SECOND;

fn experiment(link: &str) -> Experiment {
    let (experiment, complaints) = permalink::read(link);
    assert_eq!(complaints, []);
    experiment
}

#[test]
fn the_alternatives_are_flat_the_other_heads_and_the_other_orders() {
    let own = experiment("#v=1&allocation=nep,ep&scheduling=fcfs,sjf/easy(5)&vary=runtime:1..2:0.5&replications=3");
    // The second strategy, the second policy, the third value, the second replication.
    let place = ((3 * 3) + 2) * 3 + 1;
    let counterfactual = CounterfactualRuns::of(&own, place);
    let names = [
        "sjf/easy(5) / flat",
        "ssd / ep",
        "sjf/skip / ep",
        "sjf/easy / ep",
        "sjf/conservative / ep",
        "easy(5) / ep",
        "lcfs/easy(5) / ep",
    ];
    assert!(
        names.iter().all(|name| counterfactual.names.iter().any(|other| other == name)),
        "{:?}",
        counterfactual.names
    );
    assert_eq!(counterfactual.titles[0], "Any free nodes · Shortest first, backfilling (EASY), 5 jobs deep");
    assert_eq!(counterfactual.names.len(), 1 + 4 + Order::ALL.len() - 1);
    let changed = CounterfactualRuns::experiment(&own, place);
    assert_eq!(experiment(&counterfactual.link), changed);
    assert_eq!(changed.allocation, ["nep", "ep", "flat"]);
    let cells = crate::experiment::Cell::all(&changed, &[]);
    for (name, cell) in counterfactual.names.iter().zip(&counterfactual.cells) {
        let cell = &cells[*cell];
        assert_eq!(*name, changed.curve(cell.machine, cell.allocation, cell.scheduling));
        assert_eq!((cell.value.to_string(), cell.replication), ("2".to_string(), 1));
    }
    // In the experiment with all of them, the run is the first cell, and the alternatives are the same.
    let one = experiment("#v=1&allocation=nep&scheduling=easy&vary=none");
    let again = CounterfactualRuns::of(&CounterfactualRuns::experiment(&one, 0), 0);
    assert_eq!(again, CounterfactualRuns::of(&one, 0));
    assert!(
        CounterfactualRuns::of(&experiment("#v=1&allocation=flat&scheduling=easy&vary=none"), 0)
            .names
            .iter()
            .all(|name| name.ends_with("/ flat") && !name.starts_with("easy /"))
    );
}

/// The start in each run equals that of the plain simulator with the same jobs, policy and strategy.
#[test]
fn starts_are_those_of_plain_runs() {
    for link in [
        "#v=1&jobs=80&rate=3&machine=torus:4x4x4&allocation=ff,nep&scheduling=easy,fcfs&vary=runtime:1..2:0.5",
        "#v=1&jobs=40&rate=3&machine=mesh:6x6,mesh:8x8&allocation=gabl&scheduling=sjf/skip(3)&vary=none&replications=2",
        "#v=1&machine=mesh:8x8&allocation=mbs&scheduling=conservative&vary=jobs:20..60:20",
        "#v=1&jobs=60&machine=mesh:8x8&allocation=mbs&scheduling=wfp/easy&vary=none",
    ] {
        let own = experiment(link);
        let place = crate::experiment::Cell::all(&own, &[]).len() - 1;
        let original = Plan::new(&own, &own.generate()).unwrap();
        let jobs = original.jobs(place).unwrap();
        let counterfactual = CounterfactualRuns::of(&own, place);
        let changed = experiment(&counterfactual.link);
        let plan = Plan::new(&changed, &changed.generate()).unwrap();
        for (name, cell) in counterfactual.names.iter().zip(&counterfactual.cells) {
            // The jobs of the open run under this policy, without a plan.
            let (policy, strategy) = name.split(" on ").next().unwrap().split_once(" / ").unwrap();
            let machine = original.machine(place);
            let replication = original.cells[place].replication;
            let setting = crate::allocation::catalogue::Setting { machine: &machine, seed: 1, replication };
            let allocator = crate::allocation::catalogue::find(strategy).unwrap().make(&setting).unwrap();
            let mut times = Times::new(&jobs);
            simulate(&jobs, allocator, policy.parse().unwrap(), &mut times).unwrap();
            for job in (0..jobs.jobs.len()).step_by(7) {
                let number = original.ids(place).get(job).copied().unwrap_or(job as i64 + 1);
                let answer = CounterfactualStart::find(&plan, *cell, &number.to_string(), &Budget::USUAL).unwrap();
                assert_eq!((answer.moment(), &*answer.problem), (Some(times.start[job]), ""), "{name} of {link}");
            }
        }
    }
}

#[test]
fn an_excluded_or_long_run_does_not_run() {
    let find = |link: &str, name: &str, number: &str, budget: &Budget| {
        let own = experiment(link);
        let counterfactual = CounterfactualRuns::of(&own, 0);
        let changed = CounterfactualRuns::experiment(&own, 0);
        let plan = Plan::new(&changed, &changed.generate()).unwrap();
        let place = counterfactual.names.iter().position(|other| other == name).expect(name);
        CounterfactualStart::find(&plan, counterfactual.cells[place], number, budget).unwrap().problem
    };
    let talking = "#v=1&jobs=10&machine=mesh:4x4&allocation=ff&scheduling=easy&service=communication&vary=none";
    let problem = find(talking, "easy / flat", "1", &Budget::USUAL);
    assert!(problem.starts_with("cannot be run: flat: "), "{problem}");
    let plain = "#v=1&jobs=10&machine=mesh:4x4&allocation=ff&scheduling=easy&vary=none";
    assert_eq!(find(plain, "fcfs / ff", "99", &Budget::USUAL), "the job does not run there");
    assert_eq!(find(plain, "fcfs / ff", "one", &Budget::USUAL), "the job does not run there");
    let nothing = Budget { seconds: 0.0, ..Budget::USUAL };
    assert_eq!(find(plain, "fcfs / ff", "1", &nothing), "not run: it would take about 0.0 s");
}

#[test]
fn rows_say_how_much_earlier_or_later_the_job_starts() {
    let minute = 60 * SECOND;
    let row_of = |start: Time| row("easy / flat", start, minute, 10 * minute, Clock::Seconds);
    assert_eq!(row_of(3 * minute), ["easy / flat", "0 d 00:03:00", "2 min", "7 min earlier"]);
    assert_eq!(row_of(70 * minute)[3], "1 h later");
    assert_eq!(row_of(10 * minute)[3], "at the same time");
    assert_eq!(row("", 5 * SECOND, 0, 6 * SECOND, Clock::Cycles)[3], "1 cycles earlier");
    let line = line(&["fcfs / ff", "0 d 00:03:00", "2 min", ""].map(String::from), 11);
    assert_eq!(line, "fcfs / ff    0 d 00:03:00            2 min\n");
}
