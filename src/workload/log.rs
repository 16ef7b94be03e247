//! A log as a simulation sees it, whatever format it was read from.

use super::{Columns, ColumnsError, Header};

/// A log as it was read: what its header says and its well-formed jobs, in file order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// What is said about the log as a whole.
    pub header: Header,
    /// The jobs, in file order.
    pub columns: Columns,
    /// How many lines were dropped because they are no well-formed job.
    pub malformed: u32,
}

impl Log {
    /// A log from columns that came from elsewhere, such as another thread of a page.
    ///
    /// Fails, naming the column, unless all columns are equally long and no submit time is negative.
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
