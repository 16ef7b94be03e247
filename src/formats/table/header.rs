//! The first line of a table, and the fields of its columns.

use super::cells::{BLANKS, Cells, SEPARATORS};
use super::dialect::Dialect;
use super::names::{Field, plain, unit_alone, unit_of};
use crate::diagnostic::shortened_bytes;
use crate::formats::ColumnChoice;
use crate::formats::values::is_number;
use crate::sorting::sorted;
use crate::time::{SECOND, Time};

/// The most columns of sizes that are read.
pub(in crate::formats) const MOST_SIZES: usize = 8;

/// A column of a table.
#[derive(Clone, Debug)]
pub(in crate::formats) struct Column {
    pub name: String,
    /// Its field, if it has a useful one.
    pub field: Option<Field>,
    /// The microseconds of the unit of its plain numbers, if they are times.
    pub unit: Time,
    rank: usize,
    /// Its index among the columns of sizes, if it is one.
    pub size: usize,
    /// Whether it lists nodes and does not count them, by its values.
    pub is_list: bool,
}

/// The columns of a table, with their fields.
#[derive(Clone)]
pub(in crate::formats) struct Header {
    pub separator: u8,
    pub dialect: &'static Dialect,
    pub columns: Vec<Column>,
    /// The columns of sizes, the most likely one first.
    pub sizes: Vec<usize>,
    /// The first and the last column with values that may contain the separator.
    pub free: Option<(usize, usize)>,
    /// The column that counts nodes, if the sizes of jobs are processors.
    pub nodes: Option<usize>,
    /// The names of chosen columns that do not exist.
    pub absent: Vec<String>,
}

/// Whether a line is not part of the table.
pub(in crate::formats) fn is_comment(line: &[u8]) -> bool {
    match line.trim_ascii_start().first() {
        None | Some(b'#') => true,
        // Excel takes the separator from such a line above the table.
        Some(b's') => line.starts_with(b"sep="),
        // It writes an empty row of a sheet as separators.
        Some(b',' | b';') => line.iter().all(|byte| b",; \t".contains(byte)),
        Some(_) => false,
    }
}

/// Looks for the header among the first lines: the first line that is not a comment, or the last comment that names all
/// needed columns.
#[derive(Default)]
pub(super) struct Search {
    comment: Option<Header>,
}

impl Search {
    /// Takes the next line. Returns the header once it is known, and whether this line belongs to the table below it.
    pub fn line(&mut self, line: &[u8], choice: &ColumnChoice) -> Option<(Header, bool)> {
        if is_comment(line) {
            let start = line.iter().position(|byte| !b"# \t".contains(byte)).unwrap_or(line.len());
            let header = Header::read(&line[start..], choice);
            if header.missing().is_empty() {
                self.comment = Some(header);
            }
            return None;
        }
        let header = Header::read(line, choice);
        let is_header = header.known() > 1 && header.numbers(line) == 0;
        // Prose may have the words of names, but as many words as there are values have names.
        let is_named = |comment: &Header| comment.separator != BLANKS || comment.fits(line);
        match self.comment.take().filter(is_named) {
            Some(comment) if !is_header => Some((comment, true)),
            _ => Some((header, false)),
        }
    }
}

/// Whether data with this beginning is a table: a line with known names of columns comes before all others. To give a
/// useful diagnostic, unknown names above numbers, or numbers separated by commas without names, are a table, too.
pub(super) fn recognises(probe: &[u8]) -> bool {
    let is_row = |line: &&[u8]| !is_comment(line);
    let lines = || probe.split(|&byte| byte == b'\n');
    let (mut search, choice) = (Search::default(), ColumnChoice::default());
    let Some((header, is_data)) = lines().find_map(|line| search.line(line, &choice)) else { return false };
    let mut data = lines().filter(is_row);
    let (first, second) = (data.next().unwrap_or_default(), data.next().unwrap_or_default());
    let (columns, known) = (header.columns.len(), header.known());
    let second_columns = Cells::new(second, header.separator).count();
    match header.numbers(first) {
        // A comment of the Standard Workload Format, or an empty name and a semicolon.
        _ if first.starts_with(b";") => {
            header.separator == b';' && header.missing().is_empty() && second_columns == columns
        }
        _ if is_data => true,
        0 if header.separator == BLANKS => {
            let is_named = known > 2 || known > 1 && header.has(Field::Submit);
            let is_named = is_named && header.fits(second) && header.numbers(second) > 1;
            is_named || header.missing().is_empty() && columns.max(second_columns) < MOST_NUMBERS
        }
        0 => known > 1 || columns > 2 && (known > 0 || second_columns == columns && header.numbers(second) > 1),
        count => !b"\t ".contains(&header.separator) && count > 1 && (3..MOST_NUMBERS).contains(&columns) && known == 0,
    }
}

/// A line with as many fields is one of the Standard Workload Format, with any separator.
const MOST_NUMBERS: usize = 17;

/// A table is looked for on so many lines, if there is none from the first line on.
const MOST_ABOVE: usize = 20;

impl Header {
    /// The header of data with this beginning, if it has one.
    pub fn found(probe: &[u8]) -> Option<Header> {
        let (mut search, choice) = (Search::default(), ColumnChoice::default());
        probe.split(|&byte| byte == b'\n').find_map(|line| search.line(line, &choice)).map(|(header, _)| header)
    }

    /// The number of the first line, counted from 1, that names all columns of a table, although it is not the first.
    pub fn below(probe: &[u8]) -> Option<usize> {
        let lines = probe.split(|&byte| byte == b'\n').zip(1..).take(MOST_ABOVE).skip(1);
        let read = |line: &[u8]| Header::read(line, &ColumnChoice::default());
        let names = |line: &[u8]| Some(read(line)).is_some_and(|it| it.separator != BLANKS && it.missing().is_empty());
        // Comments of the Standard Workload Format may list its fields, and its jobs are quick to tell from names.
        let is_other =
            |line: &[u8]| is_comment(line) || matches!(line.trim_ascii_start()[0], b';' | b'-' | b'0'..=b'9');
        lines.filter(|(line, _)| !is_other(line)).find(|(line, _)| names(line)).map(|(_, number)| number)
    }

    /// The header in this line, with the separator that gives the most known columns. Blanks count if there is no other.
    pub fn read(line: &[u8], choice: &ColumnChoice) -> Header {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let headers = SEPARATORS.map(|separator| {
            let name = |cell: &[u8]| String::from_utf8_lossy(cell).into_owned();
            let cells = Cells::new(line, separator);
            let names = cells.map(|cell| cell.map_or_else(|_| String::new(), |cell| name(&cell)));
            Header::of(names.collect(), separator, choice)
        });
        let worth = |header: &Header| match header.separator {
            BLANKS => (0, header.columns.len().min(2)),
            _ => (header.known(), header.columns.len()),
        };
        // Of equally good ones the first counts.
        let best = headers.into_iter().rev().max_by_key(worth);
        best.unwrap_or_else(|| Header::of(Vec::new(), b',', choice))
    }

    /// The header of a table with these columns.
    pub fn of(names: Vec<String>, separator: u8, choice: &ColumnChoice) -> Header {
        let dialect = Dialect::of(&names, separator);
        Header::in_dialect(names, separator, dialect, choice)
    }

    /// The same for a table of this kind.
    pub fn in_dialect(names: Vec<String>, separator: u8, dialect: &'static Dialect, choice: &ColumnChoice) -> Header {
        let column = |name: String| {
            let called = dialect.called(&name);
            let (field, rank) = (called.map(|called| called.field), called.map_or(0, |called| called.rank));
            Column { name, field, rank, unit: called.map_or(SECOND, |called| called.unit), size: 0, is_list: false }
        };
        let columns: Vec<Column> = names.into_iter().map(column).collect();
        let is_free = |column: &Column| dialect.is_free(&plain(&column.name), separator);
        let first = columns.iter().position(is_free);
        let free = first.zip(columns.iter().rposition(is_free)).filter(|_| separator != BLANKS);
        let mut header =
            Header { separator, dialect, columns, sizes: Vec::new(), free, nodes: None, absent: Vec::new() };
        header.choose(choice);
        header
    }

    /// Finds the column of each field: the one with the first of its names, or the chosen one. Of sizes, it keeps all
    /// columns.
    fn choose(&mut self, choice: &ColumnChoice) {
        for (field, name) in choice.pairs() {
            self.columns.iter_mut().filter(|column| column.field == Some(field)).for_each(|column| column.field = None);
            match self.columns.iter_mut().find(|column| plain(&column.name) == plain(name)) {
                Some(column) => {
                    (column.field, column.rank) = (Some(field), 0);
                    column.unit = unit_of(&column.name).unwrap_or(column.unit);
                }
                None => self.absent.push(name.into()),
            }
        }
        let is_chosen = |field: Field| choice.column(field).is_some();
        // A column that the user has chosen excludes the others. A shape determines the size, too.
        let has_shape = self.has(Field::Shape) && !is_chosen(Field::Processors);
        for column in &mut self.columns {
            let is_other = match column.field {
                Some(Field::Shape) => !has_shape,
                Some(Field::Processors) => has_shape,
                Some(Field::Allocated) => has_shape || is_chosen(Field::Processors) && !is_chosen(Field::Allocated),
                _ => false,
            };
            if is_other {
                column.field = None;
            }
        }
        let order: Vec<_> = self.columns.iter().map(|column| (column.field, column.rank)).collect();
        for (place, (field, rank)) in order.iter().enumerate() {
            let Some(wanted) = field.filter(|field| !field.is_size()) else { continue };
            let mut others = order.iter().enumerate().filter(|(_, (field, _))| *field == Some(wanted));
            if !others.all(|(other, (_, rival))| (*rank, place) <= (*rival, other)) {
                self.columns[place].field = None;
            }
        }
        let is_size = |&place: &usize| self.columns[place].field.is_some_and(Field::is_size);
        let sizes: Vec<usize> = (0..self.columns.len()).filter(is_size).collect();
        let mut sizes = sorted(sizes, |&one, &other| self.columns[one].rank.cmp(&self.columns[other].rank));
        sizes.truncate(MOST_SIZES);
        sizes.iter().enumerate().for_each(|(size, &place)| self.columns[place].size = size);
        let (columns, places) = (&mut self.columns, 0..order.len());
        let is_dropped = |place: &usize| columns[*place].field.is_some_and(Field::is_size) && !sizes.contains(place);
        let dropped: Vec<usize> = places.filter(is_dropped).collect();
        dropped.into_iter().for_each(|place| columns[place].field = None);
        self.sizes = sizes;
        self.nodes = self.column_of_nodes();
    }

    /// The column that counts nodes, if another one holds the sizes of jobs.
    fn column_of_nodes(&self) -> Option<usize> {
        let fields = if self.dialect.is_slurm {
            [Field::Allocated, Field::Processors]
        } else {
            [Field::Processors, Field::Allocated]
        };
        let taken = fields.into_iter().find_map(|field| self.place(field))?;
        let of_nodes = |place: &usize| plain(&self.columns[*place].name).contains("node");
        let is_size =
            |place: &usize| self.dialect.called(&self.columns[*place].name).is_some_and(|it| it.field.is_size());
        let place = (0..self.columns.len()).find(|place| of_nodes(place) && is_size(place));
        place.filter(|_| !of_nodes(&taken) && !self.has(Field::Shape))
    }

    /// Whether the line has a value for each column, or one more: see [`Header::behind_row_names`].
    fn fits(&self, line: &[u8]) -> bool {
        Cells::new(line, self.separator).count() == self.columns.len() || self.lacks_row_names(line)
    }

    /// Whether values separated by blanks are one more than the names. R and pandas write no name above those of rows.
    pub fn lacks_row_names(&self, line: &[u8]) -> bool {
        self.separator == BLANKS && Cells::new(line, BLANKS).count() == self.columns.len() + 1
    }

    /// The same columns behind a column without a name.
    pub fn behind_row_names(&self, choice: &ColumnChoice) -> Header {
        let names = self.columns.iter().map(|column| column.name.clone());
        Header::in_dialect([String::new()].into_iter().chain(names).collect(), self.separator, self.dialect, choice)
    }

    /// The number of columns with a field.
    fn known(&self) -> usize {
        self.columns.iter().filter(|column| column.field.is_some()).count()
    }

    /// The number of values of a line that are numbers.
    fn numbers(&self, line: &[u8]) -> usize {
        Cells::new(line, self.separator).flatten().filter(|cell| is_number(cell)).count()
    }

    /// The header in a line below another header: one that names all needed columns, and has no value.
    pub fn again(line: &[u8], choice: &ColumnChoice) -> Option<Header> {
        let header = || Header::read(line, choice);
        (!line.iter().any(u8::is_ascii_digit)).then(header).filter(|header| header.missing().is_empty())
    }

    /// The field of each column.
    pub fn fields(&self) -> impl Iterator<Item = Option<Field>> {
        self.columns.iter().map(|column| column.field)
    }

    /// Whether some column has this field.
    pub fn has(&self, wanted: Field) -> bool {
        self.columns.iter().any(|column| column.field == Some(wanted))
    }

    /// The place of the column with this field; of sizes, of the most likely one.
    pub fn place(&self, wanted: Field) -> Option<usize> {
        let places = self.columns.iter().enumerate().filter(|(_, column)| column.field == Some(wanted));
        places.min_by_key(|(_, column)| column.size).map(|(place, _)| place)
    }

    /// The fields that every job needs and no column has. A job needs one of each group.
    pub fn missing(&self) -> Vec<&'static [Field]> {
        let has = |fields: &[Field]| fields.iter().all(|field| self.has(*field));
        let sizes: &[Field] = &[Field::Shape, Field::Processors, Field::Allocated];
        let submitted = has(&[Field::Submit]) || has(&[Field::Start, Field::Wait]);
        let ran = has(&[Field::Runtime]) || has(&[Field::End]) && (has(&[Field::Start]) || has(&[Field::Wait]));
        let sized = sizes.iter().any(|size| self.has(*size));
        let needed = [(submitted, &[Field::Submit][..]), (ran, &[Field::Runtime]), (sized, sizes)];
        needed.into_iter().filter(|(is_there, _)| !is_there).map(|(_, fields)| fields).collect()
    }

    /// Other columns with a name of the same field as the column at this place, and that of nodes beside a size.
    pub fn rivals(&self, place: usize) -> Vec<&str> {
        let taken = &self.columns[place];
        let field_of = |name: &str| self.dialect.called(name).map(|called| called.field);
        let is_size = taken.field.is_some_and(Field::is_size);
        let is_rival = |&(other, column): &(usize, &Column)| {
            let is_of_nodes = is_size && self.nodes == Some(other);
            column.name != taken.name && !column.is_list && (is_of_nodes || field_of(&column.name) == taken.field)
        };
        self.columns.iter().enumerate().filter(is_rival).map(|(_, column)| column.name.as_str()).collect()
    }

    /// Takes the units of times from the line below the names (`[s],[min],,[h]`). Returns whether it is such a line:
    /// without digits, and with nothing but units in the columns of times.
    pub fn take_units(&mut self, line: &[u8]) -> bool {
        let is_time = |column: &Column| column.field.is_some_and(|field| field.is_moment() || field.is_duration());
        let cells: Vec<_> = Cells::new(line, self.separator).map(Result::unwrap_or_default).collect();
        let times = self.columns.iter().zip(&cells).enumerate();
        let times = times.filter(|(_, (column, cell))| is_time(column) && !cell.is_empty());
        let units = times.map(|(place, (_, cell))| Some((place, unit_alone(str::from_utf8(cell).ok()?)?)));
        let units = units.collect::<Option<Vec<_>>>().unwrap_or_default();
        if units.is_empty() || cells.len() != self.columns.len() || line.iter().any(u8::is_ascii_digit) {
            return false;
        }
        units.into_iter().for_each(|(place, unit)| self.columns[place].unit = unit);
        true
    }

    /// The name of the column at this place in the spelling of its kind of table.
    pub fn name_of(&self, place: usize) -> &str {
        let Column { name, field, rank, .. } = &self.columns[place];
        let usual = field.and_then(|field| self.dialect.names(field)?.names.get(*rank));
        // A chosen column has the field of another name.
        usual.filter(|usual| plain(usual) == plain(name)).map_or(name.as_str(), |usual| *usual)
    }

    /// Whether the column at this place has exactly the first name of its field, or was chosen.
    pub fn is_certain(&self, place: usize) -> bool {
        self.columns[place].rank == 0
    }

    /// The position of a column on its line, for messages: `field 3 (nodes)`.
    pub fn place_of(&self, place: usize) -> String {
        let name = self.columns.get(place).map_or("", |column| &column.name);
        let field = if self.separator == 0 { "field".into() } else { format!("field {}", place + 1) };
        if name.is_empty() { field } else { format!("{field} ({})", shortened_bytes(name.as_bytes())) }
    }
}
