//! The binary `subtorus`. The page's build compiles it too, as it does every part of the package, and needs none of it.

// These panic where the stream is full or gone.
#![deny(clippy::print_stdout, clippy::print_stderr)]

#[cfg(not(target_arch = "wasm32"))]
mod command_line;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    command_line::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
