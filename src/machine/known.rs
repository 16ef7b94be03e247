//! Machines of the literature, by name.

use super::Machine;

/// A machine of the literature.
#[derive(Clone, Copy, Debug)]
pub struct KnownMachine {
    /// Its usual name.
    pub name: &'static str,
    /// The machine in its written form.
    pub machine: &'static str,
    /// The units that it is handed out in, in their written form; empty where these are nodes.
    pub unit: &'static str,
    /// Where it was studied, or which site has run it since when.
    pub source: &'static str,
}

impl KnownMachine {
    /// What it is, in a phrase.
    pub fn meaning(&self) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(", in units of {}", self.unit) };
        format!("{} ({}){unit}", self.name, self.source)
    }
}

const fn known(name: &'static str, machine: &'static str, source: &'static str) -> KnownMachine {
    KnownMachine { name, machine, unit: "", source }
}

/// The same, handed out in units.
const fn in_units(known: KnownMachine, unit: &'static str) -> KnownMachine {
    KnownMachine { unit, ..known }
}

/// The machines of the papers and of today, in the order in which the page offers them.
pub const KNOWN_MACHINES: &[KnownMachine] = &[
    known("QCDOC crate, 6-D torus, 1024 nodes", "torus:2x2x2x4x4x8", "Mao 2005"),
    known("JLAB cluster, 5-D torus, 384 nodes", "torus:2x2x2x6x8", "Mao 2005"),
    known("SDSC Paragon partition, 16x22 mesh", "mesh:16x22", "ICPADS 2007"),
    known("16x16 mesh", "mesh:16x16", "Thesis 2008"),
    known("20x20 mesh", "mesh:20x20", "Thesis 2008"),
    known("24x24 mesh", "mesh:24x24", "Thesis 2008"),
    known("32x32 mesh", "mesh:32x32", "Thesis 2008"),
    known("64x64 mesh", "mesh:64x64", "Thesis 2008"),
    known("8x8x8 mesh", "mesh:8x8x8", "Thesis 2008"),
    known("10x10x10 mesh", "mesh:10x10x10", "Thesis 2008"),
    known("12x12x12 mesh", "mesh:12x12x12", "Thesis 2008"),
    known("8x8 torus", "torus:8x8", "Gupta 1997"),
    known("16x16 torus", "torus:16x16", "Gupta 1997"),
    in_units(known("Mira, Blue Gene/Q, 96 midplanes of 512 nodes", "torus:8x12x16x16x2", "Argonne, 2012"), "4x4x4x4x2"),
    in_units(known("Fugaku, 13248 units of 12 nodes", "torus:24x23x24x2x3x2", "RIKEN, 2020"), "1x1x1x2x3x2"),
    known("K computer, 88128 nodes", "torus:24x18x17x2x3x2", "RIKEN, 2011"),
    known("Titan, 9600 routers of two nodes", "torus:25x16x24", "Oak Ridge, 2012"),
    known("Blue Waters, 13824 routers of two nodes", "torus:24x24x24", "NCSA, 2012"),
    known("TPU v4 pod, 4096 chips", "torus:16x16x16", "Jouppi 2023"),
    known("Trainium node, hypercube of 16 chips", "torus:2x2x2x2", "AWS, 2022"),
    known("Hypercube of 64 nodes", "torus:2x2x2x2x2x2", "hypercube"),
    known("Hypercube of 1024 nodes", "torus:2x2x2x2x2x2x2x2x2x2", "hypercube"),
];

/// What a machine is, in a phrase: that of the literature, or `8x16 torus, 128 nodes`. Text that is no machine stays as it
/// is.
pub fn machine_phrase(text: &str) -> String {
    let Ok(machine) = text.parse::<Machine>() else { return text.into() };
    let written = machine.to_string();
    if let Some(known) = KNOWN_MACHINES.iter().find(|known| known.machine == written) {
        return known.meaning();
    }
    let nodes = if machine.node_count() == 1 { "node" } else { "nodes" };
    let shape = match written.split_once(':') {
        Some((kind @ ("torus" | "mesh"), extents)) => format!("{extents} {kind}"),
        _ => written,
    };
    format!("{shape}, {} {nodes}", machine.node_count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Unit;

    #[test]
    fn machines_are_named_in_a_phrase() {
        for (text, phrase) in [
            ("torus:2x2x2x4x4x8", "QCDOC crate, 6-D torus, 1024 nodes (Mao 2005)"),
            ("torus:8x16", "8x16 torus, 128 nodes"),
            ("mesh:1", "1 mesh, 1 node"),
            ("mixed:4rx4", "mixed:4rx4, 16 nodes"),
            ("torus:x", "torus:x"),
        ] {
            assert_eq!(machine_phrase(text), phrase);
        }
    }

    #[test]
    fn every_one_is_a_machine_in_its_canonical_form() {
        for known in KNOWN_MACHINES {
            let machine: Machine = known.machine.parse().unwrap();
            assert_eq!(machine.to_string(), known.machine);
            if !known.unit.is_empty() {
                let unit: Unit = known.unit.parse().unwrap();
                assert_eq!(unit.to_string(), known.unit);
                assert!(unit.grid(&machine).is_ok(), "{}", known.name);
            }
        }
    }
}
