//! From the JSON of a workload to the columns of a log, while it comes.

use super::remarks::{Fault, Remark};
use crate::diagnostic::{Diagnostic, shortened, shortened_bytes};
use crate::formats::complaints::{Complaints, Lines};
use crate::formats::json::{Event, Json};
use crate::formats::number::{MOST_SECONDS, Number, Wrong};
use crate::formats::table::extents;
use crate::formats::{MOST_JOBS, Pieces};
use crate::machine::Coordinates;
use crate::time::{SECOND, Time};
use crate::workload::{Column, Columns, Header, Log, Record};
use std::collections::BTreeMap;

/// Whether this is an object that speaks of jobs in the way of Batsim.
pub(super) fn recognises(probe: &[u8]) -> bool {
    let has = |name: &[u8]| probe.windows(name.len()).any(|text| text == name);
    probe.starts_with(b"{") && has(b"\"jobs\"") && (has(b"\"nb_res\"") || has(b"\"profiles\"") || has(b"\"subtime\""))
}

/// Reads a workload that begins on this line.
pub(super) fn from_line(line: u32) -> Box<dyn Pieces> {
    Box::new(Reader { json: Json::from_line(line), workload: Workload::default(), refused: None })
}

struct Reader {
    json: Json,
    workload: Workload,
    /// Why nothing more is read of it.
    refused: Option<Remark>,
}

impl Pieces for Reader {
    fn take(&mut self, piece: &[u8]) {
        let Reader { json, workload, refused } = self;
        if refused.is_some() {
            return;
        }
        let read = json.take(piece, &mut |line, depth, event| workload.take(line, depth, event));
        if let Err(wrong) = read {
            let (line, column) = json.place();
            *refused = Some(Remark::Syntax(wrong, line, column));
        }
    }

    fn lines(&self) -> u32 {
        self.json.place().0
    }

    fn finish(mut self: Box<Self>) -> (Log, Vec<Diagnostic>) {
        let Reader { json, workload, refused } = &mut *self;
        if refused.is_none()
            && let Err(wrong) = json.finish(&mut |line, depth, event| workload.take(line, depth, event))
        {
            let (line, column) = json.place();
            *refused = Some(Remark::Syntax(wrong, line, column));
        }
        self.workload.finish(self.refused)
    }
}

/// What of a job is read as a number, by its name.
const FIELDS: [&str; 9] = ["subtime", "res", "walltime", "user", "queue", "partition", "status", "wait", "allocated"];
const SUBTIME: usize = 0;
const RES: usize = 1;

/// How many of them a job is dropped for when they are wrong: the rest is no reason to.
const NEEDED: usize = 3;

/// A job of which not all has come.
#[derive(Default)]
struct Draft {
    line: u32,
    /// Its number, or that its identifier is none.
    id: Option<Option<i64>>,
    numbers: [Option<Number>; FIELDS.len()],
    profile: Option<i32>,
    extents: Option<Coordinates>,
    fault: Option<(&'static str, Fault)>,
}

/// How long a profile takes.
#[derive(Clone, Default)]
struct Profile {
    /// Its type, once it is there.
    kind: Option<String>,
    delay: Option<Time>,
}

/// What has been read so far.
#[derive(Default)]
struct Workload {
    /// The names of what is open, from the outside: those of the whole, of profiles, and of their fields or those of jobs.
    names: [String; 3],
    resources: Option<i64>,
    columns: Columns,
    /// The profile of each job.
    profile: Column<i32>,
    /// The line of each job.
    line: Column<u32>,
    /// The number of each profile that is spoken of, and what is known of it.
    numbers: BTreeMap<Box<[u8]>, i32>,
    profiles: Vec<Profile>,
    draft: Option<Draft>,
    complaints: Complaints,
    malformed: u32,
    unnumbered: Lines,
}

impl Workload {
    fn take(&mut self, line: u32, depth: usize, event: Event) {
        if let (Event::Key(name), 1..=3) = (event, depth) {
            self.names[depth - 1].clear();
            self.names[depth - 1].push_str(name);
            return;
        }
        match (&*self.names[0], depth) {
            ("nb_res", 1) => {
                if let Event::Number(text) = event {
                    self.resources = number(text).and_then(Number::whole).ok();
                }
            }
            ("jobs", 2) => match event {
                Event::Open => self.draft = Some(Draft { line, ..Draft::default() }),
                Event::Close => self.job(),
                _ => self.refuse(line, "jobs", &Fault::NoObject),
            },
            ("jobs", 3) => self.field(event),
            ("profiles", 3) => {
                let profile = self.number_of(1);
                let profile = &mut self.profiles[profile as usize];
                match (&*self.names[2], event) {
                    ("type", Event::Text(kind)) => profile.kind = Some(shortened(kind)),
                    ("delay", Event::Number(text)) => profile.delay = number(text).and_then(Number::moment).ok(),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// The number of the profile that is named at this place.
    fn number_of(&mut self, place: usize) -> i32 {
        let name = self.names[place].as_bytes();
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.profiles.len() as i32;
        self.numbers.insert(name.into(), number);
        self.profiles.push(Profile::default());
        number
    }

    /// Takes in a field of a job.
    fn field(&mut self, event: Event) {
        let field = &*self.names[2];
        let (Event::Text(text) | Event::Number(text) | Event::Word(text)) = event else { return };
        if field == "profile" {
            self.names[1] = text.into();
            let profile = self.number_of(1);
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
                Event::Number(text) => match number(text) {
                    Ok(number) => draft.numbers[place] = Some(number),
                    Err(wrong) => draft.refuse(place, text, wrong),
                },
                Event::Word("null") => {}
                _ => draft.refuse(place, text, Wrong::NotANumber),
            }
        }
    }

    /// The job that has come is a job, or is dropped.
    fn job(&mut self) {
        let Some(draft) = self.draft.take() else { return };
        match draft.record(self.columns.len() as i64 + i64::from(self.malformed) + 1) {
            Ok((record, profile)) => {
                if draft.id == Some(None) {
                    self.unnumbered.add(draft.line);
                }
                // More are not kept, and none of them is in the end.
                if self.columns.len() <= MOST_JOBS {
                    // A shape is what is asked for where it has as many nodes; of too many different ones the counts remain.
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

    fn refuse(&mut self, line: u32, field: &str, fault: &Fault) {
        self.malformed = self.malformed.saturating_add(1);
        self.complaints.add(|| Diagnostic::at(format!("line {line}, {field}"), fault));
    }

    fn finish(mut self, refused: Option<Remark>) -> (Log, Vec<Diagnostic>) {
        if self.columns.len() > MOST_JOBS {
            return (Log::default(), vec![Diagnostic::of(&Remark::TooManyJobs(MOST_JOBS))]);
        }
        let delay = |profile: i32| {
            let profile = &self.profiles[profile as usize];
            profile.delay.filter(|_| profile.kind.as_deref() == Some("delay"))
        };
        let jobs = || self.profile.iter().zip(self.line.iter()).filter(|&(profile, _)| delay(profile).is_none());
        let (mut of_type, mut without) = ((Lines::default(), None), (Lines::default(), None));
        for (profile, line) in jobs() {
            let kind = self.profiles[profile as usize].kind.as_deref().filter(|&kind| kind != "delay");
            let (lines, example) = if kind.is_some() { &mut of_type } else { &mut without };
            lines.add(line);
            example.get_or_insert((profile, kind));
        }
        let name = |wanted: i32| {
            let found = self.numbers.iter().find(|(_, number)| **number == wanted);
            found.map_or_else(String::new, |(name, _)| shortened_bytes(name))
        };
        let remarks = [
            of_type.1.map(|(_, kind)| Remark::Type(of_type.0, kind.unwrap_or_default().into())),
            without.1.map(|(profile, _)| Remark::NoProfile(without.0, name(profile))),
            self.unnumbered.some().map(Remark::Unnumbered),
            (self.columns.is_empty() && refused.is_none()).then_some(Remark::NoJob),
            refused,
        ];
        self.columns.runtime = self.profile.iter().map(|profile| delay(profile).unwrap_or(-SECOND)).collect();
        let mut diagnostics = self.complaints.finish();
        diagnostics.extend(remarks.iter().flatten().map(Diagnostic::of));
        let resources = self.resources.filter(|&resources| resources > 0).map(|resources| resources.to_string());
        let fields = resources.map(|resources| ("MaxProcs".to_string(), resources)).into_iter().collect();
        (Log { header: Header { fields }, columns: self.columns, malformed: self.malformed }, diagnostics)
    }
}

impl Draft {
    /// A field is not of its kind. Those that nothing is simulated by are no reason to drop a job.
    fn refuse(&mut self, place: usize, text: &str, wrong: Wrong) {
        if place < NEEDED && self.fault.is_none() {
            self.fault = Some((FIELDS[place], Fault::Value(shortened(text), wrong)));
        }
    }

    /// The job with its profile, without a run time, or which of its fields is wrong. Its place stands for a number.
    fn record(&self, place: i64) -> Result<(Record, i32), (&'static str, Fault)> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let missing = |field: &'static str| (field, Fault::Missing(field));
        let id = self.id.ok_or_else(|| missing("id"))?;
        let needed = |field: usize| self.numbers[field].ok_or_else(|| missing(FIELDS[field]));
        let wrong =
            |field: usize, number: Number| move |wrong: Wrong| (FIELDS[field], Fault::Value(number.to_string(), wrong));
        let (submit, size) = (needed(SUBTIME)?, needed(RES)?);
        let profile = self.profile.ok_or_else(|| missing("profile"))?;
        let [.., walltime, user, queue, partition, status, wait, allocated] = self.numbers;
        let time = |number: Option<Number>| number.and_then(|number| number.time().ok()).unwrap_or(-SECOND);
        let other = |number: Option<Number>| number.and_then(|number| number.whole().ok()).unwrap_or(-1);
        let record = Record {
            id: id.unwrap_or(place),
            submit: submit.moment().map_err(wrong(SUBTIME, submit))?,
            wait: time(wait),
            runtime: -SECOND,
            allocated: other(allocated),
            requested_processors: size.whole().map_err(wrong(RES, size))?,
            requested_time: time(walltime),
            status: status.and_then(|number| number.whole().ok()).unwrap_or(-1),
            user: other(user),
            queue: other(queue),
            partition: other(partition),
        };
        Ok((record, profile))
    }
}

fn has_volume(extents: &Coordinates, processors: i32) -> bool {
    let volume = extents.iter().try_fold(1i64, |volume, &extent| volume.checked_mul(extent.into()));
    volume == Some(processors.into())
}

/// The number in `12`, `w0!12` or `12~2`, which is how [`super::write()`] tells jobs of one number apart.
fn identifier(text: &str) -> Option<i64> {
    let own = text.rsplit('!').next().unwrap_or_default();
    let number = own.split('~').next().unwrap_or_default();
    Number::parse(number.as_bytes()).and_then(Number::whole).ok()
}

/// A number of JSON, exactly where it has no exponent.
fn number(text: &str) -> Result<Number, Wrong> {
    if !text.contains(['e', 'E']) {
        return Number::parse(text.as_bytes());
    }
    let number: f64 = text.parse().map_err(|_| Wrong::NotANumber)?;
    if number.abs() > MOST_SECONDS as f64 {
        return Err(Wrong::OutOfRange);
    }
    Ok(Number::from_millionths((number * 1e6).round() as i64))
}
