//! The folder of a study. A marker file names the study, so that no other folder is overwritten.

use super::CommandError;
use super::source::Source;
use super::stale_files;
use super::target::Target;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::Read;
use std::path::Path;
use subtorus::diagnostic::shortened;
use subtorus::report::shard_file;

/// The marker file, which names the study of a folder.
const MARKER: &str = "subtorus-study.json";

/// The contents of the marker file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Marker {
    /// Always `study`.
    subtorus: String,
    /// The name of the file of the study, without its folder.
    study: String,
}

/// Makes the folder of the study with this name, or continues in it. Rejects a folder of another study, and a folder
/// with other files than shards; shards name their own experiments.
pub fn claim(folder: &Path, study: &str) -> Result<(), CommandError> {
    let complain = |reason: String| CommandError::from(format!("--out {}: {reason}", folder.display()));
    fs::create_dir_all(folder).map_err(|error| complain(error.to_string()))?;
    let path = folder.join(MARKER);
    let marker = path.to_string_lossy();
    if path.exists() {
        let text = Source::named("", &marker)?.text()?;
        let found: Option<Marker> = serde_json::from_str(&text).ok().filter(|found: &Marker| found.subtorus == "study");
        return match found {
            Some(found) if found.study == study => Ok(()),
            Some(found) => Err(complain(format!(
                "is the folder of another study, {}; write to another one, or delete its {MARKER}",
                shortened(&found.study)
            ))),
            None => Err(complain(format!(
                "its {MARKER} is none that 'subtorus study' has written; write to another folder"
            ))),
        };
    }
    let entries = fs::read_dir(folder).map_err(|error| complain(error.to_string()))?;
    for entry in entries {
        let entry = entry.map_err(|error| complain(error.to_string()))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with(stale_files::PREFIX) && !is_part(&entry.path()) {
            return Err(complain(format!(
                "is no folder of a study: {} is there (expected an empty folder, or one with a {MARKER}); write to another one",
                shortened(&name)
            )));
        }
    }
    let text = serde_json::to_string(&Marker { subtorus: "study".into(), study: study.into() }).expect("text is JSON");
    Target::named("out", &marker, &[])?.write(&format!("{text}\n"))
}

/// Whether this is a file of results.
fn is_part(path: &Path) -> bool {
    let expected = shard_file::BEGINNING.as_bytes();
    let mut start = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(expected.len() as u64).read_to_end(&mut start));
    read.is_ok() && start == expected
}
