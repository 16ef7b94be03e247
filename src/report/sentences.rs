//! Descriptions of results, in sentences.

use super::ShownResults;
use super::words::{counted, decapitalised, first_named, listed, percent, spoken};
use crate::diagnostic::shortened;
use crate::experiment::{Experiment, Model, Quantity, Varied};
use crate::figure::{Unit, reading};
use crate::workload::Partitions;

/// The most curves that a sentence names.
const MOST_NAMED: usize = 20;

impl ShownResults<'_> {
    /// `Mean bounded slowdown against utilisation`.
    pub fn title(&self) -> String {
        let plot = self.edited.plot;
        let name = |quantity: Quantity| quantity.title(self.results.experiment());
        let compared = self.comparison_words().map_or(String::new(), |words| format!(" ({words})"));
        format!("{}{compared} against {}", name(plot.y), decapitalised(name(plot.x)))
    }

    /// A description of the results: the jobs (the number in each run, by machine and facet), the machines and the
    /// number of runs.
    pub fn subject(&self, jobs: &[u32]) -> String {
        let experiment = self.results.experiment();
        let (pairs, values) = (experiment.allocation.len() * experiment.scheduling.len(), experiment.values().len());
        let strategies =
            if pairs == 1 { "one pair of strategies".into() } else { format!("{pairs} pairs of strategies") };
        let varied = decapitalised(experiment.varied().title());
        let runs = if values == 1 { strategies } else { format!("{strategies} × {values} values of the {varied}") };
        let facets = experiment.facets().map_or(String::new(), |facet| {
            let varied = decapitalised(facet.varied.title());
            format!(" × {} of the {varied}", facet.values().len())
        });
        let runs = runs + &facets;
        let reasons = self.results.dropped_by_reason().into_iter();
        let reasons = reasons.map(|(reason, count)| format!("{count} {}", spoken(&reason)));
        let lost = self.results.lost_work_by_machine().into_iter();
        let lost = lost.map(|(what, share)| format!("{} of the {what}", percent(share)));
        let reasons: Vec<String> = reasons.chain(lost).collect();
        let dropped = if reasons.is_empty() { String::new() } else { format!(" (dropped: {})", reasons.join(", ")) };
        let replications = match experiment.replications {
            1 => String::new(),
            most => format!(", up to {most} replications"),
        };
        // A machine on which no strategy can run has no jobs.
        let ran = || jobs.iter().filter(|&&jobs| jobs > 0);
        let (least, most) = (ran().min().unwrap_or(&0), ran().max().unwrap_or(&0));
        let jobs = if least == most { counted(*most as usize, "job") } else { format!("{least} to {most} jobs") };
        let jobs = if experiment.varied() == Varied::Jobs { format!("up to {jobs}") } else { jobs };
        let (source, without) = (source(experiment), self.without());
        let origin = self.origin().map_or(String::new(), |origin| format!(", with {origin}"));
        format!("{jobs}{dropped} from {source} on {}, {runs}{replications}{without}{origin}", machines(experiment))
    }

    /// `results of the file all.shard` if some were taken from files; none if all were computed here.
    pub(super) fn origin(&self) -> Option<String> {
        let files = self.results.files();
        let names = first_named(files.iter().map(|name| shortened(name)), MOST_NAMED, |more| format!("{more} more"));
        let noun = if files.len() == 1 { "file" } else { "files" };
        (!names.is_empty()).then(|| format!("results of the {noun} {}", listed(&names)))
    }

    /// `, without midplane on mesh:8x8`: what cannot run; empty if everything can.
    fn without(&self) -> String {
        let excluded = self.results.excluded();
        let subjects = excluded.iter().map(|each| each.subject(self.results.experiment()));
        let names = first_named(subjects, MOST_NAMED, |more| format!("{more} more"));
        if names.is_empty() { String::new() } else { format!(", without {}", listed(&names)) }
    }

    /// The curves with points that are less precise than the experiment asks, although all replications have run, and
    /// the remedy. Empty if there are none, or if the experiment asks for all replications.
    pub fn imprecise(&self) -> String {
        let mut counts: Vec<(String, u32)> = Vec::new();
        let experiment = self.results.experiment();
        if experiment.precision.to_f64() == 0.0 {
            return String::new();
        }
        for summary in self.results.summaries().filter(|summary| !summary.precise) {
            let curve = experiment.curve_title(summary.machine, summary.allocation, summary.scheduling);
            let facet = experiment.facet_label(summary.facet).map_or(String::new(), |label| format!(" at {label}"));
            let curve = curve + &facet;
            match counts.last_mut().filter(|last| last.0 == curve) {
                Some((_, count)) => *count += 1,
                None => counts.push((curve, 1)),
            }
        }
        if counts.is_empty() {
            return String::new();
        }
        let Experiment { replications, precision, .. } = experiment;
        let curves = counts.iter().map(|(curve, count)| format!("{curve} ({count})"));
        let curves = first_named(curves, MOST_NAMED, |more| format!("{more} other curves"));
        format!(
            "After {replications} replications some points are not yet precise to {} of their mean: {}. Allow more \
             replications, or less precision.",
            reading(precision.to_f64(), &Unit::Share),
            curves.join(", ")
        )
    }

    /// A name for a file with these results, without its extension: letters, digits, dots, hyphens and underscores.
    pub fn file_name(&self) -> String {
        let experiment = self.results.experiment();
        let source = match (&experiment.log, experiment.model) {
            (Some(log), _) => log.trim_end_matches(".swf"),
            (None, model) => model.name(),
        };
        let machine = match &experiment.machines[..] {
            [machine] => machine.to_string(),
            several => format!("{}-machines", several.len()),
        };
        let name = format!("subtorus-{source}-{machine}-{}", self.edited.plot);
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "-._".contains(letter);
        name.chars().map(|letter| if plain(letter) { letter } else { '-' }).collect()
    }
}

/// The source of an experiment's jobs.
pub fn source(experiment: &Experiment) -> &str {
    match &experiment.log {
        Some(log) => log,
        None if experiment.uses_log() => "a log",
        None => match experiment.model {
            Model::Lublin => "the Lublin–Feitelson model",
            Model::Stochastic => "the stochastic model",
            Model::TpuV4 => "the mix of shapes of TPU v4",
        },
    }
}

/// An experiment's machines: `mesh:8x8, mesh:10x10 and mesh:12x12`, and their units.
pub fn machines(experiment: &Experiment) -> String {
    let mut text = listed(&experiment.machines.iter().map(ToString::to_string).collect::<Vec<_>>());
    if let Some(unit) = experiment.unit {
        text += &format!(" in units of {unit}");
    }
    if experiment.partitions != Partitions::Any {
        text += &format!(" in partitions of {}", experiment.partitions);
    }
    text
}
