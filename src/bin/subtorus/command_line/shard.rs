//! `--shard`: runs a shard of an experiment into a file that another run can continue.

use super::sweep::run_cells;
use super::target::Target;
use super::{CommandError, warn};
use std::env;
use std::time::{Duration, Instant};
use subtorus::budget::Budget;
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::{Plan, Results, Shard};
use subtorus::report::shard_file::ShardFile;
use subtorus::report::words::counted;
use subtorus::workload::Selected;

/// The file is written when the run has become longer by this share since the last time, so at most that much is lost;
const LOST: u32 = 10;
/// but with at least the first and at most the second pause between two times,
const PACE: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(60));
/// and for at most this share of the time.
const SHARE: u32 = 20;

/// Runs the missing cells of the shard of an empty `file` into its target, which is valid at every moment. Does not repeat results of `others`
/// of the same experiment. Returns the results and the failed runs. Fails if a file is of another experiment.
pub fn run(
    plan: &Plan,
    selected: &Selected,
    mut file: ShardFile,
    target: &Target,
    budget: &Budget,
    others: Vec<(String, ShardFile)>,
) -> Result<(Results, Vec<String>), CommandError> {
    let shard = file.shard;
    for (name, other) in others {
        file.take(other).map_err(|error| format!("{name}: {}", Diagnostic::of(&error).message()))?;
    }
    if let Some(bytes) = target.present()? {
        let complain = |error| target.complaint(&Diagnostic::of(&error).message());
        let found = ShardFile::read(&*bytes, budget).map_err(complain)?;
        if found.shard != shard {
            let reason = format!("is the file of part {}, not of {shard}; write to another one", found.shard);
            return Err(target.complaint(&reason).into());
        }
        file.take(found).map_err(complain)?;
    }
    let mut results = Results::new(plan, selected);
    let mut missing = results.take_known(plan.first_cells_of(shard, &results), &file.outcomes);
    results.exclusions().for_each(|excluded| warn(&format!("not everything can run, the rest does: {excluded}")));
    // The file exists from the start. So others see the running shard, and an unwritable place is found before hours of
    // work.
    file.complete = missing.is_empty();
    target.write(&file.text())?;
    let begun = Instant::now();
    let mut due = begun + PACE.0;
    run_cells(plan, &mut results, std::mem::take(&mut missing), budget, |cell, outcome| {
        file.outcomes.insert(cell, outcome.clone());
        let now = Instant::now();
        if now >= due {
            target.write(&file.text())?;
            let pace = ((now - begun) / LOST).clamp(PACE.0, PACE.1);
            due = Instant::now() + pace.max(now.elapsed() * SHARE);
        }
        Ok(())
    })?;
    if !file.complete {
        file.complete = true;
        target.write(&file.text())?;
    }
    let failures = results.failures().map(|failure| failure.to_string()).collect();
    Ok((results, failures))
}

/// Reports failed runs.
pub fn check(failures: &[String]) -> Result<(), CommandError> {
    if failures.is_empty() {
        return Ok(());
    }
    Err(CommandError::Unfinished(format!("{} failed: {}", counted(failures.len(), "run"), failures.join("; "))))
}

/// The shard from a flag, or from the environment.
pub fn named(text: &str) -> Result<Shard, String> {
    let found = match text.strip_prefix("auto") {
        None => return text.parse().map_err(|error| format!("--shard: {}", Diagnostic::of(&error))),
        Some("") => from_environment(None, &|name| env::var(name).ok()),
        Some(count) => match count.strip_prefix('/').and_then(|count| count.parse().ok()) {
            Some(count) => from_environment(Some(count), &|name| env::var(name).ok()),
            None => Err(format!("'{text}' is none (expected auto, auto/N, or M/N)")),
        },
    };
    found.map_err(|reason| format!("--shard: {reason}"))
}

/// The variable with the number of this task, counted from 1, and the variables with all task numbers, if any.
const SLURM: &str = "SLURM_ARRAY_TASK_ID";
const SLURM_RANGE: [&str; 3] = ["SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_COUNT"];
const HYPER_QUEUE: &str = "HQ_TASK_ID";
/// The same, counted from 0.
const KUBERNETES: &str = "JOB_COMPLETION_INDEX";

/// The shard from the variables of a job system, with `count` shards if that is known.
fn from_environment(count: Option<u32>, variable: &dyn Fn(&str) -> Option<String>) -> Result<Shard, String> {
    let number = |name: &str| -> Result<Option<u32>, String> {
        let Some(text) = variable(name) else { return Ok(None) };
        text.trim().parse().map(Some).map_err(|_| format!("{name} is '{text}', which is no number of a task"))
    };
    // A task of HyperQueue may run within a job of Slurm; the inner one counts.
    let (name, task, first) = if let Some(task) = number(HYPER_QUEUE)? {
        (HYPER_QUEUE, task, 1)
    } else if let Some(index) = number(KUBERNETES)? {
        (KUBERNETES, index, 0)
    } else if let Some(task) = number(SLURM)? {
        (SLURM, task, 1)
    } else {
        return Err(format!("auto: none of {SLURM}, {HYPER_QUEUE} and {KUBERNETES} is set; name the part as M/N"));
    };
    let (count, first) = match count {
        Some(count) => (count, first),
        None if name == SLURM => {
            let [least, most, count] = SLURM_RANGE.map(number);
            match (least?, most?, count?) {
                (Some(least), Some(most), Some(count)) if least <= 1 && most >= least && count == most - least + 1 => {
                    (count, least)
                }
                _ => {
                    return Err(
                        "auto: this array does not have all the numbers from 1 on, so it does not tell how many \
                                parts there are; give them as auto/N"
                            .into(),
                    );
                }
            }
        }
        None => {
            return Err(format!("auto: {name} is set, but nothing says how many parts there are; give them as auto/N"));
        }
    };
    let shard = task.checked_sub(first).map(|place| place.saturating_add(1)).and_then(|m| Shard::new(m, count).ok());
    let range = format!("{first} to {}", (count + first).saturating_sub(1));
    shard.ok_or_else(|| format!("{name} is {task}, which is no part of {count} (expected {range})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard(count: Option<u32>, set: &[(&str, &str)]) -> Result<String, String> {
        let variable = |name: &str| set.iter().find(|(set, _)| *set == name).map(|(_, value)| value.to_string());
        from_environment(count, &variable).map(|shard| shard.to_string())
    }

    fn slurm(task: &str, [least, most, count]: [&str; 3]) -> Vec<(&'static str, String)> {
        let range = SLURM_RANGE.into_iter().zip([least, most, count]).map(|(name, value)| (name, value.to_string()));
        range.chain([(SLURM, task.to_string())]).collect()
    }

    fn array(count: Option<u32>, task: &str, range: [&str; 3]) -> Result<String, String> {
        let set = slurm(task, range);
        shard(count, &set.iter().map(|(name, value)| (*name, &**value)).collect::<Vec<_>>())
    }

    #[test]
    fn an_array_of_slurm_names_the_shard_and_their_number() {
        assert_eq!(array(None, "3", ["1", "8", "8"]).as_deref(), Ok("3/8"));
        assert_eq!(array(None, "0", ["0", "7", "8"]).as_deref(), Ok("1/8"));
        assert_eq!(array(Some(8), "3", ["3", "3", "1"]).as_deref(), Ok("3/8"), "one task submitted again");
        for range in [["3", "3", "1"], ["1", "7", "4"], ["2", "9", "8"]] {
            assert!(array(None, "3", range).unwrap_err().contains("auto/N"), "{range:?}");
        }
        assert!(array(Some(8), "0", ["0", "7", "8"]).unwrap_err().ends_with("(expected 1 to 8)"));
    }

    #[test]
    fn other_systems_name_the_shard_but_not_their_number() {
        assert_eq!(shard(Some(8), &[(KUBERNETES, "0")]).as_deref(), Ok("1/8"));
        assert_eq!(shard(Some(8), &[(KUBERNETES, "7")]).as_deref(), Ok("8/8"));
        assert_eq!(shard(Some(8), &[(HYPER_QUEUE, "8"), (SLURM, "1")]).as_deref(), Ok("8/8"), "the innermost");
        assert!(shard(None, &[(KUBERNETES, "0")]).unwrap_err().contains("auto/N"));
        assert!(shard(Some(8), &[(KUBERNETES, "8")]).unwrap_err().ends_with("(expected 0 to 7)"));
        assert!(shard(Some(8), &[(HYPER_QUEUE, "x")]).unwrap_err().contains("'x'"));
        assert!(shard(Some(8), &[]).unwrap_err().contains("M/N"));
        assert!(shard(Some(0), &[(HYPER_QUEUE, "1")]).is_err());
    }
}
