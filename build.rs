//! Tells the compiler which commit this is: `subtorus::BUILD`.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What the program is made of: another change to the tree makes no other program.
const SOURCES: &[&str] =
    &["src", "www", "samples", "index.html", "build.rs", "Cargo.toml", "Cargo.lock", "Trunk.toml", ".cargo"];

fn main() {
    println!("cargo::rerun-if-env-changed=SUBTORUS_COMMIT");
    // (A path that is not there would make cargo run this each time.)
    for source in SOURCES.iter().filter(|source| Path::new(source).exists()) {
        println!("cargo::rerun-if-changed={source}");
    }
    // Written on every commit and every change of branch.
    if let Some(head) = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={head}");
    }
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    println!("cargo::rustc-env=SUBTORUS_BUILD={version}+{}", commit());
}

/// The commit, and whether the tree differs from it. Who builds from an archive can name it in SUBTORUS_COMMIT.
fn commit() -> String {
    if let Ok(commit) = env::var("SUBTORUS_COMMIT") {
        return commit;
    }
    if let Some(commit) = published() {
        return commit;
    }
    // The repository of this package, not one that it happens to lie in.
    let top = git(&["rev-parse", "--show-prefix"]).filter(String::is_empty);
    let Some(commit) = top.and_then(|_| git(&["rev-parse", "--short=12", "HEAD"])) else { return "unknown".into() };
    let changes = git(&[&["status", "--porcelain", "--"], SOURCES].concat()).unwrap_or_default();
    if changes.is_empty() { commit } else { format!("{commit}-modified") }
}

/// The commit that a package of the registry was made from, which cargo writes into it.
fn published() -> Option<String> {
    let about = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let commit = about.split_once("\"sha1\": \"")?.1.get(..12)?;
    Some(if about.contains("\"dirty\": true") { format!("{commit}-modified") } else { commit.to_string() })
}

/// The output of git here, if it succeeds. It takes no lock, so that a commit in progress is not disturbed.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .arg("--no-optional-locks")
        .args(arguments)
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_string())
}
