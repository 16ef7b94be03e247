//! An experiment as the fragment of a link: `#v=1&log=...&machine=...`. Named, readable, editable by hand; defaults are
//! left out and the order is fixed, so that equal experiments have equal links.
//!
//! `v` counts the format. When a parameter changes its name or meaning, a function is added to `UPGRADERS` that turns a
//! link of the version before into one of the version after, and links that were published go on working.

use super::Experiment;
use super::parameters::PARAMETERS;
use super::reading::shortened;
use crate::diagnostic::Diagnostic;
use std::fmt::Write;

/// Parameter names and values of a link, decoded, in the order in which they stand there.
pub(crate) type Pairs = Vec<(String, String)>;

/// Turns the pairs of a link of one version into those of the next.
pub(crate) type Upgrader = fn(Pairs) -> Pairs;

/// `UPGRADERS[k]` turns version `k + 1` into version `k + 2`.
const UPGRADERS: &[Upgrader] = &[];

/// The version of the links that [`write()`] makes.
pub const VERSION: usize = UPGRADERS.len() + 1;

/// Reads a link of any version: a whole address, or what follows its `#`.
///
/// Whatever cannot be understood is named in a diagnostic and keeps its default; everything else is read. Parameters
/// that contradict each other ([`Experiment::conflicts`]) are named too.
pub fn read(text: &str) -> (Experiment, Vec<Diagnostic>) {
    read_with(text, UPGRADERS)
}

/// The canonical link of an experiment, from the `#` on.
pub fn write(experiment: &Experiment) -> String {
    let mut link = format!("#v={VERSION}");
    for parameter in PARAMETERS {
        let value = parameter.text(experiment);
        if value != parameter.default_text() {
            append(parameter.name, &value, &mut link);
        }
    }
    link
}

/// Adds a pair to a link.
pub(crate) fn append(name: &str, value: &str, link: &mut String) {
    link.push('&');
    link.push_str(name);
    link.push('=');
    encode(value, link);
}

fn read_with(text: &str, upgraders: &[Upgrader]) -> (Experiment, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let pairs = pairs(text, upgraders, &mut diagnostics);
    let mut experiment = Experiment::default();
    for (name, value) in pairs {
        if let Err(diagnostic) = experiment.set(&name, &value) {
            diagnostics.push(diagnostic);
        }
    }
    diagnostics.extend(experiment.conflicts());
    (experiment, diagnostics)
}

/// The pairs of a link of any version, as those of the newest.
pub(crate) fn pairs(text: &str, upgraders: &[Upgrader], diagnostics: &mut Vec<Diagnostic>) -> Pairs {
    let fragment = text.split_once('#').map_or(text, |(_, fragment)| fragment).trim();
    let mut pairs = split(fragment, diagnostics);
    if !pairs.is_empty() {
        let version = take_version(&mut pairs, upgraders.len() + 1, diagnostics);
        for upgrade in upgraders.iter().skip(version - 1) {
            pairs = upgrade(pairs);
        }
    }
    pairs
}

/// The pairs of a fragment, each name once: of repeated ones the first is kept.
fn split(fragment: &str, diagnostics: &mut Vec<Diagnostic>) -> Pairs {
    let mut pairs = Pairs::new();
    for part in fragment.split('&').filter(|part| !part.is_empty()) {
        let Some((name, value)) = part.split_once('=') else {
            let message = "has no '='; a parameter of a link is name=value";
            diagnostics.push(Diagnostic::new(shortened(part), message));
            continue;
        };
        let (Some(name), Some(value)) = (decode(name), decode(value)) else {
            let message = format!("'{}': not percent-encoded UTF-8; it keeps its default", shortened(value));
            diagnostics.push(Diagnostic::new(shortened(name), message));
            continue;
        };
        if pairs.iter().any(|(earlier, _)| *earlier == name) {
            let message = format!("stands more than once; the first is used, '{}' is not", shortened(&value));
            diagnostics.push(Diagnostic::new(shortened(&name), message));
            continue;
        }
        pairs.push((name, value));
    }
    pairs
}

/// Takes `v` out of the pairs. Where it is missing or makes no sense, the link is read as of the newest version.
fn take_version(pairs: &mut Pairs, newest: usize, diagnostics: &mut Vec<Diagnostic>) -> usize {
    let Some(position) = pairs.iter().position(|(name, _)| name == "v") else {
        let message = format!("the link does not say its version; it is read as v={newest}");
        diagnostics.push(Diagnostic::new("v", message));
        return newest;
    };
    let (_, text) = pairs.remove(position);
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse::<usize>() {
        Ok(version) if digits && (1..=newest).contains(&version) => return version,
        Ok(version) if digits && version > newest => diagnostics.push(Diagnostic::new(
            "v",
            format!(
                "the link has version {version}, but this Subtorus knows versions up to {newest}; reload the page or \
                 update the program, for what it does not know is left out"
            ),
        )),
        _ => diagnostics.push(Diagnostic::new(
            "v",
            format!("'{}' is not a version (expected 1 to {newest}); it is read as v={newest}", shortened(&text)),
        )),
    }
    newest
}

/// Letters that stand for themselves in a value. `+` does not: some programs take it for a space.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$'()*,;:@/?=".contains(&byte)
}

fn encode(value: &str, link: &mut String) {
    for byte in value.bytes() {
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
