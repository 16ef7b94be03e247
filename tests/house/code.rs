//! Rules of the code that a compiler does not check: which module may use which, how long a file may be, and what must
//! not occur (docs/architecture.md, "Invariants").

use std::fs;
use std::path::{Path, PathBuf};

/// The modules in import order: each may use only those before it.
const MODULES: &[&str] = &[
    "diagnostic",
    "names",
    "sorting",
    "time",
    "random",
    "budget",
    "parameter",
    "permalink",
    "figure",
    "machine",
    "topology",
    "network",
    "workload",
    "formats",
    "allocation",
    "scheduling",
    "simulation",
    "experiment",
    "view",
    "run",
    "torus_batch",
    "papers",
    "report",
    "web",
    "bin",
];

/// The most lines of a file.
const MOST_LINES: usize = 400;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file with this extension in a folder and its subfolders.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("an entry").path();
            if path.is_dir() && !path.ends_with("node_modules") {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    assert!(!found.is_empty(), "no {extension} files in {folder}");
    found
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The path from the root of the repository, for messages and modules.
fn name(path: &Path) -> String {
    path.strip_prefix(root()).expect("a file of the repository").display().to_string()
}

fn is_test(path: &Path) -> bool {
    let name = name(path);
    name.contains("/tests/") || name.ends_with("/tests.rs")
}

/// The code of a file without its unit tests, line by line.
fn code(path: &Path) -> Vec<String> {
    let text = text(path);
    let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines().map(str::to_string).collect()
}

fn module(path: &Path) -> String {
    let name = name(path);
    name.trim_start_matches("src/").split('/').next().unwrap_or_default().trim_end_matches(".rs").to_string()
}

#[test]
fn modules_use_only_modules_before_them() {
    let position = |module: &str| MODULES.iter().position(|other| *other == module);
    for path in files("src", "rs").iter().filter(|path| !is_test(path) && !path.ends_with("lib.rs")) {
        let here = position(&module(path)).unwrap_or_else(|| panic!("{} is in no module of the list", name(path)));
        for used in modules_used(&code(path).join("\n")) {
            let Some(there) = position(&used) else { continue };
            assert!(there <= here, "{} is above {used}, which it uses", name(path));
        }
    }
}

/// The first part of every path that begins with `crate::`, including those of `crate::{a::…, b::…}`.
fn modules_used(code: &str) -> Vec<String> {
    let first = |path: &str| {
        path.trim().split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().map(str::to_string)
    };
    let paths = code.split("crate::").skip(1).flat_map(|path| match path.strip_prefix('{') {
        Some(group) => outermost(group),
        None => vec![path],
    });
    paths.filter_map(first).collect()
}

/// The parts between commas up to the brace that closes this group. Nested braces belong to their part.
fn outermost(group: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut begin) = (Vec::new(), 0, 0);
    for (place, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                parts.push(&group[begin..place]);
                begin = place + 1;
                if letter == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    parts
}

#[test]
fn modules_are_found_in_groups_too() {
    let code = "use crate::{experiment::{Plan, sweep}, torus_batch,\n    web::Seam as Other,\n};\nlet x = crate::time::SECOND;";
    assert_eq!(modules_used(code), ["experiment", "torus_batch", "web", "", "time"]);
}

/// A wait for an event ends with the event. A fixed time is usually too long, and sometimes too short.
#[test]
fn no_test_of_the_page_waits_for_a_fixed_time() {
    for path in files("tests/browser", "mjs").iter().filter(|path| name(path).ends_with(".test.mjs")) {
        for line in text(path).lines() {
            let fixed = line
                .split("await page.waitForTimeout(")
                .nth(1)
                .is_some_and(|time| time.starts_with(|digit: char| digit.is_ascii_digit()));
            assert!(!fixed, "{}: {line}", name(path));
        }
    }
}

#[test]
fn no_file_is_too_long() {
    let scripts = files("www", "js").into_iter().chain(files("tests", "mjs")).chain(files("python", "py"));
    let sources = ["src", "tests", "benches", "fuzz", "python"].into_iter().flat_map(|folder| files(folder, "rs"));
    for path in scripts.chain(sources) {
        let lines = text(&path).lines().count();
        assert!(lines <= MOST_LINES, "{} has {lines} lines", name(&path));
    }
    let binding = ["src/web", "src/bin/page", "src/bin/run_view"].into_iter().flat_map(|folder| files(folder, "rs"));
    let lines: usize = binding.map(|path| text(&path).lines().count()).sum();
    assert!(lines < 700, "the binding layer for the page has {lines} lines");
}

#[test]
fn errors_are_types_and_only_outer_modules_use_the_system() {
    for path in files("src", "rs").iter().filter(|path| !is_test(path)) {
        let is_outer = ["web", "bin"].contains(&&*module(path));
        for line in code(path).iter().filter(|line| !line.trim_start().starts_with("//")) {
            let is_sentence = (line.contains("Result<") && line.contains(", String>")) || line.contains("Err = String");
            assert!(module(path) == "bin" || !is_sentence, "{}: an error that is a sentence: {line}", name(path));
            for item in
                ["wasm_bindgen::", "web_sys::", "js_sys::", "std::fs", "std::env::", "std::thread", "Instant::now"]
            {
                assert!(is_outer || !line.contains(item), "{}: {line}", name(path));
            }
        }
    }
}

#[test]
fn the_promised_compiler_is_the_pinned_one() {
    let value = |file: &str, key: &str| {
        let text = text(&root().join(file));
        let line = text.lines().find_map(|line| line.strip_prefix(key)?.trim().strip_prefix('=')).expect("the key");
        line.trim().trim_matches('"').to_string()
    };
    let (promised, pinned) = (value("Cargo.toml", "rust-version"), value("rust-toolchain.toml", "channel"));
    assert!(pinned.starts_with(&format!("{promised}.")), "{promised} is promised, {pinned} is used");
}

/// The table of modules in docs/architecture.md has all of them in import order.
#[test]
fn the_table_of_modules_is_the_import_order() {
    let page = text(&root().join("docs/architecture.md"));
    let (_, modules) = page.split_once("| module |").expect("the map");
    let rows = modules.lines().skip(2).take_while(|line| line.starts_with("| "));
    let named: Vec<&str> = rows.filter_map(|row| row.split('`').nth(1)).collect();
    assert_eq!(named, MODULES);
}
