//! `subtorus study`: runs, continues, merges and reports the experiments of a file.

use super::input::{self, LogFile};
use super::limit::{budget, limit};
use super::source::Source;
use super::target::Target;
use super::{CommandError, flag, merge, shard, study_folder};
use clap::builder::NonEmptyStringValueParser;
use clap::{Arg, ArgMatches, Command};
use std::fs;
use std::path::{Path, PathBuf};
use subtorus::budget::Budget;
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::{Experiment, Results, Shard};
use subtorus::formats::identity::{log_name, sha256_hex};
use subtorus::report::shard_file::ShardFile;
use subtorus::report::study::{self, Entry, Section};

pub fn command() -> Command {
    let file = Arg::new("file").value_name("FILE").required(true).help("A name and a link a line; # begins a comment");
    Command::new("study")
        .about("Runs the experiments of a file, and writes their numbers, charts and a page of results into a folder")
        .arg(file.value_parser(NonEmptyStringValueParser::new()))
        .arg(
            flag(
                "out",
                "The folder, which has to be empty, to hold nothing but parts (.shard), or to be this study's own, which its \
                 file subtorus-study.json tells; what is there of an earlier run, or of parts that ran elsewhere, is not \
                 run again",
            )
            .value_name("DIR")
            .required(true),
        )
        .arg(flag("logs", "Where the logs are that links name [default: where FILE is]").value_name("DIR"))
        .arg(flag(
            "shard",
            "Runs only this part of each experiment, as for 'subtorus sweep'; without it all parts are merged",
        ))
        .arg(limit())
}

/// An experiment, its results, and the number of jobs of each run.
type StudyResult<'a> = (&'a Entry, Results, Vec<u32>);

/// An experiment, and the file of its log if it has one.
type Found = (Entry, Option<PathBuf>);

pub fn run(flags: &ArgMatches) -> Result<(), CommandError> {
    let name = flags.get_one::<String>("file").expect("it is required");
    let folder = PathBuf::from(flags.get_one::<String>("out").expect("it is required"));
    let part = flags.get_one::<String>("shard").map(|text| shard::named(text)).transpose()?;
    let (source, budget) = (Source::named("", name)?, budget(flags)?);
    let entries =
        study::read(&source.text()?).map_err(|error| source.complaint(&Diagnostic::of(&error).to_string()))?;
    let beside = Path::new(name).parent().unwrap_or(Path::new("")).to_path_buf();
    let logs = flags.get_one::<String>("logs").map_or(beside, PathBuf::from);
    // A missing log must be found before hours of work.
    let find = |entry: Entry| -> Result<Found, String> {
        let complain = |reason: String| source.complaint(&format!("line {}, log: {reason}", entry.line));
        let log = find_log(&logs, &entry.link.experiment).map_err(complain)?;
        Ok((entry, log))
    };
    let entries = entries.into_iter().map(find).collect::<Result<Vec<Found>, String>>()?;
    study_folder::claim(&folder, &source.file_name().unwrap_or_else(|| "standard-input".into()))?;

    let (mut done, mut absent, mut troubles) = (Vec::new(), Vec::new(), Vec::new());
    for (entry, log) in &entries {
        match run_entry(entry, log.as_deref(), &folder, part, &budget) {
            Ok((results, jobs, said)) => {
                troubles.extend(said.into_iter().map(|said| format!("{}: {said}", entry.name)));
                done.push((entry, results, jobs));
            }
            // An error here does not concern the other experiments.
            Err(CommandError::Input(reason) | CommandError::Unfinished(reason)) => {
                troubles.push(format!("{}: {reason}", entry.name));
                absent.push((entry.name.clone(), reason));
            }
        }
    }
    if part.is_none() {
        let title = Path::new(name).file_name().map_or("Study".into(), |name| name.to_string_lossy());
        report(&folder, &title, &done, &absent)?;
    }
    if troubles.is_empty() { Ok(()) } else { Err(CommandError::Unfinished(troubles.join("; "))) }
}

/// Runs the missing cells of an experiment. Returns its results, the number of jobs of each run, and messages about
/// failed and excluded cells.
fn run_entry(
    Entry { name, link, .. }: &Entry,
    log: Option<&Path>,
    folder: &Path,
    part: Option<Shard>,
    budget: &Budget,
) -> Result<(Results, Vec<u32>, Vec<String>), CommandError> {
    let path = log.map(|log| log.to_string_lossy());
    let source = path.as_ref().map(|path| Source::named("logs", path)).transpose()?;
    let mut experiment = link.experiment.clone();
    let log = source.as_ref().map(|source| LogFile::read(source, &experiment)).transpose()?;
    log.iter().for_each(|log| log.become_log_of(&mut experiment));
    let (plan, selected) = input::plan(&experiment, log.as_ref(), budget)?;
    let file = match part {
        None => format!("{name}.shard"),
        Some(part) => format!("{name}.{}-of-{}.shard", part.number(), part.count()),
    };
    let parts = if part.is_none() { parts(folder, name, budget)? } else { Vec::new() };
    let file = folder.join(file);
    let file = file.to_string_lossy();
    let target = Target::named("out", &file, &[])?;
    let empty = ShardFile::new(&plan, &link.view, &selected, part.unwrap_or(Shard::WHOLE));
    let (results, mut said) = shard::run(&plan, &selected, empty, &target, budget, parts)?;
    if part.is_none() {
        said.extend(results.exclusions().map(|excluded| format!("not everything can run, the rest has: {excluded}")));
    }
    let sites = 0..experiment.site_count();
    Ok((results, sites.map(|site| plan.jobs_per_run(site) as u32).collect(), said))
}

/// The shard files of an experiment that ran elsewhere, with their names.
fn parts(folder: &Path, name: &str, budget: &Budget) -> Result<Vec<(String, ShardFile)>, String> {
    let is_part = |path: &PathBuf| {
        let file = path.file_name().and_then(|file| file.to_str()).unwrap_or_default();
        let middle = file.strip_prefix(name).and_then(|rest| rest.strip_prefix('.')?.strip_suffix(".shard"));
        middle.is_some_and(|middle| middle.replacen("-of-", "/", 1).parse::<Shard>().is_ok())
    };
    let files = files(folder).map_err(|error| format!("--out {}: {error}", folder.display()))?;
    let read = |path: PathBuf| {
        let name = path.to_string_lossy().into_owned();
        merge::read(&name, budget).map(|file| (name, file))
    };
    files.into_iter().filter(is_part).map(read).collect()
}

/// Writes the tables, the charts and the page.
fn report(folder: &Path, title: &str, done: &[StudyResult], absent: &[(String, String)]) -> Result<(), CommandError> {
    let write = |name: String, text: String| -> Result<(), CommandError> {
        let path = folder.join(name);
        Target::named("out", &path.to_string_lossy(), &[])?.write(&text)
    };
    let sections = done.iter().map(|(entry, results, jobs)| Section {
        name: &entry.name,
        results,
        view: &entry.link.view,
        jobs: jobs.clone(),
    });
    let sections: Vec<Section> = sections.collect();
    for section in &sections {
        write(format!("{}.csv", section.name), section.csv())?;
        write(format!("{}.svg", section.name), section.svg())?;
    }
    write("results.md".into(), study::page(title, &sections, absent))
}

/// The file of an experiment's log in a folder: the file with its digest, or with its name if the permalink has no
/// digest.
fn find_log(folder: &Path, experiment: &Experiment) -> Result<Option<PathBuf>, String> {
    if !experiment.uses_log() {
        return Ok(None);
    }
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let files = files(here).map_err(|error| format!("{}: {error}", here.display()))?;
    let wanted = experiment.log.as_deref();
    let is_named = |path: &&PathBuf| {
        let file = path.file_name().map(|name| log_name(&name.to_string_lossy()));
        file.is_some() && file.as_deref() == wanted
    };
    let named: Vec<&PathBuf> = files.iter().filter(is_named).collect();
    let digest = |path: &Path| {
        let name = path.to_string_lossy();
        let bytes = Source::named("logs", &name).and_then(|source| source.bytes());
        bytes.ok().map(|bytes| sha256_hex(&bytes))
    };
    let others = files.iter().filter(|path| !named.contains(path));
    let found = match &experiment.sha256 {
        None => named.first().copied(),
        wanted => named.iter().copied().chain(others).find(|path| digest(path) == *wanted),
    };
    found.map(|path| Some(path.clone())).ok_or_else(|| missing(here, experiment))
}

fn missing(folder: &Path, experiment: &Experiment) -> String {
    let name = experiment.log.as_deref().or(experiment.log_url.as_deref()).unwrap_or("the log");
    let digest = experiment.sha256.as_ref().map_or(String::new(), |sha256| format!(" with SHA-256 {sha256}"));
    format!("{name}{digest} is not in {}; put it there, or say where it is with --logs DIR", folder.display())
}

/// The regular files of a folder, by name.
fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut files = paths.collect::<std::io::Result<Vec<PathBuf>>>()?;
    files.retain(|path| path.is_file());
    files.sort();
    Ok(files)
}
