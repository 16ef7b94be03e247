//! The views of a run next to its time line. A view has data that workers find for it, actions of the user, and a state
//! that the page shows. A new view is a file in this folder with a type that implements [`Panel`], and its line in
//! `panels!` of `mod.rs`. On the page it is a file, and its line in `www/views/run/run_panels.js`.

use super::RunExplorer;
use crate::report::inspection::{Aspect, Inspection};
use serde::{Deserialize, Serialize};

/// Data that a view needs and does not have yet. A worker finds it in a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Query {
    /// The run that answers it.
    pub run: QueriedRun,
    /// The question.
    pub aspect: Aspect,
}

impl Query {
    /// A query to the open run.
    pub(super) fn here(aspect: Aspect) -> Query {
        Query { run: QueriedRun::Here, aspect }
    }
}

/// A run that a worker can run again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum QueriedRun {
    /// The open run.
    Here,
    /// The second run.
    There,
    /// The counterfactual run at this index of the list.
    Counterfactual(usize),
}

/// What a worker answers: the data, or why there is none.
pub type Answer<'a> = Result<&'a Inspection, &'a str>;

/// A view of a run.
pub(super) trait Panel<Action, State>: Default {
    /// Applies an action of the user.
    fn apply(run: &mut RunExplorer, action: Action);

    /// The queries for data that it needs and does not have yet.
    fn queries(_: &RunExplorer) -> Vec<Query> {
        Vec::new()
    }

    /// Takes the answer to a query of any panel.
    fn take_answer(_: &mut RunExplorer, _: &Query, _: Answer) {}

    /// The state to show; none if there is nothing to show or nothing new.
    fn state(run: &mut RunExplorer) -> Option<State>;
}

/// Lists the panels: a name, the type of its data, its variant of [`PanelAction`](super::PanelAction), and its state.
macro_rules! panels {
    ($($(#[$meaning:meta])* $name:ident: $panel:path, $variant:ident($action:ident) => $state:ident;)+) => {
        /// The data of the panels of a run.
        #[derive(Default)]
        struct Panels { $($(#[$meaning])* pub $name: $panel,)+ }

        /// An action in a panel.
        #[derive(Clone, Debug, PartialEq, Deserialize)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        #[serde(tag = "panel", content = "action", rename_all = "kebab-case")]
        pub enum PanelAction { $($(#[$meaning])* $variant($action),)+ }

        /// The states of the panels.
        #[derive(Clone, Debug, Default, PartialEq, Serialize)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        pub struct PanelStates { $($(#[$meaning])* pub $name: Option<$state>,)+ }

        impl RunExplorer {
            /// Applies an action in a panel.
            fn apply_to_panel(&mut self, action: PanelAction) {
                match action { $(PanelAction::$variant(action) => <$panel as Panel<_, _>>::apply(self, action),)+ }
            }

            /// All queries; the one that the user waits for least comes last.
            fn queries(&self) -> Vec<Query> {
                [MomentReasons::queries(self), $(<$panel as Panel<$action, $state>>::queries(self)),+].concat()
            }

            /// Takes an answer, or drops it if it is no longer wanted.
            fn take_answer(&mut self, query: &Query, answer: Answer) {
                MomentReasons::take_answer(self, query, answer);
                $(<$panel as Panel<$action, $state>>::take_answer(self, query, answer);)+
            }

            fn panel_states(&mut self) -> PanelStates {
                PanelStates { $($name: <$panel as Panel<$action, $state>>::state(self)),+ }
            }
        }
    };
}

pub(super) use panels;
