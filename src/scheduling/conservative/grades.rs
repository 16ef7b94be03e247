//! Numbers sorted into few grades by size.

/// So many numbers may fall into the grades of a power of two, as a power of two.
#[derive(Clone, Copy)]
pub struct Fineness(pub u32);

impl Fineness {
    /// The place of a positive number on a logarithmic scale: numbers of one place differ by a part in `2^fineness` at most,
    /// and small ones do not share one.
    fn place(self, number: u64) -> usize {
        let magnitude = number.max(1).ilog2();
        let shift = magnitude.saturating_sub(self.0);
        ((u64::from(shift) << self.0) + (number >> shift)) as usize
    }
}

/// Grades for the numbers of a set that are alike, the least first. Each has the least number in it.
pub struct Grades {
    fineness: Fineness,
    least: Vec<i64>,
    /// By place on the scale.
    grade: Vec<u32>,
}

impl Grades {
    /// Grades for these numbers, none of which is negative. Cost: O(numbers).
    pub fn new(fineness: Fineness, numbers: impl Iterator<Item = i64>) -> Grades {
        let mut least_at: Vec<Option<i64>> = vec![None; fineness.place(i64::MAX as u64) + 1];
        for number in numbers {
            let least = &mut least_at[fineness.place(number as u64)];
            *least = Some(least.map_or(number, |least| least.min(number)));
        }
        let (mut least, mut grade) = (Vec::new(), Vec::with_capacity(least_at.len()));
        for occurs in least_at {
            grade.push(least.len() as u32);
            least.extend(occurs);
        }
        Grades { fineness, least, grade }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.least.len()
    }

    /// The grade of one of the numbers.
    pub fn grade(&self, number: i64) -> usize {
        self.grade[self.fineness.place(number as u64)] as usize
    }

    /// The least number of a grade.
    pub fn least(&self, grade: usize) -> i64 {
        self.least[grade]
    }

    /// How many grades begin with at most this number.
    pub fn up_to(&self, number: i64) -> usize {
        let grade = self.grade(number);
        grade + usize::from(self.least.get(grade).is_some_and(|&least| least <= number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_alike_shares_a_grade() {
        let grades = Grades::new(Fineness(1), [1, 2, 3, 4, 5, 6, 7, 12, 11, 100, 0].into_iter());
        assert_eq!(grades.least, [0, 1, 2, 3, 4, 6, 11, 12, 100]);
        assert_eq!([5, 7, 12, 100].map(|number| grades.grade(number)), [4, 5, 7, 8]);
    }

    proptest! {
        #[test]
        fn grades_ascend_and_begin_with_a_number(fineness in 0u32..4, mut numbers in prop::collection::vec(prop_oneof![0i64..20, any::<i64>().prop_map(|number| number & i64::MAX)], 1..40)) {
            let grades = Grades::new(Fineness(fineness), numbers.iter().copied());
            numbers.sort_unstable();
            prop_assert!(numbers.windows(2).all(|pair| grades.grade(pair[0]) <= grades.grade(pair[1])));
            for &number in &numbers {
                let least = grades.least(grades.grade(number));
                prop_assert!(least <= number && numbers.contains(&least));
                prop_assert!(number - least <= least >> fineness);
            }
            for number in numbers.iter().flat_map(|&number| [number.saturating_sub(1).max(0), number, number.saturating_add(1)]) {
                prop_assert_eq!(grades.up_to(number), (0..grades.count()).filter(|&grade| grades.least(grade) <= number).count());
            }
        }
    }
}
