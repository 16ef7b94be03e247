// @ts-check
/** The profile of the current log, in a few numbers and small pictures; open until there are curves. */
import { isDark } from './chart.js';
import { find, make } from './dom.js';

/** @import { Log } from './messages.js' */

export class ProfilePanel {
  #panel = find('profile', HTMLDetailsElement);
  /** @type {Log | null} */
  #log = null;

  constructor() {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#draw());
  }

  /** @param {Log | null} log */
  show(log) {
    this.#panel.hidden = !log;
    if (log === this.#log) return;
    this.#log = log;
    this.#draw();
  }

  /** Opens it for a new log, folds it for curves. @param {boolean} open */
  unfold(open) {
    this.#panel.open = open;
  }

  #draw() {
    if (!this.#log) return find('profile-body', HTMLDivElement).replaceChildren();
    const { facts, sketches } = this.#log.profile;
    const list = make('dl', {}, ...facts.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]));
    const pictures = sketches.map(({ title, light, dark }) => {
      const figure = make('figure', {}, make('figcaption', { class: 'small' }, title));
      figure.insertAdjacentHTML('beforeend', isDark() ? dark : light);
      return figure;
    });
    find('profile-body', HTMLDivElement).replaceChildren(list, ...pictures);
  }
}
