//! Figures of Bani-Mohammad's thesis of 2008 that show what allocating and releasing costs per job: the busy list searched
//! by subtracting boxes, as in the thesis, against a search of the free nodes. The times are those of the computer that
//! runs them.

use super::Preset;
use super::bani_mohammad_2008::{EXPONENTIAL, EXPONENTIAL_HEAVY, Jobs, UNIFORM, UNIFORM_HEAVY, overhead};

const MACHINES: [&str; 3] = ["mesh:8x8x8", "mesh:10x10x10", "mesh:12x12x12"];

/// With rotation, without, and both.
const ROTATED: &str = "tbl(boxes),tff";
const AS_ASKED: &str = "bl(boxes),ff";
const BOTH: &str = "tbl(boxes),tff,bl(boxes),ff";

/// The figures, in the order of the thesis: those of chapter 3 (FCFS) mesh by mesh, then those of chapter 5 (FCFS and SSD).
pub(super) fn presets() -> Vec<Preset> {
    let figure = |chapter: u32, number: usize, machine: &str, jobs: &Jobs, allocation: &str| {
        let scheduling = if chapter == 3 { "fcfs" } else { "fcfs,ssd" };
        overhead(&format!("{chapter}.{number}"), machine, jobs, [allocation, scheduling])
    };
    let mut presets = Vec::new();
    for (place, machine) in MACHINES.iter().enumerate() {
        presets.push(figure(3, 16 + 2 * place, machine, &UNIFORM, BOTH));
        presets.push(figure(3, 17 + 2 * place, machine, &EXPONENTIAL, BOTH));
    }
    for (place, machine) in MACHINES.iter().enumerate() {
        for (step, allocation) in [ROTATED, AS_ASKED].into_iter().enumerate() {
            let number = 11 + 4 * place + 2 * step;
            presets.push(figure(5, number, machine, &UNIFORM_HEAVY, allocation));
            presets.push(figure(5, number + 1, machine, &EXPONENTIAL_HEAVY, allocation));
        }
    }
    presets
}
