//! Unusual job lines that are read nevertheless.

use super::fields::FIELDS;
use super::line::{Job, separator};
use super::remarks::Remark;
use crate::formats::diagnostics::Lines;
use crate::workload::{Column, Columns};
use std::collections::BTreeMap;

/// Unusual lines of a log.
#[derive(Default)]
pub(super) struct Oddities {
    shorter: Lines,
    separated: Option<(Lines, u8)>,
    worded: Option<(Lines, Vec<u8>)>,
    odd: Option<(Lines, usize, Vec<u8>)>,
    /// Users, queues and partitions that are words.
    words: [Words; 3],
}

/// Words in place of numbers. In the column they have numbers that no job uses, until its greatest number is known.
#[derive(Default)]
struct Words(BTreeMap<Box<[u8]>, i32>);

/// The most words of a column that are distinguished.
const MOST: usize = 1 << 18;

impl Words {
    fn code(&mut self, word: &[u8]) -> i32 {
        let next = self.0.len();
        if let Some(&code) = self.0.get(word) {
            return code;
        }
        if next == MOST {
            return -1;
        }
        let code = i32::MIN + next as i32;
        self.0.insert(word.into(), code);
        code
    }

    /// Gives the words of a column the numbers behind its greatest one, in order of appearance.
    fn number(&self, column: &mut Column<i32>) {
        if self.0.is_empty() {
            return;
        }
        let greatest = column.iter().max().unwrap_or(0).clamp(0, i32::MAX - MOST as i32);
        let end = i32::MIN + MOST as i32;
        let number = |value: i32| if value < end { greatest + 1 + (value - i32::MIN) } else { value };
        *column = column.iter().map(number).collect();
    }
}

impl Oddities {
    /// Notes the unusual properties of the job on a line, and puts numbers in the places of its words.
    pub fn note(&mut self, number: u32, line: &[u8], job: &mut Job) {
        if job.count < FIELDS.len() {
            self.shorter.add(number);
        }
        if let Some(separator) = separator(line) {
            self.separated.get_or_insert((Lines::default(), separator)).0.add(number);
        }
        if let Some((field, text)) = job.odd {
            self.odd.get_or_insert_with(|| (Lines::default(), field, text.to_vec())).0.add(number);
        }
        if let Some(word) = job.words.iter().flatten().next() {
            self.worded.get_or_insert_with(|| (Lines::default(), word.to_vec())).0.add(number);
        }
        let record = &mut job.record;
        let places = [&mut record.user, &mut record.queue, &mut record.partition];
        for ((place, words), word) in places.into_iter().zip(&mut self.words).zip(job.words) {
            if let Some(word) = word {
                *place = words.code(word);
            }
        }
    }

    /// Gives the words in columns their final numbers.
    pub fn number(&self, columns: &mut Columns) {
        let [users, queues, partitions] = &self.words;
        users.number(&mut columns.user);
        queues.number(&mut columns.queue);
        partitions.number(&mut columns.partition);
    }

    pub fn remarks(&self) -> impl Iterator<Item = Remark> {
        let shorter = self.shorter.some().map(Remark::Shorter);
        let separated = self.separated.map(|(lines, separator)| Remark::Separated(lines, separator));
        let worded = self.worded.clone().map(|(lines, word)| Remark::Words(lines, word));
        let odd = self.odd.clone().map(|(lines, field, text)| Remark::Odd(lines, field, text));
        [shorter, separated, worded, odd].into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use crate::formats::read;

    #[test]
    fn words_are_numbered_behind_numbers() {
        let job = |user: &str, queue: &str| format!("1 0 1 50 2 -1 -1 2 80 -1 1 {user} g1 app3 {queue} p1 -1 -1\n");
        let text = [job("u21", "long"), job("7", "short"), job("-1", "long"), job("eve", "nan"), job("u21", "long")];
        let (log, said) = read(text.concat().as_bytes());
        assert_eq!(log.columns.user, [8, 7, -1, 9, 8]);
        assert_eq!(log.columns.queue, [1, 2, 1, -1, 1]);
        assert_eq!(log.columns.partition, [1; 5]);
        assert_eq!(said[0].problem, "5 lines have words in fields 12 to 16, first 'u21'");
    }

    #[test]
    fn semicolons_and_commas_stand_for_blanks() {
        for separator in [";", ",", " ; "] {
            let text = "1 0 -1 15 12 -1 -1 -1 420 -1 1 5 2 -1 1 1 -1 -1 ".replace(' ', separator) + "\n";
            let (log, said) = read(text.as_bytes());
            assert_eq!(
                (log.columns.runtime.to_vec(), log.columns.allocated.to_vec()),
                (vec![15_000_000], vec![12]),
                "{text}"
            );
            assert!(said[0].problem.contains("SWF with "), "{said:?}");
        }
        let (log, said) = read(b"1;0;-1;15;12;-1;;;420;;1;;;;;;;\n2 0 -1 15 12\n");
        assert_eq!((log.columns.requested_time.at(0), log.columns.user.at(0)), (420_000_000, -1));
        assert_eq!(log.columns.len(), 2, "{said:?}");
    }

    #[test]
    fn fields_that_no_run_needs_may_hold_anything() {
        let (log, said) = read(b"1 0 soon 60 4 x y 4 later z 70000 1.5 g a 2.5 p jobs 9e9\n");
        assert_eq!(
            (log.columns.wait.at(0), log.columns.requested_time.at(0), log.columns.status.at(0)),
            (-1_000_000, -1_000_000, -1)
        );
        assert_eq!((log.columns.user.at(0), log.columns.queue.at(0), log.columns.partition.at(0)), (-1, -1, 1));
        assert_eq!(
            said[1].to_string(),
            "line 1, field 3 (wait time): 1 line has a value that cannot be used in a field that no run needs, first 'soon' (expected a number, or -1 where unknown); they count as unknown"
        );
    }
}
