use super::*;
use crate::time::SECOND;
use crate::workload::{Columns, Record};

/// Number, submit time, runtime, allocated and requested processors, requested time, status, queue, partition; times in
/// seconds.
type Job = (i64, i64, i64, i32, i32, i64, i16, i32, i32);

fn log_of(jobs: &[Job]) -> Log {
    let mut columns = Columns::default();
    for &(id, submit, runtime, allocated, requested_processors, requested_time, status, queue, partition) in jobs {
        let [submit, runtime, requested_time] = [submit, runtime, requested_time].map(|time| time * SECOND);
        columns.push(&Record {
            id,
            submit,
            wait: -1,
            runtime,
            allocated,
            requested_processors,
            requested_time,
            status,
            user: -1,
            queue,
            partition,
        });
    }
    Log { columns, ..Log::default() }
}

#[test]
fn unusable_jobs_and_filters_are_counted_by_reason() {
    let log = log_of(&[
        (1, 0, -1, 4, 4, 9, 1, 1, 1),
        (2, 1, 5, 4, 0, 9, 1, 1, 1),
        (3, 2, 5, -1, -1, 9, 1, 1, 1),
        (4, 3, 0, 4, 6, 0, 1, 1, 1),
        (5, 4, 5, 4, 6, -1, 1, 1, 2),
        (6, 5, 5, 4, 6, 9, 1, 2, 1),
        (7, 6, 5, 4, 6, 9, 0, 1, 1),
        (8, 7, 5, 4, 6, 9, 1, 1, 1),
        (9, 8, 5, 4, 6, 9, 1, 1, 1),
    ]);
    let (all, selected) = log.select(&Selection::default());
    let expected = Workload {
        id: vec![2, 4, 5, 6, 7, 8, 9].into(),
        submit: [0, 2, 3, 4, 5, 6, 7].map(|time| time * SECOND).into_iter().collect(),
        runtime: [5, 0, 5, 5, 5, 5, 5].map(|time| time * SECOND).into_iter().collect(),
        requested: vec![9 * SECOND, -1, -1, 9 * SECOND, 9 * SECOND, 9 * SECOND, 9 * SECOND].into(),
        size: vec![4, 6, 6, 6, 6, 6, 6].into(),
        sides: Vec::new(),
        groupings: Vec::new(),
        origin: JobOwners {
            user: vec![-1; 7].into(),
            queue: vec![1, 1, 1, 2, 1, 1, 1].into(),
            partition: vec![1, 1, 2, 1, 1, 1, 1].into(),
        },
    };
    assert_eq!(all, expected, "field 8 where positive, else field 5; time 0 at the first job kept");
    assert_eq!(selected, Selected { kept: 7, unknown_runtime: 1, no_size: 1, ..Selected::default() });

    let selection = Selection {
        partition: Some(1),
        queue: Some(1),
        status: Some(1),
        window: Some((3 * SECOND, 8 * SECOND)),
        first: Some(1),
    };
    let (some, selected) = log.select(&selection);
    assert_eq!((some.id.to_vec(), some.submit.to_vec()), (vec![4], vec![0]));
    let expected = Selected {
        kept: 1,
        malformed: 0,
        unknown_runtime: 1,
        no_size: 1,
        partition: 1,
        queue: 1,
        status: 1,
        window: 2,
        first: 1,
    };
    assert_eq!(selected, expected, "the window holds its first instant and not its last");
    let names: Vec<_> = selected.dropped().iter().filter(|(_, count)| *count == 2).map(|(name, _)| *name).collect();
    assert_eq!(names, ["window"]);
}

#[test]
fn nothing_selected_is_an_empty_workload() {
    let log = log_of(&[(1, 0, 5, 4, 4, 9, 1, 1, 1)]);
    let (none, selected) = log.select(&Selection { queue: Some(9), ..Selection::default() });
    assert!(none.is_empty());
    assert_eq!((selected.kept, selected.queue), (0, 1));
    let (none, selected) = log.select(&Selection { first: Some(0), ..Selection::default() });
    assert!(none.is_empty());
    assert_eq!((selected.kept, selected.first), (0, 1));
}

#[test]
fn jobs_submitted_together_stay_in_file_order() {
    let log = log_of(&[
        (5, 9, 1, 1, 1, 1, 1, 1, 1),
        (4, 3, 1, 1, 1, 1, 1, 1, 1),
        (3, 9, 1, 1, 1, 1, 1, 1, 1),
        (2, 3, 1, 1, 1, 1, 1, 1, 1),
    ]);
    let (workload, _) = log.select(&Selection { first: Some(3), ..Selection::default() });
    assert_eq!(workload.id, [4, 2, 5]);
    assert_eq!(workload.submit, [0, 0, 6 * SECOND]);
}
