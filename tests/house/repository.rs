//! A clone is complete: everything that its documents and code refer to exists as described.

use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use subtorus::figure::JOB_COLOURS;
use subtorus::papers::SAMPLES;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every text of the repository with one of these extensions, without dependencies.
fn texts(extensions: &[&str]) -> Vec<(PathBuf, String)> {
    let mut folders = vec![root().to_path_buf()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            if name.starts_with('.') || ["target", "dist", "node_modules"].contains(&&*name) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extensions.iter().any(|known| extension == *known)) {
                let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                found.push((path, text));
            }
        }
    }
    found
}

/// The headings of a document, without their marks.
fn headings(document: &str) -> impl Iterator<Item = &str> {
    document.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim())
}

/// The anchor under which a heading is found.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// `docs/semantics.md 6.2 and 6.4`, also in a comment over two lines.
#[test]
fn citations_of_the_semantics_name_sections_that_exist() {
    let document = fs::read_to_string(root().join("docs/semantics.md")).expect("the semantics");
    let sections: BTreeSet<&str> =
        headings(&document).filter_map(|heading| Some(heading.split_once(' ')?.0.trim_end_matches('.'))).collect();
    let mut cited = 0;
    for (path, text) in texts(&["rs", "md", "js", "mjs", "html"]) {
        for (place, name) in text.match_indices("docs/semantics.md") {
            let mut rest = &text[place + name.len()..];
            loop {
                rest = rest.trim_start_matches([' ', '\n', '/', '!', '*']);
                let end = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(rest.len());
                let number = rest[..end].trim_end_matches('.');
                if number.is_empty() {
                    break;
                }
                assert!(sections.contains(number), "{}: docs/semantics.md has no section {number}", path.display());
                cited += 1;
                let Some(more) = rest[end..].strip_prefix(" and ").or_else(|| rest[end..].strip_prefix(" to ")) else {
                    break;
                };
                rest = more;
            }
        }
    }
    assert!(cited > 0);
}

/// Links from one document to another, or to a heading.
#[test]
fn links_between_documents_have_targets() {
    for (path, text) in texts(&["md"]) {
        for (place, mark) in text.match_indices("](") {
            let target = text[place + mark.len()..].split_once(')').expect("a link ends").0;
            if target.contains("://") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { path.clone() } else { path.parent().expect("a folder").join(file) };
            assert!(file.exists(), "{}: {target} is not there", path.display());
            if !heading.is_empty() {
                let document = fs::read_to_string(&file).expect("a document");
                let known = headings(&document).any(|known| anchor(known) == heading);
                assert!(known, "{}: {target} has no such heading", path.display());
            }
        }
    }
}

/// Links name the logs by these digests, and the page offers the logs by them.
#[test]
fn the_samples_are_as_described() {
    let folder = root().join("samples");
    let description = fs::read_to_string(folder.join("README.md")).expect("a description");
    let mut described = 0;
    for entry in fs::read_dir(&folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_str().expect("a name in UTF-8").to_string();
        if name == "README.md" {
            continue;
        }
        let packed = fs::read(&path).expect("a sample");
        let mut bytes = Vec::new();
        flate2::read::GzDecoder::new(packed.as_slice()).read_to_end(&mut bytes).expect("a gzip file");
        let jobs = bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty() && line[0] != b';').count();
        let digest: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        let numbers = [jobs, packed.len(), bytes.len()].map(|number| in_groups(&number.to_string()));
        let row = description.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        let row = row.unwrap_or_else(|| panic!("{name} is not described"));
        for part in numbers.iter().chain([&digest]) {
            assert!(row.contains(part.as_str()), "{name}: {part} is not in its row");
        }
        let sample = SAMPLES.iter().find(|sample| sample.file == name);
        let sample = sample.unwrap_or_else(|| panic!("the page does not offer {name}"));
        assert_eq!(sample.sha256, digest, "{name}");
        described += 1;
    }
    assert_eq!(described, SAMPLES.len());
    // Everyone named in the archive's acknowledgements is thanked on the page, once.
    for thanked in description.split("**").skip(1).step_by(2) {
        let by = SAMPLES.iter().filter(|sample| sample.acknowledgement.contains(thanked));
        assert_eq!(by.count(), 1, "{thanked}");
    }
    assert_eq!(described, description.lines().filter(|line| line.starts_with("| `")).count());
}

/// Digits in groups of three, as in documents.
fn in_groups(digits: &str) -> String {
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).expect("digits")).collect();
    groups.join(" ")
}

/// Lists of the page show jobs in the colours of its pictures.
#[test]
fn the_style_sheet_has_the_colours_of_jobs() {
    let sheet = fs::read_to_string(root().join("www/styles/tokens.css")).expect("the tokens");
    let (light, dark) = sheet.split_once("prefers-color-scheme: dark").expect("two themes");
    for (number, (on_light, on_dark)) in JOB_COLOURS.iter().enumerate() {
        for (theme, colour) in [(light, on_light), (dark, on_dark)] {
            let token = format!("--j{number}: #{:02x}{:02x}{:02x};", colour.0, colour.1, colour.2);
            assert!(theme.contains(&token), "{token}");
        }
    }
}
