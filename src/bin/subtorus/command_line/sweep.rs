//! `subtorus sweep`: every cell of an experiment, on all cores.

use super::cores::{at_once, on_all_cores};
use super::limit::{budget, limit};
use super::source::Source;
use super::target::{Target, print};
use super::{CommandError, flag, input, parameter_flags, refuse_conflicts, set_parameters, shard, warn};
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::time::Instant;
use subtorus::budget::Budget;
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::shards::Outcome;
use subtorus::experiment::{Experiment, Plan, Results, Shard};
use subtorus::figure::Imprint;
use subtorus::report::results::Records;
use subtorus::report::shard_file::ShardFile;
use subtorus::report::{self, words, words::counted};
use subtorus::simulation::overhead::Clock;
use subtorus::view::{PARAMETERS, Permalink, View};

pub fn command() -> Command {
    Command::new("sweep")
        .about("Runs every cell of an experiment on all cores and prints a row per cell")
        .arg(flag(
            "link",
            "Takes the experiment from a link (#v=1&...), '-' for one on standard input; further flags change it",
        ))
        .args(parameter_flags(&PARAMETERS, |name| !["sha256", "log-url"].contains(&name)))
        .arg(limit())
        .arg(format().value_parser(["csv", "json", "saturation"]))
        .arg(
            flag(
                "shard",
                "Runs only the M-th of N parts, into a file that 'subtorus merge' puts together with the others: M/N, \
                 'auto' to take both from a Slurm array or a HyperQueue one, 'auto/N' where only M is known",
            )
            .conflicts_with("format"),
        )
        .arg(
            flag("out", "The file of the part; if it is there already, only what is missing in it is run")
                .value_name("FILE"),
        )
        .arg(
            Arg::new("list-cells")
                .long("list-cells")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["format", "out"])
                .help("Runs nothing; prints a row for each possible run, of the part if one is named"),
        )
}

/// `--format`: the format of printed results.
pub fn format() -> Arg {
    flag("format", "Table of comma-separated values, JSON list of objects, or table of where each curve saturates")
        .default_value("csv")
}

pub fn run(flags: &ArgMatches) -> Result<(), CommandError> {
    let (link, source) = (Source::of(flags, "link")?, Source::of(flags, "log")?);
    Source::refuse_same_stream(&[&link, &source])?;
    let mut given = read_link(link.as_ref())?;
    set_parameters(&PARAMETERS, &mut given, flags)?;
    let experiment = &mut given.experiment;
    let log = source.as_ref().map(|source| input::LogFile::read_digesting(source, experiment)).transpose()?;
    match &log {
        Some(log) => log.become_log_of(experiment),
        None if experiment.uses_log() => {
            let Experiment { log, log_url, sha256, .. } = given.experiment;
            let name = log.or(log_url).or(sha256).unwrap_or_default();
            return Err(format!("--log: the link's jobs come from the log {name}; give its file").into());
        }
        None => {}
    }
    refuse_conflicts(&given.conflicts())?;
    let (view, budget) = (&given.view, budget(flags)?);
    let (plan, selected) = input::plan(&given.experiment, log.as_ref(), &budget)?;
    if let Some(log) = log.as_ref().filter(|_| link.is_none() && !flags.contains_id("machine")) {
        log.warn_of_another_machine(&given.experiment);
    }
    if plan.demand.is_long(&budget) {
        warn(&format!("this may take {} of processor time", words::duration(plan.demand.seconds)));
    }
    let part = flags.get_one::<String>("shard").map(|text| shard::named(text)).transpose()?;
    if flags.get_flag("list-cells") {
        return print(&report::cells::csv(&plan, view, part.unwrap_or(Shard::WHOLE)));
    }
    match (part, Target::of(flags, "out", &[&link, &source])?) {
        (Some(part), Some(target)) => {
            let file = ShardFile::new(&plan, view, &selected, part);
            return shard::check(&shard::run(&plan, &selected, file, &target, &budget, Vec::new())?.1);
        }
        (Some(part), None) => return Err(format!("--shard {part}: needs a file; name it with --out FILE").into()),
        (None, Some(target)) => {
            return Err(target.complaint("is the file of a part; say which with --shard M/N").into());
        }
        (None, None) => {}
    }
    let mut results = Results::new(&plan, &selected);
    let cells = results.first_cells();
    run_cells(&plan, &mut results, cells, &budget, |_, _| Ok(()))?;
    print_results(&results, view, flags)?;
    check_complete(&results)
}

/// Runs these cells on all cores, and the cells that their results make necessary. Passes each outcome to `taken` after
/// it is among the results. Stops at the first error of `taken`.
pub fn run_cells(
    plan: &Plan,
    results: &mut Results,
    mut cells: Vec<usize>,
    budget: &Budget,
    mut taken: impl FnMut(usize, &Outcome) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let (at_once, started) = (at_once(plan, budget), Instant::now());
    let mut status = Ok(());
    while !cells.is_empty() && status.is_ok() {
        let mut more = Vec::new();
        let run = |cell| plan.run(cell, Some(&WallClock(started))).map_err(|failure| Diagnostic::of(&failure));
        on_all_cores(plan.heaviest_first(cells), at_once, run, |cell, outcome: Outcome| {
            if status.is_ok() {
                status = taken(cell, &outcome);
            }
            more.extend(results.put(cell, outcome));
        });
        cells = more;
    }
    status
}

/// Prints results in the requested format, with the permalink of their experiment in this view.
pub fn print_results(results: &Results, view: &View, flags: &ArgMatches) -> Result<(), CommandError> {
    // The site's address and the date are unknown here.
    let imprint = Imprint { address: view.link(results.experiment()), ..Imprint::default() };
    print(&match flags.get_one::<String>("format").map(String::as_str) {
        Some("saturation") => report::saturation::csv(results),
        Some("json") => Records::new(results, &imprint).text(),
        _ => report::results::csv(results, &imprint),
    })
}

/// Fails if cells were excluded or failed, and names them.
pub fn check_complete(results: &Results) -> Result<(), CommandError> {
    let excluded: Vec<String> = results.exclusions().map(|excluded| excluded.to_string()).collect();
    let failures: Vec<String> = results.failures().map(|failure| failure.to_string()).collect();
    let mut troubles = Vec::new();
    if !excluded.is_empty() {
        troubles.push(format!("not everything can run, the rest has: {}", excluded.join("; ")));
    }
    if !failures.is_empty() {
        troubles.push(format!("{} failed: {}", counted(failures.len(), "run"), failures.join("; ")));
    }
    if troubles.is_empty() { Ok(()) } else { Err(CommandError::Unfinished(troubles.join("; "))) }
}

/// The link's experiment and view. The page loads what it can of a permalink, but a command rejects one that it cannot read in
/// full, because a warning in a script goes unread.
fn read_link(link: Option<&Source>) -> Result<Permalink, String> {
    let Some(link) = link else { return Ok(Permalink::default()) };
    let (link, diagnostics) = Permalink::read(&link.literal()?);
    // Flags may resolve contradictions, so these are checked again later.
    let conflicts: Vec<_> = link.conflicts().iter().map(Diagnostic::of).collect();
    let mut serious = diagnostics.into_iter().filter(|diagnostic| !conflicts.contains(diagnostic));
    match serious.next() {
        Some(diagnostic) => Err(format!("--link: {diagnostic}")),
        None => Ok(link),
    }
}

/// The computer's clock.
struct WallClock(Instant);

impl Clock for WallClock {
    fn nanoseconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64() * 1e9
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use subtorus::experiment::permalink;
    use subtorus::workload::Selected;

    #[test]
    fn a_sweep_with_failed_cells_is_unfinished_and_names_them() {
        let (experiment, _) = permalink::read("#v=1&jobs=20&allocation=flat,nep&scheduling=fcfs&vary=none");
        let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
        let mut results = Results::new(&plan, &Selected::default());
        assert_eq!(check_complete(&results), Ok(()));
        results.put(1, Err(Diagnostic::new("", "the network has come to a halt")));
        let trouble = check_complete(&results).unwrap_err();
        assert_eq!(trouble.status(), 1);
        let said = "1 run failed: fcfs with nep at 1: the network has come to a halt".to_string();
        assert_eq!(trouble, CommandError::Unfinished(said));
    }
}
