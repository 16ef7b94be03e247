//! Properties of every allocation strategy in the catalogue, on random states of machines of 1 to 4 dimensions.

use proptest::prelude::*;
use std::collections::BTreeSet;
use subtorus::allocation::catalogue::{self, Choice, Setting};
use subtorus::allocation::{Allocation, Allocator};
use subtorus::experiment::curves;
use subtorus::machine::{Block, Coordinates, MAX_DIMENSIONS, Machine};
use subtorus::workload::Request;

/// Machines for strategies with special requirements, in addition to random ones.
const PARTICULAR: &[&str] =
    &["mesh:8x8", "torus:8x9", "mesh:16x10", "mesh:4x4", "torus:2x2x4x4", "mesh:16x16", "torus:1", "torus:4x4x4"];

fn examples() -> impl Iterator<Item = &'static str> {
    catalogue::entries().flat_map(|entry| entry.examples).copied()
}

fn machines() -> impl Strategy<Value = Machine> {
    let random = prop::collection::vec((1u32..=6, any::<bool>()), 1..=4).prop_map(|sides| {
        let (extents, rings): (Vec<_>, Vec<_>) = sides.into_iter().unzip();
        Machine::new(&extents, &rings).unwrap()
    });
    let particular = prop::sample::select(PARTICULAR).prop_map(|text| text.parse().unwrap());
    prop_oneof![3 => random, 2 => particular]
}

/// The same, and sometimes a machine that is large enough for cached searches.
fn trial_machines() -> impl Strategy<Value = Machine> {
    let large =
        prop::sample::select(vec!["torus:5x7x9x3x5x1", "mixed:13rx5x12rx2x3r"]).prop_map(|text| text.parse().unwrap());
    prop_oneof![5 => machines(), 1 => large]
}

/// A request, or the release of an earlier one; numbers are taken modulo the machine's limits.
#[derive(Clone, Debug)]
struct Draw {
    releases: bool,
    which: usize,
    extents: [u32; MAX_DIMENSIONS],
    /// The difference between the volume and the processors.
    short: u32,
    with_extents: bool,
}

fn draws(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Draw>> {
    // Mostly small boxes, so that many of them are held at once.
    let extent = prop_oneof![3 => 0u32..2, 1 => any::<u32>()];
    let draw = (prop::bool::weighted(0.3), any::<usize>(), prop::collection::vec(extent, MAX_DIMENSIONS), 0u32..4);
    let draw = (draw, any::<bool>()).prop_map(|((releases, which, extents, short), with_extents)| Draw {
        releases,
        which,
        extents: extents.try_into().unwrap(),
        short,
        with_extents,
    });
    prop::collection::vec(draw, count)
}

impl Draw {
    fn request(&self, machine: &Machine, choice: &Choice) -> Request {
        let mut extents = Coordinates::new(machine.extents());
        extents.iter_mut().zip(self.extents).for_each(|(extent, drawn)| *extent = 1 + drawn % *extent);
        let volume: u32 = extents.iter().product();
        let extents = (choice.entry.wants_extents || self.with_extents).then_some(extents);
        Request::new(volume.saturating_sub(self.short).max(1), extents)
    }
}

fn allocator(choice: &Choice, machine: &Machine) -> Option<Box<dyn Allocator>> {
    choice.make(&Setting { machine, seed: 1, replication: 0 }).ok()
}

/// The examples of strategies for this machine.
fn suitable(machine: &Machine) -> impl Iterator<Item = (&'static str, Choice, Box<dyn Allocator>)> {
    examples().filter_map(move |name| {
        let choice = catalogue::find(name).unwrap();
        let allocator = allocator(&choice, machine)?;
        Some((name, choice, allocator))
    })
}

/// The requests that a strategy serves.
fn requests(draws: &[Draw], machine: &Machine, choice: &Choice, allocator: &dyn Allocator) -> Vec<Request> {
    draws.iter().map(|draw| allocator.effective(&draw.request(machine, choice))).collect()
}

/// A strategy with checks.
struct Watched<'a> {
    name: &'a str,
    machine: &'a Machine,
    allocator: Box<dyn Allocator>,
    held: Vec<Allocation>,
    busy: BTreeSet<u32>,
}

impl Watched<'_> {
    /// Serves a request and checks everything that the caller of a strategy may expect.
    fn allocate(&mut self, request: &Request) -> Result<(), TestCaseError> {
        let effective = self.allocator.effective(request);
        let fits = self.allocator.fits(&effective);
        let free = self.allocator.free_processors();
        let Some(allocation) = self.allocator.allocate(&effective) else {
            prop_assert!(!fits, "{:?} fits but is not placed", request);
            prop_assert_eq!(self.allocator.free_processors(), free);
            return Ok(());
        };
        prop_assert!(fits, "{:?} does not fit but is placed", request);
        prop_assert_eq!(self.allocator.free_processors() + allocation.processors, free);
        self.check_size(request, &effective, &allocation)?;
        for block in allocation.blocks.iter() {
            self.check_place(&block)?;
        }
        self.held.push(allocation);
        Ok(())
    }

    fn check_size(&self, asked: &Request, effective: &Request, given: &Allocation) -> Result<(), TestCaseError> {
        let sum: u32 = given.blocks.iter().map(|block| block.volume()).sum();
        prop_assert!(self.name == "flat" || sum == given.processors, "{:?} gives {}", given, sum);
        let volume = asked.extents.map_or(asked.processors, |extents| extents.iter().product());
        let exact = if self.name.starts_with("paging") {
            // Pages at the edge are smaller than others.
            given.processors >= asked.processors
        } else if self.name == "as-mb" {
            given.processors == asked.processors || given.processors == volume
        } else {
            given.processors == effective.processors
        };
        prop_assert!(exact && given.processors >= asked.processors, "{:?} for {:?}", given, asked);
        Ok(())
    }

    /// It lies on the machine, goes around rings only, and was free before.
    fn check_place(&mut self, block: &Block) -> Result<(), TestCaseError> {
        for (dimension, &length) in self.machine.extents().iter().enumerate() {
            let (base, extent) = (block.base[dimension], block.extents[dimension]);
            prop_assert!(base < length && (1..=length).contains(&extent), "{} on {}", block, self.machine);
            prop_assert!(base + extent <= length || self.machine.rings()[dimension], "{} leaves its line", block);
        }
        for node in block.nodes(self.machine) {
            prop_assert!(self.busy.insert(node), "node {} of {} is taken", node, block);
        }
        Ok(())
    }

    fn release(&mut self, which: usize) {
        let allocation = self.held.remove(which % self.held.len());
        self.allocator.release(&allocation);
        for node in allocation.blocks.iter().flat_map(|block| block.nodes(self.machine)) {
            self.busy.remove(&node);
        }
    }
}

/// For each request whether it fits, and its place.
fn answers(name: &str, allocator: &dyn Allocator, probes: &[Request]) -> Vec<(bool, Option<Vec<Block>>)> {
    let answer = |request: &Request| {
        let request = allocator.effective(request);
        let place = allocator.fork().allocate(&request).map(|allocation| allocation.blocks.iter().collect());
        // A random strategy may choose different places.
        (allocator.fits(&request), place.filter(|_| name != "random"))
    };
    probes.iter().map(answer).collect()
}

fn whether(answers: &[(bool, Option<Vec<Block>>)]) -> Vec<bool> {
    answers.iter().map(|(fits, _)| *fits).collect()
}

proptest! {
    #![proptest_config(crate::cases::cases(150))]

    #[test]
    fn blocks_are_disjoint_inside_free_before_and_as_many_as_asked_for(
        machine in machines(), draws in draws(1..50), probes in draws(5..10),
    ) {
        for (name, choice, fresh) in suitable(&machine) {
            let probes: Vec<Request> = probes.iter().map(|draw| draw.request(&machine, &choice)).collect();
            let mut watched =
                Watched { name, machine: &machine, allocator: fresh.fork(), held: Vec::new(), busy: BTreeSet::new() };
            for draw in &draws {
                if draw.releases && !watched.held.is_empty() {
                    watched.release(draw.which);
                } else {
                    watched.allocate(&draw.request(&machine, &choice))?;
                }
            }
            // Copies give the same answers, whether they are new or reuse the memory of an older copy.
            let mut copy = fresh.fork();
            copy.copy_from(watched.allocator.as_ref());
            prop_assert_eq!(answers(name, copy.as_ref(), &probes), answers(name, watched.allocator.as_ref(), &probes));
            while !watched.held.is_empty() {
                watched.release(draws[watched.held.len() % draws.len()].which);
            }
            prop_assert_eq!(
                answers(name, watched.allocator.as_ref(), &probes), answers(name, fresh.as_ref(), &probes),
                "{} on {}: all is released", name, machine,
            );
            prop_assert_eq!(watched.allocator.free_processors(), fresh.free_processors());
        }
    }

    /// Whether a request fits depends only on what is held. A further job that came and went has no effect, and neither
    /// has the order of releases. A job that leaves at once does not even change the places of later jobs.
    #[test]
    fn jobs_that_left_have_no_effect(
        machine in machines(), draws in draws(1..40), guest in draws(1..2), probes in draws(5..10),
        leaving in prop::collection::vec(any::<usize>(), 0..6),
    ) {
        for (name, choice, mut host) in suitable(&machine) {
            let requests = |draws: &[Draw]| requests(draws, &machine, &choice, host.as_ref());
            let (wanted, probes, guest) = (requests(&draws), requests(&probes), requests(&guest)[0]);
            let mut held: Vec<_> = wanted.iter().filter_map(|request| host.allocate(request)).collect();
            let before = answers(name, host.as_ref(), &probes);
            let mut with_guest = host.fork();
            let taken = with_guest.allocate(&guest);
            let mut at_once = with_guest.fork();
            taken.iter().for_each(|taken| at_once.release(taken));
            prop_assert_eq!(answers(name, at_once.as_ref(), &probes), before, "{} on {}", name, machine);

            let mut gone = Vec::new();
            for which in &leaving {
                if !held.is_empty() {
                    gone.push(held.swap_remove(which % held.len()));
                }
            }
            gone.iter().for_each(|allocation| host.release(allocation));
            gone.iter().rev().for_each(|allocation| with_guest.release(allocation));
            taken.iter().for_each(|taken| with_guest.release(taken));
            let (without, with) = (answers(name, host.as_ref(), &probes), answers(name, with_guest.as_ref(), &probes));
            prop_assert_eq!(whether(&with), whether(&without), "{} on {}", name, machine);
            prop_assert_eq!(host.free_processors(), with_guest.free_processors());
        }
    }
}

proptest! {
    #![proptest_config(crate::cases::cases(30))]

    /// An allocation that is undone has no effect. If a strategy claims that a release never makes
    /// a request fail, the test checks that.
    #[test]
    fn allocations_are_undone_and_releases_make_no_request_fail(
        machine in trial_machines(), draws in draws(1..40), tried in draws(1..12), probes in draws(5..10),
    ) {
        for (name, choice, mut allocator) in suitable(&machine) {
            // It scans every node for every node, and would add nothing to the test.
            if name == "gen-alg" && machine.node_count() > 1000 {
                continue;
            }
            let requests = |draws: &[Draw]| requests(draws, &machine, &choice, allocator.as_ref());
            let (wanted, probes, later) = (requests(&draws), requests(&probes), requests(&tried));
            let held: Vec<_> = wanted.iter().filter_map(|request| allocator.allocate(request)).collect();
            let before = answers(name, allocator.as_ref(), &probes);
            for request in &later {
                if let Some(allocation) = allocator.allocate(request) {
                    allocator.undo(&allocation);
                }
            }
            prop_assert_eq!(&answers(name, allocator.as_ref(), &probes), &before, "{} on {}", name, machine);
            prop_assert_eq!(allocator.free_processors(), allocator.fork().free_processors());
            let now: Vec<bool> = probes.iter().map(|probe| allocator.fits(probe)).collect();
            prop_assert_eq!(now, whether(&before), "{} on {}: asked itself", name, machine);
            let mut fitting = whether(&before);
            for allocation in held.iter().filter(|_| allocator.is_monotone()).cloned().collect::<Vec<_>>() {
                allocator.release(&allocation);
                let fits: Vec<bool> = probes.iter().map(|probe| allocator.fits(probe)).collect();
                let lost = fitting.iter().zip(&fits).position(|(then, now)| *then && !now);
                prop_assert_eq!(lost, None, "{} on {}: {:?}", name, machine, probes);
                fitting = fits;
            }
        }
    }
}

proptest! {
    #![proptest_config(crate::cases::cases(30))]

    /// A copy represents the future machine: jobs have been released from it, and jobs that have started since are held
    /// on it. It agrees with the machine itself once the same jobs have been released there.
    #[test]
    fn jobs_that_start_now_are_held_on_the_future_machine(
        machine in trial_machines(), draws in draws(1..40), starting in draws(1..12), probes in draws(5..10),
    ) {
        for (name, choice, mut now) in suitable(&machine).filter(|(_, _, allocator)| allocator.can_hold()) {
            let requests = |draws: &[Draw]| requests(draws, &machine, &choice, now.as_ref());
            let (wanted, probes, later) = (requests(&draws), requests(&probes), requests(&starting));
            let held: Vec<Allocation> = wanted.iter().filter_map(|request| now.allocate(request)).collect();
            let (ending, _): (Vec<_>, Vec<_>) = held.into_iter().zip(&draws).partition(|(_, draw)| draw.releases);
            for head in &probes {
                let (mut now, mut ahead) = (now.fork(), now.fork());
                ending.iter().for_each(|(allocation, _)| ahead.release(allocation));
                for request in &later {
                    let Some(allocation) = now.allocate(request) else { continue };
                    let mut plain = now.fork();
                    ending.iter().for_each(|(allocation, _)| plain.release(allocation));
                    let fits = ahead.fits_beside(head, &allocation, now.as_ref());
                    prop_assert_eq!(fits, Some(plain.fits(head)), "{} on {}: {:?}", name, machine, head);
                    ahead.hold(&allocation, now.as_ref());
                    let fitting = |machine: &dyn Allocator| {
                        probes.iter().map(|probe| machine.fits(probe)).collect::<Vec<_>>()
                    };
                    prop_assert_eq!(fitting(ahead.as_ref()), fitting(plain.as_ref()), "{} on {}", name, machine);
                    prop_assert_eq!(ahead.free_processors(), plain.free_processors());
                }
            }
        }
    }
}

#[test]
fn every_strategy_is_tested_on_some_machine() {
    for name in examples() {
        let choice = catalogue::find(name).unwrap();
        let takes = |text: &&&str| allocator(&choice, &text.parse().unwrap()).is_some();
        assert!(PARTICULAR.iter().find(takes).is_some(), "{name} refuses all of {PARTICULAR:?}");
    }
}

/// If a strategy refuses a machine, the message names a strategy that accepts it.
#[test]
fn there_is_a_strategy_for_every_machine() {
    for (name, text) in
        examples().flat_map(|name| PARTICULAR.iter().chain(&["torus:3x5x7"]).map(move |text| (name, text)))
    {
        let machine: Machine = text.parse().unwrap();
        let Err(refusal) = catalogue::find(name).unwrap().make(&Setting { machine: &machine, seed: 1, replication: 0 })
        else {
            continue;
        };
        let instead = catalogue::find(refusal.instead).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(allocator(&instead, &machine).is_some(), "{name}: {} on {text}", instead.name);
    }
}

/// Colours depend on names: a new strategy changes none of these.
#[test]
fn strategies_keep_their_colours() {
    let pinned = "ep 0, nep 1, flat 2, ff 3, tff 4, bf 5, tbf 6, bl 7, tbl 8, midplane 9, fs 10, as 11, 2dbs 0, random 1, \
                  paging 2, curve 3, gabl 4, gen-alg 5, mbs 6, anca 7, as-mb 8";
    for (name, colour) in pinned.split(", ").map(|pair| pair.split_once(' ').unwrap()) {
        assert_eq!(catalogue::entry(name).unwrap().colour.to_string(), colour, "{name}");
        assert_eq!(curves::colour(&format!("{name}(7)")).to_string(), colour, "{name}");
    }
    assert!(catalogue::entries().all(|entry| entry.colour < curves::COLOURS));
}

#[test]
fn only_declared_strategies_round_to_powers_of_two() {
    let machine = Machine::torus(&[16, 16]);
    for choice in examples().map(|name| catalogue::find(name).unwrap()) {
        let Some(empty) = allocator(&choice, &machine) else { continue };
        let rounds = (1..=256).all(|processors| {
            empty.effective(&Request::processors(processors)).processors == processors.next_power_of_two()
        });
        assert_eq!(rounds, choice.entry.rounds_to_powers_of_two, "{}", choice.name);
    }
}

/// Requests larger than the machine have no extents, and no strategy places them.
#[test]
fn more_than_the_machine_never_fits() {
    for (name, text) in examples().flat_map(|name| PARTICULAR.iter().map(move |text| (name, text))) {
        let machine: Machine = text.parse().unwrap();
        let Some(mut empty) = allocator(&catalogue::find(name).unwrap(), &machine) else { continue };
        let request = empty.effective(&Request::processors(machine.node_count() + 1));
        assert!(!empty.fits(&request), "{name} on {text}");
        assert_eq!(empty.allocate(&request), None, "{name} on {text}");
    }
}
