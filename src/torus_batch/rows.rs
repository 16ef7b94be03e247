//! Jobs as text: `8:2,4:7/3` in links and flags, and rows of a spreadsheet.

use super::{Job, Ratio};
use crate::diagnostic::Diagnostic;

/// What the text of jobs looks like, for messages.
pub const EXPECTED: &str = "size:time, separated by commas, such as 8:2,4:5.875,4:7/3";

/// Reads `8:2,4:2`: sizes and times of jobs, in their order. Complains about the first that is not a job.
pub fn read(text: &str) -> Result<Vec<Job>, Diagnostic> {
    let mut jobs = Vec::new();
    for part in text.split(',').filter(|_| !text.trim().is_empty()) {
        let parsed = match part.split_once(':') {
            Some((size, time)) => job(size.trim(), time.trim()),
            None => Err(format!("no size and time (expected {EXPECTED})")),
        };
        let place = || format!("job {}, '{}': ", jobs.len() + 1, part.trim());
        jobs.push(parsed.map_err(|reason| Diagnostic::new("jobs", place() + &reason))?);
    }
    Ok(jobs)
}

/// What [`read`] reads: the canonical text of jobs.
pub fn write(jobs: &[Job]) -> String {
    jobs.iter().map(Job::to_string).collect::<Vec<_>>().join(",")
}

/// Reads rows as a spreadsheet gives them: a size and a time a row, separated by a tab, a semicolon, a comma, a colon or
/// blanks. Empty rows are passed over, and so are a first row of titles and rows that begin with `#`.
pub fn read_rows(text: &str) -> Result<Vec<Job>, Diagnostic> {
    let rows = text.lines().map(str::trim).enumerate().filter(|(number, row)| {
        let is_title = *number == 0 && !row.contains(|letter: char| letter.is_ascii_digit());
        !(row.is_empty() || row.starts_with('#') || is_title)
    });
    rows.map(|(number, row)| {
        let complain = |reason: String| Diagnostic::new("jobs", format!("row {}, '{row}': {reason}", number + 1));
        let separators = |letter: char| letter.is_whitespace() || ";,:".contains(letter);
        let fields: Vec<&str> = row.split(separators).filter(|field| !field.is_empty()).collect();
        let [size, time] = fields[..] else {
            return Err(complain(format!("{} fields (expected two: a size and a time)", fields.len())));
        };
        job(size, time).map_err(complain)
    })
    .collect()
}

/// Reads a size and a time.
pub fn job(size: &str, time: &str) -> Result<Job, String> {
    let digits = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
    let number = Some(size).filter(digits).and_then(|size| size.parse().ok()).filter(|&size| size > 0);
    let size = number.ok_or_else(|| format!("'{size}' is not a size (expected a power of two)"))?;
    Ok(Job { size, time: time.parse::<Ratio>()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_round_trip_in_canonical_text() {
        let jobs = read(" 8:2 , 4:5.8750,4:14/6").unwrap();
        assert_eq!(write(&jobs), "8:2,4:5.875,4:7/3");
        assert_eq!(read(&write(&jobs)), Ok(jobs));
        assert_eq!(read(" "), Ok(Vec::new()));
    }

    #[test]
    fn complaints_name_the_job_and_the_field() {
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
            let message = read(text).unwrap_err().to_string();
            assert!(message.contains(complaint), "{text}: {message}");
        }
    }

    #[test]
    fn rows_come_as_spreadsheets_give_them() {
        let expected = read("8:2,4:2.5,4:7/3").unwrap();
        for text in [
            "8\t2\n4\t2.5\n4\t7/3",
            "size;time\r\n8;2\r\n4;2.5\r\n4;7/3\r\n",
            "# a comment\n8,2\n\n 4 , 2.5 \n4 7/3",
            "8:2\n4:2.5\n4:7/3",
        ] {
            assert_eq!(read_rows(text), Ok(expected.clone()), "{text:?}");
        }
        assert!(read_rows("8 2\n4 2 2").unwrap_err().to_string().contains("row 2, '4 2 2': 3 fields"));
        assert!(
            read_rows("8 2\nsize time").unwrap_err().to_string().contains("row 2, 'size time': 'size' is not a size")
        );
    }
}
