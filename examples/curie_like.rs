//! A log like CEA-Curie's, of any length, for benchmarks.
//!
//! `cargo run --release --example curie_like -- [jobs] [seed]` writes it to standard output: 312 826 jobs by default.
//! The same arguments give the same bytes on every computer. A longer log continues in the same way.
//!
//! The original, `CEA-Curie-2011-2.1-cln.swf` (Joseph Emeras, CEA), is in the Parallel Workloads Archive and cannot be
//! in the repository. The imitation has, in round numbers:
//! - the machine of 93 312 cores, the 312 826 jobs between February and October 2012, and a use of about two thirds;
//! - sizes: mostly powers of two, with a median below 100. 7 % exceed 1024 and do three quarters of the work, and a few
//!   need a third of the machine;
//! - runtimes from seconds to a day, half of them below some minutes, and round limits: half an hour, a day;
//! - users: some hundred, of which a few submit most jobs, in campaigns of similar jobs, more by day than at night, and
//!   fewer at weekends.
//!
//! Waits, statuses and partitions only fill their columns.

use std::error::Error;
use std::io::{self, BufWriter, Write};
use subtorus::formats::swf;
use subtorus::random::{BoundedPareto, Exponential, Gamma, HyperGamma, Stream};
use subtorus::time::{SECOND, Time};
use subtorus::workload::{Columns, Header, Log, Record};

const JOBS: usize = 312_826;
const CORES: u32 = 93_312;
/// 3 February 2012, a Friday, 0:00 in Paris.
const START: i64 = 1_328_223_600;
/// This many jobs are written at a time, so that a log may have any length.
const PIECE: usize = 10_000;

const HOUR: f64 = 3600.0;
const DAY: f64 = 24.0 * HOUR;
/// Seconds between jobs at the busiest hours.
const BUSIEST_INTERVAL: f64 = 36.0;
/// The relative frequency of arrivals in each hour of the day.
const BY_HOUR: [f64; 24] = [
    0.35, 0.3, 0.25, 0.25, 0.25, 0.25, 0.3, 0.35, 0.55, 0.8, 0.95, 1.0, 0.85, 0.85, 1.0, 1.0, 1.0, 0.95, 0.85, 0.7,
    0.6, 0.5, 0.45, 0.4,
];
/// The same for each day, from Friday on.
const BY_DAY: [f64; 7] = [0.9, 0.4, 0.4, 0.95, 1.0, 1.0, 1.0];

/// Sizes, each with its campaigns per thousand. The others have any size below [`LARGE`].
const SIZES: &[(u32, u32)] =
    &[(1, 90), (8, 140), (16, 90), (32, 140), (64, 100), (128, 90), (256, 80), (512, 55), (1024, 45)];
/// The campaigns per thousand that are larger than [`LARGE`].
const LARGER: u32 = 70;
const LARGE: u32 = 1024;
/// The percentage of powers of two among these.
const LARGE_POWERS: u32 = 50;
const LARGEST: f64 = 32_768.0;

/// Requested times, in seconds.
const LIMITS: &[u32] = &[600, 1800, 3600, 7200, 14_400, 36_000, 43_200, 54_000, 72_000, 86_400];
const USERS: f64 = 600.0;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let jobs: usize = arguments.next().map_or(Ok(JOBS), |text| text.parse())?;
    let seed: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    write(jobs, seed, &mut BufWriter::new(io::stdout().lock()))?;
    Ok(())
}

/// Writes the log piece by piece.
fn write(jobs: usize, seed: u64, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut curie = Curie::new(seed)?;
    let mut header = header(jobs);
    let mut left = jobs;
    while left > 0 {
        let mut columns = Columns::default();
        (0..left.min(PIECE)).for_each(|_| columns.push(&curie.job()));
        left -= columns.len();
        out.write_all(swf::write(&Log { header: std::mem::take(&mut header), columns, malformed: 0 }).as_bytes())?;
    }
    Ok(out.flush()?)
}

fn header(jobs: usize) -> Header {
    let field = |name: &str, value: &dyn ToString| (name.to_string(), value.to_string());
    let note = "made by the example curie_like; in size and shape like the log of CEA Curie, which is in the Parallel Workloads Archive";
    Header {
        fields: vec![
            field("Version", &"2.2"),
            field("Computer", &"none, like CEA Curie"),
            field("Note", &note),
            field("MaxJobs", &jobs),
            field("MaxProcs", &CORES),
            field("UnixStartTime", &START),
            field("TimeZoneString", &"Europe/Paris"),
            field("StartTime", &"Fri Feb 03 00:00:00 CET 2012"),
        ],
    }
}

/// Draws jobs one by one, in order of submission.
struct Curie {
    arrivals: Stream,
    campaigns: Stream,
    jobs: Stream,
    interval: Exponential,
    /// Natural logarithms of seconds.
    runtime: HyperGamma,
    wait: Gamma,
    user: BoundedPareto,
    large: BoundedPareto,
    /// Seconds since [`START`].
    now: f64,
    first: Option<Time>,
    number: i64,
    campaign: Campaign,
    /// The remaining jobs of the campaign.
    left: u32,
}

/// Jobs that a user submits repeatedly.
#[derive(Default)]
struct Campaign {
    user: i32,
    size: u32,
    /// The typical runtime of its jobs in seconds, within a factor of two.
    typical: f64,
    limit: u32,
}

impl Curie {
    fn new(seed: u64) -> Result<Curie, Box<dyn Error>> {
        let stream = |name| Stream::new(seed, name, 0);
        Ok(Curie {
            arrivals: stream("arrivals"),
            campaigns: stream("campaigns"),
            jobs: stream("jobs"),
            interval: Exponential::new(BUSIEST_INTERVAL)?,
            // Around two minutes, and around five hours.
            runtime: HyperGamma::new(Gamma::new(12.0, 0.4), Gamma::new(300.0, 0.0326), 0.6),
            wait: Gamma::new(3.0, 1.6),
            user: BoundedPareto::new(1.0, USERS, 0.4)?,
            large: BoundedPareto::new(f64::from(LARGE), LARGEST, 0.7)?,
            now: 0.0,
            first: None,
            number: 0,
            campaign: Campaign::default(),
            left: 0,
        })
    }

    fn job(&mut self) -> Record {
        if self.left == 0 {
            self.campaign = self.campaign();
            self.left = self.campaigns.uniform_integer(1, 8);
        }
        self.left -= 1;
        self.number += 1;
        let submit = self.arrival();
        let Campaign { user, size, typical, limit } = self.campaign;
        // One in eight fails immediately.
        let fails = self.jobs.uniform_integer(0, 7) == 0;
        let seconds =
            if fails { 30.0 * self.jobs.uniform() } else { typical * libm::exp2(2.0 * self.jobs.uniform() - 1.0) };
        let wait = libm::exp(self.wait.sample(&mut self.jobs)).min(10.0 * DAY);
        Record {
            id: self.number,
            submit: submit - *self.first.get_or_insert(submit),
            wait: whole_seconds(wait),
            runtime: whole_seconds(seconds.min(limit.into())),
            allocated: size as i32,
            requested_processors: size as i32,
            requested_time: Time::from(limit) * SECOND,
            status: if fails { 0 } else { 1 },
            user,
            queue: -1,
            partition: if size > LARGE { 4 } else { 10 },
        }
    }

    /// The submission of the next job. Arrivals are drawn as in the busiest hours, and some are skipped.
    fn arrival(&mut self) -> Time {
        loop {
            self.now += self.interval.sample(&mut self.arrivals);
            let hour = (self.now / HOUR) as usize;
            let share = BY_HOUR[hour % 24] * BY_DAY[hour / 24 % 7];
            if self.arrivals.uniform() < share {
                return whole_seconds(self.now);
            }
        }
    }

    fn campaign(&mut self) -> Campaign {
        let typical = libm::exp(self.runtime.sample(&mut self.campaigns)).min(DAY);
        // Half of the users request the limit.
        let generous = typical * (1.5 + 4.0 * self.campaigns.uniform());
        let round = LIMITS.iter().copied().find(|&limit| f64::from(limit) >= generous);
        let limit = round.filter(|_| self.campaigns.uniform_integer(0, 1) == 0).unwrap_or(86_400);
        let user = self.user.sample(&mut self.campaigns) as i32;
        Campaign { user, size: self.size(), typical, limit }
    }

    fn size(&mut self) -> u32 {
        let mut place = self.campaigns.uniform_integer(0, 999);
        for &(size, weight) in SIZES {
            if place < weight {
                return size;
            }
            place -= weight;
        }
        if place < LARGER {
            let size = self.large.sample(&mut self.campaigns) as u32 + 1;
            return if self.campaigns.uniform_integer(1, 100) <= LARGE_POWERS {
                size.next_power_of_two()
            } else {
                size
            };
        }
        libm::exp2(libm::log2(f64::from(LARGE)) * self.campaigns.uniform()) as u32
    }
}

fn whole_seconds(seconds: f64) -> Time {
    seconds as Time * SECOND
}

#[cfg(test)]
mod tests {
    use super::*;
    use subtorus::formats;
    use subtorus::workload::Selection;

    fn log(jobs: usize, seed: u64) -> Vec<u8> {
        let mut text = Vec::new();
        write(jobs, seed, &mut text).unwrap();
        text
    }

    #[test]
    fn the_log_is_clean_at_any_length() {
        let text = log(2 * PIECE + 1, 1);
        let (log, complaints) = formats::read(&text);
        assert!(complaints.is_empty(), "{complaints:?}");
        assert_eq!((log.columns.len(), log.header.max_procs()), (2 * PIECE + 1, Some(CORES)));
        assert!(log.columns.submit.iter().is_sorted());
        let (_, selected) = log.select(&Selection::default());
        assert_eq!(selected.dropped().map(|(_, count)| count), [0; 8]);
    }

    /// The few larger jobs do most of the work; all jobs together use six tenths of the machine.
    #[test]
    fn the_log_has_the_described_shape() {
        let (log, _) = formats::read(&log(50_000, 1));
        let columns = &log.columns;
        let work = |job: usize| columns.allocated.at(job) as f64 * columns.runtime.at(job) as f64;
        let jobs = 0..columns.len();
        let larger = |&job: &usize| columns.allocated.at(job) > 1024;
        let all: f64 = jobs.clone().map(work).sum();
        let share = jobs.clone().filter(larger).count() as f64 / 50_000.0;
        let share_of_work = jobs.clone().filter(larger).map(work).sum::<f64>() / all;
        let load = all / (f64::from(CORES) * columns.submit.at(49_999) as f64);
        assert!((0.05..0.09).contains(&share), "{share}");
        assert!((0.65..0.85).contains(&share_of_work), "{share_of_work}");
        assert!((0.55..0.7).contains(&load), "{load}");
        assert!(columns.allocated.iter().all(|size| (1..=CORES as i32).contains(&size)));
    }

    #[test]
    fn a_longer_log_continues_and_another_seed_gives_another_log() {
        let (short, long) = (log(100, 1), log(300, 1));
        let jobs = |text: &[u8]| formats::read(text).0.columns.id.len();
        assert_eq!((jobs(&short), jobs(&long)), (100, 300));
        let last_line = short.trim_ascii_end().rsplit(|&byte| byte == b'\n').next().unwrap();
        assert!(long.windows(last_line.len()).any(|window| window == last_line));
        assert_ne!(short, log(100, 2));
    }
}
