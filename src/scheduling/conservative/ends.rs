//! The times worth trying, and what was found when jobs were tried then.

use super::changes::Changes;
use crate::time::Time;

/// What was found when a job of a class was tried at some time, with so many starts of that instant before it: when there were
/// so many changes of the timeline, somebody found no place at `failed` if the job lasted for longer.
pub struct Verdict {
    pub class: usize,
    pub ahead: usize,
    pub changes: u32,
    pub failed: Time,
}

/// When there were so many changes, no job of a class with this rank or a higher one found a place.
#[derive(Clone, Copy)]
pub struct Hopeless {
    pub rank: u32,
    pub changes: u32,
}

impl Hopeless {
    /// Up to which time it is still so for a job of this rank; nothing where it no longer is at `time`.
    fn holds_until(self, time: Time, rank: u32, changes: &Changes) -> Option<Time> {
        let since = changes.since(self.changes, time);
        (self.rank <= rank && since > time).then_some(since)
    }
}

/// What is known of a class at some time, and at all times worth trying from there until another.
struct Outlook {
    class: usize,
    here: Hopeless,
    stretch: Hopeless,
    until: Time,
}

impl Outlook {
    /// Up to which time, from `time` on, which it is for, a job of this rank need not be tried, and from which rank on that goes.
    fn reaches(&self, time: Time, rank: u32, changes: &Changes) -> Option<(Time, u32)> {
        let stretch =
            self.stretch.holds_until(time, rank, changes).map(|since| (since.min(self.until), self.stretch.rank));
        stretch.or_else(|| self.here.holds_until(time, rank, changes).map(|_| (time + 1, self.here.rank)))
    }
}

/// A time worth trying.
#[derive(Default)]
struct End {
    /// How many make it one.
    count: u32,
    outlooks: Vec<Outlook>,
    verdicts: Vec<Verdict>,
}

impl End {
    fn outlook(&mut self, class: usize) -> Option<&mut Outlook> {
        self.outlooks.iter_mut().find(|outlook| outlook.class == class)
    }
}

/// The times worth trying: now, and when somebody is estimated to end.
///
/// To find one takes O(log times); for a new one, and for one that goes, those behind it move in memory.
#[derive(Default)]
pub struct Ends {
    /// Ascending.
    times: Vec<Time>,
    /// In the same order.
    ends: Vec<End>,
    /// Room to compute in.
    passed: Vec<(usize, u32)>,
}

impl Ends {
    /// Time goes on; what lies before is forgotten.
    pub fn go_on(&mut self, now: Time) {
        let past = self.times.partition_point(|&end| end < now);
        self.times.drain(..past);
        self.ends.drain(..past);
        self.add(now);
    }

    /// Forgets all but now.
    pub fn start_over(&mut self, now: Time) {
        self.times.clear();
        self.ends.clear();
        self.add(now);
    }

    /// Somebody is estimated to end at this time.
    pub fn add(&mut self, time: Time) {
        let place = self.times.partition_point(|&end| end < time);
        if self.times.get(place) != Some(&time) {
            self.times.insert(place, time);
            self.ends.insert(place, End::default());
        }
        self.ends[place].count += 1;
    }

    /// One of them no longer is.
    pub fn remove(&mut self, time: Time) {
        let Ok(place) = self.times.binary_search(&time) else { return };
        self.ends[place].count -= 1;
        if self.ends[place].count == 0 {
            self.times.remove(place);
            self.ends.remove(place);
        }
    }

    /// The first of these times from this one on at which a job of this class and rank is not known to find no place.
    ///
    /// Whoever comes after passes all times that were passed here at once.
    pub fn next_hopeful(&mut self, from: Time, class: usize, rank: u32, changes: &Changes) -> Option<Time> {
        let mut place = self.times.partition_point(|&end| end < from);
        self.passed.clear();
        while let Some(&time) = self.times.get(place) {
            let outlook = self.ends[place].outlook(class);
            let Some((until, from)) = outlook.and_then(|outlook| outlook.reaches(time, rank, changes)) else { break };
            self.passed.push((place, from));
            place += 1;
            if self.times.get(place).is_some_and(|&next| next < until) {
                place += self.times[place..].partition_point(|&end| end < until);
            }
        }
        let found = self.times.get(place).copied();
        // All of it is still so, whenever it was found out.
        let mut stretch = Hopeless { rank: 0, changes: changes.count() };
        for &(passed, from) in self.passed.iter().rev() {
            stretch.rank = stretch.rank.max(from);
            let outlook = self.ends[passed].outlook(class).expect("it was just passed by this");
            (outlook.stretch, outlook.until) = (stretch, found.unwrap_or(Time::MAX));
        }
        found
    }

    /// Notes that at this time a job of this class found no place, nor will one of a higher rank.
    pub fn note_hopeless(&mut self, time: Time, class: usize, here: Hopeless) {
        let Ok(place) = self.times.binary_search(&time) else { return };
        let noted = Outlook { class, here, stretch: here, until: time + 1 };
        match self.ends[place].outlook(class) {
            Some(outlook) => *outlook = noted,
            None => self.ends[place].outlooks.push(noted),
        }
    }

    /// What else was found at this time.
    pub fn verdicts(&self, time: Time) -> &[Verdict] {
        self.times.binary_search(&time).map_or(&[], |place| &self.ends[place].verdicts)
    }

    /// Notes what was found at this time.
    pub fn note(&mut self, time: Time, found: Verdict) {
        let Ok(place) = self.times.binary_search(&time) else { return };
        let verdicts = &mut self.ends[place].verdicts;
        match verdicts.iter_mut().find(|known| (known.class, known.ahead) == (found.class, found.ahead)) {
            Some(known) => *known = found,
            None => verdicts.push(found),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::ops::RangeInclusive;

    #[derive(Clone, Debug)]
    enum Step {
        /// Somebody is to start and to end; so far, at least up to the end, the timeline is another.
        Reserve(Time, Time, Time),
        /// Somebody no longer is.
        Remove(prop::sample::Index),
        /// A job of a class and rank looks for a start from some time on, and finds no place at the first that is left, or does.
        Look(usize, u32, Time, bool),
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            1 => (0i64..25, 1i64..12, 0i64..20).prop_map(|(start, length, touched)| Step::Reserve(start, start + length, start + length + touched)),
            1 => any::<prop::sample::Index>().prop_map(Step::Remove),
            2 => (0usize..2, 0u32..4, 0i64..30, prop::bool::weighted(0.75))
                .prop_map(|(class, rank, from, fails)| Step::Look(class, rank, from, fails)),
        ]
    }

    /// What is known in vain, time by time: (time, class, rank, how many changes there were before).
    #[derive(Default)]
    struct Plain {
        times: Vec<Time>,
        noted: Vec<(Time, usize, u32, usize)>,
        changed: Vec<RangeInclusive<Time>>,
    }

    impl Plain {
        fn is_in_vain(&self, time: Time, class: usize, rank: u32, last_only: bool) -> bool {
            let of_class = self.noted.iter().rev().filter(|note| (note.0, note.1) == (time, class));
            let mut asked = of_class.take(if last_only { 1 } else { usize::MAX });
            asked.any(|note| note.2 <= rank && self.changed[note.3..].iter().all(|changed| !changed.contains(&time)))
        }

        /// The end of time where there is none.
        fn next_hopeful(&self, from: Time, class: usize, rank: u32, last_only: bool) -> Time {
            let hopeful = |&time: &Time| time >= from && !self.is_in_vain(time, class, rank, last_only);
            self.times.iter().copied().filter(hopeful).min().unwrap_or(Time::MAX)
        }
    }

    proptest! {
        /// What is passed is known to be in vain, each time by itself; and what was found last at a time is not forgotten.
        #[test]
        fn stretches_are_passed_that_are_known_time_by_time(
            times in prop::collection::vec(1i64..36, 1..12), steps in prop::collection::vec(step(), 1..60),
        ) {
            let (mut ends, mut changes) = (Ends::default(), Changes::default());
            times.iter().for_each(|&end| ends.add(end));
            let mut plain = Plain { times, ..Plain::default() };
            for step in steps {
                match step {
                    Step::Reserve(start, end, last) => {
                        changes.note(start..=last);
                        plain.changed.push(start..=last);
                        ends.add(end);
                        plain.times.push(end);
                    }
                    Step::Remove(which) => {
                        let time = plain.times.swap_remove(which.index(plain.times.len()));
                        ends.remove(time);
                        // What is no longer worth trying is forgotten; one must remain to remove.
                        if plain.times.is_empty() {
                            return Ok(());
                        }
                        let times = &plain.times;
                        plain.noted.retain(|note| times.contains(&note.0));
                    }
                    Step::Look(class, rank, from, fails) => {
                        let next = ends.next_hopeful(from, class, rank, &changes);
                        let [least, most] = [true, false].map(|last_only| plain.next_hopeful(from, class, rank, last_only));
                        prop_assert!((least..=most).contains(&next.unwrap_or(Time::MAX)), "{:?} in {}..={}", next, least, most);
                        if let Some(time) = next.filter(|_| fails) {
                            ends.note_hopeless(time, class, Hopeless { rank, changes: changes.count() });
                            plain.noted.push((time, class, rank, plain.changed.len()));
                        }
                    }
                }
            }
        }
    }
}
