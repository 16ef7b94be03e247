//! The strategies. Each file has one strategy, or a few that differ in a detail, with its entry of the catalogue.

use super::entry::Entry;

/// Declares the modules of the strategies and lists their entries: one line per file.
macro_rules! strategies {
    ($($module:ident,)+) => {
        $(pub mod $module;)+

        /// The entries of all strategies, file by file.
        pub(super) const ENTRIES: &[&[Entry]] = &[$($module::ENTRIES),+];
    };
}

// In the order of the interface, family by family.
strategies! {
    semitorus,
    first_fit,
    best_fit,
    busy_list,
    midplane,
    row_scan,
    two_dimensional_buddy,
    random,
    paging,
    curve,
    ocs,
    gabl,
    gen_alg,
    multiple_buddy,
    anca,
    adaptive_scan_multiple_buddy,
    slurm,
    kueue,
    flat,
}
