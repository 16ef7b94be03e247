//! Six logs like those of the archive. Each is odd in one way, and the same every time.

#[allow(dead_code)]
pub mod archive;

use std::fmt::Write;

/// A made log.
pub struct Made {
    pub name: &'static str,
    /// Its oddity.
    pub oddity: &'static str,
    pub text: String,
}

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0 * 48_271 % 2_147_483_647;
        self.0 % limit
    }
}

/// A job: arrival, runtime, processors.
type Job = (u64, i64, u32);

fn made(name: &'static str, oddity: &'static str, header: &[&str], jobs: Vec<Job>) -> Made {
    let mut text = String::new();
    for line in header {
        writeln!(text, "; {line}").unwrap();
    }
    for (number, (submit, runtime, size)) in jobs.into_iter().enumerate() {
        let user = number % 7;
        writeln!(text, "{} {submit} -1 {runtime} {size} -1 -1 {size} {runtime} -1 1 {user} 1 -1 1 1 -1 -1", number + 1)
            .unwrap();
    }
    Made { name, oddity, text }
}

/// This many jobs, about a quarter of an hour apart, with sizes drawn by `size`.
fn ordinary(count: usize, mut size: impl FnMut(&mut Numbers, usize) -> u32) -> Vec<Job> {
    let (mut numbers, mut submit) = (Numbers(7), 0);
    (0..count)
        .map(|number| {
            submit += numbers.below(1800);
            let runtime = 1 + numbers.below(7200) as i64;
            (submit, runtime, size(&mut numbers, number))
        })
        .collect()
}

pub fn logs() -> Vec<Made> {
    let start =
        ["UnixStartTime: 843458400", "TimeZoneString: Europe/Stockholm", "StartTime: Mon Sep 23 16:00:00 CEST 1996"];
    let with_start = |first| [&[first][..], &start].concat();
    let any_size = |most: u64| move |numbers: &mut Numbers, _| 1 + numbers.below(most) as u32;
    let rare = |small: u64, huge: u32| {
        move |numbers: &mut Numbers, number: usize| {
            if number % 14 == 3 { huge } else { 1 + numbers.below(small) as u32 }
        }
    };
    let bursts = ordinary(400, any_size(64)).into_iter().enumerate();
    let bursts = bursts.map(|(number, (_, runtime, size))| (number as u64 / 200 * 604_800, runtime, size)).collect();
    let half_known = ordinary(300, any_size(128)).into_iter().enumerate();
    let half_known =
        half_known.map(|(number, (submit, runtime, size))| (submit, if number % 3 == 0 { -1 } else { runtime }, size));
    vec![
        made("hundred", "100 processors, as at KTH", &with_start("MaxProcs: 100"), ordinary(300, any_size(100))),
        made("prime", "a prime number of processors", &["MaxProcs: 101"], ordinary(300, any_size(101))),
        made("huge", "one job in fourteen is huge", &with_start("MaxProcs: 8000"), ordinary(420, rare(600, 4000))),
        made("bursts", "jobs come in two bursts, a week apart", &["MaxProcs: 64", "UnixStartTime: 843458400"], bursts),
        made(
            "unknown",
            "a third of the jobs have an unknown runtime",
            &with_start("MaxProcs: 128"),
            half_known.collect(),
        ),
        made("bare", "no header, sizes up to 96", &[], ordinary(300, any_size(96))),
    ]
}
