//! Jobs as text: `8:2,4:7/3` in permalinks and flags, and rows of a spreadsheet.

use super::{Job, Ratio, TimeError};
use crate::diagnostic::{Explain, shortened};
use crate::names::plain_number;

/// The form of the text of jobs, for messages.
pub const EXPECTED: &str = "size:time, separated by commas, such as 8:2,4:5.875,4:7/3";

/// A text that is not a job.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobError {
    /// There is no colon in it.
    #[error("no size and time")]
    NoPair,
    /// A row has this many fields.
    #[error("{0} fields")]
    Fields(usize),
    /// The size is invalid.
    #[error("'{0}' is not a size")]
    Size(String),
    /// The time is invalid.
    #[error(transparent)]
    Time(#[from] TimeError),
}

impl Explain for JobError {
    fn place(&self) -> String {
        "jobs".into()
    }

    fn expected(&self) -> String {
        match self {
            JobError::NoPair => EXPECTED.into(),
            JobError::Fields(_) => "two: a size and a time".into(),
            JobError::Size(_) => "a power of two".into(),
            JobError::Time(error) => error.expected(),
        }
    }
}

/// The first of several texts that is not a job.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{entry}, '{text}': {error}")]
pub struct JobTextError {
    /// Its position, counted from 1: `job 2` of a list, `row 2` of a file or a table.
    pub entry: String,
    /// The text.
    pub text: String,
    /// The error.
    pub error: JobError,
}

impl Explain for JobTextError {
    fn place(&self) -> String {
        self.error.place()
    }

    fn expected(&self) -> String {
        self.error.expected()
    }
}

/// Reads `8:2,4:2`: sizes and times of jobs, in their order. Fails at the first text that is not a job.
pub fn read(text: &str) -> Result<Vec<Job>, JobTextError> {
    let parts = text.split(',').filter(|_| !text.trim().is_empty()).map(str::trim).enumerate();
    parts
        .map(|(position, part)| {
            let pair = part.split_once(':').ok_or(JobError::NoPair);
            let parsed = pair.and_then(|(size, time)| job(size.trim(), time.trim()));
            parsed.map_err(|error| JobTextError {
                entry: format!("job {}", position + 1),
                text: shortened(part),
                error,
            })
        })
        .collect()
}

/// The canonical text of jobs, which [`read`] reads.
pub fn write(jobs: &[Job]) -> String {
    jobs.iter().map(Job::to_string).collect::<Vec<_>>().join(",")
}

/// Reads rows of a spreadsheet: a size and a time a row, separated by a tab, a semicolon, a comma, a colon or blanks.
/// Empty rows, a first row of titles and rows that begin with `#` are ignored. Fails at the first other row that is not
/// a job.
pub fn read_rows(text: &str) -> Result<Vec<Job>, JobTextError> {
    let rows = text.lines().map(str::trim).enumerate().filter(|(position, row)| {
        let is_title = *position == 0 && !row.contains(|letter: char| letter.is_ascii_digit());
        !(row.is_empty() || row.starts_with('#') || is_title)
    });
    rows.map(|(position, row)| {
        let separators = |letter: char| letter.is_whitespace() || ";,:".contains(letter);
        let fields = || row.split(separators).filter(|field| !field.is_empty());
        let first: Vec<&str> = fields().take(3).collect();
        let parsed = match first[..] {
            [size, time] => job(size, time),
            _ => Err(JobError::Fields(fields().count())),
        };
        parsed.map_err(|error| JobTextError { entry: format!("row {}", position + 1), text: shortened(row), error })
    })
    .collect()
}

/// Reads a size and a time.
pub fn job(size: &str, time: &str) -> Result<Job, JobError> {
    let size = plain_number(size).filter(|&size| size > 0).ok_or_else(|| JobError::Size(size.into()))?;
    Ok(Job { size, time: time.parse::<Ratio>()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostic;

    #[test]
    fn jobs_round_trip_in_canonical_text() {
        let jobs = read(" 8:2 , 4:5.8750,4:14/6").unwrap();
        assert_eq!(write(&jobs), "8:2,4:5.875,4:7/3");
        assert_eq!(read(&write(&jobs)), Ok(jobs));
        assert_eq!(read(" "), Ok(Vec::new()));
    }

    #[test]
    fn errors_name_the_job_and_the_field() {
        for (text, complaint) in [
            ("8:2,x:2", "jobs: job 2, 'x:2': 'x' is not a size (expected a power of two)"),
            ("8:2,4", "jobs: job 2, '4': no size and time (expected size:time"),
            ("8:2,", "jobs: job 2, '': no size and time"),
            ("8:-2", "jobs: job 1, '8:-2': '-2' is not a time (expected a number greater than 0"),
            ("-8:2", "jobs: job 1, '-8:2': '-8' is not a size"),
            ("0:2", "jobs: job 1, '0:2': '0' is not a size"),
            ("99999999999:2", "'99999999999' is not a size"),
            ("8:2:2", "'2:2' is not a time"),
        ] {
            let message = Diagnostic::of(&read(text).unwrap_err()).to_string();
            assert!(message.contains(complaint), "{text}: {message}");
        }
    }

    #[test]
    fn rows_of_spreadsheets_are_read() {
        let expected = read("8:2,4:2.5,4:7/3").unwrap();
        for text in [
            "8\t2\n4\t2.5\n4\t7/3",
            "size;time\r\n8;2\r\n4;2.5\r\n4;7/3\r\n",
            "# a comment\n8,2\n\n 4 , 2.5 \n4 7/3",
            "8:2\n4:2.5\n4:7/3",
        ] {
            assert_eq!(read_rows(text), Ok(expected.clone()), "{text:?}");
        }
        let refused = |text: &str| read_rows(text).unwrap_err();
        let expected = |text: &str, error| JobTextError { entry: "row 2".into(), text: text.into(), error };
        assert_eq!(refused("8 2\n4 2 2"), expected("4 2 2", JobError::Fields(3)));
        assert_eq!(refused("8 2\nsize time\n4 2 2"), expected("size time", JobError::Size("size".into())));
        assert_eq!(
            Diagnostic::of(&refused("# one\n4")).to_string(),
            "jobs: row 2, '4': 1 fields (expected two: a size and a time)"
        );
    }
}
