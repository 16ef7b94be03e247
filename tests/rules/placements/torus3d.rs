//! Boxes of tori.

use super::{Free, Placed};
use std::collections::BTreeSet;
use subtorus::topology::{Placement, Torus};

/// The anchors on an axis.
fn walk(placement: &Placement, side: u32, axis: usize) -> Vec<u32> {
    let mut walk = vec![placement.seed[axis]];
    loop {
        let next = (walk[walk.len() - 1] + placement.spacing[axis]) % side;
        if next == walk[0] {
            return walk;
        }
        walk.push(next);
    }
}

/// All boxes of a placement as cells, in the order of their anchors.
fn boxes(torus: &Torus, placement: &Placement) -> Vec<BTreeSet<usize>> {
    let [xs, ys, zs] = [0, 1, 2].map(|axis| walk(placement, torus.dims[axis], axis));
    let mut boxes = Vec::new();
    for &x in &xs {
        for &y in &ys {
            for &z in &zs {
                let mut cells = BTreeSet::new();
                for step in 0..placement.size() {
                    let [dx, dy, _] = placement.dims;
                    let steps = [step % dx, step / dx % dy, step / dx / dy];
                    let at = |axis: usize, from: u32| (from + steps[axis]) % torus.dims[axis];
                    cells.insert((at(0, x) + torus.dims[0] * (at(1, y) + torus.dims[1] * at(2, z))) as usize);
                }
                boxes.push(cells);
            }
        }
    }
    boxes
}

fn sorted(torus: &Torus) -> Vec<Placement> {
    let mut placements = torus.placements.clone();
    placements.sort_by_key(Placement::size);
    placements
}

/// Whether boxes of a size may overlap: by the greatest common divisor, or with another placement on each axis.
fn overlaps(torus: &Torus, placements: &[Placement], place: usize) -> bool {
    let one = &placements[place];
    let divides = |divisor: u32, axis: usize| {
        one.spacing[axis].is_multiple_of(divisor) && torus.dims[axis].is_multiple_of(divisor)
    };
    let common = |axis: usize| (1..=torus.dims[axis]).rev().find(|&divisor| divides(divisor, axis)).unwrap();
    let coordinates = |placement: &Placement, axis: usize| -> BTreeSet<u32> {
        let cover = |anchor: u32| (0..placement.dims[axis]).map(move |step| (anchor + step) % torus.dims[axis]);
        walk(placement, torus.dims[axis], axis).into_iter().flat_map(cover).collect()
    };
    let meets = |other: &Placement| (0..3).all(|axis| !coordinates(one, axis).is_disjoint(&coordinates(other, axis)));
    (0..3).any(|axis| common(axis) < one.dims[axis])
        || (0..placements.len())
            .any(|other| other != place && placements[other].size() == one.size() && meets(&placements[other]))
}

/// The nodes of the best box over all tori, and whether its placement overlaps.
fn choose(tori: &[Torus], free: &Free, size: u32) -> Option<(BTreeSet<u32>, bool)> {
    // Torus, placement, cost, free nodes of the torus, nodes.
    let mut best: Option<(usize, usize, usize, usize, BTreeSet<u32>)> = None;
    for (number, torus) in tori.iter().enumerate() {
        let placements = sorted(torus);
        let is_free = |cell: &usize| torus.cells[*cell].is_some_and(|node| free.contains(&node));
        let count = (0..torus.cells.len()).filter(|cell| is_free(cell)).count();
        for place in (0..placements.len()).filter(|&place| placements[place].size() == size) {
            let larger = placements.iter().find(|larger| larger.size() > size);
            let blocked: Vec<BTreeSet<usize>> = larger.map_or(Vec::new(), |larger| boxes(torus, larger));
            let idle =
                |cells: &&BTreeSet<usize>| cells.iter().all(|cell| torus.cells[*cell].is_none() || is_free(cell));
            for cells in boxes(torus, &placements[place]) {
                if !cells.iter().all(is_free) {
                    continue;
                }
                let cost = blocked.iter().filter(idle).filter(|other| !other.is_disjoint(&cells)).count();
                let wins = best.as_ref().is_none_or(|(best_torus, best_place, best_cost, best_count, _)| {
                    let is_same = (*best_torus, *best_place) == (number, place);
                    if is_same && cost != *best_cost { cost < *best_cost } else { count < *best_count }
                });
                if wins {
                    let nodes = cells.iter().filter_map(|&cell| torus.cells[cell]).collect();
                    best = Some((number, place, cost, count, nodes));
                }
            }
        }
    }
    best.map(|(torus, place, .., nodes)| (nodes, overlaps(&tori[torus], &sorted(&tori[torus]), place)))
}

/// Box after box, with retries where boxes overlap. `Err` without a placement of the size.
pub fn place(tori: &[Torus], free: &Free, nodes: u32, segment: u32) -> Result<Placed, ()> {
    if !tori.iter().any(|torus| torus.placements.iter().any(|placement| placement.size() == segment)) {
        return Err(());
    }
    let mut allowed = free.clone();
    loop {
        let (mut left, mut chosen, mut may_retry) = (allowed.clone(), BTreeSet::new(), false);
        while (chosen.len() as u32) < nodes {
            let Some((taken, overlaps)) = choose(tori, &left, segment) else { break };
            may_retry |= overlaps;
            left.retain(|node| !taken.contains(node));
            chosen.extend(taken);
        }
        match chosen.first() {
            _ if chosen.len() as u32 == nodes => return Ok(Some(chosen)),
            Some(lowest) if may_retry && allowed.len() as u32 > nodes => {
                allowed.remove(lowest);
            }
            _ => return Ok(None),
        }
    }
}
