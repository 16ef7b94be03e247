//! Sizes that a machine hands out: each request is raised to the next of them (docs/semantics.md 10.1).

use crate::names::named;

named! {
    /// The sizes that jobs can get.
    #[derive(Default)]
    Partitions, "menu of partitions" {
        /// Any size.
        #[default]
        Any = "any",
        /// The partitions of Mira: 512 nodes, then 1, 2, 4, 8, 12, 16, 24, 32 and 48 times 1024.
        Mira = "mira",
    }
}

/// The sizes of Mira's partitions, smallest first.
const MIRA: [u32; 10] = [512, 1024, 2048, 4096, 8192, 12_288, 16_384, 24_576, 32_768, 49_152];

impl Partitions {
    /// The processors that a job gets for this request; `None` if no partition has as many.
    pub fn raised(self, processors: u32) -> Option<u32> {
        match self {
            Partitions::Any => Some(processors),
            Partitions::Mira => MIRA.into_iter().find(|size| *size >= processors),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_gets_the_next_partition() {
        for (asked, given) in [
            (1, Some(512)),
            (512, Some(512)),
            (513, Some(1024)),
            (4097, Some(8192)),
            (8193, Some(12_288)),
            (12_289, Some(16_384)),
            (20_000, Some(24_576)),
            (49_152, Some(49_152)),
            (49_153, None),
        ] {
            assert_eq!(Partitions::Mira.raised(asked), given);
            assert_eq!(Partitions::Any.raised(asked), Some(asked));
        }
    }
}
