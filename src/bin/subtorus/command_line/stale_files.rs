//! Temporary files of runs that were killed before they renamed them.
//!
//! These files have hidden names, and their run holds a lock on them until it ends in any way. The next run that writes
//! to the same folder removes files without a lock.

use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

/// The first letters of their names.
pub const PREFIX: &str = ".subtorus-";

/// A younger file may not have its lock yet.
const YOUNG: Duration = Duration::from_secs(60);

/// Locks this file for a run. On systems without locks, only its age shows that it is in use.
pub fn mark_as_used(file: &File) {
    let _ = file.try_lock();
}

/// Removes the files that earlier runs have left in a folder. Failures are ignored, because the files are harmless.
pub fn remove(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(PREFIX) && is_stale(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_stale(path: &Path) -> bool {
    let Ok(data) = fs::symlink_metadata(path) else { return false };
    let age = data.modified().ok().and_then(|modified| modified.elapsed().ok());
    let is_old = data.is_file() && age.is_some_and(|age| age > YOUNG);
    is_old && File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}
