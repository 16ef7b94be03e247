//! Reasons why a machine never serves a request.

use crate::names::named;

named! {
    /// Why no state of the machine serves a job (docs/semantics.md 11.7). The order is that of the checks.
    #[derive(PartialOrd, Ord)]
    Refusal, "refusal" {
        /// All placements are smaller, so rounding up fails.
        NoneThatLarge = "no_placement_that_large" => "no placement is that large",
        /// The job is no multiple of its segments.
        Undivided = "segment_does_not_divide" => "segment does not divide",
        /// There is no placement of exactly this size.
        NoneOfThatSize = "no_placement_of_that_size" => "no placement of that size",
        /// The job would wait on the empty machine.
        TooLarge = "too_large" => "does not fit the empty machine",
    }
}
