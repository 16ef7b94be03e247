//! `subtorus usable-share`: how much of a cluster of racks jobs in segments can use while nodes are out of service.

use super::target::print;
use super::{CommandError, flag};
use clap::{ArgMatches, Command};
use std::str::FromStr;
use subtorus::diagnostic::shortened;
use subtorus::experiment::UsableShare;
use subtorus::report::csv::Csv;

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
    let nodes = one(flags, "nodes", "a whole number from 1 to 1000", |nodes| (1..=1000).contains(nodes))?;
    let racks = one(flags, "racks", "a whole number from 1 to 1000", |racks| (1..=1000).contains(racks))?;
    let lengths = format!("whole numbers from 1 to {nodes}, the nodes of a rack");
    let segments: Vec<u32> = all(flags, "segments", &lengths, |segment| (1..=nodes).contains(segment))?;
    let outages: Vec<f64> = all(flags, "outages", "numbers from 0 to 1", |outage| (0.0..=1.0).contains(outage))?;
    let seed = one(flags, "seed", "a whole number", |_| true)?;
    let mut table = Csv::new(["outage", "segment", "expected", "simulated", "half_width"]);
    for share in UsableShare::of_racks(racks, nodes, &segments, &outages, seed) {
        let UsableShare { segment, outage, expected, simulated, half_width } = share;
        let numbers = [expected, simulated, half_width].map(|number| number.to_string());
        table.row([outage.to_string(), segment.to_string()].into_iter().chain(numbers));
    }
    print(&table.finish())
}

fn one<T: FromStr + Copy>(
    flags: &ArgMatches,
    name: &str,
    expected: &str,
    suits: impl Fn(&T) -> bool,
) -> Result<T, String> {
    match all(flags, name, expected, suits)?[..] {
        [one] => Ok(one),
        _ => Err(format!("--{name}: more than one value (expected {expected})")),
    }
}

/// The values of a list.
fn all<T: FromStr>(
    flags: &ArgMatches,
    name: &str,
    expected: &str,
    suits: impl Fn(&T) -> bool,
) -> Result<Vec<T>, String> {
    let text = flags.get_one::<String>(name).expect("it has a default");
    let value = |part: &str| {
        let value = part.trim().parse().ok().filter(&suits);
        value.ok_or_else(|| {
            format!("--{name}: '{}' is out of range or no number (expected {expected})", shortened(part))
        })
    };
    text.split(',').map(value).collect()
}
