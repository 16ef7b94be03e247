//! `subtorus differ`: the differences between two runs.

use crate::binary;

const FLAGS: [&str; 9] =
    ["differ", "--machine", "mesh:4", "--allocation", "gabl", "--scheduling", "fcfs", "--log", "-"];

/// On a line of four nodes: job 1 holds two from 0 to 100. Job 2 arrives at 10 and asks for three for 50. At 20 arrive
/// job 3, which asks for two for 10, and job 4, which asks for one for 5.
const JOBS: &str = "1 0 -1 100 2 -1 -1 2 100 -1 1 1 1 1 -1 -1 -1 -1\n\
                    2 10 -1 50 3 -1 -1 3 50 -1 1 1 1 1 -1 -1 -1 -1\n\
                    3 20 -1 10 2 -1 -1 2 10 -1 1 1 1 1 -1 -1 -1 -1\n\
                    4 20 -1 5 1 -1 -1 1 5 -1 1 1 1 1 -1 -1 -1 -1\n";

fn output(flags: &[&str]) -> String {
    let output = binary::run(&[&FLAGS[..], flags].concat(), JOBS.as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(flags: &[&str]) -> String {
    binary::refusal(binary::run(&[&FLAGS[..], flags].concat(), JOBS.as_bytes()))
}

/// Under `fcfs` the jobs start at 0, 100, 150 and 150; with backfilling at 0, 100, 20 and 30.
#[test]
fn the_differences_of_two_runs_are_printed() {
    let expected = "here: fcfs / gabl\n\
        there: easy / gabl\n\
        0 of 4 jobs start earlier here than there, 2 later and 2 at the same moment: on average 1 min 3 s later here. \
        Furthest apart is job 3: 2 min 10 s later here.\n\
        The runs part at 0 d 00:00:20: job 3 starts there, here 2 min 10 s later. \
        Here, job 3 waits: behind job 2, which heads the queue.\n\
        \n\
        job,difference,starts here,starts there,processors\n\
        3,2 min 10 s later here,0 d 00:02:30,0 d 00:00:20,2\n\
        4,2 min later here,0 d 00:02:30,0 d 00:00:30,1\n";
    assert_eq!(output(&["--beside", "easy/gabl"]), expected);
}

#[test]
fn equal_runs_never_diverge() {
    let printed = output(&["--beside", "fcfs/ff"]);
    let expected = "here: fcfs / gabl\nthere: fcfs / ff\nAll 4 jobs start at the same moment here and there.\n";
    assert!(printed.starts_with(expected) && printed.contains("The runs never part"), "{printed}");
    let flat = output(&["--beside", "fcfs/flat"]);
    assert!(flat.contains("Places are not compared: they are not known in both"), "{flat}");
    let machine = output(&["--beside", "fcfs/gabl/mesh:2x2"]);
    assert!(machine.starts_with("here: fcfs / gabl on mesh:4\nthere: fcfs / gabl on mesh:2x2\n"), "{machine}");
}

#[test]
fn runs_that_cannot_be_compared_are_refused() {
    for (name, said) in [
        ("easy", "--beside: 'easy' has no '/' between a policy and a strategy (expected policy/strategy"),
        ("easy/nap", "unknown"),
        ("fcfs/gabl", "--beside fcfs/gabl: that is the run itself; name another"),
        ("fcfs/mbs", "--beside fcfs/mbs: mbs: "),
    ] {
        let refused = refused(&["--beside", name]);
        assert!(refused.contains(said), "{name}: {refused}");
    }
    let several =
        ["differ", "--machine", "mesh:8", "--allocation", "ff,bf", "--scheduling", "easy", "--beside", "easy/ff"];
    assert!(binary::refusal(binary::run(&several, b"")).contains("2 names, but differ runs one"));
    let nothing = ["differ", "--machine", "mesh:8", "--allocation", "ff", "--scheduling", "easy"];
    assert!(binary::refusal(binary::run(&nothing, b"")).contains("--beside"));
}
