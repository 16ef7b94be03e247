//! `subtorus sweep`: every cell of an experiment, on all cores.

use super::cores::{at_once, on_all_cores};
use super::limit::{budget, limit};
use super::source::Source;
use super::target::print;
use super::{Trouble, flag, input, parameter_flags, refuse_conflicts, set_parameters, warn};
use clap::{ArgMatches, Command};
use std::time::Instant;
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::{Experiment, Results, permalink};
use subtorus::figure::Imprint;
use subtorus::report::results::Records;
use subtorus::report::{self, words, words::counted};
use subtorus::simulation::overhead::Clock;

pub fn command() -> Command {
    let formats = ["csv", "json", "saturation"];
    Command::new("sweep")
        .about("Runs every cell of an experiment on all cores and prints a row per cell")
        .arg(flag(
            "link",
            "Takes the experiment from a link (#v=1&...), '-' for one on standard input; further flags change it",
        ))
        .args(parameter_flags(&["sha256", "log-url"]))
        .arg(limit())
        .arg(
            flag(
                "format",
                "Table of comma-separated values, JSON list of objects, or table of where each curve saturates",
            )
            .value_parser(formats)
            .default_value("csv"),
        )
}

pub fn run(flags: &ArgMatches) -> Result<(), Trouble> {
    let (link, source) = (Source::of(flags, "link")?, Source::of(flags, "log")?);
    Source::refuse_same_stream(&[&link, &source])?;
    let mut experiment = read_link(link.as_ref())?;
    set_parameters(&mut experiment, flags)?;
    let log = source.as_ref().map(input::LogFile::read_digesting).transpose()?;
    match &log {
        Some(log) => log.become_log_of(&mut experiment),
        None if experiment.uses_log() => {
            let name = experiment.log.or(experiment.log_url).or(experiment.sha256).unwrap_or_default();
            return Err(format!("--log: the link's jobs come from the log {name}; give its file").into());
        }
        None => {}
    }
    refuse_conflicts(&experiment)?;
    let budget = budget(flags)?;
    let (plan, selected) = input::plan(&experiment, log.as_ref(), &budget)?;
    if plan.demand.is_long(&budget) {
        warn(&format!("this may take {} of processor time", words::duration(plan.demand.seconds)));
    }
    let (at_once, started) = (at_once(&plan, &budget), Instant::now());
    let mut results = Results::new(&plan, &selected);
    let mut cells = results.first_cells();
    while !cells.is_empty() {
        let mut more = Vec::new();
        let run = |cell| plan.run(cell, Some(&WallClock(started))).map_err(|failure| Diagnostic::of(&failure));
        on_all_cores(plan.heaviest_first(cells), at_once, run, |cell, outcome| more.extend(results.put(cell, outcome)));
        cells = more;
    }
    // Neither a site nor the time of day is known here.
    let imprint = Imprint::default();
    let table = match flags.get_one::<String>("format").map(String::as_str) {
        Some("saturation") => report::saturation::csv(&results),
        Some("json") => Records::new(&results, &imprint).text(),
        _ => report::results::csv(&results, &imprint),
    };
    print(&table)?;
    check_complete(&results)
}

/// Complains if cells were excluded, or have failed, and says which.
fn check_complete(results: &Results) -> Result<(), Trouble> {
    let excluded: Vec<String> = results.exclusions().map(|excluded| excluded.to_string()).collect();
    let failures: Vec<String> = results.failures().map(|failure| failure.to_string()).collect();
    let mut troubles = Vec::new();
    if !excluded.is_empty() {
        troubles.push(format!("not everything can run, the rest has: {}", excluded.join("; ")));
    }
    if !failures.is_empty() {
        troubles.push(format!("{} failed: {}", counted(failures.len(), "run"), failures.join("; ")));
    }
    if troubles.is_empty() { Ok(()) } else { Err(Trouble::Unfinished(troubles.join("; "))) }
}

/// The link's experiment. Unlike the page, which loads what it can, a command refuses a link it does not wholly
/// understand, for nobody may be there to read a warning.
fn read_link(link: Option<&Source>) -> Result<Experiment, String> {
    let Some(link) = link else { return Ok(Experiment::default()) };
    let (experiment, diagnostics) = permalink::read(&link.literal()?);
    // Contradictions may yet be resolved by flags, and are looked for again.
    let conflicts: Vec<_> = experiment.conflicts().iter().map(Diagnostic::of).collect();
    let mut serious = diagnostics.into_iter().filter(|diagnostic| !conflicts.contains(diagnostic));
    match serious.next() {
        Some(diagnostic) => Err(format!("--link: {diagnostic}")),
        None => Ok(experiment),
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
    use subtorus::experiment::Plan;
    use subtorus::workload::Selected;

    #[test]
    fn a_sweep_with_failed_cells_is_unfinished_and_says_which() {
        let (experiment, _) = permalink::read("#v=1&jobs=20&allocation=flat,nep&scheduling=fcfs&vary=none");
        let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
        let mut results = Results::new(&plan, &Selected::default());
        assert_eq!(check_complete(&results), Ok(()));
        results.put(1, Err(Diagnostic::new("", "the network has come to a halt")));
        let trouble = check_complete(&results).unwrap_err();
        assert_eq!(trouble.status(), 1);
        let said = "1 run failed: fcfs with nep at 1: the network has come to a halt".to_string();
        assert_eq!(trouble, Trouble::Unfinished(said));
    }
}
