// @ts-check
/** The list of stored logs, with buttons to delete them. */
import { button, find, make, sentence } from './dom.js';
import { notice } from './notices.js';
import { forget, remember, remembered } from '../storage/store.js';

/** @import { Remembered } from '../storage/store.js' */

const SIZE = new Intl.NumberFormat('en', { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });

export class StoredLogs {
  #panel = find('kept', HTMLDetailsElement);
  /** Whether the failure of storing has been reported. */
  #said = false;

  constructor() {
    this.#panel.addEventListener('toggle', () => this.#panel.open && void this.#list());
  }

  /**
   * Stores a log for the next visit, or reports once that this is not possible.
   * @param {string} sha256
   * @param {string} name
   * @param {Blob} file
   */
  async keep(sha256, name, file) {
    try {
      await remember(sha256, name, file);
      if (this.#panel.open) await this.#list();
    } catch (error) {
      if (this.#said) return;
      this.#said = true;
      notice('store', `The log is here, but this browser cannot remember it for the next visit: ${sentence(error)}.`);
    }
  }

  async #list() {
    const body = find('kept-body', HTMLDivElement);
    try {
      const logs = await remembered();
      if (logs.length === 0) return body.replaceChildren('No log of your own yet: one that you drop or fetch is kept here, and nowhere else.');
      const rows = logs.map((log) => this.#row(log));
      body.replaceChildren(make('ul', {}, ...rows), this.#button('Delete all', 'all kept logs', undefined));
    } catch (error) {
      body.replaceChildren(`This browser cannot say which: ${sentence(error)}.`);
    }
  }

  /** @param {Remembered} log */
  #row({ sha256, name, file, used }) {
    const when = new Date(used).toLocaleDateString('en', { dateStyle: 'medium' });
    const facts = make('span', { class: 'quiet' }, `${SIZE.format(Math.ceil(file.size / 1000))}, last used ${when}`);
    return make('li', {}, `${name} `, facts, ' ', this.#button('Delete', name, sha256));
  }

  /**
   * @param {string} text
   * @param {string} what
   * @param {string | undefined} sha256 none for all
   */
  #button(text, what, sha256) {
    const remove = async () => {
      await forget(sha256).catch((error) => notice('store', `Nothing was deleted: ${sentence(error)}.`));
      await this.#list();
      find('kept-title', HTMLElement).focus();
    };
    return button(text, remove, { class: 'small', 'aria-label': `Delete ${what}` });
  }
}
