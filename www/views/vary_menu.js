// @ts-check
/** What the sweep varies: the usual choices in a menu, and what is set now. */
import { effect } from '../state/signals.js';
import { find, make } from './dom.js';

/** @import { Store } from '../state/store.js' */

/** The entry that opens the field. */
const OTHER = 'other';

export class VaryMenu {
  #store;
  #menu = find('vary', HTMLSelectElement);

  /**
   * @param {Store} store
   * @param {(vary: string) => void} set sets what is varied
   * @param {() => void} other opens the field for any other range
   */
  constructor(store, set, other) {
    this.#store = store;
    this.#menu.addEventListener('change', () => {
      if (this.#menu.value !== OTHER) return set(this.#menu.value);
      this.#show();
      other();
    });
    effect(() => this.#show());
  }

  #show() {
    const value = this.#store.experiment.value('vary');
    const known = this.#store.examples('vary');
    const named = known.some(({ name }) => name === value) ? [] : [{ name: value, title: value }];
    const options = [...named, ...known].map(({ name, title }) => make('option', { value: name }, title));
    this.#menu.replaceChildren(...options, make('option', { value: OTHER }, 'Another range …'));
    this.#menu.value = value;
  }
}
