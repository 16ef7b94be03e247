//! Jobs that fill a machine with slices of one shape.

use super::Workload;
use super::stochastic::{Arrivals, generate_shapes};
use crate::diagnostic::{Explain, shortened};
use crate::machine::{Coordinates, MAX_DIMENSIONS, MAX_NODES};
use crate::names::plain;
use std::fmt;
use std::str::FromStr;

/// The extents of a slice, each at least 1. Written `8x16x16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice(Coordinates);

impl Slice {
    /// This many jobs that all ask for this slice and arrive at once, at 0. Their run times come from `arrivals`.
    /// Linear in the jobs.
    pub fn generate(self, jobs: u32, arrivals: &Arrivals) -> Workload {
        let workload = generate_shapes(jobs, arrivals, |_| self.0);
        Workload { submit: (0..jobs).map(|_| 0).collect(), ..workload }
    }
}

impl fmt::Display for Slice {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.0.joined("x"))
    }
}

/// The text is not a [`Slice`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not the shape of a slice")]
pub struct NotASlice(String);

impl Explain for NotASlice {
    fn expected(&self) -> String {
        format!("extents such as 8x16x16, of at most {MAX_NODES} nodes in all")
    }
}

impl FromStr for Slice {
    type Err = NotASlice;

    fn from_str(text: &str) -> Result<Slice, NotASlice> {
        let wrong = || NotASlice(shortened(text));
        let written = plain(text).replace('×', "x");
        let extent = |part: &str| part.parse::<u32>().ok().filter(|_| part.bytes().all(|byte| byte.is_ascii_digit()));
        let extents = written.split('x').map(extent).collect::<Option<Vec<u32>>>().ok_or_else(wrong)?;
        let volume = extents.iter().try_fold(1u32, |product, &extent| product.checked_mul(extent));
        let possible = volume.is_some_and(|volume| (1..=MAX_NODES).contains(&volume));
        if extents.len() > MAX_DIMENSIONS || !possible { Err(wrong()) } else { Ok(Slice(Coordinates::new(&extents))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::stochastic::Runtimes;

    #[test]
    fn slices_are_read_and_written() {
        for (text, written) in [("8x16x16", "8x16x16"), (" 4 X 4×8 ", "4x4x8"), ("7", "7")] {
            assert_eq!(text.parse::<Slice>().unwrap().to_string(), written);
        }
        for text in ["", "8x", "0x4", "-1x4", "1048577", "1024x1025", "65536x65536", "1x1x1x1x1x1x1x1x1x1x1x1x1"] {
            assert_eq!(text.parse::<Slice>(), Err(NotASlice(shortened(text))), "{text}");
        }
    }

    #[test]
    fn all_jobs_are_alike_and_arrive_at_once() {
        let arrivals = Arrivals { rate: "2".parse().unwrap(), runtimes: Runtimes::default(), seed: 1, replication: 0 };
        let workload = "4x4x8".parse::<Slice>().unwrap().generate(5, &arrivals);
        assert_eq!((workload.len(), workload.submit.to_vec(), workload.size.to_vec()), (5, vec![0; 5], vec![128; 5]));
        assert!(workload.sides.iter().all(|sides| **sides == [4, 4, 8]));
    }
}
