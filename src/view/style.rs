//! A curve's own colour and label, in place of the usual ones.

use super::{CurveName, CurveNameError, View};
use crate::diagnostic::{Explain, shortened};
use crate::experiment::Curve;
use crate::experiment::curves::COLOURS;
use std::fmt;
use std::str::FromStr;

/// The names of the colours of curves, in their order in `figure`.
pub const COLOUR_NAMES: [&str; COLOURS] =
    ["blue", "vermilion", "green", "purple", "orange", "sky", "black", "yellow", "indigo", "wine", "forest", "brown"];

/// The longest label, in characters.
const LONGEST: usize = 80;

/// How a curve is shown: `easy/nep=orange:Our method`, each part only if it differs from the usual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurveStyle {
    /// The curve.
    pub curve: CurveName,
    /// The number of its colour, below [`COLOURS`].
    pub colour: Option<usize>,
    /// Its label; empty for the usual one.
    pub label: String,
}

impl fmt::Display for CurveStyle {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}={}", self.curve, self.colour.map_or("", |colour| COLOUR_NAMES[colour]))?;
        if self.label.is_empty() { Ok(()) } else { write!(out, ":{}", self.label) }
    }
}

/// An error in the style of a curve.
#[derive(Debug, thiserror::Error)]
pub enum CurveStyleError {
    /// Nothing separates the curve from its style.
    #[error("'{0}' has no '=' behind a curve")]
    NoStyle(String),
    /// The curve is not valid.
    #[error(transparent)]
    Curve(#[from] CurveNameError),
    /// The colour is unknown.
    #[error("unknown colour '{0}'")]
    Colour(String),
    /// The label cannot stand in a list of labels.
    #[error("the label '{0}' has a ';', a line break, or more than {LONGEST} characters")]
    Label(String),
}

impl Explain for CurveStyleError {
    fn expected(&self) -> String {
        match self {
            CurveStyleError::Curve(error) => error.expected(),
            CurveStyleError::Colour(_) => format!("one of {}", COLOUR_NAMES.join(", ")),
            _ => "policy/strategy=colour:label, for example easy/nep=orange:Our method".into(),
        }
    }
}

impl FromStr for CurveStyle {
    type Err = CurveStyleError;

    fn from_str(text: &str) -> Result<CurveStyle, CurveStyleError> {
        let (curve, style) = text.split_once('=').ok_or_else(|| CurveStyleError::NoStyle(shortened(text)))?;
        let (colour, label) = style.split_once(':').unwrap_or((style, ""));
        let (colour, label) = (colour.trim(), label.trim());
        let known = COLOUR_NAMES.iter().position(|name| name.eq_ignore_ascii_case(colour));
        if known.is_none() && !colour.is_empty() {
            return Err(CurveStyleError::Colour(shortened(colour)));
        }
        if label.contains(';') || label.contains(char::is_control) || label.chars().count() > LONGEST {
            return Err(CurveStyleError::Label(shortened(label)));
        }
        Ok(CurveStyle { curve: curve.parse()?, colour: known, label: label.into() })
    }
}

impl View {
    /// The style of a curve, if it has one.
    pub fn style(&self, curve: &Curve) -> Option<&CurveStyle> {
        self.styles.iter().find(|style| style.curve.names(curve))
    }

    /// Gives a curve its own colour and title.
    pub fn dress(&self, curve: &mut Curve) {
        let Some(CurveStyle { colour, label, .. }) = self.style(curve).cloned() else { return };
        curve.colour = colour.unwrap_or(curve.colour);
        if !label.is_empty() {
            curve.title = label;
        }
    }

    /// The same view with this style for its curve, in place of an earlier one.
    pub fn with_style(&self, style: CurveStyle) -> View {
        let mut styles = self.styles.clone();
        styles.retain(|other| other.curve != style.curve);
        styles.extend(Some(style).filter(|style| style.colour.is_some() || !style.label.is_empty()));
        View { styles, ..self.clone() }
    }
}
