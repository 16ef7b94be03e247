// @ts-check
/**
 * The outlook for the log's jobs before a run: a line below the machine that opens, and a warning above the Run bar if
 * too much work is lost, with buttons for the remedies.
 */
import { effect } from '../state/signals.js';
import { button, find, make, write } from './dom.js';

/** @import { Changes } from '../state/changes.js' */
/** @import { Store } from '../state/store.js' */

/**
 * @param {Store} store
 * @param {Changes} changes
 */
export function showOutlook(store, changes) {
  const [beside, title] = [find('outlook'), find('machines-title')];
  let warned = '';
  effect(() => {
    const outlook = store.outlook.value;
    // Until an update comes, the text may be out of date.
    for (const part of [beside, title]) part.ariaBusy = outlook ? null : 'true';
    if (!outlook) return;
    const { summary, lines, warning, ways_out } = outlook;
    const ways = () => ways_out.map(({ label, settings }) => {
      const choose = () => {
        changes.choose(settings, 'to keep the work of the log');
        find('run').focus();
      };
      return button(label, choose, { class: 'small' });
    });
    const remedies = () => (ways_out.length ? [make('div', { class: 'row' }, ...ways())] : []);
    beside.classList.toggle('lost', warning !== '');
    write(title, summary || 'Machines for this log');
    beside.replaceChildren(...lines.map((line) => make('p', { class: 'small' }, line)), ...remedies());
    // Read aloud once, not after every edit.
    const all = JSON.stringify([warning, ways_out]);
    if (all === warned) return;
    warned = all;
    find('lost-work').replaceChildren(...(warning ? [make('p', {}, make('strong', {}, 'Lost work: '), warning), ...remedies()] : []));
  });
}
