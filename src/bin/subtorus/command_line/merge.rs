//! `subtorus merge`: merges the results of shards, as if they had run here.

use super::CommandError;
use super::limit::{budget, limit};
use super::source::Source;
use super::sweep::{check_complete, format, print_results};
use super::target::print;
use clap::builder::NonEmptyStringValueParser;
use clap::{Arg, ArgMatches, Command};
use std::collections::BTreeSet;
use subtorus::budget::Budget;
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::{Results, Shard};
use subtorus::report::shard_file::ShardFile;
use subtorus::report::words::counted;

pub fn command() -> Command {
    let files =
        Arg::new("files").value_name("FILE").num_args(1..).required(true).help("Files of 'subtorus sweep --shard'");
    Command::new("merge")
        .about("Merges the parts of an experiment, and prints what a single run of it would print")
        .arg(files.value_parser(NonEmptyStringValueParser::new()))
        .arg(
            format()
                .value_parser(["csv", "json", "saturation", "shard"])
                .help("As for 'subtorus sweep'; or 'shard', one file of all parts, to be dropped on the page"),
        )
        .arg(limit())
}

pub fn run(flags: &ArgMatches) -> Result<(), CommandError> {
    let budget = budget(flags)?;
    let names: Vec<&String> = flags.get_many("files").into_iter().flatten().collect();
    let mut merged: Option<ShardFile> = None;
    let (mut parts, mut unfinished) = (Vec::new(), Vec::new());
    for name in names {
        let file = read(name, &budget)?;
        parts.push(file.shard);
        if !file.complete {
            unfinished.push(format!("part {} ({name}) is not finished", file.shard));
        }
        merged = Some(match merged {
            None => file,
            Some(mut all) => {
                all.take(file).map_err(|error| format!("{name}: {}", Diagnostic::of(&error).message()))?;
                all
            }
        });
    }
    let mut merged = merged.expect("at least one file is required");
    let complain = |error| Diagnostic::of(&error).to_string();
    let (results, missing) = merged.known_results().map_err(complain)?;
    if !missing.is_empty() {
        unfinished.extend(absent(&parts));
        return Err(CommandError::Unfinished(lacking(&results, &missing, &unfinished)));
    }
    if flags.get_one::<String>("format").is_some_and(|format| format == "shard") {
        (merged.shard, merged.complete) = (Shard::WHOLE, true);
        print(&merged.text())?;
    } else {
        print_results(&results, &merged.link.view, flags)?;
    }
    check_complete(&results)
}

/// The shard in a file. Missing cells are allowed, but no other error.
pub fn read(name: &str, budget: &Budget) -> Result<ShardFile, String> {
    let source = Source::named("", name)?;
    let complain = |error| source.complaint(&Diagnostic::of(&error).to_string());
    ShardFile::read(&*source.bytes()?, budget).map_err(complain)
}

/// The missing parts; all given parts are of the same number.
fn absent(parts: &[Shard]) -> Option<String> {
    let count = parts[0].count();
    let given: BTreeSet<u32> = parts.iter().map(|part| part.number()).collect();
    let absent: Vec<String> =
        (1..=count).filter(|number| !given.contains(number)).map(|number| format!("{number}/{count}")).collect();
    let alike = parts.iter().all(|part| part.count() == count) && !absent.is_empty();
    alike.then(|| format!("the file of {} is not given", absent.join(", ")))
}

/// The missing runs, with reasons.
fn lacking(results: &Results, missing: &[usize], why: &[String]) -> String {
    let cells: Vec<String> = missing.iter().map(|cell| results.describe(&results.cells()[*cell])).collect();
    let why = if why.is_empty() { String::new() } else { format!("{}; ", why.join("; ")) };
    let advice = "run the parts again, each with its file, and only what is missing is run";
    format!("{why}{} missing ({advice}): {}", counted(missing.len(), "run"), cells.join("; "))
}
