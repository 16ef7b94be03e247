//! Files of topologies: text, and lines with the keys of such files. What is read is sound, and places jobs.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::collections::BTreeSet;
use subtorus::allocation::Allocator;
use subtorus::allocation::strategies::slurm::{Slurm, Terms};
use subtorus::diagnostic::Diagnostic;
use subtorus::topology::{TopologyFile, hostlist};
use subtorus::workload::{Grouping, Request};

/// The terms, sizes and segments of jobs, and the text.
type Case<'a> = ((bool, bool), [(u8, u8, bool, bool); 4], &'a str);

fuzz_target!(|case: Case| {
    let ((round_up, dragonfly), jobs, text) = case;
    let file = match TopologyFile::read(text) {
        Ok(file) => file,
        Err(error) => return assert!(!Diagnostic::of(&error).to_string().is_empty()),
    };
    let again = TopologyFile::read(file.text()).expect("the text that was read");
    let topology = file.choose(None).expect("there is a default");
    assert_eq!(again.choose(None), Ok(topology), "the text reads back");
    let names: BTreeSet<&String> = topology.nodes.iter().collect();
    assert_eq!(names.len(), topology.nodes.len(), "each node has one number");
    let folded = hostlist::fold(topology.nodes.iter().map(String::as_str));
    assert_eq!(hostlist::expand(&folded, names.len()).expect("a hostlist"), topology.nodes);
    // Retries, which take a node away each, are quadratic.
    if names.len() > 500 {
        return;
    }
    let all: Vec<u32> = (0..topology.nodes.len() as u32).collect();
    let mut machine = Slurm::with_free(topology, Terms { round_up, dragonfly }, &all);
    let mut given = BTreeSet::new();
    for (nodes, segment, spread, consolidate) in jobs {
        let grouping = Grouping { segment: segment.into(), spread, consolidate };
        let request = machine.effective(&Request { grouping, ..Request::processors(1 + u32::from(nodes)) });
        let fits = machine.fits(&request);
        let allocation = machine.allocate(&request);
        assert_eq!(fits, allocation.is_some(), "fits and allocate agree");
        let Some(allocation) = allocation else { continue };
        assert_eq!(allocation.processors, request.processors);
        let before = given.len() + request.processors as usize;
        given.extend(allocation.blocks.stretches().iter().cloned().flatten());
        assert_eq!(given.len(), before, "no node is given twice");
    }
});
