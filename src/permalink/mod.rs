//! Permalinks as text: `#v=1&name=value&...`, named, readable, editable by hand. This module knows pairs, percent
//! escapes and versions. The two kinds of experiments define what the names mean.
//!
//! `v` counts the format. When a parameter changes its name or meaning, its module adds an [`Upgrader`], which turns a
//! permalink of the previous version into one of the new version. So published permalinks keep working.

use crate::diagnostic::{Diagnostic, Explain, shortened};
use crate::parameter::Parameters;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

/// Parameter names and values of a link, decoded, in the order in which they stand there.
pub type Pairs = Vec<(String, String)>;

/// Turns the pairs of a link of one version into those of the next: `upgraders[k]` turns version `k + 1` into `k + 2`.
pub type Upgrader = fn(Pairs) -> Pairs;

/// The most complaints of one kind that are made one by one; more are one complaint.
const MOST_ALIKE: usize = 5;

/// How many names such a complaint quotes.
const QUOTED: usize = 3;

/// Something in a link that could not be understood. All else is read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PermalinkError {
    /// A part that is no pair.
    #[error("has no '='")]
    NoValue {
        /// What stands there, shortened.
        part: String,
    },
    /// Escapes that are none, or stand for no text.
    #[error("'{value}': not percent-encoded UTF-8; it keeps its default")]
    NotText {
        /// The name as it stands there, shortened.
        name: String,
        /// The value as it stands there, shortened.
        value: String,
    },
    /// A name that stood there before.
    #[error("stands more than once; the first is used, '{value}' is not")]
    Repeated {
        /// The name, shortened.
        name: String,
        /// The later value, shortened.
        value: String,
    },
    /// No `v`.
    #[error("the link does not say its version; it is read as v={newest}")]
    NoVersion {
        /// The newest version.
        newest: usize,
    },
    /// A `v` from the future.
    #[error("the link has version {version}, but this Subtorus knows versions up to {newest}")]
    NewerVersion {
        /// What the link says.
        version: usize,
        /// The newest version.
        newest: usize,
    },
    /// A `v` that is no number, or 0.
    #[error("'{text}' is not a version; it is read as v={newest}")]
    NotAVersion {
        /// What stands there, shortened.
        text: String,
        /// The newest version.
        newest: usize,
    },
    /// Many errors of one kind.
    #[error("{count} {problem}: {}, …", names.join(", "))]
    Many {
        /// How many there are.
        count: usize,
        /// What is the matter with them, as a phrase.
        problem: &'static str,
        /// The first of them, shortened.
        names: Vec<String>,
    },
}

impl PermalinkError {
    /// What is the matter with many like this one, as a phrase after their number.
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

/// What stands after the `#` of an address, or the whole text where there is none.
pub fn fragment(text: &str) -> &str {
    text.split_once('#').map_or(text, |(_, fragment)| fragment).trim()
}

/// Whether a link, or a whole address, gives a value to the parameter of this name.
pub fn names(text: &str, name: &str) -> bool {
    fragment(text).split('&').any(|part| part.split_once('=').is_some_and(|(given, _)| given == name))
}

/// The pairs of a link of any version as those of the newest, each name once, and what could not be understood. The link is
/// a whole address, or what follows its `#`.
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

/// The experiment of a link of any version, and what could not be understood: that keeps its default, and what there is too
/// much of is one complaint. The time it takes grows with the link's length and no faster.
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

/// The same errors, but one for each kind of which there are too many.
fn summed_up(errors: &[PermalinkError]) -> Vec<PermalinkError> {
    let mut crowds: BTreeMap<&'static str, Vec<&PermalinkError>> = BTreeMap::new();
    for error in errors {
        crowds.entry(error.problem_of_many()).or_default().push(error);
    }
    crowds.retain(|_, alike| alike.len() > MOST_ALIKE);
    let told = errors.iter().filter(|error| !crowds.contains_key(error.problem_of_many())).cloned();
    let many = crowds.iter().map(|(problem, alike)| {
        let names = alike.iter().take(QUOTED).map(|error| error.place()).collect();
        PermalinkError::Many { count: alike.len(), problem, names }
    });
    told.chain(many).collect()
}

/// The link of these pairs, from the `#` on, in their order.
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

/// The pairs of a fragment, each name once: of repeated ones the first is kept.
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

/// Takes `v` out of the pairs. Where it is missing or makes no sense, the link is to be read as of the newest version.
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

/// Letters that stand for themselves in a value. `+` does not: some programs take it for a space.
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
