use super::*;
use crate::diagnostic::Diagnostic;

fn down(text: &str) -> Down {
    text.parse().unwrap()
}

fn nodes(text: &str, machine: &str, seed: u64, replication: u32) -> Vec<u32> {
    let machine = machine.parse().unwrap();
    down(text).on(&machine, seed, replication).unwrap().map_or(Vec::new(), |down| down.nodes().to_vec())
}

#[test]
fn boxes_and_draws_are_read_and_written() {
    for text in ["0,0,0+2x2x1;4,4,4+2x2x1", "3+1", "random(0.99)", "random(0,4x4)", "random(1,1x1x1x1)"] {
        assert_eq!(down(text).to_string(), text);
    }
    assert_eq!(down(" Random( .990 , 2×2x1 ) ").to_string(), "random(0.99)");
    assert_eq!(down("0,0+1x1; 2,2+1X1;").to_string(), "0,0+1x1;2,2+1x1");
    assert_eq!(down(""), Down::default());
}

#[test]
fn errors_are_reported() {
    let message = |text: &str| Diagnostic::of(&text.parse::<Down>().unwrap_err()).message();
    let boxes = "(expected base+extents, such as 0,0,0+2x2x1;4,4,4+2x2x1, or random(0.99,2x2x1))";
    for text in ["nonsense", "0,0+2x2x1", "0+0", "-1+1", "0,0,0", "99999999+1"] {
        assert_eq!(message(text), format!("'{text}' is not a box of nodes {boxes}"));
    }
    assert_eq!(message("0+1;x+1"), format!("'x+1' is not a box of nodes {boxes}"));
    for text in ["random", "random(2)", "random(-0.1)", "random(0.9,0x1)", "random(0.9,2x2", "random(a)"] {
        assert!(
            message(text).contains("does not say how many nodes are in service (expected a share from 0 to 1"),
            "{text}"
        );
    }
    let on = |text: &str, machine: &str| {
        let error = down(text).on(&machine.parse().unwrap(), 1, 0).unwrap_err();
        Diagnostic::of(&error).message()
    };
    assert_eq!(
        on("0,0+1x1;3,0+2x1", "mesh:4x4"),
        "the box 3,0+2x1 does not lie on mesh:4x4; leave the box out, or move it (only around a ring may it reach beyond the last node)"
    );
    assert!(on("0,0,0+1x1x1", "mesh:4x4").starts_with("the box 0,0,0+1x1x1 does not lie on mesh:4x4"));
    assert!(
        on("random(0.9)", "mesh:4x4")
            .starts_with("mesh:4x4 does not consist of boxes of 2x2x1 (expected extents that divide")
    );
    assert!(on("random(0.9,3x2)", "mesh:4x4").starts_with("mesh:4x4 does not consist of boxes of 3x2"));
}

#[test]
fn boxes_reach_around_rings() {
    assert_eq!(nodes("3,0+2x1;0,0+1x1", "torus:4x4", 1, 0), [0, 12]);
}

/// Compares with the rule: one number of the stream for each box, in lexicographic order.
#[test]
fn boxes_are_drawn_in_order_from_their_own_stream() {
    let machine = "mesh:8x4x2";
    for (seed, replication) in [(1, 0), (1, 1), (7, 3)] {
        let mut stream = Stream::new(seed, "availability", replication);
        let mut expected = Vec::new();
        for x in 0..4 {
            for y in 0..2 {
                for z in 0..2 {
                    if stream.uniform() >= 0.7 {
                        expected.extend(
                            [0, 1].iter().flat_map(|dx| [0, 1].map(|dy| ((2 * x + dx) * 4 + 2 * y + dy) * 2 + z)),
                        );
                    }
                }
            }
        }
        expected.sort();
        assert!(!expected.is_empty());
        assert_eq!(nodes("random(0.7)", machine, seed, replication), expected);
    }
    assert_ne!(nodes("random(0.7)", machine, 1, 0), nodes("random(0.7)", machine, 1, 1));
    let (few, many) = (nodes("random(0.9)", machine, 1, 0), nodes("random(0.5)", machine, 1, 0));
    assert!(few.len() < many.len() && few.iter().all(|node| many.contains(node)), "of one seed");
    assert_eq!((nodes("random(1)", machine, 1, 0).len(), nodes("random(0)", machine, 1, 0).len()), (0, 64));
}

/// Of 16 * 10^4 boxes at 0.99, about 1600 are out of service, within five standard deviations of 40.
#[test]
fn the_expected_number_is_in_service() {
    let count: usize = (0..10).map(|replication| nodes("random(0.99,1x1)", "mesh:128x125", 1, replication).len()).sum();
    assert!(count.abs_diff(1600) < 200, "{count}");
}
