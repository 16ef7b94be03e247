//! What the page and its workers need to know about the program when they start.

use crate::BUILD;
use crate::diagnostic::Diagnostic;
use crate::formats::{MOST_BYTES, TooLarge};
use serde::Serialize;

/// The program's version and limits.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct About {
    /// [`BUILD`]; scripts compare it to check that they are of the same version.
    pub build: &'static str,
    /// [`MOST_BYTES`]; a larger log is not fetched.
    pub most_bytes: f64,
    /// The message for a larger log.
    pub too_large: String,
}

/// This program.
pub fn about() -> About {
    let too_large = format!("the log is {}", Diagnostic::of(&TooLarge).message());
    About { build: BUILD, most_bytes: MOST_BYTES as f64, too_large }
}
