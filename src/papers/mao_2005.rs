//! The figures of Mao, Chen and Watson 2005: slowdown and utilisation of two logs on the tori QCDOC and JLAB.

use super::samples::{NASA, SDSC_SP2, SampleLog};
use super::{MAO_2005, Preset, Printed, Published};

/// A log, and its name in figures.
struct Source {
    name: &'static str,
    log: SampleLog,
}

const NASA_LOG: Source = Source { name: "NASA iPSC/860", log: NASA };
const SDSC_LOG: Source = Source { name: "SDSC SP2", log: SDSC_SP2 };

/// A torus, as links have it, and what sizes are multiplied by there.
struct Torus {
    name: &'static str,
    machine: &'static str,
    size_scale: u32,
}

/// The experiment's default, which does not stand in links.
const QCDOC: Torus = Torus { name: "QCDOC torus of 1024", machine: "", size_scale: 8 };
const JLAB: Torus = Torus { name: "JLAB torus of 384", machine: "&machine=torus:2x2x2x6x8", size_scale: 2 };

/// Backfilling as in the paper, which does not mention a depth: `scheduling` is the default.
const EASY: &str = "easy";

/// Backfilling of the depth that fits the printed numbers best together: an inference (docs/reproduction.md).
const BOUNDED: &str = "easy(20)";

/// The printed values of figures 3 to 7, by the name of the backfilling.
fn printed(backfilling: &'static str) -> [Vec<Published>; 5] {
    let saturates = |allocation, scheduling, utilization, load| Published {
        allocation,
        scheduling,
        printed: Printed::Saturation { utilization, load, above: false },
    };
    // The paper says only that the curve saturates above this utilisation.
    let above = |utilization| {
        let printed = Printed::Saturation { utilization, load: None, above: true };
        Published { allocation: "nep", scheduling: backfilling, printed }
    };
    let in_order = |allocation, utilization| saturates(allocation, "fcfs", utilization, None);
    [
        vec![in_order("ep", 0.65), in_order("nep", 0.70), in_order("flat", 0.77), above(0.90)],
        vec![above(0.80)],
        vec![in_order("ep", 0.45), in_order("nep", 0.55)],
        vec![in_order("ep", 0.45), in_order("nep", 0.55), saturates("nep", backfilling, 0.95, None)],
        vec![
            saturates("ep", "fcfs", 0.55, Some(0.56)),
            saturates("nep", "fcfs", 0.60, Some(0.62)),
            saturates("ep", backfilling, 0.85, Some(0.8)),
        ],
    ]
}

/// A log on a torus with these policies, the default if none are named, and how it differs otherwise.
fn link(source: &Source, torus: &Torus, scheduling: &str, rest: &str) -> String {
    let (name, sha256) = (source.log.name(), source.log.sha256);
    let Torus { machine, size_scale, .. } = torus;
    format!("#v=1&log={name}&sha256={sha256}{machine}{scheduling}&size-scale={size_scale}&round=pow2{rest}")
}

/// The five figures in the order of the paper, with these policies, what is added to their names and to what they show.
fn figures(scheduling: &str, [suffix, remark]: [&str; 2], backfilling: &'static str) -> Vec<Preset> {
    let runs = [(&NASA_LOG, QCDOC), (&NASA_LOG, JLAB), (&SDSC_LOG, QCDOC), (&SDSC_LOG, JLAB), (&SDSC_LOG, QCDOC)];
    let figure = |(number, ((source, torus), published)): (u32, ((&Source, Torus), Vec<Published>))| {
        let name = source.name;
        let (shows, plot) = match number {
            7 => (
                format!("Utilisation against load of the {name} log on the QCDOC torus: where each curve levels off"),
                "&plot=utilization-load",
            ),
            _ => (format!("Slowdown against utilisation of the {name} log on the {} nodes", torus.name), ""),
        };
        let (name, shows) = (format!("figure {number}{suffix}"), format!("{shows}{remark}."));
        let log = Some(source.log);
        Preset { log, published, ..Preset::new(&MAO_2005, name, shows, link(source, &torus, scheduling, plot)) }
    };
    (3..).zip(runs.into_iter().zip(printed(backfilling))).map(figure).collect()
}

/// The figures as the paper describes them; again with backfilling of a depth; and what the depth does.
pub(super) fn presets() -> Vec<Preset> {
    let remark =
        ", where backfilling tries 20 jobs in a pass: inferred from the printed numbers, not said in the paper";
    let (scheduling, suffix) = (format!("&scheduling=fcfs,{BOUNDED}"), format!(", {BOUNDED}"));
    let shows = "Utilisation of the SDSC SP2 log on the QCDOC torus, which it overloads, against how many jobs backfilling tries.";
    let varied = "&runtime-coefficient=1.3&vary=depth:5..100:5&plot=utilization-coefficient";
    let link = link(&SDSC_LOG, &QCDOC, "&scheduling=easy", varied);
    let by_depth = Preset { log: Some(SDSC_SP2), ..Preset::new(&MAO_2005, "figure 7, by depth", shows, link) };
    let figures = [figures("", [""; 2], EASY), figures(&scheduling, [&suffix, remark], BOUNDED)];
    figures.into_iter().flatten().chain([by_depth]).collect()
}
