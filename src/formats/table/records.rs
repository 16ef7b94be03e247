//! Tables in JSON: records with the names of columns as the names of their members (docs/semantics.md 10.3).
//!
//! ```text
//! [{"submit": 0, "runtime": 9839, "shape": "12x16x16"}, {"submit": 11, "runtime": 118, "shape": "4x4x4"}]
//! ```

use super::dialect::TABLE;
use super::header::Header;
use super::job::Values;
use super::jobs::Jobs;
use super::names::Field;
use super::remarks::{Remark, quoted};
use crate::diagnostic::Diagnostic;
use crate::formats::json::{Broken, Event, Listener, Part, Paths, Reader, events_of};
use crate::formats::{ColumnChoice, Format, Pieces, Read, sacct};
use std::collections::HashMap;

/// Tables in JSON.
pub(in crate::formats) const RECORDS: Format = Format {
    name: "json",
    title: r#"form of JSON records (a list of objects such as {"submit":0,"runtime":60,"nodes":4})"#,
    recognises,
    reader: from_line,
};

/// The most names that are taken from the beginning of a text.
const MOST_NAMES: usize = 1000;

/// The names of the columns are those of so many records. The first ones may lack some: a job that never began has no
/// start.
const FIRST: usize = 100;

/// The field of a column of this name.
fn field_of(name: &str) -> Option<Field> {
    [&TABLE, &sacct::DIALECT].iter().find_map(|dialect| dialect.called(name)).map(|called| called.field)
}

/// The names of values at the beginning of a text, whether they are those of records, and whether the text is JSON.
fn names_of(probe: &[u8]) -> (Vec<String>, bool, bool) {
    let mut names: Vec<String> = Vec::new();
    let mut paths = Paths::new("", field_of);
    if !matches!(probe.first(), Some(b'{' | b'[')) {
        return (names, false, false);
    }
    let is_json = events_of(probe, |depth, event| match paths.take(depth, event) {
        Part::Begins(true) => names.clear(),
        Part::Value(name, ..) if names.len() < MOST_NAMES && names.iter().all(|other| other != name) => {
            names.push(name.into());
        }
        _ => {}
    });
    (names, paths.is_found(), is_json)
}

/// Whether a text with this beginning has records with at least two known names.
fn recognises(probe: &[u8]) -> bool {
    let (names, are_found, _) = names_of(probe);
    are_found && Header::of(names, b',', &ColumnChoice::default()).fields().flatten().count() > 1
}

/// The names of the members at the beginning of JSON, for a message. `None` if the text is something else.
pub(in crate::formats) fn members(probe: &[u8]) -> Option<String> {
    let (names, _, is_json) = names_of(probe);
    let mut members: Vec<String> = names.iter().filter_map(|name| name.split('.').next()).map(String::from).collect();
    members.dedup();
    is_json.then(|| quoted(&members))
}

/// A reader of records that begin on this line.
fn from_line(line: u32, choice: &ColumnChoice) -> Box<dyn Pieces> {
    Records::reader(line, Paths::new("", field_of), HashMap::new(), Source::First(choice.clone(), Vec::new()))
}

/// The values of a record by the places of their columns, and the line on which it begins.
#[derive(Default)]
struct Record {
    line: u32,
    /// The place, the text, and whether it comes from a list.
    values: Vec<(usize, String, bool)>,
}

/// Where the names of columns come from.
enum Source {
    /// The first records, which are kept until the names of all are known.
    First(ColumnChoice, Vec<Record>),
    Known(Box<Jobs>),
}

/// Reads records as the lines of a table.
pub(in crate::formats) struct Records {
    paths: Paths,
    /// The columns by their names: all of them, or those with a field once these are known.
    places: HashMap<String, usize>,
    source: Source,
    record: Record,
    /// The line of the last bracket, which may be the first of a record.
    line: u32,
}

impl Records {
    /// A reader of the jobs of a table with this header, on this line.
    pub fn below(header: Header, line: u32, paths: Paths) -> Box<dyn Pieces> {
        let places = header.columns.iter().enumerate().map(|(place, column)| (column.name.clone(), place)).collect();
        Records::reader(line, paths, places, Source::Known(Box::new(Jobs::new(header, line))))
    }

    fn reader(line: u32, paths: Paths, places: HashMap<String, usize>, source: Source) -> Box<dyn Pieces> {
        let records = Records { paths, places, source, record: Record::default(), line };
        Box::new(Reader::new(line, Box::new(records)))
    }

    /// Reads the first records. Their names are those of the columns.
    fn begin(&mut self) {
        let Source::First(choice, records) = &mut self.source else { return };
        let Some(Record { line, .. }) = records.first() else { return };
        let mut names = vec![String::new(); self.places.len()];
        self.places.iter().for_each(|(name, place)| names[*place].clone_from(name));
        let mut jobs = Jobs::new(Header::of(names, b',', choice), *line);
        records.iter().for_each(|record| record.add_to(&mut jobs));
        let is_used = |place: usize| jobs.header.columns[place].field.is_some() || jobs.header.nodes == Some(place);
        self.places.retain(|_, place| is_used(*place));
        self.source = Source::Known(Box::new(jobs));
    }
}

impl Listener for Records {
    fn take(&mut self, line: u32, depth: usize, event: Event) {
        if event == Event::Open {
            self.line = line;
        }
        match (self.paths.take(depth, event), &mut self.source) {
            (Part::Nothing, _) => {}
            (Part::Begins(is_elsewhere), source) => {
                if is_elsewhere && let Source::First(..) = source {
                    self.places.clear();
                }
                self.record.line = self.line;
                self.record.values.clear();
            }
            (Part::Value(name, text, is_entry), source) => {
                let next = self.places.len();
                let place = match (self.places.get(name), source) {
                    (Some(place), _) => *place,
                    (None, Source::Known(_)) => return,
                    (None, Source::First(..)) => *self.places.entry(name.into()).or_insert(next),
                };
                self.record.add(place, text.trim(), is_entry);
            }
            (Part::Ends, Source::Known(jobs)) => self.record.add_to(jobs),
            (Part::Ends, Source::First(_, records)) => {
                records.push(std::mem::take(&mut self.record));
                if records.len() == FIRST {
                    self.begin();
                }
            }
        }
    }

    fn goes_on(&self) -> bool {
        true
    }

    fn finish(mut self: Box<Self>, broken: Option<Broken>) -> Read {
        self.begin();
        let mut read = match self.source {
            Source::Known(jobs) => jobs.finish(),
            Source::First(..) => Read::refused(&Remark::NoJob { is_slurm: false, steps: None, has_open: false }),
        };
        read.diagnostics.extend(broken.iter().map(Diagnostic::of));
        read
    }
}

impl Record {
    /// Adds a value. The values of a list are one value. A blank ends its first word, which is what counts of states, and
    /// commas make it a set of nodes.
    fn add(&mut self, place: usize, text: &str, is_entry: bool) {
        match self.values.last_mut().filter(|(last, ..)| *last == place) {
            None => self.values.push((place, text.into(), is_entry)),
            // The number beside a flag means nothing.
            Some((_, value, _)) if value == "unlimited" || value == "none" && text != "unlimited" => {}
            Some((_, value, _)) if value.is_empty() || matches!(text, "unlimited" | "none") => text.clone_into(value),
            Some((_, value, _)) => {
                value.push_str(" ,");
                value.push_str(text);
            }
        }
    }

    fn add_to(&self, jobs: &mut Jobs) {
        if jobs.is_refused() {
            return;
        }
        let mut values = Values::default();
        for (place, text, is_entry) in &self.values {
            let column = jobs.header.columns.get(*place).and_then(|column| column.field);
            // A list of one node is a set of nodes, too, and not their number.
            let is_set = *is_entry && !text.is_empty() && column.is_some_and(Field::is_size);
            let set = || if text.as_bytes()[0].is_ascii_digit() { format!("[{text}]") } else { format!("{text},") };
            values.set(&jobs.header, *place, if is_set { set().into_bytes().into() } else { text.as_bytes().into() });
        }
        jobs.take(self.line, Ok(values));
    }
}
