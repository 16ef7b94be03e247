//! Parameters set aside while a log takes the place of the model, or the model that of the log.

use super::{ParameterError, Parameters};
use std::collections::BTreeMap;

/// Inactive values: taken out of an experiment because they have no effect there, and put back when they have one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InactiveValues(BTreeMap<&'static str, String>);

impl InactiveValues {
    /// Sets parameters of an experiment from their texts, one after the other, with the exchange that this leads to. Fails
    /// at the first that cannot be set, changing nothing.
    pub fn edit<E: Clone + Default>(
        &mut self,
        parameters: &Parameters<E>,
        experiment: &mut E,
        settings: &[(&str, &str)],
    ) -> Result<(), ParameterError> {
        let mut edited = experiment.clone();
        settings.iter().try_for_each(|(name, value)| parameters.set(&mut edited, name, value))?;
        // A value that is set now replaces one that was set aside.
        self.0.retain(|name, _| !settings.iter().any(|(set, _)| set == name));
        self.exchange(parameters, experiment, &mut edited);
        *experiment = edited;
        Ok(())
    }

    /// An experiment has changed its kind: `before` is now `after`. Values without an effect there are set aside and
    /// get their defaults. Values set aside before that have an effect again are put back, unless they have another
    /// value by now.
    pub fn exchange<E: Default>(&mut self, parameters: &Parameters<E>, before: &E, after: &mut E) {
        let lost = parameters.iter().filter(|parameter| {
            let standing = parameter.applies(after);
            standing.is_err() && standing != parameter.applies(before) && parameter.is_set(after)
        });
        for parameter in lost.collect::<Vec<_>>() {
            self.0.insert(parameter.name, parameter.text(after));
            parameter.read(after, &parameter.default_text()).expect("a default is a value");
        }
        // A value that is put back may give the next one an effect.
        for parameter in parameters.iter() {
            if parameter.applies(after).is_ok()
                && let Some(value) = self.0.remove(parameter.name)
                && !parameter.is_set(after)
            {
                parameter.read(after, &value).expect("it was a value");
            }
        }
    }
}
