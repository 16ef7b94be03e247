//! Finds the records in a JSON text, and names their values by paths such as `time.submission`.
//!
//! Records are the objects of an array, those of a list in an object, or objects one after the other. Each may be
//! repeated, as `cat` and `jq` write them.

use super::{Broken, Event, Listener, Reader};
use crate::formats::table::Field;
use crate::formats::{Pieces, Read};

/// What an event means for records.
pub(in crate::formats) enum Part<'a> {
    Nothing,
    /// A record begins. What came before of one that has not ended is no part of it. Whether all records lie elsewhere
    /// than those before.
    Begins(bool),
    /// A value of the record: its name, its text, and whether it is an entry of a list. The text of `null` is empty.
    Value(&'a str, &'a str, bool),
    Ends,
}

/// The greatest depth of values, in brackets.
const DEEPEST: usize = 8;

/// So many known names make the outermost object a record, and its lists parts of it.
const ENOUGH: usize = 2;

/// The state of the search.
pub(in crate::formats) struct Paths {
    /// The name of the list with the records, or of the last list of objects.
    list: String,
    /// Whether that list has the records. Other lists, such as one of nodes, may come first.
    is_certain: bool,
    field_of: fn(&str) -> Option<Field>,
    /// The depth of the members of records; 0 if it is not known.
    from: usize,
    /// The number of known names in the outermost object so far.
    known: usize,
    /// Whether a record has begun.
    is_open: bool,
    /// Whether the next value is the first of its name.
    is_new: bool,
    /// The names of the open values, outermost first. Entries of an array have none.
    keys: [String; DEEPEST],
    path: String,
}

impl Paths {
    /// Looks for records in the list of this name; if it is empty, in the first list with a record that has the name of a
    /// time by `field_of`. An object with two names of fields is a record.
    pub fn new(list: &str, field_of: fn(&str) -> Option<Field>) -> Paths {
        Paths {
            list: list.into(),
            is_certain: !list.is_empty(),
            field_of,
            from: 0,
            known: 0,
            is_open: false,
            is_new: false,
            keys: Default::default(),
            path: String::new(),
        }
    }

    /// Whether the place of records is known for certain.
    pub fn is_found(&self) -> bool {
        self.from == 2 || self.from == 3 && self.is_certain || self.known >= ENOUGH
    }

    /// Takes the next event, inside this many brackets.
    pub fn take<'a>(&'a mut self, depth: usize, event: Event<'a>) -> Part<'a> {
        match event {
            Event::Key(name) if depth < DEEPEST => self.key(depth, name),
            Event::Key(_) => Part::Nothing,
            Event::Open => {
                self.keys.iter_mut().skip(depth + 1).for_each(String::clear);
                Part::Nothing
            }
            Event::Close => self.close(depth),
            Event::Word("null") => self.value(depth, ""),
            Event::Text(text) | Event::Number(text) | Event::Word(text) => self.value(depth, text),
        }
    }

    /// A record begins with its first name.
    fn key(&mut self, depth: usize, name: &str) -> Part<'_> {
        let is_other = self.list != self.keys[1];
        let before = self.from;
        match (self.from, depth) {
            (0, 1) => self.from = 1,
            (0, 2) if self.keys[1].is_empty() => self.from = 2,
            (1, 3) if self.known < ENOUGH && self.keys[2].is_empty() && !(self.is_certain && is_other) => {
                (self.from, self.is_open) = (3, false);
                self.list.clone_from(&self.keys[1]);
            }
            _ => {}
        }
        let is_inside = match self.from {
            2 => self.keys[1].is_empty(),
            3 => self.keys[1] == self.list && self.keys[2].is_empty(),
            _ => true,
        };
        self.is_new = true;
        self.keys[depth].clear();
        self.keys[depth].push_str(name);
        let begins = !self.is_open && depth == self.from && is_inside;
        self.is_open |= begins;
        if begins { Part::Begins(is_other && before == 1 && self.from > 1) } else { Part::Nothing }
    }

    fn close(&mut self, depth: usize) -> Part<'_> {
        if depth + 1 != self.from {
            return Part::Nothing;
        }
        let ends = std::mem::take(&mut self.is_open) && self.is_found();
        match self.from {
            _ if self.is_found() => {}
            // Another list may have the records.
            3 => self.from = 1,
            _ => (self.from, self.known) = (0, 0),
        }
        if ends { Part::Ends } else { Part::Nothing }
    }

    fn value<'a>(&'a mut self, depth: usize, text: &'a str) -> Part<'a> {
        if !self.is_open || depth >= DEEPEST {
            return Part::Nothing;
        }
        // Slurm writes a number as an object with flags: {"set": true, "infinite": false, "number": 10}.
        let (part, is_nested) = (self.keys[depth].as_str(), depth > self.from);
        let (end, text) = match (part, text) {
            ("set", "true") | ("infinite", "false") if is_nested => return Part::Nothing,
            ("set", "false") if is_nested => (depth, "none"),
            ("infinite", "true") if is_nested => (depth, "unlimited"),
            ("number", _) if is_nested => (depth, text),
            _ => (depth + 1, text),
        };
        self.path.clear();
        for key in self.keys[self.from..end].iter().filter(|key| !key.is_empty()) {
            if !self.path.is_empty() {
                self.path.push('.');
            }
            self.path.push_str(key);
        }
        if std::mem::take(&mut self.is_new)
            && !self.is_found()
            && let Some(field) = (self.field_of)(&self.path)
        {
            match self.from {
                3 => self.is_certain = field.is_moment() || field.is_duration(),
                _ => self.known += 1,
            }
        }
        Part::Value(&self.path, text, is_nested && self.keys[depth].is_empty())
    }
}

/// Passes the events of the beginning of a text to this function. Returns whether it is JSON as far as it goes.
pub(in crate::formats) fn events_of(beginning: &[u8], take: impl FnMut(usize, Event)) -> bool {
    let mut reader = Reader::new(1, Box::new(Beginning(take)));
    reader.take(beginning);
    reader.broken.is_none()
}

/// Passes events on.
struct Beginning<F>(F);

impl<F: FnMut(usize, Event)> Listener for Beginning<F> {
    fn take(&mut self, _: u32, depth: usize, event: Event) {
        (self.0)(depth, event);
    }

    fn goes_on(&self) -> bool {
        true
    }

    fn finish(self: Box<Self>, _: Option<Broken>) -> Read {
        Read::default()
    }
}
