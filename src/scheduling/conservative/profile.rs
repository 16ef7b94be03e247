//! Free processors over time, as running jobs and reservations will leave them.

use super::steps::{Label, Step, Steps};
use crate::time::Time;
use std::ops::Range;

/// A step function of time. There is a step wherever a job starts or ends, even where as many are free as before: who moves finds
/// it there.
pub struct Profile {
    steps: Steps,
}

/// Where a job starts and ends.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    start: Label,
    end: Label,
}

impl Profile {
    /// All processors free from `now` on.
    pub fn new(now: Time, processors: u32) -> Profile {
        Profile { steps: Steps::new(now, processors) }
    }

    /// Time goes on: the profile begins now.
    pub fn go_on(&mut self, now: Time) {
        self.steps.go_on(now);
    }

    /// A job takes processors during `from..to`. Cost: O(log steps), and the steps between.
    pub fn take(&mut self, from: Time, to: Time, processors: u32) -> Span {
        let span = Span { start: self.add_border(from), end: self.add_border(to) };
        let taken = self.steps.place(span.start)..self.steps.place(span.end);
        self.steps[taken].iter_mut().for_each(|step| step.free -= processors);
        span
    }

    /// Somebody starts or ends at `time`.
    fn add_border(&mut self, time: Time) -> Label {
        let mut place = self.steps.at(time);
        if self.steps[place].time < time {
            place = self.steps.insert(place, time, self.steps[place].free);
        }
        self.steps[place].borders += 1;
        self.steps.label(place)
    }

    /// A job gives back what it has taken up to `to`, be it all or from now on. Returns the steps from `from` to `to`.
    pub fn give_back(&mut self, from: Time, to: Time, processors: u32) -> Range<usize> {
        let steps = self.steps.at(from)..self.steps.at(to);
        self.steps[steps.clone()].iter_mut().for_each(|step| step.free += processors);
        for border in [steps.start, steps.end] {
            self.steps[border].borders -= 1;
        }
        steps
    }

    /// The steps of the interval that ends where a job starts, and during which `processors` are free; none where fewer are.
    pub fn run_before(&self, span: Span, processors: u32) -> Range<usize> {
        let end = self.steps.place(span.start);
        let lasts = self.steps[..end].iter().rev().take_while(|step| step.free >= processors).count();
        end - lasts..end
    }

    /// A job of this duration starts with this run instead, which is the one before it and shorter than the job. Returns its new
    /// start, and the steps during which there are more free processors than before. Cost: the steps of the run and those, and the
    /// steps up to the nearest spare one, which mostly is one that only this job has needed.
    pub fn bring_forward(
        &mut self,
        run: Range<usize>,
        span: &mut Span,
        duration: Time,
        processors: u32,
    ) -> (Time, Range<usize>) {
        let (first, last) = (run.end, self.steps.place(span.end));
        let (earlier, late) = (self.steps[run.start].time, self.steps[last].time);
        let end = earlier.saturating_add(duration);
        self.steps[run.start].borders += 1;
        self.steps[first].borders -= 1;
        self.steps[last].borders -= 1;
        span.start = self.steps.label(run.start);
        self.steps[run].iter_mut().for_each(|step| step.free -= processors);

        let lasts = self.steps[first..last].iter().rev().take_while(|step| step.time >= end).count();
        let mut opened = last - lasts..last;
        debug_assert!(opened.start > first, "a run as long as the job is a gap");
        self.steps[opened.clone()].iter_mut().for_each(|step| step.free += processors);
        if self.steps[opened.start].time > end {
            let before = opened.start - 1;
            let place = self.steps.insert(before, end, self.steps[before].free + processors);
            // The new step may have taken the place of one of them.
            let last = place + opened.len();
            opened = place..last + usize::from(self.steps[last].time < late);
        }
        self.steps[opened.start].borders += 1;
        span.end = self.steps.label(opened.start);
        (earlier, opened)
    }

    /// The earliest time from `from` on, and before `before`, from which `processors`, which are no more than the machine has,
    /// stay free for `duration`. Cost: O(log steps), and the steps that are passed.
    pub fn first_gap(&self, from: Time, before: Time, processors: u32, duration: Time) -> Option<Time> {
        let steps = &self.steps[self.steps.at(from)..];
        let full = steps.iter().take_while(|step| step.free < processors && step.time < before).count();
        let (steps, mut start) = (&steps[full..], if full > 0 { steps[full].time } else { from });
        // From here on, whether a step has room decides no branch: it would be guessed wrong too often.
        for pair in steps.windows(2) {
            let end = pair[1].time;
            start = if pair[0].free >= processors { start } else { end };
            if start >= before {
                return None;
            }
            if end - start >= duration {
                return Some(start);
            }
        }
        // At last the whole machine is free.
        (start < before).then_some(start)
    }

    /// When the first of these steps begins.
    pub fn start_of(&self, steps: &Range<usize>) -> Time {
        self.steps[steps.start].time
    }

    /// The most processors that are free during any of these steps.
    pub fn most_free(&self, steps: &Range<usize>) -> u32 {
        self.steps[steps.clone()].iter().map(|step| step.free).max().unwrap_or(0)
    }

    /// How long these steps are together with what lies around them of the runs in which `processors` are free. Cost: the steps
    /// around them.
    pub fn length_around(&self, steps: &Range<usize>, processors: u32) -> Time {
        let has_room = |step: &&Step| step.free >= processors;
        let before = self.steps[..=steps.start].iter().rev().take_while(has_room).count().saturating_sub(1);
        let behind = self.steps[steps.end - 1..].iter().take_while(has_room).count().saturating_sub(1);
        self.length_of(&(steps.start - before..steps.end + behind))
    }

    /// How long these steps are together.
    pub fn length_of(&self, steps: &Range<usize>) -> Time {
        let end = self.steps.get(steps.end).map_or(Time::MAX, |step| step.time);
        end.saturating_sub(self.start_of(steps))
    }

    /// When everything has ended that is taken from the machine.
    pub fn empty_from(&self) -> Time {
        let last = self.steps.len() - 1;
        let same = self.steps.iter().rev().take_while(|step| step.free == self.steps[last].free).count();
        self.steps[last + 1 - same].time
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use proptest::prelude::*;

    impl Profile {
        fn earliest(&self, now: Time, duration: Time, processors: u32) -> Time {
            self.first_gap(now, Time::MAX, processors, duration).expect("all is free at last")
        }

        /// How many processors are free at each whole number from 0 up to `times`.
        fn plain(&self, times: Time) -> Vec<u32> {
            assert!(self.steps.windows(2).all(|pair| pair[0].time < pair[1].time), "times ascend");
            (0..times).map(|time| self.steps[self.steps.at(time)].free).collect()
        }

        /// Whether there is a step wherever one of these jobs starts or ends after now, and counts them.
        fn has_borders_of(&self, now: Time, jobs: &[(Time, Time, u32)]) -> bool {
            let borders: Vec<Time> = jobs.iter().flat_map(|&(start, duration, _)| [start, start + duration]).collect();
            let count = |time: Time| borders.iter().filter(|&&border| border == time).count() as u32;
            borders.iter().all(|&time| time <= now || self.steps[self.steps.at(time)].time == time)
                && self.steps.iter().all(|step| step.time <= now || step.borders == count(step.time))
        }

        /// When a job starts and ends.
        fn times_of(&self, span: Span) -> (Time, Time) {
            let [start, end] = [span.start, span.end].map(|label| self.steps[self.steps.place(label)].time);
            (start, end)
        }
    }

    /// A profile of 48 processors, the same as a plain array of times up to 100, and where the jobs (start, duration,
    /// processors) are that hold some.
    pub fn drawn(jobs: &[(Time, Time, u32)]) -> (Profile, Vec<u32>, Vec<Span>) {
        let (mut profile, mut plain, mut spans) = (Profile::new(0, 48), vec![48u32; 100], Vec::new());
        for &(start, length, processors) in jobs {
            spans.push(profile.take(start, start + length, processors));
            plain[start as usize..(start + length) as usize].iter_mut().for_each(|free| *free -= processors);
        }
        (profile, plain, spans)
    }

    /// Jobs that fit beside each other, often with nothing to spare.
    pub fn jobs() -> impl Strategy<Value = Vec<(Time, Time, u32)>> {
        prop::collection::vec((0i64..40, 1i64..20, 1u32..20), 1..24).prop_map(|mut jobs| {
            let mut plain = [48; 100];
            jobs.retain(|&(start, length, processors)| {
                let taken = &mut plain[start as usize..(start + length) as usize];
                let fits = taken.iter().all(|&free| free >= processors);
                taken.iter_mut().filter(|_| fits).for_each(|free| *free -= processors);
                fits
            });
            jobs
        })
    }

    #[test]
    fn a_gap_is_found_when_it_is_long_enough() {
        let mut profile = Profile::new(0, 8);
        profile.take(0, 10, 6);
        profile.take(15, 30, 6);
        assert_eq!(profile.earliest(0, 5, 2), 0);
        assert_eq!(profile.earliest(0, 5, 3), 10);
        assert_eq!(profile.earliest(0, 6, 3), 30);
        assert_eq!(profile.earliest(12, 3, 8), 12);
        assert_eq!(profile.first_gap(0, 10, 3, 5), None);
        assert_eq!(profile.first_gap(0, 11, 3, 5), Some(10));
        assert_eq!(profile.first_gap(40, 40, 1, 5), None);
        assert_eq!(profile.give_back(15, 30, 6), 2..3);
        assert_eq!(profile.earliest(0, 1000, 8), 10);
        assert_eq!(profile.empty_from(), 10);
    }

    #[test]
    fn the_narrower_has_more_room_around() {
        let mut profile = Profile::new(0, 8);
        for (from, to, taken) in [(0, 10, 8), (10, 20, 4), (20, 30, 2), (30, 40, 4), (40, 50, 8)] {
            profile.take(from, to, taken);
        }
        assert_eq!([7, 6, 5, 4, 1].map(|processors| profile.length_around(&(2..3), processors)), [10, 10, 10, 30, 30]);
        assert_eq!(
            [1..2, 3..4].map(|steps| profile.length_around(&steps, 5)),
            [10, 10],
            "they have no room themselves"
        );
        assert_eq!(profile.length_around(&(4..6), 8), Time::MAX - 40);
        assert_eq!((profile.most_free(&(0..2)), profile.start_of(&(3..5))), (4, 30));
    }

    proptest! {
        #[test]
        fn agrees_with_a_plain_array(jobs in jobs(), back in prop::collection::vec(any::<bool>(), 24), now in 0i64..30, duration in 1i64..20, processors in 1u32..48) {
            let (mut profile, mut plain, spans) = drawn(&jobs);
            let (gone, kept): (Vec<_>, Vec<_>) = jobs.into_iter().zip(spans).zip(back).partition(|job| job.1);
            for (((start, length, processors), span), _) in gone {
                prop_assert_eq!(profile.times_of(span), (start, start + length));
                let opened = profile.give_back(start, start + length, processors);
                prop_assert_eq!((profile.start_of(&opened), profile.length_of(&opened)), (start, length));
                plain[start as usize..(start + length) as usize].iter_mut().for_each(|free| *free += processors);
                for processors in 1..=48 {
                    let has_room = |time: &Time| plain[*time as usize] >= processors;
                    let earliest = (0..=start).rev().take_while(has_room).last().unwrap_or(start);
                    let end = (start + length - 1..100).take_while(has_room).last().map_or(start + length, |last| last + 1);
                    let end = if end == 100 { Time::MAX } else { end };
                    prop_assert_eq!(profile.length_around(&opened, processors), end - earliest);
                }
            }
            let (kept, spans): (Vec<_>, Vec<_>) = kept.into_iter().map(|job| job.0).unzip();
            prop_assert_eq!(profile.plain(100), &*plain);
            prop_assert!(profile.has_borders_of(0, &kept));
            profile.go_on(now);
            prop_assert!(profile.has_borders_of(now, &kept));
            for (&(start, length, _), span) in kept.iter().zip(spans) {
                prop_assert!(start < now || profile.times_of(span) == (start, start + length));
            }
            prop_assert_eq!(&profile.plain(100)[now as usize..], &plain[now as usize..]);
            let free_from = |start: &i64| (*start..*start + duration).all(|time| plain.get(time as usize).is_none_or(|&free| free >= processors));
            prop_assert_eq!(profile.earliest(now, duration, processors), (now..).find(free_from).unwrap());
        }

        #[test]
        fn a_job_is_brought_forward_as_if_taken_out_and_put_back(jobs in jobs(), back in prop::collection::vec(any::<bool>(), 24), moved in 0usize..24, once_more in any::<bool>()) {
            let (mut profile, mut plain, spans) = drawn(&jobs);
            let moved = moved % jobs.len();
            // Whoever has gone leaves spare steps.
            let is_gone = |place: usize| back[place] && place != moved;
            for (_, &(start, length, processors)) in jobs.iter().enumerate().filter(|job| is_gone(job.0)) {
                profile.give_back(start, start + length, processors);
                plain[start as usize..(start + length) as usize].iter_mut().for_each(|free| *free += processors);
            }
            let (mut jobs, mut spans): (Vec<_>, Vec<_>) =
                jobs.into_iter().zip(spans).enumerate().filter(|job| !is_gone(job.0)).map(|job| job.1).unzip();
            let moved = moved - (0..moved).filter(|&place| is_gone(place)).count();
            let (mut start, duration, processors) = jobs[moved];
            for _ in 0..1 + usize::from(once_more) {
                let run = profile.run_before(spans[moved], processors);
                let before = (0..start).rev().take_while(|&time| plain[time as usize] >= processors).count() as i64;
                prop_assert_eq!(run.is_empty(), before == 0);
                if before == 0 || before >= duration {
                    break;
                }
                prop_assert_eq!(profile.start_of(&run), start - before);
                let (earlier, opened) = profile.bring_forward(run, &mut spans[moved], duration, processors);
                prop_assert_eq!(earlier, start - before);
                plain[earlier as usize..start as usize].iter_mut().for_each(|free| *free -= processors);
                plain[(earlier + duration) as usize..(start + duration) as usize].iter_mut().for_each(|free| *free += processors);
                prop_assert_eq!(profile.plain(100), &*plain);
                prop_assert_eq!(profile.start_of(&opened), earlier + duration);
                prop_assert!(profile.length_of(&opened) >= before);
                prop_assert!(profile.start_of(&(opened.end - 1..opened.end)) < start + duration);
                start = earlier;
                jobs[moved].0 = start;
                prop_assert!(profile.has_borders_of(0, &jobs));
                for (&(start, duration, _), &span) in jobs.iter().zip(&spans) {
                    prop_assert_eq!(profile.times_of(span), (start, start + duration));
                }
            }
        }
    }
}
