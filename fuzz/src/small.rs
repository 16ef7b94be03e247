//! Small experiments drawn at random from the grammar of the parameters: a run of one takes milliseconds, and the plain
//! rules keep up with it.

use crate::rules::allocator;
use arbitrary::{Arbitrary, Result, Unstructured};
use subtorus::allocation::catalogue::{self, Setting};
use subtorus::experiment::{Experiment, PARAMETERS};
use subtorus::machine::Machine;
use subtorus::scheduling::{BlockedHead, Order, Scheduling};

/// The most nodes of a drawn machine.
const MOST_NODES: u32 = 64;

/// The same where the jobs come from a log; those that are larger are dropped.
const MOST_NODES_ON_A_LOG: u32 = 1 << 12;

/// An experiment of a few cells and jobs on small machines, without a log.
#[derive(Clone, Debug)]
pub struct Small(pub Experiment);

impl<'a> Arbitrary<'a> for Small {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Small> {
        let mut settings = machines_and_strategies(source)?;
        let jobs = source.int_in_range(1..=40u32)?;
        settings.push(("jobs", jobs.to_string()));
        settings.extend(jobs_of_a_model(source)?);
        settings.extend(sweep(source)?);
        settings.extend(out_of_service(source, &settings[0].1)?);
        Ok(Small(experiment(settings)))
    }
}

/// Draws the settings of an experiment with jobs from a log of a machine with so many processors.
pub fn on_a_log(source: &mut Unstructured, processors: u32) -> Result<Vec<(&'static str, String)>> {
    let mut settings = machines_and_strategies_for(source, processors.clamp(1, MOST_NODES_ON_A_LOG))?;
    settings.push(("first", source.int_in_range(1..=150u32)?.to_string()));
    settings.push(("vary", "none".into()));
    settings.extend(some_of(
        source,
        &[("estimates", &["requested"]), ("round", &["pow2"]), ("size-scale", &["2"]), ("node-size", &["4"])],
    )?);
    Ok(settings)
}

/// The experiment of these settings, which are in the grammar: a refusal is a mistake here or there.
pub fn experiment(settings: Vec<(&'static str, String)>) -> Experiment {
    let mut experiment = Experiment::default();
    for (name, value) in settings {
        experiment.set(name, &value).unwrap_or_else(|error| panic!("{name}={value}: {error}"));
    }
    experiment
}

/// The same experiment without what has no effect or contradicts something else, which commands refuse.
pub fn without_conflicts(mut experiment: Experiment) -> Experiment {
    while let Some(conflict) = experiment.conflicts().first() {
        let parameter = PARAMETERS.find(conflict.parameter).expect("a parameter");
        // Of two that contradict each other, what is varied is left out last.
        let default = if parameter.name == "vary" { "none".into() } else { parameter.default_text() };
        parameter.read(&mut experiment, &default).expect("a default is allowed");
    }
    experiment
}

/// A machine of one to four dimensions, powers of two as often as not.
pub fn machine(source: &mut Unstructured) -> Result<Machine> {
    let (mut extents, mut rings) = (Vec::new(), Vec::new());
    let same = source.ratio(1, 4)?;
    let kind = source.int_in_range(0..=2)?;
    for _ in 0..source.int_in_range(1..=4)? {
        let room = MOST_NODES / extents.iter().product::<u32>();
        let drawn = *source.choose(&[2, 4, 8, 1, 3, 5, 6, 7, 12, 16])?;
        let extent = if same { *extents.first().unwrap_or(&drawn) } else { drawn };
        if extent > room {
            break;
        }
        extents.push(extent);
        rings.push(match kind {
            0 => false,
            1 => true,
            _ => source.arbitrary()?,
        });
    }
    Ok(Machine::new(&extents, &rings).expect("a few small extents"))
}

/// Any policy; where a depth bounds it, as often with one as without.
pub fn scheduling(source: &mut Unstructured) -> Result<Scheduling> {
    let policy = Scheduling::new(*source.choose(Order::ALL)?, *source.choose(BlockedHead::ALL)?);
    let policy = policy.check().map_or(Scheduling::new(policy.order, BlockedHead::Easy), |()| policy);
    let depth = std::num::NonZeroU32::new(source.int_in_range(0..=6)?);
    Ok(depth.and_then(|depth| policy.with_depth(depth).ok()).unwrap_or(policy))
}

/// A strategy for all of these machines, by its full name.
pub fn strategy(source: &mut Unstructured, machines: &[Machine]) -> Result<&'static str> {
    let suits = |name: &&&'static str| {
        let made = |machine| allocator(name, &Setting { machine, seed: 1, replication: 0 });
        machines.iter().all(|machine| made(machine).is_some())
    };
    let examples: Vec<_> = catalogue::entries().flat_map(|entry| entry.examples).filter(suits).collect();
    Ok(source.choose(&examples)?)
}

type Settings = Vec<(&'static str, String)>;

fn machines_and_strategies(source: &mut Unstructured) -> Result<Settings> {
    let mut machines = vec![machine(source)?];
    if source.ratio(1, 6)? {
        machines.push(machine(source)?);
    }
    strategies_for(source, machines)
}

/// A machine of as many nodes or up to twice as many, and strategies for it.
fn machines_and_strategies_for(source: &mut Unstructured, processors: u32) -> Result<Settings> {
    let level = processors.next_power_of_two().ilog2();
    let extents = match source.int_in_range(0..=2)? {
        0 => vec![1 << level],
        1 => vec![1 << (level / 2), 1 << (level - level / 2)],
        _ => vec![1 << (level / 3), 1 << (level / 3), 1 << (level - 2 * (level / 3))],
    };
    let rings = vec![source.arbitrary()?; extents.len()];
    strategies_for(source, vec![Machine::new(&extents, &rings).expect("a few thousand nodes")])
}

fn strategies_for(source: &mut Unstructured, mut machines: Vec<Machine>) -> Result<Settings> {
    machines.dedup();
    let mut strategies = Vec::new();
    for _ in 0..source.int_in_range(1..=3)? {
        strategies.push(strategy(source, &machines)?.to_string());
    }
    let mut policies = Vec::new();
    for _ in 0..source.int_in_range(1..=3)? {
        policies.push(scheduling(source)?.to_string());
    }
    let machines = machines.iter().map(Machine::to_string).collect();
    Ok(vec![("machine", list(machines)), ("allocation", list(strategies)), ("scheduling", list(policies))])
}

/// Each of them once.
fn list(mut names: Vec<String>) -> String {
    names.sort();
    names.dedup();
    names.join(",")
}

/// What a model makes, and how it is changed; with or without a network.
fn jobs_of_a_model(source: &mut Unstructured) -> Result<Settings> {
    let mut settings = Vec::new();
    if source.arbitrary()? {
        settings.push(("model", "stochastic".to_string()));
        settings.extend(some_of(
            source,
            &[
                ("sides", &["exponential", "uniform"]),
                (
                    "runtimes",
                    &["exponential(5)", "exponential(0.001)", "bounded-pareto(15,4241,1)", "exponential(1000)"],
                ),
            ],
        )?);
    }
    if source.ratio(1, 3)? {
        settings.push(("service", choice_but_default(source, "service")?.to_string()));
        settings.extend(some_of(
            source,
            &[
                ("pattern", choices("pattern")),
                ("messages", &["exponential(3)", "exponential-each(2)", "from-runtime(2)", "rounds(1)", "rounds(2)"]),
                ("sending", choices("sending")),
                ("packet-length", &["1", "2", "8", "33"]),
                ("routing-delay", &["0", "1", "3", "10"]),
                ("ties", choices("ties")),
            ],
        )?);
    }
    settings.extend(some_of(
        source,
        &[
            ("rate", &["0.01", "0.5", "3", "40", "1000"]),
            ("size-scale", &["2", "3", "8"]),
            ("node-size", &["2", "3", "8"]),
            ("round", choices("round")),
            ("estimates", choices("estimates")),
            ("shape", choices("shape")),
            ("runtime-coefficient", &["0.000000001", "0.7", "1000"]),
            ("arrival-factor", &["0.000000001", "0.3", "1000"]),
        ],
    )?);
    Ok(settings)
}

/// What is varied, how often it is repeated, and what is shown. Nothing that a clock measures: no two runs agree on that.
fn sweep(source: &mut Unstructured) -> Result<Settings> {
    let vary = [
        "none",
        "runtime:0.5..1.5:0.5",
        "arrival:0.1..1:0.45",
        "rate:0.5..8:2.5",
        "side:2..4:1",
        "depth:1..3:1",
        "runtime:1",
        "rate:0.001",
    ];
    let mut settings = vec![("vary", (*source.choose(&vary)?).to_string())];
    let facet = ["arrival:0.5,1", "runtime:0.5,2", "estimate-excess:0,10", "depth:1..3:1", "rate:0.5,8"];
    if source.ratio(1, 6)? {
        settings.push(("facet", (*source.choose(&facet)?).to_string()));
    }
    settings.push(("seed", source.arbitrary::<u64>()?.to_string()));
    if source.ratio(1, 5)? {
        settings.push(("replications", source.int_in_range(1..=7u32)?.to_string()));
        settings.extend(some_of(source, &[("precision", &["0", "0.5", "1"])])?);
        settings.extend(some_of(source, &[("plot", &["mean_wait-utilization", "mean_response-coefficient"])])?);
    }
    Ok(settings)
}

/// Now and then, nodes out of service: boxes and hosts that may not be the machine's, and strategies that may have no rule for
/// them or for the machine.
fn out_of_service(source: &mut Unstructured, machines: &str) -> Result<Settings> {
    // An input that has come to its end draws zeros: then there are none.
    let kind = source.int_in_range(0..=11)?;
    if kind < 6 {
        return Ok(Vec::new());
    }
    let mut settings = Settings::new();
    if source.arbitrary()? {
        settings.push(("allocation", list(any_strategies(source)?)));
    }
    let machine: Machine = machines.split(',').next().unwrap_or_default().parse().expect("a machine that was drawn");
    let mut sides = |most: &dyn Fn(usize) -> u32, least: u32| -> Result<Vec<String>> {
        (0..machine.dimensions()).map(|side| Ok(source.int_in_range(least..=most(side))?.to_string())).collect()
    };
    match kind {
        6 | 7 => {}
        8 | 9 => {
            let host = sides(&|_| 2, 1)?.join("x");
            settings.push(("down", format!("random({},{host})", source.choose(&["1", "0.9", "0.5", "0"])?)));
        }
        _ => {
            let base = sides(&|side| machine.extents()[side] - 1, 0)?.join(",");
            settings.push(("down", format!("{base}+{}", sides(&|_| 2, 1)?.join("x"))));
        }
    }
    if kind < 8 || source.ratio(1, 4)? {
        settings.push(("vary", (*source.choose(&["availability:0.9", "availability:0..1:0.5"])?).to_string()));
    }
    Ok(settings)
}

/// Any strategies, whatever they are for.
fn any_strategies(source: &mut Unstructured) -> Result<Vec<String>> {
    let examples: Vec<_> = catalogue::entries().flat_map(|entry| entry.examples).collect();
    (0..source.int_in_range(1..=3)?).map(|_| Ok(source.choose(&examples)?.to_string())).collect()
}

/// A value of such a parameter that is not its default.
fn choice_but_default(source: &mut Unstructured, name: &str) -> Result<&'static str> {
    let default = PARAMETERS.find(name).map_or(String::new(), |parameter| parameter.default_text());
    let others: Vec<_> = choices(name).iter().copied().filter(|choice| *choice != default).collect();
    Ok(*source.choose(&others)?)
}

/// The values of a parameter that has only a few.
fn choices(name: &str) -> &'static [&'static str] {
    PARAMETERS.find(name).map_or(&[], |parameter| parameter.control.choices)
}

/// Half of these parameters, with one of their values.
fn some_of(source: &mut Unstructured, parameters: &[(&'static str, &[&'static str])]) -> Result<Settings> {
    let mut settings = Vec::new();
    for (name, values) in parameters {
        if source.arbitrary()? {
            settings.push((*name, (*source.choose(values)?).to_string()));
        }
    }
    Ok(settings)
}
