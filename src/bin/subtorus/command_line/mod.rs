//! The command line: the same experiments as on the page, from the same parameters, on all cores.

mod as_logged;
mod closed_stdout;
mod convert;
mod cores;
mod differ;
mod input;
mod limit;
mod list;
mod merge;
mod network;
mod place;
mod propose;
mod scenario;
mod search_placements;
mod shard;
mod simulate;
mod source;
mod stale_files;
mod study;
mod study_folder;
mod sweep;
mod target;
mod torus_batch;
mod unpack;
mod usable_share;
mod why;

use clap::builder::NonEmptyStringValueParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Command};
use source::Source;
use std::ffi::OsString;
use std::io::{self, Write};
use subtorus::BUILD;
use subtorus::diagnostic::{Diagnostic, Explain, abridged, alternatives, visible};
use subtorus::names::nearest;
use subtorus::parameter::{Conflict, Parameter, Parameters};
use subtorus::topology::TopologyFile;
use target::print;

/// The description of a command with its flags, and what it does.
type Subcommand = (fn() -> Command, fn(&ArgMatches) -> Result<(), CommandError>);

/// Every command, in the order of the help.
const COMMANDS: [Subcommand; 15] = [
    (simulate::command, simulate::run),
    (why::command, why::run),
    (differ::command, differ::run),
    (as_logged::command, as_logged::run),
    (convert::command, convert::run),
    (place::command, place::run),
    (propose::command, propose::run),
    (sweep::command, sweep::run),
    (merge::command, merge::run),
    (study::command, study::run),
    (search_placements::command, search_placements::run),
    (usable_share::command, usable_share::run),
    (network::command, network::run),
    (torus_batch::command, torus_batch::run),
    (list::command, list::run),
];

/// Why a command did not complete.
#[derive(Debug, PartialEq)]
enum CommandError {
    /// An error in the input, which the user must fix.
    Input(String),
    /// Some of the work failed and the rest has been printed, or standard output is closed.
    Unfinished(String),
}

impl CommandError {
    fn status(&self) -> u8 {
        match self {
            CommandError::Unfinished(_) => 1,
            CommandError::Input(_) => 2,
        }
    }
}

impl From<String> for CommandError {
    fn from(reason: String) -> CommandError {
        CommandError::Input(reason)
    }
}

/// Runs the command with these arguments (the first is the program's name), prints errors, and returns the exit status:
/// 0, or that of [`CommandError`].
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let Err(trouble) = run(arguments) else { return 0 };
    let (CommandError::Input(reason) | CommandError::Unfinished(reason)) = &trouble;
    say(reason);
    trouble.status()
}

fn run(arguments: impl IntoIterator<Item = OsString>) -> Result<(), CommandError> {
    let matches = match command().try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            return print(&error.to_string());
        }
        Err(error) => return Err(usage(&error).into()),
    };
    let (name, flags) = matches.subcommand().expect("a subcommand is required");
    let (_, run) = COMMANDS.iter().find(|(command, _)| command().get_name() == name).expect("one of the commands");
    run(flags)
}

/// The most letters of one message.
const LONGEST_MESSAGE: usize = 4000;

/// Prints a message on standard error, as one line without control characters. If that fails, only the exit status
/// remains.
fn say(text: &str) {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = abridged(&visible(&line), LONGEST_MESSAGE);
    let _ = writeln!(io::stderr(), "subtorus: {line}");
}

/// The message of clap, a paragraph and a usage note, in one line.
fn usage(error: &clap::Error) -> String {
    let text = error.to_string();
    let reason = text.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ");
    let question = match &meant(error)[..] {
        [] => String::new(),
        meant => format!("; did you mean {}?", alternatives(meant)),
    };
    format!("{reason}{question} (see subtorus --help, and --help after a command for its flags)")
}

/// The flags or commands that are similar to an unknown one.
fn meant(error: &clap::Error) -> Vec<String> {
    let command = command();
    let flags =
        command.get_subcommands().flat_map(|command| command.get_arguments()).filter_map(|flag| flag.get_long());
    let (kind, mark, names): (_, _, Vec<&str>) = match error.kind() {
        ErrorKind::UnknownArgument => (ContextKind::InvalidArg, "--", flags.collect()),
        ErrorKind::InvalidSubcommand => {
            (ContextKind::InvalidSubcommand, "", command.get_subcommands().map(Command::get_name).collect())
        }
        _ => return Vec::new(),
    };
    let Some(ContextValue::String(typed)) = error.get(kind) else { return Vec::new() };
    // A file of a log stands behind its flag.
    if kind == ContextKind::InvalidArg && !typed.starts_with('-') {
        return vec![format!("--log {typed}")];
    }
    let names = nearest(typed.trim_start_matches('-'), names).into_iter();
    names.map(|name| format!("{mark}{name}")).collect()
}

/// Every command and its flags.
pub fn command() -> Command {
    Command::new("subtorus")
        .version(BUILD)
        .about("Processor allocation and job scheduling on meshes and tori, simulated")
        .subcommand_required(true)
        .subcommands(COMMANDS.map(|(command, _)| command()))
}

/// The flags for the wanted parameters.
fn parameter_flags<E: Default>(parameters: &Parameters<E>, wanted: impl Fn(&str) -> bool) -> Vec<Arg> {
    let wanted = parameters.iter().filter(|parameter| wanted(parameter.name));
    wanted.map(|parameter| flag(parameter.name, &help(parameter))).collect()
}

fn help<E: Default>(parameter: &Parameter<E>) -> String {
    let default = parameter.default_text();
    let default = if default.is_empty() { String::new() } else { format!(", default {default}") };
    let is_file = matches!(parameter.name, "log" | "topology");
    let place = if is_file { " Here the file itself, plain or .gz, '-' for standard input." } else { "" };
    format!("{}{place} [{}, for example {}{default}]", parameter.help, parameter.expected(), parameter.example)
}

fn flag(name: &'static str, help: &str) -> Arg {
    let parser = NonEmptyStringValueParser::new();
    Arg::new(name)
        .long(name)
        .value_name("VALUE")
        .help(help.to_string())
        .value_parser(parser)
        .allow_negative_numbers(true)
}

/// Sets the parameters of the given flags, except the log.
fn set_parameters<E: Default>(
    parameters: &Parameters<E>,
    experiment: &mut E,
    flags: &ArgMatches,
) -> Result<(), String> {
    for parameter in parameters.iter().filter(|parameter| parameter.name != "log") {
        if let Ok(Some(value)) = flags.try_get_one::<String>(parameter.name) {
            // A topology is long, so a flag names its file.
            let text = (parameter.name == "topology").then(|| topology(value)).transpose()?;
            let value = text.as_deref().unwrap_or(value);
            parameter.read(experiment, value).map_err(|error| as_flag(&error))?;
        }
    }
    Ok(())
}

/// The text of a topology's file. Messages about it name the line, which the parameter does not know.
fn topology(name: &str) -> Result<String, String> {
    let source = Source::named("topology", name)?;
    let text = source.text()?;
    TopologyFile::read(&text).map_err(|error| source.complaint(&Diagnostic::of(&error).to_string()))?;
    Ok(text)
}

/// Fails if parameters contradict each other.
fn refuse_conflicts(conflicts: &[Conflict]) -> Result<(), String> {
    conflicts.first().map_or(Ok(()), |conflict| Err(as_flag(conflict)))
}

fn as_flag(error: &(impl Explain + ?Sized)) -> String {
    format!("--{}", Diagnostic::of(error))
}

fn warn(text: &str) {
    say(&format!("warning: {text}"));
}
