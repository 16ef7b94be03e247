//! `bl` and `tbl`: the first base on a right border plane (Thesis 2008 chapter 3).

use crate::allocation::busy_list::{BusyList, MarkedBusyList};
use crate::allocation::contiguous::Contiguous;
use crate::allocation::entry::{Entry, Reading, with_defaults};
use crate::allocation::orientations::Rotation;
use crate::allocation::{ArgumentError, Effort, Family};
use crate::names::named;

/// The entries of the catalogue.
pub const ENTRIES: &[Entry] = &[
    Entry {
        name: "bl",
        title: "Busy list",
        family: Family::Contiguous,
        effort: Effort::Search,
        arguments: "search",
        examples: &["bl", "bl(boxes)"],
        summary: "Busy list: slides the request against the right side of a busy box or the machine's edge, never rotated. Succeeds exactly when first fit does; (boxes) computes it as the thesis does.",
        source: "Thesis 2008, chapter 3",
        colour: 7,
        wants_extents: true,
        read: |arguments| read(arguments, Rotation::Never),
        ..Entry::COMMON
    },
    Entry {
        name: "tbl",
        title: "Busy list, turning",
        family: Family::Contiguous,
        effort: Effort::Search,
        arguments: "search",
        examples: &["tbl", "tbl(boxes)"],
        summary: "Turning busy list: the busy list, and where the request does not fit as it is, rotated the first way that does. (boxes) computes it as the thesis does, at a cost that grows with the jobs and not with the machine.",
        source: "Thesis 2008, chapter 3",
        colour: 8,
        wants_extents: true,
        read: |arguments| read(arguments, Rotation::Tried),
        ..Entry::COMMON
    },
];

named! {
    /// The search for bases; the answers are the same.
    Search, "search" {
        /// Looks up the planes among the bases of all free boxes.
        Bits = "bits",
        /// Subtracts boxes from boxes, as in the thesis.
        Boxes = "boxes",
    }
}

fn read(arguments: &[&str], rotation: Rotation) -> Result<Reading, ArgumentError> {
    let [search] = with_defaults(arguments, [Search::Bits.name()])?;
    Ok(match search.parse()? {
        Search::Bits => Reading::new(String::new(), move |setting| {
            Ok(Contiguous::new(MarkedBusyList::new(setting.machine), rotation))
        }),
        Search::Boxes => Reading::new(Search::Boxes.to_string(), move |setting| {
            Ok(Contiguous::new(BusyList::new(setting.machine), rotation))
        }),
    })
}
