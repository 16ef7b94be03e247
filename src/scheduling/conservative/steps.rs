//! The steps of a profile, each under a label by which it is found however it moves.

use crate::time::Time;

/// So many processors are free from a time on, until the next step.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub time: Time,
    pub free: u32,
    /// How many jobs start or end with it. Where nobody does, it is spare: as many are free as before it.
    pub borders: u32,
    label: Label,
}

/// Finds a step again while somebody starts or ends with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label(u32);

/// The step that holds now is never spare, however many jobs start or end then.
const ALWAYS: u32 = u32::MAX / 2;

/// Steps whose times ascend. The last lasts for ever.
///
/// A new step takes the place of the nearest spare one, and only the steps between the two are moved in memory. What lies before
/// now is spare, too, and none of its processors is free.
pub struct Steps {
    steps: Vec<Step>,
    /// By label.
    places: Vec<u32>,
    /// The place of the step that holds now.
    first: usize,
}

impl std::ops::Deref for Steps {
    type Target = [Step];

    fn deref(&self) -> &[Step] {
        &self.steps
    }
}

impl std::ops::DerefMut for Steps {
    fn deref_mut(&mut self) -> &mut [Step] {
        &mut self.steps
    }
}

impl Steps {
    /// One step, from `now` on.
    pub fn new(now: Time, free: u32) -> Steps {
        let first = Step { time: now, free, borders: ALWAYS, label: Label(0) };
        Steps { steps: vec![first], places: vec![0], first: 0 }
    }

    /// The label of the step at this place.
    pub fn label(&self, place: usize) -> Label {
        self.steps[place].label
    }

    /// Where the step with this label is.
    pub fn place(&self, label: Label) -> usize {
        self.places[label.0 as usize] as usize
    }

    /// The place of the step that holds at `time`, which is not before now. Cost: O(log steps).
    pub fn at(&self, time: Time) -> usize {
        self.steps.partition_point(|step| step.time <= time).saturating_sub(1)
    }

    /// Time goes on: the first step begins now.
    pub fn go_on(&mut self, now: Time) {
        let first = self.at(now);
        for past in &mut self.steps[self.first..first] {
            (past.free, past.borders) = (0, 0);
        }
        self.first = first;
        (self.steps[first].time, self.steps[first].borders) = (now, ALWAYS);
    }

    /// Puts a step behind the one at this place. Returns the place of the new one, with which nobody starts or ends yet. Cost: the
    /// steps up to the nearest spare one.
    pub fn insert(&mut self, behind: usize, time: Time, free: u32) -> usize {
        let (place, label) = self.make_room(behind);
        self.put(place, Step { time, free, borders: 0, label });
        place
    }

    /// Moves steps so that there is one to spare behind the one at this place; returns its place then, and its label.
    fn make_room(&mut self, behind: usize) -> (usize, Label) {
        let is_spare = |step: &Step| step.borders == 0;
        let (before, after) = self.steps.split_at(behind + 1);
        let back = before.iter().rev().position(is_spare);
        let on = after.iter().take(back.unwrap_or(after.len())).position(is_spare);
        if let Some(distance) = on {
            return (behind + 1, self.move_on(behind + 1, behind + 1 + distance));
        }
        if let Some(distance) = back {
            return (behind, self.move_back(behind - distance, behind));
        }
        let label = Label(self.places.len() as u32);
        self.places.push(0);
        self.steps.push(Step { label, ..self.steps[behind] });
        (behind + 1, self.move_on(behind + 1, self.steps.len() - 1))
    }

    /// Moves the steps behind a spare one, up to `last`, back over it. Returns its label.
    fn move_back(&mut self, spare: usize, last: usize) -> Label {
        let label = self.label(spare);
        for place in spare..last {
            self.put(place, self.steps[place + 1]);
        }
        self.first -= usize::from(spare < self.first);
        label
    }

    /// Moves the steps before a spare one, from `first` on, onto it. Returns its label.
    fn move_on(&mut self, first: usize, spare: usize) -> Label {
        let label = self.label(spare);
        for place in (first..spare).rev() {
            self.put(place + 1, self.steps[place]);
        }
        label
    }

    fn put(&mut self, place: usize, step: Step) {
        self.steps[place] = step;
        self.places[step.label.0 as usize] = place as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    impl Steps {
        /// Checks that these times have steps under these labels, with so many borders, and that no more than so many steps have
        /// been made.
        fn check(&self, now: Time, needed: &BTreeMap<Time, (u32, Label)>, most: usize) {
            assert!(self.windows(2).all(|pair| pair[0].time < pair[1].time), "times ascend");
            assert!((0..self.len()).all(|place| self.place(self.label(place)) == place));
            for (&time, &(borders, label)) in needed {
                let step = self[self.place(label)];
                assert_eq!((step.time, step.borders), (time, borders));
                assert_eq!(self.place(label), self.at(time));
            }
            let past = self.iter().take_while(|step| step.time < now);
            assert!(past.clone().all(|step| (step.borders, step.free) == (0, 0)));
            assert_eq!((self[past.count()].time, self.first), (now, self.at(now)));
            assert!(self.len() <= most, "{} steps, {most} were needed", self.len());
        }
    }

    proptest! {
        /// Borders come, go, and lie in the past; who holds a label finds his step.
        #[test]
        fn a_label_finds_its_step(moves in prop::collection::vec((0i64..50, any::<bool>(), 0i64..3), 1..80)) {
            let (mut steps, mut now, mut most) = (Steps::new(0, 8), 0, 1);
            let mut needed: BTreeMap<Time, (u32, Label)> = BTreeMap::new();
            for (ahead, comes, passes) in moves {
                let time = now + 1 + ahead;
                if comes {
                    let mut place = steps.at(time);
                    if steps[place].time < time {
                        place = steps.insert(place, time, 8);
                        prop_assert_eq!((steps[place].free, steps[place].borders), (8, 0));
                    }
                    steps[place].borders += 1;
                    needed.entry(time).or_insert((0, steps.label(place))).0 += 1;
                } else if let Some((&time, &(borders, label))) = needed.range(time..).next() {
                    let place = steps.place(label);
                    steps[place].borders -= 1;
                    needed.insert(time, (borders - 1, label));
                    needed.retain(|_, step| step.0 > 0);
                }
                most = most.max(1 + needed.len());
                steps.check(now, &needed, most);
                now += passes;
                steps.go_on(now);
                needed = needed.split_off(&(now + 1));
                steps.check(now, &needed, most);
            }
        }
    }
}
