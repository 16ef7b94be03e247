//! The words and the colours of reasons for waiting, the same everywhere.

use crate::scheduling::ReasonKind;

/// The words for a kind of reason, to follow a duration: `2 h for a place`.
pub(super) fn phrase(kind: ReasonKind) -> &'static str {
    match kind {
        ReasonKind::Order => "behind the head of the queue",
        ReasonKind::Depth => "beyond the depth of backfilling",
        ReasonKind::Processors => "for processors",
        ReasonKind::Placement => "for a place",
        ReasonKind::Reservation => "lest it delay the head",
        ReasonKind::Reserved => "for its reservation",
    }
}

/// The colour of a kind of reason, an index of [`crate::figure::COLOURS`]. The time line shows busy processors in blue
/// and free but unusable ones in purple; reasons about these have the same colours.
pub(super) fn colour(kind: ReasonKind) -> usize {
    match kind {
        ReasonKind::Order => 4,
        ReasonKind::Processors => 0,
        ReasonKind::Placement => 3,
        ReasonKind::Depth => 7,
        ReasonKind::Reservation => 2,
        ReasonKind::Reserved => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_its_colour_and_its_phrase() {
        for (place, kind) in ReasonKind::ALL.iter().enumerate() {
            let others = &ReasonKind::ALL[..place];
            assert!(others.iter().all(|other| colour(*other) != colour(*kind) && phrase(*other) != phrase(*kind)));
        }
    }
}
