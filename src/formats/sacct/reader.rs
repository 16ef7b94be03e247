//! From the lines of an export to the columns of a log.

use super::columns::{
    ALLOCATED, ELAPSED, LIMIT, Layout, NAMES, NUMBER, PARTITION, REQUESTED, START, STATE, SUBMIT, USER,
};
use super::remarks::{Fault, Remark};
use super::values::{Clock, Ended, Moment, count, duration, ended, moment, number, wall_clock};
use crate::diagnostic::{Diagnostic, shortened_bytes};
use crate::formats::complaints::{Complaints, Lines};
use crate::formats::lines::WholeLines;
use crate::formats::{MOST_JOBS, Pieces};
use crate::time::SECOND;
use crate::workload::{Columns, Header, Log, Record};
use std::collections::BTreeMap;

/// Reads an export that begins on this line.
pub(super) fn from_line(line: u32) -> Box<dyn Pieces> {
    Box::new(Reader { line: line - 1, whole: WholeLines::default(), jobs: Jobs::default() })
}

struct Reader {
    /// The number of the last line.
    line: u32,
    whole: WholeLines,
    jobs: Jobs,
}

/// What has been read so far.
#[derive(Default)]
struct Jobs {
    /// The first line and its number, once it is there, and where it says the columns stand.
    names: Option<(u32, Vec<u8>)>,
    layout: Layout,
    /// Why nothing is read of it.
    refused: Option<Remark>,
    columns: Columns,
    clock: Option<Clock>,
    users: Names,
    partitions: Names,
    complaints: Complaints,
    malformed: u32,
    not_ended: Lines,
    early: Lines,
    parts: Lines,
}

/// Names, which a log has as numbers: 1, 2, ... in the order in which they first occur.
#[derive(Default)]
struct Names(BTreeMap<Box<[u8]>, i32>);

impl Names {
    fn number(&mut self, name: &[u8]) -> i32 {
        if name.is_empty() {
            return -1;
        }
        if let Some(&number) = self.0.get(name) {
            return number;
        }
        let number = self.0.len() as i32 + 1;
        self.0.insert(name.into(), number);
        number
    }
}

/// Partitions whose names are kept.
const MOST_NAMES: i32 = 100;

impl Pieces for Reader {
    fn take(&mut self, piece: &[u8]) {
        let Reader { line, whole, jobs } = self;
        whole.take(piece, |lines| jobs.lines(line, lines));
    }

    fn lines(&self) -> u32 {
        self.line
    }

    fn finish(self: Box<Self>) -> (Log, Vec<Diagnostic>) {
        let Reader { mut line, whole, mut jobs } = *self;
        jobs.lines(&mut line, &whole.finish());
        jobs.finish()
    }
}

impl Jobs {
    /// Takes in whole lines, which follow the one of this number.
    fn lines(&mut self, number: &mut u32, lines: &[u8]) {
        for line in lines.split_inclusive(|&byte| byte == b'\n') {
            *number = number.saturating_add(1);
            self.line(*number, line.trim_ascii());
        }
    }

    fn line(&mut self, number: u32, line: &[u8]) {
        if line.is_empty() || self.refused.is_some() {
            return;
        }
        match &self.names {
            None => self.begin(number, line),
            // Exports that were put one after the other.
            Some((_, names)) if names == line => {}
            Some(_) => match self.job(number, line) {
                Ok(record) => {
                    record.into_iter().for_each(|record| self.columns.push(&record));
                    if self.columns.len() > MOST_JOBS {
                        self.refused = Some(Remark::TooManyJobs(MOST_JOBS));
                    }
                }
                Err(fault) => {
                    self.malformed += 1;
                    let layout = &self.layout;
                    self.complaints.add(|| Diagnostic::at(place(number, &fault, layout), &fault));
                }
            },
        }
    }

    /// Takes in the first line.
    fn begin(&mut self, number: u32, line: &[u8]) {
        self.layout = Layout::of(line);
        let mut missing = self.layout.lacks(&[NUMBER, SUBMIT, ELAPSED]);
        if self.layout.lacks(&[ALLOCATED, REQUESTED]).len() == 2 {
            missing.push(NAMES[ALLOCATED][0]);
        }
        self.refused = match missing.len() {
            0 => None,
            4 => Some(Remark::NoNames(number)),
            _ => Some(Remark::Missing(number, missing)),
        };
        self.names = Some((number, line.to_vec()));
    }

    /// The job on a line; none where it is a step, or the job has not ended.
    fn job<'a>(&mut self, line: u32, text: &'a [u8]) -> Result<Option<Record>, Fault<'a>> {
        let (values, found) = self.layout.values(text);
        if found != self.layout.len() {
            return Err(Fault::Count { found, named: self.layout.len() });
        }
        let wrong = |column: usize| Fault::Value { column, text: values[column] };
        let Some((id, is_part)) = number(values[NUMBER]).map_err(|()| wrong(NUMBER))? else { return Ok(None) };
        let has = |column: usize| self.layout.name(column).is_some();
        let start = moment(values[START]).ok_or_else(|| wrong(START))?;
        let never_began = has(START) && start == Moment::Unknown;
        let status = match ended(values[STATE]) {
            Ended::As(status) if has(STATE) || !never_began => status,
            _ => {
                self.not_ended.add(line);
                return Ok(None);
            }
        };
        let Some(Moment::At(submit, clock)) = moment(values[SUBMIT]) else { return Err(wrong(SUBMIT)) };
        let elapsed = duration(values[ELAPSED], 1).ok_or_else(|| wrong(ELAPSED))?;
        let limit = duration(values[LIMIT], 60).ok_or_else(|| wrong(LIMIT))?;
        let allocated = count(values[ALLOCATED]).ok_or_else(|| wrong(ALLOCATED))?;
        let requested = count(values[REQUESTED]).ok_or_else(|| wrong(REQUESTED))?;
        let known = self.clock.unwrap_or(clock);
        let wait = match start {
            _ if clock != known => return Err(Fault::OtherClock { column: SUBMIT, text: values[SUBMIT] }),
            Moment::At(_, other) if other != known => {
                return Err(Fault::OtherClock { column: START, text: values[START] });
            }
            Moment::At(start, _) => start - submit,
            Moment::Unknown => -1,
        };
        self.clock = Some(known);
        if wait < 0 && start != Moment::Unknown {
            self.early.add(line);
        }
        if is_part {
            self.parts.add(line);
        }
        Ok(Some(Record {
            id,
            submit: submit * SECOND,
            wait: wait.max(-1) * SECOND,
            runtime: if never_began || allocated == 0 { -SECOND } else { elapsed },
            allocated: if allocated == 0 { -1 } else { allocated },
            requested_processors: if allocated > 0 { -1 } else { requested },
            requested_time: limit,
            status,
            user: self.users.number(values[USER]),
            queue: -1,
            partition: self.partitions.number(values[PARTITION]),
        }))
    }

    fn finish(mut self) -> (Log, Vec<Diagnostic>) {
        if let Some(refused) = &self.refused {
            return (Log::default(), vec![Diagnostic::of(refused)]);
        }
        let first = self.columns.submit.iter().min().unwrap_or(0);
        self.columns.submit = self.columns.submit.iter().map(|submit| submit - first).collect();
        let number = self.names.as_ref().map_or(0, |(number, _)| *number);
        let absent = self.layout.lacks(&[START, LIMIT, STATE, USER, PARTITION]);
        let remarks = [
            (!absent.is_empty()).then_some(Remark::Absent(number, absent)),
            self.not_ended.some().map(Remark::NotEnded),
            self.early.some().map(Remark::Early),
            self.parts.some().map(Remark::Parts),
            self.columns.is_empty().then_some(Remark::NoJob),
        ];
        let header = self.header(first / SECOND);
        let mut diagnostics = self.complaints.finish();
        diagnostics.extend(remarks.iter().flatten().map(Diagnostic::of));
        (Log { header, columns: self.columns, malformed: self.malformed }, diagnostics)
    }

    /// What is known of the log as a whole, which began with this second.
    fn header(&self, first: i64) -> Header {
        let processors = self.layout.name(ALLOCATED).or(self.layout.name(REQUESTED)).unwrap_or_default();
        let mut fields = vec![("Note", format!("exported by sacct; processors are its {processors}"))];
        match self.clock {
            Some(Clock::Unix) => fields.push(("UnixStartTime", first.to_string())),
            Some(Clock::Wall) => fields.extend([
                ("StartTime", wall_clock(first)),
                ("Note", "times are what the clock on the wall showed, zone and summer time included".into()),
            ]),
            None => {}
        }
        // In order of their numbers, of which there are as many as names.
        let mut names = vec![String::new(); self.partitions.0.len().min(MOST_NAMES as usize)];
        for (name, &number) in &self.partitions.0 {
            if let Some(place) = names.get_mut(number as usize - 1) {
                *place = format!("{number} {}", shortened_bytes(name));
            }
        }
        fields.extend(names.into_iter().map(|name| ("Partition", name)));
        Header { fields: fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect() }
    }
}

/// Where on a line something is wrong.
fn place(line: u32, fault: &Fault, layout: &Layout) -> String {
    let column = match *fault {
        Fault::Count { .. } => None,
        Fault::Value { column, .. } | Fault::OtherClock { column, .. } => layout.name(column),
    };
    column.map_or_else(|| format!("line {line}"), |name| format!("line {line}, column {name}"))
}
