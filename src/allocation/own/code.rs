//! The codes of the strategies of an experiment, as a permalink contains them.

use super::name::{OwnName, digest};
use super::{EngineFactory, Survey};
use std::fmt;
use std::sync::Arc;

/// The most bytes of code in a permalink. Larger codes are kept on the shelf, and the permalink has their digest.
pub const MOST_IN_LINK: usize = 4000;

/// The separator between two codes in a permalink. No code contains it.
const BETWEEN: char = '\u{1e}';

/// Distinct codes, and the engine that runs them. Two sets are equal if their codes are equal.
#[derive(Clone, Default)]
pub struct CodeSet {
    texts: Vec<Arc<str>>,
    /// The engine, if this program may run the codes.
    pub engine: Option<EngineFactory>,
    /// The requests that they accept, if a survey was made. Plans are then made from the survey, and only the runs of
    /// their own cells call the codes again.
    pub survey: Option<Arc<Survey>>,
}

impl PartialEq for CodeSet {
    fn eq(&self, other: &CodeSet) -> bool {
        self.texts == other.texts
    }
}

impl fmt::Debug for CodeSet {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        self.texts.fmt(out)
    }
}

impl CodeSet {
    /// Replaces the codes by those of a permalink's text; the engine stays.
    pub fn replace(&mut self, text: &str) {
        self.texts.clear();
        for code in text.split(BETWEEN).filter(|code| !tidy(code).is_empty()) {
            self.add(code);
        }
    }

    /// Adds a code unless it is present, and returns its stored form: Unix line ends, and no spaces around it.
    pub fn add(&mut self, code: &str) -> &str {
        let code = tidy(code);
        let there = self.texts.iter().position(|text| **text == *code);
        let place = there.unwrap_or_else(|| {
            self.texts.push(code.into());
            self.texts.len() - 1
        });
        &self.texts[place]
    }

    /// The code with this whole digest.
    pub fn find(&self, wanted: &str) -> Option<&str> {
        self.texts.iter().find(|text| digest(text) == wanted).map(|text| &**text)
    }

    /// The whole digest of the first code with a digest that begins with these digits.
    pub fn whole(&self, digits: &str) -> Option<String> {
        self.texts.iter().map(|text| digest(text)).find(|whole| whole.starts_with(digits))
    }

    /// Drops the codes that none of these names refers to.
    pub fn retain(&mut self, names: &[OwnName]) {
        self.texts.retain(|text| names.iter().any(|own| digest(text).starts_with(&own.digest)));
    }

    /// A name with the first code that none of these names refers to.
    pub fn idle(&self, names: &[OwnName]) -> Option<OwnName> {
        let idle = |text: &&Arc<str>| !names.iter().any(|own| digest(text).starts_with(&own.digest));
        self.texts.iter().find(idle).map(|text| OwnName::new("", text))
    }

    /// The text of a permalink: the first codes, as far as there is room.
    pub fn in_link(&self) -> String {
        let mut carried = String::new();
        for text in &self.texts {
            if carried.len() + text.len() < MOST_IN_LINK {
                carried.extend((!carried.is_empty()).then_some(BETWEEN));
                carried.push_str(text);
            }
        }
        carried
    }
}

/// The canonical text of a code for its digest: line ends and outer spaces do not matter.
pub fn tidy(code: &str) -> String {
    let ends = code.replace("\r\n", "\n").replace('\r', "\n");
    ends.trim_matches(['\n', ' ', '\t']).replace(BETWEEN, " ")
}
