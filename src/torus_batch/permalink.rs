//! A batch experiment as the fragment of a permalink: `#v=1&problem=preemptive&side=16&jobs=8:2,4:4&deadline=4`. The
//! parameter `problem` marks it; every other permalink is that of a sweep.

use super::experiment::{BatchExperiment, PARAMETERS};
use crate::diagnostic::Diagnostic;
use crate::permalink::{self, Upgrader};

/// The parameter that marks a permalink of a batch.
const PROBLEM: &str = "problem";

/// From version 1 on. The newest version is one more than the number of upgraders.
const UPGRADERS: &[Upgrader] = &[];

/// Whether a permalink, or a whole address, names a problem.
pub fn is_batch(text: &str) -> bool {
    permalink::names(text, PROBLEM)
}

/// Reads a permalink of any version. A part that cannot be read gets a diagnostic and keeps its default; everything
/// else is read.
pub fn read(text: &str) -> (BatchExperiment, Vec<Diagnostic>) {
    permalink::read_experiment(text, UPGRADERS, &PARAMETERS)
}

/// The canonical permalink: the problem, and all other parameters without their defaults, in the order of
/// [`PARAMETERS`].
pub fn write(experiment: &BatchExperiment) -> String {
    let written = PARAMETERS.iter().filter(|parameter| parameter.name == PROBLEM || parameter.is_set(experiment));
    permalink::write(UPGRADERS, written.map(|parameter| (parameter.name, parameter.text(experiment))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::torus_batch::experiment::Problem;
    use crate::torus_batch::rows;

    /// Permalinks of version 1 were published. If this test fails, a new version and an upgrader are needed.
    #[test]
    fn permalinks_of_version_1_keep_their_meaning() {
        let (jobs, deadline) = (rows::read("8:2,4:7/3,4:5.875").unwrap(), "28/3".parse().ok());
        for (link, experiment) in [
            ("#v=1&problem=cnp", BatchExperiment::default()),
            (
                "#v=1&problem=min-makespan&jobs=8:2,4:7/3,4:5.875",
                BatchExperiment { problem: Problem::LeastDeadline, jobs: jobs.clone(), ..BatchExperiment::default() },
            ),
            (
                "#v=1&problem=preemptive&side=16&jobs=8:2,4:7/3,4:5.875&deadline=28/3",
                BatchExperiment { problem: Problem::Preemptive, side: 16, jobs, deadline },
            ),
        ] {
            assert_eq!(read(link), (experiment.clone(), Vec::new()), "{link}");
            assert_eq!(write(&experiment), link, "it is the canonical one");
            assert!(is_batch(link));
        }
    }

    #[test]
    fn a_hundred_thousand_unknown_parameters_are_one_diagnostic() {
        let unknown: Vec<String> = (0..100_000).map(|number| format!("p{number}=1")).collect();
        let complaints = read(&format!("#v=1&problem=cnp&{}&side=4", unknown.join("&"))).1;
        let messages: Vec<String> = complaints.iter().map(Diagnostic::to_string).collect();
        assert_eq!(messages, ["link: 100000 parameters are unknown: p0, p1, p2, …"]);
    }

    #[test]
    fn unreadable_parts_are_reported_and_the_rest_is_read() {
        let (experiment, complaints) =
            read("https://example.org/#v=1&jobs=8:2,3:x&problem=min-makespan&side=6&machine=torus:8&deadline=0&side=4");
        let places: Vec<_> = complaints.iter().map(|complaint| complaint.place.as_str()).collect();
        assert_eq!(places, ["side", "jobs", "side", "machine", "deadline"]);
        assert_eq!(experiment, BatchExperiment { problem: Problem::LeastDeadline, ..BatchExperiment::default() });
        assert!(!is_batch("#v=1&jobs=300&machine=torus:8x8") && !is_batch(""));
    }
}
