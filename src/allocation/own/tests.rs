//! Closures act as code here: a correct one, and one for each possible violation.

use super::*;
use crate::allocation::catalogue::{self, Setting};
use crate::allocation::contiguous::Contiguous;
use crate::allocation::orientations::Rotation;
use crate::allocation::strategies::first_fit::FirstFit;
use crate::allocation::{Allocation, Allocator};
use crate::diagnostic::Diagnostic;
use crate::machine::{Block, Coordinates};
use crate::workload::Request;
use proptest::prelude::*;
use std::cell::{Cell, RefCell};

/// An engine that is a closure.
struct Played<F>(F);

impl<F: Fn(CodeCall, &[u8], &[f64]) -> CodeReply> Engine for Played<F> {
    fn ask(&self, _: &str, asked: CodeCall, _: &Machine, free: &[u8], numbers: &[f64]) -> CodeReply {
        (self.0)(asked, free, numbers)
    }
}

fn own(machine: &Machine, code: impl Fn(CodeCall, &[u8], &[f64]) -> CodeReply + 'static) -> CodeAllocator {
    CodeAllocator::new(&OwnName::new("played", ""), Rc::new(Played(code)), machine).unwrap().unwrap()
}

/// The answer of `allocate`; the code has no other function.
fn answering(machine: &Machine, answer: impl Fn(&[u8], &[f64]) -> CodeReply + 'static) -> CodeAllocator {
    own(machine, move |asked, free, numbers| match asked {
        CodeCall::Load => Ok(Some(Vec::new())),
        CodeCall::Allocate => answer(free, numbers),
        _ => Ok(None),
    })
}

/// First fit, node by node.
fn first_fit(machine: &Machine, free: &[u8], numbers: &[f64]) -> Option<Vec<f64>> {
    let extents: Vec<u32> = numbers[1..].iter().map(|&extent| extent as u32).collect();
    let is_free = |base: &Coordinates| {
        let block = Block { base: *base, extents: Coordinates::new(&extents) };
        let inside = (0..machine.dimensions()).all(|dimension| {
            let length = machine.extents()[dimension];
            extents[dimension] <= length
                && (machine.rings()[dimension] || base[dimension] + extents[dimension] <= length)
        });
        inside && block.nodes(machine).all(|node| free[node as usize] == 1)
    };
    let base = (0..machine.node_count()).map(|node| machine.coordinates(node)).find(is_free)?;
    Some(base.iter().chain(&extents).map(|&number| f64::from(number)).collect())
}

fn boxed(extents: &[u32]) -> Request {
    Request::new(extents.iter().product(), Some(Coordinates::new(extents)))
}

/// The report of a violation when a job of 2x3 starts on a 4x4 mesh with the node 0,0 held.
fn said_of(code: impl Fn(&[u8], &[f64]) -> CodeReply + 'static) -> String {
    let machine = Machine::mesh(&[4, 4]);
    let first = Cell::new(true);
    let mut own = answering(&machine, move |free, numbers| {
        if free[0] == 1 && numbers[0] == 1.0 {
            first.set(false);
            return Ok(Some(vec![0.0, 0.0, 1.0, 1.0]));
        }
        code(free, numbers)
    });
    own.allocate(&boxed(&[1, 1])).unwrap();
    assert_eq!(own.violation(), None);
    let request = own.effective(&boxed(&[2, 3]));
    if own.fits(&request) {
        let instead = own.allocate(&request).expect("the run goes on until the event loop asks");
        assert_eq!((instead.processors, own.free_processors()), (6, 9));
    }
    own.violation().map_or(String::new(), |report| Diagnostic::of(&report).message())
}

fn given(numbers: &[f64]) -> CodeReply {
    Ok(Some(numbers.to_vec()))
}

#[test]
fn each_way_to_cheat_has_its_words() {
    let name = OwnName::new("played", "");
    let nan = f64::NAN;
    let name = name.to_string();
    let message = |what: &str| format!("{}, a job of 6 processors, 2x3: {what}", shown(&name));
    assert_eq!(said_of(|_, _| given(&[1.0, 0.0, 2.0, 3.0])), "", "an honest one");
    assert_eq!(said_of(|_, _| Ok(None)), "", "nowhere is an honest answer, too");
    let block = "a whole number for each dimension in base, from 0, and in extents, from 1; or the number of a node";
    let inside = "base and extents inside the machine; on a ring, a block may go around";
    let list = "null, or a list of blocks { base, extents } or of numbers of nodes";
    let count = "give request.processors nodes, or say with effective(request) how many a request comes to";
    let cases: [(CodeReply, String); 13] = [
        (given(&[]), format!("allocate gave neither null nor a list of blocks (expected {list})")),
        (given(&[nan]), format!("allocate gave neither null nor a list of blocks (expected {list})")),
        (
            given(&[nan, nan, 2.0, 3.0]),
            format!("block 1 of 1 is no block: its base and extents are NaN, NaN, 2, 3 (expected {block})"),
        ),
        (
            given(&[1.0, 0.0, 2.0, 2.0, 3.0, 0.0, 0.5, 1.0]),
            format!("block 2 of 2 is no block: its base and extents are 3, 0, 0.5, 1 (expected {block})"),
        ),
        (
            given(&[1.0, 0.0, 0.0, 3.0]),
            format!("block 1 of 1 is no block: its base and extents are 1, 0, 0, 3 (expected {block})"),
        ),
        (
            given(&[-1.0, 0.0, 2.0, 3.0]),
            format!("block 1 of 1 is no block: its base and extents are -1, 0, 2, 3 (expected {block})"),
        ),
        (given(&[3.0, 0.0, 2.0, 3.0]), format!("block 3,0+2x3 is not inside mesh:4x4 (expected {inside})")),
        (given(&[4.0, 0.0, 1.0, 1.0]), format!("block 4,0+1x1 is not inside mesh:4x4 (expected {inside})")),
        (
            given(&[0.0, 0.0, 2.0, 3.0]),
            "block 0,0+2x3 has node 0,0, which another job holds; look at machine.isFree before giving a block".into(),
        ),
        (
            given(&[1.0, 0.0, 1.0, 3.0, 1.0, 2.0, 3.0, 1.0]),
            "block 1,2+3x1 has node 1,2, which another block of the same answer has".into(),
        ),
        (given(&[1.0, 0.0, 1.0, 3.0]), format!("the blocks have 3 nodes, but the request is for 6; {count}")),
        (given(&[1.0, 0.0, 3.0, 3.0]), format!("the blocks have 9 nodes, but the request is for 6; {count}")),
        (
            Err(CodeException { message: "x is not defined".into(), line: Some(7) }),
            "allocate failed: line 7: x is not defined".into(),
        ),
    ];
    for (reply, expected) in cases {
        assert_eq!(said_of(move |_, _| reply.clone()), message(&expected));
    }
    // More nodes than the machine has.
    let huge = [1.0, 0.0, 2.0, 3.0].repeat(2_000);
    let said = said_of(move |_, _| given(&huge));
    assert!(said.contains("nodes, but the request is for 6"), "{said}");
}

#[test]
fn a_second_answer_in_the_same_state_is_refused() {
    let calls = Cell::new(0.0);
    let said = said_of(move |_, _| {
        calls.set(1.0 - calls.get());
        given(&[2.0, calls.get(), 2.0, 3.0])
    });
    let expected = "allocate gave two answers for one state of the machine: 2,1+2x3, then 2,0+2x3 \
                    (expected the same answer whenever the machine is the same); drop what the code remembers from call to call";
    assert!(said.ends_with(expected), "{said}");
    let calls = Cell::new(0);
    let said = said_of(move |_, _| {
        calls.set(calls.get() + 1);
        if calls.get() == 1 { given(&[2.0, 0.0, 2.0, 3.0]) } else { Ok(None) }
    });
    assert!(said.contains("2,0+2x3, then none"), "{said}");
}

#[test]
fn a_request_comes_to_what_the_code_says_within_bounds() {
    let machine = Machine::mesh(&[4, 4]);
    let effective = |reply: CodeReply| {
        let own = own(
            &machine,
            move |asked, _, _| if asked == CodeCall::Effective { reply.clone() } else { Ok(Some(Vec::new())) },
        );
        let request = Request::new(5, Some(Coordinates::new(&[2, 3])));
        let effective = own.effective(&request);
        (effective.processors, own.violation().map_or(String::new(), |violation| Diagnostic::of(&violation).message()))
    };
    assert_eq!(effective(Ok(None)), (6, String::new()), "the whole box");
    assert_eq!(effective(given(&[5.0])), (5, String::new()));
    assert_eq!(effective(given(&[16.0])), (16, String::new()));
    for (reply, words) in [
        (given(&[4.0]), "effective made it 4 processors (expected a whole number from 5 to 16)"),
        (given(&[17.0]), "effective made it 17 processors (expected a whole number from 5 to 16)"),
        (given(&[5.5]), "effective made it 5.5 processors (expected a whole number from 5 to 16)"),
        (given(&[]), "effective made it no number of processors (expected a whole number from 5 to 16)"),
        (Err(CodeException { message: "no".into(), line: None }), "effective failed: no"),
    ] {
        let (processors, said) = effective(reply);
        assert_eq!((processors, said.contains(words)), (5, true), "{said}");
    }
}

#[test]
fn what_fails_at_a_release_is_noted() {
    let machine = Machine::mesh(&[2]);
    let mut own = own(&machine, |asked, _, _| match asked {
        CodeCall::Release => Err(CodeException { message: "lost".into(), line: Some(3) }),
        CodeCall::Allocate => given(&[0.0, 1.0]),
        _ => Ok(if asked == CodeCall::Load { Some(Vec::new()) } else { None }),
    });
    let allocation = own.allocate(&boxed(&[1])).unwrap();
    own.clone().release(&allocation);
    assert_eq!(own.violation(), None, "a copy reports nothing");
    own.release(&allocation);
    let said = own.violation().unwrap().to_string();
    assert!(said.ends_with(", release failed: line 3: lost"), "{said}");
    assert_eq!(own.free_processors(), 2);
}

#[test]
fn a_code_that_is_not_here_or_cannot_be_read_is_no_strategy() {
    let machine = Machine::mesh(&[2]);
    let name = OwnName::new("played", "");
    let make = |reply: CodeReply| {
        CodeAllocator::new(&name, Rc::new(Played(move |_, _: &[u8], _: &[f64]| reply.clone())), &machine)
    };
    assert!(make(Ok(None)).unwrap().is_none());
    let error = make(Err(CodeException { message: "Unexpected token".into(), line: Some(2) })).err().unwrap();
    assert_eq!(
        Diagnostic::of(&*error).message(),
        format!(
            "{}, the code cannot be used: line 2: Unexpected token (expected function allocate(machine, request) {{ … }})",
            shown(&name.to_string())
        )
    );
}

#[test]
fn names_are_titles_and_digests() {
    let name = OwnName::new(" By rows!", "function allocate() {}");
    assert_eq!(name.to_string(), format!("own(by-rows-,{})", name::digest("function allocate() {}")));
    assert_eq!((name.digest.len(), shown("ff").as_ref()), (64, "ff"));
    assert_eq!(shown(&name.to_string()), format!("own(by-rows-,{})", &name.digest[..12]));
    assert_eq!(OwnName::new("", "x").title, "mine");
    let choice = catalogue::find(&name.to_string().to_uppercase()).unwrap();
    assert_eq!((choice.name, choice.entry.name), (name.to_string(), "own"));
    assert_eq!(OwnName::of(&name.to_string()), Some(name.clone()));
    assert_eq!(OwnName::of("ff"), None);
    let machine = Machine::mesh(&[2]);
    let unsuitable = choice_error(&name.to_string(), &machine);
    assert!(unsuitable.contains("expected the page, and your consent to run the code"), "{unsuitable}");
    for wrong in ["own", "own(a)", "own(a,b)", "own(a,0123456789AG)", "own(a b_,0123456789ab)", "own(,0123456789ab)"] {
        let said = Diagnostic::of(&catalogue::find(wrong).err().unwrap()).message();
        assert!(said.contains("64 hexadecimal digits"), "{wrong}: {said}");
    }
}

fn choice_error(name: &str, machine: &Machine) -> String {
    let made = catalogue::find(name).unwrap().make(&Setting { machine, seed: 1, replication: 0 });
    Diagnostic::of(&made.err().unwrap()).message()
}

#[test]
fn a_link_carries_what_it_has_room_for() {
    let (short, long) = ("function allocate() { return null; }", "x".repeat(MOST_IN_LINK - 20));
    let names = [short, &long].map(|code| OwnName::new("a", code));
    let mut codes = CodeSet::default();
    codes.add(&format!("\r\n{short}\r\n  "));
    codes.add(short);
    assert_eq!(codes.in_link(), short, "once, and without what is around it");
    codes.add(&long);
    assert_eq!(codes.in_link(), short, "there is no room for both");
    assert_eq!(codes.find(&OwnName::new("b", &long).digest), Some(&*long), "but it is here");
    codes.retain(&names[1..]);
    assert_eq!(codes.in_link(), long);
    let mut read = CodeSet::default();
    read.replace(&format!("{short}\u{1e}\r\nx\r\n"));
    assert_eq!([short, "x"].map(|code| read.find(&OwnName::new("", code).digest)), [Some(short), Some("x")]);
    assert_eq!(read.in_link(), format!("{short}\u{1e}x"));
    assert_eq!(read.idle(&names), Some(OwnName::new("", "x")));
}

proptest! {
    /// Code with the rule of first fit gives the result of first fit, node by node, on the machine and on copies of it.
    #[test]
    fn first_fit_in_code_is_first_fit(
        rings in prop::collection::vec(any::<bool>(), 2),
        steps in prop::collection::vec((1u32..4, 1u32..4, any::<u8>()), 1..40),
    ) {
        let machine = Machine::new(&[5, 4], &rings).unwrap();
        let asked = machine.clone();
        let mut own = answering(&machine, move |free, numbers| Ok(first_fit(&asked, free, numbers)));
        let mut plain = Contiguous::new(FirstFit::new(&machine), Rotation::Never);
        let held: RefCell<Vec<Allocation>> = RefCell::default();
        let mut copy = own.clone();
        for (width, height, choice) in steps {
            let request = boxed(&[width, height]);
            prop_assert_eq!(own.fits(&request), plain.fits(&request));
            if choice % 3 > 0 && own.fits(&request) {
                let allocation = own.allocate(&request);
                prop_assert_eq!(&allocation, &plain.allocate(&request));
                held.borrow_mut().extend(allocation);
            } else if !held.borrow().is_empty() {
                let place = usize::from(choice) % held.borrow().len();
                let allocation = held.borrow_mut().swap_remove(place);
                own.release(&allocation);
                plain.release(&allocation);
            }
            copy.clone_from(&own);
            prop_assert_eq!(copy.fits(&request), plain.fits(&request));
            prop_assert_eq!(copy.free_processors(), plain.free_processors());
        }
        prop_assert_eq!(own.violation(), None);
    }
}
