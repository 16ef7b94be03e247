//! The words and the colours of reasons for waiting, the same everywhere.

use crate::scheduling::ReasonKind;

/// The words for a kind of reason after a length of time: `2 h for a place`.
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

/// The colour of a kind of reason, a number of [`crate::figure::COLOURS`]. The time line shows busy processors in blue
/// and those that are free but unusable in purple; reasons about these have the same colours.
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
    fn every_reason_has_a_colour_and_a_phrase_of_its_own() {
        for (place, kind) in ReasonKind::ALL.iter().enumerate() {
            let others = &ReasonKind::ALL[..place];
            assert!(others.iter().all(|other| colour(*other) != colour(*kind) && phrase(*other) != phrase(*kind)));
        }
    }
}
