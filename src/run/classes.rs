//! The jobs of a run by class: by size, by runtime, or by user, queue or partition.

use super::Trace;
use crate::sorting::sorted;
use crate::time::Time;
use crate::view::By;
use std::collections::BTreeMap;

/// The jobs of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Members {
    /// All jobs.
    All,
    /// Jobs that ask for at least the first and at most the second number of processors.
    Sizes(u32, u32),
    /// Jobs that run for more than the first time and at most the second, in microseconds. The first class begins at
    /// -1, the last ends at [`Time::MAX`].
    Runtimes(Time, Time),
    /// Jobs of the user, queue or partition with this number.
    Number(i32),
    /// Jobs of this many other users, queues or partitions.
    Others(usize),
    /// Jobs for which the log does not say the user, queue or partition.
    Unknown,
}

/// The most classes of sizes. Of users, queues and partitions, `MOST_NUMBERS` have a class each. The others share
/// a class, and the unknown ones share another.
const MOST_SIZES: u32 = 6;
const MOST_NUMBERS: usize = 5;

/// All jobs of a run, each in one class. No class is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// The classes. Sizes and runtimes ascend; numbers descend by the processor time of their jobs.
    pub members: Vec<Members>,
    /// The class of each job.
    pub of: Vec<u8>,
}

impl Classes {
    /// The classes of the jobs of a run. `runtimes` has the ends of all classes of runtimes except the last, ascending,
    /// in microseconds. Cost: O(jobs), and O(log n) more for each of n users.
    pub fn new(trace: &Trace, by: By, runtimes: &[Time]) -> Classes {
        match by {
            By::All => Classes::grouped(trace, vec![Members::All], |_| 0),
            By::Size => Classes::by_size(trace),
            By::Runtime => {
                let ends = || runtimes.iter().copied();
                let limits = [-1].into_iter().chain(ends()).zip(ends().chain([Time::MAX]));
                let members = limits.map(|(above, to)| Members::Runtimes(above, to)).collect();
                let class = |job: usize| runtimes.partition_point(|&end| end < trace.end[job] - trace.start[job]);
                Classes::grouped(trace, members, class)
            }
            By::User => Classes::by_number(trace, &trace.user),
            By::Queue => Classes::by_number(trace, &trace.queue),
            By::Partition => Classes::by_number(trace, &trace.partition),
        }
    }

    /// Whether the run has any data for these classes.
    pub fn are_known(trace: &Trace, by: By) -> bool {
        let known = |numbers: &[i32]| numbers.iter().any(|&number| number >= 0);
        match by {
            By::All | By::Size | By::Runtime => true,
            By::User => known(&trace.user),
            By::Queue => known(&trace.queue),
            By::Partition => known(&trace.partition),
        }
    }

    /// Each class covers the same number of doublings of the size. They are counted downwards from the whole machine,
    /// so the largest class has full breadth.
    fn by_size(trace: &Trace) -> Classes {
        let doublings = |size: u32| size.max(1).next_power_of_two().ilog2();
        let largest = (0..trace.len()).map(|job| trace.asked[job]).max().unwrap_or(1);
        let all = doublings(largest.max(trace.processors()));
        let breadth = (all + 1).div_ceil(MOST_SIZES);
        let count = (all + 1).div_ceil(breadth);
        let place = |size: u32| (count - 1 - (all - doublings(size)) / breadth) as usize;
        let end = |class: u32| 1u32.checked_shl(all - (count - 1 - class) * breadth).unwrap_or(u32::MAX);
        let members = (0..count).map(|class| {
            let least = if class == 0 { 1 } else { end(class - 1) + 1 };
            Members::Sizes(least, end(class).min(largest.max(trace.processors())))
        });
        Classes::grouped(trace, members.collect(), |job| place(trace.asked[job]))
    }

    fn by_number(trace: &Trace, numbers: &[i32]) -> Classes {
        let number = |job: usize| numbers.get(job).copied().filter(|&number| number >= 0);
        let mut work: BTreeMap<i32, i128> = BTreeMap::new();
        for job in 0..trace.len() {
            if let Some(number) = number(job) {
                *work.entry(number).or_default() += trace.work(job);
            }
        }
        let by_work = sorted(work.into_iter().collect(), |one: &(i32, i128), other| other.1.cmp(&one.1));
        // A single other number keeps its own class.
        let named = if by_work.len() == MOST_NUMBERS + 1 { MOST_NUMBERS + 1 } else { MOST_NUMBERS.min(by_work.len()) };
        let places: BTreeMap<i32, usize> =
            by_work.iter().enumerate().map(|(place, &(number, _))| (number, place)).collect();
        let mut members: Vec<Members> = by_work[..named].iter().map(|&(number, _)| Members::Number(number)).collect();
        members.extend([Members::Others(by_work.len() - named), Members::Unknown]);
        Classes::grouped(trace, members, |job| number(job).map_or(named + 1, |number| places[&number].min(named)))
    }

    /// These classes without the empty ones.
    fn grouped(trace: &Trace, members: Vec<Members>, class: impl Fn(usize) -> usize) -> Classes {
        let of: Vec<usize> = (0..trace.len()).map(class).collect();
        let mut counts = vec![0; members.len()];
        of.iter().for_each(|&class| counts[class] += 1);
        let mut kept = 0;
        let places: Vec<u8> = counts.iter().map(|&count| (kept, kept += u8::from(count > 0)).0).collect();
        let members = members.into_iter().zip(&counts).filter(|(_, count)| **count > 0).map(|(members, _)| members);
        Classes { members: members.collect(), of: of.iter().map(|&class| places[class]).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::run::testing::{jobs, run, runs};
    use proptest::prelude::*;

    /// Jobs of these sizes that run for 10, 20, ... microseconds, on a line of this many processors.
    fn sized(sizes: &[u32], processors: u32) -> Trace {
        let list: Vec<(Time, Time, u32)> = sizes.iter().zip(1..).map(|(&size, place)| (0, 10 * place, size)).collect();
        run(&jobs(&list), &Machine::mesh(&[processors]), "flat", "fcfs".parse().unwrap())
    }

    /// With 128 processors there are eight doublings from 1 to 128, two for each class. With 100 there are as many, but
    /// no class ends above 100. With 64 there are seven, so the smallest class has one.
    #[test]
    fn sizes_double() {
        let of = |sizes: &[u32], processors| Classes::new(&sized(sizes, processors), By::Size, &[]);
        let all = [1, 2, 3, 8, 9, 32, 33, 128];
        let four = [(1, 2), (3, 8), (9, 32), (33, 128)].map(|(least, most)| Members::Sizes(least, most));
        let expected = Classes { members: four.to_vec(), of: vec![0, 0, 1, 1, 2, 2, 3, 3] };
        assert_eq!(of(&all, 128), expected);
        assert_eq!(of(&[100, 2], 100).members, [Members::Sizes(1, 2), Members::Sizes(33, 100)], "no class is empty");
        let four = [(1, 1), (2, 4), (5, 16), (17, 64)].map(|(least, most)| Members::Sizes(least, most));
        assert_eq!(of(&[1, 2, 4, 5, 64], 64), Classes { members: four.to_vec(), of: vec![0, 1, 1, 2, 3] });
        assert_eq!(of(&[1], 1).members, [Members::Sizes(1, 1)]);
    }

    /// Jobs run for 10 to 50 microseconds; the classes end at 10 and at 30.
    #[test]
    fn runtimes_have_limits() {
        let classes = Classes::new(&sized(&[1; 5], 8), By::Runtime, &[10, 30]);
        let limits = [(-1, 10), (10, 30), (30, Time::MAX)].map(|(above, to)| Members::Runtimes(above, to));
        assert_eq!((&classes.members[..], &classes.of[..]), (&limits[..], &[0, 1, 1, 2, 2][..]));
    }

    /// The work increases from job to job: 10, 20, ... processor microseconds.
    #[test]
    fn users_are_sorted_by_processor_time() {
        let with = |users: &[i32]| {
            let trace = sized(&vec![1; users.len()], 8);
            Classes::new(&Trace { user: users.to_vec(), ..trace }, By::User, &[])
        };
        let three = [Members::Number(7), Members::Number(2), Members::Unknown];
        assert_eq!(with(&[2, 7, -1, 7]), Classes { members: three.to_vec(), of: vec![1, 0, 2, 0] });
        let many = with(&[1, 2, 3, 4, 5, 6, 7]);
        let five = [7, 6, 5, 4, 3].map(Members::Number);
        assert_eq!(many.members, [&five[..], &[Members::Others(2)]].concat());
        assert_eq!(many.of, [5, 5, 4, 3, 2, 1, 0]);
        assert_eq!(with(&[1, 2, 3, 4, 5, 6]).members.len(), 6, "a single other user keeps its number");
        assert_eq!(with(&[]).members, []);
    }

    #[test]
    fn a_model_has_no_users() {
        let trace = sized(&[1, 2], 8);
        let known =
            |trace: &Trace| By::ALL.iter().copied().filter(|by| Classes::are_known(trace, *by)).collect::<Vec<_>>();
        assert_eq!(known(&trace), [By::All, By::Size, By::Runtime]);
        assert_eq!(Classes::new(&trace, By::Queue, &[]).members, [Members::Unknown]);
        assert_eq!(known(&Trace { queue: vec![-1, 0], ..trace })[3..], [By::Queue]);
    }

    proptest! {
        /// Every job is in a class that it belongs to, and every class has a job.
        #[test]
        fn jobs_are_in_their_classes(trace in runs(), numbers in prop::collection::vec(-1i32..9, 40)) {
            let queue = numbers[..trace.len()].to_vec();
            let trace = Trace { queue, user: Vec::new(), ..trace };
            for &by in By::ALL {
                let Classes { members, of } = Classes::new(&trace, by, &[2, 5]);
                prop_assert_eq!(of.len(), trace.len());
                for (job, class) in of.iter().enumerate() {
                    let runtime = trace.end[job] - trace.start[job];
                    let number = trace.queue[job];
                    let named = members.contains(&Members::Number(number));
                    let belongs = match members[*class as usize] {
                        Members::All => by == By::All,
                        Members::Sizes(least, most) => (least..=most).contains(&trace.asked[job]),
                        Members::Runtimes(above, to) => above < runtime && runtime <= to,
                        Members::Number(own) => own == number,
                        Members::Others(_) => number >= 0 && !named,
                        Members::Unknown => by != By::Queue || number < 0,
                    };
                    prop_assert!(belongs, "job {job}");
                }
                prop_assert!((0..members.len()).all(|class| of.contains(&(class as u8))));
            }
        }
    }
}
