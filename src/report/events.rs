//! The events of a run, as lines of JSON in order of time.

use crate::experiment::OneRun;
use crate::run::Occupancy;
use crate::scheduling::{BlockedHead, Event, Observer, Reason, ReasonKind, Wanted};
use crate::time::Time;
use crate::workload::Jobs;
use std::io::{self, Write};

/// The observer that writes the lines. Memory: O(jobs).
///
/// A line is an object with `t`, microseconds since time 0; `job`, the log's number; and `event`:
///
/// - `arrives`, with `procs`, the request after transformation, and `shape`, the extents it came with, if any;
/// - `waits`, with `reason` and `free`, the free processors. A job has a line when it first waits after a pass, and
///   whenever the kind of its reason differs from its last line; the numbers are those of that moment. There are also
///   `shadow`, the head's shadow time, for the head and the jobs that would delay it under `easy`; `reserved`, the
///   promised start, under `conservative`; and `largest`, the extents of the largest free box, if placement failed;
/// - `starts`, with `procs`, the allocated processors, and `blocks` as in a schedule;
/// - `ends`.
///
/// At one instant, ends come first, then arrivals, starts and waits, each in the scheduler's order. If jobs of runtime
/// 0 cause several passes, this order repeats for each pass.
pub struct Events<'a> {
    jobs: &'a Jobs,
    ids: &'a [i64],
    head: BlockedHead,
    out: &'a mut dyn Write,
    /// The first failure to write; nothing is written after it.
    failure: io::Result<()>,
    next_arrival: usize,
    last: Vec<Option<ReasonKind>>,
    /// The jobs and reasons to write once the pass is over.
    changed: Vec<(usize, Reason)>,
    occupancy: Occupancy,
}

impl<'a> Events<'a> {
    /// The observer of a run before its first event; `ids` has the numbers of the jobs in the log.
    pub fn new(run: &'a OneRun, ids: &'a [i64], out: &'a mut dyn Write) -> Events<'a> {
        let jobs = &run.jobs;
        let head = run.plan.experiment().scheduling[0].blocked_head;
        let occupancy = Occupancy::new(&run.machine).without(&run.machine, &run.plan.boxes_down(0));
        let (last, changed) = (vec![None; jobs.jobs.len()], Vec::new());
        Events { jobs, ids, head, out, failure: Ok(()), next_arrival: 0, last, changed, occupancy }
    }

    /// Whether all lines have been written.
    pub fn finish(self) -> io::Result<()> {
        self.failure
    }

    /// Writes a line; `more` is empty or begins with a comma.
    fn line(&mut self, now: Time, job: usize, event: &str, more: &str) {
        if self.failure.is_ok() {
            let id = self.ids[job];
            self.failure = writeln!(self.out, r#"{{"t":{now},"job":{id},"event":"{event}"{more}}}"#);
        }
    }

    /// Writes the arrivals until now, which precede the starts of this instant.
    fn arrive(&mut self, now: Time) {
        while let Some(submit) = self.jobs.jobs.submit.get(self.next_arrival).filter(|submit| *submit <= now) {
            let index = self.next_arrival;
            let shape =
                self.jobs.shape(index).map_or(String::new(), |shape| format!(r#","shape":"{}""#, shape.joined("x")));
            self.line(submit, index, "arrives", &format!(r#","procs":{}{shape}"#, self.jobs.size(index)));
            self.next_arrival += 1;
        }
    }

    fn wait(&mut self, now: Time, job: usize, reason: &Reason, free: u32) {
        let mut more = format!(r#","reason":"{}","free":{free}"#, reason.kind());
        if let Reason::WouldDelayHead { shadow, .. } = reason {
            more += &format!(r#","shadow":{shadow}"#);
        }
        if let Some(promised) = reason.promised() {
            let name = if self.head == BlockedHead::Easy { "shadow" } else { "reserved" };
            more += &format!(r#","{name}":{promised}"#);
        }
        if reason.kind() == ReasonKind::Placement
            && let Some(largest) = self.occupancy.largest()
        {
            more += &format!(r#","largest":"{}""#, largest.joined("x"));
        }
        self.line(now, job, "waits", &more);
    }
}

impl Observer for Events<'_> {
    fn want(&self, _: Time, wanted: &mut Wanted) {
        wanted.reasons |= self.failure.is_ok();
    }

    fn observe(&mut self, event: Event) {
        if let Event::Started { now, .. } | Event::Settled { now, .. } = event {
            self.arrive(now);
        }
        self.occupancy.observe(event);
        match event {
            Event::Started { job, now, allocation } => {
                let blocks: Vec<String> = allocation.blocks.iter().map(|block| block.to_string()).collect();
                let more = format!(r#","procs":{},"blocks":"{}""#, allocation.processors, blocks.join(";"));
                self.line(now, job, "starts", &more);
            }
            Event::Ended { job, now, .. } => self.line(now, job, "ends", ""),
            Event::Waits { job, reason, .. } => {
                let is_new = self.last[job].replace(reason.kind()) != Some(reason.kind());
                self.changed.extend(is_new.then_some((job, *reason)));
            }
            Event::Settled { now, free, .. } => {
                for (job, reason) in std::mem::take(&mut self.changed) {
                    self.wait(now, job, &reason, free);
                }
            }
            _ => {}
        }
    }
}
