//! Figure 2 of the paper, implemented literally, with a job's time from now on in every entry: the reference for
//! [`super::super`], and for the fuzz target of batches.

/// In 2^-80ths of a unit, so that a few jobs are exact.
pub const UNIT: u128 = 1 << 80;

#[derive(Clone, Copy, Default)]
struct Entry {
    time: u128,
    job: usize,
}

/// (row, column, start, finish) of each job, by (size, time), sorted.
pub fn plan(side: usize, jobs: &[(usize, u128)]) -> Vec<(usize, usize, u128, u128)> {
    let mut schedule: Vec<(usize, usize, u128, u128)> = Vec::new();
    let (mut matrix, mut time) = (vec![vec![Entry { time: 0, job: usize::MAX }]], 0);
    for (k, &(size, ticks)) in jobs.iter().enumerate() {
        let duration = ticks * UNIT;
        while matrix.len() < side / size {
            let n = matrix.len();
            let double = |row: usize| (0..2 * n).map(|column| matrix[row % n][column % n]).collect();
            matrix = (0..2 * n).map(double).collect();
        }
        let n = matrix.len();
        let least = matrix.iter().flatten().map(|entry| entry.time).min().unwrap();
        matrix.iter_mut().flatten().for_each(|entry| entry.time -= least);
        time += least;
        let overlap = |row: usize, column: usize| duration.min(matrix[row][column].time);
        let mut best = None;
        for (i, row) in matrix.iter().enumerate() {
            for j in (0..n).filter(|&j| row[j].time == 0) {
                let load: u128 = (0..n).map(|r| overlap(r, j) + overlap(i, r)).sum();
                if best.is_none_or(|(least, _, _)| load < least) {
                    best = Some((load, i, j));
                }
            }
        }
        let (load, i, j) = best.unwrap();
        let mut done = Vec::new();
        for (row, column) in (0..n).flat_map(|r| [(i, r), (r, j)]) {
            let Entry { time: remaining, job } = matrix[row][column];
            if remaining > 0 && !done.contains(&job) {
                done.push(job);
                let more = duration.min(remaining) / n as u128;
                let same = |entry: &&mut Entry| entry.job == job && entry.time == remaining;
                matrix.iter_mut().flatten().filter(same).for_each(|entry| entry.time += more);
                schedule[job].3 += more;
            }
        }
        matrix[i][j] = Entry { time: duration + load / n as u128, job: k };
        schedule.push((i, j, time, time + duration + load / n as u128));
    }
    schedule
}
