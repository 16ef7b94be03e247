//! When a log began, on the clock on the wall beside its machine.

use super::Header;

/// The moment at which a log's own clock shows 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Seconds since the beginning of 1970, as the clock on the wall beside the machine counts them.
    pub local: i64,
    /// Whose clock that is; `None` where the header names no time zone that could be used, and it is that of Greenwich.
    pub zone: Option<String>,
}

/// No clock is further from that of Greenwich.
const FURTHEST: i64 = 14 * 3600;

/// Clocks differ by whole quarters of an hour.
const QUARTER: i64 = 15 * 60;

/// The months, as headers of logs write them.
pub const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const GREENWICH: [&str; 5] = ["utc", "gmt", "etc/utc", "etc/gmt", "z"];

impl Header {
    /// When the log began, where the header knows: by `UnixStartTime` and the time zone, which the wall clock of `StartTime`
    /// tells best (it knows of summer time), else the number `TimeZone`. The name in `TimeZoneString` alone is no help, for
    /// rules of time zones are not kept here, unless it is that of Greenwich. Summer time that begins or ends within the log
    /// is not seen.
    pub fn start(&self) -> Option<Start> {
        let wall = self.get("StartTime").and_then(wall_clock);
        let zone = |fallback: &str| Some(self.get("TimeZoneString").unwrap_or(fallback).to_string());
        let Some(unix) = self.unix_start_time().filter(|&unix| unix > 0) else {
            return wall.map(|local| Start { local, zone: zone("the header's StartTime") });
        };
        let is_offset = |offset: &i64| offset.abs() <= FURTHEST && offset % QUARTER == 0;
        if let Some(offset) = wall.map(|local| local - unix).filter(is_offset) {
            return Some(Start { local: unix + offset, zone: zone("the header's StartTime") });
        }
        if let Some(offset) = self.number("TimeZone").filter(|&offset| offset != 0).filter(is_offset) {
            return Some(Start { local: unix + offset, zone: zone("the header's TimeZone") });
        }
        let name = self.get("TimeZoneString").filter(|name| GREENWICH.contains(&&*name.to_ascii_lowercase()));
        Some(Start { local: unix, zone: name.map(String::from) })
    }
}

/// The seconds of `Fri Oct 01 00:00:03 PDT 1993`, as the clock shows them: a month's name, a day, a time and a year, in this
/// order but for the year, whatever stands between.
fn wall_clock(text: &str) -> Option<i64> {
    let words: Vec<String> = text.split([' ', ',']).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    let month = |word: &String| MONTHS.iter().position(|month| word.starts_with(&month.to_lowercase()));
    let place = words.iter().position(|word| month(word).is_some())?;
    let numbers: Vec<i64> = words[place + 1..].iter().filter_map(|word| word.parse().ok()).collect();
    let (&day, &year) = (numbers.first()?, numbers.get(1)?);
    let clock: Vec<i64> =
        words.iter().find(|word| word.contains(':'))?.split(':').map_while(|part| part.parse().ok()).collect();
    let [hour, minute, rest @ ..] = &clock[..] else { return None };
    let second = rest.first().copied().unwrap_or(0);
    let is_time = (0..24).contains(hour) && (0..60).contains(minute) && (0..61).contains(&second);
    let is_date = (1..=31).contains(&day) && (1970..3000).contains(&year);
    let days = days_since_1970(year, month(&words[place])? as i64 + 1, day);
    (is_time && is_date).then_some(days * 86_400 + hour * 3600 + minute * 60 + second)
}

/// The days from the beginning of 1970 to a date of the Gregorian calendar, years being counted from March, so that leap
/// days come last.
pub fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leap_days + (153 * month + 2) / 5 + day - 1 - 719_468
}

/// The year, month and day of so many days after the beginning of 1970.
pub fn date(days: i64) -> (i64, i64, i64) {
    // A guess that is at most a year too early, and then the months that fit.
    let mut year = 1970 + days.div_euclid(366) - 1;
    while days_since_1970(year + 1, 1, 1) <= days {
        year += 1;
    }
    let month = (1..=12).rev().find(|&month| days_since_1970(year, month, 1) <= days).unwrap_or(1);
    (year, month, days - days_since_1970(year, month, 1) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(fields: &[(&str, &str)]) -> Option<Start> {
        let fields = fields.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        Header { fields }.start()
    }

    #[test]
    fn days_are_counted_from_1970() {
        for (date_of, days) in [((1970, 1, 1), 0), ((1972, 3, 1), 790), ((2000, 2, 29), 11_016), ((1969, 12, 31), -1)] {
            let (year, month, day) = date_of;
            assert_eq!((days_since_1970(year, month, day), date(days)), (days, date_of));
        }
        assert!((-1000..40_000).all(|days| {
            let (year, month, day) = date(days);
            days_since_1970(year, month, day) == days
        }));
    }

    /// The four headers are those of logs in the archive.
    #[test]
    fn the_clock_on_the_wall_knows_of_summer_time() {
        let unix = ("UnixStartTime", "749458803");
        let pacific = ("TimeZoneString", "US/Pacific");
        let summer = 749_458_803 - 7 * 3600;
        let of = |local: i64, zone: &str| Some(Start { local, zone: Some(zone.into()) });
        let wall = ("StartTime", "Fri Oct 01 00:00:03 PDT 1993");
        assert_eq!(start(&[unix, ("TimeZone", "-28800"), pacific, wall]), of(summer, "US/Pacific"));
        assert_eq!(start(&[unix, ("TimeZone", "-28800"), pacific]), of(summer - 3600, "US/Pacific"));
        assert_eq!(start(&[unix, ("TimeZone", "0"), pacific]), Some(Start { local: 749_458_803, zone: None }));
        assert_eq!(start(&[unix, ("TimeZoneString", "UTC")]), of(749_458_803, "UTC"));
        assert_eq!(start(&[wall]), of(summer, "the header's StartTime"));
        assert_eq!(start(&[("UnixStartTime", "0")]), None, "nobody ran a log in 1970");
        assert_eq!(start(&[]), None);
    }

    #[test]
    fn what_is_no_clock_is_left_alone() {
        for text in
            ["", "yesterday", "Oct 1993", "Fri Oct 99 00:00:03 1993", "Fri Oct 01 25:00:03 PDT 1993", "Oct 1 1:2 x"]
        {
            assert_eq!(wall_clock(text), None, "{text}");
        }
        assert_eq!(wall_clock("Thu, Jan 1 00:01 1970"), Some(60));
        let far = [("UnixStartTime", "749458803"), ("StartTime", "Fri Oct 01 00:00:03 PDT 1999")];
        assert_eq!(start(&far), Some(Start { local: 749_458_803, zone: None }), "another year is no time zone");
    }
}
