//! `subtorus differ`: the differences between two runs of the same jobs.

use super::simulate::{planned, refuse_several, run_flags};
use super::source::Source;
use super::target::print;
use super::{CommandError, flag};
use clap::{ArgMatches, Command};
use subtorus::diagnostic::Diagnostic;
use subtorus::figure::Clock;
use subtorus::report::run::MomentReasons;
use subtorus::report::run::difference::{COLUMNS, Compared};
use subtorus::run::difference::DifferenceKind;
use subtorus::run::{Difference, Trace, record};
use subtorus::time::Time;
use subtorus::view::{CurveName, SimulatedTime};

/// The name of the flag --beside in clap, because the parameter `beside` of permalinks names a run of a sweep.
const BESIDE: &str = "other-run";
/// The number of listed jobs.
const MOST: usize = 20;

pub fn command() -> Command {
    let about = "Runs two simulations of the same jobs and prints which jobs start earlier in which, and when and why the two part";
    Command::new("differ").about(about).args(run_flags(&[])).arg(
        flag(
            BESIDE,
            "The other run: its policy and strategy, and its machine if that is another; all else is as the other flags say, and only jobs run that can run in both [policy/strategy, for example easy/flat or easy/nep/torus:8x8]",
        )
        .long("beside")
        .required(true),
    )
}

pub fn run(flags: &ArgMatches) -> Result<(), CommandError> {
    refuse_several(flags, "differ")?;
    let text = flags.get_one::<String>(BESIDE).map(String::as_str).unwrap_or_default();
    let name: CurveName = text.parse().map_err(|error| format!("--beside: {}", Diagnostic::of(&error)))?;
    let source = Source::of(flags, "log")?;
    let (plan, _) = planned(flags, &source, &|experiment| name.add_to(experiment))?;
    let other = name.cell(plan.experiment(), &plan.cells).filter(|other| *other > 0);
    let other = other.ok_or_else(|| format!("--beside {text}: that is the run itself; name another"))?;
    for cell in [0, other] {
        if let Some(exclusion) = plan.exclusion_of(cell) {
            return Err(format!("--beside {text}: {}", exclusion.diagnostic(plan.experiment())).into());
        }
    }
    let failed = |failure| format!("{failure}");
    let (here, there) = (record(&plan, 0).map_err(failed)?, record(&plan, other).map_err(failed)?);
    let difference = Difference::new(&here, &there).map_err(|error| format!("--beside: {}", Diagnostic::of(&error)))?;
    let clock = Clock::of_run(plan.experiment().communication.uses_network());
    let compared = Compared { here: &here, there: &there, difference: &difference, clock };
    let title = |cell: usize| {
        let cell = &plan.cells[cell];
        plan.experiment().curve(cell.machine, cell.allocation, cell.scheduling)
    };
    let furthest = difference.furthest_first();
    let summary = compared.summary(&furthest);
    let mut lines = vec![format!("here: {}", title(0)), format!("there: {}", title(other)), summary];
    let divergences = difference.divergences(&here, &there);
    let start =
        divergences.iter().find(|divergence| divergence.kind == DifferenceKind::Start).map(|divergence| divergence.at);
    let reasons = |cell: usize, trace: &Trace| match start {
        Some(at) => MomentReasons::find(&plan, cell, &instant(trace, at)).map_err(failed),
        None => Ok(MomentReasons::default()),
    };
    let why = [reasons(0, &here)?, reasons(other, &there)?];
    lines.extend(compared.divergences(&divergences, &why).into_iter().map(|divergence| divergence.text));
    lines.extend(Some(compared.note(&divergences)).filter(|note| !note.is_empty()));
    if !furthest.is_empty() {
        lines.push(String::new());
        lines.push(COLUMNS.join(","));
        lines.extend(furthest.iter().take(MOST).map(|&place| compared.row(place).join(",")));
    }
    if let Some(rest) = furthest.len().checked_sub(MOST).filter(|rest| *rest > 0) {
        lines.push(format!("and {rest} more"));
    }
    print(&(lines.join("\n") + "\n"))
}

/// The last moment up to this one at which a job arrives, starts or ends in a run, in the form of permalinks.
fn instant(trace: &Trace, moment: Time) -> String {
    let lives = subtorus::run::snapshot::JobIntervals::new(trace);
    lives.settled(moment).map_or(String::new(), |instant| SimulatedTime(instant).to_string())
}
