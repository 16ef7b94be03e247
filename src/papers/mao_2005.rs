//! The figures of Mao, Chen and Watson 2005: slowdown and utilisation of two logs on the tori QCDOC and JLAB.

use super::samples::{NASA, SDSC_SP2, SampleLog};
use super::{MAO_2005, Preset, Printed, Published};

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
    log: SampleLog,
    machine: &str,
    plot: &str,
    published: &'static [Published],
) -> Preset {
    let (name, sha256) = (log.name(), log.sha256);
    Preset {
        paper: &MAO_2005,
        figure: format!("figure {number}"),
        shows: shows.into(),
        log: Some(log),
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
        figure(3, &slowdown(nasa, qcdoc), NASA, QCDOC, "", FIGURE_3),
        figure(4, &slowdown(nasa, jlab), NASA, JLAB, "", FIGURE_4),
        figure(5, &slowdown(sdsc, qcdoc), SDSC_SP2, QCDOC, "", FIGURE_5),
        figure(6, &slowdown(sdsc, jlab), SDSC_SP2, JLAB, "", FIGURE_6),
        figure(7, levels, SDSC_SP2, QCDOC, "&plot=utilization-load", FIGURE_7),
    ]
}
