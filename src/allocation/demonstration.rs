//! The effect of a strategy on a small machine, for the pictures of the interface: requests on a mesh that is partly
//! busy. Every strategy meets the same busy nodes and the same requests, so that pictures can be compared.

use super::catalogue::{self, Choice, Setting};
use super::{Allocation, Allocator, Family, NameError, Unsuitable};
use crate::diagnostic::Explain;
use crate::machine::{Block, Coordinates, Machine};
use crate::workload::Request;
use std::fmt::Write;

/// The mesh, dimension 0 to the right and dimension 1 upwards: `#` is busy. It was chosen so that strategies differ.
/// There are holes of several sizes. One fits the first request exactly. None fits the second request unless it is
/// rotated. None fits the third request.
const MESH: [&str; 8] =
    ["........", "##......", "##......", "##......", "###.....", "#.######", "#.######", "....####"];

/// A request for which every strategy has room.
const EASY: [u32; 2] = [3, 2];

/// A request that fits in one piece only if it is rotated.
const UPRIGHT: [u32; 2] = [2, 6];

/// A request that fits only in several pieces.
const LARGE: [u32; 2] = [3, 7];

/// The largest scale of the machine, for strategies that use large pages.
const LARGEST_SCALE: u32 = 4;

/// Sizes of the jobs on a partitioned machine. All its busy nodes belong to partitions, so it cannot start from
/// [`MESH`].
const PARTITIONED: [u32; 4] = [16, 4, 2, 1];

/// A partly busy machine, and the results of some requests on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Demonstration {
    /// The machine, of two dimensions.
    pub machine: Machine,
    /// The busy nodes: a block for each job or each piece of a job.
    pub busy: Vec<Block>,
    /// The requests, each on the machine in the state above.
    pub attempts: Vec<Attempt>,
}

/// A request and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// The request.
    pub request: Request,
    /// The blocks it gets, in the order in which they are taken; none if it must wait.
    pub blocks: Vec<Block>,
}

/// The reason why a strategy has no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DemonstrationError {
    /// There is no such strategy.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The strategy only counts processors.
    #[error("there is no picture of {0}: its processors have no place")]
    NoPlaces(String),
    /// The strategy serves no request on the machines of pictures.
    #[error("there is no picture of {0}: it needs a larger machine")]
    NoRoom(String),
    /// The strategy refuses the machines of pictures.
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
    /// The demonstration of the strategy with this full name; it is the same each time.
    ///
    /// Fails if there is no such strategy, if its processors have no place, or if no small machine of two dimensions
    /// suits it.
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

    /// Starts from the busy nodes of [`MESH`], each scaled to `scale` nodes a side.
    fn meshed(choice: &Choice, scale: u32) -> Result<Demonstration, DemonstrationError> {
        let side = MESH.len() as u32 * scale;
        let machine = Machine::mesh(&[side, side]);
        let is_busy = |node: u32| {
            let place = machine.coordinates(node);
            MESH[MESH.len() - 1 - (place[1] / scale) as usize].as_bytes()[(place[0] / scale) as usize] == b'#'
        };
        let mut allocator = make(choice, &machine)?;
        // Any strategy fills a machine with the smallest jobs. Then every job without a node that must stay busy is
        // released.
        let held = fill(allocator.as_mut());
        if held.iter().any(|job| job.blocks.is_empty()) {
            return Err(DemonstrationError::NoPlaces(choice.name.clone()));
        }
        let stays = |job: &Allocation| job.blocks.iter().any(|block| block.nodes(&machine).any(is_busy));
        let (stay, go): (Vec<_>, Vec<_>) = held.into_iter().partition(stays);
        go.iter().for_each(|job| allocator.release(job));
        Ok(Demonstration::attempt(choice, machine, allocator.as_ref(), &stay, scale))
    }

    /// Uses a torus with jobs of the sizes of [`PARTITIONED`].
    fn partitioned(choice: &Choice) -> Result<Demonstration, DemonstrationError> {
        let machine = Machine::torus(&[8, 8]);
        let mut allocator = make(choice, &machine)?;
        let requests = PARTITIONED.map(Request::processors);
        let held: Vec<_> = requests.iter().filter_map(|request| place(allocator.as_mut(), request)).collect();
        Ok(Demonstration::attempt(choice, machine, allocator.as_ref(), &held, 1))
    }

    /// The results of the requests, each tried on a copy of the machine.
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
            let request = Request::new(sides.iter().product(), extents);
            let blocks =
                place(allocator.fork().as_mut(), &request).map_or(Vec::new(), |job| job.blocks.iter().collect());
            Attempt { request, blocks }
        });
        let busy = held.iter().flat_map(|job| job.blocks.iter()).collect();
        Demonstration { machine, busy, attempts: attempts.into() }
    }

    /// The machine in words: its kind, and how much of it is busy.
    pub fn scene(&self) -> String {
        let extents: Vec<_> = self.machine.extents().iter().map(u32::to_string).collect();
        let kind = if self.machine.rings()[0] { "torus" } else { "mesh" };
        let busy: u32 = self.busy.iter().map(Block::volume).sum();
        format!("{} {kind}, {busy} of {} nodes busy (grey).", extents.join("x"), self.machine.node_count())
    }
}

impl Attempt {
    /// The request and its result in words.
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

/// Serves a request as the simulator does, or changes nothing.
fn place(allocator: &mut dyn Allocator, request: &Request) -> Option<Allocation> {
    let effective = allocator.effective(request);
    allocator.allocate(&effective)
}

/// Places jobs of one node until no further job fits.
fn fill(allocator: &mut dyn Allocator) -> Vec<Allocation> {
    let request = Request::new(1, Some(Coordinates::new(&[1, 1])));
    std::iter::from_fn(|| place(allocator, &request)).collect()
}

#[cfg(test)]
mod tests;
