//! A schedule from a file: reads the table that [`super::schedule`] or another program has written.

use crate::diagnostic::{Diagnostic, Explain, shortened, shortened_bytes};
use crate::formats::table::SCHEDULE_COLUMNS;
use crate::machine::{Block, Coordinates, MAX_DIMENSIONS, MAX_NODES, Machine};
use crate::run::{ImportedJob, ScheduleSource, Trace};
use crate::sorting::ascending;
use crate::time::{END, Time};
use csv::{ByteRecord, Reader, ReaderBuilder, Trim};
use std::io::Read;

/// The columns, by their names in the first line. The last is optional, and other columns may stand between them.
const COLUMNS: [&str; 6] = SCHEDULE_COLUMNS;
const JOB: usize = 0;
const SUBMIT: usize = 1;
const START: usize = 2;
const END_: usize = 3;
const PROCS: usize = 4;
const BLOCKS: usize = 5;

/// The most wrong lines that a message names; the others are counted.
const MOST_TOLD: usize = 5;

/// The error of a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleLineError {
    /// The line has too few columns.
    #[error("the line has no such column")]
    Missing,
    /// A value of the wrong kind.
    #[error("'{0}' is no {1}")]
    Unreadable(String, &'static str),
    /// A moment before an earlier moment of the same job.
    #[error("{0} is before the {1} at {2}")]
    Early(Time, &'static str, Time),
    /// The blocks have other dimensions than those above.
    #[error("'{0}' has {1} dimensions, but the blocks above have {2}")]
    Dimensions(String, usize, usize),
    /// The blocks have fewer processors than the job asks for.
    #[error("the blocks have {0} processors, but the job asks for {1}")]
    TooSmall(u64, u32),
    /// Another job holds a node.
    #[error("node {0} is held by job {1} at that time")]
    Held(String, i64),
}

/// An error and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduleFileError {
    /// The line, from 1.
    pub line: u64,
    /// The index of the column in `COLUMNS`.
    column: usize,
    /// The error.
    pub fault: ScheduleLineError,
}

/// Why a file is not a schedule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// The first line lacks this column.
    #[error("no column '{0}'")]
    Column(&'static str),
    /// There is no other line.
    #[error("no job")]
    NoJob,
    /// The first wrong lines, and the number of all.
    #[error("{}", .0[0].fault)]
    Lines(Vec<ScheduleFileError>, usize),
    /// The blocks lie further apart than the largest machine allows.
    #[error("no machine holds all of these blocks")]
    NoMachine,
}

impl ScheduleFileError {
    fn place(&self) -> String {
        format!("line {}, column {}", self.line, COLUMNS[self.column])
    }
}

impl Explain for ScheduleError {
    fn place(&self) -> String {
        match self {
            ScheduleError::Column(_) => "line 1".into(),
            ScheduleError::Lines(lines, _) => lines[0].place(),
            ScheduleError::NoJob | ScheduleError::NoMachine => "schedule".into(),
        }
    }

    fn expected(&self) -> String {
        match self {
            ScheduleError::Column(_) => format!("the names {}", COLUMNS.join(",")),
            ScheduleError::NoJob => "a line for each job".into(),
            ScheduleError::NoMachine => format!("nodes of a machine of at most {MAX_NODES}"),
            ScheduleError::Lines(lines, _) => match (&lines[0].fault, lines[0].column) {
                (ScheduleLineError::TooSmall(..), _) => "at least as many".into(),
                (ScheduleLineError::Held(..), _) => "nodes that no other job holds".into(),
                (ScheduleLineError::Early(..), _) => "submit, start and end in this order of time".into(),
                (_, JOB) => "the number of a job".into(),
                (_, PROCS) => "a whole number of processors from 1 on".into(),
                (_, BLOCKS) => "base+extents;..., such as 0,3+2x4, or nothing".into(),
                _ => "microseconds from 0 on, a whole number".into(),
            },
        }
    }

    fn remedy(&self) -> String {
        let ScheduleError::Lines(lines, count) = self else { return String::new() };
        let others: Vec<String> = lines[1..].iter().map(|line| format!("{}: {}", line.place(), line.fault)).collect();
        let more = count - lines.len();
        let more = if more > 0 { format!("; and {more} more lines") } else { String::new() };
        let others = if others.is_empty() { String::new() } else { format!(", too: {}{more}", others.join("; ")) };
        format!("fix it{others}")
    }
}

/// Whether this is a schedule: its first line that is not a comment has the names of the columns.
pub fn is_schedule(bytes: &[u8]) -> bool {
    let mut lines = without_mark(bytes).split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let line = lines.find(|line| !line.is_empty() && !line.starts_with(b"#")).unwrap_or_default();
    let name = |field: &[u8]| String::from_utf8_lossy(field.trim_ascii()).trim_matches('"').to_ascii_lowercase();
    let names: Vec<String> = line.split(|&byte| byte == b',').take(100).map(name).collect();
    COLUMNS[..BLOCKS].iter().all(|column| names.iter().any(|name| name == column))
}

/// Reads a schedule. Its machine is the first of these machines on which all of it could have run. Otherwise it is the
/// smallest mesh that holds its blocks, or without blocks a line with as many processors as are held at once. One wrong
/// line rejects the whole file: without the line, the free processors would be wrong. Cost: O(n log n), and O(nodes of
/// blocks).
///
/// ```
/// use subtorus::report::schedule_file;
///
/// let text = "job,submit,start,end,procs,blocks\n7,0,5000000,9000000,2,\"1,0+1x2\"\n";
/// let trace = schedule_file::read(text.as_bytes(), &["mesh:4x4".parse()?])?;
/// assert_eq!((trace.id, trace.start, trace.extents), (vec![7], vec![5_000_000], vec![4, 4]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(reader: impl Read, machines: &[Machine]) -> Result<Trace, ScheduleError> {
    let mut builder = ReaderBuilder::new();
    let builder = builder.has_headers(false).flexible(true).comment(Some(b'#')).trim(Trim::All);
    let mut reader = builder.from_reader(reader);
    let places = names(&mut reader)?;
    let mut table = Table::default();
    let mut record = ByteRecord::new();
    // Reading bytes in memory cannot fail.
    while reader.read_byte_record(&mut record).unwrap_or(false) {
        table.take(&record, &places);
    }
    table.finish(machines)
}

/// The same for the page, with the machines of its experiment. An error is returned in words.
pub fn open(reader: impl Read, machines: &str) -> Result<Trace, Diagnostic> {
    let machines: Vec<Machine> = machines.split(',').filter_map(|machine| machine.parse().ok()).collect();
    read(reader, &machines).map_err(|error| Diagnostic::of(&error))
}

fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

/// The positions of the columns, from the first line; none for blocks if there is no such column.
fn names(reader: &mut Reader<impl Read>) -> Result<[Option<usize>; 6], ScheduleError> {
    let mut names = ByteRecord::new();
    let _ = reader.read_byte_record(&mut names);
    let places = COLUMNS.map(|column| names.iter().position(|name| name.eq_ignore_ascii_case(column.as_bytes())));
    let missing = (0..BLOCKS).find(|&column| places[column].is_none());
    missing.map_or(Ok(places), |column| Err(ScheduleError::Column(COLUMNS[column])))
}

/// The jobs read so far.
#[derive(Default)]
struct Table {
    lives: Vec<ImportedJob>,
    /// The line of each job.
    lines: Vec<u64>,
    faults: Vec<ScheduleFileError>,
    count: usize,
    dimensions: Option<usize>,
}

impl Table {
    fn take(&mut self, record: &ByteRecord, places: &[Option<usize>; 6]) {
        let line = record.position().map_or(0, csv::Position::line);
        match self.life(record, places) {
            Ok(life) => {
                self.lives.push(life);
                self.lines.push(line);
            }
            Err((column, fault)) => self.refuse(line, column, fault),
        }
    }

    fn refuse(&mut self, line: u64, column: usize, fault: ScheduleLineError) {
        self.count += 1;
        if self.faults.len() < MOST_TOLD {
            self.faults.push(ScheduleFileError { line, column, fault });
        }
    }

    /// The job on a line, or the wrong column and its error.
    fn life(
        &mut self,
        record: &ByteRecord,
        places: &[Option<usize>; 6],
    ) -> Result<ImportedJob, (usize, ScheduleLineError)> {
        let text = |column: usize| {
            let field = places[column].and_then(|place| record.get(place));
            field.ok_or((column, ScheduleLineError::Missing))
        };
        let number = |column: usize, what: &'static str, from: i64, to: i64| {
            let field = text(column)?;
            let number = std::str::from_utf8(field).ok().and_then(plain_number).filter(|it| (from..=to).contains(it));
            number.ok_or_else(|| (column, ScheduleLineError::Unreadable(shortened_bytes(field), what)))
        };
        let id = number(JOB, "number", i64::MIN, i64::MAX)?;
        let time = |column: usize| number(column, "time", 0, END);
        let [submit, start, end] = [time(SUBMIT)?, time(START)?, time(END_)?];
        for (column, earlier, later, before) in [(START, submit, start, "submission"), (END_, start, end, "start")] {
            if later < earlier {
                return Err((column, ScheduleLineError::Early(later, before, earlier)));
            }
        }
        let asked = number(PROCS, "number of processors", 1, u32::MAX.into())? as u32;
        let written = if places[BLOCKS].is_some() { String::from_utf8_lossy(text(BLOCKS)?) } else { "".into() };
        let blocks = self.blocks(&written).map_err(|fault| (BLOCKS, fault))?;
        let volume: u64 = blocks.iter().map(|block| u64::from(block.volume())).sum();
        if !blocks.is_empty() && volume < asked.into() {
            return Err((BLOCKS, ScheduleLineError::TooSmall(volume, asked)));
        }
        let held = if blocks.is_empty() { asked } else { volume.min(u32::MAX.into()) as u32 };
        Ok(ImportedJob { id, submit, start, end, estimate: -1, asked, held, blocks })
    }

    fn blocks(&mut self, text: &str) -> Result<Vec<Block>, ScheduleLineError> {
        let parts = text.split(';').filter(|_| !text.is_empty());
        parts
            .map(|part| {
                let block = block(part).ok_or_else(|| ScheduleLineError::Unreadable(shortened(part), "block"))?;
                let (own, before) = (block.base.len(), *self.dimensions.get_or_insert(block.base.len()));
                if own == before { Ok(block) } else { Err(ScheduleLineError::Dimensions(shortened(part), own, before)) }
            })
            .collect()
    }

    fn finish(mut self, machines: &[Machine]) -> Result<Trace, ScheduleError> {
        if self.lives.is_empty() && self.count == 0 {
            return Err(ScheduleError::NoJob);
        }
        let most = self.most_held();
        let blocks = || self.lives.iter().flat_map(|life| &life.blocks);
        let given = machines
            .iter()
            .find(|machine| most <= machine.node_count().into() && blocks().all(|block| block.lies_on(machine)));
        let least = || {
            let Some(dimensions) = self.dimensions else {
                return Machine::new(&[most.clamp(1, MAX_NODES.into()) as u32], &[false]);
            };
            let reach = |dimension: usize| blocks().map(|block| block.base[dimension] + block.extents[dimension]).max();
            let extents: Vec<u32> = (0..dimensions).map(|dimension| reach(dimension).unwrap_or(1)).collect();
            Machine::new(&extents, &vec![false; dimensions])
        };
        let machine = match given {
            Some(machine) => machine.clone(),
            None => least().map_err(|_| ScheduleError::NoMachine)?,
        };
        self.refuse_conflicts(&machine);
        if self.count > 0 {
            return Err(ScheduleError::Lines(self.faults, self.count));
        }
        let origin = if given.is_some() { ScheduleSource::File } else { ScheduleSource::FileAlone };
        Ok(Trace::from_import(&machine, self.lives, origin, 0))
    }

    /// The most processors that are held at once.
    fn most_held(&self) -> u64 {
        let (mut busy, mut most) = (0, 0);
        self.in_order(&mut |life, starts| {
            let held = u64::from(self.lives[life].held);
            busy = if starts { busy + held } else { busy - held };
            most = most.max(busy);
        });
        most
    }

    /// Calls `what` with each job and whether it starts, in order of time; at one moment ends come first. Skips jobs of
    /// no length.
    fn in_order(&self, what: &mut dyn FnMut(usize, bool)) {
        let long = || (0..self.lives.len()).filter(|&life| self.lives[life].start < self.lives[life].end);
        // Ends are even and starts are odd, so ends come first at one moment.
        let events: Vec<(usize, bool)> = long().flat_map(|life| [(life, false), (life, true)]).collect();
        let time = |&(life, starts): &(usize, bool)| {
            let ImportedJob { start, end, .. } = self.lives[life];
            if starts { 2 * start + 1 } else { 2 * end }
        };
        ascending(events.iter().map(time))
            .into_iter()
            .map(|place| events[place as usize])
            .for_each(|(life, starts)| what(life, starts));
    }

    /// Rejects lines of jobs on nodes that another job holds.
    fn refuse_conflicts(&mut self, machine: &Machine) {
        let mut holder = vec![usize::MAX; machine.node_count() as usize];
        let mut conflicts = Vec::new();
        self.in_order(&mut |life, starts| {
            let ImportedJob { blocks, .. } = &self.lives[life];
            for node in blocks.iter().flat_map(|block| block.nodes(machine)) {
                let held = &mut holder[node as usize];
                if !starts {
                    *held = if *held == life { usize::MAX } else { *held };
                } else if *held == usize::MAX {
                    *held = life;
                } else {
                    conflicts.push((life, node, *held));
                    return;
                }
            }
        });
        for (life, node, other) in conflicts {
            self.refuse(
                self.lines[life],
                BLOCKS,
                ScheduleLineError::Held(machine.coordinates(node).joined(","), self.lives[other].id),
            );
        }
    }
}

/// Digits with an optional sign. Other notations lose digits.
fn plain_number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    text.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Reads `0,3+2x4`.
fn block(text: &str) -> Option<Block> {
    let (base, extents) = text.trim().split_once('+')?;
    let list = |text: &str, separator: char| -> Option<Vec<u32>> {
        let number = |part: &str| plain_number(part).and_then(|number| u32::try_from(number).ok());
        text.split(separator).map(number).collect::<Option<Vec<u32>>>().filter(|list| list.len() <= MAX_DIMENSIONS)
    };
    let (base, extents) = (list(base, ',')?, list(extents, 'x')?);
    let volume = extents.iter().try_fold(1u32, |volume, &extent| volume.checked_mul(extent));
    let is_one = base.len() == extents.len()
        && volume.is_some_and(|volume| (1..=MAX_NODES).contains(&volume))
        && base.iter().all(|&place| place < MAX_NODES);
    is_one.then(|| Block { base: Coordinates::new(&base), extents: Coordinates::new(&extents) })
}

#[cfg(test)]
mod tests;
