//! `--limit`: the factor on the usual budget of a command.

use super::flag;
use crate::BUDGET;
use clap::{Arg, ArgMatches};
use subtorus::budget::Budget;

/// The flag.
pub fn limit() -> Arg {
    flag("limit", "Multiplies the usual limits: cells, nodes, messages, memory [a whole number, default 1]")
}

/// The budget that the flag allows.
pub fn budget(flags: &ArgMatches) -> Result<Budget, String> {
    let Some(text) = flags.get_one::<String>("limit") else { return Ok(BUDGET) };
    match text.parse() {
        Ok(factor @ 1..) => Ok(BUDGET.times(factor)),
        _ => Err(format!("--limit: '{text}' is not a factor (expected a whole number from 1 to {})", u32::MAX)),
    }
}
