//! Permalinks as text: `#v=1&name=value&...`, with names, readable, editable by hand. This module knows pairs, percent
//! escapes and versions. The two kinds of experiments define the meaning of the names.
//!
//! `v` is the version of the format. When a parameter changes its name or meaning, its module adds an [`Upgrader`],
//! which turns a permalink of the previous version into one of the new version. Published permalinks thus remain valid.

use crate::diagnostic::{Diagnostic, Explain, shortened};
use crate::parameter::Parameters;
use crate::sorting::SmallMap;
use std::collections::HashSet;
use std::fmt::Write;

/// Parameter names and values of a permalink, decoded, in their order in the text.
pub type Pairs = Vec<(String, String)>;

/// Turns the pairs of a permalink of one version into those of the next: `upgraders[k]` turns version `k + 1` into
/// `k + 2`.
pub type Upgrader = fn(Pairs) -> Pairs;

/// The most errors of one kind that are listed one by one. More of them become one error.
const MOST_ALIKE: usize = 5;

/// The number of names that this error quotes.
const QUOTED: usize = 3;

/// A part of a permalink that could not be read. The other parts are read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PermalinkError {
    /// A part is not a pair.
    #[error("has no '='")]
    NoValue {
        /// The part, shortened.
        part: String,
    },
    /// Escapes are invalid, or do not encode text.
    #[error("'{value}': not percent-encoded UTF-8; it keeps its default")]
    NotText {
        /// The name in the permalink, shortened.
        name: String,
        /// The value in the permalink, shortened.
        value: String,
    },
    /// A name is repeated.
    #[error("stands more than once; the first is used, '{value}' is not")]
    Repeated {
        /// The name, shortened.
        name: String,
        /// The later value, shortened.
        value: String,
    },
    /// There is no `v`.
    #[error("the link does not say its version; it is read as v={newest}")]
    NoVersion {
        /// The newest version.
        newest: usize,
    },
    /// The `v` is that of a newer program.
    #[error("the link has version {version}, but this Subtorus knows versions up to {newest}")]
    NewerVersion {
        /// The version in the permalink.
        version: usize,
        /// The newest version.
        newest: usize,
    },
    /// The `v` is not a number, or is 0.
    #[error("'{text}' is not a version; it is read as v={newest}")]
    NotAVersion {
        /// The text, shortened.
        text: String,
        /// The newest version.
        newest: usize,
    },
    /// There are many errors of one kind.
    #[error("{count} {problem}: {}, …", names.join(", "))]
    Many {
        /// Their number.
        count: usize,
        /// Their problem, as a phrase.
        problem: &'static str,
        /// The first of the names, shortened.
        names: Vec<String>,
    },
}

impl PermalinkError {
    /// The problem of many errors like this one, as a phrase behind their number.
    fn problem_of_many(&self) -> &'static str {
        match self {
            PermalinkError::NoValue { .. } => "parts have no '='",
            PermalinkError::NotText { .. } => "values are not percent-encoded UTF-8, and keep their defaults",
            PermalinkError::Repeated { .. } => "parameters were there before; the first of each name is used",
            _ => "complaints are about the version",
        }
    }
}

impl Explain for PermalinkError {
    fn place(&self) -> String {
        match self {
            PermalinkError::NoValue { part } => part.clone(),
            PermalinkError::NotText { name, .. } | PermalinkError::Repeated { name, .. } => name.clone(),
            PermalinkError::NoVersion { .. }
            | PermalinkError::NewerVersion { .. }
            | PermalinkError::NotAVersion { .. } => "v".into(),
            PermalinkError::Many { .. } => "link".into(),
        }
    }

    fn expected(&self) -> String {
        match self {
            PermalinkError::NoValue { .. } => "name=value".into(),
            PermalinkError::NotAVersion { newest, .. } => format!("1 to {newest}"),
            _ => String::new(),
        }
    }

    fn remedy(&self) -> String {
        let reload = "reload the page or update the program: what this version does not know is left out";
        if matches!(self, PermalinkError::NewerVersion { .. }) { reload.into() } else { String::new() }
    }
}

/// The text behind the `#` of an address, or the whole text if there is no `#`.
pub fn fragment(text: &str) -> &str {
    text.split_once('#').map_or(text, |(_, fragment)| fragment).trim()
}

/// Whether a permalink, or a whole address, sets the parameter of this name.
pub fn names(text: &str, name: &str) -> bool {
    fragment(text).split('&').any(|part| part.split_once('=').is_some_and(|(given, _)| given == name))
}

/// The pairs of a permalink of any version in the newest form, each name once, and the parts that could not be read.
/// The permalink is a whole address, or the text behind its `#`.
pub fn read(text: &str, upgraders: &[Upgrader]) -> (Pairs, Vec<PermalinkError>) {
    let (mut pairs, mut errors) = split(fragment(text));
    if !pairs.is_empty() {
        let newest = version(upgraders);
        let version = take_version(&mut pairs, newest).unwrap_or_else(|error| {
            errors.push(error);
            newest
        });
        for upgrade in upgraders.iter().skip(version - 1) {
            pairs = upgrade(pairs);
        }
    }
    (pairs, errors)
}

/// The experiment of a permalink of any version, and the parts that could not be read, which keep their defaults. Many
/// errors of one kind become one error. The time is linear in the length of the permalink.
pub fn read_experiment<E: Default>(
    text: &str,
    upgraders: &[Upgrader],
    parameters: &Parameters<E>,
) -> (E, Vec<Diagnostic>) {
    let (pairs, errors) = read(text, upgraders);
    let mut diagnostics: Vec<_> = summed_up(&errors).iter().map(Diagnostic::of).collect();
    let mut experiment = E::default();
    let is_known = |name: &str| parameters.iter().any(|parameter| parameter.name == name);
    let unknown: Vec<&str> = pairs.iter().map(|(name, _)| &**name).filter(|name| !is_known(name)).collect();
    for (name, value) in &pairs {
        if unknown.len() > MOST_ALIKE && !is_known(name) {
            continue;
        }
        let refused = parameters.set(&mut experiment, name, value).err();
        diagnostics.extend(refused.map(|error| Diagnostic::of(&error)));
    }
    if unknown.len() > MOST_ALIKE {
        let names = unknown.iter().take(QUOTED).map(|name| shortened(name)).collect();
        let many = PermalinkError::Many { count: unknown.len(), problem: "parameters are unknown", names };
        diagnostics.push(Diagnostic::of(&many));
    }
    (experiment, diagnostics)
}

/// The same errors, with one error in place of many of one kind.
fn summed_up(errors: &[PermalinkError]) -> Vec<PermalinkError> {
    let mut crowds: SmallMap<&'static str, Vec<&PermalinkError>> = SmallMap::new();
    for error in errors {
        crowds.get_or_insert_with(error.problem_of_many(), Vec::new).push(error);
    }
    crowds.retain(|_, alike| alike.len() > MOST_ALIKE);
    let few = errors.iter().filter(|error| crowds.get(error.problem_of_many()).is_none()).cloned();
    let many = crowds.iter().map(|(problem, alike)| {
        let names = alike.iter().take(QUOTED).map(|error| error.place()).collect();
        PermalinkError::Many { count: alike.len(), problem, names }
    });
    few.chain(many).collect()
}

/// The permalink of these pairs, from the `#` on, in their order.
pub fn write<N: AsRef<str>, V: AsRef<str>>(upgraders: &[Upgrader], pairs: impl IntoIterator<Item = (N, V)>) -> String {
    let mut link = format!("#v={}", version(upgraders));
    for (name, value) in pairs {
        link.push('&');
        encode(name.as_ref(), |byte| is_plain(byte) && byte != b'=', &mut link);
        link.push('=');
        encode(value.as_ref(), is_plain, &mut link);
    }
    link
}

/// The newest version.
fn version(upgraders: &[Upgrader]) -> usize {
    upgraders.len() + 1
}

/// The pairs of a fragment, each name once: the first of repeated names is kept.
fn split(fragment: &str) -> (Pairs, Vec<PermalinkError>) {
    let (mut pairs, mut errors, mut names) = (Pairs::new(), Vec::new(), HashSet::new());
    for part in fragment.split('&').filter(|part| !part.is_empty()) {
        let Some((name, value)) = part.split_once('=') else {
            errors.push(PermalinkError::NoValue { part: shortened(part) });
            continue;
        };
        let (Some(name), Some(value)) = (decode(name), decode(value)) else {
            errors.push(PermalinkError::NotText { name: shortened(name), value: shortened(value) });
            continue;
        };
        if !names.insert(name.clone()) {
            errors.push(PermalinkError::Repeated { name: shortened(&name), value: shortened(&value) });
            continue;
        }
        pairs.push((name, value));
    }
    (pairs, errors)
}

/// Removes `v` from the pairs. If it is missing or invalid, the permalink is read in the newest version.
fn take_version(pairs: &mut Pairs, newest: usize) -> Result<usize, PermalinkError> {
    let position = pairs.iter().position(|(name, _)| name == "v").ok_or(PermalinkError::NoVersion { newest })?;
    let (_, text) = pairs.remove(position);
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse::<usize>() {
        Ok(version) if digits && (1..=newest).contains(&version) => Ok(version),
        Ok(version) if digits && version > newest => Err(PermalinkError::NewerVersion { version, newest }),
        _ => Err(PermalinkError::NotAVersion { text: shortened(&text), newest }),
    }
}

/// Characters that need no escape in a value. `+` does, because some programs take it for a space.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$'()*,;:@/?=".contains(&byte)
}

fn encode(text: &str, is_plain: impl Fn(u8) -> bool, link: &mut String) {
    for byte in text.bytes() {
        if is_plain(byte) {
            link.push(byte as char);
        } else {
            write!(link, "%{byte:02X}").expect("a string takes any text");
        }
    }
}

fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let [high, low, after @ ..] = rest else { return None };
        let digit = |byte: &u8| (*byte as char).to_digit(16);
        bytes.push((digit(high)? * 16 + digit(low)?) as u8);
        rest = after;
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests;
