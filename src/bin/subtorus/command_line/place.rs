//! `subtorus place`: the nodes that one job gets on a cluster with a topology.

use super::source::Source;
use super::target::print;
use super::{CommandError, flag};
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::collections::BTreeSet;
use std::ops::Range;
use subtorus::allocation::catalogue::{self, Setting};
use subtorus::allocation::{Allocator, OutOfService, Refusal};
use subtorus::diagnostic::{Diagnostic, shortened};
use subtorus::machine::{Block, Coordinates, Machine};
use subtorus::topology::{Topology, TopologyFile, hostlist};
use subtorus::workload::{Grouping, Request};

pub fn command() -> Command {
    let switch =
        |name: &'static str, help: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    Command::new("place")
        .about("Prints the nodes that one job gets by a topology, as a list of runs such as 7,32-35, or 'waits'")
        .arg(flag("topology", "The file topology.yaml or topology.conf, '-' for standard input").required(true))
        .arg(flag("topology-name", "The topology of the file with this name, instead of its default"))
        .arg(flag("free", "The free nodes by their numbers, such as 0-7,10; all of them if it is left out"))
        .arg(flag("nodes", "The nodes that the job asks for").required(true))
        .arg(
            flag("allocation", "The strategy, such as kueue(balanced); Slurm's for the topology if it is left out")
                .conflicts_with("dragonfly"),
        )
        .arg(flag("segment", "The nodes of a segment, each of which lies together"))
        .arg(flag("flags", "spread, consolidate or spread+consolidate"))
        .arg(switch("round-up", "Gives the job and its segments the smallest placement that holds them"))
        .arg(switch("dragonfly", "Spreads the job over the leaves of a tree as for a dragonfly"))
        .arg(switch("names", "Prints the names of the nodes as a hostlist"))
}

pub fn run(flags: &ArgMatches) -> Result<(), CommandError> {
    let source = Source::of(flags, "topology")?.expect("the flag is required");
    let explained = |error| source.complaint(&Diagnostic::of(&error).to_string());
    let file = TopologyFile::read(&source.text()?).map_err(explained)?;
    let name = flags.get_one::<String>("topology-name").map(String::as_str);
    let topology = file.choose(name).map_err(|error| source.complaint(&Diagnostic::of(&error).message()))?;
    let mut machine = machine(flags, topology)?;
    let request = Request { grouping: grouping(flags)?, ..Request::processors(number(flags, "nodes")?.unwrap_or(1)) };
    // A job that does not fit now waits, even if it never fits.
    if let Some(refusal) = machine.refusal(&request).filter(|refusal| *refusal != Refusal::TooLarge) {
        return Err(CommandError::Unfinished(refusal.meaning().into()));
    }
    let Some(allocation) = machine.allocate(&machine.effective(&request)) else { return print("waits\n") };
    let runs = allocation.blocks.stretches();
    if flags.get_flag("names") {
        let names = runs.iter().cloned().flatten().map(|node| &*topology.nodes[node as usize]);
        return print(&format!("{}\n", hostlist::fold(names)));
    }
    print(&format!("{}\n", runs.iter().map(run_text).collect::<Vec<_>>().join(",")))
}

fn run_text(run: &Range<u32>) -> String {
    if run.len() == 1 { run.start.to_string() } else { format!("{}-{}", run.start, run.end - 1) }
}

fn number(flags: &ArgMatches, name: &str) -> Result<Option<u32>, String> {
    let Some(text) = flags.get_one::<String>(name) else { return Ok(None) };
    let number = whole(text).filter(|number| *number > 0);
    number.map(Some).ok_or_else(|| format!("--{name}: '{}' is not a whole number from 1", shortened(text)))
}

fn whole(text: &str) -> Option<u32> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

fn grouping(flags: &ArgMatches) -> Result<Grouping, String> {
    let grouping = Grouping { segment: number(flags, "segment")?.unwrap_or(0), ..Grouping::default() };
    let Some(text) = flags.get_one::<String>("flags") else { return Ok(grouping) };
    let expected = "spread, consolidate or spread+consolidate";
    grouping.with_flags(text).ok_or_else(|| format!("--flags: '{}' is no flag (expected {expected})", shortened(text)))
}

/// The machine under the strategy, with the free nodes.
fn machine(flags: &ArgMatches, topology: &Topology) -> Result<Box<dyn Allocator>, String> {
    let dragonfly = if flags.get_flag("dragonfly") { "(dragonfly)" } else { "" };
    let of_slurm = format!("slurm-{}{dragonfly}", topology.kind.name());
    let name = flags.get_one::<String>("allocation").unwrap_or(&of_slurm);
    let nodes = topology.nodes.len() as u32;
    let machine = Machine::mesh(&[nodes]);
    let setting = Setting { machine: &machine, seed: 1, replication: 0 };
    let explained = |error: &Diagnostic| format!("--allocation: {}", error.message());
    let choice = catalogue::find(name).map_err(|error| explained(&Diagnostic::of(&error)))?;
    let made = choice.make_on(Some(topology), flags.get_flag("round-up"), &setting);
    let mut allocator = made.map_err(|error| explained(&Diagnostic::of(&error)))?;
    let free: BTreeSet<u32> = free(flags, topology)?.into_iter().collect();
    let busy = (0..nodes).filter(|node| !free.contains(node));
    let single = |node| Block { base: Coordinates::new(&[node]), extents: Coordinates::new(&[1]) };
    let busy = OutOfService::new(&machine, busy.map(single).collect()).expect("all nodes lie on the machine");
    if !busy.nodes().is_empty() && !allocator.take_out_of_service(&busy) {
        return Err(format!(
            "--allocation: '{name}' has no rule for nodes that are not free (expected one with such a rule)"
        ));
    }
    Ok(allocator)
}

/// The free nodes.
fn free(flags: &ArgMatches, topology: &Topology) -> Result<Vec<u32>, String> {
    let count = topology.nodes.len() as u32;
    let Some(text) = flags.get_one::<String>("free") else { return Ok((0..count).collect()) };
    let run = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let run = whole(first.trim()).zip(whole(last.trim())).filter(|(first, last)| first <= last && *last < count);
        run.map(|(first, last)| first..=last).ok_or_else(|| {
            let last = count - 1;
            format!(
                "--free: '{}' is no run of nodes (expected numbers from 0 to {last}, such as 0-7,10)",
                shortened(part)
            )
        })
    };
    let runs = text.split(',').map(|part| run(part.trim())).collect::<Result<Vec<_>, _>>()?;
    Ok(runs.into_iter().flatten().collect())
}
