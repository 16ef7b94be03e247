//! Job scheduling: an order of the queue times what happens when its head does not fit (SEMANTICS section 5).

mod backfilling;
mod conservative;
mod minimum_tree;
mod observer;
mod policy;
mod rank_set;
mod running;
mod state;
mod waiting;

pub use observer::Observer;
pub(crate) use observer::tell_each;
pub use policy::Policy;
pub use state::{Instant, State};

use std::fmt;
use std::str::FromStr;

/// Which waiting job goes next. Ties go to the earlier arrival, then to file order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// First come, first served.
    Fcfs,
    /// Latest arrival first.
    Lcfs,
    /// Shortest service demand first: the least runtime, or the fewest messages where those determine it.
    Sjf,
    /// Longest service demand first.
    Ljf,
    /// Fewest processors first.
    Smallest,
    /// Most processors first.
    Largest,
}

/// What happens when the job at the head of the queue cannot be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockedHead {
    /// Nobody starts before the head.
    Block,
    /// Every other waiting job is tried, in order.
    Skip,
    /// Aggressive backfilling: others may start if they do not delay the head.
    Easy,
    /// Conservative backfilling: others may start if they delay nobody.
    Conservative,
}

/// A scheduling policy, written `order/head`; short names such as `easy` stand for the usual pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scheduling {
    /// The order of the queue.
    pub order: Order,
    /// What a blocked head leads to.
    pub blocked_head: BlockedHead,
}

impl Order {
    /// Every order with the names it goes by, the preferred one first.
    pub const NAMES: &[(Order, &[&str])] = &[
        (Order::Fcfs, &["fcfs"]),
        (Order::Lcfs, &["lcfs"]),
        (Order::Sjf, &["sjf", "ssd"]),
        (Order::Ljf, &["ljf", "lpt"]),
        (Order::Smallest, &["smallest"]),
        (Order::Largest, &["largest"]),
    ];
}

impl BlockedHead {
    /// Every policy with its name.
    pub const NAMES: &[(BlockedHead, &str)] = &[
        (BlockedHead::Block, "block"),
        (BlockedHead::Skip, "skip"),
        (BlockedHead::Easy, "easy"),
        (BlockedHead::Conservative, "conservative"),
    ];
}

impl Scheduling {
    /// The pair of an order and what a blocked head leads to.
    pub const fn new(order: Order, blocked_head: BlockedHead) -> Scheduling {
        Scheduling { order, blocked_head }
    }

    /// Every short name with the pair it stands for. A pair prints as its first short name.
    pub const SHORT_NAMES: &[(&str, Scheduling)] = &[
        ("fcfs", Scheduling::new(Order::Fcfs, BlockedHead::Block)),
        ("easy", Scheduling::new(Order::Fcfs, BlockedHead::Easy)),
        ("conservative", Scheduling::new(Order::Fcfs, BlockedHead::Conservative)),
        ("oo", Scheduling::new(Order::Fcfs, BlockedHead::Skip)),
        ("ssd", Scheduling::new(Order::Sjf, BlockedHead::Block)),
    ];
}

impl fmt::Display for Scheduling {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        if let Some((name, _)) = Scheduling::SHORT_NAMES.iter().find(|(_, pair)| pair == self) {
            return out.write_str(name);
        }
        let order = Order::NAMES.iter().find(|(order, _)| *order == self.order).map_or("", |(_, names)| names[0]);
        let head = BlockedHead::NAMES.iter().find(|(head, _)| *head == self.blocked_head).map_or("", |(_, name)| name);
        write!(out, "{order}/{head}")
    }
}

impl FromStr for Scheduling {
    type Err = String;

    /// Reads `order/head`, a short name, or an order alone (which blocks).
    fn from_str(text: &str) -> Result<Scheduling, String> {
        if let Some((_, pair)) = Scheduling::SHORT_NAMES.iter().find(|(name, _)| *name == text) {
            return Ok(*pair);
        }
        let (order_text, head_text) = text.split_once('/').unwrap_or((text, "block"));
        let order = Order::NAMES.iter().find(|(_, names)| names.contains(&order_text));
        let head = BlockedHead::NAMES.iter().find(|(_, name)| *name == head_text);
        match (order, head) {
            (Some((order, _)), Some((head, _))) => Ok(Scheduling::new(*order, *head)),
            _ => Err(Scheduling::unknown(text)),
        }
    }
}

impl Scheduling {
    fn unknown(text: &str) -> String {
        let short: Vec<_> = Scheduling::SHORT_NAMES.iter().map(|(name, _)| *name).collect();
        let orders: Vec<_> = Order::NAMES.iter().map(|(_, names)| names.join("=")).collect();
        let heads: Vec<_> = BlockedHead::NAMES.iter().map(|(_, name)| *name).collect();
        format!(
            "unknown scheduling '{text}' (known: {}; or order/head with an order of {} and a head of {})",
            short.join(", "),
            orders.join(", "),
            heads.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_synonyms_agree() {
        for (order, names) in Order::NAMES {
            for (head, head_name) in BlockedHead::NAMES {
                let pair = Scheduling::new(*order, *head);
                assert_eq!(pair.to_string().parse(), Ok(pair));
                for name in *names {
                    assert_eq!(format!("{name}/{head_name}").parse(), Ok(pair));
                }
            }
        }
        assert_eq!("oo".parse(), Ok(Scheduling::new(Order::Fcfs, BlockedHead::Skip)));
        assert_eq!("ssd".parse(), "sjf/block".parse::<Scheduling>());
        assert_eq!("lpt".parse(), Ok(Scheduling::new(Order::Ljf, BlockedHead::Block)));
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let reason = "eazy".parse::<Scheduling>().unwrap_err();
        assert!(reason.contains("'eazy'") && reason.contains("easy") && reason.contains("lcfs"), "{reason}");
        assert!("fcfs/".parse::<Scheduling>().is_err());
    }
}
