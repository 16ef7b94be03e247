// @ts-check
/** What the sweep varies: the usual choices in a menu, and what is set now. */
import { find, make } from './dom.js';

/** @import { Example, Study } from '../../subtorus.js' */

/** The entry that opens the field. */
const OTHER = 'other';

export class VaryMenu {
  #study;
  #known;
  #menu = find('vary', HTMLSelectElement);

  /**
   * @param {Study} study
   * @param {Example[]} known the catalogue's sweeps
   * @param {(vary: string) => void} set sets what is varied
   * @param {() => void} other opens the field for any other range
   */
  constructor(study, known, set, other) {
    this.#study = study;
    this.#known = known;
    this.#menu.addEventListener('change', () => {
      if (this.#menu.value !== OTHER) return set(this.#menu.value);
      this.show();
      other();
    });
  }

  show() {
    const value = this.#study.value('vary');
    const named = this.#known.some(({ name }) => name === value) ? [] : [{ name: value, title: value }];
    const options = [...named, ...this.#known].map(({ name, title }) => make('option', { value: name }, title));
    this.#menu.replaceChildren(...options, make('option', { value: OTHER }, 'Another range …'));
    this.#menu.value = value;
  }
}
