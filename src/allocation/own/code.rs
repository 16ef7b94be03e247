//! The codes of the strategies of an experiment, as a link carries them.

use super::name::{OwnName, digest};
use super::{EngineFactory, Survey};
use std::fmt;
use std::sync::Arc;

/// The most bytes of code that a link carries. Larger ones are kept on the shelf, and a link has their digest.
pub const MOST_IN_LINK: usize = 4000;

/// What stands between two codes in a link: no code has it.
const BETWEEN: char = '\u{1e}';

/// Codes, each once, and what runs them. Equal where the codes are.
#[derive(Clone, Default)]
pub struct CodeSet {
    texts: Vec<Arc<str>>,
    /// What runs them, where this program may.
    pub engine: Option<EngineFactory>,
    /// What they accept, where they were asked before: then plans are made of this, and only the runs of their own cells ask
    /// the codes again.
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
    /// Takes the codes of a link's text instead; who runs them stays.
    pub fn replace(&mut self, text: &str) {
        self.texts.clear();
        for code in text.split(BETWEEN).filter(|code| !tidy(code).is_empty()) {
            self.add(code);
        }
    }

    /// Takes in a code, once, and returns it as it is kept: ends of lines are those of Unix, and no spaces are around it.
    pub fn add(&mut self, code: &str) -> &str {
        let code = tidy(code);
        let there = self.texts.iter().position(|text| **text == *code);
        let place = there.unwrap_or_else(|| {
            self.texts.push(code.into());
            self.texts.len() - 1
        });
        &self.texts[place]
    }

    /// The code of this whole digest.
    pub fn find(&self, wanted: &str) -> Option<&str> {
        self.texts.iter().find(|text| digest(text) == wanted).map(|text| &**text)
    }

    /// The whole digest of the first code whose digest begins with these digits.
    pub fn whole(&self, digits: &str) -> Option<String> {
        self.texts.iter().map(|text| digest(text)).find(|whole| whole.starts_with(digits))
    }

    /// Drops the codes of strategies that are not among these.
    pub fn retain(&mut self, names: &[String]) {
        let names: Vec<OwnName> = names.iter().filter_map(|name| OwnName::of(name)).collect();
        self.texts.retain(|text| names.iter().any(|own| digest(text).starts_with(&own.digest)));
    }

    /// What the strategy of the first code would be called that none of these is.
    pub fn idle(&self, names: &[String]) -> Option<OwnName> {
        let named: Vec<OwnName> = names.iter().filter_map(|name| OwnName::of(name)).collect();
        let idle = |text: &&Arc<str>| !named.iter().any(|own| digest(text).starts_with(&own.digest));
        self.texts.iter().find(idle).map(|text| OwnName::new("", text))
    }

    /// What a link carries: the first codes, as far as it has room.
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

/// A code as it is digested: however it was typed, the same lines are the same code.
pub fn tidy(code: &str) -> String {
    let ends = code.replace("\r\n", "\n").replace('\r', "\n");
    ends.trim_matches(['\n', ' ', '\t']).replace(BETWEEN, " ")
}
