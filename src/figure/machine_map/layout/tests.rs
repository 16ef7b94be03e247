//! Every node has its place, and every place its node.

use super::*;
use proptest::prelude::*;

fn shape(extents: &[u32], ring: bool) -> MapShape {
    MapShape { extents: extents.to_vec(), rings: vec![ring; extents.len()] }
}

fn laid_out(extents: &[u32], axes: &str, room: (f64, f64)) -> MapLayout {
    let axes = MapAxes::read(axes, extents.len()).unwrap();
    MapLayout::new(shape(extents, true), axes, room)
}

/// A machine, axes at random and a picture of any size.
fn layouts() -> impl Strategy<Value = MapLayout> {
    let sides = prop::collection::vec(1u32..=7, 1..=7);
    let small = sides.prop_filter("small", |sides| sides.iter().product::<u32>() <= 3000);
    let machine = small.prop_flat_map(|sides| {
        let order: Vec<usize> = (0..sides.len()).collect();
        (Just(sides), Just(order).prop_shuffle(), any::<u8>(), any::<bool>(), 1u32..5)
    });
    (machine, 1.0..900.0, 1.0..700.0).prop_map(|((extents, order, cut, folds, columns), width, height)| {
        let (across, up) = order.split_at(cut as usize % (order.len() + 1));
        let mut axes = MapAxes { across: across.to_vec(), up: up.to_vec(), fold: None };
        if folds {
            let dimension = axes.across.pop().or_else(|| axes.up.pop()).unwrap();
            axes.fold = Some(WrappedDimension { dimension, columns });
        }
        let rings = extents.iter().map(|extent| extent % 2 == 0).collect();
        MapLayout::new(MapShape { extents, rings }, axes, (width, height))
    })
}

proptest! {
    #[test]
    fn every_node_is_found_where_it_is_drawn(layout in layouts()) {
        let mut drawn = 0;
        for column in 0..layout.columns.node.len() {
            for row in 0..layout.rows.node.len() {
                let Some(node) = layout.node(column, row) else { continue };
                drawn += 1;
                prop_assert_eq!(layout.lanes_of(node), (column, row));
                let found = layout.node_at(layout.rectangle(node).middle()).unwrap();
                prop_assert_eq!(layout.rectangle(found), layout.rectangle(node));
                prop_assert!(layout.is_coarse() || found == node);
            }
        }
        prop_assert_eq!(drawn, layout.nodes());
    }

    #[test]
    fn steps_lead_back(layout in layouts(), node in any::<u32>()) {
        let node = node % layout.nodes() as u32;
        let back = [(MapStep::Left, MapStep::Right), (MapStep::Right, MapStep::Left), (MapStep::Up, MapStep::Down), (MapStep::Down, MapStep::Up)];
        for (step, back) in back {
            if let Some(next) = layout.step(node, step) {
                prop_assert_eq!(layout.step(next, back), Some(node));
                let (here, there) = (layout.rectangle(node).middle(), layout.rectangle(next).middle());
                let level = matches!(step, MapStep::Left | MapStep::Right);
                prop_assert_eq!(if level { here.1 - there.1 } else { here.0 - there.0 }, 0.0);
            }
        }
    }

    #[test]
    fn neighbours_differ_by_one_coordinate_and_are_mutual(layout in layouts(), node in any::<u32>()) {
        let node = node % layout.nodes() as u32;
        let at = layout.coordinates(node);
        let is_neighbour = |other: u32| {
            let other = layout.coordinates(other);
            let different: Vec<usize> = (0..at.len()).filter(|&d| at[d] != other[d]).collect();
            let [d] = different[..] else { return false };
            let apart = at[d].abs_diff(other[d]);
            apart == 1 || (layout.shape.rings[d] && apart == layout.shape.extents[d] - 1)
        };
        let all: Vec<u32> = (0..layout.nodes() as u32).filter(|&other| is_neighbour(other)).collect();
        let mut found = layout.neighbours(node);
        found.sort_unstable();
        prop_assert_eq!(found, all);
    }
}

#[test]
fn six_dimensions_nest() {
    let layout = laid_out(&[2, 2, 2, 4, 4, 8], "across=5,2,1 up=4,3,0", (10_000.0, 10_000.0));
    assert_eq!((layout.cell, layout.columns.places(), layout.rows.places()), (22.0, 32, 32));
    // 8 nodes of 22 pixels in a tile, 3 between two tiles, 9 between two pairs of tiles.
    let starts = [0, 1, 8, 16, 24].map(|column| layout.columns.start[column]);
    assert_eq!(starts, [0.0, 22.0, 179.0, 364.0, 543.0]);
    // Node 0 is at the lower left; coordinates go to the right and upwards.
    let origin = layout.rectangle(0);
    assert_eq!((origin.left, origin.bottom), (layout.area.left, layout.area.bottom));
    assert_eq!(layout.step(0, MapStep::Right), Some(1));
    assert_eq!(layout.step(7, MapStep::Right), Some(128), "into the next tile: dimension 2");
    assert_eq!(layout.step(0, MapStep::Up), Some(8));
    assert_eq!((layout.step(0, MapStep::Left), layout.step(0, MapStep::Down)), (None, None));
    assert_eq!(layout.neighbours(0), [512, 256, 128, 96, 32, 24, 8, 7, 1]);
}

#[test]
fn a_folded_dimension_is_read_like_a_text() {
    // Seven nodes in rows of three: 0 1 2, 3 4 5, 6.
    let layout = laid_out(&[7], "fold=0:3", (200.0, 200.0));
    let corner = |node| (layout.rectangle(node).left - layout.area.left, layout.rectangle(node).top - layout.area.top);
    assert_eq!([0, 2, 3, 6].map(corner), [(0.0, 0.0), (44.0, 0.0), (0.0, 25.0), (0.0, 50.0)]);
    assert_eq!((layout.step(6, MapStep::Up), layout.step(6, MapStep::Right)), (Some(3), None));
    assert_eq!(layout.node_at((layout.area.left + 30.0, layout.area.top + 55.0)), None, "no node seven");
}

#[test]
fn pictures_keep_to_their_room_as_long_as_there_is_a_pixel() {
    for (extents, cell, coarse) in [
        (&[2, 2, 2, 4, 4, 8][..], 19.0, false),
        (&[8, 12, 16, 16, 2], 3.0, false),
        (&[24, 23, 24, 2, 3, 2], 1.0, false),
        (&[1024, 1024], 1.0, true),
    ] {
        let layout = MapLayout::new(shape(extents, false), MapAxes::suitable(extents), (900.0, 700.0));
        assert_eq!((layout.cell, layout.is_coarse()), (cell, coarse), "{extents:?}");
        let area = layout.area;
        assert!(area.right <= 900.0 && area.bottom <= 700.0, "{extents:?} {area:?}");
    }
}
