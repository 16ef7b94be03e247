//! What is set aside while a log takes the place of the model, or the model that of the log.

use super::{ParameterError, Parameters};
use std::collections::BTreeMap;

/// Values that were taken out of an experiment because they mean nothing there, until they do again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aside(BTreeMap<&'static str, String>);

impl Aside {
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
        // What is set now takes the place of what was set aside.
        self.0.retain(|name, _| !settings.iter().any(|(set, _)| set == name));
        self.exchange(parameters, experiment, &mut edited);
        *experiment = edited;
        Ok(())
    }

    /// An experiment has become another kind of experiment: `before` is now `after`. What has lost its meaning by that is
    /// set aside, and has its default again. What was set aside before and means something again comes back, unless it has
    /// another value by now.
    pub fn exchange<E: Default>(&mut self, parameters: &Parameters<E>, before: &E, after: &mut E) {
        let lost = parameters.iter().filter(|parameter| {
            let standing = parameter.applies(after);
            standing.is_err() && standing != parameter.applies(before) && parameter.is_set(after)
        });
        for parameter in lost.collect::<Vec<_>>() {
            self.0.insert(parameter.name, parameter.text(after));
            parameter.read(after, &parameter.default_text()).expect("a default is a value");
        }
        // One that comes back may be what gives the next one its meaning.
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
