//! Results that somebody else computed: which files they were taken from.

use super::Results;

impl Results {
    /// The same, of which some were taken from files of these names. What a file says was not computed here, and may be anything.
    pub fn with_files(self, files: Vec<String>) -> Results {
        Results { files, ..self }
    }

    /// The names of the files from which some of these results were taken; none where all were computed here.
    pub fn files(&self) -> &[String] {
        &self.files
    }
}
