//! A sweep: the varied quantity, and its values.

use super::Varied;
use crate::diagnostic::{Explain, shortened};
use crate::names::UnknownName;
use crate::time::{Decimal, NotADecimal};
use std::fmt;
use std::str::FromStr;

/// The most values a sweep may have.
pub const MAX_VALUES: usize = 1000;

/// The largest coefficient. It keeps a century of seconds well within the clock.
pub const MAX_COEFFICIENT: i64 = 1000;

/// A range of values: `first`, `first + step`, ... up to `last`. Written `runtime:0.2..2:0.05`, or `runtime:1` for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// The varied quantity.
    pub varied: Varied,
    first: Decimal,
    last: Decimal,
    step: Decimal,
}

impl Sweep {
    /// The values `first`, `first + step`, ... up to `last`. Panics if the text form would be invalid.
    pub fn new(varied: Varied, first: Decimal, last: Decimal, step: Decimal) -> Sweep {
        Sweep::checked(varied, first, last, step).expect("a valid range")
    }

    /// Every value, in increasing order, at least one and at most [`MAX_VALUES`].
    pub fn values(&self) -> Vec<Decimal> {
        Decimal::range(self.first, self.last, self.step, MAX_VALUES).expect("checked when it was made")
    }

    fn checked(varied: Varied, first: Decimal, last: Decimal, step: Decimal) -> Result<Sweep, SweepError> {
        let first_is_zero = first.whole() == Some(0) && varied.takes_zero();
        if !first.is_positive() && !first_is_zero {
            return Err(SweepError::First(first));
        }
        if last < first {
            return Err(SweepError::Backwards { first, last });
        }
        if last > Decimal::new(varied.most(), 0) {
            return Err(SweepError::Last { last, most: varied.most() });
        }
        if !step.is_positive() {
            return Err(SweepError::Step(step));
        }
        let whole = first.whole().is_some() && step.whole().is_some();
        match varied {
            Varied::Side if !whole => return Err(SweepError::PartOfANode),
            Varied::Depth | Varied::Jobs if !whole => return Err(SweepError::PartOfAJob(varied)),
            _ if varied.is_whole() && !whole => return Err(SweepError::NotWhole(varied)),
            _ => {}
        }
        // A single value has one text form, whatever its step was.
        let step = if first == last { Decimal::ONE } else { step };
        if Decimal::range(first, last, step, MAX_VALUES).is_none() {
            return Err(SweepError::TooMany);
        }
        Ok(Sweep { varied, first, last, step })
    }
}

impl fmt::Display for Sweep {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let name = self.varied.name();
        if self.first == self.last {
            write!(out, "{name}:{}", self.first)
        } else {
            write!(out, "{name}:{}..{}:{}", self.first, self.last, self.step)
        }
    }
}

impl FromStr for Sweep {
    type Err = SweepError;

    fn from_str(text: &str) -> Result<Sweep, SweepError> {
        let (name, range) = text.split_once(':').ok_or(SweepError::NoColon)?;
        let varied: Varied = name.parse()?;
        let number = |text: &str| Ok::<_, SweepError>(text.parse::<Decimal>()?);
        let Some((first, rest)) = range.split_once("..") else {
            let value = number(range)?;
            return Sweep::checked(varied, value, value, Decimal::ONE);
        };
        let (last, step) = rest.split_once(':').ok_or_else(|| SweepError::NoStep(shortened(range)))?;
        Sweep::checked(varied, number(first)?, number(last)?, number(step)?)
    }
}

/// Why a text is not a [`Sweep`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SweepError {
    /// There is only a name, or only values.
    #[error("no colon after what is varied")]
    NoColon,
    /// The quantity cannot be varied.
    #[error(transparent)]
    Varied(#[from] UnknownName),
    /// A value or a step is not a number.
    #[error(transparent)]
    Number(#[from] NotADecimal),
    /// There are only a first and a last value.
    #[error("the range '{0}' has no step")]
    NoStep(String),
    /// The first value is zero or negative.
    #[error("the first value {0} is not greater than 0")]
    First(Decimal),
    /// The range contains no value.
    #[error("the range ends at {last}, before it starts at {first}")]
    Backwards {
        /// Its start.
        first: Decimal,
        /// Its end.
        last: Decimal,
    },
    /// Times might exceed the clock, or the run the budget.
    #[error("the last value {last} is greater than {most}")]
    Last {
        /// The end of the range.
        last: Decimal,
        /// The greatest allowed end.
        most: i64,
    },
    /// The range would never end.
    #[error("the step {0} is not greater than 0")]
    Step(Decimal),
    /// A side is not a whole number.
    #[error("sides are whole numbers of nodes")]
    PartOfANode,
    /// A number of jobs is not whole.
    #[error("{} are whole numbers of jobs", if *.0 == Varied::Depth { "depths" } else { "the values" })]
    PartOfAJob(Varied),
    /// Another value is not whole.
    #[error("{0} takes whole numbers only")]
    NotWhole(Varied),
    /// There are too many values.
    #[error("more than {MAX_VALUES} values")]
    TooMany,
}

impl Explain for SweepError {
    fn passed_on(&self) -> Option<&dyn Explain> {
        match self {
            SweepError::Varied(error) => Some(error),
            SweepError::Number(error) => Some(error),
            _ => None,
        }
    }

    fn remedy(&self) -> String {
        match self {
            SweepError::Backwards { .. } => "swap the two".into(),
            SweepError::TooMany => "take a larger step".into(),
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostic;

    #[test]
    fn ranges_round_trip_in_one_form() {
        for (given, printed, count) in [
            ("runtime:0.2..2:0.05", "runtime:0.2..2:0.05", 37),
            ("runtime:0.20..2.0:.050", "runtime:0.2..2:0.05", 37),
            ("arrival:0.5..1.5:0.1", "arrival:0.5..1.5:0.1", 11),
            ("rate:1", "rate:1", 1),
            ("rate:1..1:0.5", "rate:1", 1),
            ("runtime:1..1.9:0.5", "runtime:1..1.9:0.5", 2),
            ("side:8..12:2", "side:8..12:2", 3),
            ("depth:1..100:1", "depth:1..100:1", 100),
            ("load:0.2..1.2:0.05", "load:0.2..1.2:0.05", 21),
            ("estimate-excess:0..2:0.5", "estimate-excess:0..2:0.5", 5),
            ("routing-delay:0", "routing-delay:0", 1),
            ("page-size:0..3:1", "page-size:0..3:1", 4),
            ("jobs:1000..100000:1000", "jobs:1000..100000:1000", 100),
        ] {
            let sweep: Sweep = given.parse().unwrap();
            assert_eq!(sweep.to_string(), printed);
            assert_eq!(sweep.values().len(), count, "{given}");
        }
    }

    #[test]
    fn invalid_ranges_are_reported() {
        for (text, hint) in [
            ("runtime", "no colon"),
            (
                "speed:1..2:1",
                "unknown quantity to vary 'speed' (expected one of runtime, arrival, rate, side, depth, load or 8 others",
            ),
            ("runtme:1..2:1", "unknown quantity to vary 'runtme'; did you mean runtime?"),
            ("runtime:nan..1:0.1", "'nan' is not a decimal number"),
            ("runtime:1..0:0.1", "ends at 0, before it starts at 1"),
            ("runtime:0..1:0.1", "first value 0 is not greater than 0"),
            ("runtime:-1", "-1 is not greater than 0"),
            ("runtime:1..2:0", "step 0 is not greater"),
            ("runtime:1..2:-1", "step -1 is not greater"),
            ("runtime:1..1001:1000", "1001 is greater than 1000"),
            ("runtime:1..2", "no step"),
            ("runtime:1..2:0.0001", "more than 1000 values"),
            ("runtime:1..2:1:1", "'1:1' is not a decimal"),
            ("runtime:", "'' is not a decimal"),
            ("side:8..9:0.5", "whole numbers"),
            ("side:2.5", "whole numbers"),
            ("depth:0..5:1", "first value 0 is not greater than 0"),
            ("depth:1..2:0.5", "depths are whole numbers of jobs"),
            ("jobs:1..2:0.5", "the values are whole numbers of jobs"),
            ("size-scale:1..2:0.5", "size-scale takes whole numbers only"),
            ("load:0..1:0.5", "first value 0 is not greater than 0"),
            ("jobs:1000001", "1000001 is greater than 1000000"),
        ] {
            let reason = Diagnostic::of(&text.parse::<Sweep>().unwrap_err()).message();
            assert!(reason.contains(hint), "{text}: {reason}");
        }
    }
}
