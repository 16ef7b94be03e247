//! `subtorus search-placements`: which placements a site should permit on a 3-D torus.

use super::cores::on_all_cores;
use super::input::LogFile;
use super::limit::budget;
use super::simulate::{described, run_flags};
use super::source::Source;
use super::target::{Target, print};
use super::{CommandError, as_flag, flag};
use clap::{Arg, ArgMatches, Command};
use std::thread;
use subtorus::diagnostic::shortened;
use subtorus::experiment::placement_search::{Candidate, Score};
use subtorus::experiment::{Experiment, OneRun, PlacementSearch, PlacementSearchError, SearchLimits};
use subtorus::report::placements;

pub fn command() -> Command {
    let number = |name: &'static str, value: &'static str, help: &'static str| flag(name, help).default_value(value);
    Command::new("search-placements")
        .about("Searches the lists of placements of Slurm's topology/torus3d that refuse least work of a workload, then use the machine best, and prints the ten best as CSV")
        .args(run_flags(&["allocation"]))
        .arg(number("sizes", "8", "The most sizes of jobs that get placements, those with most work first"))
        .arg(number("shapes", "3", "The most shapes of a size, distinct up to turning"))
        .arg(Arg::new("turn").long("turn").value_parser(["on", "off"]).default_value("on").help("Whether a shape stands for all its turnings"))
        .arg(number("runs", "200", "The most runs"))
        .arg(number("restarts", "0", "Further starts, drawn at random"))
        .arg(flag("out", "Writes the ten best lists as topology.yaml to this file; the first is the default").value_name("FILE"))
}

pub fn run(flags: &ArgMatches) -> Result<(), CommandError> {
    let source = Source::of(flags, "log")?;
    let target = Target::of(flags, "out", &[&source])?;
    let any_placement = Experiment { allocation: vec!["slurm-flat".into()], ..OneRun::experiment() };
    let (experiment, log) = described(flags, &source, any_placement)?;
    OneRun::refuse_several(&experiment, "search-placements").map_err(|error| as_flag(&error))?;
    let limits = SearchLimits {
        sizes: whole(flags, "sizes", 1)?,
        shapes: whole(flags, "shapes", 1)?,
        turned: flags.get_one::<String>("turn").is_none_or(|turn| turn == "on"),
        budget: whole(flags, "runs", 1)?,
        restarts: whole(flags, "restarts", 0)? as u32,
    };
    let search = PlacementSearch::new(&experiment, log.as_ref().map(LogFile::log), &budget(flags)?, limits);
    let search = search.map_err(|error| as_flag(&error))?;
    log.iter().for_each(LogFile::warn_of_diagnostics);
    let found = search.run(|candidates| scores(&search, candidates)).map_err(|error| as_flag(&error))?;
    if let Some(target) = &target {
        target.write(&placements::yaml(&search, &found))?;
    }
    print(&placements::csv(&found))
}

/// The scores of candidates, on all cores.
fn scores(search: &PlacementSearch, candidates: &[Candidate]) -> Result<Vec<Score>, PlacementSearchError> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut scores: Vec<Option<Result<Score, PlacementSearchError>>> = candidates.iter().map(|_| None).collect();
    let run = |candidate: usize| search.score(&candidates[candidate]);
    on_all_cores((0..candidates.len()).collect(), cores, run, |candidate, score| scores[candidate] = Some(score));
    scores.into_iter().flatten().collect()
}

fn whole(flags: &ArgMatches, name: &str, least: usize) -> Result<usize, String> {
    let text = flags.get_one::<String>(name).expect("it has a default");
    let number = text.parse().ok().filter(|number| (least..=1_000_000).contains(number));
    number.ok_or_else(|| format!("--{name}: '{}' is no whole number from {least} to 1000000", shortened(text)))
}
