// @ts-check
/** The plot of the chart: menus for the axes and the scale, and the meaning of the chosen quantities. */
import { effect } from '../state/signals.js';
import { defines } from './definition.js';
import { complaint, find, make } from './dom.js';
import { Field, controlOf } from './field.js';

/** @import { Store } from '../state/store.js' */

export class PlotBar {
  #store;
  #y = find('plot-y', HTMLSelectElement);
  #x = find('plot-x', HTMLSelectElement);
  #scale = find('plot-scale', HTMLSelectElement);
  #whole = find('whole', HTMLButtonElement);
  /** The limits of the axes. @type {Field[]} */
  #limits = [];

  /**
   * @param {Store} store
   * @param {() => void} whole called to show everything again
   */
  constructor(store, whole) {
    const { catalogue, study } = store;
    this.#store = store;
    const scales = catalogue.parameters.find((parameter) => parameter.name === 'scale')?.choices ?? [];
    this.#scale.append(...scales.map((scale) => make('option', { value: scale }, scale)));
    this.#scale.addEventListener('change', () => store.edit(() => study.set('scale', this.#scale.value)));
    this.#whole.addEventListener('click', () => {
      whole();
      this.#x.focus();
    });
    for (const parameter of catalogue.parameters.filter(({ name }) => name.endsWith('-limits'))) {
      const { name } = parameter;
      const offer = (/** @type {string} */ text) => {
        if (text === study.value(name)) return '';
        try {
          store.edit(() => study.set(name, text));
        } catch (error) {
          return complaint(error).message;
        }
        return '';
      };
      const field = new Field(parameter, controlOf({ ...parameter, control: 'line' }), offer, () => field.show(study.value(name)));
      this.#limits.push(field);
      find('axes-fields', HTMLDivElement).append(field.element);
    }
    for (const [menu, about, limits] of [[this.#y, 'about-y', 'y-limits'], [this.#x, 'about-x', 'x-limits']]) {
      const select = /** @type {HTMLSelectElement} */ (menu);
      select.append(...catalogue.quantities.map(({ name, title }) => make('option', { value: name }, title)));
      select.addEventListener('change', () => store.edit(() => {
        study.set('plot', `${this.#y.value}-${this.#x.value}`);
        // The limits are those of the previous quantity.
        study.set(/** @type {string} */ (limits), '');
      }));
      defines(find(/** @type {string} */ (about), HTMLButtonElement), () => {
        const quantity = catalogue.quantities.find(({ name }) => name === select.value);
        return quantity ? { ...quantity, guide: `metrics#${quantity.name}` } : { title: select.value, definition: '' };
      });
    }
    effect(() => this.#show());
  }

  #show() {
    const study = this.#store.experiment;
    [this.#y.value, this.#x.value] = study.axes();
    this.#scale.value = study.value('scale');
    this.#whole.hidden = !this.#limits.some(({ name }) => study.value(name));
    for (const field of this.#limits) if (!field.draft) field.show(study.value(field.name));
  }
}
