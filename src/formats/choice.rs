//! Columns of a table that the user has chosen for fields.

use super::table::{FIELDS, Field, plain};
use crate::diagnostic::{Explain, shortened};
use crate::sorting::sorted;
use std::fmt;
use std::str::FromStr;

/// Columns by their fields: `processors=cpu_num,submit=start_time`. If it is empty, the names of columns decide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnChoice(Vec<(Field, String)>);

/// A text is not a choice of columns.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' does not say which column tells what")]
pub struct NotAChoice(String);

impl Explain for NotAChoice {
    fn expected(&self) -> String {
        let fields: Vec<&str> = ColumnChoice::fields().collect();
        format!(
            "FIELD=COLUMN, or several with commas between them, where FIELD is one of {}, each once",
            fields.join(", ")
        )
    }
}

/// The most bytes of a column's name.
const LONGEST: usize = 100;

impl ColumnChoice {
    /// Reads `processors=cpu_num,submit=start_time`. `None` if the text has another form, or names a field twice.
    fn parse(text: &str) -> Option<ColumnChoice> {
        let mut choice = ColumnChoice::default();
        for pair in text.split(',').filter(|_| !text.is_empty()) {
            let (field, column) = pair.split_once('=')?;
            let (field, column) = (ColumnChoice::field(field.trim())?, column.trim());
            let is_name = !plain(column).is_empty() && column.len() <= LONGEST && !column.contains(char::is_control);
            if !is_name || choice.column(field).is_some() {
                return None;
            }
            choice.0.push((field, column.into()));
        }
        choice.0 = sorted(choice.0, |(one, _), (other, _)| (*one as usize).cmp(&(*other as usize)));
        Some(choice)
    }

    /// The names of the fields for which a column can be chosen.
    fn fields() -> impl Iterator<Item = &'static str> {
        FIELDS.iter().map(|field| field.names[0])
    }

    fn field(name: &str) -> Option<Field> {
        FIELDS.iter().find(|field| field.names[0] == name).map(|field| field.field)
    }

    /// The same choice with another column for the field of this name. `None` if that is not a valid choice.
    pub(super) fn with(&self, field: &str, column: &str) -> Option<ColumnChoice> {
        let others = self.0.iter().filter(|(other, _)| other.name() != field);
        let pairs = others.map(|(other, column)| format!("{}={column}", other.name()));
        ColumnChoice::parse(&pairs.chain([format!("{field}={column}")]).collect::<Vec<_>>().join(","))
    }

    /// Whether no column is chosen.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The column that was chosen for this field.
    pub(super) fn column(&self, field: Field) -> Option<&str> {
        self.0.iter().find(|(chosen, _)| *chosen == field).map(|(_, column)| column.as_str())
    }

    /// Every field with a chosen column, and that column.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (Field, &str)> {
        self.0.iter().map(|(field, column)| (*field, column.as_str()))
    }
}

impl FromStr for ColumnChoice {
    type Err = NotAChoice;

    fn from_str(text: &str) -> Result<ColumnChoice, NotAChoice> {
        ColumnChoice::parse(text).ok_or_else(|| NotAChoice(shortened(text)))
    }
}

impl fmt::Display for ColumnChoice {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let pair = |(field, column): &(Field, String)| format!("{}={column}", field.name());
        out.write_str(&self.0.iter().map(pair).collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_and_written() {
        for (text, written) in [
            ("", Some("")),
            ("processors=cpu_num", Some("processors=cpu_num")),
            ("processors = cpu num , submit=start_time", Some("submit=start_time,processors=cpu num")),
            ("processors", None),
            ("cores=cpu_num", None),
            ("processors=", None),
            ("processors=_", None),
            ("processors=a,processors=b", None),
            ("processors=a,", None),
        ] {
            assert_eq!(ColumnChoice::parse(text).map(|choice| choice.to_string()).as_deref(), written, "{text}");
        }
        assert!(ColumnChoice::fields().any(|field| field == "estimate"));
    }
}
