mod own_orders;

use super::*;
use crate::allocation::catalogue;
use crate::allocation::own::OwnName;
use crate::diagnostic::Diagnostic;
use crate::network::{Pattern, Sending, Switching, Ties};
use crate::parameter::tests::expect_refusal;
use crate::simulation::{RankOrder, ServiceModel};
use crate::workload::messages::QuotaRounding;
use crate::workload::transform::{Estimates, Rounding, Shape};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// Any experiment that the parameters can express, plausible or not.
pub(crate) fn any_experiment() -> impl Strategy<Value = Experiment> {
    let name = prop::option::of("[^/\\\\\\p{Cc}]{0,20}[a-z]");
    let address = prop::option::of("https?://[a-z.]{1,9}(/[!-~é]{0,12})?");
    let coefficient = (1i64..100_000, 2u32..7).prop_map(|(digits, places)| Decimal::new(digits, places));
    let whole = || prop::option::of(-5i64..50);
    let window = prop::option::of((0i64..1000, 1i64..1000).prop_map(|(from, length)| (from, from + length)));
    let window = window.prop_map(|window| window.map(|(from, to)| (from * 1_000_000, to * 1_000_000)));
    let first = prop::option::of(1u32..);
    let selection = (whole(), whole(), whole(), first, window)
        .prop_map(|(partition, queue, status, first, window)| Selection { partition, queue, status, first, window });
    let machine = prop::collection::vec((1u32..6, any::<bool>()), 1..6).prop_map(|dimensions| {
        let (extents, rings): (Vec<_>, Vec<_>) = dimensions.into_iter().unzip();
        Machine::new(&extents, &rings).unwrap()
    });
    let machines = prop::collection::vec(machine, 1..4).prop_map(|machines| {
        let mut once: Vec<Machine> = Vec::new();
        machines.into_iter().for_each(|machine| {
            if !once.contains(&machine) {
                once.push(machine)
            }
        });
        once
    });
    let allocations: Vec<String> =
        catalogue::entries().flat_map(|entry| entry.examples).map(|name| name.to_string()).collect();
    let count = allocations.len();
    let allocation = subsequence(allocations, 1..=count).prop_shuffle();
    let heads = BlockedHead::ALL.iter().copied();
    let mut policies: Vec<Scheduling> =
        heads.flat_map(|head| Order::ALL.iter().map(move |order| Scheduling::new(*order, head))).collect();
    let bounded = ["easy(1)", "easy(20)", "oo(4294967295)", "sjf/easy(5)"];
    policies.extend(bounded.map(|text| text.parse::<Scheduling>().unwrap()));
    let scheduling = subsequence(policies, 1..=5).prop_shuffle();
    let choices = (select(Rounding::ALL), select(Shape::ALL), select(Estimates::ALL));
    let more = (coefficient.clone(), prop::option::of(coefficient.clone()));
    let sizes = (1u32..=1 << 20, 1u32..=1 << 20);
    let transformation = (sizes, choices, coefficient.clone(), coefficient.clone(), more).prop_map(
        |(sizes, (round, shape, estimates), runtime_coefficient, arrival_factor, (estimate_excess, load))| {
            let (size_scale, node_size) = sizes;
            let scaled = Transformation { size_scale, node_size, round, shape, estimates, ..Transformation::default() };
            Transformation { estimate_excess, runtime_coefficient, arrival_factor, load, ..scaled }
        },
    );
    let range = (
        select(vec![Varied::Runtime, Varied::Arrival, Varied::Rate, Varied::Load, Varied::Messages]),
        coefficient.clone(),
        0i64..500,
    );
    let coefficients = (range, coefficient.clone()).prop_map(|((varied, first, steps), step)| {
        let last = Decimal::range(first, Decimal::new(1000, 0), step, usize::MAX).unwrap();
        Sweep::new(varied, first, last[(steps as usize).min(last.len() - 1)], step)
    });
    let whole_numbers = vec![Varied::Depth, Varied::SizeScale, Varied::Jobs, Varied::PacketLength, Varied::PageSize];
    let depths = (select(whole_numbers), 1i64..100, 0i64..100, 1i64..9).prop_map(|(varied, first, more, step)| {
        let [first, last, step] = [first, first + more, step].map(|number| Decimal::new(number, 0));
        Sweep::new(varied, first, last, step)
    });
    let vary = prop::option::of(prop_oneof![4 => coefficients, 1 => depths]);
    let factors = prop::collection::btree_set(coefficient.clone(), 1..=12);
    let counts = prop::collection::btree_set((1i64..1000).prop_map(|number| Decimal::new(number, 0)), 1..=12);
    let facet = prop_oneof![
        (select(vec![Varied::Runtime, Varied::Load, Varied::EstimateExcess]), factors),
        (select(vec![Varied::Side, Varied::Depth, Varied::Jobs]), counts),
    ];
    let facet = facet.prop_map(|(varied, values)| {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        format!("{varied}:{}", values.join(",")).parse::<Facet>().unwrap()
    });
    let vary = (vary, prop::option::of(facet));
    let quantity = || select(Quantity::names()).prop_map(|name| name.parse().unwrap());
    let shown = (quantity(), quantity(), select(Scale::ALL));
    let precision = (0i64..=1000).prop_map(|digits| Decimal::new(digits, 3));
    let shown = (shown, 1u32..=1000, precision);
    let log = (name, prop::option::of("[0-9a-f]{64}"), address);
    let kind = select(Model::ALL);
    let runtimes = select(vec!["exponential(5)", "exponential(0.25)", "bounded-pareto(15,4241,1)"]);
    let model = ((kind, select(Sides::ALL), runtimes), 1u32..=1_000_000, coefficient);
    let messages = select(vec!["exponential(5)", "from-runtime(2.5)", "rounds(3)"]);
    let switching = (0u32..=65536, 1u32..=65536, select(Ties::ALL))
        .prop_map(|(routing_delay, packet_length, ties)| Switching { routing_delay, packet_length, ties });
    let settings = (select(Sending::ALL), select(RankOrder::ALL), select(QuotaRounding::ALL));
    let communication = (select(Pattern::ALL), messages, settings, switching, select(ServiceModel::ALL)).prop_map(
        |(pattern, messages, (sending, ranks, rounding), switching, service)| {
            let messages = messages.parse().unwrap();
            Communication { pattern, messages, rounding, ranks, sending, switching, service }
        },
    );
    let shown = (shown, communication, any::<u64>());
    ((log, model, selection, machines), (allocation, scheduling, transformation, vary), shown).prop_map(
        |((log, model, selection, machines), (allocation, scheduling, transformation, (vary, facet)), shown)| {
            let (shown, communication, seed) = shown;
            let (log, sha256, log_url) = log;
            let (((model, sides, runtimes), jobs, rate), ((y, x, scale), replications, precision)) = (model, shown);
            let plot = Plot { y, x };
            let (mut allocation, mut codes): (Vec<String>, _) = (allocation, CodeSet::default());
            if seed % 2 == 0 {
                let code = format!("function allocate(machine, request) {{\n  return [{seed} & 1]; // \u{e4}%&=#\n}}");
                allocation.push(OwnName::new("drawn", &code).to_string());
                codes.add(&code);
            }
            let sides_of_unit: Vec<u32> =
                (1..seed % 5).map(|dimension| 1 + (seed >> (8 * dimension)) as u32 % 6).collect();
            let unit = Unit::new(&sides_of_unit).ok().filter(|unit| unit.nodes() > 1);
            Experiment {
                log,
                sha256,
                log_url,
                model,
                jobs,
                rate,
                sides,
                runtimes: runtimes.parse().unwrap(),
                slice: (jobs % 3 == 0).then(|| "4x4x8".parse().unwrap()),
                columns: COLUMNS[seed as usize % COLUMNS.len()].parse().unwrap(),
                estimate_scale: Decimal::new(1 + (seed % 3) as i64 * 59, 0),
                selection,
                machines,
                unit,
                partitions: Partitions::ALL[(seed % 3 % 2) as usize],
                down: DOWN[jobs as usize % DOWN.len()].parse().unwrap(),
                topology: (seed % 3 == 0).then(|| TopologyFile::read(TOPOLOGY).unwrap()),
                topology_name: (seed % 5 == 0).then(|| "a & b".into()),
                round_up: seed % 7 == 0,
                allocation,
                codes,
                scheduling,
                transformation,
                communication,
                vary,
                facet,
                replications,
                precision,
                plot,
                scale,
                seed,
            }
        },
    )
}

/// Chosen columns of a table.
const COLUMNS: [&str; 3] = ["", "processors=cpu_num", "submit=start time & more,estimate=100 %"];

/// Two lines of `topology.conf`.
const TOPOLOGY: &str = "RingName=a Nodes=n[1-4] # 100 % & more\nRingName=b Nodes=m";

/// Nodes out of service, and none.
const DOWN: [&str; 4] = ["", "random(0.5)", "random(0.99,1x2)", "0,0+1x1;1,0+2x3"];

#[test]
fn every_parameter_takes_its_example_and_its_own_text() {
    for parameter in PARAMETERS.iter() {
        let mut experiment = Experiment::default();
        experiment.set(parameter.name, parameter.example).unwrap();
        assert_eq!(parameter.text(&experiment), parameter.example, "the example of {} is canonical", parameter.name);
        experiment.set(parameter.name, &parameter.default_text()).unwrap();
        assert_eq!(experiment, Experiment::default(), "{}", parameter.name);
        assert_eq!(experiment.get(parameter.name), None);
    }
}

#[test]
fn errors_name_parameter_value_and_expectation() {
    for (name, value, hint) in [
        ("machine", "torus:0x4", "extent 0"),
        ("machine", "", "not a machine"),
        ("machine", "mesh:8x8,mesh:0x4", "'mesh:0x4': dimension 0 has extent 0"),
        ("machine", "mesh:8x8,", "'' is not a machine"),
        ("machine", "mesh:8x8,mesh:8x8", "'mesh:8x8' is listed twice"),
        ("machine", "4,4", "for commas separate machines; did you mean mesh:4x4?"),
        ("runtime-coefficient", "nan", "not a decimal"),
        ("runtime-coefficient", "0", "greater than 0"),
        ("runtime-coefficient", "-1", "greater than 0"),
        ("arrival-factor", "1001", "too large"),
        ("rate", "inf", "not a decimal"),
        ("vary", "runtime:1..0:0.1", "before it starts"),
        ("vary", "runtime:1..2:0", "step 0"),
        ("vary", "", "no colon"),
        ("facet", "load:0.5,2,0.5", "0.5 is listed twice"),
        ("facet", "load:0.1..2:0.1", "20 charts are more than 12"),
        ("facet", "load", "no colon"),
        ("size-scale", "0", "not within 1 to"),
        ("size-scale", "1.5", "not a whole number"),
        ("node-size", "0", "not within 1 to"),
        ("seed", "-1", "not a whole number"),
        ("seed", "18446744073709551616", "out of range"),
        ("seed", "+1", "not a whole number"),
        ("jobs", "0", "not within"),
        ("first", "0", "not within"),
        ("model", "feitelson96", "lublin"),
        ("replications", "0", "not within 1 to 1000"),
        ("precision", "1.5", "not within 0 to 1"),
        ("precision", "-0.1", "not within 0 to 1"),
        ("sides", "normal", "unknown distribution of side lengths 'normal' (expected one of uniform, exponential)"),
        ("runtimes", "exponential(0)", "exponential(0)"),
        ("runtimes", "pareto", "bounded-pareto(k,q,alpha)"),
        ("partition", "two", "not a whole number"),
        ("window", "5", "no '..'"),
        ("window", "5..5", "ends before"),
        ("window", "0..9223372036855", "not within"),
        ("sha256", "abc", "64"),
        ("log", "a/b.swf", "slashes"),
        ("log", "a\nb", "control"),
        ("log-url", "file:///etc/passwd", "http"),
        ("log-url", "javascript:alert(1)", "http"),
        ("log-url", "https:///log", "no server"),
        ("allocation", "nope", "one of ep, nep, ff, "),
        ("allocation", "", "one of ep, nep, ff, "),
        ("allocation", "flat,flat", "twice"),
        ("scheduling", "eazy", "easy"),
        ("scheduling", "ssd,sjf", "'sjf' is listed twice"),
        ("model", "poisson", "lublin"),
        ("round", "pow3", "pow2"),
        ("plot", "slowdown", "hyphen"),
        ("scale", "logarithmic", "auto, log, linear"),
    ] {
        let mut experiment = Experiment::default();
        expect_refusal(&experiment.set(name, value).unwrap_err(), [name, value, hint]);
        assert_eq!(experiment, Experiment::default(), "{name}={value} changed something");
    }
}

#[test]
fn an_unknown_parameter_gets_a_suggestion_or_the_known_ones() {
    let complaint = |name| Diagnostic::of(&Experiment::default().set(name, "torus:4").unwrap_err()).to_string();
    assert_eq!(complaint("mashine"), "mashine: is not a parameter; did you mean machine?");
    let far = complaint("colour");
    assert!(far.starts_with("colour: is not a parameter (expected one of log, sha256, log-url, "), "{far}");
    assert!(far.ends_with(" others, which the page and 'subtorus list' name)"), "{far}");
}

#[test]
fn contradictions_are_reported() {
    let with = |settings: &[(&str, &str)]| {
        let mut experiment = Experiment::default();
        settings.iter().for_each(|(name, value)| experiment.set(name, value).unwrap());
        experiment.conflicts().into_iter().map(|conflict| conflict.parameter).collect::<Vec<_>>()
    };
    assert_eq!(with(&[]), Vec::<&str>::new());
    assert_eq!(with(&[("runtime-coefficient", "1.2")]), ["runtime-coefficient"]);
    assert_eq!(with(&[("runtime-coefficient", "1.2"), ("vary", "none")]), Vec::<&str>::new());
    assert_eq!(with(&[("runtime-coefficient", "1.2"), ("vary", "arrival:1")]), Vec::<&str>::new());
    assert_eq!(with(&[("arrival-factor", "1.2"), ("vary", "arrival:1")]), ["arrival-factor"]);
    assert_eq!(with(&[("rate", "2"), ("vary", "rate:1")]), ["rate"]);
    assert_eq!(with(&[("log", "a.swf"), ("jobs", "7"), ("rate", "2")]), ["jobs", "rate"]);
    assert_eq!(with(&[("log", "a.swf"), ("vary", "rate:1")]), ["vary"]);
    assert_eq!(with(&[("first", "7"), ("queue", "2")]), ["queue", "first"]);
    let machines = ("machine", "mesh:4x4,mesh:8x8");
    assert_eq!(with(&[machines]), Vec::<&str>::new());
    assert_eq!(with(&[machines, ("vary", "side:4..8:2")]), ["vary"]);
    let depth = ("vary", "depth:1..9:1");
    assert_eq!(with(&[depth, ("scheduling", "easy,sjf/skip")]), Vec::<&str>::new());
    assert_eq!(with(&[depth, ("scheduling", "fcfs,easy")]), Vec::<&str>::new(), "fcfs is excluded, easy runs");
    for list in ["fcfs,conservative", "easy,oo(5)"] {
        assert_eq!(with(&[depth, ("scheduling", list)]), ["vary"], "{list}");
    }
    assert_eq!(with(&[("sha256", &"a".repeat(64)), ("first", "7"), ("queue", "2")]), Vec::<&str>::new());
}

/// A varied parameter without effect has no effect, either.
#[test]
fn a_sweep_of_something_without_effect_is_refused() {
    let said = |settings: &[(&str, &str)]| {
        let mut experiment = Experiment::default();
        settings.iter().for_each(|(name, value)| experiment.set(name, value).unwrap());
        experiment.conflicts().iter().map(|conflict| Diagnostic::of(conflict).to_string()).collect::<Vec<_>>().join("|")
    };
    let network = ("service", "communication");
    for (settings, hint) in [
        (&[("vary", "packet-length:8..64:8")][..], "vary: packet-length is about jobs that communicate"),
        (&[("vary", "estimate-excess:0..2:1")], "vary: estimate-excess is about requested times"),
        (&[("vary", "load:0.5..1:0.1"), network], "vary: load is about runtimes"),
        (&[("vary", "jobs:10..20:5"), ("log", "a.swf")], "vary: jobs belongs to the model"),
        (&[("vary", "size-scale:1..2:1"), ("model", "stochastic")], "vary: size-scale changes sizes given as numbers"),
        (&[("vary", "load:0.5..1:0.1"), ("arrival-factor", "2")], "arrival-factor: is without effect where arrival"),
        (&[("vary", "load:0.5..1:0.1"), ("load", "0.9")], "load: is already varied by vary=load:0.5..1:0.1"),
        (&[("vary", "arrival:1..2:1"), ("load", "0.9")], "vary: has no effect where load stretches"),
        (&[("vary", "messages:1..2:0.5"), ("messages", "rounds(3)"), network], "vary: there is no part of a round"),
        (&[("vary", "page-size:0..2:1")], "vary: none of the strategies has pages"),
        (
            &[("vary", "page-size:0..2:1"), ("allocation", "paging(0),paging(1)")],
            "vary: strategies that differ in the size",
        ),
    ] {
        let said = said(settings);
        assert!(said.starts_with(hint) && !said.contains('|'), "{settings:?}: {said}");
    }
    let fine = [("vary", "page-size:0..2:1"), ("allocation", "paging(0),paging(1,snake),flat")];
    assert_eq!(said(&fine), "");
    assert_eq!(said(&[("vary", "routing-delay:0..3:1"), network]), "");
}

/// A value that would be misunderstood is refused. A value without effect is only reported.
#[test]
fn only_contradictions_are_refused() {
    let with = |settings: &[(&str, &str)]| {
        let mut experiment = Experiment::default();
        settings.iter().for_each(|(name, value)| experiment.set(name, value).unwrap());
        let conflicts = experiment.conflicts().into_iter();
        conflicts.map(|conflict| (conflict.parameter, conflict.is_contradiction())).collect::<Vec<_>>()
    };
    assert_eq!(with(&[("log", "a.swf"), ("rate", "2")]), [("rate", true)]);
    assert_eq!(with(&[("runtime-coefficient", "1.2")]), [("runtime-coefficient", true)], "vary=runtime is the default");
    assert_eq!(with(&[("pattern", "random")]), [("pattern", false)]);
    assert_eq!(with(&[("sides", "exponential")]), [("sides", false)]);
    assert_eq!(with(&[("log", "a.swf"), ("sides", "exponential")]), [("sides", true)]);
    assert_eq!(with(&[("queue", "2")]), [("queue", false)], "the jobs are described above the chart");
}

#[test]
fn without_a_sweep_the_coefficient_is_fixed() {
    let mut experiment = Experiment::default();
    assert_eq!(experiment.values().len(), 37);
    experiment.set("vary", "none").unwrap();
    experiment.set("runtime-coefficient", "1.5").unwrap();
    assert_eq!(experiment.values(), ["1.5".parse().unwrap()]);
}

proptest! {
    #[test]
    fn a_parameters_text_reads_back(experiment in any_experiment()) {
        let mut copy = Experiment::default();
        for parameter in PARAMETERS.iter() {
            prop_assert!(copy.set(parameter.name, &parameter.text(&experiment)).is_ok());
        }
        prop_assert_eq!(copy, experiment);
    }
}
