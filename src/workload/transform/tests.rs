use super::*;
use crate::time::SECOND;
use crate::workload::Job;
use proptest::prelude::*;

fn workload(jobs: &[(i64, i64, i64, u32)]) -> Workload {
    Workload {
        id: (1..=jobs.len() as i64).collect(),
        submit: jobs.iter().map(|job| job.0 * SECOND).collect(),
        runtime: jobs.iter().map(|job| job.1 * SECOND).collect(),
        requested: jobs.iter().map(|job| job.2 * SECOND).collect(),
        size: jobs.iter().map(|job| job.3).collect(),
        ..Workload::default()
    }
}

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

const TORUS: &str = "torus:2x2x2x4x4x8";

#[test]
fn the_default_changes_nothing() {
    let jobs =
        Transformation::default().apply(&workload(&[(0, 7, 100, 3), (5, 0, -1, 2000)]), &TORUS.parse().unwrap(), false);
    let job = |submit, runtime, request| Job { submit, runtime, estimate: runtime, request };
    assert_eq!(jobs.jobs, vec![job(0, 7 * SECOND, 0), job(5 * SECOND, 0, 1)].into());
    assert_eq!(jobs.requests, [Request::processors(3), Request::processors(2000)]);
}

/// Unchanged columns take no additional memory.
#[test]
fn jobs_share_the_columns_of_the_workload() {
    let given = workload(&(0..9000).map(|job| (job, job * 7919 % 1000, 2000, 3)).collect::<Vec<_>>());
    let jobs = |transformation: Transformation| transformation.apply(&given, &TORUS.parse().unwrap(), false).jobs;
    let shared = |jobs: &JobList| {
        [jobs.submit.shares(&given.submit), jobs.runtime.shares(&given.runtime), jobs.estimate.shares(&jobs.runtime)]
    };
    assert_eq!(shared(&jobs(Transformation::default())), [true; 3]);
    let estimates = Estimates::Requested;
    assert_eq!(shared(&jobs(Transformation { estimates, ..Transformation::default() })), [true, true, false]);
    let (runtime_coefficient, arrival_factor) = (decimal("1.5"), decimal("0.5"));
    let changed = Transformation { runtime_coefficient, arrival_factor, ..Transformation::default() };
    assert_eq!(shared(&jobs(changed)), [false, false, true]);
}

#[test]
fn sizes_are_scaled_and_then_rounded() {
    let transformation = Transformation { size_scale: 3, round: Rounding::Pow2, ..Transformation::default() };
    for (size, expected) in [(1, 4), (5, 16), (6, 32), (11, 64), (u32::MAX / 2, u32::MAX), (1 << 30, u32::MAX)] {
        assert_eq!(transformation.size(size), expected, "{size}");
    }
    let scaled = Transformation { size_scale: 3, ..Transformation::default() };
    assert_eq!(scaled.size(5), 15);
    assert_eq!(scaled.size(u32::MAX), u32::MAX, "saturates");
}

#[test]
fn jobs_get_whole_nodes_after_scaling_and_before_rounding() {
    let of_four = Transformation { node_size: 4, ..Transformation::default() };
    for (processors, nodes) in [(1, 1), (4, 1), (5, 2), (8, 2), (4008, 1002), (u32::MAX, 1 << 30)] {
        assert_eq!(of_four.size(processors), nodes, "{processors}");
    }
    let scaled = Transformation { size_scale: 6, ..of_four };
    assert_eq!([1, 2, 3].map(|size| scaled.size(size)), [2, 3, 5], "6, 12 and 18 processors in nodes of 4");
    let rounded = Transformation { round: Rounding::Pow2, ..scaled };
    assert_eq!([1, 2, 3].map(|size| rounded.size(size)), [2, 4, 8]);
}

#[test]
fn small_jobs_may_have_segments_of_one_node() {
    let grouping = Grouping { segment: 16, ..Grouping::default() };
    let transformation = Transformation { grouping, segmented_from: 64, ..Transformation::default() };
    let given = workload(&[(0, 1, 1, 128), (1, 1, 1, 63), (2, 1, 1, 64)]);
    let jobs = transformation.apply(&given, &TORUS.parse().unwrap(), false);
    let segments = jobs.jobs.iter().map(|job| jobs.requests[job.request as usize].grouping.segment);
    assert_eq!(segments.collect::<Vec<_>>(), [16, 1, 16]);
    let whole = Transformation { segmented_from: 64, ..Transformation::default() };
    assert_eq!(whole.grouping_of(1), Grouping::default(), "nothing is divided");
}

#[test]
fn runtimes_estimates_and_arrivals_are_stretched_exactly() {
    let transformation = Transformation {
        estimates: Estimates::Requested,
        runtime_coefficient: decimal("1.35"),
        arrival_factor: decimal("0.3"),
        ..Transformation::default()
    };
    let given = workload(&[(0, 7, 10, 1), (11, 7, 5, 1), (12, 7, -1, 1)]);
    let jobs = transformation.apply(&given, &TORUS.parse().unwrap(), false);
    assert!(jobs.jobs.iter().all(|job| job.runtime == 9_450_000));
    let estimates: Vec<_> = jobs.jobs.iter().map(|job| job.estimate).collect();
    assert_eq!(estimates, [13_500_000, 9_450_000, 9_450_000], "more, too little and nothing requested");
    let arrivals: Vec<_> = jobs.jobs.iter().map(|job| job.submit).collect();
    assert_eq!(arrivals, [0, 3_300_000, 3_600_000]);
}

/// Of 7 s, 10 were requested: an excess of 3. A request that is too short or missing has no excess.
#[test]
fn estimates_exceed_runtimes_by_a_share_of_the_requested_excess() {
    let given = workload(&[(0, 7, 10, 1), (11, 7, 5, 1), (12, 7, -1, 1)]);
    let estimates = |excess, estimates| {
        let transformation =
            Transformation { estimates, estimate_excess: decimal(excess), ..Transformation::default() };
        let jobs = transformation.apply(&given, &TORUS.parse().unwrap(), false);
        jobs.jobs.iter().map(|job| job.estimate).collect::<Vec<_>>()
    };
    assert_eq!(estimates("0", Estimates::Requested), [7 * SECOND; 3]);
    assert_eq!(estimates("0.5", Estimates::Requested), [8_500_000, 7 * SECOND, 7 * SECOND]);
    assert_eq!(estimates("2", Estimates::Requested), [13 * SECOND, 7 * SECOND, 7 * SECOND]);
    assert_eq!(estimates("2", Estimates::Exact), [7 * SECOND; 3]);
}

#[test]
fn extents_are_only_for_jobs_that_ask_and_fit() {
    let machine = TORUS.parse().unwrap();
    let jobs = Transformation { size_scale: 8, ..Transformation::default() }.apply(
        &workload(&[(0, 1, -1, 8), (1, 1, -1, 129)]),
        &machine,
        true,
    );
    assert_eq!(jobs.request(0).extents.unwrap().to_vec(), [2, 2, 2, 2, 2, 2]);
    assert_eq!(*jobs.request(1), Request::processors(1032));
}

#[test]
fn names_round_trip_and_unknown_ones_list_the_known() {
    for &rounding in Rounding::ALL {
        assert_eq!(rounding.to_string().parse(), Ok(rounding));
    }
    for &estimates in Estimates::ALL {
        assert_eq!(estimates.to_string().parse(), Ok(estimates));
    }
    for &shape in Shape::ALL {
        assert_eq!(shape.to_string().parse(), Ok(shape));
    }
    let reason = "pow3".parse::<Rounding>().unwrap_err();
    assert_eq!(reason.known, ["none", "pow2"]);
}

proptest! {
    #[test]
    fn no_job_is_lost_and_no_estimate_is_too_short(
        jobs in prop::collection::vec((0i64..1 << 33, 0i64..1 << 33, -1i64..1 << 33, 1u32..), 0..40),
        digits in 0i64..10_000,
        scale in 1u32..100,
        node_size in 1u32..100,
    ) {
        let coefficient = Decimal::new(digits, 3);
        let mut given = workload(&jobs);
        given.submit = { let mut sorted = given.submit.to_vec(); sorted.sort(); sorted.into() };
        for &round in Rounding::ALL {
            for &estimates in Estimates::ALL {
                let transformation = Transformation {
                    size_scale: scale,
                    node_size,
                    round,
                    estimates,
                    runtime_coefficient: coefficient,
                    arrival_factor: coefficient,
                    shape: Shape::Compact,
                    ..Transformation::default()
                };
                let result = transformation.apply(&given, &Machine::mesh(&[4, 5]), true);
                prop_assert_eq!(result.jobs.len(), given.len());
                prop_assert!(result.jobs.submit.iter().is_sorted());
                for (index, size) in given.size.iter().enumerate() {
                    let (job, request) = (result.jobs.at(index), result.request(index));
                    prop_assert!(job.estimate >= job.runtime && job.runtime >= 0);
                    let nodes = u64::from(request.processors) * u64::from(node_size);
                    prop_assert!(nodes >= u64::from(size) || request.processors == u32::MAX);
                    prop_assert_eq!(request.extents.is_some(), request.processors <= 20);
                    if let Some(extents) = request.extents {
                        prop_assert!(extents.iter().product::<u32>() >= request.processors);
                    }
                }
            }
        }
    }
}
