//! Diagnostics of a table: about one line, and about the whole.

use super::comparison::Contradiction;
use super::header::Header;
use super::names::{FIELDS, Field, MOMENT};
use crate::diagnostic::{Diagnostic, Explain, shortened_bytes};
use crate::formats::MOST_JOBS;
use crate::formats::diagnostics::Lines;
use crate::formats::sacct::COMMAND;
use crate::formats::values::NumberError;
use crate::formats::writing::Seconds;
use crate::machine::MAX_DIMENSIONS;
use crate::workload::MOST_SHAPES;

/// Why a line is not a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::formats) struct TableLineError {
    /// The column with the error.
    pub column: usize,
    /// The field of the column.
    pub field: Option<Field>,
    pub cause: TableValueError,
}

/// An error in a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::formats) enum TableValueError {
    #[error("nothing stands there")]
    Empty,
    #[error("'{0}' stands for an unknown value")]
    Unknown(String),
    #[error("a quotation mark is not closed on the line, or is followed by something else")]
    UnclosedQuote,
    #[error("'{text}' {wrong}")]
    Number { text: String, wrong: NumberError },
    #[error("'{0}' is not a job number")]
    NoNumber(String),
    #[error("'{0}' is no shape of 1 to {MAX_DIMENSIONS} extents")]
    NoShape(String),
    #[error("'{0}' joins several shapes, but a job has one box here")]
    SeveralShapes(String),
    #[error("'{0}' is not counted by the same clock as the times above")]
    OtherClock(String),
    #[error("the line goes on after its {columns} columns")]
    TooMany { columns: usize },
    #[error("the line has {found} values, but the first line names {columns} columns")]
    TooFew { found: usize, columns: usize },
}

impl TableLineError {
    /// Distinguishes errors: the column and the kind.
    pub fn kind(&self) -> (usize, usize) {
        let cause = match &self.cause {
            TableValueError::Number { wrong, .. } => 10 + *wrong as usize,
            TableValueError::Empty => 0,
            TableValueError::UnclosedQuote => 1,
            TableValueError::NoNumber(_) => 2,
            TableValueError::NoShape(_) => 3,
            TableValueError::SeveralShapes(_) => 4,
            TableValueError::OtherClock(_) => 5,
            TableValueError::TooMany { .. } => 6,
            TableValueError::TooFew { .. } => 7,
            TableValueError::Unknown(_) => 8,
        };
        (self.column, cause)
    }

    /// The message about a line of a table with this header.
    pub fn diagnostic(&self, line: u32, header: &Header) -> Diagnostic {
        let place = format!("line {line}, {}", header.place_of(self.column));
        let (problem, expected) = (self.cause.to_string(), self.expected(header));
        Diagnostic { place, problem, expected: expected.into(), remedy: self.remedy(header).into() }
    }

    fn expected(&self, header: &Header) -> &'static str {
        match (&self.cause, self.field) {
            (TableValueError::TooMany { .. }, _) => "as many values as columns",
            (TableValueError::TooFew { .. }, _) => "a value for each column",
            (TableValueError::OtherClock(_), _) => {
                "times in one form: all dates, with an offset in each or in none, or all numbers in one unit"
            }
            (TableValueError::Number { wrong: NumberError::Comma, .. }, _) => "a decimal point, such as 12.5",
            (TableValueError::SeveralShapes(_), _) => "extents of one box, such as 4x4x8",
            (TableValueError::UnclosedQuote, _) | (_, None) => "",
            (_, Some(field)) => header.dialect.names(field).map_or("", |names| names.expected),
        }
    }

    fn remedy(&self, header: &Header) -> &'static str {
        let is_slurm = header.dialect.is_slurm;
        match &self.cause {
            TableValueError::TooMany { .. } | TableValueError::TooFew { .. } if is_slurm => {
                "the line was dropped, leave out columns with values that may contain the separator or a line end, such as JobName"
            }
            TableValueError::OtherClock(_) if is_slurm => {
                "the line was dropped, export all jobs with the same SLURM_TIME_FORMAT"
            }
            TableValueError::SeveralShapes(_) => {
                "the line was dropped, write a line for each part, or take the number of processors"
            }
            TableValueError::Number { wrong: NumberError::Set, .. } => {
                "the line was dropped, choose a column of counts with 'column': processors=NAME"
            }
            _ => "the line was dropped, correct it to have its job",
        }
    }
}

/// A remark about a whole table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Remark {
    /// There are no names of columns.
    #[error("the first line names no columns")]
    NoNames(u32),
    /// Columns that every table needs are missing.
    #[error("no column says {}; the columns are {}", spoken_all(.fields), quoted(.columns))]
    MissingColumns { fields: Vec<&'static [Field]>, columns: Vec<String>, is_slurm: bool, line: u32 },
    /// A chosen column is missing.
    #[error("no column is called '{name}'; the columns are {}", quoted(.columns))]
    NoSuchColumn { name: String, columns: Vec<String>, line: u32 },
    /// A later line names the columns differently.
    #[error("this line names the columns, in another order or with other names than line {first}")]
    OtherColumns { line: u32, first: u32 },
    /// Optional columns of Slurm are missing.
    #[error("no column {}", .1.join(", "))]
    Absent(u32, Vec<&'static str>),
    /// Several columns may have one field.
    #[error("'{taken}' was taken, and {} left alone", quoted(.others))]
    AmbiguousColumns { field: Field, taken: String, others: Vec<String>, line: u32 },
    /// Several columns have the name of a field.
    #[error("several columns are called '{name}', and the first was taken")]
    Twice { name: String, line: u32 },
    /// Unusable values of a field that is not needed.
    #[error("{} no value that can be used, first '{text}'", .lines.of("line has", "lines have"))]
    Ignored { place: String, lines: Lines, text: String },
    /// Times are not in seconds.
    #[error("times are {unit} since 1970")]
    Unit { place: String, unit: &'static str },
    /// Times in seconds that look like the days of a spreadsheet.
    #[error("times such as {first} look like a spreadsheet's dates, which count days since 1900")]
    Serial { place: String, first: Seconds },
    /// Times since 1970 without their last digits.
    #[error("{} a time that a spreadsheet has rounded, such as 1.70928E+12", .lines.of("job has", "jobs have"))]
    Rounded { place: String, lines: Lines },
    /// A column of requested times holds how long jobs ran.
    #[error("'{name}' is the time from the start to the end of {same} jobs")]
    EstimateIsRuntime { name: String, same: usize, line: u32 },
    /// A column of queues holds how long jobs waited.
    #[error("'{0}' holds the seconds that jobs waited, not queues")]
    QueueIsWait(String, u32),
    /// A column lists nodes and does not count them.
    #[error("'{name}' lists nodes and does not count them")]
    Sets { name: String, line: u32 },
    /// Jobs that wait or run.
    #[error("{}, first this one", .0.of("job had not ended", "jobs had not ended"))]
    NotEnded(Lines),
    /// Jobs that started before they were submitted.
    #[error("{}, first this one", .0.of("job started before it was submitted", "jobs started before they were submitted"))]
    Early(Lines),
    /// Tasks of arrays and components of heterogeneous jobs.
    #[error("{}, first this one", .0.of("job has the number of a whole that it is part of", "jobs have the number of a whole that they are part of"))]
    Parts(Lines),
    /// The durations of a column are not those between the times of the jobs.
    #[error("{} {} s, where the times of the job make it {} s", .found.lines.of("job has", "jobs have"), Seconds(.found.given), Seconds(.found.between))]
    Contradicts { place: String, field: Field, found: Contradiction },
    /// No line is a job.
    #[error("{}", no_job(*.is_slurm, .steps, *.has_open))]
    NoJob { is_slurm: bool, steps: Option<Lines>, has_open: bool },
    #[error("too large: more than {MOST_JOBS} jobs")]
    TooManyJobs,
    #[error("more than {MOST_SHAPES} different shapes")]
    TooManyShapes,
}

/// The content of these fields, in words.
fn spoken(fields: &[Field]) -> &'static str {
    match fields {
        [Field::Submit] => "when a job was submitted",
        [Field::Runtime] => "how long it ran",
        [Field::Shape] => "which shape it asked for",
        [Field::Estimate] => "what time it asked for",
        [_] => "what processors it asked for",
        _ => "what processors or which shape it asked for",
    }
}

fn spoken_all(fields: &[&[Field]]) -> String {
    fields.iter().map(|fields| spoken(fields)).collect::<Vec<_>>().join(", nor ")
}

fn no_job(is_slurm: bool, steps: &Option<Lines>, has_open: bool) -> String {
    match steps {
        Some(steps) => {
            format!("no line is a job: {} of a job, such as 123.batch or 123.0", steps.of("is a step", "are steps"))
        }
        None if is_slurm || has_open => "no job that has ended".into(),
        None => "the table has names for its columns, but no line below them".into(),
    }
}

/// The first names, in quotation marks.
pub(super) fn quoted(names: &[String]) -> String {
    const MOST: usize = 12;
    let mut shown: Vec<String> =
        names.iter().take(MOST).map(|name| format!("'{}'", shortened_bytes(name.as_bytes()))).collect();
    if names.len() > MOST {
        shown.push(format!("{} more", names.len() - MOST));
    }
    shown.join(", ")
}

/// The most names of a field in a message.
const MOST_NAMES: usize = 4;

fn names(field: &Field) -> String {
    let [first, others @ ..] = FIELDS[*field as usize].names else { return String::new() };
    format!("{first} (or {}, ...)", others[..others.len().min(MOST_NAMES - 1)].join(", "))
}

impl Explain for Remark {
    fn place(&self) -> String {
        match self {
            Remark::NoNames(line)
            | Remark::Absent(line, _)
            | Remark::QueueIsWait(_, line)
            | Remark::MissingColumns { line, .. }
            | Remark::NoSuchColumn { line, .. }
            | Remark::OtherColumns { line, .. }
            | Remark::AmbiguousColumns { line, .. }
            | Remark::Twice { line, .. }
            | Remark::EstimateIsRuntime { line, .. }
            | Remark::Sets { line, .. } => format!("line {line}"),
            Remark::Ignored { place, .. }
            | Remark::Unit { place, .. }
            | Remark::Serial { place, .. }
            | Remark::Rounded { place, .. }
            | Remark::Contradicts { place, .. } => place.clone(),
            Remark::NotEnded(lines) | Remark::Early(lines) | Remark::Parts(lines) => format!("line {}", lines.first()),
            Remark::NoJob { .. } | Remark::TooManyJobs | Remark::TooManyShapes => "log".into(),
        }
    }

    fn expected(&self) -> String {
        match self {
            Remark::NoNames(_) => "names of columns in the first line".into(),
            Remark::MissingColumns { is_slurm: true, .. } => {
                "when each job came, how long it ran, and on how much".into()
            }
            Remark::MissingColumns { fields, .. } => {
                let sizes = |fields: &&[Field]| {
                    fields.iter().filter(|&&field| field != Field::Allocated).map(names).collect::<Vec<_>>()
                };
                format!(
                    "columns called {}",
                    fields.iter().map(|fields| sizes(fields).join(" or ")).collect::<Vec<_>>().join("; ")
                )
            }
            Remark::AmbiguousColumns { field, .. } => format!("one column that says {}", spoken(&[*field])),
            Remark::Twice { .. } => "a name of its own for each column".into(),
            Remark::Serial { .. } => MOMENT.into(),
            Remark::Rounded { .. } => "all digits of the time".into(),
            Remark::EstimateIsRuntime { .. } => "the time that jobs asked for".into(),
            Remark::NotEnded(_) => "jobs that have ended".into(),
            Remark::Early(_) => "a start no earlier than the submission".into(),
            Remark::Parts(_) => "a number of its own for each job".into(),
            Remark::Contradicts { field: Field::Runtime, .. } => "the seconds from the start to the end".into(),
            Remark::Contradicts { .. } => "the seconds from the submission to the start".into(),
            Remark::NoJob { .. } => "a line of values for each job".into(),
            _ => String::new(),
        }
    }

    fn remedy(&self) -> String {
        match self {
            Remark::NoJob { steps: Some(_), .. } => "if these are jobs, write their numbers without the point".into(),
            Remark::NoNames(_) | Remark::NoJob { is_slurm: true, .. } => {
                format!("export again, without --noheader: {COMMAND}")
            }
            Remark::NoJob { has_open: true, .. } => "export the jobs once they have ended".into(),
            Remark::NoJob { .. } => "check that the download is complete".into(),
            Remark::MissingColumns { is_slurm: true, .. } => format!("export again: {COMMAND}"),
            Remark::MissingColumns { fields, .. } => {
                let field = |fields: &&[Field]| *fields.iter().find(|field| field.is_size()).unwrap_or(&fields[0]);
                let names = fields.iter().map(|fields| format!("{}=NAME", field(fields).name())).collect::<Vec<_>>();
                format!("name the columns so in the first line, or choose them with 'column': {}", names.join(","))
            }
            Remark::NoSuchColumn { .. } => "choose one of these".into(),
            Remark::OtherColumns { .. } => "make a file of each table, or give both the same columns".into(),
            Remark::Absent(..) => format!("what it says counts as unknown, this exports it: {COMMAND}"),
            Remark::AmbiguousColumns { field, others, .. } => {
                format!("to take another, give 'column' {}={}", field.name(), others[0])
            }
            Remark::Twice { .. } => "to take another, give it another name".into(),
            Remark::Ignored { .. } => "they count as unknown".into(),
            Remark::Unit { .. } => "they were read as such".into(),
            Remark::Serial { .. } => {
                "they were read as seconds; if they are dates, give the column a format such as yyyy-mm-dd hh:mm:ss in the \
                 spreadsheet, and export again"
                    .into()
            }
            Remark::Contradicts { found: Contradiction { unit: Some((_, "minutes")), is_clock: true, .. }, .. } => {
                "it was read as minutes and seconds; if it is hours and minutes, write 1:30:00 for 1:30".into()
            }
            Remark::Contradicts { found: Contradiction { unit: Some((ending, unit)), is_clock: false, .. }, .. } => {
                format!("it was read so; if the column is in {unit}, let its name end in _{ending}")
            }
            Remark::Contradicts { .. } => "it was read so; if the times are right, remove the column".into(),
            Remark::Rounded { .. } => {
                "they were read as they are; give the column the format of a number without decimals in the spreadsheet, and export again"
                    .into()
            }
            Remark::EstimateIsRuntime { name, .. } => {
                format!("it was read as an estimate that is always right; if it is the time that jobs took, give 'column' runtime={name}")
            }
            Remark::QueueIsWait(..) => "it was read so, and no job has a queue".into(),
            Remark::Sets { .. } => "it was left alone".into(),
            Remark::NotEnded(_) => "they were left out".into(),
            Remark::Early(_) => "their waits count as unknown: a clock that is put back shows an hour twice, seconds since 1970 (of sacct: SLURM_TIME_FORMAT=%s) do not repeat".into(),
            Remark::Parts(_) => "all jobs were kept, the column JobIDRaw of sacct has a number for each".into(),
            Remark::TooManyJobs | Remark::TooManyShapes => "take the part of it that you need".into(),
        }
    }
}

/// Reports several columns for one field that affects results, unless the chosen one is certain.
pub(super) fn doubts(header: &Header, sizes: [Option<usize>; 2], line: u32) -> Vec<Remark> {
    let fields = [Field::Submit, Field::Runtime, Field::Shape, Field::Estimate].map(|field| header.place(field));
    // If there is a requested size, the allocated one has no effect.
    let size = sizes[0].or(sizes[1]);
    let doubt = |place: usize| {
        let column = &header.columns[place];
        let rivals = header.rivals(place);
        let others: Vec<String> = rivals.iter().map(|name| name.to_string()).collect();
        let is_certain = header.is_certain(place) || header.dialect.is_slurm || others.is_empty();
        (!is_certain).then(|| Remark::AmbiguousColumns {
            field: column.field.unwrap_or(Field::Processors),
            taken: column.name.clone(),
            others,
            line,
        })
    };
    let is_twice = |place: &usize| {
        let column = &header.columns[*place];
        column.field.is_some() && header.columns[*place + 1..].iter().any(|other| other.name == column.name)
    };
    let twice = (0..header.columns.len())
        .filter(is_twice)
        .map(|place| Remark::Twice { name: header.columns[place].name.clone(), line });
    fields.into_iter().chain([size]).flatten().filter_map(doubt).chain(twice).collect()
}

/// The reason why the whole table cannot be read, if there is one.
pub(super) fn refusal(header: &Header, line: u32) -> Option<Remark> {
    let columns = || header.columns.iter().map(|column| column.name.clone()).collect();
    let is_slurm = header.dialect.is_slurm;
    if let Some(name) = header.absent.first() {
        return Some(Remark::NoSuchColumn { name: name.clone(), columns: columns(), line });
    }
    let fields = header.missing();
    let has_names = header.columns.iter().any(|column| column.field.is_some());
    match fields.is_empty() {
        true => None,
        false if !has_names && header.separator == b'|' => Some(Remark::NoNames(line)),
        false => Some(Remark::MissingColumns { fields, columns: columns(), is_slurm, line }),
    }
}

/// The useful columns of Slurm that are missing.
pub(super) fn absent(header: &Header, line: u32) -> Option<Remark> {
    let wanted = [Field::Start, Field::Estimate, Field::Status, Field::User, Field::Partition];
    let lacks = wanted.into_iter().filter(|field| !header.has(*field));
    let names: Vec<&str> = lacks.filter_map(|field| Some(header.dialect.names(field)?.names[0])).collect();
    (header.dialect.is_slurm && header.separator != 0 && !names.is_empty()).then_some(Remark::Absent(line, names))
}
