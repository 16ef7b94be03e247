// @ts-check
/** The plot of the chart: menus for the axes and the scale, and the meaning of the chosen quantities. */
import { effect } from '../state/signals.js';
import { defines } from './definition.js';
import { complaint, find, options, whenPressed } from './dom.js';
import { fieldOf, controlOf } from './field.js';

/** @import { Field } from './field.js' */
/** @import { Store } from '../state/store.js' */

/**
 * @param {Store} store
 * @param {() => void} showAll called to show everything again
 */
export function showPlotBar(store, showAll) {
  const { catalogue, study } = store;
  const [y, x, scale] = ['plot-y', 'plot-x', 'plot-scale'].map((id) => find(id, HTMLSelectElement));
  scale.append(...options(catalogue.parameters.find(({ name }) => name === 'scale')?.choices ?? []));
  scale.addEventListener('change', () => store.set('scale', scale.value));
  whenPressed('whole', () => {
    showAll();
    find('canvas').focus();
  });
  const limits = catalogue.parameters.filter(({ name }) => name.endsWith('-limits')).map((parameter) => {
    const { name } = parameter;
    const take = (/** @type {string} */ text) => {
      try {
        if (text !== study.value(name)) store.set(name, text);
        return '';
      } catch (error) {
        return complaint(error).message;
      }
    };
    /** @type {Field} */
    const field = fieldOf(parameter, controlOf({ ...parameter, control: 'line' }), take, () => field.show(study.value(name)));
    find('axes-fields').append(field.element);
    return field;
  });
  for (const [menu, axis] of /** @type {[HTMLSelectElement, string][]} */ ([[y, 'y'], [x, 'x']])) {
    menu.append(...options(catalogue.quantities));
    menu.addEventListener('change', () => store.edit(() => {
      study.set('plot', `${y.value}-${x.value}`);
      // The limits are those of the previous quantity.
      study.set(`${axis}-limits`, '');
    }));
    defines(find(`about-${axis}`, HTMLButtonElement), () => {
      const quantity = catalogue.quantities.find(({ name }) => name === menu.value);
      return quantity ? { ...quantity, guide: `metrics#${quantity.name}` } : { title: menu.value, definition: '' };
    });
  }
  effect(() => {
    const { experiment } = store;
    [y.value, x.value] = experiment.value('plot').split('-');
    scale.value = experiment.value('scale');
    find('whole').hidden = !limits.some(({ name }) => experiment.value(name));
    for (const field of limits) if (!field.draft) field.show(experiment.value(field.name));
  });
}
