//! The output of `sacct --json`: an object of jobs. Its nested fields become columns of a table, named by their paths:
//! `time.submission`.

use crate::diagnostic::Diagnostic;
use crate::formats::json::{Broken, Event, Listener, Reader};
use crate::formats::table::{Dialect, Field, Header, Jobs, MOMENT, Names, Values};
use crate::formats::values::Clock;
use crate::formats::{ColumnChoice, Pieces, Read};
use crate::time::SECOND;
use std::borrow::Cow;

/// By field. Limits are in minutes.
const FIELDS: &[Names] = &[
    Names::new(Field::Submit, &["time.submission"], MOMENT),
    Names::new(Field::Runtime, &["time.elapsed"], "seconds"),
    Names::new(Field::Processors, &["required.CPUs"], "a whole number"),
    Names::new(Field::Allocated, &["allocation_nodes"], "a whole number"),
    Names::new(Field::Estimate, &["time.limit"], "minutes"),
    Names::new(Field::Start, &["time.start"], MOMENT),
    Names::new(Field::End, &["time.end"], MOMENT),
    Names::new(Field::Job, &["job_id"], "a whole number"),
    Names::new(Field::User, &["user"], ""),
    Names::new(Field::Partition, &["partition"], ""),
    Names::new(Field::Status, &["state.current"], "a word such as COMPLETED"),
    Names::new(Field::NodeList, &["nodes"], ""),
];

const DIALECT: Dialect =
    Dialect { fields: FIELDS, unit: SECOND, minutes: &["timelimit"], clock: Clock::Unix, free: &[], is_slurm: true };

/// The depth of the fields of a job, and the greatest depth of their parts.
const FIELDS_FROM: usize = 3;
const DEEPEST: usize = 8;

/// Whether this is an object with jobs of Slurm.
pub(super) fn recognises(probe: &[u8]) -> bool {
    let has = |name: &[u8]| probe.windows(name.len()).any(|text| text == name);
    let is_slurm = [&b"\"submission\""[..], b"\"allocation_nodes\"", b"\"slurm\"", b"\"Slurm\""].into_iter().any(has);
    probe.starts_with(b"{") && has(b"\"jobs\"") && is_slurm && !has(b"\"nb_res\"") && !has(b"\"profiles\"")
}

/// A reader of an export that begins on this line.
pub(super) fn from_line(line: u32, _: &ColumnChoice) -> Box<dyn Pieces> {
    let columns = FIELDS.iter().flat_map(|field| field.names).map(|name| name.to_string()).collect();
    let header = Header::in_dialect(columns, 0, &DIALECT, &ColumnChoice::default());
    let values = vec![String::new(); header.columns.len()];
    let export = Export { jobs: Jobs::new(header, line), values, keys: Default::default(), path: String::new(), line };
    Box::new(Reader::new(line, Box::new(export)))
}

/// The state of the reader.
struct Export {
    jobs: Jobs,
    /// The value of each column for the current job.
    values: Vec<String>,
    /// The names of the open values, outermost first.
    keys: [String; DEEPEST],
    path: String,
    /// The line on which the job begins.
    line: u32,
}

impl Listener for Export {
    fn take(&mut self, line: u32, depth: usize, event: Event) {
        match event {
            Event::Key(name) if depth < DEEPEST => {
                self.keys[depth].clear();
                self.keys[depth].push_str(name);
            }
            Event::Key(_) => {}
            Event::Open => {
                // Entries of a list have no names.
                self.keys.iter_mut().skip(depth + 1).for_each(String::clear);
                if depth == FIELDS_FROM - 1 {
                    self.line = line;
                    self.values.iter_mut().for_each(String::clear);
                }
            }
            Event::Close if depth == FIELDS_FROM - 1 && self.keys[1] == "jobs" => self.end_of_job(),
            Event::Close => {}
            Event::Text(text) | Event::Number(text) | Event::Word(text) if self.keys[1] == "jobs" => {
                self.value(depth, text)
            }
            _ => {}
        }
    }

    fn finish(self: Box<Self>, broken: Option<Broken>) -> Read {
        let mut read = self.jobs.finish();
        read.diagnostics.extend(broken.iter().map(Diagnostic::of));
        read
    }
}

impl Export {
    fn value(&mut self, depth: usize, text: &str) {
        if !(FIELDS_FROM..DEEPEST).contains(&depth) {
            return;
        }
        let last = &self.keys[depth];
        // A number may be an object with a flag for unset: {"set": true, "infinite": false, "number": 10}.
        let part = ["set", "infinite", "number"].into_iter().find(|part| part == last).unwrap_or_default();
        let end = if part.is_empty() { depth + 1 } else { depth };
        self.path.clear();
        for key in self.keys[FIELDS_FROM..end].iter().filter(|key| !key.is_empty()) {
            if !self.path.is_empty() {
                self.path.push('.');
            }
            self.path.push_str(key);
        }
        let Some(place) = self.jobs.header.columns.iter().position(|column| column.name == self.path) else { return };
        let value = &mut self.values[place];
        match (part, text) {
            ("infinite", "true") => *value = "unlimited".into(),
            ("set", "false") if value != "unlimited" => *value = "none".into(),
            ("set" | "infinite", _) => {}
            _ if value.is_empty() => value.push_str(text),
            _ => {}
        }
    }

    fn end_of_job(&mut self) {
        if self.jobs.is_refused() {
            return;
        }
        let mut values = Values::default();
        for (place, text) in self.values.iter().enumerate() {
            values.set(&self.jobs.header, place, Cow::Borrowed(text.as_bytes()));
        }
        self.jobs.take(self.line, Ok(values));
    }
}
