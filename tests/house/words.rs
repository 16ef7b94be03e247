//! Words that plain technical English does without (docs/glossary.md).

use std::fs;
use std::path::{Path, PathBuf};

/// They may not occur as whole words, in any case.
const WORDS: &[&str] = &[
    "whoever",
    "nobody",
    "somebody",
    "whose",
    "told",
    "goes ill",
    "go ill",
    "mend",
    "mended",
    "mends",
    "errand",
    "errands",
    "bury",
    "hopeless",
    "gravity",
    "meanwhile",
    "misconduct",
    "breach",
    "turned",
    "patience",
    "stranded",
    "obey",
    "companions",
];

/// A file or folder, the endings of its files, and how many of the words may be left there. The key `whose` of
/// permalinks does not count. All places together may have at most 25.
const PLACES: &[(&str, &[&str], usize)] = &[
    ("docs", &["md"], 0),
    ("README.md", &["md"], 0),
    ("CHANGELOG.md", &["md"], 0),
    (".github", &["md", "yml"], 0),
    ("CONTRIBUTING.md", &["md"], 0),
    (".ci", &["mjs"], 0),
    ("benches", &["rs"], 0),
    ("build.rs", &["rs"], 0),
    ("examples", &["rs"], 0),
    ("fuzz/examples", &["rs"], 0),
    ("fuzz/src", &["rs"], 0),
    ("python", &["md", "py", "pyi", "rs"], 0),
    ("src", &["rs"], 0),
    ("tests/browser", &["mjs"], 0),
    ("tests/command_line", &["rs"], 0),
    ("tests/house", &["rs"], 0),
    ("tests/rules", &["rs"], 0),
    ("www", &["js", "css", "html"], 0),
];

/// Every file with one of these endings in a place, except this one, which lists the words.
fn files(place: &Path, endings: &[&str]) -> Vec<PathBuf> {
    if place.is_dir() {
        let entries = fs::read_dir(place).expect("a folder").map(|entry| entry.expect("an entry").path());
        return entries.filter(|path| !path.ends_with("node_modules")).flat_map(|path| files(&path, endings)).collect();
    }
    let has_ending = place.extension().is_some_and(|found| endings.iter().any(|ending| found == *ending));
    if has_ending && !place.ends_with(file!()) { vec![place.to_path_buf()] } else { Vec::new() }
}

/// A document that a test writes has the words of the code, which is checked elsewhere.
fn is_written_by_a_test(text: &str) -> bool {
    text.contains("\nWritten by `cargo test ")
}

/// Every second part of a text between back quotes is code. In a document, code may have other names.
fn without_code(text: &str) -> String {
    text.lines().map(|line| line.split('`').step_by(2).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("\n")
}

/// The words of the list in a text, each with its line. The key `whose` (`"whose"`, `whose=`, `--whose`) does not
/// count.
fn found(text: &str) -> Vec<(usize, &'static str)> {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let text = text.to_lowercase();
    let lines =
        text.lines().enumerate().flat_map(|(number, line)| WORDS.iter().map(move |word| (number + 1, line, *word)));
    lines
        .flat_map(|(number, line, word)| {
            line.match_indices(word).filter_map(move |(begin, _)| {
                let (before, after) = (&line[..begin], &line[begin + word.len()..]);
                let is_part = before.ends_with(is_letter) || after.starts_with(is_letter);
                let is_quoted = before.ends_with(['"', '\'', '`']) && after.starts_with(['"', '\'', '`']);
                let is_key = word == "whose" && (is_quoted || after.starts_with(['=', ':']) || before.ends_with("--"));
                (!is_part && !is_key).then_some((number, word))
            })
        })
        .collect()
}

#[test]
fn words_of_the_list_do_not_occur() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (place, endings, most) in PLACES {
        let mut all = Vec::new();
        for path in files(&root.join(place), endings) {
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let is_document = path.extension().is_some_and(|ending| ending == "md");
            if is_document && is_written_by_a_test(&text) {
                continue;
            }
            let text = if is_document { without_code(&text) } else { text };
            let name = path.strip_prefix(root).expect("a file of the repository").display().to_string();
            all.extend(found(&text).into_iter().map(|(line, word)| format!("{name}:{line}: {word}")));
        }
        assert!(
            all.len() <= *most,
            "{place} has {} words of the list, {most} are allowed:\n{}",
            all.len(),
            all.join("\n")
        );
    }
}

#[test]
fn words_are_found_whole_and_the_key_does_not_count() {
    let text = "Whose?\nset(\"whose\"), #whose=wait --whose 1, whose: 1\nnobodys, mending, un_told, NOBODY; goes ill";
    assert_eq!(found(text), [(1, "whose"), (3, "nobody"), (3, "goes ill")]);
    assert_eq!(found(&without_code("`Told` and told")), [(1, "told")]);
}

/// The sum over all places.
#[test]
fn at_most_25_words_are_left() {
    let left: usize = PLACES.iter().map(|(_, _, most)| most).sum();
    assert!(left <= 25, "{left} words of the list are allowed");
}
