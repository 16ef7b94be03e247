//! Lists of placements, and the moves between them.

use super::SearchLimits;
use crate::random::Stream;
use crate::sorting::sorted;
use crate::topology::Placement;
use std::fmt::Write;

/// The shapes of a size of jobs, each with its turnings.
pub(super) type Size = Vec<Vec<[u32; 3]>>;

/// A list of placements, as what is chosen for each size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate(Vec<Choice>);

/// What is chosen for a size.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Choice {
    /// Whether it has each of its shapes; at least one.
    has: Vec<bool>,
    spacing: Spacing,
    /// Whether anchors begin in the middle of each side of the box.
    shifted: bool,
}

/// The distance of anchors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spacing {
    Box,
    HalfBox,
    Node,
}

impl Spacing {
    const ALL: [Spacing; 3] = [Spacing::Box, Spacing::HalfBox, Spacing::Node];
}

/// The first sizes that boxes within these sides can have, with the shapes that may be chosen.
pub(super) fn sizes(asked: impl Iterator<Item = u32>, sides: [u32; 3], limits: &SearchLimits) -> Vec<Size> {
    let shapes = |size: u32| shapes(size, sides, limits);
    asked.map(shapes).filter(|shapes| !shapes.is_empty()).take(limits.sizes).collect()
}

/// The shapes of a size: of least sum first, then in lexicographic order, each with its turnings in that order.
fn shapes(size: u32, sides: [u32; 3], limits: &SearchLimits) -> Size {
    let mut boxes: Vec<[u32; 3]> = Vec::new();
    for x in (1..=sides[0].min(size)).filter(|x| size.is_multiple_of(*x)) {
        let area = size / x;
        let ys = (1..=sides[1].min(area)).filter(|y| area.is_multiple_of(*y) && area / y <= sides[2]);
        boxes.extend(ys.map(|y| [x, y, area / y]));
    }
    let boxes = sorted(boxes, |one, other| (one.iter().sum::<u32>(), one).cmp(&(other.iter().sum(), other)));
    let mut shapes: Size = Vec::new();
    for turning in boxes {
        let ascending = |sides: &[u32; 3]| sorted(sides.to_vec(), u32::cmp);
        match shapes.iter_mut().find(|shape| ascending(&shape[0]) == ascending(&turning)) {
            Some(shape) if limits.rotated => shape.push(turning),
            Some(_) => {}
            None => shapes.push(vec![turning]),
        }
    }
    shapes.truncate(limits.shapes);
    shapes
}

impl Candidate {
    /// The first shape of each size, box beside box.
    pub(super) fn first(sizes: &[Size]) -> Candidate {
        let choice = |size: &Size| Choice { has: one(size.len(), 0), spacing: Spacing::Box, shifted: false };
        Candidate(sizes.iter().map(choice).collect())
    }

    /// A shape, a spacing and a seed of each size, drawn in this order.
    pub(super) fn drawn(sizes: &[Size], stream: &mut Stream) -> Candidate {
        let mut below = |count: usize| stream.uniform_integer(0, count as u32 - 1) as usize;
        let choice = |size: &Size| Choice {
            has: one(size.len(), below(size.len())),
            spacing: Spacing::ALL[below(3)],
            shifted: below(2) == 1,
        };
        Candidate(sizes.iter().map(choice).collect())
    }

    /// The candidates a move away, in the order of the rule: for each size a shape more, a shape less, another spacing,
    /// the other seed.
    pub(super) fn moves(&self, sizes: &[Size]) -> Vec<Candidate> {
        let mut moves: Vec<Candidate> = Vec::new();
        let with = |place: usize, choice: Choice| {
            let mut choices = self.0.clone();
            choices[place] = choice;
            Candidate(choices)
        };
        let each = || self.0.iter().enumerate();
        for wanted in [true, false] {
            for (place, choice) in each() {
                let others = (0..sizes[place].len()).filter(|&shape| choice.has[shape] != wanted);
                let changed = others.map(|shape| {
                    let mut has = choice.has.clone();
                    has[shape] = wanted;
                    Choice { has, ..choice.clone() }
                });
                moves.extend(changed.filter(|choice| choice.has.contains(&true)).map(|choice| with(place, choice)));
            }
        }
        for (place, choice) in each() {
            let others = Spacing::ALL.into_iter().filter(|spacing| *spacing != choice.spacing);
            moves.extend(others.map(|spacing| with(place, Choice { spacing, ..choice.clone() })));
        }
        moves.extend(each().map(|(place, choice)| with(place, Choice { shifted: !choice.shifted, ..choice.clone() })));
        moves
    }

    /// The placements, size by size, shape by shape.
    pub(super) fn placements(&self, sizes: &[Size]) -> Vec<Placement> {
        let chosen = |(choice, size): (&Choice, &Size)| {
            let shapes = size.iter().zip(&choice.has).filter(|(_, has)| **has).flat_map(|(shape, _)| shape.clone());
            let placement = |dims: [u32; 3]| Placement {
                dims,
                spacing: match choice.spacing {
                    Spacing::Box => dims,
                    Spacing::HalfBox => dims.map(|side| side.div_ceil(2)),
                    Spacing::Node => [1; 3],
                },
                seed: if choice.shifted { dims.map(|side| side / 2) } else { [0; 3] },
            };
            shapes.map(placement).collect::<Vec<_>>()
        };
        self.0.iter().zip(sizes).flat_map(chosen).collect()
    }
}

fn one(length: usize, place: usize) -> Vec<bool> {
    (0..length).map(|other| other == place).collect()
}

/// The torus of a site, and its names.
pub(super) struct Site {
    pub sides: [u32; 3],
    pub torus: String,
    /// Its nodes as a hostlist, cell by cell.
    pub nodes: String,
}

impl Site {
    /// A torus with names that stand for those of the site.
    pub fn nameless(sides: [u32; 3]) -> Site {
        Site { sides, torus: "torus".into(), nodes: format!("node[1-{}]", sides.iter().product::<u32>()) }
    }
}

/// Placements on one torus as an entry of `topology.yaml`.
pub(super) fn yaml(placements: &[Placement], site: &Site, name: &str, is_default: bool) -> String {
    let axes = |[x, y, z]: [u32; 3]| format!("{{x: {x}, y: {y}, z: {z}}}");
    let (sides, torus, nodes) = (site.sides, scalar(&site.torus), scalar(&site.nodes));
    let mut text = format!(
        "- topology: {name}\n  cluster_default: {is_default}\n  torus3d:\n    toruses:\n      - name: {torus}\n"
    );
    // Writing to a string does not fail.
    let _ = writeln!(text, "        dims: {}\n        nodes: {nodes}\n        placements:", axes(sides));
    for Placement { dims, spacing, seed } in placements {
        let _ = writeln!(text, "          - dims: {}", axes(*dims));
        let _ =
            writeln!(text, "            anchor_spacing: {}\n            anchor_seed: {}", axes(*spacing), axes(*seed));
    }
    text
}

/// A text as YAML reads it back, in quotes if it could mean anything else.
fn scalar(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-.,[]".contains(letter);
    let is_word = text.starts_with(|letter: char| letter.is_ascii_alphabetic()) && text.chars().all(is_plain);
    if is_word { text.into() } else { format!("'{}'", text.replace('\'', "''")) }
}
