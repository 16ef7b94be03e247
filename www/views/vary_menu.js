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
    const named = known.some(({ name }) => name === value) ? [] : [value];
    offer(menu, [...named, ...known, [OTHER, 'Another range …']], value);
  };
  menu.addEventListener('change', () => {
    if (menu.value !== OTHER) return set(menu.value);
    show();
    other();
  });
  effect(show);
}
