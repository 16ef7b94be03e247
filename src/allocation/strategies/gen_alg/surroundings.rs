//! The surroundings of the centres of one row. Their common part is computed once for all centres.

use super::field::Field;

/// The nodes within reach of a row.
#[derive(Default)]
pub(super) struct Surroundings {
    row: u32,
    /// The coordinate of the row in its plane.
    pub line: u32,
    /// The distance from the row up to which data is present. Nothing is present before the first search.
    reach: Option<u32>,
    /// The planes within reach, in the order of their indices, each with its distance from the row's plane.
    pub planes: Vec<(u32, u32)>,
    /// For each distance and each place of a row: the number of free nodes before it in rows at that distance.
    before: Vec<u32>,
    /// For each distance and each place of a row: the number of free nodes there in rows at most that far away.
    stacked: Vec<u32>,
}

/// A centre, the least radius that contains enough free nodes, and the number of free nodes nearer than it.
#[derive(Clone, Copy)]
pub(super) struct Disc {
    pub centre: u32,
    /// The centre's last coordinate.
    pub column: u32,
    pub radius: u32,
    pub within: u32,
}

impl Surroundings {
    /// Reads the surroundings of a row up to the distance `reach`. Cost: O(nodes of the rows within reach).
    fn look(&mut self, field: &Field, row: u32, reach: u32) {
        (self.row, self.line, self.reach) = (row, row % field.rows.extent, Some(reach));
        field.list_planes(row / field.rows.extent, reach, &mut self.planes);
        let (margin, places) = (field.margin(), field.places());
        let distances = reach.min(field.farthest_row()) as usize + 1;
        self.before.clear();
        self.before.resize(distances * (places + 1), 0);
        for &(plane, distance) in &self.planes {
            for line in field.rows.within(self.line, reach - distance).into_iter().flatten() {
                let distance = distance + field.rows.apart(line, self.line);
                let sums = &mut self.before[distance as usize * (places + 1)..][..=places];
                let row = &field.row(plane * field.rows.extent + line)[field.beyond() - margin..][..=places];
                sums.iter_mut().zip(row).for_each(|(sum, before)| *sum += before);
            }
        }
        self.stacked.clear();
        self.stacked.resize(distances * places, 0);
        for (distance, before) in self.before.chunks_exact(places + 1).enumerate() {
            let (nearer, stacked) = self.stacked.split_at_mut(distance * places);
            let differences = before.iter().zip(&before[1..]).map(|(before, after)| after - before);
            stacked.iter_mut().zip(differences).for_each(|(count, nodes)| *count = nodes);
            if let Some(start) = nearer.len().checked_sub(places) {
                stacked.iter_mut().zip(&nearer[start..]).for_each(|(count, nearer)| *count += nearer);
            }
        }
    }

    /// Writes, for each column at most `radius` from a centre's column, the number of its free nodes within that
    /// distance of the centre. The value of the centre's column is at `middle`.
    #[inline]
    pub fn write_columns(&self, field: &Field, column: u32, radius: u32, columns: &mut [u32], middle: usize) {
        let (places, centre) = (field.places(), field.margin() + column as usize);
        let farthest = (self.stacked.len() / places - 1) as u32;
        let near = field.columns.offsets(column, radius);
        // In these columns all rows are near enough.
        let whole = radius.checked_sub(farthest).map_or(0..0, |reach| field.columns.offsets(column, reach));
        let at = |middle: usize, offset: i32| middle.wrapping_add_signed(offset as isize);
        for offset in (near.start..whole.start).chain(whole.end..near.end) {
            let distance = (radius - offset.unsigned_abs()) as usize;
            columns[at(middle, offset)] = self.stacked[distance * places + at(centre, offset)];
        }
        let stacked = &self.stacked[farthest as usize * places..];
        columns[at(middle, whole.start)..at(middle, whole.end)]
            .copy_from_slice(&stacked[at(centre, whole.start)..at(centre, whole.end)]);
    }

    /// The number of free nodes at most `radius` from a node of the row.
    fn count(&self, field: &Field, column: u32, radius: u32) -> u32 {
        let (places, centre) = (field.places(), (field.margin() + column as usize) as i32);
        let near = self.before.chunks_exact(places + 1).zip((0..=radius).rev());
        near.map(|(before, reach)| {
            let span = field.span(reach);
            let before = |offset: i32| before[(centre + offset).clamp(0, places as i32) as usize];
            before(span.to) - before(span.from)
        })
        .sum()
    }

    /// The disc around a centre that contains `wanted` free nodes. The search starts with a guess of its radius.
    pub fn disc(&mut self, field: &Field, centre: u32, wanted: u32, guess: u32) -> Disc {
        let (row, column) = (centre / field.columns.extent, centre % field.columns.extent);
        if self.reach.is_none_or(|reach| reach < guess) || self.row != row {
            self.look(field, row, self.reach.unwrap_or(0).max(guess));
        }
        let mut radius = guess;
        let mut inside = self.count(field, column, radius);
        let mut nearer = None;
        while inside < wanted {
            radius += 1;
            if self.reach.is_some_and(|reach| reach < radius) {
                self.look(field, row, radius);
            }
            nearer = Some(inside);
            inside = self.count(field, column, radius);
        }
        loop {
            let count_within = || radius.checked_sub(1).map_or(0, |radius| self.count(field, column, radius));
            let within = nearer.unwrap_or_else(count_within);
            if within < wanted {
                return Disc { centre, column, radius, within };
            }
            radius -= 1;
        }
    }
}
