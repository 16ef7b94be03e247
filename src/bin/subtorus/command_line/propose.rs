//! `subtorus propose`: the settings that the page proposes for a log, as a link.

use super::source::Source;
use super::target::print;
use super::{CommandError, flag, input, parameter_flags, say, set_parameters};
use clap::builder::RangedU64ValueParser;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use subtorus::machine::MAX_NODES;
use subtorus::report::Proposal;
use subtorus::view::{PARAMETERS, Permalink};

/// The parameters that a log sets.
const OF_THE_LOG: [&str; 2] = ["sha256", "log-url"];

const NODES: &str = "nodes";

pub fn command() -> Command {
    let nodes = "How many nodes the machine of the log has, where neither its header nor its waits tell";
    let parser = RangedU64ValueParser::<u32>::new().range(1..=u64::from(MAX_NODES));
    Command::new("propose")
        .about(
            "Proposes a machine, strategies that run there and loads for a log: prints a link for --link of sweep, and the \
             reasons on standard error; what flags set stays",
        )
        .args(parameter_flags(&PARAMETERS, |name| !OF_THE_LOG.contains(&name)))
        .mut_arg("log", |log| log.required(true))
        .arg(flag(NODES, nodes).value_parser(parser))
}

pub fn run(flags: &ArgMatches) -> Result<(), CommandError> {
    let source = Source::of(flags, "log")?;
    let mut link = Permalink::default();
    set_parameters(&PARAMETERS, &mut link, flags)?;
    let log = source.as_ref().expect("the flag is required");
    let file = input::LogFile::read_digesting(log, &link.experiment)?;
    file.warn_of_diagnostics();
    file.become_log_of(&mut link.experiment);
    let is_set = |name: &&str| matches!(flags.value_source(name), Some(ValueSource::CommandLine));
    let names = PARAMETERS.iter().map(|parameter| parameter.name).filter(|name| !OF_THE_LOG.contains(name));
    let touched: Vec<String> = names.filter(is_set).map(String::from).collect();
    let proposal = Proposal::new(&link.experiment, file.log(), &touched, flags.get_one::<u32>(NODES).copied());
    if proposal.settings.is_empty() {
        return Err("no machine can be proposed: no job can be simulated, or they are too large".to_string().into());
    }
    for setting in &proposal.settings {
        link.set(&setting.name, &setting.value).map_err(|error| error.to_string())?;
        if link.get(&setting.name).is_some() {
            say(&format!("{}={}: {}", setting.name, setting.value, setting.reason));
        }
    }
    if let Some(question) = &proposal.question {
        say(&format!("{} --nodes says so; assumed: {}", question.text, question.reason));
    }
    print(&format!("{}\n", link.write()))
}
