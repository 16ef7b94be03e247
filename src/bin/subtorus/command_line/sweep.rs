//! `subtorus sweep`: every cell of an experiment, on all cores.

use super::{flag, input, parameter_flags, print, refuse_conflicts, set_parameters, warn};
use clap::{ArgMatches, Command};
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::tables::quoted;
use subtorus::experiment::{CellResult, Curves, Experiment, Plan, Results, permalink};
use subtorus::simulation::overhead::Clock;

pub fn command() -> Command {
    let formats = ["csv", "json", "saturation"];
    Command::new("sweep")
        .about("Runs every cell of an experiment on all cores and prints a row per cell")
        .arg(flag("link", "Takes the experiment from a link (#v=1&...); further flags change it"))
        .args(parameter_flags(&["sha256", "log-url"]))
        .arg(
            flag(
                "format",
                "Table of comma-separated values, JSON list of objects, or table of where each curve saturates",
            )
            .value_parser(formats)
            .default_value("csv"),
        )
}

pub fn run(flags: &ArgMatches) -> Result<(), String> {
    let mut experiment = read_link(flags)?;
    set_parameters(&mut experiment, flags)?;
    let log = flags.get_one::<String>("log").map(|path| input::LogFile::read(path)).transpose()?;
    match &log {
        Some(log) => log.become_log_of(&mut experiment),
        None if experiment.uses_log() => {
            let name = experiment.log.or(experiment.log_url).or(experiment.sha256).unwrap_or_default();
            return Err(format!("--log: the link's jobs come from the log {name}; give its file"));
        }
        None => {}
    }
    refuse_conflicts(&experiment)?;
    let (plan, selected) = input::plan(&experiment, log.as_ref())?;
    let mut results = Results::new(&plan, &selected);
    let mut cells = results.first_cells();
    while !cells.is_empty() {
        let mut more = Vec::new();
        run_on_all_cores(&plan, cells, |cell, outcome| more.extend(results.put(cell, outcome)));
        cells = more;
    }
    let table = match flags.get_one::<String>("format").map(String::as_str) {
        Some("saturation") => saturation_table(&results),
        Some("json") => serde_json::to_string_pretty(&results).map_err(|error| error.to_string())? + "\n",
        _ => results.csv(),
    };
    for (cell, reason) in results.failed() {
        warn(&format!("{} failed: {reason}", results.describe(cell)));
    }
    print(&table)
}

/// Where each curve saturates, as comma-separated values: the highest utilisation before, the first saturated run's
/// utilisation and load, and the highest utilisation of all. Empty where no run is saturated.
fn saturation_table(results: &Results) -> String {
    let mut table = String::from("allocation,scheduling,utilization_below,utilization_at,load_at,plateau\n");
    let compares_machines = results.experiment().machines.len() > 1;
    if compares_machines {
        table.insert_str(0, "machine,");
    }
    for curve in Curves::new(results).curves {
        let text = |value: f64| if value.is_nan() { String::new() } else { format!("{value:.3}") };
        let numbers = curve
            .saturation
            .map_or(",,,".into(), |found| [found.below, found.at, found.load, found.plateau].map(text).join(","));
        if compares_machines {
            table += &format!("{},", curve.machine);
        }
        table += &format!("{},{},{numbers}\n", quoted(&curve.allocation), curve.scheduling);
    }
    table
}

/// The link's experiment. Unlike the page, which loads what it can, a command refuses a link it does not wholly
/// understand, for nobody may be there to read a warning.
fn read_link(flags: &ArgMatches) -> Result<Experiment, String> {
    let Some(text) = flags.get_one::<String>("link") else { return Ok(Experiment::default()) };
    let (experiment, diagnostics) = permalink::read(text);
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

/// Runs these cells, the heaviest first, and hands each outcome to `take` as it comes.
fn run_on_all_cores(plan: &Plan, cells: Vec<usize>, mut take: impl FnMut(usize, Result<CellResult, Diagnostic>)) {
    let order = plan.heaviest_first(cells);
    let started = Instant::now();
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from).min(order.len());
    let show_progress = io::stderr().is_terminal();
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let (sender, order, next) = (sender.clone(), &order, &next);
            scope.spawn(move || {
                while let Some(&cell) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcome = plan.run(cell, Some(&WallClock(started))).map_err(|failure| Diagnostic::of(&failure));
                    if sender.send((cell, outcome)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (done, (cell, outcome)) in receiver.into_iter().enumerate() {
            take(cell, outcome);
            if show_progress {
                let end = if done + 1 == order.len() { "\n" } else { "" };
                // Progress is a courtesy; nothing is lost when it cannot be shown.
                let _ = write!(io::stderr(), "\r{} of {} runs{end}", done + 1, order.len());
            }
        }
    });
}
