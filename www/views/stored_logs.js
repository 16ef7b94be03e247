// @ts-check
/** The list of stored logs, with buttons to delete them. */
import { button, find, make, sentence } from './dom.js';
import { notice } from './notices.js';
import { forget, remember, remembered } from '../storage/store.js';

const SIZE = new Intl.NumberFormat('en', { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });

/** @typedef {ReturnType<typeof storedLogs>} StoredLogs */

export function storedLogs() {
  const panel = find('kept', HTMLDetailsElement);
  /** Whether the failure of storing has been reported. */
  let said = false;
  panel.addEventListener('toggle', () => panel.open && void list());
  return { keep };

  /**
   * Stores a log for the next visit, or reports once that this is not possible.
   * @param {string} sha256
   * @param {string} name
   * @param {Blob} file
   */
  async function keep(sha256, name, file) {
    try {
      await remember(sha256, name, file);
      if (panel.open) await list();
    } catch (error) {
      if (said) return;
      said = true;
      notice('store', `The log is here, but this browser cannot remember it for the next visit: ${sentence(error)}.`);
    }
  }

  async function list() {
    const body = find('kept-body');
    try {
      const logs = await remembered();
      if (logs.length === 0) return body.replaceChildren('No log of your own yet: one that you drop or fetch is kept here, and nowhere else.');
      const rows = logs.map(({ sha256, name, file, used }) => {
        const when = new Date(used).toLocaleDateString('en', { dateStyle: 'medium' });
        const facts = make('span', { class: 'quiet' }, `${SIZE.format(Math.ceil(file.size / 1000))}, last used ${when}`);
        return make('li', {}, `${name} `, facts, ' ', removing('Delete', name, sha256));
      });
      body.replaceChildren(make('ul', {}, ...rows), removing('Delete all', 'all kept logs'));
    } catch (error) {
      body.replaceChildren(`This browser cannot say which: ${sentence(error)}.`);
    }
  }

  /**
   * @param {string} text
   * @param {string} what
   * @param {string} [sha256] none for all
   */
  function removing(text, what, sha256) {
    const remove = async () => {
      await forget(sha256).catch((error) => notice('store', `Nothing was deleted: ${sentence(error)}.`));
      await list();
      find('kept-title').focus();
    };
    return button(text, remove, { class: 'small', 'aria-label': `Delete ${what}` });
  }
}
