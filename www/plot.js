// @ts-check
/** What the chart shows: menus for the two axes and the scale, and what the chosen quantities mean. */
import { defines } from './definition.js';
import { find, make } from './dom.js';

/** @import { Catalogue, Study } from '../subtorus.js' */

export class PlotBar {
  #study;
  #y = find('plot-y', HTMLSelectElement);
  #x = find('plot-x', HTMLSelectElement);
  #scale = find('plot-scale', HTMLSelectElement);

  /**
   * @param {Catalogue} catalogue
   * @param {Study} study
   * @param {() => void} changed
   */
  constructor(catalogue, study, changed) {
    this.#study = study;
    const scales = catalogue.parameters.find((parameter) => parameter.name === 'scale')?.choices ?? [];
    this.#scale.append(...scales.map((scale) => make('option', { value: scale }, scale)));
    this.#scale.addEventListener('change', () => {
      study.set('scale', this.#scale.value);
      changed();
    });
    for (const [menu, about] of [[this.#y, 'about-y'], [this.#x, 'about-x']]) {
      const select = /** @type {HTMLSelectElement} */ (menu);
      select.append(...catalogue.quantities.map(({ name, title }) => make('option', { value: name }, title)));
      select.addEventListener('change', () => {
        study.set('plot', `${this.#y.value}-${this.#x.value}`);
        changed();
      });
      defines(find(/** @type {string} */ (about), HTMLButtonElement), () => {
        const quantity = catalogue.quantities.find(({ name }) => name === select.value);
        return quantity ?? { title: select.value, definition: '' };
      });
    }
  }

  /** Shows the experiment's plot. */
  show() {
    [this.#y.value, this.#x.value] = this.#study.axes();
    this.#scale.value = this.#study.value('scale');
  }
}
