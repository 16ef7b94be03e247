//! Machines as text: the kind, a colon, the extents. A mesh needs no kind, and neither capitals nor spaces matter.

use super::{Machine, MachineError};
use crate::names::{named, nearest, plain, plain_number};
use std::fmt;
use std::str::FromStr;

named! {
    /// Which dimensions are rings.
    Kind, "kind of machine" {
        /// All.
        Torus = "torus",
        /// None.
        Mesh = "mesh",
        /// Those with an `r` behind the extent.
        Mixed = "mixed",
    }
}

impl Kind {
    fn of(rings: &[bool]) -> Kind {
        match rings.iter().filter(|&&ring| ring).count() {
            0 => Kind::Mesh,
            count if count == rings.len() => Kind::Torus,
            _ => Kind::Mixed,
        }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let kind = Kind::of(&self.rings);
        write!(out, "{kind}:")?;
        for (dimension, (extent, &ring)) in self.extents.iter().zip(&self.rings).enumerate() {
            let separator = if dimension == 0 { "" } else { "x" };
            let mark = if kind == Kind::Mixed && ring { "r" } else { "" };
            write!(out, "{separator}{extent}{mark}")?;
        }
        Ok(())
    }
}

impl FromStr for Machine {
    type Err = MachineError;

    fn from_str(text: &str) -> Result<Machine, MachineError> {
        let whole = || text.to_string();
        let written = written(text);
        let (kind, extents_text) = match written.split_once(':') {
            Some((kind, extents)) => {
                (kind.parse().map_err(|kind| MachineError::Kind { text: whole(), kind })?, extents)
            }
            None if !written.starts_with(|letter: char| letter.is_ascii_digit()) => {
                return Err(MachineError::NoKind { text: whole() });
            }
            None => (if written.contains('r') { Kind::Mixed } else { Kind::Mesh }, &*written),
        };
        let (mut extents, mut rings) = (Vec::new(), Vec::new());
        for part in extents_text.split('x') {
            let (digits, ring) = match part.strip_suffix('r') {
                Some(digits) if kind == Kind::Mixed => (digits, true),
                _ => (part, kind == Kind::Torus),
            };
            extents.push(
                plain_number(digits).ok_or_else(|| MachineError::Extent { text: whole(), part: part.to_string() })?,
            );
            rings.push(ring);
        }
        Machine::new(&extents, &rings)
            .map_err(|problem| MachineError::Impossible { text: whole(), problem: Box::new(problem) })
    }
}

/// A machine's text as it is read: one sign between extents, whatever was typed for it.
fn written(text: &str) -> String {
    plain(text).replace('×', "x")
}

/// The machines that may have been meant by a text with an unknown kind, or without a colon after the kind.
pub(super) fn meant(text: &str) -> Vec<String> {
    let written = written(text);
    let (kind, rest) = written.split_at(written.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(0));
    let extents = rest.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    let kinds = nearest(kind, Kind::NAMES.iter().copied()).into_iter();
    let machines = kinds.filter_map(|kind| format!("{kind}:{extents}").parse::<Machine>().ok());
    machines.map(|machine| machine.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostic;

    #[test]
    fn text_round_trips() {
        for text in ["torus:2x2x2x4x4x8", "mesh:16x22", "mixed:8rx8", "torus:5", "mixed:2x3rx4"] {
            assert_eq!(text.parse::<Machine>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_machine_is_read_as_people_write_it() {
        for (typed, machine) in [
            ("16x22", "mesh:16x22"),
            ("16×22", "mesh:16x22"),
            (" 16 X 22 ", "mesh:16x22"),
            ("Mesh:16X22", "mesh:16x22"),
            ("TORUS: 2×2×2", "torus:2x2x2"),
            ("8rx8", "mixed:8rx8"),
            ("8Rx8r", "torus:8x8"),
            ("12", "mesh:12"),
        ] {
            assert_eq!(typed.parse::<Machine>().unwrap().to_string(), machine, "{typed}");
        }
    }

    #[test]
    fn a_slip_in_the_kind_is_seen_through() {
        for (typed, question) in [
            ("tours:4x4", "unknown kind of machine 'tours' in 'tours:4x4'; did you mean torus:4x4?"),
            ("Mseh: 16 × 22", "unknown kind of machine 'mseh' in 'Mseh: 16 × 22'; did you mean mesh:16x22?"),
            ("mesh 16x22", "'mesh 16x22' is not a machine; did you mean mesh:16x22?"),
            ("torus-8x8", "'torus-8x8' is not a machine; did you mean torus:8x8?"),
        ] {
            assert_eq!(Diagnostic::of(&typed.parse::<Machine>().unwrap_err()).message(), question);
        }
    }

    #[test]
    fn bad_machines_are_named() {
        let example = "(expected for example torus:2x2x2x4x4x8, mesh:16x22 or mixed:8rx8)";
        for (text, message) in [
            ("torus:0x4", "'torus:0x4': dimension 0 has extent 0 (expected at least 1)".to_string()),
            ("torus", format!("'torus' is not a machine {example}")),
            ("ring:4", format!("unknown kind of machine 'ring' in 'ring:4' {example}")),
            ("mesh:4x", format!("'' is not an extent in 'mesh:4x' {example}")),
            ("mesh:4rx4", format!("'4r' is not an extent in 'mesh:4rx4' {example}")),
            ("torus:-4", format!("'-4' is not an extent in 'torus:-4' {example}")),
            ("mesh:4294967296", format!("'4294967296' is not an extent in 'mesh:4294967296' {example}")),
            ("torus:1024x1025", "'torus:1024x1025': a machine of too many nodes (expected at most 1048576)".into()),
            (
                "torus:65536x65536x65536",
                "'torus:65536x65536x65536': a machine of too many nodes (expected at most 1048576)".into(),
            ),
            (
                "torus:2x2x2x2x2x2x2x2x2x2x2x2x2",
                "'torus:2x2x2x2x2x2x2x2x2x2x2x2x2': a machine of 13 dimensions (expected 1 to 12)".into(),
            ),
        ] {
            let error = text.parse::<Machine>().unwrap_err();
            assert_eq!(Diagnostic::of(&error).message(), message);
        }
        let error = Machine::new(&[4, 4], &[true]).unwrap_err();
        assert_eq!(Diagnostic::of(&error).message(), "2 extents but 1 rings and lines (expected as many of both)");
    }
}
