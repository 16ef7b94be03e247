//! The families of strategies: how the nodes of one job lie to each other.

use crate::names::named;

named! {
    /// How the nodes of one job lie to each other; lists of strategies are grouped by it, in this order.
    Family, "family of strategies" {
        /// A job gets a torus of its own out of a machine that is partitioned step by step.
        Subtorus = "subtorus" => "A job gets a torus of its own out of a machine that is partitioned step by step.",
        /// A job gets one sub-mesh.
        Contiguous = "contiguous" => "A job gets one sub-mesh.",
        /// A job may get several pieces, wherever they are.
        NonContiguous = "non-contiguous" => "A job may get several pieces, wherever they are.",
        /// No strategy for a machine of this kind, but what strategies are measured against.
        Reference = "reference" => "No strategy for a machine of this kind, but what strategies are measured against.",
    }
}
