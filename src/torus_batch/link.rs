//! A batch experiment as the fragment of a link: `#v=1&problem=preemptive&side=16&jobs=8:2,4:4&deadline=4`. What makes it one
//! is the problem; every other link is that of a sweep.

use super::experiment::{Experiment, PARAMETERS};
use crate::diagnostic::Diagnostic;
use crate::experiment::link::{Upgrader, append, pairs};

/// Turn links of one version into those of the next, as for sweeps.
const UPGRADERS: &[Upgrader] = &[];

/// Whether a link, or a whole address, names a problem.
pub fn is_batch(text: &str) -> bool {
    let fragment = text.split_once('#').map_or(text, |(_, fragment)| fragment);
    fragment.split('&').any(|part| part.starts_with("problem="))
}

/// Reads a link of any version. Whatever cannot be understood is named and keeps its default; everything else is read.
pub fn read(text: &str) -> (Experiment, Vec<Diagnostic>) {
    let (mut experiment, mut diagnostics) = (Experiment::default(), Vec::new());
    for (name, value) in pairs(text, UPGRADERS, &mut diagnostics) {
        diagnostics.extend(experiment.set(&name, &value).err());
    }
    (experiment, diagnostics)
}

/// The canonical link: the problem always, of all else what is not the default, in the order of [`PARAMETERS`].
pub fn write(experiment: &Experiment) -> String {
    let (mut link, default) = (format!("#v={}", UPGRADERS.len() + 1), Experiment::default());
    for parameter in PARAMETERS {
        let value = experiment.get(parameter.name);
        if parameter.name == "problem" || value != default.get(parameter.name) {
            append(parameter.name, &value, &mut link);
        }
    }
    link
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::torus_batch::experiment::Problem;
    use crate::torus_batch::{presets, rows};

    /// Links of version 1 were published. If this test fails, a new version and an upgrader are needed.
    #[test]
    fn links_of_version_1_mean_what_they_meant() {
        let (jobs, deadline) = (rows::read("8:2,4:7/3,4:5.875").unwrap(), "28/3".parse().ok());
        for (link, experiment) in [
            ("#v=1&problem=cnp", Experiment::default()),
            (
                "#v=1&problem=min-makespan&jobs=8:2,4:7/3,4:5.875",
                Experiment { problem: Problem::LeastDeadline, jobs: jobs.clone(), ..Experiment::default() },
            ),
            (
                "#v=1&problem=preemptive&side=16&jobs=8:2,4:7/3,4:5.875&deadline=28/3",
                Experiment { problem: Problem::Preemptive, side: 16, jobs, deadline },
            ),
        ] {
            assert_eq!(read(link), (experiment.clone(), Vec::new()), "{link}");
            assert_eq!(write(&experiment), link, "it is the canonical one");
            assert!(is_batch(link));
        }
    }

    #[test]
    fn what_is_not_understood_is_named_and_the_rest_is_read() {
        let (experiment, complaints) =
            read("https://example.org/#v=1&jobs=8:2,3:x&problem=min-makespan&side=6&machine=torus:8&deadline=0&side=4");
        let places: Vec<_> = complaints.iter().map(|complaint| complaint.place.as_str()).collect();
        assert_eq!(places, ["side", "jobs", "side", "machine", "deadline"]);
        assert_eq!(experiment, Experiment { problem: Problem::LeastDeadline, ..Experiment::default() });
        assert!(!is_batch("#v=1&jobs=300&machine=torus:8x8") && !is_batch(""));
    }

    #[test]
    fn presets_are_canonical_and_can_be_planned() {
        for preset in presets::PRESETS {
            let (experiment, complaints) = read(preset.link);
            assert_eq!((complaints, write(&experiment)), (Vec::new(), preset.link.into()));
            assert!(experiment.answer().is_ok());
        }
    }
}
