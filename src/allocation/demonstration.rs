//! What a strategy does, on a small machine: requests on a mesh that is partly taken, for the pictures of the
//! interface. Every strategy meets the same busy nodes and the same requests, so that pictures can be compared.

use super::catalogue::{self, Choice, Setting};
use super::{Allocation, Allocator, Family, NameError, Unsuitable};
use crate::diagnostic::Explain;
use crate::machine::{Block, Coordinates, Machine};
use crate::workload::Request;
use std::fmt::Write;

/// The mesh, dimension 0 to the right and dimension 1 upwards: `#` is busy. Chosen so that strategies differ: holes of
/// several sizes, one snug for the first request, none for the second one unless it is turned, none for
/// the third one.
const MESH: [&str; 8] =
    ["........", "##......", "##......", "##......", "###.....", "#.######", "#.######", "....####"];

/// A request for which every strategy has room.
const EASY: [u32; 2] = [3, 2];

/// A request that fits in one piece only when it is turned.
const UPRIGHT: [u32; 2] = [2, 6];

/// A request that fits in pieces only.
const LARGE: [u32; 2] = [3, 7];

/// How many times larger the machine may become for strategies that deal in large pages.
const LARGEST_SCALE: u32 = 4;

/// Sizes of the jobs on a machine that is partitioned. Such a machine has no busy nodes apart from its partitions, so
/// that it cannot start from [`MESH`].
const PARTITIONED: [u32; 4] = [16, 4, 2, 1];

/// A partly busy machine and what becomes of each of some requests on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Demonstration {
    /// The machine, of two dimensions.
    pub machine: Machine,
    /// The nodes that are taken, a block for each job or each piece of one.
    pub busy: Vec<Block>,
    /// The requests, each on the machine as it is described here.
    pub attempts: Vec<Attempt>,
}

/// A request and what it gets.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// The request.
    pub request: Request,
    /// The blocks it gets in the order in which they are taken; none where it has to wait.
    pub blocks: Vec<Block>,
}

/// Why there is no picture of a strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DemonstrationError {
    /// There is no such strategy.
    #[error(transparent)]
    Name(#[from] NameError),
    /// It only counts processors.
    #[error("there is no picture of {0}: its processors have no place")]
    NoPlaces(String),
    /// It serves no request on the machines of pictures.
    #[error("there is no picture of {0}: it needs a larger machine")]
    NoRoom(String),
    /// It refuses the machines of pictures.
    #[error("there is no picture: {0}")]
    Unsuitable(#[from] Unsuitable),
}

impl Explain for DemonstrationError {
    fn expected(&self) -> String {
        match self {
            DemonstrationError::Name(error) => error.expected(),
            DemonstrationError::Unsuitable(error) => error.expected(),
            DemonstrationError::NoPlaces(_) | DemonstrationError::NoRoom(_) => String::new(),
        }
    }

    fn meant(&self) -> Vec<String> {
        if let DemonstrationError::Name(error) = self { error.meant() } else { Vec::new() }
    }
}

impl Demonstration {
    /// What the strategy of this full name does; the same each time.
    ///
    /// Fails where there is no such strategy, where processors have no place, and where no small machine of two
    /// dimensions suits the strategy.
    pub fn new(name: &str) -> Result<Demonstration, DemonstrationError> {
        let choice = catalogue::find(name)?;
        if choice.entry.family == Family::Subtorus {
            return Demonstration::partitioned(&choice);
        }
        let mut refusal = DemonstrationError::NoRoom(choice.name.clone());
        for scale in 1..=LARGEST_SCALE {
            match Demonstration::meshed(&choice, scale) {
                Ok(shown) if !shown.attempts[0].blocks.is_empty() => return Ok(shown),
                Ok(_) => {}
                Err(error) => refusal = error,
            }
        }
        Err(refusal)
    }

    /// On the busy nodes of [`MESH`], each of them `scale` nodes a side.
    fn meshed(choice: &Choice, scale: u32) -> Result<Demonstration, DemonstrationError> {
        let side = MESH.len() as u32 * scale;
        let machine = Machine::mesh(&[side, side]);
        let is_busy = |node: u32| {
            let place = machine.coordinates(node);
            MESH[MESH.len() - 1 - (place[1] / scale) as usize].as_bytes()[(place[0] / scale) as usize] == b'#'
        };
        let mut allocator = make(choice, &machine)?;
        // Any strategy fills a machine with the smallest jobs there are, wherever it begins; then those jobs go that hold
        // no node that is to stay busy.
        let held = fill(allocator.as_mut());
        if held.iter().any(|job| job.blocks.is_empty()) {
            return Err(DemonstrationError::NoPlaces(choice.name.clone()));
        }
        let stays = |job: &Allocation| job.blocks.iter().any(|block| block.nodes(&machine).any(is_busy));
        let (stay, go): (Vec<_>, Vec<_>) = held.into_iter().partition(stays);
        go.iter().for_each(|job| allocator.release(job));
        Ok(Demonstration::attempt(choice, machine, allocator.as_ref(), &stay, scale))
    }

    /// On a torus with jobs of the sizes of [`PARTITIONED`].
    fn partitioned(choice: &Choice) -> Result<Demonstration, DemonstrationError> {
        let machine = Machine::torus(&[8, 8]);
        let mut allocator = make(choice, &machine)?;
        let requests = PARTITIONED.map(Request::processors);
        let held: Vec<_> = requests.iter().filter_map(|request| place(allocator.as_mut(), request)).collect();
        Ok(Demonstration::attempt(choice, machine, allocator.as_ref(), &held, 1))
    }

    /// What becomes of the requests, each tried on a copy of the machine.
    fn attempt(
        choice: &Choice,
        machine: Machine,
        allocator: &dyn Allocator,
        held: &[Allocation],
        scale: u32,
    ) -> Demonstration {
        let attempts = [EASY, UPRIGHT, LARGE].map(|sides| {
            let sides = Coordinates::new(&sides.map(|side| side * scale));
            let extents = choice.entry.wants_extents.then_some(sides);
            let request = Request { processors: sides.iter().product(), extents };
            let blocks =
                place(allocator.fork().as_mut(), &request).map_or(Vec::new(), |job| job.blocks.iter().collect());
            Attempt { request, blocks }
        });
        let busy = held.iter().flat_map(|job| job.blocks.iter()).collect();
        Demonstration { machine, busy, attempts: attempts.into() }
    }

    /// The machine in words: what it is, how much of it is busy.
    pub fn scene(&self) -> String {
        let extents: Vec<_> = self.machine.extents().iter().map(u32::to_string).collect();
        let kind = if self.machine.rings()[0] { "torus" } else { "mesh" };
        let busy: u32 = self.busy.iter().map(Block::volume).sum();
        format!("{} {kind}, {busy} of {} nodes busy (grey).", extents.join("x"), self.machine.node_count())
    }
}

impl Attempt {
    /// What is asked for and what is given, in words.
    pub fn sentence(&self) -> String {
        /// More blocks than these are counted instead of listed.
        const LISTED: usize = 4;
        let processors = self.request.processors;
        let mut text = format!("A request for {processors} processors");
        if let Some(extents) = self.request.extents {
            write!(text, " ({}x{})", extents[0], extents[1]).expect("a string takes any text");
        }
        let taken: u32 = self.blocks.iter().map(Block::volume).sum();
        let names: Vec<_> = self.blocks.iter().take(LISTED).map(Block::to_string).collect();
        text += &match self.blocks.len() {
            0 => " has to wait".into(),
            1 => format!(" gets {}", names[0]),
            count if count <= LISTED => format!(" gets {count} blocks: {}", names.join(", ")),
            count => format!(" gets {count} blocks, from {} on", names[0]),
        };
        if taken > processors {
            write!(text, ", {} more than it asked for", taken - processors).expect("a string takes any text");
        }
        text + "."
    }
}

fn make(choice: &Choice, machine: &Machine) -> Result<Box<dyn Allocator>, Unsuitable> {
    choice.make(&Setting { machine, seed: 1, replication: 0 })
}

/// Serves a request as the simulator does, or leaves everything as it was.
fn place(allocator: &mut dyn Allocator, request: &Request) -> Option<Allocation> {
    let effective = allocator.effective(request);
    allocator.allocate(&effective)
}

/// Jobs of one node until none fits any more.
fn fill(allocator: &mut dyn Allocator) -> Vec<Allocation> {
    let request = Request { processors: 1, extents: Some(Coordinates::new(&[1, 1])) };
    std::iter::from_fn(|| place(allocator, &request)).collect()
}

#[cfg(test)]
mod tests;
