//! Documents that are written from tables of the code.

use std::fmt::Write;
use subtorus::allocation::Family;
use subtorus::allocation::catalogue;

/// The strategies as a document. The test below keeps docs/strategies.md equal to it.
fn strategies() -> String {
    let mut text = String::from(
        "# Allocation strategies\n\n\
         What may be named in `allocation`. A name takes its arguments in parentheses, those of the list in this order; \
         what is left out has a default.\n\
         The page shows a picture of each at work, behind the question mark beside its name.\n\n\
         Written by `cargo test --test house documentation` from the entries in `src/allocation/strategies/`.\n\n\
         | name | arguments | family | what it does | source | for example |\n\
         | --- | --- | --- | --- | --- | --- |\n",
    );
    for family in Family::ALL {
        for entry in catalogue::entries().filter(|entry| entry.family == *family) {
            let arguments = if entry.arguments.is_empty() { "" } else { &format!("`{}`", entry.arguments) };
            let examples: Vec<_> = entry.examples.iter().map(|example| format!("`{example}`")).collect();
            let cells = [&format!("`{}`", entry.name), arguments, family.name(), entry.summary, entry.source];
            let cells = cells.map(|cell| cell.replace('|', "\\|")).join(" | ");
            writeln!(text, "| {cells} | {} |", examples.join(", ")).expect("writing to a string cannot fail");
        }
    }
    text
}

/// This document is not edited by hand. If it is out of date, the test rewrites it and fails once.
#[test]
fn the_list_of_strategies_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/strategies.md");
    let expected = strategies();
    if std::fs::read_to_string(path).unwrap_or_default() != expected {
        std::fs::write(path, expected).expect("the document can be written");
        panic!("docs/strategies.md was out of date and has been rewritten; check the changes and commit them");
    }
}
