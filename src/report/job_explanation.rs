//! The explanation of one job in sentences: its request, what it waited for, the jobs that started instead, and where
//! it ran.

use super::reasons::phrase;
use super::shortage;
use super::words::{counted, duration, first_named, listed};
use crate::allocation::Allocator;
use crate::diagnostic::Explain;
use crate::experiment::OneRun;
use crate::figure::{Unit, reading};
use crate::machine::{Block, Coordinates};
use crate::run::Waits;
use crate::run::waits::{Interval, WaitByReason};
use crate::scheduling::{Event, Observer, Reason, ReasonKind, Wanted};
use crate::time::{SECOND, Time, seconds};

/// No job with the number that was asked for runs.
#[derive(Debug, thiserror::Error)]
#[error(
    "no job of this number runs; {count} do, with numbers from {least} to {most}, the nearest {nearest} (others may have been dropped: simulate counts them)"
)]
pub struct NoSuchJob {
    count: usize,
    least: i64,
    most: i64,
    nearest: i64,
}

impl Explain for NoSuchJob {
    fn place(&self) -> String {
        "job".into()
    }
}

/// Observes what the explanation of one job needs of a run. Memory: O(jobs) for their numbers.
pub struct JobObserver<'a> {
    waits: Waits<'a>,
    times: JobTimes,
}

impl<'a> JobObserver<'a> {
    /// The observer of the job with this number in the log, before the run. `empty` is the strategy before the run
    /// ([`crate::experiment::Plan::allocator`]). Fails if no such job runs.
    pub fn new(run: &'a OneRun, empty: &'a dyn Allocator, number: i64) -> Result<JobObserver<'a>, NoSuchJob> {
        let ids = run.plan.ids(0);
        let Some(job) = ids.iter().position(|id| *id == number) else {
            let nearest = ids.iter().min_by_key(|id| id.abs_diff(number)).copied().unwrap_or_default();
            let (least, most) = (ids.iter().min().copied(), ids.iter().max().copied());
            let (least, most) = (least.unwrap_or_default(), most.unwrap_or_default());
            return Err(NoSuchJob { count: ids.len(), least, most, nearest });
        };
        let waits = Waits::of(&run.jobs, &run.machine, job).without(&run.machine, &run.plan.boxes_down(0)).under(empty);
        let times = JobTimes {
            ids,
            job,
            processors: run.jobs.size(job),
            shape: run.jobs.shape(job),
            estimate: run.jobs.jobs.estimate.at(job),
            submit: run.jobs.jobs.submit.at(job),
            cycles: run.plan.experiment().communication.uses_network(),
            ..JobTimes::default()
        };
        Ok(JobObserver { waits, times })
    }

    /// What it has seen, after the run.
    pub fn finish(self) -> JobTimes {
        let (waits, passed_by) = (self.waits.intervals().to_vec(), self.waits.passed_by().to_vec());
        JobTimes { waits, passed_by, ..self.times }
    }
}

impl Observer for JobObserver<'_> {
    fn observe(&mut self, event: Event) {
        self.waits.observe(event);
        match event {
            Event::Started { job, now, allocation, .. } if job == self.times.job => {
                self.times.start = now;
                self.times.blocks = allocation.blocks.iter().collect();
            }
            Event::Ended { job, now, .. } if job == self.times.job => self.times.end = now,
            _ => {}
        }
    }

    fn want(&self, now: Time, wanted: &mut Wanted) {
        self.waits.want(now, wanted);
    }
}

/// The times of a job, in microseconds since time 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JobTimes {
    /// The log's number of every job of the run, by index.
    pub ids: Vec<i64>,
    /// The index of the job.
    pub job: usize,
    /// Its request after transformation, in processors.
    pub processors: u32,
    /// The shape that it came with, if any.
    pub shape: Option<Coordinates>,
    /// Its estimate.
    pub estimate: Time,
    /// When it arrived.
    pub submit: Time,
    /// When it started.
    pub start: Time,
    /// When it ended.
    pub end: Time,
    /// Its intervals of waiting, without gaps.
    pub waits: Vec<Interval>,
    /// Its overtakers, which arrived later and started earlier, with their starts.
    pub passed_by: Vec<(usize, Time)>,
    /// Its blocks; empty if processors have no places.
    pub blocks: Vec<Block>,
    /// Whether a network sets the pace; times are then cycles.
    pub cycles: bool,
}

/// More intervals than these are summarised.
const MOST_INTERVALS: usize = 24;

/// More jobs or blocks than these are counted.
const MOST_NAMES: usize = 5;

/// A job that ran shorter than this is treated as if it had run this long (docs/semantics.md 8).
const SLOWDOWN_BOUND: Time = 10 * SECOND;

impl JobTimes {
    /// The explanation, a list of sentences.
    pub fn story(&self) -> Vec<String> {
        let processors = counted(self.processors as usize, "processor");
        let asked = match &self.shape {
            Some(shape) => format!("a shape of {}, {processors}", shape.joined("x")),
            None => processors,
        };
        let mut story = vec![format!(
            "Job {} arrived at {} and asked for {asked}, estimated to run for {}.",
            self.number(self.job),
            self.time(self.submit),
            self.time(self.estimate)
        )];
        if self.start == self.submit {
            story.push("It did not wait.".into());
        } else {
            story.push(format!("It waited for {}.", self.time(self.start - self.submit)));
        }
        let shown = self.waits.len().min(MOST_INTERVALS);
        story.extend(self.waits[..shown].iter().map(|interval| self.interval(interval)));
        match self.waits.len() - shown {
            0 => {}
            1 => story.push("Then the reason changed once more.".into()),
            more => story.push(format!("Then the reason changed {more} times more.")),
        }
        if self.waits.len() > 1 {
            story.push(self.summary());
        }
        story.extend(self.overtaker_words());
        story.push(format!("It started at {}{}.", self.time(self.start), self.place()));
        let bounded = |time: Time| seconds(time.max(SLOWDOWN_BOUND));
        let slowdown = bounded(self.end - self.submit) / bounded(self.end - self.start);
        story.push(format!(
            "It ended at {}, after {}: its bounded slowdown is {}.",
            self.time(self.end),
            self.time(self.end - self.start),
            reading(slowdown, &Unit::None)
        ));
        story
    }

    fn number(&self, job: usize) -> i64 {
        self.ids[job]
    }

    /// A time on the run's clock, or a duration.
    fn time(&self, time: Time) -> String {
        const HOUR: Time = 3600 * SECOND;
        match time {
            _ if self.cycles => reading(seconds(time), &Unit::Other("cycles")),
            0 => "0 s".into(),
            time if time < 48 * HOUR => duration(seconds(time)),
            time => {
                let hours = (time + HOUR / 2) / HOUR;
                format!("{} days {} h", hours / 24, hours % 24)
            }
        }
    }

    /// The interval and its reason.
    fn interval(&self, interval: &Interval) -> String {
        let Interval { from, to, reason, free, largest, shortage } = interval;
        let promised = |promised: Option<Time>| match promised {
            Some(promised) => format!("; it was to start at {} at the latest", self.time(promised)),
            None => String::new(),
        };
        let why = match *reason {
            Reason::BehindHead { head } => {
                format!("job {} headed the queue, and no job starts before the head", self.number(head))
            }
            Reason::BeyondDepth => "it stood too far behind the head of the queue to be tried".into(),
            Reason::TooFewProcessors { missing, promised: by } => {
                format!("too few processors ({free} free, {missing} more needed){}", promised(by))
            }
            Reason::NoPlace { promised: by } => {
                let missing = match (shortage, largest) {
                    (Some(shortage), _) => format!(": {}", shortage::words(shortage, &|job| self.number(job))),
                    (None, Some(largest)) => format!(": the largest free box was {}", largest.joined("x")),
                    (None, None) => String::new(),
                };
                format!("enough processors ({free} free), but no place{missing}{}", promised(by))
            }
            Reason::WouldDelayHead { head, shadow } => format!(
                "there was a place ({free} processors free), but job {} at the head could then not start at {}",
                self.number(head),
                self.time(shadow)
            ),
            Reason::Reserved { start } => format!(
                "there was a place ({free} processors free), but it would have delayed others; it was to start at {} at the latest",
                self.time(start)
            ),
        };
        format!("From {} to {}: {why}.", self.time(*from), self.time(*to))
    }

    /// How long it waited for each kind of reason.
    fn summary(&self) -> String {
        let mut sums = WaitByReason::default();
        self.waits.iter().for_each(|wait| sums[wait.reason.kind() as usize] += wait.to - wait.from);
        let parts = ReasonKind::ALL.iter().zip(sums).filter(|(_, sum)| *sum > 0);
        let parts: Vec<String> = parts.map(|(kind, sum)| format!("{} {}", self.time(sum), phrase(*kind))).collect();
        format!("In all it waited {}.", listed(&parts))
    }

    /// The jobs that arrived later and started while it waited.
    fn overtaker_words(&self) -> Option<String> {
        let named = |(job, start): &(usize, Time)| format!("{} (at {})", self.number(*job), self.time(*start));
        let names = first_named(self.passed_by.iter().map(named), MOST_NAMES, |more| format!("{more} more"));
        let count = counted(self.passed_by.len(), "job");
        (!names.is_empty()).then(|| format!("{count} that came later started before it: {}.", listed(&names)))
    }

    /// The place where it ran.
    fn place(&self) -> String {
        let blocks = self.blocks.iter().map(Block::to_string);
        let names = first_named(blocks, MOST_NAMES, |more| counted(more, "more block"));
        if names.is_empty() { String::new() } else { format!(" on {}", listed(&names)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Coordinates;

    const HOUR: Time = 3600 * SECOND;

    fn life() -> JobTimes {
        JobTimes {
            ids: vec![12, 17, 18, 19],
            job: 1,
            processors: 32,
            estimate: 2 * HOUR,
            submit: HOUR,
            start: HOUR,
            end: 3 * HOUR,
            ..JobTimes::default()
        }
    }

    #[test]
    fn a_job_that_starts_at_once_has_a_short_explanation() {
        let expected = [
            "Job 17 arrived at 60 min 0 s and asked for 32 processors, estimated to run for 2 h 0 min.",
            "It did not wait.",
            "It started at 60 min 0 s.",
            "It ended at 3 h 0 min, after 2 h 0 min: its bounded slowdown is 1.",
        ];
        assert_eq!(life().story(), expected);
        let shaped = JobTimes { shape: Some(Coordinates::new(&[4, 4, 2])), ..life() };
        assert!(
            shaped.story()[0].ends_with("asked for a shape of 4x4x2, 32 processors, estimated to run for 2 h 0 min.")
        );
    }

    #[test]
    fn every_reason_is_explained_with_its_numbers() {
        let block = Block { base: Coordinates::new(&[0, 4]), extents: Coordinates::new(&[4, 8]) };
        let largest = Some(Coordinates::new(&[4, 7]));
        let interval = |hour: Time, reason, largest| Interval {
            from: hour * HOUR,
            to: (hour + 1) * HOUR,
            reason,
            free: 37,
            largest,
            shortage: None,
        };
        let waits = vec![
            interval(2, Reason::BehindHead { head: 0 }, None),
            interval(3, Reason::BeyondDepth, None),
            interval(4, Reason::TooFewProcessors { missing: 5, promised: None }, None),
            interval(5, Reason::NoPlace { promised: Some(8 * HOUR) }, largest),
            interval(6, Reason::WouldDelayHead { head: 0, shadow: 60 * HOUR }, None),
            interval(7, Reason::Reserved { start: 8 * HOUR }, None),
        ];
        let passed_by = vec![(2, 3 * HOUR), (3, 4 * HOUR)];
        let story = JobTimes {
            submit: 2 * HOUR,
            start: 8 * HOUR,
            end: 10 * HOUR,
            waits,
            passed_by,
            blocks: vec![block; 2],
            ..life()
        }
        .story();
        let expected = [
            "It waited for 6 h 0 min.",
            "From 2 h 0 min to 3 h 0 min: job 12 headed the queue, and no job starts before the head.",
            "From 3 h 0 min to 4 h 0 min: it stood too far behind the head of the queue to be tried.",
            "From 4 h 0 min to 5 h 0 min: too few processors (37 free, 5 more needed).",
            "From 5 h 0 min to 6 h 0 min: enough processors (37 free), but no place: the largest free box was 4x7; it was to start at 8 h 0 min at the latest.",
            "From 6 h 0 min to 7 h 0 min: there was a place (37 processors free), but job 12 at the head could then not start at 2 days 12 h.",
            "From 7 h 0 min to 8 h 0 min: there was a place (37 processors free), but it would have delayed others; it was to start at 8 h 0 min at the latest.",
            "In all it waited 60 min 0 s behind the head of the queue, 60 min 0 s for processors, 60 min 0 s for a place, 60 min 0 s beyond the depth of backfilling, 60 min 0 s lest it delay the head and 60 min 0 s for its reservation.",
            "2 jobs that came later started before it: 18 (at 3 h 0 min) and 19 (at 4 h 0 min).",
            "It started at 8 h 0 min on 0,4+4x8 and 0,4+4x8.",
            "It ended at 10 h 0 min, after 2 h 0 min: its bounded slowdown is 4.",
        ];
        assert_eq!(story[1..], expected);
    }

    #[test]
    fn long_lists_are_counted() {
        let wait = |place: usize| {
            let reason = if place.is_multiple_of(2) { Reason::BeyondDepth } else { Reason::NoPlace { promised: None } };
            let from = HOUR + place as Time;
            Interval { from, to: from + 1, reason, free: 1, largest: None, shortage: None }
        };
        let waits: Vec<Interval> = (0..26).map(wait).collect();
        let block = Block { base: Coordinates::new(&[0]), extents: Coordinates::new(&[1]) };
        let passed_by = vec![(2, HOUR); 7];
        let life = JobTimes { start: HOUR + 26, waits, passed_by, blocks: vec![block; 7], ..life() };
        let story = life.story();
        assert_eq!(story.len(), 2 + 24 + 1 + 1 + 1 + 2);
        assert_eq!(story[26], "Then the reason changed 2 times more.");
        let hour = "(at 60 min 0 s)";
        let five = [hour; 5].map(|at| format!("18 {at}")).join(", ");
        assert_eq!(story[28], format!("7 jobs that came later started before it: {five} and 2 more."));
        assert!(story[29].ends_with("on 0+1, 0+1, 0+1, 0+1, 0+1 and 2 more blocks."), "{}", story[29]);
        let cycles = JobTimes { cycles: true, ..life }.story();
        assert_eq!(
            cycles[0],
            "Job 17 arrived at 3600\u{202f}cycles and asked for 32 processors, estimated to run for 7200\u{202f}cycles."
        );
    }
}
