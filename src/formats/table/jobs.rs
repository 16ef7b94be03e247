//! The jobs of a table. Its lines may come from text or from JSON.

use super::comparison::{Comparison, Contradiction};
use super::header::Header;
use super::job::{Job, JobWaits, Values};
use super::names::{FIELDS, Field};
use super::nodes::NodeSizes;
use super::remarks::{Remark, TableLineError, absent, doubts, refusal};
use super::sizes::Sizes;
use crate::diagnostic::{Diagnostic, shortened_bytes};
use crate::formats::diagnostics::{DiagnosticCollector, Lines};
use crate::formats::labels::Labels;
use crate::formats::places::Places;
use crate::formats::swf::{self, repeated};
use crate::formats::values::Clock;
use crate::formats::writing::Seconds;
use crate::formats::{MOST_JOBS, Read, UsedColumn};
use crate::time::{SECOND, Time};
use crate::workload::{Column, Columns, Grouping, Log};

/// The jobs of a table that were read.
pub(in crate::formats) struct Jobs {
    pub header: Header,
    /// The line of the header.
    line: u32,
    /// Why the table cannot be read.
    refused: Option<Remark>,
    columns: Columns,
    sizes: Sizes,
    node_sizes: NodeSizes,
    labels: [Labels; 3],
    places: Places,
    clock: Option<Clock>,
    complaints: DiagnosticCollector,
    malformed: u32,
    not_ended: Lines,
    early: Lines,
    /// Lines of steps of jobs, which are no jobs.
    steps: Lines,
    /// The run times and the waits of columns, compared with the times of events.
    comparisons: [Comparison; 2],
    parts: Lines,
    rounded: Lines,
    /// How many jobs have an estimate and a time between start and end, and of how many these are the same.
    estimates: (usize, usize),
    /// Lines with an unusable value that is not needed, by field, and the first such text.
    ignored: Vec<(Field, Lines, String)>,
    /// The unit of times, if it is not a second, and the first line with it.
    unit: Option<(&'static str, u32)>,
    /// Whether some queue is the number of seconds that a job waited, and whether some other is not.
    queue_waits: (bool, bool),
}

/// The most names of partitions that are kept.
const MOST_NAMES: usize = 100;

impl Jobs {
    /// No jobs, of a table with this header on this line.
    pub fn new(header: Header, line: u32) -> Jobs {
        Jobs {
            refused: refusal(&header, line),
            sizes: Sizes::of(&header),
            header,
            line,
            columns: Columns::default(),
            node_sizes: NodeSizes::default(),
            labels: Default::default(),
            places: Places::default(),
            clock: None,
            complaints: DiagnosticCollector::default(),
            malformed: 0,
            not_ended: Lines::default(),
            early: Lines::default(),
            steps: Lines::default(),
            comparisons: Default::default(),
            parts: Lines::default(),
            rounded: Lines::default(),
            estimates: (0, 0),
            ignored: Vec::new(),
            unit: None,
            queue_waits: (false, false),
        }
    }

    /// Whether the rest is not read.
    pub fn is_refused(&self) -> bool {
        self.refused.is_some()
    }

    /// Refuses the table, because this line names its columns differently.
    pub fn refuse_other_columns(&mut self, line: u32) {
        self.refused = Some(Remark::OtherColumns { line, first: self.line });
    }

    /// Takes the values of a line, or the reason why it has none.
    pub fn take(&mut self, line: u32, values: Result<Values, TableLineError>) {
        let number = self.columns.len() as i64 + i64::from(self.malformed) + 1;
        let Jobs { header, sizes, clock, .. } = self;
        let has_steps = self.steps.some().is_some();
        let mut job = |values: &Values| JobWaits::read(values, header, sizes, number, *clock, has_steps);
        let read = values.and_then(|values| Ok((job(&values)?, values)));
        match read {
            Ok((JobWaits::Job(job), values)) => self.keep(line, &job, &values),
            Ok((JobWaits::Step, _)) => self.steps.add(line),
            Ok((JobWaits::NotEnded, _)) => self.not_ended.add(line),
            Err(fault) => {
                self.malformed += 1;
                let header = &self.header;
                self.complaints.add(fault.kind(), || fault.diagnostic(line, header));
            }
        }
    }

    fn keep(&mut self, line: u32, job: &Job, values: &Values) {
        let place = self.columns.len();
        let mut has_room = job.extents.is_none_or(|extents| self.columns.shapes.add(place, extents));
        has_room &= job.grouping == Grouping::default() || self.columns.groupings.add(place, job.grouping);
        if place == MOST_JOBS || !has_room {
            self.refused = Some(if has_room { Remark::TooManyJobs } else { Remark::TooManyShapes });
            return;
        }
        self.places.add(place, line);
        self.columns.push(&job.record);
        self.sizes.push(&job.counts);
        if self.header.nodes.is_some() {
            let [requested, allocated] = self.sizes.best_of(&job.counts).map(|count| count.filter(|count| *count > 0));
            let size = if self.header.dialect.is_slurm { allocated.or(requested) } else { requested.or(allocated) };
            self.node_sizes.add(size.unwrap_or(-1), &values.nodes, self.header.separator == b',');
        }
        for (labels, field) in self.labels.iter_mut().zip([Field::User, Field::Queue, Field::Partition]) {
            labels.add(values.of(field));
        }
        self.clock = Some(job.clock);
        if job.is_part {
            self.parts.add(line);
        }
        if job.is_early {
            self.early.add(line);
        }
        let given = [(Field::Runtime, job.record.runtime), (Field::Wait, job.record.wait)];
        for ((comparison, (field, given)), between) in self.comparisons.iter_mut().zip(given).zip(job.between) {
            comparison.add(line, values.raw(field), given, between);
        }
        if job.is_rounded {
            self.rounded.add(line);
        }
        let [asked, ran] = [job.record.requested_time, job.between[0]];
        if asked >= 0 && ran >= 0 {
            self.estimates.0 += 1;
            self.estimates.1 += usize::from((asked - ran).abs() <= SECOND);
        }
        if let Some(field) = job.ignored {
            self.ignore(field, line, values);
        }
        self.unit = self.unit.or(job.unit.map(|unit| (unit, line)));
        match job.queue_is_wait {
            Some(true) => self.queue_waits.0 |= job.record.wait > 0,
            Some(false) => self.queue_waits.1 = true,
            None => {}
        }
    }

    fn ignore(&mut self, field: Field, line: u32, values: &Values) {
        match self.ignored.iter_mut().find(|(known, ..)| *known == field) {
            Some((_, lines, _)) => lines.add(line),
            None => {
                let mut lines = Lines::default();
                lines.add(line);
                self.ignored.push((field, lines, shortened_bytes(values.raw(field))));
            }
        }
    }

    /// The log, its diagnostics, and the column of each field.
    pub fn finish(mut self) -> Read {
        if let Some(reason) = &self.refused {
            return Read::refused(reason);
        }
        if self.columns.is_empty() && self.malformed > 0 {
            let log = Log { malformed: self.malformed, ..Log::default() };
            return Read { log, diagnostics: self.complaints.finish(true), columns: Vec::new() };
        }
        self.sizes.sets().for_each(|place| self.header.columns[place].is_list = true);
        let remarks = self.remarks();
        let is_wait = self.queue_is_wait();
        let columns = self.used(is_wait);
        let mut diagnostics = std::mem::take(&mut self.complaints).finish(false);
        diagnostics.extend(remarks.iter().map(Diagnostic::of));
        let (mut places, has_parts) = (std::mem::take(&mut self.places), self.parts.some().is_some());
        let mut log = self.log(is_wait);
        let parts = swf::Parts::default().leave_out(&mut log.columns, &mut places).some().map(swf::Remark::PartsOfJobs);
        let repeats = repeated(&log.columns, &places).filter(|_| !has_parts);
        diagnostics.extend(parts.iter().chain(&repeats).map(Diagnostic::of));
        Read { log, diagnostics, columns }
    }

    fn log(mut self, queue_is_wait: bool) -> Log {
        let mut columns = std::mem::take(&mut self.columns);
        let partitions = self.labels[2].names(MOST_NAMES);
        let first = self.start(&mut columns);
        let mut header =
            super::about::header(&self.header, self.sizes.place(Field::Allocated), self.clock, first, partitions);
        let node_size = std::mem::take(&mut self.node_sizes).finish().map(|size| size.to_string());
        header.fields.extend(node_size.map(|size| ("NodeSize".to_string(), size)));
        let is_slurm = self.header.dialect.is_slurm;
        let [user, queue, partition] = self.labels.map(Labels::finish);
        let unknown = || columns.id.iter().map(|_| -1).collect();
        let queue = if queue_is_wait { unknown() } else { queue };
        let [requested, allocated] = self.sizes.finish();
        if columns.shapes.is_empty() {
            columns.requested_processors = requested.unwrap_or_else(unknown);
            columns.allocated = allocated.unwrap_or_else(unknown);
        }
        if is_slurm {
            prefer_allocated(&mut columns);
        }
        [columns.user, columns.queue, columns.partition] = [user, queue, partition];
        Log { header, columns, malformed: self.malformed }
    }

    /// Shifts times so that the first submission is at 0, if they are those of some clock. Returns the first
    /// submission.
    fn start(&self, columns: &mut Columns) -> Time {
        if matches!(self.clock, None | Some(Clock::Log)) {
            return 0;
        }
        let first = columns.submit.iter().min().unwrap_or(0);
        columns.submit = columns.submit.iter().map(|submit| submit - first).collect();
        first
    }

    fn queue_is_wait(&self) -> bool {
        self.queue_waits == (true, false)
    }

    fn remarks(&self) -> Vec<Remark> {
        let sizes = [Field::Processors, Field::Allocated].map(|field| self.sizes.place(field));
        let name = |place: usize| self.header.columns[place].name.clone();
        let queue = self.header.place(Field::Queue).filter(|_| self.queue_is_wait());
        let place = |field: Field, line: u32| {
            format!("line {line}, {}", self.header.place_of(self.header.place(field).unwrap_or(0)))
        };
        let sets = self.sizes.sets().filter(|_| sizes != [None, None]);
        let is_slurm = self.header.dialect.is_slurm;
        let no_job = Remark::NoJob { is_slurm, steps: self.steps.some(), has_open: self.not_ended.some().is_some() };
        let mut remarks: Vec<Remark> = self.columns.is_empty().then_some(no_job).into_iter().collect();
        remarks.extend(doubts(&self.header, sizes, self.line));
        remarks.extend(sets.map(|place| Remark::Sets { name: name(place), line: self.line }));
        remarks.extend(queue.map(|place| Remark::QueueIsWait(name(place), self.line)));
        remarks.extend(self.unit.map(|(unit, line)| Remark::Unit { place: place(Field::Submit, line), unit }));
        remarks.extend(
            self.serial_date().map(|first| Remark::Serial { place: place(Field::Submit, self.places.line(0)), first }),
        );
        remarks.extend(self.ignored.iter().map(|(field, lines, text)| Remark::Ignored {
            place: place(*field, lines.first()),
            lines: *lines,
            text: text.clone(),
        }));
        remarks.extend(
            self.rounded
                .some()
                .filter(|lines| 2 * lines.count() > self.columns.len())
                .map(|lines| Remark::Rounded { place: place(Field::Submit, lines.first()), lines }),
        );
        remarks.extend(self.estimate_is_runtime());
        remarks.extend(absent(&self.header, self.line));
        remarks.extend(self.not_ended.some().map(Remark::NotEnded));
        remarks.extend(self.early.some().map(Remark::Early));
        remarks.extend(self.parts.some().map(Remark::Parts));
        for (comparison, field) in self.comparisons.iter().zip([Field::Runtime, Field::Wait]) {
            let contradiction = comparison.contradiction();
            let place = |found: &Contradiction| place(field, found.lines.first());
            remarks.extend(contradiction.map(|found| Remark::Contradicts { place: place(&found), field, found }));
        }
        remarks
    }

    /// The remark that the estimates are the times that jobs took, if nearly all are.
    fn estimate_is_runtime(&self) -> Option<Remark> {
        const FEWEST: usize = 10;
        let (known, same) = self.estimates;
        let place = self.header.place(Field::Estimate).filter(|_| !self.header.has(Field::Runtime))?;
        let name = self.header.columns[place].name.clone();
        (known >= FEWEST && 20 * same >= 19 * known).then_some(Remark::EstimateIsRuntime {
            name,
            same,
            line: self.line,
        })
    }

    /// The first submission, if all of them are numbers of seconds that would be dates of the years 1990 to 2099 in a
    /// spreadsheet, some with a time of day.
    fn serial_date(&self) -> Option<Seconds> {
        let submit = &self.columns.submit;
        let are_days = submit.iter().all(|submit| (32_874 * SECOND..73_051 * SECOND).contains(&submit));
        let have_times = submit.iter().any(|submit| submit % SECOND != 0);
        let is_plain = self.clock == Some(Clock::Log) && self.header.dialect.unit == SECOND;
        submit.first().filter(|_| is_plain && are_days && have_times).map(Seconds)
    }

    /// The column of each field.
    fn used(&self, queue_is_wait: bool) -> Vec<UsedColumn> {
        let column = |field: Field| {
            let place = if field.is_size() { self.sizes.place(field)? } else { self.header.place(field)? };
            let others = if field.is_duration() || field.is_size() || field == Field::Submit {
                self.header.rivals(place).into_iter().map(String::from).collect()
            } else {
                Vec::new()
            };
            let field = if queue_is_wait && field == Field::Queue { Field::Wait } else { field };
            Some(UsedColumn { field: field.name(), name: self.header.columns[place].name.clone(), others })
        };
        FIELDS.iter().filter_map(|names| column(names.field)).collect()
    }
}

/// Slurm's rule: the allocated number is the size. The requested number counts only if nothing was allocated.
fn prefer_allocated(columns: &mut Columns) {
    let pairs = || columns.allocated.iter().zip(columns.requested_processors.iter());
    let requested: Column<i32> =
        pairs().map(|(allocated, requested)| if allocated > 0 { -1 } else { requested }).collect();
    columns.allocated = columns.allocated.iter().map(|allocated| if allocated == 0 { -1 } else { allocated }).collect();
    columns.requested_processors = requested;
}
