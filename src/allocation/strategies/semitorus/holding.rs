//! Taking a given piece, including a piece that is held on another machine.

use super::{NONE, Piece, Semitori};

impl Semitori {
    /// Takes an available piece and returns its number. The piece is a child of a cut; without a parent it is an
    /// initial semitorus.
    pub(super) fn take(&mut self, parent: u32, child: u32) -> u32 {
        let piece = if parent == NONE { self.pieces[child as usize] } else { self.child(parent, child) };
        let offers = &mut self.available[piece.size as usize];
        let offered = offers.iter().rposition(|offer| (offer.parent, offer.child) == (parent, child));
        if let Some(place) = offered {
            offers.remove(place);
            self.note_if_none_available(piece.size);
        }
        if parent == NONE {
            return child;
        }
        let cut = &mut self.pieces[parent as usize];
        cut.available_children -= 1;
        self.available_children[cut.bits as usize][child as usize / 64] &= !(1 << (child % 64));
        if let Some(next) = self.next_of_its_size(parent, child).filter(|_| offered.is_some()) {
            self.offer(parent, next);
        }
        self.add(piece)
    }

    /// Whether a child of a cut is available.
    fn is_available(&self, parent: u32, child: u32) -> bool {
        let bits = &self.available_children[self.pieces[parent as usize].bits as usize];
        bits[child as usize / 64] >> (child % 64) & 1 == 1
    }

    /// The number here of a piece that `other` holds or has cut. No job may hold that piece here. If the piece is not
    /// cut here, it is taken. Parent cuts that are missing here are made as they are in `other`.
    pub(super) fn like(&mut self, other: &Semitori, number: u32) -> u32 {
        let Piece { parent, child, .. } = other.pieces[number as usize];
        if parent == NONE {
            let is_cut = self.pieces[number as usize].bits != NONE;
            return if is_cut { number } else { self.take(NONE, number) };
        }
        let whole = self.like(other, parent);
        if self.pieces[whole as usize].bits == NONE {
            let first = self.cut(whole, other.pieces[parent as usize].child_size);
            if child == 0 {
                return first;
            }
            let wanted = self.take(whole, child);
            self.give_back(first);
            return wanted;
        }
        if self.is_available(whole, child) {
            return self.take(whole, child);
        }
        let is_wanted = |piece: &Piece| (piece.parent, piece.child) == (whole, child) && piece.bits != NONE;
        self.pieces.iter().position(is_wanted).expect("what is neither held nor available is cut") as u32
    }

    /// Whether a piece equals a piece of `other`, including all the cuts from which the two come.
    pub(super) fn is_cut_like(&self, number: u32, other: &Semitori, other_number: u32) -> bool {
        let (mut here, mut there) = (number, other_number);
        loop {
            let (piece, like) = (&self.pieces[here as usize], &other.pieces[there as usize]);
            if piece.parent == NONE || like.parent == NONE {
                return here == there;
            }
            let sizes = (self.pieces[piece.parent as usize].child_size, other.pieces[like.parent as usize].child_size);
            if piece.child != like.child || sizes.0 != sizes.1 {
                return false;
            }
            (here, there) = (piece.parent, like.parent);
        }
    }
}
