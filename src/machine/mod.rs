//! Machines: meshes, tori and anything between, of up to twelve dimensions, each a ring or a line
//! (docs/semantics.md 2).

mod block;
mod presets;

pub use block::{Block, Coordinates};
pub use presets::{PRESETS, Preset};

use std::fmt;
use std::str::FromStr;

/// The most dimensions a machine may have (a hypercube of 4096 nodes).
pub const MAX_DIMENSIONS: usize = 12;

/// The most nodes a machine may have.
pub const MAX_NODES: u32 = 1 << 20;

/// The extents of a machine and which of its dimensions are rings.
///
/// Written `torus:2x2x2x4x4x8` (all rings), `mesh:16x22` (all lines) or `mixed:8rx8` (an `r` after each ring).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Machine {
    extents: Coordinates,
    rings: Vec<bool>,
}

impl Machine {
    /// A machine of the given extents, each dimension a ring where `rings` says so.
    ///
    /// Fails, with a sentence that says what is wrong, on no or too many dimensions, an extent of 0, or too many nodes.
    pub fn new(extents: &[u32], rings: &[bool]) -> Result<Machine, String> {
        if extents.is_empty() || extents.len() > MAX_DIMENSIONS {
            return Err(format!("a machine has 1 to {MAX_DIMENSIONS} dimensions, not {}", extents.len()));
        }
        if extents.len() != rings.len() {
            return Err("every dimension is either a ring or a line".into());
        }
        if let Some(dimension) = extents.iter().position(|&extent| extent == 0) {
            return Err(format!("dimension {dimension} has extent 0; every extent is at least 1"));
        }
        let nodes = extents.iter().try_fold(1u32, |product, &extent| product.checked_mul(extent));
        match nodes {
            Some(nodes) if nodes <= MAX_NODES => {}
            _ => return Err(format!("a machine has at most {MAX_NODES} nodes")),
        }
        // An extent is at most MAX_NODES, which a coordinate (u32) holds.
        Ok(Machine { extents: Coordinates::new(extents), rings: rings.to_vec() })
    }

    /// A torus of the given extents; panics where [`Machine::new`] fails.
    pub fn torus(extents: &[u32]) -> Machine {
        Machine::new(extents, &vec![true; extents.len()]).expect("a valid torus")
    }

    /// A mesh of the given extents; panics where [`Machine::new`] fails.
    pub fn mesh(extents: &[u32]) -> Machine {
        Machine::new(extents, &vec![false; extents.len()]).expect("a valid mesh")
    }

    /// The number of nodes per dimension.
    pub fn extents(&self) -> &[u32] {
        &self.extents
    }

    /// Whether each dimension is a ring (wraps around) rather than a line.
    pub fn rings(&self) -> &[bool] {
        &self.rings
    }

    /// The number of dimensions.
    pub fn dimensions(&self) -> usize {
        self.extents.len()
    }

    /// The number of nodes.
    pub fn node_count(&self) -> u32 {
        self.extents.iter().product()
    }

    /// The index of the node at `coordinates`: lexicographic, the last dimension running fastest.
    pub fn index(&self, coordinates: &[u32]) -> u32 {
        coordinates.iter().zip(self.extents()).fold(0, |index, (&x, &extent)| index * extent + x)
    }

    /// The coordinates of the node with this index.
    pub fn coordinates(&self, index: u32) -> Coordinates {
        let mut coordinates = self.extents;
        let mut rest = index;
        for (x, &extent) in coordinates.iter_mut().zip(self.extents()).rev() {
            *x = rest % extent;
            rest /= extent;
        }
        coordinates
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let all = |wanted: bool| self.rings.iter().all(|&ring| ring == wanted);
        let mixed = !all(true) && !all(false);
        write!(
            out,
            "{}:",
            if mixed {
                "mixed"
            } else if all(true) {
                "torus"
            } else {
                "mesh"
            }
        )?;
        for (dimension, (extent, &ring)) in self.extents.iter().zip(&self.rings).enumerate() {
            let separator = if dimension == 0 { "" } else { "x" };
            let mark = if mixed && ring { "r" } else { "" };
            write!(out, "{separator}{extent}{mark}")?;
        }
        Ok(())
    }
}

impl FromStr for Machine {
    type Err = String;

    fn from_str(text: &str) -> Result<Machine, String> {
        let example = "expected for example torus:2x2x2x4x4x8, mesh:16x22 or mixed:8rx8";
        let Some((kind, extents_text)) = text.split_once(':') else {
            return Err(format!("'{text}' is not a machine ({example})"));
        };
        if !["torus", "mesh", "mixed"].contains(&kind) {
            return Err(format!("unknown kind of machine '{kind}' in '{text}' ({example})"));
        }
        let (mut extents, mut rings) = (Vec::new(), Vec::new());
        for part in extents_text.split('x') {
            let (digits, ring) = match part.strip_suffix('r') {
                Some(digits) if kind == "mixed" => (digits, true),
                _ => (part, kind == "torus"),
            };
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let extent = digits.parse::<u32>().ok().filter(|_| is_number);
            extents.push(extent.ok_or_else(|| format!("'{part}' is not an extent in '{text}' ({example})"))?);
            rings.push(ring);
        }
        Machine::new(&extents, &rings).map_err(|reason| format!("'{text}': {reason} ({example})"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        for text in ["torus:2x2x2x4x4x8", "mesh:16x22", "mixed:8rx8", "torus:5", "mixed:2x3rx4"] {
            assert_eq!(text.parse::<Machine>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn bad_machines_are_named() {
        for (text, hint) in [
            ("torus:0x4", "extent 0"),
            ("torus", "not a machine"),
            ("ring:4", "unknown kind of machine 'ring'"),
            ("mesh:4x", "'' is not an extent"),
            ("mesh:4rx4", "'4r' is not an extent"),
            ("torus:-4", "'-4' is not an extent"),
            ("torus:4096x4096", "at most"),
            ("torus:65536x65536x65536", "at most"),
            ("torus:2x2x2x2x2x2x2x2x2x2x2x2x2", "dimensions"),
        ] {
            let reason = text.parse::<Machine>().unwrap_err();
            assert!(reason.contains(hint), "{text}: {reason}");
        }
    }

    #[test]
    fn indices_run_over_the_last_dimension_first() {
        let machine = Machine::mesh(&[2, 3, 4]);
        assert_eq!(machine.index(&[1, 2, 3]), 23);
        assert_eq!(machine.index(&[0, 1, 0]), 4);
        for index in 0..machine.node_count() {
            assert_eq!(machine.index(&machine.coordinates(index)), index);
        }
    }
}
