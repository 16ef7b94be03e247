//! The profile of a log, before anything runs: a few numbers and four small pictures.

mod jobs;

use super::words::{counted, dropped, percent};
use crate::figure::{self, Bin, Histogram, Unit, reading};
use crate::sorting::middle;
use crate::time::{Time, seconds};
use crate::workload::Log;
use crate::workload::start::{Start, date};
use jobs::{Job, Jobs};
use serde::Serialize;

/// A log in numbers and pictures, of the jobs that can be simulated.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Profile {
    /// A line: `54044 jobs · 730.2 d · 437 users · 1 to 128 processors · load 83 %`.
    pub brief: String,
    /// Names and values: the span, users, sizes, runtimes, the load.
    pub facts: Vec<(String, String)>,
    /// Sizes, runtimes, and arrivals.
    pub sketches: Vec<SmallPicture>,
}

/// A small picture, for light pages and for dark ones, with a description for screen readers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SmallPicture {
    /// What it shows.
    pub title: String,
    /// The picture as SVG, dark on light.
    pub light: String,
    /// The same picture, light on dark.
    pub dark: String,
}

/// The lower limits of the bins of runtimes, in seconds, with their labels. The steps are factors of four or five, so
/// the scale is about logarithmic.
const RUNTIMES: [(i64, &str); 11] = [
    (1, "1 s"),
    (4, "4 s"),
    (15, "15 s"),
    (60, "1 min"),
    (240, "4 min"),
    (900, "15 min"),
    (3600, "1 h"),
    (5 * 3600, "5 h"),
    (86_400, "1 d"),
    (5 * 86_400, "5 d"),
    (25 * 86_400, "25 d"),
];

const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

impl Profile {
    /// The profile of a log; its machine had this many processors. Linear in its jobs; needs memory for one number of
    /// each.
    pub fn new(log: &Log, processors: u32) -> Profile {
        let jobs = Jobs::new(&log.columns);
        let start = log.header.start();
        let sketches = vec![of_sizes(&jobs), of_runtimes(&jobs), of_hours(&jobs, &start), of_weekdays(&jobs, &start)];
        Profile {
            brief: brief(&jobs, processors, log.header.max_procs().is_some()),
            facts: facts(log, &jobs, &start, processors),
            sketches,
        }
    }
}

/// The log in a line. If the size of its machine is unknown, the load is that of its largest job's processors, and says so.
fn brief(jobs: &Jobs, processors: u32, is_machine: bool) -> String {
    let (first, last) = jobs.arrivals();
    let (span, users) = (seconds(last - first), jobs.of_users().len());
    let mut parts = vec![counted(jobs.count, "job")];
    parts.extend((span > 0.0).then(|| reading(span, &Unit::Seconds)));
    parts.extend((users > 0).then(|| counted(users, "user")));
    parts.extend(jobs.range().map(|(least, most)| {
        let to = if least == most { String::new() } else { format!("{least} to ") };
        to + &counted(most as usize, "processor")
    }));
    let of = if is_machine { String::new() } else { format!(" of {}", counted(processors as usize, "processor")) };
    parts.extend(jobs.load(span, processors).map(|load| format!("load {load}{of}")));
    parts.join(" · ")
}

fn facts(log: &Log, jobs: &Jobs, start: &Option<Start>, processors: u32) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let mut fact = |name: &str, value: String| facts.push((name.to_string(), value));
    let (first, last) = jobs.arrivals();
    let span = seconds(last - first);
    let when = match start {
        Some(start) => format!("from {} to {}", day(start, first), day(start, last)),
        None => "the header does not say from when".into(),
    };
    fact("Arrivals", format!("over {}, {when}", reading(span, &Unit::Seconds)));
    fact("Users", users(jobs));
    fact("Sizes", sizes(jobs, log.header.max_procs()));
    fact("Runtimes", runtimes(jobs));
    let capacity =
        if log.header.max_procs().is_some() { "processors of its machine" } else { "processors of its largest job" };
    let load = jobs.load(span, processors).map(|load| format!("{load} of the {processors} {capacity}"));
    fact("Offered load", load.unwrap_or_else(|| "all jobs arrive at once".into()));
    let (_, selected) = log.places(&crate::workload::Selection::default());
    let useless = dropped(&selected);
    if !useless.is_empty() {
        let lines = log.columns.len() + log.malformed as usize;
        let share = percent(1.0 - jobs.count as f64 / lines.max(1) as f64);
        fact("Of no use", format!("{share} of the lines ({}): their work is unknown", useless.join(", ")));
    }
    facts
}

/// The date of a moment of the log.
fn day(start: &Start, moment: Time) -> String {
    let (year, month, day) = date((start.local + moment / crate::time::SECOND).div_euclid(86_400));
    format!("{year}-{month:02}-{day:02}")
}

fn users(jobs: &Jobs) -> String {
    let of_user = jobs.of_users();
    match of_user.values().max() {
        None => "the log does not say".into(),
        Some(&most) => {
            let share = percent(most as f64 / jobs.count as f64);
            format!("{}, the busiest with {share} of the jobs", of_user.len())
        }
    }
}

fn sizes(jobs: &Jobs, machine: Option<u32>) -> String {
    let (Some((least, most)), Some(median)) = (jobs.range(), middle(jobs.numbers(|job| job.size.into()))) else {
        return "there is no job".into();
    };
    let powers = percent(jobs.iter().filter(|job| job.size.is_power_of_two()).count() as f64 / jobs.count as f64);
    let spare = match machine {
        Some(machine) if machine / 2 >= most => {
            format!("; its machine has {machine}, much more than any job asks for")
        }
        Some(machine) if machine < most => format!("; its machine is said to have {machine}, which is less"),
        _ => String::new(),
    };
    format!(
        "{least} to {}, half of them at most {median}; {powers} are powers of two{spare}",
        counted(most as usize, "processor")
    )
}

fn runtimes(jobs: &Jobs) -> String {
    let mean = jobs.iter().map(|job| seconds(job.runtime)).sum::<f64>() / jobs.count.max(1) as f64;
    let words = |time: f64| reading(time, &Unit::Seconds);
    let median = middle(jobs.numbers(|job| job.runtime)).map_or(f64::NAN, seconds);
    let longest = jobs.iter().map(|job| job.runtime).max().map_or(f64::NAN, seconds);
    format!("half of them at most {}, {} on average, at most {}", words(median), words(mean), words(longest))
}

/// The shares of jobs and of their work in bins: the bin of each job, and the bins' titles.
fn shares(jobs: &Jobs, titles: Vec<String>, bin: impl Fn(&Job) -> usize) -> Vec<Bin> {
    let mut bins: Vec<Bin> = titles.into_iter().map(|title| Bin { title, shares: vec![0.0; 2] }).collect();
    for job in jobs.iter() {
        let shares = &mut bins[bin(&job)].shares;
        shares[0] += 1.0 / jobs.count as f64;
        shares[1] += if jobs.work > 0.0 { job.work() / jobs.work } else { 0.0 };
    }
    bins
}

fn of_sizes(jobs: &Jobs) -> SmallPicture {
    // Bin k holds the sizes above 2^(k-1), up to 2^k.
    let bin = |job: &Job| (u32::BITS - (job.size - 1).leading_zeros()) as usize;
    let last = jobs.iter().map(|job| bin(&job)).max().unwrap_or(0);
    let title = |power: usize| match power {
        0 => "1 processor".to_string(),
        1 => "2 processors".to_string(),
        _ => format!("{} to {} processors", (1u64 << (power - 1)) + 1, 1u64 << power),
    };
    let stride = 1 + last / 10;
    let ticks = (0..=last).step_by(stride).map(|power| (power as f64 + 0.5, (1u64 << power).to_string()));
    let bins = shares(jobs, (0..=last).map(title).collect(), bin);
    sketch("Sizes", bins, ticks.collect(), "processors, up to (log scale)".into())
}

fn of_runtimes(jobs: &Jobs) -> SmallPicture {
    let bin = |job: &Job| RUNTIMES.iter().filter(|(from, _)| seconds(job.runtime) >= *from as f64).count();
    let bins = || jobs.iter().map(|job| bin(&job));
    let (first, last) = (bins().min().unwrap_or(0), bins().max().unwrap_or(0));
    let title = |number: usize| match number {
        0 => format!("below {}", RUNTIMES[0].1),
        _ => match RUNTIMES.get(number) {
            Some((_, until)) => format!("{} to {until}", RUNTIMES[number - 1].1),
            None => format!("{} and more", RUNTIMES[number - 1].1),
        },
    };
    let edges = first.max(1)..=last.min(RUNTIMES.len());
    let bins = shares(jobs, (first..=last).map(title).collect(), |job| bin(job) - first);
    let ticks = edges.map(|edge| ((edge - first) as f64, RUNTIMES[edge - 1].1.to_string()));
    sketch("Runtimes", bins, ticks.collect(), "runtime (log scale)".into())
}

/// The clock in the title of a picture of arrivals.
fn clock(start: &Option<Start>, unit: &str) -> String {
    match start {
        Some(Start { zone: Some(zone), .. }) => format!("{unit} ({zone})"),
        Some(Start { zone: None, .. }) => format!("{unit} in Greenwich (the header has no time zone)"),
        None => format!("{unit} since the log's time 0 (the header has no date)"),
    }
}

fn of_hours(jobs: &Jobs, start: &Option<Start>) -> SmallPicture {
    let local = start.as_ref().map_or(0, |start| start.local);
    let bins = shares(jobs, (0..24).map(|hour| format!("{hour}:00 to {}:00", hour + 1)).collect(), |job| {
        ((local + job.submit / crate::time::SECOND).rem_euclid(86_400) / 3600) as usize
    });
    let ticks = (0..=24).step_by(6).map(|hour| (f64::from(hour), format!("{hour}:00")));
    sketch("Arrivals by hour of day", only_jobs(bins), ticks.collect(), clock(start, "hour"))
}

fn of_weekdays(jobs: &Jobs, start: &Option<Start>) -> SmallPicture {
    // 1970 began on a Thursday, the fourth day of a week.
    let local = start.as_ref().map_or(0, |start| start.local + 3 * 86_400);
    let name = |day: usize| if start.is_some() { DAYS[day].to_string() } else { format!("day {}", day + 1) };
    let bins = shares(jobs, (0..7).map(name).collect(), |job| {
        ((local + job.submit / crate::time::SECOND).div_euclid(86_400)).rem_euclid(7) as usize
    });
    let ticks = (0..7).map(|day| (day as f64 + 0.5, name(day)));
    sketch("Arrivals by day of the week", only_jobs(bins), ticks.collect(), clock(start, "day"))
}

fn only_jobs(mut bins: Vec<Bin>) -> Vec<Bin> {
    bins.iter_mut().for_each(|bin| bin.shares.truncate(1));
    bins
}

fn sketch(title: &str, bins: Vec<Bin>, ticks: Vec<(f64, String)>, axis: String) -> SmallPicture {
    let things = ["jobs", "work"][..bins[0].shares.len()].to_vec();
    let histogram = Histogram { things, bins, ticks, axis };
    let [light, dark] = [false, true].map(|dark| figure::svg(&histogram, dark, title));
    SmallPicture { title: title.into(), light, dark }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;

    fn profile(text: &str, processors: u32) -> Profile {
        Profile::new(&formats::read(text.as_bytes()).0, processors)
    }

    /// Submission, runtime, processors, user.
    fn line(submit: i64, runtime: i64, size: i64, user: i64) -> String {
        format!("1 {submit} -1 {runtime} {size} -1 -1 {size} -1 -1 1 {user} 1 1 1 1 -1 -1\n")
    }

    fn said(profile: &Profile, name: &str) -> String {
        let fact = profile.facts.iter().find(|(found, _)| found == name);
        fact.map_or(String::new(), |(_, value)| value.replace('\u{202f}', " "))
    }

    /// Three jobs within an hour: work 100 + 8 * 50 + 64 * 1000 = 64 500 processor-seconds. A fourth cannot be
    /// simulated.
    #[test]
    fn a_log_in_numbers() {
        let text = "; MaxProcs: 64\n; UnixStartTime: 749458803\n; TimeZoneString: UTC\n".to_string()
            + &line(0, 100, 1, 3)
            + &line(1800, 50, 8, 4)
            + &line(3600, 1000, 64, 3)
            + &line(3600, -1, 64, 3);
        let profile = profile(&text, 64);
        assert_eq!(
            profile.brief.replace('\u{202f}', " "),
            "3 jobs · 60 min · 2 users · 1 to 64 processors · load 28 %"
        );
        assert_eq!(said(&profile, "Arrivals"), "over 60 min, from 1993-10-01 to 1993-10-01");
        assert_eq!(said(&profile, "Users"), "2, the busiest with 67 % of the jobs");
        assert_eq!(said(&profile, "Sizes"), "1 to 64 processors, half of them at most 8; 100 % are powers of two");
        assert_eq!(said(&profile, "Runtimes"), "half of them at most 100 s, 383.3 s on average, at most 16.67 min");
        assert_eq!(said(&profile, "Offered load"), "28 % of the 64 processors of its machine");
        assert_eq!(said(&profile, "Of no use"), "25 % of the lines (1 unknown runtime): their work is unknown");
        let titles: Vec<&str> = profile.sketches.iter().map(|sketch| sketch.title.as_str()).collect();
        assert_eq!(titles, ["Sizes", "Runtimes", "Arrivals by hour of day", "Arrivals by day of the week"]);
        let sizes = profile.sketches[0].light.replace('\u{202f}', " ");
        assert!(sizes.contains("33 to 64 processors: 33.33 % of the jobs, 99.22 % of the work"), "{sizes}");
        let runtimes = &profile.sketches[1].dark;
        assert!(runtimes.contains("15 s to 1 min") && runtimes.contains("15 min to 1 h") && !runtimes.contains("5 d"));
        // 07:00:03 UTC on a Friday, half an hour later, and an hour later.
        let [hours, days] = [&profile.sketches[2].light, &profile.sketches[3].light];
        assert!(hours.replace('\u{202f}', " ").contains("7:00 to 8:00: 66.67 % of the jobs; 8:00 to 9:00"), "{hours}");
        assert!(days.replace('\u{202f}', " ").contains("Fri: 100 % of the jobs") && hours.contains("hour (UTC)"));
    }

    #[test]
    fn missing_header_fields_are_mentioned() {
        let profile = profile(&(line(0, 0, 5, -1) + &line(0, 0, 5, -1)), 5);
        assert_eq!(profile.brief, "2 jobs · 5 processors");
        assert_eq!(said(&profile, "Arrivals"), "over 0 s, the header does not say from when");
        assert_eq!(said(&profile, "Users"), "the log does not say");
        assert_eq!(said(&profile, "Offered load"), "all jobs arrive at once");
        assert_eq!(said(&profile, "Of no use"), "");
        assert!(profile.sketches[2].light.contains("the header has no date"));
        assert!(profile.sketches[3].light.contains("day 1"));
    }

    #[test]
    fn a_load_without_a_machine_says_of_what_it_is() {
        let profile = profile(&(line(0, 100, 5, -1) + &line(200, 100, 3, -1)), 5);
        assert_eq!(
            profile.brief.replace('\u{202f}', " "),
            "2 jobs · 200 s · 3 to 5 processors · load 80 % of 5 processors"
        );
    }

    #[test]
    fn sizes_are_compared_with_the_header() {
        let roomy = profile(&("; MaxProcs: 100\n".to_string() + &line(0, 1, 7, 1)), 100);
        assert!(
            said(&roomy, "Sizes")
                .ends_with("0 % are powers of two; its machine has 100, much more than any job asks for")
        );
        let narrow = profile(&("; MaxProcs: 4\n".to_string() + &line(0, 1, 7, 1)), 4);
        assert!(said(&narrow, "Sizes").ends_with("its machine is said to have 4, which is less"));
    }
}
