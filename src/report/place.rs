//! The nodes that one job gets on a cluster of which some nodes are free, as `subtorus place` prints them and as the page
//! shows them (docs/semantics.md 11).

mod page;
mod picture;
mod table;

pub use page::{PlaceReport, PlaceWish};
pub use picture::{PictureTitle, PlacePicture, PlaceStrategy};

use crate::allocation::catalogue::{self, Setting};
use crate::allocation::entry::whole;
use crate::allocation::free_set::FreeSet;
use crate::allocation::{Allocator, NameError, OutOfService, Refusal, Unsuitable};
use crate::diagnostic::{Explain, shortened};
use crate::machine::{Block, Coordinates, Machine};
use crate::topology::{Topology, hostlist};
use crate::workload::{Grouping, Request};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A job and the free nodes, as the flags of `subtorus place`. What is left out has the default of its flag.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlaceQuestion {
    /// The free nodes by their numbers, such as `0-7,10`; no node if the text is empty.
    pub free: Option<String>,
    /// The nodes that the job asks for.
    pub nodes: Option<String>,
    /// The nodes of a segment.
    pub segment: Option<String>,
    /// `spread`, `consolidate` or both, joined by `+`.
    pub flags: Option<String>,
    /// The strategy; Slurm's for the topology if it is left out.
    pub allocation: Option<String>,
    /// Whether the job and its segments get the smallest placement that holds them.
    pub round_up: bool,
    /// Whether Slurm's strategy for a tree spreads the job as for a dragonfly.
    pub dragonfly: bool,
}

/// A question that has no answer. The place is the name of a flag.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlaceError {
    /// A number of nodes was expected.
    #[error("'{}' is not a whole number from 1", shortened(text))]
    NotWhole {
        /// The flag.
        flag: &'static str,
        /// The given text.
        text: String,
    },
    /// A flag of the job is unknown.
    #[error("'{}' is no flag", shortened(.0))]
    Flags(String),
    /// A part of the list of free nodes is wrong.
    #[error("'{}' is no run of nodes", shortened(part))]
    Free {
        /// The part.
        part: String,
        /// The number of the last node.
        last: u32,
    },
    /// No strategy has that name.
    #[error(transparent)]
    Strategy(#[from] NameError),
    /// The strategy cannot manage the cluster.
    #[error(transparent)]
    Unsuitable(#[from] Unsuitable),
    /// The strategy cannot leave nodes out.
    #[error("'{0}' has no rule for nodes that are not free")]
    OnlyFree(String),
    /// The strategy never places such a job.
    #[error("{}", .0.meaning())]
    Refused(Refusal),
}

impl Explain for PlaceError {
    fn passed_on(&self) -> Option<&dyn Explain> {
        match self {
            PlaceError::Strategy(error) => Some(error),
            PlaceError::Unsuitable(error) => Some(error),
            _ => None,
        }
    }

    fn place(&self) -> String {
        let flag = match self {
            PlaceError::NotWhole { flag, .. } => flag,
            PlaceError::Flags(_) => "flags",
            PlaceError::Free { .. } => "free",
            PlaceError::Strategy(_) | PlaceError::Unsuitable(_) | PlaceError::OnlyFree(_) => "allocation",
            PlaceError::Refused(_) => "",
        };
        flag.into()
    }

    fn expected(&self) -> String {
        match self {
            PlaceError::Flags(_) => "spread, consolidate or spread+consolidate".into(),
            PlaceError::Free { last, .. } => format!("numbers from 0 to {last}, such as 0-7,10"),
            PlaceError::OnlyFree(_) => "one with such a rule".into(),
            _ => self.passed_on().map_or_else(String::new, Explain::expected),
        }
    }
}

/// The answer for a job: the nodes that it gets, or that it waits.
pub struct Placed<'a> {
    topology: &'a Topology,
    allocator: Box<dyn Allocator>,
    request: Request,
    free: FreeSet,
    fits_when_empty: bool,
    nodes: Option<Vec<Range<u32>>>,
}

impl PlaceQuestion {
    /// The answer on a topology. Fails if a flag is wrong, or if the strategy never places such a job. A job that does not
    /// fit now waits, even if it never fits.
    pub fn answer<'a>(&self, topology: &'a Topology) -> Result<Placed<'a>, PlaceError> {
        let count = topology.nodes.len() as u32;
        let machine = Machine::mesh(&[count]);
        let (name, mut allocator) = self.empty(topology, &machine)?;
        let free = free_nodes(self.free.as_deref(), count)?;
        let request = self.request();
        let fits_when_empty = request.as_ref().is_ok_and(|request| allocator.refusal(request).is_none());
        let busy = (0..count).filter(|node| !free.is_free(*node));
        let single = |node| Block { base: Coordinates::new(&[node]), extents: Coordinates::new(&[1]) };
        let busy = OutOfService::new(&machine, busy.map(single).collect()).expect("all nodes lie on the machine");
        if !busy.nodes().is_empty() && !allocator.take_out_of_service(&busy) {
            return Err(PlaceError::OnlyFree(name));
        }
        let request = request?;
        if let Some(refusal) = allocator.refusal(&request).filter(|refusal| *refusal != Refusal::TooLarge) {
            return Err(PlaceError::Refused(refusal));
        }
        let allocation = allocator.allocate(&allocator.effective(&request));
        let nodes = allocation.map(|allocation| allocation.blocks.stretches().to_vec());
        Ok(Placed { topology, allocator, request, free, fits_when_empty, nodes })
    }

    /// The strategy with all nodes free, and its name.
    fn empty(&self, topology: &Topology, machine: &Machine) -> Result<(String, Box<dyn Allocator>), PlaceError> {
        let dragonfly = if self.dragonfly { "(dragonfly)" } else { "" };
        let of_slurm = || format!("slurm-{}{dragonfly}", topology.kind.name());
        let name = self.allocation.clone().unwrap_or_else(of_slurm);
        let setting = Setting { machine, seed: 1, replication: 0 };
        let allocator = catalogue::find(&name)?.make_on(Some(topology), self.round_up, &setting)?;
        Ok((name, allocator))
    }

    fn request(&self) -> Result<Request, PlaceError> {
        let grouping = Grouping { segment: number("segment", &self.segment)?.unwrap_or(0), ..Grouping::default() };
        let flags = self.flags.as_deref().unwrap_or_default();
        let grouping = grouping.with_flags(flags).ok_or_else(|| PlaceError::Flags(flags.into()))?;
        Ok(Request { grouping, ..Request::processors(number("nodes", &self.nodes)?.unwrap_or(1)) })
    }
}

impl Placed<'_> {
    /// The nodes.
    fn chosen(&self) -> impl Iterator<Item = u32> {
        self.nodes.iter().flatten().cloned().flatten()
    }

    /// The nodes as a list of runs such as `7,32-35`, or `waits`.
    pub fn runs(&self) -> String {
        self.nodes.as_ref().map_or("waits".into(), |runs| runs_text(runs.iter().cloned()))
    }

    /// The names of the nodes as a hostlist, or `waits`.
    pub fn names(&self) -> String {
        match self.nodes {
            None => "waits".into(),
            Some(_) => hostlist::fold(self.chosen().map(|node| &*self.topology.nodes[node as usize])),
        }
    }
}

/// Runs of nodes as `--free` reads them: `0-7,10`.
fn runs_text(runs: impl Iterator<Item = Range<u32>>) -> String {
    let text =
        |run: Range<u32>| if run.len() == 1 { run.start.to_string() } else { format!("{}-{}", run.start, run.end - 1) };
    runs.map(text).collect::<Vec<_>>().join(",")
}

/// The free ones of this many nodes: all without a text, none if it is empty.
fn free_nodes(text: Option<&str>, count: u32) -> Result<FreeSet, PlaceError> {
    let Some(text) = text else { return Ok(FreeSet::all(count)) };
    let mut free = FreeSet::none(count);
    for part in text.split(',').map(str::trim).filter(|_| !text.trim().is_empty()) {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let node = |text: &str| whole("node", text.trim(), 0..=count.saturating_sub(1)).ok();
        let run = node(first).zip(node(last)).filter(|(first, last)| first <= last);
        let (first, last) = run.ok_or_else(|| PlaceError::Free { part: part.into(), last: count.saturating_sub(1) })?;
        for node in first..=last {
            if !free.is_free(node) {
                free.give_back(node);
            }
        }
    }
    Ok(free)
}

fn number(flag: &'static str, text: &Option<String>) -> Result<Option<u32>, PlaceError> {
    let Some(text) = text else { return Ok(None) };
    whole(flag, text, 1..=u32::MAX).map(Some).map_err(|_| PlaceError::NotWhole { flag, text: text.clone() })
}

#[cfg(test)]
mod tests;
