//! Access to the values of a file, with an error for each that has another form.

use super::error::{Problem, TopologyError};
use super::yaml::{Content, Key, Value};
use crate::diagnostic::shortened;
use crate::machine::MAX_NODES;
use crate::names::plain_number;

/// The fields of a map with known keys.
pub struct Fields<'a> {
    /// The element, for messages.
    element: &'static str,
    /// The line where it begins.
    pub line: usize,
    entries: &'a [(Key, Value)],
}

impl<'a> Fields<'a> {
    /// The value of a key, if it is there.
    pub fn get(&self, key: &str) -> Option<&'a Value> {
        self.entries.iter().find(|(other, _)| other.name == key).map(|(_, value)| value)
    }

    /// The value of a key that must be there.
    pub fn required(&self, key: &'static str) -> Result<&'a Value, TopologyError> {
        self.get(key).ok_or_else(|| Problem::MissingKey { element: self.element, key }.at(self.line))
    }

    /// A text that must be there and have characters.
    pub fn text(&self, key: &'static str) -> Result<&'a str, TopologyError> {
        let value = self.required(key)?;
        match value.scalar(key, "a name")? {
            "" => Err(Problem::unexpected(key, "", "a name").at(value.line)),
            text => Ok(text),
        }
    }

    /// Which of these keys is there. Fails unless it is exactly one.
    pub fn only_one_of(&self, keys: &'static [&'static str]) -> Result<&'static str, TopologyError> {
        let found: Vec<&'static str> = keys.iter().copied().filter(|key| self.get(key).is_some()).collect();
        let wrong = || Problem::Alternatives { element: self.element, found: found.len(), keys }.at(self.line);
        if let [only] = found[..] { Ok(only) } else { Err(wrong()) }
    }
}

impl Value {
    /// The fields of a map. Fails on another value, on an unknown key, and on one that occurs twice.
    pub fn fields(&self, element: &'static str, known: &'static [&'static str]) -> Result<Fields<'_>, TopologyError> {
        let Content::Map(entries) = &self.content else {
            return Err(self.unexpected(element, "a map of keys and values"));
        };
        for (place, (key, _)) in entries.iter().enumerate() {
            if !known.contains(&&*key.name) {
                return Err(Problem::UnknownKey { element, key: shortened(&key.name), known }.at(key.line));
            }
            if entries[..place].iter().any(|(other, _)| other.name == key.name) {
                return Err(Problem::Twice { what: "the key", name: key.name.clone() }.at(key.line));
            }
        }
        Ok(Fields { element, line: self.line, entries })
    }

    /// The elements of a list that has some.
    pub fn filled_list(&self, key: &'static str) -> Result<&[Value], TopologyError> {
        let expected = "a list with at least one element";
        match &self.content {
            Content::List(list) if list.is_empty() => Err(Problem::unexpected(key, "[]", expected).at(self.line)),
            Content::List(list) => Ok(list),
            _ => Err(self.unexpected(key, expected)),
        }
    }

    /// A text.
    pub fn scalar(&self, key: &'static str, expected: &'static str) -> Result<&str, TopologyError> {
        if let Content::Scalar(text) = &self.content { Ok(text) } else { Err(self.unexpected(key, expected)) }
    }

    /// `true` or `false`.
    pub fn boolean(&self) -> Result<bool, TopologyError> {
        match self.scalar("the value", "true or false")?.to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            other => Err(Problem::unexpected("the value", other, "true or false").at(self.line)),
        }
    }

    /// A whole number, at least `least`.
    pub fn number(&self, key: &'static str, least: u32) -> Result<u32, TopologyError> {
        let expected = if least == 0 { "a whole number" } else { "a whole number from 1" };
        let text = self.scalar(key, expected)?;
        let number = plain_number(text).filter(|number| (least..=MAX_NODES).contains(number));
        number.ok_or_else(|| Problem::unexpected(key, text, expected).at(self.line))
    }

    /// Numbers for the axes x, y and z. All must be there if none may be 0, which is else the default.
    pub fn axes(&self, key: &'static str, least: u32) -> Result<[u32; 3], TopologyError> {
        let fields = self.fields(key, &["x", "y", "z"])?;
        let axis = |axis| match fields.get(axis) {
            None if least == 0 => Ok(0),
            _ => fields.required(axis)?.number(key, least),
        };
        Ok([axis("x")?, axis("y")?, axis("z")?])
    }

    fn unexpected(&self, key: &'static str, expected: &'static str) -> TopologyError {
        let found = match &self.content {
            Content::Scalar(text) => return Problem::unexpected(key, text, expected).at(self.line),
            Content::List(_) => "a list",
            Content::Map(_) => "a map",
        };
        Problem::Unexpected { key, found: found.into(), expected }.at(self.line)
    }
}
