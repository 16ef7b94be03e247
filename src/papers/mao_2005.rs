//! The figures of Mao, Chen and Watson 2005: slowdown and utilisation of two logs on the tori QCDOC and JLAB.

use super::{Log, MAO_2005, Preset, Printed, Published};

/// A log as the figures take it: where it is, and the digest of its text.
struct Source {
    log: Log,
    sha256: &'static str,
}

const NASA: Source = Source {
    log: Log {
        file: "NASA-iPSC-1993-3.1-cln.swf.gz",
        page: "https://www.cs.huji.ac.il/labs/parallel/workload/l_nasa_ipsc/",
    },
    sha256: "9d997a2c20a7f7b0b6d81638d756ce8b2c524c4f2e9ec78da36001743ca33d76",
};
const SDSC: Source = Source {
    log: Log {
        file: "SDSC-SP2-1998-4.2-cln.swf.gz",
        page: "https://www.cs.huji.ac.il/labs/parallel/workload/l_sdsc_sp2/",
    },
    sha256: "2bb635f4b5793f52bd49ccb8fd913d95f9c5be6346925162cadcaf0117e28cf2",
};

/// A torus (none is the experiment's default), and what sizes are multiplied by there.
const QCDOC: &str = "&size-scale=8";
const JLAB: &str = "&machine=torus:2x2x2x6x8&size-scale=2";

const fn published(
    allocation: &'static str,
    scheduling: &'static str,
    utilization: f64,
    load: Option<f64>,
) -> Published {
    Published { allocation, scheduling, printed: Printed::Saturation { utilization, load } }
}

fn figure(
    number: u32,
    shows: &str,
    source: &Source,
    machine: &str,
    plot: &str,
    published: &'static [Published],
) -> Preset {
    let Source { log, sha256 } = source;
    let name = log.file.trim_end_matches(".gz");
    Preset {
        paper: &MAO_2005,
        figure: format!("figure {number}"),
        shows: shows.into(),
        log: Some(*log),
        link: format!("#v=1&log={name}&sha256={sha256}{machine}&round=pow2{plot}"),
        published,
    }
}

const FIGURE_3: &[Published] = &[
    published("ep", "fcfs", 0.65, None),
    published("nep", "fcfs", 0.70, None),
    published("flat", "fcfs", 0.77, None),
    published("nep", "easy", 0.90, None),
];
const FIGURE_4: &[Published] = &[published("nep", "easy", 0.80, None)];
const FIGURE_5: &[Published] = &[published("ep", "fcfs", 0.45, None), published("nep", "fcfs", 0.55, None)];
const FIGURE_6: &[Published] =
    &[published("ep", "fcfs", 0.45, None), published("nep", "fcfs", 0.55, None), published("nep", "easy", 0.95, None)];
const FIGURE_7: &[Published] = &[
    published("ep", "fcfs", 0.55, Some(0.56)),
    published("nep", "fcfs", 0.60, Some(0.62)),
    published("ep", "easy", 0.85, Some(0.8)),
];

/// The figures, in the order of the paper.
pub(super) fn presets() -> Vec<Preset> {
    let slowdown =
        |log: &str, torus: &str| format!("Slowdown against utilisation of the {log} log on the {torus} nodes.");
    let (nasa, sdsc) = ("NASA iPSC/860", "SDSC SP2");
    let (qcdoc, jlab) = ("QCDOC torus of 1024", "JLAB torus of 384");
    let levels = "Utilisation against load of the SDSC SP2 log on the QCDOC torus: where each curve levels off.";
    vec![
        figure(3, &slowdown(nasa, qcdoc), &NASA, QCDOC, "", FIGURE_3),
        figure(4, &slowdown(nasa, jlab), &NASA, JLAB, "", FIGURE_4),
        figure(5, &slowdown(sdsc, qcdoc), &SDSC, QCDOC, "", FIGURE_5),
        figure(6, &slowdown(sdsc, jlab), &SDSC, JLAB, "", FIGURE_6),
        figure(7, levels, &SDSC, QCDOC, "&plot=utilization-load", FIGURE_7),
    ]
}
