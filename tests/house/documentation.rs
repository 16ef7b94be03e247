//! Pages of the guide that are written from tables of the code.

use std::fmt::Write;
use subtorus::allocation::Family;
use subtorus::allocation::catalogue;
use subtorus::simulation::metrics::{METRICS, Metric, MetricFamily};

/// The beginning of a page: its title, the comment for contributors, and the introduction.
fn beginning(title: &str, source: &str, introduction: &str) -> String {
    format!(
        "# {title}\n\n<!--\nWritten by `cargo test --test house documentation` from the entries in `{source}`.\n-->\n\n\
         {introduction}\n"
    )
}

/// A row of a table.
fn row(cells: &[&str]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// The first letter in upper case.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The strategies, as a page.
fn strategies() -> String {
    let mut text = beginning(
        "Allocation strategies",
        "src/allocation/strategies/",
        "What `allocation` can name. A name takes its arguments in parentheses, in the order of the table; each has a \
         default. The page shows a picture of each strategy at work.",
    );
    for family in Family::ALL {
        write!(
            text,
            "\n## {}\n\n| strategy | arguments | what it does | source | for example |\n| --- | --- | --- | --- | --- |\n",
            capital(family.name())
        )
        .expect("writing to a string cannot fail");
        for entry in catalogue::entries().filter(|entry| entry.family == *family) {
            let arguments = if entry.arguments.is_empty() { "" } else { &format!("`{}`", entry.arguments) };
            let examples: Vec<_> = entry.examples.iter().map(|example| format!("`{example}`")).collect();
            text += &row(&[&format!("`{}`", entry.name), arguments, entry.summary, entry.source, &examples.join(", ")]);
        }
    }
    text
}

/// The metrics, as a page.
fn metrics() -> String {
    let mut text = beginning(
        "Every metric",
        "src/simulation/metrics/",
        "A run yields one number for each of these. Tables and files use the first name of a row; an axis also takes the \
         second, which is shorter. A metric that does not apply to a run has no value there.",
    );
    for family in MetricFamily::ALL {
        write!(
            text,
            "\n## {}\n\n{}\n\n| metric | title | unit | definition |\n| --- | --- | --- | --- |\n",
            capital(family.name()),
            family.meaning()
        )
        .expect("writing to a string cannot fail");
        for metric in METRICS.iter().filter(|metric| metric.family == *family) {
            let names: Vec<_> =
                [Some(metric.name), metric.short_name].iter().flatten().map(|name| format!("`{name}`")).collect();
            let definition = format!("{}{}", metric.definition, condition(metric));
            text += &row(&[&names.join(", "), metric.title, metric.unit.name(), &definition]);
        }
    }
    text
}

/// When a metric is measured at all.
fn condition(metric: &Metric) -> &'static str {
    match (metric.needs_clock, metric.needs_reasons()) {
        (true, _) => " A clock measures it, only where an axis shows it, and differently on every computer.",
        (_, true) => " Recorded only where an axis shows it, because it takes time.",
        _ => "",
    }
}

/// These pages are not edited by hand. If one is out of date, the test rewrites it and fails once.
#[test]
fn pages_written_from_the_code_are_up_to_date() {
    for (page, expected) in [("strategies", strategies()), ("metrics", metrics())] {
        let path = format!("{}/docs/guide/{page}.md", env!("CARGO_MANIFEST_DIR"));
        if std::fs::read_to_string(&path).unwrap_or_default() != expected {
            std::fs::write(&path, expected).expect("the page can be written");
            panic!("docs/guide/{page}.md was out of date and has been rewritten; check the changes and commit them");
        }
    }
}
