//! What had no room lately: then nothing larger has.

use super::orientations::Rotation;
use crate::machine::Coordinates;

/// Extents for which there was no room in the machine as it is, or was when less of it was held. The least of them only:
/// where they may be turned, with their lengths in descending order, since a box has room in another, however they are turned,
/// exactly if it has so in that order.
#[derive(Clone, Default)]
pub struct Refused {
    least: Vec<Coordinates>,
    /// Those from before each trial that goes on.
    before: Vec<Vec<Coordinates>>,
}

impl Refused {
    /// Whether it is known that there is no room for these. Cost: O(dimensions) for each that is known.
    pub fn has(&self, extents: &Coordinates, rotation: Rotation) -> bool {
        let wanted = ordered(extents, rotation);
        self.least.iter().any(|known| is_within(known, &wanted))
    }

    /// There is no room for these.
    pub fn add(&mut self, extents: &Coordinates, rotation: Rotation) {
        let wanted = ordered(extents, rotation);
        self.least.retain(|known| !is_within(&wanted, known));
        self.least.push(wanted);
    }

    /// Something was given back.
    pub fn forget(&mut self) {
        self.least.clear();
    }

    /// What is known now holds again after the trial.
    pub fn begin_trial(&mut self) {
        self.before.push(self.least.clone());
    }

    /// The end of the last trial that was begun.
    pub fn end_trial(&mut self) {
        self.least = self.before.pop().expect("a trial was begun");
    }
}

fn is_within(small: &Coordinates, large: &Coordinates) -> bool {
    small.iter().zip(large.iter()).all(|(small, large)| small <= large)
}

fn ordered(extents: &Coordinates, rotation: Rotation) -> Coordinates {
    let mut ordered = *extents;
    if rotation == Rotation::Tried {
        // By insertion: there are seven at most.
        for count in 1..ordered.len() {
            for place in (0..count).rev() {
                if ordered[place] < ordered[place + 1] {
                    ordered.swap(place, place + 1);
                }
            }
        }
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_larger_is_refused_however_it_is_turned() {
        let of = |values: &[u32]| Coordinates::new(values);
        let mut refused = Refused::default();
        refused.add(&of(&[1, 4, 3]), Rotation::Tried);
        assert!(refused.has(&of(&[3, 1, 4]), Rotation::Tried) && refused.has(&of(&[4, 2, 5]), Rotation::Tried));
        assert!(!refused.has(&of(&[4, 2, 2]), Rotation::Tried) && !refused.has(&of(&[3, 3, 3]), Rotation::Tried));
        refused.add(&of(&[2, 3, 1]), Rotation::Tried);
        assert_eq!(refused.least, [of(&[3, 2, 1])], "the larger one need not be known");
    }

    #[test]
    fn without_turning_each_length_counts_for_itself() {
        let of = |values: &[u32]| Coordinates::new(values);
        let mut refused = Refused::default();
        refused.add(&of(&[1, 4]), Rotation::Never);
        assert!(refused.has(&of(&[2, 4]), Rotation::Never) && !refused.has(&of(&[4, 2]), Rotation::Never));
    }

    #[test]
    fn a_trial_changes_nothing_for_later() {
        let of = |values: &[u32]| Coordinates::new(values);
        let mut refused = Refused::default();
        refused.add(&of(&[4, 4]), Rotation::Tried);
        refused.begin_trial();
        refused.add(&of(&[2, 2]), Rotation::Tried);
        refused.forget();
        assert!(!refused.has(&of(&[5, 5]), Rotation::Tried));
        refused.end_trial();
        assert!(refused.has(&of(&[5, 5]), Rotation::Tried) && !refused.has(&of(&[3, 3]), Rotation::Tried));
    }
}
