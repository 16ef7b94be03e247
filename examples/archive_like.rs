//! Logs like those of the Parallel Workloads Archive, of any length (`tests/command_line/logs/made/archive.rs`).
//!
//! `cargo run --example archive_like -- NAME [jobs] [seed]` writes a log to standard output: 5000 jobs with the seed 1
//! by default. Without a name it lists the names.

#[path = "../tests/command_line/logs/made/archive.rs"]
mod archive;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let Some(name) = arguments.next() else {
        archive::ARCHIVE.iter().for_each(|like| println!("{}", like.name));
        return Ok(());
    };
    let like =
        archive::find(&name).ok_or_else(|| format!("no log is called '{name}'; without a name all are listed"))?;
    let jobs: u32 = arguments.next().map_or(Ok(5000), |text| text.parse())?;
    let seed: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    print!("{}", like.text(jobs, seed));
    Ok(())
}
