//! Results of a shard as a file: the exact results of one computer, to be merged.
//!
//! One JSON value per line. The first describes the shard: program, permalink, log, the part, and the data of the
//! experiment for a table of results. A line for each cell follows, in the order of the plan. The last line has the
//! digest of the lines above, so that a truncated or edited file is detected.

mod error;
pub(super) mod exact;
mod on_the_page;
#[cfg(test)]
pub(super) mod tests;

pub use error::ShardFileError;
pub use on_the_page::{FileResults, open};

use super::plan::{JobCounts, PlanReport};
use crate::BUILD;
use crate::budget::Budget;
use crate::diagnostic::{Diagnostic, shortened};
use crate::experiment::shards::{Outcome, Outcomes};
use crate::experiment::{CellResult, Exclusion, Plan, Results, Shard};
use crate::formats::identity::{Sha256Hex, sha256_hex};
use crate::simulation::{METRICS, MetricValues};
use crate::view::{Permalink, View};
use crate::workload::Selected;
use exact::Exact;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt::Write;
use std::io::{BufRead, Read};

/// The first bytes of every shard file.
pub const BEGINNING: &str = "{\"subtorus\":\"shard\",";

/// The version of the format.
const FORMAT: u32 = 1;

/// The most bytes of a line. A cell takes less than a thousandth of it; the first line has all exclusions.
const LONGEST_LINE: u64 = 1 << 26;

/// The results of a shard so far.
#[derive(Clone, Debug)]
pub struct ShardFile {
    /// The experiment and its view.
    pub link: Permalink,
    /// The part of it that was to run.
    pub shard: Shard,
    /// The part of its plan that the file contains, without the weights of cells.
    pub plan: PlanReport,
    /// The results; some may belong to another shard.
    pub outcomes: Outcomes,
    /// Whether all of the shard has run.
    pub complete: bool,
}

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header<'a> {
    subtorus: Cow<'a, str>,
    format: u32,
    build: Cow<'a, str>,
    link: Cow<'a, str>,
    /// The SHA-256 of the log; null if a model makes the jobs.
    log: Option<Cow<'a, str>>,
    shard: u32,
    of: u32,
    /// The jobs on each machine, facet by facet.
    machines: Vec<Machine>,
    excluded: Cow<'a, [Exclusion]>,
    /// The names of the numbers of a cell.
    metrics: Vec<Cow<'a, str>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Machine {
    jobs: u32,
    dropped: Vec<(String, u32)>,
    lost_work: Exact,
}

/// A line for a cell: its result, or why it failed.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    cell: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    jobs: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    metrics: Vec<Exact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<Failed>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Failed {
    place: String,
    problem: String,
    expected: String,
    remedy: String,
}

/// The last line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    cells: usize,
    complete: bool,
    sha256: String,
}

impl ShardFile {
    /// A shard of a plan in a view, before any run; `selected` counts the jobs that the log's selection left out.
    pub fn new(plan: &Plan, view: &View, selected: &Selected, shard: Shard) -> ShardFile {
        let report = PlanReport { weights: Vec::new(), ..PlanReport::new(plan, selected) };
        let link = Permalink { experiment: plan.experiment().clone(), view: view.clone() };
        ShardFile { link, shard, plan: report, outcomes: Outcomes::new(), complete: false }
    }

    /// The file as text. It reads back with the same bits. Linear in the cells.
    pub fn text(&self) -> String {
        let machine = |counts: &JobCounts| Machine {
            jobs: counts.jobs,
            dropped: counts.dropped.clone(),
            lost_work: Exact(counts.lost_work),
        };
        let mut text = String::new();
        line(
            &mut text,
            &Header {
                subtorus: "shard".into(),
                format: FORMAT,
                build: BUILD.into(),
                link: self.link.write().into(),
                log: self.link.experiment.sha256.as_deref().map(Cow::from),
                shard: self.shard.number(),
                of: self.shard.count(),
                machines: self.plan.machines.iter().map(machine).collect(),
                excluded: (&self.plan.excluded[..]).into(),
                metrics: METRICS.iter().map(|metric| metric.name.into()).collect(),
            },
        );
        self.outcomes.iter().for_each(|(cell, outcome)| line(&mut text, &Line::of(*cell, outcome)));
        let sha256 = sha256_hex(text.as_bytes());
        line(&mut text, &End { cells: self.outcomes.len(), complete: self.complete, sha256 });
        text
    }

    /// Reads a file line by line; its text is never in memory as a whole. Rejects a file that is truncated or edited,
    /// of another version of the program, or beyond the budget. The budget is checked before anything large is
    /// allocated.
    pub fn read(reader: impl BufRead, budget: &Budget) -> Result<ShardFile, ShardFileError> {
        let mut lines = Lines { reader, digest: Sha256Hex::default() };
        let first = lines.next()?;
        if !first.starts_with(BEGINNING.as_bytes()) {
            return Err(ShardFileError::Foreign);
        }
        // The rest may differ in another version.
        let version: Version = serde_json::from_slice(&first).map_err(|_| ShardFileError::Torn)?;
        if version.format != FORMAT || version.build != BUILD {
            return Err(ShardFileError::OtherBuild { build: shortened(&version.build) });
        }
        let header = serde_json::from_slice(&first).map_err(|_| ShardFileError::Odd);
        let mut file = header.and_then(|header| ShardFile::of_header(header, budget));
        let count = file.as_ref().map_or(Ok(0), |file| file.results().map(|results| results.cells().len()));
        lines.digest.take(&first);
        let mut line = lines.next()?;
        loop {
            let next = lines.next()?;
            if next.is_empty() {
                break;
            }
            lines.digest.take(&line);
            // A torn file is reported first, whatever other errors it has.
            if let (Ok(whole), Ok(count)) = (&mut file, &count)
                && let Err(error) = whole.take_line(&line, *count)
            {
                file = Err(error);
            }
            line = next;
        }
        let end: End = serde_json::from_slice(&line).map_err(|_| ShardFileError::Torn)?;
        if !line.ends_with(b"\n") || end.sha256 != lines.digest.finish() {
            return Err(ShardFileError::Torn);
        }
        count?;
        let file = file?;
        if end.cells != file.outcomes.len() {
            return Err(ShardFileError::Torn);
        }
        Ok(ShardFile { complete: end.complete, ..file })
    }

    /// Reads the line of a cell, of a plan with `count` cells.
    fn take_line(&mut self, line: &[u8], count: usize) -> Result<(), ShardFileError> {
        let line: Option<Line> = serde_json::from_slice(line).ok();
        let (cell, outcome) = line.and_then(Line::outcome).ok_or(ShardFileError::Odd)?;
        let is_new = cell < count && self.outcomes.insert(cell, outcome).is_none();
        if is_new { Ok(()) } else { Err(ShardFileError::Odd) }
    }

    fn of_header(header: Header, budget: &Budget) -> Result<ShardFile, ShardFileError> {
        let (link, _) = Permalink::read(&header.link);
        link.experiment.check_size(budget)?;
        let shard = Shard::new(header.shard, header.of).map_err(|_| ShardFileError::Odd)?;
        let same_link = link.write() == header.link && link.experiment.sha256.as_deref() == header.log.as_deref();
        let same_metrics = header.metrics.iter().map(|name| &**name).eq(METRICS.iter().map(|metric| metric.name));
        if !same_link || !same_metrics {
            return Err(ShardFileError::Odd);
        }
        let counts = |machine: Machine| JobCounts {
            jobs: machine.jobs,
            dropped: machine.dropped,
            lost_work: machine.lost_work.0,
        };
        let machines = header.machines.into_iter().map(counts).collect();
        let plan = PlanReport { machines, excluded: header.excluded.into_owned(), ..PlanReport::default() };
        Ok(ShardFile { link, shard, plan, outcomes: Outcomes::new(), complete: false })
    }

    /// Rejects a file of another experiment, of another log or with other jobs. The parts may differ.
    pub fn check_same(&self, other: &ShardFile) -> Result<(), ShardFileError> {
        let log = |file: &ShardFile| file.link.experiment.sha256.clone().unwrap_or_else(|| "the model".into());
        if log(self) != log(other) {
            return Err(ShardFileError::OtherLog { log: log(other), expected: log(self) });
        }
        if self.link != other.link {
            let link = |file: &ShardFile| file.link.write();
            return Err(ShardFileError::OtherLink { link: link(other), expected: link(self) });
        }
        let contents = |file: &ShardFile| (file.plan.machines.clone(), file.plan.excluded.clone());
        if contents(self) == contents(other) { Ok(()) } else { Err(ShardFileError::OtherPlan) }
    }

    /// Adds the results of another file. Fails if it has another result for the same cell.
    pub fn take(&mut self, other: ShardFile) -> Result<(), ShardFileError> {
        self.check_same(&other)?;
        for (cell, outcome) in other.outcomes {
            match self.outcomes.get(&cell) {
                Some(known) if !is_same(known, &outcome) => {
                    let results = self.results()?;
                    return Err(ShardFileError::Contradiction { cell: results.describe(&results.cells()[cell]) });
                }
                _ => self.outcomes.insert(cell, outcome),
            };
        }
        Ok(())
    }

    /// The experiment's results, still empty.
    pub fn results(&self) -> Result<Results, ShardFileError> {
        let weights = vec![0.0; self.link.experiment.cell_count()];
        let plan = PlanReport { weights, ..self.plan.clone() };
        plan.results(self.link.experiment.clone()).map_err(|_| ShardFileError::Odd)
    }

    /// The results known so far, and the cells that must still run for the whole experiment.
    pub fn known_results(&self) -> Result<(Results, Vec<usize>), ShardFileError> {
        let mut results = self.results()?;
        let missing = results.take_known(results.first_cells(), &self.outcomes);
        Ok((results, missing))
    }
}

/// The lines of a file, and the digest of those read so far.
struct Lines<R> {
    reader: R,
    digest: Sha256Hex,
}

impl<R: BufRead> Lines<R> {
    /// The next line with its end; empty at the end of the file.
    fn next(&mut self) -> Result<Vec<u8>, ShardFileError> {
        let mut line = Vec::new();
        let read = self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        // A longer line is cut in two, and both parts are invalid.
        read.map(|_| line).map_err(|_| ShardFileError::Torn)
    }
}

/// The part of the first line that is read first.
#[derive(Deserialize)]
struct Version {
    format: u32,
    build: String,
}

impl Line {
    fn of(cell: usize, outcome: &Outcome) -> Line {
        let (jobs, metrics, failed) = match outcome {
            Ok(result) => (Some(result.jobs), result.metrics.numbers().iter().copied().map(Exact).collect(), None),
            Err(Diagnostic { place, problem, expected, remedy }) => {
                let [place, problem, expected, remedy] = [place, problem, expected, remedy].map(String::clone);
                (None, Vec::new(), Some(Failed { place, problem, expected, remedy }))
            }
        };
        Line { cell, jobs, metrics, failed }
    }

    fn outcome(self) -> Option<(usize, Outcome)> {
        let outcome = match (self.jobs, self.failed) {
            (Some(jobs), None) => {
                let numbers: Vec<f64> = self.metrics.iter().map(|number| number.0).collect();
                Ok(CellResult { metrics: MetricValues::from_numbers(&numbers)?, jobs })
            }
            (None, Some(Failed { place, problem, expected, remedy })) => {
                Err(Diagnostic { place, problem, expected, remedy })
            }
            _ => return None,
        };
        Some((self.cell, outcome))
    }
}

/// Whether two outcomes are the same bit for bit; NaN equals NaN.
fn is_same(one: &Outcome, other: &Outcome) -> bool {
    match (one, other) {
        (Ok(one), Ok(other)) => {
            let bits = |number: &f64| if number.is_nan() { f64::NAN.to_bits() } else { number.to_bits() };
            one.numbers().iter().map(bits).eq(other.numbers().iter().map(bits))
        }
        (one, other) => one == other,
    }
}

/// Adds a value as a line of JSON.
fn line(text: &mut String, value: &impl Serialize) {
    let value = serde_json::to_string(value).expect("names and numbers serialise");
    writeln!(text, "{value}").expect("writing to a string cannot fail");
}
