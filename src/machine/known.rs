//! Machines of the literature, by name.

/// A machine somebody published about.
#[derive(Clone, Copy, Debug)]
pub struct KnownMachine {
    /// What people call it.
    pub name: &'static str,
    /// The machine in its written form.
    pub machine: &'static str,
    /// Where it was studied.
    pub source: &'static str,
}

const fn known(name: &'static str, machine: &'static str, source: &'static str) -> KnownMachine {
    KnownMachine { name, machine, source }
}

/// The machines of the papers, in the order in which the page offers them.
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
    known("Hypercube of 64 nodes", "torus:2x2x2x2x2x2", "hypercube"),
    known("Hypercube of 1024 nodes", "torus:2x2x2x2x2x2x2x2x2x2", "hypercube"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;

    #[test]
    fn every_one_is_a_machine_in_its_canonical_form() {
        for known in KNOWN_MACHINES {
            assert_eq!(known.machine.parse::<Machine>().unwrap().to_string(), known.machine);
        }
    }
}
