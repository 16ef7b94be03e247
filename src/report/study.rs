//! A study: a paper's whole evaluation as a file with a name and a permalink per line, and the page of its results.

use super::ShownResults;
use super::file::{ExportRequest, FileKind};
use super::outlook::loss_at;
use crate::BUILD;
use crate::diagnostic::{Diagnostic, Explain, shortened, visible};
use crate::experiment::Results;
use crate::figure::{Imprint, PaperSize};
use crate::torus_batch;
use crate::view::{Permalink, View};
use std::collections::BTreeSet;
use std::fmt::Write;

/// One experiment of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The name of its files: letters, digits, hyphens and underscores.
    pub name: String,
    /// Its experiment and its view.
    pub link: Permalink,
    /// Its line, from 1.
    pub line: usize,
}

/// The error of a study.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyError {
    /// There are only comments.
    #[error("no experiment is there")]
    Empty,
    /// A line is wrong.
    #[error("{fault}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// Its error.
        fault: StudyLineError,
    },
}

/// The error of a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyLineError {
    /// A name without a permalink.
    #[error("'{0}' has no link behind its name")]
    NoLink(String),
    /// A name that some file systems do not allow.
    #[error("'{0}' is no name for files")]
    Name(String),
    /// A name that is used already; case does not count.
    #[error("the name '{0}' stands more than once")]
    Twice(String),
    /// A batch, which has no curves.
    #[error("the link is that of a torus batch, which is no sweep")]
    Batch,
    /// The first error of the permalink.
    #[error("{}", .0.problem)]
    Link(Diagnostic),
}

/// The longest name.
const LONGEST_NAME: usize = 100;

impl Explain for StudyError {
    fn place(&self) -> String {
        match self {
            StudyError::Empty => String::new(),
            StudyError::Line { line, fault: StudyLineError::Link(complaint) } if !complaint.place.is_empty() => {
                format!("line {line}, {}", complaint.place)
            }
            StudyError::Line { line, .. } => format!("line {line}"),
        }
    }

    fn expected(&self) -> String {
        match self {
            StudyError::Empty => "a name and a link a line, such as: slowdown #v=1&machine=mesh:16x16".into(),
            StudyError::Line { fault: StudyLineError::NoLink(_), .. } => {
                "a name, a space, a link, or # and a comment".into()
            }
            StudyError::Line { fault: StudyLineError::Name(_), .. } => {
                format!("letters of the English alphabet, digits, hyphens and underscores, at most {LONGEST_NAME}")
            }
            StudyError::Line { fault: StudyLineError::Link(complaint), .. } => complaint.expected.clone(),
            StudyError::Line { .. } => String::new(),
        }
    }

    fn remedy(&self) -> String {
        match self {
            StudyError::Line { fault: StudyLineError::Twice(_), .. } => "give each experiment a name of its own".into(),
            StudyError::Line { fault: StudyLineError::Batch, .. } => "plan it with subtorus torus-batch".into(),
            StudyError::Line { fault: StudyLineError::Link(complaint), .. } => complaint.remedy.clone(),
            _ => String::new(),
        }
    }
}

/// The experiments of a study, in order. A line has a name, spaces and a link; empty lines and lines that begin with
/// `#` are ignored. Fails at the first line with an error or a warning, because a warning in a script goes unread.
///
/// ```
/// use subtorus::report::study;
///
/// let entries = study::read("# Figure 3\nslowdown  #v=1&machine=mesh:16x16&allocation=gabl\n")?;
/// assert_eq!((entries.len(), entries[0].name.as_str(), entries[0].line), (1, "slowdown", 2));
/// # Ok::<(), subtorus::report::study::StudyError>(())
/// ```
pub fn read(text: &str) -> Result<Vec<Entry>, StudyError> {
    let (mut entries, mut names) = (Vec::new(), BTreeSet::new());
    for (place, content) in text.lines().enumerate() {
        let content = content.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let line = place + 1;
        let entry = entry(content, line).map_err(|fault| StudyError::Line { line, fault })?;
        if !names.insert(entry.name.to_ascii_lowercase()) {
            return Err(StudyError::Line { line, fault: StudyLineError::Twice(entry.name) });
        }
        entries.push(entry);
    }
    if entries.is_empty() { Err(StudyError::Empty) } else { Ok(entries) }
}

fn entry(content: &str, line: usize) -> Result<Entry, StudyLineError> {
    let Some((name, link)) = content.split_once(char::is_whitespace) else {
        return Err(StudyLineError::NoLink(shortened(content)));
    };
    let carried = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    if !name.chars().all(carried) || name.len() > LONGEST_NAME {
        return Err(StudyLineError::Name(shortened(name)));
    }
    if torus_batch::permalink::is_batch(link.trim()) {
        return Err(StudyLineError::Batch);
    }
    let (link, complaints) = Permalink::read(link.trim());
    match complaints.into_iter().next() {
        Some(complaint) => Err(StudyLineError::Link(complaint)),
        None => Ok(Entry { name: name.into(), link, line }),
    }
}

/// The results of one experiment of a study.
pub struct Section<'a> {
    /// The name of its files.
    pub name: &'a str,
    /// Its results.
    pub results: &'a Results,
    /// Their view.
    pub view: &'a View,
    /// The number of jobs of each run, machine by machine in each facet.
    pub jobs: Vec<u32>,
}

/// The size of a chart on a page, as wide as the text of most pages.
const PAPER: PaperSize = PaperSize { width: 160.0, height: 110.0, letters: 9.0, title: true, legend: true };

impl Section<'_> {
    fn shown(&self) -> ShownResults<'_> {
        ShownResults { results: self.results, edited: self.results.experiment(), view: self.view, pins: &[] }
    }

    fn link(&self) -> String {
        self.view.link(self.results.experiment())
    }

    /// The numbers, in the form of `sweep`.
    pub fn csv(&self) -> String {
        super::results::csv(self.results, &Imprint { address: self.link(), ..Imprint::default() })
    }

    /// The chart.
    pub fn svg(&self) -> String {
        self.shown().file(&ExportRequest {
            kind: FileKind::Svg,
            address: self.link(),
            date: String::new(),
            paper: PAPER,
            fonts: None,
        })
    }

    /// Its part of the page: a description, the chart, the permalink, and what is missing.
    fn text(&self) -> String {
        let (shown, name) = (self.shown(), self.name);
        let (title, link) = (shown.title(), self.link());
        let mut text = format!("## {name}\n\n{}: {}.\n\n", plain(&title), plain(&shown.subject(&self.jobs)));
        write!(text, "![{}]({name}.svg)\n\nThe numbers: [{name}.csv]({name}.csv). The link:\n\n", plain(&title))
            .expect("writing to a string cannot fail");
        write!(text, "    {}\n\n", visible(&link)).expect("writing to a string cannot fail");
        let remarks = self.remarks();
        remarks.iter().for_each(|remark| text += &format!("- {}\n", plain(remark)));
        if !remarks.is_empty() {
            text.push('\n');
        }
        text
    }

    /// What is missing in the results: excluded, failed, dropped or imprecise.
    fn remarks(&self) -> Vec<String> {
        let (results, experiment) = (self.results, self.results.experiment());
        let mut remarks: Vec<String> = results.exclusions().map(|excluded| format!("Not run: {excluded}.")).collect();
        remarks.extend(results.failures().map(|failure| format!("Failed: {failure}.")));
        for (site, jobs) in self.jobs.iter().enumerate() {
            remarks.extend(loss_at(experiment, site, results.dropped(site), *jobs, results.lost_work(site)));
        }
        remarks.extend(Some(self.shown().imprecise()).filter(|said| !said.is_empty()));
        remarks
    }
}

/// The page of a study's results, as Markdown: a section for each experiment that has run, then the state of the
/// others.
pub fn page(title: &str, sections: &[Section], absent: &[(String, String)]) -> String {
    let mut text = format!("# {}\n\nComputed by Subtorus {BUILD}.\n\n", plain(title));
    sections.iter().for_each(|section| text += &section.text());
    for (name, reason) in absent {
        text += &format!("## {name}\n\nThere are no results: {}.\n\n", plain(reason));
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// A text with Markdown escaped.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for letter in visible(text).chars() {
        if "\\`*<[]#|".contains(letter) {
            plain.push('\\');
        }
        plain.push(letter);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Plan, permalink};
    use crate::report::PlanReport;
    use crate::workload::Selected;

    fn refused(text: &str) -> String {
        Diagnostic::of(&read(text).unwrap_err()).to_string()
    }

    #[test]
    fn every_line_is_a_name_and_a_link() {
        let text = "# A study\n\n  one #v=1&machine=mesh:8x8 \r\nTwo-2\thttps://example.org/x#v=1&jobs=9\n";
        let entries = read(text).unwrap();
        let names: Vec<_> = entries.iter().map(|entry| (entry.name.as_str(), entry.line)).collect();
        assert_eq!(names, [("one", 3), ("Two-2", 4)]);
        assert_eq!((entries[1].link.experiment.jobs, entries[0].link.experiment.machines[0].node_count()), (9, 64));
    }

    #[test]
    fn errors_have_their_line() {
        assert!(refused("# nothing\n").starts_with("no experiment is there (expected a name and a link a line"));
        assert!(refused("a #v=1\nb").starts_with("line 2: 'b' has no link behind its name (expected"));
        assert!(refused("../a #v=1").starts_with("line 1: '../a' is no name for files (expected letters"));
        assert!(refused("a.b #v=1").contains("'a.b' is no name"), "a part of another could have it");
        let twice = refused("a #v=1\n\nA #v=1&jobs=9");
        assert_eq!(twice, "line 3: the name 'A' stands more than once; give each experiment a name of its own");
        assert!(refused("a #v=1&machine=x").starts_with("line 1, machine: 'x' "), "{}", refused("a #v=1&machine=x"));
        assert!(refused("a #v=1&partition=2").starts_with("line 1, partition: selects jobs of a log"));
        assert!(refused("a words").starts_with("line 1"));
        let batch = torus_batch::permalink::write(&torus_batch::experiment::BatchExperiment::default());
        assert!(refused(&format!("a {batch}")).contains("is that of a torus batch"));
    }

    #[test]
    fn the_page_shows_each_experiment_and_what_is_missing() {
        let link =
            "#v=1&machine=mesh:4x4x4&jobs=30&allocation=curve(hilbert,best),nep&scheduling=fcfs&vary=load:0.5..0.7:0.2";
        let (experiment, _) = permalink::read(link);
        let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
        let mut results = Results::new(&plan, &Selected::default());
        for cell in results.first_cells() {
            results.put(cell, plan.run(cell, None).map_err(|failure| Diagnostic::of(&failure)));
        }
        results.put(3, Err(Diagnostic::new("", "the network has come to a <halt>")));
        let report = PlanReport::new(&plan, &Selected::default());
        let jobs = report.machines.iter().map(|counts| counts.jobs).collect();
        let section = Section { name: "slow", results: &results, view: &View::default(), jobs };
        let text = page("study.txt", &[section], &[("other".into(), "its log is not there".into())]);
        for part in [
            "# study.txt\n\nComputed by Subtorus ",
            "\n## slow\n\nMean bounded slowdown against utilisation: 30 jobs from the Lublin–Feitelson model on mesh:4x4x4",
            "](slow.svg)\n",
            "[slow.csv](slow.csv)",
            &format!("\n    {}\n", permalink::write(&experiment)),
            "- Not run: curve(hilbert,best): ",
            "- Failed: fcfs with nep at 0.7: the network has come to a \\<halt>.\n",
            "\n## other\n\nThere are no results: its log is not there.\n",
        ] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
        let section = Section { name: "slow", results: &results, view: &View::default(), jobs: vec![30] };
        assert!(section.svg().contains("nep") && section.csv().contains("# excluded curve(hilbert,best)"));
    }
}
