//! The errors in the text of a scheduling policy.

use super::{BlockedHead, Order, Scheduling};
use crate::diagnostic::{Explain, alternatives};
use crate::names::{nearest, one_of, plain};

/// Why a text is no [`Scheduling`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    /// The text is neither a short name nor a pair of an order and a head.
    #[error("unknown scheduling '{0}'")]
    Unknown(String),
    /// Text follows the depth.
    #[error("'{0}' does not end with its closing parenthesis")]
    Open(String),
    /// The depth is no number, or it is less than one job.
    #[error("'{0}' is no depth of backfilling")]
    Depth(String),
    /// The depth would bound nothing.
    #[error("{0} takes no depth: {because}", because = why_unbounded(*.0))]
    NoDepth(BlockedHead),
    /// The order changes with time, but the head rule gives every waiting job a reservation.
    #[error("under {head} every waiting job is promised a start in the order of the queue, which {order} changes as time goes by",
        head = .0.blocked_head, order = .0.shown_order())]
    Changing(Scheduling),
    /// The same for own keys.
    #[error(
        "under conservative every waiting job is promised a start in the order of the queue, which own keys change as time goes by"
    )]
    OwnChanging,
}

/// Why a depth would bound nothing.
fn why_unbounded(head: BlockedHead) -> &'static str {
    match head {
        BlockedHead::Conservative => "every waiting job holds a reservation",
        _ => "no other job is tried while the head waits",
    }
}

impl Explain for PolicyError {
    fn expected(&self) -> String {
        match self {
            PolicyError::Unknown(text) => policies(text),
            PolicyError::Open(_) => "a depth in parentheses, as in easy(20)".into(),
            PolicyError::Depth(_) => format!("a whole number from 1 to {}, as in easy(20)", u32::MAX),
            PolicyError::NoDepth(_) => "a depth of skip or easy, as in easy(20)".into(),
            PolicyError::Changing(_) | PolicyError::OwnChanging => String::new(),
        }
    }

    fn remedy(&self) -> String {
        match self {
            PolicyError::NoDepth(head) => format!("leave it out after {head}, or name skip or easy"),
            PolicyError::Changing(policy) => {
                let easy = policy.with_head(BlockedHead::Easy).shown();
                format!("take {easy}, or {} with another order", policy.blocked_head)
            }
            PolicyError::OwnChanging => "take another head rule, or declare that the keys do not change".into(),
            _ => String::new(),
        }
    }

    fn meant(&self) -> Vec<String> {
        if let PolicyError::Unknown(text) = self { meant(text) } else { Vec::new() }
    }
}

/// The valid names. After a known order, these are the head rules.
fn policies(text: &str) -> String {
    let written = plain(text);
    let heads = alternatives(BlockedHead::NAMES);
    if let Some((order, _)) = written.split_once('/').filter(|(order, _)| order.parse::<Order>().is_ok()) {
        return format!("{heads} after {order}/");
    }
    let short: Vec<_> = Scheduling::SHORT_NAMES.iter().map(|(name, _)| *name).collect();
    let names = |order: &Order| [&[order.name()], order.synonyms()].concat().join("=");
    let orders: Vec<_> = Order::ALL.iter().map(names).collect();
    let (short, orders) = (short.join(", "), one_of(&orders));
    format!("{short}, or order/head with {orders} and a head of {heads}; skip and easy take a depth, as in easy(20)")
}

/// The policies that a text without a valid name may mean.
fn meant(text: &str) -> Vec<String> {
    let written = plain(text);
    let (name, depth) = written.split_at(written.find('(').unwrap_or(written.len()));
    let orders = || Order::ALL.iter().flat_map(|order| [&[order.name()], order.synonyms()].concat());
    let policies: Vec<String> = match name.split_once('/') {
        Some((order, head)) => {
            let heads = nearest(head, BlockedHead::NAMES.iter().copied());
            let pairs = |order: &str| heads.iter().map(|head| format!("{order}/{head}")).collect::<Vec<_>>();
            nearest(order, orders()).iter().flat_map(|order| pairs(order)).collect()
        }
        // A head alone is no policy, but it clearly means that head behind the usual order.
        None if name.parse::<BlockedHead>().is_ok() => vec![format!("{}/{name}", Order::Fcfs)],
        None => {
            let short = Scheduling::SHORT_NAMES.iter().map(|(name, _)| *name);
            nearest(name, short.chain(orders()))
        }
    };
    policies.into_iter().map(|policy| policy + depth).filter(|policy| policy.parse::<Scheduling>().is_ok()).collect()
}
