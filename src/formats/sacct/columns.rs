//! The columns of an export, and by which names they go.

/// The columns that are read.
pub(super) const NUMBER: usize = 0;
pub(super) const SUBMIT: usize = 1;
pub(super) const START: usize = 2;
pub(super) const ELAPSED: usize = 3;
pub(super) const ALLOCATED: usize = 4;
pub(super) const REQUESTED: usize = 5;
pub(super) const LIMIT: usize = 6;
pub(super) const STATE: usize = 7;
pub(super) const USER: usize = 8;
pub(super) const PARTITION: usize = 9;

/// How many there are.
pub(super) const COUNT: usize = 10;

/// Their names to `sacct -o`, the one that is taken first where there are several.
pub(super) const NAMES: [&[&str]; COUNT] = [
    &["JobIDRaw", "JobID"],
    &["Submit"],
    &["Start"],
    &["ElapsedRaw", "Elapsed"],
    &["AllocNodes", "NNodes", "AllocCPUS", "NCPUS"],
    &["ReqNodes", "ReqCPUS"],
    &["TimelimitRaw", "Timelimit"],
    &["State"],
    &["User"],
    &["Partition"],
];

/// How all of them are asked for.
pub(super) const COMMAND: &str =
    "sacct -X -P -o JobIDRaw,Submit,Start,ElapsedRaw,AllocNodes,TimelimitRaw,State,User,Partition";

/// Where the columns stand in the lines of an export.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// What stands at each place, if anything that is read.
    roles: Vec<Option<usize>>,
    /// The name of each column that is there.
    names: [Option<&'static str>; COUNT],
}

impl Layout {
    /// By the names on the first line.
    pub fn of(line: &[u8]) -> Layout {
        let given: Vec<&[u8]> = line.split(|&byte| byte == b'|').map(<[u8]>::trim_ascii).collect();
        let mut layout = Layout { roles: vec![None; given.len()], ..Layout::default() };
        for (column, names) in NAMES.iter().enumerate() {
            let place = |name: &&str| given.iter().position(|given| given.eq_ignore_ascii_case(name.as_bytes()));
            let found = names.iter().find_map(|name| place(name).map(|place| (place, *name)));
            if let Some((place, name)) = found {
                layout.roles[place] = Some(column);
                layout.names[column] = Some(name);
            }
        }
        layout
    }

    /// How many columns there are, read or not.
    pub fn len(&self) -> usize {
        self.roles.len()
    }

    /// The name of a column, if it is there.
    pub fn name(&self, column: usize) -> Option<&'static str> {
        self.names[column]
    }

    /// Those of these columns that are not there, by their usual names.
    pub fn lacks(&self, columns: &[usize]) -> Vec<&'static str> {
        let absent = columns.iter().filter(|&&column| self.names[column].is_none());
        absent.map(|&column| NAMES[column][0]).collect()
    }

    /// The values on a line, empty where there is no such column, and how many it has.
    pub fn values<'a>(&self, line: &'a [u8]) -> ([&'a [u8]; COUNT], usize) {
        let mut values: [&[u8]; COUNT] = [b""; COUNT];
        let mut count = 0;
        for text in line.split(|&byte| byte == b'|') {
            if let Some(Some(column)) = self.roles.get(count) {
                values[*column] = text.trim_ascii();
            }
            count += 1;
        }
        (values, count)
    }
}

/// Whether the first line names one of the columns between bars, or has the bars of a job whose columns nobody has named.
/// What a comment of the Standard Workload Format holds between bars names nothing.
pub(super) fn recognises(probe: &[u8]) -> bool {
    let line = probe.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let bars = line.iter().filter(|&&byte| byte == b'|').count();
    let is_number = line.first().is_some_and(u8::is_ascii_digit);
    let is_comment = line.starts_with(b";");
    bars > 0 && !is_comment && (is_number && bars > 2 || Layout::of(line).names.iter().any(Option::is_some))
}
