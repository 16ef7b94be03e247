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

/// The indices of the fields that are looked at: those that are kept, wait time and user, in which anything is forgiven; and of
/// the others.
pub(super) const READ: [usize; 11] = [0, 1, 2, 3, 4, 7, 8, 10, 11, 14, 15];
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
        let mut all = [&READ[..], &UNREAD[..]].concat();
        all.sort();
        assert!(all.into_iter().eq(0..FIELDS.len()));
        assert!((0..FIELDS.len()).filter(|&index| is_kept(index)).all(|index| READ.contains(&index)));
    }
}
