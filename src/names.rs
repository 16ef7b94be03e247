//! Choices that have a name in links, flags and the interface.

mod nearest;

pub use nearest::{nearest, one_of, plain};

use crate::diagnostic::Explain;
use std::str::FromStr;

/// An unknown name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} '{text}'")]
pub struct UnknownName {
    /// The kind of name, such as `pattern`.
    pub what: &'static str,
    /// What stands there.
    pub text: String,
    /// The names there are.
    pub known: Vec<&'static str>,
}

impl Explain for UnknownName {
    fn expected(&self) -> String {
        one_of(&self.known)
    }

    fn meant(&self) -> Vec<String> {
        nearest(&self.text, self.known.iter().copied())
    }
}

/// A number in digits only, without a sign.
pub fn plain_number<T: FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Declares an enum of variants with names and, after `=>`, their meanings: `ALL`, `NAMES`, `name`, `meaning`,
/// `Display` and `FromStr`, which ignores case and spaces and lists the known names in its error. A synonym follows its
/// name after a `|`; it is read, but never written.
macro_rules! named {
    (
        $(#[$about:meta])*
        $type:ident, $what:literal {
            $($(#[$variant_about:meta])* $variant:ident = $name:literal $(| $synonym:literal)* $(=> $meaning:literal)?),+ $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $type {
            $($(#[$variant_about])* $variant,)+
        }

        #[allow(dead_code, reason = "an enum that only its own file knows need not be asked for all of this")]
        impl $type {
            /// All choices, in the order in which they are offered.
            pub const ALL: &[$type] = &[$($type::$variant),+];

            /// Their names, in the same order.
            pub const NAMES: &[&str] = &[$($name),+];

            /// The choice's name in links, flags and the interface.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)+
                }
            }

            /// The meaning of the choice as a sentence; empty if its name is clear.
            pub fn meaning(self) -> &'static str {
                match self {
                    $($type::$variant => concat!($($meaning)?),)+
                }
            }

            /// Other names that are read for it.
            pub fn synonyms(self) -> &'static [&'static str] {
                match self {
                    $($type::$variant => &[$($synonym),*],)+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
                out.write_str(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::names::UnknownName;

            /// Reads a name; the error has the known ones.
            fn from_str(text: &str) -> Result<$type, $crate::names::UnknownName> {
                let plain = $crate::names::plain(text);
                let goes_by = |choice: &$type| choice.name() == plain || choice.synonyms().contains(&&*plain);
                let unknown = || $crate::names::UnknownName {
                    what: $what,
                    text: text.to_string(),
                    known: $type::NAMES.to_vec(),
                };
                $type::ALL.iter().copied().find(goes_by).ok_or_else(unknown)
            }
        }
    };
}

pub(crate) use named;

#[cfg(test)]
mod tests {
    use crate::diagnostic::Diagnostic;

    named! {
        /// What may be had for breakfast.
        Breakfast, "breakfast" {
            /// Two of them.
            Eggs = "eggs" | "egg" => "Boiled.",
            /// With raisins.
            Porridge = "porridge",
        }
    }

    #[test]
    fn names_round_trip_and_synonyms_are_read() {
        for choice in Breakfast::ALL {
            assert_eq!(choice.to_string().parse(), Ok(*choice));
        }
        assert_eq!("egg".parse(), Ok(Breakfast::Eggs));
        assert_eq!([" Porridge", "EGG"].map(str::parse), [Ok(Breakfast::Porridge), Ok(Breakfast::Eggs)]);
        assert_eq!([Breakfast::Eggs.meaning(), Breakfast::Porridge.meaning()], ["Boiled.", ""]);
        let unknown = "toast".parse::<Breakfast>().unwrap_err();
        assert_eq!(Diagnostic::of(&unknown).to_string(), "unknown breakfast 'toast' (expected one of eggs, porridge)");
        let slip = "Porrige".parse::<Breakfast>().unwrap_err();
        assert_eq!(Diagnostic::of(&slip).to_string(), "unknown breakfast 'Porrige'; did you mean porridge?");
    }
}
