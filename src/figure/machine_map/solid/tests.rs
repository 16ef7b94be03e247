//! Against a plain painter: of all nodes under a place of the picture that are drawn, the nearest one is seen there.

use super::*;
use crate::figure::machine_map::tests::busy;
use crate::figure::machine_map::{MapAxes, MapJob, MapLayout, MapShape};
use crate::figure::palette::{Colour, JOB_COLOURS};
use crate::figure::recorder::{Mark, record};
use crate::figure::svg;
use proptest::prelude::*;

const VIEW: SolidView = SolidView { yaw: -35.0, pitch: 28.0, zoom: 1.0, x: 0.0, y: 0.0, width: 400.0, height: 380.0 };

fn empty(extents: &[u32], axes: &str) -> MachineMap {
    let axes = if axes.is_empty() { MapAxes::suitable(extents) } else { MapAxes::read(axes, extents.len()).unwrap() };
    let shape = MapShape { extents: extents.to_vec(), rings: vec![true; extents.len()] };
    MachineMap::new(MapLayout::new(shape, axes, (500.0, 500.0)))
}

/// Jobs of one block each that hold these nodes, counted from 1.
fn held(extents: &[u32], axes: &str, holder: &[u32]) -> MachineMap {
    let mut map = empty(extents, axes);
    map.holder = holder[..map.holder.len()].to_vec();
    map.block = map.holder.clone();
    map.jobs = (0..9).map(|colour| MapJob { colour, emphasised: false }).collect();
    map
}

/// The nearest node of an opaque body under a place, by its distance: each side of each node, one after the other. Places
/// nearly on an edge are left out.
fn nearest(solid: &MachineSolid, opaque: &[bool], (x, y): PixelPoint) -> Result<Option<u32>, ()> {
    let (yaw, pitch) = (solid.view.yaw.to_radians(), solid.view.pitch.to_radians());
    // To the viewer, down the picture, and to the right, in nodes to the right, up and into depth.
    let near = [-yaw.sin() * pitch.cos(), pitch.sin(), -yaw.cos() * pitch.cos()];
    let (projection, origins) = solid.arranged();
    let mut best: (f64, Option<u32>) = (f64::NEG_INFINITY, None);
    for (origin, first) in origins {
        let [wide, high, deep] = solid.unfolding.extents;
        for cell in (0..wide).flat_map(|i| (0..high).flat_map(move |j| (0..deep).map(move |k| [i, j, k]))) {
            let node = solid.unfolding.node(first, cell);
            for axis in 0..3 {
                let mut place = cell.map(f64::from);
                place[axis] += if near[axis] > 0.0 { 1.0 } else { 0.0 };
                let corner = projection.place(origin, place);
                let step = |axis: usize| {
                    let mut next = place;
                    next[axis] += 1.0;
                    let end = projection.place(origin, next);
                    (end.0 - corner.0, end.1 - corner.1)
                };
                let [one, other] = [(axis + 1) % 3, (axis + 2) % 3];
                let ((a, b), (c, d), (p, q)) = (step(one), step(other), (x - corner.0, y - corner.1));
                let area = a * d - b * c;
                let (u, v) = ((p * d - q * c) / area, (a * q - b * p) / area);
                // Drawn corners are rounded to a tenth of a pixel, which is much of a narrow side.
                let margin = |(x, y): (f64, f64)| (0.1 * libm::hypot(x, y) / area.abs()).max(0.01);
                let shares = [(u, margin((c, d))), (v, margin((a, b)))];
                if shares.iter().any(|(share, margin)| !(-margin..1.0 + margin).contains(share)) {
                    continue;
                }
                if shares.iter().any(|(share, margin)| !(*margin..=1.0 - margin).contains(share)) {
                    return Err(());
                }
                (place[one], place[other]) = (place[one] + u, place[other] + v);
                let distance = (0..3).map(|axis| place[axis] * near[axis]).sum::<f64>();
                if opaque[node as usize] && distance > best.0 {
                    best = (distance, Some(node));
                }
            }
        }
    }
    Ok(best.1)
}

/// Whether a polygon of four corners contains a place.
fn contains(corners: &[PixelPoint], (x, y): PixelPoint) -> bool {
    let turns = |pair: usize| {
        let ((a, b), (c, d)) = (corners[pair], corners[(pair + 1) % 4]);
        (c - a) * (y - b) - (d - b) * (x - a) > 0.0
    };
    (1..4).all(|pair| turns(pair) == turns(0))
}

fn machines() -> impl Strategy<Value = Vec<u32>> {
    prop_oneof![prop::collection::vec(2u32..=5, 3), prop::collection::vec(2u32..=3, 4..=5)]
}

proptest! {
    #[test]
    fn what_is_seen_is_what_is_nearest(
        extents in machines(), noise in prop::collection::vec(0u32..12, 243), yaw in -360.0..360.0f64, pitch in -90.0..90.0f64,
        lit in prop::option::of(0usize..9), points in prop::collection::vec((0.1..0.9f64, 0.1..0.9f64), 30),
    ) {
        // More free nodes than others, so that much lies behind.
        let holder: Vec<u32> = noise.iter().map(|&job| if job > 9 { 0 } else { job }).collect();
        let mut map = held(&extents, "", &holder);
        lit.into_iter().for_each(|job| map.jobs[job].emphasised = true);
        let solid = MachineSolid::new(&map, SolidView { yaw, pitch, ..VIEW }).unwrap();
        let sides: Vec<(Vec<PixelPoint>, Colour)> = record(&solid, false).marks.into_iter().filter_map(|mark| match mark {
            Mark::Area { corners, colour, alpha: 1.0 } => Some((corners, colour)),
            _ => None,
        }).collect();
        let (projection, _) = solid.arranged();
        for (across, down) in points {
            let place = (across * VIEW.width, down * VIEW.height);
            let opaque: Vec<bool> = map.holder.iter().map(|&job| job > 0 && lit.is_none_or(|lit| lit + 1 == job as usize)).collect();
            let Ok(expected) = nearest(&solid, &opaque, place) else { continue };
            let painted = sides.iter().rev().find(|(corners, _)| contains(corners, place));
            let colours = expected.map(|node| {
                let (colour, _) = JOB_COLOURS[map.holder[node as usize] as usize - 1];
                [0, 1, 2].map(|axis| projection.lit(colour, axis))
            });
            prop_assert_eq!(painted.is_some(), expected.is_some(), "{:?}", place);
            prop_assert!(painted.is_none_or(|(_, colour)| colours.unwrap().contains(colour)), "{:?} {:?}", place, expected);
            if lit.is_none() {
                prop_assert_eq!(solid.node_at(place), expected, "{:?}", place);
            }
        }
    }
}

#[test]
fn sides_between_nodes_are_hidden_and_those_of_a_block_are_one() {
    // A block of 2x2x2 in the middle of a free machine: three squares, and nothing within.
    let mut holder = vec![0; 64];
    (0..64)
        .filter(|node| [node / 16, node / 4 % 4, node % 4].iter().all(|x| (1..3).contains(x)))
        .for_each(|node: usize| holder[node] = 1);
    let map = held(&[4, 4, 4], "", &holder);
    let solid = MachineSolid::new(&map, VIEW).unwrap();
    let opaque = |mark: &&Mark| matches!(mark, Mark::Area { alpha, .. } if *alpha == 1.0);
    let drawn = record(&solid, false);
    // One above, two in front (in two levels), and four to the left or right.
    assert_eq!(drawn.marks.iter().filter(opaque).count(), 1 + 2 + 4);
    // A full machine has three faces.
    let map = held(&[4, 4, 4], "", &[2; 64]);
    let solid = MachineSolid::new(&map, VIEW).unwrap();
    assert_eq!(record(&solid, false).marks.iter().filter(opaque).count(), 3);
    // From above there is one.
    let solid = MachineSolid::new(&map, SolidView { yaw: 0.0, pitch: 90.0, ..VIEW }).unwrap();
    assert_eq!(record(&solid, true).marks.iter().filter(opaque).count(), 1);
}

#[test]
fn machines_unfold_as_their_tiles_do() {
    let unfolded = |extents: &[u32], axes: &str| {
        let Unfolding { dimensions, slabs, columns, .. } = Unfolding::new(&empty(extents, axes).layout)?;
        Some((dimensions, slabs.into_iter().map(|slab| slab.unwrap_or(u32::MAX)).collect::<Vec<_>>(), columns))
    };
    assert_eq!(unfolded(&[12, 12, 12], ""), Some(([2, 1, 0], vec![0], 1)));
    assert_eq!(unfolded(&[2, 3, 4], "across=0 up=2,1"), Some(([0, 2, 1], vec![0], 1)));
    // QCDOC: dimensions 1 and 2 lay slabs side by side, 0 above each other, the highest coordinate on top.
    let (dimensions, slabs, columns) = unfolded(&[2, 2, 2, 4, 4, 8], "").unwrap();
    assert_eq!((dimensions, columns), ([5, 4, 3], 4));
    assert_eq!(slabs, [512, 640, 768, 896, 0, 128, 256, 384]);
    // A fold leaves a place empty.
    assert_eq!(unfolded(&[3, 4, 4, 4], "across=3 up=2,1 fold=0:2"), Some(([3, 2, 1], vec![0, 64, 128, u32::MAX], 2)));
    assert_eq!(unfolded(&[1, 5, 7], ""), None, "two dimensions are a plane");
}

#[test]
fn emphasised_jobs_stand_out_and_the_others_are_glass() {
    let mut map = held(&[2, 2, 2], "", &[1, 2, 0, 0, 0, 0, 0, 0]);
    map.jobs[1].emphasised = true;
    let solid = MachineSolid::new(&map, VIEW).unwrap();
    let strengths: Vec<f64> = record(&solid, false)
        .marks
        .iter()
        .filter_map(|mark| match mark {
            Mark::Area { alpha, .. } => Some(*alpha),
            _ => None,
        })
        .collect();
    assert_eq!(strengths.iter().filter(|alpha| **alpha == 1.0).count(), 3, "three sides of one node");
    assert!(strengths.len() >= 3 + 3 + 2, "floor and walls, and the sides of the other that do not touch it");
}

#[test]
fn nodes_out_of_service_are_grey() {
    let mut map = empty(&[2, 2, 2], "");
    map.take_out_of_service(vec![0]);
    let solid = MachineSolid::new(&map, VIEW).unwrap();
    let opaque = |mark: &Mark| match mark {
        Mark::Area { corners, colour, alpha: 1.0 } => Some((corners.clone(), *colour)),
        _ => None,
    };
    let sides: Vec<_> = record(&solid, false).marks.iter().filter_map(opaque).collect();
    assert!(sides.len() == 3 && sides.iter().all(|(_, colour)| colour.0 == colour.1 && colour.1 == colour.2));
    let (corners, _) = &sides[0];
    let middle = ((corners[0].0 + corners[2].0) / 2.0, (corners[0].1 + corners[2].1) / 2.0);
    assert_eq!((solid.node_at(middle), solid.node_at((1.0, 1.0))), (Some(0), None));
}

/// Pictures to be looked at: `cargo test solid -- --ignored` writes them to target/machine_map.
#[test]
#[ignore = "writes files, to be looked at"]
fn pictures() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/machine_map");
    std::fs::create_dir_all(&folder).unwrap();
    for (name, extents) in [
        ("cube", &[16, 16, 16][..]),
        ("qcdoc", &[2, 2, 2, 4, 4, 8]),
        ("mira", &[8, 12, 16, 16, 2]),
        ("small", &[4, 4, 4]),
    ] {
        let mut map = busy(extents, true, (500.0, 500.0), 60);
        for (suffix, dark, lit) in [("light", false, None), ("dark", true, None), ("lit", false, Some(4))] {
            map.jobs.iter_mut().enumerate().for_each(|(number, job)| job.emphasised = Some(number) == lit);
            let solid = MachineSolid::new(&map, SolidView { width: 480.0, height: 440.0, ..VIEW }).unwrap();
            println!("{name} {suffix}: {} marks", record(&solid, dark).marks.len());
            std::fs::write(folder.join(format!("solid-{name}-{suffix}.svg")), svg(&solid, dark, name)).unwrap();
        }
    }
}
