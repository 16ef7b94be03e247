//! Kinds of tables: how columns are called, and what else their programs do in their own way.

use super::names::{Called, FIELDS, Names, called};
use crate::formats::sacct;
use crate::formats::values::Clock;
use crate::time::SECOND;

/// A kind of tables.
pub(in crate::formats) struct Dialect {
    /// The names of columns, by field.
    pub fields: &'static [Names],
    /// Columns in which plain numbers are minutes, by their plain names.
    pub minutes: &'static [&'static str],
    /// What counts times that are plain numbers.
    pub clock: Clock,
    /// Columns with values that may hold the separator, by their plain names.
    pub free: &'static [&'static str],
    /// Whether it is Slurm's: its job numbers, and allocated nodes before requested ones.
    pub is_slurm: bool,
}

/// Tables of anybody.
pub(super) const TABLE: Dialect =
    Dialect { fields: &FIELDS, minutes: &["timelimitraw"], clock: Clock::Log, free: &[], is_slurm: false };

impl Dialect {
    /// What a column of this name tells.
    pub fn called(&self, name: &str) -> Option<Called> {
        let told = called(name, self.fields)?;
        let unit = if self.minutes.contains(&&*super::names::plain(name)) { 60 * SECOND } else { told.unit };
        Some(Called { unit, ..told })
    }

    /// The kind of a table with these columns: Slurm's where it knows at least as many of them, unless it would be by chance.
    pub fn of(names: &[String], separator: u8) -> &'static Dialect {
        let known = |dialect: &Dialect| names.iter().filter(|name| dialect.called(name).is_some()).count();
        let (slurm, table) = (known(&sacct::DIALECT), known(&TABLE));
        let is_certain = separator == b'|' || sacct::is_certain(names);
        if slurm > 0 && slurm >= table && is_certain { &sacct::DIALECT } else { &TABLE }
    }
}
