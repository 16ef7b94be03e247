//! The binary `subtorus`. The page's build also compiles it, like every part of the package, but does not use it.

// These panic if the stream is full or closed.
#![deny(clippy::print_stdout, clippy::print_stderr)]

#[cfg(not(target_arch = "wasm32"))]
mod command_line;

/// The budget of a command; `--limit` multiplies it.
#[cfg(not(target_arch = "wasm32"))]
const BUDGET: subtorus::budget::Budget = subtorus::budget::Budget::USUAL;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    command_line::main(std::env::args_os()).into()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
