// @ts-check
/** The stored results: their number and size, and a button to delete them. */
import { effect } from '../state/signals.js';
import { button, find, sentence } from './dom.js';
import { notice } from './notices.js';

/** @import { Store } from '../state/store.js' */
/** @import { Results } from '../storage/results.js' */

const SIZE = new Intl.NumberFormat('en', { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
const COUNT = new Intl.NumberFormat('en');

export class StoredResults {
  #results;
  #panel = find('kept-results', HTMLDetailsElement);

  /**
   * @param {Store} store
   * @param {Results} results
   */
  constructor(store, results) {
    this.#results = results;
    this.#panel.addEventListener('toggle', () => this.#refresh());
    effect(() => {
      void store.ended;
      this.#refresh();
    });
  }

  /** Updates the counts if the panel is open. */
  #refresh() {
    if (this.#panel.open) void this.#show();
  }

  async #show() {
    const { cells, bytes } = await this.#results.size();
    const body = find('kept-results-body', HTMLDivElement);
    if (cells === 0) {
      return body.replaceChildren('None. What is computed is kept here, and nowhere else, so that nothing is computed twice.');
    }
    const clear = button('Delete all', () => void this.#clear(), { class: 'small', 'aria-label': 'Delete all kept results' });
    body.replaceChildren(`${COUNT.format(cells)} ${cells === 1 ? 'run' : 'runs'}, ${SIZE.format(Math.max(0.1, bytes / 1e6))}. `, clear);
  }

  async #clear() {
    await this.#results.clear().catch((error) => notice('store', `Nothing was deleted: ${sentence(error)}.`));
    await this.#show();
    find('kept-results-title', HTMLElement).focus();
  }
}
