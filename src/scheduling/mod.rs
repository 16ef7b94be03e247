//! Job scheduling: an order of the queue, combined with a rule for a head that does not fit (docs/semantics.md 5).

mod backfilling;
mod changing;
mod conservative;
mod observer;
pub mod orders;
mod own;
mod peers;
mod policy;
mod policy_error;
mod rank_set;
mod reason;
mod running;
mod state;
mod waiting;

pub use observer::{Event, Observer, Wanted};
pub use orders::Order;
pub use own::{CodeOrder, KeyChanges, Misstep, OwnOrder, OwnPolicy, PolicyViolation, QueueOrder, Rules};
pub use policy::Policy;
pub use policy_error::PolicyError;
pub use reason::{Reason, ReasonKind, Tally};
pub use state::{Instant, State};

use crate::allocation::own::OwnName;
use crate::names::{named, plain};
use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

named! {
    /// What happens when the job at the head of the queue cannot be placed.
    BlockedHead, "blocked head" {
        /// No job starts before the head.
        Block = "block" => "While its head does not fit, no other job starts.",
        /// Every other waiting job is tried, in order.
        Skip = "skip" => "While its head does not fit, every other waiting job is tried in turn; with a depth, skip(20), \
            only the first 20 behind the head.",
        /// Aggressive backfilling: other jobs may start if they do not delay the head.
        Easy = "easy" => "While its head does not fit, others may start if that does not delay the head (aggressive \
            backfilling, aware of the topology); with a depth, easy(20), only the first 20 behind the head are tried.",
        /// Conservative backfilling: other jobs may start if they delay no job.
        Conservative = "conservative" => "Every waiting job holds a reservation, and others may start if that delays none \
            of them (conservative backfilling).",
    }
}

impl BlockedHead {
    /// Whether jobs other than the head are tried one by one, so that a depth can bound their number.
    pub fn takes_depth(self) -> bool {
        matches!(self, BlockedHead::Skip | BlockedHead::Easy)
    }
}

/// A scheduling policy, written `order/head`, or `order/head(K)` if only the first K jobs behind the head are tried.
/// Short names like `easy` and `easy(20)` stand for the usual pairs. The order may be an own one: `own(title,digest)/easy`.
///
/// ```
/// use subtorus::scheduling::{BlockedHead, Order, Scheduling};
///
/// let easy: Scheduling = "easy".parse()?;
/// assert_eq!(easy, Scheduling::new(Order::Fcfs, BlockedHead::Easy));
/// assert_eq!(Scheduling::new(Order::Shortest, BlockedHead::Easy).to_string(), "sjf/easy");
/// # Ok::<(), subtorus::scheduling::PolicyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scheduling {
    /// The order of the queue. If it is an own one, arrivals come in this order before their first pass.
    pub order: Order,
    /// The own order, if there is one.
    pub own_order: Option<OwnOrder>,
    /// The head rule.
    pub blocked_head: BlockedHead,
    depth: Option<NonZeroU32>,
}

impl Scheduling {
    /// The pair of an order and a head rule. All jobs behind the head are tried if the rule tries others.
    pub const fn new(order: Order, blocked_head: BlockedHead) -> Scheduling {
        Scheduling { order, own_order: None, blocked_head, depth: None }
    }

    /// The pair of an own order and a head rule.
    pub fn own(order: OwnOrder, blocked_head: BlockedHead) -> Scheduling {
        Scheduling { own_order: Some(order), ..Scheduling::new(Order::Fcfs, blocked_head) }
    }

    /// The same order with another head rule, without a depth.
    pub fn with_head(self, blocked_head: BlockedHead) -> Scheduling {
        Scheduling { blocked_head, depth: None, ..self }
    }

    /// The same policy with this depth: each pass tries at most this many jobs behind the head. Fails if the head rule
    /// takes no depth.
    pub fn with_depth(self, depth: NonZeroU32) -> Result<Scheduling, PolicyError> {
        if self.blocked_head.takes_depth() {
            return Ok(Scheduling { depth: Some(depth), ..self });
        }
        Err(PolicyError::NoDepth(self.blocked_head))
    }

    /// How many jobs behind the head a pass tries; `None` for all.
    pub fn depth(self) -> Option<NonZeroU32> {
        self.depth
    }

    /// Fails if the head rule does not work with the order. A promised start is no promise in an order that changes.
    pub fn check(self) -> Result<(), PolicyError> {
        let promises = self.blocked_head == BlockedHead::Conservative;
        if promises && (self.own_order.is_some() || self.order.changes()) {
            Err(PolicyError::Changing(self))
        } else {
            Ok(())
        }
    }

    /// The same policy without a depth.
    pub fn without_depth(self) -> Scheduling {
        Scheduling { depth: None, ..self }
    }

    /// Every short name with the pair that it stands for. A pair prints as its first short name.
    pub const SHORT_NAMES: &[(&str, Scheduling)] = &[
        ("fcfs", Scheduling::new(Order::Fcfs, BlockedHead::Block)),
        ("easy", Scheduling::new(Order::Fcfs, BlockedHead::Easy)),
        ("conservative", Scheduling::new(Order::Fcfs, BlockedHead::Conservative)),
        ("oo", Scheduling::new(Order::Fcfs, BlockedHead::Skip)),
        ("ssd", Scheduling::new(Order::Shortest, BlockedHead::Block)),
    ];

    /// The name for people, such as "Shortest first, backfilling (EASY)".
    pub fn title(self) -> String {
        let own = self.own_order.map(|own| format!("Own order {}", own.name().title));
        let order = own.unwrap_or_else(|| self.order.title().into());
        let rule = match self.blocked_head {
            BlockedHead::Block => "",
            BlockedHead::Skip => "skipping a blocked head",
            BlockedHead::Easy => "backfilling (EASY)",
            BlockedHead::Conservative => "conservative backfilling",
        };
        let pair = match rule {
            "" => order,
            _ if self.order == Order::Fcfs && self.own_order.is_none() => capitalised(rule),
            _ => format!("{order}, {rule}"),
        };
        self.depth.map_or(pair.clone(), |depth| format!("{pair}, {depth} jobs deep"))
    }

    /// The text `order/head`.
    fn pair(&self) -> String {
        let own = self.own_order.map(|own| own.to_string());
        format!("{}/{}", own.as_deref().unwrap_or(self.order.name()), self.blocked_head)
    }

    /// The name of the order for people.
    pub fn shown_order(&self) -> String {
        self.own_order.map_or_else(|| self.order.to_string(), |own| own.shown())
    }

    /// The whole name for people: only the first digits of the digest of an own order.
    pub fn shown(&self) -> String {
        let name = self.to_string();
        self.own_order.map_or_else(|| name.clone(), |own| name.replace(&own.to_string(), &own.shown()))
    }
}

/// A policy with a short name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPolicy {
    /// The short name.
    pub name: &'static str,
    /// The pair in full: `fcfs/easy`.
    pub pair: String,
    /// The name for people; see [`Scheduling::title`].
    pub title: String,
    /// A description of its behaviour for users.
    pub meaning: String,
}

/// All policies with short names, in the order for users. The other pairs come from [`Order::ALL`] and
/// [`BlockedHead::ALL`].
pub fn catalogue() -> Vec<NamedPolicy> {
    let entry = |&(name, policy): &(&'static str, Scheduling)| NamedPolicy {
        name,
        pair: policy.pair(),
        title: policy.title(),
        meaning: format!("{} {}", policy.order.meaning(), policy.blocked_head.meaning()),
    };
    Scheduling::SHORT_NAMES.iter().map(entry).collect()
}

impl fmt::Display for Scheduling {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match Scheduling::SHORT_NAMES.iter().find(|(_, pair)| *pair == self.without_depth()) {
            Some((name, _)) => out.write_str(name)?,
            None => out.write_str(&self.pair())?,
        }
        self.depth.map_or(Ok(()), |depth| write!(out, "({depth})"))
    }
}

impl FromStr for Scheduling {
    type Err = PolicyError;

    /// Reads `order/head`, a short name, or an order alone (which means `block`). Each may have a depth in parentheses.
    /// Capitals and spaces do not matter. An own order is its name, `own(title,digest)`.
    fn from_str(text: &str) -> Result<Scheduling, PolicyError> {
        let written = plain(text);
        let (own, written) = own_order(&written);
        let (name, rest) = written.split_once('(').map_or((&*written, None), |(name, rest)| (name, Some(rest)));
        let policy = unbounded(name).ok_or_else(|| PolicyError::Unknown(text.to_string()))?;
        let policy = Scheduling { own_order: own, ..policy };
        let Some(rest) = rest else { return Ok(policy) };
        let depth = rest.strip_suffix(')').ok_or_else(|| PolicyError::Open(text.to_string()))?;
        if !policy.blocked_head.takes_depth() {
            return Err(PolicyError::NoDepth(policy.blocked_head));
        }
        policy.with_depth(depth.parse().map_err(|_| PolicyError::Depth(depth.to_string()))?)
    }
}

/// An own order at the beginning of a text, and the text with `fcfs` in its place.
fn own_order(text: &str) -> (Option<OwnOrder>, Cow<'_, str>) {
    let name = text.split_inclusive(')').next().filter(|name| name.starts_with("own("));
    match name.and_then(|name| Some((OwnOrder::new(&OwnName::of(name)?)?, &text[name.len()..]))) {
        Some((order, rest)) => (Some(order), format!("fcfs{}", if rest.is_empty() { "/block" } else { rest }).into()),
        None => (None, text.into()),
    }
}

fn capitalised(phrase: &str) -> String {
    phrase[..1].to_ascii_uppercase() + &phrase[1..]
}

/// The policy of this name, without a depth.
fn unbounded(name: &str) -> Option<Scheduling> {
    if let Some((_, pair)) = Scheduling::SHORT_NAMES.iter().find(|(short, _)| *short == name) {
        return Some(*pair);
    }
    let (order, head) = name.split_once('/').unwrap_or((name, BlockedHead::Block.name()));
    Some(Scheduling::new(order.parse().ok()?, head.parse().ok()?))
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
        assert_eq!((oo.name, oo.title.as_str()), ("oo", "Skipping a blocked head"));
        let meaning = "The queue is in order of arrival. While its head does not fit, every other waiting job is tried in turn; with \
             a depth, skip(20), only the first 20 behind the head.";
        assert_eq!(oo.meaning, meaning);
    }

    #[test]
    fn an_unknown_name_is_told_what_there_is() {
        let message = |text: &str| Diagnostic::of(&text.parse::<Scheduling>().unwrap_err()).message();
        let all = "(expected fcfs, easy, conservative, oo, ssd, or order/head with one of fcfs, lcfs, sjf=ssd, ljf=lpt, \
                   smallest, largest, wfp, expansion, fair-share and a head of block, skip, easy or conservative; skip and easy take a depth, as in \
                   easy(20))";
        assert_eq!(message("fifteen"), format!("unknown scheduling 'fifteen' {all}"));
        assert_eq!(
            message("sjf/nonsense"),
            "unknown scheduling 'sjf/nonsense' (expected block, skip, easy or conservative after sjf/)"
        );
        assert_eq!(
            message("fcfs/"),
            "unknown scheduling 'fcfs/' (expected block, skip, easy or conservative after fcfs/)"
        );
    }

    #[test]
    fn policies_are_read_as_people_write_them_and_slips_are_seen_through() {
        for (typed, name) in [("EASY", "easy"), (" Sjf / Skip ( 5 )", "sjf/skip(5)"), ("FCFS", "fcfs")] {
            assert_eq!(typed.parse::<Scheduling>().map(|policy| policy.to_string()), Ok(name.to_string()));
        }
        for (typed, meant) in [
            ("eazy", "easy"),
            ("eazy(5)", "easy(5)"),
            ("conserv", "conservative"),
            ("sjf/eazy", "sjf/easy"),
            ("sfj/easy(20)", "sjf/easy(20)"),
            ("larget/sikp", "largest/skip"),
            ("skip", "fcfs/skip"),
        ] {
            let message = Diagnostic::of(&typed.parse::<Scheduling>().unwrap_err()).message();
            assert_eq!(message, format!("unknown scheduling '{typed}'; did you mean {meant}?"));
        }
        assert_eq!("eazy(5)".parse::<Scheduling>(), Err(PolicyError::Unknown("eazy(5)".into())));
    }

    #[test]
    fn a_promise_wants_an_order_that_stays() {
        let check = |text: &str| text.parse::<Scheduling>().unwrap().check();
        let message = |text: &str| Diagnostic::of(&check(text).unwrap_err()).message();
        let because = "under conservative every waiting job is promised a start in the order of the queue, which";
        let remedy = "changes as time goes by; take wfp/easy, or conservative with another order";
        assert_eq!(message("wfp/conservative"), format!("{because} wfp {remedy}"));
        assert!(check("expansion/conservative").is_err());
        assert!(check("fair-share/conservative").is_err());
        for text in ["wfp", "wfp/skip(3)", "expansion/easy", "sjf/conservative", "fair-share/easy"] {
            assert_eq!(check(text), Ok(()));
        }
    }

    #[test]
    fn depths_round_trip_and_belong_to_skip_and_easy() {
        for (given, printed) in [
            ("easy(20)", "easy(20)"),
            ("fcfs/easy(20)", "easy(20)"),
            ("fcfs/skip(1)", "oo(1)"),
            ("ssd/skip(5)", "sjf/skip(5)"),
            ("largest/easy(4294967295)", "largest/easy(4294967295)"),
        ] {
            let policy: Scheduling = given.parse().unwrap();
            assert_eq!(policy.to_string(), printed);
            assert_eq!(printed.parse(), Ok(policy));
            assert_ne!(policy, policy.without_depth());
        }
        assert_eq!("easy(020)".parse(), "easy(20)".parse::<Scheduling>());
        assert_eq!("easy(20)".parse::<Scheduling>().unwrap().depth(), NonZeroU32::new(20));
    }

    #[test]
    fn a_depth_that_is_none_says_what_is_wrong() {
        let number = "(expected a whole number from 1 to 4294967295, as in easy(20))";
        for (text, hint) in [
            ("easy(0)", format!("'0' is no depth of backfilling {number}")),
            ("easy(-1)", format!("'-1' is no depth of backfilling {number}")),
            ("easy(x)", format!("'x' is no depth of backfilling {number}")),
            ("oo()", format!("'' is no depth of backfilling {number}")),
            ("fcfs/skip(4294967296)", format!("'4294967296' is no depth of backfilling {number}")),
            ("easy(1.5)", format!("'1.5' is no depth of backfilling {number}")),
            ("easy(", "'easy(' does not end with its closing parenthesis".into()),
            ("easy(5)x", "'easy(5)x' does not end with its closing parenthesis".into()),
            ("block(3)", "unknown scheduling 'block(3)'".into()),
            ("fcfs(3)", "block takes no depth: no other job is tried while the head waits".into()),
            ("sjf/block(3)", "block takes no depth".into()),
            ("conservative(5)", "conservative takes no depth: every waiting job holds a reservation".into()),
        ] {
            let message = Diagnostic::of(&text.parse::<Scheduling>().unwrap_err()).message();
            assert!(message.contains(&hint), "{text}: {message}");
        }
    }
}
