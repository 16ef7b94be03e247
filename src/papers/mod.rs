//! Figures of papers as links, with the numbers that the papers print. Sweeps and batches stand in one list.

mod allocation_overhead;
mod bani_mohammad_2008;
mod bani_mohammad_2008_network;
mod gupta_1997;
mod icpads_2007;
mod jouppi_2023;
mod lesson;
mod mao_2005;
mod mira;
mod rfold_2025;
mod samples;

pub use samples::{SAMPLES, SampleLog};

use crate::simulation::Metric;
use crate::torus_batch::permalink;
use std::fmt;
use std::sync::OnceLock;

/// The Parallel Workloads Archive, which publishes the logs.
pub const ARCHIVE: &str = "https://www.cs.huji.ac.il/labs/parallel/workload/";

/// A printed statement about one curve, to be compared with computed results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// The allocation strategy.
    pub allocation: &'static str,
    /// The scheduling policy.
    pub scheduling: &'static str,
    /// The statement.
    pub printed: Printed,
}

impl Published {
    /// The mean of a metric under an allocation strategy and a scheduling policy, at a value of what is varied.
    fn mean([allocation, scheduling]: [&'static str; 2], metric: &'static Metric, at: f64, mean: f64) -> Published {
        Published { allocation, scheduling, printed: Printed::Mean { metric, at, mean, half_width: None } }
    }

    /// The same mean with half the width of its 95 % confidence interval.
    fn within(mut self, of_interval: f64) -> Published {
        if let Printed::Mean { half_width, .. } = &mut self.printed {
            *half_width = Some(of_interval);
        }
        self
    }
}

/// A printed statement about a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Printed {
    /// Where the curve saturates or levels off.
    Saturation {
        /// The utilisation, 0 to 1.
        utilization: f64,
        /// The load from which it does so, where the paper says.
        load: Option<f64>,
        /// Whether the paper says only that it is above that utilisation.
        above: bool,
    },
    /// The mean of a metric at one value of what is varied.
    Mean {
        /// The metric.
        metric: &'static Metric,
        /// The value of what is varied.
        at: f64,
        /// The mean.
        mean: f64,
        /// Half the width of its 95 % confidence interval, where the paper says.
        half_width: Option<f64>,
    },
}

/// A paper with figures that can be reproduced here.
#[derive(Debug, PartialEq)]
pub struct Paper {
    /// Its title in a list of figures.
    pub short: &'static str,
    /// Its authors and year.
    pub title: &'static str,
    /// Its entry in `docs/references.md`, where it stands in full.
    pub entry: &'static str,
    /// What it found, in our words: the head of its figures in the gallery.
    pub finding: &'static str,
}

/// Slowdown and utilisation of two logs on tori of five and six dimensions.
pub const MAO_2005: Paper = Paper {
    short: "Mao 2005",
    title: "Mao, Chen and Watson 2005",
    entry: "Mao 2005",
    finding: "On tori of five and six dimensions, a job gets a torus of its own. Partitions with sides of any size \
              leave fewer processors idle than equal ones, and come near to an allocation that may use any free \
              processors. Backfilling raises the utilisation at which the machine saturates by more than the \
              choice of the partition does.",
};

/// Contiguous and non-contiguous allocation on meshes.
pub const BANI_MOHAMMAD_2008: Paper = Paper {
    short: "Bani-Mohammad 2008",
    title: "Bani-Mohammad 2008 (thesis)",
    entry: "Thesis 2008",
    finding: "A greedy search for large free boxes (GABL) keeps the processors of a job close together without \
              leaving many idle. In meshes of two and three dimensions, under several communication patterns, jobs \
              pass through the machine sooner than under earlier contiguous and non-contiguous strategies. A busy \
              list that is searched in both orientations of a request finds a place with less work.",
};

/// A real workload compared with stochastic ones.
pub const ICPADS_2007: Paper = Paper {
    short: "ICPADS 2007",
    title: "Bani-Mohammad et al. 2007 (ICPADS)",
    entry: "ICPADS 2007",
    finding: "The log of a real machine and stochastic jobs rank the non-contiguous strategies alike: on a 16x22 \
              mesh GABL is ahead in turnaround and service time. The distances between the strategies depend on \
              the workload.",
};

/// Jobs with shapes on a torus, and on cubes joined by optical switches.
pub const RFOLD_2025: Paper = Paper {
    short: "RFold 2025",
    title: "RFold 2025",
    entry: "RFold 2025",
    finding: "Jobs that ask for a shape can be folded into another shape with the same links. Folding, and cubes \
              that optical switches join, raise the utilisation that a torus reaches with jobs of fixed shapes.",
};

/// Batches on a torus.
pub const GUPTA_1997: Paper = Paper {
    short: "Gupta and Srimani 1997",
    title: "Gupta and Srimani 1997",
    entry: "Gupta 1997",
    finding: "A batch of jobs of known times is planned on a torus. Jobs that communicate in neighbouring subtori \
              share links and take longer; a plan that keeps them apart ends sooner than one that only packs them \
              densely.",
};

/// Pods of TPU v4 and their optical switches.
pub const JOUPPI_2023: Paper = Paper {
    short: "Jouppi 2023",
    title: "Jouppi et al. 2023",
    entry: "Jouppi 2023",
    finding: "A TPU v4 pod joins cubes of 4x4x4 chips by optical switches. Since any free cubes can make up a \
              slice, jobs find a place far more often than on a fixed torus, also with a part of the hosts out of \
              service.",
};

/// A machine of Argonne National Laboratory by its log: no paper.
pub const MIRA_2018: Paper = Paper {
    short: "Mira",
    title: "Mira's log of 2018",
    entry: "Mira 2018",
    finding: "No paper, but the log of a production machine of 49 152 nodes that hands out midplanes. The schedule \
              that was run stands beside what the policies of the literature would have done with the same jobs.",
};

/// Four experiments for two hours of teaching: no paper, but `docs/guide/lesson.md`.
pub const LESSON: Paper = Paper {
    short: "Lesson",
    title: "A lesson of two hours",
    entry: "Lesson",
    finding: "No paper, but four experiments for teaching: what saturation is, what fragmentation costs, what \
              backfilling gains, and what distance between the processors of a job costs.",
};

/// A published experiment: a sweep, or a batch.
#[derive(Clone, Debug)]
pub struct Preset {
    /// The paper.
    pub paper: &'static Paper,
    /// The figure, as menus call it.
    pub figure: String,
    /// What it shows, in a sentence.
    pub shows: String,
    /// The log it needs, unless a model makes the jobs.
    pub log: Option<SampleLog>,
    /// The experiment.
    pub link: String,
    /// The values the paper prints.
    pub published: Vec<Published>,
}

impl Preset {
    /// A figure that needs no log, without printed values.
    fn new(
        paper: &'static Paper,
        figure: impl Into<String>,
        shows: impl Into<String>,
        link: impl Into<String>,
    ) -> Preset {
        let (figure, shows, link) = (figure.into(), shows.into(), link.into());
        Preset { paper, figure, shows, log: None, link, published: Vec::new() }
    }

    /// `Mao 2005, figure 3`.
    pub fn name(&self) -> String {
        format!("{}, {}", self.paper.short, self.figure)
    }

    /// Its name for scripts: `mao-2005-3` for `Mao 2005, figure 3`. Other kinds of figures keep their word.
    pub fn slug(&self) -> String {
        let name = format!("{} {}", self.paper.short, self.figure.trim_start_matches("figure "));
        let words = name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
    }

    /// Whether its link is that of a batch on a torus, rather than of a sweep.
    pub fn is_batch(&self) -> bool {
        permalink::is_batch(&self.link)
    }
}

/// The source: `Mao, Chen and Watson 2005, figure 3`.
impl fmt::Display for Preset {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}, {}", self.paper.title, self.figure)
    }
}

/// Every preset in the order in which the page offers them, those of one paper together.
pub fn all() -> impl Iterator<Item = &'static Preset> {
    static ALL: OnceLock<Vec<Preset>> = OnceLock::new();
    let make = || {
        let thesis =
            [bani_mohammad_2008::presets(), bani_mohammad_2008_network::presets(), allocation_overhead::presets()];
        [
            mao_2005::presets(),
            thesis.concat(),
            icpads_2007::presets(),
            jouppi_2023::presets(),
            rfold_2025::presets(),
            mira::presets(),
            gupta_1997::presets(),
            lesson::presets(),
        ]
        .concat()
    };
    ALL.get_or_init(make).iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Experiment, Quantity};
    use crate::network::Ties;
    use crate::simulation::metrics;
    use crate::{experiment, torus_batch};
    use std::collections::BTreeSet;

    #[test]
    fn every_sweep_is_canonical_and_free_of_complaints() {
        for preset in all().filter(|preset| !preset.is_batch()) {
            let (experiment, diagnostics) = experiment::permalink::read(&preset.link);
            assert_eq!(diagnostics, [], "{preset}");
            assert_eq!(experiment::permalink::write(&experiment), preset.link, "{preset}");
            assert_eq!(experiment.communication.switching.ties, Ties::Plus, "{preset}: as it was published");
            match preset.log {
                Some(log) => {
                    assert_eq!(SampleLog::of(&experiment), Some(&log), "{preset}");
                    assert_eq!(experiment.log, Some(log.name()), "{preset}");
                    assert!(log.page.starts_with(ARCHIVE) || log == samples::MIRA, "{preset}");
                }
                None => assert!(!experiment.uses_log(), "{preset}"),
            }
            preset.published.iter().for_each(|value| check(value, &experiment, preset));
        }
    }

    #[test]
    fn every_batch_is_canonical_and_can_be_planned() {
        let batches: Vec<_> = all().filter(|preset| preset.is_batch()).collect();
        assert!(!batches.is_empty() && batches.iter().all(|preset| preset.paper == &GUPTA_1997));
        for preset in batches {
            let (batch, diagnostics) = torus_batch::permalink::read(&preset.link);
            assert_eq!((diagnostics, torus_batch::permalink::write(&batch)), (Vec::new(), preset.link.clone()));
            assert!(batch.answer().is_ok() && preset.published.is_empty() && preset.log.is_none(), "{preset}");
        }
    }

    /// A published value is of a curve and a place of its figure, and possible.
    fn check(value: &Published, experiment: &Experiment, preset: &Preset) {
        assert!(experiment.allocation.iter().any(|name| name == value.allocation), "{preset}");
        assert!(experiment.scheduling.iter().any(|policy| policy.to_string() == value.scheduling), "{preset}");
        match value.printed {
            Printed::Saturation { utilization, load, .. } => {
                assert!((0.0..1.0).contains(&utilization) && load.unwrap_or(0.5) < 1.0, "{preset}");
            }
            Printed::Mean { metric, at, mean, half_width } => {
                assert_eq!(Quantity::Metric(metric), experiment.plot.y, "{preset}");
                assert!(experiment.values().iter().any(|value| value.to_f64() == at), "{preset}: {at}");
                assert!(mean > 0.0 && half_width.unwrap_or(0.0) < 0.05 * mean, "{preset}");
                assert!(metric != &metrics::UTILIZATION || mean < 1.0, "{preset}");
            }
        }
    }

    #[test]
    fn figures_have_names_and_links_of_their_own_and_stand_with_their_paper() {
        let names: BTreeSet<String> = all().map(Preset::name).collect();
        assert_eq!(names.len(), all().count());
        let slugs: BTreeSet<String> = all().map(Preset::slug).collect();
        assert_eq!((slugs.len(), slugs.contains("mao-2005-3")), (names.len(), true), "{slugs:?}");
        let experiments: BTreeSet<&str> = all().map(|preset| &*preset.link).collect();
        assert_eq!(experiments.len(), all().count());
        let references = include_str!("../../docs/references.md");
        for preset in all() {
            let heading = format!("\n### {}\n", preset.paper.entry);
            assert!(references.contains(&heading), "docs/references.md has no {heading}");
            assert!(preset.paper.finding.len() > 100, "{preset}: what the paper found");
        }
        let mut papers: Vec<&str> = all().map(|preset| preset.paper.short).collect();
        papers.dedup();
        assert_eq!(papers.len(), papers.iter().collect::<BTreeSet<_>>().len());
    }
}
