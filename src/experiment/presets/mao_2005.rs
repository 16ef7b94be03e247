//! The figures of Mao, Chen and Watson 2005: slowdown and utilisation of two logs on the tori QCDOC and JLAB.

use super::{Log, Paper, Preset, Printed, Published};

const PAPER: Paper = Paper { short: "Mao 2005", title: "Mao, Chen and Watson 2005" };

const NASA: Option<Log> = Some(Log {
    file: "NASA-iPSC-1993-3.1-cln.swf.gz",
    page: "https://www.cs.huji.ac.il/labs/parallel/workload/l_nasa_ipsc/",
});
const SDSC: Option<Log> = Some(Log {
    file: "SDSC-SP2-1998-4.2-cln.swf.gz",
    page: "https://www.cs.huji.ac.il/labs/parallel/workload/l_sdsc_sp2/",
});

const fn published(
    allocation: &'static str,
    scheduling: &'static str,
    utilization: f64,
    load: Option<f64>,
) -> Published {
    Published { allocation, scheduling, printed: Printed::Saturation { utilization, load } }
}

/// The figures, in the order of the paper.
pub const PRESETS: &[Preset] = &[
    Preset {
        paper: &PAPER,
        figure: "figure 3",
        shows: "Slowdown against utilisation of the NASA iPSC/860 log on the QCDOC torus of 1024 nodes.",
        log: NASA,
        link: "#v=1&log=NASA-iPSC-1993-3.1-cln.swf&sha256=9d997a2c20a7f7b0b6d81638d756ce8b2c524c4f2e9ec78da36001743ca33d76&size-scale=8&round=pow2",
        published: &[
            published("ep", "fcfs", 0.65, None),
            published("nep", "fcfs", 0.70, None),
            published("flat", "fcfs", 0.77, None),
            published("nep", "easy", 0.90, None),
        ],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 4",
        shows: "Slowdown against utilisation of the NASA iPSC/860 log on the JLAB torus of 384 nodes.",
        log: NASA,
        link: "#v=1&log=NASA-iPSC-1993-3.1-cln.swf&sha256=9d997a2c20a7f7b0b6d81638d756ce8b2c524c4f2e9ec78da36001743ca33d76&machine=torus:2x2x2x6x8&size-scale=2&round=pow2",
        published: &[published("nep", "easy", 0.80, None)],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 5",
        shows: "Slowdown against utilisation of the SDSC SP2 log on the QCDOC torus of 1024 nodes.",
        log: SDSC,
        link: "#v=1&log=SDSC-SP2-1998-4.2-cln.swf&sha256=2bb635f4b5793f52bd49ccb8fd913d95f9c5be6346925162cadcaf0117e28cf2&size-scale=8&round=pow2",
        published: &[published("ep", "fcfs", 0.45, None), published("nep", "fcfs", 0.55, None)],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 6",
        shows: "Slowdown against utilisation of the SDSC SP2 log on the JLAB torus of 384 nodes.",
        log: SDSC,
        link: "#v=1&log=SDSC-SP2-1998-4.2-cln.swf&sha256=2bb635f4b5793f52bd49ccb8fd913d95f9c5be6346925162cadcaf0117e28cf2&machine=torus:2x2x2x6x8&size-scale=2&round=pow2",
        published: &[
            published("ep", "fcfs", 0.45, None),
            published("nep", "fcfs", 0.55, None),
            published("nep", "easy", 0.95, None),
        ],
    },
    Preset {
        paper: &PAPER,
        figure: "figure 7",
        shows: "Utilisation against load of the SDSC SP2 log on the QCDOC torus: where each curve levels off.",
        log: SDSC,
        link: "#v=1&log=SDSC-SP2-1998-4.2-cln.swf&sha256=2bb635f4b5793f52bd49ccb8fd913d95f9c5be6346925162cadcaf0117e28cf2&size-scale=8&round=pow2&plot=utilization-load",
        published: &[
            published("ep", "fcfs", 0.55, Some(0.56)),
            published("nep", "fcfs", 0.60, Some(0.62)),
            published("ep", "easy", 0.85, Some(0.8)),
        ],
    },
];
