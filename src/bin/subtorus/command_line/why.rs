//! `subtorus why`: the explanation of one job of a run.

use super::cores::{at_once, on_all_cores};
use super::limit::budget;
use super::simulate::{one_run_among, refuse_several, run_flags};
use super::source::Source;
use super::target::print;
use super::{CommandError, flag};
use clap::{Arg, ArgAction, ArgMatches, Command};
use subtorus::budget::Budget;
use subtorus::experiment::Plan;
use subtorus::figure::Clock;
use subtorus::report::counterfactual::{COLUMNS, CounterfactualRuns, CounterfactualStart, line, row};
use subtorus::report::job_explanation::{JobObserver, JobTimes};

/// The name of the flag --job in clap, because the parameter `job` of permalinks belongs to the view.
const JOB: &str = "job-of-the-story";
const OTHERWISE: &str = "otherwise";

pub fn command() -> Command {
    let about = "Runs one simulation and explains one of its jobs: what it waited for, which jobs started instead, where it ran";
    Command::new("why").about(about).args(run_flags(&[])).arg(
        flag(
            "job",
            "The job, by its number in the log, or in the schedule of simulate [a whole number, for example 17]",
        )
        .id(JOB)
        .required(true),
    )
    .arg(
        Arg::new(OTHERWISE)
            .long(OTHERWISE)
            .help("Also runs the same jobs on flat and under each other policy, and prints when this one starts there")
            .action(ArgAction::SetTrue),
    )
}

pub fn run(flags: &ArgMatches) -> Result<(), CommandError> {
    refuse_several(flags, "why")?;
    let text = flags.get_one::<String>(JOB).map(String::as_str).unwrap_or_default();
    let number = text.parse().map_err(|_| format!("--job {text}: no number of a job (expected a whole number)"))?;
    let source = Source::of(flags, "log")?;
    let (wants_others, budget) = (flags.get_flag(OTHERWISE), budget(flags)?);
    let run = one_run_among(flags, &source, &|own| {
        if wants_others {
            *own = CounterfactualRuns::experiment(own, 0);
        }
    })?;
    let empty = run.plan.allocator(0).map_err(|failure| failure.to_string())?;
    let mut observer = JobObserver::new(&run, &*empty, number).map_err(|error| format!("--job {number}: {error}"))?;
    run.observe(&mut observer).map_err(|failure| failure.to_string())?;
    let life = observer.finish();
    print(&(life.story().join("\n") + "\n"))?;
    if wants_others { counterfactual(&run.plan, &life, &budget) } else { Ok(()) }
}

/// Prints the job's start in the other runs of a plan. Each row is printed as soon as its run is complete, because some
/// take much longer than others.
fn counterfactual(plan: &Plan, life: &JobTimes, budget: &Budget) -> Result<(), CommandError> {
    let CounterfactualRuns { names, cells, .. } = CounterfactualRuns::of(plan.experiment(), 0);
    let clock = Clock::of_run(life.cycles);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let own = row("this run", life.start, life.submit, life.start, clock);
    let [head, own] = [COLUMNS.map(String::from), own].map(|row| line(&row, width));
    print(&format!("\nWhen it would have started otherwise:\n{head}{own}"))?;
    let number = life.ids[life.job];
    let run = |cell| CounterfactualStart::find_or_say(plan, cell, number, budget);
    let mut written = Ok(());
    on_all_cores(cells.clone(), at_once(plan, budget), run, |cell, answer| {
        let name = cells.iter().position(|other| *other == cell).map_or("", |place| &*names[place]);
        let row = match answer.moment() {
            Some(start) => row(name, start, life.submit, life.start, clock),
            None => [name.into(), String::new(), String::new(), answer.problem],
        };
        if written.is_ok() {
            written = print(&line(&row, width));
        }
    });
    written
}
