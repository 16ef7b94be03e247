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

/// The indices of the fields that are not read. They are not kept, and no remark depends on them.
pub(super) const UNREAD: [usize; 7] = [5, 6, 9, 12, 13, 16, 17];

/// The index of the field that names a preceding job.
pub(super) const PRECEDING: usize = 16;

/// The indices of fields that may hold words: user, group, application, queue and partition.
pub(super) const WORDS: std::ops::RangeInclusive<usize> = 11..=15;

/// The place of the field with this index, for messages.
pub(super) fn place(line: u32, index: usize) -> String {
    format!("line {line}, field {} ({})", index + 1, FIELDS[index])
}

/// Whether a line without a number in this field is not a job.
pub(super) fn is_needed(index: usize) -> bool {
    matches!(index, 0 | 1 | 3 | 4 | 7)
}

/// What the field with this index should hold.
pub(super) fn expected(index: usize) -> &'static str {
    match index {
        1 => "seconds after the start of the log, such as 3600 or 12.5",
        3 => "seconds such as 3600 or 12.5, or -1 where unknown",
        0 | 4 | 7 => "a whole number, or -1 where unknown",
        _ => "a number, or -1 where unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needed_fields_are_read() {
        assert!(NEEDED.into_iter().all(is_needed));
        assert!(UNREAD.into_iter().all(|index| !is_needed(index)));
    }
}
