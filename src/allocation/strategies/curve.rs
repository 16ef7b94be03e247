//! `curve(order,fit)`: processors along a curve; a job takes a run of free ones (Thesis 2008 section 2.2.2).
//!
//! Nodes that are close on the curve are close on the machine, so a run without a gap is good. If there is none, the
//! free nodes within the shortest stretch of the curve are the next best. Wrap-around links are ignored.

use crate::allocation::copying::clone_by_field;
use crate::allocation::entry::{Entry, Reading, with_defaults};
use crate::allocation::node_order::NodeOrder;
use crate::allocation::pages::{FreePages, Pages};
use crate::allocation::{Allocation, Allocator, ArgumentError, Effort, Family, OutOfService, Requirement};
use crate::machine::Machine;
use crate::names::named;
use crate::workload::Request;

/// The curves that the literature tries.
pub const CURVES: &[NodeOrder] = &[NodeOrder::Snake, NodeOrder::Hilbert, NodeOrder::HIndex];

named! {
    /// Which run of free nodes a job gets, among those that are long enough.
    Fit, "fit" {
        /// The first.
        First = "first",
        /// The shortest, ties to the first.
        Best = "best",
    }
}

/// The entry of the catalogue.
pub const ENTRIES: &[Entry] = &[Entry {
    name: "curve",
    title: "Curve",
    family: Family::NonContiguous,
    effort: Effort::Stretches,
    arguments: "order,fit",
    examples: &[
        "curve(hilbert,best)",
        "curve(hilbert,first)",
        "curve(h-index,best)",
        "curve(h-index,first)",
        "curve(snake,best)",
        "curve(snake,first)",
    ],
    summary: "Nodes along a curve (snake, hilbert or h-index); a job takes the first or the best run of free ones that \
              is long enough. Where there is none, it takes the free nodes within the shortest stretch of the curve.",
    source: "Thesis 2008, section 2.2.2",
    colour: 3,
    instead: "curve(snake,best)",
    read,
    ..Entry::COMMON
}];

fn read(arguments: &[&str]) -> Result<Reading, ArgumentError> {
    let [order, fit] = with_defaults(arguments, [NodeOrder::Hilbert.name(), Fit::Best.name()])?;
    let order = NodeOrder::among(CURVES, order)?;
    let fit: Fit = fit.parse()?;
    Ok(Reading::new(format!("{order},{fit}"), move |setting| CurveAllocation::new(setting.machine, order, fit)))
}

/// A machine under `curve`. Allocating costs O(runs of free nodes along the curve). Releasing costs O(stretches of it
/// that were taken). Both also cost O(nodes / 64).
pub struct CurveAllocation {
    /// The nodes, numbered by their ranks on the curve.
    curve: FreePages,
    fit: Fit,
}

clone_by_field!(CurveAllocation { curve, fit });

impl CurveAllocation {
    /// All of `machine`, free. Fails if the order fails.
    pub fn new(machine: &Machine, order: NodeOrder, fit: Fit) -> Result<CurveAllocation, Requirement> {
        Ok(CurveAllocation { curve: FreePages::new(Pages::in_order(machine, 1, order)?), fit })
    }

    /// The first rank of the next `wanted` free nodes. At least this many must be free.
    fn start(&self, wanted: u32) -> Option<u32> {
        let shortest_run =
            || self.curve.free.runs().filter(|run| run.len() >= wanted as usize).min_by_key(|run| run.len());
        match self.fit {
            Fit::First => self.least_span(wanted),
            Fit::Best => shortest_run().map(|run| run.start).or_else(|| self.least_span(wanted)),
        }
    }

    /// The start of the first stretch of the curve with the least span and `wanted` free nodes. If there is a long
    /// enough run, this is the first one.
    ///
    /// The stretch starts at the start of a run. From any other start, one rank lower would be as good.
    fn least_span(&self, wanted: u32) -> Option<u32> {
        let mut ahead = self.curve.free.runs();
        let (mut held, mut end) = (0, 0);
        let (mut least, mut start) = (u32::MAX, None);
        for first in self.curve.free.runs() {
            while held < wanted {
                let Some(run) = ahead.next() else { return start };
                held += run.len() as u32;
                end = run.end;
            }
            // The last run extends beyond the last taken node.
            let span = end - (held - wanted) - first.start;
            if span < least {
                (least, start) = (span, Some(first.start));
            }
            if span == wanted {
                break;
            }
            held -= first.len() as u32;
        }
        start
    }
}

impl Allocator for CurveAllocation {
    fn needs_only_a_count(&self) -> bool {
        true
    }

    fn free_processors(&self) -> u32 {
        self.curve.free.count()
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        if !self.fits(request) {
            return None;
        }
        let start = self.start(request.processors)?;
        Some(self.curve.take_first(start, request.processors))
    }

    fn release(&mut self, allocation: &Allocation) {
        self.curve.release(allocation);
    }

    fn take_out_of_service(&mut self, down: &OutOfService) -> bool {
        self.curve.take_out_of_service(down)
    }
}

#[cfg(test)]
mod tests;
