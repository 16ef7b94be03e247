//! Machines as text: the kind, a colon, the extents.

use super::{Machine, MachineError};
use crate::names::named;
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
        let (kind, extents_text) = text.split_once(':').ok_or_else(|| MachineError::NoKind { text: whole() })?;
        let kind: Kind = kind.parse().map_err(|kind| MachineError::Kind { text: whole(), kind })?;
        let (mut extents, mut rings) = (Vec::new(), Vec::new());
        for part in extents_text.split('x') {
            let (digits, ring) = match part.strip_suffix('r') {
                Some(digits) if kind == Kind::Mixed => (digits, true),
                _ => (part, kind == Kind::Torus),
            };
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let extent = digits.parse::<u32>().ok().filter(|_| is_number);
            extents.push(extent.ok_or_else(|| MachineError::Extent { text: whole(), part: part.to_string() })?);
            rings.push(ring);
        }
        Machine::new(&extents, &rings)
            .map_err(|problem| MachineError::Impossible { text: whole(), problem: Box::new(problem) })
    }
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
