//! A file of results on the page: its curves appear without a run and without the log.

use super::{ShardFile, ShardFileError};
use crate::budget::Budget;
use crate::report::PlanReport;
use serde::Serialize;
use std::io::BufRead;

/// The contents of a file of results.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FileResults {
    /// The link of the experiment.
    pub link: String,
    /// The report on its plan, without the weights of cells.
    pub plan: PlanReport,
    /// The cells that have run.
    pub cells: Vec<usize>,
    /// The numbers of each of them ([`crate::experiment::CellResult::numbers`]), one after the other.
    pub numbers: Vec<f64>,
    /// Cells that failed, and why.
    pub failed: Vec<(usize, String)>,
}

/// Reads results. Fails if they cannot be used.
pub fn open(reader: impl BufRead) -> Result<FileResults, ShardFileError> {
    let ShardFile { link, plan, outcomes, .. } = ShardFile::read(reader, &Budget::USUAL)?;
    let experiment = &link.experiment;
    let (weights, alike) =
        (vec![0.0; experiment.cell_count()], experiment.values().len() as u32 * experiment.replications);
    let plan = PlanReport { weights, alike, workers: 1, ..plan };
    let (mut cells, mut numbers, mut failed) = (Vec::new(), Vec::new(), Vec::new());
    for (cell, outcome) in outcomes {
        match outcome {
            Ok(result) => {
                cells.push(cell);
                numbers.extend(result.numbers());
            }
            Err(reason) => failed.push((cell, reason.message())),
        }
    }
    Ok(FileResults { link: link.write(), plan, cells, numbers, failed })
}

#[cfg(test)]
mod tests {
    use super::super::BEGINNING;
    use super::super::tests::{LINK, file};
    use super::*;
    use crate::experiment::CellResult;

    #[test]
    fn the_page_has_every_number_of_the_file() {
        let written = file(LINK);
        let found = open(written.text().as_bytes()).unwrap();
        assert_eq!((found.link.as_str(), &found.cells[..]), (&*written.link.write(), &[0, 2, 4][..]));
        let each = found.numbers.len() / found.cells.len();
        for (cell, numbers) in found.cells.iter().zip(found.numbers.chunks(each)) {
            let result = CellResult::from_numbers(numbers).unwrap();
            assert!(super::super::is_same(&Ok(result), &written.outcomes[cell]));
        }
        assert_eq!(found.failed, [(5, "the network has come to a \"halt\"".into())]);
        assert!(found.plan.results(written.link.experiment).is_ok());
        assert_eq!(open(&b"; a log"[..]).unwrap_err(), ShardFileError::Foreign);
        assert_eq!(open(format!("{BEGINNING}}}").as_bytes()).unwrap_err(), ShardFileError::Torn);
    }
}
