//! The figures of Mao, Chen and Watson 2005 as links, with the numbers the paper prints.

/// The Parallel Workloads Archive, which publishes the logs.
pub const ARCHIVE: &str = "https://www.cs.huji.ac.il/labs/parallel/workload/";

/// A value that a paper states, to be compared with what comes out here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// The allocation strategy.
    pub allocation: &'static str,
    /// The scheduling policy.
    pub scheduling: &'static str,
    /// The utilisation (0 to 1) at which the curve saturates, or at which it levels off.
    pub utilization: f64,
    /// The load from which it does so, where the paper says.
    pub load: Option<f64>,
}

/// An experiment that somebody published.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// What it is called in menus.
    pub name: &'static str,
    /// What it shows, in a sentence.
    pub shows: &'static str,
    /// The paper and the figure.
    pub source: &'static str,
    /// The log's file name, as the archive publishes it.
    pub log: &'static str,
    /// The archive's page about the log.
    pub log_page: &'static str,
    /// The experiment.
    pub link: &'static str,
    /// The values the paper prints.
    pub published: &'static [Published],
}

const NASA: &str = "NASA-iPSC-1993-3.1-cln.swf.gz";
const NASA_PAGE: &str = "https://www.cs.huji.ac.il/labs/parallel/workload/l_nasa_ipsc/";
const SDSC: &str = "SDSC-SP2-1998-4.2-cln.swf.gz";
const SDSC_PAGE: &str = "https://www.cs.huji.ac.il/labs/parallel/workload/l_sdsc_sp2/";

const fn published(
    allocation: &'static str,
    scheduling: &'static str,
    utilization: f64,
    load: Option<f64>,
) -> Published {
    Published { allocation, scheduling, utilization, load }
}

/// Every preset, in the order in which the page offers them.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "Mao 2005, figure 3",
        shows: "Slowdown against utilisation of the NASA iPSC/860 log on the QCDOC torus of 1024 nodes.",
        source: "Mao, Chen and Watson 2005, figure 3",
        log: NASA,
        log_page: NASA_PAGE,
        link: "#v=1&log=NASA-iPSC-1993-3.1-cln.swf&sha256=9d997a2c20a7f7b0b6d81638d756ce8b2c524c4f2e9ec78da36001743ca33d76&size-scale=8&round=pow2",
        published: &[
            published("ep", "fcfs", 0.65, None),
            published("nep", "fcfs", 0.70, None),
            published("flat", "fcfs", 0.77, None),
            published("nep", "easy", 0.90, None),
        ],
    },
    Preset {
        name: "Mao 2005, figure 4",
        shows: "Slowdown against utilisation of the NASA iPSC/860 log on the JLAB torus of 384 nodes.",
        source: "Mao, Chen and Watson 2005, figure 4",
        log: NASA,
        log_page: NASA_PAGE,
        link: "#v=1&log=NASA-iPSC-1993-3.1-cln.swf&sha256=9d997a2c20a7f7b0b6d81638d756ce8b2c524c4f2e9ec78da36001743ca33d76&machine=torus:2x2x2x6x8&size-scale=2&round=pow2",
        published: &[published("nep", "easy", 0.80, None)],
    },
    Preset {
        name: "Mao 2005, figure 5",
        shows: "Slowdown against utilisation of the SDSC SP2 log on the QCDOC torus of 1024 nodes.",
        source: "Mao, Chen and Watson 2005, figure 5",
        log: SDSC,
        log_page: SDSC_PAGE,
        link: "#v=1&log=SDSC-SP2-1998-4.2-cln.swf&sha256=2bb635f4b5793f52bd49ccb8fd913d95f9c5be6346925162cadcaf0117e28cf2&size-scale=8&round=pow2",
        published: &[published("ep", "fcfs", 0.45, None), published("nep", "fcfs", 0.55, None)],
    },
    Preset {
        name: "Mao 2005, figure 6",
        shows: "Slowdown against utilisation of the SDSC SP2 log on the JLAB torus of 384 nodes.",
        source: "Mao, Chen and Watson 2005, figure 6",
        log: SDSC,
        log_page: SDSC_PAGE,
        link: "#v=1&log=SDSC-SP2-1998-4.2-cln.swf&sha256=2bb635f4b5793f52bd49ccb8fd913d95f9c5be6346925162cadcaf0117e28cf2&machine=torus:2x2x2x6x8&size-scale=2&round=pow2",
        published: &[
            published("ep", "fcfs", 0.45, None),
            published("nep", "fcfs", 0.55, None),
            published("nep", "easy", 0.95, None),
        ],
    },
    Preset {
        name: "Mao 2005, figure 7",
        shows: "Utilisation against load of the SDSC SP2 log on the QCDOC torus: where each curve levels off.",
        source: "Mao, Chen and Watson 2005, figure 7",
        log: SDSC,
        log_page: SDSC_PAGE,
        link: "#v=1&log=SDSC-SP2-1998-4.2-cln.swf&sha256=2bb635f4b5793f52bd49ccb8fd913d95f9c5be6346925162cadcaf0117e28cf2&size-scale=8&round=pow2&plot=utilization-load",
        published: &[
            published("ep", "fcfs", 0.55, Some(0.56)),
            published("nep", "fcfs", 0.60, Some(0.62)),
            published("ep", "easy", 0.85, Some(0.8)),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::link;

    #[test]
    fn every_link_is_canonical_and_free_of_complaints() {
        for preset in PRESETS {
            let (experiment, diagnostics) = link::read(preset.link);
            assert_eq!(diagnostics, [], "{}", preset.name);
            assert_eq!(link::write(&experiment), preset.link, "{}", preset.name);
            assert!(preset.log.starts_with(experiment.log.as_ref().unwrap()), "{}", preset.name);
            assert!(preset.log_page.starts_with(ARCHIVE));
            for value in preset.published {
                assert!(experiment.allocation.iter().any(|name| name == value.allocation), "{}", preset.name);
                let names: Vec<_> = experiment.scheduling.iter().map(|policy| policy.to_string()).collect();
                assert!(names.iter().any(|name| name == value.scheduling), "{}", preset.name);
                assert!((0.0..1.0).contains(&value.utilization) && value.load.unwrap_or(0.5) < 1.0);
            }
        }
    }
}
