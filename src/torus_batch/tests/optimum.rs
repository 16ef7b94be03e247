//! The least length of any preemptive schedule by brute force, from the definition.
//!
//! A schedule spends some time in each *configuration*, a set of jobs that fit side by side. Because sizes are powers
//! of two, they fit if their columns are enough. By duality, the least length is the largest weighted sum of the jobs'
//! times, over weights that sum to at most 1 in every configuration. The maximum is at a corner of the feasible
//! weights, and few jobs have few enough corners to try them all.

/// `(numerator, denominator)` of the least length for jobs (logarithm of the size, time).
pub fn of(columns: u32, jobs: &[(u32, u64)]) -> (i128, i128) {
    let n = jobs.len();
    let width = |set: u32| (0..n).filter(|job| set >> job & 1 == 1).map(|job| 1u32 << jobs[job].0).sum::<u32>();
    // Only configurations to which no job can be added constrain the weights.
    let is_full =
        |set: &u32| width(*set) <= columns && (0..n).all(|job| set >> job & 1 == 1 || width(set | 1 << job) > columns);
    let full: Vec<u32> = (0..1u32 << n).filter(is_full).collect();
    // Each constraint states that some weights sum to 1, or that one weight is 0.
    let sums = full.iter().map(|set| (*set, 1));
    let constraints: Vec<(u32, i128)> = sums.chain((0..n).map(|job| (1 << job, 0))).collect();
    let mut best = (0, 1);
    for chosen in (0..1u64 << constraints.len()).filter(|chosen| chosen.count_ones() as usize == n) {
        let rows = (0..constraints.len()).filter(|row| chosen >> row & 1 == 1).map(|row| constraints[row]);
        let Some((weights, unit)) = solve(rows.collect(), n) else { continue };
        let sum = |set: u32| (0..n).filter(|job| set >> job & 1 == 1).map(|job| weights[job]).sum::<i128>();
        if weights.iter().all(|weight| *weight >= 0) && full.iter().all(|set| sum(*set) <= unit) {
            let length: i128 = (0..n).map(|job| weights[job] * i128::from(jobs[job].1)).sum();
            if length * best.1 > best.0 * unit {
                best = (length, unit);
            }
        }
    }
    best
}

/// The weights that satisfy `n` constraints exactly, over a common positive denominator (Bareiss, with integers only).
fn solve(rows: Vec<(u32, i128)>, n: usize) -> Option<(Vec<i128>, i128)> {
    let line =
        |(set, sum): (u32, i128)| -> Vec<i128> { (0..n).map(|job| i128::from(set >> job & 1)).chain([sum]).collect() };
    let mut lines: Vec<Vec<i128>> = rows.into_iter().map(line).collect();
    let mut divisor = 1;
    for k in 0..n {
        let pivot = (k..n).find(|&row| lines[row][k] != 0)?;
        lines.swap(k, pivot);
        for row in (0..n).filter(|&row| row != k) {
            let factor = lines[row][k];
            for column in 0..=n {
                lines[row][column] = (lines[k][k] * lines[row][column] - factor * lines[k][column]) / divisor;
            }
        }
        divisor = lines[k][k];
    }
    let sign = divisor.signum();
    Some((lines.iter().map(|line| line[n] * sign).collect(), divisor * sign))
}
