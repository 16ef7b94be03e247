//! A log as a simulation uses it, from any format.

use super::{Columns, ColumnsError, Header};

/// A log that was read: its header and its well-formed jobs, in file order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// The information about the whole log.
    pub header: Header,
    /// The jobs, in file order.
    pub columns: Columns,
    /// The number of lines that were dropped because they are not well-formed jobs.
    pub malformed: u32,
}

impl Log {
    /// A log from columns of another thread or program.
    ///
    /// Fails with the name of the column unless all columns are equally long and no submit time is negative.
    pub fn from_columns(header: Header, columns: Columns, malformed: u32) -> Result<Log, ColumnsError> {
        columns.check()?;
        Ok(Log { header, columns, malformed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::Record;

    #[test]
    fn columns_from_elsewhere_must_fit_together() {
        let mut columns = Columns::default();
        columns.push(&Record { id: 7, ..Record::default() });
        let log = Log { columns: columns.clone(), malformed: 2, ..Log::default() };
        assert_eq!(Log::from_columns(Header::default(), columns.clone(), 2), Ok(log));
        let mut short = columns.clone();
        short.queue = Vec::new().into();
        let length = ColumnsError::Length { column: "queue", values: 0, jobs: 1 };
        assert_eq!(length.to_string(), "column queue holds 0 values, but column id holds 1");
        assert_eq!(Log::from_columns(Header::default(), short, 0), Err(length));
        columns.submit = vec![-1].into();
        assert_eq!(Log::from_columns(Header::default(), columns, 0), Err(ColumnsError::NegativeSubmit));
    }
}
