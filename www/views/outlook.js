// @ts-check
/**
 * The outlook for the log's jobs before a run: a line below the machine that opens, and a warning above the Run bar if
 * too much work is lost, with buttons for the remedies.
 */
import { effect } from '../state/signals.js';
import { button, find, make } from './dom.js';

/** @import { OutlookReport } from '../../subtorus.js' */
/** @import { Changes } from '../state/changes.js' */
/** @import { Store } from '../state/store.js' */

export class OutlookPanel {
  #changes;
  #beside = find('outlook', HTMLDivElement);
  #above = find('lost-work', HTMLDivElement);
  #title = find('machines-title', HTMLElement);
  #warned = '';

  /**
   * @param {Store} store
   * @param {Changes} changes
   */
  constructor(store, changes) {
    this.#changes = changes;
    effect(() => {
      const outlook = store.outlook.value;
      // Until an update comes, the text may be out of date.
      for (const part of [this.#beside, this.#title]) part.ariaBusy = outlook ? null : 'true';
      if (outlook) this.#show(outlook);
    });
  }

  /** @param {OutlookReport} outlook empty without a log */
  #show({ summary, lines, warning, ways_out }) {
    this.#beside.classList.toggle('lost', warning !== '');
    this.#title.textContent = summary || 'Machines for this log';
    const ways = () => make('div', { class: 'row' }, ...ways_out.map(({ label, settings }) => this.#button(label, settings)));
    const said = lines.map((line) => make('p', { class: 'small' }, line));
    this.#beside.replaceChildren(...said, ...(ways_out.length ? [ways()] : []));
    // Read aloud once, not after every edit.
    const all = JSON.stringify([warning, ways_out]);
    if (all === this.#warned) return;
    this.#warned = all;
    const heading = make('strong', {}, 'Lost work: ');
    this.#above.replaceChildren(...(warning ? [make('p', {}, heading, warning), ...(ways_out.length ? [ways()] : [])] : []));
  }

  /**
   * @param {string} label
   * @param {[string, string][]} settings
   */
  #button(label, settings) {
    const choose = () => {
      this.#changes.choose(settings, 'to keep the work of the log');
      find('run', HTMLButtonElement).focus();
    };
    return button(label, choose, { class: 'small' });
  }
}
