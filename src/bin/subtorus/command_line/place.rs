//! `subtorus place`: the nodes that one job gets on a cluster with a topology.

use super::source::Source;
use super::target::print;
use super::{CommandError, flag};
use clap::{Arg, ArgAction, ArgMatches, Command};
use subtorus::diagnostic::Diagnostic;
use subtorus::report::place::{PlaceError, PlaceQuestion};
use subtorus::topology::TopologyFile;

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
    let text = |name: &str| flags.get_one::<String>(name).cloned();
    let topology = file.choose(text("topology-name").as_deref());
    let topology = topology.map_err(|error| source.complaint(&Diagnostic::of(&error).message()))?;
    let question = PlaceQuestion {
        free: text("free"),
        nodes: text("nodes"),
        segment: text("segment"),
        flags: text("flags"),
        allocation: text("allocation"),
        round_up: flags.get_flag("round-up"),
        dragonfly: flags.get_flag("dragonfly"),
    };
    let placed = question.answer(topology).map_err(|error| match error {
        PlaceError::Refused(refusal) => CommandError::Unfinished(refusal.meaning().into()),
        wrong => CommandError::Input(format!("--{}", Diagnostic::of(&wrong))),
    })?;
    print(&format!("{}\n", if flags.get_flag("names") { placed.names() } else { placed.runs() }))
}
