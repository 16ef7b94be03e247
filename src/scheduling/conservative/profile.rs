//! Free processors over time, as running jobs and reservations will leave them.

use crate::time::Time;
use std::ops::Range;

/// A step function: `free[k]` processors are free from `times[k]` until the next step; the last step lasts for ever. Times
/// ascend. There is a step wherever a job starts or ends, even where as many are free as before: who moves finds it there. A step
/// that nobody needs any more may be taken for another, and goes when time goes on.
/// A change is O(steps), of which nearly all are only moved in memory.
pub struct Profile {
    times: Vec<Time>,
    free: Vec<u32>,
    /// How many jobs start or end with each step. Of the first, which is now, nobody counts them.
    borders: Vec<u32>,
    /// Whether there may be steps that nobody needs: somebody has come, gone or moved since time went on.
    is_changed: bool,
}

impl Profile {
    /// All processors free from `now` on.
    pub fn new(now: Time, processors: u32) -> Profile {
        Profile { times: vec![now], free: vec![processors], borders: vec![0], is_changed: false }
    }

    /// Time goes on: the profile begins now, and has only steps that somebody needs.
    pub fn go_on(&mut self, now: Time) {
        self.begin(now, |profile, _, step| profile.borders[step] > 0);
    }

    /// The same for who brings no job forward: neighbours differ, and there are fewer steps to look through.
    pub fn go_on_smoothly(&mut self, now: Time) {
        self.begin(now, |profile, before, step| profile.free[before] != profile.free[step]);
    }

    fn begin(&mut self, now: Time, is_needed: impl Fn(&Profile, usize, usize) -> bool) {
        let first = self.step_at(now);
        if std::mem::take(&mut self.is_changed) {
            self.keep(first, is_needed);
        } else {
            self.times.drain(..first);
            self.free.drain(..first);
            self.borders.drain(..first);
        }
        self.times[0] = now;
    }

    /// Keeps this step, and of those behind it the ones that are needed, beside the one that is kept before.
    fn keep(&mut self, first: usize, is_needed: impl Fn(&Profile, usize, usize) -> bool) {
        let mut kept = 0;
        for step in first..self.times.len() {
            if kept == 0 || is_needed(self, kept - 1, step) {
                self.times[kept] = self.times[step];
                self.free[kept] = self.free[step];
                self.borders[kept] = self.borders[step];
                kept += 1;
            }
        }
        self.times.truncate(kept);
        self.free.truncate(kept);
        self.borders.truncate(kept);
    }

    /// The step that holds at `time`.
    fn step_at(&self, time: Time) -> usize {
        self.times.partition_point(|&start| start <= time).saturating_sub(1)
    }

    /// A job takes processors during `from..to`.
    pub fn take(&mut self, from: Time, to: Time, processors: u32) {
        let steps = self.split_around(from, to);
        self.free[steps.clone()].iter_mut().for_each(|free| *free -= processors);
        self.borders[steps.start] += 1;
        self.borders[steps.end] += 1;
    }

    /// A job gives back what it has taken during `from..to`, which are the steps that it returns.
    pub fn give_back(&mut self, from: Time, to: Time, processors: u32) -> Range<usize> {
        let steps = self.split_around(from, to);
        self.free[steps.clone()].iter_mut().for_each(|free| *free += processors);
        // Those of the first step are not known, nor where neighbours that did not differ have become one.
        for border in [steps.start, steps.end] {
            self.borders[border] = self.borders[border].saturating_sub(1);
        }
        steps
    }

    /// Makes steps start at both times; returns those between.
    fn split_around(&mut self, from: Time, to: Time) -> Range<usize> {
        self.is_changed = true;
        let first = self.split(self.step_at(from), from);
        first..self.split(self.step_at(to), to)
    }

    /// Makes a step start at `time`, at which `step` holds; returns its place.
    fn split(&mut self, step: usize, time: Time) -> usize {
        if self.times[step] >= time {
            return step;
        }
        self.times.insert(step + 1, time);
        self.free.insert(step + 1, self.free[step]);
        self.borders.insert(step + 1, 0);
        step + 1
    }

    /// The steps of the interval that ends at `time` during which `processors` are free; none where fewer are.
    pub fn run_before(&self, time: Time, processors: u32) -> Range<usize> {
        let end = self.times.partition_point(|&start| start < time);
        let mut first = end;
        while first > 0 && self.free[first - 1] >= processors {
            first -= 1;
        }
        first..end
    }

    /// A job that is to run from `start` on for `duration` starts with this run instead, which is the one before it and shorter
    /// than the job. Returns its new start, and the steps during which there are more free processors than before.
    pub fn bring_forward(
        &mut self,
        run: Range<usize>,
        start: Time,
        duration: Time,
        processors: u32,
    ) -> (Time, Range<usize>) {
        let (first, earlier) = (run.end, self.times[run.start]);
        let (end, late) = (earlier.saturating_add(duration), start.saturating_add(duration));
        debug_assert!(end > start, "a run as long as the job is a gap");
        let mut last = first + self.times[first..].iter().take_while(|&&step| step < late).count();
        debug_assert!(self.times[first] == start && self.times[last] == late, "a job has steps of its own");
        let mut opened = first + self.times[first..=last].iter().take_while(|&&step| step <= end).count() - 1;
        self.borders[run.start] += 1;
        self.borders[first] -= 1;
        self.borders[last] -= 1;
        self.free[run].iter_mut().for_each(|free| *free -= processors);
        self.is_changed = true;
        if self.times[opened] < end {
            // A step that only this job has needed becomes the one that it ends with now.
            if self.borders[last] == 0 {
                self.move_steps(opened + 1..last, opened + 2);
                opened += 1;
                last += 1;
            } else if self.borders[first] == 0 {
                self.move_steps(first + 1..opened + 1, first);
            } else {
                opened = self.split(opened, end);
                last += 1;
            }
            (self.times[opened], self.free[opened], self.borders[opened]) = (end, self.free[opened - 1], 0);
        }
        self.borders[opened] += 1;
        self.free[opened..last].iter_mut().for_each(|free| *free += processors);
        (earlier, opened..last)
    }

    /// Moves steps by one place, over a step that nobody needs any more.
    fn move_steps(&mut self, steps: Range<usize>, to: usize) {
        self.times.copy_within(steps.clone(), to);
        self.free.copy_within(steps.clone(), to);
        self.borders.copy_within(steps, to);
    }

    /// The first interval from `from` on during which `processors` are free, as long as it lasts; that in which the whole
    /// machine is free at last ends with time. Cost: O(log steps), and the steps that are passed.
    pub fn next_run(&self, from: Time, processors: u32) -> Option<(Time, Time)> {
        self.run_from(self.step_at(from), processors).map(|(start, end)| (start.max(from), end.1))
    }

    /// The start of the first run from this step on, and the step and the time of its end.
    fn run_from(&self, step: usize, processors: u32) -> Option<(Time, (usize, Time))> {
        let first = step + self.free[step..].iter().position(|&free| free >= processors)?;
        let lasts = self.free[first..].iter().position(|&free| free < processors);
        let end = lasts.map_or((self.free.len(), Time::MAX), |lasts| (first + lasts, self.times[first + lasts]));
        Some((self.times[first], end))
    }

    /// The earliest time from `from` on, and before `before`, from which `processors` stay free for `duration`. Cost: O(log
    /// steps), and the steps that are passed.
    pub fn first_gap(&self, from: Time, before: Time, processors: u32, duration: Time) -> Option<Time> {
        let mut step = self.step_at(from);
        loop {
            let (start, end) = self.run_from(step, processors)?;
            let start = start.max(from);
            if start >= before {
                return None;
            }
            if end.1.saturating_sub(start) >= duration {
                return Some(start);
            }
            step = end.0;
        }
    }

    /// When the first of these steps begins.
    pub fn start_of(&self, steps: &Range<usize>) -> Time {
        self.times[steps.start]
    }

    /// The most processors that are free during any of these steps.
    pub fn most_free(&self, steps: &Range<usize>) -> u32 {
        self.free[steps.clone()].iter().copied().max().unwrap_or(0)
    }

    /// Adds to these steps what lies around them of the runs in which `processors` are free; returns how long they are together.
    pub fn widen(&self, steps: &mut Range<usize>, processors: u32) -> Time {
        if self.free[steps.start] >= processors {
            while steps.start > 0 && self.free[steps.start - 1] >= processors {
                steps.start -= 1;
            }
        }
        if self.free[steps.end - 1] >= processors {
            while self.free.get(steps.end).is_some_and(|&free| free >= processors) {
                steps.end += 1;
            }
        }
        let end = self.times.get(steps.end).copied().unwrap_or(Time::MAX);
        end.saturating_sub(self.times[steps.start])
    }

    /// When everything has ended that is taken from the machine.
    pub fn empty_from(&self) -> Time {
        let last = self.free.len() - 1;
        let same = self.free.iter().rev().take_while(|&&free| free == self.free[last]).count();
        self.times[last + 1 - same]
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
            assert!(self.times.windows(2).all(|pair| pair[0] < pair[1]), "times ascend");
            (0..times).map(|time| self.free[self.step_at(time)]).collect()
        }

        /// Whether behind the first step there is one wherever one of these jobs starts or ends, and counts them.
        fn has_borders_of(&self, jobs: &[(Time, Time, u32)]) -> bool {
            let borders: Vec<Time> = jobs.iter().flat_map(|&(start, duration, _)| [start, start + duration]).collect();
            let count = |time: Time| borders.iter().filter(|&&border| border == time).count() as u32;
            borders.iter().all(|&time| time <= self.times[0] || self.times.contains(&time))
                && (1..self.times.len()).all(|step| self.borders[step] == count(self.times[step]))
        }
    }

    /// A profile of 48 processors, and the same as a plain array of times up to 100: jobs (start, duration, processors) hold
    /// some.
    pub fn drawn(jobs: &[(Time, Time, u32)]) -> (Profile, Vec<u32>) {
        let (mut profile, mut plain) = (Profile::new(0, 48), vec![48u32; 100]);
        for &(start, length, processors) in jobs {
            profile.take(start, start + length, processors);
            plain[start as usize..(start + length) as usize].iter_mut().for_each(|free| *free -= processors);
        }
        (profile, plain)
    }

    /// Jobs that fit beside each other.
    pub fn jobs() -> impl Strategy<Value = Vec<(Time, Time, u32)>> {
        prop::collection::vec((0i64..40, 1i64..20, 1u32..5), 1..12)
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
        assert_eq!(profile.give_back(15, 30, 6), 2..3);
        assert_eq!(profile.earliest(0, 1000, 8), 10);
        assert_eq!(profile.empty_from(), 10);
    }

    #[test]
    fn a_run_is_widened_for_the_narrower() {
        let mut profile = Profile::new(0, 8);
        for (from, to, taken) in [(0, 10, 8), (10, 20, 4), (20, 30, 2), (30, 40, 4), (40, 50, 8)] {
            profile.take(from, to, taken);
        }
        let mut steps = 2..3;
        assert_eq!((profile.widen(&mut steps, 6), steps.clone()), (10, 2..3));
        assert_eq!((profile.widen(&mut steps, 4), steps.clone()), (30, 1..4));
        assert_eq!((profile.widen(&mut steps, 1), steps), (30, 1..4));
        assert_eq!((profile.most_free(&(0..2)), profile.start_of(&(3..5))), (4, 30));
    }

    proptest! {
        #[test]
        fn agrees_with_a_plain_array(jobs in jobs(), back in prop::collection::vec(any::<bool>(), 12), now in 0i64..30, smoothly in any::<bool>(), duration in 1i64..20, processors in 1u32..48) {
            let (mut profile, mut plain) = drawn(&jobs);
            let (gone, kept): (Vec<_>, Vec<_>) = jobs.into_iter().zip(back).partition(|job| job.1);
            let kept: Vec<_> = kept.into_iter().map(|job| job.0).collect();
            for ((start, length, processors), _) in gone {
                let opened = profile.give_back(start, start + length, processors);
                prop_assert_eq!((profile.times[opened.start], profile.times[opened.end]), (start, start + length));
                plain[start as usize..(start + length) as usize].iter_mut().for_each(|free| *free += processors);
            }
            prop_assert_eq!(profile.plain(100), &*plain);
            prop_assert!(profile.has_borders_of(&kept));
            if smoothly {
                profile.go_on_smoothly(now);
                prop_assert!(profile.free.windows(2).all(|pair| pair[0] != pair[1]));
            } else {
                profile.go_on(now);
                prop_assert!(profile.borders[1..].iter().all(|&borders| borders > 0) && profile.has_borders_of(&kept));
            }
            prop_assert_eq!(profile.times[0], now);
            prop_assert_eq!(&profile.plain(100)[now as usize..], &plain[now as usize..]);
            let free_from = |start: &i64| (*start..*start + duration).all(|time| plain.get(time as usize).is_none_or(|&free| free >= processors));
            prop_assert_eq!(profile.earliest(now, duration, processors), (now..).find(free_from).unwrap());
        }

        #[test]
        fn a_job_is_brought_forward_as_if_taken_out_and_put_back(mut jobs in jobs(), moved in 0usize..12, once_more in any::<bool>()) {
            let (mut profile, mut plain) = drawn(&jobs);
            let moved = moved % jobs.len();
            let (mut start, duration, processors) = jobs[moved];
            for _ in 0..1 + usize::from(once_more) {
                let run = profile.run_before(start, processors);
                let before = (0..start).rev().take_while(|&time| plain[time as usize] >= processors).count() as i64;
                prop_assert_eq!(run.is_empty(), before == 0);
                if before == 0 || before >= duration {
                    break;
                }
                prop_assert_eq!(profile.start_of(&run), start - before);
                let (earlier, opened) = profile.bring_forward(run, start, duration, processors);
                prop_assert_eq!(earlier, start - before);
                plain[earlier as usize..start as usize].iter_mut().for_each(|free| *free -= processors);
                plain[(earlier + duration) as usize..(start + duration) as usize].iter_mut().for_each(|free| *free += processors);
                prop_assert_eq!(profile.plain(100), &*plain);
                prop_assert_eq!(profile.times[opened.start], earlier + duration);
                prop_assert!(profile.times.get(opened.end).is_none_or(|&end| end >= start + duration));
                start = earlier;
                jobs[moved].0 = start;
                prop_assert!(profile.has_borders_of(&jobs));
            }
        }
    }
}
