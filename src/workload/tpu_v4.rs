//! The shapes that users of a TPU v4 pod request (docs/semantics.md 10.3; Jouppi 2023, table 2).

use super::Workload;
use super::stochastic::{self, Arrivals};
use crate::machine::Coordinates;
use crate::random::Stream;

/// The shapes of slices, and the number of jobs in a thousand that ask for each. The sum is 975, because the paper
/// leaves out the rarest. Twisted or not, a shape counts as the same shape.
pub const MIX: [([u32; 3], u32); 26] = [
    ([1, 1, 1], 21),
    ([1, 1, 2], 4),
    ([1, 2, 2], 67),
    ([2, 2, 2], 47),
    ([2, 2, 4], 64),
    ([2, 4, 4], 89),
    ([4, 4, 4], 139),
    ([4, 4, 8], 175),
    ([4, 4, 12], 7),
    ([4, 8, 8], 107),
    ([4, 4, 16], 10),
    ([4, 8, 12], 1),
    ([8, 8, 8], 96),
    ([4, 8, 16], 17),
    ([4, 4, 32], 6),
    ([8, 8, 12], 7),
    ([8, 8, 16], 32),
    ([4, 16, 16], 3),
    ([4, 4, 64], 1),
    ([4, 8, 32], 1),
    ([8, 12, 16], 1),
    ([4, 4, 96], 1),
    ([8, 8, 24], 1),
    ([8, 16, 16], 17),
    ([12, 16, 16], 57),
    ([4, 4, 192], 4),
];

/// The sum of the numbers of the mix.
const SUM: u32 = 975;

/// A workload of this many jobs with shapes of the mix, for any machine. Arrivals and runtimes are those of the
/// stochastic model, and shapes come from the stream of its sides. Linear in the jobs.
pub fn generate(jobs: u32, arrivals: &Arrivals) -> Workload {
    stochastic::generate_shapes(jobs, arrivals, draw)
}

/// The shapes in the order of the table, as extents.
pub fn shapes() -> impl Iterator<Item = Coordinates> {
    MIX.iter().map(|(extents, _)| Coordinates::new(extents))
}

/// A random shape of the mix. A whole number from 1..=975 selects it by the cumulative shares along the table.
fn draw(stream: &mut Stream) -> Coordinates {
    let mut left = stream.uniform_integer(1, SUM);
    let mut beyond = |share: u32| {
        left = left.saturating_sub(share);
        left > 0
    };
    let (extents, _) = MIX.iter().find(|(_, share)| !beyond(*share)).expect("the shares are the sum");
    Coordinates::new(extents)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::time::Decimal;
    use crate::workload::stochastic::{Runtimes, Sides};

    fn generated(jobs: u32, seed: u64) -> Workload {
        let runtimes = Runtimes::Exponential(Decimal::new(3600, 0));
        generate(jobs, &Arrivals { rate: Decimal::new(1, 2), runtimes, seed, replication: 0 })
    }

    #[test]
    fn the_mix_is_the_paper_s() {
        assert_eq!(MIX.iter().map(|(_, share)| share).sum::<u32>(), SUM);
        assert!(MIX.iter().all(|(extents, _)| extents.is_sorted()));
        let mut shapes: Vec<_> = MIX.iter().map(|(extents, _)| extents).collect();
        shapes.sort_unstable();
        shapes.dedup();
        assert_eq!(shapes.len(), 26);
    }

    /// Among n jobs, a shape of share p occurs np times, within five standard deviations.
    #[test]
    fn shapes_occur_as_often_as_in_the_mix() {
        let (workload, jobs) = (generated(100_000, 1), 100_000.0);
        for (extents, share) in MIX {
            let p = f64::from(share) / f64::from(SUM);
            let count = workload.sides.iter().filter(|sides| ***sides == extents).count() as f64;
            assert!((count - jobs * p).abs() < 5.0 * (jobs * p * (1.0 - p)).sqrt(), "{extents:?}: {count}");
        }
        assert!(workload.size.iter().zip(&workload.sides).all(|(size, sides)| size == sides.iter().product::<u32>()));
    }

    /// Permalinks with this model must give these jobs for ever.
    #[test]
    fn permalinks_keep_their_jobs() {
        let workload = generated(6, 1);
        let sides: Vec<_> = workload.sides.iter().map(|sides| sides.joined("x")).collect();
        assert_eq!(sides, ["8x8x8", "2x2x4", "2x2x4", "2x4x4", "4x8x8", "4x4x8"]);
        let runtimes = Runtimes::Exponential(Decimal::new(3600, 0));
        let (machine, rate) = (Machine::mesh(&[4, 4, 4]), Decimal::new(1, 2));
        let drawn = stochastic::generate(&machine, 6, rate, Sides::default(), runtimes, 1, 0);
        assert_eq!((workload.submit, workload.runtime), (drawn.submit, drawn.runtime));
    }
}
