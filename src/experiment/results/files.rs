//! Results computed elsewhere, and the files that they came from.

use super::Results;

impl Results {
    /// The same results, some of them taken from files of these names. Results of a file are not verified.
    pub fn with_files(self, files: Vec<String>) -> Results {
        Results { files, ..self }
    }

    /// The names of the files from which some of these results were taken; none where all were computed here.
    pub fn files(&self) -> &[String] {
        &self.files
    }
}
