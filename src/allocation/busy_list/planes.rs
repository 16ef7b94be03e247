//! The border planes that the bases of one box are on, while such boxes are taken one after the other.
//!
//! What is taken is in the way of other bases, and has a border plane of its own; nothing else changes. So the boxes that bases touch
//! are looked up once, and from then on only who touches what was taken last.

use super::marked::MarkedBusyList;
use super::owners::Touched;
use crate::allocation::free_nodes::Bases;
use crate::machine::{Block, Coordinates};

/// Which of the bases touches which boxes, once that has been looked up.
#[derive(Clone, Default)]
pub(super) struct Planes {
    touched: Vec<Touched>,
    /// Whether somebody has asked, and whether these are all.
    is_asked: bool,
    is_known: bool,
}

impl Planes {
    /// Bases of another box come.
    pub fn begin(&mut self) {
        (self.is_asked, self.is_known) = (false, false);
    }

    /// On the first border plane with a base on it, the first base, where none is on the machine's first plane: see
    /// [`MarkedBusyList::first_on_a_plane`], which costs less where only one box is `wanted`. Cost: a look at each box that a base
    /// touches when somebody asks first, and at each of those later.
    pub fn first(&mut self, busy: &MarkedBusyList, bases: &Bases, extents: &Coordinates, wanted: usize) -> Coordinates {
        if wanted > 1 && !std::mem::replace(&mut self.is_asked, true) {
            let owners = &mut *busy.owners.borrow_mut();
            self.is_known = owners.list_touched(&busy.free, &busy.list, bases, extents, &mut self.touched);
        }
        if !self.is_known {
            return busy.first_on_a_plane(bases, extents);
        }
        let highest = self.touched.iter().map(|touched| touched.height).max().expect("a base touches a box");
        busy.owners.borrow_mut().first_on_first_of(&busy.free, &busy.list, &self.touched, highest)
    }

    /// This box has been taken, and those that are no bases any longer are so.
    pub fn note_taken(&mut self, busy: &MarkedBusyList, bases: &Bases, block: &Block) {
        if !self.is_known {
            return;
        }
        self.touched.retain(|touched| bases.has(touched.base));
        let (owners, touched) = (busy.owners.borrow(), &mut self.touched);
        if let Some(plane) = busy.list.plane(block, &block.extents) {
            bases.each_within(&plane, |base| touched.push(owners.touched_by(&busy.free, block, base)));
        }
    }
}
