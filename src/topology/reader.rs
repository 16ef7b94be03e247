//! From the values of a file to topologies.

use super::checks::{Names, complete_switches, levels, torus_cells};
use super::error::{Problem, TopologyError};
use super::yaml::{Content, Value};
use super::{Group, Kind, Placement, Racks, Switch, Topology, Torus, conf, hostlist, yaml};
use crate::machine::MAX_NODES;
use std::sync::Arc;

/// The most positions of a ring.
const LONGEST_RING: usize = 16;

/// The kinds of a topology, which exclude each other.
const KINDS: &[&str] = &["torus3d", "ring", "block", "tree", "flat"];

/// The topologies of a file.
#[derive(Clone, Debug)]
pub struct TopologyFile {
    text: Arc<str>,
    topologies: Arc<[Topology]>,
    /// The place of the default.
    default: usize,
}

impl PartialEq for TopologyFile {
    fn eq(&self, other: &TopologyFile) -> bool {
        self.text == other.text
    }
}

impl TopologyFile {
    /// Reads `topology.yaml` or `topology.conf`, which the content distinguishes. All topologies are checked. The default
    /// is the one with `cluster_default: true`, else the first.
    pub fn read(text: &str) -> Result<TopologyFile, TopologyError> {
        let text: Arc<str> = text.trim_start_matches('\u{feff}').trim_end().replace("\r\n", "\n").into();
        let values = if conf::recognises(&text) { conf::parse(&text)? } else { yaml::parse(&text)? };
        let (mut topologies, mut default): (Vec<Topology>, _) = (Vec::new(), None);
        for value in values.filled_list("the file")? {
            let (entry, is_default) = topology(value)?;
            if topologies.iter().any(|other| other.name == entry.name) {
                return Err(Problem::Twice { what: "the topology", name: entry.name }.at(value.line));
            }
            default = default.or(is_default.then_some(topologies.len()));
            topologies.push(entry);
        }
        Ok(TopologyFile { text, topologies: topologies.into(), default: default.unwrap_or(0) })
    }

    /// The text, with Unix line ends.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The topology of this name, or the default. Fails if there is none of that name.
    pub fn choose(&self, name: Option<&str>) -> Result<&Topology, TopologyError> {
        let Some(name) = name else { return Ok(&self.topologies[self.default]) };
        self.topologies.iter().find(|topology| topology.name == name).ok_or_else(|| {
            let known = self.topologies.iter().map(|topology| topology.name.clone()).collect();
            Problem::NoSuchTopology { name: name.into(), known }.at(1)
        })
    }
}

/// A topology, and whether it is the default.
fn topology(value: &Value) -> Result<(Topology, bool), TopologyError> {
    let known = &["topology", "cluster_default", "torus3d", "ring", "block", "tree", "flat", "nodes"];
    let fields = value.fields("a topology", known)?;
    let name = fields.text("topology")?.into();
    let is_default = fields.get("cluster_default").map_or(Ok(false), Value::boolean)?;
    let kind = fields.only_one_of(KINDS)?;
    let mut names = Names::default();
    if kind == "flat" {
        let flat = fields.required("flat")?;
        if !flat.boolean()? {
            return Err(Problem::unexpected("flat", "false", "true, or no such key").at(flat.line));
        }
        names.add(fields.required("nodes")?)?;
    } else if let Some(nodes) = fields.get("nodes") {
        return Err(Problem::UnknownKey { element: "a topology that is not flat", key: "nodes".into(), known: KINDS }
            .at(nodes.line));
    }
    let inner = fields.required(kind)?;
    let mut kind = match kind {
        "torus3d" => Kind::Torus3d(tori(inner, &mut names)?),
        "ring" => Kind::Ring(rings(inner, &mut names)?),
        "block" => Kind::Block(racks(inner, &mut names)?),
        "tree" => Kind::Tree(switches(inner, &mut names)?),
        _ => Kind::Flat,
    };
    let (nodes, number_of) = names.in_natural_order()?;
    kind.nodes_mut().for_each(|node| *node = number_of[*node as usize]);
    if nodes.is_empty() {
        return Err(Problem::Empty.at(value.line));
    }
    Ok((Topology { name, nodes, kind }, is_default))
}

fn tori(value: &Value, names: &mut Names) -> Result<Vec<Torus>, TopologyError> {
    let toruses = value.fields("torus3d", &["toruses"])?.required("toruses")?;
    // One torus may stand without a list.
    let list = if let Content::Map(_) = toruses.content {
        std::slice::from_ref(toruses)
    } else {
        toruses.filled_list("toruses")?
    };
    let (mut tori, mut cells): (Vec<Torus>, usize) = (Vec::new(), 0);
    for value in list {
        let fields = value.fields("a torus", &["name", "dims", "nodes", "regions", "placements"])?;
        let name: String = fields.text("name")?.into();
        names.group("the torus", &name, value.line)?;
        let dims = fields.required("dims")?.axes("dims", 1)?;
        let volume = dims.iter().try_fold(1usize, |volume, &side| volume.checked_mul(side as usize));
        cells = volume.and_then(|volume| volume.checked_add(cells)).unwrap_or(usize::MAX);
        if cells > MAX_NODES as usize {
            return Err(Problem::TooManyNodes.at(value.line));
        }
        let placements = fields.required("placements")?.filled_list("placements")?;
        let placements = placements.iter().map(|value| placement(value, dims)).collect::<Result<_, _>>()?;
        tori.push(Torus { name, dims, cells: torus_cells(&fields, dims, names)?, placements });
    }
    Ok(tori)
}

fn placement(value: &Value, torus: [u32; 3]) -> Result<Placement, TopologyError> {
    let fields = value.fields("a placement", &["dims", "anchor_spacing", "anchor_seed"])?;
    let within = |key: &'static str, least: u32, beyond: u32| {
        let Some(value) = fields.get(key) else { return Ok(None) };
        let axes = value.axes(key, least)?;
        let fits = (0..3).all(|axis| axes[axis] < torus[axis] + beyond);
        if fits { Ok(Some(axes)) } else { Err(Problem::Outside { key, value: axes, dims: torus }.at(value.line)) }
    };
    fields.required("dims")?;
    let dims = within("dims", 1, 1)?.unwrap_or(torus);
    let mut spacing = within("anchor_spacing", 0, 1)?.unwrap_or(dims);
    (0..3).filter(|&axis| spacing[axis] == 0).collect::<Vec<_>>().iter().for_each(|&axis| spacing[axis] = dims[axis]);
    let seed = within("anchor_seed", 0, 0)?.unwrap_or_default();
    Ok(Placement { dims, spacing, seed })
}

fn rings(value: &Value, names: &mut Names) -> Result<Vec<Group>, TopologyError> {
    let list = value.fields("ring", &["rings"])?.required("rings")?.filled_list("rings")?;
    let mut ring = |value: &Value| {
        let group = group(value, "ring", &["ring", "nodes"], names)?;
        let is_long = group.nodes.len() > LONGEST_RING;
        if is_long { Err(Problem::LongRing(group.nodes.len()).at(value.line)) } else { Ok(group) }
    };
    list.iter().map(&mut ring).collect()
}

fn racks(value: &Value, names: &mut Names) -> Result<Racks, TopologyError> {
    let fields = value.fields("block", &["block_sizes", "blocks"])?;
    let list = fields.required("blocks")?.filled_list("blocks")?;
    let blocks = list.iter().map(|value| group(value, "block", &["block", "nodes"], names));
    let blocks: Vec<Group> = blocks.collect::<Result<_, _>>()?;
    let Some(sizes) = fields.get("block_sizes") else {
        let base = blocks.first().map_or(1, |block| block.nodes.len() as u32);
        return Ok(Racks { base, levels: (0..=4).collect(), blocks });
    };
    let list = sizes.filled_list("block_sizes")?;
    let sizes = list.iter().map(|size| size.number("a block size", 1)).collect::<Result<Vec<u32>, _>>()?;
    Ok(Racks { base: sizes[0], levels: levels(&sizes).map_err(|problem| problem.at(list[0].line))?, blocks })
}

/// A named group of nodes. Its first key is its name.
fn group(
    value: &Value,
    kind: &'static str,
    keys: &'static [&'static str],
    names: &mut Names,
) -> Result<Group, TopologyError> {
    let fields = value.fields(if kind == "ring" { "a ring" } else { "a block" }, keys)?;
    let name: String = fields.text(keys[0])?.into();
    names.group(if kind == "ring" { "the ring" } else { "the block" }, &name, value.line)?;
    Ok(Group { name, nodes: names.add(fields.required("nodes")?)? })
}

fn switches(value: &Value, names: &mut Names) -> Result<Vec<Switch>, TopologyError> {
    let list = value.fields("tree", &["switches"])?.required("switches")?.filled_list("switches")?;
    let (mut switches, mut children) = (Vec::new(), Vec::new());
    for value in list {
        let fields = value.fields("a switch", &["switch", "nodes", "children"])?;
        let name: String = fields.text("switch")?.into();
        names.group("the switch", &name, value.line)?;
        if fields.get("nodes").is_some() && fields.get("children").is_some() {
            return Err(
                Problem::Alternatives { element: "a switch", found: 2, keys: &["nodes", "children"] }.at(value.line)
            );
        }
        let nodes = fields.get("nodes").map_or(Ok(Vec::new()), |nodes| names.add(nodes))?;
        let below = match fields.get("children") {
            Some(value) => hostlist::expand(value.scalar("children", "a list of switches")?, MAX_NODES as usize)
                .map_err(|problem| problem.at(value.line))?,
            None => Vec::new(),
        };
        children.push((value.line, below));
        switches.push(Switch { name, nodes, children: Vec::new(), parent: None, level: 0 });
    }
    complete_switches(&mut switches, &children)?;
    Ok(switches)
}
