//! Named, portable random streams and the distributions drawn from them (docs/semantics.md 1).
//!
//! Each thing that needs chance has a stream of its own, derived from the experiment's seed, the name of what it feeds
//! and the replication. Two strategies therefore see the same jobs (common random numbers), and drawing more from one
//! stream shifts no other.
//!
//! The numbers are part of what a link means: the generator is PCG-64 (XSL-RR 128/64), its seeding is written out
//! below, and logarithms, exponentials and powers come from `libm`, which computes the same bits natively and in
//! WebAssembly. The tests freeze a few values of everything; a change to any of them changes every link's results.

mod distributions;
#[cfg(test)]
mod tests;

pub use distributions::{BoundedPareto, DistributionError, Exponential, Gamma, HyperGamma, TwoStageUniform};

use rand_core::Rng;
use rand_pcg::Pcg64;

/// A sequence of random numbers, determined by a seed, the name of what it feeds and a replication.
#[derive(Clone, Debug)]
pub struct Stream {
    generator: Pcg64,
}

impl Stream {
    /// The stream that feeds `name` (`arrivals`, `sizes`, `runtimes`, `allocation`, `traffic`) in a replication.
    ///
    /// Name, seed and replication are absorbed into 64 bits, from which SplitMix64 draws the generator's 128 bits of
    /// state and 128 of stream number, high halves first.
    pub fn new(seed: u64, name: &str, replication: u32) -> Stream {
        let mut mixer = SplitMix64 { state: fnv_1a(name.as_bytes()) };
        for word in [seed, u64::from(replication)] {
            mixer.state = mixer.next() ^ word;
        }
        let mut wide = || u128::from(mixer.next()) << 64 | u128::from(mixer.next());
        let (state, stream) = (wide(), wide());
        Stream { generator: Pcg64::new(state, stream) }
    }

    /// A number in `[0, 1)`: one of the 2^53 multiples of 2^-53, all equally likely.
    pub fn uniform(&mut self) -> f64 {
        (self.generator.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// A number in `(0, 1]`: what a logarithm can be taken of.
    fn positive_uniform(&mut self) -> f64 {
        1.0 - self.uniform()
    }

    /// A whole number in `low..=high`, all exactly equally likely. Panics unless `low <= high`.
    ///
    /// Lemire's method: the upper half of a 64-bit product picks the number; products with a lower half that would
    /// favour some number are drawn again.
    pub fn uniform_integer(&mut self, low: u32, high: u32) -> u32 {
        assert!(low <= high, "an empty range of integers, {low} to {high}");
        let Some(count) = (high - low).checked_add(1) else {
            return self.word();
        };
        // 2^32 mod count: this many of the 2^32 words are one too many for some of the numbers.
        let surplus = count.wrapping_neg() % count;
        loop {
            let product = u64::from(self.word()) * u64::from(count);
            if product as u32 >= surplus {
                return low + (product >> 32) as u32;
            }
        }
    }

    /// A standard normal number, by the polar method of Marsaglia and Bray. The second number that the method could
    /// yield is given up, so that the stream holds no state except the generator's.
    fn normal(&mut self) -> f64 {
        loop {
            let (x, y) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let square = x * x + y * y;
            if square > 0.0 && square < 1.0 {
                return x * (-2.0 * libm::log(square) / square).sqrt();
            }
        }
    }

    fn word(&mut self) -> u32 {
        (self.generator.next_u64() >> 32) as u32
    }
}

/// The 64-bit FNV-1a hash: names are short, and all it has to do is tell them apart.
fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Steele, Lea and Flood's SplitMix64, which spreads few or similar bits over many dissimilar ones.
struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
