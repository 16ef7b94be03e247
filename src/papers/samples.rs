//! The logs that are part of the site: all those that the figures need, and some more (samples/README.md).

use crate::experiment::Experiment;
use crate::formats::identity::log_name;
use serde::Serialize;

/// A log of a real machine that comes with the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SampleLog {
    /// Its name: the machine, and when.
    pub title: &'static str,
    /// The file, as it was published, in the folder `samples`.
    pub file: &'static str,
    /// The digest of its text, by which links name it.
    pub sha256: &'static str,
    /// The publisher's page.
    pub page: &'static str,
    /// Whom to thank for it, in a sentence.
    pub acknowledgement: &'static str,
}

/// NASA Ames, 128 nodes: figures 3 and 4 of Mao 2005.
pub const NASA: SampleLog = SampleLog {
    title: "NASA iPSC/860 1993",
    file: "NASA-iPSC-1993-3.1-cln.swf.gz",
    sha256: "9d997a2c20a7f7b0b6d81638d756ce8b2c524c4f2e9ec78da36001743ca33d76",
    page: "https://www.cs.huji.ac.il/labs/parallel/workload/l_nasa_ipsc/",
    acknowledgement: "Graciously provided by Bill Nitzberg, through the Parallel Workloads Archive; please say so in what \
                      you publish.",
};

/// San Diego, 128 nodes: figures 5 to 7 of Mao 2005.
pub const SDSC_SP2: SampleLog = SampleLog {
    title: "SDSC SP2 1998",
    file: "SDSC-SP2-1998-4.2-cln.swf.gz",
    sha256: "2bb635f4b5793f52bd49ccb8fd913d95f9c5be6346925162cadcaf0117e28cf2",
    page: "https://www.cs.huji.ac.il/labs/parallel/workload/l_sdsc_sp2/",
    acknowledgement: "Provided by Victor Hazlewood of the San Diego Supercomputer Center, through the Parallel Workloads \
                      Archive; please say so in what you publish. Copyright 2000, The Regents of the University of California.",
};

/// San Diego, 400 nodes: the real workload of ICPADS 2007.
pub const SDSC_PARAGON: SampleLog = SampleLog {
    title: "SDSC Paragon 1996",
    file: "SDSC-Par-1996-3.1-cln.swf.gz",
    sha256: "fcb46fa6462b7ac460963025749f604f28b2e813101edd082a720842e80a7aa8",
    page: "https://www.cs.huji.ac.il/labs/parallel/workload/l_sdsc_par/",
    acknowledgement: "Provided by Reagan Moore and Allen Downey, through the Parallel Workloads Archive; please say so in \
                      what you publish.",
};

/// Argonne, 49 152 nodes.
pub const MIRA: SampleLog = SampleLog {
    title: "Mira 2018",
    file: "mira_walltime.swf.gz",
    sha256: "c6c5ddf1ed1bce48a18a918cbea28d65e904d098690ca36737c75c72fa5d51a3",
    page: "https://github.com/thembow/backfil-rlscheduler-pytorch",
    acknowledgement: "Made by Dong Dai from the job data that the Argonne Leadership Computing Facility publishes.",
};

/// Every sample, in the order in which the page offers them.
pub const SAMPLES: &[SampleLog] = &[NASA, SDSC_SP2, SDSC_PARAGON, MIRA];

impl SampleLog {
    /// The sample that an experiment's log is: by its digest, or by its name where the experiment has no digest.
    pub fn of(experiment: &Experiment) -> Option<&'static SampleLog> {
        let is_named = |sample: &&SampleLog| match (&experiment.sha256, &experiment.log) {
            (Some(sha256), _) => sample.sha256 == sha256,
            (None, Some(name)) => sample.name() == log_name(name),
            (None, None) => false,
        };
        SAMPLES.iter().find(is_named)
    }

    /// Its name in links.
    pub fn name(&self) -> String {
        log_name(self.file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_known_by_its_digest_or_by_its_name_alone() {
        let of = |settings: &[(&str, &str)]| {
            let mut experiment = Experiment::default();
            settings.iter().for_each(|(name, value)| experiment.set(name, value).unwrap());
            SampleLog::of(&experiment).map(|sample| sample.title)
        };
        let other = "ab".repeat(32);
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[("log", "mira_walltime.swf")]), Some("Mira 2018"));
        assert_eq!(of(&[("log", "mira_walltime.swf.gz")]), Some("Mira 2018"));
        assert_eq!(of(&[("log", "x.swf"), ("sha256", NASA.sha256)]), Some(NASA.title));
        assert_eq!(of(&[("log", "mira_walltime.swf"), ("sha256", &other)]), None, "another file of that name");
        assert_eq!(of(&[("log-url", "https://example.org/mira_walltime.swf")]), None);
    }
}
