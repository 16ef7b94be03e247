//! Realistic experiments beyond the budget: refused at once, with the size and a remedy.

use crate::binary;

/// The error message.
fn refusal(arguments: &str) -> String {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    binary::refusal(binary::run(&arguments, b""))
}

#[test]
fn abort_at_260_million_cells() {
    let said = refusal(
        "sweep --jobs 1 --machine mesh:4x4,mesh:2x8,mesh:16 --allocation ff,tff,bf,tbf,gabl,flat,random,mbs,anca \
         --scheduling fcfs,easy,oo,ssd,conservative,lcfs,ljf,smallest,largest --vary rate:1..1000:1 --replications 1000",
    );
    assert!(said.contains("3 x 9 x 9 x 1000 x 1000 = 243000000 cells") && said.contains("--limit 486"), "{said}");
}

#[test]
fn a_million_rounds_of_messages_on_32x32() {
    let arguments = "sweep --machine mesh:32x32 --allocation gabl --scheduling fcfs --vary none --jobs 100 --service \
                     communication --messages rounds(1000000)";
    let said = refusal(arguments);
    assert!(said.contains("--messages: ") && said.contains("messages of the 100 jobs of a run"), "{said}");
}

#[test]
fn the_limit_is_raised_by_a_whole_number_and_by_nothing_else() {
    let small = "sweep --jobs 5 --allocation flat --scheduling fcfs --vary none --limit";
    let arguments: Vec<&str> = small.split_whitespace().chain(["3"]).collect();
    assert!(binary::run(&arguments, b"").status.success());
    for bad in ["0", "-1", "1.5", "x", "4294967296"] {
        let said = refusal(&format!("{small} {bad}"));
        assert!(said.contains("--limit") && said.contains("a whole number from 1"), "{said}");
    }
}

#[test]
fn a_batch_of_2000_single_processors_on_side_1024() {
    let batch = |limit: &str| {
        let jobs = vec!["1:1"; 2000].join(",");
        refusal(&format!("torus-batch --problem cnp --side 1024 --jobs {jobs} {limit}"))
    };
    let said = batch("");
    assert!(said.contains("2097152000 subtori to look at for 2000 jobs") && said.contains("(--limit 2)"), "{said}");
}
