//! Kinds of tables: their names of columns, and the rules of the programs that write them.

use super::names::{Called, FIELDS, Field, Names, called};
use crate::formats::sacct;
use crate::formats::values::Clock;
use crate::time::SECOND;

/// A kind of table.
pub(in crate::formats) struct Dialect {
    /// The fields that it has, with the names of their columns.
    pub fields: &'static [Names],
    /// Columns with plain numbers in minutes, by their plain names.
    pub minutes: &'static [&'static str],
    /// The clock of times that are plain numbers.
    pub clock: Clock,
    /// Columns with values that may contain the separator, by their plain names.
    pub free: &'static [&'static str],
    /// Whether it is Slurm's, with its job numbers, and with allocated nodes before requested ones.
    pub is_slurm: bool,
}

/// Tables of no particular program.
pub(super) const TABLE: Dialect =
    Dialect { fields: &FIELDS, minutes: &["timelimitraw"], clock: Clock::Log, free: &[], is_slurm: false };

impl Dialect {
    /// The names of the columns of this field, if it has one.
    pub fn names(&self, field: Field) -> Option<&'static Names> {
        self.fields.iter().find(|names| names.field == field)
    }

    /// The meaning of a column with this name.
    pub fn called(&self, name: &str) -> Option<Called> {
        let found = called(name, self.fields)?;
        let unit = if self.minutes.contains(&&*super::names::plain(name)) { 60 * SECOND } else { found.unit };
        Some(Called { unit, ..found })
    }

    /// The kind of a table with these columns: Slurm's if it knows at least as many of them, and not by chance.
    pub fn of(names: &[String], separator: u8) -> &'static Dialect {
        let known = |dialect: &Dialect| names.iter().filter(|name| dialect.called(name).is_some()).count();
        let (slurm, table) = (known(&sacct::DIALECT), known(&TABLE));
        let is_certain = separator == b'|' || sacct::is_certain(names);
        if slurm > 0 && slurm >= table && is_certain { &sacct::DIALECT } else { &TABLE }
    }
}
