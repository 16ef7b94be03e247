//! What is wrong with the text of a scheduling policy.

use super::{BlockedHead, Order, Scheduling};
use crate::diagnostic::Explain;

/// Why a text is no [`Scheduling`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    /// Neither a short name nor a pair of an order and a head.
    #[error("unknown scheduling '{0}'")]
    Unknown(String),
    /// A depth that does not end where the text does.
    #[error("'{0}' does not end with its closing parenthesis")]
    Open(String),
    /// A depth that is no number, or not even one job.
    #[error("'{0}' is no depth of backfilling")]
    Depth(String),
    /// A depth where it would bound nothing.
    #[error("{0} takes no depth: {because}", because = why_unbounded(*.0))]
    NoDepth(BlockedHead),
}

/// Why a depth would bound nothing.
fn why_unbounded(head: BlockedHead) -> &'static str {
    match head {
        BlockedHead::Conservative => "every waiting job holds a reservation",
        _ => "nobody else is tried while the head waits",
    }
}

impl Explain for PolicyError {
    fn expected(&self) -> String {
        match self {
            PolicyError::Unknown(_) => policies(),
            PolicyError::Open(_) => "a depth in parentheses, as in easy(20)".into(),
            PolicyError::Depth(_) => format!("a whole number from 1 to {}, as in easy(20)", u32::MAX),
            PolicyError::NoDepth(_) => "a depth of skip or easy, as in easy(20)".into(),
        }
    }

    fn remedy(&self) -> String {
        match self {
            PolicyError::NoDepth(head) => format!("leave it out after {head}, or name skip or easy"),
            _ => String::new(),
        }
    }
}

/// Everything that may be named.
fn policies() -> String {
    let short: Vec<_> = Scheduling::SHORT_NAMES.iter().map(|(name, _)| *name).collect();
    let names = |order: &Order| [&[order.name()], order.synonyms()].concat().join("=");
    let orders: Vec<_> = Order::ALL.iter().map(names).collect();
    let (short, orders, heads) = (short.join(", "), orders.join(", "), BlockedHead::NAMES.join(", "));
    format!(
        "{short}, or order/head with an order of {orders} and a head of {heads}; skip and easy take a depth, as in easy(20)"
    )
}
