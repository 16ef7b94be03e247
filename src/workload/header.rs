//! Information about a whole log: named fields such as `MaxProcs`, and notes.

use serde::{Deserialize, Serialize};

/// The header of a log: named fields, with the names of the Standard Workload Format.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Header {
    /// Names and values, in file order. A value may have several lines, and a name may occur several times (`Queue`,
    /// `Note`).
    pub fields: Vec<(String, String)>,
}

impl Header {
    /// The header of a log with only the processors of its machine.
    pub fn of_processors(processors: u32) -> Header {
        Header { fields: vec![("MaxProcs".into(), processors.to_string())] }
    }

    /// The value of the first field of this name (in any case), if it is not empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// The values of all fields of this name (in any case) that are not empty, in file order.
    pub fn all<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        let named = self.fields.iter().filter(move |(field, _)| field.eq_ignore_ascii_case(name));
        named.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// `MaxProcs`: the processors of the machine.
    pub fn max_procs(&self) -> Option<u32> {
        self.count("MaxProcs")
    }

    /// `MaxNodes`: the nodes of the machine. A node may have several processors.
    pub fn max_nodes(&self) -> Option<u32> {
        self.count("MaxNodes")
    }

    /// The size of the machine: its processors, or its nodes if only these are known.
    pub fn machine_size(&self) -> Option<u32> {
        self.max_procs().or(self.max_nodes())
    }

    /// `NodeSize`: the processors of a node. The Standard Workload Format lacks this field. Readers of other formats
    /// add it if a file has both processors and nodes and sizes are processors.
    pub fn node_size(&self) -> Option<u32> {
        self.count("NodeSize")
    }

    /// `UnixStartTime`: the log's time 0, in seconds since 1970.
    pub fn unix_start_time(&self) -> Option<i64> {
        self.number("UnixStartTime")
    }

    /// `Computer`: the machine's make and model.
    pub fn computer(&self) -> Option<&str> {
        self.get("Computer")
    }

    /// `Installation`: the site of the machine.
    pub fn installation(&self) -> Option<&str> {
        self.get("Installation")
    }

    /// A field with a count; `None` if it is absent, not a number, or not positive (the format's "unknown").
    fn count(&self, name: &str) -> Option<u32> {
        self.number(name).and_then(|number| u32::try_from(number).ok()).filter(|&number| number > 0)
    }

    /// The number at the beginning of a field's value: `1152 (in 8 cabinets)`, `1,024`.
    pub(super) fn number(&self, name: &str) -> Option<i64> {
        let value = self.get(name)?;
        let number = value.split(|character: char| character.is_whitespace() || "(;".contains(character)).next()?;
        let mut groups = number.split(',');
        let is_first = |group: &str| group.len() < 4 || !number.contains(',');
        let is_grouped = groups.next().is_some_and(is_first) && groups.all(|group| group.len() == 3);
        is_grouped.then(|| number.replace(',', "").parse().ok())?
    }
}
