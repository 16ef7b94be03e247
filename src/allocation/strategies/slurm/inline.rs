//! The topology as arguments of a strategy (docs/semantics.md 11.7).

use crate::allocation::entry::whole;
use crate::allocation::pages::Pages;
use crate::allocation::{ArgumentError, Requirement};
use crate::machine::{MAX_NODES, Machine};
use crate::topology::{KindName, Placement, Topology};
use std::rc::Rc;

/// The form of a placement.
const PLACEMENT: &str = "placements such as 2x2x1;2x2x2/1x1x1;4x4x4+2x2x2";

/// The arguments of a strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Arguments {
    kind: KindName,
    /// Whether a tree spreads jobs as a dragonfly wants it.
    pub dragonfly: bool,
    /// Lengths, sizes or widths.
    numbers: Vec<u32>,
    /// Of a torus.
    placements: Vec<Placement>,
}

impl Arguments {
    /// Reads the text between the parentheses.
    pub fn read(kind: KindName, text: &str) -> Result<Arguments, ArgumentError> {
        let mut arguments = Arguments { kind, dragonfly: false, numbers: Vec::new(), placements: Vec::new() };
        let parts = text.split(';').map(str::trim).filter(|_| !text.is_empty());
        for part in parts {
            match kind {
                KindName::Torus3d => arguments.placements.push(placement(part)?),
                KindName::Tree if part == "dragonfly" => arguments.dragonfly = true,
                KindName::Ring => arguments.numbers.push(whole("length of a ring", part, 1..=16)?),
                _ => arguments.numbers.push(whole("number of nodes or switches", part, 1..=MAX_NODES)?),
            }
        }
        let most = match kind {
            KindName::Flat => 0,
            KindName::Ring => 1,
            _ => usize::MAX,
        };
        if arguments.numbers.len() > most {
            return Err(ArgumentError::TooMany { most, given: arguments.numbers.len() });
        }
        if kind == KindName::Block && !arguments.numbers.is_empty() {
            Topology::blocks(1, &arguments.numbers).map_err(|_| ArgumentError::NotForm {
                text: text.into(),
                form: "a number of nodes, and multiples of it by powers of two, such as 18;36;72",
            })?;
        }
        Ok(arguments)
    }

    /// The canonical text.
    pub fn text(&self) -> String {
        let numbers = self.numbers.iter().map(u32::to_string);
        let placements = self.placements.iter().map(Placement::to_string);
        let dragonfly = self.dragonfly.then(|| "dragonfly".into());
        numbers.chain(placements).chain(dragonfly).collect::<Vec<_>>().join(";")
    }

    /// Whether they describe a topology. Otherwise a file must.
    pub fn describe_topology(&self) -> bool {
        self.kind == KindName::Flat || !(self.numbers.is_empty() && self.placements.is_empty())
    }

    /// The topology on a machine, and the nodes by their numbers in it.
    pub fn topology(&self, machine: &Machine) -> Result<(Topology, Rc<Pages>), Requirement> {
        let nodes = machine.node_count();
        if self.kind == KindName::Torus3d && !self.placements.is_empty() {
            return self.torus(machine);
        }
        let topology = match (self.kind, &self.numbers[..]) {
            (KindName::Flat, _) => Topology::flat(nodes),
            (KindName::Ring, [length]) => Topology::rings(nodes, *length),
            (KindName::Block, sizes @ [_, ..]) => Topology::blocks(nodes, sizes).map_err(|_| Requirement::Topology)?,
            (KindName::Tree, widths @ [_, ..]) => Topology::tree(nodes, widths),
            _ => return Err(Requirement::Topology),
        };
        Ok((topology, Pages::by_index(machine, 1)))
    }

    /// A torus with the cells as nodes, x fastest.
    fn torus(&self, machine: &Machine) -> Result<(Topology, Rc<Pages>), Requirement> {
        let &[x, y, z] = machine.extents() else { return Err(Requirement::Torus3d) };
        if machine.rings() != [true; 3] {
            return Err(Requirement::Torus3d);
        }
        let dims = [x, y, z];
        if !self.placements.iter().all(|placement| lies_on(placement, dims)) {
            return Err(Requirement::Placements);
        }
        let cells = (0..z).flat_map(|z| (0..y).flat_map(move |y| (0..x).map(move |x| [x, y, z])));
        let order = cells.map(|cell| machine.index(&cell)).collect();
        Ok((Topology::torus(dims, self.placements.clone()), Pages::ordered(machine, order)))
    }
}

/// Reads a placement: without spacing it is the box, without seed 0.
fn placement(text: &str) -> Result<Placement, ArgumentError> {
    let wrong = || ArgumentError::NotForm { text: text.into(), form: PLACEMENT };
    let axes = |text: &str| {
        let sides: Vec<u32> =
            text.split('x').map(|side| whole("side", side, 0..=MAX_NODES)).collect::<Result<_, _>>()?;
        sides.try_into().map_err(|_| wrong())
    };
    let (rest, seed) = text.split_once('+').map_or((text, None), |(rest, seed)| (rest, Some(seed)));
    let (dims, spacing) = rest.split_once('/').map_or((rest, None), |(dims, spacing)| (dims, Some(spacing)));
    let dims: [u32; 3] = axes(dims)?;
    let (spacing, seed) = (spacing.map(axes).transpose()?.unwrap_or(dims), seed.map(axes).transpose()?);
    if dims.contains(&0) || spacing.contains(&0) {
        return Err(wrong());
    }
    Ok(Placement { dims, spacing, seed: seed.unwrap_or_default() })
}

/// Whether a placement lies on a torus with these sides.
fn lies_on(placement: &Placement, sides: [u32; 3]) -> bool {
    let Placement { dims, spacing, seed } = placement;
    (0..3).all(|axis| dims[axis].max(spacing[axis]) <= sides[axis] && seed[axis] < sides[axis])
}
