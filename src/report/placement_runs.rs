//! The runs of a search for placements as a file. Another call of the same search continues it, and shards share it.

use super::shard_file::exact::Exact;
use crate::BUILD;
use crate::diagnostic::{Explain, shortened};
use crate::experiment::placement_search::ListRun;
use crate::experiment::{PlacementSearch, permalink};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The runs that have been made for one search. They do not depend on its limits.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacementRuns {
    /// The program's version, the experiment without its lists, and the work of its jobs.
    search: String,
    /// By list.
    runs: BTreeMap<String, ListRun>,
}

/// Why a file has no runs for a search.
#[derive(Debug, thiserror::Error)]
pub enum PlacementRunsError {
    /// It is another file.
    #[error("this is no file of runs of search-placements: {0}")]
    NotRuns(serde_json::Error),
    /// A number is none.
    #[error("the run of '{allocation}' has no number in '{name}'")]
    NoNumber {
        /// The list of placements.
        allocation: String,
        /// The name of the number.
        name: &'static str,
    },
    /// It belongs to another experiment.
    #[error("these are runs of other jobs, or on another machine, or of another version: {}", shortened(.0))]
    OtherSearch(String),
}

/// The form of the file. Whole numbers are text, because they may be longer than those of other programs.
#[derive(Serialize, Deserialize)]
struct RunsFile {
    search_placements: String,
    runs: Vec<RunLine>,
}

#[derive(Serialize, Deserialize)]
struct RunLine {
    allocation: String,
    served: String,
    capacity: String,
    waits: String,
    jobs: String,
    groups_per_job: Exact,
}

impl Explain for PlacementRunsError {
    fn place(&self) -> String {
        String::new()
    }

    fn expected(&self) -> String {
        "a file that --scores of the same search has written".into()
    }
}

impl PlacementRuns {
    /// Without runs yet.
    pub fn new(search: &PlacementSearch) -> PlacementRuns {
        let (experiment, work) = search.setting();
        PlacementRuns {
            search: format!("{BUILD} {} work={work}", permalink::write(&experiment)),
            runs: BTreeMap::new(),
        }
    }

    /// The run with this list, as a strategy.
    pub fn get(&self, allocation: &str) -> Option<&ListRun> {
        self.runs.get(allocation)
    }

    /// Adds the run with a list.
    pub fn add(&mut self, allocation: String, run: ListRun) {
        self.runs.entry(allocation).or_insert(run);
    }

    /// Adds the runs of a file. Fails if it is no such file, or of another search.
    pub fn take(&mut self, file: &[u8]) -> Result<(), PlacementRunsError> {
        let RunsFile { search_placements, runs } = serde_json::from_slice(file).map_err(PlacementRunsError::NotRuns)?;
        if search_placements != self.search {
            return Err(PlacementRunsError::OtherSearch(search_placements));
        }
        for line in runs {
            let run = line.run()?;
            self.add(line.allocation, run);
        }
        Ok(())
    }

    /// The file.
    pub fn text(&self) -> String {
        let line = |(allocation, run): (&String, &ListRun)| RunLine {
            allocation: allocation.clone(),
            served: run.served.to_string(),
            capacity: run.capacity.to_string(),
            waits: run.waits.to_string(),
            jobs: run.jobs.to_string(),
            groups_per_job: Exact(run.groups_per_job),
        };
        let file = RunsFile { search_placements: self.search.clone(), runs: self.runs.iter().map(line).collect() };
        serde_json::to_string_pretty(&file).expect("plain data can be written") + "\n"
    }
}

impl RunLine {
    fn run(&self) -> Result<ListRun, PlacementRunsError> {
        let none = |name| PlacementRunsError::NoNumber { allocation: self.allocation.clone(), name };
        let whole = |name, text: &str| text.parse().map_err(|_| none(name));
        Ok(ListRun {
            served: whole("served", &self.served)?,
            capacity: whole("capacity", &self.capacity)?,
            waits: whole("waits", &self.waits)?,
            jobs: whole("jobs", &self.jobs)?,
            groups_per_job: self.groups_per_job.0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::experiment::{Experiment, OneRun, SearchLimits};

    fn search(jobs: &str) -> PlacementSearch {
        let mut experiment = Experiment { replications: 1, ..OneRun::experiment() };
        for (name, value) in [("jobs", jobs), ("machine", "torus:4x4x4"), ("allocation", "slurm-flat")] {
            experiment.set(name, value).unwrap();
        }
        PlacementSearch::new(&experiment, None, &Budget::USUAL, SearchLimits::default()).unwrap()
    }

    #[test]
    fn runs_are_read_as_they_were_written_and_belong_to_one_search() {
        let large = u128::from(u64::MAX) * 3;
        let run = ListRun { served: 1, capacity: large, waits: 0, jobs: 7, groups_per_job: 1.0 / 3.0 };
        let mut runs = PlacementRuns::new(&search("20"));
        runs.add("slurm-torus3d(1x1x1)".into(), run.clone());
        runs.add("slurm-torus3d(1x1x2)".into(), ListRun { groups_per_job: f64::NAN, ..run.clone() });
        let mut again = PlacementRuns::new(&search("20"));
        again.take(runs.text().as_bytes()).unwrap();
        again.take(runs.text().as_bytes()).unwrap();
        assert_eq!((again.get("slurm-torus3d(1x1x1)"), again.runs.len()), (Some(&run), 2));
        assert!(again.get("slurm-torus3d(1x1x2)").unwrap().groups_per_job.is_nan());
        let wrong = |text: &str| PlacementRuns::new(&search("20")).take(text.as_bytes()).unwrap_err().to_string();
        assert!(wrong("{}").starts_with("this is no file of runs"));
        assert!(wrong(&PlacementRuns::new(&search("21")).text()).starts_with("these are runs of other jobs"));
        let broken = runs.text().replacen("\"7\"", "\"seven\"", 1);
        assert_eq!(wrong(&broken), "the run of 'slurm-torus3d(1x1x1)' has no number in 'jobs'");
    }
}
