//! The visible distribution of a run: its quantity, and the classes of jobs.

use crate::names::{UnknownName, named};
use std::fmt;
use std::str::FromStr;

named! {
    /// The quantity of a distribution.
    Delay, "delay" {
        /// The time from arrival to start, in seconds.
        Wait = "wait" => "Wait",
        /// The bounded slowdown (docs/semantics.md 8), at least 1.
        Slowdown = "slowdown" => "Bounded slowdown",
    }
}

named! {
    /// The classes of jobs.
    By, "way to tell jobs apart" {
        /// One class.
        All = "all" => "all together",
        /// By the requested processors.
        Size = "size" => "by size",
        /// By the time from start to end.
        Runtime = "runtime" => "by runtime",
        /// By the log's number of their user.
        User = "user" => "by user",
        /// By the log's number of their queue.
        Queue = "queue" => "by queue",
        /// By the log's number of their partition.
        Partition = "partition" => "by partition",
    }
}

/// A distribution, written `wait-by-size`; `wait` for all jobs together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DistributionChoice {
    /// The quantity.
    pub delay: Delay,
    /// The classes of jobs.
    pub by: By,
}

impl Default for DistributionChoice {
    fn default() -> DistributionChoice {
        DistributionChoice { delay: Delay::Wait, by: By::All }
    }
}

/// The text between the two names.
const BETWEEN: &str = "-by-";

impl fmt::Display for DistributionChoice {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(self.delay.name())?;
        if self.by == By::All { Ok(()) } else { write!(out, "{BETWEEN}{}", self.by) }
    }
}

impl FromStr for DistributionChoice {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<DistributionChoice, UnknownName> {
        let (delay, by) = text.split_once(BETWEEN).unwrap_or((text, By::All.name()));
        Ok(DistributionChoice { delay: delay.parse()?, by: by.parse()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostic;

    #[test]
    fn written_distributions_are_read() {
        for &delay in Delay::ALL {
            for &by in By::ALL {
                assert_eq!(DistributionChoice { delay, by }.to_string().parse(), Ok(DistributionChoice { delay, by }));
            }
        }
        assert_eq!(DistributionChoice { delay: Delay::Slowdown, by: By::User }.to_string(), "slowdown-by-user");
        assert_eq!(
            (DistributionChoice::default().to_string(), "wait-by-all".parse()),
            ("wait".into(), Ok(DistributionChoice::default()))
        );
        for (text, part) in [("weight", "expected one of wait, slowdown"), ("wait-by-side", "'side'"), ("", "''")] {
            let complaint = Diagnostic::of(&text.parse::<DistributionChoice>().unwrap_err()).message();
            assert!(complaint.contains(part), "{text}: {complaint}");
        }
    }
}
