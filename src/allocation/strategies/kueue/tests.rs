use super::*;
use crate::topology::Group;

/// A tree of leaves with so many nodes each, several under each switch. One switch stands above them if there are two or
/// more.
fn tree(switches: &[&[u32]]) -> Vec<Switch> {
    let leaves: Vec<u32> = switches.concat();
    let mut end = 0;
    let leaf = |&nodes: &u32| {
        end += nodes;
        Switch::leaf(Group { name: String::new(), nodes: (end - nodes..end).collect() })
    };
    let mut tree: Vec<Switch> = leaves.iter().map(leaf).collect();
    let mut first = 0;
    for leaves in switches {
        let children: Vec<usize> = (first..first + leaves.len()).collect();
        first += leaves.len();
        children.iter().for_each(|&child| tree[child].parent = Some(tree.len()));
        tree.push(Switch { name: String::new(), nodes: Vec::new(), children, parent: None, level: 1 });
    }
    tree
}

/// How many nodes of each leaf a job gets on the empty machine.
fn place(switches: &[&[u32]], manner: Manner, level: usize, nodes: u32, segment: u32) -> Option<Vec<u32>> {
    let count = switches.concat().iter().sum();
    let kueue = Kueue::new(&tree(switches), manner, level).unwrap();
    let grouping = Grouping { segment, ..Grouping::default() };
    let demand = kueue.effective(Demand { nodes, grouping }).unwrap();
    let chosen = kueue.place(&FreeSet::all(count), &demand);
    assert_eq!(kueue.fits(&FreeSet::all(count), &demand), Some(chosen.is_some()));
    let mut shares = vec![0; kueue.domains.leaves.len()];
    chosen?.into_iter().for_each(|node| shares[kueue.group_of(node) as usize] += 1);
    Some(shares)
}

#[test]
fn single_nodes_go_to_leaves() {
    let leaves: &[&[u32]] = &[&[3, 3, 2, 1]];
    assert_eq!(place(leaves, Manner::BestFit, 0, 7, 0), Some(vec![3, 3, 0, 1]));
    assert_eq!(place(leaves, Manner::LeastFree, 0, 7, 0), Some(vec![3, 1, 2, 1]));
    // One leaf holds it: the tightest.
    assert_eq!(place(leaves, Manner::BestFit, 0, 2, 0), Some(vec![0, 0, 2, 0]));
    assert_eq!(place(leaves, Manner::LeastFree, 0, 2, 0), Some(vec![0, 0, 2, 0]));
    assert_eq!(place(leaves, Manner::Required, 0, 3, 0), Some(vec![3, 0, 0, 0]));
    assert_eq!(place(leaves, Manner::Required, 0, 4, 0), None);
    assert_eq!(place(leaves, Manner::Required, 1, 4, 0), Some(vec![3, 0, 0, 1]));
    assert_eq!(place(leaves, Manner::BestFit, 0, 10, 0), None);
}

#[test]
fn slices_lie_within_leaves() {
    let leaves: &[&[u32]] = &[&[6, 5, 4, 3, 2]];
    assert_eq!(place(leaves, Manner::BestFit, 0, 12, 2), Some(vec![6, 0, 4, 0, 2]));
    assert_eq!(place(leaves, Manner::LeastFree, 0, 10, 2), Some(vec![0, 2, 4, 2, 2]));
    assert_eq!(place(leaves, Manner::BestFit, 0, 18, 2), Some(vec![6, 4, 4, 2, 2]), "all slices");
    assert_eq!(place(leaves, Manner::BestFit, 0, 20, 2), None);
    assert_eq!(place(leaves, Manner::BestFit, 0, 2, 7), Some(vec![0, 0, 0, 0, 2]), "no segment is larger than the job");
    let kueue = Kueue::new(&tree(leaves), Manner::BestFit, 0).unwrap();
    let grouping = Grouping { segment: 2, ..Grouping::default() };
    assert_eq!(kueue.effective(Demand { nodes: 3, grouping }), Err(Refusal::Undivided));
    assert!(Kueue::new(&tree(leaves), Manner::BestFit, 2).is_none(), "no level 2");
}

#[test]
fn balanced_jobs_have_about_equal_shares() {
    let balanced = |leaves: &[&[u32]], nodes| place(leaves, Manner::Balanced, 1, nodes, 0).unwrap();
    assert_eq!(balanced(&[&[15], &[15]], 25), [13, 12]);
    assert_eq!(balanced(&[&[15, 13, 10]], 23), [12, 11, 0]);
    assert_eq!(balanced(&[&[20, 10], &[15, 15]], 22), [0, 0, 11, 11]);
    assert_eq!(balanced(&[&[20, 10], &[15, 15]], 20), [20, 0, 0, 0]);
    assert_eq!(balanced(&[&[10, 5], &[5, 5, 5]], 15), [0, 0, 5, 5, 5]);
    // The leaves of one switch do not hold it, so best fit does.
    assert_eq!(place(&[&[15], &[15]], Manner::Balanced, 0, 25, 0), Some(vec![15, 10]));
}

#[test]
fn a_switch_also_stands_for_levels_that_it_skips() {
    // Leaf 0 under the root, leaves 1 and 2 under a switch that is under the root.
    let mut switches = tree(&[&[2], &[1, 1]]);
    switches[3] = Switch { children: vec![4, 0], level: 2, ..switches[3].clone() };
    switches[4].parent = Some(3);
    let domains = Domains::new(&switches);
    assert_eq!(domains.leaves, [vec![0, 1], vec![2], vec![3]]);
    assert_eq!(domains.levels[1], [0..1, 1..3]);
    assert_eq!((domains.top(), domains.levels[2][0].clone()), (2, 0..2));
}
