//! Logs of known machines: the words in their headers, and the machine that they come from.

use crate::machine::KNOWN_MACHINES;
use crate::workload::Header;

/// A log's machine.
#[derive(Clone, Copy, Debug)]
pub struct KnownLog {
    /// Words that the fields `Computer` and `Installation` of the header contain together, in lower case.
    pub words: &'static [&'static str],
    /// The machine in its written form.
    pub machine: &'static str,
    /// The reason, in a phrase.
    pub reason: &'static str,
}

/// The known logs. A machine is skipped if the jobs are too large for it; the next match may suit.
pub const KNOWN_LOGS: &[KnownLog] = &[
    KnownLog {
        words: &["ipsc", "nasa"],
        machine: "mesh:2x2x2x2x2x2x2",
        reason: "the iPSC/860 of NASA Ames was a hypercube of 128 nodes",
    },
    KnownLog {
        words: &["paragon", "sdsc"],
        machine: "mesh:16x22",
        reason: "the batch partition of SDSC's Paragon was a 16x22 mesh",
    },
    KnownLog { words: &["intrepid"], machine: "torus:32x32x40", reason: "Intrepid was a torus of 40960 nodes" },
    KnownLog {
        words: &["ubgl"],
        machine: "torus:8x8x16",
        reason: "uBGL was a rack of Blue Gene/L, a torus of 1024 nodes",
    },
    KnownLog {
        words: &["mira"],
        machine: "torus:8x12x16x16x2",
        reason: "Mira was a torus of 49152 nodes, handed out in midplanes of 512",
    },
];

impl KnownLog {
    /// The units of its machine, as in the list of machines; empty for nodes.
    pub fn unit(&self) -> &'static str {
        KNOWN_MACHINES.iter().find(|known| known.machine == self.machine).map_or("", |known| known.unit)
    }
}

/// The machines that a log with this header may come from.
pub fn known(header: &Header) -> impl Iterator<Item = &'static KnownLog> {
    let names =
        [header.computer(), header.installation()].map(Option::unwrap_or_default).join(" ").to_ascii_lowercase();
    KNOWN_LOGS.iter().filter(move |known| known.words.iter().all(|word| names.contains(word)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Machine, Unit};

    #[test]
    fn every_machine_is_one_and_consists_of_its_units() {
        for known in KNOWN_LOGS {
            let machine: Machine = known.machine.parse().unwrap();
            assert_eq!(machine.to_string(), known.machine);
            assert!(known.unit().is_empty() || known.unit().parse::<Unit>().unwrap().grid(&machine).is_ok());
        }
    }

    #[test]
    fn a_log_is_known_by_its_header() {
        let header = |fields: &[(&str, &str)]| Header {
            fields: fields.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        };
        let machine = |fields: &[(&str, &str)]| known(&header(fields)).next().map(|known| known.machine);
        let paragon = [("Computer", "Intel Paragon"), ("Installation", "San Diego Supercomputer Center (SDSC)")];
        assert_eq!(machine(&paragon), Some("mesh:16x22"));
        assert_eq!(machine(&[("Installation", "Mira")]), Some("torus:8x12x16x16x2"));
        assert_eq!(machine(&[("Computer", "Intel Paragon")]), None, "there were others");
        assert_eq!(machine(&[]), None);
    }
}
