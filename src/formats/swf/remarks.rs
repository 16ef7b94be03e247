//! Remarks about a whole log, once all of its lines are read.

use super::fields::{FIELDS, PRECEDING, place};
use crate::diagnostic::{Explain, shortened_bytes};
use crate::formats::diagnostics::Lines;
use crate::formats::places::Places;
use crate::sorting::ascending;
use crate::time::Time;
use crate::workload::{Column, Columns};

/// A remark about a whole log. Only the last two prevent its use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::formats) enum Remark {
    /// Lines with more fields than a job has.
    #[error("{}, first this one", .0.of("line holds more than 18 fields", "lines hold more than 18 fields"))]
    Longer(Lines),
    /// Lines with fewer fields than a job has, but enough to be one.
    #[error("{}, first this one", .0.of("line holds fewer than 18 fields", "lines hold fewer than 18 fields"))]
    Shorter(Lines),
    /// Lines with a separator between their fields that is not a blank.
    #[error("{} '{}' between fields instead of blanks (SWF with {}), first this one", .0.of("line has", "lines have"), char::from(*.1), if *.1 == b';' { "semicolons" } else { "commas" })]
    Separated(Lines, u8),
    /// Lines with words for users, queues or partitions.
    #[error("{} words in fields 12 to 16, first '{}'", .0.of("line has", "lines have"), shortened_bytes(.1))]
    Words(Lines, Vec<u8>),
    /// Lines with an unusable value in the field of this index.
    #[error("{} a value that cannot be used in a field that no run needs, first '{}'", .0.of("line has", "lines have"), shortened_bytes(.2))]
    Odd(Lines, usize, Vec<u8>),
    /// Lines that are parts of jobs which stand on another line as a whole.
    #[error("{} of jobs that stand on other lines as a whole, first this one", .0.of("line with status 2, 3 or 4 is a part", "lines with status 2, 3 or 4 are parts"))]
    PartsOfJobs(Lines),
    /// Jobs that name a preceding job.
    #[error("{} a preceding job, first this one", .0.of("job names", "jobs name"))]
    Preceded(Lines),
    /// Comment lines beyond the limit of a header.
    #[error("{}, first this one", .0.of("comment line is left out", "comment lines are left out"))]
    Unkept(Lines),
    /// Jobs that were submitted before the job on the line above.
    #[error("{} before the job on the line above, first this one", .0.of("job was submitted", "jobs were submitted"))]
    OutOfOrder(Lines),
    /// Jobs with the number of an earlier job.
    #[error("job number {id} also stands on line {earlier}; {} in all", .lines.of("job repeats a number", "jobs repeat a number"))]
    Repeated {
        /// The number of the first such job.
        id: i64,
        /// The line of the earlier job with that number.
        earlier: u32,
        /// The lines of all such jobs.
        lines: Lines,
        /// Whether the times of the two jobs are the same, too.
        is_same: bool,
    },
    /// No line is a job.
    #[error("the file holds only comment lines and no job")]
    NoJob,
    /// There are more jobs than this.
    #[error("too large: more than {0} jobs")]
    TooManyJobs(usize),
}

impl Explain for Remark {
    fn place(&self) -> String {
        match self {
            Remark::Longer(lines)
            | Remark::Shorter(lines)
            | Remark::Unkept(lines)
            | Remark::Separated(lines, _)
            | Remark::Words(lines, _)
            | Remark::PartsOfJobs(lines) => format!("line {}", lines.first()),
            Remark::Odd(lines, field, _) => place(lines.first(), *field),
            Remark::Preceded(lines) => place(lines.first(), PRECEDING),
            Remark::OutOfOrder(lines) => place(lines.first(), 1),
            Remark::Repeated { lines, .. } => place(lines.first(), 0),
            Remark::NoJob | Remark::TooManyJobs(_) => "log".into(),
        }
    }

    fn expected(&self) -> String {
        match self {
            Remark::Longer(_) | Remark::Shorter(_) | Remark::NoJob => {
                format!("a line of {} numbers for each job", FIELDS.len())
            }
            Remark::Unkept(_) => "a header of some kilobytes".into(),
            Remark::Separated(..) => "blanks".into(),
            Remark::Words(..) => "numbers of users and queues".into(),
            Remark::Odd(..) => "a number, or -1 where unknown".into(),
            Remark::TooManyJobs(_) | Remark::PartsOfJobs(_) | Remark::Preceded(_) => String::new(),
            Remark::OutOfOrder(_) => "jobs in order of submit time".into(),
            Remark::Repeated { .. } => "a number of its own for each job".into(),
        }
    }

    fn remedy(&self) -> String {
        match self {
            Remark::Longer(_) => "what follows the first 18 was ignored, check that they are those of the format",
            Remark::Shorter(_) => "missing fields count as unknown, check that nothing was cut off",
            Remark::Separated(..) => "they were read like lines with blanks",
            Remark::Words(..) => "users, queues and partitions were numbered in the order in which they come first",
            Remark::Odd(..) => "they count as unknown",
            Remark::PartsOfJobs(_) => "they were left out, the whole jobs were kept",
            Remark::Preceded(_) => "fields 17 and 18 are ignored: jobs come when they were submitted",
            Remark::Unkept(_) => "all jobs were read",
            Remark::TooManyJobs(_) => "take the part of it that you need",
            Remark::OutOfOrder(_) => "the jobs were put in that order",
            Remark::Repeated { is_same: true, .. } => {
                "all jobs were kept; if the file joins exports that overlap, take each line once: sort -u"
            }
            Remark::Repeated { .. } => "all jobs were kept",
            Remark::NoJob => "check that the download is complete",
        }
        .into()
    }
}

/// The jobs of `columns`, which stand at these `places`, that were submitted before the job on the line above.
pub(super) fn out_of_order(columns: &Columns, places: &Places) -> Option<Remark> {
    let mut late = Lines::default();
    let mut before = 0;
    for (job, submit) in columns.submit.iter().enumerate() {
        if submit < before {
            late.add(places.line(job));
        }
        before = submit;
    }
    late.some().map(Remark::OutOfOrder)
}

/// The jobs of `columns`, which stand at these `places`, with the number of an earlier job.
pub(in crate::formats) fn repeated(columns: &Columns, places: &Places) -> Option<Remark> {
    let id = &columns.id;
    if id.iter().is_sorted_by(|one, next| one < next) {
        return None;
    }
    let order = ascending(id.iter());
    let place = |pair: &[u32]| (pair[0] as usize, pair[1] as usize);
    let repeats = order.windows(2).map(place).filter(|&(one, next)| id.at(one) == id.at(next));
    let count = repeats.clone().count();
    let (earlier, first) = repeats.min_by_key(|&(_, next)| next)?;
    let lines = Lines::some_from(places.line(first), count);
    let same_in = |times: &Column<Time>| times.at(earlier) == times.at(first);
    let is_same = same_in(&columns.submit) && same_in(&columns.runtime) && same_in(&columns.wait);
    Some(Remark::Repeated { id: id.at(first), earlier: places.line(earlier), lines, is_same })
}
