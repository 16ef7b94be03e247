//! Links as text: `#v=1&name=value&...`, named, readable, editable by hand. This room knows pairs, percent escapes and
//! versions; what the names mean, the two kinds of experiments know.
//!
//! `v` counts the format. When a parameter changes its name or meaning, whoever owns the link adds an [`Upgrader`] that
//! turns a link of the version before into one of the version after, and links that were published go on working.

use crate::diagnostic::{Explain, shortened};
use std::fmt::Write;

/// Parameter names and values of a link, decoded, in the order in which they stand there.
pub type Pairs = Vec<(String, String)>;

/// Turns the pairs of a link of one version into those of the next: `upgraders[k]` turns version `k + 1` into `k + 2`.
pub type Upgrader = fn(Pairs) -> Pairs;

/// Something in a link that could not be understood. All else is read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
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
}

impl Explain for LinkError {
    fn place(&self) -> String {
        match self {
            LinkError::NoValue { part } => part.clone(),
            LinkError::NotText { name, .. } | LinkError::Repeated { name, .. } => name.clone(),
            LinkError::NoVersion { .. } | LinkError::NewerVersion { .. } | LinkError::NotAVersion { .. } => "v".into(),
        }
    }

    fn expected(&self) -> String {
        match self {
            LinkError::NoValue { .. } => "name=value".into(),
            LinkError::NotAVersion { newest, .. } => format!("1 to {newest}"),
            _ => String::new(),
        }
    }

    fn remedy(&self) -> String {
        let reload = "reload the page or update the program, for what it does not know is left out";
        if matches!(self, LinkError::NewerVersion { .. }) { reload.into() } else { String::new() }
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
pub fn read(text: &str, upgraders: &[Upgrader]) -> (Pairs, Vec<LinkError>) {
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
fn split(fragment: &str) -> (Pairs, Vec<LinkError>) {
    let (mut pairs, mut errors) = (Pairs::new(), Vec::new());
    for part in fragment.split('&').filter(|part| !part.is_empty()) {
        let Some((name, value)) = part.split_once('=') else {
            errors.push(LinkError::NoValue { part: shortened(part) });
            continue;
        };
        let (Some(name), Some(value)) = (decode(name), decode(value)) else {
            errors.push(LinkError::NotText { name: shortened(name), value: shortened(value) });
            continue;
        };
        if pairs.iter().any(|(earlier, _)| *earlier == name) {
            errors.push(LinkError::Repeated { name: shortened(&name), value: shortened(&value) });
            continue;
        }
        pairs.push((name, value));
    }
    (pairs, errors)
}

/// Takes `v` out of the pairs. Where it is missing or makes no sense, the link is to be read as of the newest version.
fn take_version(pairs: &mut Pairs, newest: usize) -> Result<usize, LinkError> {
    let position = pairs.iter().position(|(name, _)| name == "v").ok_or(LinkError::NoVersion { newest })?;
    let (_, text) = pairs.remove(position);
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse::<usize>() {
        Ok(version) if digits && (1..=newest).contains(&version) => Ok(version),
        Ok(version) if digits && version > newest => Err(LinkError::NewerVersion { version, newest }),
        _ => Err(LinkError::NotAVersion { text: shortened(&text), newest }),
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
