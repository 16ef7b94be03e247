//! `subtorus usable-share`: how much of a cluster of racks jobs in segments can use while nodes are out of service.

use super::target::print;
use super::{CommandError, flag};
use clap::{ArgMatches, Command};
use subtorus::report::questions::RackWish;

pub fn command() -> Command {
    Command::new("usable-share")
        .about("Prints, for lengths of segments and rates of outages, the share of the nodes that jobs can use, as CSV")
        .arg(flag("racks", "The racks").default_value("277"))
        .arg(flag("nodes", "The nodes of a rack").default_value("18"))
        .arg(flag("segments", "The nodes of a segment").default_value("1,2,4,8,9,16,18"))
        .arg(
            flag("outages", "The probability of each node to be out of service")
                .default_value("0,0.001,0.005,0.01,0.02,0.03,0.05"),
        )
        .arg(flag("seed", "The seed of the simulated outages").default_value("1"))
}

pub fn run(flags: &ArgMatches) -> Result<(), CommandError> {
    let text = |name: &str| flags.get_one::<String>(name).expect("it has a default").clone();
    let [racks, nodes, segments, outages, seed] = ["racks", "nodes", "segments", "outages", "seed"].map(text);
    let table = RackWish { racks, nodes, segments, outages, seed }.csv();
    print(&table.map_err(|diagnostic| format!("--{}: {}", diagnostic.place, diagnostic.message()))?)
}
