//! Where output goes: standard output, or a file that is whole or as it was, and never one that is being read.

use super::source::{STANDARD, Source};
use clap::ArgMatches;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// The file that systems show standard output as, if they do.
pub const STANDARD_OUTPUT: &str = "/dev/stdout";

/// The file that systems show standard error as, if they do.
const STANDARD_ERROR: &str = "/dev/stderr";

/// An output that a flag names.
pub struct Target<'a> {
    flag: &'static str,
    name: &'a str,
    place: Place,
}

/// How to write to a place.
enum Place {
    /// To standard output.
    Standard,
    /// Straight to what is no regular file: a device, a pipe; or behind what messages have been written to one.
    Straight,
    /// A regular file, all links followed, whether there is one yet or not.
    File(PathBuf),
}

impl<'a> Target<'a> {
    /// What this flag names, if it is given. Refused before anything is computed where it is one of the inputs, or cannot be
    /// written.
    pub fn of(
        flags: &'a ArgMatches,
        flag: &'static str,
        inputs: &[&Option<Source>],
    ) -> Result<Option<Target<'a>>, String> {
        let Some(name) = flags.get_one::<String>(flag) else { return Ok(None) };
        let complain = |reason: String| format!("--{flag} {name}: {reason}");
        let path = Path::new(if name == STANDARD { STANDARD_OUTPUT } else { name });
        if let Some(input) = inputs.iter().copied().flatten().find(|input| is_one_file(input.path(), path)) {
            return Err(complain(format!("is the file that {input} reads; write to another one")));
        }
        let place = if name == STANDARD || is_same(path, Path::new(STANDARD_OUTPUT)) {
            Place::Standard
        } else if is_same(path, Path::new(STANDARD_ERROR)) {
            Place::Straight
        } else {
            place(path).map_err(|error| complain(error.to_string()))?
        };
        Ok(Some(Target { flag, name, place }))
    }

    /// Whether it is standard output, which then has no room for anything else.
    pub fn is_standard(&self) -> bool {
        matches!(self.place, Place::Standard)
    }

    /// Writes all of a text there, or leaves a file as it was.
    pub fn write(&self, text: &str) -> Result<(), String> {
        let written = match &self.place {
            Place::Standard => return print(text),
            Place::Straight => quiet(write_straight(Path::new(self.name), text)),
            Place::File(path) => write_aside(path, text),
        };
        written.map_err(|error| format!("--{} {}: {error}", self.flag, self.name))
    }
}

/// Writes to standard output.
pub fn print(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    quiet(written).map_err(|error| format!("standard output: {error}"))
}

/// A reader that has seen enough is no error.
fn quiet(written: io::Result<()>) -> io::Result<()> {
    written.or_else(|error| if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

fn write_straight(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    file.write_all(text.as_bytes())
}

/// How this path can be written. Fails where it cannot.
fn place(path: &Path) -> io::Result<Place> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => Ok(Place::Straight),
        Ok(_) => {
            OpenOptions::new().write(true).open(path)?;
            reserve(fs::canonicalize(path)?)
        }
        // A link to nothing: what it stands for is made by writing through it.
        Err(_) if fs::symlink_metadata(path).is_ok() => Ok(Place::Straight),
        Err(error) if error.kind() == io::ErrorKind::NotFound && !is_folder(path) => reserve(path.into()),
        Err(error) => Err(error),
    }
}

/// Whether nothing but a folder can have this path.
fn is_folder(path: &Path) -> bool {
    path.file_name().is_none() || path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

/// A file at this path, if its folder takes another one beside it.
fn reserve(path: PathBuf) -> io::Result<Place> {
    aside(&path)?;
    Ok(Place::File(path))
}

/// An empty file beside the one of this path. It is gone when it is dropped.
fn aside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = Builder::new();
    file.prefix(".subtorus-");
    // What every new file is given; the user's mask takes away from it.
    #[cfg(unix)]
    file.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    file.tempfile_in(folder)
}

/// Writes a file beside the one of this path and puts it in its place: whoever looks finds the old one or the new one, and
/// a full disk leaves the old.
fn write_aside(path: &Path, text: &str) -> io::Result<()> {
    let mut file = aside(path)?;
    file.write_all(text.as_bytes())?;
    if let Ok(old) = fs::metadata(path) {
        // Only the superuser gives files away; for all others the new one stays their own, like any new file.
        #[cfg(unix)]
        let _ = std::os::unix::fs::fchown(&file, Some(owner(&old).0), Some(owner(&old).1));
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

#[cfg(unix)]
fn owner(data: &fs::Metadata) -> (u32, u32) {
    use std::os::unix::fs::MetadataExt;
    (data.uid(), data.gid())
}

/// Whether both paths lead to the same regular file, which cannot be read and written at the same time.
pub fn is_one_file(one: &Path, other: &Path) -> bool {
    fs::metadata(one).is_ok_and(|data| data.is_file()) && is_same(one, other)
}

/// Whether both paths lead to the same thing, through links of either kind.
#[cfg(unix)]
fn is_same(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |path: &Path| fs::metadata(path).map(|data| (data.dev(), data.ino()));
    matches!((identity(one), identity(other)), (Ok(one), Ok(other)) if one == other)
}

/// Whether both paths lead to the same thing, through symbolic links.
#[cfg(not(unix))]
fn is_same(one: &Path, other: &Path) -> bool {
    matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}
