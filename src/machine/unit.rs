//! Units: aligned boxes of nodes that a machine is handed out in, such as the midplanes of a Blue Gene (docs/semantics.md
//! 10.1).

use super::{Block, Coordinates, MAX_DIMENSIONS, MAX_NODES, Machine};
use crate::diagnostic::Explain;
use crate::names::{plain, plain_number};
use std::fmt;
use std::str::FromStr;

/// The extents of a unit, each at least 1. Written `4x4x4x4x2`.
///
/// ```
/// use subtorus::machine::{Machine, Unit};
///
/// let unit: Unit = "4x4x4x4x2".parse()?; // a midplane of Mira
/// let mira = Machine::torus(&[8, 12, 16, 16, 2]);
/// assert_eq!((unit.nodes(), unit.grid(&mira)?.to_string()), (512, "torus:2x3x4x4x1".into()));
/// # Ok::<(), subtorus::machine::UnitError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    extents: Coordinates,
}

impl Unit {
    /// A unit of these extents. Fails on no or too many dimensions, an extent of 0, or more nodes than a machine has.
    pub fn new(extents: &[u32]) -> Result<Unit, UnitError> {
        if extents.is_empty() || extents.len() > MAX_DIMENSIONS {
            return Err(UnitError::Dimensions(extents.len()));
        }
        let nodes = extents.iter().try_fold(1u32, |product, &extent| product.checked_mul(extent));
        match nodes {
            Some(1..=MAX_NODES) => Ok(Unit { extents: Coordinates::new(extents) }),
            _ => Err(UnitError::Nodes),
        }
    }

    /// Its lengths.
    pub fn extents(&self) -> &Coordinates {
        &self.extents
    }

    /// A unit of a single node.
    pub fn of_one_node(dimensions: usize) -> Unit {
        Unit { extents: Coordinates::splat(1, dimensions) }
    }

    /// How many nodes it has.
    pub fn nodes(&self) -> u32 {
        self.extents.iter().product()
    }

    /// The machine's grid of units: a node for each of them, and a ring wherever the machine has one. Fails where the machine
    /// does not consist of whole units.
    pub fn grid(&self, machine: &Machine) -> Result<Machine, UnitError> {
        let whole = || (self.to_string(), machine.to_string());
        if self.extents.len() != machine.dimensions() {
            let (unit, machine) = whole();
            return Err(UnitError::OtherDimensions { unit, machine });
        }
        let pairs = || machine.extents().iter().zip(self.extents.iter());
        if let Some(dimension) = pairs().position(|(extent, side)| !extent.is_multiple_of(*side)) {
            let (unit, machine) = whole();
            return Err(UnitError::NotWhole { unit, machine, dimension });
        }
        let extents: Vec<u32> = pairs().map(|(extent, side)| extent / side).collect();
        Ok(Machine::new(&extents, machine.rings()).expect("no more nodes than the machine has"))
    }

    /// The extents, in units, of the smallest box of units that holds a box of these extents.
    pub fn holding(&self, extents: &Coordinates) -> Coordinates {
        self.each(extents, u32::div_ceil)
    }

    /// Extents (or a base) in nodes of what is given in units.
    pub fn in_nodes(&self, extents: &Coordinates) -> Coordinates {
        self.each(extents, u32::saturating_mul)
    }

    /// A block of units as a block of nodes.
    pub fn block_in_nodes(&self, block: &Block) -> Block {
        Block { base: self.in_nodes(&block.base), extents: self.in_nodes(&block.extents) }
    }

    /// What [`Unit::block_in_nodes`] made of a block of units.
    pub fn block_in_units(&self, block: &Block) -> Block {
        Block { base: self.holding(&block.base), extents: self.holding(&block.extents) }
    }

    fn each(&self, extents: &Coordinates, combine: fn(u32, u32) -> u32) -> Coordinates {
        let mut combined = *extents;
        combined.iter_mut().zip(self.extents.iter()).for_each(|(value, side)| *value = combine(*value, *side));
        combined
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.extents.joined("x"))
    }
}

impl FromStr for Unit {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Unit, UnitError> {
        let written = plain(text).replace('×', "x");
        let extent =
            |part: &str| plain_number(part).ok_or_else(|| UnitError::Extent { text: text.into(), part: part.into() });
        let extents: Result<Vec<u32>, UnitError> = written.split('x').map(extent).collect();
        Unit::new(&extents?)
    }
}

/// Errors of units.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnitError {
    /// It has no extents, or too many.
    #[error("a unit of {0} dimensions")]
    Dimensions(usize),
    /// It has none, or more than a machine.
    #[error("a unit without nodes, or of more than a machine has")]
    Nodes,
    /// The text between two `x` is no extent.
    #[error("'{part}' is not an extent in '{text}'")]
    Extent {
        /// The text.
        text: String,
        /// What stands there.
        part: String,
    },
    /// The machine has more dimensions, or fewer.
    #[error("a unit of {unit} has another number of dimensions than {machine}")]
    OtherDimensions {
        /// The unit.
        unit: String,
        /// The machine.
        machine: String,
    },
    /// An extent of the machine is no multiple of the unit's.
    #[error(
        "{machine} does not consist of whole units of {unit}: its extents are no multiples in dimension {dimension}"
    )]
    NotWhole {
        /// The unit.
        unit: String,
        /// The machine.
        machine: String,
        /// The first such dimension, from 0.
        dimension: usize,
    },
}

impl Explain for UnitError {
    fn place(&self) -> String {
        "unit".into()
    }

    fn expected(&self) -> String {
        match self {
            UnitError::Dimensions(_) => format!("1 to {MAX_DIMENSIONS}"),
            UnitError::Nodes => format!("extents of at least 1, and at most {MAX_NODES} nodes"),
            UnitError::Extent { .. } => "extents such as 4x4x4x4x2".into(),
            UnitError::OtherDimensions { .. } | UnitError::NotWhole { .. } => {
                "for each dimension a divisor of the machine's extent".into()
            }
        }
    }

    fn remedy(&self) -> String {
        match self {
            UnitError::OtherDimensions { .. } | UnitError::NotWhole { .. } => {
                "change the unit, or drop it to hand out single nodes".into()
            }
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostic;

    fn unit(text: &str) -> Unit {
        text.parse().unwrap()
    }

    #[test]
    fn the_machines_that_are_handed_out_in_units() {
        let grid = |machine: &str, text| unit(text).grid(&machine.parse().unwrap()).unwrap();
        let mira = grid("torus:8x12x16x16x2", "4x4x4x4x2");
        assert_eq!((mira.to_string(), mira.node_count()), ("torus:2x3x4x4x1".into(), 96));
        let fugaku = grid("torus:24x23x24x2x3x2", "1x1x1x2x3x2");
        assert_eq!((fugaku.to_string(), fugaku.node_count()), ("torus:24x23x24x1x1x1".into(), 13_248));
        assert_eq!(grid("mixed:4rx6", "2x3").to_string(), "mixed:2rx2", "a ring stays one");
    }

    #[test]
    fn blocks_go_to_nodes_and_back_and_boxes_are_held() {
        let unit = unit(" 2 × 3 ");
        let block = Block { base: Coordinates::new(&[1, 2]), extents: Coordinates::new(&[3, 1]) };
        assert_eq!(unit.block_in_nodes(&block).to_string(), "2,6+6x3");
        assert_eq!(unit.block_in_units(&unit.block_in_nodes(&block)), block);
        for (extents, expected) in [([2, 3], [1, 1]), ([1, 4], [1, 2]), ([5, 7], [3, 3])] {
            assert_eq!(*unit.holding(&Coordinates::new(&extents)), expected);
        }
        assert_eq!((unit.to_string().as_str(), unit.nodes()), ("2x3", 6));
    }

    #[test]
    fn what_is_no_unit_or_none_of_a_machine_is_said() {
        for (text, message) in [
            ("4x", "'' is not an extent in '4x' (expected extents such as 4x4x4x4x2)"),
            ("4x+4", "'+4' is not an extent in '4x+4' (expected extents such as 4x4x4x4x2)"),
            ("torus:4", "'torus:4' is not an extent in 'torus:4' (expected extents such as 4x4x4x4x2)"),
            (
                "0x4",
                "a unit without nodes, or of more than a machine has (expected extents of at least 1, and at most 1048576 nodes)",
            ),
            ("1x1x1x1x1x1x1x1x1x1x1x1x1", "a unit of 13 dimensions (expected 1 to 12)"),
        ] {
            assert_eq!(Diagnostic::of(&text.parse::<Unit>().unwrap_err()).message(), message);
        }
        let of = |machine: &str| Diagnostic::of(&unit("4x2").grid(&machine.parse().unwrap()).unwrap_err()).message();
        let way_out = "(expected for each dimension a divisor of the machine's extent); \
                       change the unit, or drop it to hand out single nodes";
        assert_eq!(
            of("mesh:8x8x8"),
            format!("a unit of 4x2 has another number of dimensions than mesh:8x8x8 {way_out}")
        );
        assert_eq!(
            of("mesh:8x5"),
            format!(
                "mesh:8x5 does not consist of whole units of 4x2: its extents are no multiples in dimension 1 {way_out}"
            )
        );
    }
}
