use super::*;

/// Each node of a ring of eight sends two packets half the way around, all at once.
fn crowd(network: &mut FlitByFlit) {
    for node in (0..8).chain(0..8) {
        network.send(Message { created: 0, source: node, destination: (node + 4) % 8 });
    }
}

fn ring(has_dateline: bool) -> FlitByFlit {
    let switching = Switching { packet_length: 16, ..Switching::default() };
    FlitByFlit { has_dateline, ..FlitByFlit::new(&Machine::torus(&[8]), switching) }
}

#[test]
fn with_the_dateline_a_crowded_ring_empties() {
    let mut network = ring(true);
    crowd(&mut network);
    let mut delivered = Vec::new();
    while network.in_flight() > 0 {
        network.advance(Cycle::MAX, &mut delivered).unwrap();
    }
    assert_eq!(delivered.len(), 16);
}

/// All on virtual channel 0: the headers cross into the first links in cycle 3, where each finds the next link held. The
/// flits behind them have come up by then, so that nothing moves any more.
#[test]
fn without_the_dateline_it_deadlocks_and_says_so_at_once() {
    let mut network = ring(false);
    crowd(&mut network);
    let mut delivered = Vec::new();
    let deadlock = Deadlock { since: 3, packets: 8 };
    assert_eq!(network.advance(6, &mut delivered), Ok(()), "the headers will ask for the second link at 7");
    assert_eq!(network.advance(Cycle::MAX, &mut delivered), Err(deadlock));
    assert_eq!((network.now(), network.in_flight()), (7, 16));
    // What is sent now frees no channel.
    network.send(Message { created: 1000, source: 0, destination: 0 });
    assert_eq!(network.advance(Cycle::MAX, &mut delivered), Err(deadlock));
    assert_eq!(delivered, []);
    assert_eq!(deadlock.to_string(), "the network is deadlocked: 8 packets have waited for each other since cycle 3");
}
