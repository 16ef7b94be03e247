//! Where the nodes of a topology lie in a picture: racks, rings and leaves as rows, a torus as slices side by side.

use super::PlaceQuestion;
use super::page::Cluster;
use crate::diagnostic::{Diagnostic, abridged};
use crate::report::words::counted;
use crate::topology::{Group, Kind, Switch, Topology, Torus};
use serde::Serialize;

/// The length of a line of a cluster without groups.
const LINE: usize = 64;

/// The most squares that a title beside a row takes.
const WIDEST_TITLE: u32 = 12;

/// A title in a picture. It begins at these coordinates.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PictureTitle {
    /// The text.
    pub text: String,
    /// The place from the left, in squares.
    pub x: u32,
    /// The place from the top, in squares.
    pub y: u32,
}

/// A strategy that can be asked about a topology, and the fields of a question that it reads.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlaceStrategy {
    /// Its full name.
    pub name: String,
    /// Fields of [`PlaceQuestion`].
    pub fields: Vec<&'static str>,
}

/// The nodes of a topology as squares of a picture, and what can be asked about it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlacePicture {
    /// What the topology is.
    pub sentence: String,
    /// Strategies that suit it. The first is the one of a question that names none.
    pub strategies: Vec<PlaceStrategy>,
    /// The first question: a job on the empty cluster, as the experiment would place it.
    pub question: PlaceQuestion,
    /// The width, in squares.
    pub width: u32,
    /// The height, in squares.
    pub height: u32,
    /// By number of the node, the place of its square from the left and from the top.
    pub squares: Vec<[u32; 2]>,
    /// By number of the node, its name.
    pub names: Vec<String>,
    /// Titles of groups and slices.
    pub titles: Vec<PictureTitle>,
}

/// Nodes that lie together in a picture: lines of some length.
struct Panel {
    title: String,
    length: usize,
    cells: Vec<Option<u32>>,
}

impl PlacePicture {
    /// The picture of the cluster of a link, or of a file with this text if there is one. It is about as many squares wide
    /// as asked for. Fails if there is no topology, or if it has errors.
    pub fn new(link: &str, file: &str, width: u32) -> Result<PlacePicture, Diagnostic> {
        let Cluster { topology, question, .. } = Cluster::find(link, file)?;
        let (kind, nodes) = (topology.kind.name(), topology.nodes.len());
        // A strategy's own topology is named after its kind.
        let name = if topology.name == kind.name() { String::new() } else { format!("{}: ", topology.name) };
        let mut picture = PlacePicture {
            sentence: format!("{name}{kind}, {}", counted(nodes, "node")),
            strategies: strategies(&topology.kind),
            question,
            squares: vec![[0, 0]; nodes],
            ..PlacePicture::default()
        };
        picture.place(&panels(&topology, width as usize), width, !matches!(topology.kind, Kind::Torus3d(_)));
        picture.names = topology.nodes;
        Ok(picture)
    }

    /// Places panels side by side, and in further lines where the width ends. Titles are beside rows, or above them.
    fn place(&mut self, panels: &[Panel], width: u32, is_beside: bool) {
        let longest = panels.iter().map(|panel| panel.title.chars().count() as u32).max().unwrap_or(0);
        // Letters are about half a square wide.
        let title = if is_beside && longest > 0 { (longest / 2 + 2).min(WIDEST_TITLE) } else { 0 };
        let above = u32::from(!is_beside);
        let (mut x, mut y, mut line) = (0, 0, 0);
        for panel in panels {
            let (length, rows) = (panel.length as u32, panel.cells.len().div_ceil(panel.length) as u32);
            if x > 0 && x + title + length > width {
                (x, y, line) = (0, y + line, 0);
            }
            if !panel.title.is_empty() {
                self.titles.push(PictureTitle { text: abridged(&panel.title, 2 * WIDEST_TITLE as usize - 3), x, y });
            }
            for (place, node) in
                panel.cells.iter().enumerate().filter_map(|(place, node)| Some((place as u32, (*node)?)))
            {
                self.squares[node as usize] = [x + title + place % length, y + above + place / length];
            }
            self.width = self.width.max(x + title + length);
            self.height = self.height.max(y + above + rows);
            (x, line) = (x + title + length + 1, line.max(above + rows + above));
        }
    }
}

/// The groups of a topology, in rows of at most this width.
fn panels(topology: &Topology, width: usize) -> Vec<Panel> {
    let row = |word: &str, name: &str, nodes: &[u32]| {
        let cells: Vec<Option<u32>> = nodes.iter().copied().map(Some).collect();
        Panel { title: titled(word, name), length: cells.len().clamp(1, width.max(LINE / 2)), cells }
    };
    let rows = |word, groups: &[Group]| groups.iter().map(|group| row(word, &group.name, &group.nodes)).collect();
    match &topology.kind {
        Kind::Torus3d(tori) => tori.iter().flat_map(|torus| slices(torus, tori.len() > 1)).collect(),
        Kind::Ring(rings) => rows("ring", rings),
        Kind::Block(racks) => rows("block", &racks.blocks),
        Kind::Tree(switches) => {
            let leaves = leaves(switches).into_iter().map(|place| &switches[place]);
            leaves.map(|leaf| row("leaf", &leaf.name, &leaf.nodes)).collect()
        }
        Kind::Flat => {
            let cells: Vec<Option<u32>> = (0..topology.nodes.len() as u32).map(Some).collect();
            vec![Panel { title: String::new(), length: LINE.min(width.max(8)), cells }]
        }
    }
}

/// A name for people: groups of a strategy's own topology have numbers as names.
pub fn titled(word: &str, name: &str) -> String {
    if name.bytes().all(|byte| byte.is_ascii_digit()) { format!("{word} {name}") } else { name.into() }
}

/// A slice of a torus for each z, x to the right.
fn slices(torus: &Torus, is_named: bool) -> Vec<Panel> {
    let [x, y, _] = torus.dims.map(|side| side as usize);
    let slices = torus.cells.chunks(x * y).enumerate();
    let name = if is_named { format!("{}, ", torus.name) } else { String::new() };
    slices.map(|(z, cells)| Panel { title: format!("{name}z = {z}"), length: x, cells: cells.to_vec() }).collect()
}

/// The leaves of a tree, those under a switch one after the other.
fn leaves(switches: &[Switch]) -> Vec<usize> {
    fn walk(switches: &[Switch], place: usize, found: &mut Vec<usize>) {
        if switches[place].children.is_empty() {
            found.push(place);
        }
        switches[place].children.iter().for_each(|&child| walk(switches, child, found));
    }
    let mut found = Vec::new();
    let roots = (0..switches.len()).filter(|&place| switches[place].parent.is_none());
    roots.for_each(|root| walk(switches, root, &mut found));
    found
}

/// Slurm's strategy for a topology, and others that read it.
fn strategies(kind: &Kind) -> Vec<PlaceStrategy> {
    let strategy = |name: &str, fields: &[&'static str]| PlaceStrategy { name: name.into(), fields: fields.to_vec() };
    let of_slurm = match kind {
        Kind::Torus3d(_) => strategy("slurm-torus3d", &["segment", "round_up"]),
        Kind::Ring(_) => strategy("slurm-ring", &["segment"]),
        Kind::Block(_) => strategy("slurm-block", &["segment", "flags"]),
        Kind::Tree(_) => strategy("slurm-tree", &["dragonfly"]),
        Kind::Flat => return vec![strategy("slurm-flat", &[])],
    };
    let of_kueue = ["kueue", "kueue(required)", "kueue(least-free)", "kueue(balanced)"];
    let of_kueue = of_kueue.into_iter().filter(|_| matches!(kind, Kind::Block(_) | Kind::Tree(_)));
    let others = of_kueue.map(|name| strategy(name, &["segment"]));
    [of_slurm].into_iter().chain(others).chain([strategy("slurm-flat", &[])]).collect()
}
