//! Parameters without effect: a log replaces the model of an experiment, or the model replaces the log.

use super::{ParameterError, Parameters};
use crate::sorting::SmallMap;

/// Inactive values: they are taken out of an experiment while they have no effect, and put back when they have one
/// again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InactiveValues(SmallMap<&'static str, String>);

impl InactiveValues {
    /// Sets parameters of an experiment from their texts, one after the other, and exchanges the inactive values. Fails
    /// at the first text that cannot be set, and then changes nothing.
    pub fn edit<E: Clone + Default>(
        &mut self,
        parameters: &Parameters<E>,
        experiment: &mut E,
        settings: &[(&str, &str)],
    ) -> Result<(), ParameterError> {
        let mut edited = experiment.clone();
        settings.iter().try_for_each(|(name, value)| parameters.set(&mut edited, name, value))?;
        // A new value replaces an inactive one.
        self.0.retain(|name, _| !settings.iter().any(|(set, _)| set == name));
        self.exchange(parameters, experiment, &mut edited);
        *experiment = edited;
        Ok(())
    }

    /// An experiment has changed from `before` to `after`. Values without an effect in `after` become inactive and get
    /// their defaults. Inactive values that have an effect again are put back, unless their parameters have other
    /// values now.
    pub fn exchange<E: Default>(&mut self, parameters: &Parameters<E>, before: &E, after: &mut E) {
        let lost = parameters.iter().filter(|parameter| {
            let standing = parameter.applies(after);
            standing.is_err() && standing != parameter.applies(before) && parameter.is_set(after)
        });
        for parameter in lost.collect::<Vec<_>>() {
            self.0.insert(parameter.name, parameter.text(after));
            parameter.read(after, &parameter.default_text()).expect("a default is valid");
        }
        // A value that is put back may give the next one an effect.
        for parameter in parameters.iter() {
            if parameter.applies(after).is_ok()
                && let Some(value) = self.0.remove(&parameter.name)
                && !parameter.is_set(after)
            {
                parameter.read(after, &value).expect("it was valid before");
            }
        }
    }
}
