//! Job scheduling: an order of the queue times what happens when its head does not fit (docs/semantics.md 5).

mod backfilling;
mod conservative;
mod minimum_tree;
mod observer;
pub mod orders;
mod policy;
mod rank_set;
mod reason;
mod running;
mod state;
mod waiting;

pub use observer::Observer;
pub(crate) use observer::tell_each;
pub use orders::Order;
pub use policy::Policy;
pub use reason::Reason;
pub use state::{Instant, State};

use crate::diagnostic::Explain;
use crate::names::named;
use std::fmt;
use std::str::FromStr;

named! {
    /// What happens when the job at the head of the queue cannot be placed.
    BlockedHead, "blocked head" {
        /// Nobody starts before the head.
        Block = "block" => "While its head does not fit, nobody else starts.",
        /// Every other waiting job is tried, in order.
        Skip = "skip" => "While its head does not fit, every other waiting job is tried in turn.",
        /// Aggressive backfilling: others may start if they do not delay the head.
        Easy = "easy" => "While its head does not fit, others may start if that does not delay the head (aggressive \
            backfilling, aware of the topology).",
        /// Conservative backfilling: others may start if they delay nobody.
        Conservative = "conservative" => "Every waiting job holds a reservation, and others may start if that delays none \
            of them (conservative backfilling).",
    }
}

/// A scheduling policy, written `order/head`; short names such as `easy` stand for the usual pairs.
///
/// ```
/// use subtorus::scheduling::{BlockedHead, Order, Scheduling};
///
/// let easy: Scheduling = "easy".parse()?;
/// assert_eq!(easy, Scheduling::new(Order::Fcfs, BlockedHead::Easy));
/// assert_eq!(Scheduling::new(Order::Shortest, BlockedHead::Easy).to_string(), "sjf/easy");
/// # Ok::<(), subtorus::scheduling::UnknownPolicy>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scheduling {
    /// The order of the queue.
    pub order: Order,
    /// What a blocked head leads to.
    pub blocked_head: BlockedHead,
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
        ("ssd", Scheduling::new(Order::Shortest, BlockedHead::Block)),
    ];

    /// Written out as `order/head`.
    fn pair(&self) -> String {
        format!("{}/{}", self.order, self.blocked_head)
    }
}

/// A policy that has a short name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPolicy {
    /// The short name.
    pub name: &'static str,
    /// The pair it stands for, written out: `fcfs/easy`.
    pub title: String,
    /// What it does, in sentences for people.
    pub meaning: String,
}

/// All policies with short names, as people are told of them. The other pairs go by [`Order::ALL`] and
/// [`BlockedHead::ALL`].
pub fn catalogue() -> Vec<NamedPolicy> {
    let entry = |&(name, policy): &(&'static str, Scheduling)| NamedPolicy {
        name,
        title: policy.pair(),
        meaning: format!("{} {}", policy.order.meaning(), policy.blocked_head.meaning()),
    };
    Scheduling::SHORT_NAMES.iter().map(entry).collect()
}

impl fmt::Display for Scheduling {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match Scheduling::SHORT_NAMES.iter().find(|(_, pair)| pair == self) {
            Some((name, _)) => out.write_str(name),
            None => out.write_str(&self.pair()),
        }
    }
}

impl FromStr for Scheduling {
    type Err = UnknownPolicy;

    /// Reads `order/head`, a short name, or an order alone (which blocks).
    fn from_str(text: &str) -> Result<Scheduling, UnknownPolicy> {
        if let Some((_, pair)) = Scheduling::SHORT_NAMES.iter().find(|(name, _)| *name == text) {
            return Ok(*pair);
        }
        let (order, head) = text.split_once('/').unwrap_or((text, BlockedHead::Block.name()));
        match (order.parse(), head.parse()) {
            (Ok(order), Ok(head)) => Ok(Scheduling::new(order, head)),
            _ => Err(UnknownPolicy(text.to_string())),
        }
    }
}

/// A text that is neither a short name nor a pair of an order and a head.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown scheduling '{0}'")]
pub struct UnknownPolicy(String);

impl Explain for UnknownPolicy {
    fn expected(&self) -> String {
        let short: Vec<_> = Scheduling::SHORT_NAMES.iter().map(|(name, _)| *name).collect();
        let names = |order: &Order| [&[order.name()], order.synonyms()].concat().join("=");
        let orders: Vec<_> = Order::ALL.iter().map(names).collect();
        let (short, orders, heads) = (short.join(", "), orders.join(", "), BlockedHead::NAMES.join(", "));
        format!("{short}, or order/head with an order of {orders} and a head of {heads}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostic;

    #[test]
    fn names_round_trip_and_synonyms_agree() {
        for &order in Order::ALL {
            for &head in BlockedHead::ALL {
                let pair = Scheduling::new(order, head);
                assert_eq!(pair.to_string().parse(), Ok(pair));
                for name in [order.name()].iter().chain(order.synonyms()) {
                    assert_eq!(format!("{name}/{head}").parse(), Ok(pair));
                }
            }
        }
        assert_eq!("oo".parse(), Ok(Scheduling::new(Order::Fcfs, BlockedHead::Skip)));
        assert_eq!("ssd".parse(), "sjf/block".parse::<Scheduling>());
        assert_eq!("lpt".parse(), Ok(Scheduling::new(Order::Longest, BlockedHead::Block)));
    }

    #[test]
    fn the_catalogue_has_the_short_names() {
        let oo = &catalogue()[3];
        assert_eq!((oo.name, oo.title.as_str()), ("oo", "fcfs/skip"));
        let meaning =
            "The queue is in order of arrival. While its head does not fit, every other waiting job is tried in turn.";
        assert_eq!(oo.meaning, meaning);
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let message = Diagnostic::of(&"eazy".parse::<Scheduling>().unwrap_err()).message();
        let (short, pairs) = message.split_once(", or order/head with an order of ").unwrap();
        assert_eq!(short, "unknown scheduling 'eazy' (expected fcfs, easy, conservative, oo, ssd");
        let (orders, heads) = pairs.split_once(" and a head of ").unwrap();
        assert!(orders.starts_with("fcfs, lcfs, sjf=ssd, ljf=lpt, smallest, largest"), "{orders}");
        assert_eq!((orders.split(", ").count(), heads), (Order::ALL.len(), "block, skip, easy, conservative)"));
        assert!("fcfs/".parse::<Scheduling>().is_err());
    }
}
