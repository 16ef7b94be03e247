//! Taking a certain piece, including one that is held on another machine.

use super::{NONE, Piece, Semitori};

impl Semitori {
    /// Takes an available piece: a child of a cut or, without a parent, an initial semitorus. Returns its number.
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
        self.available_children[self.pieces[parent as usize].cut as usize].take(child);
        if let Some(next) = self.next_of_its_size(parent, child).filter(|_| offered.is_some()) {
            self.offer(parent, next);
        }
        self.add(piece)
    }

    /// The number here of a piece that is held or cut on `other` and that no job holds here. If it is not cut here, it
    /// is taken. Missing cuts above it are made as on `other`.
    pub(super) fn like(&mut self, other: &Semitori, number: u32) -> u32 {
        let Piece { parent, child, .. } = other.pieces[number as usize];
        if parent == NONE {
            let is_cut = self.pieces[number as usize].cut != NONE;
            return if is_cut { number } else { self.take(NONE, number) };
        }
        let whole = self.like(other, parent);
        if self.pieces[whole as usize].cut == NONE {
            let first = self.cut(whole, other.pieces[parent as usize].child_size);
            if child == 0 {
                return first;
            }
            let wanted = self.take(whole, child);
            self.give_back(first);
            return wanted;
        }
        if self.available_children[self.pieces[whole as usize].cut as usize].is_free(child) {
            return self.take(whole, child);
        }
        let is_wanted = |piece: &Piece| (piece.parent, piece.child) == (whole, child) && piece.cut != NONE;
        self.pieces.iter().position(is_wanted).expect("what is neither held nor available is cut") as u32
    }

    /// Whether a piece and all the cuts above it are the same as those of a piece of `other`.
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
