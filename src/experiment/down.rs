//! Nodes out of service in an experiment: named boxes, or randomly drawn ones (docs/semantics.md 10.4).

use super::plan_error::PlanError;
use super::{Experiment, Varied};
use crate::allocation::{Allocator, OutOfService};
use crate::diagnostic::{Explain, shortened};
use crate::machine::{Block, Coordinates, MAX_DIMENSIONS, Machine, Unit};
use crate::names::plain;
use crate::random::Stream;
use crate::time::Decimal;
use std::fmt;
use std::str::FromStr;

/// The nodes that are out of service. Written `0,0,0+2x2x1;4,4,4+2x2x1` or `random(0.99,2x2x1)`; empty for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Down {
    /// These boxes; none by default.
    Boxes(Vec<Block>),
    /// Drawn anew for each replication. The machine is divided into aligned boxes of these extents, and each is in
    /// service with this probability.
    Drawn {
        /// The probability that a box is in service.
        availability: Decimal,
        /// The extents of a box: a host.
        host: Coordinates,
    },
}

/// The chips of a host of TPU v4.
const HOST: [u32; 3] = [2, 2, 1];

impl Default for Down {
    fn default() -> Down {
        Down::Boxes(Vec::new())
    }
}

impl Down {
    /// Whether each replication has other nodes out of service.
    pub fn is_drawn(&self) -> bool {
        matches!(self, Down::Drawn { .. })
    }

    /// The same with this probability that a box is in service. Drawn boxes replace named ones.
    pub(super) fn with_availability(&self, availability: Decimal) -> Down {
        let host = if let Down::Drawn { host, .. } = self { *host } else { Coordinates::new(&HOST) };
        Down::Drawn { availability, host }
    }

    /// The nodes of a machine that are out of service in a replication; `None` if there are none. A box is out of
    /// service if its number from the stream `availability` is not less than the availability. With the same seed and a
    /// higher availability, fewer boxes are therefore out of service. Fails if a box is not on the machine, or if the
    /// machine is not divisible into these boxes.
    fn on(&self, machine: &Machine, seed: u64, replication: u32) -> Result<Option<OutOfService>, DownError> {
        let boxes = match self {
            Down::Boxes(boxes) => boxes.clone(),
            Down::Drawn { availability, host } => {
                let hosts = Unit::new(host).ok().and_then(|unit| Some((unit, unit.grid(machine).ok()?)));
                let misfit = || DownError::Hosts { host: host.joined("x"), machine: machine.to_string() };
                let (unit, grid) = hosts.ok_or_else(misfit)?;
                let one = Coordinates::splat(1, host.len());
                let block = |number| unit.block_in_nodes(&Block { base: grid.coordinates(number), extents: one });
                let mut stream = Stream::new(seed, "availability", replication);
                let is_down = |_: &Block| stream.uniform() >= availability.to_f64();
                (0..grid.node_count()).map(block).filter(is_down).collect()
            }
        };
        if boxes.is_empty() {
            return Ok(None);
        }
        let outside =
            |outside: Block| DownError::Outside { outside: outside.to_string(), machine: machine.to_string() };
        OutOfService::new(machine, boxes).map(Some).map_err(outside)
    }
}

impl fmt::Display for Down {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Down::Boxes(boxes) => out.write_str(&boxes.iter().map(Block::to_string).collect::<Vec<_>>().join(";")),
            Down::Drawn { availability, host } if **host == HOST => write!(out, "random({availability})"),
            Down::Drawn { availability, host } => write!(out, "random({availability},{})", host.joined("x")),
        }
    }
}

impl FromStr for Down {
    type Err = DownError;

    fn from_str(text: &str) -> Result<Down, DownError> {
        let written = plain(text).replace('×', "x");
        let Some(arguments) = written.strip_prefix("random") else {
            let boxes = written.split(';').filter(|part| !part.is_empty());
            return boxes
                .map(|part| block(part).ok_or_else(|| DownError::Box(shortened(part))))
                .collect::<Result<_, _>>()
                .map(Down::Boxes);
        };
        let inner = arguments.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let wrong = || DownError::Random(shortened(&written));
        let (availability, host) =
            inner.ok_or_else(wrong)?.split_once(',').unwrap_or((inner.ok_or_else(wrong)?, "2x2x1"));
        let share = |share: &Decimal| (Decimal::new(0, 0)..=Decimal::ONE).contains(share);
        let availability = availability.parse().ok().filter(share).ok_or_else(wrong)?;
        Ok(Down::Drawn { availability, host: numbers(host, 'x').filter(|host| !host.contains(&0)).ok_or_else(wrong)? })
    }
}

/// A box `base+extents`.
fn block(text: &str) -> Option<Block> {
    let (base, extents) = text.split_once('+')?;
    let (base, extents) = (numbers(base, ',')?, numbers(extents, 'x')?);
    (base.len() == extents.len() && !extents.contains(&0)).then_some(Block { base, extents })
}

/// Whole numbers with a separator, at most one per dimension. None of them is larger than a machine.
fn numbers(text: &str, between: char) -> Option<Coordinates> {
    let number = |part: &str| {
        let digits = part.bytes().all(|byte| byte.is_ascii_digit()) && part.len() <= 7;
        part.parse::<u32>().ok().filter(|_| digits)
    };
    let numbers: Vec<u32> = text.split(between).map(number).collect::<Option<_>>()?;
    (numbers.len() <= MAX_DIMENSIONS).then(|| Coordinates::new(&numbers))
}

/// An error in the nodes out of service.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DownError {
    /// The text is not a box.
    #[error("'{0}' is not a box of nodes")]
    Box(String),
    /// Drawn boxes have no share, or no extents.
    #[error("'{0}' does not say how many nodes are in service")]
    Random(String),
    /// A box has nodes that are not on the machine.
    #[error("the box {outside} does not lie on {machine}")]
    Outside {
        /// The box.
        outside: String,
        /// The machine.
        machine: String,
    },
    /// The machine is not divisible into these boxes.
    #[error("{machine} does not consist of boxes of {host}")]
    Hosts {
        /// The extents of a box.
        host: String,
        /// The machine.
        machine: String,
    },
    /// A strategy needs all nodes.
    #[error("{0} divides the machine as a whole, and has no rule for nodes that are out of service")]
    Refused(String),
}

impl Explain for DownError {
    fn expected(&self) -> String {
        match self {
            DownError::Box(_) => "base+extents, such as 0,0,0+2x2x1;4,4,4+2x2x1, or random(0.99,2x2x1)".into(),
            DownError::Random(_) => "a share from 0 to 1 and the extents of a host, as in random(0.99,2x2x1)".into(),
            DownError::Hosts { .. } => "extents that divide those of the machine".into(),
            DownError::Outside { .. } | DownError::Refused(_) => String::new(),
        }
    }

    fn remedy(&self) -> String {
        match self {
            DownError::Box(_) | DownError::Random(_) => String::new(),
            DownError::Outside { .. } => {
                "leave the box out, or move it (only around a ring may it reach beyond the last node)".into()
            }
            DownError::Hosts { .. } => "take other extents, as in random(0.99,2x2), or another machine".into(),
            DownError::Refused(_) => "drop it, or take all nodes into service".into(),
        }
    }
}

impl Experiment {
    /// The nodes of a machine that are out of service in a replication.
    pub fn out_of_service(&self, machine: &Machine, replication: u32) -> Result<Option<OutOfService>, PlanError> {
        self.down.on(machine, self.seed, replication).map_err(PlanError::Down)
    }

    /// The boxes of nodes that are out of service in a replication. On a machine in units, they are whole units.
    pub fn boxes_down(&self, machine: &Machine, replication: u32) -> Vec<Block> {
        let Ok(Some(down)) = self.out_of_service(machine, replication) else { return Vec::new() };
        match self.portions(machine) {
            Ok(Some((grid, portions))) => {
                let units = down.in_units(portions.unit.extents(), &grid);
                units.boxes().iter().map(|block| portions.unit.block_in_nodes(block)).collect()
            }
            _ => down.boxes().to_vec(),
        }
    }

    /// [`Experiment::allocator`] on a machine with its out-of-service nodes marked busy. Fails also if the strategy has
    /// no rule for them.
    pub fn allocator_in_service(
        &self,
        name: &str,
        machine: &Machine,
        replication: u32,
    ) -> Result<Box<dyn Allocator>, PlanError> {
        self.allocator_without(name, machine, replication, self.out_of_service(machine, replication)?)
    }

    /// Whether a strategy, a machine and its nodes out of service fit together. This is the only check, for plans of
    /// every kind and for the page's menu. Returns the strategy on the machine, empty except for the nodes that are out
    /// of service in every run (drawn boxes do not count). Fails with the reason if the experiment cannot use it.
    pub fn suited(&self, name: &str, machine: &Machine) -> Result<Box<dyn Allocator>, PlanError> {
        // Whether drawn boxes divide the machine does not depend on the draw.
        let down = self.out_of_service(machine, 0)?.filter(|_| !self.down.is_drawn());
        let empty = self.allocator_without(name, machine, 0, down)?;
        if self.lacks_nodes(machine, empty.as_ref()) { Err(PlanError::OnlyCounts(name.into())) } else { Ok(empty) }
    }

    fn allocator_without(
        &self,
        name: &str,
        machine: &Machine,
        replication: u32,
        down: Option<OutOfService>,
    ) -> Result<Box<dyn Allocator>, PlanError> {
        let mut made = self.allocator(name, machine, replication)?;
        // A strategy without a rule for drawn nodes is refused even for a run in which none is drawn.
        let Some(down) = down.or_else(|| self.down.is_drawn().then(OutOfService::default)) else { return Ok(made) };
        if made.take_out_of_service(&down) { Ok(made) } else { Err(PlanError::Down(DownError::Refused(name.into()))) }
    }

    /// Whether each run drops the jobs that it can never place, because each run has other nodes out of service.
    pub(super) fn drops_by_run(&self) -> bool {
        self.down.is_drawn() || self.varied() == Varied::Availability
    }
}

#[cfg(test)]
mod tests;
