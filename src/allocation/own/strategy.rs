//! The allocator of an own strategy. It checks every answer of the code against the machine.
//!
//! A violation of the rules cannot be returned at its place, because the scheduler's questions have only yes and no as
//! answers. It is stored, and the event loop asks for it ([`Allocator::violation`]) at each instant. Until then the
//! strategy goes on by count, on the first free nodes.

use super::violation::{CodeException, ContractViolation, Rule, ViolationReport};
use super::{CodeCall, Engine, OwnName};
use crate::allocation::{Allocation, Allocator};
use crate::machine::{Block, Coordinates, Machine};
use crate::workload::Request;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The place of a request: blocks, or none.
type CodePlacement = Option<Vec<Block>>;

/// The data that a machine and its copies share.
struct Shared {
    name: OwnName,
    engine: Rc<dyn Engine>,
    machine: Machine,
    /// The first violation, on the machine or on a copy of it.
    violation: RefCell<Option<ContractViolation>>,
    /// The effective request of each request.
    effective: RefCell<HashMap<Request, Request>>,
    /// The answers on the empty machine. A request accepted there stays accepted.
    when_empty: RefCell<HashMap<Request, CodePlacement>>,
}

/// A machine under a user's code. A copy asks the same code, but does not report releases to it.
pub struct CodeAllocator {
    shared: Rc<Shared>,
    /// 1 for each free node, 0 for the others.
    free: Vec<u8>,
    count: u32,
    /// Whether this is the machine itself, not a copy.
    is_original: bool,
    /// The last question in this state of the machine, and its answer.
    known: RefCell<Option<(Request, CodePlacement)>>,
}

impl Clone for CodeAllocator {
    fn clone(&self) -> CodeAllocator {
        let (shared, free, known) = (self.shared.clone(), self.free.clone(), self.known.clone());
        CodeAllocator { shared, free, count: self.count, is_original: false, known }
    }

    fn clone_from(&mut self, other: &CodeAllocator) {
        self.free.clone_from(&other.free);
        self.count = other.count;
        self.known.replace(None);
    }
}

impl CodeAllocator {
    /// The code of this name on an empty machine. `None` if the code is not present; fails if it cannot be read.
    pub fn new(
        name: &OwnName,
        engine: Rc<dyn Engine>,
        machine: &Machine,
    ) -> Result<Option<CodeAllocator>, Box<ViolationReport>> {
        let free = vec![1; machine.node_count() as usize];
        let unreadable = |thrown: CodeException| {
            let violation = ContractViolation { rule: Rule::Unreadable(thrown), request: None };
            Box::new(ViolationReport { strategy: name.to_string(), job: None, violation })
        };
        if engine.ask(&name.digest, CodeCall::Load, machine, &free, &[]).map_err(unreadable)?.is_none() {
            return Ok(None);
        }
        let shared = Rc::new(Shared {
            name: name.clone(),
            engine,
            machine: machine.clone(),
            violation: RefCell::default(),
            effective: RefCell::default(),
            when_empty: RefCell::default(),
        });
        Ok(Some(CodeAllocator { shared, count: free.len() as u32, free, is_original: true, known: RefCell::default() }))
    }

    /// The numbers of a request in the form that the code gets.
    fn numbers(request: &Request) -> Vec<f64> {
        let extents = request.extents.iter().flat_map(|extents| extents.iter());
        std::iter::once(&request.processors).chain(extents).map(|&number| f64::from(number)).collect()
    }

    /// Asks the code. An error of the code is a violation.
    fn ask(&self, asked: CodeCall, numbers: &[f64]) -> Result<Option<Vec<f64>>, Rule> {
        let Shared { name, engine, machine, .. } = &*self.shared;
        let failed = |thrown| Rule::Failed { function: asked.name(), thrown };
        engine.ask(&name.digest, asked, machine, &self.free, numbers).map_err(failed)
    }

    /// Stores the first violation.
    fn note(&self, rule: Rule, request: Option<Request>) {
        self.shared.violation.borrow_mut().get_or_insert(ContractViolation { rule, request });
    }

    fn is_broken(&self) -> bool {
        self.shared.violation.borrow().is_some()
    }

    /// The same on the empty machine, where a request is accepted or refused for good. The code is asked twice.
    fn first_answer(&self, request: &Request) -> Result<CodePlacement, Rule> {
        let [first, second] = [self.answer(request)?, self.answer(request)?];
        if first != second {
            return Err(Rule::TwoAnswers { first: spoken(&first), second: spoken(&second) });
        }
        Ok(first)
    }

    /// The code's place for a request now, asked again and checked.
    fn answer(&self, request: &Request) -> Result<CodePlacement, Rule> {
        let Some(numbers) = self.ask(CodeCall::Allocate, &CodeAllocator::numbers(request))? else { return Ok(None) };
        let blocks = self.blocks(&numbers)?;
        self.check(&blocks, request.processors)?;
        Ok(Some(blocks))
    }

    /// The same, from the remembered answer if it applies. A violation is stored, and any free place is given instead.
    fn place(&self, request: &Request) -> CodePlacement {
        if let Some((_, answer)) = self.known.borrow().as_ref().filter(|(known, _)| known == request) {
            return answer.clone();
        }
        let is_empty = self.count == self.shared.machine.node_count();
        if is_empty && let Some(answer) = self.shared.when_empty.borrow().get(request) {
            return answer.clone();
        }
        let asked = if is_empty { self.first_answer(request) } else { self.answer(request) };
        let answer = asked.unwrap_or_else(|rule| {
            self.note(rule, Some(*request));
            Some(self.first_free(request.processors))
        });
        if is_empty {
            self.shared.when_empty.borrow_mut().insert(*request, answer.clone());
        }
        self.known.replace(Some((*request, answer.clone())));
        answer
    }

    /// The blocks of an answer: base and extents of each, one after the other.
    fn blocks(&self, numbers: &[f64]) -> Result<Vec<Block>, Rule> {
        let machine = &self.shared.machine;
        let dimensions = machine.dimensions();
        if numbers.is_empty() || !numbers.len().is_multiple_of(2 * dimensions) {
            return Err(Rule::NoList);
        }
        let count = numbers.len() / (2 * dimensions);
        let whole = |number: &f64| {
            (number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(number)).then_some(*number as u32)
        };
        let read = |(position, given): (usize, &[f64])| {
            let all: Option<Vec<u32>> = given.iter().map(whole).collect();
            let sound = all.filter(|all| all[dimensions..].iter().all(|&extent| extent > 0));
            let Some(all) = sound else {
                let given = given.iter().map(f64::to_string).collect::<Vec<_>>().join(", ");
                return Err(Rule::NoBlock { number: position + 1, count, given });
            };
            let (base, extents) = all.split_at(dimensions);
            let block = Block { base: Coordinates::new(base), extents: Coordinates::new(extents) };
            if block.lies_on(machine) {
                Ok(block)
            } else {
                Err(Rule::Outside { block: block.to_string(), machine: machine.to_string() })
            }
        };
        numbers.chunks(2 * dimensions).enumerate().map(read).collect()
    }

    /// Checks that blocks inside the machine are free and disjoint, and have the right number of nodes.
    fn check(&self, blocks: &[Block], wanted: u32) -> Result<(), Rule> {
        let machine = &self.shared.machine;
        // Stops early, because an answer could have far too many nodes to count.
        let given = blocks.iter().fold(0u32, |sum, block| sum.saturating_add(block.volume()));
        let mut left = if given <= machine.node_count() { self.free.clone() } else { Vec::new() };
        for block in blocks.iter().take(if left.is_empty() { 0 } else { blocks.len() }) {
            for node in block.nodes(machine) {
                if left[node as usize] == 0 {
                    let (block, at) = (block.to_string(), machine.coordinates(node).joined(","));
                    return Err(Rule::Taken { block, node: at, twice: self.free[node as usize] == 1 });
                }
                left[node as usize] = 0;
            }
        }
        if given == wanted { Ok(()) } else { Err(Rule::Count { given, wanted }) }
    }

    /// This many free nodes, one block each.
    fn first_free(&self, count: u32) -> Vec<Block> {
        let machine = &self.shared.machine;
        let one = Coordinates::splat(1, machine.dimensions());
        let free = (0..).zip(&self.free).filter(|(_, free)| **free == 1).map(|(node, _)| node);
        free.take(count as usize).map(|node| Block { base: machine.coordinates(node), extents: one }).collect()
    }

    fn mark(&mut self, blocks: &[Block], free: u8) {
        for node in blocks.iter().flat_map(|block| block.nodes(&self.shared.machine)) {
            self.free[node as usize] = free;
        }
        self.known.replace(None);
    }

    /// The effective request: the processors that the code says, or the whole box.
    fn comes_to(&self, request: &Request) -> Result<Request, Rule> {
        let most = self.shared.machine.node_count();
        let volume = request.extents.map_or(request.processors, |extents| extents.iter().product());
        let usual = Request { processors: volume, ..*request };
        if volume > most {
            return Ok(usual);
        }
        let numbers = CodeAllocator::numbers(request);
        let [first, second] = [self.ask(CodeCall::Effective, &numbers)?, self.ask(CodeCall::Effective, &numbers)?];
        let Some(given) = first.clone() else { return Ok(usual) };
        let wrong = |given: String| Rule::Effective { given, least: request.processors, most };
        let whole =
            |number: f64| number.fract() == 0.0 && (f64::from(request.processors)..=f64::from(most)).contains(&number);
        match (&given[..], first == second) {
            (&[number], true) if whole(number) => Ok(Request { processors: number as u32, ..*request }),
            (&[number], true) => Err(wrong(number.to_string())),
            (_, true) => Err(wrong("no number of".into())),
            _ => Err(wrong("now this, now that number of".into())),
        }
    }
}

fn spoken(answer: &CodePlacement) -> String {
    let Some(blocks) = answer else { return "none".into() };
    blocks.iter().map(Block::to_string).collect::<Vec<_>>().join(" ")
}

impl Allocator for CodeAllocator {
    fn free_processors(&self) -> u32 {
        self.count
    }

    /// The whole box, or the code's answer for the request. It keeps its extents in any case.
    fn effective(&self, request: &Request) -> Request {
        if let Some(known) = self.shared.effective.borrow().get(request) {
            return *known;
        }
        let effective = self.comes_to(request).unwrap_or_else(|rule| {
            self.note(rule, Some(*request));
            *request
        });
        self.shared.effective.borrow_mut().insert(*request, effective);
        effective
    }

    /// Whether the code finds a place. The code is not asked if too few processors are free.
    fn fits(&self, request: &Request) -> bool {
        request.processors <= self.count && (self.is_broken() || self.place(request).is_some())
    }

    /// The place that the code chooses. The machine itself starts only what fits, and asks again first: the same state
    /// must give the same answer.
    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        if request.processors > self.count {
            return None;
        }
        let mut answer = if self.is_broken() { None } else { self.place(request) };
        if self.is_original && !self.is_broken() {
            match self.answer(request) {
                Ok(again) if again == answer && again.is_some() => {}
                Ok(again) => {
                    let (first, second) = (spoken(&answer), spoken(&again));
                    self.note(Rule::TwoAnswers { first, second }, Some(*request));
                }
                Err(rule) => self.note(rule, Some(*request)),
            }
        }
        if self.is_broken() {
            answer = Some(self.first_free(request.processors));
        }
        let blocks = answer?;
        self.mark(&blocks, 0);
        self.count -= request.processors;
        Some(Allocation { processors: request.processors, blocks: blocks.into(), ticket: 0 })
    }

    fn release(&mut self, allocation: &Allocation) {
        self.mark(allocation.blocks.listed(), 1);
        self.count += allocation.processors;
        if self.is_original && !self.is_broken() {
            let corners = allocation.blocks.listed().iter().flat_map(|Block { base, extents }| [*base, *extents]);
            let numbers: Vec<f64> = corners.flat_map(|corner| corner.to_vec()).map(f64::from).collect();
            if let Err(rule) = self.ask(CodeCall::Release, &numbers) {
                self.note(rule, None);
            }
        }
    }

    fn violation(&self) -> Option<ViolationReport> {
        let violation = self.shared.violation.borrow().clone()?;
        Some(ViolationReport { strategy: self.shared.name.to_string(), job: None, violation })
    }
}
