//! The origin that a file carries.

use crate::BUILD;

/// Where a picture comes from, so that it can be traced years later.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Imprint {
    /// What it shows.
    pub title: String,
    /// The whole address of what it shows, or as much of it as is known.
    pub address: String,
    /// The program that computed what it shows; empty for this one.
    pub origin: String,
    /// The day on which it was made, as in ISO 8601; empty if unknown.
    pub date: String,
}

impl Imprint {
    /// The program, the address, the origin and the day, as far as they are known.
    pub fn lines(&self) -> Vec<String> {
        let known = [format!("Subtorus {BUILD}"), self.address.clone(), self.origin.clone(), self.date.clone()];
        known.into_iter().filter(|line| !line.is_empty()).collect()
    }
}
