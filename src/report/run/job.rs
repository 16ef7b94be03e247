//! One job of a run, in words.

use super::RunExplorer;
use crate::figure::{Unit, reading};
use crate::machine::Block;
use crate::report::words::{counted, more};
use crate::time::Time;
use serde::Serialize;

/// The description of one job.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct JobReport {
    /// The log's number, for the permalink.
    pub id: String,
    /// `Job 17`.
    pub title: String,
    /// Its colour, of [`crate::figure::JOB_COLOURS`].
    pub colour: u8,
    /// Its facts, a name and a value each.
    pub facts: Vec<(String, String)>,
    /// The moments to which buttons go: the text of the button, and the moment in the form of permalinks.
    pub moments: Vec<(String, String)>,
    /// The position of the cursor in the picture of its waiting, as a share of the width; none outside.
    pub at: Option<f64>,
}

/// The most blocks that are listed.
const MOST_BLOCKS: usize = 8;

impl RunExplorer {
    /// The chosen job.
    pub(super) fn job(&self) -> Option<JobReport> {
        let (job, standing) = self.chosen?;
        let (trace, clock) = (&self.trace, self.clock);
        let (submit, start, end) = (trace.submit[job], trace.start[job], trace.end[job]);
        let mut facts = Vec::new();
        let mut fact = |name: &str, value: String| facts.push((name.to_string(), value));
        fact("now", self.now(job));
        fact("arrived", clock.moment(submit));
        fact("waited", clock.length(start - submit));
        fact("started", clock.moment(start));
        if let Some(there) = self.start_there(job) {
            fact("started there", there);
        }
        fact("ended", clock.moment(end));
        fact("ran", clock.length(end - start));
        if trace.estimate[job] >= 0 {
            fact("estimated to run", clock.length(trace.estimate[job]));
        }
        if let Some(shape) = trace.shape_of(job) {
            fact("shape asked for", shape.joined("x"));
        }
        fact("processors", processors(trace.asked[job], trace.held[job]));
        let blocks: Vec<Block> = trace.blocks_of(job).take(MOST_BLOCKS + 1).collect();
        if !blocks.is_empty() {
            let count = (trace.first_block[job + 1] - trace.first_block[job]) as usize;
            fact("blocks", listed(&blocks, MOST_BLOCKS, count));
        }
        fact("bounded slowdown", reading(standing.slowdown, &Unit::None));
        let (least, most) = standing.sizes;
        let sizes = if least == most { format!("{least} processors") } else { format!("{least} to {most} processors") };
        let sizes = if most == 1 { "1 processor".into() } else { sizes };
        fact(
            "among its like",
            match standing.peers {
                1 => format!("the only job of {sizes}"),
                peers => format!("{} of the {peers} jobs of {sizes} had a lower one", standing.better),
            },
        );
        let moment = |name: &str, time: Time| (name.to_string(), crate::view::SimulatedTime(time).to_string());
        let moments = vec![moment("To its arrival", submit), moment("To its start", start), moment("To its end", end)];
        Some(JobReport {
            id: self.name(job),
            title: format!("Job {}", self.name(job)),
            colour: self.colours[job],
            facts,
            moments,
            at: self.place_in_explanation(),
        })
    }

    /// The state of a job at the cursor.
    fn now(&self, job: usize) -> String {
        let (trace, now) = (&self.trace, self.moment.at);
        if now < trace.submit[job] {
            "has not arrived yet".into()
        } else if now < trace.start[job] {
            let place = self.moment.waiting.iter().position(|&other| other == job).unwrap_or(0);
            let ahead = if place == 0 {
                "at the head of the queue".into()
            } else {
                format!("behind {}", counted(place, "job"))
            };
            format!("waits, {ahead}, for {} so far", self.clock.length(now - trace.submit[job]))
        } else if now < trace.end[job] {
            format!("runs, for {} so far", self.clock.length(now - trace.start[job]))
        } else {
            "has ended".into()
        }
    }
}

/// Processors asked for and held.
fn processors(asked: u32, held: u32) -> String {
    if asked == held { asked.to_string() } else { format!("{asked} asked for, {held} held") }
}

/// A text for `count` blocks, of which the first `most` are listed.
pub(super) fn listed(blocks: &[Block], most: usize, count: usize) -> String {
    let named: Vec<String> = blocks.iter().take(most).map(ToString::to_string).collect();
    let (named, rest) = (named.join("; "), more(count, most));
    if rest.is_empty() { named } else { format!("{named} {rest}") }
}
