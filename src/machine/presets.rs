//! Machines of the literature, by name.

/// A machine somebody published about.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// What people call it.
    pub name: &'static str,
    /// The machine in its written form.
    pub machine: &'static str,
    /// Where it was studied.
    pub source: &'static str,
}

const fn preset(name: &'static str, machine: &'static str, source: &'static str) -> Preset {
    Preset { name, machine, source }
}

/// The machines of the papers, in the order in which the page offers them.
pub const PRESETS: &[Preset] = &[
    preset("QCDOC crate, 6-D torus, 1024 nodes", "torus:2x2x2x4x4x8", "Mao 2005"),
    preset("JLAB cluster, 5-D torus, 384 nodes", "torus:2x2x2x6x8", "Mao 2005"),
    preset("SDSC Paragon partition, 16x22 mesh", "mesh:16x22", "ICPADS 2007"),
    preset("16x16 mesh", "mesh:16x16", "Thesis 2008"),
    preset("20x20 mesh", "mesh:20x20", "Thesis 2008"),
    preset("24x24 mesh", "mesh:24x24", "Thesis 2008"),
    preset("32x32 mesh", "mesh:32x32", "Thesis 2008"),
    preset("64x64 mesh", "mesh:64x64", "Thesis 2008"),
    preset("8x8x8 mesh", "mesh:8x8x8", "Thesis 2008"),
    preset("10x10x10 mesh", "mesh:10x10x10", "Thesis 2008"),
    preset("12x12x12 mesh", "mesh:12x12x12", "Thesis 2008"),
    preset("8x8 torus", "torus:8x8", "Gupta 1997"),
    preset("16x16 torus", "torus:16x16", "Gupta 1997"),
    preset("Hypercube of 64 nodes", "torus:2x2x2x2x2x2", "hypercube"),
    preset("Hypercube of 1024 nodes", "torus:2x2x2x2x2x2x2x2x2x2", "hypercube"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;

    #[test]
    fn every_preset_is_a_machine_in_its_canonical_form() {
        for preset in PRESETS {
            assert_eq!(preset.machine.parse::<Machine>().unwrap().to_string(), preset.machine);
        }
    }
}
