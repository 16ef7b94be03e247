// @ts-check
/** What the sweep varies: the usual choices in a menu, and what is set now. */
import { effect } from '../state/signals.js';
import { find, offer } from './dom.js';

/** @import { Store } from '../state/store.js' */

/** The entry that opens the field. */
const OTHER = 'other';

/**
 * @param {Store} store
 * @param {(vary: string) => void} set sets what is varied
 * @param {() => void} other opens the field for any other range
 */
export function showVaryMenu(store, set, other) {
  const menu = find('vary', HTMLSelectElement);
  const show = () => {
    const value = store.experiment.value('vary');
    const known = store.examples('vary');
    /** @type {Parameters<typeof offer>[1]} */
    const entries = [...known, [OTHER, 'Another range …']];
    if (!known.some(({ name }) => name === value)) entries.unshift([value, titled(value, known)]);
    offer(menu, entries, value);
  };
  menu.addEventListener('change', () => {
    if (menu.value !== OTHER) return set(menu.value);
    show();
    other();
  });
  effect(show);
}

/**
 * The text of a range that is no example: what it varies, as an example of the same begins, and the range.
 * @param {string} value
 * @param {{ name: string, title: string }[]} known
 */
function titled(value, known) {
  const [what, ...range] = value.split(':');
  const alike = known.find(({ name }) => name.split(':')[0] === what);
  return alike && range.length ? `${alike.title.split(/,| \(/)[0]} · ${range.join(':')}` : value;
}
