//! `subtorus network`.

use crate::binary;

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use subtorus::BUILD;

/// Runs `subtorus network` with a scenario on its standard input.
fn network(arguments: &[&str], scenario: &[u8]) -> Output {
    binary::run(&[&["network"], arguments].concat(), scenario)
}

fn succeed(arguments: &[&str], scenario: &Value) -> Value {
    let output = network(arguments, scenario.to_string().as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn refuse(arguments: &[&str], scenario: &[u8]) -> String {
    binary::refusal(network(arguments, scenario))
}

fn scratch(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

/// The messages are not in order of time. Of two from one source, the second waits until the tail of the first leaves
/// the injection channel. In cycle 15 the header crosses the ejection channel and the fifth flit the injection channel,
/// in cycle 18 the eighth flit, which moves on in 19. From 20 on the second takes 2 (3 + 1) + 7 cycles.
#[test]
fn packets_are_in_the_order_of_the_messages() {
    let scenario = json!({
        "name": "by hand", "dims": [4, 4], "torus": false, "t_s": 3, "L": 8,
        "messages": [[5, [0, 0], [0, 1]], [0, [0, 0], [3, 0]], [7, [2, 2], [2, 2]]],
    });
    let packet = |start: i64, finish: i64, created: i64, hops: u32| {
        let (latency, latency_from_creation) = (finish - start, finish - created);
        json!({
            "start": start, "finish": finish, "latency": latency, "latency_from_creation": latency_from_creation,
            "blocking": 0, "hops": hops,
        })
    };
    let packets = json!([packet(20, 35, 5, 1), packet(0, 23, 0, 3), packet(7, 18, 7, 0)]);
    let expected = json!({ "build": BUILD, "packets": packets });
    assert_eq!(succeed(&["--scenario", "-"], &scenario), expected);
    for engine in ["flit", "header", "auto"] {
        assert_eq!(succeed(&["--scenario", "-", "--engine", engine], &scenario), expected, "{engine}");
    }
    let summary = json!({
        "packets": 3, "makespan": 35, "flit_hops": 32, "mean_latency": 49.0 / 3.0,
        "mean_latency_from_creation": 64.0 / 3.0, "mean_blocking": 0.0,
    });
    let expected = json!({ "build": BUILD, "packets": packets, "summary": summary });
    assert_eq!(succeed(&["--scenario", "-", "--summary"], &scenario), expected);
    let path = scratch("by-hand.json", &scenario.to_string());
    let expected = network(&["--scenario", "-"], scenario.to_string().as_bytes()).stdout;
    assert_eq!(network(&["--scenario", path.to_str().unwrap()], b"").stdout, expected, "a file is read, too");
}

/// Half way around a ring of four, and three quarters up a line of four.
#[test]
fn each_dimension_is_a_ring_or_a_line_and_routers_have_defaults() {
    let scenario = json!({ "dims": [4, 4], "torus": [true, false], "messages": [[0, [3, 0], [0, 3]]] });
    let found = succeed(&["--scenario", "-"], &scenario);
    assert_eq!((&found["packets"][0]["hops"], &found["packets"][0]["latency"]), (&json!(4), &json!(5 * 4 + 7)));
    assert!(refuse(&["--scenario", "-", "--engine", "header"], scenario.to_string().as_bytes()).contains("rings"));
    let fast =
        json!({ "dims": [4], "torus": true, "t_s": 0, "L": 1, "messages": [[1_000_000_000_000_000_000i64, [0], [3]]] });
    let found = succeed(&["--scenario", "-"], &fast);
    assert_eq!(found["packets"][0]["finish"], json!(1_000_000_000_000_000_002i64));
    let nothing = json!({ "dims": [1], "torus": false, "messages": [] });
    assert_eq!(succeed(&["--scenario", "-"], &nothing), json!({ "build": BUILD, "packets": [] }));
    assert_eq!(succeed(&["--scenario", "-", "--summary"], &nothing)["summary"]["mean_latency"], Value::Null);
}

/// From (1, 0) to (3, 0) on rings of four. With split ties the packet goes down over (0, 0), and avoids the packet from
/// (2, 0) over (3, 0) to (3, 1).
#[test]
fn ties_are_split_if_a_scenario_says_so() {
    let blocking = |ties: Option<&str>| {
        let messages = json!([[0, [1, 0], [3, 0]], [0, [2, 0], [3, 1]]]);
        let mut scenario = json!({ "dims": [4, 4], "torus": true, "messages": messages });
        if let Some(ties) = ties {
            scenario["ties"] = json!(ties);
        }
        let packet = succeed(&["--scenario", "-"], &scenario)["packets"][0].clone();
        assert_eq!(packet["hops"], json!(2));
        packet["blocking"].as_i64().unwrap()
    };
    assert!(blocking(None) > 0);
    assert_eq!(blocking(Some("plus")), blocking(None));
    assert_eq!(blocking(Some("split")), 0);
}

#[test]
fn bad_scenarios_are_refused_with_the_place_and_what_was_expected() {
    let good = json!({ "dims": [4, 4], "torus": false, "t_s": 3, "L": 8, "messages": [[0, [0, 0], [1, 0]]] });
    let with = |key: &str, value: Value| {
        let mut scenario = good.clone();
        scenario[key] = value;
        scenario.to_string()
    };
    let without = |key: &str| {
        let mut scenario = good.clone();
        scenario.as_object_mut().unwrap().remove(key);
        scenario.to_string()
    };
    let message = |message: Value| with("messages", json!([[0, [0, 0], [1, 0]], message]));
    for (scenario, reason) in [
        ("".to_string(), "--scenario -: not JSON: EOF"),
        ("{\"dims\": [4".to_string(), "not JSON"),
        ("[".repeat(100_000), "not JSON: recursion limit"),
        ("[1, 2]".to_string(), "[1,2] is no scenario: expected an object with dims, torus and messages"),
        (without("dims"), "'dims' is missing"),
        (without("torus"), "'torus' is missing"),
        (without("messages"), "'messages' is missing"),
        (with("dims", json!([])), "dims: a machine of 0 dimensions (expected 1 to 12)"),
        (with("dims", json!([4, 0])), "dims: dimension 1 has extent 0 (expected at least 1)"),
        (with("dims", json!([4.5, 4])), "dims: [4.5,4] is not a list of extents"),
        (with("dims", json!(16)), "dims: 16 is not a list"),
        (with("dims", json!([1u64 << 40, 2])), "dims: [1099511627776,2] is not a list"),
        (with("dims", json!([65536, 65536])), "dims: a machine of too many nodes (expected at most 1048576)"),
        (with("torus", json!("yes")), "torus: \"yes\" is neither true nor false nor a list of 2 of them"),
        (with("torus", json!([true])), "torus: [true] is neither"),
        (with("t_s", json!(-1)), "t_s: -1 is not a whole number from 0"),
        (with("t_s", Value::Null), "t_s: null is not"),
        (with("L", json!(0)), "L: 0 is not a whole number from 1 to 1000000"),
        (with("L", json!(1e30)), "L: 1e+30 is not"),
        (with("ties", json!(true)), "ties: true is not one of plus, split"),
        (with("ties", json!("minus")), "ties: unknown rule for ties 'minus'"),
        (with("messages", json!({})), "messages: {} is not a list of [time, source, destination]"),
        (message(json!(7)), "messages[1]: 7 is not a message: expected [time, source, destination]"),
        (message(json!([0, [0, 0]])), "messages[1]: [0,[0,0]] is not a message"),
        (
            message(json!([-1, [0, 0], [1, 0]])),
            "messages[1]: time -1 is not a whole number from 0 to 1000000000000000000",
        ),
        (message(json!([0.5, [0, 0], [1, 0]])), "messages[1]: time 0.5 is not"),
        (message(json!([i64::MAX, [0, 0], [1, 0]])), "messages[1]: time 9223372036854775807 is not"),
        (message(json!([0, [0, 0], [4, 0]])), "messages[1]: destination [4,0] is outside 4x4"),
        (
            message(json!([0, [0, -1], [1, 0]])),
            "messages[1]: source [0,-1] is not a list of 2 whole numbers, one per dimension of 4x4",
        ),
        (message(json!([0, [0, 0, 0], [1, 0]])), "messages[1]: source [0,0,0] is not a list of 2"),
        (message(json!([0, 3, [1, 0]])), "messages[1]: source 3 is not"),
        (message(json!(["é".repeat(500), [0, 0], [1, 0]])), "éé…"),
        (
            json!({ "dims": vec![4; 10], "torus": true, "messages": [] }).to_string(),
            "a network of 46137344 virtual channels (expected at most 33554432)",
        ),
    ] {
        let found = refuse(&["--scenario", "-"], scenario.as_bytes());
        assert!(found.contains(reason), "{found} lacks {reason}");
    }
    assert!(refuse(&["--scenario", "no-such-file.json"], b"").contains("--scenario no-such-file.json: "));
    assert!(refuse(&[], b"").contains("--scenario"));
    assert!(
        refuse(&["--scenario", "-", "--engine", "fast"], b"")
            .contains("--engine: unknown engine 'fast' (expected one of flit")
    );
    assert!(refuse(&["--scenario", "-"], b"\xff\xfe").contains("no text in UTF-8"));
}

/// 20 000 packets of 65 536 flits, one after the other through 20 000 routers that take 65 536 cycles each, take 40
/// times as many seconds as the clock has.
#[test]
fn communication_beyond_the_clock_is_an_error() {
    let log = scratch("beyond-the-clock.swf", "1 0 -1 10 20000 -1 -1 20000\n2 0 -1 10 20000 -1 -1 20000\n");
    let arguments = "sweep --machine mesh:20000 --allocation ff --scheduling fcfs --vary none --service communication \
                     --pattern one-to-all --messages rounds(1) --sending blocking --packet-length 65536 \
                     --routing-delay 65536 --log";
    let arguments: Vec<&str> = arguments.split_whitespace().chain(log.to_str()).collect();
    let output = binary::run(&arguments, b"");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("longer than the clock") && error.contains("fewer messages"), "{error}");
    assert!(!String::from_utf8(output.stdout).unwrap().contains("-5"));
}

#[test]
fn a_strategy_without_places_is_left_out_and_the_others_communicate() {
    let flags = ["sweep", "--allocation=flat,gabl", "--service=communication", "--vary=rate:1", "--jobs=9"];
    let output = binary::run(&flags, b"");
    let (csv, said) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("flat only counts processors") && said.lines().count() == 1, "{said}");
    assert!(csv.contains("# excluded flat: flat only counts processors"), "{csv}");
    assert_eq!(csv.lines().filter(|line| line.starts_with("gabl,")).count(), 2, "{csv}");
}
