// @ts-check
/** The stored results: their number and size, and a button to delete them. */
import { effect } from '../state/signals.js';
import { button, find, sentence } from './dom.js';
import { notice } from './notices.js';

/** @import { Store } from '../state/store.js' */
/** @import { Results } from '../storage/results.js' */

const SIZE = new Intl.NumberFormat('en', { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
const COUNT = new Intl.NumberFormat('en');

/**
 * @param {Store} store
 * @param {Results} results
 */
export function showStoredResults(store, results) {
  const panel = find('kept-results', HTMLDetailsElement);
  const body = find('kept-results-body');
  const show = async () => {
    const { cells, bytes } = await results.size();
    if (cells === 0) {
      return body.replaceChildren('None. What is computed is kept here, and nowhere else, so that nothing is computed twice.');
    }
    const remove = button('Delete all', clear, { class: 'small', 'aria-label': 'Delete all kept results' });
    body.replaceChildren(`${COUNT.format(cells)} ${cells === 1 ? 'run' : 'runs'}, ${SIZE.format(Math.max(0.1, bytes / 1e6))}. `, remove);
  };
  const clear = async () => {
    await results.clear().catch((error) => notice('store', `Nothing was deleted: ${sentence(error)}.`));
    await show();
    find('kept-results-title').focus();
  };
  const refresh = () => void (panel.open && show());
  panel.addEventListener('toggle', refresh);
  effect(() => {
    void store.ended;
    refresh();
  });
}
