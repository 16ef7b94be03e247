//! Reads the JSON of a workload, in pieces, into the columns of a log.

use super::profiles::Profiles;
use super::remarks::{BatsimJobError, Remark};
use crate::diagnostic::{Diagnostic, shortened};
use crate::formats::diagnostics::{DiagnosticCollector, Lines};
use crate::formats::json::{Broken, Event, Listener, Reader};
use crate::formats::places::Places;
use crate::formats::swf;
use crate::formats::table::extents;
use crate::formats::values::{Number, NumberError};
use crate::formats::{ColumnChoice, MOST_JOBS, Pieces, Read, has};
use crate::machine::Coordinates;
use crate::time::SECOND;
use crate::workload::{Column, Columns, Header, Log, Record};

/// Whether this is an object with jobs in the form of Batsim.
pub(super) fn recognises(probe: &[u8]) -> bool {
    let has = |name: &[u8]| has(probe, name);
    probe.starts_with(b"{") && has(b"\"jobs\"") && (has(b"\"nb_res\"") || has(b"\"profiles\"") || has(b"\"subtime\""))
}

/// Reads a workload that begins on this line.
pub(super) fn from_line(line: u32, _: &ColumnChoice) -> Box<dyn Pieces> {
    Box::new(Reader::new(line, Box::<Workload>::default()))
}

/// The fields of a job that are read as numbers.
const FIELDS: [&str; 9] = ["subtime", "res", "walltime", "user", "queue", "partition", "status", "wait", "allocated"];
const SUBTIME: usize = 0;
const RES: usize = 1;

/// The number of fields that are needed. A wrong value in one of them drops the job; a wrong value in another field
/// does not.
const NEEDED: usize = 2;

/// A job that is read in part.
#[derive(Default)]
struct Draft {
    line: u32,
    /// Its number. `Some(None)` if its identifier has no number.
    id: Option<Option<i64>>,
    numbers: [Option<Number>; FIELDS.len()],
    profile: Option<i32>,
    extents: Option<Coordinates>,
    fault: Option<(&'static str, BatsimJobError)>,
}

/// The state of the reader.
#[derive(Default)]
struct Workload {
    /// The names of the open values, outermost first: those of the whole, of profiles, and of fields of profiles or
    /// jobs.
    names: [String; 3],
    resources: Option<i64>,
    columns: Columns,
    /// The profile of each job.
    profile: Column<i32>,
    /// The line of each job.
    line: Column<u32>,
    profiles: Profiles,
    draft: Option<Draft>,
    complaints: DiagnosticCollector,
    malformed: u32,
    unnumbered: Lines,
}

impl Listener for Workload {
    fn take(&mut self, line: u32, depth: usize, event: Event) {
        if let (Event::Key(name), 1..=3) = (event, depth) {
            self.names[depth - 1].clear();
            self.names[depth - 1].push_str(name);
            return;
        }
        match (&*self.names[0], depth) {
            ("nb_res", 1) => {
                if let Event::Number(text) = event {
                    self.resources = Number::parse(text.as_bytes()).and_then(Number::whole).ok();
                }
            }
            ("jobs", 2) => match event {
                Event::Open => self.draft = Some(Draft { line, ..Draft::default() }),
                Event::Close => self.job(),
                _ => self.refuse(line, "jobs", &BatsimJobError::NoObject),
            },
            ("jobs", 3) => self.field(event),
            ("profiles", 3 | 4) => self.profiles.take(&self.names[1], &self.names[2], depth - 3, event),
            _ => {}
        }
    }

    fn finish(mut self: Box<Self>, broken: Option<Broken>) -> Read {
        if self.columns.len() > MOST_JOBS {
            return Read::refused(&Remark::TooManyJobs(MOST_JOBS));
        }
        let times = self.profiles.times();
        let jobs = || self.profile.iter().zip(self.line.iter());
        let (mut of_type, mut without) = ((Lines::default(), None), (Lines::default(), None));
        for (profile, line) in jobs() {
            let Err(kind) = &times[profile as usize] else { continue };
            let (lines, example) = if kind.is_some() { &mut of_type } else { &mut without };
            lines.add(line);
            example.get_or_insert((profile, kind.clone()));
        }
        let remarks = [
            of_type.1.map(|(_, kind)| Remark::Type(of_type.0, kind.unwrap_or_default())),
            without.1.map(|(profile, _)| Remark::NoProfile(without.0, self.profiles.name(profile))),
            self.unnumbered.some().map(Remark::Unnumbered),
            (self.columns.is_empty() && self.malformed == 0 && broken.is_none()).then_some(Remark::NoJob),
        ];
        self.columns.runtime =
            jobs().map(|(profile, _)| *times[profile as usize].as_ref().unwrap_or(&-SECOND)).collect();
        let mut places = Places::default();
        self.line.iter().enumerate().for_each(|(job, line)| places.add(job, line));
        let parts =
            swf::Parts::default().leave_out(&mut self.columns, &mut places).some().map(swf::Remark::PartsOfJobs);
        let mut diagnostics = self.complaints.finish(self.columns.is_empty());
        diagnostics.extend(remarks.iter().flatten().map(Diagnostic::of));
        diagnostics.extend(parts.iter().map(Diagnostic::of));
        diagnostics.extend(broken.iter().map(Diagnostic::of));
        let resources = self.resources.filter(|&resources| resources > 0).map(|resources| resources.to_string());
        let fields = resources.map(|resources| ("MaxProcs".to_string(), resources)).into_iter().collect();
        let log = Log { header: Header { fields }, columns: self.columns, malformed: self.malformed };
        Read { log, diagnostics, columns: Vec::new() }
    }
}

impl Workload {
    /// Takes a field of a job.
    fn field(&mut self, event: Event) {
        let field = &*self.names[2];
        let (Event::Text(text) | Event::Number(text) | Event::Word(text)) = event else { return };
        if field == "profile" {
            let profile = self.profiles.number_of(text);
            if let Some(draft) = &mut self.draft {
                draft.profile = Some(profile);
            }
            return;
        }
        let Some(draft) = &mut self.draft else { return };
        if field == "id" {
            draft.id = Some(identifier(text));
        } else if field == "shape" {
            draft.extents = extents(text.as_bytes());
        } else if let Some(place) = FIELDS.iter().position(|name| *name == field) {
            match event {
                Event::Number(text) | Event::Text(text) => match number_of(place, text) {
                    Ok(number) => draft.numbers[place] = Some(number),
                    Err(wrong) => draft.refuse(place, text, wrong),
                },
                Event::Word("null") => {}
                _ => draft.refuse(place, text, NumberError::NotANumber),
            }
        }
    }

    /// Adds the job that was read, or drops it.
    fn job(&mut self) {
        let Some(draft) = self.draft.take() else { return };
        match draft.record(self.columns.len() as i64 + i64::from(self.malformed) + 1) {
            Ok((record, profile)) => {
                if draft.id == Some(None) {
                    self.unnumbered.add(draft.line);
                }
                // More jobs are not kept: a workload with more of them is refused at the end.
                if self.columns.len() <= MOST_JOBS {
                    // The job asks for a shape if the shape has as many nodes as the size. With too many different
                    // shapes only the counts remain.
                    if let Some(extents) =
                        draft.extents.filter(|extents| has_volume(extents, record.requested_processors))
                    {
                        self.columns.shapes.add(self.columns.len(), extents);
                    }
                    self.columns.push(&record);
                    self.profile.push(profile);
                    self.line.push(draft.line);
                }
            }
            Err((field, fault)) => self.refuse(draft.line, field, &fault),
        }
    }

    fn refuse(&mut self, line: u32, field: &str, fault: &BatsimJobError) {
        self.malformed = self.malformed.saturating_add(1);
        let place = FIELDS.iter().position(|name| *name == field).unwrap_or(FIELDS.len());
        self.complaints.add((place, fault.kind()), || Diagnostic::at(format!("line {line}, {field}"), fault));
    }
}

impl Draft {
    /// Reports a field with a value of another kind. A field that no simulation needs does not drop its job.
    fn refuse(&mut self, place: usize, text: &str, wrong: NumberError) {
        if place < NEEDED && self.fault.is_none() {
            self.fault = Some((FIELDS[place], BatsimJobError::Value(shortened(text), wrong)));
        }
    }

    /// The job with its profile and without a run time, or the wrong field. `place` is used if the job has no number.
    fn record(&self, place: i64) -> Result<(Record, i32), (&'static str, BatsimJobError)> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let missing = |field: &'static str| (field, BatsimJobError::Missing(field));
        let id = self.id.ok_or_else(|| missing("id"))?;
        let needed = |field: usize| self.numbers[field].ok_or_else(|| missing(FIELDS[field]));
        let (submit, size) = (needed(SUBTIME)?, needed(RES)?);
        let profile = self.profile.ok_or_else(|| missing("profile"))?;
        let [.., walltime, user, queue, partition, status, wait, allocated] = self.numbers;
        let time = |number: Option<Number>| number.and_then(|number| number.time().ok()).unwrap_or(-SECOND);
        let other = |number: Option<Number>| number.and_then(|number| number.whole().ok()).unwrap_or(-1);
        let record = Record {
            id: id.unwrap_or(place),
            submit: submit.moment().expect("number_of has checked it"),
            wait: time(wait),
            runtime: -SECOND,
            allocated: other(allocated),
            requested_processors: size.whole().expect("number_of has checked it"),
            requested_time: time(walltime),
            status: status.and_then(|number| number.whole().ok()).unwrap_or(-1),
            user: other(user),
            queue: other(queue),
            partition: other(partition),
        };
        Ok((record, profile))
    }
}

/// The number in the field at this place. A needed field must have a number that a job can have.
fn number_of(place: usize, text: &str) -> Result<Number, NumberError> {
    let number = Number::parse(text.as_bytes())?;
    match place {
        SUBTIME => number.moment().map(drop)?,
        RES => number.whole::<i32>().map(drop)?,
        _ => {}
    }
    Ok(number)
}

fn has_volume(extents: &Coordinates, processors: i32) -> bool {
    let volume = extents.iter().try_fold(1i64, |volume, &extent| volume.checked_mul(extent.into()));
    volume == Some(processors.into())
}

/// The number in `12`, `w0!12` or `12~2`. [`super::write()`] uses the last form for several jobs with one number.
fn identifier(text: &str) -> Option<i64> {
    let own = text.rsplit('!').next().unwrap_or_default();
    let number = own.split('~').next().unwrap_or_default();
    Number::parse(number.as_bytes()).and_then(Number::whole).ok()
}
