//! Files that a run has left behind because it was killed while it put a finished file in its place.
//!
//! Such a file has a hidden name, and its run holds a lock on it that ends with the run, however it ends. The next run that
//! writes to the same folder removes what nothing holds.

use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

/// How the names of such files begin.
pub const PREFIX: &str = ".subtorus-";

/// A younger file may not have its lock yet.
const YOUNG: Duration = Duration::from_secs(60);

/// Says that a run is at work on this file. Where a system has no locks, its age alone speaks for it.
pub fn mark_as_used(file: &File) {
    let _ = file.try_lock();
}

/// Removes what earlier runs have left in a folder. What cannot be removed stays; it disturbs nothing.
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
