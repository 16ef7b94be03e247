//! Kinds of tables: their names of columns, and the rules of the programs that write them.

use super::names::{Called, FIELDS, Field, Names, called, plain};
use crate::formats::sacct;
use crate::formats::values::{Clock, Ended, ended_by_status, ended_in_condor};
use crate::time::{SECOND, Time};

/// A kind of table.
pub(in crate::formats) struct Dialect {
    /// The fields that it has, with the names of their columns.
    pub fields: &'static [Names],
    /// The microseconds of the unit of plain numbers in columns that name none.
    pub unit: Time,
    /// Columns with plain numbers in minutes, by their plain names.
    pub minutes: &'static [&'static str],
    /// The clock of times that are plain numbers.
    pub clock: Clock,
    /// Columns with values that may contain the separator, by their plain names.
    pub free: &'static [&'static str],
    /// The meaning of a number in the column of states; `None` if it has none.
    pub states: fn(i16) -> Option<Ended>,
    /// Whether it is Slurm's, with its job numbers, and with allocated nodes before requested ones.
    pub is_slurm: bool,
    /// The program that has written it, if it is Slurm's.
    pub program: &'static str,
}

/// Tables of no particular program.
pub(super) const TABLE: Dialect = Dialect {
    fields: &FIELDS,
    unit: SECOND,
    minutes: &["timelimitraw"],
    clock: Clock::Log,
    free: &[],
    states: ended_by_status,
    is_slurm: false,
    program: "",
};

/// The attributes of HTCondor's jobs.
const CONDOR: Dialect = Dialect { states: ended_in_condor, ..TABLE };

/// A schedule that Subtorus has written: its times are in microseconds.
const SCHEDULE: Dialect = Dialect { unit: 1, ..TABLE };

/// The first columns of a schedule that Subtorus has written.
pub const SCHEDULE_COLUMNS: [&str; 6] = ["job", "submit", "start", "end", "procs", "blocks"];

impl Dialect {
    /// Whether values of the column with this plain name may contain the separator. No list of Slurm's has bars.
    pub fn is_free(&self, name: &str, separator: u8) -> bool {
        self.free.contains(&name) && !(separator == b'|' && (name.ends_with("tres") || name == "nodelist"))
    }

    /// The names of the columns of this field, if it has one.
    pub fn names(&self, field: Field) -> Option<&'static Names> {
        self.fields.iter().find(|names| names.field == field)
    }

    /// The meaning of a column with this name.
    pub fn called(&self, name: &str) -> Option<Called> {
        let found = called(name, self.fields)?;
        let is_in_minutes = self.minutes.contains(&&*plain(name));
        let unit = if is_in_minutes {
            60 * SECOND
        } else if found.unit == SECOND {
            self.unit
        } else {
            found.unit
        };
        Some(Called { unit, ..found })
    }

    /// The kind of a table with these columns: Slurm's if it knows at least as many of them, and not by chance.
    pub fn of(names: &[String], separator: u8) -> &'static Dialect {
        if names.starts_with(&SCHEDULE_COLUMNS.map(String::from)) {
            return &SCHEDULE;
        }
        if names.iter().any(|name| name == "QDate") {
            return &CONDOR;
        }
        // Slurm's flags are not those of other tables.
        let is_known = |called: &Called| called.field != Field::Flags;
        let known = |dialect: &Dialect| names.iter().filter_map(|name| dialect.called(name)).filter(is_known).count();
        let (slurm, table) = (known(&sacct::DIALECT), known(&TABLE));
        let is_certain = separator == b'|' || sacct::is_certain(names);
        if slurm > 0 && slurm >= table && is_certain { &sacct::DIALECT } else { &TABLE }
    }
}
