//! Which dimension of a machine lies where in its picture: across or up, and at which level of nesting.

use crate::diagnostic::Explain;
use std::fmt;

/// A dimension with its coordinates wrapped like the words of a text: so many in a row, rows downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrappedDimension {
    /// The dimension.
    pub dimension: usize,
    /// How many of its coordinates stand in a row, at least 1.
    pub columns: u32,
}

/// Which dimensions lie across and which go up, each list with the innermost first: the nodes of one tile, then the tiles
/// side by side, and so on. Every dimension is in one of them.
///
/// Written `across=5,2,1 up=4,3,0`, or `across=2 up=1 fold=0:4` where the outermost dimension, 0, is folded into rows of
/// four.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapAxes {
    /// The dimensions from left to right.
    pub across: Vec<usize>,
    /// The dimensions from bottom to top.
    pub up: Vec<usize>,
    /// The outermost dimension, where it is folded.
    pub fold: Option<WrappedDimension>,
}

/// Errors of a text of map axes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AxesError {
    /// A word is none of `across=`, `up=` and `fold=`, or comes twice.
    #[error("'{0}' does not say which dimensions lie where")]
    Word(String),
    /// It names no dimension of the machine.
    #[error("'{part}' is not a dimension of this machine")]
    Dimension {
        /// What stands there.
        part: String,
        /// How many dimensions there are.
        dimensions: usize,
    },
    /// A dimension is named more than once.
    #[error("dimension {0} lies in two places")]
    Twice(usize),
    /// A dimension is not named.
    #[error("dimension {0} lies nowhere")]
    Missing(usize),
    /// The fold has no number of columns.
    #[error("'{0}' does not say how many coordinates stand in a row")]
    Columns(String),
}

impl Explain for AxesError {
    fn expected(&self) -> String {
        match self {
            AxesError::Dimension { dimensions, .. } => format!("0 to {}", dimensions.saturating_sub(1)),
            AxesError::Columns(_) => "the dimension and at least 1, such as fold=0:4".into(),
            _ => "each dimension once, such as across=2,0 up=1".into(),
        }
    }
}

impl fmt::Display for MapAxes {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let list = |list: &[usize]| list.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        let fold = |WrappedDimension { dimension, columns }| format!("{dimension}:{columns}");
        let fold = self.fold.map(fold).unwrap_or_default();
        let words = [("across", list(&self.across)), ("up", list(&self.up)), ("fold", fold)];
        let words = words.into_iter().filter(|(_, text)| !text.is_empty());
        out.write_str(&words.map(|(name, text)| format!("{name}={text}")).collect::<Vec<_>>().join(" "))
    }
}

impl MapAxes {
    /// Reads a text for a machine of so many dimensions. Fails unless every dimension has exactly one place.
    pub fn read(text: &str, dimensions: usize) -> Result<MapAxes, AxesError> {
        let dimension = |part: &str| {
            let number = part.trim().parse().ok().filter(|&number| number < dimensions);
            number.ok_or_else(|| AxesError::Dimension { part: part.trim().into(), dimensions })
        };
        let list = |text: &str| text.split(',').map(dimension).collect::<Result<Vec<usize>, _>>();
        let mut axes = MapAxes::default();
        for word in text.split_whitespace() {
            match word.split_once('=') {
                Some(("across", dimensions)) if axes.across.is_empty() => axes.across = list(dimensions)?,
                Some(("up", dimensions)) if axes.up.is_empty() => axes.up = list(dimensions)?,
                Some(("fold", folded)) if axes.fold.is_none() => {
                    let (first, columns) = folded.split_once(':').unwrap_or((folded, ""));
                    let columns = columns.parse().ok().filter(|&columns| columns > 0);
                    let columns = columns.ok_or_else(|| AxesError::Columns(word.into()))?;
                    axes.fold = Some(WrappedDimension { dimension: dimension(first)?, columns });
                }
                _ => return Err(AxesError::Word(word.into())),
            }
        }
        for dimension in 0..dimensions {
            match axes.places(dimension) {
                1 => {}
                0 => return Err(AxesError::Missing(dimension)),
                _ => return Err(AxesError::Twice(dimension)),
            }
        }
        Ok(axes)
    }

    /// In how many places a dimension lies.
    fn places(&self, dimension: usize) -> usize {
        let named = self.across.iter().chain(&self.up).chain(self.fold.as_ref().map(|fold| &fold.dimension));
        named.filter(|&&named| named == dimension).count()
    }

    /// Where the dimensions of a machine best lie: a picture a little wider than high, with as many dimensions across as up,
    /// neighbours in the machine's list one across and one up, the last dimension across. The longest dimensions make the
    /// tiles, since small tiles are mostly gaps; of equals, the last. If the picture would be a strip, one dimension is
    /// folded.
    ///
    /// Tries all of this, for `d` dimensions `2^d` ways to deal them times their extents; takes milliseconds at most.
    pub fn suitable(extents: &[u32]) -> MapAxes {
        let mut best = (f64::INFINITY, MapAxes::default());
        let mut inner_first: Vec<usize> = (0..extents.len()).rev().collect();
        inner_first.sort_by_key(|&dimension| std::cmp::Reverse(extents[dimension]));
        // The last dimensions are the high bits of the masks: tried first, they win among equals.
        for mask in (0..1u32 << extents.len()).rev() {
            let dealt = |across: bool| -> Vec<usize> {
                inner_first.iter().copied().filter(|dimension| (mask >> dimension & 1 == 1) == across).collect()
            };
            let plain = MapAxes { across: dealt(true), up: dealt(false), fold: None };
            best = better(best, plain.clone(), extents);
            for dimension in
                (0..extents.len()).filter(|dimension| mask >> dimension & 1 == 1 && extents[*dimension] > 2)
            {
                let across: Vec<usize> = plain.across.iter().copied().filter(|other| *other != dimension).collect();
                for columns in rows_worth_trying(&across, &plain.up, extents, extents[dimension]) {
                    let fold = Some(WrappedDimension { dimension, columns });
                    best = better(best, MapAxes { across: across.clone(), up: plain.up.clone(), fold }, extents);
                }
            }
        }
        best.1
    }
}

/// The better one of two, the first of equals.
fn better(best: (f64, MapAxes), axes: MapAxes, extents: &[u32]) -> (f64, MapAxes) {
    let ugliness = ugliness(&axes, extents);
    if ugliness < best.0 - 1e-9 { (ugliness, axes) } else { best }
}

/// How many times as wide as high a picture is at its best, as a power of two.
const WIDTH: f64 = 0.4;

/// What a fold, a dimension too many on one side, a pair of neighbours on the same side, and twice as many places as nodes
/// cost, in doublings of the width.
const FOLD: f64 = 1.2;
const LOPSIDED: f64 = 0.15;
const SAME_SIDE: f64 = 0.05;
const HOLES: f64 = 4.0;

/// The cost of folding the next dimension instead of the one before.
const LATE: f64 = 0.01;

/// How far from well laid out a picture is; 0 is perfect.
fn ugliness(axes: &MapAxes, extents: &[u32]) -> f64 {
    let nodes = |list: &[usize]| list.iter().map(|&dimension| f64::from(extents[dimension])).product::<f64>();
    let (mut across, mut up, mut cost) = (nodes(&axes.across), nodes(&axes.up), 0.0);
    if let Some(WrappedDimension { dimension, columns }) = axes.fold {
        let (columns, rows) = (f64::from(columns), f64::from(extents[dimension].div_ceil(columns)));
        (across, up) = (across * columns, up * rows);
        cost += FOLD + LATE * dimension as f64 + HOLES * libm::log2(columns * rows / f64::from(extents[dimension]));
    }
    // Dimensions of one node are not drawn.
    let visible = |list: &[usize]| list.iter().filter(|&&dimension| extents[dimension] > 1).count();
    let side = |dimension: usize| axes.across.contains(&dimension);
    let all: Vec<usize> = (0..extents.len()).rev().filter(|&dimension| extents[dimension] > 1).collect();
    let same = all.chunks_exact(2).filter(|pair| side(pair[0]) == side(pair[1])).count();
    cost += LOPSIDED * visible(&axes.across).abs_diff(visible(&axes.up)) as f64 + SAME_SIDE * same as f64;
    cost + (libm::log2(across / up) - WIDTH).abs()
}

/// Numbers of columns that make a folded picture neither a strip nor a tower; a few dozen at most.
fn rows_worth_trying(
    across: &[usize],
    up: &[usize],
    extents: &[u32],
    folded: u32,
) -> impl Iterator<Item = u32> + use<> {
    let nodes = |list: &[usize]| list.iter().map(|&dimension| f64::from(extents[dimension])).product::<f64>();
    let square = libm::sqrt(f64::from(folded) * nodes(up) / nodes(across)) as u32;
    let (from, to) = ((square / 2).clamp(2, folded - 1), square.saturating_mul(3).clamp(2, folded - 1));
    (from..=to).step_by(1 + (to - from) as usize / 64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suitable(extents: &[u32]) -> String {
        MapAxes::suitable(extents).to_string()
    }

    #[test]
    fn pictures_are_a_little_wider_than_high() {
        for (extents, expected) in [
            // 8x4 tiles in a grid of 2x4, in 2x2 blocks: 32x32 cells.
            (&[2, 2, 2, 4, 4, 8][..], "across=5,2,1 up=4,3,0"),
            (&[16, 22], "across=1 up=0"),
            (&[22, 16], "across=0 up=1"),
            (&[12, 12, 12], "across=2 up=1 fold=0:4"),
            (&[8, 8, 8], "across=2 up=1 fold=0:4"),
            (&[8, 12, 16, 16, 2], "across=2,0,4 up=3,1"),
            (&[24, 23, 24, 2, 3, 2], "across=2,1 up=0,4,5,3"),
            (&[100], "fold=0:10"),
            (&[2; 7], "across=6,4,2,0 up=5,3,1"),
            (&[2; 12], "across=11,9,7,5,3,1 up=10,8,6,4,2,0"),
            (&[1], "across=0"),
            (&[3], "across=0"),
        ] {
            assert_eq!(suitable(extents), expected, "{extents:?}");
        }
    }

    #[test]
    fn whatever_suits_is_read_back() {
        for extents in [&[1, 1, 5, 1][..], &[1 << 20], &[7, 3, 5, 2, 2, 3, 2], &[1024, 1024], &[1, 1], &[100, 2]] {
            let axes = MapAxes::suitable(extents);
            assert_eq!(MapAxes::read(&axes.to_string(), extents.len()), Ok(axes), "{extents:?}");
        }
    }

    #[test]
    fn a_text_that_says_no_places_is_refused() {
        let said = |text: &str| {
            let error = MapAxes::read(text, 3).unwrap_err();
            crate::diagnostic::Diagnostic::of(&error).message()
        };
        assert_eq!(
            said("across=0,1 down=2"),
            "'down=2' does not say which dimensions lie where (expected each dimension once, such as across=2,0 up=1)"
        );
        assert_eq!(said("across=0,3 up=1"), "'3' is not a dimension of this machine (expected 0 to 2)");
        assert_eq!(
            said("across=0,1 up=1,2"),
            "dimension 1 lies in two places (expected each dimension once, such as across=2,0 up=1)"
        );
        assert_eq!(
            said("across=0 up=1"),
            "dimension 2 lies nowhere (expected each dimension once, such as across=2,0 up=1)"
        );
        assert_eq!(
            said("across=0 across=1 up=2"),
            "'across=1' does not say which dimensions lie where (expected each dimension once, such as across=2,0 up=1)"
        );
        for fold in ["fold=2", "fold=2:0", "fold=2:x"] {
            let expected = format!(
                "'{fold}' does not say how many coordinates stand in a row (expected the dimension and at least 1, such as fold=0:4)"
            );
            assert_eq!(said(&format!("across=0 up=1 {fold}")), expected);
        }
        assert_eq!(said("across= up=1"), "'' is not a dimension of this machine (expected 0 to 2)");
        assert!(said("").starts_with("dimension 0 lies nowhere"));
    }
}
