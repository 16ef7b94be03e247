//! A machine under one of the rules: the state, and the answers of an allocator.

use super::block::Blocks;
use super::flat::Flat;
use super::ring::Rings;
use super::torus3d::Tori;
use super::tree::Tree;
use super::{Demand, Rule};
use crate::allocation::copying::{Workspace, clone_by_field};
use crate::allocation::free_set::FreeSet;
use crate::allocation::pages::{FreePages, Pages};
use crate::allocation::{Allocation, Allocator, OutOfService, Refusal};
use crate::machine::Machine;
use crate::sorting::distinct;
use crate::topology::{Kind, Topology};
use crate::workload::Request;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What a site decides about placement, besides the topology.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Whether jobs get the smallest box that holds them.
    pub round_up: bool,
    /// Whether a tree spreads jobs as a dragonfly wants it.
    pub dragonfly: bool,
}

/// The answers for one set of free nodes.
#[derive(Clone, Default)]
struct Known {
    free: FreeSet,
    places: FxHashMap<Demand, Option<Rc<[u32]>>>,
}

/// A machine of which jobs get whole nodes by one of the rules.
pub struct Slurm {
    rule: Rc<dyn Rule>,
    /// What the rule follows, if that is a topology of Slurm.
    topology: Option<Rc<Topology>>,
    /// The nodes by their numbers in the topology.
    nodes: FreePages,
    /// The score of fragmentation without free nodes.
    full: Option<u64>,
    known: Workspace<Known>,
}

clone_by_field!(Slurm { rule, topology, nodes, full, known });

impl Slurm {
    /// All nodes of a topology, free. `nodes` has the same number of nodes.
    pub fn new(topology: &Topology, terms: Terms, nodes: Rc<Pages>) -> Slurm {
        let count = nodes.count();
        let rule: Rc<dyn Rule> = match topology.kind.clone() {
            Kind::Torus3d(tori) => Rc::new(Tori::new(tori, count, terms.round_up)),
            Kind::Ring(rings) => Rc::new(Rings::new(rings)),
            Kind::Block(racks) => Rc::new(Blocks::new(racks)),
            Kind::Tree(switches) => Rc::new(Tree::new(switches, terms.dragonfly)),
            Kind::Flat => Rc::new(Flat),
        };
        Slurm { topology: Some(Rc::new(topology.clone())), ..Slurm::of_rule(rule, nodes) }
    }

    /// All nodes, free, under a rule for as many.
    pub fn of_rule(rule: Rc<dyn Rule>, nodes: Rc<Pages>) -> Slurm {
        let full = rule.score(&FreeSet::none(nodes.count()));
        Slurm { rule, topology: None, nodes: FreePages::new(nodes), full, known: Workspace::default() }
    }

    /// A machine of which only these nodes of a topology are free.
    pub fn with_free(topology: &Topology, terms: Terms, free: &[u32]) -> Slurm {
        let nodes = Pages::by_index(&Machine::mesh(&[topology.nodes.len() as u32]), 1);
        let mut slurm = Slurm::new(topology, terms, nodes);
        slurm.nodes.free = FreeSet::of(slurm.nodes.pages.count(), free.iter().copied());
        slurm
    }

    /// The topology that it follows, and its nodes by their numbers there.
    pub fn topology(&self) -> Option<(&Topology, &Rc<Pages>)> {
        Some((self.topology.as_deref()?, &self.nodes.pages))
    }

    /// The free nodes, by their numbers in the topology.
    pub fn free(&self) -> &FreeSet {
        &self.nodes.free
    }

    /// The number of parts that a request has, and their size; `None` if it is refused.
    pub fn parts(&self, request: &Request) -> Option<(u32, u32)> {
        self.rule.effective(Demand::of(request)).ok().map(|demand| demand.parts())
    }

    /// The nodes for an effective demand, in any order. Questions about the same free nodes are answered from memory.
    fn place(&self, demand: &Demand) -> Option<Rc<[u32]>> {
        let free = &self.nodes.free;
        if demand.nodes > free.count() {
            return None;
        }
        let known = &mut *self.known.borrow_mut();
        if known.free != *free {
            known.free.clone_from(free);
            known.places.clear();
        }
        let place = || self.rule.place(free, demand).map(Rc::from);
        known.places.entry(*demand).or_insert_with(place).clone()
    }
}

impl Allocator for Slurm {
    fn free_processors(&self) -> u32 {
        self.nodes.free.count()
    }

    fn effective(&self, request: &Request) -> Request {
        let demand = Demand::of(request);
        let Demand { nodes, grouping } = self.rule.effective(demand).unwrap_or(demand);
        Request { grouping, ..Request::processors(nodes) }
    }

    fn fits(&self, request: &Request) -> bool {
        let fits = |demand: Demand| {
            let free = &self.nodes.free;
            let quick = if demand.nodes > free.count() { Some(false) } else { self.rule.fits(free, &demand) };
            quick.unwrap_or_else(|| self.place(&demand).is_some())
        };
        self.rule.effective(Demand::of(request)).is_ok_and(fits)
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        let demand = self.rule.effective(Demand::of(request)).ok()?;
        let nodes = self.place(&demand)?;
        let taken = FreeSet::of(self.nodes.pages.count(), nodes.iter().copied());
        Some(self.nodes.take(taken.runs().collect()))
    }

    fn release(&mut self, allocation: &Allocation) {
        self.nodes.release(allocation);
    }

    fn refusal(&self, request: &Request) -> Option<Refusal> {
        match self.rule.effective(Demand::of(request)) {
            Ok(demand) => self.place(&demand).is_none().then_some(Refusal::TooLarge),
            Err(refusal) => Some(refusal),
        }
    }

    fn groups(&self, allocation: &Allocation) -> Option<u32> {
        let nodes = allocation.blocks.stretches().iter().cloned().flatten();
        Some(distinct(nodes.map(|node| self.rule.group_of(node))).len() as u32)
    }

    fn arrangement(&self) -> Option<Machine> {
        self.rule.arrangement(self.nodes.pages.count())
    }

    fn fragmentation(&self) -> Option<(u64, u64)> {
        Some((self.rule.score(&self.nodes.free)?, self.full?))
    }

    fn can_hold(&self) -> bool {
        true
    }

    fn hold(&mut self, allocation: &Allocation, _: &dyn Allocator) -> Option<Allocation> {
        Some(self.nodes.take(allocation.blocks.stretches().to_vec()))
    }

    fn holds_alike(&mut self, held: &Allocation, _: &dyn Allocator, held_there: &Allocation) -> bool {
        held.blocks.stretches() == held_there.blocks.stretches()
    }

    fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        self.nodes.take_out_of_service(down)
    }
}
