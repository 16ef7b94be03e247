//! The target of output: standard output, or a file that is replaced as a whole or not at all, and that is never an
//! input.

use super::closed_stdout::is_closed;
use super::source::{STANDARD, Source};
use super::unpack::read_bytes;
use super::{CommandError, stale_files};
use clap::ArgMatches;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use subtorus::diagnostic::Diagnostic;
use tempfile::{Builder, NamedTempFile};

/// The file that represents standard output on some systems.
pub const STANDARD_OUTPUT: &str = "/dev/stdout";

/// The file that represents standard error on some systems.
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
    /// Directly to a device or a pipe, or appended to a file that receives messages.
    Straight,
    /// To a regular file, which may be missing, after following all links.
    File(PathBuf),
}

impl<'a> Target<'a> {
    /// The output of this flag, if it is given. Fails before any computation if it is one of the inputs or cannot be
    /// written.
    pub fn of(
        flags: &'a ArgMatches,
        flag: &'static str,
        inputs: &[&Option<Source>],
    ) -> Result<Option<Target<'a>>, String> {
        let Some(name) = flags.get_one::<String>(flag) else { return Ok(None) };
        Target::named(flag, name, inputs).map(Some)
    }

    /// The output with this name for a flag.
    pub fn named(flag: &'static str, name: &'a str, inputs: &[&Option<Source>]) -> Result<Target<'a>, String> {
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
        Ok(Target { flag, name, place })
    }

    /// The content of the file; none if it is missing or empty. Fails for anything but a file.
    pub fn present(&self) -> Result<Option<Vec<u8>>, String> {
        let Place::File(path) = &self.place else {
            return Err(self.complaint("is no file; name a file, so that another run can continue it"));
        };
        let bytes = match File::open(path) {
            Ok(file) => read_bytes(file).map_err(|error| self.complaint(&Diagnostic::of(&error).message()))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(self.complaint(&error.to_string())),
        };
        Ok(Some(bytes).filter(|bytes| !bytes.is_empty()))
    }

    /// Whether it is standard output, which then receives nothing else.
    pub fn is_standard(&self) -> bool {
        matches!(self.place, Place::Standard)
    }

    /// Rejects two outputs to the same place.
    pub fn refuse_same(one: &Option<Target>, other: &Option<Target>) -> Result<(), String> {
        let (Some(one), Some(other)) = (one, other) else { return Ok(()) };
        let is_same = match (&one.place, &other.place) {
            (Place::Standard, Place::Standard) => true,
            (Place::File(one), Place::File(other)) => one == other,
            _ => false,
        };
        let place = if one.is_standard() { "standard output" } else { "the same file" };
        if is_same {
            Err(other.complaint(&format!("--{} goes to {place}; write to another one", one.flag)))
        } else {
            Ok(())
        }
    }

    /// Writes the whole text, or leaves a file as it was.
    pub fn write(&self, text: &str) -> Result<(), CommandError> {
        if let Place::File(path) = &self.place {
            return Ok(replace(path, &mut text.as_bytes()).map_err(|error| self.complaint(&error.to_string()))?);
        }
        let mut stream = self.stream()?;
        let written = stream.out.write_all(text.as_bytes());
        self.finish(stream, written)
    }

    /// A writer to this place; [`Target::finish`] completes it.
    pub fn stream(&self) -> Result<Stream, CommandError> {
        let opened = match &self.place {
            Place::Standard => return Ok(Stream { out: BufWriter::new(Box::new(standard()?)), aside: None }),
            Place::Straight => OpenOptions::new().append(true).create(true).open(self.name).map(|file| (file, None)),
            // It has no name, so the file disappears with the process.
            Place::File(path) => {
                tempfile::tempfile_in(folder(path)).and_then(|file| Ok((file.try_clone()?, Some(file))))
            }
        };
        let (out, aside) = opened.map_err(|error| self.complaint(&error.to_string()))?;
        Ok(Stream { out: BufWriter::new(Box::new(out)), aside })
    }

    /// Completes a writer to this place; a file is replaced only now.
    pub fn finish(&self, mut stream: Stream, written: io::Result<()>) -> Result<(), CommandError> {
        let written = written.and_then(|()| stream.out.flush());
        let ended = match (stream.aside, &self.place) {
            (Some(mut file), Place::File(path)) => {
                written.and_then(|()| file.rewind()).and_then(|()| replace(path, &mut file))
            }
            _ => quiet(written),
        };
        let name = if self.is_standard() { "standard output".into() } else { format!("--{} {}", self.flag, self.name) };
        Ok(ended.map_err(|error| format!("{name}: {error}"))?)
    }

    /// An error message about it.
    pub fn complaint(&self, reason: &str) -> String {
        format!("--{} {}: {reason}", self.flag, self.name)
    }
}

/// Output on its way to a place.
pub struct Stream {
    pub out: BufWriter<Box<dyn Write>>,
    /// The temporary file that receives it until it is complete, if the place is a file.
    aside: Option<File>,
}

/// Writes to standard output.
pub fn print(text: &str) -> Result<(), CommandError> {
    let mut out = standard()?.lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    Ok(quiet(written).map_err(|error| format!("standard output: {error}"))?)
}

/// Standard output, if there is one.
fn standard() -> Result<io::Stdout, CommandError> {
    let closed = "standard output: is closed; send it to a file, or to /dev/null";
    if is_closed() { Err(CommandError::Unfinished(closed.into())) } else { Ok(io::stdout()) }
}

/// A closed pipe is not an error.
fn quiet(written: io::Result<()>) -> io::Result<()> {
    written.or_else(|error| if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

/// How this path can be written. Fails if it cannot.
fn place(path: &Path) -> io::Result<Place> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => Ok(Place::Straight),
        Ok(_) => {
            OpenOptions::new().write(true).open(path)?;
            reserve(fs::canonicalize(path)?)
        }
        // A dangling link: writing through it creates its target.
        Err(_) if fs::symlink_metadata(path).is_ok() => Ok(Place::Straight),
        Err(error) if error.kind() == io::ErrorKind::NotFound && !is_folder(path) => reserve(path.into()),
        Err(error) => Err(error),
    }
}

/// Whether only a folder can have this path.
fn is_folder(path: &Path) -> bool {
    path.file_name().is_none() || path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

/// A file at this path. Fails if its folder is not writable.
fn reserve(path: PathBuf) -> io::Result<Place> {
    stale_files::remove(folder(&path));
    tempfile::tempfile_in(folder(&path))?;
    Ok(Place::File(path))
}

/// The folder of the file at this path.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A temporary file next to the file at this path, to be renamed to it. It is deleted on drop.
fn aside(path: &Path) -> io::Result<NamedTempFile> {
    let mut file = Builder::new();
    file.prefix(stale_files::PREFIX);
    // The mode of every new file, before the user's mask.
    #[cfg(unix)]
    file.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = file.tempfile_in(folder(path))?;
    stale_files::mark_as_used(file.as_file());
    Ok(file)
}

/// Atomically replaces the file at this path with the contents of the reader. Other programs see the old file or the
/// new one, and a full disk leaves the old one.
fn replace(path: &Path, content: &mut impl io::Read) -> io::Result<()> {
    let mut file = aside(path)?;
    io::copy(content, file.as_file_mut())?;
    if let Ok(old) = fs::metadata(path) {
        // Only the superuser can change the owner. For others the new file is their own, as usual.
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
