//! `subtorus search-placements`: which placements a site should permit on a 3-D torus.

use super::cores::on_all_cores;
use super::input::LogFile;
use super::limit::budget;
use super::simulate::{described, run_flags};
use super::source::Source;
use super::target::{Target, print};
use super::{CommandError, as_flag, flag, shard, warn};
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::thread;
use subtorus::diagnostic::{Diagnostic, shortened};
use subtorus::experiment::placement_search::{Candidate, Score};
use subtorus::experiment::{Experiment, OneRun, PlacementSearch, SearchLimits, Shard};
use subtorus::report::placement_runs::PlacementRuns;
use subtorus::report::placements;
use subtorus::report::words::counted;

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
        .arg(flag("scores", "Keeps what the runs gave in this file, so that the same command goes on after an interruption").value_name("FILE"))
        .arg(
            flag("known", "A file of --scores of another shard; may be repeated")
                .value_name("FILE")
                .action(ArgAction::Append),
        )
        .arg(
            flag("shard", "Makes only the M-th of N parts of the runs of a round, and stops where others are missing: M/N, or auto as for 'subtorus sweep'")
                .requires("scores"),
        )
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
        rotated: flags.get_one::<String>("turn").is_none_or(|turn| turn == "on"),
        budget: whole(flags, "runs", 1)?,
        restarts: whole(flags, "restarts", 0)? as u32,
    };
    let search = PlacementSearch::new(&experiment, log.as_ref().map(LogFile::log), &budget(flags)?, limits);
    let search = search.map_err(|error| as_flag(&error))?;
    log.iter().for_each(LogFile::warn_of_diagnostics);
    let mut runs = KnownRuns::of(flags, &search, &[&source])?;
    let found = match search.run(|candidates| runs.scores(candidates)) {
        Ok(found) => found,
        Err(Halt::Failed(error)) => return Err(error),
        Err(Halt::Missing(missing)) => {
            let runs = counted(missing, "run");
            warn(&format!(
                "{runs} of this round are still to be made; make the other shards, then try again with --known"
            ));
            return Ok(());
        }
    };
    if let Some(target) = &target {
        target.write(&placements::yaml(&search, &found))?;
    }
    print(&placements::csv(&found))
}

/// Why a search halts.
enum Halt {
    /// A run failed, or a file.
    Failed(CommandError),
    /// So many runs of a round belong to other shards.
    Missing(usize),
}

/// The runs that need not be made again, and the file that keeps them.
struct KnownRuns<'a> {
    search: &'a PlacementSearch,
    runs: PlacementRuns,
    target: Option<Target<'a>>,
    shard: Shard,
}

impl<'a> KnownRuns<'a> {
    fn of(
        flags: &'a ArgMatches,
        search: &'a PlacementSearch,
        inputs: &[&Option<Source>],
    ) -> Result<Self, CommandError> {
        let mut runs = PlacementRuns::new(search);
        for name in flags.get_many::<String>("known").into_iter().flatten() {
            let source = Source::named("known", name)?;
            runs.take(&source.bytes()?).map_err(|error| source.complaint(&Diagnostic::of(&error).message()))?;
        }
        let target = Target::of(flags, "scores", inputs)?;
        if let Some(target) = &target
            && let Some(bytes) = target.present()?
        {
            runs.take(&bytes).map_err(|error| target.complaint(&Diagnostic::of(&error).message()))?;
        }
        let shard = flags.get_one::<String>("shard").map(|text| shard::named(text)).transpose()?;
        let shard = shard.unwrap_or(Shard::WHOLE);
        Ok(KnownRuns { search, runs, target, shard })
    }

    /// The scores of the candidates of a round. Makes the missing runs of this shard on all cores, and writes each to the
    /// file.
    fn scores(&mut self, candidates: &[Candidate]) -> Result<Vec<Score>, Halt> {
        let KnownRuns { search, runs, target, shard } = self;
        let is_own = |place: &usize| place % shard.count() as usize + 1 == shard.number() as usize;
        let is_missing = |place: &usize| runs.get(&search.strategy(&candidates[*place])).is_none();
        let missing: Vec<usize> = (0..candidates.len()).filter(is_missing).filter(is_own).collect();
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let mut failed = None;
        on_all_cores(
            missing,
            cores,
            |place| search.run_beside(&candidates[place], &mut ()),
            |place, run| {
                let written = run.map_err(|error| CommandError::from(as_flag(&error))).and_then(|run| {
                    runs.add(search.strategy(&candidates[place]), run);
                    target.as_ref().map_or(Ok(()), |target| target.write(&runs.text()))
                });
                failed = failed.take().or(written.err());
            },
        );
        if let Some(error) = failed {
            return Err(Halt::Failed(error));
        }
        let score =
            |candidate: &Candidate| Some(search.score_of(candidate, runs.get(&search.strategy(candidate))?.clone()));
        let scores: Vec<Score> = candidates.iter().filter_map(score).collect();
        if scores.len() == candidates.len() { Ok(scores) } else { Err(Halt::Missing(candidates.len() - scores.len())) }
    }
}

fn whole(flags: &ArgMatches, name: &str, least: usize) -> Result<usize, String> {
    let text = flags.get_one::<String>(name).expect("it has a default");
    let number = text.parse().ok().filter(|number| (least..=1_000_000).contains(number));
    number.ok_or_else(|| format!("--{name}: '{}' is no whole number from {least} to 1000000", shortened(text)))
}
