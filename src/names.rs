//! Choices that have a name in links, flags and the interface.

/// Declares an enum whose variants have names: `ALL`, `name`, `Display` and `FromStr`, where an unknown name's error
/// lists the known ones.
macro_rules! named {
    (
        $(#[$about:meta])*
        $type:ident, $what:literal { $($(#[$variant_about:meta])* $variant:ident = $name:literal),+ $(,)? }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $type {
            $($(#[$variant_about])* $variant,)+
        }

        impl $type {
            /// All choices, in the order in which they are offered.
            pub const ALL: &[$type] = &[$($type::$variant),+];

            /// The choice's name in links, flags and the interface.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
                out.write_str(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = String;

            /// Reads a name; the error lists the known ones.
            fn from_str(text: &str) -> Result<$type, String> {
                $type::ALL.iter().copied().find(|choice| choice.name() == text).ok_or_else(|| {
                    let known: Vec<_> = $type::ALL.iter().map(|choice| choice.name()).collect();
                    format!("unknown {} '{text}' (known: {})", $what, known.join(", "))
                })
            }
        }
    };
}

pub(crate) use named;
