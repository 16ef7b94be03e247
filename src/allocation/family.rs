//! The families of strategies: how the nodes of one job lie relative to each other.

use crate::names::named;

named! {
    /// How the nodes of one job lie relative to each other. Lists of strategies are grouped by it, in this order.
    Family, "family of strategies" {
        /// A job gets its own torus from a machine that is partitioned step by step.
        Subtorus = "subtorus" => "A job gets a torus of its own out of a machine that is partitioned step by step.",
        /// A job gets one sub-mesh.
        Contiguous = "contiguous" => "A job gets one sub-mesh.",
        /// A job may get several pieces at any places.
        NonContiguous = "non-contiguous" => "A job may get several pieces, wherever they are.",
        /// Whole nodes of a cluster, as a resource manager places them by its topology.
        Cluster = "cluster" => "A job gets whole nodes of a cluster, as Slurm or Kueue places them by the topology of its network.",
        /// A reference for comparison, not a strategy for a machine of this kind.
        Reference = "reference" => "No strategy for a machine of this kind, but what strategies are measured against.",
    }
}
