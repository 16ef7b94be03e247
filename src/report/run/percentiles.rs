//! How long jobs wait, class by class, as rows of a table and of a file.

use super::wait_breakdown::{WaitBreakdownReport, unit};
use crate::BUILD;
use crate::figure::{Clock, Unit, reading};
use crate::report::csv::{Csv, number};
use crate::report::table::{Column, Entry, Table};
use crate::report::words::{counted, percent};
use crate::run::{Classes, Distribution, Members, Trace};
use crate::time::{SECOND, Time};
use crate::view::{By, Delay};

/// The percentiles in tables.
pub(super) const PERCENTILES: [u32; 4] = [50, 90, 95, 99];

/// The ends of all classes of runtimes except the last: a minute, ten, an hour, six, a day; or powers of ten.
pub(super) fn runtimes(clock: Clock) -> [Time; 5] {
    match clock {
        Clock::Seconds => [60, 600, 3600, 21_600, 86_400],
        Clock::Cycles | Clock::Units => [100, 1000, 10_000, 100_000, 1_000_000],
    }
    .map(|time| time * SECOND)
}

/// The classes of a run, each with its distribution of waits or slowdowns.
pub(super) struct Spread {
    pub delay: Delay,
    pub by: By,
    pub clock: Clock,
    pub labels: Vec<String>,
    pub classes: Vec<Distribution>,
    /// The sum of the values of all jobs.
    pub total: f64,
}

impl Spread {
    /// The distributions of these classes. `ranked` is [`Trace::ranked`]. Cost: O(jobs).
    pub fn new(trace: &Trace, (delay, by): (Delay, By), ranked: &[u32], clock: Clock) -> Spread {
        let classes = Classes::new(trace, by, &runtimes(clock));
        let labels = classes.members.iter().map(|members| label(members, by, clock)).collect();
        let classes = trace.distributions(delay, ranked, &classes);
        let total = classes.iter().map(|class| class.mean * class.len() as f64).sum();
        Spread { delay, by, clock, labels, classes, total }
    }

    /// Every class with its label.
    pub fn rows(&self) -> impl Iterator<Item = (&String, &Distribution)> {
        self.labels.iter().zip(&self.classes)
    }

    /// How many jobs there are.
    pub fn jobs(&self) -> usize {
        self.classes.iter().map(Distribution::len).sum()
    }

    /// The largest value; 0 without jobs.
    pub fn largest(&self) -> f64 {
        self.classes.iter().map(Distribution::largest).fold(0.0, f64::max)
    }

    /// The unit of the values.
    pub fn unit(&self) -> Unit {
        if self.delay == Delay::Wait { unit(self.clock) } else { Unit::None }
    }

    /// The least possible value; the share of jobs with it is listed separately.
    pub fn least(&self) -> f64 {
        if self.delay == Delay::Wait { 0.0 } else { 1.0 }
    }

    /// The share of a class in the sum of all values.
    pub fn share(&self, class: &Distribution) -> f64 {
        if self.total > 0.0 { class.mean * class.len() as f64 / self.total } else { 0.0 }
    }

    /// The rows in readable form and with all digits.
    pub fn table(&self) -> Table {
        let rows: Vec<Vec<Entry>> = self.rows().map(|(label, class)| self.fields(label, class)).collect();
        let names = ["class"].iter().chain(&NAMES).map(ToString::to_string).collect();
        Table::of(self.columns(), names, &rows)
    }

    /// The columns, and what they mean.
    fn columns(&self) -> Vec<Column> {
        let (least, what) = match self.delay {
            Delay::Wait => (Column::new("no wait", "The share of the jobs that start as they arrive."), "wait"),
            Delay::Slowdown => (
                Column::new("exactly 1", "The share of the jobs with the least bounded slowdown there is."),
                "bounded slowdown",
            ),
        };
        let at_most = |share: &u32| {
            let meaning = format!("The {what} that {share} % of the jobs do not exceed.");
            Column::new(format!("{share} %"), meaning)
        };
        let share = format!("The share of this class in the sum of the {what} of all jobs.");
        let of_all = Column::new(if self.delay == Delay::Wait { "of all waiting" } else { "of the sum" }, share);
        let mut columns = vec![Column::new(self.by.meaning(), ""), Column::new("jobs", ""), of_all, least];
        columns.push(Column::new("mean", ""));
        columns.extend(PERCENTILES.iter().map(at_most));
        columns.push(Column::new("most", format!("The largest {what}.")));
        columns
    }

    /// The label of a class and its numbers, in the order of [`NAMES`].
    fn fields(&self, label: &String, class: &Distribution) -> Vec<Entry> {
        let unit = self.unit();
        let (share, value) =
            (|share| Entry::of(share, percent(share)), |value| Entry::of(value, reading(value, &unit)));
        let mut fields = vec![Entry::plain(label, 0.0), Entry::plain(class.len(), class.len() as f64)];
        fields.extend([self.share(class), class.share_at_most(self.least())].map(share));
        fields.push(value(class.mean));
        fields.extend(PERCENTILES.iter().map(|&share| value(class.percentile(share))));
        fields.push(value(class.largest()));
        fields
    }
}

/// The names of a class's numbers in files. Waits are in seconds, or in cycles with a network.
const NAMES: [&str; 9] = ["jobs", "share_of_sum", "share_least", "mean", "p50", "p90", "p95", "p99", "max"];

/// Distributions as comma-separated values, a line for each class, with the program in the last column. If the wait
/// breakdown is known, its lines follow, with `reason` or `strategy` in place of classes; `flat` is the waiting without
/// fragmentation.
pub(super) fn csv<'a>(spreads: impl Iterator<Item = &'a Spread>, split: Option<&WaitBreakdownReport>) -> String {
    let mut table = Csv::new(["delay", "by", "class"].into_iter().chain(NAMES).chain(["build"]));
    let mut jobs = 0;
    for spread in spreads {
        jobs = spread.jobs();
        for (label, class) in spread.rows() {
            let first = [spread.delay.name(), spread.by.name()].map(String::from).into_iter();
            let numbers = spread.fields(label, class).into_iter().map(|field| field.exact);
            table.row(first.chain(numbers).chain([BUILD.to_string()]));
        }
    }
    if let Some(split) = split {
        let total = split.total;
        let parts = split.parts().map(|((name, ..), time)| ("reason", *name, time));
        for (by, name, time) in parts.chain(split.flat.map(|time| ("strategy", "flat", time))) {
            let share = if total > 0.0 { number(time / total) } else { String::new() };
            let mut row = vec![Delay::Wait.name().to_string(), by.into(), name.into(), jobs.to_string(), share];
            row.extend([String::new(), number(time / jobs as f64)]);
            row.extend(std::iter::repeat_n(String::new(), PERCENTILES.len() + 1).chain([BUILD.into()]));
            table.row(row);
        }
    }
    table.finish()
}

/// The name of a class.
fn label(members: &Members, by: By, clock: Clock) -> String {
    match *members {
        Members::All => "all jobs".into(),
        Members::Sizes(least, most) if least == most => counted(most as usize, "processor"),
        Members::Sizes(least, most) => format!("{least} to {most} processors"),
        Members::Runtimes(-1, to) => format!("up to {}", clock.length(to)),
        Members::Runtimes(above, Time::MAX) => format!("over {}", clock.length(above)),
        Members::Runtimes(above, to) => format!("{} to {}", clock.length(above), clock.length(to)),
        Members::Number(number) => format!("{by} {number}"),
        Members::Others(count) => counted(count, &format!("other {by}")),
        Members::Unknown => format!("no {by} given"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::run::testing::{jobs, run};

    /// Five jobs of 20 s on a machine that holds one at a time, of users 3, 3, 8, none and 3.
    fn trace() -> Trace {
        let trace = run(&jobs(&[(0, 20 * SECOND, 4); 5]), &Machine::mesh(&[4]), "flat", "fcfs".parse().unwrap());
        Trace { user: vec![3, 3, 8, -1, 3], ..trace }
    }

    fn spread(delay: Delay, by: By) -> Spread {
        let trace = trace();
        Spread::new(&trace, (delay, by), &trace.ranked(delay), Clock::Seconds)
    }

    /// They wait for 0, 20, 40, 60 and 80 s: 200 s in all, of which 100 s are of user 3.
    #[test]
    fn a_row_for_each_class() {
        let table = spread(Delay::Wait, By::User).table();
        let rows: Vec<String> = table.rows.iter().map(|row| row.join("|").replace('\u{202f}', " ")).collect();
        assert_eq!(
            rows,
            [
                "user 3|3|50 %|33 %|33.33 s|20 s|80 s|80 s|80 s|80 s",
                "user 8|1|20 %|0 %|40 s|40 s|40 s|40 s|40 s|40 s",
                "no user given|1|30 %|0 %|60 s|60 s|60 s|60 s|60 s|60 s",
            ]
        );
        assert_eq!(table.exact[0].join(","), "class,jobs,share_of_sum,share_least,mean,p50,p90,p95,p99,max");
        assert_eq!(table.exact[2].join(","), "user 8,1,0.2,0,40,40,40,40,40,40");
        assert!(table.rows.iter().chain(&table.exact).all(|row| row.len() == table.columns.len()));
        let slowdown = spread(Delay::Slowdown, By::All).table();
        assert_eq!(slowdown.rows, [["all jobs", "5", "100\u{202f}%", "20\u{202f}%", "3", "3", "5", "5", "5", "5"]]);
    }

    #[test]
    fn files_have_the_same_numbers() {
        let split = WaitBreakdownReport {
            reasons: vec![120.0, 80.0, 0.0, 0.0, 0.0, 0.0],
            total: 200.0,
            flat: Some(200.0),
            ..WaitBreakdownReport::default()
        };
        let spreads = [spread(Delay::Wait, By::All), spread(Delay::Slowdown, By::User)];
        let lines = csv(spreads.iter(), Some(&split));
        let expected = "delay,by,class,jobs,share_of_sum,share_least,mean,p50,p90,p95,p99,max,build\n\
                        wait,all,all jobs,5,1,0.2,40,40,80,80,80,80,BUILD\n\
                        slowdown,user,user 3,3,0.5333333333333333,0.3333333333333333,2.6666666666666665,2,5,5,5,5,BUILD\n\
                        slowdown,user,user 8,1,0.2,0,3,3,3,3,3,3,BUILD\n\
                        slowdown,user,no user given,1,0.26666666666666666,0,4,4,4,4,4,4,BUILD\n\
                        wait,reason,order,5,0.6,,24,,,,,,BUILD\n\
                        wait,reason,processors,5,0.4,,16,,,,,,BUILD\n\
                        wait,reason,placement,5,0,,0,,,,,,BUILD\n\
                        wait,reason,reservation,5,0,,0,,,,,,BUILD\n\
                        wait,reason,depth,5,0,,0,,,,,,BUILD\n\
                        wait,strategy,flat,5,1,,40,,,,,,BUILD\n";
        assert_eq!(lines, expected.replace("BUILD", BUILD));
    }

    #[test]
    fn classes_have_names() {
        let said = |members, by| label(&members, by, Clock::Seconds);
        let [minute, ten, _, _, day] = runtimes(Clock::Seconds);
        for (members, by, expected) in [
            (Members::Sizes(1, 1), By::Size, "1 processor"),
            (Members::Sizes(5, 16), By::Size, "5 to 16 processors"),
            (Members::Runtimes(-1, minute), By::Runtime, "up to 1 min"),
            (Members::Runtimes(minute, ten), By::Runtime, "1 min to 10 min"),
            (Members::Runtimes(day, Time::MAX), By::Runtime, "over 1 d"),
            (Members::Number(0), By::Queue, "queue 0"),
            (Members::Others(12), By::Partition, "12 other partitions"),
            (Members::Unknown, By::Partition, "no partition given"),
        ] {
            assert_eq!(said(members, by), expected);
        }
        assert_eq!(
            label(&Members::Runtimes(-1, runtimes(Clock::Cycles)[0]), By::Runtime, Clock::Cycles),
            "up to 100 cycles"
        );
    }
}
