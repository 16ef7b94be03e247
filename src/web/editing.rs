//! How both kinds of experiment are edited: by links, and by single parameters. Also macros for methods that only read.

/// Methods for editing what a class has as `edited`, with settings kept `aside`, by the `PARAMETERS` of its module.
#[macro_export]
macro_rules! editing {
    ($study:ident, $write:path) => {
        $crate::shown! { $study:
            /// The link of the experiment being edited.
            fn link(self) -> String = $write(&self.edited);
            /// A parameter's value as text, even if it is the default; empty if an optional parameter is not set.
            fn value(self, name: &str) -> String = PARAMETERS.find(name).map_or(String::new(), |parameter| parameter.text(&self.edited));
            /// The state of every parameter.
            fn fields(self) -> Vec<tsify::Ts<$crate::report::catalogue::FieldState>> = $crate::web::all_sent($crate::report::catalogue::field_states(&PARAMETERS, &self.edited));
        }

        $crate::shown! { mut $study:
            /// Sets a parameter from its text, or throws and changes nothing. Settings without effect are kept aside.
            fn set(self, name: &str, value: &str) -> Result<(), JsValue> = self.edit(&[(name, value)]);
        }

        impl $study {
            /// Sets parameters, or throws and changes nothing.
            fn edit(&mut self, settings: &[(&str, &str)]) -> Result<(), JsValue> {
                let edited = self.aside.edit(&PARAMETERS, &mut self.edited, settings);
                edited.map_err(|error| $crate::web::explained(&error))
            }
        }
    };
}

/// Gives a class methods that return an expression and change nothing; with `mut`, they may change it.
#[macro_export]
macro_rules! shown {
    (mut $class:ident: $($(#[$meaning:meta])* fn $name:ident($self:ident $(, $given:ident: $type:ty)*) -> $shown:ty = $look:expr;)+) => {
        #[wasm_bindgen]
        impl $class {
            $($(#[$meaning])* pub fn $name(&mut $self $(, $given: $type)*) -> $shown { $look })+
        }
    };
    ($class:ident: $($(#[$meaning:meta])* fn $name:ident($self:ident $(, $given:ident: $type:ty)*) -> $shown:ty = $look:expr;)+) => {
        #[wasm_bindgen]
        impl $class {
            $($(#[$meaning])* pub fn $name(&$self $(, $given: $type)*) -> $shown { $look })+
        }
    };
}

/// Functions that return an expression.
#[macro_export]
macro_rules! answers {
    ($($(#[$meaning:meta])* fn $name:ident($($given:ident: $type:ty),*) -> $answer:ty = $look:expr;)+) => {
        $($(#[$meaning])* #[wasm_bindgen] pub fn $name($($given: $type),*) -> $answer { $look })+
    };
}
