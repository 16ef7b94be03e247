//! Whole experiments, drawn from the grammar of the parameters: planned, run cell by cell, with and without a network, and
//! compared with the plain rules where these say something.
#![no_main]

use libfuzzer_sys::fuzz_target;
use subtorus_fuzz::small::Small;
use subtorus_fuzz::whole::look;

fuzz_target!(|small: Small| {
    look(&small.0, None);
});
