//! `subtorus convert`: a log in another format.

use super::input::LogFile;
use super::source::Source;
use super::target::Target;
use super::{CommandError, flag, parameter_flags, say, set_parameters, warn};
use clap::builder::{NonEmptyStringValueParser, PossibleValuesParser};
use clap::{Arg, ArgMatches, Command};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use subtorus::diagnostic::alternatives;
use subtorus::experiment::Experiment;
use subtorus::experiment::parameters::PARAMETERS;
use subtorus::formats::writing::{WRITTEN, Written, can_run};
use subtorus::report::summary;
use subtorus::report::words::counted;

/// The ending of the names of packed files.
const PACKED: &str = ".gz";

pub fn command() -> Command {
    let file = Arg::new("file")
        .value_name("FILE")
        .required(true)
        .value_parser(NonEmptyStringValueParser::new())
        .help("The log, in any format that can be read, plain or .gz; '-' for standard input");
    let endings: Vec<&str> = WRITTEN.iter().map(|written| written.ending).collect();
    let out = format!(
        "Writes to this file instead of standard output, packed where its name ends in .gz; the format is that of its \
         ending ({}) unless --to says otherwise",
        endings.join(", ")
    );
    let names = PossibleValuesParser::new(WRITTEN.iter().map(|written| written.name));
    Command::new("convert")
        .about("Writes a log in another format: SWF, Batsim's, or a table")
        .arg(file)
        .args(parameter_flags(&PARAMETERS, |name| name == "column"))
        .arg(flag("out", &out))
        .arg(flag("to", "The format that is written [default: swf]").value_name("FORMAT").value_parser(names))
}

pub fn run(flags: &ArgMatches) -> Result<(), CommandError> {
    let name: &String = flags.get_one("file").expect("it is required");
    let source = Some(Source::named("", name)?);
    let standard = "-".to_string();
    let out = flags.get_one("out").unwrap_or(&standard);
    let target = Target::named("out", out, &[&source])?;
    let format = format(flags, out, &target)?;
    let mut experiment = Experiment::default();
    set_parameters(&PARAMETERS, &mut experiment, flags)?;
    let source = source.as_ref().expect("it is required");
    let file = LogFile::read_with(source, &experiment, None)?.with_jobs().map_err(CommandError::Unfinished)?;
    file.warn_of_diagnostics();
    summary(file.reading()).iter().for_each(|line| say(line));
    let log = file.log();
    let lost = (0..log.columns.len()).filter(|&job| !can_run(&log.columns, job)).count();
    if format.is_of_runs && lost == log.columns.len() {
        let reason = format!("none of {} can be written: run time or processors are unknown", counted(lost, "job"));
        return Err(CommandError::Unfinished(source.complaint(&reason)));
    }
    if format.is_of_runs && lost > 0 {
        warn(&format!("{} left out: run time or processors are unknown", counted(lost, "job")));
    }
    let text = (format.write)(log);
    if !out.ends_with(PACKED) {
        return target.write(&text);
    }
    let mut stream = target.stream()?;
    let mut packed = GzEncoder::new(&mut stream.out, Compression::default());
    let written = packed.write_all(text.as_bytes()).and_then(|()| packed.finish().map(drop));
    target.finish(stream, written)
}

/// The format from the flag, or from the ending of the file's name.
fn format(flags: &ArgMatches, out: &str, target: &Target) -> Result<&'static Written, String> {
    if let Some(to) = flags.get_one::<String>("to") {
        return Ok(WRITTEN.iter().find(|written| written.name == to).expect("one of those that are offered"));
    }
    let plain = out.strip_suffix(PACKED).unwrap_or(out);
    let by_name = WRITTEN.iter().find(|written| plain.ends_with(written.ending));
    by_name.or_else(|| target.is_standard().then(|| &WRITTEN[0])).ok_or_else(|| {
        let names: Vec<&str> = WRITTEN.iter().map(|written| written.name).collect();
        target.complaint(&format!("its name has no known ending; give the format with --to {}", alternatives(&names)))
    })
}
