//! How much of a cluster of equal racks jobs in segments can use while nodes are out of service (docs/semantics.md 11.9).

use crate::allocation::Allocator;
use crate::allocation::strategies::slurm::{Slurm, Terms};
use crate::random::Stream;
use crate::topology::Topology;
use crate::workload::Request;

/// The usable share for one length of segments and one probability that a node is out of service.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UsableShare {
    /// The nodes of a segment.
    pub segment: u32,
    /// The probability that a node is out of service, independent of all others.
    pub outage: f64,
    /// The expected share of all nodes, exact.
    pub expected: f64,
    /// The share of all nodes that jobs of one segment got, placed as `slurm-block` does until none fits.
    pub simulated: f64,
    /// Half the width of the 99.9 % interval of the simulated share. It follows from the distribution for one rack.
    pub half_width: f64,
}

/// The 99.95 % quantile of the standard normal distribution.
const QUANTILE: f64 = 3.290_527;

impl UsableShare {
    /// The shares of so many racks of `size` nodes, for each probability and each length of segments in turn. All lengths
    /// see the same nodes out of service. Lengths are from 1 to `size`. Cost: O(racks²) for each pair.
    pub fn of_racks(racks: u32, size: u32, segments: &[u32], outages: &[f64], seed: u64) -> Vec<UsableShare> {
        let topology = Topology::blocks(racks * size, &[size]).expect("one size divides itself");
        let mut shares = Vec::new();
        for (outage, number) in outages.iter().copied().zip(0..) {
            let mut stream = Stream::new(seed, "outages", number);
            let free: Vec<u32> = (0..racks * size).filter(|_| stream.uniform() >= outage).collect();
            for &segment in segments {
                let (expected, variance) = of_a_rack(size, segment, outage);
                let mut machine = Slurm::with_free(&topology, Terms::default(), &free);
                let given = std::iter::from_fn(|| machine.allocate(&Request::processors(segment))).count();
                let simulated = (given as u64 * u64::from(segment)) as f64 / f64::from(racks * size);
                let half_width = QUANTILE * (variance / f64::from(racks)).sqrt();
                shares.push(UsableShare { segment, outage, expected, simulated, half_width });
            }
        }
        shares
    }
}

/// The mean and the variance of the usable share of one rack: with k of its nodes in service, binomially distributed,
/// its whole segments hold `floor(k / segment) * segment` of them.
fn of_a_rack(size: u32, segment: u32, outage: f64) -> (f64, f64) {
    let share = |in_service: u32| f64::from(in_service / segment * segment) / f64::from(size);
    // By nodes: the probabilities of each number in service, so that nothing is cancelled and no power is rounded.
    let mut chances = vec![1.0];
    for node in 0..size as usize {
        chances.push(0.0);
        for in_service in (0..=node + 1).rev() {
            let joined = if in_service == 0 { 0.0 } else { chances[in_service - 1] * (1.0 - outage) };
            chances[in_service] = chances[in_service] * outage + joined;
        }
    }
    let sum =
        |value: &dyn Fn(f64) -> f64| chances.iter().zip(0..).map(|(chance, k)| chance * value(share(k))).sum::<f64>();
    let mean = sum(&|share| share);
    (mean, sum(&|share| (share - mean) * (share - mean)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use serde_json::Value;

    /// The table of an independent program, which has six digits, and racks like those of its machines.
    #[test]
    fn the_closed_form_is_that_of_the_table_and_lies_in_the_interval() {
        let packed = &include_bytes!("../../tests/vectors/slurm/nvl72.json.gz")[..];
        let table: Value = serde_json::from_reader(GzDecoder::new(packed)).unwrap();
        let rows = table["rows"].as_array().unwrap();
        let number = |value: &Value| value.as_str().unwrap().parse::<f64>().unwrap();
        let segments = [1, 2, 4, 8, 9, 16, 18];
        let outages: Vec<f64> = rows.iter().map(|row| number(&row["q"])).collect();
        let shares = UsableShare::of_racks(277, 18, &segments, &outages, 1);
        assert_eq!(shares.len(), 49);
        for (share, place) in shares.iter().zip(0..) {
            let printed = number(&rows[place / 7][share.segment.to_string()]);
            assert!((share.expected - printed).abs() < 6e-7, "{share:?}: {printed}");
            assert!((share.expected - share.simulated).abs() <= share.half_width, "{share:?}");
            assert!(share.outage > 0.0 || share.expected == share.simulated, "{share:?}");
        }
        let equal = number(&table["9_equals_16_at_q"]);
        let lead = |outage| of_a_rack(18, 9, outage).0 - of_a_rack(18, 16, outage).0;
        assert!(lead(equal - 1e-5) > 0.0 && lead(equal + 1e-5) < 0.0);
    }
}
