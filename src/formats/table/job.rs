//! Reads a line of a table as a job.

use super::header::{Header, MOST_SIZES};
use super::names::{FIELD_COUNT, Field};
use super::remarks::{TableLineError, TableValueError};
use super::sizes::{Counts, Sizes};
use crate::diagnostic::shortened_bytes;
use crate::formats::sacct;
use crate::formats::values::{
    Clock, DAY, Ended, Moment, Number, NumberError, digits, duration, ended, is_unknown, moment, ungrouped,
};
use crate::machine::{Coordinates, MAX_DIMENSIONS};
use crate::time::{SECOND, Time};
use crate::workload::{Grouping, Record};
use std::borrow::Cow;

/// In seconds since 1970.
const YEAR_1973: i64 = 100_000_000;

/// The values of a line in the columns with fields, as text.
#[derive(Clone, Debug, Default)]
pub(in crate::formats) struct Values<'a> {
    fields: [Cow<'a, [u8]>; FIELD_COUNT],
    sizes: [Cow<'a, [u8]>; MOST_SIZES],
    /// The nodes of the job, if its size is in processors.
    pub nodes: Cow<'a, [u8]>,
}

/// The content of a line.
pub(super) enum JobWaits {
    Job(Job),
    /// A step of a job, which is not a job.
    Step,
    /// The job waits or runs.
    NotEnded,
}

/// A job of a line.
pub(super) struct Job {
    /// Without its size, if it asks for a shape, and without user, queue and partition.
    pub record: Record,
    /// The shape that the job asks for. The record has its volume.
    pub extents: Option<Coordinates>,
    /// The segments that it asks for.
    pub grouping: Grouping,
    pub counts: Counts,
    /// Whether it shares the number of a whole.
    pub is_part: bool,
    pub is_early: bool,
    /// The field of an unusable value that is not needed.
    pub ignored: Option<Field>,
    /// The unit of times since 1970, if it is not a second.
    pub unit: Option<&'static str>,
    /// Whether a spreadsheet has rounded its submission.
    pub is_rounded: bool,
    /// How long it ran and waited by the times of its events; negative if unknown.
    pub between: [Time; 2],
    /// Whether its queue is the number of seconds that it waited. `None` if that is not known.
    pub queue_is_wait: Option<bool>,
    pub clock: Clock,
}

impl<'a> Values<'a> {
    /// Sets the value of a column.
    pub fn set(&mut self, header: &Header, place: usize, text: Cow<'a, [u8]>) {
        let Some(column) = header.columns.get(place) else { return };
        if header.nodes == Some(place) {
            self.nodes = text.clone();
        }
        match column.field {
            Some(field) if field.is_size() => self.sizes[column.size] = text,
            Some(field) => self.fields[field as usize] = text,
            None => {}
        }
    }

    /// The value of this field; empty if it is a word for an unknown value.
    pub fn of(&self, field: Field) -> &[u8] {
        let text = self.raw(field);
        if is_unknown(text) { b"" } else { text }
    }

    /// The text of this field as it stands in the file.
    pub fn raw(&self, field: Field) -> &[u8] {
        &self.fields[field as usize]
    }
}

/// A line that is being read.
pub(super) struct Line<'a> {
    pub values: &'a Values<'a>,
    pub header: &'a Header,
    /// The field of an unusable value that is not needed.
    ignored: Option<Field>,
    unit: Option<&'static str>,
    clock: Option<Clock>,
    /// The submission, once it has been read.
    submit: Option<Time>,
}

impl<'a> Line<'a> {
    pub fn wrong(&self, field: Field, wrong: NumberError) -> TableLineError {
        self.fault(field, TableValueError::Number { text: shortened_bytes(self.values.raw(field)), wrong })
    }

    /// A value that is needed is missing.
    pub fn missing(&self, field: Field) -> TableLineError {
        let cause = match self.values.raw(field) {
            [] => TableValueError::Empty,
            word => TableValueError::Unknown(shortened_bytes(word)),
        };
        self.fault(field, cause)
    }

    pub fn fault(&self, field: Field, cause: TableValueError) -> TableLineError {
        TableLineError { column: self.header.place(field).unwrap_or(0), field: Some(field), cause }
    }

    /// The value of this field, without commas between thousands; empty if it is unknown.
    fn text(&self, field: Field) -> Cow<'a, [u8]> {
        ungrouped(self.values.of(field), self.header.separator == b',')
    }

    /// The value of this field, if it can be used. Otherwise the field is noted, and the job is kept.
    fn unneeded<T>(&mut self, field: Field, value: impl FnOnce(&[u8]) -> Result<T, NumberError>) -> Option<T> {
        let text = self.text(field);
        let value = if text.is_empty() { None } else { value(&text).ok() };
        if value.is_none() && !text.is_empty() {
            self.ignored = Some(field);
        }
        value
    }

    /// The time in this field. Fails if its clock differs from that of the lines before.
    pub fn moment(&mut self, field: Field) -> Result<Option<Time>, TableLineError> {
        let text = self.text(field);
        if text.is_empty() {
            return Ok(None);
        }
        let read = || moment(&text, self.header.dialect.clock, self.unit(field));
        let Moment { time, clock, unit } =
            self.day(field, &text).map_or_else(read, Ok).map_err(|wrong| self.wrong(field, wrong))?;
        if time < 0 {
            // A negative time is unknown, but a needed one must be known.
            return if field == Field::Submit { Err(self.wrong(field, NumberError::Negative)) } else { Ok(None) };
        }
        // Some programs, such as Slurm, write 0 for a start or an end that has not happened. As a local date, it is
        // less than a day from the beginning of 1970.
        let last = if clock == Clock::Log { 0 } else { DAY * SECOND };
        if time <= last && self.submit.is_some_and(|submit| submit > last) {
            return Ok(None);
        }
        if *self.clock.get_or_insert(clock) != clock {
            return Err(self.fault(field, TableValueError::OtherClock(shortened_bytes(&text))));
        }
        self.unit = self.unit.or(unit);
        if field == Field::Submit {
            self.submit = Some(time);
        }
        Ok(Some(time))
    }

    /// Whether this field has a value that cannot be used.
    pub fn is_ignored(&self, field: Field) -> bool {
        self.ignored == Some(field)
    }

    /// The same as [`Line::moment`]. A time that is not needed may be unusable.
    pub fn moment_if_needed(&mut self, field: Field, is_needed: bool) -> Result<Option<Time>, TableLineError> {
        match self.moment(field) {
            Err(TableLineError { cause: TableValueError::Number { .. }, .. }) if !is_needed => {
                self.ignored = Some(field);
                Ok(None)
            }
            moment => moment,
        }
    }

    fn unit(&self, field: Field) -> Time {
        self.header.place(field).map_or(SECOND, |place| self.header.columns[place].unit)
    }

    /// A duration that is not needed; `None` if it is unknown.
    pub fn duration(&mut self, field: Field) -> Option<Time> {
        let unit = self.unit(field);
        self.unneeded(field, |text| duration(text, unit))
    }

    /// The run time by its column; `None` if there is no such column or value.
    pub fn runtime(&self) -> Result<Option<Time>, TableLineError> {
        let text = self.text(Field::Runtime);
        let runtime = (!text.is_empty()).then(|| duration(&text, self.unit(Field::Runtime))).transpose();
        runtime.map_err(|wrong| self.wrong(Field::Runtime, wrong))
    }

    /// The number of the job, and whether it is that of a whole of which the job is part. `None` if the line is a step,
    /// which may be numbered if others have been.
    fn number(&self, number: i64, has_steps: bool) -> Result<Option<(i64, bool)>, TableLineError> {
        let text = self.values.raw(Field::Job);
        if self.header.dialect.is_slurm && self.header.has(Field::Job) {
            return sacct::number(text)
                .map_err(|()| self.fault(Field::Job, TableValueError::NoNumber(shortened_bytes(text))));
        }
        // Slurm's steps, whatever the columns are called. Without others, `1.0` may be a number.
        let is_numbered = || text.contains(&b'.') && text.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
        if [&b".batch"[..], b".extern", b".interactive"].iter().any(|step| text.ends_with(step))
            || has_steps && is_numbered()
        {
            return Ok(None);
        }
        Ok(Some(match Number::parse(text).and_then(Number::whole) {
            Ok(own) => (own, false),
            Err(_) => of_server(text).unwrap_or((number, false)),
        }))
    }

    /// The status with which the job ended; `None` if it has not.
    fn status(&mut self, never_began: bool) -> Option<i16> {
        let state = self.values.of(Field::Status);
        let number: Option<i16> = Number::parse(state).and_then(Number::whole).ok();
        let is_slurm = self.header.dialect.is_slurm;
        let numbered =
            number.map_or_else(|| ended(state), |number| (self.header.dialect.states)(number).unwrap_or(Ended::As(-1)));
        match numbered {
            Ended::As(_) if is_slurm && !self.header.has(Field::Status) && (never_began || self.has_no_end()) => None,
            Ended::As(status) => {
                if status < 0 && !state.is_empty() && number != Some(-1) {
                    self.ignored = Some(Field::Status);
                }
                Some(status)
            }
            Ended::NotYet => None,
        }
    }

    /// Whether there is a column of ends, and no end in it.
    fn has_no_end(&self) -> bool {
        self.header.has(Field::End) && self.values.of(Field::End).is_empty()
    }

    fn counts(&self, sizes: &mut Sizes) -> Result<Counts, TableLineError> {
        let text = |column: usize| &self.values.sizes[self.header.columns[column].size];
        let fault = |column: usize, cause| TableLineError { column, field: self.header.columns[column].field, cause };
        let wrong =
            |(column, wrong)| fault(column, TableValueError::Number { text: shortened_bytes(text(column)), wrong });
        let counts = sizes.read(&self.values.sizes, self.header.separator == b',').map_err(wrong)?;
        let mut best = [Field::Processors, Field::Allocated].into_iter().filter_map(|field| sizes.place(field));
        match best.clone().next() {
            Some(first) if !self.header.dialect.is_slurm && best.all(|column| is_unknown(text(column))) => {
                Err(fault(first, TableValueError::Empty))
            }
            _ => Ok(counts),
        }
    }

    /// The segments in its columns.
    fn grouping(&mut self) -> Grouping {
        let segment = self.unneeded(Field::Segment, |text| Number::parse(text).and_then(Number::whole));
        let grouping = Grouping { segment: segment.unwrap_or(0), ..Grouping::default() };
        let flags = std::str::from_utf8(self.values.of(Field::Flags)).ok().and_then(|text| grouping.with_flags(text));
        if flags.is_none() {
            self.ignored = Some(Field::Flags);
        }
        flags.unwrap_or(grouping)
    }

    /// The shape in its column; `None` if there is no such column.
    fn shape(&self) -> Result<Option<(Coordinates, i32)>, TableLineError> {
        let text = self.values.of(Field::Shape);
        if !self.header.has(Field::Shape) {
            return Ok(None);
        }
        let shape = || shortened_bytes(text);
        let extents = extents(text).ok_or_else(|| match text {
            [] => self.missing(Field::Shape),
            _ if text.contains(&b'+') => self.fault(Field::Shape, TableValueError::SeveralShapes(shape())),
            _ => self.fault(Field::Shape, TableValueError::NoShape(shape())),
        })?;
        let volume = extents.iter().try_fold(1, |volume: i32, &extent| volume.checked_mul(extent.try_into().ok()?));
        let volume = volume.ok_or_else(|| self.wrong(Field::Shape, NumberError::OutOfRange))?;
        Ok(Some((extents, volume)))
    }
}

impl JobWaits {
    /// Reads a line. The job gets this number unless the line has another one. `clock` is that of the lines before,
    /// and `has_steps` says whether one of them was a step.
    pub fn read(
        values: &Values,
        header: &Header,
        sizes: &mut Sizes,
        number: i64,
        clock: Option<Clock>,
        has_steps: bool,
    ) -> Result<JobWaits, TableLineError> {
        let mut line = Line { values, header, ignored: None, unit: None, clock, submit: None };
        let Some((id, is_part)) = line.number(number, has_steps)? else { return Ok(JobWaits::Step) };
        let began = line.began()?;
        let Some(status) = line.status(began.never) else { return Ok(JobWaits::NotEnded) };
        let times = line.times(began, status)?;
        let requested_time = line.duration(Field::Estimate).unwrap_or(-SECOND);
        let shape = line.shape()?;
        let counts = if shape.is_some() { [-1; MOST_SIZES] } else { line.counts(sizes)? };
        let has_nothing = header.dialect.is_slurm && sizes.best_of(&counts)[1] == Some(0);
        let record = Record {
            id,
            submit: times.submit,
            wait: times.wait,
            runtime: if has_nothing { -SECOND } else { times.runtime },
            allocated: -1,
            requested_processors: shape.map_or(-1, |(_, volume)| volume),
            requested_time,
            status,
            user: -1,
            queue: -1,
            partition: -1,
        };
        let queue = Number::parse(values.of(Field::Queue)).and_then(Number::time).ok();
        let is_wait = |waited: Time| queue.is_some_and(|queue| (queue - waited).abs() <= SECOND);
        Ok(JobWaits::Job(Job {
            record,
            extents: shape.map(|(extents, _)| extents),
            grouping: line.grouping(),
            counts,
            is_part,
            is_early: times.is_early,
            between: [times.ran, times.waited].map(|between| between.unwrap_or(-SECOND)),
            ignored: line.ignored,
            unit: line.unit,
            is_rounded: is_rounded(values.of(Field::Submit)),
            queue_is_wait: times.waited.filter(|_| header.has(Field::Queue) && !header.has(Field::Wait)).map(is_wait),
            clock: line.clock.unwrap_or(Clock::Log),
        }))
    }
}

/// Whether this is a time since 1970 with few of its digits, such as the `1.70928E+12` of a spreadsheet.
fn is_rounded(text: &[u8]) -> bool {
    const MOST_DIGITS: usize = 7;
    let is_exponent = |byte: &u8| byte.eq_ignore_ascii_case(&b'e');
    let digits = text.split(is_exponent).next().unwrap_or_default().len() - usize::from(text.contains(&b'.'));
    let is_late = || Number::parse(text).is_ok_and(|number| number.units() > YEAR_1973);
    text.iter().any(is_exponent) && digits <= MOST_DIGITS && is_late()
}

/// The number in `1001.server` or `1002[5].server`, as PBS and Grid Engine write it, and whether other jobs share it.
fn of_server(text: &[u8]) -> Option<(i64, bool)> {
    let end = text.iter().position(|byte| !byte.is_ascii_digit())?;
    let is_shared = matches!(text[end], b'[' | b'_');
    (is_shared || text[end] == b'.').then_some((digits(&text[..end])?, is_shared))
}

/// Extents in the usual spellings: `4x4x8`, `4 X 4 X 8`, `4×4×8`.
pub(in crate::formats) fn extents(text: &[u8]) -> Option<Coordinates> {
    let text = std::str::from_utf8(text).ok()?;
    let extent = |part: &str| {
        let digits = part.trim();
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse::<u32>().ok().filter(|&extent| is_number && extent > 0)
    };
    let parts = text.split(['x', 'X', '×', '*']).take(MAX_DIMENSIONS + 1);
    let extents: Vec<u32> = parts.map(extent).collect::<Option<_>>()?;
    (extents.len() <= MAX_DIMENSIONS).then(|| Coordinates::new(&extents))
}
