use super::*;
use crate::experiment::{Sweep, Varied};
use crate::scheduling::Scheduling;
use crate::time::Decimal;

/// An experiment with this many values, two policies and one strategy on one machine.
fn experiment(values: i64, replications: u32) -> Experiment {
    let whole = |number| Decimal::new(number, 0);
    let scheduling = ["fcfs", "conservative"].map(|name| name.parse::<Scheduling>().unwrap()).to_vec();
    let vary = Some(Sweep::new(Varied::Runtime, whole(1), whole(values), Decimal::ONE));
    Experiment { allocation: vec!["flat".into()], scheduling, vary, replications, ..Experiment::default() }
}

/// An agenda of all first replications. Cells of the second curve weigh fifty times as much.
fn agenda(values: i64, replications: u32) -> Agenda {
    let experiment = experiment(values, replications);
    let cells = Cell::all(&experiment, &[]);
    let weigh = |cell: Cell| Cell { weight: if cell.scheduling == 1 { 50.0 } else { 1.0 }, ..cell };
    let cells: Vec<Cell> = cells.into_iter().map(weigh).collect();
    let mut agenda = Agenda::new(&experiment, &cells);
    agenda.ask((0..cells.len()).filter(|cell| cells[*cell].replication == 0));
    agenda
}

/// Simulates a run on this many workers, with the seconds that each cell takes. Returns the order in which cells begin,
/// and the expected and the real time left whenever a cell ended.
fn run(agenda: &mut Agenda, workers: usize, takes: impl Fn(usize) -> f64) -> (Vec<usize>, Vec<(f64, f64)>) {
    let (mut order, mut ends, mut expected) = (Vec::new(), Vec::new(), Vec::new());
    let mut now = 0.0;
    loop {
        while ends.len() < workers {
            let Some(cell) = agenda.next(now) else { break };
            order.push(cell);
            ends.push((now + takes(cell), cell));
        }
        let Some(first) = (0..ends.len()).min_by(|one, other| ends[*one].0.total_cmp(&ends[*other].0)) else { break };
        let (end, cell) = ends.remove(first);
        now = end;
        agenda.settle(cell, Some(takes(cell)), now);
        expected.extend(agenda.left(workers as u32, now).map(|left| (now, left)));
    }
    let left = expected.into_iter().map(|(at, left)| (left, now - at)).collect();
    (order, left)
}

#[test]
fn the_coarse_grid_goes_first_then_level_by_level_and_the_slow_cells_last() {
    let (order, _) = run(&mut agenda(18, 1), 1, |_| 1.0);
    // Values 0, 8, 16 and the last of either curve, the quick curve first; then the values in between.
    assert_eq!(order[..8], [0, 8, 16, 17, 18, 26, 34, 35]);
    let mut all = order.clone();
    all.sort();
    assert_eq!(all, (0..36).collect::<Vec<_>>(), "each once");
    let (order, _) = run(&mut agenda(18, 1), 1, |cell| if cell < 18 { 0.01 } else { 1.0 });
    assert_eq!(order[8..12], [4, 12, 2, 6]);
    assert!(order[22..].iter().all(|cell| *cell >= 18), "{order:?}");
    assert_eq!(order[22..24], [22, 30], "level by level");
}

#[test]
fn the_time_left_is_known_from_a_fifth_on() {
    // A queue that grows: the last values take a hundred times as long as the first, which weights do not show.
    let crowded = |cell: usize| 0.01 * 1.25f64.powi((cell % 37) as i32) * if cell < 37 { 1.0 } else { 30.0 };
    for workers in [1, 2, 4, 16] {
        let (_, left) = run(&mut agenda(37, 1), workers, crowded);
        let whole = left[0].1;
        let judged = left.iter().filter(|(_, real)| *real < 0.8 * whole && *real > 0.02 * whole);
        for (expected, real) in judged {
            assert!((0.5..2.0).contains(&(expected / real)), "{workers} workers: {expected} of {real} in {whole}");
        }
    }
}

#[test]
fn the_longest_cell_bounds_the_end() {
    let mut agenda = agenda(1, 1);
    assert_eq!(agenda.left(8, 0.0), None);
    let quick = agenda.next(0.0).unwrap();
    let slow = agenda.next(0.0).unwrap();
    agenda.settle(quick, Some(1.0), 1.0);
    assert_eq!(agenda.left(8, 1.0), Some(49.0), "by its weight, fifty times as long, of which a second is over");
    assert_eq!(agenda.left(8, 60.0), Some(12.0), "a late cell takes a fifth of its time longer");
    agenda.settle(slow, Some(61.0), 61.0);
    assert_eq!(agenda.left(8, 61.0), Some(0.0));
    assert_eq!(agenda.share(61.0), 1.0);
}

#[test]
fn slow_cells_are_named_when_only_they_are_left() {
    let mut agenda = agenda(18, 1);
    let mut named = Vec::new();
    while let Some(cell) = agenda.next(0.0) {
        agenda.settle(cell, Some(if cell < 18 { 0.01 } else { 1.0 }), 0.0);
        named.extend(agenda.slow_ones());
    }
    let expected: Vec<_> = (1..=14).rev().map(|count| (count, Some(1))).collect();
    assert_eq!(named, expected);
}

#[test]
fn known_results_take_no_time_and_count_separately() {
    let mut agenda = agenda(4, 1);
    agenda.settle(2, None, 0.0);
    agenda.settle(6, None, 0.0);
    let mut rest = Vec::new();
    while let Some(cell) = agenda.next(0.0) {
        rest.push(cell);
        agenda.settle(cell, Some(1.0), 0.0);
    }
    rest.sort();
    assert_eq!((rest, agenda.kept(), agenda.computed(), agenda.asked()), (vec![0, 1, 3, 4, 5, 7], 2, 6, 8));
}

/// One replication was requested and twenty are expected: nineteen more of a second each for both points. Nothing is
/// known of the other points, so they are taken to be like these.
#[test]
fn expected_replications_are_future_work() {
    let mut agenda = agenda(3, 30);
    while let Some(cell) = agenda.next(0.0) {
        agenda.settle(cell, Some(1.0), 6.0);
    }
    assert_eq!(agenda.left(2, 6.0), Some(0.0));
    (agenda.likely[0], agenda.likely[1]) = (Some(20), Some(20));
    let left = agenda.left(2, 6.0).unwrap();
    assert!((left - 6.0 * 19.0 / 2.0).abs() < 1e-9, "{left}");
}
