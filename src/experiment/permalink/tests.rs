use super::*;
use crate::allocation::own::OwnName;
use crate::experiment::tests::any_experiment;
use crate::network::Ties;
use proptest::prelude::*;

fn places(diagnostics: &[Diagnostic]) -> Vec<&str> {
    diagnostics.iter().map(|diagnostic| diagnostic.place.as_str()).collect()
}

/// The values of a permalink's parameters, in its order, for comparison with a frozen list.
fn settings(link: &str) -> Vec<(&'static str, String)> {
    let (experiment, diagnostics) = read(link);
    assert_eq!(diagnostics, [], "{link}");
    PARAMETERS.settings(&experiment).collect()
}

fn expected(settings: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    settings.iter().map(|(name, value)| (*name, value.to_string())).collect()
}

const NASA: &str = "9d997a2c20a7f7b0b6d81638d756ce8b2c524c4f2e9ec78da36001743ca33d76";

/// Permalinks of version 1 from the time when communication and the comparison of machines were added.
#[test]
fn permalinks_with_a_network_keep_their_meaning() {
    let link = "#v=1&model=stochastic&jobs=1000&machine=mesh:16x22,mixed:8rx8&allocation=gabl,paging(0)&scheduling=fcfs,ssd\
                &service=communication&pattern=all-to-all-by-source&messages=exponential-each(2.5)&sending=blocking\
                &packet-length=64&routing-delay=0&vary=rate:0.005..0.03:0.005&replications=30\
                &plot=mean_packet_blocking-arrival_rate";
    assert_eq!(
        settings(link),
        expected(&[
            ("model", "stochastic"),
            ("jobs", "1000"),
            ("machine", "mesh:16x22,mixed:8rx8"),
            ("allocation", "gabl,paging(0)"),
            ("scheduling", "fcfs,ssd"),
            ("service", "communication"),
            ("pattern", "all-to-all-by-source"),
            ("messages", "exponential-each(2.5)"),
            ("sending", "blocking"),
            ("packet-length", "64"),
            ("routing-delay", "0"),
            ("vary", "rate:0.005..0.03:0.005"),
            ("replications", "30"),
            ("plot", "mean_packet_blocking-arrival_rate"),
        ])
    );
    let defaults =
        "#v=1&service=runtime&pattern=all-to-all&messages=exponential(5)&sending=free&packet-length=8&routing-delay=3";
    assert_eq!(settings(defaults), expected(&[]), "these are the defaults");
}

/// Permalinks of version 1 that split ties. A permalink without the rule takes the positive direction, as before.
#[test]
fn permalinks_with_ties_keep_their_meaning() {
    let link = "#v=1&machine=torus:8x8&allocation=gabl&service=communication&pattern=random&ties=split&vary=rate:1";
    assert_eq!(
        settings(link),
        expected(&[
            ("machine", "torus:8x8"),
            ("allocation", "gabl"),
            ("service", "communication"),
            ("pattern", "random"),
            ("ties", "split"),
            ("vary", "rate:1"),
        ])
    );
    assert_eq!(write(&read(link).0), link, "it is canonical");
    let without = link.replace("&ties=split", "");
    assert_eq!(read(&without).0.communication.switching.ties, Ties::Plus);
    assert_eq!(read(&link.replace("split", "plus")).0, read(&without).0, "this is the default");
}

/// Permalinks of version 1 with machines in units, and with partitions.
#[test]
fn permalinks_with_units_keep_their_meaning() {
    let link = "#v=1&machine=torus:8x12x16x16x2&allocation=tff&unit=4x4x4x4x2&partitions=mira";
    assert_eq!(
        settings(link),
        expected(&[
            ("machine", "torus:8x12x16x16x2"),
            ("allocation", "tff"),
            ("unit", "4x4x4x4x2"),
            ("partitions", "mira"),
        ])
    );
    assert_eq!(write(&read(link).0), link, "it is canonical");
    assert_eq!(settings("#v=1&unit=1x1x1x1x1x1&partitions=any"), expected(&[]), "these are the defaults");
}

#[test]
fn permalinks_with_chosen_columns_keep_their_meaning() {
    let link = "#v=1&log=jobs.csv&machine=mesh:16x16&column=submit=start%20time,processors=cpu_num&estimate-scale=60&estimates=requested";
    let chosen = [
        ("log", "jobs.csv"),
        ("column", "submit=start time,processors=cpu_num"),
        ("estimate-scale", "60"),
        ("machine", "mesh:16x16"),
        ("estimates", "requested"),
    ];
    assert_eq!(settings(link), expected(&chosen));
    assert_eq!(settings("#v=1&column=&estimate-scale=1"), expected(&[]), "these are the defaults");
    let (_, complaints) = read("#v=1&log=jobs.csv&column=cores=cpu_num");
    assert_eq!(complaints[0].place, "column");
    assert!(complaints[0].to_string().contains("FIELD is one of submit, runtime, shape, processors"), "{complaints:?}");
}

/// Permalinks of version 1 that contain the code of an own strategy, and one that only names it.
#[test]
fn permalinks_with_code_keep_their_meaning() {
    let code = "function allocate(machine, request) {\n  return null; // 100%\n}";
    let link = "#v=1&machine=mesh:8x8&allocation=ff,own(never,6112e779ab3b)\
                &code=function%20allocate(machine,%20request)%20%7B%0A%20%20return%20null;%20//%20100%25%0A%7D";
    let (experiment, complaints) = read(link);
    assert_eq!(complaints, []);
    let whole = OwnName::new("never", code);
    let written = write(&experiment);
    assert_eq!(
        written,
        link.replace("own(never,6112e779ab3b)", &whole.to_string()),
        "the name has the whole digest now"
    );
    assert_eq!(write(&read(&written).0), written, "it is canonical");
    assert_eq!(experiment.codes.find(&whole.digest), Some(code));
    let (named, complaints) = read("#v=1&allocation=own(never,6112e779ab3b)");
    assert_eq!(
        (complaints.len(), &*named.allocation[0]),
        (0, "own(never,6112e779ab3b)"),
        "a name without code is kept as it is"
    );
    let (_, complaints) = read("#v=1&allocation=ff&code=function%20allocate()%20%7B%7D");
    assert_eq!(places(&complaints), ["code"]);
    assert!(
        complaints[0]
            .message()
            .contains("which is not among the strategies and orders; add it to allocation or scheduling"),
        "{complaints:?}"
    );
}

/// Permalinks of version 1 were published. If this test fails, a new version and an upgrader are needed.
#[test]
fn permalinks_of_version_1_keep_their_meaning() {
    let documented = format!(
        "#v=1&log=NASA-iPSC-1993-3.1-cln.swf&sha256={NASA}&machine=torus:2x2x2x4x4x8&allocation=ep,nep,flat\
         &scheduling=fcfs,easy&size-scale=8&round=pow2&vary=runtime:0.2..2:0.05&plot=slowdown-utilization&seed=1"
    );
    let parameters = [("log", "NASA-iPSC-1993-3.1-cln.swf"), ("sha256", NASA), ("size-scale", "8"), ("round", "pow2")];
    assert_eq!(settings(&documented), expected(&parameters), "all else is the default");
    assert_eq!(settings("#v=1"), expected(&[]));
    let elaborate = "#v=1&log=a%20b%C3%A9.swf&log-url=https://example.org/logs/a%2Bb.swf?x=1&partition=1&queue=2\
                     &status=1&first=6000&window=0..86400&machine=mixed:8rx8&allocation=flat\
                     &scheduling=sjf/easy,oo,conservative&size-scale=2&estimates=requested&shape=tight\
                     &runtime-coefficient=1.2&arrival-factor=0.9&vary=none&plot=utilization-load&scale=linear&seed=7";
    assert_eq!(
        settings(elaborate),
        expected(&[
            ("log", "a bé.swf"),
            ("log-url", "https://example.org/logs/a+b.swf?x=1"),
            ("partition", "1"),
            ("queue", "2"),
            ("status", "1"),
            ("first", "6000"),
            ("window", "0..86400"),
            ("machine", "mixed:8rx8"),
            ("allocation", "flat"),
            ("scheduling", "sjf/easy,oo,conservative"),
            ("size-scale", "2"),
            ("estimates", "requested"),
            ("shape", "tight"),
            ("runtime-coefficient", "1.2"),
            ("arrival-factor", "0.9"),
            ("vary", "none"),
            ("plot", "utilization-load"),
            ("scale", "linear"),
            ("seed", "7"),
        ])
    );
    assert_eq!(write(&read(elaborate).0), elaborate, "and is canonical");
    let of_nodes =
        "#v=1&log=LLNL-Thunder-2007-1.1-cln.swf&machine=torus:28x36&size-scale=2&node-size=4&round=pow2&vary=none";
    let nodes =
        [("machine", "torus:28x36"), ("size-scale", "2"), ("node-size", "4"), ("round", "pow2"), ("vary", "none")];
    assert_eq!(settings(of_nodes), expected(&[&[("log", "LLNL-Thunder-2007-1.1-cln.swf")][..], &nodes].concat()));
    assert_eq!(write(&read(of_nodes).0), of_nodes);
    let model = "#v=1&jobs=500&rate=1.5&scheduling=ssd&vary=arrival:0.5..1.5:0.1&plot=p95_wait-coefficient&scale=log";
    assert_eq!(write(&read(model).0), model);
}

#[test]
fn the_first_visit_has_the_shortest_permalink() {
    assert_eq!(write(&Experiment::default()), "#v=1");
    for empty in ["", "#", "https://example.org/subtorus/#"] {
        assert_eq!(read(empty), (Experiment::default(), vec![]), "{empty}");
    }
    assert_eq!(read("https://example.org/#v=1&seed=2").0.seed, 2, "a whole address will do");
    assert_eq!(read("v=1&seed=2").0.seed, 2, "so will a link without its #");
}

#[test]
fn errors_are_reported_and_the_rest_is_read() {
    let (experiment, diagnostics) =
        read("#v=1&machine=torus:0x4&size-scale=8&colour=blue&seed=2&seed=3&loose&log=%zz&status=%ff&jobs=nan");
    assert_eq!(places(&diagnostics), ["seed", "loose", "log", "status", "machine", "colour", "jobs"]);
    assert!(diagnostics[4].message().contains("'torus:0x4'"), "{}", diagnostics[4]);
    assert!(diagnostics[0].message().contains("'3' is not"), "{}", diagnostics[0]);
    assert_eq!(write(&experiment), "#v=1&size-scale=8&seed=2");
}

#[test]
fn a_hundred_thousand_unknown_parameters_are_one_diagnostic() {
    let unknown: Vec<String> = (0..100_000).map(|number| format!("p{number}=1")).collect();
    let (experiment, diagnostics) = read(&format!("#v=1&{}&seed=2", unknown.join("&")));
    let messages: Vec<String> = diagnostics.iter().map(Diagnostic::to_string).collect();
    assert_eq!(messages, ["link: 100000 parameters are unknown: p0, p1, p2, …"]);
    assert_eq!(experiment.seed, 2, "the rest is read");
    let (_, few) = read("#v=1&a=1&b=1&c=1&d=1&e=1");
    assert_eq!(places(&few), ["a", "b", "c", "d", "e"]);
}

#[test]
fn contradictions_in_a_permalink_are_reported() {
    let (experiment, diagnostics) = read("#v=1&runtime-coefficient=1.2");
    assert_eq!(places(&diagnostics), ["runtime-coefficient"]);
    assert_eq!(experiment.transformation.runtime_coefficient.to_string(), "1.2", "but kept");
}

#[test]
fn missing_wrong_or_newer_versions_are_reported() {
    for (link, hint) in [
        ("#seed=2", "does not say its version"),
        ("#v=2&seed=2", "version 2"),
        ("#v=0&seed=2", "'0' is not a version"),
        ("#v=+1&seed=2", "'+1' is not a version"),
        ("#v=&seed=2", "'' is not a version"),
        ("#v=99999999999999999999999&seed=2", "not a version"),
    ] {
        let (experiment, diagnostics) = read(link);
        assert_eq!(places(&diagnostics), ["v"], "{link}");
        assert!(diagnostics[0].message().contains(hint), "{link}: {}", diagnostics[0]);
        assert_eq!(experiment.seed, 2, "the rest is read");
    }
}

proptest! {
    #[test]
    fn written_permalinks_are_read_back(experiment in any_experiment()) {
        let link = write(&experiment);
        let (copy, diagnostics) = read(&link);
        prop_assert_eq!(&copy, &experiment);
        let conflicts: Vec<_> = experiment.conflicts().iter().map(Diagnostic::of).collect();
        prop_assert_eq!(diagnostics, conflicts);
        prop_assert_eq!(write(&copy), link);
    }

    #[test]
    fn any_text_can_be_read(text in "(#?v=1&)?(([a-z-]{1,6}|machine|vary|log|seed)=([%&0-9a-f:.,x-]|\\PC){0,12}&){0,5}") {
        let (experiment, _) = read(&text);
        prop_assert_eq!(read(&write(&experiment)).0, experiment);
    }
}
