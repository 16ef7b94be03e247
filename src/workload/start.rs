//! The beginning of a log, in local time of its machine.

use super::Header;

/// The time at which a log's own clock shows 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Seconds since the beginning of 1970, in local time of the machine.
    pub local: i64,
    /// The time zone of `local`; `None` if the header names no usable time zone, so that it is that of Greenwich.
    pub zone: Option<String>,
}

/// The greatest difference of a clock from that of Greenwich.
const FURTHEST: i64 = 14 * 3600;

/// Clocks differ by whole quarters of an hour.
const QUARTER: i64 = 15 * 60;

/// The months, as headers of logs write them.
pub const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const GREENWICH: [&str; 5] = ["utc", "gmt", "etc/utc", "etc/gmt", "z"];

impl Header {
    /// The beginning of the log, if the header has it: from `UnixStartTime` and the time zone. The local time in
    /// `StartTime` gives the best time zone, because it includes summer time. The second best is the number `TimeZone`.
    /// The name in `TimeZoneString` alone is not enough unless it is that of Greenwich, because the program has no
    /// rules of time zones. Summer time that begins or ends within the log is ignored.
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

/// The seconds of `Fri Oct 01 00:00:03 PDT 1993` in local time: the name of a month, then a day and a year, and a time
/// anywhere. Other words are ignored.
fn wall_clock(text: &str) -> Option<i64> {
    let words: Vec<String> =
        text.split([' ', ',']).filter(|word| !word.is_empty()).map(str::to_ascii_lowercase).collect();
    let month = |word: &String| MONTHS.iter().position(|month| word.starts_with(&month.to_ascii_lowercase()));
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

/// The days from the beginning of 1970 to a date of the Gregorian calendar. Years are counted from March, so that leap
/// days come last.
pub fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leap_days + (153 * month + 2) / 5 + day - 1 - 719_468
}

/// The year, month and day at this number of days after the beginning of 1970.
pub fn date(days: i64) -> (i64, i64, i64) {
    // The guess is at most a year too early. Then the month is searched.
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
    fn the_local_time_includes_summer_time() {
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
        assert_eq!(start(&[("UnixStartTime", "0")]), None, "no log is from 1970");
        assert_eq!(start(&[]), None);
    }

    #[test]
    fn texts_without_a_time_are_ignored() {
        for text in
            ["", "yesterday", "Oct 1993", "Fri Oct 99 00:00:03 1993", "Fri Oct 01 25:00:03 PDT 1993", "Oct 1 1:2 x"]
        {
            assert_eq!(wall_clock(text), None, "{text}");
        }
        assert_eq!(wall_clock("Thu, Jan 1 00:01 1970"), Some(60));
        let far = [("UnixStartTime", "749458803"), ("StartTime", "Fri Oct 01 00:00:03 PDT 1999")];
        assert_eq!(start(&far), Some(Start { local: 749_458_803, zone: None }), "years are not a time zone");
    }
}
