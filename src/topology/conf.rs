//! `topology.conf`: one switch, block or ring a line. It becomes the tree of values of the same topology in YAML.

use super::error::{Problem, TopologyError};
use super::yaml::{Content, Key, Value};
use crate::diagnostic::shortened;

/// The entries: the key that begins the line, the kind, the list of the kind, and the name of the first key in YAML.
const ENTRIES: [(&str, &str, &str, &str); 3] = [
    ("switchname", "tree", "switches", "switch"),
    ("blockname", "block", "blocks", "block"),
    ("ringname", "ring", "rings", "ring"),
];

/// All keys, for messages.
const KEYS: &[&str] = &["SwitchName", "Nodes", "Switches", "LinkSpeed", "BlockName", "BlockSizes", "RingName"];

/// Whether a text looks like `topology.conf`: its first line with content begins with a key and `=`.
pub fn recognises(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    first.and_then(|line| line.split_once('=')).is_some_and(|(key, _)| {
        let key = key.trim_end();
        !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphabetic())
    })
}

/// The values of the file, as a list of one topology with the name `default`.
pub fn parse(text: &str) -> Result<Value, TopologyError> {
    let mut kind: Option<usize> = None;
    let (mut entries, mut sizes) = (Vec::new(), None);
    for (line, text) in joined_lines(text) {
        let pairs = pairs(line, &text)?;
        let Some((first, value)) = pairs.first() else { continue };
        let (place, is_sizes) = match ENTRIES.iter().position(|entry| entry.0 == first) {
            Some(place) => (place, false),
            None if first == "blocksizes" => (1, true),
            None => return Err(unknown("a line", first).at(line)),
        };
        if let Some(other) = kind.replace(place).filter(|&other| other != place) {
            return Err(Problem::TwoKinds(ENTRIES[other].1, ENTRIES[place].1).at(line));
        }
        if is_sizes {
            let list = value.split(',').map(|size| scalar(line, size.trim())).collect();
            let list = (Key { line, name: "block_sizes".into() }, Value { line, content: Content::List(list) });
            if sizes.replace(list).is_some() {
                return Err(Problem::Twice { what: "the key", name: "BlockSizes".into() }.at(line));
            }
        } else {
            entries.push(entry(line, &pairs, place)?);
        }
    }
    let Some(kind) = kind else { return Err(Problem::Empty.at(1)) };
    let list = Value { line: 1, content: Content::List(entries) };
    let inner = map(sizes.into_iter().chain([(Key { line: 1, name: ENTRIES[kind].2.into() }, list)]).collect());
    let name = (Key { line: 1, name: "topology".into() }, scalar(1, "default"));
    let topology = map(vec![name, (Key { line: 1, name: ENTRIES[kind].1.into() }, inner)]);
    Ok(Value { line: 1, content: Content::List(vec![topology]) })
}

/// One entry as a map.
fn entry(line: usize, pairs: &[(String, String)], place: usize) -> Result<Value, TopologyError> {
    let mut fields: Vec<(Key, Value)> = Vec::new();
    for (number, (key, value)) in pairs.iter().enumerate() {
        let name = match key.as_str() {
            "linkspeed" if place == 0 => continue,
            "nodes" => "nodes",
            "switches" if place == 0 => "children",
            _ if number == 0 => ENTRIES[place].3,
            _ => return Err(unknown("an entry", key).at(line)),
        };
        if fields.iter().any(|(other, _)| other.name == name) {
            return Err(Problem::Twice { what: "the key", name: key.clone() }.at(line));
        }
        fields.push((Key { line, name: name.into() }, scalar(line, value)));
    }
    Ok(Value { line, content: Content::Map(fields) })
}

fn unknown(element: &'static str, key: &str) -> Problem {
    Problem::UnknownKey { element, key: shortened(key), known: KEYS }
}

fn scalar(line: usize, text: &str) -> Value {
    Value { line, content: Content::Scalar(text.into()) }
}

fn map(fields: Vec<(Key, Value)>) -> Value {
    Value { line: 1, content: Content::Map(fields) }
}

/// The lines without comments, each with its number. A `\` at the end joins a line with the next one.
fn joined_lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut continues = false;
    for (place, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim_end();
        let (line, ends_open) = line.strip_suffix('\\').map_or((line, false), |line| (line, true));
        match lines.last_mut() {
            Some((_, last)) if continues => last.push_str(line),
            _ => lines.push((place + 1, line.into())),
        }
        continues = ends_open;
    }
    lines
}

/// The pairs of a line, with keys in lower case. As in other files of Slurm, blanks may surround `=`, and a value may
/// stand in quotation marks.
fn pairs(line: usize, text: &str) -> Result<Vec<(String, String)>, TopologyError> {
    let (mut rest, mut pairs) = (text.trim(), Vec::new());
    while !rest.is_empty() {
        let no_pair = || Problem::NoPair(shortened(rest)).at(line);
        let (key, behind) = rest.split_once('=').ok_or_else(no_pair)?;
        let (key, behind) = (key.trim_end(), behind.trim_start());
        let (value, behind) = match behind.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').ok_or_else(no_pair)?,
            None => behind.split_at(behind.find(char::is_whitespace).unwrap_or(behind.len())),
        };
        if key.contains(char::is_whitespace) {
            return Err(no_pair());
        }
        pairs.push((key.to_ascii_lowercase(), value.into()));
        rest = behind.trim_start();
    }
    Ok(pairs)
}
