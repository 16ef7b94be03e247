//! How either kind of experiment is edited: by links, and by one parameter after the other. And what is merely shown.

/// Gives a study its methods for editing: it has an `experiment` and what is set `aside`, and its module names the
/// `PARAMETERS` and the `permalink` of that kind of experiment.
macro_rules! editing {
    ($study:ident) => {
        crate::web::shown! { $study:
            /// The link of the experiment being edited.
            fn link(self) -> String = permalink::write(&self.experiment);
            /// A parameter's value as text, its default included; empty where an optional one is not set.
            fn value(self, name: &str) -> String =
                PARAMETERS.find(name).map_or(String::new(), |parameter| parameter.text(&self.experiment));
            /// How every parameter stands.
            fn fields(self) -> Vec<tsify::Ts<crate::report::catalogue::FieldState>> =
                crate::web::all_sent(crate::report::catalogue::field_states(&PARAMETERS, &self.experiment));
        }

        crate::web::shown! { mut $study:
            /// Sets a parameter from its text, or throws and changes nothing. What loses its meaning by that is set aside.
            fn set(self, name: &str, value: &str) -> Result<(), JsValue> = self.edit(&[(name, value)]);
        }

        impl $study {
            /// Sets parameters, or throws and changes nothing.
            fn edit(&mut self, settings: &[(&str, &str)]) -> Result<(), JsValue> {
                let edited = self.aside.edit(&PARAMETERS, &mut self.experiment, settings);
                edited.map_err(|error| crate::web::explained(&error))
            }
        }
    };
}
pub(super) use editing;

/// Gives a class methods that hand out what an expression says, and change nothing; with `mut`, they may.
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
pub(super) use shown;

/// Functions that answer with what an expression says.
macro_rules! answers {
    ($($(#[$meaning:meta])* fn $name:ident($($given:ident: $type:ty),*) -> $answer:ty = $look:expr;)+) => {
        $($(#[$meaning])* #[wasm_bindgen] pub fn $name($($given: $type),*) -> $answer { $look })+
    };
}
pub(super) use answers;
