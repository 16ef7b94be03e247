//! Results from other computers, and their files.

use super::Results;

impl Results {
    /// The same results, some of them from files of these names. Results from a file are not verified.
    pub fn with_files(self, files: Vec<String>) -> Results {
        Results { files, ..self }
    }

    /// The names of the files with some of these results; empty if all were computed here.
    pub fn files(&self) -> &[String] {
        &self.files
    }
}
