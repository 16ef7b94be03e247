//! What is known of a few of many jobs.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Something about some jobs, by their indices. Never gone through, so that its order decides nothing.
pub type ByJob<T> = HashMap<usize, T, BuildHasherDefault<Spread>>;

/// Spreads the indices of jobs, which nobody chooses with ill will: a product with a number that has no pattern, the golden
/// section of 64 bits.
#[derive(Default)]
pub struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_usize(byte.into()));
    }

    fn write_usize(&mut self, job: usize) {
        self.0 = (self.0 ^ job as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}
