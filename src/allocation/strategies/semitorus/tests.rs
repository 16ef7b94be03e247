use super::*;
use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::strategy::Strategy as Generator;

fn text(blocks: &[Block]) -> Vec<String> {
    blocks.iter().map(Block::to_string).collect()
}

fn exponents(extents: &[u32]) -> Exponents {
    let mut exponents = [0; MAX_DIMENSIONS];
    exponents.iter_mut().zip(extents).for_each(|(exponent, extent)| *exponent = extent.ilog2() as u8);
    exponents
}

/// All available pieces, offered by a cut or not: smallest first, of equal ones the highest base.
fn available_pieces(semitori: &Semitori) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for offer in semitori.available.iter().flatten().filter(|offer| offer.parent == NONE) {
        pieces.push(semitori.pieces[offer.child as usize]);
    }
    for (parent, cut) in semitori.pieces.iter().enumerate().filter(|(_, piece)| piece.cut != NONE) {
        let children = semitori.available_children[cut.cut as usize].iter();
        pieces.extend(children.map(|child| semitori.child(parent as u32, child)));
    }
    pieces.sort_by_key(|piece| (piece.size, std::cmp::Reverse(piece.base)));
    pieces
}

fn available(semitori: &Semitori) -> Vec<String> {
    text(&available_pieces(semitori).iter().map(|piece| semitori.block(piece)).collect::<Vec<_>>())
}

fn allocate(semitori: &mut Semitori, processors: u32) -> Allocation {
    let request = semitori.effective(&Request::processors(processors));
    semitori.allocate(&request).expect("fits")
}

/// Mao 2005 section 2.3: 6 = 2 * (2 + 1), so 4 and 2. docs/semantics.md 6.1 gives the places.
#[test]
fn the_jlab_cluster_starts_as_two_semitori() {
    let machine = Machine::torus(&[2, 2, 2, 6, 8]);
    assert_eq!(text(&initial_semitori(&machine).unwrap()), ["0,0,0,0,0+2x2x2x4x8", "0,0,0,4,0+2x2x2x2x8"]);
    // 11 = 8 + 2 + 1
    let machine = Machine::mesh(&[4, 11]);
    assert_eq!(text(&initial_semitori(&machine).unwrap()), ["0,0+4x8", "0,8+4x2", "0,10+4x1"]);
}

#[test]
fn two_odd_dimensions_are_refused() {
    assert_eq!(initial_semitori(&Machine::torus(&[3, 5, 7])).unwrap_err(), Requirement::OneOddExtent);
}

/// Mao 2005 section 3 (figure 2a): the pieces of 2 x 4 x 4 x 8 for 8 and for 64 nodes.
#[test]
fn equal_partition_of_the_papers_example() {
    let parent = exponents(&[2, 4, 4, 8]);
    assert_eq!(fill_evenly(&parent, 3), exponents(&[1, 2, 2, 2]));
    assert_eq!(fill_evenly(&parent, 6), exponents(&[2, 2, 4, 4]));

    let mut semitori = Semitori::new(&Machine::torus(&[2, 4, 4, 8]), Scheme::Equal).unwrap();
    let allocation = allocate(&mut semitori, 64);
    assert_eq!(text(allocation.blocks.listed()), ["0,0,0,0+2x2x4x4"]);
    assert_eq!(available(&semitori), ["0,2,0,4+2x2x4x4", "0,2,0,0+2x2x4x4", "0,0,0,4+2x2x4x4"]);
}

/// Mao 2005 section 3 (figure 2b): the five semitori of 2 x 4 x 4 x 8 for 16 nodes.
#[test]
fn non_equal_partition_of_the_papers_example() {
    let mut semitori = Semitori::new(&Machine::torus(&[2, 4, 4, 8]), Scheme::NonEqual).unwrap();
    let allocation = allocate(&mut semitori, 16);
    assert_eq!(text(allocation.blocks.listed()), ["0,0,0,0+2x4x2x1"]);
    assert_eq!(available(&semitori), ["0,0,2,0+2x4x2x1", "0,0,0,1+2x4x4x1", "0,0,0,2+2x4x4x2", "0,0,0,4+2x4x4x4"]);
    semitori.release(&allocation);
    assert_eq!(available(&semitori), ["0,0,0,0+2x4x4x8"]);
}

#[test]
fn a_request_is_rounded_up_and_takes_the_smallest_sufficient_piece() {
    let mut semitori = Semitori::new(&Machine::torus(&[2, 2, 2, 6, 8]), Scheme::NonEqual).unwrap();
    let allocation = allocate(&mut semitori, 100);
    assert_eq!(
        (allocation.processors, text(allocation.blocks.listed())),
        (128, vec!["0,0,0,4,0+2x2x2x2x8".to_string()])
    );
    assert!(semitori.fits(&Request::processors(256)) && !semitori.fits(&Request::processors(512)));
}

/// Pieces of 4 nodes at the same place: cut from the whole machine, from a piece of 16, and from a piece of 32.
#[test]
fn the_same_nodes_are_not_held_alike_where_they_are_cut_otherwise() {
    let empty = Semitori::new(&Machine::torus(&[4, 4, 4]), Scheme::Equal).unwrap();
    let by_way_of = |size: u32| {
        let mut semitori = empty.clone();
        let guests = [(); 2].map(|()| allocate(&mut semitori, size));
        semitori.release(&guests[0]);
        let held = allocate(&mut semitori, 4);
        semitori.release(&guests[1]);
        (semitori, held)
    };
    let mut ways = [4, 16, 32].map(by_way_of);
    for here in 0..3 {
        for there in 0..3 {
            let (other, held_there) = ways[there].clone();
            let (semitori, held) = &mut ways[here];
            assert_eq!(held.blocks, held_there.blocks);
            assert_eq!(Allocator::holds_alike(semitori, held, &other, &held_there), here == there);
        }
    }
}

/// The machines of the random tests, small and large, with and without an odd dimension.
fn machines() -> impl Generator<Value = Machine> {
    prop::sample::select(vec![
        Machine::torus(&[2, 2, 2, 4, 4, 8]),
        Machine::torus(&[2, 2, 2, 6, 8]),
        Machine::mesh(&[8, 8]),
        Machine::mesh(&[13, 4]),
        Machine::torus(&[16]),
    ])
}

/// One step of a random history: take `processors`, or give back one of the held allocations.
#[derive(Clone, Debug)]
enum Step {
    Take(u32),
    Give(prop::sample::Index),
}

fn steps() -> impl Generator<Value = Vec<Step>> {
    let step =
        prop_oneof![(0u32..9).prop_map(|k| Step::Take(1 << k)), any::<prop::sample::Index>().prop_map(Step::Give)];
    prop::collection::vec(step, 1..120)
}

fn nodes(machine: &Machine, block: &Block) -> Vec<u32> {
    let inside = |index: &u32| {
        let at = machine.coordinates(*index);
        (0..machine.dimensions()).all(|d| (block.base[d]..block.base[d] + block.extents[d]).contains(&at[d]))
    };
    (0..machine.node_count()).filter(inside).collect()
}

proptest! {
    #[test]
    fn pieces_never_overlap_and_everything_released_is_the_initial_set(
        machine in machines(), equal in any::<bool>(), steps in steps()
    ) {
        let scheme = if equal { Scheme::Equal } else { Scheme::NonEqual };
        let mut semitori = Semitori::new(&machine, scheme).unwrap();
        let initial = available(&semitori);
        let mut owner = vec![false; machine.node_count() as usize];
        let mut held: Vec<Allocation> = Vec::new();
        for step in steps {
            match step {
                Step::Take(processors) => {
                    let request = Request::processors(processors);
                    let fits = semitori.fits(&request);
                    let allocation = semitori.allocate(&request);
                    prop_assert_eq!(fits, allocation.is_some());
                    let Some(allocation) = allocation else { continue };
                    prop_assert_eq!(allocation.blocks.iter().map(|block| block.volume()).sum::<u32>(), processors);
                    for node in nodes(&machine, &allocation.blocks.listed()[0]) {
                        prop_assert!(!std::mem::replace(&mut owner[node as usize], true), "node {} twice", node);
                    }
                    held.push(allocation);
                }
                Step::Give(which) if !held.is_empty() => {
                    let allocation = held.swap_remove(which.index(held.len()));
                    nodes(&machine, &allocation.blocks.listed()[0]).into_iter().for_each(|node| owner[node as usize] = false);
                    semitori.release(&allocation);
                }
                Step::Give(_) => {}
            }
            let busy = owner.iter().filter(|&&busy| busy).count() as u32;
            prop_assert_eq!(semitori.free + busy, machine.node_count());
            let in_pieces: u32 = available_pieces(&semitori).iter().map(|piece| 1 << piece.size).sum();
            prop_assert_eq!(in_pieces, semitori.free, "every free node is in exactly one available piece");
        }
        held.iter().for_each(|allocation| semitori.release(allocation));
        prop_assert_eq!(available(&semitori), initial);
    }

    /// The theorem of the module's description: a piece used and released in between has no lasting effect.
    #[test]
    fn a_job_that_comes_and_goes_leaves_no_trace(
        machine in machines(), equal in any::<bool>(), steps in steps(), guest in 0u32..9,
        gone in prop::collection::vec(any::<prop::sample::Index>(), 0..20),
    ) {
        let scheme = if equal { Scheme::Equal } else { Scheme::NonEqual };
        let mut semitori = Semitori::new(&machine, scheme).unwrap();
        let mut held = Vec::new();
        for step in steps {
            if let Step::Take(processors) = step {
                held.extend(semitori.allocate(&Request::processors(processors)));
            }
        }
        let mut visited = semitori.clone();
        let guest = visited.allocate(&Request::processors(1 << guest));
        for which in gone {
            if held.is_empty() { break }
            let allocation = held.swap_remove(which.index(held.len()));
            semitori.release(&allocation);
            visited.release(&allocation);
        }
        if let Some(guest) = guest {
            visited.release(&guest);
        }
        prop_assert_eq!(available(&visited), available(&semitori));
    }

    /// A copy releases some allocations and then holds those that started since. It has the same available pieces as
    /// the machine itself after the same releases.
    #[test]
    fn what_is_held_elsewhere_is_cut_as_it_is_there(
        machine in machines(), equal in any::<bool>(), steps in steps(), starting in prop::collection::vec(0u32..6, 1..20),
        staying in prop::collection::vec(any::<bool>(), 1..20),
    ) {
        let scheme = if equal { Scheme::Equal } else { Scheme::NonEqual };
        let mut now = Semitori::new(&machine, scheme).unwrap();
        let mut held = Vec::new();
        for step in steps {
            if let Step::Take(processors) = step {
                held.extend(now.allocate(&Request::processors(processors.min(64))));
            }
        }
        let mut stays = staying.iter().cycle();
        let ending: Vec<Allocation> = held.into_iter().filter(|_| !stays.next().unwrap()).collect();
        let mut ahead = now.clone();
        ending.iter().for_each(|allocation| ahead.release(allocation));
        let before = available(&ahead);
        let mut holding = Vec::new();
        for size in starting {
            let Some(allocation) = now.allocate(&Request::processors(1 << size)) else { continue };
            holding.push(ahead.hold(&allocation, &now).expect("it can hold"));
            let mut plain = now.clone();
            ending.iter().for_each(|allocation| plain.release(allocation));
            prop_assert_eq!(available(&ahead), available(&plain));
            prop_assert_eq!(ahead.free, plain.free);
        }
        holding.iter().for_each(|allocation| ahead.release(allocation));
        prop_assert_eq!(available(&ahead), before);
    }

    /// Jobs come and go on two machines, and one of them has further jobs as well. When all remaining jobs are held
    /// alike, both machines have the same available pieces. This remains true as the jobs end one by one.
    #[test]
    fn where_all_is_held_alike_the_same_is_available(
        machine in machines(), equal in any::<bool>(), sizes in prop::collection::vec(0u32..5, 1..6),
        there_too in prop::collection::vec((0u32..7, any::<bool>()), 0..6), gone in prop::collection::vec(any::<bool>(), 6),
    ) {
        let scheme = if equal { Scheme::Equal } else { Scheme::NonEqual };
        let mut here = Semitori::new(&machine, scheme).unwrap();
        let mut there = here.clone();
        let guests = there_too.iter().map(|&(size, stays)| (there.allocate(&Request::processors(1 << size)), stays));
        let guests: Vec<_> = guests.filter_map(|(guest, stays)| Some((guest?, stays))).collect();
        guests.iter().filter(|(_, stays)| !stays).for_each(|(guest, _)| there.release(guest));
        let mut both = Vec::new();
        for size in sizes {
            let [mine, theirs] = [&mut here, &mut there].map(|one| one.allocate(&Request::processors(1 << size)));
            match (mine, theirs) {
                (Some(mine), Some(theirs)) => both.push((mine, theirs)),
                (mine, theirs) => {
                    mine.iter().for_each(|mine| here.release(mine));
                    theirs.iter().for_each(|theirs| there.release(theirs));
                }
            }
        }
        guests.iter().filter(|(_, stays)| *stays).for_each(|(guest, _)| there.release(guest));
        let mut gone = gone.into_iter().cycle();
        both.retain(|(mine, theirs)| {
            let stays = !gone.next().unwrap();
            if !stays {
                here.release(mine);
                there.release(theirs);
            }
            stays
        });
        if !both.iter().all(|(mine, theirs)| Allocator::holds_alike(&mut here, mine, &there, theirs)) {
            return Ok(());
        }
        for (mine, theirs) in both {
            prop_assert_eq!(&mine.blocks, &theirs.blocks);
            prop_assert_eq!(available(&here), available(&there));
            here.release(&mine);
            there.release(&theirs);
        }
    }
}
