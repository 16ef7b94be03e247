//! The eighteen fields of a job line.

/// Their names, in order.
pub(super) const FIELDS: [&str; 18] = [
    "job number",
    "submit time",
    "wait time",
    "run time",
    "allocated processors",
    "average CPU time",
    "used memory",
    "requested processors",
    "requested time",
    "requested memory",
    "status",
    "user",
    "group",
    "application",
    "queue",
    "partition",
    "preceding job",
    "think time",
];

/// The indices of the fields that every job line has: submit time, run time, and a number of processors.
pub(super) const NEEDED: [usize; 3] = [1, 3, 4];

/// The indices of the fields that nobody looks at: neither are they kept, nor are they wait time or user, in which anything is
/// forgiven.
pub(super) const UNREAD: [usize; 7] = [5, 6, 9, 12, 13, 16, 17];

/// The place of the field with this index.
pub(super) fn place(line: u32, index: usize) -> String {
    format!("line {line}, field {} ({})", index + 1, FIELDS[index])
}

/// Whether the value of the field with this index is stored.
pub(super) fn is_kept(index: usize) -> bool {
    matches!(index, 0 | 1 | 3 | 4 | 7 | 8 | 10 | 14 | 15)
}

/// What belongs into the field with this index.
pub(super) fn expected(index: usize) -> &'static str {
    match index {
        1 => "seconds after the start of the log, such as 3600 or 12.5",
        3 | 8 => "seconds such as 3600 or 12.5, or -1 where unknown",
        0 | 4 | 7 | 10 | 14 | 15 => "a whole number, or -1 where unknown",
        _ => "a number, or -1 where unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_read_or_is_not_and_what_is_kept_is_read() {
        let is_read = |index| is_kept(index) || FIELDS[index] == "wait time" || FIELDS[index] == "user";
        assert!((0..FIELDS.len()).filter(|&index| !is_read(index)).eq(UNREAD));
    }
}
