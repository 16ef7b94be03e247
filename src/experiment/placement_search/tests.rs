use super::*;
use crate::diagnostic::Diagnostic;
use crate::experiment::permalink;
use crate::random::Stream;
use crate::topology::{Placement, TopologyFile};
use std::convert::Infallible;

const LINK: &str =
    "#v=1&model=tpu-v4&jobs=60&machine=torus:4x4x8&allocation=slurm-flat&scheduling=easy&vary=none&seed=3";

fn search(link: &str, limits: SearchLimits) -> Result<PlacementSearch, PlacementSearchError> {
    let experiment = permalink::read(link).0;
    PlacementSearch::new(&experiment, None, &Budget::USUAL, limits)
}

fn found(search: &PlacementSearch) -> Vec<(Candidate, Score)> {
    let score = |candidates: &[Candidate]| {
        Ok::<_, Infallible>(
            candidates.iter().map(|candidate| search.score_beside(candidate, &mut ()).unwrap()).collect(),
        )
    };
    search.run(score).unwrap()
}

/// The shapes of 12 nodes on 4x4x8 by hand: 2x2x3 has sum 7, 1x3x4 sum 8, 1x2x6 sum 9, and 1x1x12 is too long.
#[test]
fn shapes_are_compact_first_and_turn_where_they_fit() {
    let limits = SearchLimits::default();
    let of_12 = candidate::sizes([12].into_iter(), [4, 4, 8], &limits);
    assert_eq!(of_12[0][0], [[2, 2, 3], [2, 3, 2], [3, 2, 2]]);
    assert_eq!(of_12[0][1].len(), 6);
    assert_eq!(of_12[0][2], [[1, 2, 6], [2, 1, 6]], "6 fits on the longest ring only");
    let upright = candidate::sizes([12, 11, 13].into_iter(), [4, 4, 8], &SearchLimits { rotated: false, ..limits });
    assert_eq!(upright, [vec![vec![[2, 2, 3]], vec![[1, 3, 4]], vec![[1, 2, 6]]]], "11 and 13 have no box");
}

#[test]
fn moves_are_in_their_order_and_keep_a_shape_of_every_size() {
    let limits = SearchLimits { shapes: 2, rotated: false, ..SearchLimits::default() };
    let sizes = candidate::sizes([4, 1].into_iter(), [2, 2, 4], &limits);
    let texts = |candidate: &Candidate| {
        candidate.placements(&sizes).iter().map(Placement::to_string).collect::<Vec<_>>().join(";")
    };
    let first = Candidate::first(&sizes);
    assert_eq!(texts(&first), "1x2x2;1x1x1");
    let moves: Vec<String> = first.moves(&sizes).iter().map(texts).collect();
    assert_eq!(
        moves,
        [
            "1x2x2;1x1x4;1x1x1",
            "1x2x2/1x1x1;1x1x1",
            "1x2x2/1x1x1;1x1x1",
            "1x2x2;1x1x1",
            "1x2x2;1x1x1",
            "1x2x2+0x1x1;1x1x1",
            "1x2x2;1x1x1"
        ]
    );
    let more = first.moves(&sizes)[0].moves(&sizes);
    assert_eq!([texts(&more[0]), texts(&more[1])], ["1x1x4;1x1x1", "1x2x2;1x1x1"], "either shape can go");
}

#[test]
fn the_best_beats_the_start_and_all_its_neighbours() {
    let search = search(LINK, SearchLimits { budget: 120, ..SearchLimits::default() }).unwrap();
    let found = found(&search);
    assert!(found.len() <= 120);
    assert!(found.is_sorted_by(|(_, one), (_, other)| one.order(other).is_le()));
    let start = Candidate::first(&search.sizes);
    let (best, score) = &found[0];
    assert!(score.order(&search.score_beside(&start, &mut ()).unwrap()).is_le());
    assert!(score.refused() <= score.work && score.run.served + score.refused() == score.work);
    let scored = |candidate: &Candidate| found.iter().find(|(other, _)| other == candidate);
    assert!(best.moves(&search.sizes).iter().all(|other| scored(other).is_none_or(|(_, it)| score.order(it).is_le())));
}

/// All spacings and seeds of boxes of one node give one list.
#[test]
fn a_list_is_scored_once() {
    let link = LINK.replace("torus:4x4x8", "torus:2x2x2").replace("jobs=60", "jobs=20");
    let found = found(&search(&link, SearchLimits::default()).unwrap());
    let names = sorted(found.iter().map(|(_, score)| &score.strategy).collect(), |one, other| one.cmp(other));
    assert!(names.len() > 2 && names.is_sorted_by(|one, other| one < other), "{names:?}");
}

#[test]
fn the_budget_and_the_seed_decide_everything() {
    let limits = SearchLimits { budget: 25, restarts: 3, sizes: 2, ..SearchLimits::default() };
    let search = search(LINK, limits).unwrap();
    let names = |found: Vec<(Candidate, Score)>| found.into_iter().map(|(_, score)| score.strategy).collect::<Vec<_>>();
    let once = names(found(&search));
    assert!(once.len() <= 25);
    assert_eq!(once, names(found(&search)));
}

#[test]
fn the_file_reads_back_as_the_placements() {
    let search = search(LINK, SearchLimits::default()).unwrap();
    let mut stream = Stream::new(1, "placements", 0);
    let candidate = Candidate::drawn(&search.sizes, &mut stream);
    let file = TopologyFile::read(&search.yaml(&candidate, "best-1", true)).unwrap();
    let crate::topology::Kind::Torus3d(tori) = &file.choose(None).unwrap().kind else { panic!("another kind") };
    assert_eq!((tori[0].dims, &tori[0].placements), ([4, 4, 8], &candidate.placements(&search.sizes)));
    assert_eq!(tori[0].cells.len(), 128);
}

#[test]
fn machines_without_boxes_are_refused() {
    let message = |link: &str| {
        let Err(error) = search(link, SearchLimits::default()) else { panic!("there is nothing to choose") };
        Diagnostic::of(&error).to_string()
    };
    let flat = LINK.replace("torus:4x4x8", "mesh:16x16");
    assert!(message(&flat).contains("expected a torus such as torus:16x16x16"), "{}", message(&flat));
}
