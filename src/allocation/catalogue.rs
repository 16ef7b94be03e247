//! Every allocation strategy by name: what it is called, what it does, where it comes from, how to make one.
//! The page, the command line, the permalink and the property tests read this table and nothing else.
//!
//! A name may carry arguments in parentheses, `curve(hilbert,best)`; those left out have defaults.

mod naming;

pub use naming::{Choice, find, split_list};

use super::adaptive_scan::AdaptiveScan;
use super::adaptive_scan_multiple_buddy::AdaptiveScanMultipleBuddy;
use super::anca::AdaptiveNonContiguous;
use super::best_fit::BestFit;
use super::busy_list::{BusyList, MarkedBusyList};
use super::contiguous::Contiguous;
use super::first_fit::FirstFit;
use super::flat::Flat;
use super::frame_sliding::FrameSliding;
use super::gabl::Gabl;
use super::gen_alg::GenAlg;
use super::midplane::Midplane;
use super::multiple_buddy::MultipleBuddy;
use super::orientations::Rotation;
use super::random::Random;
use super::semitorus::Semitori;
use super::two_dimensional_buddy::TwoDimensionalBuddy;
use super::{Allocator, Family};
use super::{curve, paging};
use crate::machine::Machine;

/// What an allocator is made for.
pub struct Setting<'a> {
    /// The machine, empty.
    pub machine: &'a Machine,
    /// The seed of the experiment, for strategies that draw lots.
    pub seed: u64,
    /// The number of the replication, likewise.
    pub replication: u32,
}

/// Makes an allocator, or says why this machine is not for it.
pub type Maker = Box<dyn Fn(&Setting) -> Result<Box<dyn Allocator>, String>>;

/// The arguments in their canonical form (defaults left out) and the maker, or what is wrong with them.
pub type Reading = Result<(String, Maker), String>;

/// One line of the catalogue.
pub struct Entry {
    /// The name in links, on the command line and in the interface.
    pub name: &'static str,
    /// How the nodes of one job lie to each other.
    pub family: Family,
    /// What may stand in parentheses behind the name, for instance `s,order`; empty for most.
    pub arguments: &'static str,
    /// Full names to offer in menus and to try in tests: all that differ in kind.
    pub examples: &'static [&'static str],
    /// Two sentences for the interface: what it does.
    pub summary: &'static str,
    /// The paper and section it comes from.
    pub source: &'static str,
    /// Whether it places sub-meshes, so that requests must come with extents.
    pub wants_extents: bool,
    /// Reads the arguments.
    pub read: fn(&[&str]) -> Reading,
}

/// The strategies, in the order of the interface.
pub const CATALOGUE: &[Entry] = &[
    Entry {
        name: "ep",
        family: Family::Subtorus,
        arguments: "",
        examples: &["ep"],
        summary: "Equal partition: cuts the smallest sufficient semitorus into equal pieces, as close to cubes as possible. \
                  Jobs get tori of many dimensions, but the machine is quickly left in small pieces.",
        source: "Mao 2005, section 3",
        wants_extents: false,
        read: |arguments| simple(arguments, |setting| Semitori::equal_partition(setting.machine)),
    },
    Entry {
        name: "nep",
        family: Family::Subtorus,
        arguments: "",
        examples: &["nep"],
        summary: "Non-equal partition: halves the smallest sufficient semitorus again and again and keeps the other halves \
                  whole. Leaves the largest possible pieces for later jobs.",
        source: "Mao 2005, section 3",
        wants_extents: false,
        read: |arguments| simple(arguments, |setting| Semitori::non_equal_partition(setting.machine)),
    },
    Entry {
        name: "ff",
        family: Family::Contiguous,
        arguments: "",
        examples: &["ff"],
        summary: "First fit: the lexicographically first free box of the extents asked for, never turned. Finds a box wherever there is one.",
        source: "Thesis 2008, section 2.2.1",
        wants_extents: true,
        read: |arguments| {
            simple(arguments, |setting| Ok(Contiguous::new(FirstFit::new(setting.machine), Rotation::Never)))
        },
    },
    Entry {
        name: "tff",
        family: Family::Contiguous,
        arguments: "",
        examples: &["tff"],
        summary: "Turning first fit: first fit, and where the request does not fit as it is, turned the first way that does. Rotation is worth more than any refinement of the place.",
        source: "Thesis 2008, section 2.2.1",
        wants_extents: true,
        read: |arguments| {
            simple(arguments, |setting| Ok(Contiguous::new(FirstFit::new(setting.machine), Rotation::Tried)))
        },
    },
    Entry {
        name: "bf",
        family: Family::Contiguous,
        arguments: "",
        examples: &["bf"],
        summary: "Best fit: the free box with the most busy nodes and machine edges around it, never turned. Keeps what is left free in one piece.",
        source: "Thesis 2008, section 2.2.1",
        wants_extents: true,
        read: |arguments| {
            simple(arguments, |setting| Ok(Contiguous::new(BestFit::new(setting.machine), Rotation::Never)))
        },
    },
    Entry {
        name: "tbf",
        family: Family::Contiguous,
        arguments: "",
        examples: &["tbf"],
        summary: "Turning best fit: the first orientation that fits at all, and in it the box with the most busy nodes and machine edges around it.",
        source: "Thesis 2008, section 2.2.1",
        wants_extents: true,
        read: |arguments| {
            simple(arguments, |setting| Ok(Contiguous::new(BestFit::new(setting.machine), Rotation::Tried)))
        },
    },
    Entry {
        name: "bl",
        family: Family::Contiguous,
        arguments: "search",
        examples: &["bl", "bl(boxes)"],
        summary: "Busy list: slides the request against the right side of a busy box or the machine's edge, never turned. Succeeds exactly when first fit does; (boxes) computes it as the thesis does.",
        source: "Thesis 2008, chapter 3",
        wants_extents: true,
        read: |arguments| busy_list(arguments, Rotation::Never),
    },
    Entry {
        name: "tbl",
        family: Family::Contiguous,
        arguments: "search",
        examples: &["tbl", "tbl(boxes)"],
        summary: "Turning busy list: the busy list, and where the request does not fit as it is, turned the first way that does. (boxes) computes it as the thesis does, at a cost that grows with the jobs and not with the machine.",
        source: "Thesis 2008, chapter 3",
        wants_extents: true,
        read: |arguments| busy_list(arguments, Rotation::Tried),
    },
    Entry {
        name: "midplane",
        family: Family::Contiguous,
        arguments: "side",
        examples: &["midplane", "midplane(2)"],
        summary: "Midplanes: the machine in cubes of side nodes (8 unless told), of which a job gets whole boxes, first fit with rotation. Quick and tidy, at the price of the processors rounded up.",
        source: "Thesis 2008, section 2.2.1",
        wants_extents: true,
        read: midplane,
    },
    Entry {
        name: "flat",
        family: Family::Yardstick,
        arguments: "",
        examples: &["flat"],
        summary: "Any free processors, wherever they are, as if the machine were fully connected. The yardstick that no \
                  topology can beat.",
        source: "Mao 2005, section 1",
        wants_extents: false,
        read: |arguments| simple(arguments, |setting| Ok(Flat::new(setting.machine))),
    },
    Entry {
        name: "random",
        family: Family::NonContiguous,
        arguments: "",
        examples: &["random"],
        summary: "Free nodes by lot. No fragmentation, and no regard for distance: the yardstick for what closeness is worth.",
        source: "Thesis 2008, section 2.2.2",
        wants_extents: false,
        read: |arguments| {
            simple(arguments, |setting| Ok(Random::new(setting.machine, setting.seed, setting.replication)))
        },
    },
    Entry {
        name: "paging",
        family: Family::NonContiguous,
        arguments: "s,order",
        examples: &[
            "paging(0)",
            "paging(1)",
            "paging(2)",
            "paging(0,snake)",
            "paging(0,shuffled)",
            "paging(0,shuffled-snake)",
        ],
        summary: "The machine in pages of side 2^s; a job takes the first free ones, in the order row, snake, shuffled or \
                  shuffled-snake. Larger pages keep jobs together and waste more of the last page.",
        source: "Thesis 2008, section 2.2.2",
        wants_extents: false,
        read: paging::read,
    },
    Entry {
        name: "curve",
        family: Family::NonContiguous,
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
        wants_extents: false,
        read: curve::read,
    },
    Entry {
        name: "gabl",
        family: Family::NonContiguous,
        arguments: "",
        examples: &["gabl"],
        summary: "The whole shape where tbl finds room for it; else the largest boxes for which there is room, by taking one \
                  off the longest side again and again. Jobs get few large boxes, as close together as the free ones are.",
        source: "Thesis 2008, chapter 4",
        wants_extents: true,
        read: |arguments| simple(arguments, |setting| Ok(Gabl::new(setting.machine))),
    },
    Entry {
        name: "gen-alg",
        family: Family::NonContiguous,
        arguments: "",
        examples: &["gen-alg"],
        summary: "Tries every free node as centre of a cluster of the free nodes nearest to it. The job gets the cluster \
                  with the least mean distance between its nodes.",
        source: "Thesis 2008, section 2.2.2",
        wants_extents: false,
        read: |arguments| simple(arguments, |setting| Ok(GenAlg::new(setting.machine))),
    },
    Entry {
        name: "fs",
        family: Family::Contiguous,
        arguments: "",
        examples: &["fs"],
        summary: "Frame sliding: looks at frames of the request's width and length side by side, from the first free node on. \
                  Quick, but blind to free sub-meshes between its frames.",
        source: "Thesis 2008, section 2.2.1",
        wants_extents: true,
        read: |arguments| {
            simple(arguments, |setting| Ok(Contiguous::new(FrameSliding::new(setting.machine)?, Rotation::Never)))
        },
    },
    Entry {
        name: "as",
        family: Family::Contiguous,
        arguments: "",
        examples: &["as"],
        summary: "Adaptive scan: the first free sub-mesh row by row, as asked for or else turned by a quarter. Finds one \
                  wherever there is one, wrap-around links aside.",
        source: "Thesis 2008, section 2.2.1",
        wants_extents: true,
        read: |arguments| {
            simple(arguments, |setting| Ok(Contiguous::new(AdaptiveScan::new(setting.machine)?, Rotation::Tried)))
        },
    },
    Entry {
        name: "2dbs",
        family: Family::Contiguous,
        arguments: "",
        examples: &["2dbs"],
        summary: "Two-dimensional buddy system: one square of a power of two a side, from a square mesh that is split into \
                  quarters on demand. Simple and quick, at the price of idle processors within and between the squares.",
        source: "Thesis 2008, section 2.2.1",
        wants_extents: true,
        read: |arguments| {
            simple(arguments, |setting| {
                Ok(Contiguous::new(TwoDimensionalBuddy::new(setting.machine)?, Rotation::Never))
            })
        },
    },
    Entry {
        name: "mbs",
        family: Family::NonContiguous,
        arguments: "",
        examples: &["mbs"],
        summary: "Multiple buddy strategy: squares whose sizes are the digits of the processor count in base 4, smaller ones \
                  where large ones are taken. Never wastes a processor and never waits while enough are free.",
        source: "Thesis 2008, section 2.2.2 and appendix A",
        wants_extents: false,
        read: |arguments| simple(arguments, |setting| MultipleBuddy::new(setting.machine)),
    },
    Entry {
        name: "anca",
        family: Family::NonContiguous,
        arguments: "",
        examples: &["anca"],
        summary: "Adaptive non-contiguous allocation: the sub-mesh asked for in one piece, else in two halves, four quarters \
                  and so on, placed all together or not at all. May wait although enough processors are free.",
        source: "Thesis 2008, section 2.2.2",
        wants_extents: true,
        read: |arguments| simple(arguments, |setting| Ok(AdaptiveNonContiguous::new(setting.machine))),
    },
    Entry {
        name: "as-mb",
        family: Family::NonContiguous,
        arguments: "",
        examples: &["as-mb"],
        summary: "Adaptive scan and multiple buddy: one sub-mesh where the scan finds one, else the squares of mbs among the \
                  nodes that are free. Contiguous when it can be, and never waiting while enough processors are free.",
        source: "Thesis 2008, section 2.2.2",
        wants_extents: true,
        read: |arguments| simple(arguments, |setting| AdaptiveScanMultipleBuddy::new(setting.machine)),
    },
];

/// The maker of a strategy without arguments.
fn simple<A: Allocator + 'static>(arguments: &[&str], make: fn(&Setting) -> Result<A, String>) -> Reading {
    if !arguments.is_empty() {
        return Err("takes no arguments".into());
    }
    Ok((String::new(), Box::new(move |setting| Ok(Box::new(make(setting)?)))))
}

/// The arguments of `bl` and `tbl`: which of the two searches.
fn busy_list(arguments: &[&str], rotation: Rotation) -> Reading {
    match arguments {
        [] | ["bits"] => Ok((
            String::new(),
            Box::new(move |setting| Ok(Box::new(Contiguous::new(MarkedBusyList::new(setting.machine), rotation)))),
        )),
        ["boxes"] => Ok((
            "boxes".into(),
            Box::new(move |setting| Ok(Box::new(Contiguous::new(BusyList::new(setting.machine), rotation)))),
        )),
        _ => Err("the search is bits (the default) or boxes".into()),
    }
}

/// The argument of `midplane`: the side of a page.
fn midplane(arguments: &[&str]) -> Reading {
    const THESIS: u32 = 8;
    let wrong = "the side of a midplane is a whole number from 1";
    let side = match arguments {
        [] => THESIS,
        [side] => side.parse().ok().filter(|&side| side > 0).ok_or(wrong)?,
        _ => return Err(wrong.into()),
    };
    let canonical = if side == THESIS { String::new() } else { side.to_string() };
    let make: Maker =
        Box::new(move |setting| Ok(Box::new(Contiguous::new(Midplane::new(setting.machine, side)?, Rotation::Tried))));
    Ok((canonical, make))
}

impl Entry {
    /// The name with what may follow in parentheses.
    pub fn full_form(&self) -> String {
        if self.arguments.is_empty() { self.name.into() } else { format!("{}({})", self.name, self.arguments) }
    }
}
