//! What is varied from run to run, and over which values.

use crate::time::Decimal;
use std::fmt;
use std::str::FromStr;

/// The most values a sweep may have.
pub const MAX_VALUES: usize = 1000;

/// The largest coefficient: it keeps a century of seconds well within the clock.
pub const MAX_COEFFICIENT: i64 = 1000;

/// What a sweep varies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Varied {
    /// Runtimes and estimates are multiplied by the value: higher is more load.
    Runtime,
    /// Arrival times are multiplied by the value: lower is more load.
    Arrival,
    /// The model's jobs arrive the value times as often as published: higher is more load.
    Rate,
    /// Every extent of the machine is the value, and the model makes jobs for that machine.
    Side,
}

impl Varied {
    /// Everything that can be varied: its name in `vary=`, the parameter whose place the values take, and the axis title.
    const NAMES: [(Varied, &'static str, &'static str, &'static str); 4] = [
        (Varied::Runtime, "runtime", "runtime-coefficient", "Runtime coefficient"),
        (Varied::Arrival, "arrival", "arrival-factor", "Arrival factor"),
        (Varied::Rate, "rate", "rate", "Arrival rate"),
        (Varied::Side, "side", "side", "Side of the machine"),
    ];

    fn line(self) -> &'static (Varied, &'static str, &'static str, &'static str) {
        Varied::NAMES.iter().find(|line| line.0 == self).expect("every variant has a line")
    }

    /// The name in `vary=`.
    pub fn name(self) -> &'static str {
        self.line().1
    }

    /// The parameter that the values take the place of.
    pub fn parameter(self) -> &'static str {
        self.line().2
    }

    /// The title of an axis of the values.
    pub fn title(self) -> &'static str {
        self.line().3
    }

    /// The load at `value`, relative to the load at 1. For weighing work, not for results.
    pub fn relative_load(self, value: Decimal) -> f64 {
        match self {
            Varied::Runtime | Varied::Rate => value.to_f64(),
            Varied::Arrival => 1.0 / value.to_f64(),
            Varied::Side => 1.0,
        }
    }
}

/// A range of values: `first`, `first + step`, ... up to `last`. Written `runtime:0.2..2:0.05`, or `runtime:1` for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// What is varied.
    pub varied: Varied,
    first: Decimal,
    last: Decimal,
    step: Decimal,
}

impl Sweep {
    /// The values `first`, `first + step`, ... up to `last`; panics where the text form would be refused.
    pub fn new(varied: Varied, first: Decimal, last: Decimal, step: Decimal) -> Sweep {
        Sweep::checked(varied, first, last, step).expect("a valid range")
    }

    /// One value.
    pub fn single(varied: Varied, value: Decimal) -> Sweep {
        Sweep::new(varied, value, value, Decimal::ONE)
    }

    /// Every value, in increasing order, at least one and at most [`MAX_VALUES`].
    pub fn values(&self) -> Vec<Decimal> {
        Decimal::range(self.first, self.last, self.step, MAX_VALUES).expect("checked when it was made")
    }

    fn checked(varied: Varied, first: Decimal, last: Decimal, step: Decimal) -> Result<Sweep, String> {
        if !first.is_positive() {
            return Err(format!("the first value {first} is not greater than 0"));
        }
        if last < first {
            return Err(format!("the range ends at {last}, before it starts at {first}; swap the two"));
        }
        if last > Decimal::new(MAX_COEFFICIENT, 0) {
            return Err(format!("the last value {last} is greater than {MAX_COEFFICIENT}"));
        }
        if !step.is_positive() {
            return Err(format!("the step {step} is not greater than 0"));
        }
        if varied == Varied::Side && (first.whole().is_none() || step.whole().is_none()) {
            return Err("sides are whole numbers of nodes".into());
        }
        // One value has one form, whatever the step was.
        let step = if first == last { Decimal::ONE } else { step };
        if Decimal::range(first, last, step, MAX_VALUES).is_none() {
            return Err(format!("more than {MAX_VALUES} values; take a larger step"));
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
    type Err = String;

    fn from_str(text: &str) -> Result<Sweep, String> {
        let Some((name, range)) = text.split_once(':') else {
            return Err("no colon after what is varied".into());
        };
        let Some((varied, ..)) = Varied::NAMES.iter().find(|line| line.1 == name) else {
            return Err(format!("'{name}' cannot be varied (known: runtime, arrival, rate, side)"));
        };
        let Some((first, rest)) = range.split_once("..") else {
            let value = range.parse()?;
            return Sweep::checked(*varied, value, value, Decimal::ONE);
        };
        let Some((last, step)) = rest.split_once(':') else {
            return Err(format!("the range '{range}' has no step"));
        };
        Sweep::checked(*varied, first.parse()?, last.parse()?, step.parse()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        ] {
            let sweep: Sweep = given.parse().unwrap();
            assert_eq!(sweep.to_string(), printed);
            assert_eq!(sweep.values().len(), count, "{given}");
        }
    }

    #[test]
    fn bad_ranges_say_what_is_wrong() {
        for (text, hint) in [
            ("runtime", "no colon"),
            ("speed:1..2:1", "'speed' cannot be varied"),
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
        ] {
            let reason = text.parse::<Sweep>().unwrap_err();
            assert!(reason.contains(hint), "{text}: {reason}");
        }
    }
}
