//! The sizes of jobs in processors, when several columns may hold them. All are read, because only the lines show which
//! of them hold counts. A column with a set of nodes (`0-3`) does not hold counts.

use super::header::{Header, MOST_SIZES};
use super::names::Field;
use crate::formats::values::{NumberError, count, is_unknown, ungrouped};
use crate::workload::Column;

/// The columns of sizes of a table.
#[derive(Default)]
pub(super) struct Sizes {
    columns: Vec<SizeColumn>,
}

/// A column of sizes.
struct SizeColumn {
    /// Its place among the columns of the table.
    place: usize,
    field: Field,
    counts: Column<i32>,
    /// Whether some value is a set of nodes.
    has_sets: bool,
}

/// The count in each of the columns; negative if there is none.
pub(super) type Counts = [i32; MOST_SIZES];

impl Sizes {
    /// Those of a table with this header.
    pub fn of(header: &Header) -> Sizes {
        let column = |&place: &usize| {
            let field = header.columns[place].field.unwrap_or(Field::Processors);
            SizeColumn { place, field, counts: Column::default(), has_sets: false }
        };
        Sizes { columns: header.sizes.iter().map(column).collect() }
    }

    /// The best column for this field, by the lines so far.
    fn best(&self, field: Field) -> Option<usize> {
        self.columns.iter().position(|column| column.field == field && !column.has_sets)
    }

    /// The place in the table of the best column for this field.
    pub fn place(&self, field: Field) -> Option<usize> {
        self.best(field).map(|size| self.columns[size].place)
    }

    /// The places of columns that hold sets of nodes.
    pub fn sets(&self) -> impl Iterator<Item = usize> {
        self.columns.iter().filter(|column| column.has_sets).map(|column| column.place)
    }

    /// Reads the counts of a line. Fails with the place of the column if the best column has an unusable value. If that
    /// column is empty, the best column of allocated processors counts.
    pub fn read(&mut self, texts: &[impl AsRef<[u8]>], is_english: bool) -> Result<Counts, (usize, NumberError)> {
        let mut counts = [-1; MOST_SIZES];
        let mut wrongs = [None; MOST_SIZES];
        for (size, column) in self.columns.iter_mut().enumerate() {
            let text = ungrouped(texts[size].as_ref(), is_english);
            match count(&text) {
                _ if is_unknown(&text) => {}
                Ok(count) => counts[size] = count,
                Err(wrong) => {
                    column.has_sets |= wrong == NumberError::Set;
                    wrongs[size] = Some(wrong);
                }
            }
        }
        // The name of a host is no count, either, if another column has one.
        let is_counted = counts.iter().any(|count| *count > 0);
        for (size, column) in self.columns.iter_mut().enumerate() {
            column.has_sets |= is_counted && wrongs[size].is_some() && is_host(texts[size].as_ref());
        }
        let best = [Field::Processors, Field::Allocated].map(|field| self.best(field));
        let known = best.into_iter().flatten().find(|&size| counts[size] > 0);
        let wrong = best.into_iter().flatten().find_map(|size| Some((self.columns[size].place, wrongs[size]?)));
        match wrong {
            Some(wrong) if known.is_none() => Err(wrong),
            _ if best == [None, None] && !self.columns.is_empty() => Err((self.columns[0].place, NumberError::Set)),
            _ => Ok(counts),
        }
    }

    /// The counts of the best columns of requested and of allocated processors, from one line.
    pub fn best_of(&self, counts: &Counts) -> [Option<i32>; 2] {
        [Field::Processors, Field::Allocated].map(|field| self.best(field).map(|size| counts[size]))
    }

    /// Adds the counts of a line.
    pub fn push(&mut self, counts: &Counts) {
        self.columns.iter_mut().zip(counts).for_each(|(column, count)| column.counts.push(*count));
    }

    /// The counts of the best columns of requested and of allocated processors.
    pub fn finish(mut self) -> [Option<Column<i32>>; 2] {
        [Field::Processors, Field::Allocated].map(|field| {
            let best = self.best(field)?;
            Some(std::mem::take(&mut self.columns[best].counts))
        })
    }
}

/// Whether this may be the name of a host: `nid0001`.
fn is_host(text: &[u8]) -> bool {
    text.first().is_some_and(u8::is_ascii_alphabetic) && text.iter().any(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::ColumnChoice;

    fn sizes(names: &[&str]) -> Sizes {
        let names = names.iter().map(|name| name.to_string()).collect();
        Sizes::of(&Header::of(names, b',', &ColumnChoice::default()))
    }

    #[test]
    fn a_column_with_a_set_is_not_a_size() {
        let mut sizes = sizes(&["nodes", "cores"]);
        for (texts, best) in [(["9", "1"], 9), (["0-3", "4"], 4), (["7", "1"], 1)] {
            let counts = sizes.read(&texts, true).unwrap();
            assert_eq!(sizes.best_of(&counts), [Some(best), None]);
            sizes.push(&counts);
        }
        assert_eq!(sizes.sets().collect::<Vec<_>>(), [0]);
        assert_eq!(sizes.finish()[0].as_ref().map(Column::to_vec), Some(vec![1, 4, 1]), "of the first line, too");
    }

    #[test]
    fn sets_alone_are_not_sizes() {
        let mut sizes = sizes(&["nodes"]);
        assert!(sizes.read(&["3"], true).is_ok());
        assert_eq!(sizes.read(&["2 6"], true), Err((0, NumberError::Set)));
        assert_eq!(sizes.read(&["3"], true), Err((0, NumberError::Set)));
        assert!(sizes.finish()[0].is_none());
    }

    #[test]
    fn allocated_processors_replace_requested_ones() {
        let mut sizes = sizes(&["processors", "allocated"]);
        for (texts, expected) in [
            (["4", "8"], Ok([Some(4), Some(8)])),
            (["", "8"], Ok([Some(-1), Some(8)])),
            (["?", "8"], Ok([Some(-1), Some(8)])),
            (["four", "8"], Ok([Some(-1), Some(8)])),
            (["four", "-1"], Err((0, NumberError::NotANumber))),
            (["4", "x"], Ok([Some(4), Some(-1)])),
        ] {
            let counts = sizes.read(&texts, true);
            assert_eq!(counts.map(|counts| sizes.best_of(&counts)), expected, "{texts:?}");
        }
    }
}
