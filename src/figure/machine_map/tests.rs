//! What is drawn, and how much of it.

use super::*;
use crate::figure::palette::{JOB_COLOURS, Theme};
use crate::figure::recorder::{Mark, record};
use crate::figure::{Picture, svg};

/// A map of a torus or a mesh that fits into this area.
fn map(extents: &[u32], ring: bool, axes: &str, room: (f64, f64)) -> MachineMap {
    let axes = if axes.is_empty() { MapAxes::suitable(extents) } else { MapAxes::read(axes, extents.len()).unwrap() };
    let shape = MapShape { extents: extents.to_vec(), rings: vec![ring; extents.len()] };
    MachineMap::new(MapLayout::new(shape, axes, room))
}

/// The nodes of a box, around rings.
fn nodes(map: &MachineMap, base: &[u32], size: &[u32]) -> Vec<u32> {
    let extents = &map.layout.shape.extents;
    let node = |number: u32| {
        let (mut rest, mut node, mut stride) = (number, 0, 1);
        for d in (0..extents.len()).rev() {
            node += (base[d] + rest % size[d]) % extents[d] * stride;
            rest /= size[d];
            stride *= extents[d];
        }
        node
    };
    (0..size.iter().product()).map(node).collect()
}

/// Gives a new job these blocks.
fn give(map: &mut MachineMap, blocks: &[(&[u32], &[u32])]) {
    map.jobs.push(MapJob { colour: map.jobs.len() as u8 % JOB_COLOURS.len() as u8, emphasised: false });
    for (base, size) in blocks {
        let number = map.jobs.len() as u32 * 10 + base[0] + base[base.len() - 1];
        for node in nodes(map, base, size) {
            map.holder[node as usize] = map.jobs.len() as u32;
            map.block[node as usize] = number;
        }
    }
}

/// Random boxes wherever there is room, until so many tries have been made; colours by touch.
pub(super) fn busy(extents: &[u32], ring: bool, room: (f64, f64), tries: u32) -> MachineMap {
    let mut map = map(extents, ring, "", room);
    let mut state = 12_345_u64;
    let mut below = |limit: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % u64::from(limit)) as u32
    };
    for _ in 0..tries {
        let base: Vec<u32> = extents.iter().map(|&extent| below(extent)).collect();
        let longest = |(&extent, &base): (&u32, &u32)| if ring { extent } else { extent - base };
        let size: Vec<u32> =
            extents.iter().zip(&base).map(longest).map(|longest| 1 + below(longest.div_ceil(2))).collect();
        if nodes(&map, &base, &size).iter().all(|&node| map.holder[node as usize] == 0) {
            give(&mut map, &[(&base, &size)]);
        }
    }
    map
}

/// The rectangles that are asked for, and all that is.
fn drawn(map: &MachineMap) -> (usize, usize) {
    let marks = record(map, false).marks;
    let rectangles = marks.iter().map(|mark| if let Mark::Rectangles { areas, .. } = mark { areas.len() } else { 0 });
    (rectangles.sum(), marks.len())
}

#[test]
fn a_job_is_one_rectangle_with_its_outline() {
    let mut map = map(&[4, 4], false, "across=1 up=0", (400.0, 400.0));
    give(&mut map, &[(&[0, 1], &[2, 2])]);
    let area = map.layout.area;
    let recording = record(&map, false);
    let (fill, _) = JOB_COLOURS[0];
    let block =
        Rectangle { left: area.left + 22.0, right: area.left + 66.0, top: area.top + 44.0, bottom: area.bottom };
    assert_eq!(recording.rectangles(fill), [(vec![block], 1.0)]);
    // Free nodes: two rows of four at the top, and a column on either side.
    let theme = Theme::of(false);
    assert_eq!(recording.rectangles(theme.grid)[0].0.len(), 3);
    let Rectangle { left, top, right, bottom } = block;
    let outline = [
        Rectangle { left, top, right: left + 1.0, bottom },
        Rectangle { left: right - 1.0, top, right, bottom },
        Rectangle { left, top, right, bottom: top + 1.0 },
        Rectangle { left, top: bottom - 1.0, right, bottom },
    ];
    assert_eq!(recording.rectangles(theme.text), [(outline.to_vec(), 0.6)]);
    assert!(recording.says("dimension 1: 0–3, line") && recording.says("dimension 0: 0–3, line"));
}

#[test]
fn a_block_that_goes_around_a_ring_is_open_there() {
    let mut map = map(&[8], true, "across=0", (400.0, 400.0));
    give(&mut map, &[(&[6], &[4])]);
    let borders = map.layout.borders(&|node| map.block[node as usize]);
    let left = map.layout.area.left;
    let upright: Vec<(f64, bool)> =
        borders.iter().filter(|b| b.from.0 == b.to.0).map(|b| ((b.from.0 - left) / 22.0, b.before)).collect();
    assert_eq!(upright, [(2.0, false), (6.0, true)], "ends behind node 1, begins at node 6, and is open in between");
    // On a line, the same nodes would be closed at both ends.
    map.layout.shape.rings = vec![false];
    let borders = map.layout.borders(&|node| map.block[node as usize]);
    assert_eq!(borders.iter().filter(|b| b.from.0 == b.to.0).count(), 4);
}

#[test]
fn blocks_of_one_job_have_one_colour_and_outlines_of_their_own() {
    let mut map = map(&[2, 4], false, "across=1 up=0", (400.0, 400.0));
    give(&mut map, &[(&[0, 0], &[2, 2]), (&[0, 2], &[2, 2])]);
    let recording = record(&map, false);
    assert_eq!(recording.rectangles(JOB_COLOURS[0].0)[0].0.len(), 1, "one rectangle of colour");
    let lines = &recording.rectangles(Theme::of(false).text)[0].0;
    let middle = map.layout.area.left + 44.0;
    assert!(lines.contains(&Rectangle { left: middle, right: middle + 1.0, ..map.layout.area }), "{lines:?}");
}

#[test]
fn an_emphasised_job_is_lit_up_and_the_others_are_dimmed() {
    let mut map = map(&[2, 4], false, "across=1 up=0", (400.0, 400.0));
    give(&mut map, &[(&[0, 0], &[2, 1])]);
    give(&mut map, &[(&[0, 2], &[2, 1])]);
    map.jobs[1].emphasised = true;
    let recording = record(&map, true);
    let strengths = [0, 1].map(|job: usize| recording.rectangles(JOB_COLOURS[job].1)[0].1);
    assert!((strengths[0] - 0.22).abs() < 1e-9 && strengths[1] == 1.0, "{strengths:?}");
    map.jobs[1].emphasised = false;
    assert_eq!([0, 1].map(|job: usize| record(&map, true).rectangles(JOB_COLOURS[job].1)[0].1), [1.0, 1.0]);
}

#[test]
fn overlays_are_drawn_and_unknown_nodes_are_not() {
    let mut map = map(&[4, 4], true, "across=1 up=0", (400.0, 400.0));
    give(&mut map, &[(&[0, 0], &[2, 2])]);
    let plain = drawn(&map);
    map.wasted = vec![0, 99];
    map.pointed = Some(99);
    assert_eq!(drawn(&map), (plain.0 + 1, plain.1 + 1), "one dot");
    map.largest = nodes(&map, &[2, 0], &[2, 4]);
    let dashed = record(&map, false);
    let dashes = &dashed.rectangles(Theme::of(false).text)[1].0;
    assert_eq!(dashes.len(), 2 * 11, "above and below, 88 pixels each; open around the ring");
    map.nearest = nodes(&map, &[1, 1], &[2, 2]);
    map.pointed = Some(0);
    let recording = record(&map, false);
    assert_eq!(recording.lines(NEAREST[0]).len(), 2, "one cross: one of the four nodes is busy");
    assert_eq!(recording.lines(Theme::of(false).text).len(), 5, "a node of a plane and its four neighbours");
    map.links = vec![
        LinkLoad { node: 0, dimension: 1, upwards: true, load: 0.5 },
        LinkLoad { node: 99, dimension: 7, upwards: true, load: 0.1 },
    ];
    assert!((record(&map, false).rectangles(JOB_COLOURS[0].0)[0].1 - PALE).abs() < 1e-9, "pale beneath the links");
}

/// A frame has 16 milliseconds; a canvas fills some thousand rectangles in one.
#[test]
fn large_machines_are_drawn_with_few_rectangles() {
    for (extents, most) in [(&[8, 12, 16, 16, 2][..], 9_000), (&[24, 23, 24, 2, 3, 2], 9_000), (&[1024, 1024], 3_000)] {
        let map = busy(extents, true, (1000.0, 800.0), 60);
        assert!(map.jobs.len() > 3);
        let (rectangles, marks) = drawn(&map);
        assert!(rectangles < most && marks < 80, "{extents:?}: {rectangles} rectangles in {marks} calls");
    }
}

#[test]
fn a_square_of_several_nodes_is_as_strong_as_it_is_full() {
    let mut map = map(&[64, 64], false, "across=1 up=0", (47.0, 47.0));
    assert!(map.layout.is_coarse());
    let group = map.layout.columns.lanes(0).len() as u32;
    assert_eq!(group, 4, "64 nodes in 18 pixels");
    give(&mut map, &[(&[0, 0], &[1, 4])]);
    give(&mut map, &[(&[1, 0], &[1, 2])]);
    // 6 of 16 nodes are held, most of them by job 1.
    let recording = record(&map, false);
    assert_eq!(recording.rectangles(JOB_COLOURS[0].0), [(vec![map.layout.rectangle(0)], 0.6)]);
    assert_eq!(
        map.layout.node_at(map.layout.rectangle(66).middle()),
        Some(0),
        "the first of those that share a square"
    );
}

/// Pictures to be looked at: `cargo test machine_map -- --ignored` writes them to target/machine_map.
#[test]
#[ignore = "writes files, to be looked at"]
fn pictures() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/machine_map");
    std::fs::create_dir_all(&folder).unwrap();
    let room = (760.0, 620.0);
    let mut scenes: Vec<(&str, MachineMap)> = vec![
        ("qcdoc", busy(&[2, 2, 2, 4, 4, 8], true, room, 120)),
        ("paragon", busy(&[16, 22], false, room, 60)),
        ("cube", busy(&[12, 12, 12], true, room, 60)),
        ("mira", busy(&[8, 12, 16, 16, 2], true, (1200.0, 900.0), 60)),
        ("curie", busy(&[24, 23, 24, 2, 3, 2], true, (1200.0, 900.0), 60)),
        ("ring", busy(&[100], true, room, 20)),
        ("hypercube", busy(&[2; 7], true, room, 40)),
        ("large", busy(&[1024, 1024], false, room, 60)),
        ("phone", busy(&[2, 2, 2, 4, 4, 8], true, (360.0, 500.0), 120)),
    ];
    let mut scene = busy(&[2, 2, 2, 4, 4, 8], true, room, 120);
    scene.jobs[2].emphasised = true;
    scene.pointed = Some(517);
    scenes.push(("qcdoc_emphasis", scene));
    let mut scene = busy(&[16, 22], false, room, 40);
    scene.largest = nodes(&scene, &[10, 14], &[6, 8]);
    scene.nearest = nodes(&scene, &[2, 3], &[7, 6]);
    scene.wasted =
        nodes(&scene, &[0, 0], &[16, 3]).into_iter().filter(|&node| scene.holder[node as usize] > 0).collect();
    scenes.push(("paragon_overlays", scene));
    let mut scene = busy(&[8, 8, 4], true, room, 20);
    scene.links = (0..256)
        .flat_map(|node| {
            (0..6).map(move |link| LinkLoad {
                node,
                dimension: link / 2,
                upwards: link % 2 == 0,
                load: f64::from((node * 7 + link as u32 * 13) % 31) / 31.0,
            })
        })
        .collect();
    scenes.push(("links", scene));
    for (name, map) in scenes {
        for (suffix, dark) in [("light", false), ("dark", true)] {
            std::fs::write(folder.join(format!("{name}-{suffix}.svg")), svg(&map, dark, name)).unwrap();
        }
        let (rectangles, marks) = drawn(&map);
        println!(
            "{name}: {:?}, cell {}, {} jobs, {rectangles} rectangles, {marks} calls, axes {}",
            map.size(),
            map.layout.cell,
            map.jobs.len(),
            map.layout.axes
        );
    }
}
