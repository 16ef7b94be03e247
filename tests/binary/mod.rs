//! The binary from the outside.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs the binary with these bytes on its standard input.
#[allow(dead_code, reason = "each file of tests is a program, and not all use all")]
pub fn run(arguments: &[&str], input: &[u8]) -> Output {
    run_in(Path::new("."), arguments, input)
}

/// The same in this folder.
#[allow(dead_code, reason = "each file of tests is a program, and not all use all")]
pub fn run_in(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_subtorus"));
    command.current_dir(folder).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    // A process that refuses its arguments does not read.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the binary ends")
}

/// The one line with which a command must refuse, writing nothing to its standard output.
#[allow(dead_code, reason = "each file of tests is a program, and not all use all")]
pub fn refusal(output: Output) -> String {
    let error = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(output.stdout.is_empty() && error.lines().count() == 1, "{error}");
    error
}
