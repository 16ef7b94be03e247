//! Helpers that run the binary.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Runs the binary with these bytes on its standard input.
pub fn run(arguments: &[&str], input: &[u8]) -> Output {
    run_in(Path::new("."), arguments, input)
}

/// The same, in this folder.
pub fn run_in(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_subtorus"));
    command.current_dir(folder).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    // A process that rejects its arguments does not read its input.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the binary ends")
}

/// The single line of an error message; standard output must be empty.
pub fn refusal(output: Output) -> String {
    let error = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(output.stdout.is_empty() && error.lines().count() == 1, "{error}");
    error
}

/// A folder with a log, `five-jobs.swf`.
pub fn folder_with_log() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let log = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/five-jobs.swf");
    fs::copy(log, folder.path().join("five-jobs.swf")).expect("a copy");
    folder
}

/// Runs the binary in this folder with the words of a line.
pub fn subtorus(folder: &TempDir, line: &str) -> Output {
    run_in(folder.path(), &line.split_whitespace().collect::<Vec<_>>(), b"")
}

/// The standard error of a command.
pub fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// The standard output of a successful command.
pub fn printed(folder: &TempDir, line: &str) -> String {
    let output = subtorus(folder, line);
    assert!(output.status.success(), "{line}: {}", said(&output));
    String::from_utf8(output.stdout).expect("text")
}
