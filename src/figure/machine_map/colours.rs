//! One colour per job, so that jobs that touch differ.

use super::layout::MapShape;
use crate::figure::palette::{Colour, rgb};

/// The colours of jobs on a light and on a dark background: soft, since they fill areas, and distinct for people with
/// colour blindness, by lightness if not by hue (after Tol's light scheme).
pub(super) const FILLS: [(Colour, Colour); 10] = [
    (rgb(0x77, 0xaa, 0xdd), rgb(0x3f, 0x78, 0xb5)), // blue
    (rgb(0xee, 0x88, 0x66), rgb(0xc4, 0x5e, 0x3a)), // orange
    (rgb(0x44, 0xbb, 0x99), rgb(0x2b, 0x8f, 0x72)), // mint
    (rgb(0xee, 0xdd, 0x88), rgb(0xb5, 0xa1, 0x45)), // light yellow
    (rgb(0xff, 0xaa, 0xbb), rgb(0xb8, 0x6a, 0x82)), // pink
    (rgb(0x99, 0xdd, 0xff), rgb(0x6c, 0xb2, 0xd6)), // light cyan
    (rgb(0xaa, 0xaa, 0x00), rgb(0x72, 0x72, 0x10)), // olive
    (rgb(0x93, 0x7c, 0xc4), rgb(0x6a, 0x50, 0xa8)), // violet
    (rgb(0xbb, 0xcc, 0x33), rgb(0x8f, 0xa0, 0x22)), // pear
    (rgb(0xb0, 0x8a, 0x6a), rgb(0x80, 0x5c, 0x40)), // brown
];

/// How many colours jobs can have.
pub const MAP_COLOURS: usize = FILLS.len();

/// Which colour each job of a machine has, 0 to [`MAP_COLOURS`] - 1. `holder` says for each node which job holds it, counted
/// from 1, or 0; `previous` which colour each job has already, and thereby how many jobs there are.
///
/// A job that has a colour keeps it. Each other job gets the colour with the fewest jobs among those that no
/// neighbouring job has (one with nodes linked to its own); if none is left, the colour along the fewest links. So
/// colours depend on the previous ones: the same moment may have other colours when it is reached step by step than
/// when it is opened directly.
///
/// Time linear in links, plus sorting those between jobs.
pub fn job_colours(shape: &MapShape, holder: &[u32], previous: &[Option<u8>]) -> Vec<u8> {
    let links = links_between_jobs(shape, holder, previous);
    let mut colours = previous.to_vec();
    let mut used = [0; MAP_COLOURS];
    previous.iter().flatten().for_each(|&colour| used[colour as usize % MAP_COLOURS] += 1);
    for job in 0..colours.len() {
        if colours[job].is_some() {
            continue;
        }
        let number = job as u32 + 1;
        let from = links.partition_point(|link| link.0 < number);
        let mut touching = [0u32; MAP_COLOURS];
        for link in links[from..].iter().take_while(|link| link.0 == number) {
            if let Some(Some(colour)) = colours.get(link.1 as usize - 1) {
                touching[*colour as usize % MAP_COLOURS] += 1;
            }
        }
        let chosen = (0..MAP_COLOURS).min_by_key(|&colour| (touching[colour], used[colour])).unwrap_or(0);
        used[chosen] += 1;
        colours[job] = Some(chosen as u8);
    }
    colours.into_iter().flatten().collect()
}

/// The links that leave jobs without a colour for other jobs, sorted by the job they leave.
fn links_between_jobs(shape: &MapShape, holder: &[u32], previous: &[Option<u8>]) -> Vec<(u32, u32)> {
    let is_new = |job: u32| matches!(previous.get((job as usize).wrapping_sub(1)), Some(None));
    let mut links = Vec::new();
    let mut stride = 1;
    for (&extent, &ring) in shape.extents.iter().zip(&shape.rings).rev() {
        let (length, around) = (extent as usize, (extent as usize - 1) * stride);
        for (node, &one) in holder.iter().enumerate() {
            let other = match node / stride % length + 1 < length {
                true => node + stride,
                false if ring => node - around,
                false => continue,
            };
            let Some(&other) = holder.get(other) else { continue };
            if one == other || one == 0 || other == 0 {
                continue;
            }
            if is_new(one) {
                links.push((one, other));
            }
            if is_new(other) {
                links.push((other, one));
            }
        }
        stride *= length;
    }
    links.sort_unstable();
    links
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::palette::Theme;
    use proptest::prelude::*;

    fn shape(extents: &[u32], ring: bool) -> MapShape {
        MapShape { extents: extents.to_vec(), rings: vec![ring; extents.len()] }
    }

    #[test]
    fn jobs_that_touch_differ_also_around_rings() {
        let line = [1, 1, 2, 2, 3, 3];
        assert_eq!(job_colours(&shape(&[6], true), &line, &[None; 3]), [0, 1, 2]);
        // Job 2 keeps its colour; the others must not have it.
        assert_eq!(job_colours(&shape(&[6], true), &line, &[None, Some(0), None]), [1, 0, 2]);
        // Three and one touch around the ring only; of a line, either might have the other's colour.
        let taken = [Some(0), None, None];
        assert_eq!(job_colours(&shape(&[6], false), &[1, 1, 0, 2, 0, 3], &taken), [0, 1, 2], "the rarest");
    }

    #[test]
    fn a_rare_colour_is_not_taken_beside_itself() {
        // Job 2 alone has colour 0, and touches the new job; every other colour has two jobs elsewhere.
        let elsewhere = (3..=20).flat_map(|job| [0, job]);
        let holder: Vec<u32> = [1, 2].into_iter().chain(elsewhere).collect();
        let others = (1..=9).flat_map(|colour| [Some(colour); 2]);
        let previous: Vec<Option<u8>> = [None, Some(0)].into_iter().chain(others).collect();
        assert_eq!(job_colours(&shape(&[38], false), &holder, &previous)[0], 1);
    }

    proptest! {
        #[test]
        fn jobs_that_touch_differ_while_there_are_colours(
            sides in prop::collection::vec((1u32..=5, any::<bool>()), 1..=3), noise in prop::collection::vec(0u32..8, 125),
            known in prop::collection::vec(any::<bool>(), 7),
        ) {
            let (extents, rings): (Vec<u32>, Vec<bool>) = sides.into_iter().unzip();
            let nodes = extents.iter().product::<u32>() as usize;
            let (shape, holder) = (MapShape { extents, rings }, &noise[..nodes]);
            let previous: Vec<Option<u8>> = known.iter().zip(0u8..).map(|(known, job)| known.then_some(job)).collect();
            let colours = job_colours(&shape, holder, &previous);
            prop_assert_eq!(colours.len(), 7);
            for (colour, previous) in colours.iter().zip(&previous) {
                prop_assert!(previous.is_none_or(|previous| previous == *colour));
            }
            // Seven jobs, ten colours: none is ever lacking.
            let coordinates = |node: usize| {
                let mut rest = node;
                shape.extents.iter().rev().map(|&extent| { let x = rest % extent as usize; rest /= extent as usize; x }).collect::<Vec<_>>()
            };
            for one in 0..nodes {
                for other in 0..nodes {
                    let (a, b) = (coordinates(one), coordinates(other));
                    let apart: Vec<usize> = (0..a.len()).filter(|&d| a[d] != b[d]).collect();
                    let [d] = apart[..] else { continue };
                    let dimension = a.len() - 1 - d;
                    let ring = shape.rings[dimension] && a[d].abs_diff(b[d]) + 1 == shape.extents[dimension] as usize;
                    if (ring || a[d].abs_diff(b[d]) == 1) && holder[one] != holder[other] && holder[one] * holder[other] > 0 {
                        prop_assert_ne!(colours[holder[one] as usize - 1], colours[holder[other] as usize - 1]);
                    }
                }
            }
        }
    }

    #[test]
    fn among_too_many_neighbours_the_least_touched_colour_is_taken_twice() {
        // Job 1 is the middle of a star: its six links lead to six jobs, and it has five more around a ring of two.
        let all: Vec<u32> = (1..=12).collect();
        let colours = job_colours(&shape(&[12], true), &all, &[None; 12]);
        let wrap = (colours[0], colours[11]);
        assert!(colours.windows(2).all(|pair| pair[0] != pair[1]) && wrap.0 != wrap.1, "{colours:?}");
        assert_eq!(colours.iter().max(), Some(&9));
    }

    /// By lightness or by hue, for a person without the medium-wave cones (Viénot, Brettel and Mollon).
    #[test]
    fn every_colour_stands_out_from_the_background_and_from_the_others() {
        let linear = |byte: u8| (f64::from(byte) / 255.0).powf(2.2);
        let seen = |colour: Colour| {
            let (r, g, b) = (linear(colour.0), linear(colour.1), linear(colour.2));
            [0.29275 * r + 0.70725 * g, -0.02234 * r + 0.02234 * g + b].map(|value| value.max(0.0).powf(1.0 / 2.2))
        };
        for dark in [false, true] {
            let mut shades: Vec<Colour> = FILLS.iter().map(|pair| if dark { pair.1 } else { pair.0 }).collect();
            shades.push(Theme::of(dark).background);
            for (index, &one) in shades.iter().enumerate() {
                for &other in &shades[..index] {
                    let (one_seen, other_seen) = (seen(one), seen(other));
                    let apart = libm::hypot(one_seen[0] - other_seen[0], one_seen[1] - other_seen[1]);
                    assert!(apart > 0.05, "{one:?} {other:?} {apart} dark={dark}");
                }
            }
        }
    }
}
